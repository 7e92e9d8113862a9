// Generated from ilos.protocol by `python -m ilos.protocol.typescript`; never edit by hand.

export const PROTOCOL = 2;

export const REFUSAL_CODES = ["bad_message", "protocol_version", "wrong_origin", "unknown_table", "unknown_record", "unknown_code", "wrong_token", "not_allowed", "banned", "not_started", "seat_open", "already_started", "not_finished", "game_over", "table_full", "seat_taken", "colour_taken", "name_taken", "bad_name", "bad_text", "bad_settings", "unknown_bot", "unknown_tile_set", "bad_record", "stale", "not_your_turn", "not_a_move", "illegal_move", "id_taken", "cannot_undo", "no_proposal", "too_early", "no_hint", "hints_off", "too_many", "quota", "too_large", "try_again", "internal"] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export const CARDS = ["ship", "plantation", "gold_mine", "building", "ruins", "market"] as const;
export type Card = (typeof CARDS)[number];

export const SITE_CARDS = ["plantation", "gold_mine", "building", "ruins"] as const;
export type SiteCard = (typeof SITE_CARDS)[number];

export const RESOURCES = ["ebony", "spice", "pigment", "gold"] as const;
export type Resource = (typeof RESOURCES)[number];

export const SITE_KINDS = ["ebony", "spice", "pigment", "gold", "construction", "ruins"] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

export const BUILDING_KINDS = ["fort", "trading_post"] as const;
export type BuildingKind = (typeof BUILDING_KINDS)[number];

export const COLOURS = ["red", "green", "black", "yellow", "blue"] as const;
export type Colour = (typeof COLOURS)[number];

export const EDITIONS = ["en", "fr", "de"] as const;
export type Edition = (typeof EDITIONS)[number];

export type CardCounts = Readonly<Record<Card, number>>;

export type ResourceCounts = Readonly<Record<Resource, number>>;

export type PriceRows = Readonly<Record<Resource, readonly number[]>>;

export type Origin = "reserve" | Berth;

export type Move = Mulligan | FirstIsland | Ship | Plantation | GoldMine | Ruins | Building | Market | EndTurn;

export type Hidden = readonly Card[] | number;

export type Event = SetupEvent | DealEvent | MulliganEvent | FirstIslandEvent | ShipEvent | PlantationEvent | GoldMineEvent | RuinsEvent | BuildingEvent | MarketEvent | EndTurnEvent;

export type PaidEvent = ShipEvent | PlantationEvent | GoldMineEvent | RuinsEvent | BuildingEvent;

export const REASONS = ["ships", "cards", "pioneers", "buildings", "no_site", "no_ship", "market_played", "markers", "no_stock", "top_price"] as const;
export type Reason = (typeof REASONS)[number];

export type Choices = MulliganChoices | FirstIslandChoices | TurnChoices;

export const STOCKS = ["screened", "open"] as const;
export type Stocks = (typeof STOCKS)[number];

export const PHASES = ["mulligan", "first_islands", "turns", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const TABLE_STATUSES = ["open", "playing", "finished", "stopped"] as const;
export type TableStatus = (typeof TABLE_STATUSES)[number];

export const VISIBILITIES = ["private", "listed"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const LANGUAGES = ["en", "fr", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

export const REACTIONS = ["well_played", "thanks", "hello", "oops", "hurry", "laugh", "wow", "good_game"] as const;
export type Reaction = (typeof REACTIONS)[number];

export type ClockSetting = NoClock | MinutesEach | DaysATurn;

export type Change = SeatTaken | SeatFreed | SettingsChanged | Started | MulliganDecided | Played | Undone | Substituted | Returned | SeatTakenOver | Proposed | Voted | Stopped | RematchMade;

export type ClientMessage = Hello | Look | SubmitMove | Undo | ProposeUndo | ProposeEnd | Vote | Resign | Return | Rematch | Say | React | Mute | Nudge | AskHint | Resync | Ping;

export type Command = SubmitMove | Undo | ProposeUndo | ProposeEnd | Vote | Resign | Return | Rematch | Say | React | Mute | Nudge | AskHint;

export const HINT_REASONS = ["keep_hand", "better_hand", "good_island", "reach_sites", "new_sites", "raid_rival", "leave_hideout", "produce", "gold_pays_most", "ruins_pay_now", "fort_protects", "fort_draws", "trading_post_copies", "price_helps_you_most", "last_pioneer", "draw_for_more", "nothing_better"] as const;
export type HintReason = (typeof HINT_REASONS)[number];

export type ServerMessage = Welcome | Update | Acknowledged | Refused | Said | Nudged | PresenceChanged | Heartbeat | Hint | LobbyChanged;

export type LobbyMessage = LobbyChanged | Heartbeat | Refused;

/** A part of a tile, and so the shore of its island. */
export interface PartAt {
  readonly tile: string;
  readonly part: number;
}

/** A site, by its index in the list of its part. */
export interface SiteAt {
  readonly tile: string;
  readonly part: number;
  readonly site: number;
}

/** Where a ship lies or goes: a part (the shore of its island), or the hideout of a tile. */
export type Berth =
  | { readonly tile: string; readonly part: number }
  | { readonly tile: string; readonly hideout: true };

/** A face-up tile, where it is laid and how it is turned. */
export interface Exploration {
  readonly tile: string;
  readonly cell: readonly [number, number];
  readonly rotation: number;
}

/** RULES 3.4: the cards given back, none to keep all. */
export interface Mulligan {
  readonly type: "mulligan";
  readonly discarded: readonly Card[];
}

/** RULES 3.5: a first tile, and the part of it where the first ship docks. */
export interface FirstIsland {
  readonly type: "first_island";
  readonly tile: string | null;
  readonly cell: readonly [number, number] | null;
  readonly rotation: number | null;
  readonly part: number | null;
  readonly to?: PartAt | null;
}

/** RULES 4.2: deploy or move a ship; `to` is a part of the explored tile, if one is explored. */
export interface Ship {
  readonly type: "ship";
  readonly from: Origin;
  readonly to: Berth;
  readonly explored: Exploration | null;
  readonly paid: readonly Card[];
}

/** RULES 4.1: a pioneer on an ebony, spice or pigment site. */
export interface Plantation {
  readonly type: "plantation";
  readonly site: SiteAt;
  readonly paid: readonly Card[];
}

/** RULES 4.1: a pioneer on a gold site. */
export interface GoldMine {
  readonly type: "gold_mine";
  readonly site: SiteAt;
  readonly paid: readonly Card[];
}

/** RULES 4.1: a pioneer on ruins. */
export interface Ruins {
  readonly type: "ruins";
  readonly site: SiteAt;
  readonly paid: readonly Card[];
}

/** RULES 4.3: a fort (resource null), or a trading post and the resource it copies. */
export interface Building {
  readonly type: "building";
  readonly site: SiteAt;
  readonly building: BuildingKind;
  readonly resource: Resource | null;
  readonly paid: readonly Card[];
}

/** RULES 4.4: raise the price of a resource, paying one of it. */
export interface Market {
  readonly type: "market";
  readonly resource: Resource;
}

/** RULES 4.6, 4.7: produce and draw. */
export interface EndTurn {
  readonly type: "end_turn";
}

/** An exploration that happened, with the tile turned up to refill the area. */
export interface Explored {
  readonly tile: string;
  readonly cell: readonly [number, number];
  readonly rotation: number;
  readonly revealed: string | null;
}

/** A card taken from another hand; null for all but taker and victim. */
export interface Taken {
  readonly seat: number;
  readonly card: Card | null;
}

/** The three tiles first turned up. */
export interface SetupEvent {
  readonly type: "setup";
  readonly exploration: readonly string[];
}

/** Five cards to a seat. */
export interface DealEvent {
  readonly type: "deal";
  readonly seat: number;
  readonly cards: Hidden;
}

/** A mulligan; discards lie face up. */
export interface MulliganEvent {
  readonly type: "mulligan";
  readonly seat: number;
  readonly discarded: readonly Card[];
  readonly drawn: Hidden;
}

/** A first island, or (all null and `to`) the fallback of rules 3.5. */
export interface FirstIslandEvent {
  readonly type: "first_island";
  readonly seat: number;
  readonly tile: string | null;
  readonly cell: readonly [number, number] | null;
  readonly rotation: number | null;
  readonly part: number | null;
  readonly to?: PartAt | null;
  readonly revealed: string | null;
}

/** A ship deployed or moved. */
export interface ShipEvent {
  readonly type: "ship";
  readonly seat: number;
  readonly from: Origin;
  readonly to: Berth;
  readonly explored: Explored | null;
  readonly paid: readonly Card[];
}

/** A plantation begun. */
export interface PlantationEvent {
  readonly type: "plantation";
  readonly seat: number;
  readonly site: SiteAt;
  readonly paid: readonly Card[];
}

/** A gold mine begun. */
export interface GoldMineEvent {
  readonly type: "gold_mine";
  readonly seat: number;
  readonly site: SiteAt;
  readonly paid: readonly Card[];
}

/** Ruins searched: three gold. */
export interface RuinsEvent {
  readonly type: "ruins";
  readonly seat: number;
  readonly site: SiteAt;
  readonly paid: readonly Card[];
}

/** A fort or trading post built. */
export interface BuildingEvent {
  readonly type: "building";
  readonly seat: number;
  readonly site: SiteAt;
  readonly building: BuildingKind;
  readonly resource: Resource | null;
  readonly paid: readonly Card[];
}

/** A price raised. */
export interface MarketEvent {
  readonly type: "market";
  readonly seat: number;
  readonly resource: Resource;
}

/** Production and drawing at the end of a turn. */
export interface EndTurnEvent {
  readonly type: "end_turn";
  readonly seat: number;
  readonly produced: Readonly<Partial<Record<Resource, number>>>;
  readonly drawn: Hidden;
  readonly taken: readonly Taken[];
}

/** An empty cell where a tile fits, and the rotations that fit there. */
export interface Placement {
  readonly cell: readonly [number, number];
  readonly rotations: readonly number[];
}

/** RULES 4.5: an island that a ship in a hideout attacks, and the rivals there. */
export interface Raid {
  readonly island: PartAt; // its oldest part
  readonly seats: readonly number[]; // rivals with ships or pioneers there
  readonly protected: readonly number[]; // those of them with a fort
}

/** RULES 4.2: where ships may go; a ship never docks at the island it lies at. */
export interface ShipChoices {
  readonly cost: number;
  readonly from: readonly Origin[];
  readonly hideout_draws: readonly number[]; // cards at the end of the turn, were each of them in a hideout
  readonly pirates_draw: boolean; // RULES 7: a ship in a hideout draws a card
  readonly docks: readonly PartAt[]; // the oldest part of each island
  readonly hideouts: Readonly<Partial<Record<string, readonly Raid[]>>>; // the tiles of free ones, and what a ship there attacks
  readonly tiles: Readonly<Partial<Record<string, readonly Placement[]>>>; // without those that fit nowhere
}

/** A site that can be worked now. */
export interface SiteChoice {
  readonly site: SiteAt;
  readonly card: SiteCard;
  readonly cost: number;
  readonly piracy: boolean; // the cost is raised by pirates
  readonly fort: boolean; // pirates attack, but an own fort protects
  readonly copies?: readonly Resource[] | null; // for a building: what a trading post could copy
}

/** A free site in play for a card in the hand that cannot be played there now, and why. */
export interface BlockedSite {
  readonly site: SiteAt;
  readonly card: SiteCard;
  readonly reason: Reason;
  readonly need?: number | null;
  readonly have?: number | null;
}

/** Other cards of the hand in the order in which to pay with them, as many as may be needed. */
export interface Payment {
  readonly cards: readonly Card[];
  readonly unplayable: number; // so many of the first are of kinds without a use this turn or next
  readonly spare: number; // so many after them are more copies of a kind than there are uses
  readonly next_turn: number; // so many after those have a use in the next turn, but not in this
}

/** A good of which several rivals, or the only one, make many, while its price can rise. */
export interface Hoarded {
  readonly resource: Resource;
  readonly seats: readonly number[]; // the rivals
  readonly yours: boolean; // the seat to act holds or makes it, too
}

/** RULES 4.4: what the rise of a price means for the seat to act. */
export interface Rise {
  readonly resource: Resource;
  readonly price: number; // the next one
  readonly worth: number; // change of the worth of its stock: one token is given, the rest is worth more
  readonly each_turn: number; // so much more is its production worth
}

/** Any part of the hand may be discarded. */
export interface MulliganChoices {
  readonly kind: "mulligan";
  readonly seat: number;
}

/** Tiles and where they fit; `docks` only in the fallback of rules 3.5. */
export interface FirstIslandChoices {
  readonly kind: "first_island";
  readonly seat: number;
  readonly tiles: Readonly<Partial<Record<string, readonly Placement[]>>>;
  readonly docks: readonly PartAt[];
}

/** Everything a turn allows now. */
export interface TurnChoices {
  readonly kind: "turn";
  readonly seat: number;
  readonly ship: ShipChoices | null;
  readonly sites: readonly SiteChoice[];
  readonly blocked: readonly BlockedSite[];
  readonly market: readonly Resource[];
  readonly end_turn: boolean;
  readonly why_not: Readonly<Partial<Record<Card, Reason>>>; // for each kind of card in the hand without a use now
  readonly payments: Readonly<Partial<Record<Card, Payment>>>; // for each kind of card that can be played and costs cards
  readonly hoarded: readonly Hoarded[]; // a warning: whom a rise of these prices would help
  readonly rises: readonly Rise[]; // for each price that is not the highest
  readonly fort_draw: number; // cards at the end of the turn, with one fort more
}

/** Land of one tile that hangs together: the sides it reaches and the sites printed on it. */
export interface Part {
  readonly sides: readonly number[]; // printed sides 0 to 5, clockwise from east; none for an islet
  readonly sites: readonly SiteKind[]; // a site is named by its index here, whatever the rotation
}

/** The printed design of a tile. */
export interface Tile {
  readonly id: string;
  readonly hideout: boolean;
  readonly parts: readonly Part[];
}

/** Who sits in a seat. */
export interface Player {
  readonly name: string;
  readonly colour: Colour; // of all pieces of the seat; no two seats have the same
  readonly kind: "human" | "bot";
  readonly bot?: string | null; // which bot
}

/** Edition and options of a game. */
export interface Options {
  readonly version: number;
  readonly edition: Edition; // RULES 7
  readonly max_rounds: number; // RULES 5, the safety valve
  readonly stocks: Stocks; // RULES 6
}

/** The twenty tiles, in an order that tells nothing of the shuffle. */
export interface TileSetData {
  readonly name: string;
  readonly tiles: readonly Tile[];
}

/** What was agreed before the game, as a record says it before its events. */
export interface SetupData {
  readonly rules: Options;
  readonly players: readonly Player[];
  readonly tile_set: TileSetData;
  readonly market: PriceRows;
}

/** A ship in play. The rules know only its island; the part is where it was seen to dock. */
export type ShipAt =
  | { readonly seat: number; readonly tile: string; readonly part: number }
  | { readonly seat: number; readonly tile: string; readonly hideout: true };

/** What a seat has come to. */
export interface Score {
  readonly stock: ResourceCounts;
  readonly value: number; // the sum of stock × price
  readonly pioneers: number; // deployed; more of them break a tie
}

/** How a game ended. */
export interface Result {
  readonly reason: "pioneers" | "max_rounds";
  readonly winners: readonly number[];
  readonly scores: readonly Score[];
}

/** A tile in play. */
export interface LaidTile {
  readonly tile: string;
  readonly cell: readonly [number, number];
  readonly rotation: number;
}

/** Parts joined across tiles. */
export interface Island {
  readonly name: number; // number of its oldest part in order of laying
  readonly parts: readonly PartAt[];
  readonly ships: readonly number[]; // how many each seat has at its shore
  readonly forts: readonly number[]; // seats with a fort
  readonly raiders: readonly number[]; // seats whose pirates attack it
  readonly worked: readonly Resource[]; // plantation resources worked here
}

/** A pioneer on a site, with its building. */
export interface Pioneer {
  readonly seat: number;
  readonly tile: string;
  readonly part: number;
  readonly site: number;
  readonly building: BuildingKind | null;
  readonly resource: Resource | null;
}

/** What is known of a seat. */
export interface SeatData {
  readonly hand: number;
  readonly ships: number; // in reserve
  readonly pioneers: number; // in reserve
  readonly production: ResourceCounts;
  readonly stock: ResourceCounts | null; // null while screened
  readonly draw: number; // cards at the end of the turn
}

/** All that one seat, or a spectator, may know of the game now. */
export interface ViewData {
  readonly viewer: number | null;
  readonly events: number; // number of events so far
  readonly phase: Phase;
  readonly round: number;
  readonly to_move: number | null;
  readonly last_round: boolean;
  readonly exploration: readonly string[]; // face-up tiles
  readonly stack: number; // tiles still to come
  readonly archipelago: readonly LaidTile[]; // in the order laid
  readonly islands: readonly Island[]; // oldest first
  readonly ships: readonly ShipAt[];
  readonly pioneers: readonly Pioneer[];
  readonly seats: readonly SeatData[];
  readonly hand: CardCounts | null; // the viewer's own
  readonly pile: number;
  readonly discard: CardCounts;
  readonly prices: ResourceCounts; // steps risen, 0 to 4
  readonly markers: number; // left
  readonly market_played: boolean;
  readonly buildings: number; // tokens left
  readonly result: Result | null;
}

/** What decided a finished game between a seat and its rival: the winner, or the second. */
export interface Verdict {
  readonly kind: "price" | "stock" | "pioneers" | "shared";
  readonly rival: number;
  readonly margin: number; // difference of wealth
  readonly event: number; // the number of events after which it shows
  readonly resource: Resource | null;
  readonly price: number | null; // of the resource at the end
  readonly count: number | null; // tokens of it that the one ahead has more than the other
}

/** Nobody is hurried. */
export interface NoClock {
  readonly kind: "none";
}

/** So many minutes for the whole game each, and some seconds added after each own turn. */
export interface MinutesEach {
  readonly kind: "minutes";
  readonly minutes: number;
  readonly increment_seconds?: number;
}

/** So many days for each turn. */
export interface DaysATurn {
  readonly kind: "days";
  readonly days: number;
}

/** What the host decides; all of it may be left out. */
export interface TableSettings {
  readonly title?: string;
  readonly edition?: Edition;
  readonly tile_set?: string;
  readonly stocks?: Stocks;
  readonly max_rounds?: number;
  readonly clock?: ClockSetting;
  readonly visibility?: Visibility;
  readonly language?: Edition | null; // what is spoken at the table; null: any
  readonly spectators?: boolean;
  readonly spectator_delay?: number; // moves that spectators are behind
  readonly first_player?: number | null; // null: drawn when the game starts
  readonly hints?: boolean | null; // whether players may ask bots; null: unless several people play
}

/** What a chair is for: the asking person, anybody who comes, or a bot. */
export interface SeatPlan {
  readonly kind: "mine" | "open" | "bot";
  readonly colour?: Colour | null; // null: the first free one
  readonly bot?: string | null; // level, for a bot
  readonly name?: string | null; // for `mine`: needed; a bot finds one itself
}

/** A chair before the start, a seat in turn order after it. */
export interface SeatInfo {
  readonly seat: number;
  readonly colour: Colour;
  readonly kind: "open" | "human" | "bot";
  readonly name: string | null;
  readonly bot: string | null; // level of the bot that sits here
  readonly substitute: string | null; // level of the bot that plays for an absent person
  readonly why: "clock" | "left" | "resigned" | null; // why there is a substitute
  readonly online: boolean;
  readonly kept_until?: number | null; // ms, server time: until then only the absent person may return
  readonly decided?: boolean; // the mulligan is decided, and played when its turn comes
  readonly host?: boolean; // this person made the table
  readonly asked?: boolean; // this person was asked to a rematch and has not accepted yet
}

/** How a game that was played to its end came out. */
export interface TableResult {
  readonly places: readonly number[]; // of each seat, from 1; equals share a place
  readonly values: readonly number[]; // wealth of each seat
  readonly length: number | null; // milliseconds from start to end
}

/** A table in a list or at its head. */
export interface TableInfo {
  readonly id: string;
  readonly status: TableStatus;
  readonly settings: TableSettings;
  readonly seats: readonly SeatInfo[];
  readonly version: number;
  readonly created: number; // milliseconds since 1970, server time
  readonly changed: number;
  readonly round: number | null;
  readonly to_move: number | null;
  readonly watching: number; // spectators now
  readonly commitment: string; // of the fair shuffle, published before any nonce is opened; else empty
  readonly nonce_hashes: readonly string[]; // by chair; empty: none
  readonly unopened: readonly number[]; // chairs whose nonces must be opened before the game starts
  readonly code: string | null; // to invite others; for those at the table or invited to it
  readonly rematch: string | null; // the table that follows this one
  readonly branched_from: string | null; // record or table, and event, this game goes on from
  readonly stopped: "agreed" | "abandoned" | null;
  readonly rematch_by?: number | null; // seat that offers the rematch
  readonly result?: TableResult | null; // when the game is over
  readonly hints?: boolean; // whether players may ask bots for hints here
  readonly stopped_by?: number | null; // seat that proposed to break the game off
}

/** Time left, as the server counts it; client clocks are never trusted. */
export interface Clocks {
  readonly running: number | null; // seat whose time runs
  readonly remaining: readonly (number | null)[]; // milliseconds per seat at `now`; null: no limit
  readonly now: number; // server time, milliseconds
}

/** A question to all human seats. */
export interface Proposal {
  readonly id: number;
  readonly kind: "undo" | "end";
  readonly by: number;
  readonly events: number | null; // for `undo`: how many events would remain
  readonly agreed: readonly number[];
  readonly needed: readonly number[]; // seats that have not yet answered
}

/** Something said. */
export interface ChatLine {
  readonly number: number; // counts up per table
  readonly seat: number | null; // null: a spectator
  readonly name: string;
  readonly text: string; // empty for a quick reaction
  readonly audience: "players" | "spectators";
  readonly at: number;
  readonly reaction?: Reaction | null;
}

/** Who is here. */
export interface Presence {
  readonly online: readonly number[]; // seats with at least one live connection
  readonly watching: number;
}

/** Someone, or a bot, sat down. */
export interface SeatTaken {
  readonly type: "seat_taken";
  readonly seat: number;
  readonly name: string;
}

/** Someone left before the start, or the host freed the seat. */
export interface SeatFreed {
  readonly type: "seat_freed";
  readonly seat: number;
}

/** The host changed the plan of the table before the start. */
export interface SettingsChanged {
  readonly type: "settings_changed";
}

/** The game began; `events` are the first ones, masked. */
export interface Started {
  readonly type: "started";
  readonly order: readonly number[]; // chair of each seat: seat i sits in chair order[i]
  readonly events: readonly Event[];
}

/** A person decided their mulligan before its turn; it is shown when it is played. */
export interface MulliganDecided {
  readonly type: "mulligan_decided";
  readonly seat: number;
}

/** A move was played; `events` holds its event, masked. */
export interface Played {
  readonly type: "played";
  readonly seat: number;
  readonly id: string | null; // of the submitted move
  readonly bot: boolean;
  readonly events: readonly Event[];
}

/** Moves were taken back: only the first `events` events stand. */
export interface Undone {
  readonly type: "undone";
  readonly seat: number;
  readonly events: number;
  readonly agreed: boolean; // all agreed to go behind the barrier
}

/** A bot plays on for a seat. */
export interface Substituted {
  readonly type: "substituted";
  readonly seat: number;
  readonly bot: string;
  readonly why: "clock" | "left" | "resigned";
}

/** The person took the seat back from the bot. */
export interface Returned {
  readonly type: "returned";
  readonly seat: number;
}

/** Another person took the seat over from the bot, by a link that a player gave them. */
export interface SeatTakenOver {
  readonly type: "seat_taken_over";
  readonly seat: number;
  readonly name: string;
}

/** Someone asks all others. */
export interface Proposed {
  readonly type: "proposed";
  readonly proposal: number;
  readonly kind: "undo" | "end";
  readonly seat: number;
  readonly events: number | null; // for `undo`: how many events would remain
}

/** An answer; one refusal, or any move, closes the proposal. Who asked withdraws by refusing. */
export interface Voted {
  readonly type: "voted";
  readonly proposal: number;
  readonly seat: number;
  readonly agree: boolean;
}

/** The game was broken off. */
export interface Stopped {
  readonly type: "stopped";
  readonly reason: "agreed" | "abandoned";
  readonly seat: number | null; // who proposed it
}

/** Someone offers a rematch: there is a new table with the same people. */
export interface RematchMade {
  readonly type: "rematch_made";
  readonly table: string;
  readonly seat: number | null; // who offers it
}

/** A change that is no move, for the log: a proposal, an answer, a bot that plays on. */
export interface Notice {
  readonly after: number; // number of events at that time; some may have been taken back since
  readonly change: Change;
}

/** First message on a socket: who is there and what was seen last. */
export interface Hello {
  readonly type: "hello";
  readonly protocol: number;
  readonly tokens?: readonly string[]; // of this table: seats, host, or invitation code
  readonly seen?: number | null; // last version applied; null asks for a whole welcome
  readonly look?: number | null; // through which of the own seats to look; null: the first (none: spectator)
}

/** Look through another of the own seats, or (null) at the public view; a welcome answers. */
export interface Look {
  readonly type: "look";
  readonly seat: number | null;
}

/** Play a move for the seat that decides, if one of the shown tokens holds it. */
export interface SubmitMove {
  readonly type: "submit_move";
  readonly id: string;
  readonly version: number; // the version the move was made on
  readonly move: Move;
}

/** Take back the own last move, or the whole turn as far as nothing secret was revealed. */
export interface Undo {
  readonly type: "undo";
  readonly id: string;
  readonly version: number;
  readonly whole_turn?: boolean;
}

/** Ask all human seats to go back to where only `events` events stand. */
export interface ProposeUndo {
  readonly type: "propose_undo";
  readonly id: string;
  readonly version: number;
  readonly events: number;
}

/** Offer to break the game off. */
export interface ProposeEnd {
  readonly type: "propose_end";
  readonly id: string;
}

/** Answer a proposal; who made it withdraws it by not agreeing. */
export interface Vote {
  readonly type: "vote";
  readonly id: string;
  readonly proposal: number;
  readonly agree: boolean;
}

/** Leave the game for good; a bot plays on for the seat. */
export interface Resign {
  readonly type: "resign";
  readonly id: string;
}

/** Take the seat back from the bot that substituted (not after resigning). */
export interface Return {
  readonly type: "return";
  readonly id: string;
}

/** Make (or find) the table of the next game with the same people and settings. */
export interface Rematch {
  readonly type: "rematch";
  readonly id: string;
}

/** Chat: players among themselves, spectators apart. */
export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly text: string;
}

/** A quick reaction; a line of chat that each reads in the own language. */
export interface React {
  readonly type: "react";
  readonly id: string;
  readonly reaction: Reaction;
}

/** Stop (or go on) showing me what a seat, or (null) the spectators, say. */
export interface Mute {
  readonly type: "mute";
  readonly seat: number | null;
  readonly muted: boolean;
}

/** Remind a person that the table waits for them; once a minute for each seat. */
export interface Nudge {
  readonly type: "nudge";
  readonly id: string;
  readonly seat: number;
}

/** Ask a bot that sees what I see; `rank` 1 is the next best idea, and so on. */
export interface AskHint {
  readonly type: "ask_hint";
  readonly id: string;
  readonly rank?: number;
}

/** Send me what came after `seen`, or everything. */
export interface Resync {
  readonly type: "resync";
  readonly seen?: number | null;
}

/** Answered by a heartbeat; a client that gets none within 10 seconds connects again. */
export interface Ping {
  readonly type: "ping";
}

/** The game through one pair of eyes. */
export interface PlayerView {
  readonly seat: number | null; // null: what a spectator sees
  readonly view: ViewData;
  readonly choices: Choices | null; // the legal moves if this seat decides now, else null
  readonly undo: number; // how many own moves may be taken back now
  readonly mulligan?: readonly Card[] | null; // what the own mulligan gives up that waits for its turn
}

/** Everything, on joining or when an update would not do. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly version: number;
  readonly table: TableInfo;
  readonly seats: readonly number[]; // the seats whose tokens were shown
  readonly host: boolean;
  readonly setup: SetupData | null; // null before the start
  readonly events: readonly Event[]; // all so far, masked
  readonly player_view: PlayerView | null;
  readonly clocks: Clocks | null;
  readonly proposals: readonly Proposal[];
  readonly presence: Presence;
  readonly chat: readonly ChatLine[]; // the last ones
  readonly muted: readonly number[]; // muted seats; -1: spectators
  readonly notices: readonly Notice[]; // the last ones, oldest first
}

/** One or more new versions. */
export interface Update {
  readonly type: "update";
  readonly version: number;
  readonly changes: readonly Change[];
  readonly table: TableInfo | null; // null: as before, but for round and turn, which the view tells
  readonly player_view: PlayerView | null;
  readonly clocks: Clocks | null;
  readonly proposals: readonly Proposal[];
}

/** The command with this id is stored for good. */
export interface Acknowledged {
  readonly type: "acknowledged";
  readonly id: string;
  readonly version: number; // of its entry in the log; 0 for what is not in it, such as chat
}

/** Nothing was changed, and why. */
export interface Refused {
  readonly type: "refused";
  readonly id: string | null;
  readonly code: RefusalCode;
  readonly message: string; // for a person, in English; clients translate the code
  readonly version: number | null; // the current version
  readonly rule?: string | null; // section of the rules an illegal move breaks
}

/** A new line of chat. */
export interface Said {
  readonly type: "said";
  readonly line: ChatLine;
}

/** The table waits for a person, and another one reminds them. */
export interface Nudged {
  readonly type: "nudged";
  readonly seat: number; // who is reminded
  readonly by: number;
}

/** Who is here now. */
export interface PresenceChanged {
  readonly type: "presence_changed";
  readonly presence: Presence;
}

/** Every ten seconds and after a ping; a higher version than yours means: resync. */
export interface Heartbeat {
  readonly type: "heartbeat";
  readonly version: number;
  readonly now: number;
}

/** A bot's suggestion and why. */
export interface Hint {
  readonly type: "hint";
  readonly id: string;
  readonly version: number;
  readonly move: Move;
  readonly bot: string;
  readonly reason: HintReason;
  readonly values: Readonly<Partial<Record<string, string | number>>>; // numbers and names for the sentence
}

/** The listed open and running tables, newest first. */
export interface LobbyChanged {
  readonly type: "lobby_changed";
  readonly tables: readonly TableInfo[];
}

/** A bot that may be seated. */
export interface BotLevel {
  readonly name: string;
  readonly seconds: number; // at most a move, thinking time; a bot that does not search needs far less
}

/** What this server offers. */
export interface ServerInfo {
  readonly version: string;
  readonly protocol: number;
  readonly bots: readonly BotLevel[]; // weakest first
  readonly tile_sets: readonly string[];
  readonly notifications: readonly ("email" | "webhook")[];
  readonly open_tables: number;
  readonly playing: number;
}

/** A new table; seats in order, at least one `mine` unless only bots play. */
export interface CreateTable {
  readonly seats: readonly SeatPlan[];
  readonly settings?: TableSettings;
  readonly nonce?: string; // the host's part of the fair shuffle, if all may know it
  readonly nonce_hash?: string; // or its SHA-256: the nonce is opened at the start
  readonly start?: boolean; // start at once if no seat is open: play now
}

/** The proof of sitting in a seat: keep it, and give it to nobody. */
export interface SeatKey {
  readonly seat: number; // chair number
  readonly token: string;
}

/** The new table. */
export interface TableCreated {
  readonly table: TableInfo;
  readonly host: string; // host token
  readonly keys: readonly SeatKey[]; // one for each `mine`
}

/** Take a seat. */
export interface JoinTable {
  readonly name: string;
  readonly seat?: number | null; // null: any open one
  readonly colour?: Colour | null; // null: that of the seat
  readonly nonce?: string; // own part of the fair shuffle, if all may know it
  readonly nonce_hash?: string; // or its SHA-256: the nonce is opened at the start
  readonly code?: string | null; // invitation code, for a private table
}

/** Own part of the fair shuffle: its hash before the start, the nonce when it is asked for. */
export interface ShufflePart {
  readonly nonce_hash?: string;
  readonly nonce?: string;
}

/** You sit. */
export interface Seated {
  readonly table: TableInfo;
  readonly key: SeatKey;
}

/** Find a table by its invitation code. */
export interface FindTable {
  readonly code: string;
}

/** The table of that code. */
export interface Found {
  readonly table: TableInfo;
}

/** Before the start the host frees a seat; in a game a bot plays on for an absent person. */
export interface FreeSeat {
  readonly seat: number;
}

/** Offer a seat that a bot plays to another person; an earlier offer of it is void. */
export interface OfferSeat {
  readonly seat: number;
}

/** The secret of a link by which one person takes the seat over, once. */
export interface SeatOffered {
  readonly offer: string; // the secret of the link; who posts it first takes the seat over
}

/** Take a seat over from the bot that plays it. */
export interface TakeOver {
  readonly offer: string; // from the link that an `OfferSeat` was answered with
  readonly name: string;
  readonly code?: string | null; // invitation code, for a private table
}

/** The host changes what an empty or bot seat is for. */
export interface PlanSeat {
  readonly seat: number;
  readonly plan: SeatPlan;
}

/** The host starts; open seats are given to bots of this level, or refused if null. */
export interface StartTable {
  readonly fill?: string | null;
}

/** A token the browser holds. */
export interface Held {
  readonly table: string;
  readonly token: string;
}

/** Ask about the own games. */
export interface MyTables {
  readonly held: readonly Held[];
}

/** One of the own games. */
export interface MyTable {
  readonly table: TableInfo;
  readonly seat: number | null; // null: host without a seat
  readonly your_turn: boolean;
}

/** The own games that still exist. */
export interface MyTablesAnswer {
  readonly tables: readonly MyTable[];
}

/** Listed tables, newest first. */
export interface TableList {
  readonly tables: readonly TableInfo[];
  readonly next: string | null; // pass as `before` for the next page
}

/** A fresh seat token; the old one is void and its sockets are closed. */
export interface TokenChanged {
  readonly key: SeatKey;
}

/** Where to tell this seat that it is its turn; null: nowhere. */
export interface Notifications {
  readonly email?: string | null;
  readonly webhook?: string | null;
}

/** The game after `after` events, for replay. */
export interface Frame {
  readonly after: number;
  readonly view: ViewData;
  readonly hands: readonly CardCounts[] | null; // all revealed: every hand
  readonly stocks: readonly ResourceCounts[] | null; // all revealed: every stock
}

/** One event on the timeline. */
export interface TimelinePoint {
  readonly round: number; // in which it happened; 0: the setup
  readonly seat: number | null;
  readonly wealth: readonly (number | null)[]; // worth of each stock after it; null where hidden
  readonly prices: ResourceCounts; // what a token of each resource is worth after it
}

/** A game to step through. */
export interface Replay {
  readonly source: string; // table or record id
  readonly setup: SetupData;
  readonly events: readonly Event[]; // as the viewer may see them
  readonly timeline: readonly TimelinePoint[];
  readonly verdicts: readonly Verdict[]; // by seat; empty unless the game was played to its end
  readonly finished: boolean;
  readonly verified: boolean; // false: imported from outside, names and results are unverified claims
  readonly length: number | null; // milliseconds from start to end; null: not over, or not known
}

/** Some frames of a replay. */
export interface Frames {
  readonly frames: readonly Frame[];
}

/** An imported record, replayed and found legal. */
export interface RecordImported {
  readonly record: string;
}

/** Go on from an event of a finished or imported game, against bots. */
export interface PlayOn {
  readonly after: number;
  readonly seat: number;
  readonly name: string;
  readonly bot: string;
  readonly nonce?: string;
  readonly nonce_hash?: string;
}

/** The body of every refused call; the same fields as a refused message. */
export interface Problem {
  readonly code: RefusalCode;
  readonly message: string;
  readonly version?: number | null;
  readonly rule?: string | null; // section of the rules that is broken; "record": of the format
  readonly event?: number | null; // number of the event of a record that is refused
}

/** The server is up, or ready. */
export interface Health {
  readonly status: "ok" | "unavailable";
  readonly detail?: string;
}

/** What is printed on the cards: cost, cost under piracy, own ships needed. */
export const PRINTED: Readonly<Record<Card, Readonly<{ cost: number; piracy: number | null; ships: number | null }>>> = {
  ship: { cost: 1, piracy: null, ships: null },
  plantation: { cost: 2, piracy: 3, ships: 1 },
  gold_mine: { cost: 5, piracy: 7, ships: 2 },
  building: { cost: 2, piracy: 4, ships: 2 },
  ruins: { cost: 7, piracy: 7, ships: 1 },
  market: { cost: 1, piracy: null, ships: null },
};
