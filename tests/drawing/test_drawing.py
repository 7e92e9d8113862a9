"""Pictures of tiles and positions: well-formed, complete, always the same, and nothing secret."""

import re
from collections.abc import Sequence
from typing import Any, cast
from xml.etree import ElementTree as ET

import msgspec
import pytest

import ilos
from ilos.drawing import (
    islands_in_words,
    position_in_words,
    position_svg,
    position_text,
    tile_in_words,
    tile_sheet_svg,
)
from ilos.drawing.coast import CROSSING
from ilos.drawing.events import event_in_words
from ilos.drawing.hexes import APOTHEM, DIRECTIONS, distance, least_inset
from ilos.drawing.island_names import ISLAND_NAMES
from ilos.drawing.landscape import Placed, landscape_of
from ilos.records.tile_sets import default_tile_set
from ilos.rules.names import RESOURCES, Colour, SiteKind
from ilos.rules.setup import Options, Player, Setup
from ilos.rules.tiles import Part, Tile, TileSet, problems
from ilos.views.view_data import ViewData

SVG = "{http://www.w3.org/2000/svg}"


def part(sides: Sequence[int] = (), sites: Sequence[str] = ()) -> Part:
    return Part(tuple(sides), cast("tuple[SiteKind, ...]", tuple(sites)))


def set_of(*parts: Part, hideout: bool = False) -> TileSet:
    """A set of twenty tiles that differ only in their ids."""
    tiles = tuple(Tile(f"N{number}", hideout, parts) for number in range(20))
    return TileSet("odd", tiles, default_tile_set().market)


ODD_SETS = {
    "all land": set_of(part(range(6), ["gold"])),
    "bare islets": set_of(part(), part(), part(), hideout=True),
    "islets with sites": set_of(part((), ["gold", "ruins"]), part((), ["spice"]), hideout=True),
    "eight sites on one part": set_of(part([0], ["ebony"] * 4 + ["construction"] * 4)),
    "eight sites, all land": set_of(part(range(6), ["pigment"] * 8), hideout=True),
    "eight sites on an islet": set_of(part((), ["ruins"] * 8)),
    "eight sites on three parts": set_of(
        part([0, 1], ["gold"] * 3), part([2, 3], ["spice"] * 3), part([4, 5], ["ruins"] * 2)
    ),
    "three parts": set_of(part([0, 3]), part([1, 2], ["gold"]), part([4, 5]), hideout=True),
    "one part inside another": set_of(part([0, 2], ["gold"]), part([1], ["ruins"]), hideout=True),
    "no land side": set_of(part((), ["gold"])),
}


def setup_of(tile_set: TileSet, players: int = 2) -> Setup:
    colours: tuple[Colour, ...] = ("red", "blue", "black", "yellow", "green")
    seats = tuple(Player(f"Player {seat}", colours[seat]) for seat in range(players))
    return Setup(seats, Options(), tile_set)


def a_seat(**changes: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(RESOURCES, 0)
    seat = {"hand": 5, "ships": 4, "pioneers": 9, "production": nothing, "stock": None, "draw": 4}
    return seat | changes


def empty_view(players: int = 2, **changes: Any) -> ViewData:
    view: dict[str, Any] = {
        "viewer": None,
        "events": 3,
        "phase": "mulligan",
        "round": 0,
        "to_move": 0,
        "last_round": False,
        "exploration": [],
        "stack": 5,
        "archipelago": [],
        "islands": [],
        "ships": [],
        "pioneers": [],
        "seats": [a_seat() for _ in range(players)],
        "hand": None,
        "pile": 80,
        "discard": {},
        "prices": dict.fromkeys(RESOURCES, 0),
        "markers": 8,
        "market_played": False,
        "buildings": 10,
        "result": None,
    }
    return msgspec.convert(view | changes, ViewData)


def a_view(**changes: Any) -> ViewData:
    """T13 at the origin with T06 to its east; seat 1 is a pirate, seat 0 watches."""
    described: dict[str, Any] = {
        "viewer": 0,
        "phase": "turns",
        "round": 4,
        "exploration": ["T01", "T20"],
        "archipelago": [
            {"tile": "T13", "cell": [0, 0], "rotation": 0},
            {"tile": "T06", "cell": [1, 0], "rotation": 2},
        ],
        "islands": [
            {
                "name": 0,
                "parts": [{"tile": "T13", "part": 0}, {"tile": "T06", "part": 0}],
                "ships": [2, 1],
                "forts": [0],
                "raiders": [1],
                "worked": ["pigment"],
            },
            {
                "name": 1,
                "parts": [{"tile": "T13", "part": 1}],
                "ships": [0, 0],
                "forts": [],
                "raiders": [1],
                "worked": [],
            },
        ],
        "ships": [
            {"seat": 0, "tile": "T13", "part": 0},
            {"seat": 0, "tile": "T06", "part": 0},
            {"seat": 1, "tile": "T06", "part": 0},
            {"seat": 1, "tile": "T13", "hideout": True},
        ],
        "pioneers": [
            _pioneer(0, "T06", 0, 1, "fort"),
            _pioneer(1, "T06", 0, 0),
            _pioneer(1, "T06", 0, 2),
        ],
        "seats": [a_seat(stock=dict.fromkeys(RESOURCES, 3)), a_seat(hand=1)],
        "hand": {
            "ship": 2,
            "plantation": 1,
            "gold_mine": 1,
            "building": 0,
            "ruins": 0,
            "market": 1,
        },
        "prices": {"ebony": 0, "spice": 1, "pigment": 4, "gold": 0},
        "markers": 3,
    }
    return empty_view(**described | changes)


def _pioneer(
    seat: int, tile: str, part: int, site: int, building: str | None = None
) -> dict[str, Any]:
    place = {"seat": seat, "tile": tile, "part": part, "site": site}
    return place | {"building": building, "resource": None}


def texts_in(svg: str) -> list[str]:
    """The text of a picture that a person can read; also checks that it is well-formed XML."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def references_of(svg: str) -> tuple[set[str], set[str]]:
    """Which ids a picture uses, and which it defines."""
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    return used, set(re.findall(r' id="([^"]+)"', svg))


def test_the_sheet_shows_every_tile_with_its_id() -> None:
    """A drawing of every tile."""
    svg = tile_sheet_svg(default_tile_set())
    assert texts_in(svg) == [tile.id for tile in default_tile_set().tiles]


def test_the_sheet_shows_every_site_and_hideout() -> None:
    """RULES 9: 68 sites and 8 hideouts."""
    svg = tile_sheet_svg(default_tile_set())
    assert svg.count('<use href="#s-') == 68
    assert svg.count('<use href="#rocks"') == 8


def test_a_picture_refers_only_to_what_it_defines() -> None:
    """A picture stands alone."""
    for svg in (tile_sheet_svg(default_tile_set()), position_svg(*a_position())):
        used, defined = references_of(svg)
        assert used <= defined
        assert len(re.findall(r' id="', svg)) == len(defined)


def a_position() -> tuple[ViewData, Setup]:
    return a_view(), setup_of(default_tile_set())


def test_the_same_set_gives_the_same_bytes() -> None:
    """Pictures do not depend on luck, order or what was drawn before."""
    first = tile_sheet_svg(default_tile_set())
    landscape_of.cache_clear()
    assert tile_sheet_svg(default_tile_set()) == first


def test_the_same_position_gives_the_same_bytes() -> None:
    """As above, for positions."""
    first = position_svg(*a_position())
    landscape_of.cache_clear()
    assert position_svg(*a_position()) == first


def test_a_sheet_of_odd_tiles_is_drawn() -> None:
    """RECORD: any well-formed set plays, so any can be drawn."""
    shapes = [tile_set.tiles[0].parts for tile_set in ODD_SETS.values()]
    tiles = tuple(Tile(f"N{n}", n >= 10, shapes[n % 10]) for n in range(20))
    tile_set = TileSet("odd", tiles, default_tile_set().market)
    assert problems(tile_set) == []
    assert texts_in(tile_sheet_svg(tile_set)) == [tile.id for tile in tiles]


@pytest.mark.parametrize("name", ODD_SETS)
def test_positions_of_odd_sets_are_drawn(name: str) -> None:
    """As above, with a ship of each seat at each part and a pioneer on each site."""
    tile_set = ODD_SETS[name]
    tile = tile_set.tiles[0]
    parts = range(len(tile.parts))
    view = empty_view(
        archipelago=[{"tile": "N0", "cell": [0, 0], "rotation": 5}],
        islands=[
            {
                "name": number,
                "parts": [{"tile": "N0", "part": number}],
                "ships": [5, 5],
                "forts": [],
                "raiders": [0] if tile.hideout else [],
                "worked": [],
            }
            for number in parts
        ],
        ships=[{"seat": n % 2, "tile": "N0", "part": part} for part in parts for n in range(10)],
        pioneers=[
            _pioneer(site % 2, "N0", part, site)
            for part in parts
            for site in range(len(tile.parts[part].sites))
        ],
        exploration=["N1", "N2", "N3"],
    )
    setup = setup_of(tile_set)
    assert "N0" in texts_in(position_svg(view, setup))
    assert "N0" in position_text(view, setup)
    assert len(islands_in_words(view, setup)) == len(tile.parts)


def test_coasts_meet_on_every_land_side() -> None:
    """DESIGN 3: on a land side the coast crosses 24 from the middle, whatever the tile."""
    for tile in default_tile_set().tiles:
        loops = landscape_of(tile).coasts["coast"]
        for side in tile.land_sides:
            dx, dy = DIRECTIONS[side]
            crossings = [
                abs(y * dx - x * dy)
                for loop in loops
                for x, y in loop
                if abs(x * dx + y * dy - APOTHEM) < 2.5 and abs(y * dx - x * dy) < 40
            ]
            assert crossings
            assert all(abs(crossing - CROSSING) < 1 for crossing in crossings), (tile.id, side)


def test_no_coast_touches_a_sea_side() -> None:
    """RULES 2: touching sides agree, so a sea side shows no land."""
    for tile in default_tile_set().tiles:
        for loop in landscape_of(tile).coasts["coast"]:
            for x, y in loop:
                for side in set(range(6)) - set(tile.land_sides):
                    dx, dy = DIRECTIONS[side]
                    off_corner = abs(y * dx - x * dy) < 40
                    assert not (off_corner and x * dx + y * dy > APOTHEM - 6), (tile.id, side)


def test_sites_have_room_on_every_tile() -> None:
    """DESIGN 3: plates do not cover each other, and hideouts keep off them."""
    for tile in default_tile_set().tiles:
        landscape = landscape_of(tile)
        points = [site.point for site in landscape.sites]
        points += [landscape.hideout] if landscape.hideout else []
        for index, point in enumerate(points):
            assert least_inset(*point) > 15, tile.id
            assert all(distance(point, other) > 33 for other in points[:index]), tile.id


def test_every_part_has_a_berth() -> None:
    """RULES 4.2: any number of ships may share a shore, so each shore has a place for one."""
    for tile in default_tile_set().tiles:
        assert [bool(berths) for berths in landscape_of(tile).berths] == [True] * len(tile.parts)


def test_a_turned_tile_turns_its_landscape() -> None:
    """RULES 2: rotation t shows printed side s at side s + t."""
    tile = default_tile_set().tile("T06")
    x, y = Placed(tile, (0.0, 0.0), 1).at((APOTHEM, 0.0))
    assert (x, y) == pytest.approx((DIRECTIONS[1][0] * APOTHEM, DIRECTIONS[1][1] * APOTHEM))


def test_a_position_shows_tiles_pieces_prices_and_seats() -> None:
    """A picture of the position."""
    svg = position_svg(*a_position())
    assert {"T13", "T06", "T01", "T20"} <= set(texts_in(svg))
    for piece in ("ship-red", "ship-blue", "fort-red", "pawn-blue", "shield-red", "shield-blue"):
        assert f'<use href="#{piece}"' in svg
    assert svg.count('href="#ship-red"') == 2


def test_no_words_stand_in_a_picture() -> None:
    """Pictures need no translation: only ids and numbers are written in them."""
    for text in texts_in(position_svg(*a_position())):
        assert re.fullmatch(r"\+?\d+|T\d\d", text)


def test_a_screened_stock_shows_as_a_screen() -> None:
    """RULES 6: totals of others are not shown while the game runs."""
    svg = position_svg(*a_position())
    assert svg.count('href="#screen"') == 1
    shown = position_in_words(*a_position())
    assert any("Player 1, blue" in line and "owns a secret stock" in line for line in shown)
    assert any("Player 0, red" in line and "owns 3 ebony" in line for line in shown)


def test_a_position_before_the_first_island_is_bare_paper() -> None:
    """RULES 3: the mulligan comes before any tile is laid."""
    setup = setup_of(default_tile_set())
    assert texts_in(position_svg(empty_view(), setup))
    assert position_text(empty_view(), setup).startswith("The chart is empty.")
    assert islands_in_words(empty_view(), setup) == []


def test_a_finished_game_shows_scores_and_winner() -> None:
    """RULES 5: highest sum wins."""
    scores = [
        {"stock": dict.fromkeys(RESOURCES, 2), "value": value, "pioneers": 10} for value in (41, 7)
    ]
    result = {"reason": "pioneers", "winners": [0], "scores": scores}
    view = a_view(phase="over", to_move=None, result=result)
    svg = position_svg(view, setup_of(default_tile_set()))
    assert "41" in texts_in(svg)
    assert svg.count('href="#crown"') == 1
    words = position_in_words(view, setup_of(default_tile_set()))
    assert words[0] == "The game is over. Player 0 won."
    assert "Player 1 scores 7 with 10 pioneers." in words


@pytest.mark.parametrize("name", ["<b>&\"'", "\x00\x1b[31m", "🏝 é", "a\nb", "]]>"])
def test_names_cannot_break_a_picture(name: str) -> None:
    """Names come from people."""
    setup = setup_of(default_tile_set())
    setup = Setup((Player(name, "red"), setup.players[1]), setup.options, setup.tile_set)
    assert texts_in(position_svg(a_view(), setup))


@pytest.mark.parametrize("tile_id", ["<script>", "\x01\x7f", "&amp;", "a b\tc" * 40])
def test_ids_cannot_break_a_picture(tile_id: str) -> None:
    """Ids come from files."""
    tiles = (Tile(tile_id, True, (part([0], ["gold"]),)), *default_tile_set().tiles[1:])
    tile_set = TileSet("odd", tiles, default_tile_set().market)
    assert len(texts_in(tile_sheet_svg(tile_set))) == 20
    view = empty_view(
        archipelago=[{"tile": tile_id, "cell": [0, 0], "rotation": 0}],
        islands=[
            {
                "name": 0,
                "parts": [{"tile": tile_id, "part": 0}],
                "ships": [0, 0],
                "forts": [],
                "raiders": [],
                "worked": [],
            }
        ],
    )
    drawn = position_text(view, setup_of(tile_set))
    assert all(letter.isprintable() or letter == "\n" for letter in drawn)
    assert texts_in(position_svg(view, setup_of(tile_set)))


def test_the_chart_of_characters_reads_like_this() -> None:
    """The archipelago drawn with characters."""
    assert position_text(*a_position(), width=80).splitlines()[:6] == [
        "+~~~~~~~~~~+~~~~~~~~~~+~~~~~~~~~~+~~~~~~~~~~+",
        "#T13 (b)              #T06                  #",
        "#Car EG >r            #Car PbFrPb >rb       #",
        "#Lan RS               #                     #",
        "+~~~~~~~~~~+##########+~~~~~~~~~~+~~~~~~~~~~+",
        "",
    ]


@pytest.mark.parametrize("width", [80, 100, 120])
def test_the_chart_of_characters_keeps_to_its_width(width: int) -> None:
    """Pleasant over SSH, even for an archipelago that is one long row."""
    tiles = default_tile_set().tiles
    parts = [(tile.id, index) for tile in tiles for index in range(len(tile.parts))]
    view = empty_view(
        archipelago=[
            {"tile": tile.id, "cell": [index, 0], "rotation": 0} for index, tile in enumerate(tiles)
        ],
        islands=[
            {
                "name": number,
                "parts": [{"tile": tile_id, "part": index}],
                "ships": [0, 0],
                "forts": [],
                "raiders": [],
                "worked": [],
            }
            for number, (tile_id, index) in enumerate(parts)
        ],
    )
    drawn = position_text(view, setup_of(default_tile_set()), width=width)
    assert max(map(len, drawn.splitlines())) <= width
    assert all(tile.id in drawn for tile in tiles)


def test_islands_are_told_in_words() -> None:
    """DESIGN 9: every fact is in words."""
    cardamom, lantern = islands_in_words(*a_position())
    assert cardamom == (
        "Cardamom, on T13 and T06. Ships: 2 of Player 0 and 1 of Player 1. "
        "Free: ebony on T13 and gold on T13. Player 0 has a fort on T06. "
        "Player 1 has 2 pigment on T06. Attacked by pirates of Player 1. Your fort protects you."
    )
    assert lantern == (
        "Lantern, on T13. No ships. Free: ruins on T13 and spice on T13. "
        "Attacked by pirates of Player 1. You pay more here."
    )


def test_the_rest_of_the_position_is_told_in_words() -> None:
    """DESIGN 9: hideouts, exploration area, market, seats and the own hand."""
    told = position_in_words(*a_position())
    assert told[0] == "Round 4. Player 0 is to move."
    assert " ".join(told[3:]) == (
        "Hideout on T13: a ship of Player 1, beside Cardamom and Lantern. "
        "Exploration area, 5 tiles still to come. "
        "Tile T01: land to the east, south-west and north-west with spice, construction and "
        "pigment. "
        "Tile T20: land to the south-east and south-west with ebony and construction; land to "
        "the north-west with pigment; an islet with ruins; a hideout. "
        "Ebony is worth 1, can rise to 2, 3, 4 then 5. "
        "Spice is worth 2, can rise to 3, 4 then 5. "
        "Pigment is worth 5. "
        "Gold is worth 3, can rise to 4, 5, 6 then 7. "
        "3 price markers left. "
        "Player 0, red: 5 cards in hand, 4 ships and 9 pioneers in reserve, makes nothing, "
        "owns 3 ebony, 3 spice, 3 pigment and 3 gold, draws 4. "
        "Player 1, blue: 1 card in hand, 4 ships and 9 pioneers in reserve, makes nothing, "
        "owns a secret stock, draws 4. "
        "Your hand: 2 ships, 1 plantation, 1 gold mine and 1 market."
    )


def test_a_spectator_is_told_of_no_hand() -> None:
    """RULES 6: a spectator sees what is public."""
    told = position_in_words(a_view(viewer=None, hand=None), a_position()[1])
    assert not any("hand:" in line or "You" in line for line in told)


def test_names_and_ids_cannot_play_tricks_on_a_terminal() -> None:
    """Names come from people: no escape sequence reaches the screen."""
    setup = setup_of(default_tile_set())
    bo = Player("Bo\x1b[2J\n", "blue")
    setup = Setup((setup.players[0], bo), setup.options, setup.tile_set)
    lines = [*position_in_words(a_view(), setup), *position_text(a_view(), setup).splitlines()]
    assert all(line.isprintable() for line in lines)
    assert any("Bo?[2J?" in line for line in lines)


def test_a_tile_in_words_turns_with_the_tile() -> None:
    """RULES 2: rotation t shows printed side s at side s + t."""
    tile = default_tile_set().tile("T06")
    assert tile_in_words(tile, rotation=2).startswith("Tile T06: land to the east and west with")


def test_every_part_of_a_set_has_an_island_name_of_its_own() -> None:
    """RULES 2: at most three parts on each of 20 tiles; three letters tell them apart on a map."""
    assert len(ISLAND_NAMES) == 60
    assert len({name[:3] for name in ISLAND_NAMES}) == 60


def test_a_plantation_is_told_with_its_good() -> None:
    """RULES 4.3: the log names what is planted, as the site has it printed."""
    told = 0
    for game in ilos.Record(ilos.play_game(["greedy", "greedy"], seed=1)):
        event = game.events[-1]
        if isinstance(event, ilos.events.PlantationEvent):
            site = event.site
            good = game.setup.tile_set.tile(site.tile).parts[site.part].sites[site.site]
            seen = game.view(0)
            words = event_in_words(event, seen.data, game.setup)
            assert f" plants {good} on " in words
            told += 1
    assert told > 2


def test_cards_of_an_event_are_counted_and_players_called_by_their_names() -> None:
    """As the hand is told: 2 buildings, not building and building; Bo, not seat 1."""
    game = ilos.new_game(["Ana", "Bo"], seed=7)
    seen = game.view(0)

    def words(event: ilos.events.Event) -> str:
        return event_in_words(event, seen.data, game.setup)

    swapped = ilos.events.MulliganEvent(0, ("building", "ruins", "building"), ("gold_mine",) * 3)
    assert words(swapped) == "Ana gives back 2 buildings and 1 ruins and draws 3 gold mines."
    taken = ilos.events.EndTurnEvent(0, {}, 1, (ilos.events.Taken(1, "gold_mine"),))
    assert words(taken) == "Ana produces nothing and draws 1 card, taking 1 gold mine from Bo."
