/** The coach notes: when each first matters, and what it is tied to. */
import type { Event as GameEvent } from '../protocol/messages';
import { type Ref, isHideout } from '../board/config';
import type { PlainKey, Text } from '../i18n/index.svelte';
import { list, t } from '../i18n/index.svelte';
import type { Draft, Ground } from './ctrl';
import { cost, missing, riseOf, tilesToTake } from './ctrl';
import type { Game } from './game.svelte';
import { isHurtFrom } from './islands';
import { cardName, playerName, someGood } from './words';
import type { World } from './world';

export const NOTES = [
  'island',
  'ships',
  'pay',
  'piracy',
  'building',
  'market',
  'hoard',
  'draw',
  'end',
] as const;
export type NoteName = (typeof NOTES)[number];

export interface Note {
  readonly name: NoteName;
  readonly title: PlainKey;
  readonly text: Text;
  /** Elements (by selector) or a place on the board that the note is tied to. */
  readonly at: { readonly selector: string } | { readonly place: Ref };
}

interface Moment {
  readonly world: World;
  readonly ground: Ground;
  readonly draft: Draft;
  readonly events: readonly GameEvent[];
}

type Maker = (moment: Moment) => Omit<Note, 'name'> | null;

const MAKERS: Readonly<Record<NoteName, Maker>> = {
  island: ({ ground }) =>
    ground.choices?.kind === 'first_island'
      ? {
          title: 'note.island',
          text: { key: 'note.island_text', params: {} },
          at: { selector: '[data-testid="exploration"]' },
        }
      : null,
  pay: ({ ground, draft }) =>
    draft.card && draft.target && missing(ground, draft) > 0
      ? {
          title: 'note.pay',
          text: { key: 'note.pay_text', params: { name: cardName(draft.card), n: cost(ground, draft) } },
          at: { selector: '[data-testid="tray"]' },
        }
      : null,
  ships: ({ draft, ground }) =>
    draft.card === 'ship'
      ? {
          title: 'note.ships',
          text: { key: tilesToTake(ground) > 0 ? 'note.ships_text' : 'note.ships_no_tile', params: {} },
          at: { selector: '[data-card="ship"][data-state="chosen"]' },
        }
      : null,
  piracy: ({ world, draft }) => {
    const pirate = pirateOff(world);
    if (!pirate || draft.card) return null;
    return {
      title: 'note.piracy',
      text: { key: 'note.piracy_text', params: { name: playerName(world, pirate.seat) } },
      at: { place: { kind: 'hideout', at: { tile: pirate.tile, hideout: true } } },
    };
  },
  building: ({ draft }) =>
    draft.card === 'building' && !draft.target
      ? {
          title: 'note.building',
          text: { key: 'note.building_text', params: {} },
          at: { selector: '[data-card="building"][data-state="chosen"]' },
        }
      : null,
  market: ({ ground, draft }) => {
    if (draft.card !== 'market' || draft.target?.kind !== 'market') return null;
    const r = draft.target.resource;
    const price = riseOf(ground, r)?.price ?? 0;
    return {
      title: 'note.market',
      text: { key: 'note.market_text', params: { what: someGood(r), price } },
      at: { selector: '[data-testid="market"]' },
    };
  },
  hoard: ({ world, ground, draft }) => {
    const [hoarded] = ground.choices?.kind === 'turn' ? ground.choices.hoarded : [];
    if (!hoarded || draft.card) return null;
    const { resource, seats, yours } = hoarded;
    const names = list(seats.map((seat) => playerName(world, seat)));
    const params = { names, what: someGood(resource), n: seats.length };
    return {
      title: 'note.hoard',
      text: { key: yours ? 'note.hoard_yours' : 'note.hoard_theirs', params },
      at: { selector: '[data-testid="market"]' },
    };
  },
  draw: ({ world, events, draft }) => {
    const drawn = events.some((event) => event.type === 'end_turn' && event.seat === world.me);
    if (!drawn || draft.card) return null;
    return {
      title: 'note.draw',
      text: { key: 'note.draw_text', params: { n: world.view.seats[world.me ?? 0]?.draw ?? 0 } },
      at: { selector: '[data-testid="preview"], [data-testid="ledger"]' },
    };
  },
  end: ({ world, draft }) => {
    const seat = world.view.seats.findIndex((s) => s.pioneers <= 2);
    if (seat < 0 || draft.card) return null;
    return {
      title: 'note.end',
      text:
        seat === world.me
          ? { key: 'note.end_mine', params: { n: world.view.seats[seat]!.pioneers } }
          : {
              key: 'note.end_text',
              params: { name: playerName(world, seat), n: world.view.seats[seat]!.pioneers },
            },
      at: { selector: seat === world.me ? '[data-testid="ledger"]' : `[data-seat="${seat}"]` },
    };
  },
};

/** A pirate of someone else at an island where this seat has a ship and no fort. */
function pirateOff({ view, me }: World): { seat: number; tile: string } | null {
  return (
    view.ships.filter(isHideout).find(({ seat, tile }) => seat !== me && isHurtFrom(view, tile, me)) ?? null
  );
}

/** A first voyage begins with how one wins; who joins a running game has help at hand. */
export const WELCOME = 'win';
export function isWelcome(world: World | null, seen: readonly string[] | null): boolean {
  return seen !== null && !seen.includes(WELCOME) && world?.me != null && world.view.phase === 'mulligan';
}

/** What to do with the first hand: advice, until there was another note to read. */
export function handLead(seen: readonly string[] | null): string {
  return t(seen !== null && !seen.includes('island') ? 'note.hand_text' : 'mulligan.lead');
}

/** The note for a person who is to move and reads no hint. */
export function noteNow(game: Game, seen: readonly string[] | null): Note | null {
  const { world, ground, draft, state } = game;
  if (seen === null || !world || !ground || !game.myTurn || game.hint) return null;
  return noteFor({ world, ground, draft, events: state.events }, seen);
}

/** The first note that matters now and was not seen before. */
export function noteFor(moment: Moment, seen: readonly string[]): Note | null {
  for (const name of NOTES) {
    if (seen.includes(name)) continue;
    const note = MAKERS[name](moment);
    if (note) return { ...note, name };
  }
  return null;
}
