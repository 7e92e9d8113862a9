// Generated from ilos.protocol by `python -m ilos.protocol.typescript`; never edit by hand.

export const PROTOCOL = 2;

export const CLOSE_REASONS: Record<number, string> = {
  1008: "too many messages, or too many bad ones",
  1009: "a message larger than the limit",
  1012: "the server restarts: come back after a short random wait",
  4001: "protocol version not spoken here: reload the page",
  4003: "not allowed: wrong token, banned, or spectators are not admitted",
  4004: "no such table",
  4008: "this reader was too slow: connect again and resume from the last seen version",
  4009: "the token was revoked or the seat freed",
  4010: "too many sockets",
};

export type RefusalCode = "bad_message" | "protocol_version" | "wrong_origin" | "unknown_table" | "unknown_record" | "unknown_code" | "wrong_token" | "not_allowed" | "banned" | "not_started" | "seat_open" | "already_started" | "not_finished" | "game_over" | "table_full" | "seat_taken" | "colour_taken" | "name_taken" | "bad_name" | "bad_text" | "bad_settings" | "unknown_bot" | "unknown_tile_set" | "bad_record" | "stale" | "not_your_turn" | "not_a_move" | "illegal_move" | "id_taken" | "cannot_undo" | "no_proposal" | "no_hint" | "too_many" | "quota" | "too_large" | "try_again" | "internal";

export type Card = "ship" | "plantation" | "gold_mine" | "building" | "ruins" | "market";

export type SiteCard = "plantation" | "gold_mine" | "building" | "ruins";

export type Resource = "ebony" | "spice" | "pigment" | "gold";

export type SiteKind = "ebony" | "spice" | "pigment" | "gold" | "construction" | "ruins";

export type BuildingKind = "fort" | "trading_post";

export type Colour = "red" | "green" | "black" | "yellow" | "blue";

export type Edition = "en" | "fr" | "de";

export type CardCounts = Record<Card, number>;

export type ResourceCounts = Record<Resource, number>;

export type PriceRows = Record<Resource, number[]>;

export type Origin = "reserve" | Berth;

export type Move = Mulligan | FirstIsland | Ship | Plantation | GoldMine | Ruins | Building | Market | EndTurn;

export type Hidden = Card[] | number;

export type Event = SetupEvent | DealEvent | MulliganEvent | FirstIslandEvent | ShipEvent | PlantationEvent | GoldMineEvent | RuinsEvent | BuildingEvent | MarketEvent | EndTurnEvent;

export type PaidEvent = ShipEvent | PlantationEvent | GoldMineEvent | RuinsEvent | BuildingEvent;

export type Reason = "ships" | "cards" | "pioneers" | "buildings" | "no_site" | "no_ship" | "market_played" | "markers" | "no_stock" | "top_price";

export type Choices = MulliganChoices | FirstIslandChoices | TurnChoices;

export type Stocks = "screened" | "open";

export type Phase = "mulligan" | "first_islands" | "turns" | "over";

export type TableStatus = "open" | "playing" | "finished" | "stopped";

export type Visibility = "private" | "listed";

export type Language = "en" | "fr" | "de";

export type Reaction = "well_played" | "thanks" | "hello" | "oops" | "hurry" | "laugh" | "wow" | "good_game";

export type ClockSetting = NoClock | MinutesEach | DaysATurn;

export type Change = SeatTaken | SeatFreed | SettingsChanged | Started | Played | Undone | Substituted | Returned | Proposed | Voted | Stopped | RematchMade;

export type ClientMessage = Hello | Look | SubmitMove | Undo | ProposeUndo | ProposeEnd | Vote | Resign | Return | Rematch | Say | React | Mute | AskHint | Resync | Ping;

export type Command = SubmitMove | Undo | ProposeUndo | ProposeEnd | Vote | Resign | Return | Rematch | Say | React | Mute | AskHint;

export type HintReason = "keep_hand" | "better_hand" | "good_island" | "reach_sites" | "new_sites" | "raid_rival" | "leave_hideout" | "produce" | "gold_pays_most" | "ruins_pay_now" | "fort_protects" | "fort_draws" | "trading_post_copies" | "price_helps_you_most" | "last_pioneer" | "draw_for_more" | "nothing_better";

export type ServerMessage = Welcome | Update | Acknowledged | Refused | Said | Reacted | PresenceChanged | Heartbeat | Hint | LobbyChanged;

/** A part of a tile, and so the shore of its island. */
export interface PartAt {
  tile: string;
  part: number;
}

/** A site, by its index in the list of its part. */
export interface SiteAt {
  tile: string;
  part: number;
  site: number;
}

/** Where a ship lies or goes: a part (the shore of its island), or the hideout of a tile. */
export interface Berth {
  tile: string;
  part?: number | null;
  hideout?: boolean;
}

/** A face-up tile, where it is laid and how it is turned. */
export interface Exploration {
  tile: string;
  cell: [number, number];
  rotation: number;
}

/** RULES 3.4: the cards given back, none to keep all. */
export interface Mulligan {
  type: "mulligan";
  discarded: Card[];
}

/** RULES 3.5: a first tile, and the part of it where the first ship docks. */
export interface FirstIsland {
  type: "first_island";
  tile: string | null;
  cell: [number, number] | null;
  rotation: number | null;
  part: number | null;
  to?: PartAt | null;
}

/** RULES 4.2: deploy or move a ship; `to` is a part of the explored tile, if one is explored. */
export interface Ship {
  type: "ship";
  from: Origin;
  to: Berth;
  explored: Exploration | null;
  paid: Card[];
}

/** RULES 4.1: a pioneer on an ebony, spice or pigment site. */
export interface Plantation {
  type: "plantation";
  site: SiteAt;
  paid: Card[];
}

/** RULES 4.1: a pioneer on a gold site. */
export interface GoldMine {
  type: "gold_mine";
  site: SiteAt;
  paid: Card[];
}

/** RULES 4.1: a pioneer on ruins. */
export interface Ruins {
  type: "ruins";
  site: SiteAt;
  paid: Card[];
}

/** RULES 4.3: a fort (resource null), or a trading post and the resource it copies. */
export interface Building {
  type: "building";
  site: SiteAt;
  building: BuildingKind;
  resource: Resource | null;
  paid: Card[];
}

/** RULES 4.4: raise the price of a resource, paying one of it. */
export interface Market {
  type: "market";
  resource: Resource;
}

/** RULES 4.6, 4.7: produce and draw. */
export interface EndTurn {
  type: "end_turn";
}

/** An exploration that happened, with the tile turned up to refill the area. */
export interface Explored {
  tile: string;
  cell: [number, number];
  rotation: number;
  revealed: string | null;
}

/** A card taken from another hand; null for all but taker and victim. */
export interface Taken {
  seat: number;
  card: Card | null;
}

/** The three tiles first turned up. */
export interface SetupEvent {
  type: "setup";
  exploration: string[];
}

/** Five cards to a seat. */
export interface DealEvent {
  type: "deal";
  seat: number;
  cards: Hidden;
}

/** A mulligan; discards lie face up. */
export interface MulliganEvent {
  type: "mulligan";
  seat: number;
  discarded: Card[];
  drawn: Hidden;
}

/** A first island, or (all null and `to`) the fallback of rules 3.5. */
export interface FirstIslandEvent {
  type: "first_island";
  seat: number;
  tile: string | null;
  cell: [number, number] | null;
  rotation: number | null;
  part: number | null;
  to?: PartAt | null;
  revealed: string | null;
}

/** A ship deployed or moved. */
export interface ShipEvent {
  type: "ship";
  seat: number;
  from: Origin;
  to: Berth;
  explored: Explored | null;
  paid: Card[];
}

/** A plantation begun. */
export interface PlantationEvent {
  type: "plantation";
  seat: number;
  site: SiteAt;
  paid: Card[];
}

/** A gold mine begun. */
export interface GoldMineEvent {
  type: "gold_mine";
  seat: number;
  site: SiteAt;
  paid: Card[];
}

/** Ruins searched: three gold. */
export interface RuinsEvent {
  type: "ruins";
  seat: number;
  site: SiteAt;
  paid: Card[];
}

/** A fort or trading post built. */
export interface BuildingEvent {
  type: "building";
  seat: number;
  site: SiteAt;
  building: BuildingKind;
  resource: Resource | null;
  paid: Card[];
}

/** A price raised. */
export interface MarketEvent {
  type: "market";
  seat: number;
  resource: Resource;
}

/** Production and drawing at the end of a turn. */
export interface EndTurnEvent {
  type: "end_turn";
  seat: number;
  produced: Partial<Record<Resource, number>>;
  drawn: Hidden;
  taken: Taken[];
}

/** An empty cell where a tile fits, and the rotations that fit there. */
export interface Placement {
  cell: [number, number];
  rotations: number[];
}

/** RULES 4.2: where ships may go; a ship never docks at the island it lies at. */
export interface ShipChoices {
  cost: number;
  from: Origin[];
  docks: PartAt[]; // the oldest part of each island
  hideouts: string[];
  tiles: Partial<Record<string, Placement[]>>; // without those that fit nowhere
}

/** A site that can be worked now. */
export interface SiteChoice {
  site: SiteAt;
  card: SiteCard;
  cost: number;
  piracy: boolean; // the cost is raised by pirates
  fort: boolean; // pirates attack, but an own fort protects
  copies?: Resource[] | null; // for a building: what a trading post could copy
}

/** A free site in play for a card in the hand that cannot be played there now, and why. */
export interface BlockedSite {
  site: SiteAt;
  card: SiteCard;
  reason: Reason;
  need?: number | null;
  have?: number | null;
}

/** Other cards of the hand in the order in which to pay with them, as many as may be needed. */
export interface Payment {
  cards: Card[];
  unplayable: number; // so many of the first have no use this turn or next
  next_turn: number; // so many after them have one in the next turn, but not in this
}

/** A good of which several rivals, or the only one, make many, while its price can rise. */
export interface Hoarded {
  resource: Resource;
  seats: number[]; // the rivals
  yours: boolean; // the seat to act holds or makes it, too
}

/** Any part of the hand may be discarded. */
export interface MulliganChoices {
  kind: "mulligan";
  seat: number;
}

/** Tiles and where they fit; `docks` only in the fallback of rules 3.5. */
export interface FirstIslandChoices {
  kind: "first_island";
  seat: number;
  tiles: Partial<Record<string, Placement[]>>;
  docks: PartAt[];
}

/** Everything a turn allows now. */
export interface TurnChoices {
  kind: "turn";
  seat: number;
  ship: ShipChoices | null;
  sites: SiteChoice[];
  blocked: BlockedSite[];
  market: Resource[];
  end_turn: boolean;
  why_not: Partial<Record<Card, Reason>>; // for each kind of card in the hand without a use now
  payments: Partial<Record<Card, Payment>>; // for each kind of card that can be played and costs cards
  hoarded: Hoarded[]; // a warning: whom a rise of these prices would help
}

/** Land of one tile that hangs together: the sides it reaches and the sites printed on it. */
export interface Part {
  sides: number[]; // printed sides 0 to 5, clockwise from east; none for an islet
  sites: SiteKind[]; // a site is named by its index here, whatever the rotation
}

/** The printed design of a tile. */
export interface Tile {
  id: string;
  hideout: boolean;
  parts: Part[];
}

/** Who sits in a seat. */
export interface Player {
  name: string;
  colour: Colour; // A record always says the kind; only plain defaults are left out.
  kind: "human" | "bot";
  bot?: string | null; // which bot
}

/** Edition and options of a game. */
export interface Options {
  version: number;
  edition: Edition; // RULES 7
  max_rounds: number; // RULES 5, the safety valve
  stocks: Stocks; // RULES 6
}

/** The twenty tiles, in an order that tells nothing of the shuffle. */
export interface TileSetData {
  name: string;
  tiles: Tile[];
}

/** What was agreed before the game, as a record says it before its events. */
export interface SetupData {
  rules: Options;
  players: Player[];
  tile_set: TileSetData;
  market: PriceRows;
}

/** A ship in play. The rules know only its island; the part is where it was seen to dock. */
export interface ShipAt {
  seat: number;
  tile: string;
  part?: number | null;
  hideout?: boolean;
}

/** What a seat has come to. */
export interface Score {
  stock: ResourceCounts;
  value: number; // the sum of stock × price
  pioneers: number; // deployed; more of them break a tie
}

/** How a game ended. */
export interface Result {
  reason: "pioneers" | "max_rounds";
  winners: number[];
  scores: Score[];
}

/** A tile in play. */
export interface LaidTile {
  tile: string;
  cell: [number, number];
  rotation: number;
}

/** Parts joined across tiles. */
export interface Island {
  name: number; // number of its oldest part in order of laying
  parts: PartAt[];
  ships: number[]; // how many each seat has at its shore
  forts: number[]; // seats with a fort
  raiders: number[]; // seats whose pirates attack it
  worked: Resource[]; // plantation resources worked here
}

/** A pioneer on a site, with its building. */
export interface Pioneer {
  seat: number;
  tile: string;
  part: number;
  site: number;
  building: BuildingKind | null;
  resource: Resource | null;
}

/** What is known of a seat. */
export interface SeatData {
  hand: number;
  ships: number; // in reserve
  pioneers: number; // in reserve
  production: ResourceCounts;
  stock: ResourceCounts | null; // null while screened
  draw: number; // cards at the end of the turn
}

/** All that one seat, or a spectator, may know of the game now. */
export interface ViewData {
  viewer: number | null;
  events: number; // number of events so far
  phase: Phase;
  round: number;
  to_move: number | null;
  last_round: boolean;
  exploration: string[]; // face-up tiles
  stack: number; // tiles still to come
  archipelago: LaidTile[]; // in the order laid
  islands: Island[]; // oldest first
  ships: ShipAt[];
  pioneers: Pioneer[];
  seats: SeatData[];
  hand: CardCounts | null; // the viewer's own
  pile: number;
  discard: CardCounts;
  prices: ResourceCounts; // steps risen, 0 to 4
  markers: number; // left
  market_played: boolean;
  buildings: number; // tokens left
  result: Result | null;
}

/** What decided a finished game between a seat and its rival: the winner, or the second. */
export interface Verdict {
  kind: "price" | "stock" | "pioneers" | "shared";
  rival: number;
  margin: number; // difference of wealth
  event: number; // the number of events after which it shows
  resource: Resource | null;
  price: number | null; // of the resource at the end
  count: number | null; // tokens of it that the one ahead has more than the other
}

/** Nobody is hurried. */
export interface NoClock {
  kind: "none";
}

/** So many minutes for the whole game each, and some seconds added after each own turn. */
export interface MinutesEach {
  kind: "minutes";
  minutes: number;
  increment_seconds?: number;
}

/** So many days for each turn. */
export interface DaysATurn {
  kind: "days";
  days: number;
}

/** What the host decides; all of it may be left out. */
export interface TableSettings {
  title?: string;
  edition?: Edition;
  tile_set?: string;
  stocks?: Stocks;
  max_rounds?: number;
  clock?: ClockSetting;
  visibility?: Visibility;
  language?: Edition | null; // what is spoken at the table; null: any
  spectators?: boolean;
  spectator_delay?: number; // moves that spectators are behind
  first_player?: number | null; // null: drawn when the game starts
}

/** What a chair is for: the asking person, anybody who comes, or a bot. */
export interface SeatPlan {
  kind: "mine" | "open" | "bot";
  colour?: Colour | null; // null: the first free one
  bot?: string | null; // level, for a bot
  name?: string | null; // for `mine`: needed; a bot finds one itself
}

/** A chair before the start, a seat in turn order after it. */
export interface SeatInfo {
  seat: number;
  colour: Colour;
  kind: "open" | "human" | "bot";
  name: string | null;
  bot: string | null; // level of the bot that sits here
  substitute: string | null; // level of the bot that plays for an absent person
  why: "clock" | "left" | "resigned" | null; // why there is a substitute
  online: boolean;
}

/** How a game that was played to its end came out. */
export interface TableResult {
  places: number[]; // of each seat, from 1; equals share a place
  values: number[]; // wealth of each seat
  length: number | null; // milliseconds from start to end
}

/** A table in a list or at its head. */
export interface TableInfo {
  id: string;
  status: TableStatus;
  settings: TableSettings;
  seats: SeatInfo[];
  version: number;
  created: number; // milliseconds since 1970, server time
  changed: number;
  round: number | null;
  to_move: number | null;
  watching: number; // spectators now
  commitment: string; // of the fair shuffle, published before any nonce is opened; else empty
  nonce_hashes: string[]; // by chair; empty: none
  unopened: number[]; // chairs whose nonces must be opened before the game starts
  code: string | null; // to invite others; for those at the table or invited to it
  rematch: string | null; // the table that follows this one
  branched_from: string | null; // record or table, and event, this game goes on from
  stopped: "agreed" | "abandoned" | null;
  rematch_by?: number | null; // seat that offers the rematch
  result?: TableResult | null; // when the game is over
}

/** Time left, as the server counts it; client clocks are never trusted. */
export interface Clocks {
  running: number | null; // seat whose time runs
  remaining: (number | null)[]; // milliseconds per seat at `now`; null: no limit
  now: number; // server time, milliseconds
}

/** A question to all human seats. */
export interface Proposal {
  id: number;
  kind: "undo" | "end";
  by: number;
  events: number | null; // for `undo`: how many events would remain
  agreed: number[];
  needed: number[]; // seats that have not yet answered
}

/** Something said. */
export interface ChatLine {
  number: number; // counts up per table
  seat: number | null; // null: a spectator
  name: string;
  text: string;
  audience: "players" | "spectators";
  at: number;
}

/** Who is here. */
export interface Presence {
  online: number[]; // seats with at least one live connection
  watching: number;
}

/** Someone, or a bot, sat down. */
export interface SeatTaken {
  type: "seat_taken";
  seat: number;
  name: string;
}

/** Someone left before the start, or the host freed the seat. */
export interface SeatFreed {
  type: "seat_freed";
  seat: number;
}

/** The host changed the plan of the table before the start. */
export interface SettingsChanged {
  type: "settings_changed";
}

/** The game began; `events` are the first ones, masked. */
export interface Started {
  type: "started";
  order: number[]; // chair of each seat: seat i sits in chair order[i]
  events: Event[];
}

/** A move was played; `events` holds its event, masked. */
export interface Played {
  type: "played";
  seat: number;
  id: string | null; // of the submitted move
  bot: boolean;
  events: Event[];
}

/** Moves were taken back: only the first `events` events stand. */
export interface Undone {
  type: "undone";
  seat: number;
  events: number;
  agreed: boolean; // all agreed to go behind the barrier
}

/** A bot plays on for a seat. */
export interface Substituted {
  type: "substituted";
  seat: number;
  bot: string;
  why: "clock" | "left" | "resigned";
}

/** The person took the seat back from the bot. */
export interface Returned {
  type: "returned";
  seat: number;
}

/** Someone asks all others. */
export interface Proposed {
  type: "proposed";
  proposal: number;
  kind: "undo" | "end";
  seat: number;
}

/** An answer; one refusal, or any move, closes the proposal. */
export interface Voted {
  type: "voted";
  proposal: number;
  seat: number;
  agree: boolean;
}

/** The game was broken off. */
export interface Stopped {
  type: "stopped";
  reason: "agreed" | "abandoned";
}

/** Someone offers a rematch: there is a new table with the same people. */
export interface RematchMade {
  type: "rematch_made";
  table: string;
  seat: number | null; // who offers it
}

/** First message on a socket: who is there and what was seen last. */
export interface Hello {
  type: "hello";
  protocol: number;
  tokens?: string[]; // of this table: seats, host, or invitation code
  seen?: number | null; // last version applied; null asks for a whole welcome
  look?: number | null; // through which of the own seats to look; null: the first (none: spectator)
}

/** Look through another of the own seats, or (null) at the public view; a welcome answers. */
export interface Look {
  type: "look";
  seat: number | null;
}

/** Play a move for the seat that decides, if one of the shown tokens holds it. */
export interface SubmitMove {
  type: "submit_move";
  id: string;
  version: number; // the version the move was made on
  move: Move;
}

/** Take back the own last move, or the whole turn as far as nothing secret was revealed. */
export interface Undo {
  type: "undo";
  id: string;
  version: number;
  whole_turn?: boolean;
}

/** Ask all human seats to go back to where only `events` events stand. */
export interface ProposeUndo {
  type: "propose_undo";
  id: string;
  version: number;
  events: number;
}

/** Offer to break the game off. */
export interface ProposeEnd {
  type: "propose_end";
  id: string;
}

/** Answer a proposal. */
export interface Vote {
  type: "vote";
  id: string;
  proposal: number;
  agree: boolean;
}

/** Leave the game for good; a bot plays on for the seat. */
export interface Resign {
  type: "resign";
  id: string;
}

/** Take the seat back from the bot that substituted (not after resigning). */
export interface Return {
  type: "return";
  id: string;
}

/** Make (or find) the table of the next game with the same people and settings. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Chat: players among themselves, spectators apart. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** A quick reaction, not kept. */
export interface React {
  type: "react";
  reaction: Reaction;
}

/** Stop (or go on) showing me what a seat, or (null) the spectators, say. */
export interface Mute {
  type: "mute";
  seat: number | null;
  muted: boolean;
}

/** Ask a bot that sees what I see; `rank` 1 is the next best idea, and so on. */
export interface AskHint {
  type: "ask_hint";
  id: string;
  rank?: number;
}

/** Send me what came after `seen`, or everything. */
export interface Resync {
  type: "resync";
  seen?: number | null;
}

/** Answered by a heartbeat; a client that gets none within 10 seconds connects again. */
export interface Ping {
  type: "ping";
}

/** The game through one pair of eyes. */
export interface PlayerView {
  seat: number | null; // null: what a spectator sees
  view: ViewData;
  choices: Choices | null; // the legal moves if this seat decides now, else null
  undo: number; // how many own moves may be taken back now
}

/** Everything, on joining or when an update would not do. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: number;
  table: TableInfo;
  seats: number[]; // the seats whose tokens were shown
  host: boolean;
  setup: SetupData | null; // null before the start
  events: Event[]; // all so far, masked
  player_view: PlayerView | null;
  clocks: Clocks | null;
  proposals: Proposal[];
  presence: Presence;
  chat: ChatLine[]; // the last ones
  muted: number[]; // muted seats; -1: spectators
}

/** One or more new versions. */
export interface Update {
  type: "update";
  version: number;
  changes: Change[];
  table: TableInfo | null; // null: as before, but for round and turn, which the view tells
  player_view: PlayerView | null;
  clocks: Clocks | null;
  proposals: Proposal[];
}

/** The command with this id is stored for good. */
export interface Acknowledged {
  type: "acknowledged";
  id: string;
  version: number; // of its entry in the log; 0 for what is not in it, such as chat
}

/** Nothing was changed, and why. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: RefusalCode;
  message: string; // for a person, in English; clients translate the code
  version: number | null; // the current version
  rule?: string | null; // section of the rules an illegal move breaks
}

/** A new line of chat. */
export interface Said {
  type: "said";
  line: ChatLine;
}

/** A quick reaction. */
export interface Reacted {
  type: "reacted";
  seat: number | null;
  reaction: Reaction;
}

/** Who is here now. */
export interface PresenceChanged {
  type: "presence_changed";
  presence: Presence;
}

/** Every ten seconds and after a ping; a higher version than yours means: resync. */
export interface Heartbeat {
  type: "heartbeat";
  version: number;
  now: number;
}

/** A bot's suggestion and why. */
export interface Hint {
  type: "hint";
  id: string;
  version: number;
  move: Move;
  bot: string;
  reason: HintReason;
  values: Partial<Record<string, string | number>>; // numbers and names for the sentence
}

/** The listed open and running tables, newest first. */
export interface LobbyChanged {
  type: "lobby_changed";
  tables: TableInfo[];
}

/** A bot that may be seated. */
export interface BotLevel {
  name: string;
  seconds: number; // at most a move
}

/** What this server offers. */
export interface ServerInfo {
  version: string;
  protocol: number;
  bots: BotLevel[]; // weakest first
  tile_sets: string[];
  notifications: ("email" | "webhook")[];
  open_tables: number;
  playing: number;
}

/** A new table; seats in order, at least one `mine` unless only bots play. */
export interface CreateTable {
  seats: SeatPlan[];
  settings?: TableSettings;
  nonce?: string; // the host's part of the fair shuffle, if all may know it
  nonce_hash?: string; // or its SHA-256: the nonce is opened at the start
  start?: boolean; // start at once if no seat is open: play now
}

/** The proof of sitting in a seat: keep it, and give it to nobody. */
export interface SeatKey {
  seat: number; // chair number
  token: string;
}

/** The new table. */
export interface TableCreated {
  table: TableInfo;
  host: string; // host token
  keys: SeatKey[]; // one for each `mine`
}

/** Take a seat. */
export interface JoinTable {
  name: string;
  seat?: number | null; // null: any open one
  colour?: Colour | null; // null: that of the seat
  nonce?: string; // own part of the fair shuffle, if all may know it
  nonce_hash?: string; // or its SHA-256: the nonce is opened at the start
  code?: string | null; // invitation code, for a private table
}

/** Own part of the fair shuffle: its hash before the start, the nonce when it is asked for. */
export interface ShufflePart {
  nonce_hash?: string;
  nonce?: string;
}

/** You sit. */
export interface Seated {
  table: TableInfo;
  key: SeatKey;
}

/** Find a table by its invitation code. */
export interface FindTable {
  code: string;
}

/** The table of that code. */
export interface Found {
  table: TableInfo;
}

/** The host frees a seat before the start. */
export interface FreeSeat {
  seat: number;
}

/** The host changes what an empty or bot seat is for. */
export interface PlanSeat {
  seat: number;
  plan: SeatPlan;
}

/** The host starts; open seats are given to bots of this level, or refused if null. */
export interface StartTable {
  fill?: string | null;
}

/** A token the browser holds. */
export interface Held {
  table: string;
  token: string;
}

/** Ask about the own games. */
export interface MyTables {
  held: Held[];
}

/** One of the own games. */
export interface MyTable {
  table: TableInfo;
  seat: number | null; // null: host without a seat
  your_turn: boolean;
}

/** The own games that still exist. */
export interface MyTablesAnswer {
  tables: MyTable[];
}

/** Listed tables, newest first. */
export interface TableList {
  tables: TableInfo[];
  next: string | null; // pass as `before` for the next page
}

/** A fresh seat token; the old one is void and its sockets are closed. */
export interface TokenChanged {
  key: SeatKey;
}

/** Where to tell this seat that it is its turn; null: nowhere. */
export interface Notifications {
  email?: string | null;
  webhook?: string | null;
}

/** The game after `after` events, for replay. */
export interface Frame {
  after: number;
  view: ViewData;
  hands: CardCounts[] | null; // all revealed: every hand
  stocks: ResourceCounts[] | null; // all revealed: every stock
}

/** One event on the timeline. */
export interface TimelinePoint {
  round: number; // in which it happened; 0: the setup
  seat: number | null;
  wealth: (number | null)[]; // worth of each stock after it; null where hidden
  prices: ResourceCounts; // what a token of each resource is worth after it
}

/** A game to step through. */
export interface Replay {
  source: string; // table or record id
  setup: SetupData;
  events: Event[]; // as the viewer may see them
  timeline: TimelinePoint[];
  verdicts: Verdict[]; // by seat; empty unless the game was played to its end
  finished: boolean;
  verified: boolean; // false: imported from outside, names and results are unverified claims
  length: number | null; // milliseconds from start to end; null: not over, or not known
}

/** Some frames of a replay. */
export interface Frames {
  frames: Frame[];
}

/** An imported record, replayed and found legal. */
export interface RecordImported {
  record: string;
}

/** Go on from an event of a finished or imported game, against bots. */
export interface PlayOn {
  after: number;
  seat: number;
  name: string;
  bot: string;
  nonce?: string;
  nonce_hash?: string;
}

/** The body of every refused call; the same fields as a refused message. */
export interface Problem {
  code: string;
  message: string;
  version?: number | null;
  rule?: string | null;
}

/** The server is up, or ready. */
export interface Health {
  status: "ok" | "unavailable";
  detail?: string;
}
