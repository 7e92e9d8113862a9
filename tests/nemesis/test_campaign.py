"""The program of the full-size nemesis, at a small size, and its checker."""

from pathlib import Path

import pytest
from databases import Postgres

from nemesis.campaign import PARTS, Place, read_results, run_part
from nemesis.linear import Interval, check_order

SMALL = {"worlds": 6}  # pairs; elsewhere two faults


@pytest.mark.parametrize("name", PARTS)
async def test_a_unit_of_each_part_passes(name: str, tmp_path: Path, postgres: Postgres) -> None:
    """Kills, pauses, partitions, skewed clocks and pairs of worlds: one order, true views."""
    found = await PARTS[name].unit(Place(tmp_path, postgres), 0, SMALL.get(name, 2))
    assert all(found.values()), found


async def test_a_run_goes_on_where_it_stopped(tmp_path: Path, postgres: Postgres) -> None:
    """Units that passed are not done again."""
    results = tmp_path / "results.jsonl"
    results.write_text('{"part": "kills-sqlite", "unit": 0, "faults": 25}\n')
    assert await run_part("kills-sqlite", Place(tmp_path, postgres), results, scale=0.025)
    assert len(read_results(results)) == 1


def test_a_command_that_stands_before_one_acknowledged_earlier_is_found() -> None:
    """The test of the checker."""
    early, late = Interval("a", 5, 1.0, 2.0), Interval("b", 6, 3.0, 4.0)
    check_order([late, early])
    check_order([Interval("a", 6, 1.0, 3.5), Interval("b", 5, 3.0, 4.0)])  # at the same time
    with pytest.raises(AssertionError, match="stands behind"):
        check_order([Interval("a", 6, 1.0, 2.0), Interval("b", 5, 3.0, 4.0)])
    with pytest.raises(AssertionError, match="two commands"):
        check_order([early, Interval("b", 5, 3.0, 4.0)])
