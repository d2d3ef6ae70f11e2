"""Trying a program out: what breaks in set-up and in some hundred random decisions, as notes.

Model. Every program's set-up is carried out by the plain executor, up to its first decision or
roll. Then random games are played by the machine until so many decisions, or so much work, are
done. The work is counted, never timed: by what the program could cost at most where that is
little, otherwise as it is done. So the notes are the same on every machine. A set-up that needs
more than `MOST_EVALUATED` is given up, and the program is not played. Making a machine costs
most of all; so, unless told otherwise, only as many programs are played as `MOST_MADE` allows, but
those with the normal options for the fewest and for the most players always.

What broke once in a place is told once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic, RunError
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.ir.work_bound import work_of
from rulewright.interpreter.oracle.executor import Oracle, Vector
from rulewright.interpreter.oracle.values import Evaluator, Locals
from rulewright.interpreter.state.rng import Rng, stream

#: Random decisions (and rolls) for each program that is always played, and for others.
DECISIONS, FEWER = 150, 20
#: Decisions of one game.
MOST_IN_A_GAME = 200
#: Expressions of programs that are made machines of for options other than the normal ones.
MOST_MADE = 320
#: Expressions that one set-up may evaluate.
MOST_EVALUATED = 300_000
#: Rounds of loops that the decisions of one program may need.
MOST_WORK = 4_200_000
#: Where all decisions together could need no more rounds, they are not counted, which makes a
#: machine faster to make: a decision comes to few of the lines that the bound adds up.
UNCOUNTED = 10_000_000
#: Rounds that one decision could need at most; a program that could need more is not played.
MOST_AT_ONCE = 100_000_000
#: Options that are compared by their texts.
MOST_WRITTEN = 64
#: Problems after which it is enough.
MOST_FOUND = 5


@dataclass
class Trials:
    """The trials of one ruleset; `found` are the notes. `decisions` None means the normal
    number, with as many programs as `MOST_MADE` allows."""

    decisions: int | None = None

    def __post_init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.others = 0  # programs that were played although they need not be
        self.made = 0  # expressions of the programs that were played

    def try_out(self, program: ir.Program, setting: str, normal: bool) -> None:
        """Carry out the set-up of a program and play it; `setting` says which options it has,
        `normal` whether it is one that is always played."""
        if len(self.found) < MOST_FOUND:
            start = self._set_up(program, setting)
            if start is not None:
                self._play(program, setting, normal, start)

    def _set_up(self, program: ir.Program, setting: str) -> Vector | None:
        """Carry out the set-up of a program; the state at its first decision or roll, if it comes
        to one."""
        executor = _SetUp(program)
        try:
            v = executor.set_up()
        except RunError as error:
            self._note(error, f"in the set-up{setting}")
            return None
        except TooMuch:
            return None
        if executor.kind(v) == ir.END and all(f.code != "ends-at-once" for f in self.found):
            self.found.append(Diagnostic(
                "ends-at-once", f"this ends the game before anybody decides anything{setting}",
                executor.finish.span if executor.finish else None,
                "an `end as soon as` is looked at in `setup` as well: `end after the turn if …` "
                "is not", "warning",
            ))
        return v if executor.kind(v) != ir.END else None

    def _play(self, program: ir.Program, setting: str, normal: bool, start: Vector) -> None:
        """Play a program at random, the first game from a state behind its set-up."""
        count = self.decisions
        if count is None:
            count = DECISIONS if normal else FEWER
            if not self._affords(program, normal):
                return
        bound = work_of(program).total
        if not count or bound > MOST_AT_ONCE:
            return
        most = bound * count
        machine = Machine(program, profiled=most > UNCOUNTED, quick=True)
        try:
            _Player(machine, count, start).play()
        except RunError as error:
            self._note(error, f"in random play{setting}")

    def _affords(self, program: ir.Program, normal: bool) -> bool:
        """Whether one more program may be played, which is then counted."""
        left = MOST_MADE - self.made
        if left < 0:
            return normal
        size = sum(1 for _ in islice(ir.walk(*_expressions(program), calls=True), left + 1))
        if normal or size <= left:
            self.made += size
            self.others += not normal
        return normal or size <= left

    def _note(self, error: RunError, where: str) -> None:
        for wrong in error.diagnostics:
            if all((wrong.code, wrong.span) != (f.code, f.span) for f in self.found):
                self.found.append(replace(
                    wrong, message=f"{where}: {wrong.message}", severity="note"))


class TooMuch(Exception):
    """More is to be evaluated than may be."""


class Counting(Evaluator):
    """Evaluates so many expressions and no more."""

    def __init__(self, program: ir.Program, left: int) -> None:
        super().__init__(program)
        self.left = left

    def value(self, v: Sequence[int], e: ir.E, env: Locals) -> int:
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        return super().value(v, e, env)


class _SetUp(Oracle):
    """Carries out a set-up and notes what ends the game in it."""

    finish: ir.Finish | None = None

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program, Counting(program, MOST_EVALUATED))

    def _finish(self, v: Vector, effect: ir.Finish, env: Locals) -> None:
        self.finish = effect
        super()._finish(v, effect, env)


class _Player:
    """Random games of one machine, one after the other."""

    def __init__(self, machine: Machine, decisions: int, start: Vector) -> None:
        self.machine = machine
        self.start: Vector | None = start  # of the first game, so that no set-up need be planned
        self.left = decisions
        self.rng: Rng = stream(0, 0, "trial")

    def play(self) -> None:
        while self.left > 0:
            self._game()

    def _game(self) -> None:
        machine = self.machine
        if self.start is None:
            v = machine.start()
        else:
            v, self.start = machine.complete(self.start), None
            machine.come_to(v)
        self.left -= 1  # a game that is over at once is a step as well
        for _ in range(MOST_IN_A_GAME):
            kind = machine.kind(v)
            if kind == ir.END or self.left <= 0 or self._worked() > MOST_WORK:
                break
            self.left -= 1
            choices = machine.choices(v)
            if kind == ir.CHANCE:
                choice = choices[self.rng.weighted(machine.weights(v))]
            else:
                self._compare_texts(v, choices)
                choice = choices[self.rng.below(len(choices))]
            machine.apply(v, choice)
        if self._worked() > MOST_WORK:
            self.left = 0

    def _worked(self) -> int:
        """The rounds of loops so far, where they are counted."""
        return self.machine.worked

    def _compare_texts(self, v: list[int], choices: list[tuple[int, ...]]) -> None:
        if len(choices) > MOST_WRITTEN:
            return
        texts = self.machine.texts(v, choices)
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise RunError([Diagnostic(
                "same-text", f"two options are both written `{twice}`", self.machine.node(v).span,
                "let `written` name everything that is chosen")])


def _expressions(program: ir.Program) -> list[ir.E]:
    found: list[ir.E] = []
    for block in program.blocks:
        for effect in ir.effects(block.effects):
            found += ir.expressions(effect)
        found += ir.expressions(block.exit)
    for node in program.nodes:
        found += (guard.test for guard in ir.guards_of(node))
        found += (said.value for a in node.alternatives for said in a.said)
    for duty in program.duties:
        found += ir.expressions(duty)
    return found
