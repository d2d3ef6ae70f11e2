"""Notes on declarations that are easily taken for something else than they say.

    either-or    qualities of one line that lines give, or nothing does, and none takes away: both
                 can be so at once
    one-way      a relation between things of one noun that sounds as if it went both ways
    first-value  an attribute that starts as the first of its kind although nothing said so
    settled      a thing that stands on a cell which would have to be empty (a warning)
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.model.declarations import Declarations, walk
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

#: The last words of relations that hold both ways more often than not.
MUTUAL = ("with", "to", "beside", "near")


def lint(declarations: Declarations, source: Source) -> Iterator[Diagnostic]:
    """The notes on the declarations of one text; what a variant's base says is not its matter."""
    nodes = declarations.nodes()
    attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
    for found in (
        _either_or(attributes, nodes), _one_way(attributes, nodes),
        _first_values(attributes, declarations), _occupied_ends(nodes),
    ):
        yield from (d for d in found if d.span is not None and d.span.source is source)


def _either_or(
    attributes: list[ast.Attribute], nodes: list[ast.Node]
) -> Iterator[Diagnostic]:
    flags = [node for node in nodes if isinstance(node, ast.Flag)]
    given = {flag.adjective for flag in flags if flag.on}
    taken = {flag.adjective for flag in flags if not flag.on}
    lines: dict[object, list[ast.Attribute]] = {}
    for a in attributes:
        if a.type is None and a.other is None and not a.this_turn:
            lines.setdefault(a.span, []).append(a)
    for together in lines.values():
        names = [a.name for a in together]
        if len(given & set(names)) == 1 or len(names) == 1 or taken & set(names):
            continue
        first = together[0]
        owner = f"each {first.owner}" if first.owner != "game" else "the game"
        yield Diagnostic(
            "either-or", f"`{names[0]}` and `{names[1]}` can both be so: becoming the one takes "
            "nothing of the other away", first.span,
            f"if only one can be so, write `{owner} has a …: {' or '.join(names)}`; if both can, "
            "a line for each: " + ", ".join(f"`{owner} can be {name}`" for name in names), "note",
        )


def _one_way(attributes: list[ast.Attribute], nodes: list[ast.Node]) -> Iterator[Diagnostic]:
    changes = [node for node in nodes if isinstance(node, ast.Relate)]
    for a in attributes:
        if a.type is not None or a.other != a.owner or a.name.split()[-1] not in MUTUAL:
            continue
        said = [s for s in changes if s.preposition == a.name and s.on]
        pairs = {(s.target.span.text, s.other.span.text) for s in said}
        lonely = next((s for s in said if (s.other.span.text, s.target.span.text) not in pairs),
                      None)
        if lonely is not None:
            one, two = lonely.target.span.text, lonely.other.span.text
            yield Diagnostic(
                "one-way", f"this makes `{one}` {a.name} `{two}`, not the other way round",
                lonely.span, f"if it holds both ways, write `{two} becomes {a.name} {one}` as well",
                "note",
            )


def _first_values(
    attributes: list[ast.Attribute], declarations: Declarations
) -> Iterator[Diagnostic]:
    at_start = _set_up(declarations)
    pieces = {piece.noun for _, piece in declarations.all(ast.Piece)}
    who = declarations.one(ast.Players)
    for a in attributes:
        kind = a.type[0] if a.type is not None and len(a.type) == 1 else None
        if (
            not isinstance(kind, ast.TypeNoun) or kind.noun != "player" or a.first is not None
            or a.this_turn or a.owner in pieces or a.name in at_start or who is None
        ):
            continue
        first = who.names[0] if who.names else "the first seat"
        yield Diagnostic(
            "first-value", f"the {a.name} is {first} at first, the first of the players", a.span,
            f"if that is meant, write `{with_article(kind.noun)}, at first {first}`; if nobody is, "
            f"`{with_article(kind.noun)} or none`", "note",
        )


def _set_up(declarations: Declarations) -> set[str]:
    """The attributes that lines of `setup`, or of the steps done there, give a value."""
    flows = [flow for _, flow in declarations.all(ast.Flow)]
    steps = {flow.name: flow for flow in flows if flow.kind == "step"}
    waiting = [flow for flow in flows if flow.kind == "setup"]
    done: set[str] = set()
    found: set[str] = set()
    while waiting:
        for node in walk(waiting.pop().body):
            if isinstance(node, ast.Becomes) and isinstance(node.target, ast.Call):
                found.add(node.target.name)
            elif isinstance(node, ast.Do):
                names = (call.name for call in node.calls)
                new = [name for name in names if name in steps and name not in done]
                done.update(new)
                waiting += [steps[name] for name in new]
    return found


def _occupied_ends(nodes: list[ast.Node]) -> Iterator[Diagnostic]:
    """`the Token's tile is in line with … over empty tiles`: the last cell counts as well."""
    for node in nodes:
        if not isinstance(node, ast.Is) or not isinstance(node.complement, ast.IsConnected):
            continue
        over, cell = node.complement.over, node.subject
        if not isinstance(over, ast.NounSet) or ("ADJ", "empty") not in over.adjectives:
            continue
        if isinstance(cell, ast.NounOf) and cell.word == "of":
            start, said = node.complement.start.span.text, cell.span.text
            hint = "name a cell beside it: `there is a … next to it that is …`"
            if node.complement.straight:
                hint = (f"write `there is a direction where ({said} is the end of the line from "
                        f"{start} towards the direction over {over.span.text})`")
            yield Diagnostic(
                "settled", f"this {'always' if node.negated else 'never'} holds: `{said}` is not "
                "empty, and the last cell counts as well as those between", node.span, hint,
                "warning",
            )
