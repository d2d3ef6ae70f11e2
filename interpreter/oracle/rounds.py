"""The budget of what is carried out between two stops, and the errors of play.

Model. A block is left for another one by an edge of the program's graph; play that goes round can
only do so by edges that lead back, so those are counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic, RunError
from rulewright.interpreter.source import Span


@dataclass
class Rounds:
    """The budget between two stops: how many edges that lead back were taken; and the node where
    nothing was possible last."""

    back: frozenset[tuple[int, int]]
    taken: int = 0
    passed: ir.Node | None = None

    def take(self, edge: tuple[int, int]) -> None:
        self.taken += edge in self.back
        if self.taken > ir.MAX_ROUNDS:
            raise error("endless", "play goes round for ever without a choice or a roll",
                        self.passed.span if self.passed else None,
                        "something must end the game when nobody can do anything")


def error(code: str, message: str, span: Span | None, hint: str = "") -> RunError:
    return RunError([Diagnostic(code, message, span, hint)])
