"""Fault points are for tests: what people install has none armed, and no way to arm one."""

import os
from pathlib import Path

import ilos
from ilos.server.settings import read_settings
from ilos.server.tables import fault_points

SOURCE = Path(ilos.__file__).parent


def test_nothing_in_the_package_arms_a_fault_point() -> None:
    """Only `faults` itself knows the word."""
    for path in SOURCE.rglob("*.py"):
        if path.name == "fault_points.py":
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            if "import" in line and "faults" in line:
                assert line == "from ilos.server.tables.fault_points import fault_point", path


def test_no_setting_and_no_variable_arms_a_fault_point() -> None:
    """All that the environment can say is a setting, and none of them is about faults."""
    loud = {
        f"ILOS_{name.upper()}": "1"
        for name in (*fault_points.FAULT_POINTS, "faults", "fault", "arm")
    }
    assert read_settings({}, {**os.environ, **loud}) == read_settings({}, os.environ)
    assert fault_points._armed == {}


def test_a_fault_point_that_is_not_armed_does_nothing() -> None:
    """Every one of them is passed on every move."""
    for place in fault_points.FAULT_POINTS:
        fault_points.fault_point(place)
