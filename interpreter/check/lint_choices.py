"""Notes on choices and turns that say less, or act later, than a reader may think.

    same-thing   two things of one noun are chosen, and nothing keeps them apart
    next-turn    who begins in the last line of a turn has the end of it, not the next one
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.model.declarations import Declarations, walk
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

KEPT_ON = re.compile(r"\bprevious player\b")


def lint(declarations: Declarations, source: Source) -> Iterator[Diagnostic]:
    """The notes on the choices and turns of one text; its base's lines are not its matter."""
    nodes = declarations.nodes()
    flows = [node for node in nodes if isinstance(node, ast.Flow)]
    for found in (_same_things(nodes), _next_turns(flows)):
        yield from (d for d in found if d.span is not None and d.span.source is source)


def _same_things(nodes: Sequence[ast.Node]) -> Iterator[Diagnostic]:
    for node in nodes:
        if not isinstance(node, ast.Alternative) or node.act.kind != "choose":
            continue
        picked = [one.set for one in node.act.objects if isinstance(one, ast.Pick)]
        named = [one for one in picked if isinstance(one, ast.NounSet) and one.name]
        asked = [one.span.text for one in walk(node.body) if isinstance(one, ast.OnlyIf)]
        for one, two in combinations(named, 2):
            other = ast.OTHER in two.adjectives
            if one.noun != two.noun or other or _speaks_of(two.span.text, one) or any(
                _speaks_of(text, one) and _speaks_of(text, two) for text in asked
            ):
                continue
            said = with_article(two.span.text.removeprefix("a ").removeprefix("an "))
            yield Diagnostic(
                "same-thing", f"`{one.name}` and `{two.name}` can be the same {one.noun}",
                two.span, f"if they are two, write `{said} that is not {one.name}`", "note")


def _speaks_of(text: str, things: ast.NounSet) -> bool:
    return re.search(rf"\b{things.name}\b", text) is not None


def _next_turns(flows: Sequence[ast.Flow]) -> Iterator[Diagnostic]:
    for flow in flows:
        last = flow.body[-1:] if flow.kind == "turn" else ()
        while last:
            node = last[0]
            if isinstance(node, ast.Begins) and not KEPT_ON.search(node.player.span.text):
                who = node.player.span.text
                yield Diagnostic(
                    "next-turn", f"what is left of this turn is {who}'s, and the next one is that "
                    "of the player after him", node.span,
                    f"for {who} to have the next turn, let the player before him begin: `the "
                    f"previous player of {who} begins`", "note")
            inner = getattr(node, "body", ())
            last = inner[-1:] if isinstance(node, (ast.If, ast.ForEach)) else ()
