/** What the screens are made of: hand, market what-if, raids, board config, notes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { setLanguage } from '../i18n/index.svelte';
import { BUILDING, BUILDING_CHOICES } from '../sample/recorded/building';
import { LATE } from '../sample/recorded/late';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { PIRATE, PIRATE_CHOICES } from '../sample/recorded/pirate';
import { BIRDS, SAILORS } from '../lobby/start';
import * as ctrl from './ctrl';
import { fanPlaces, handGroups, heldCards } from './fan';
import { boardConfig, cellName } from './boardConfig';
import { ISLAND_NAMES, seatsAt, shipsOf } from './islands';
import { rises } from './market';
import { handLead, noteFor } from './notes';
import { islandText, pointedText } from './pointed';
import { hintTitle, promptWords } from './prompt';
import type { Event as GameEvent, Move, PartAt, ShipEvent } from '../protocol/messages';
import { logLines, nameAt, whyNot, withNotices } from './words';
import { said, spoken } from '../i18n/index.svelte';

beforeAll(() => setLanguage('en'));
const TURN = { ...MIDDLE, choices: MIDDLE_CHOICES };
const SURFACE = {
  night: false,
  reducedMotion: false,
  insets: { left: 0, right: 0, top: 0, bottom: 0 },
};

describe('the hand', () => {
  test('the topmost copy is played and those below it pay', () => {
    const world = MIDDLE;
    const cards = heldCards(world.view.hand, { ...ctrl.EMPTY, card: 'ship', paid: ['ship'] });
    expect(cards.slice(0, 3).map((c) => c.state)).toEqual(['free', 'paid', 'chosen']);
  });

  test('the fan stays within its width, however many cards', () => {
    const hand = { ship: 9, plantation: 6, gold_mine: 4, building: 5, ruins: 3, market: 4 };
    const cards = heldCards(hand, ctrl.EMPTY);
    expect(Math.max(...fanPlaces(cards, 700, 106, 36, 101)) + 106).toBeLessThanOrEqual(701);
    expect(fanPlaces(cards, 700, 106, 36, 101)).toHaveLength(31);
  });

  test('exactly the copies that were pressed are played and pay', () => {
    const hand = { ship: 4, plantation: 0, gold_mine: 0, building: 0, ruins: 0, market: 0 };
    const draft = { ...ctrl.EMPTY, card: 'ship' as const, paid: ['ship' as const] };
    const states = (pressed: Parameters<typeof heldCards>[2]): string[] =>
      heldCards(hand, draft, pressed).map((held) => held.state);
    expect(states({ played: 1, paid: ['ship0'] })).toEqual(['paid', 'chosen', 'free', 'free']);
    // A full tray lets the one pressed first go.
    expect(states({ played: 1, paid: ['ship0', 'ship3'] })).toEqual(['free', 'chosen', 'free', 'paid']);
    expect(states({ played: 9, paid: [] })).toEqual(['free', 'free', 'paid', 'chosen']);
  });

  test('on a phone every kind stays where it lies', () => {
    const { hand } = MIDDLE.view;
    const order = (draft: ctrl.Draft): string[] => handGroups(heldCards(hand, draft)).map((g) => g[0]!.card);
    const paying = order({ ...ctrl.EMPTY, card: 'market', paid: ['ruins'] });
    expect(paying).toEqual(order(ctrl.EMPTY));
  });
});

describe('market what-if', () => {
  test('a rise that costs is seen: one token goes, the rest is worth more', () => {
    const [ebony, , , gold] = rises(MIDDLE, TURN);
    expect(ebony).toMatchObject({ now: 2, then: 3, change: 3, eachTurn: 2 });
    expect(gold).toMatchObject({ now: 4, then: 5, change: -3, eachTurn: 0 });
  });

  test('behind screens only what rivals make is shown', () => {
    const [ebony] = rises(MIDDLE, TURN);
    expect(ebony!.rivals.map((r) => r.gain)).toEqual([1, 1, 1]);
  });
});

test('an island counts the ships of each seat at its shore', () => {
  const world = MIDDLE;
  const counted = world.view.islands.flatMap((island) =>
    seatsAt(island).map((seat) => shipsOf(island, seat)),
  );
  const lying = world.view.ships.filter((ship) => 'part' in ship);
  expect(counted.reduce((sum, ships) => sum + ships, 0)).toBe(lying.length);
  expect(shipsOf(world.view.islands[0]!, null)).toBe(0);
});

describe('the board', () => {
  test('shows piracy as it meets the person looking, and every raid to spectators', () => {
    const world = MIDDLE;
    const coasts = (me: number | null): (string | undefined)[] =>
      boardConfig({ world: { ...world, me } }, SURFACE).islands.map((i) => i.coast);
    expect(coasts(1)[0]).toBe('protected');
    expect(coasts(0)[0]).toBe('piracy');
    expect(coasts(null)[0]).toBe('piracy');
    expect(coasts(2)[0]).toBe('peace');
  });

  test('rings exactly the sites of the choices, with cost and reason', () => {
    const world = MIDDLE;
    const ground = { ...world, choices: MIDDLE_CHOICES };
    const draft = ctrl.pickCard(ground, ctrl.EMPTY, 'plantation');
    const { targets } = boardConfig({ world, ground, draft }, SURFACE);
    expect(targets).toHaveLength(8);
    expect(targets.some((t) => t.tag?.piracy && t.tag.cost === 3)).toBe(true);
    expect(targets[0]!.name).toBe('Ebony site on Cardamom, free, cost 2, protected by your fort');
  });

  test('has no targets while it is not the own turn', () => {
    const world = MIDDLE;
    const ground = { view: world.view, choices: null, tiles: world.tiles };
    expect(boardConfig({ world, ground }, SURFACE).targets).toEqual([]);
  });

  test('rings the last event that happened somewhere, until a card is taken up, or the event looked at', () => {
    const ground = { ...MIDDLE, choices: MIDDLE_CHOICES };
    const site = { tile: 'T10', part: 0, site: 1 };
    const events: GameEvent[] = [
      { type: 'ruins', seat: 0, site, drawn: 2, taken: [], paid: [] } as unknown as GameEvent,
      { type: 'market', seat: 0, resource: 'gold' },
    ];
    const shown = { world: MIDDLE, ground, events };
    expect(boardConfig(shown, SURFACE).last).toEqual([{ kind: 'site', at: site }]);
    const draft = { ...ctrl.EMPTY, card: 'ship' as const };
    expect(boardConfig({ ...shown, draft }, SURFACE).last).toEqual([]);
    expect(boardConfig({ ...shown, draft, spot: 0 }, SURFACE).last).toHaveLength(1);
    expect(boardConfig({ ...shown, spot: 1 }, SURFACE).last).toEqual([]);
  });

  test('rings the ship that moved, as long as it lies where it went', () => {
    const lying = MIDDLE.view.ships.find((ship) => 'part' in ship)! as PartAt & { seat: number };
    const { seat, ...to } = lying;
    const docked: ShipEvent = { type: 'ship', seat, from: 'reserve', to, explored: null, paid: [] };
    const last = (event: GameEvent): unknown => boardConfig({ world: MIDDLE, events: [event] }, SURFACE).last;
    expect(last(docked)).toEqual([{ kind: 'ship', at: lying }]);
    const explored = { tile: to.tile, cell: [0, 0] as const, rotation: 0, revealed: null };
    expect(last({ ...docked, explored })).toEqual([{ kind: 'ship', at: lying }]);
    const gone = { ...MIDDLE, view: { ...MIDDLE.view, ships: [] } };
    expect(boardConfig({ world: gone, events: [docked] }, SURFACE).last).toEqual([{ kind: 'coast', at: to }]);
  });

  test('one reads of oneself as You', () => {
    const me = MIDDLE.me!;
    const notices = [
      { after: 1, change: { type: 'proposed', proposal: 1, kind: 'end', seat: me, events: null } },
      { after: 1, change: { type: 'voted', proposal: 1, seat: me, agree: false } },
      { after: 1, change: { type: 'proposed', proposal: 2, kind: 'undo', seat: me, events: 0 } },
      { after: 1, change: { type: 'voted', proposal: 2, seat: me, agree: true } },
    ] as const;
    expect(withNotices(MIDDLE, [], notices).map(({ parts }) => spoken(parts))).toEqual([
      'You offer to end the game here, without a winner.',
      'You withdraw the request.',
      'You ask to take the last move back.',
      'You agree.',
    ]);
  });

  test('a hint to lay a tile shows it as it would lie, with the ship where it would dock', () => {
    const [tile] = MIDDLE.view.exploration;
    const hint: Move = { type: 'first_island', tile: tile!, cell: [3, -1], rotation: 2, part: 0 };
    const { hintedTile } = boardConfig({ world: MIDDLE, hint }, SURFACE);
    expect(hintedTile).toMatchObject({ tile: { id: tile }, cell: [3, -1], rotation: 2, dock: 0 });
  });

  test('a trading post shows the course from the plantation it copies', () => {
    const world = BUILDING;
    const ground = { ...world, choices: BUILDING_CHOICES };
    let draft = ctrl.pickSite(ground, ctrl.EMPTY, { tile: 'T08', part: 0, site: 3 });
    draft = ctrl.pickCopy(ground, draft, 'spice');
    expect(boardConfig({ world, ground, draft }, SURFACE).course?.from).toMatchObject({
      tile: 'T11',
      part: 0,
      site: 2,
    });
    expect(promptWords(world, ground, draft).title).toBe('Build a trading post on Lantern');
  });
});

test('the coach speaks at the first island; the first hand has its advice on the page', () => {
  const world = MIDDLE;
  const at = (choices: ctrl.Ground['choices']): string | undefined =>
    noteFor(
      { world, ground: { view: world.view, choices, tiles: world.tiles }, draft: ctrl.EMPTY, events: [] },
      [],
    )?.name;
  expect(handLead([])).toContain('keep them');
  expect([handLead(['island']), handLead(null)].join()).not.toContain('keep them');
  expect(at({ kind: 'first_island', seat: 0, tiles: {}, docks: [] })).toBe('island');
});

test('the coach warns of what rivals hoard, as the engine tells it', () => {
  const world = MIDDLE;
  const warned = (yours: boolean): string => {
    const choices = {
      ...MIDDLE_CHOICES,
      hoarded: [{ resource: 'ebony' as const, seats: [1, 2], yours }],
    };
    const ground = { view: world.view, choices, tiles: world.tiles };
    const note = noteFor({ world, ground, draft: ctrl.EMPTY, events: [] }, ['piracy']);
    expect(note?.name).toBe('hoard');
    return said(note!.text);
  };
  const names = [1, 2].map((seat) => world.setup.players[seat]!.name).join(' and ');
  expect(warned(true)).toBe(`${names} hoard ebony; if its price rises they gain, and so would you.`);
  expect(warned(false)).toContain('and you would not');
});

test('a coach note comes the first time an idea matters, and only once', () => {
  const world = PIRATE;
  const ground = { ...world, choices: PIRATE_CHOICES };
  const moment = { world, ground, draft: ctrl.EMPTY, events: [] };
  expect(noteFor(moment, [])?.name).toBe('piracy');
  expect(noteFor(moment, ['piracy'])).toBeNull();
  const draft = ctrl.pickSite(ground, ctrl.EMPTY, ground.choices.sites[0]!.site);
  expect(noteFor({ ...moment, draft }, ['piracy'])?.name).toBe('pay');
});

test('the log names the price of its own time', () => {
  const world = LATE;
  const lines = logLines(world, [
    { type: 'market', seat: 0, resource: 'spice' },
    { type: 'market', seat: 1, resource: 'spice' },
    { type: 'end_turn', seat: 1, produced: { spice: 2, gold: 1 }, drawn: 4, taken: [] },
  ]);
  expect(lines.map((line) => spoken(line.parts))).toEqual([
    'Annegret raises spice to 2.',
    'Jean-Christophe raises spice to 3.',
    'Jean-Christophe makes 2 spice and gold, draws 4.',
  ]);
});

test('the log tells what was asked and answered, also of moves that are gone', () => {
  const market = { type: 'market', seat: 0, resource: 'spice' } as const;
  const lines = withNotices(LATE, logLines(LATE, [market, { ...market, seat: 1 }]), [
    { after: 3, change: { type: 'proposed', proposal: 9, kind: 'undo', seat: 0, events: 1 } },
    { after: 3, change: { type: 'voted', proposal: 9, seat: 0, agree: false } },
    { after: 3, change: { type: 'proposed', proposal: 11, kind: 'undo', seat: 0, events: 1 } },
    { after: 3, change: { type: 'voted', proposal: 11, seat: 1, agree: true } },
    { after: 1, change: { type: 'undone', seat: 0, events: 1, agreed: true } },
  ]);
  expect(lines.map((line) => spoken(line.parts))).toEqual([
    'Annegret raises spice to 2.',
    'Annegret asks to take the last 2 moves back.',
    'Annegret withdraws the request.',
    'Annegret asks to take the last 2 moves back.',
    'Jean-Christophe agrees.',
    'All agreed: the moves are taken back.',
    'Jean-Christophe raises spice to 3.',
  ]);
});

describe('names', () => {
  test('nobody is called like an island', () => {
    const islands = new Set(ISLAND_NAMES.map((name) => name.toLowerCase()));
    expect([...BIRDS, ...SAILORS].filter((name) => islands.has(name.toLowerCase()))).toEqual([]);
    expect(BIRDS.filter((name) => SAILORS.includes(name))).toEqual([]);
  });
});

describe('words', () => {
  const world = MIDDLE;
  const ground = { ...world, choices: MIDDLE_CHOICES };
  const me = world.me!;

  test('own moves are told as yours, those of others by their names', () => {
    const events = [0, me].map((seat) => ({ type: 'market' as const, seat, resource: 'gold' as const }));
    const lines = logLines(world, events, Infinity, me).map((line) => spoken(line.parts));
    expect(lines).toEqual(['Ana raises gold to 4.', 'You raise gold to 5.']);
    expect(spoken(logLines(world, events)[1]!.parts)).toMatch(/^Maëlle raises/);
  });

  test('a tooltip names the island and what is free on it', () => {
    expect(islandText(world, 0)).toMatch(/^\w+: .*free/);
    expect(pointedText(world, ground, { kind: 'coast', at: world.view.islands[0]!.parts[0]! })).toMatch(
      /free/,
    );
  });

  test('the prompt offers only what there is', () => {
    const draft = { ...ctrl.EMPTY, card: 'ship' as const };
    const line = (ship: object): string => {
      const choices = { ...ground.choices, ship: { ...ground.choices.ship!, ...ship } };
      return promptWords(world, { ...ground, choices }, draft).line;
    };
    expect(line({})).toContain('tile');
    expect(line({ tiles: {} })).toBe('Choose a coast or a hideout. Another ship: in the list.');
    expect(line({ tiles: {}, hideouts: {} })).toBe('Choose a coast. Another ship: in the list.');
    expect(line({ hideouts: {} })).toBe('Choose a coast, or a tile to explore. Another ship: in the list.');
  });

  test('a reason why not names the island and the cost, for the site that lacks least', () => {
    const [near, far] = world.view.islands.slice(0, 2).map(({ parts }) => ({ ...parts[0]!, site: 0 }));
    const blocked = [
      { site: far!, card: 'gold_mine' as const, reason: 'ships' as const, need: 2, have: 0 },
      { site: near!, card: 'gold_mine' as const, reason: 'ships' as const, need: 2, have: 1 },
    ];
    const choices = { ...ground.choices, blocked, why_not: { gold_mine: 'ships' as const } };
    expect(whyNot(world, choices, 'gold_mine')).toBe(
      `Needs 2 of your ships at ${nameAt(world, near!)}, where you have 1, and at least 5 other cards`,
    );
  });

  test('an empty cell is told by the ways that lead to it', () => {
    const { cell } = Object.values(ground.choices.ship!.tiles)[0]![0]!;
    expect(cellName(world, cell, 2)).toMatch(/^Empty cell .*(east|west) of \w+.*, 2 rotations fit$/);
  });

  test('a tile is to be turned until it fits only while it does not', () => {
    const tile = Object.keys(ground.choices.ship!.tiles)[0]!;
    const { cell, rotations } = ground.choices.ship!.tiles[tile]![0]!;
    const laid = (rotation: number): string => {
      const ghost = { tile, cell, rotation, part: 0 };
      return promptWords(world, ground, { ...ctrl.EMPTY, card: 'ship', target: { kind: 'explore', ghost } })
        .line;
    };
    expect(laid(rotations[0]!)).not.toContain('until');
    const wrong = [0, 1, 2, 3, 4, 5].find((r) => !rotations.includes(r))!;
    expect(laid(wrong)).toBe('Turn it until every side agrees');
  });

  test('a hint names the cards to swap and the good that is copied', () => {
    const swap = { type: 'mulligan' as const, discarded: ['ruins' as const, 'market' as const] };
    expect(hintTitle(world, ground, swap)).toBe('Swap Ruins and Market');
    const site = { tile: 'T08', part: 0, site: 3 };
    const post = { type: 'building', site, building: 'trading_post', resource: 'spice', paid: [] } as unknown;
    expect(hintTitle(world, ground, post as Move)).toContain('copying spice');
  });
});
