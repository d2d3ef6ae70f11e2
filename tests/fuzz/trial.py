"""One random ruleset tried: checked, then played in step by the oracle, the reference engine and
native code.

What is compared of every state on the way: the vector, who decides, the options in their order and
words, weights, what is told of a choice, ranks, and the errors that the rules come to.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from rulewright.interpreter import driver, ir
from rulewright.interpreter.diagnostics import RulesError, RunError
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.oracle import Oracle
from rulewright.interpreter.oracle.values import Evaluator, Locals
from rulewright.interpreter.play import setting, simulate
from rulewright.interpreter.play.forward import Forward, NativeForward
from rulewright.interpreter.play.perft import perft
from rulewright.interpreter.state.rng import Rng

#: Choices in one game, and expressions that the oracle evaluates in it.
CHOICES, EXPRESSIONS = 25, 30_000
MOST_TURNS, MOST_CHOICES = 12, 40
#: Sequences of a tree that is counted.
MOST_COUNTED = 400


class Difference(Exception):
    """Two executors differ; says in what, and on which way of choices."""


class _Enough(Exception):
    """The oracle has looked at as much as it may."""


@dataclass
class Tried:
    """What became of a text: how often it was refused, natively too, and what was looked at."""

    refused: str | None = None
    native: Counter[str] = field(default_factory=Counter)
    states: int = 0
    errors: Counter[str] = field(default_factory=Counter)


class _Patient(Evaluator):
    """Stops after so many expressions."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.steps = 0

    def value(self, v: Sequence[int], e: ir.E, env: Locals) -> int:
        self.steps += 1
        if self.steps > EXPRESSIONS:
            raise _Enough
        found = super().value(v, e, env)
        if not e.type.least <= found <= e.type.most:
            raise Difference(f"a value {found} outside its type {e.type}: {e}")
        return found


def tried(path: Path, seed: int, games: int, flags: Sequence[str] | None) -> Tried:
    """Try a text. With `flags` it is built natively too, by these. Raises `Difference`."""
    made = Tried()
    try:
        ruleset = driver.load(str(path))
        counts = {ruleset.min_players, ruleset.max_players}
        played = [setting.make(str(path), count, {}) for count in sorted(counts)]
    except RulesError as error:
        made.refused = error.diagnostics[0].code
        return made
    for each in played:
        game, native = each.game, None
        if flags is not None:
            try:
                native = NativeMachine(game.program, *flags)
                made.native["built"] += 1
            except Refused as refused:
                made.native[str(refused)] += 1
        for number in range(games):
            _Game(game.program, native, random.Random(f"{seed} {number}"), made).play()
        if native is not None:
            _many(each, native, seed)
    return made


def came(do: Callable[[], Any]) -> Any:
    """What something returns, or the errors that it comes to."""
    try:
        return do()
    except RunError as error:
        return tuple(error.diagnostics)


class _Game:
    """One game in step."""

    def __init__(
        self, program: ir.Program, native: NativeMachine | None, rng: random.Random, made: Tried
    ) -> None:
        self.program = program
        self.machine = Machine(program)
        self.native = native
        self.patient = _Patient(program)
        self.oracle: Oracle | None = Oracle(program, self.patient)
        self.rng = rng
        self.made = made
        self.way: list[tuple[int, ...]] = []

    def same(self, what: str, one: Any, other: Any) -> None:
        if one != other:
            raise Difference(f"{what} after {self.way}:\n  {one}\n  {other}")

    def _asked(self, do: Callable[[Oracle], Any]) -> Any:
        """What the oracle says; None once it has looked at enough."""
        if self.oracle is None:
            return None
        try:
            return came(lambda: do(self.oracle))
        except _Enough:
            self.oracle = None
            return None

    def play(self) -> None:
        machine, native = self.machine, self.native
        theirs = came(machine.start)
        own = self._asked(Oracle.start)
        made = None if native is None else came(native.start)
        for _ in range(CHOICES):
            if self._broken(theirs, own, made):
                return
            plain = machine.plain(theirs)
            if self.oracle is not None:
                self.same("oracle: the state", own, plain)
            if native is not None:
                self.same("native: the state", made, plain)
            self.made.states += 1
            if machine.kind(theirs) == ir.END:
                result = machine.result(theirs)
                if native is not None:
                    self.same("native: the result", native.result(made), result)
                if self.oracle is not None:
                    self.same("oracle: ranks", self.oracle.ranks(own), machine.final_ranks(theirs))
                return
            choices = self._look(theirs, own, made)
            choice = self.rng.choice(choices)
            self.way.append(choice)
            told = came(partial(machine.apply, theirs, choice))
            by_oracle = self._asked(partial(_applied, own, choice))
            by_native = None if native is None else came(partial(native.apply, made, choice))
            if self._broken(told, by_oracle, by_native):
                return
            if self.oracle is not None:
                self.same("oracle: turns", by_oracle, told)
            if native is not None:
                self.same("native: turns", by_native, told)

    def _broken(self, theirs: Any, own: Any, made: Any) -> bool:
        """Whether the rules have broken down; for all alike."""
        def errors(found: Any) -> list[str] | None:
            return [each.code for each in found] if isinstance(found, tuple) else None

        broken = errors(theirs)
        if self.oracle is not None:
            self.same("oracle: errors", errors(own), broken)
        if self.native is not None:
            self.same("native: errors", made if errors(made) else None, theirs if broken else None)
        self.made.errors.update(broken or ())
        return broken is not None

    def _look(self, theirs: list[int], own: Any, made: Any) -> list[tuple[int, ...]]:
        """Everything that can be asked of a state; its options."""
        machine, native = self.machine, self.native
        choices = machine.choices(theirs)
        player, kind = machine.player(theirs), machine.kind(theirs)
        weights = came(lambda: machine.weights(theirs)) if kind == ir.CHANCE else None
        if self.oracle is not None:
            options = self._asked(lambda oracle: oracle.options(own))
            if self.oracle is not None:
                self.same("oracle: options", options, choices)
                self.same("oracle: who decides", self.oracle.player(own), player)
        if native is not None:
            self.same("native: options", came(lambda: native.choices(made)), choices)
            self.same("native: who decides", native.player(made), player)
            self.same("native: kind", native.kind(made), kind)
            if weights is not None:
                self.same("native: weights", native.weights(made), weights)
            few = self.rng.sample(choices, min(4, len(choices)))
            self.same("native: texts", native.texts(made, few), machine.texts(theirs, few))
            seats = range(len(self.program.seats))
            self.same("native: prospects", [native.prospect(made, seat) for seat in seats],
                      [machine.prospect(theirs, seat) for seat in seats])
        return choices


def _applied(v: list[int], choice: tuple[int, ...], oracle: Oracle) -> int:
    return oracle.apply(v, choice)


def _played_on(model: Forward, start: list[int], rng: Rng) -> list[list[float] | None]:
    return list(model.playouts(model.taken(start), rng, 2))


def _tree(native: NativeMachine, depth: int) -> list[tuple[int, int]]:
    return list(native.tree(native.start(), depth))


def _many(made: setting.Setting, native: NativeMachine, seed: int) -> None:
    """Whole games by their indices, playouts and the tree."""
    game = made.game
    job = simulate.Job(made, ("random",) * made.players, seed, MOST_TURNS, MOST_CHOICES)

    def rows(play: Callable[[], Any]) -> tuple[list[Any], Any]:
        found: list[Any] = []
        return found, came(lambda: found.extend(play()))
    one = rows(lambda: (simulate.play(job, index) for index in range(4)))
    other = rows(lambda: simulate.play_natively(job, range(4), native))
    if one != other:
        raise Difference(f"games:\n  {one}\n  {other}")
    start = came(game.machine.start)
    if isinstance(start, tuple):
        return
    models = Forward(game), NativeForward(game, native)
    rngs = Rng(seed), Rng(seed)
    ended = bool(one[0]) and all(row.truncated is None for row in one[0])
    if ended and game.machine.kind(start) != ir.END:  # others would be played for long
        played = [came(partial(_played_on, model, start, rng))
                  for model, rng in zip(models, rngs, strict=True)]
        if played[0] != played[1]:
            raise Difference(f"playouts:\n  {played[0]}\n  {played[1]}")
    for depth in (1, 2):
        counted = came(partial(perft, game, depth))
        if isinstance(counted, tuple):
            return
        if counted.counts and counted.counts[-1] > MOST_COUNTED:
            return
        found = came(partial(_tree, native, depth))
        expected = [*zip(counted.counts, counted.ended, strict=True)]
        if found[: len(expected)] != expected:
            raise Difference(f"the tree:\n  {counted}\n  {found}")
