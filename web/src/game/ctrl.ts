/**
 * The one grammar of a move: card, target, payment, confirm.
 * A draft is what a person has put together and not sent. Every function takes the draft and
 * what the server said (view and choices) and gives a new draft; nothing here judges legality:
 * only what stands in the choices can be chosen.
 */
import {
  type Berth,
  type BuildingKind,
  type Card,
  type CardCounts,
  type Choices,
  type FirstIsland,
  type Move,
  type Origin,
  type PartAt,
  type Payment,
  type Placement,
  type Raid,
  type Resource,
  type Rise,
  type Ship,
  type SiteAt,
  type SiteChoice,
  type Tile,
  type TurnChoices,
  type ViewData,
  CARDS,
} from '../protocol/messages';
import { type Cell, type Ref, berthKey, cellKey, isHideout, partKey, siteKey } from '../board/config';
import { landSides } from './geometry';

/** What the server said last: the ground every step stands on. */
export interface Ground {
  readonly view: ViewData;
  readonly choices: Choices | null;
  readonly tiles: ReadonlyMap<string, Tile>;
}

/** A tile held over the board. */
export interface Ghost {
  readonly tile: string;
  readonly cell: Cell | null;
  readonly rotation: number;
  readonly part: number;
}
export type Target =
  | { readonly kind: 'site'; readonly site: SiteAt }
  | { readonly kind: 'dock'; readonly to: PartAt }
  | { readonly kind: 'hideout'; readonly tile: string }
  | { readonly kind: 'explore'; readonly ghost: Ghost }
  | { readonly kind: 'market'; readonly resource: Resource };

export interface Draft {
  readonly card: Card | null;
  readonly from: Origin | null;
  readonly target: Target | null;
  readonly building: BuildingKind | null;
  readonly resource: Resource | null;
  readonly paid: readonly Card[];
  /** Cards marked to be swapped in the mulligan, by place in the sorted hand. */
  readonly swaps: readonly number[];
}

export const EMPTY: Draft = {
  card: null,
  from: null,
  target: null,
  building: null,
  resource: null,
  paid: [],
  swaps: [],
};

const turn = (ground: Ground): TurnChoices | null =>
  ground.choices?.kind === 'turn' ? ground.choices : null;

// --- questions ------------------------------------------------------------------------

export function isIdle(draft: Draft): boolean {
  return draft.card === null && draft.target === null && draft.swaps.length === 0;
}

/** The hand as a list, in the order of the cards. */
export function handList(hand: CardCounts | null): Card[] {
  if (!hand) return [];
  return CARDS.flatMap((card) => Array<Card>(hand[card] ?? 0).fill(card));
}

/** Has this card any use now? */
export function isPlayable(ground: Ground, card: Card): boolean {
  const choices = turn(ground);
  if (!choices) return false;
  if (card === 'ship') return choices.ship !== null;
  if (card === 'market') return choices.market.length > 0;
  return choices.sites.some((choice) => choice.card === card);
}

export function siteChoices(ground: Ground, card: Card | null): readonly SiteChoice[] {
  return turn(ground)?.sites.filter((choice) => choice.card === card) ?? [];
}

export function chosenSite(ground: Ground, draft: Draft): SiteChoice | null {
  if (draft.target?.kind !== 'site') return null;
  const key = siteKey(draft.target.site);
  return siteChoices(ground, draft.card).find((choice) => siteKey(choice.site) === key) ?? null;
}

/** Cards the draft costs: of its target, or the least of its card while no target is chosen. */
export function cost(ground: Ground, draft: Draft): number {
  if (draft.card === null || draft.card === 'market') return 0;
  if (draft.card === 'ship') return turn(ground)?.ship?.cost ?? 0;
  const chosen = chosenSite(ground, draft);
  if (chosen) return chosen.cost;
  const costs = siteChoices(ground, draft.card).map((choice) => choice.cost);
  return costs.length > 0 ? Math.min(...costs) : 0;
}

/** Cards of each kind that are free to pay: the hand without the played card and what is paid. */
export function spare(ground: Ground, draft: Draft): Record<Card, number> {
  const hand = ground.view.hand;
  const left = {} as Record<Card, number>;
  for (const card of CARDS) left[card] = hand?.[card] ?? 0;
  if (draft.card) left[draft.card] -= 1;
  for (const card of draft.paid) left[card] -= 1;
  return left;
}

/** Places where the tile of the draft may lie. */
export function fits(ground: Ground, tile: string): readonly Placement[] {
  return tileFits(ground)[tile] ?? [];
}

export function tileFits(ground: Ground): Readonly<Partial<Record<string, readonly Placement[]>>> {
  const choices = ground.choices;
  if (choices?.kind === 'first_island') return choices.tiles;
  return (choices?.kind === 'turn' ? choices.ship?.tiles : null) ?? {};
}
/** How many tiles fit somewhere. */
export const tilesToTake = (ground: Ground): number =>
  Object.values(tileFits(ground)).filter((places) => (places?.length ?? 0) > 0).length;

export function origins(ground: Ground): readonly Origin[] {
  return turn(ground)?.ship?.from ?? [];
}

export const originKey = (origin: Origin): string => (origin === 'reserve' ? origin : berthKey(origin));

/** Coasts for the ship in hand: a ship never docks at the island it lies at. */
export function docks(ground: Ground, draft: Draft): readonly PartAt[] {
  const choices = ground.choices;
  if (choices?.kind === 'first_island') return choices.docks;
  const all = turn(ground)?.ship?.docks ?? [];
  const from = draft.from;
  if (from === null || from === 'reserve' || isHideout(from)) return all;
  const own = islandOf(ground.view, from);
  return all.filter((part) => islandOf(ground.view, part) !== own);
}

export function hideouts(ground: Ground): readonly string[] {
  return Object.keys(turn(ground)?.ship?.hideouts ?? {});
}

/** The rivals a ship in a hideout would attack, island by island. */
export const raidsFrom = (ground: Ground, tile: string): readonly Raid[] =>
  turn(ground)?.ship?.hideouts[tile] ?? [];

/** Cards at the end of the turn, were the ship of an origin in a hideout; null while none is chosen. */
export function hideoutDraw(ground: Ground, from: Origin | null): number | null {
  const ship = turn(ground)?.ship;
  if (!ship || from === null) return null;
  const place = ship.from.findIndex((origin) => originKey(origin) === originKey(from));
  return ship.hideout_draws[place] ?? null;
}

/** Whether a ship in a hideout draws a card. */
export const piratesDraw = (ground: Ground): boolean => turn(ground)?.ship?.pirates_draw ?? false;

/** Cards at the end of the turn, with one fort more. */
export const fortDraw = (ground: Ground): number => turn(ground)?.fort_draw ?? 0;

export const riseOf = (ground: Ground, resource: Resource): Rise | null =>
  turn(ground)?.rises.find((rise) => rise.resource === resource) ?? null;

export function islandOf(view: ViewData, part: PartAt): number {
  const key = partKey(part);
  return view.islands.findIndex((island) => island.parts.some((p) => partKey(p) === key));
}

export function ghostFits(ground: Ground, ghost: Ghost): boolean {
  return rotationsAt(ground, ghost).includes(ghost.rotation);
}

export function rotationsAt(ground: Ground, ghost: Ghost): readonly number[] {
  if (!ghost.cell) return [];
  const key = cellKey(ghost.cell);
  return fits(ground, ghost.tile).find((fit) => cellKey(fit.cell) === key)?.rotations ?? [];
}

/** Is the target whole, payment apart? */
export function isTargetReady(ground: Ground, draft: Draft): boolean {
  const target = draft.target;
  if (!target) return false;
  if (draft.card === 'ship' && draft.from === null) return false;
  if (target.kind === 'explore') return target.ghost.cell !== null && ghostFits(ground, target.ghost);
  if (draft.card !== 'building') return true;
  return draft.building === 'fort' || (draft.building === 'trading_post' && draft.resource !== null);
}

/** Cards still to be paid. */
export function missing(ground: Ground, draft: Draft): number {
  return Math.max(0, cost(ground, draft) - draft.paid.length);
}

export function isReady(ground: Ground, draft: Draft): boolean {
  return isTargetReady(ground, draft) && missing(ground, draft) === 0;
}

/** Exploring turns up a tile: after confirming there is no way back. */
export function reveals(ground: Ground, draft: Draft): boolean {
  return draft.target?.kind === 'explore' && ground.view.stack > 0;
}

// --- steps -----------------------------------------------------------------------------

/** Choose a card to play; the chosen one again puts it back. */
export function pickCard(ground: Ground, draft: Draft, card: Card): Draft {
  if (draft.card === card) return EMPTY;
  if (!isPlayable(ground, card)) return draft;
  return onlyTarget(ground, { ...EMPTY, card, from: card === 'ship' ? likelyOrigin(ground) : null });
}

/** A card with one possible target skips a step; never a tile, which needs turning. */
function onlyTarget(ground: Ground, draft: Draft): Draft {
  if (draft.card === 'ship') return draft;
  if (draft.card === 'market') {
    const rows = turn(ground)?.market ?? [];
    return rows.length === 1 ? pickResource(ground, draft, rows[0]!) : draft;
  }
  const sites = siteChoices(ground, draft.card);
  return sites.length === 1 ? pickSite(ground, draft, sites[0]!.site) : draft;
}

function likelyOrigin(ground: Ground): Origin | null {
  const all = origins(ground);
  if (all.includes('reserve')) return 'reserve';
  return all.length === 1 ? all[0]! : null;
}

/** Which of its ships a seat takes up. A coast the ship already lies at is let go. */
export function pickOrigin(ground: Ground, draft: Draft, origin: Origin): Draft {
  const found = origins(ground).find((o) => sameOrigin(ground, o, origin));
  if (!found) return draft;
  const next: Draft = { ...draft, card: 'ship', from: found };
  const target = next.target;
  if (target?.kind !== 'dock') return next;
  const key = partKey(target.to);
  return docks(ground, next).some((part) => partKey(part) === key) ? next : { ...next, target: null };
}

/** Ships at one island are alike, so any part of the island names them. */
function sameOrigin(ground: Ground, a: Origin, b: Origin): boolean {
  if (a === 'reserve' || b === 'reserve') return a === b;
  if (isHideout(a) || isHideout(b)) return berthKey(a) === berthKey(b);
  return islandOf(ground.view, a) === islandOf(ground.view, b);
}

/** Choose a site; a card that works it comes along when none is chosen. */
export function pickSite(ground: Ground, draft: Draft, site: SiteAt): Draft {
  const key = siteKey(site);
  const found = turn(ground)?.sites.find((choice) => siteKey(choice.site) === key);
  if (!found) return draft;
  const same = draft.card === found.card;
  const next: Draft = {
    ...EMPTY,
    card: found.card,
    target: { kind: 'site', site: found.site },
    paid: same ? draft.paid : [],
  };
  return trim(ground, found.card === 'building' ? buildingFor(found, draft, next) : next);
}

function buildingFor(choice: SiteChoice, before: Draft, next: Draft): Draft {
  const copies = choice.copies ?? [];
  if (copies.length === 0) return { ...next, building: 'fort' };
  if (before.building !== 'trading_post') return { ...next, building: before.building };
  return { ...next, building: 'trading_post', resource: copyOf(copies, before.resource) };
}

const copyOf = (copies: readonly Resource[], wish: Resource | null): Resource | null =>
  wish && copies.includes(wish) ? wish : copies.length === 1 ? copies[0]! : null;

/** Fort or trading post; with one copyable good it is chosen already. */
export function pickBuilding(ground: Ground, draft: Draft, building: BuildingKind): Draft {
  const copies = chosenSite(ground, draft)?.copies ?? [];
  if (building === 'fort') return { ...draft, building, resource: null };
  if (copies.length === 0) return draft;
  return { ...draft, building, resource: copyOf(copies, draft.resource) };
}

export function pickCopy(ground: Ground, draft: Draft, resource: Resource): Draft {
  const copies = chosenSite(ground, draft)?.copies ?? [];
  return copies.includes(resource) ? { ...draft, building: 'trading_post', resource } : draft;
}

export function pickCoast(ground: Ground, draft: Draft, to: PartAt): Draft {
  const base = asShip(ground, draft);
  const isle = islandOf(ground.view, to);
  const found = docks(ground, base).find((part) => islandOf(ground.view, part) === isle);
  return found ? { ...base, target: { kind: 'dock', to: found } } : draft;
}

export function pickHideout(ground: Ground, draft: Draft, tile: string): Draft {
  if (!hideouts(ground).includes(tile)) return draft;
  return { ...asShip(ground, draft), target: { kind: 'hideout', tile } };
}

/** Take an exploration tile, or put it back. The only place where it fits is taken at once. */
export function pickTile(ground: Ground, draft: Draft, tile: string): Draft {
  const places = fits(ground, tile);
  if (places.length === 0) return draft;
  const base = asShip(ground, draft);
  if (draft.target?.kind === 'explore' && draft.target.ghost.tile === tile) return { ...base, target: null };
  const ghost: Ghost = { tile, cell: null, rotation: 0, part: 0 };
  const next: Draft = { ...base, target: { kind: 'explore', ghost } };
  return places.length === 1 ? pickCell(ground, next, places[0]!.cell) : next;
}

/** Lay the ghost on a cell, in the first rotation that fits, the ship at the part that grows. */
export function pickCell(ground: Ground, draft: Draft, cell: Cell): Draft {
  const target = draft.target;
  if (target?.kind !== 'explore') return draft;
  const key = cellKey(cell);
  const fit = fits(ground, target.ghost.tile).find((f) => cellKey(f.cell) === key);
  if (!fit) return draft;
  const held = target.ghost.rotation;
  const rotation = fit.rotations.includes(held) ? held : fit.rotations[0]!;
  return withGhost(draft, docked(ground, { ...target.ghost, cell: fit.cell, rotation }));
}

/** Turn the ghost: to the next rotation that fits, or by one step through all six. */
export function turnGhost(ground: Ground, draft: Draft, step: 1 | -1, all = false): Draft {
  const target = draft.target;
  if (target?.kind !== 'explore' || !target.ghost.cell) return draft;
  const allowed = all ? [0, 1, 2, 3, 4, 5] : rotationsAt(ground, target.ghost);
  let rotation = target.ghost.rotation;
  for (let i = 0; i < 6; i++) {
    rotation = (rotation + step + 6) % 6;
    if (allowed.includes(rotation)) break;
  }
  return setRotation(draft, rotation);
}

export function setRotation(draft: Draft, rotation: number): Draft {
  const target = draft.target;
  if (target?.kind !== 'explore') return draft;
  return withGhost(draft, { ...target.ghost, rotation: ((rotation % 6) + 6) % 6 });
}

export function pickPart(ground: Ground, draft: Draft, part: number): Draft {
  const target = draft.target;
  if (target?.kind !== 'explore') return draft;
  const design = ground.tiles.get(target.ghost.tile);
  if (!design || part < 0 || part >= design.parts.length) return draft;
  return withGhost(draft, { ...target.ghost, part });
}

const withGhost = (draft: Draft, ghost: Ghost): Draft => ({ ...draft, target: { kind: 'explore', ghost } });

/** The part that joins an island already in play is the likelier berth. */
function docked(ground: Ground, ghost: Ghost): Ghost {
  const design = ground.tiles.get(ghost.tile);
  const cell = ghost.cell;
  if (!design || !cell) return ghost;
  const touching = landSides(ground.view, ground.tiles, cell);
  const grows = design.parts.findIndex((part) =>
    part.sides.some((side) => touching.has((side + ghost.rotation) % 6)),
  );
  return { ...ghost, part: Math.max(0, grows) };
}

/** What was picked on the board. */
export function pick(ground: Ground, draft: Draft, ref: Ref): Draft {
  switch (ref.kind) {
    case 'site':
      return pickSite(ground, draft, ref.at);
    case 'coast': {
      const laying = draft.target?.kind === 'explore' && draft.target.ghost.tile === ref.at.tile;
      return laying ? pickPart(ground, draft, ref.at.part) : pickCoast(ground, draft, ref.at);
    }
    case 'hideout':
      return pickHideout(ground, draft, ref.at.tile);
    case 'ship':
      return pickOrigin(ground, draft, ref.at);
    case 'cell':
      return pickCell(ground, draft, ref.at);
  }
}

/** Choose a row of the market; the card comes along. */
export function pickResource(ground: Ground, draft: Draft, resource: Resource): Draft {
  if (!turn(ground)?.market.includes(resource)) return draft;
  return { ...EMPTY, card: 'market', target: { kind: 'market', resource } };
}

/** A coast, hideout or tile makes it a ship card; the payment stays if it was one. */
function asShip(ground: Ground, draft: Draft): Draft {
  if (ground.choices?.kind !== 'turn') return { ...EMPTY };
  if (draft.card === 'ship') return draft;
  return { ...EMPTY, card: 'ship', from: likelyOrigin(ground) };
}

// --- payment ----------------------------------------------------------------------------

/**
 * Pay with one card of a kind. A full tray lets a card go that was suggested, or else its oldest.
 * @param own what was chosen by hand before
 */
export function pay(ground: Ground, draft: Draft, card: Card, own: readonly Card[] = []): Draft {
  const price = cost(ground, draft);
  if (price === 0 || spare(ground, draft)[card] <= 0) return draft;
  if (draft.paid.length < price) return { ...draft, paid: [...draft.paid, card] };
  const chosen = [...own];
  const suggested = draft.paid.findIndex((paid) => {
    const at = chosen.indexOf(paid);
    if (at >= 0) chosen.splice(at, 1);
    return at < 0;
  });
  const gone = Math.max(0, suggested);
  return { ...draft, paid: [...draft.paid.filter((_, at) => at !== gone), card] };
}

/** Take the last paid card of a kind back. */
export function unpay(draft: Draft, card: Card): Draft {
  const at = draft.paid.lastIndexOf(card);
  return at < 0 ? draft : { ...draft, paid: draft.paid.filter((_, i) => i !== at) };
}

/** Fill the tray in the order that the engine suggests. */
export function suggest(ground: Ground, draft: Draft): Draft {
  const order = payment(ground, draft)?.cards ?? [];
  return order.reduce((next, card) => (missing(ground, next) > 0 ? pay(ground, next, card) : next), draft);
}

/** Which cards the engine would pay with; null where no cards are paid. */
function payment(ground: Ground, draft: Draft): Payment | null {
  return (draft.card && turn(ground)?.payments[draft.card]) ?? null;
}

/** What a payment gives up, when it is the one that the engine suggests. */
export type GivesUp = 'nothing' | 'spare' | 'next_turn' | 'this_turn';

export function givesUp(ground: Ground, draft: Draft): GivesUp | null {
  const suggested = payment(ground, draft);
  const price = cost(ground, draft);
  if (!suggested || price === 0 || draft.paid.length < price) return null;
  const cards = suggested.cards.slice(0, price);
  if ([...cards].sort().join() !== [...draft.paid].sort().join()) return null;
  const { unplayable, spare: copies, next_turn } = suggested;
  if (price <= unplayable) return 'nothing';
  if (price <= unplayable + copies) return 'spare';
  return price <= unplayable + copies + next_turn ? 'next_turn' : 'this_turn';
}

/** When the cost falls the tray drops its last cards. */
function trim(ground: Ground, draft: Draft): Draft {
  const price = cost(ground, draft);
  return draft.paid.length > price ? { ...draft, paid: draft.paid.slice(0, price) } : draft;
}

// --- mulligan ------------------------------------------------------------------------------

export function toggleSwap(draft: Draft, place: number): Draft {
  const swaps = draft.swaps.includes(place)
    ? draft.swaps.filter((p) => p !== place)
    : [...draft.swaps, place].sort((a, b) => a - b);
  return { ...EMPTY, swaps };
}

export function mulliganMove(ground: Ground, swaps: readonly number[]): Move {
  const hand = handList(ground.view.hand);
  return { type: 'mulligan', discarded: swaps.flatMap((place) => hand[place] ?? []) };
}

// --- back and confirm -------------------------------------------------------------------------

/** Back one step: ghost's cell, then target, then card. */
export function back(draft: Draft): Draft {
  const target = draft.target;
  if (target?.kind === 'explore' && target.ghost.cell)
    return withGhost(draft, { ...target.ghost, cell: null });
  if (draft.building) return { ...draft, building: null, resource: null };
  if (target) return { ...draft, target: null };
  return EMPTY;
}

/** The move as the record writes it, or null while something is missing. */
export function moveOf(ground: Ground, draft: Draft): Move | null {
  if (!isReady(ground, draft)) return null;
  const target = draft.target!;
  const paid = [...draft.paid];
  switch (target.kind) {
    case 'market':
      return { type: 'market', resource: target.resource };
    case 'dock':
      if (draft.card === null)
        return { type: 'first_island', tile: null, cell: null, rotation: null, part: null, to: target.to };
      return { type: 'ship', from: draft.from!, to: target.to, explored: null, paid };
    case 'hideout':
      return { type: 'ship', from: draft.from!, to: hideoutAt(target.tile), explored: null, paid };
    case 'explore':
      return exploreMove(draft, target.ghost, paid);
    case 'site':
      return siteMove(draft, target.site, paid);
  }
}

const hideoutAt = (tile: string): Berth => ({ tile, hideout: true });

function exploreMove(draft: Draft, ghost: Ghost, paid: Card[]): Move {
  const { tile, rotation, part } = ghost;
  const cell = ghost.cell!;
  if (draft.card === null) return { type: 'first_island', tile, cell, rotation, part };
  return { type: 'ship', from: draft.from!, to: { tile, part }, explored: { tile, cell, rotation }, paid };
}

function siteMove(draft: Draft, site: SiteAt, paid: Card[]): Move {
  if (draft.card === 'building')
    return { type: 'building', site, building: draft.building!, resource: draft.resource, paid };
  return { type: draft.card as 'plantation' | 'gold_mine' | 'ruins', site, paid };
}

/** Fill a draft from a move, as a hint does; the confirming is left to the person. */
export function draftOf(ground: Ground, move: Move): Draft {
  switch (move.type) {
    case 'end_turn':
    case 'mulligan':
      return EMPTY;
    case 'market':
      return pickResource(ground, EMPTY, move.resource);
    case 'first_island':
      return firstIslandDraft(ground, move);
    case 'ship':
      return shipDraft(ground, move);
    case 'building':
      return {
        ...pickSite(ground, EMPTY, move.site),
        building: move.building,
        resource: move.resource,
        paid: move.paid,
      };
    default:
      return { ...pickSite(ground, EMPTY, move.site), paid: move.paid };
  }
}

function firstIslandDraft(ground: Ground, { to, tile, cell, rotation, part }: FirstIsland): Draft {
  if (to) return pickCoast(ground, EMPTY, to);
  if (tile === null || rotation === null || part === null) return EMPTY;
  return { ...EMPTY, target: { kind: 'explore', ghost: { tile, cell, rotation, part } } };
}

function shipDraft(ground: Ground, move: Ship): Draft {
  const base = pickOrigin(ground, { ...EMPTY, card: 'ship' }, move.from);
  const paid = move.paid;
  if (isHideout(move.to)) return { ...base, target: { kind: 'hideout', tile: move.to.tile }, paid };
  if (!move.explored) return { ...pickCoast(ground, base, move.to), paid };
  const ghost: Ghost = { ...move.explored, part: move.to.part };
  return { ...base, target: { kind: 'explore', ghost }, paid };
}

/** After news from the server: keep what still stands in the choices, let the rest go. */
export function settle(ground: Ground, draft: Draft): Draft {
  if (isIdle(draft) || !ground.choices) return EMPTY;
  const move = moveOf(ground, draft);
  if (ground.choices.kind === 'mulligan') return { ...EMPTY, swaps: draft.swaps };
  if (draft.card && !isPlayable(ground, draft.card)) return EMPTY;
  if (draft.card && (ground.view.hand?.[draft.card] ?? 0) === 0) return EMPTY;
  const left = spare(ground, { ...draft, paid: [] });
  const paid = draft.paid.filter((card) => left[card]-- > 0);
  if (draft.target && !move && draft.target.kind === 'site' && !chosenSite(ground, draft))
    return trim(ground, { ...draft, target: null, paid });
  return trim(ground, { ...draft, paid });
}
