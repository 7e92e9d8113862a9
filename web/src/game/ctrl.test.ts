/** The grammar card → target → payment → confirm, on positions recorded from the engine. */
import { describe, expect, test } from 'vitest';
import { BUILDING, BUILDING_CHOICES } from '../sample/recorded/building';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import * as ctrl from './ctrl';
import type { Draft, Ground } from './ctrl';
import type { Card, SiteAt, TurnChoices } from '../protocol/messages';

const groundOf = (): Ground => ({ ...MIDDLE, choices: MIDDLE_CHOICES });
const toBuild = (): Ground => ({ ...BUILDING, choices: BUILDING_CHOICES });
const PIGMENT: SiteAt = { tile: 'T17', part: 0, site: 2 }; // Cardamom, own fort protects: cost 2
const RAIDED: SiteAt = { tile: 'T10', part: 0, site: 0 }; // Halcyon, under piracy: cost 3
const BUILD_AT: SiteAt = { tile: 'T08', part: 0, site: 3 }; // Lantern, spice and pigment are worked

function pays(ground: Ground, draft: Draft, ...cards: Parameters<typeof ctrl.pay>[2][]): Draft {
  return cards.reduce((d, card) => ctrl.pay(ground, d, card), draft);
}

describe('choosing a card', () => {
  test('a playable card is chosen, and chosen again it goes back', () => {
    const ground = groundOf();
    const draft = ctrl.pickCard(ground, ctrl.EMPTY, 'plantation');
    expect(draft.card).toBe('plantation');
    expect(ctrl.pickCard(ground, draft, 'plantation')).toEqual(ctrl.EMPTY);
  });

  test('a card without a use now cannot be chosen', () => {
    const ground = groundOf();
    expect(ctrl.isPlayable(ground, 'building')).toBe(false);
    expect(ctrl.pickCard(ground, ctrl.EMPTY, 'building')).toBe(ctrl.EMPTY);
  });

  test('nothing can be chosen while it is not the own turn', () => {
    const ground = { ...groundOf(), choices: null };
    expect(ctrl.pickCard(ground, ctrl.EMPTY, 'ship')).toBe(ctrl.EMPTY);
    expect(ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT)).toBe(ctrl.EMPTY);
  });

  test('a card with one possible target takes it at once', () => {
    const ground = groundOf();
    const draft = ctrl.pickCard(ground, ctrl.EMPTY, 'gold_mine');
    expect(ctrl.siteChoices(ground, 'gold_mine')).toHaveLength(1);
    expect(draft.target?.kind).toBe('site');
  });

  test('another card starts again', () => {
    const ground = groundOf();
    const draft = pays(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT), 'ship');
    expect(ctrl.pickCard(ground, draft, 'ship').paid).toEqual([]);
  });
});

describe('sites', () => {
  test('a site chosen without a card brings its card along', () => {
    const draft = ctrl.pickSite(groundOf(), ctrl.EMPTY, PIGMENT);
    expect(draft.card).toBe('plantation');
  });

  test('a site that is not in the choices cannot be chosen', () => {
    const draft = ctrl.pickCard(groundOf(), ctrl.EMPTY, 'plantation');
    expect(ctrl.pickSite(groundOf(), draft, { tile: 'T09', part: 0, site: 1 })).toBe(draft);
  });

  test('the move is ready only when the cost is paid', () => {
    const ground = groundOf();
    let draft = ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT);
    expect(ctrl.missing(ground, draft)).toBe(2);
    expect(ctrl.moveOf(ground, draft)).toBeNull();
    draft = pays(ground, draft, 'building', 'ruins');
    expect(ctrl.moveOf(ground, draft)).toEqual({
      type: 'plantation',
      site: PIGMENT,
      paid: ['building', 'ruins'],
    });
  });

  test('the tray grows with a dearer target and drops its last card with a cheaper one', () => {
    const ground = groundOf();
    let draft = ctrl.pickSite(ground, ctrl.EMPTY, RAIDED);
    expect(ctrl.cost(ground, draft)).toBe(3);
    draft = pays(ground, draft, 'building', 'ruins', 'ship');
    draft = ctrl.pickSite(ground, draft, PIGMENT);
    expect(draft.paid).toEqual(['building', 'ruins']);
    draft = ctrl.pickSite(ground, draft, RAIDED);
    expect(ctrl.missing(ground, draft)).toBe(1);
  });

  test('payment may come before the target', () => {
    const ground = groundOf();
    let draft = pays(ground, ctrl.pickCard(ground, ctrl.EMPTY, 'plantation'), 'ruins', 'ship');
    draft = ctrl.pickSite(ground, draft, PIGMENT);
    expect(ctrl.isReady(ground, draft)).toBe(true);
  });
});

describe('payment', () => {
  test('the played card cannot pay for itself', () => {
    const ground = groundOf();
    const draft = ctrl.pickCard(ground, ctrl.EMPTY, 'gold_mine');
    expect(ctrl.spare(ground, draft).gold_mine).toBe(0);
    expect(ctrl.pay(ground, draft, 'gold_mine').paid).toEqual([]);
  });

  test('no more cards of a kind can pay than are in hand', () => {
    const ground = groundOf();
    const draft = pays(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT), 'plantation', 'plantation');
    expect(draft.paid).toEqual(['plantation']);
  });

  test('a full tray lets its oldest card go', () => {
    const ground = groundOf();
    const draft = pays(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT), 'ruins', 'building', 'ship');
    expect(draft.paid).toEqual(['building', 'ship']);
  });

  test('a paid card can be taken back', () => {
    const ground = groundOf();
    const draft = pays(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT), 'ruins', 'building');
    expect(ctrl.unpay(draft, 'ruins').paid).toEqual(['building']);
    expect(ctrl.unpay(draft, 'market')).toBe(draft);
  });

  /** What the engine suggests for a plantation is handed in: the client works nothing out. */
  function advised(cards: readonly Card[], unplayable: number, nextTurn: number, spare = 0): ctrl.Ground {
    const ground = groundOf();
    const payment = { cards: [...cards], unplayable, spare, next_turn: nextTurn };
    const choices = { ...(ground.choices as TurnChoices), payments: { plantation: payment } };
    return { ...ground, choices };
  }

  test('the suggestion is the order of the engine, after what is chosen by hand', () => {
    const ground = advised(['ruins', 'ship', 'market'], 1, 1);
    const draft = pays(ground, ctrl.pickSite(ground, ctrl.EMPTY, RAIDED), 'market');
    const filled = ctrl.suggest(ground, draft);
    expect(filled.paid).toEqual(['market', 'ruins', 'ship']);
    expect(ctrl.isReady(ground, filled)).toBe(true);
  });

  test('a suggested payment says what it gives up, another one nothing', () => {
    const paid = (unplayable: number, nextTurn: number, spare = 0): ctrl.GivesUp | null => {
      const ground = advised(['ruins', 'ship', 'market'], unplayable, nextTurn, spare);
      return ctrl.givesUp(ground, ctrl.suggest(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT)));
    };
    expect([paid(2, 0), paid(1, 1), paid(0, 1)]).toEqual(['nothing', 'next_turn', 'this_turn']);
    expect([paid(1, 0, 1), paid(0, 1, 1)]).toEqual(['spare', 'next_turn']);
    const ground = advised(['ruins', 'ship'], 2, 0);
    const own = pays(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT), 'ship', 'ship');
    expect(ctrl.givesUp(ground, own)).toBeNull();
  });
});

describe('ships', () => {
  test('the reserve is taken first, another ship may be taken instead', () => {
    const ground = groundOf();
    const draft = ctrl.pickCard(ground, ctrl.EMPTY, 'ship');
    expect(draft.from).toBe('reserve');
    expect(ctrl.pickOrigin(ground, draft, { tile: 'T05', part: 0 }).from).toEqual({ tile: 'T12', part: 2 });
  });

  test('any part of its island names a ship', () => {
    const ground = groundOf();
    const draft = ctrl.pickOrigin(ground, ctrl.EMPTY, { tile: 'T20', part: 0 });
    expect(draft.from).toEqual({ tile: 'T12', part: 2 });
  });

  test('a ship is not offered the island it lies at', () => {
    const ground = groundOf();
    const draft = ctrl.pickOrigin(ground, ctrl.EMPTY, { tile: 'T05', part: 0 });
    const names = ctrl.docks(ground, draft).map((part) => ctrl.islandOf(ground.view, part));
    expect(names).not.toContain(ctrl.islandOf(ground.view, { tile: 'T05', part: 0 }));
    expect(ctrl.docks(ground, { ...draft, from: 'reserve' }).length).toBe(names.length + 1);
  });

  test('taking up a ship lets go the coast it already lies at', () => {
    const ground = groundOf();
    let draft = ctrl.pickCard(ground, ctrl.EMPTY, 'ship');
    draft = ctrl.pickCoast(ground, draft, { tile: 'T20', part: 0 });
    expect(draft.target?.kind).toBe('dock');
    expect(ctrl.pickOrigin(ground, draft, { tile: 'T05', part: 0 }).target).toBeNull();
  });

  test('docking names a part that the choices name, whichever part was clicked', () => {
    const ground = groundOf();
    const draft = pays(ground, ctrl.pickCoast(ground, ctrl.EMPTY, { tile: 'T08', part: 0 }), 'market');
    expect(ctrl.moveOf(ground, draft)).toEqual({
      type: 'ship',
      from: 'reserve',
      to: { tile: 'T12', part: 1 },
      explored: null,
      paid: ['market'],
    });
  });

  test('a taken hideout cannot be chosen, a free one can', () => {
    const ground = groundOf();
    expect(ctrl.pickHideout(ground, ctrl.EMPTY, 'T18')).toBe(ctrl.EMPTY);
    const draft = pays(ground, ctrl.pickHideout(ground, ctrl.EMPTY, 'T10'), 'market');
    expect(ctrl.moveOf(ground, draft)).toMatchObject({ to: { tile: 'T10', hideout: true }, explored: null });
  });
});

describe('exploring', () => {
  function ghosted(): [Ground, Draft] {
    const ground = groundOf();
    const draft = ctrl.pickTile(ground, ctrl.EMPTY, 'T02');
    return [ground, ctrl.pickCell(ground, draft, ctrl.fits(ground, 'T02')[0]!.cell)];
  }

  test('a tile taken up shows its places and needs a cell', () => {
    const ground = groundOf();
    const draft = ctrl.pickTile(ground, ctrl.EMPTY, 'T02');
    expect(draft.card).toBe('ship');
    expect(ctrl.isTargetReady(ground, draft)).toBe(false);
    expect(ctrl.pickTile(ground, draft, 'T02').target).toBeNull();
  });

  test('the ghost lies in a rotation that fits', () => {
    const [ground, draft] = ghosted();
    expect(draft.target?.kind === 'explore' && ctrl.ghostFits(ground, draft.target.ghost)).toBe(true);
  });

  test('turning skips rotations that do not fit, with Shift it goes through all', () => {
    const [ground, draft] = ghosted();
    const ghost = draft.target?.kind === 'explore' ? draft.target.ghost : null;
    const allowed = ctrl.rotationsAt(ground, ghost!);
    const turned = ctrl.turnGhost(ground, draft, 1);
    expect(turned.target?.kind === 'explore' && allowed.includes(turned.target.ghost.rotation)).toBe(true);
    const all = ctrl.turnGhost(ground, draft, 1, true);
    expect(all.target?.kind === 'explore' && all.target.ghost.rotation).toBe((ghost!.rotation + 1) % 6);
  });

  test('a rotation that does not fit cannot be confirmed', () => {
    const [ground, draft] = ghosted();
    const ghost = draft.target?.kind === 'explore' ? draft.target.ghost : null;
    const bad = [0, 1, 2, 3, 4, 5].find((r) => !ctrl.rotationsAt(ground, ghost!).includes(r))!;
    const paid = pays(ground, ctrl.setRotation(draft, bad), 'market');
    expect(ctrl.moveOf(ground, paid)).toBeNull();
  });

  test('a cell where it fits nowhere cannot be chosen', () => {
    const [ground, draft] = ghosted();
    expect(ctrl.pickCell(ground, draft, [9, 9])).toBe(draft);
  });

  test('the ship docks at a part of the new tile', () => {
    const [ground, draft] = ghosted();
    const move = ctrl.moveOf(ground, pays(ground, draft, 'market'));
    expect(move).toMatchObject({ type: 'ship', to: { tile: 'T02', part: 0 }, explored: { tile: 'T02' } });
    expect(ctrl.pickPart(ground, draft, 5)).toBe(draft);
  });

  test('it warns while the stack still has a tile to turn up', () => {
    const [ground, draft] = ghosted();
    expect(ctrl.reveals(ground, draft)).toBe(true);
    expect(ctrl.reveals({ ...ground, view: { ...ground.view, stack: 0 } }, draft)).toBe(false);
  });
});

describe('buildings', () => {
  test('fort or trading post is asked; with several goods none is chosen beforehand', () => {
    const ground = toBuild();
    let draft = ctrl.pickSite(ground, ctrl.EMPTY, BUILD_AT);
    expect(draft.building).toBeNull();
    draft = ctrl.pickBuilding(ground, draft, 'trading_post');
    expect(draft.resource).toBeNull();
    expect(ctrl.isTargetReady(ground, draft)).toBe(false);
    draft = ctrl.pickCopy(ground, draft, 'spice');
    expect(ctrl.moveOf(ground, ctrl.suggest(ground, draft))).toMatchObject({
      type: 'building',
      building: 'trading_post',
      resource: 'spice',
    });
  });

  test('with one copyable good it is chosen already', () => {
    const ground = toBuild();
    const choices = ground.choices as Extract<Ground['choices'], { kind: 'turn' }>;
    const one = {
      ...choices,
      sites: choices.sites.map((s) => (s.copies ? { ...s, copies: ['spice' as const] } : s)),
    };
    const draft = ctrl.pickSite({ ...ground, choices: one }, ctrl.EMPTY, BUILD_AT);
    expect(ctrl.pickBuilding({ ...ground, choices: one }, draft, 'trading_post').resource).toBe('spice');
  });

  test('with nothing to copy it is a fort', () => {
    const ground = toBuild();
    const choices = ground.choices as Extract<Ground['choices'], { kind: 'turn' }>;
    const bare = { ...choices, sites: choices.sites.map((s) => (s.copies ? { ...s, copies: [] } : s)) };
    const draft = ctrl.pickSite({ ...ground, choices: bare }, ctrl.EMPTY, BUILD_AT);
    expect(draft.building).toBe('fort');
    expect(ctrl.pickBuilding({ ...ground, choices: bare }, draft, 'trading_post')).toBe(draft);
  });

  test('a good nobody works cannot be copied, and a fort copies nothing', () => {
    const ground = toBuild();
    const draft = ctrl.pickSite(ground, ctrl.EMPTY, BUILD_AT);
    expect(ctrl.pickCopy(ground, draft, 'ebony')).toBe(draft);
    const fort = ctrl.suggest(ground, ctrl.pickBuilding(ground, draft, 'fort'));
    expect(ctrl.moveOf(ground, fort)).toMatchObject({ building: 'fort', resource: null });
  });
});

describe('market, mulligan, first islands', () => {
  test('a row chosen is paid with its own good and needs no card', () => {
    const ground = groundOf();
    const draft = ctrl.pickResource(ground, ctrl.EMPTY, 'ebony');
    expect(ctrl.cost(ground, draft)).toBe(0);
    expect(ctrl.moveOf(ground, draft)).toEqual({ type: 'market', resource: 'ebony' });
  });

  test('a row that cannot rise is not chosen', () => {
    const ground = groundOf();
    const choices = { ...(ground.choices as Extract<Ground['choices'], { kind: 'turn' }>), market: [] };
    expect(ctrl.pickResource({ ...ground, choices }, ctrl.EMPTY, 'gold')).toBe(ctrl.EMPTY);
  });

  test('cards are marked for swapping by their place', () => {
    const ground: Ground = { ...groundOf(), choices: { kind: 'mulligan', seat: 1 } };
    let draft = ctrl.toggleSwap(ctrl.EMPTY, 8);
    draft = ctrl.toggleSwap(draft, 0);
    draft = ctrl.toggleSwap(draft, 5);
    draft = ctrl.toggleSwap(draft, 5);
    expect(ctrl.mulliganMove(ground, draft.swaps)).toEqual({
      type: 'mulligan',
      discarded: ['ship', 'market'],
    });
    expect(ctrl.mulliganMove(ground, [])).toEqual({ type: 'mulligan', discarded: [] });
  });

  test('the only place of a first island is taken at once, and nothing is paid', () => {
    const ground: Ground = {
      ...groundOf(),
      choices: {
        kind: 'first_island',
        seat: 1,
        tiles: { T02: [{ cell: [0, 0], rotations: [0] }] },
        docks: [],
      },
    };
    const draft = ctrl.pickTile(ground, ctrl.EMPTY, 'T02');
    expect(ctrl.moveOf(ground, draft)).toEqual({
      type: 'first_island',
      tile: 'T02',
      cell: [0, 0],
      rotation: 0,
      part: 0,
    });
  });

  test('when no tile fits the ship docks at a shore in play', () => {
    const ground: Ground = {
      ...groundOf(),
      choices: { kind: 'first_island', seat: 1, tiles: {}, docks: [{ tile: 'T12', part: 0 }] },
    };
    const draft = ctrl.pickCoast(ground, ctrl.EMPTY, { tile: 'T14', part: 0 });
    expect(ctrl.moveOf(ground, draft)).toMatchObject({
      type: 'first_island',
      tile: null,
      to: { tile: 'T12', part: 0 },
    });
  });
});

describe('back, hints, news', () => {
  test('Escape goes back one step at a time', () => {
    const ground = groundOf();
    let draft = ctrl.pickTile(ground, ctrl.EMPTY, 'T02');
    draft = ctrl.pickCell(ground, draft, ctrl.fits(ground, 'T02')[0]!.cell);
    draft = ctrl.back(draft);
    expect(draft.target?.kind === 'explore' && draft.target.ghost.cell).toBeNull();
    draft = ctrl.back(draft);
    expect(draft.target).toBeNull();
    expect(ctrl.back(draft)).toBe(ctrl.EMPTY);
  });

  test('every move can be put back into the tray as a hint does', () => {
    const ground = groundOf();
    const drafts = [
      ctrl.suggest(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT)),
      ctrl.suggest(ground, ctrl.pickCoast(ground, ctrl.EMPTY, { tile: 'T08', part: 0 })),
      ctrl.suggest(ground, ctrl.pickHideout(ground, ctrl.EMPTY, 'T10')),
      ctrl.pickResource(ground, ctrl.EMPTY, 'spice'),
    ];
    for (const draft of drafts) {
      const move = ctrl.moveOf(ground, draft)!;
      expect(ctrl.moveOf(ground, ctrl.draftOf(ground, move))).toEqual(move);
    }
  });

  test('news that leaves the choices as they are leave the draft alone', () => {
    const ground = groundOf();
    const draft = pays(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT), 'ruins');
    expect(ctrl.settle(ground, draft)).toEqual(draft);
  });

  test('news that take the site away keep card and payment', () => {
    const ground = groundOf();
    const draft = pays(ground, ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT), 'ruins');
    const choices = ground.choices as Extract<Ground['choices'], { kind: 'turn' }>;
    const left = { ...choices, sites: choices.sites.filter((s) => s.site.tile !== 'T17') };
    const settled = ctrl.settle({ ...ground, choices: left }, draft);
    expect(settled).toMatchObject({ card: 'plantation', target: null, paid: ['ruins'] });
  });

  test('when the turn is over the draft is gone', () => {
    const ground = groundOf();
    const draft = ctrl.pickSite(ground, ctrl.EMPTY, PIGMENT);
    expect(ctrl.settle({ ...ground, choices: null }, draft)).toBe(ctrl.EMPTY);
  });
});
