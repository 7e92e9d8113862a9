"""Why something was refused, and why a socket was closed: closed lists, one meaning each.

The TypeScript types, docs/protocol.md and the HTTP statuses follow from here; the client's texts
are in `web/src/i18n`, where a missing one is a compile error.
"""

from typing import Literal

RefusalCode = Literal[
    "bad_message",  # not JSON, an unknown type, an unknown or missing field, a wrong type
    "protocol_version",  # this client is too old or too new: reload
    "wrong_origin",  # the page that asked is not ours
    "unknown_table",  # there is none, or it is private
    "unknown_record",  # there is none, or it was deleted after its time
    "unknown_code",  # no open table has this code
    "wrong_token",  # no such token for this table, or it was revoked
    "not_allowed",  # this role may not do that
    "banned",  # the address
    "not_started",  # the game has not
    "seat_open",  # the game cannot start while a seat is open
    "already_started",  # the game has
    "not_finished",  # while a game runs, only the own view is open
    "game_over",  # no more moves
    "table_full",  # no seat is open
    "seat_taken",  # this seat is not open
    "colour_taken",  # by another player
    "name_taken",  # too like a name already at the table
    "bad_name",  # no letter or digit in it
    "bad_text",  # empty, too long, or with broken characters
    "bad_settings",  # they contradict each other, or this server does not offer that
    "unknown_bot",  # no level of this name
    "unknown_tile_set",  # not on this server
    "bad_record",  # it breaks a rule; `rule` and `event` say where
    "stale",  # made on an old version; `version` says the current one
    "not_your_turn",  # another seat decides
    "not_a_move",  # the message is right, its move is not one
    "illegal_move",  # `rule` says which section forbids it
    "id_taken",  # this id was used by another seat
    "cannot_undo",  # something was revealed, or nothing is left to take back
    "no_proposal",  # it is closed already
    "too_early",  # the table has not waited long enough for the person who is away
    "no_hint",  # no other suggestion
    "hints_off",  # this table is played without hints
    "too_many",  # rate limit
    "quota",  # too many open tables, sockets, bots
    "too_large",  # the body of a call
    "try_again",  # the store is full or away: nothing was changed, send it again
    "internal",  # a fault of the server: nothing was changed
]

# The HTTP status of a code; every other one: 409, the table is not in a state for that.
STATUS: dict[RefusalCode, int] = {
    "bad_message": 400,
    "protocol_version": 400,
    "wrong_origin": 403,
    "unknown_table": 404,
    "unknown_record": 404,
    "unknown_code": 404,
    "wrong_token": 403,
    "not_allowed": 403,
    "banned": 403,
    "not_finished": 403,
    "too_many": 429,
    "quota": 429,
    "too_large": 413,
    "try_again": 503,
    "internal": 500,
}


CLOSE_CODES: dict[int, str] = {
    1008: "too many messages, or too many bad ones",
    1009: "a message larger than the limit",
    1012: "the server restarts: come back after a short random wait",
    1013: "the store is away: come back after a short random wait",
    4001: "protocol version not spoken here: reload the page",
    4003: "not allowed: wrong token, banned, or spectators are not admitted",
    4004: "no such table",
    4008: "this reader was too slow: connect again and resume from the last seen version",
    4009: "the token was revoked or the seat freed",
}
