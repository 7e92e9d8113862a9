/** Which message names a thing of the game; every key is written out so that a search finds it. */
import type {
  BuildingKind,
  Card,
  Colour,
  HintReason,
  Reason,
  Reaction,
  RefusalCode,
  Resource,
  SiteKind,
} from '../protocol/messages';
import type { Key } from './en';

export const CARD = {
  ship: 'card.ship',
  plantation: 'card.plantation',
  gold_mine: 'card.gold_mine',
  building: 'card.building',
  ruins: 'card.ruins',
  market: 'card.market',
} as const satisfies Record<Card, Key>;
/** What a card does, in two sentences, for help in context. */
export const CARD_HELP = {
  ship: 'help.ship',
  plantation: 'help.plantation',
  gold_mine: 'help.gold_mine',
  building: 'help.building',
  ruins: 'help.ruins',
  market: 'help.market',
} as const satisfies Record<Card, Key>;
export const RESOURCE = {
  ebony: 'resource.ebony',
  spice: 'resource.spice',
  pigment: 'resource.pigment',
  gold: 'resource.gold',
} as const satisfies Record<Resource, Key>;
/** A good without a number inside a sentence; French wants its article. */
export const SOME = {
  ebony: 'some.ebony',
  spice: 'some.spice',
  pigment: 'some.pigment',
  gold: 'some.gold',
} as const satisfies Record<Resource, Key>;
export const UNIT = {
  ebony: 'unit.ebony',
  spice: 'unit.spice',
  pigment: 'unit.pigment',
  gold: 'unit.gold',
} as const satisfies Record<Resource, Key>;
export const SITE = {
  ebony: 'site.ebony',
  spice: 'site.spice',
  pigment: 'site.pigment',
  gold: 'site.gold',
  construction: 'site.construction',
  ruins: 'site.ruins',
} as const satisfies Record<SiteKind, Key>;
export const BUILDING = {
  fort: 'building.fort',
  trading_post: 'building.trading_post',
} as const satisfies Record<BuildingKind, Key>;
/** Colour and emblem, so that nobody depends on colour. */
export const SHIELD = {
  red: 'shield.red',
  green: 'shield.green',
  black: 'shield.black',
  yellow: 'shield.yellow',
  blue: 'shield.blue',
} as const satisfies Record<Colour, Key>;
/** But for ships, which need to be told where. */
export const REASON = {
  cards: 'reason.cards',
  pioneers: 'reason.pioneers',
  buildings: 'reason.buildings',
  no_site: 'reason.no_site',
  no_ship: 'reason.no_ship',
  market_played: 'reason.market_played',
  markers: 'reason.markers',
  no_stock: 'reason.no_stock',
  top_price: 'reason.top_price',
} as const satisfies Record<Exclude<Reason, 'ships'>, Key>;
/** Sides of a cell, clockwise from east. */
export const SIDES = [
  'side.east',
  'side.south_east',
  'side.south_west',
  'side.west',
  'side.north_west',
  'side.north_east',
] as const;
/** Where something lies, seen from another place; in the order of the sides. */
export const WAYS = [
  'way.east',
  'way.south_east',
  'way.south_west',
  'way.west',
  'way.north_west',
  'way.north_east',
] as const;
export const HINT = {
  keep_hand: 'hint.keep_hand',
  better_hand: 'hint.better_hand',
  good_island: 'hint.good_island',
  reach_sites: 'hint.reach_sites',
  new_sites: 'hint.new_sites',
  raid_rival: 'hint.raid_rival',
  leave_hideout: 'hint.leave_hideout',
  produce: 'hint.produce',
  gold_pays_most: 'hint.gold_pays_most',
  ruins_pay_now: 'hint.ruins_pay_now',
  fort_protects: 'hint.fort_protects',
  fort_draws: 'hint.fort_draws',
  trading_post_copies: 'hint.trading_post_copies',
  price_helps_you_most: 'hint.price_helps_you_most',
  last_pioneer: 'hint.last_pioneer',
  draw_for_more: 'hint.draw_for_more',
  nothing_better: 'hint.nothing_better',
} as const satisfies Record<HintReason, Key>;
/** Who gives a hint. */
export const ADVICE = {
  gentle: 'advice.gentle',
  skilled: 'advice.skilled',
  expert: 'advice.expert',
  master: 'advice.master',
} as const satisfies Record<string, Key>;
export const REACTION = {
  well_played: 'reaction.well_played',
  thanks: 'reaction.thanks',
  hello: 'reaction.hello',
  oops: 'reaction.oops',
  hurry: 'reaction.hurry',
  laugh: 'reaction.laugh',
  wow: 'reaction.wow',
  good_game: 'reaction.good_game',
} as const satisfies Record<Reaction, Key>;
export const REFUSAL = {
  bad_message: 'refusal.internal',
  protocol_version: 'refusal.protocol_version',
  wrong_origin: 'refusal.not_allowed',
  unknown_table: 'refusal.unknown_table',
  unknown_record: 'refusal.unknown_table',
  unknown_code: 'refusal.unknown_code',
  wrong_token: 'refusal.wrong_token',
  not_allowed: 'refusal.not_allowed',
  banned: 'refusal.not_allowed',
  not_started: 'refusal.not_started',
  already_started: 'refusal.already_started',
  not_finished: 'refusal.not_finished',
  game_over: 'refusal.game_over',
  table_full: 'refusal.table_full',
  seat_taken: 'refusal.seat_taken',
  seat_open: 'refusal.seat_open',
  colour_taken: 'refusal.colour_taken',
  name_taken: 'refusal.name_taken',
  bad_name: 'refusal.bad_name',
  bad_text: 'refusal.bad_text',
  bad_settings: 'refusal.internal',
  unknown_bot: 'refusal.internal',
  unknown_tile_set: 'refusal.internal',
  bad_record: 'refusal.bad_record',
  stale: 'refusal.stale',
  not_your_turn: 'refusal.not_your_turn',
  not_a_move: 'refusal.illegal_move',
  illegal_move: 'refusal.illegal_move',
  id_taken: 'refusal.internal',
  cannot_undo: 'refusal.cannot_undo',
  no_proposal: 'refusal.no_proposal',
  too_early: 'refusal.too_early',
  no_hint: 'refusal.no_hint',
  hints_off: 'refusal.hints_off',
  too_many: 'refusal.too_many',
  quota: 'refusal.quota',
  too_large: 'refusal.too_large',
  try_again: 'refusal.try_again',
  internal: 'refusal.internal',
} as const satisfies Record<RefusalCode, Key>;
const BOTS: Readonly<Record<string, Extract<Key, `bot.${string}`>>> = {
  random: 'bot.random',
  gentle: 'bot.gentle',
  greedy: 'bot.greedy',
  skilled: 'bot.skilled',
  expert: 'bot.expert',
  master: 'bot.master',
};
const LEVELS: Readonly<Record<string, Extract<Key, `level.${string}`>>> = {
  gentle: 'level.gentle',
  skilled: 'level.skilled',
  expert: 'level.expert',
  master: 'level.master',
};
/** A level in one word, where it is plain that bots are meant. */
export const levelKey = (name: string): Extract<Key, `level.${string}`> | undefined => LEVELS[name];
export const botKey = (name: string): Extract<Key, `bot.${string}`> => BOTS[name] ?? 'bot.other';
