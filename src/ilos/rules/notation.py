"""Moves as short texts and back, for people, logs and tests (docs/notation.md).

    mulligan ship,market            mulligan                        (keeps the hand)
    island T03 at 0,1 turn 2 dock T03.0
    ship reserve to T03.1 pay ruins             ship T03.1 to T05! pay ship
    ship T05! explore T07 at 1,-1 turn 4 dock T07.0 pay ship
    plant T03.1.0 pay ship,market               mine T03.1.2 pay …
    ruins T03.0.0 pay …      fort T04.0.1 pay …      post spice T04.0.1 pay …
    market gold              end

`T03.1` is part 1 of tile T03, `T03.1.0` its site 0 and `T03!` the tile's hideout. The id of a tile
that is not made of letters, digits, `_` and `-` is written as a JSON string.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ilos.rules import moves
from ilos.rules.errors import NotAMove, wrong_type
from ilos.rules.moves import Move
from ilos.rules.names import CARDS, RESOURCES

if TYPE_CHECKING:
    from ilos.rules.tiles import TileSet

_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_TOKEN = re.compile(r'\s*((?:"(?:[^"\\]|\\.)*"|[^\s"])+)')
_PLACE = re.compile(r'("(?:[^"\\]|\\.)*"|[A-Za-z0-9_-]+)(!|(?:\.[0-9]{1,3}){0,2})')
_LONGEST = 2000  # characters of a text that may be a move


def move_text(move: Move, tile_set: TileSet | None = None) -> str:
    """The move in one short line; with the tile set, a plantation also names what it grows.

    >>> move_text(moves.Plantation(moves.SiteAt("T03", 1, 0), ("ship", "market")))
    'plant T03.1.0 pay ship,market'
    """
    match move:
        case moves.Mulligan(discarded=discarded):
            return f"mulligan {','.join(discarded)}".rstrip()
        case moves.FirstIsland(to=moves.PartAt() as to):
            return f"island dock {_place(to.tile, to.part)}"
        case moves.FirstIsland(part=part):
            assert move.laid is not None
            return f"island {_laid(move.laid)} dock {_place(move.laid.tile, part)}"
        case moves.Ship():
            return f"ship {_ship(move)}{_pay(move.paid)}"
        case moves.Plantation(site=site):
            crop = ""
            if tile_set is not None:
                crop = f"{tile_set.tile(site.tile).parts[site.part].sites[site.site]} "
            return f"plant {crop}{_site(site)}{_pay(move.paid)}"
        case moves.GoldMine():
            return f"mine {_site(move.site)}{_pay(move.paid)}"
        case moves.Ruins():
            return f"ruins {_site(move.site)}{_pay(move.paid)}"
        case moves.Building(resource=None):
            return f"fort {_site(move.site)}{_pay(move.paid)}"
        case moves.Building():
            return f"post {move.resource} {_site(move.site)}{_pay(move.paid)}"
        case moves.Market():
            return f"market {move.resource}"
        case moves.EndTurn():
            return "end"
    raise wrong_type("move", move, "one of ilos.moves")


def _place(tile: str, *numbers: int | None) -> str:
    name = tile if _PLAIN.fullmatch(tile) else json.dumps(tile)
    return ".".join([name, *(str(number) for number in numbers)])


def _site(site: moves.SiteAt) -> str:
    return _place(site.tile, site.part, site.site)


def _berth(berth: moves.Berth) -> str:
    return f"{_place(berth.tile)}!" if berth.hideout else _place(berth.tile, berth.part)


def _laid(laid: moves.Exploration) -> str:
    q, r = laid.cell
    return f"{_place(laid.tile)} at {q},{r} turn {laid.rotation}"


def _ship(move: moves.Ship) -> str:
    origin = move.origin if isinstance(move.origin, str) else _berth(move.origin)
    if move.explored is None:
        return f"{origin} to {_berth(move.to)}"
    return f"{origin} explore {_laid(move.explored)} dock {_berth(move.to)}"


def _pay(paid: moves.Cards) -> str:
    return f" pay {','.join(paid)}" if paid else ""


def parse_move(text: str) -> Move:
    """The move that a short text describes; NotAMove says what is wrong with it.

    >>> parse_move("plant spice T03.1.0 pay ship,market")
    Plantation(site=SiteAt(tile='T03', part=1, site=0), paid=('ship', 'market'))
    >>> parse_move("sail away")
    Traceback (most recent call last):
    ...
    ilos.rules.errors.NotAMove: 'sail' begins no move; one of mulligan, island, ship, plant, mine, \
ruins, fort, post, market, end does
    """
    if not isinstance(text, str):
        raise wrong_type("the text of a move", text, "a string")
    if len(text) > _LONGEST:
        raise NotAMove(f"a text of {len(text)} characters is no move")
    words = _Words(text)
    verb = words.next("a move")
    reader = _READERS.get(verb)
    if reader is None:
        raise NotAMove(f"{verb[:40]!r} begins no move; one of {', '.join(_READERS)} does")
    move = reader(words)
    words.end()
    return moves.read_move(moves.to_builtins(move))  # numbers are checked there


class _Words:
    """The words of a text, read one after the other."""

    def __init__(self, text: str) -> None:
        self._words: list[str] = []
        end = 0
        for match in _TOKEN.finditer(text):
            if match.start() != end:
                break
            self._words.append(match[1])
            end = match.end()
        if text[end:].strip():
            raise NotAMove(f"{text[end : end + 40]!r} cannot be read")
        self._words.reverse()

    def next(self, what: str) -> str:
        if not self._words:
            raise NotAMove(f"{what} is missing at the end")
        return self._words.pop()

    def has(self, word: str) -> bool:
        """Take the word if it is the next one."""
        if self._words and self._words[-1] == word:
            self._words.pop()
            return True
        return False

    def expect(self, word: str) -> None:
        found = self.next(f"the word {word!r}")
        if found != word:
            raise NotAMove(f"the word {word!r} is needed, not {found[:40]!r}")

    def end(self) -> None:
        if self._words:
            raise NotAMove(f"{self._words[-1][:40]!r} is too much")

    def place(self, numbers: int) -> tuple[Any, ...]:
        """A tile and so many numbers; a hideout (`!`) counts as none, and then None follows."""
        text = self.next("a place")
        match = _PLACE.fullmatch(text)
        if match is None:
            raise NotAMove(f"{text[:40]!r} is no place such as T03.1 or T03!")
        try:
            tile = json.loads(match[1]) if match[1].startswith('"') else match[1]
        except ValueError:
            raise NotAMove(f"{match[1][:40]!r} is not the id of a tile") from None
        found = [int(number) for number in match[2].split(".")[1:]]
        if match[2] == "!" and numbers == 1:
            return tile, None
        if match[2] == "!" or len(found) != numbers:
            needed = ("a tile", "a part such as T03.1", "a site such as T03.1.0")[numbers]
            raise NotAMove(f"{text[:40]!r} is not {needed}")
        return (tile, *found)

    def berth(self) -> moves.Berth:
        tile, part = self.place(1)
        return moves.Berth(tile, hideout=True) if part is None else moves.Berth(tile, part)

    def number(self) -> int:
        text = self.next("a number")
        if not re.fullmatch(r"[0-9]{1,3}", text):
            raise NotAMove(f"{text[:40]!r} is not a whole number from 0 up")
        return int(text)

    def laid(self) -> moves.Exploration:
        (tile,) = self.place(0)
        self.expect("at")
        text = self.next("a cell")
        if not re.fullmatch(r"-?[0-9]{1,3},-?[0-9]{1,3}", text):
            raise NotAMove(f"{text[:40]!r} is not a cell such as 1,-1")
        q, r = text.split(",")
        self.expect("turn")
        return moves.Exploration(tile, (int(q), int(r)), self.number())

    def cards(self) -> Any:
        return tuple(_known(card, "card", CARDS) for card in self.next("a card").split(","))

    def paid(self) -> Any:
        return self.cards() if self.has("pay") else ()

    def resource(self) -> Any:
        return _known(self.next("a resource"), "resource", RESOURCES)

    def site(self) -> moves.SiteAt:
        return moves.SiteAt(*self.place(2))


def _known(word: str, kind: str, names: Sequence[str]) -> str:
    if word not in names:
        raise NotAMove(f"{word[:40]!r} is no {kind}; there are {', '.join(names)}")
    return word


def _read_mulligan(words: _Words) -> Move:
    return moves.Mulligan(words.cards() if words._words else ())


def _read_island(words: _Words) -> Move:
    if words.has("dock"):
        tile, part = words.place(1)
        return moves.first_dock(moves.PartAt(tile, part))
    laid = words.laid()
    words.expect("dock")
    tile, part = words.place(1)
    if tile != laid.tile:
        raise NotAMove(f"the ship docks at a part of {laid.tile[:40]!r}")
    return moves.FirstIsland(tile, laid.cell, laid.rotation, part)


def _read_ship(words: _Words) -> Move:
    origin = "reserve" if words.has("reserve") else words.berth()
    explored = None
    if words.has("explore"):
        explored = words.laid()
        words.expect("dock")
    else:
        words.expect("to")
    return moves.Ship(origin, words.berth(), explored, words.paid())  # type: ignore[arg-type]


def _read_plantation(words: _Words) -> Move:
    for resource in RESOURCES:  # said for the reader; the site tells it
        if words.has(resource):
            break
    return moves.Plantation(words.site(), words.paid())


def _read_post(words: _Words) -> Move:
    resource = words.resource()
    return moves.Building(words.site(), "trading_post", resource, words.paid())


_READERS: dict[str, Callable[[_Words], Move]] = {
    "mulligan": _read_mulligan,
    "island": _read_island,
    "ship": _read_ship,
    "plant": _read_plantation,
    "mine": lambda words: moves.GoldMine(words.site(), words.paid()),
    "ruins": lambda words: moves.Ruins(words.site(), words.paid()),
    "fort": lambda words: moves.Building(words.site(), "fort", None, words.paid()),
    "post": _read_post,
    "market": lambda words: moves.Market(words.resource()),
    "end": lambda _: moves.EndTurn(),
}
