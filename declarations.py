"""Writes the engine's C declarations, its `.pxd` and `.pxi` files, from its Python files.

An `int` is a C int, a `float` a double, a `bool` a bint; `ilos.engine.fields` names other C types.
A function that is private, or that other engine modules import, is C alone, and needs no
interpreter if it handles only numbers and the engine's own classes. Any other can be called from
Python too. What has a type that C does not know stays Python's. Cython finds the types of local
names, except those that are annotated; from a literal it makes a C long, which is slower in the
functions that are called most.
"""

from __future__ import annotations

import ast
import importlib
import os
import sys
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path

SOURCE = Path("src")
ENGINE = SOURCE / "ilos/engine"
PLAIN = {"__init__", "constants", "fields", "evaluation"}  # modules that are not compiled
SIMPLE = {int: "int", float: "double", bool: "bint", bytes: "bytes", list: "list"}
PYTHON = {"bytes", "list", "object"}  # types that only the interpreter can handle

CType = tuple[str, int]  # and the length of an array, 0 for a single value


class Module:
    """One Python file of the engine, as parsed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.name = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        self.body = ast.parse(file.read_text(encoding="utf-8")).body
        self.functions = [node for node in self.body if isinstance(node, ast.FunctionDef)]
        self.classes = [node for node in self.body if isinstance(node, ast.ClassDef)]

    def imports(self) -> Iterator[tuple[str, list[str]]]:
        """What it imports only where it is not compiled, or only for its annotations."""
        for block in self.body:
            for node in [*block.body, *block.orelse] if isinstance(block, ast.If) else []:
                if isinstance(node, ast.ImportFrom) and node.module:
                    yield node.module, [alias.name for alias in node.names]


class Declarations:
    """The compiled modules, and the types that their annotations name."""

    def __init__(self) -> None:
        files = sorted(file for file in ENGINE.rglob("*.py") if file.stem not in PLAIN)
        self.modules = [Module(file) for file in files]
        self._classes = {node.name for module in self.modules for node in module.classes}
        self._imported = {
            (source, name)
            for module in self.modules
            for source, names in module.imports()
            for name in names
        }
        self._named: dict[str, typing.Any] = {}
        for name in ("typing", "array", "ilos.engine.constants", "ilos.engine.fields"):
            self._named |= vars(importlib.import_module(name))

    def write(self) -> None:
        """Write each file that is not yet as it should be."""
        from ilos.engine import constants, fields
        from ilos.engine.search import evaluation

        numbers = {name: value for name, value in vars(constants).items() if type(value) is int}
        enum = [f"    {name} = {value}" for name, value in numbers.items()]
        _write(ENGINE / "constants.pxd", ["cdef enum:", *enum])
        for file, structs in (
            ("fields.pxi", (fields.PrintedFields, fields.PositionFields)),
            ("search/evaluation.pxi", (evaluation.WeightFields, evaluation.EvaluationFields)),
        ):
            lines = []
            for struct in structs:
                lines += [f"cdef class {struct.__name__}:", *_fields(fields.c_fields(struct))]
            _write(ENGINE / file, lines)
        for module in self.modules:
            _write(module.file.with_suffix(".pxd"), list(self._lines(module)))

    def _lines(self, module: Module) -> Iterator[str]:
        yield "cimport cython"
        yield from self._cimports(module)
        for item in module.body:
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                name, c_type = item.target.id, self._c_type(item.annotation)
                if c_type and (name.startswith("_") or c_type[0] not in SIMPLE.values()):
                    yield f"cdef {c_type[0]} {name}"
        for node in module.classes:
            yield from self._class(module, node)
        for function in module.functions:
            yield from self._function(module, function)

    def _cimports(self, module: Module) -> Iterator[str]:
        declared = {one.name for one in self.modules} | {"ilos.engine.constants"}
        for source, names in module.imports():
            if source == "math":
                yield f"from libc.math cimport {', '.join(names)}"
            elif source in declared:
                yield f"from {source} cimport {', '.join(names)}"
            elif any(name.endswith("Fields") for name in names):
                yield f'include "{source.rpartition(".")[2]}.pxi"'

    def _class(self, module: Module, node: ast.ClassDef) -> Iterator[str]:
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        if bases == "NamedTuple":
            return
        yield f"cdef class {node.name}({bases}):" if bases else f"cdef class {node.name}:"
        own = {
            item.target.id: self._c_type(item.annotation) or ("object", 0)
            for item in node.body
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
        }
        yield from _fields(own) if own else ["    pass"]
        for method in node.body:
            if isinstance(method, ast.FunctionDef):
                yield from (f"    {line}" for line in self._function(module, method, node.name))

    def _function(self, module: Module, node: ast.FunctionDef, owner: str = "") -> Iterator[str]:
        given = node.args.args[1:] if owner else node.args.args
        types = {argument.arg: self._c_type(argument.annotation) for argument in given}
        result = self._c_type(node.returns)
        is_python = node.decorator_list or node.args.kwarg or node.name.startswith("__")
        if is_python or result is None or None in types.values() or (owner and not types):
            return
        known = {name: c_type[0] for name, c_type in types.items() if c_type}
        used = {*known.values(), result[0]}
        is_c = node.name.startswith("_") or (module.name, node.name) in self._imported
        raises = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
        without_python = is_c and not raises and not used & PYTHON
        returned = result[0]
        if returned == "void" and not without_python:
            returned = "int" if is_c and raises else "object"
        defaults = len(given) - len(node.args.defaults)
        arguments = ["self"] if owner else []
        for place, (name, c_type) in enumerate(known.items()):
            arguments.append(f"{c_type} {name}{'=*' * (place >= defaults)}")
        if annotated := self._annotated(node):
            yield f"@cython.locals({', '.join(annotated)})"
        ending = (
            " noexcept nogil" if without_python else " except -1" * (is_c and returned == "int")
        )
        kind = "cdef" if is_c else "cpdef"
        yield f"{kind} {returned} {node.name}({', '.join(arguments)}){ending}"

    def _annotated(self, node: ast.FunctionDef) -> list[str]:
        """The local names that are annotated with a C type."""
        found = {}
        for inner in ast.walk(node):
            if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                found[inner.target.id] = self._c_type(inner.annotation)
        return [f'{name}="{c_type[0]}"' for name, c_type in found.items() if c_type]

    def _c_type(self, annotation: ast.expr | None) -> CType | None:
        """Return the C type that an annotation means, or None."""
        text = ast.unparse(annotation) if annotation else ""
        if text in self._classes:
            return text, 0
        try:
            value = eval(text, dict(self._named))  # noqa: S307  our own annotations
        except (NameError, SyntaxError):
            return None
        if hasattr(value, "__metadata__"):
            found: CType = (*value.__metadata__, 0)[:2]
            return found
        simple = "void" if value is None else SIMPLE.get(typing.get_origin(value) or value)
        return (simple, 0) if simple else None


def _fields(fields: dict[str, CType]) -> Iterable[str]:
    """Declare the fields of a class: Python reads those that are not private, and sets weights."""
    for name, (c_type, length) in fields.items():
        access = "" if name.startswith("_") or "[" in c_type else "readonly "
        if c_type == "double" or c_type.startswith("public "):
            access, c_type = "public ", c_type.removeprefix("public ")
        yield (
            f"    cdef {c_type} {name}[{length}]" if length else f"    cdef {access}{c_type} {name}"
        )


def _write(file: Path, lines: list[str]) -> None:
    text = "\n".join(["# Written by declarations.py.", *lines, ""])
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def write_declarations() -> None:
    """Write the declarations of the engine below `src/`."""
    sys.path.insert(0, str(SOURCE))
    os.environ["ILOS_PURE"] = "1"  # nothing compiled is loaded, as it may be of another version
    Declarations().write()


if __name__ == "__main__":
    write_declarations()
