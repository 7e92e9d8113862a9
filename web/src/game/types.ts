/**
 * The game as the server tells it. All shapes are generated (protocol/messages.ts); this file only
 * sharpens a few that Python writes more loosely, and gives them the names the client uses.
 */
import type { BerthRef, Cell } from '../board/config';
import type * as Wire from '../protocol/messages';

export type { BerthRef, Cell, PartRef, SiteRef, TileDesign } from '../board/config';
export { CARDS, RESOURCES } from '../board/config';
export type {
  BuildingKind,
  Card as CardKind,
  CardCounts as Hand,
  Colour,
  Hidden as Cards,
  Payment,
  Pioneer as PioneerView,
  Placement as Fit,
  Reason,
  Resource,
  ResourceCounts as Counts,
  Result,
  SiteChoice,
  SiteKind,
} from '../protocol/messages';
export type { BlockedSite as Blocked, Island as IslandView } from '../protocol/messages';

export type TileFits = Readonly<Partial<Record<string, readonly Wire.Placement[]>>>;
export type Origin = 'reserve' | BerthRef;
export type ShipView = { readonly seat: number } & BerthRef;
export type SiteCard = Wire.SiteChoice['card'];

export type GameSetup = Wire.SetupData;
export type View = Omit<Wire.ViewData, 'ships'> & { readonly ships: readonly ShipView[] };

export type ShipChoice = Omit<Wire.ShipChoices, 'from'> & { readonly from: readonly Origin[] };
export type TurnChoices = Omit<Wire.TurnChoices, 'ship'> & { readonly ship: ShipChoice | null };
export type Choices = Wire.MulliganChoices | Wire.FirstIslandChoices | TurnChoices;

/** A move as the record writes it. */
export type Move =
  | Wire.Mulligan
  | { type: 'first_island'; tile: string; cell: Cell; rotation: number; part: number }
  | { type: 'first_island'; tile: null; cell: null; rotation: null; part: null; to: Wire.PartAt }
  | {
      type: 'ship';
      from: Origin;
      to: BerthRef;
      explored: { tile: string; cell: Cell; rotation: number } | null;
      paid: Wire.Card[];
    }
  | Wire.Plantation
  | Wire.GoldMine
  | Wire.Ruins
  | Wire.Building
  | Wire.Market
  | Wire.EndTurn;

export type ShipEvent = Omit<Wire.ShipEvent, 'from' | 'to'> & {
  readonly from: Origin;
  readonly to: BerthRef;
};
export type GameEvent = Exclude<Wire.Event, { type: 'ship' }> | ShipEvent;

/** The game through one pair of eyes. */
export interface PlayerView {
  readonly seat: number | null;
  readonly view: View;
  readonly choices: Choices | null;
  readonly undo: number;
}
