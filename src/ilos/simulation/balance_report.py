"""The page about balance: tables and plots made from the facts of many games."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean, quantiles

from ilos.rules.names import CARDS, RESOURCES
from ilos.simulation import plots
from ilos.simulation.balance import Study
from ilos.simulation.balance_facts import PLAYS, GameFacts, SeatFacts
from ilos.simulation.plots import standalone
from ilos.simulation.standings import interval

Games = Sequence[GameFacts]
RARE = 0.05  # a play that fewer seats than this ever make is dead
RUNAWAY = 1.6  # the seat that plays most of it wins so many times as often as by luck


def write_report(study: Study, games: Games, out: Path) -> list[Path]:
    """Write the page and the plots beside it; where the plots are."""
    page = Page(study, games)
    folder = out.parent / "images"
    folder.mkdir(parents=True, exist_ok=True)
    pictures = []
    for name, plot in page.pictures().items():
        pictures.append(folder / f"balance-{name}.svg")
        pictures[-1].write_text(standalone(plot), encoding="utf-8")
    out.write_text(page.text(), encoding="utf-8")
    return pictures


class Page:
    """Everything that is said about one study."""

    def __init__(self, study: Study, games: Games) -> None:
        if not games:
            raise ValueError("without games there is nothing to report")
        self._study = study
        # Games finish in any order; the page does not depend on it.
        self._games = sorted(games, key=lambda g: (g["players"], g["edition"], g["seed"]))
        self._players = sorted({game["players"] for game in games})
        self._main = [game for game in self._games if game["edition"] == study.editions[0]]

    def text(self) -> str:
        parts = [
            self._head(), self._findings(), self._seats(), self._plays(), self._cards(),
            self._resources(), self._length(), self._editions(),
        ]  # fmt: skip
        return "\n\n".join(parts) + "\n"

    def pictures(self) -> dict[str, str]:
        """Each plot by name."""
        by_players = {f"{n} players": self._of(n) for n in self._players}
        rows = [
            (f"{n} players, seat {seat}", n * share, n * low, n * high)
            for n in self._players
            for seat, (share, low, high) in enumerate(seat_shares(self._of(n), n))
        ]
        words = [kind.replace("_", " ") for kind in PLAYS]
        paying = [kind for kind in PLAYS if kind not in ("ship", "explore", "raid", "fort")]
        return {
            "seats": plots.intervals("Games won by seat, as multiples of an even share", rows, 1.0),
            "plays": plots.bars(
                "Plays a seat makes in a game",
                "plays a seat makes in a game",
                words,
                {name: [_mean_plays(g, kind) for kind in PLAYS] for name, g in by_players.items()},
                headroom=1.3,
            ),
            "worth": plots.bars(
                "Worth brought for each card spent",
                "worth at the end of the game for each card spent",
                [kind.replace("_", " ") for kind in paying],
                {
                    name: [max(0.0, _per_card(g, kind)) for kind in paying]
                    for name, g in by_players.items()
                },
                headroom=1.5,
            ),
            "resources": plots.bars(
                "Share of all worth at the end, in %",
                "share of all worth at the end, in %",
                RESOURCES,
                {
                    name: [100 * _worth_share(g, resource) for resource in RESOURCES]
                    for name, g in by_players.items()
                },
                headroom=1.3,
            ),
            "length": plots.histogram(
                "Rounds a game lasts",
                "rounds a game lasts (share of games in %)",
                {name: [float(game["rounds"]) for game in g] for name, g in by_players.items()},
            ),
        }

    def _of(self, players: int, edition: str | None = None) -> Games:
        chosen = self._main if edition is None else self._games
        return [
            game
            for game in chosen
            if game["players"] == players and edition in (None, game["edition"])
        ]

    def _head(self) -> str:
        study, numbers = self._study, ",".join(map(str, self._players))
        tiles = "the tile set given" if study.tiles else "the default tile set"
        editions = " and ".join(f"`{edition}`" for edition in study.editions)
        last = study.seed + study.games - 1
        command = (
            f"ilos balance --bot {shlex.quote(study.bot)} --games {study.games} "
            f"--seed {study.seed} --players {numbers}"
        )
        return f"""# Balance

How fair and how varied the game is on {tiles}, when the bot `{study.bot}` sits in every seat.
This page is written by a command; do not edit it:

    {command}

{len(self._games)} games: for each number of players and each of the editions {editions} the deals
with seeds {study.seed} to {last}, the same for all. Intervals are 95 % (Wilson).
Unless an edition is named, the numbers are those of `{study.editions[0]}`."""

    def _findings(self) -> str:
        said = [
            *self._seat_findings(),
            *(f"**{_words(kind)}** is dead: {share:.1%} of seats ever play it."
              for kind in PLAYS if (share := _used(self._main, kind)) < RARE),
            *(f"**{_words(kind)}** runs away: the seat with most of it wins {lift:.2f} times as "
              "often as by luck."
              for kind in PLAYS if (lift := most_wins(self._main, kind)[0]) > RUNAWAY),
        ]  # fmt: skip
        none = "Every kind of play is used, and none decides the game by itself."
        if not any("is dead" in line or "runs away" in line for line in said):
            said.append(none)
        return "## Findings\n\n" + "\n".join(f"- {line}" for line in said)

    def _seat_findings(self) -> Iterable[str]:
        for n in self._players:
            off = [
                f"seat {seat} ({share:.0%})"
                for seat, (share, low, high) in enumerate(seat_shares(self._of(n), n))
                if not low <= 1 / n <= high
            ]
            fair = f"no seat's share of wins differs surely from {1 / n:.0%}"
            yield f"{n} players: {'off an even share: ' + ', '.join(off) if off else fair}."

    def _seats(self) -> str:
        rows = []
        for n in self._players:
            cells = [
                f"{share:.1%} ({low:.0%}–{high:.0%})"
                for share, low, high in seat_shares(self._of(n), n)
            ]
            rows.append([str(n), str(len(self._of(n))), f"{1 / n:.1%}", *cells, *[""] * (5 - n)])
        head = ["players", "games", "even", *(f"seat {seat}" for seat in range(5))]
        return (
            "## Seats\n\nShare of games won; a shared win counts in parts. Seat 0 starts.\n\n"
            f"{_table(head, rows)}\n\nAs multiples of an even share, with the intervals:\n\n"
            "![games won by seat](images/balance-seats.svg)"
        )

    def _plays(self) -> str:
        rows = []
        for kind in PLAYS:
            brought, spent = _totals(self._main, kind)
            plays = sum(s["plays"][kind] for s in _all_seats(self._main))
            lift, count = most_wins(self._main, kind)
            rows.append([
                _words(kind),
                *(f"{_mean_plays(self._of(n), kind):.2f}" for n in self._players),
                f"{_used(self._main, kind):.0%}",
                f"{spent / plays:.1f}" if plays else "–",
                f"{brought / plays:.1f}" if plays and brought else "–",
                f"{brought / spent:.2f}" if plays and brought else "–",
                f"{_winners_more(self._main, kind):+.2f}",
                f"{lift:.2f} ({count})" if count else "–",
            ])  # fmt: skip
        head = [
            "play", *(f"{n} players" for n in self._players), "seats that ever do", "cards spent",
            "worth brought", "worth a card", "winners more", "most of it wins",
        ]  # fmt: skip
        return f"""## Plays

How often a seat makes each kind of play in a game, by number of players; then, over all games:
how many seats ever do, how many cards a play costs (with the card itself), what its tokens are
worth at the end, how many more of it winners play than the others, and how many times as often as
by luck the seat wins that alone plays most of it (in brackets: games with such a seat). A Market
card brings the rise on the own stock, less the token paid, less what the others gain on average.
Ships and forts bring cards and ways, not tokens.

{_table(head, rows)}

![plays a seat makes in a game](images/balance-plays.svg)

![worth for each card spent](images/balance-worth.svg)"""

    def _cards(self) -> str:
        played: Counter[str] = Counter()
        paid: Counter[str] = Counter()
        for seat in _all_seats(self._main):
            played.update(seat["played"])
            paid.update(seat["paid"])
        rows = []
        for card in CARDS:
            used = played[card] + paid[card]
            share = f"{played[card] / used:.0%}" if used else "–"
            rows.append([_words(card), f"{played[card]:,}", f"{paid[card]:,}", share])
        head = ["card", "played", "paid with", "share played"]
        return f"## Cards\n\nWhat becomes of the cards of each kind.\n\n{_table(head, rows)}"

    def _resources(self) -> str:
        seats = list(_all_seats(self._main))
        rows = [
            [
                resource,
                f"{fmean(seat['made'][resource] for seat in seats):.1f}",
                f"{fmean(game['prices'][resource] for game in self._main):.2f}",
                f"{_worth_share(self._main, resource):.0%}",
                f"{_winner_share(self._main, resource):.0%}",
            ]
            for resource in RESOURCES
        ]
        head = ["resource", "tokens a seat gains", "last price", "share of worth", "of winners'"]
        return (
            f"## Resources\n\n{_table(head, rows)}\n\n"
            "![share of worth by resource](images/balance-resources.svg)"
        )

    def _length(self) -> str:
        rows = []
        for n in self._players:
            rounds = sorted(game["rounds"] for game in self._of(n))
            cuts = quantiles(rounds, n=20) if len(rounds) > 1 else [rounds[0]] * 19
            ended = sum(game["reason"] == "pioneers" for game in self._of(n)) / len(rounds)
            worths = [seat["worth"] for seat in _all_seats(self._of(n))]
            rows.append([
                str(n), f"{fmean(rounds):.1f}", f"{cuts[0]:.0f}–{cuts[18]:.0f}", f"{ended:.1%}",
                f"{fmean(worths):.0f}",
            ])  # fmt: skip
        head = ["players", "rounds", "nine games in ten", "ended by a tenth pioneer", "mean worth"]
        return f"## Length\n\n{_table(head, rows)}\n\n![rounds](images/balance-length.svg)"

    def _editions(self) -> str:
        """RULES 7: does it matter whether ships on hideouts draw?"""
        rows = []
        for n in self._players:
            for edition in self._study.editions:
                games = self._of(n, edition)
                if games:
                    share, low, high = seat_shares(games, n)[0]
                    rows.append([
                        str(n), f"`{edition}`",
                        f"{_mean_plays(games, 'raid'):.2f}", f"{_mean_plays(games, 'fort'):.2f}",
                        f"{fmean(game['rounds'] for game in games):.1f}",
                        f"{fmean(seat['worth'] for seat in _all_seats(games)):.0f}",
                        f"{share:.0%} ({low:.0%}–{high:.0%})",
                    ])  # fmt: skip
        head = ["players", "edition", "raids a seat", "forts a seat", "rounds", "mean worth",
                "seat 0 wins"]  # fmt: skip
        return (
            "## Editions\n\nA ship on a hideout draws a card in `fr` and `de`, but not in `en`.\n\n"
            f"{_table(head, rows)}"
        )


def seat_shares(games: Games, players: int) -> list[tuple[float, float, float]]:
    """By seat: share of games won, and its 95 % interval; a shared win counts in parts."""
    won = [0.0] * players
    for game in games:
        for seat in game["winners"]:
            won[seat] += 1 / len(game["winners"])
    return [(count / max(1, len(games)), *interval(count, len(games))) for count in won]


def most_wins(games: Games, kind: str) -> tuple[float, int]:
    """How often the seat that alone plays most wins, in multiples of luck; and among how many."""
    won = even = 0.0
    count = 0
    for game in games:
        plays = [seat["plays"][kind] for seat in game["seats"]]
        if plays.count(max(plays)) == 1:
            count += 1
            even += 1 / game["players"]
            won += (plays.index(max(plays)) in game["winners"]) / len(game["winners"])
    return (won / even if even else 1.0), count


def _all_seats(games: Games) -> Iterable[SeatFacts]:
    return (seat for game in games for seat in game["seats"])


def _mean(games: Games, number: Callable[[SeatFacts], float]) -> float:
    return fmean(number(seat) for seat in _all_seats(games)) if games else 0.0


def _mean_plays(games: Games, kind: str) -> float:
    return _mean(games, lambda seat: seat["plays"][kind])


def _used(games: Games, kind: str) -> float:
    return _mean(games, lambda seat: seat["plays"][kind] > 0)


def _totals(games: Games, kind: str) -> tuple[float, int]:
    """Worth brought and cards spent by all plays of a kind."""
    seats = list(_all_seats(games))
    return sum(s["brought"][kind] for s in seats), sum(s["spent"][kind] for s in seats)


def _per_card(games: Games, kind: str) -> float:
    brought, spent = _totals(games, kind)
    return brought / spent if spent else 0.0


def _winners_more(games: Games, kind: str) -> float:
    winners: list[int] = []
    others: list[int] = []
    for game in games:
        for number, seat in enumerate(game["seats"]):
            (winners if number in game["winners"] else others).append(seat["plays"][kind])
    return fmean(winners or [0]) - fmean(others or [0])


def _worth_share(games: Games, resource: str) -> float:
    return _share(games, resource, lambda _game, _seat: True)


def _winner_share(games: Games, resource: str) -> float:
    return _share(games, resource, lambda game, seat: seat in game["winners"])


def _share(games: Games, resource: str, counts: Callable[[GameFacts, int], bool]) -> float:
    """A resource's share of all worth of the seats that count."""
    own = total = 0
    for game in games:
        for number, seat in enumerate(game["seats"]):
            if counts(game, number):
                own += seat["stock"][resource] * game["prices"][resource]
                total += seat["worth"]
    return own / total if total else 0.0


def _words(name: str) -> str:
    return name.replace("_", " ")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [" | ".join(head), " | ".join(["---", *["---:"] * (len(head) - 1)])]
    lines += [" | ".join(row) for row in rows]
    return "\n".join(f"| {line} |" for line in lines)
