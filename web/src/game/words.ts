/** Things and actions of the game in words of the chosen language; names are whole phrases. */
import {
  type Berth,
  type BlockedSite,
  type Card,
  type Change,
  type Event as GameEvent,
  type Hidden,
  type Notice,
  type PartAt,
  type Resource,
  type SiteAt,
  type SiteChoice,
  type SiteKind,
  type Tile,
  type TurnChoices,
  RESOURCES,
  PRINTED,
} from '../protocol/messages';
import { isHideout, siteKey } from '../board/config';
import type { Key, Params, Segment, Text, Token } from '../i18n/index.svelte';
import { list, rich, richly, spoken, t } from '../i18n/index.svelte';
import { ADVICE, BUILDING, CARD, REASON, RESOURCE, SHIELD, SIDES, SITE, SOME, UNIT } from '../i18n/keys';
import { botName } from '../i18n/bots';
import { islandName, islandNamed, islandsOnTile } from './islands';
import { Naming } from './naming';
import type { World } from './world';

// --- pieces of sentences -----------------------------------------------------------------

export const playerName = (world: World, seat: number): string => world.setup.players[seat]?.name ?? '?';
const player = (world: World, seat: number): Token => ({
  kind: 'player',
  text: playerName(world, seat),
  value: seat,
});
const good = (resource: Resource, text = t(RESOURCE[resource])): Token => ({
  kind: 'resource',
  text,
  value: resource,
});
export const cardName = (card: Card): string => t(CARD[card]);
/** "2 × Ship and Market". */
export function countedCards(cards: readonly Card[]): string {
  const kinds = [...new Set(cards)].map((card) => {
    const n = cards.filter((other) => other === card).length;
    return n > 1 ? `${n} × ${cardName(card)}` : cardName(card);
  });
  return list(kinds);
}
export const goodName = (resource: Resource): string => t(RESOURCE[resource]);
/** "plants ebony", "plante de l’ébène": a good without a number, inside a sentence. */
export const someGood = (resource: Resource): string => t(SOME[resource]);
/** "1 ebony", "1 unité d’ébène". */
export const oneGood = (resource: Resource): string => t(UNIT[resource]);
export const siteKindName = (kind: SiteKind): string => t(SITE[kind]);
const island = (text: string): Token => ({ kind: 'island', text });

export const nameAt = (world: World & Then, part: PartAt): string => {
  const number = world.then?.naming.numberAt(part, world.then.index);
  return (number == null ? islandName(world.view, part) : islandNamed(number)) ?? t('board.new_island');
};
/** Names as they were after an event. */
interface Then {
  readonly then?: { readonly naming: Naming; readonly index: number };
}

/** Islands on a tile: those a pirate in its hideout raids. */
export const namesOnTile = (world: World, tile: string): string[] =>
  islandsOnTile(world.view, tile).map((i) => islandNamed(world.view.islands[i]!.name));

export function siteKindAt(world: World, site: SiteAt): SiteKind | null {
  return world.tiles.get(site.tile)?.parts[site.part]?.sites[site.site] ?? null;
}

/** Whose idea a hint is. */
export const adviceBy = (bot: string): string =>
  t(isLevel(bot) ? ADVICE[bot] : 'advice.other', { name: bot });
const isLevel = (bot: string): bot is keyof typeof ADVICE => bot in ADVICE;

// --- things ---------------------------------------------------------------------------------

/** "Ana, red, disc". */
export const seatName = (world: World, seat: number): string =>
  t('seat.name', { name: playerName(world, seat), shield: t(SHIELD[world.setup.players[seat]!.colour]) });

/** "Tomás, black, saltire, 4 cards, 1 ship and 5 pioneers left". */
export function seatSummary(world: World, seat: number): string {
  const view = world.view.seats[seat]!;
  return t('seat.summary', {
    name: seatName(world, seat),
    cards: t('count.cards', { n: view.hand }),
    ships: t('count.ships', { n: view.ships }),
    pioneers: t('count.pioneers', { n: view.pioneers }),
  });
}

/** "Pigment site on Cardamom, free, cost 2, protected by your fort". */
export function targetName(world: World, choice: SiteChoice): string {
  const words = [siteOn(world, choice.site), t('site.free'), t('site.cost', { n: choice.cost })];
  if (choice.piracy) words.push(t('site.under_piracy'));
  if (choice.fort) words.push(t('site.fort_protects'));
  return words.join(', ');
}

export function siteOn(world: World, site: SiteAt): string {
  const kind = siteKindAt(world, site);
  return t('site.on', { site: kind ? t(SITE[kind]) : '?', island: nameAt(world, site) });
}

/** A site with its owner or what keeps it free. */
export function siteState(world: World, site: SiteAt): string {
  const key = siteKey(site);
  const pioneer = world.view.pioneers.find((p) => siteKey(p) === key);
  if (!pioneer) return `${siteOn(world, site)}, ${t('site.free')}`;
  const owner = playerName(world, pioneer.seat);
  if (pioneer.building === 'fort') return t('site.fort_of', { name: owner, island: nameAt(world, site) });
  if (pioneer.building === 'trading_post')
    return t('site.post_of', {
      name: owner,
      island: nameAt(world, site),
      what: pioneer.resource ? goodName(pioneer.resource) : '',
    });
  return `${siteOn(world, site)}, ${owner}`;
}

export function berthName(world: World, berth: Berth): string {
  return isHideout(berth) ? hideoutName(world, berth.tile) : nameAt(world, berth);
}

export function hideoutName(world: World, tile: string): string {
  const names = namesOnTile(world, tile);
  return t('hideout.off', { islands: list(names) });
}

/** "Island 1 to the east and west with spice; pirate hideout". */
export function describeTile(tile: Tile, rotation = 0): string {
  const parts = tile.parts.map((_, i) => describePart(tile, i, rotation));
  if (tile.hideout) parts.push(t('tile.hideout'));
  return parts.join('; ');
}

export function describePart(tile: Tile, index: number, rotation: number): string {
  const part = tile.parts[index]!;
  const sides = part.sides.map((side) => t(SIDES[(side + rotation) % 6]!));
  const params = { n: index + 1, sides: list(sides), sites: list(part.sites.map(siteKindName)) };
  if (sides.length === 0) return t('tile.islet', params);
  return part.sites.length === 0 ? t('tile.bare_part', params) : t('tile.part', params);
}

// --- reasons --------------------------------------------------------------------------------

/** Why a site cannot be worked now: which island lacks what, and what the card costs beside. */
export function blockedText(world: World, { site, card, reason, need, have }: BlockedSite): string {
  const lack = { island: nameAt(world, site), n: need ?? 0, have: have ?? 0 };
  if (reason === 'ships') return t('reason.ships', { ...lack, cost: PRINTED[card].cost });
  return reason === 'cards' ? t('reason.cards_at', lack) : t(REASON[reason]);
}

/** Why a card has no use now; of the sites that are out of reach, for the one that lacks least. */
export function whyNot(world: World, { why_not, blocked }: TurnChoices, card: Card): string {
  const reason = why_not[card];
  if (!reason) return '';
  const lacks = ({ need, have }: BlockedSite): number => (need ?? 0) - (have ?? 0);
  const [near] = blocked
    .filter((b) => b.card === card && b.reason === reason)
    .sort((a, b) => lacks(a) - lacks(b));
  return near ? blockedText(world, near) : t(REASON[reason === 'ships' ? 'no_site' : reason]);
}

// --- the log ----------------------------------------------------------------------------------

const count = (cards: Hidden): number => (typeof cards === 'number' ? cards : cards.length);

export interface LogLine {
  /** Of the event. */
  readonly index: number;
  readonly seat: number | null;
  readonly parts: readonly Segment[];
}

/**
 * One line an event, for the newest of them; events nobody needs to read are left out.
 * Prices change as the log goes on, so a line needs to know how often each price had risen.
 * @param me the seat whose moves are told as "You"
 */
export function logLines(
  world: World,
  events: readonly GameEvent[],
  most = Infinity,
  me: number | null = null,
): LogLine[] {
  const risen: Record<Resource, number> = { ebony: 0, spice: 0, pigment: 0, gold: 0 };
  const lines: LogLine[] = [];
  const teller = { ...world, me };
  const naming = new Naming(world.tiles, events);
  events.forEach((event, index) => {
    if (event.type === 'market') risen[event.resource] += 1;
    if (index < events.length - most) return;
    const parts = eventWords({ ...teller, then: { naming, index } }, event, risen);
    if (parts)
      for (const { joined, kept } of naming.joinedBy(index)) {
        const names = { joined: island(islandNamed(joined)), kept: island(islandNamed(kept)) };
        parts.push(' ', ...rich('log.joined', names));
      }
    if (parts) lines.push({ index, seat: 'seat' in event ? event.seat : null, parts });
  });
  return lines;
}

/** A line of the log that tells of something else than a move. */
export interface NoticeLine extends Omit<LogLine, 'index'> {
  readonly index: null;
  readonly key: string;
}

/** The lines of the log with what was asked, answered and agreed between the moves. */
export function withNotices(
  world: World,
  lines: readonly LogLine[],
  notices: readonly Notice[],
): (LogLine | NoticeLine)[] {
  const oldest = lines[0]?.index ?? 0;
  const merged: (LogLine | NoticeLine)[] = [...lines];
  notices.forEach(({ after, change }, number) => {
    // What was said about moves that were taken back stands where the game went on.
    const at = Math.min(...notices.slice(number).map((later) => later.after));
    if (at < oldest && lines.length > 0) return;
    const parts = noticeWords(world, change, after, notices.slice(0, number));
    const seat = 'seat' in change ? change.seat : null;
    const next = merged.findIndex(({ index }) => index !== null && index >= at);
    const line = { index: null, key: `notice ${number}`, seat, parts };
    merged.splice(next < 0 ? merged.length : next, 0, line);
  });
  return merged;
}

function noticeWords(world: World, change: Change, after: number, before: readonly Notice[]): Segment[] {
  switch (change.type) {
    case 'proposed':
      return proposalWords(world, change.kind, change.seat, after - (change.events ?? 0));
    case 'voted': {
      const who = player(world, change.seat);
      const mine = change.seat === world.me;
      if (change.agree) return mine ? rich('log.agrees_own') : rich('log.agrees', { who });
      const own = before.some(
        ({ change: asked }) =>
          asked.type === 'proposed' && asked.proposal === change.proposal && asked.seat === change.seat,
      );
      if (mine) return rich(own ? 'log.withdraws_own' : 'log.declines_own');
      return rich(own ? 'log.withdraws' : 'log.declines', { who });
    }
    case 'undone':
      return rich('log.undone');
    case 'substituted':
      return rich('log.substituted', { who: player(world, change.seat), bot: botName(change.bot) });
    case 'returned':
      return rich('log.returned', { who: player(world, change.seat) });
    case 'seat_taken_over':
      return rich('log.taken_over', { who: { kind: 'player', text: change.name, value: change.seat } });
    default:
      return [];
  }
}

/** What someone asks all others. */
export function proposalWords(world: World, kind: 'undo' | 'end', seat: number, moves: number): Segment[] {
  const name = player(world, seat);
  if (seat === world.me)
    return kind === 'end' ? rich('proposal.end_own') : rich('proposal.undo_own', { n: moves });
  return kind === 'end' ? rich('proposal.end', { name }) : rich('proposal.undo', { name, n: moves });
}

/** The moves that would be taken back, newest first. */
export function movesAfter(world: World, events: readonly GameEvent[], kept: number): string[] {
  return logLines(world, events, events.length - kept)
    .map(({ parts }) => spoken(parts))
    .reverse();
}

function eventWords(
  world: World & Then,
  event: GameEvent,
  risen: Record<Resource, number>,
): Segment[] | null {
  switch (event.type) {
    case 'setup':
    case 'deal':
      return null;
    case 'mulligan': {
      const n = event.discarded.length;
      return n === 0 ? told('log.keep', world, event.seat, {}) : told('log.swap', world, event.seat, { n });
    }
    case 'first_island':
      return told('log.first_island', world, event.seat, { island: island(firstIsland(world, event)) });
    case 'ship':
      return shipWords(world, event);
    case 'plantation':
      return worked('log.plantation', world, event.seat, event.site);
    case 'gold_mine':
      return worked('log.gold_mine', world, event.seat, event.site);
    case 'ruins':
      return told('log.ruins', world, event.seat, {
        island: island(nameAt(world, event.site)),
        what: good('gold'),
      });
    case 'building':
      return told(event.building === 'fort' ? 'log.fort' : 'log.post', world, event.seat, {
        island: island(nameAt(world, event.site)),
        what: event.resource ? good(event.resource) : '',
      });
    case 'market':
      return told('log.market', world, event.seat, {
        what: good(event.resource, someGood(event.resource)),
        price: world.setup.market[event.resource][risen[event.resource]] ?? 0,
      });
    case 'end_turn':
      return endWords(world, event);
  }
}

function firstIsland(world: World & Then, event: Extract<GameEvent, { type: 'first_island' }>): string {
  if (event.to) return nameAt(world, event.to);
  const { tile, part } = event;
  return tile !== null && part !== null ? nameAt(world, { tile, part }) : '';
}

/** Own moves are told to the one who made them. */
const YOU = {
  'log.keep': 'log.you_keep',
  'log.swap': 'log.you_swap',
  'log.first_island': 'log.you_first_island',
  'log.dock': 'log.you_dock',
  'log.sail': 'log.you_sail',
  'log.explore': 'log.you_explore',
  'log.pirate': 'log.you_pirate',
  'log.plantation': 'log.you_plantation',
  'log.gold_mine': 'log.you_gold_mine',
  'log.ruins': 'log.you_ruins',
  'log.fort': 'log.you_fort',
  'log.post': 'log.you_post',
  'log.market': 'log.you_market',
  'log.end_turn': 'log.you_end_turn',
  'log.end_turn_dry': 'log.you_end_turn_dry',
} as const satisfies Partial<Record<Key, Key>>;
type Told = keyof typeof YOU;

function told<K extends Told>(key: K, world: World, seat: number, params: Omit<Params<K>, 'who'>): Segment[] {
  const mine = seat === world.me;
  const who: Token = mine ? { kind: 'player', text: t('log.you'), value: seat } : player(world, seat);
  return richly({ key: mine ? YOU[key] : key, params: { ...params, who } } as Text);
}

function worked(
  key: 'log.plantation' | 'log.gold_mine',
  world: World & Then,
  seat: number,
  site: SiteAt,
): Segment[] {
  const kind = siteKindAt(world, site);
  const resource = RESOURCES.find((r) => r === kind);
  const what = resource ? good(resource, someGood(resource)) : '';
  return told(key, world, seat, { what, island: island(nameAt(world, site)) });
}

/** Islands on a tile, as they were called then. */
function namesThen(world: World & Then, tile: string): string[] {
  const parts = world.tiles.get(tile)?.parts ?? [];
  return [...new Set(parts.map((_, part) => nameAt(world, { tile, part })))];
}

function shipWords(world: World & Then, event: Extract<GameEvent, { type: 'ship' }>): Segment[] {
  if (isHideout(event.to))
    return told('log.pirate', world, event.seat, { island: island(list(namesThen(world, event.to.tile))) });
  const to = island(nameAt(world, event.to));
  const key = event.explored ? 'log.explore' : event.from === 'reserve' ? 'log.dock' : 'log.sail';
  return told(key, world, event.seat, { island: to });
}

function endWords(world: World, event: Extract<GameEvent, { type: 'end_turn' }>): Segment[] {
  const what = RESOURCES.flatMap((r) => Array<Token>(event.produced[r] ?? 0).fill(good(r)));
  const n = count(event.drawn) + event.taken.length;
  const line = told(what.length > 0 ? 'log.end_turn' : 'log.end_turn_dry', world, event.seat, { what, n });
  if (event.taken.length === 0) return line;
  const victim = player(world, event.taken[0]!.seat);
  return [...line, ' ', ...rich('log.taken', { n: event.taken.length, victim })];
}

export const buildingName = (kind: 'fort' | 'trading_post'): string => t(BUILDING[kind]);
