"""`if the trump is none, the suit becomes the trump`: a value that its own condition says is none.

Model. Who writes so means the other way round, or none itself; as it stands, the line would give
none under another name. It is an error, which shows both. Only what stands in the block itself is
looked at, up to a line that may give the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.syntax import ast


def require_there(test: ast.Expr, body: Sequence[ast.Stmt], none: bool = True) -> None:
    """Refuse to give what a condition says is none, below it (`none`), or behind `otherwise`."""
    for nothing in _absent(test, none):
        for line in body:
            if not isinstance(line, (ast.Becomes, ast.Flag, ast.Relate, ast.Change)):
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
