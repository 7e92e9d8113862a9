"""Random tile sets, headers and games, all well-formed and legal by RULES.md and RECORD.md."""

from collections import Counter
from random import Random
from typing import Any

from .moves import legal_moves
from .rules import SITE_ACTIONS, NaiveGame
from .shapes import COLOURS, EDITIONS, RESOURCES, SITE_KINDS, Event, Record

TILE_FLAVOURS = ("mixed", "all_land", "islets", "loops", "one_part", "few_sides")
SITE_FLAVOURS = ("mixed", "no_gold", "eight", "none", "construction", "plantations", "rich")
HIDEOUT_FLAVOURS = ("some", "none", "all")
PRICE_FLAVOURS = ("small", "large", "huge")
STYLES = ("uniform", "kinds", "hoard", "settle", "magnate")


# ---- tile sets (RULES 2, RECORD tile sets) ------------------------------------------------


def odd_tile_set(rng: Random) -> dict[str, Any]:
    """The keys `tile_set` and `market` of a record, odd but well-formed."""
    tiles_flavour = rng.choice(TILE_FLAVOURS)
    sites_flavour = rng.choice(SITE_FLAVOURS)
    hideouts = rng.choice(HIDEOUT_FLAVOURS)
    designs = rng.choice((1, 3, 20))  # fewer than 20: the same design under several ids
    parts = [random_parts(rng, tiles_flavour, sites_flavour) for _ in range(designs)]
    tiles = []
    for number in range(20):
        hideout = rng.random() < 0.5 if hideouts == "some" else hideouts == "all"
        design = [
            {"sides": list(part["sides"]), "sites": list(part["sites"])}
            for part in parts[number % designs]
        ]
        tiles.append({"id": odd_id(rng, number), "hideout": hideout, "parts": design})
    rng.shuffle(tiles)
    name = f"{tiles_flavour}-{sites_flavour}-{hideouts}-{designs}"
    return {"tile_set": {"name": name, "tiles": tiles}, "market": random_market(rng)}


def odd_id(rng: Random, number: int) -> str:
    """Ids are any text: their order as text need not be that of their numbers."""
    return rng.choice((f"X{number:02}", f"{number}", f"ô{number}", f"t {number}"))


def random_parts(rng: Random, tiles_flavour: str, sites_flavour: str) -> list[dict[str, Any]]:
    count = rng.randint(1, 3)
    land = rng.sample(range(6), rng.randint(0, 6))
    if tiles_flavour == "all_land":
        land = list(range(6))
    elif tiles_flavour == "islets":
        land = []
    elif tiles_flavour == "one_part":
        count = 1
    elif tiles_flavour == "few_sides":
        land = land[: rng.randint(0, 2)]
    sides = split_sides(rng, sorted(land), count, around=tiles_flavour != "loops")
    sites = random_sites(rng, sites_flavour, count)
    return [{"sides": sides[i], "sites": sites[i]} for i in range(count)]


def split_sides(rng: Random, land: list[int], count: int, around: bool) -> list[list[int]]:
    """Land sides shared out among parts so that none cross: runs along the rim of the tile.

    Without `around`, the first run is cut in two by the second, which lies in its bay.
    """
    start = rng.randint(0, 5)
    land = sorted(land, key=lambda side: (side - start) % 6)
    cuts = sorted(rng.randint(0, len(land)) for _ in range(count - 1))
    bounds = [0, *cuts, len(land)]
    runs = [land[bounds[i] : bounds[i + 1]] for i in range(count)]
    if not around and count == 3:
        runs = [runs[0] + runs[2], runs[1], []]
    for run in runs:
        rng.shuffle(run)
    rng.shuffle(runs)
    return runs


def random_sites(rng: Random, flavour: str, parts: int) -> list[list[str]]:
    kinds: tuple[str, ...] = SITE_KINDS
    total = rng.randint(0, 8)
    if flavour == "no_gold":
        kinds = tuple(kind for kind in SITE_KINDS if kind != "gold")
    elif flavour == "eight":
        total = 8
    elif flavour == "none":
        total = 0
    elif flavour == "construction":
        kinds = ("construction", "spice")
    elif flavour == "plantations":
        kinds = ("ebony", "spice", "pigment")
    elif flavour == "rich":
        total = 8
        kinds = (*SITE_KINDS, "ebony", "construction", "construction")
    sites: list[list[str]] = [[] for _ in range(parts)]
    for _ in range(total):
        rng.choice(sites).append(rng.choice(kinds))
    return sites


def random_market(rng: Random) -> dict[str, list[int]]:
    highest = {"small": 9, "large": 1_000, "huge": 10**9}[rng.choice(PRICE_FLAVOURS)]
    return {name: sorted(rng.sample(range(1, highest + 1), 5)) for name in RESOURCES}


# ---- headers -----------------------------------------------------------------------------


def random_header(rng: Random, max_rounds: int | None = None) -> Record:
    """A record without events: 2-5 players, any edition, an odd tile set."""
    rules: dict[str, Any] = {
        "edition": rng.choice(EDITIONS),
        "max_rounds": max_rounds if max_rounds is not None else rng.choice((1, 2, 5, 12)),
    }
    if rng.random() < 0.5:
        rules["version"] = 1
    if rng.random() < 0.5:
        rules["stocks"] = rng.choice(("screened", "open"))
    players: list[dict[str, Any]] = []
    for colour in rng.sample(COLOURS, rng.randint(2, 5)):
        player = {"name": f"Lord {colour}", "colour": colour, "kind": "human"}
        if rng.random() < 0.5:
            player.update({"kind": "bot", "bot": "random"})
        players.append(player)
    return {"format": "ilos-record/1", "rules": rules, "players": players, **odd_tile_set(rng)}


# ---- games -------------------------------------------------------------------------------


def random_game(header: Record, rng: Random, style: str = "uniform") -> Record:
    """A full record of random play.

    Styles: `uniform` over all moves; `kinds` over the kinds of moves first; `hoard` mostly ends
    its turns, so that cards run out; `settle` works sites whenever it can; in `magnate` seat 0
    gathers ships and forts and the others do nothing, so that whole hands are taken.
    """
    game = NaiveGame(header)
    stack = rng.sample(sorted(game.tiles), game.stack)
    events: list[Event] = []
    while game.phase != "over":
        event = next_event(game, stack, rng, style)
        game.apply(event)
        events.append(event)
    return {**header, "events": events, "result": game.result()}


def next_event(game: NaiveGame, stack: list[str], rng: Random, style: str) -> Event:
    if game.phase == "setup":
        return {"type": "setup", "exploration": [stack.pop() for _ in range(3)]}
    if game.phase == "deal":
        return {"type": "deal", "seat": game.to_move, "cards": random_draw(game, 5, rng)}
    return with_outcomes(choose(legal_moves(game), rng, style), game, stack, rng)


def choose(moves: list[Event], rng: Random, style: str) -> Event:
    if style == "uniform":
        return rng.choice(moves)
    is_turn = any(move["type"] == "end_turn" for move in moves)
    if style == "magnate" and is_turn:
        moves = [move for move in moves if is_of_a_magnate(move)]
    if style == "hoard" and is_turn and rng.random() < 0.9:
        moves = [move for move in moves if move["type"] == "end_turn"]
    if style == "settle":
        moves = [move for move in moves if move["type"] in SITE_ACTIONS] or moves
    kind = rng.choice(sorted({move["type"] for move in moves}))
    return rng.choice([move for move in moves if move["type"] == kind])


def is_of_a_magnate(move: Event) -> bool:
    if move["type"] == "ship":
        return bool(move["seat"] == 0 and move["from"] == "reserve" and "part" in move["to"])
    if move["type"] == "building":
        return bool(move["seat"] == 0 and move["building"] == "fort")
    return bool(move["type"] == "end_turn")


def with_outcomes(move: Event, game: NaiveGame, stack: list[str], rng: Random) -> Event:
    """A whole event: the move with a random payment and the outcomes of chance."""
    kind = move["type"]
    if kind == "mulligan":
        hand = sorted(game.seats[game.to_move].hand.elements())
        discarded = rng.sample(hand, rng.randint(0, len(hand)))
        return {**move, "discarded": discarded, "drawn": random_draw(game, len(discarded), rng)}
    if kind == "first_island":
        fallback = move["tile"] is None
        return {**move, "revealed": None if fallback else turn_up(stack)}
    if kind == "ship":
        event = {**move, "paid": random_payment(game, kind, 1, rng)}
        if move["explored"] is not None:
            event["explored"] = {**move["explored"], "revealed": turn_up(stack)}
        return event
    if kind in SITE_ACTIONS:
        name = (move["site"]["tile"], move["site"]["part"])
        cost = game.cost_of(kind, game.to_move, game.archipelago.island_of(name))
        return {**move, "paid": random_payment(game, kind, cost, rng)}
    if kind == "end_turn":
        return {**move, **end_of_turn(game, rng)}
    return move


def turn_up(stack: list[str]) -> str | None:
    return stack.pop() if stack else None


def random_payment(game: NaiveGame, played: str, cost: int, rng: Random) -> list[str]:
    hand = game.seats[game.to_move].hand - Counter([played])
    return rng.sample(sorted(hand.elements()), cost)


def random_draw(game: NaiveGame, count: int, rng: Random) -> list[str]:
    """Cards from the draw pile, then from the reshuffled discard pile, as many as there are."""
    pile = sorted(game.pile.elements())
    discard = sorted(game.discard.elements())
    rng.shuffle(pile)
    rng.shuffle(discard)
    return (pile + discard)[:count]


def end_of_turn(game: NaiveGame, rng: Random) -> dict[str, Any]:
    board = game.seats[game.to_move].production
    keep_zeros = rng.random() < 0.2
    produced = {name: board[name] for name in RESOURCES if keep_zeros or board[name] > 0}
    count = game.cards_to_draw(game.to_move)
    drawn = random_draw(game, count, rng)
    return {
        "produced": produced,
        "drawn": drawn,
        "taken": random_taking(game, count - len(drawn), rng),
    }


def random_taking(game: NaiveGame, missing: int, rng: Random) -> list[dict[str, Any]]:
    """RULES 4.7: the missing cards, from the fullest other hand."""
    hands = [seat.hand.copy() for seat in game.seats]
    taken: list[dict[str, Any]] = []
    victim: int | None = None
    while len(taken) < missing:
        if victim is None or hands[victim].total() == 0:
            victim = game.fullest_other_hand(game.to_move, hands)
        if victim is None:
            break
        card = rng.choice(sorted(hands[victim].elements()))
        hands[victim][card] -= 1
        taken.append({"seat": victim, "card": card})
    return taken
