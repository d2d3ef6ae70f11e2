"""Warnings about rules that change nothing, told by looking at whole programs.

Model. `Lints` is shown the program of every choice of options that is tried; what is so in each
of them is told once, on the author's line. What differs from one choice of options to another is
no mistake: options are there to leave things out.

    no-end        no line that is ever come to ends the game
    never-fires   an `end as soon as` that nothing can set off
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir import (
    Const,
    Effect,
    Finish,
    IfDo,
    Program,
    effects,
    followers,
)
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast


class Lints:
    """What is so of all programs of a ruleset that were looked at."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self._looked_at = 0
        self._endless: list[str] = []  # choices of options with which nothing ends the game
        self._fires: dict[Span, bool] = {}  # for each `end as soon as` whether something sets it off

    def look(self, program: Program, holding: frozenset[Span], setting: str) -> None:
        """Look at one program; `holding` are the `when` conditions that hold in it, `setting`
        says which options it is for."""
        self._looked_at += 1
        done = [e for block in reached(program) for e in possible(program.blocks[block].effects)]
        if not any(isinstance(effect, Finish) for effect in done):
            self._endless.append(setting)
        tested = {effect.span for effect in done if isinstance(effect, IfDo)}
        for conditions, end in self.declarations.all(ast.End):
            if end.at_once and all(test.span in holding for test in conditions):
                self._fires[end.span] = self._fires.get(end.span, False) or end.span in tested

    def found(self) -> Iterator[Diagnostic]:
        """The warnings."""
        turn = next((f for _, f in self.declarations.all(ast.Flow) if f.kind == "turn"), None)
        if self._endless and turn is not None:
            always = len(self._endless) == self._looked_at
            yield Diagnostic(
                "no-end", "nothing ends this game" + ("" if always else self._endless[0])
                + ": no line that is ever come to says who wins or loses, ranks, pays or draws",
                turn.span, "write for example `end as soon as …` or `end after the turn if …`, "
                "and below it `the player wins`", "warning",
            )
        for span, fires in self._fires.items():
            if not fires:
                yield Diagnostic(
                    "never-fires", "nothing sets this off: no effect changes what it looks at "
                    "(the change of the player to move is none)", span,
                    "if it is to be looked at between turns, write `end after the turn if …`",
                    "warning",
                )


def reached(program: Program) -> list[int]:
    """The blocks that play can come to, as far as the flow tells."""
    found = {program.start: None}
    waiting = [program.start]
    while waiting:
        number = waiting.pop()
        node = getattr(program.blocks[number].exit, "node", None)
        chosen = [a.block for a in program.nodes[node].alternatives] if node is not None else []
        for to in (*followers(program, number), *chosen):
            if to not in found:
                found[to] = None
                waiting.append(to)
    return list(found)


def possible(body: Iterable[Effect]) -> Iterator[Effect]:
    """Effects and all effects inside them, but for those under what never holds."""
    for effect in body:
        yield effect
        if isinstance(effect, IfDo):
            if not (isinstance(effect.test, Const) and not effect.test.value):
                yield from possible(effect.body)
            if not (isinstance(effect.test, Const) and effect.test.value):
                yield from possible(effect.otherwise)
        else:
            yield from (inner for inner in effects((effect,)) if inner is not effect)
