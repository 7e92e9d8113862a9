"""What stays true whatever is played: pieces are conserved, islands merge and never split.

A Hypothesis state machine plays moves, takes them back, and copies games; every state is weighed.
"""

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import a_random_move, a_setup_of_any_sort, amount, seeds

from ilos.engine import api
from ilos.engine.constants import ALL_PARTS, CARD_KINDS, PARTS, RESOURCES, SEATS, SITES, TILES
from ilos.engine.position import Position
from ilos.records.record import parse_record, read_record, record_to_line, write_record
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.setup import Setup
from ilos.views import View, imagine, view
from ilos.views.view_data import ViewData

DECK = [30, 20, 10, 12, 6, 12]


def plain(position: Position) -> Any:
    """The position's fields as plain lists: each is read once, not once for every number in it."""
    return SimpleNamespace(**position.snapshot())


def check_cards(p: Any) -> None:
    """RULES 1: each of the 90 cards is in a hand, in the pile or discarded."""
    hands = [list(p.hand)[seat * CARD_KINDS :][:CARD_KINDS] for seat in range(SEATS)]
    assert [sum(kinds) for kinds in zip(*hands, p.pile, p.discard, strict=True)] == DECK
    assert [sum(hand) for hand in hands] == list(p.hand_size)
    assert (sum(p.pile), sum(p.discard)) == (p.pile_size, p.discard_size)
    assert min(*p.pile, *p.discard, *(count for hand in hands for count in hand)) >= 0


def check_pieces(p: Any, players: int) -> None:
    """RULES 1: 5 ships, 10 pioneers a seat, 10 building tokens, 8 markers."""
    for seat in range(players):
        ashore = sum(p.ships[part * SEATS + seat] for part in range(ALL_PARTS))
        pirates = list(p.pirate).count(seat)
        assert pirates == p.pirates[seat]
        assert p.reserve[seat] + ashore + pirates == 5
        pioneers = list(p.pioneer).count(seat)
        assert p.pioneers[seat] + pioneers == 10
    tokens = Counter(p.building)
    assert p.buildings + sum(count for kind, count in tokens.items() if kind) == 10
    assert p.markers + sum(p.step) == 8
    assert 0 <= min(p.step) <= max(p.step) <= 4
    assert min(p.stock) >= 0


def check_boards(setup: Setup, p: Any) -> None:
    """RULES 4.1, 4.3: production boards and forts follow from the pioneers."""
    boards, forts = Counter[tuple[int, int]](), Counter[int]()
    for site in range(TILES * SITES):
        seat, built = p.pioneer[site], p.building[site]
        if seat < 0:
            assert built == 0
            continue
        kind = setup.site_kind(site)
        assert (built > 0) == (kind == "construction")
        if kind in ("ebony", "spice", "pigment", "gold"):
            boards[seat, ("ebony", "spice", "pigment", "gold").index(kind)] += 1
        elif built == 1:
            forts[seat] += 1
        elif built:
            boards[seat, built - 2] += 1
    for seat in range(SEATS):
        assert p.fort_count[seat] == forts[seat]
        for resource in range(RESOURCES):
            assert p.production[seat * RESOURCES + resource] == boards[seat, resource]


def check_tiles(p: Any, players: int) -> None:
    """RULES 3.2: each tile is laid, face up or unseen; the stack has not more than there are."""
    laid = list(p.laid)[: p.laid_count]
    area = [tile for tile in p.area if tile >= 0]
    unseen = [tile for tile in range(TILES) if p.unseen[tile]]
    assert sorted(laid + area + unseen) == list(range(TILES))
    assert p.stack + len(area) + len(laid) == 4 * players
    assert [p.order[tile] for tile in laid] == list(range(len(laid)))
    assert len({p.cell[tile] for tile in laid}) == len(laid)


def islands_by_walking(setup: Setup, p: Any) -> list[frozenset[int]]:
    """RULES 2, read naively: parts joined wherever land meets land."""
    groups: list[set[int]] = []
    at = {p.cell[tile]: tile for tile in list(p.laid)[: p.laid_count]}
    ways = (64, 1, -63, -64, -1, 63)
    for cell, tile in at.items():
        design = setup.tile_set.tiles[tile]
        groups += [{tile * PARTS + part} for part in range(len(design.parts))]
        for side, way in enumerate(ways):
            other = at.get(cell + way)
            mine = design.part_at((side - p.rotation[tile]) % 6)
            if other is None:
                continue
            theirs = setup.tile_set.tiles[other].part_at((side + 3 - p.rotation[other]) % 6)
            assert (mine is None) == (theirs is None), "land meets sea"
            if mine is not None and theirs is not None:
                groups.append({tile * PARTS + mine, other * PARTS + theirs})
    found: list[set[int]] = []
    for group in groups:
        apart = [island for island in found if not island & group]
        found = [*apart, group.union(*(island for island in found if island & group))]
    return sorted((frozenset(island) for island in found), key=min)


def check_islands(setup: Setup, p: Any) -> None:
    """RULES 2, 4.5: islands, and what the engine keeps about each of them."""
    walked = islands_by_walking(setup, p)
    kept: dict[int, set[int]] = {}
    for part in range(ALL_PARTS):
        if p.island[part] >= 0:
            kept.setdefault(p.island[part], set()).add(part)
    assert sorted((frozenset(parts) for parts in kept.values()), key=min) == walked
    assert p.islands == len(walked)
    for root, parts in kept.items():
        oldest = min(parts, key=lambda part: (p.order[part // PARTS], part))
        assert root == oldest
        raiders = {p.pirate[part // PARTS] for part in parts} - {-1}
        assert p.raiders[root] == sum(1 << seat for seat in raiders)
        sites = [
            site
            for site, at in setup.sites.items()
            if setup.tile_numbers[at.tile] * PARTS + at.part in parts and p.pioneer[site] >= 0
        ]
        forts = {p.pioneer[site] for site in sites if p.building[site] == 1}
        assert p.forts[root] == sum(1 << seat for seat in forts)
        crops = {setup.site_kind(site) for site in sites} & {"ebony", "spice", "pigment"}
        assert p.worked[root] == sum(
            1 << i for i, crop in enumerate(("ebony", "spice", "pigment")) if crop in crops
        )


def check_frontier(p: Any) -> None:
    """RULES 2: the empty cells next to the archipelago, each once."""
    laid = {p.cell[tile] for tile in list(p.laid)[: p.laid_count]}
    beside = {cell + way for cell in laid for way in (64, 1, -63, -64, -1, 63)} - laid
    frontier = list(p.frontier_cell)[: p.frontier_count]
    assert sorted(frontier) == sorted(beside or {2080})


def check_fleet(game: Game, p: Any) -> None:
    """Where ships are seen to lie agrees with the islands the engine keeps them at."""
    setup = game.setup
    counted = Counter[tuple[int, int]]()
    for ship in game.fleet:
        if ship.hideout:
            assert p.pirate[setup.tile_numbers[ship.tile]] == ship.seat
        else:
            part = setup.part_number(ship)
            assert part is not None
            counted[p.island[part], ship.seat] += 1
    ashore = {(i // SEATS, i % SEATS): count for i, count in enumerate(p.ships) if count}
    assert counted == ashore


def check_all(game: Game) -> None:
    """Everything that must be true of any game at any moment."""
    p, players = plain(game.position), len(game.setup.players)
    check_cards(p)
    check_pieces(p, players)
    check_boards(game.setup, p)
    check_tiles(p, players)
    check_islands(game.setup, p)
    check_frontier(p)
    check_fleet(game, p)


class AnyGame(RuleBasedStateMachine):
    """A game in which moves are played, taken back, copied, recorded and imagined."""

    game: Game
    rng: Random
    islands: list[frozenset[int]]

    @initialize(seed=seeds)
    def deal(self, seed: int) -> None:
        self.rng = Random(seed)
        self.game = Game(a_setup_of_any_sort(self.rng), SeededChance(seed))
        self.islands = []

    @precondition(lambda self: not self.game.is_over)
    @rule(moves=st.integers(1, 12), thrift=st.sampled_from((0.0, 0.3, 0.9)))
    def play(self, moves: int, thrift: float) -> None:
        for _ in range(moves):
            if not self.game.is_over:
                move = a_random_move(self.game.setup, self.game.position, self.rng, thrift)
                assert move in self.game.legal_moves
                self.game.play(move)
                self.islands_never_split()

    def islands_never_split(self) -> None:
        """RULES 2: an island of before lies whole in an island of now."""
        now = islands_by_walking(self.game.setup, plain(self.game.position))
        for island in self.islands:
            assert sum(island <= grown for grown in now) == 1
        self.islands = now

    @precondition(lambda self: self.game.can_undo)
    @rule()
    def take_back_and_play_again(self) -> None:
        """Undo returns the very state of before; the event can be replayed."""
        after = self.game.position.snapshot(), self.game.fleet, len(self.game.events)
        event = self.game.undo()
        check_all(self.game)
        self.game.replay(event)
        assert after == (self.game.position.snapshot(), self.game.fleet, len(self.game.events))

    @precondition(lambda self: not self.game.is_over)
    @rule()
    def play_on_in_a_copy(self) -> None:
        """What a copy does, the game does not notice."""
        before = self.game.position.snapshot(), list(self.game.events), self.game.fleet
        twin = self.game.copy(SeededChance(self.rng.randrange(2**32)))
        for _ in range(5):
            if not twin.is_over:
                twin.play(a_random_move(twin.setup, twin.position, self.rng))
        assert before == (self.game.position.snapshot(), self.game.events, self.game.fleet)

    @rule()
    def replay_the_record(self) -> None:
        """Record → replay → same position."""
        line = record_to_line(write_record(self.game))
        again = read_record(parse_record(line))
        assert again.position.snapshot() == self.game.position.snapshot()
        assert (again.events, again.fleet) == (self.game.events, self.game.fleet)
        assert again.result() == self.game.result()

    @rule(spectator=st.booleans())
    def imagine_the_rest(self, spectator: bool) -> None:
        """A world imagined from a view is whole, and looks the same from there."""
        seats = len(self.game.setup.players)
        viewer = None if spectator else self.rng.randrange(seats)
        seen = view(self.game, viewer)
        world = imagine(seen, SeededChance(self.rng.randrange(2**32)))
        check_cards(plain(world))
        other = self.game.copy()
        other.position = world
        assert without_events(view(other, viewer)) == without_events(seen)

    @invariant()
    def all_is_well(self) -> None:
        check_all(self.game)


def without_events(seen: View) -> tuple[ViewData, dict[str, Any]]:
    return seen.data, seen.position.snapshot()


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=amount(120), stateful_step_count=25)


def test_whole_games_keep_every_law() -> None:
    """RULES 1–5: from the deal to the end, weighed after every move."""
    for seed in range(amount(80)):
        rng = Random(seed)
        game = Game(a_setup_of_any_sort(rng, 15), SeededChance(seed))
        while not game.is_over:
            game.play(a_random_move(game.setup, game.position, rng, 0.1))
            check_all(game)
        assert api.legal_decisions(game.position) == []
