"""`for each Stone S, the Stone becomes tired`: a name that nothing speaks by; and a `where` that
says nothing of its set.

Model. A thing with a name is spoken of by that, so `the Stone` would be another one, which a line
further out binds. Who says `the Stone` below a name and never the name means the nearest one: where
the line that gives the name does not say `the Stone` itself, this is an error that shows both.
"""

from __future__ import annotations

import re
from itertools import takewhile

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lines_above import depth_of

#: A text, in which a name may stand as well.
QUOTED = re.compile(r'"[^"]*"')


def named_nearer(noun: str, meant: Bound, span: Span, scope: Scope) -> Bound | None:
    """The thing with a name, nearer than what `the NOUN` means, that can be meant instead, since
    the lines never say its name."""
    for b in scope.entries():
        if b.same(meant):
            return None
        if b.noun == noun and b.name and b.value is not None and not (
            b.head or b.chosen or b.effect or b.phrase or b.span is None
        ):
            return b if _unsaid(b.span, noun, b.name, span) else None
    return None


def _unsaid(bound: Span, noun: str, name: str, said: Span) -> bool:
    """Whether what stands below a set with a name, or behind its `where`, says `the NOUN` and
    neither the name, nor does the set say `the NOUN`."""
    head, where, condition = bound.text.partition(" where ")
    inside = bound.line == said.line and bound.column <= said.column < bound.end_column
    if inside and not where:
        return False
    below = condition if inside else QUOTED.sub("", bound.behind + "\n" + _below(bound))
    return not re.search(rf"\bthe {re.escape(noun)}\b", head if inside else bound.text) and (
        not re.search(rf"\b{re.escape(name)}\b", below))


def _below(bound: Span) -> str:
    """The lines that are indented below a line."""
    lines = bound.source.lines
    depth = depth_of(lines[bound.line - 1])
    return "\n".join(takewhile(lambda line: not line.strip() or depth_of(line) > depth,
                               lines[bound.end_line :]))


def require_spoken_of(relative: ast.RelWhere, element: Bound) -> None:
    """Refuse `Stones where (T is tired)`, which says nothing of the Stones: it would keep all of
    them or none. Who says so means the element by that word."""
    said = relative.condition.span.text
    words = [re.escape(word) for word in ("it", "its", f"the {element.noun}", element.name) if word]
    if re.search(rf"\b(?:{'|'.join(words)}|others?)\b", said):
        return
    who = element.name or f"the {element.noun}"
    raise error("bound", f"`{relative.span.text}` says nothing of {who}: all would be kept, or "
                "none", relative.span,
                f"speak of it as `{who}`, or say it in front: `if {said}, …`")
