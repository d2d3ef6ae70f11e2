"""Which phrase of a costly line costs most, and what says the same for less.

Model. Told by the text alone: of the phrases of the line, and of the definitions that it uses,
first what follows steps over a board for one thing after another, which groups do once for all;
then what is tried on a copy of the game; then sets that are looked through for each thing of
another set.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.model.declarations import Declarations, walk
from rulewright.interpreter.syntax import ast

Place = tuple[str, int]  # a file and a line of it


def advice(declarations: Declarations, place: Place) -> str | None:
    """The costly phrase of a line, and what to write for it; None if none stands out."""
    here = [node for _, block in declarations.entries for node in walk(block)
            if (node.span.source.name, node.span.line) == place]
    used = [*here, *_defined(declarations, here)]
    connected = next((n for n in used if isinstance(n, ast.IsConnected) and not n.straight), None)
    if connected is not None:
        return _grouped(connected, place)
    tried = next((n for n in here if isinstance(n, ast.OnlyIfRest)
                  or (isinstance(n, ast.OnlyIf) and n.afterwards)), None)
    if tried is not None:
        return (f"`{tried.span.text}` is tried on a copy of the game for every option that is "
                "left: put an `only if` above it that rules most of them out")
    outer, inner = next(_nested(used), (None, None))
    if outer is None or inner is None:
        return None
    return (f"`{inner.span.text}`{_where(inner, place)} is looked through for each of "
            f"`{outer.span.text}`: name fewer things in one of the two, as with `next to …`")


def _grouped(phrase: ast.IsConnected, place: Place) -> str:
    steps = phrase.steps.span.text
    over = "…" if phrase.over is None else phrase.over.span.text
    return (f"`{phrase.span.text}`{_where(phrase, place)} follows the steps anew for each thing "
            "that it is asked of; groups are worked out once for all: "
            f"`the group of ({phrase.start.span.text}) among {over} joined by {steps}`")


def _where(phrase: ast.Node, place: Place) -> str:
    """The line of a phrase that stands in another one."""
    span = phrase.span
    return "" if (span.source.name, span.line) == place else f" (line {span.line})"


def _nested(nodes: list[ast.Node]) -> Iterator[tuple[ast.SetNode, ast.SetNode]]:
    """Sets that stand in another one, that one first."""
    for outer in nodes:
        if isinstance(outer, (ast.NounSet, ast.NumberSet, ast.GroupSet)):
            for inner in walk(outer):
                if inner is not outer and isinstance(inner, (ast.NounSet, ast.GroupSet)):
                    yield outer, inner


def _defined(declarations: Declarations, nodes: list[ast.Node]) -> list[ast.Node]:
    """What stands in the definitions that phrases use, and in those that these use."""
    defines: dict[str, list[ast.Define]] = {}
    for _, define in declarations.all(ast.Define):
        defines.setdefault(define.name, []).append(define)
    found: list[ast.Node] = []
    waiting, seen = list(nodes), set[str]()
    while waiting:
        for name in _names(waiting.pop(0)):
            if name not in seen:
                seen.add(name)
                inside = [node for define in defines.get(name, ()) for node in walk(define)]
                found += inside
                waiting += inside
    return found


def _names(node: ast.Node) -> list[str]:
    """The declared phrases that a phrase uses."""
    match node:
        case ast.IsAdjective(adjective=name) | ast.IsPreposition(preposition=name):
            return [name]
        case ast.Verb(verb=name) | ast.RelVerb(verb=name) | ast.RelObject(word=name):
            return [name]
        case ast.Call(name=name) | ast.RelWhose(attribute=name):
            return [name]
        case ast.NounSet(adjectives=adjectives):
            return [name for _, name in adjectives]
    return []
