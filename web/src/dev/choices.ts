/** Choices for a sample view, as the server would send them: only for tests and the development table. */
import {
  type BlockedSite,
  type Card,
  type Reason,
  type Origin,
  type Payment,
  type Placement,
  type SiteCard,
  type SiteChoice,
  type TurnChoices,
  CARDS,
  RESOURCES,
} from '../protocol/messages';
import { cellKey, siteKey } from '../board/config';
import { NEIGHBOURS, contacts, isLand } from '../game/geometry';
import { originKey } from '../game/ctrl';
import { shipsOf } from '../game/islands';
import type { World } from '../game/world';

const CARD_OF: Readonly<Record<string, SiteCard>> = {
  ebony: 'plantation',
  spice: 'plantation',
  pigment: 'plantation',
  gold: 'gold_mine',
  construction: 'building',
  ruins: 'ruins',
};
const COST: Readonly<Record<SiteCard, readonly [number, number]>> = {
  plantation: [2, 3],
  gold_mine: [5, 7],
  building: [2, 4],
  ruins: [7, 7],
};
const NEED: Readonly<Record<SiteCard, number>> = { plantation: 1, gold_mine: 2, building: 2, ruins: 1 };

export function sampleChoices(world: World): TurnChoices {
  const me = world.me ?? 0;
  const hand = world.view.hand!;
  const [sites, blocked] = siteChoices(world, me);
  const ships = world.view.ships.filter((s) => s.seat === me);
  const berths: Origin[] = ships.map((s) =>
    'hideout' in s ? { tile: s.tile, hideout: true } : { tile: s.tile, part: s.part },
  );
  // Ships that lie together are one choice.
  const from = [...new Map(berths.map((berth) => [originKey(berth), berth])).values()];
  if (world.view.seats[me]!.ships > 0) from.unshift('reserve');
  const taken = new Set(world.view.ships.flatMap((s) => ('hideout' in s ? [s.tile] : [])));
  const market = RESOURCES.filter((r) => world.view.seats[me]!.stock![r] > 0 && world.view.prices[r] < 4);
  const choices: TurnChoices = {
    seat: me,
    kind: 'turn',
    ship:
      hand.ship > 0
        ? {
            cost: 1,
            from,
            docks: world.view.islands.map((island) => island.parts[0]!),
            hideouts: world.view.archipelago
              .map(({ tile }) => tile)
              .filter((tile) => world.tiles.get(tile)!.hideout && !taken.has(tile)),
            tiles: Object.fromEntries(world.view.exploration.map((tile) => [tile, sampleFits(world, tile)])),
          }
        : null,
    sites: sites.filter((choice) => hand[choice.card] > 0),
    blocked,
    market: hand.market > 0 ? market : [],
    end_turn: true,
    why_not: {},
    payments: {},
    hoarded: [],
  };
  return { ...choices, why_not: whyNot(choices, hand), payments: payments(choices, hand) };
}

/** The hand from its last kind on, as if only ships and plantations had a use. */
function payments(choices: TurnChoices, hand: Readonly<Record<Card, number>>): TurnChoices['payments'] {
  const out: Partial<Record<Card, Payment>> = {};
  for (const card of CARDS.filter((kind) => kind !== 'market' && hand[kind] > 0)) {
    if (card === 'ship' ? !choices.ship : !choices.sites.some((s) => s.card === card)) continue;
    const order = [...CARDS].reverse();
    const cards = order.flatMap((kind) =>
      Array.from({ length: hand[kind] - Number(kind === card) }, () => kind),
    );
    const useful = cards.filter((kind) => kind === 'ship' || kind === 'plantation').length;
    out[card] = { cards: cards.slice(0, 7), unplayable: cards.length - useful, next_turn: 0 };
  }
  return out;
}

function whyNot(choices: TurnChoices, hand: Readonly<Record<Card, number>>): Partial<Record<Card, Reason>> {
  const out: Partial<Record<Card, Reason>> = {};
  for (const card of CARDS) {
    if (hand[card] === 0 || card === 'ship') continue;
    if (card === 'market') {
      if (choices.market.length === 0) out.market = 'no_stock';
    } else if (!choices.sites.some((s) => s.card === card))
      out[card] = choices.blocked.find((b) => b.card === card)?.reason ?? 'no_site';
  }
  return out;
}

function siteChoices(world: World, me: number): [SiteChoice[], BlockedSite[]] {
  const worked = new Set(world.view.pioneers.map(siteKey));
  const others = Object.values(world.view.hand!).reduce((a, b) => a + b, 0) - 1;
  const sites: SiteChoice[] = [];
  const blocked: BlockedSite[] = [];
  for (const island of world.view.islands) {
    const ships = shipsOf(island, me);
    const fort = island.forts.includes(me);
    const raided = island.raiders.some((seat) => seat !== me);
    for (const part of island.parts)
      world.tiles.get(part.tile)!.parts[part.part]!.sites.forEach((kind, index) => {
        const site = { ...part, site: index };
        if (worked.has(siteKey(site))) return;
        const card = CARD_OF[kind]!;
        const cost = COST[card][raided && !fort ? 1 : 0];
        if (ships < NEED[card]) blocked.push({ site, card, reason: 'ships', need: NEED[card], have: ships });
        else if (others < cost) blocked.push({ site, card, reason: 'cards', need: cost, have: others });
        else
          sites.push({
            site,
            card,
            cost,
            piracy: raided && !fort && card !== 'ruins',
            fort: raided && fort,
            ...(card === 'building' ? { copies: [...island.worked] } : {}),
          });
      });
  }
  return [sites, blocked];
}

function sampleFits(world: World, id: string): Placement[] {
  const tile = world.tiles.get(id)!;
  const laid = new Set(world.view.archipelago.map((t) => cellKey(t.cell)));
  const found = new Map<string, Placement>();
  for (const { cell } of world.view.archipelago)
    for (const [dq, dr] of NEIGHBOURS) {
      const next: [number, number] = [cell[0] + dq, cell[1] + dr];
      if (laid.has(cellKey(next)) || found.has(cellKey(next))) continue;
      const around = contacts(world.view, world.tiles, next);
      const rotations = [0, 1, 2, 3, 4, 5].filter((rotation) => {
        const own = around.map((_, side) => (isLand(tile, rotation, side) ? 'land' : 'sea'));
        const agrees = around.every((contact, side) => contact === null || contact === own[side]);
        return agrees && around.some((contact, side) => contact === 'land' && own[side] === 'land');
      });
      if (rotations.length > 0) found.set(cellKey(next), { cell: next, rotations });
    }
  return [...found.values()];
}
