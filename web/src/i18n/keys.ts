/** Which message names a thing of the game; every key is written out so that a search finds it. */
import type { BuildingKind, CardKind, Colour, Reason, Resource, SiteKind } from '../game/types';
import type { HintReason, Reaction, RefusalCode } from '../protocol/messages';
import type { Key } from './en';

export const CARD: Readonly<Record<CardKind, Key>> = {
  ship: 'card.ship',
  plantation: 'card.plantation',
  gold_mine: 'card.gold_mine',
  building: 'card.building',
  ruins: 'card.ruins',
  market: 'card.market',
};
/** What a card does, in two sentences, for help in context. */
export const CARD_HELP: Readonly<Record<CardKind, Key>> = {
  ship: 'help.ship',
  plantation: 'help.plantation',
  gold_mine: 'help.gold_mine',
  building: 'help.building',
  ruins: 'help.ruins',
  market: 'help.market',
};
export const RESOURCE: Readonly<Record<Resource, Key>> = {
  ebony: 'resource.ebony',
  spice: 'resource.spice',
  pigment: 'resource.pigment',
  gold: 'resource.gold',
};
export const SITE: Readonly<Record<SiteKind, Key>> = {
  ebony: 'site.ebony',
  spice: 'site.spice',
  pigment: 'site.pigment',
  gold: 'site.gold',
  construction: 'site.construction',
  ruins: 'site.ruins',
};
export const BUILDING: Readonly<Record<BuildingKind, Key>> = {
  fort: 'building.fort',
  trading_post: 'building.trading_post',
};
/** Colour and emblem, so that nobody depends on colour. */
export const SHIELD: Readonly<Record<Colour, Key>> = {
  red: 'shield.red',
  green: 'shield.green',
  black: 'shield.black',
  yellow: 'shield.yellow',
  blue: 'shield.blue',
};
export const REASON: Readonly<Record<Reason, Key>> = {
  ships: 'reason.ships',
  cards: 'reason.cards',
  pioneers: 'reason.pioneers',
  buildings: 'reason.buildings',
  no_site: 'reason.no_site',
  no_ship: 'reason.no_ship',
  no_target: 'reason.no_target',
  market_played: 'reason.market_played',
  markers: 'reason.markers',
  no_stock: 'reason.no_stock',
  top_price: 'reason.top_price',
};
/** Sides of a cell, clockwise from east. */
export const SIDES: readonly Key[] = [
  'side.east',
  'side.south_east',
  'side.south_west',
  'side.west',
  'side.north_west',
  'side.north_east',
];
export const HINT: Readonly<Record<HintReason, Key>> = {
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
};
export const REACTION: Readonly<Record<Reaction, Key>> = {
  well_played: 'reaction.well_played',
  thanks: 'reaction.thanks',
  hello: 'reaction.hello',
  oops: 'reaction.oops',
  hurry: 'reaction.hurry',
  laugh: 'reaction.laugh',
  wow: 'reaction.wow',
  good_game: 'reaction.good_game',
};
export const REFUSAL: Readonly<Record<RefusalCode, Key>> = {
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
  no_hint: 'refusal.no_hint',
  muted: 'refusal.not_allowed',
  too_many: 'refusal.too_many',
  quota: 'refusal.quota',
  too_large: 'refusal.too_large',
  try_again: 'refusal.try_again',
  internal: 'refusal.internal',
};
const BOTS: Readonly<Record<string, Key>> = {
  random: 'bot.random',
  gentle: 'bot.gentle',
  greedy: 'bot.greedy',
  skilled: 'bot.skilled',
  expert: 'bot.expert',
  master: 'bot.master',
};
const LEVELS: Readonly<Record<string, Key>> = {
  gentle: 'level.gentle',
  skilled: 'level.skilled',
  expert: 'level.expert',
  master: 'level.master',
};
/** A level in one word, where it is plain that bots are meant. */
export const levelKey = (name: string): Key | undefined => LEVELS[name];
export const botKey = (name: string): Key => BOTS[name] ?? 'bot.other';
