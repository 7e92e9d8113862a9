/** Sample positions for the kit: a mid-game, a late game of five and what can be done in them. */
import type { BuildingKind, Colour, PartAt, Resource, SiteAt, SiteKind, Tile } from '../protocol/messages';
import {
  type BoardConfig,
  type Cell,
  type IslandOnBoard,
  type LaidTile,
  type SideMark,
  type SiteTarget,
  cellKey,
  emptyBoard,
  partKey,
  siteKey,
} from '../board/config';
import { neighbour } from '../board/hex';

const tile = (id: string, hideout: 0 | 1, ...parts: (readonly [number[], string])[]): Tile => ({
  id,
  hideout: hideout === 1,
  parts: parts.map(([sides, sites]) => ({ sides, sites: sites.split(' ') as SiteKind[] })),
});
export const SAMPLE_TILES: readonly Tile[] = [
  tile('T01', 1, [[0, 1], 'ebony gold'], [[3], 'ruins']),
  tile('T02', 0, [[0, 2, 4], 'spice construction pigment']),
  tile('T03', 0, [[0, 3], 'ebony pigment'], [[], 'spice']),
  tile('T04', 1, [[0], 'construction spice'], [[2, 3], 'gold ebony']),
  tile('T05', 0, [[0, 1, 2], 'ebony ebony spice']),
  tile('T06', 0, [[0, 2], 'pigment gold'], [[4], 'spice']),
  tile('T07', 1, [[0, 1], 'spice pigment'], [[3, 4], 'construction']),
  tile('T08', 0, [[0, 1, 3], 'ebony pigment ruins construction']),
  tile('T09', 0, [[0, 3], 'spice gold'], [[1], 'pigment']),
  tile('T10', 1, [[0, 5], 'ebony construction'], [[2], 'spice pigment']),
  tile('T11', 0, [[0, 1, 3, 4], 'gold construction spice']),
  tile('T12', 0, [[0], 'ebony'], [[2], 'pigment'], [[4], 'spice']),
  tile('T13', 1, [[0, 1], 'pigment ruins'], [[3], 'spice']),
  tile('T14', 0, [[0, 1, 2, 3], 'ebony pigment construction gold']),
  tile('T15', 0, [[0, 3], 'construction spice ebony']),
  tile('T16', 1, [[1, 2], 'gold pigment'], [[], 'ebony ruins']),
  tile('T17', 0, [[0, 2, 3], 'spice gold pigment']),
  tile('T18', 1, [[0], 'ruins'], [[1], 'construction'], [[3, 4], 'ebony pigment']),
  tile('T19', 0, [[0, 2, 4], 'ebony spice gold']),
  tile('T20', 1, [[0, 1], 'spice ruins'], [[3], 'gold pigment']),
];
const BY_ID = new Map(SAMPLE_TILES.map((t) => [t.id, t]));

interface Sample {
  readonly tiles: string;
  readonly pioneers: Partial<Record<Colour, string>>;
  readonly buildings: Readonly<Record<string, readonly [BuildingKind, Resource?]>>;
  readonly ships: Partial<Record<Colour, string>>;
  readonly pirates: Readonly<Record<string, Colour>>;
}
const MID: Sample = {
  tiles:
    'T12 0 0 0,T18 1 0 0,T14 1 -1 4,T20 0 -1 1,T17 2 -1 3,T09 2 0 0,T05 -1 0 3,T11 -1 1 2,T10 0 1 1,T04 1 1 1,T08 -2 1 0,T03 3 -1 3',
  pioneers: {
    blue: 'T14/0/0 T14/0/2 T12/0/0 T05/0/2 T03/0/1',
    red: 'T17/0/1 T18/2/1 T12/2/0 T20/1/1 T20/0/1 T10/0/1',
    black: 'T04/1/1 T09/0/0 T09/1/0 T04/1/0 T11/0/1',
    yellow: 'T11/0/2 T08/0/3 T11/0/0 T08/0/1 T05/0/0',
  },
  buildings: {
    'T14/0/2': ['fort'],
    'T10/0/1': ['trading_post', 'ebony'],
    'T11/0/1': ['fort'],
    'T08/0/3': ['trading_post', 'spice'],
  },
  ships: {
    blue: 'T14/0 T12/0 T05/0 T10/0',
    red: 'T17/0 T18/2 T20/1 T10/0',
    black: 'T04/1 T09/0 T11/0',
    yellow: 'T11/0 T08/0 T05/0 T20/0',
  },
  pirates: { T18: 'black' },
};
const LATE: Sample = {
  tiles:
    'T03 0 0 0,T04 -1 0 4,T09 1 0 3,T19 1 -1 5,T05 0 -1 4,T14 -1 -1 1,T11 -2 0 1,T18 -2 -1 0,T01 1 -2 2,T13 0 -2 0,T17 -1 -2 4,T02 -1 1 0,T15 0 1 0,T16 -2 1 2,T06 2 -2 0,T20 -3 1 5,T12 1 1 1,T07 2 0 5,T08 3 -1 5,T10 3 0 3',
  pioneers: {
    red: 'T03/0/0 T04/1/0 T15/0/0 T15/0/1 T17/0/2 T19/0/1 T01/0/1 T13/0/0 T01/1/0',
    green: 'T02/0/0 T12/2/0 T04/0/0 T04/0/1 T14/0/1 T11/0/0 T20/0/0 T05/0/1',
    black: 'T04/1/1 T02/0/2 T14/0/3 T18/1/0 T17/0/0 T05/0/2 T13/0/1 T08/0/1 T18/2/0',
    yellow: 'T14/0/0 T14/0/2 T11/0/2 T18/0/0 T17/0/1 T16/0/1 T05/0/0 T06/0/0',
    blue: 'T03/0/1 T09/0/0 T02/0/1 T15/0/2 T09/1/0 T19/0/0 T19/0/2 T07/0/1',
  },
  buildings: {
    'T02/0/1': ['fort'],
    'T15/0/0': ['trading_post', 'ebony'],
    'T04/0/0': ['fort'],
    'T14/0/2': ['trading_post', 'pigment'],
    'T18/1/0': ['fort'],
  },
  ships: {
    red: 'T04/1 T15/0 T19/0 T01/0',
    green: 'T04/0 T20/0 T12/2 T05/0',
    black: 'T18/1 T02/0 T08/0',
    yellow: 'T14/0 T11/0 T06/0',
    blue: 'T09/0 T15/0 T19/0 T07/0',
  },
  pirates: { T07: 'yellow', T13: 'black' },
};
const ISLES =
  'Cardamom Lantern Heron Saltmark Halcyon Tern Gannet Osprey Mote Petrel Vesper Sorrel Kestrel Fathom Anise Quill Marl Larkspur Ember Curlew Dunlin Brine Saffron Thistle'.split(
    ' ',
  );

const sided = (t: LaidTile, k: number): number =>
  t.tile.parts.findIndex((p) => p.sides.includes((((k - t.rotation) % 6) + 6) % 6));
/** Connected parts, oldest first. */
function islandsOf(tiles: readonly LaidTile[]): PartAt[][] {
  const at = new Map(tiles.map((t) => [cellKey(t.cell), t]));
  const seen = new Set<string>();
  const spread = (ref: PartAt, into: PartAt[]): PartAt[] => {
    if (seen.has(partKey(ref))) return into;
    seen.add(partKey(ref));
    into.push(ref);
    const laid = tiles.find((t) => t.tile.id === ref.tile)!;
    for (let k = 0; k < 6; k++) {
      const next = at.get(cellKey(neighbour(laid.cell, k)));
      if (!next || sided(laid, k) !== ref.part) continue;
      const part = sided(next, (k + 3) % 6);
      if (part >= 0) spread({ tile: next.tile.id, part }, into);
    }
    return into;
  };
  return tiles
    .flatMap((t) => t.tile.parts.map((_, part) => spread({ tile: t.tile.id, part }, [])))
    .filter((i) => i.length);
}
const part = (text: string): PartAt => {
  const [t, p] = text.split('/');
  return { tile: t!, part: Number(p) };
};
const site = (text: string): SiteAt => ({ ...part(text), site: Number(text.split('/')[2]) });
const words = (byColour: Partial<Record<Colour, string>>): [Colour, string][] =>
  (Object.entries(byColour) as [Colour, string][]).flatMap(([c, list]) =>
    list.split(' ').map((w): [Colour, string] => [c, w]),
  );

const ME: Colour = 'blue';
function position(sample: Sample): BoardConfig {
  const tiles = sample.tiles.split(',').map((text): LaidTile => {
    const [id, q, r, rotation] = text.split(' ');
    return { tile: BY_ID.get(id!)!, cell: [Number(q), Number(r)], rotation: Number(rotation) };
  });
  const forts = words(sample.pioneers)
    .filter(([c, s]) => c === ME && sample.buildings[s]?.[0] === 'fort')
    .map(([, s]) => partKey(site(s)));
  const islands = islandsOf(tiles).map((parts, i): IslandOnBoard => {
    const attacked = parts.some((p) => p.tile in sample.pirates);
    const safe = parts.some((p) => forts.includes(partKey(p)));
    return { name: ISLES[i]!, parts, coast: !attacked ? 'peace' : safe ? 'protected' : 'piracy' };
  });
  return {
    ...emptyBoard({ board: 'The archipelago', targets: 'Where you can play', overview: 'Overview' }),
    tiles,
    islands,
    ships: [
      ...words(sample.ships).map(([colour, at]) => ({ colour, at: part(at), name: `${colour} ship` })),
      ...Object.entries(sample.pirates).map(([id, colour]) => ({
        colour,
        at: { tile: id, hideout: true } as const,
      })),
    ],
    pioneers: words(sample.pioneers).map(([colour, at]) => ({
      colour,
      at: site(at),
      building: sample.buildings[at]?.[0] ?? null,
      resource: sample.buildings[at]?.[1] ?? null,
    })),
  };
}
/** Free sites of some kinds on islands where the own ships lie. */
function siteTargets(config: BoardConfig, kinds: readonly SiteKind[], need: number): SiteTarget[] {
  const taken = new Set(config.pioneers.map((p) => siteKey(p.at)));
  return config.islands.flatMap((island) => {
    const keys = new Set(island.parts.map(partKey));
    const mine = config.ships.filter((s) => s.colour === ME && 'part' in s.at && keys.has(partKey(s.at)));
    if (mine.length < need) return [];
    return island.parts.flatMap((p) =>
      BY_ID.get(p.tile)!.parts[p.part]!.sites.flatMap((kind, i): SiteTarget[] => {
        const at = { ...p, site: i };
        if (!kinds.includes(kind) || taken.has(siteKey(at))) return [];
        const piracy = island.coast === 'piracy';
        const tag = { cost: piracy ? 3 : 2, piracy, fort: island.coast === 'protected' };
        return [{ at, name: `${kind} site on ${island.name}, free, cost ${tag.cost}`, tag }];
      }),
    );
  });
}
const land = (t: Tile, rotation: number, k: number): boolean =>
  t.parts.some((p) => p.sides.includes((((k - rotation) % 6) + 6) % 6));
function marks(config: BoardConfig, t: Tile, cell: Cell, rotation: number): SideMark[] {
  const at = new Map(config.tiles.map((l) => [cellKey(l.cell), l]));
  return Array.from({ length: 6 }, (_, k) => {
    const next = at.get(cellKey(neighbour(cell, k)));
    if (!next) return null;
    const own = land(t, rotation, k);
    return own === land(next.tile, next.rotation, (k + 3) % 6) ? (own ? 'land' : 'sea') : 'clash';
  });
}
const fitsAt = (config: BoardConfig, t: Tile, cell: Cell): boolean[] =>
  Array.from({ length: 6 }, (_, r) => {
    const m = marks(config, t, cell, r);
    return m.includes('land') && !m.includes('clash');
  });
/** The tile held over a cell, with all cells it would fit. */
export function explore(
  config: BoardConfig,
  t: Tile,
  cell: Cell,
  rotation: number,
  dock: number | null,
): BoardConfig {
  const laid = new Set(config.tiles.map((l) => cellKey(l.cell)));
  const around = new Map(
    config.tiles
      .flatMap((l) => [0, 1, 2, 3, 4, 5].map((k) => neighbour(l.cell, k)))
      .map((c) => [cellKey(c), c]),
  );
  const cells = [...around.values()].filter(
    (c) => !laid.has(cellKey(c)) && fitsAt(config, t, c).includes(true),
  );
  return {
    ...config,
    targets: {
      ...config.targets,
      cells: cells.map((c) => ({ cell: c, name: `Empty cell ${c[0]}, ${c[1]}` })),
    },
    ghost: {
      name: 'Tile to be laid. Press to turn it.',
      turnLeft: 'Turn left',
      turnRight: 'Turn right',
      tile: t,
      cell,
      rotation,
      sides: marks(config, t, cell, rotation),
      fits: fitsAt(config, t, cell),
      docks: t.parts.map((_, p) => ({ part: p, name: `Dock at part ${p + 1}` })),
      dock,
      colour: ME,
    },
  };
}

const mid = position(MID);
const late = position(LATE);
const planting = (config: BoardConfig, chosen: string, last: BoardConfig['last'] = []): BoardConfig => ({
  ...config,
  dimOthers: true,
  targets: { ...config.targets, sites: siteTargets(config, ['ebony', 'spice', 'pigment'], 1) },
  chosen: { site: site(chosen) },
  ready: { at: site(chosen), colour: ME, kind: 'pioneer' },
  last,
});
const docking = (config: BoardConfig): BoardConfig => ({
  ...config,
  targets: {
    ...config.targets,
    coasts: config.islands
      .slice(0, 5)
      .map((i) => ({ at: i.parts[0]!, parts: i.parts, name: `Dock at ${i.name}` })),
    ships: config.ships.flatMap((s, index) =>
      s.colour === ME ? [{ index, name: `Your ship ${index + 1}` }] : [],
    ),
  },
  chosen: { coast: config.islands[2]!.parts[0]!, ship: 0 },
  ready: { at: config.islands[2]!.parts[0]!, colour: ME, kind: 'ship' },
});
const raiding = (config: BoardConfig): BoardConfig => {
  const raided = config.islands.map((i) =>
    i.parts.some((p) => p.tile === 'T10') ? { ...i, raided: ME, coast: 'peace' as const } : { ...i },
  );
  return {
    ...config,
    islands: raided,
    targets: {
      ...config.targets,
      hideouts: ['T20', 'T10', 'T04'].map((id) => ({
        at: { tile: id, hideout: true },
        name: `Free hideout on ${id}`,
      })),
    },
    chosen: { hideout: { tile: 'T10', hideout: true } },
    ready: { at: { tile: 'T10', hideout: true }, colour: ME, kind: 'ship' },
  };
};
const building = (config: BoardConfig): BoardConfig => {
  const bare = { ...config, pioneers: config.pioneers.filter((p) => siteKey(p.at) !== 'T08/0/3') };
  return {
    ...bare,
    dimOthers: true,
    targets: {
      ...bare.targets,
      sites: [{ at: site('T08/0/3'), name: 'Construction site on Lantern, cost 2', tag: { cost: 2 } }],
    },
    chosen: { site: site('T08/0/3') },
    ready: { at: site('T08/0/3'), colour: ME, kind: 'trading_post', resource: 'spice' },
    course: { from: site('T11/0/2'), to: site('T08/0/3') },
  };
};
const crowd = (config: BoardConfig): BoardConfig => ({
  ...config,
  ships: [
    ...config.ships,
    ...(['red', 'green', 'black', 'yellow', 'blue'] as const).flatMap((colour) =>
      Array.from({ length: 3 }, () => ({ colour, at: part('T12/0') })),
    ),
  ],
  last: [{ site: site('T10/0/1') }],
  hint: { site: site('T17/0/2') },
});

export const POSITIONS = {
  table: planting(mid, 'T17/0/2', [{ site: site('T10/0/1') }]),
  idle: mid,
  explore: explore(mid, BY_ID.get('T02')!, [3, 0], 1, 0),
  dock: docking(mid),
  hideout: raiding(mid),
  building: building(mid),
  five: planting(late, 'T07/0/0'),
  crowd: crowd(mid),
  empty: emptyBoard({ board: 'The archipelago', targets: 'Where you can play', overview: 'Overview' }),
} as const satisfies Record<string, BoardConfig>;
export type PositionName = keyof typeof POSITIONS;
