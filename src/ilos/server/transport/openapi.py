"""The OpenAPI document, from the table of routes and the message types."""

import re
from importlib.metadata import version
from typing import Any

import msgspec

from ilos.protocol.codes import STATUS
from ilos.protocol.http import Problem
from ilos.server.transport.api import Route
from ilos.server.transport.routes import ROUTES

PREFIX = "/api/v1"
_REF = "#/components/schemas/{name}"


def document() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document."""
    kinds = [kind for route in ROUTES for kind in (route.answer, route.body) if kind is not None]
    schemas, components = msgspec.json.schema_components([*kinds, Problem], ref_template=_REF)
    found = dict(zip(map(repr, [*kinds, Problem]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(PREFIX + route.path, {})[route.method.lower()] = _operation(route, found)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ilôs", "version": version("ilos"), "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", route.path)
    problem = {"application/json": {"schema": schemas[repr(Problem)]}}
    statuses = sorted({*STATUS.values(), 409} - {500})
    answer = {"application/json": {"schema": schemas[repr(route.answer)]}}
    operation: dict[str, Any] = {
        "operationId": f"{route.method.lower()}{re.sub(r'[^a-z]+', '_', route.path)}",
        "summary": route.summary,
        "description": f"Role: {route.role}.",
        "parameters": [
            *({"name": n, "in": "path", "required": True, "schema": _TEXT} for n in names),
            *({"name": n, "in": "query", "schema": _TEXT} for n in route.query),
        ],
        "responses": {
            "200": {"description": "Done", "content": answer},
            **{str(s): {"description": "Refused", "content": problem} for s in statuses},
        },
    }
    if route.role != "anyone":
        operation["security"] = [{"token": []}, {}] if route.role == "guest" else [{"token": []}]
    if route.body is not None:
        content = {"application/json": {"schema": schemas[repr(route.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


_TEXT = {"type": "string", "maxLength": 64}
