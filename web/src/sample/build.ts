/** A position in a few words becomes a set-up and a view, as a server would send them. */
import {
  type Card,
  type CardCounts,
  type Colour,
  type Island,
  type ShipAt,
  type PartAt,
  type Pioneer,
  type SeatData,
  type Resource,
  type SetupData,
  type SiteAt,
  type ViewData,
  RESOURCES,
} from '../protocol/messages';
import { cellKey, partKey } from '../board/config';
import { NEIGHBOURS, partAt } from '../game/geometry';
import type { World } from '../game/world';
import type { Position } from './positions';
import { TILES } from './tiles';

const tiles = new Map(TILES.map((tile) => [tile.id, tile]));
const none = (): Record<Resource, number> => ({ ebony: 0, spice: 0, pigment: 0, gold: 0 });

function part(text: string): PartAt {
  const [tile = '', index = '0'] = text.split('/');
  return { tile, part: Number(index) };
}
function site(text: string): SiteAt {
  return { ...part(text), site: Number(text.split('/')[2]) };
}
const words = (text: string | undefined): string[] => (text ? text.split(' ') : []);

export function sampleSetup(position: Position): SetupData {
  return {
    rules: { version: 1, edition: 'en', max_rounds: 100, stocks: 'screened' },
    players: position.players.map(({ colour, name, bot }) =>
      bot ? { name, colour, kind: 'bot', bot } : { name, colour, kind: 'human' },
    ),
    tile_set: {
      name: 'sample',
      tiles: TILES.map((tile) => ({
        id: tile.id,
        hideout: tile.hideout,
        parts: tile.parts.map((p) => ({ sides: [...p.sides], sites: [...p.sites] })),
      })),
    },
    market: {
      ebony: [1, 2, 3, 4, 5],
      spice: [1, 2, 3, 4, 5],
      pigment: [1, 2, 3, 4, 5],
      gold: [3, 4, 5, 6, 7],
    },
  };
}

function sampleView(position: Position): ViewData {
  const seatOf = (colour: Colour): number => position.players.findIndex((p) => p.colour === colour);
  const pioneers = position.players.flatMap(({ colour }, seat) =>
    words(position.pioneers[colour]).map((text) => pioneer(position, seat, text)),
  );
  const ships = position.players.flatMap(({ colour }, seat) =>
    words(position.ships[colour]).map((text): ShipAt =>
      text.includes('/') ? { seat, ...part(text) } : { seat, tile: text, hideout: true },
    ),
  );
  const me = position.me === null ? null : seatOf(position.me);
  return {
    viewer: me,
    events: 0,
    phase: 'turns',
    round: position.round,
    to_move: me ?? 0,
    last_round: false,
    exploration: [...position.exploration],
    stack: position.stack,
    archipelago: position.tiles.map(([tile, q, r, rotation]) => ({ tile, cell: [q, r], rotation })),
    islands: islands(position, pioneers, ships),
    ships,
    pioneers,
    seats: position.players.map(({ hand }, seat) => seatView(position, seat, hand, me, pioneers, ships)),
    hand: me === null ? null : handOf(position.hand),
    pile: 40,
    discard: handOf([]),
    prices: { ...position.prices },
    markers: 8 - RESOURCES.reduce((sum, r) => sum + position.prices[r], 0),
    market_played: false,
    buildings: 10 - Object.keys(position.buildings).length,
    result: null,
  };
}

function pioneer(position: Position, seat: number, text: string): Pioneer {
  const built = position.buildings[text];
  const building = built === undefined ? null : built === 'fort' ? 'fort' : 'trading_post';
  return { seat, ...site(text), building, resource: built && built !== 'fort' ? built : null };
}

function handOf(cards: readonly Card[]): CardCounts {
  const hand = { ship: 0, plantation: 0, gold_mine: 0, building: 0, ruins: 0, market: 0 };
  for (const card of cards) hand[card] += 1;
  return hand;
}

const kindAt = (at: SiteAt): string => tiles.get(at.tile)!.parts[at.part]!.sites[at.site]!;

function seatView(
  position: Position,
  seat: number,
  hand: number,
  me: number | null,
  pioneers: readonly Pioneer[],
  ships: readonly ShipAt[],
): SeatData {
  const production = none();
  const mine = pioneers.filter((p) => p.seat === seat);
  for (const p of mine) {
    const made = p.building ? p.resource : kindAt(p);
    if (made && made in production) production[made as Resource] += 1;
  }
  const afloat = ships.filter((s) => s.seat === seat);
  const forts = mine.filter((p) => p.building === 'fort').length;
  return {
    hand,
    ships: 5 - afloat.length,
    pioneers: 10 - mine.length,
    production,
    stock: seat === me ? { ...position.stock } : null,
    draw: 3 + forts + afloat.filter((s) => !('hideout' in s)).length,
  };
}

/** Parts joined across tiles, oldest first. */
function islands(position: Position, pioneers: readonly Pioneer[], ships: readonly ShipAt[]): Island[] {
  const laid = new Map(position.tiles.map((t) => [cellKey([t[1], t[2]]), t]));
  const all: PartAt[] = position.tiles.flatMap(([tile]) =>
    tiles.get(tile)!.parts.map((_, index) => ({ tile, part: index })),
  );
  const order = all.map(partKey);
  const up = new Map(order.map((key) => [key, key]));
  const root = (key: string): string => (up.get(key) === key ? key : root(up.get(key)!));
  for (const [tile, q, r, rotation] of position.tiles)
    NEIGHBOURS.forEach(([dq, dr], side) => {
      const next = laid.get(cellKey([q + dq, r + dr]));
      if (!next) return;
      const a = partAt(tiles.get(tile)!, rotation, side);
      const b = partAt(tiles.get(next[0])!, next[3], (side + 3) % 6);
      if (a === null || b === null) return;
      const [x, y] = [root(`${tile}/${a}`), root(`${next[0]}/${b}`)];
      if (x !== y)
        up.set(order.indexOf(x) < order.indexOf(y) ? y : x, order.indexOf(x) < order.indexOf(y) ? x : y);
    });
  const roots = [...new Set(order.map(root))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return roots.map((key) =>
    island(
      position.players.length,
      order.indexOf(key),
      all.filter((p) => root(partKey(p)) === key),
      pioneers,
      ships,
    ),
  );
}

function island(
  seats: number,
  name: number,
  parts: PartAt[],
  pioneers: readonly Pioneer[],
  ships: readonly ShipAt[],
): Island {
  const keys = new Set(parts.map(partKey));
  const here = pioneers.filter((p) => keys.has(partKey(p)));
  const raiding = ships.filter((s) => 'hideout' in s && parts.some((p) => p.tile === s.tile));
  const worked = here.filter((p) => !p.building).map(kindAt);
  return {
    name,
    parts: parts.map((p) => ({ ...p })),
    ships: Array.from(
      { length: seats },
      (_, seat) => ships.filter((s) => s.seat === seat && 'part' in s && keys.has(partKey(s))).length,
    ),
    forts: [...new Set(here.filter((p) => p.building === 'fort').map((p) => p.seat))],
    raiders: [...new Set(raiding.map((s) => s.seat))],
    worked: (['ebony', 'spice', 'pigment'] as const).filter((r) => worked.includes(r)),
  };
}

export function sampleWorld(position: Position): World {
  const view = sampleView(position);
  return { setup: sampleSetup(position), view, tiles, me: view.viewer };
}
