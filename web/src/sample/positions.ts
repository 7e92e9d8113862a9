/** Positions in a few words; `build.ts` makes views of them. */
import type { Card, Colour, Resource } from '../protocol/messages';

/** `T14/0/2` is a site, `T14/0` a part, `T14` a hideout. */
export interface Position {
  readonly players: readonly { colour: Colour; name: string; bot?: string; hand: number }[];
  readonly me: Colour | null;
  readonly round: number;
  readonly tiles: readonly (readonly [tile: string, q: number, r: number, rotation: number])[];
  readonly pioneers: Readonly<Partial<Record<Colour, string>>>;
  readonly buildings: Readonly<Record<string, 'fort' | Resource>>;
  readonly ships: Readonly<Partial<Record<Colour, string>>>;
  readonly exploration: readonly string[];
  readonly stack: number;
  readonly prices: Readonly<Record<Resource, number>>;
  readonly stock: Readonly<Record<Resource, number>>;
  readonly hand: readonly Card[];
}

export const MIDDLE: Position = {
  players: [
    { colour: 'red', name: 'Ana', hand: 6 },
    { colour: 'blue', name: 'Maëlle', hand: 9 },
    { colour: 'black', name: 'Tomás', hand: 4 },
    { colour: 'yellow', name: 'Pelican', bot: 'skilled', hand: 8 },
  ],
  me: 'blue',
  round: 9,
  tiles: [
    ['T12', 0, 0, 0],
    ['T18', 1, 0, 0],
    ['T14', 1, -1, 4],
    ['T20', 0, -1, 1],
    ['T17', 2, -1, 3],
    ['T09', 2, 0, 0],
    ['T05', -1, 0, 3],
    ['T11', -1, 1, 2],
    ['T10', 0, 1, 1],
    ['T04', 1, 1, 1],
    ['T08', -2, 1, 0],
    ['T03', 3, -1, 3],
  ],
  pioneers: {
    blue: 'T14/0/0 T14/0/2 T12/0/0 T05/0/2 T03/0/1',
    red: 'T17/0/1 T18/2/1 T12/2/0 T20/1/1 T20/0/1 T10/0/1',
    black: 'T04/1/1 T09/0/0 T09/1/0 T04/1/0 T11/0/1',
    yellow: 'T11/0/2 T08/0/3 T11/0/0 T08/0/1 T05/0/0',
  },
  buildings: { 'T14/0/2': 'fort', 'T10/0/1': 'ebony', 'T11/0/1': 'fort', 'T08/0/3': 'spice' },
  ships: {
    blue: 'T14/0 T12/0 T05/0 T10/0',
    red: 'T17/0 T18/2 T20/1 T10/0',
    black: 'T04/1 T09/0 T11/0 T18',
    yellow: 'T11/0 T08/0 T05/0 T20/0',
  },
  exploration: ['T02', 'T07', 'T16'],
  stack: 1,
  prices: { ebony: 1, spice: 1, pigment: 2, gold: 1 },
  stock: { ebony: 6, spice: 3, pigment: 4, gold: 2 },
  hand: ['ship', 'ship', 'ship', 'plantation', 'plantation', 'building', 'gold_mine', 'market', 'ruins'],
};

/** Two own ships at an island with a free construction site. */
export const BUILDING: Position = {
  ...MIDDLE,
  pioneers: { ...MIDDLE.pioneers, yellow: 'T11/0/2 T11/0/0 T08/0/1 T05/0/0' },
  buildings: { 'T14/0/2': 'fort', 'T10/0/1': 'ebony', 'T11/0/1': 'fort' },
  ships: { ...MIDDLE.ships, blue: 'T14/0 T12/0 T08/0 T12/1' },
};

/** Every card can be played. */
export const EVERYTHING: Position = {
  ...BUILDING,
  ships: { ...MIDDLE.ships, blue: 'T14/0 T14/0 T08/0 T12/1' },
};

/** Everybody's ship lies at one island. */
export const CROWDED: Position = {
  ...MIDDLE,
  players: [...MIDDLE.players, { colour: 'green', name: 'Heron', hand: 5 }],
  tiles: [['T14', 0, 0, 4]],
  pioneers: {},
  buildings: {},
  ships: { red: 'T14/0', blue: 'T14/0', black: 'T14/0', yellow: 'T14/0', green: 'T14/0' },
};

/** An island and a ship of one's own. */
export const HOME: Position = {
  ...CROWDED,
  pioneers: { blue: 'T14/0/0' },
  ships: { blue: 'T14/0' },
};

export const EARLY: Position = {
  players: [
    { colour: 'yellow', name: 'Pelican', bot: 'gentle', hand: 5 },
    { colour: 'blue', name: 'Maëlle', hand: 6 },
    { colour: 'red', name: 'Heron', bot: 'gentle', hand: 6 },
  ],
  me: 'blue',
  round: 3,
  tiles: MIDDLE.tiles.slice(0, 5).concat([
    ['T05', -1, 0, 3],
    ['T11', -1, 1, 2],
  ]),
  pioneers: { blue: 'T14/0/1 T12/0/0', yellow: 'T11/0/2 T12/1/0', red: 'T20/1/1' },
  buildings: {},
  ships: { blue: 'T14/0 T12/0', yellow: 'T11/0 T12/1', red: 'T20/1 T17/0' },
  exploration: ['T02', 'T07', 'T16'],
  stack: 2,
  prices: { ebony: 0, spice: 0, pigment: 1, gold: 0 },
  stock: { ebony: 1, spice: 0, pigment: 2, gold: 0 },
  hand: ['ship', 'ship', 'plantation', 'building', 'market', 'ruins'],
};

/** The same with a pirate off the person's island. */
export const PIRATE: Position = {
  ...EARLY,
  ships: { ...EARLY.ships, yellow: 'T11/0 T18' },
  hand: ['ship', 'plantation', 'plantation', 'building', 'gold_mine', 'market', 'ruins'],
};

/** A late game with five seats and all tiles on the board. */
export const LATE: Position = {
  players: [
    { colour: 'red', name: 'Annegret', hand: 6 },
    { colour: 'green', name: 'Jean-Christophe', hand: 11 },
    { colour: 'black', name: 'Tomás', hand: 4 },
    { colour: 'yellow', name: 'Pelikan', bot: 'expert', hand: 8 },
    { colour: 'blue', name: 'Maëlle', hand: 10 },
  ],
  me: 'blue',
  round: 14,
  tiles: [
    ['T03', 0, 0, 0],
    ['T04', -1, 0, 4],
    ['T09', 1, 0, 3],
    ['T19', 1, -1, 5],
    ['T05', 0, -1, 4],
    ['T14', -1, -1, 1],
    ['T11', -2, 0, 1],
    ['T18', -2, -1, 0],
    ['T01', 1, -2, 2],
    ['T13', 0, -2, 0],
    ['T17', -1, -2, 4],
    ['T02', -1, 1, 0],
    ['T15', 0, 1, 0],
    ['T16', -2, 1, 2],
    ['T06', 2, -2, 0],
    ['T20', -3, 1, 5],
    ['T12', 1, 1, 1],
    ['T07', 2, 0, 5],
    ['T08', 3, -1, 5],
    ['T10', 3, 0, 3],
  ],
  pioneers: {
    red: 'T03/0/0 T04/1/0 T15/0/0 T15/0/1 T17/0/2 T19/0/1 T01/0/1 T13/0/0 T01/1/0',
    green: 'T02/0/0 T12/2/0 T04/0/0 T04/0/1 T14/0/1 T11/0/0 T20/0/0 T05/0/1',
    black: 'T04/1/1 T02/0/2 T14/0/3 T18/1/0 T17/0/0 T05/0/2 T13/0/1 T08/0/1 T18/2/0',
    yellow: 'T14/0/0 T14/0/2 T11/0/2 T18/0/0 T17/0/1 T16/0/1 T05/0/0 T06/0/0',
    blue: 'T03/0/1 T09/0/0 T02/0/1 T15/0/2 T09/1/0 T19/0/0 T19/0/2 T07/0/1',
  },
  buildings: {
    'T02/0/1': 'fort',
    'T15/0/0': 'ebony',
    'T04/0/0': 'fort',
    'T14/0/2': 'pigment',
    'T18/1/0': 'fort',
  },
  ships: {
    red: 'T04/1 T15/0 T19/0 T01/0',
    green: 'T04/0 T20/0 T12/2 T05/0',
    black: 'T18/1 T02/0 T08/0 T13',
    yellow: 'T14/0 T11/0 T06/0 T07',
    blue: 'T09/0 T15/0 T19/0 T07/0',
  },
  exploration: [],
  stack: 0,
  prices: { ebony: 1, spice: 2, pigment: 2, gold: 2 },
  stock: { ebony: 12, spice: 10, pigment: 14, gold: 7 },
  hand: [
    'ship',
    'ship',
    'plantation',
    'plantation',
    'building',
    'gold_mine',
    'gold_mine',
    'market',
    'market',
    'ruins',
  ],
};

/** Four players in round 4, as bots played it. */
export const ROUND_FOUR: Position = {
  players: [
    { colour: 'red', name: 'Ana', hand: 11 },
    { colour: 'green', name: 'Maëlle', hand: 7 },
    { colour: 'black', name: 'Tomás', hand: 10 },
    { colour: 'yellow', name: 'Pelican', hand: 8 },
  ],
  me: 'green',
  round: 4,
  tiles: [
    ['T15', 0, 0, 0],
    ['T03', 1, 0, 0],
    ['T05', -1, 0, 0],
    ['T19', -1, 1, 0],
    ['T08', 0, 1, 0],
    ['T04', -2, 2, 5],
    ['T14', -2, 3, 1],
    ['T10', -3, 3, 0],
    ['T07', -4, 4, 4],
    ['T02', -2, 4, 0],
    ['T09', -4, 5, 1],
    ['T20', -5, 5, 4],
  ],
  pioneers: {
    black: 'T15/0/0 T07/0/0',
    red: 'T15/0/1 T05/0/2 T08/0/3 T10/1/0',
    green: 'T19/0/1 T04/0/1 T02/0/0',
    yellow: 'T07/1/0 T09/0/0 T20/0/0',
  },
  buildings: {
    'T15/0/0': 'spice',
    'T08/0/3': 'spice',
    'T07/1/0': 'spice',
  },
  ships: {
    red: 'T15/0 T15/0 T08/0 T10/0 T07/0',
    green: 'T03/0 T04/0 T04 T10/1 T02/0',
    black: 'T05/0 T14/0 T15/0 T10/1 T04/1',
    yellow: 'T19/0 T15/0 T09/0 T20/0',
  },
  exploration: ['T11', 'T16', 'T13'],
  stack: 1,
  prices: { ebony: 0, spice: 0, pigment: 0, gold: 0 },
  stock: { ebony: 0, spice: 3, pigment: 0, gold: 0 },
  hand: ['ship', 'ship', 'ship', 'plantation', 'plantation', 'gold_mine', 'building'],
};

/** An archipelago that runs north to south, played by bots that explore there. */
export const TALL: Position = {
  players: [
    { colour: 'red', name: 'Ana', hand: 9 },
    { colour: 'green', name: 'Maëlle', hand: 11 },
    { colour: 'black', name: 'Tomás', hand: 8 },
    { colour: 'yellow', name: 'Pelican', hand: 8 },
  ],
  me: 'green',
  round: 4,
  tiles: [
    ['T16', 0, 0, 0],
    ['T05', 0, 1, 4],
    ['T20', -1, 1, 4],
    ['T08', -1, 2, 1],
    ['T07', -2, 3, 2],
    ['T02', 1, 0, 0],
    ['T10', 1, -1, 1],
    ['T15', 0, -1, 0],
    ['T14', -1, 3, 2],
    ['T11', -3, 3, 0],
    ['T01', -2, 4, 5],
    ['T04', -3, 5, 2],
    ['T17', -4, 6, 2],
    ['T18', -5, 7, 1],
    ['T13', -3, 4, 4],
  ],
  pioneers: {
    black: 'T05/0/2 T10/1/0 T04/0/1',
    green: 'T20/0/0 T02/0/0',
    red: 'T07/0/0 T17/0/0',
    yellow: 'T15/0/1 T11/0/2',
  },
  buildings: {},
  ships: {
    green: 'T05/0 T02/0 T10/1 T20 T11/0',
    black: 'T20/1 T16/0 T10/1 T17/0',
    yellow: 'T16/0 T07/0 T01/1 T18/1 T16/0',
    red: 'T14/0 T04/1 T07/0 T04/0 T13/0',
  },
  exploration: ['T06'],
  stack: 0,
  prices: { ebony: 0, spice: 0, pigment: 0, gold: 0 },
  stock: { ebony: 0, spice: 3, pigment: 0, gold: 0 },
  hand: [
    'ship',
    'ship',
    'plantation',
    'gold_mine',
    'gold_mine',
    'gold_mine',
    'gold_mine',
    'building',
    'building',
    'building',
    'market',
  ],
};
