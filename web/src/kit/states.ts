/** The states of the kit: what a person can have before them, by name, and the way there. */
import type { Controls, DialogName, Question } from '../game/controls.svelte';
import { hideouts, siteChoices } from '../game/ctrl';
import { NOTICES, type NoticeKind } from '../notices/kinds';
import type { Card, ServerMessage } from '../protocol/messages';

type Prepare = (controls: Controls) => void;
export type State =
  | { readonly shows: 'notice'; readonly notice: NoticeKind }
  | { readonly shows: 'crash' | 'curtain' }
  /** The parts of a table in the hands of one person. */
  | { readonly shows: 'table'; readonly sample: string; readonly prepare: Prepare };

const DIALOGS: readonly DialogName[] = ['settings', 'help', 'keys', 'menu', 'invite'];
const QUESTIONS: readonly Question[] = [
  'reveal',
  'end_turn',
  'end_prepared',
  'restart',
  'resign',
  'propose_undo',
  'propose_end',
];

const table = (prepare: Prepare, sample = 'EVERYTHING'): State => ({ shows: 'table', sample, prepare });
const nothing = (): void => undefined;
const told =
  (message: ServerMessage): Prepare =>
  (controls) =>
    controls.game.dispatch({ type: 'message', message });
/** Choose a card and the first site that it may go to. */
const atSite =
  (card: Card): Prepare =>
  (controls) => {
    controls.pickCard(card);
    const [first] = controls.ground ? siteChoices(controls.ground, card) : [];
    if (first) controls.pickSite(first.site);
  };

const TURN: Readonly<Record<string, State>> = {
  'first-hand': table(nothing, 'MULLIGAN'),
  'first-island': table(nothing, 'FIRST'),
  idle: table(nothing),
  waiting: table(nothing, 'WAITING'),
  site: table((controls) => controls.pickCard('plantation')),
  plantation: table(atSite('plantation')),
  'gold-mine': table(atSite('gold_mine')),
  ruins: table(atSite('ruins')),
  building: table(atSite('building')),
  fort: table((controls) => {
    atSite('building')(controls);
    controls.pickBuilding('fort');
  }),
  post: table((controls) => {
    atSite('building')(controls);
    controls.pickBuilding('trading_post');
  }),
  ship: table((controls) => controls.pickCard('ship')),
  hideout: table((controls) => {
    controls.pickCard('ship');
    const [first] = controls.ground ? hideouts(controls.ground) : [];
    if (first) controls.pickHideout(first);
  }),
  market: table((controls) => controls.pickCard('market')),
  price: table((controls) => {
    controls.pickCard('market');
    controls.pickResource('ebony');
  }),
  hint: table(
    told({
      type: 'hint',
      id: 'hint',
      version: 1,
      move: { type: 'end_turn' },
      bot: 'skilled',
      reason: 'nothing_better',
      values: {},
    }),
  ),
  refused: table(told({ type: 'refused', id: null, code: 'illegal_move', message: '', version: 1 })),
};

export const STATES: Readonly<Record<string, State>> = {
  ...TURN,
  ...Object.fromEntries(DIALOGS.map((name) => [`dialog-${name}`, table((c) => void (c.dialog = name))])),
  ...Object.fromEntries(
    QUESTIONS.map((name) => [`question-${name}`, table((c) => void (c.question = name))]),
  ),
  ...Object.fromEntries(NOTICES.map((notice) => [`notice-${notice}`, { shows: 'notice', notice }])),
  crash: { shows: 'crash' },
  curtain: { shows: 'curtain' },
};
