"""The forward model that searches use: a game's rules on plain vectors, and random playouts.

Model.  A `Forward` is the reference engine; a `NativeForward` does the same by machine code, some
hundred times faster.  A vector of one is no vector of the other: `taken` makes its own of one that
the game's `fast` machine has made.

Invariant: both give the same options, outcomes and payoffs, and take the same draws of a
generator, so what a search finds does not depend on which of them it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import CHANCE, DECISION, END
from rulewright.interpreter.play import backend
from rulewright.interpreter.state.rng import Rng

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, Game, Machine
    from rulewright.interpreter.native.machine import NativeMachine
    from rulewright.interpreter.state.result import Result

Vector = list[int]

#: Decisions and chance nodes after which a playout counts as having no result.
PLAYOUT_LIMIT = 2000
#: Playouts for a decision from which machine code repays its compiler; and choices in playouts of
#: all decisions.
LEAST_PLAYOUTS, MOST_BY_HAND = 100, 2000


class Forward:
    """The rules by the reference engine; `how` is the backend that was asked for, and `applied`
    are the choices that were carried out in playouts."""

    def __init__(self, game: Game, how: str = backend.REFERENCE) -> None:
        self.game = game
        self.how = how
        self.applied = 0
        self.program = game.program
        self.machine: Machine | NativeMachine = game.fast

    def taken(self, vector: Vector) -> Vector:
        """A vector of the game as a vector of this model."""
        return list(vector)

    def start(self) -> Vector:
        """A new game."""
        return self.machine.start()

    def kind(self, vector: Vector) -> int:
        """DECISION, CHANCE or END."""
        return self.machine.kind(vector)

    def player(self, vector: Vector) -> int:
        """The seat that decides."""
        return self.machine.player(vector)

    def decides(self, vector: Vector, seat: int) -> bool:
        """Whether a seat has a decision here."""
        return self.kind(vector) == DECISION and self.player(vector) == seat

    def choices(self, vector: Vector) -> list[Choice]:
        """Options or outcomes, in canonical order."""
        return self.machine.choices(vector)

    def weights(self, vector: Vector) -> list[int]:
        """The weights of the outcomes of a chance node."""
        return self.machine.weights(vector)

    def odds(self, vector: Vector) -> list[int]:
        """The weights of all that can follow; those of options are alike."""
        if self.kind(vector) == CHANCE:
            return self.weights(vector)
        return [1] * len(self.choices(vector))

    def after(self, vector: Vector, choice: Choice) -> Vector:
        """The state after a choice."""
        made = self.machine.copy(vector)
        self.machine.apply(made, choice)
        return made

    def changed(self, vector: Vector, elements: dict[int, int]) -> Vector:
        """The vector with other elements in some places."""
        made = list(vector)
        for place, value in elements.items():
            made[place] = value
        return self.game.fast.complete(made)

    def drawn(self, vector: Vector, rng: Rng) -> Choice:
        """An option, each equally likely, or an outcome by its weight."""
        choices = self.choices(vector)
        if self.kind(vector) == CHANCE:
            return choices[rng.weighted(self.weights(vector))]
        return choices[rng.below(len(choices))]

    def result(self, vector: Vector) -> Result:
        """The result of a game that is over."""
        return self.machine.result(vector)

    def payoffs(self, vector: Vector) -> list[float]:
        """The payoff of each seat in a game that is over."""
        return self.machine.payoffs(vector)

    def prospect(self, vector: Vector, seat: int) -> int:
        """How much better a seat stands than the best of the others."""
        return self.machine.prospect(vector, seat)

    @property
    def tired(self) -> bool:
        """Whether machine code should go on, if it can be had: searches stop then, and are made
        anew."""
        return self.how == backend.AUTO and self.applied > MOST_BY_HAND

    def playouts(self, vector: Vector, rng: Rng, count: int) -> Iterator[list[float] | None]:
        """The payoffs of games played on at random; None for one that did not come to its end."""
        return (self._playout(self.machine.copy(vector), rng) for _ in range(count))

    def _playout(self, vector: Vector, rng: Rng) -> list[float] | None:
        machine = self.machine
        for _ in range(PLAYOUT_LIMIT):
            if machine.kind(vector) == END:
                break
            machine.apply(vector, self.drawn(vector, rng))
            self.applied += 1
        return machine.payoffs(vector) if machine.kind(vector) == END else None


class NativeForward(Forward):
    """The rules by machine code; its vectors keep no sets."""

    def __init__(self, game: Game, native: NativeMachine, how: str = backend.NATIVE) -> None:
        super().__init__(game, how)
        self.plain = game.fast.plain
        self.machine = self.native = native

    @property
    def tired(self) -> bool:
        return False

    def taken(self, vector: Vector) -> Vector:
        return self.plain(vector)

    def changed(self, vector: Vector, elements: dict[int, int]) -> Vector:
        return self.plain(super().changed(vector, elements))

    def playouts(self, vector: Vector, rng: Rng, count: int) -> Iterator[list[float] | None]:
        return self.native.playouts(vector, rng, count, PLAYOUT_LIMIT)


def faster(model: Forward) -> Forward:
    """Machine code in place of a model that has turned out to have much to do, if it is left to
    it which backend serves and machine code can be had."""
    if isinstance(model, NativeForward) or model.how != backend.AUTO:
        return model
    made = of(model.game, LEAST_PLAYOUTS)
    if not isinstance(made, NativeForward):
        model.how = backend.REFERENCE  # it need not be asked again
    return made if isinstance(made, NativeForward) else model


def of(
    game: Game, playouts: int, how: str = backend.AUTO, searching: bool = True
) -> Forward:
    """The model for a search with so many playouts for a decision, by a backend: with `auto`
    machine code if it is worth it and can be had, with what seats that search need if it is
    `searching`."""
    native = None
    worth = playouts >= LEAST_PLAYOUTS or how == backend.NATIVE
    if worth and game.fast is game.machine:  # not while it is being counted
        native = backend.machine(game, how, searching=searching)
    return Forward(game, how) if native is None else NativeForward(game, native, how)
