"""YAML files whose scalars stay words, with the line of everything in them.

Model.  A file becomes mappings, lists and texts: `no`, `off`, `5-2` and `24` are texts, as the
author typed them.  `Document.value` is the plain data, `Document.span(path)` the place of the
part that a path of keys and indices leads to.

Invariants: a key occurs once in a mapping; there are no anchors, aliases or tags; size and
nesting are bounded.  Whatever breaks this is a RulesError with its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from yaml.composer import Composer

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.source import Source, Span

Keys = tuple[str | int, ...]

#: The longest file that is read, in characters, and the deepest nesting.
MOST_TEXT = 2_000_000
MOST_DEPTH = 40
SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"


@dataclass
class Document:
    """The data of one file, and where each part of it stands."""

    source: Source
    value: Any
    spans: dict[Keys, Span] = field(default_factory=dict)

    def span(self, path: Sequence[str | int] = ()) -> Span:
        """The place of a part, or of the nearest part around it."""
        for length in range(len(path), -1, -1):
            found = self.spans.get(tuple(path[:length]))
            if found is not None:
                return found
        return Span(self.source, 1, 1, 1, 2)

    def error(self, code: str, message: str, path: Sequence[str | int] = ()) -> RulesError:
        """A RulesError about one part."""
        return RulesError([Diagnostic(code, message, self.span(path))])


def read_text(path: Path) -> str:
    """The text of a file; RulesError if it cannot be read as text."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RulesError([Diagnostic("file", f"cannot read {path}: {reason}")]) from None
    if len(data) > MOST_TEXT:
        raise RulesError([Diagnostic("file", f"{path} is longer than {MOST_TEXT} bytes")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path} is not a text file in UTF-8 (byte {error.start + 1})"
        raise RulesError([Diagnostic("file", message)]) from None


def read(path: Path) -> Document:
    """The document in a YAML (or JSON) file; RulesError with its place if it is not sound."""
    return parse(Source(str(path), read_text(path)))


def parse(source: Source) -> Document:
    """The document in a text; RulesError with its place if it is not sound."""
    reader = _Reader(source)
    try:
        node = _composed(source.text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(str(error.problem or error.context or "").split())
        span = _point(source, mark) if mark else None
        message = f"this is not well-formed YAML: {problem}"
        raise RulesError([Diagnostic("yaml", message, span)]) from None
    except (yaml.YAMLError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        message = f"{source.name}: this is not well-formed YAML: {' '.join(reason.split())}"
        raise RulesError([Diagnostic("yaml", message)]) from None
    document = Document(source, None, reader.spans)
    if node is not None:
        document.value = reader.value(node, ())
    return document


def _composed(text: str) -> yaml.Node | None:
    """The nodes of a text. Where the parser in C is there, it goes first; of what it does not take,
    the other one says what is wrong, in the same words everywhere."""
    with suppress(yaml.YAMLError, UnicodeError):
        return yaml.compose(text, Loader=_QuickLoader)
    return yaml.compose(text, Loader=_Loader)


class _Loader(yaml.BaseLoader):
    """Composes nodes, reading all in Python."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        _refuse_anchors(self)
        return super().compose_node(parent, index)


_BASE: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _QuickLoader(Composer, _BASE):  # type: ignore[misc]
    """Composes nodes as the other does (deep nesting would end the process in C), but has the text
    read in C, where that is there."""

    def __init__(self, text: str) -> None:
        _BASE.__init__(self, text)
        Composer.__init__(self)

    def compose_node(self, parent: Any, index: Any) -> Any:
        _refuse_anchors(self)
        return super().compose_node(parent, index)


def _refuse_anchors(loader: Any) -> None:
    """Anchors and aliases are refused, since they make small files huge."""
    event = loader.peek_event()
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        raise yaml.MarkedYAMLError(
            problem="anchors (&) and aliases (*) are not used in these files; put a text "
            "that begins with one of these signs in quotes",
            problem_mark=event.start_mark,
        )


class _Reader:
    """Turns nodes into data and notes their places."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.spans: dict[Keys, Span] = {}

    def value(self, node: yaml.Node, path: Keys) -> Any:
        """The data of a node."""
        self.spans.setdefault(path, _point(self.source, node.start_mark))
        if len(path) > MOST_DEPTH:
            raise self._error("yaml", f"this is nested more than {MOST_DEPTH} deep", node)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        return str(node.value)

    def _mapping(self, node: yaml.MappingNode, path: Keys) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._error("yaml", "a key is a plain word or text", key_node)
            key = str(key_node.value)
            if key in result:
                first = self.spans[(*path, key)].line
                message = f"`{key}` stands here a second time; the first is in line {first}"
                raise self._error("duplicate-key", message, key_node)
            self.spans[(*path, key)] = _point(self.source, key_node.start_mark)
            result[key] = self.value(value_node, (*path, key))
        return result

    def _error(self, code: str, message: str, node: yaml.Node) -> RulesError:
        return RulesError([Diagnostic(code, message, _point(self.source, node.start_mark))])


def _point(source: Source, mark: yaml.Mark) -> Span:
    line, column = mark.line + 1, mark.column + 1
    return Span(source, line, column, line, column + 1)


@lru_cache
def schema(name: str) -> Any:
    """One of the schemas that ship, for example `scenario`."""
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


def complaints(value: Any, against: Any) -> list[tuple[Keys, str]]:
    """What a schema finds wrong with data: the path of each part and a sentence."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match, relevance

    found = []
    for error in Draft202012Validator(against).iter_errors(value):
        deepest = best_match(iter([error])) or error
        found.append(deepest)
    found.sort(key=lambda error: ([str(part) for part in error.absolute_path], relevance(error)))
    told = [(tuple(error.absolute_path), _sentence(error)) for error in found]
    return list(dict.fromkeys(told))  # each missing part is an error of its own, told together


def validate(document: Document, name: str) -> None:
    """Raise a RulesError with everything that the schema `name` finds wrong with a document."""
    found = complaints(document.value, schema(name))
    if found:
        raise RulesError(
            Diagnostic(f"{name}-format", message, document.span(path)) for path, message in found
        )


def _sentence(error: Any) -> str:
    """What is wrong, in words."""
    where = f"`{error.absolute_path[-1]}`" if error.absolute_path else "the file"
    if isinstance(error.absolute_path[-1] if error.absolute_path else "", int):
        where = "this entry"
    rule, limit = error.validator, error.validator_value
    if rule == "additionalProperties":
        allowed = sorted(error.schema.get("properties", {}))
        extra = sorted(set(error.instance) - set(allowed))
        return f"{where} has no part {_listed(extra)}; it has {_listed(allowed)}"
    if rule == "required":
        missing = [key for key in limit if key not in error.instance]
        return f"{where} lacks {_listed(missing)}"
    if rule == "type":
        return f"{where} is {_kind(error.instance)} where {_expected(limit)} is expected"
    described = error.schema.get("description") if isinstance(error.schema, dict) else None
    if described:
        return f"{where}: {described[0].lower()}{described[1:].rstrip('.')} is expected"
    return f"{where}: {error.message}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _kind(value: Any) -> str:
    if value is None or value == "":
        return "empty"
    names = {dict: "a mapping", list: "a list", str: "a text", bool: "yes or no"}
    return names.get(type(value), "a number")


def _expected(types: str | list[str]) -> str:
    if isinstance(types, list) and "string" in types:
        types = "string"  # other scalars stand for texts that a loader has read as such
    names = {
        "object": "a mapping (`key: value` lines)",
        "array": "a list",
        "string": "a text",
        "integer": "a whole number",
        "number": "a number",
        "boolean": "yes or no",
        "null": "nothing",
    }
    return " or ".join(names[name] for name in ([types] if isinstance(types, str) else types))
