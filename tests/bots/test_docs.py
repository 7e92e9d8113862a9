"""The example of docs/how-to/write-a-bot.md works as printed."""

import re
import sys
import types
from pathlib import Path

import pytest
from bot_games import play_out

from ilos import bots

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-bot.md"


def test_the_example_bot_plays_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 30-line example, found as module:Class."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    assert found is not None
    source = found[1]
    assert len(source.splitlines()) <= 32
    module = types.ModuleType("prospector")
    monkeypatch.setitem(sys.modules, "prospector", module)
    exec(compile(source, str(PAGE), "exec"), module.__dict__)
    game = play_out([bots.create("prospector:Prospector"), bots.create("random")], seed=1)
    assert game.result() is not None
