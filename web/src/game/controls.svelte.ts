/** What a person can do at the table, whatever they do it with: mouse, touch, keys or the text view. */
import {
  type BuildingKind,
  type Card,
  type Event as GameEvent,
  type Move,
  type Origin,
  type Resource,
  type SiteAt,
  CARDS,
} from '../protocol/messages';
import type { BoardApi, Insets, Orientation, Ref } from '../board/config';
import { t } from '../i18n/index.svelte';
import { announcer } from '../lib/announce.svelte';
import { record } from '../lib/api';
import { download } from '../lib/download';
import { router } from '../lib/router.svelte';
import { heldFor } from '../lib/session';
import { change, settings } from '../lib/settings.svelte';
import type { SoundName } from '../lib/sound';
import { play } from '../lib/sound';
import type { Shown } from './boardConfig';
import * as ctrl from './ctrl';
import type { Draft, Ground } from './ctrl';
import { type HeldCard, type Pressed, UNPRESSED, cardOfCopy, copyKey, heldCards } from './fan';
import type { Game } from './game.svelte';
import { keepOrientation, keptOrientation } from './orientation';
import { placeOf } from './places';
import { whyNot } from './words';
import { sourceRecord } from '../replay/calls';
import type { MenuId } from '../table/menu';
import type { ActionId } from '../table/model';
import type { NoticeAnswer } from '../table/notices';
import { step } from '../table/turns';
import type { World } from './world';

export type DialogName = 'settings' | 'help' | 'keys' | 'menu' | 'invite' | 'share' | 'play-on';
export type Question =
  'reveal' | 'end_turn' | 'end_prepared' | 'restart' | 'resign' | 'propose_undo' | 'propose_end';
export interface Button {
  readonly disabled: boolean;
  /** Greyed, but it can be reached and says why it is. */
  readonly 'aria-disabled': boolean;
  readonly 'aria-description': string | null;
  readonly title: string | null;
  readonly onclick: () => void;
  readonly 'data-testid': ActionId;
}
export type Panel = 'hand' | 'players' | 'market' | 'tiles' | 'log' | 'chat';

const PICK_SOUND: Readonly<Record<Ref['kind'], SoundName>> = {
  site: 'thud',
  coast: 'rope',
  hideout: 'rope',
  ship: 'rope',
  cell: 'brush',
};

export class Controls {
  /** A question that waits for an answer before something is sent. */
  question = $state<Question | null>(null);
  panel = $state<Panel>('hand');
  /** Event shown on the board, from the log or the strip. */
  spot = $state<number | null>(null);
  /** The islands that someone points at, in the log, in the prompt or on the chart. */
  lit = $state.raw<readonly string[]>([]);
  /** Why the last tap did nothing. */
  reason = $state('');
  board = $state.raw<BoardApi | null>(null);
  /** How the chart lies. */
  orientation = $state.raw<Orientation>({ sideways: false, settled: false });
  /** Tiles would be much larger if the chart lay the other way. */
  largerTurned = $state(false);
  /** How much of the board's lower edge a slip covers. */
  covered = $state(0);
  /** How far panels cover the board. */
  insets = $state.raw<Insets>({ top: 0, right: 0, bottom: 0, left: 0 });
  dialog = $state<DialogName | null>(null);
  helpCard = $state<Card | null>(null);
  /** The card under the mouse on its way to a target. */
  dragged = $state.raw<{ readonly card: Card; readonly x: number; readonly y: number } | null>(null);
  /** Which copies of cards were pressed. */
  pressed = $state.raw<Pressed>(UNPRESSED);
  /** A moment before now that the board shows, while the moves since the last turn are replayed. */
  past = $state.raw<{ readonly world: World; readonly events: readonly GameEvent[] } | null>(null);

  /** The camera was led somewhere by us, not by the person: back to all when it is done. */
  #strayed = false;

  /** @param onscore after the game: back to the score from a look at the board */
  constructor(
    readonly game: Game,
    readonly onscore: () => void = () => {},
  ) {
    this.orientation = keptOrientation(game.table);
  }

  /** What the board shows. */
  readonly shown = $derived.by((): Shown => {
    const { world, ground, draft, state, hint } = this.game;
    const looking = { spot: this.spot, lit: this.lit, named: true };
    if (this.past) return { ...looking, ...this.past };
    return { ...looking, world: world!, ground, draft, events: state.events, hint: hint?.move ?? null };
  });

  /** The chart was turned. */
  turned(orientation: Orientation): void {
    this.orientation = orientation;
    keepOrientation(this.game.table, orientation);
  }

  /** Moves the focus along the targets of the draft. */
  focusTarget(which: 'next' | 'previous'): boolean {
    return this.board?.focusTarget(which) ?? false;
  }

  fitTargets(): void {
    this.#strayed = true;
    queueMicrotask(() => this.board?.fitTargets(true));
  }

  comeHome(): void {
    if (!this.#strayed) return;
    this.#strayed = false;
    this.board?.release();
  }

  get draft(): Draft {
    return this.game.draft;
  }
  get ground(): Ground | null {
    return this.game.ground;
  }
  readonly ready = $derived.by(() => (this.ground ? ctrl.isReady(this.ground, this.draft) : false));
  readonly cost = $derived.by(() => (this.ground ? ctrl.cost(this.ground, this.draft) : 0));
  readonly missing = $derived.by(() => (this.ground ? ctrl.missing(this.ground, this.draft) : 0));
  readonly idle = $derived.by(() => ctrl.isIdle(this.draft));
  readonly busy = $derived.by(() => this.game.pending);

  #step(wanted: Draft, sound?: SoundName): void {
    this.reason = '';
    if (wanted === this.draft) return;
    this.past = null;
    this.lit = [];
    const aimed = wanted.target !== this.draft.target;
    // The payment that the engine suggests comes with the target; other cards are a tap away.
    const pays = this.ground && aimed && wanted.target !== null && wanted.paid.length === 0;
    const next = this.ground && pays ? ctrl.suggest(this.ground, wanted) : wanted;
    if (next.card === null) this.pressed = UNPRESSED;
    this.game.setDraft(next);
    if (sound) this.sound(sound);
    if (next.card !== null || next.target !== null) this.spot = null;
  }

  sound(name: SoundName): void {
    play(name);
  }

  /** What a button needs to offer a thing that the table model has: spread it over the element. */
  button(action: ActionId): Button {
    const offered = this.game.model.actions[action];
    const why = offered && !offered.enabled ? (offered.why ?? '') : '';
    return {
      disabled: !offered?.enabled && why === '',
      'aria-disabled': why !== '',
      'aria-description': why || null,
      title: why || null,
      onclick: () => this.act(action),
      'data-testid': action,
    };
  }

  /** Does one of the things that the table model offers. */
  act(action: ActionId): void {
    const offered = this.game.model.actions[action];
    if (!offered?.enabled) {
      // On a touch screen nothing else would say why.
      if (offered?.why) this.reason = offered.why;
      return;
    }
    switch (action) {
      case 'keep':
        return this.mulligan([]);
      case 'swap':
        return this.mulligan(this.draft.swaps);
      case 'hint':
        return this.game.askHint();
      case 'hint-set':
        return this.setUp(this.game.hint!.move);
      case 'hint-another':
        return this.game.askHint(true);
      case 'undo':
        return this.#undo();
      case 'restart':
        this.question = 'restart';
        return;
      case 'suggest':
        return this.#suggest();
      case 'confirm':
        return this.confirm();
      case 'cancel':
        return this.#step(ctrl.EMPTY, 'card');
      case 'end-turn':
        return this.endTurn();
      case 'to-score':
        return this.onscore();
      case 'step-back':
        return this.#stepTurn(-1);
      case 'step-on':
        return this.#stepTurn(1);
      case 'play':
        return this.game.playFilm(this.game.film?.stepAt === null);
      case 'save-replay':
        void this.#saveReplay();
        return;
      case 'result': {
        const { id } = this.game.film!.terms.game;
        return router.go({ screen: 'table', code: id, watch: !heldFor(id)?.tokens.length });
      }
      case 'share':
      case 'play-on':
        this.dialog = action;
        return;
      default:
        action satisfies never;
    }
  }

  /** Chooses an entry of the menu. */
  choose(entry: MenuId): void {
    this.dialog = null;
    switch (entry) {
      case 'text-view':
        return change({ textView: !settings.textView });
      case 'rules':
        this.dialog = 'help';
        return;
      case 'settings':
      case 'invite':
        this.dialog = entry;
        return;
      case 'record':
        void this.#saveRecord();
        return;
      case 'return':
        return this.game.comeBack();
      case 'propose-undo':
        this.question = 'propose_undo';
        return;
      case 'propose-end':
        this.question = 'propose_end';
        return;
      case 'resign':
        this.question = 'resign';
        return;
      case 'lobby':
        return router.go({ screen: 'lobby' });
      default:
        return this.act(entry);
    }
  }

  /** Answers a notice. */
  answer(answer: NoticeAnswer): void {
    switch (answer.type) {
      case 'vote':
        return this.game.vote(answer.proposal, answer.agree);
      case 'return':
        return this.game.comeBack();
      case 'try_now':
        return this.game.tryNow();
      case 'since_read':
        return this.game.sinceRead();
    }
  }

  async #saveRecord(): Promise<void> {
    const { table } = this.game;
    const held = heldFor(table);
    const saved = await record(table, held?.tokens[0] ?? held?.invitation ?? null);
    download(`ilos-${table}.json`, JSON.stringify(saved));
  }

  // --- a replay ---------------------------------------------------------------------------

  #stepTurn(direction: 1 | -1): void {
    const { replay } = this.game.model;
    if (replay) this.game.go(step(replay.turns, replay.after, 'turn', direction));
  }
  async #saveReplay(): Promise<void> {
    const { game } = this.game.film!.terms;
    download(`ilos-${this.game.table}.json`, JSON.stringify(await sourceRecord(game)));
  }

  // --- card, target, payment ---------------------------------------------------------------

  /** Tap on a card of the fan: play it, pay with it, or put it back. */
  tapCard({ card, copy, state }: HeldCard): void {
    const ground = this.ground;
    if (!ground?.choices || ground.choices.kind !== 'turn') return;
    const key = copyKey(card, copy);
    const marked = this.#marked();
    const { played } = this.pressed;
    /** What the person chose to pay with, other than this card. */
    const own = this.pressed.paid.filter((other) => other !== key && marked.includes(other));
    if (state === 'paid' && !this.pressed.paid.includes(key)) {
      // It was suggested: now it is the person's own choice.
      this.pressed = { played, paid: [...own, key] };
      return this.sound('coin');
    }
    if (state === 'paid') {
      this.pressed = { played, paid: own };
      return this.#step(ctrl.unpay(this.draft, card), 'coin');
    }
    if (this.draft.card !== null && state === 'chosen') {
      // What is half paid is not thrown away by one press.
      if (this.pressed.paid.length > 0 && this.draft.paid.length > 0) this.reason = t('pay.kept');
      else this.#step(ctrl.EMPTY, 'card');
      return;
    }
    if (this.draft.card !== null && this.cost > 0) {
      this.pressed = { played, paid: [...own, key] };
      return this.#step(ctrl.pay(ground, this.draft, card, own.map(cardOfCopy)), 'coin');
    }
    this.pickCard(card, copy);
  }

  /** The copies that pay now. */
  #marked(): string[] {
    return heldCards(this.game.world?.view.hand ?? null, this.draft, this.pressed)
      .filter((held) => held.state === 'paid')
      .map((held) => copyKey(held.card, held.copy));
  }

  pickCard(card: Card, copy: number | null = null): void {
    const ground = this.ground;
    if (!ground || ground.choices?.kind !== 'turn') return;
    if (this.draft.card !== card && !ctrl.isPlayable(ground, card)) {
      this.reason = this.game.world ? whyNot(this.game.world, ground.choices, card) : '';
      announcer.say(this.reason);
      return;
    }
    this.pressed = { played: copy, paid: [] };
    this.#step(ctrl.pickCard(ground, this.draft, card), 'card');
  }

  pay(card: Card): void {
    if (this.ground) this.#step(ctrl.pay(this.ground, this.draft, card), 'coin');
  }

  unpay(card: Card): void {
    this.#step(ctrl.unpay(this.draft, card), 'coin');
  }

  #suggest(): void {
    if (this.ground) this.#step(ctrl.suggest(this.ground, this.draft), 'coin');
  }

  /** A click on the board. */
  pick(ref: Ref): void {
    if (this.ground) this.#step(ctrl.pick(this.ground, this.draft, ref), PICK_SOUND[ref.kind]);
  }

  pickSite(site: SiteAt): void {
    if (this.ground) this.#step(ctrl.pickSite(this.ground, this.draft, site), 'thud');
  }
  pickOrigin(origin: Origin): void {
    if (this.ground) this.#step(ctrl.pickOrigin(this.ground, this.draft, origin), 'rope');
  }
  pickHideout(tile: string): void {
    if (this.ground) this.#step(ctrl.pickHideout(this.ground, this.draft, tile), 'rope');
  }
  pickTile(tile: string): void {
    if (!this.ground) return;
    this.#step(ctrl.pickTile(this.ground, this.draft, tile), 'brush');
    this.fitTargets();
  }
  pickResource(resource: Resource): void {
    if (this.ground) this.#step(ctrl.pickResource(this.ground, this.draft, resource), 'coin');
  }
  pickBuilding(kind: BuildingKind): void {
    if (this.ground) this.#step(ctrl.pickBuilding(this.ground, this.draft, kind), 'mallet');
  }
  pickCopy(resource: Resource): void {
    if (this.ground) this.#step(ctrl.pickCopy(this.ground, this.draft, resource), 'coin');
  }
  turn(step: 1 | -1, all = false): void {
    if (this.ground) this.#step(ctrl.turnGhost(this.ground, this.draft, step, all), 'brush');
  }
  rotate(rotation: number): void {
    this.#step(ctrl.setRotation(this.draft, rotation), 'brush');
  }
  swap(place: number): void {
    this.#step(ctrl.toggleSwap(this.draft, place), 'card');
  }
  set(draft: Draft): void {
    this.#step(draft, 'card');
  }

  back(): void {
    if (this.question) this.question = null;
    else if (this.game.hint) this.game.dismissHint();
    else this.#step(ctrl.back(this.draft), 'card');
  }

  // --- confirm -----------------------------------------------------------------------------------

  confirm(sure = false): void {
    const ground = this.ground;
    if (!ground || this.busy) return;
    const move = ctrl.moveOf(ground, this.draft);
    if (!move) return;
    if (
      !sure &&
      settings.warnReveal &&
      ctrl.reveals(ground, this.draft) &&
      this.game.state.playerView!.undo > 0
    ) {
      this.question = 'reveal';
      return;
    }
    this.question = null;
    this.game.submit(move);
  }

  mulligan(swaps: readonly number[]): void {
    if (this.ground && !this.busy) this.game.submit(ctrl.mulliganMove(this.ground, swaps));
  }

  endTurn(sure = false): void {
    if (!this.game.model.actions['end-turn']?.enabled) return;
    const prepared = this.draft.target !== null || this.draft.paid.length > 0;
    if (!sure && (prepared || (settings.warnEndTurn && this.#couldAct()))) {
      this.question = prepared ? 'end_prepared' : 'end_turn';
      return;
    }
    this.question = null;
    this.game.submit({ type: 'end_turn' });
  }

  /** Is there an action whose cost is in the hand? */
  #couldAct(): boolean {
    return CARDS.some((card) => this.ground && ctrl.isPlayable(this.ground, card));
  }

  #undo(): void {
    if (!this.idle) return this.back();
    if ((this.game.state.playerView?.undo ?? 0) > 0) return this.game.undo();
    // What can no longer be undone alone may be taken back if all agree.
    this.question = 'propose_undo';
  }

  restart(): void {
    this.question = null;
    this.game.undo(true);
  }

  // --- looking ---------------------------------------------------------------------------------------

  show(ref: Ref | null): void {
    if (!ref) return;
    this.#strayed = true;
    this.board?.show(ref, undefined, true);
  }

  /** Show where an event happened. */
  jump(index: number): void {
    const event = this.game.state.events[index];
    if (!event) return;
    this.spot = index;
    this.show(placeOf(event));
  }

  /** A hint put into the tray; the confirming is left to the person. */
  setUp(move: Move): void {
    const ground = this.ground;
    if (!ground) return;
    this.game.dismissHint();
    if (move.type === 'mulligan') {
      const hand = ctrl.handList(ground.view.hand);
      const left = [...move.discarded];
      const swaps = hand.flatMap((card, i) => {
        const at = left.indexOf(card);
        if (at < 0) return [];
        left.splice(at, 1);
        return [i];
      });
      this.game.setDraft({ ...ctrl.EMPTY, swaps });
    } else this.#step(ctrl.draftOf(ground, move), 'card');
    if (move.type !== 'end_turn') this.fitTargets();
  }
}
