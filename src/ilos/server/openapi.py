"""The OpenAPI document, made from the table of calls and the message definitions."""

import re
from importlib.metadata import version
from typing import Any

import msgspec

from ilos.protocol.http import Problem
from ilos.server.calls import CALLS, Call
from ilos.server.refusal import STATUS

PREFIX = "/api/v1"
_REF = "#/components/schemas/{name}"


def document() -> dict[str, Any]:
    """OpenAPI 3.1."""
    kinds = [kind for call in CALLS for kind in (call.answer, call.body) if kind is not None]
    schemas, components = msgspec.json.schema_components([*kinds, Problem], ref_template=_REF)
    found = dict(zip(map(repr, [*kinds, Problem]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        paths.setdefault(PREFIX + call.path, {})[call.method.lower()] = _operation(call, found)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ilôs", "version": version("ilos"), "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(call: Call, schemas: dict[str, Any]) -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", call.path)
    problem = {"application/json": {"schema": schemas[repr(Problem)]}}
    statuses = sorted({*STATUS.values(), 409} - {500})
    answer = {"application/json": {"schema": schemas[repr(call.answer)]}}
    operation: dict[str, Any] = {
        "operationId": f"{call.method.lower()}{re.sub(r'[^a-z]+', '_', call.path)}",
        "summary": call.summary,
        "description": f"Role: {call.role}.",
        "parameters": [
            *({"name": n, "in": "path", "required": True, "schema": _TEXT} for n in names),
            *({"name": n, "in": "query", "schema": _TEXT} for n in call.query),
        ],
        "responses": {
            "200": {"description": "Done", "content": answer},
            **{str(s): {"description": "Refused", "content": problem} for s in statuses},
        },
    }
    if call.role != "anyone":
        operation["security"] = [{"token": []}, {}] if call.role == "guest" else [{"token": []}]
    if call.body is not None:
        content = {"application/json": {"schema": schemas[repr(call.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


_TEXT = {"type": "string", "maxLength": 64}
