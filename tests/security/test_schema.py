"""A-16: Schemathesis makes calls out of the OpenAPI document; none is answered with a 5xx."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from nemesis.processes import ServerProcess
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.generation import GenerationMode
from sizes import size

from ilos.server.transport.openapi import document

schema = schemathesis.openapi.from_dict(document())
OPERATIONS: list[Any] = [cast("Any", operation).ok() for operation in schema.get_all_operations()]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own; how many calls it gets is no matter of its limits."""
    folder: Path = tmp_path_factory.mktemp("schema")
    server = ServerProcess(f"sqlite:///{folder}/x.sqlite", {}, None, {})
    asyncio.run(server.start())
    yield server.address
    asyncio.run(server.stop())


# Named here: Schemathesis gives all operations one name, and xdist runs one test a name.
@pytest.mark.parametrize("operation", OPERATIONS, ids=[one.label for one in OPERATIONS])
@settings(
    max_examples=size(15, 500),
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_every_call_answers_as_the_document_says(
    operation: Any, address: str, data: st.DataObject
) -> None:
    """Status, type and shape of every answer, to calls that keep to the document or do not."""
    kind = data.draw(st.sampled_from(GenerationMode))
    case = data.draw(operation.as_strategy(generation_mode=kind))
    response = case.call(base_url=address, headers={"Origin": address}, timeout=20)
    case.validate_response(response, checks=CHECKS)
