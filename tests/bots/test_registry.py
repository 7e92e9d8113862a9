"""Finding bots: by name, from other packages, as module:Class; and what is said when it fails."""

from importlib.metadata import EntryPoint

import pytest

from ilos import bots
from ilos.bots import registry
from ilos.bots.greedy import GreedyBot
from ilos.bots.search_bot import SearchBot


def test_our_bots_go_by_their_names() -> None:
    """The ladder, from weakest to strongest."""
    ladder = ["random", "greedy", "gentle", "skilled", "expert", "master"]
    assert bots.names()[:6] == ladder
    assert all(bots.create(name) for name in ladder)


def test_a_bot_is_found_as_module_and_class() -> None:
    """Third parties add bots as module:Class."""
    assert isinstance(bots.create("ilos.bots.greedy:GreedyBot"), GreedyBot)


def test_a_bot_is_found_by_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or by the entry point group ilos.bots."""
    entry = EntryPoint("mine", "ilos.bots.greedy:GreedyBot", "ilos.bots")
    monkeypatch.setattr(registry, "entry_points", lambda **_: [entry])
    assert isinstance(bots.create("mine"), GreedyBot)
    assert bots.names()[-1] == "mine"


def test_options_may_stand_in_the_name() -> None:
    """So that an arena can compare two settings of one bot."""
    bot = bots.create("expert?simulations=300&threads=2")
    assert isinstance(bot, SearchBot)
    assert bot.simulations == 300


@pytest.mark.parametrize(
    "name,said",
    [
        ("grandmaster", "there is no bot 'grandmaster'"),
        ("", "there is no bot ''"),
        ("no.such.module:Bot", "cannot be loaded"),
        ("ilos.bots.greedy:Nobody", "cannot be loaded"),
        (":Bot", "cannot be loaded"),
        ("ilos.bots.greedy:__doc__", "is not a class"),
        ("builtins:dict", "has no method choose"),
        ("greedi", "did you mean 'greedy'?"),
        ("expert?simulations=0", "simulations is a whole number from 1 up, not 0"),
        ("expert?simulations=abc", "simulations is a whole number from 1 up, not 'abc'"),
        ("expert?slack=much", "slack is a number from 0 up, not 'much'"),
        ("expert?slack=nan", "slack is a number from 0 up, not nan"),
        ("expert?colour=red", "has no option 'colour'; its options: simulations, slack, threads"),
        ("greedy?simulations=5", "has no option 'simulations'; it has no options"),
    ],
)
def test_an_unknown_or_broken_bot_is_named(name: str, said) -> None:
    """The message says what was wrong."""
    with pytest.raises(bots.UnknownBot, match=said.replace("?", r"\?")):
        bots.create(name)
