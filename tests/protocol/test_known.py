"""A newer release may add fields; what this one reads of it makes sense all the same."""

import msgspec
import pytest

from ilos.protocol.http import TableList
from ilos.protocol.known import decode_known
from ilos.protocol.tables import DaysATurn, TableInfo, TableSettings
from ilos.server.tables.fold import apply
from ilos.server.tables.state import TableState
from ilos.store.log_entries import Chair, Created, StoredEntry


def newer(value: object) -> object:
    """The same, as a release would write it that has a new field in every struct."""
    if isinstance(value, dict):
        return {"new_field": 7} | {key: newer(item) for key, item in value.items()}
    return [newer(item) for item in value] if isinstance(value, list) else value


def an_info() -> TableInfo:
    """A table in a list."""
    sample = {
        "id": "t1",
        "status": "open",
        "settings": {"title": "Friday", "clock": {"kind": "days", "days": 3}},
        "seats": [
            {"seat": 0, "colour": "red", "kind": "human", "name": "Ana", "bot": None}
            | {"substitute": None, "why": None, "online": True}
        ],
        "version": 1,
        "created": 0,
        "changed": 0,
        "round": None,
        "to_move": None,
        "watching": 0,
        "commitment": "",
        "nonce_hashes": [],
        "unopened": [],
        "code": None,
        "rematch": None,
        "branched_from": None,
        "stopped": None,
    }
    return msgspec.convert(sample, TableInfo)


def test_fields_of_a_newer_release_are_left_out_at_every_depth() -> None:
    """The settings, the clock in them and every seat included."""
    info = an_info()
    text = msgspec.json.encode(newer(msgspec.to_builtins(TableList(tables=[info], next=None))))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=TableList)
    assert decode_known(text, TableList).tables == [info]
    assert info.settings.clock == DaysATurn(days=3)


def test_a_wrong_value_is_refused_all_the_same() -> None:
    """Only what is not known is left out."""
    with pytest.raises(msgspec.ValidationError):
        decode_known('{"title": 7, "fog": true}', TableSettings)


def test_a_table_that_a_newer_process_made_is_opened_by_an_older_one() -> None:
    """Processes are restarted one after the other, over the same database."""
    state = TableState("t1", b"", "CODE")
    settings = msgspec.to_builtins(TableSettings(title="Friday")) | {"fog": False}
    created = Created(settings=settings, chairs=[Chair(kind="open", colour="red")])
    apply(state, StoredEntry(1, 0, None, created), None)
    assert state.settings == TableSettings(title="Friday")
