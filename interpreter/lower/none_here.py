"""Conditions on none that a reader takes otherwise.

Model. Who writes `if the trump is none, the suit becomes the trump` means the other way round, or
none itself; as it stands, the line would give none under another name. It is an error, which shows
both. Only what stands in the block itself is looked at, up to a line that may give the value. So
are errors: what is always so of a thing that may be none, and `is none` of what has a word of its
own for nothing, which it never is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import VType
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.model.types import NOTHING, kind_text
from rulewright.interpreter.syntax import ast

#: What is one certain thing, or none.
CERTAIN = (ast.Call, ast.NounOf, ast.Word)


def require_there(test: ast.Expr, body: Sequence[ast.Stmt], none: bool = True) -> None:
    """Refuse to give what a condition says is none, below it (`none`), or behind `otherwise`."""
    for nothing in _absent(test, none):
        for line in body:
            if not isinstance(line, ast.CHANGES):
                break
            if line.target.span.text == nothing:
                break
            if isinstance(line, ast.Becomes) and line.value.span.text == nothing:
                given = line.target.span.text
                raise error("nothing", f"`{nothing}` is none here", line.span,
                            f"write `{nothing} becomes {given}` or `{given} becomes none`")


def _absent(test: ast.Expr, none: bool) -> Iterator[str]:
    """What is none where a condition holds, or (not `none`) where it does not."""
    if isinstance(test, ast.Logic) and test.op == ("and" if none else "or"):
        yield from _absent(test.left, none)
        yield from _absent(test.right, none)
    elif isinstance(test, ast.Is) and test.negated != none and (
        isinstance(test.complement, ast.IsValue)
        and isinstance(test.complement.value, ast.Nothing)
    ):
        yield test.subject.span.text


def require_always_there(context: Context, test: ast.Expr, whole: str = "") -> None:
    """Refuse `always the top card is red` where there may be no top card: then it is not so, and
    a reader can take it as said of the top card there is."""
    if isinstance(test, ast.Logic) and test.op == "and":
        require_always_there(context, test.left, whole or test.span.text)
        require_always_there(context, test.right, whole or test.span.text)
    if not isinstance(test, (ast.Is, ast.Has, ast.Verb)) or test.negated or (
        not isinstance(test.subject, CERTAIN) or "none" in test.span.text.split()
    ):
        return
    found = context.value_if_any(test.subject, Scope())
    said = test.subject.span.text
    if found is not None and found.type.none and f"{said} is not none" not in whole:
        either = f"{said} is none or {test.span.text}"
        raise error("nothing", f"`{said}` may be none, and then this is not so", test.span,
                    f"write `{f'({either})' if whole else either}` or "
                    f"`{said} is not none and {test.span.text}`")


def require_possible(kind: VType, value: ast.Expr) -> None:
    """Refuse `its holder is none` of a player or `nobody`: it is never none, but may be nobody."""
    if not isinstance(value, ast.Nothing) or not kind.domain or kind.none:
        return
    nothing = next(filter(NOTHING.fullmatch, kind.words), None)
    if nothing is not None:
        raise error("none", f"this is never none: it is {kind_text(kind)}", value.span,
                    f"write `{nothing}`")
