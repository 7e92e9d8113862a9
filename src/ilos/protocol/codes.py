"""Why something was refused, and why a socket was closed: closed lists, one meaning each."""

from typing import Literal, get_args

RefusalCode = Literal[
    "bad_message",  # not JSON, an unknown type, an unknown or missing field, a wrong type
    "protocol_version",  # this client is too old or too new: reload
    "wrong_origin",  # the page that asked is not ours
    "unknown_table",
    "unknown_record",
    "unknown_code",  # no open table has this code
    "wrong_token",  # no such token for this table, or it was revoked
    "not_allowed",  # this role may not do that
    "banned",
    "not_started",
    "seat_open",  # the game cannot start while a seat is open
    "already_started",
    "not_finished",  # while a game runs, only the own view is open
    "game_over",
    "table_full",
    "seat_taken",
    "colour_taken",
    "name_taken",  # too like a name already at the table
    "bad_name",
    "bad_text",
    "bad_settings",
    "unknown_bot",
    "unknown_tile_set",
    "bad_record",
    "stale",  # made on an old version; `version` says the current one
    "not_your_turn",
    "not_a_move",
    "illegal_move",
    "id_taken",  # this id was used by another seat
    "cannot_undo",
    "no_proposal",
    "too_early",  # the table has not waited long enough for the person who is away
    "no_hint",
    "hints_off",  # this table is played without hints
    "too_many",  # rate limit
    "quota",  # too many open tables, sockets, bots
    "too_large",
    "try_again",  # the store is full or away: nothing was changed, send it again
    "internal",
]

REFUSAL_CODES: tuple[RefusalCode, ...] = get_args(RefusalCode)

CLOSE_CODES: dict[int, str] = {
    1008: "too many messages, or too many bad ones",
    1009: "a message larger than the limit",
    1012: "the server restarts: come back after a short random wait",
    4001: "protocol version not spoken here: reload the page",
    4003: "not allowed: wrong token, banned, or spectators are not admitted",
    4004: "no such table",
    4008: "this reader was too slow: connect again and resume from the last seen version",
    4009: "the token was revoked or the seat freed",
    4010: "too many sockets",
}
