"""Every ruleset in random play: what tests of all of them look at.

Each is played with its fewest and its most players. A few seeded games of each are played once
(in every process), and every test looks at their states.
"""

from __future__ import annotations

import gc
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import strategies as st

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.play import setting
from tests.texts import FILES, head_of, is_usual, loaded

T = TypeVar("T")
#: Options of games that take long on their usual board where every move is judged by definition.
SMALLER = {"go": {"size": "4"}}
GAMES = 3
NODES = 160  # of one game that is kept
SHORTER = 60  # of those behind the first, of the usual setups
ANY_SEED = st.integers(0, 2**64 - 1)


@dataclass(frozen=True)
class Setup:
    """A ruleset with a number of players."""

    path: Path
    players: int

    def __str__(self) -> str:
        return f"{self.path.stem}-{self.players}"

    @property
    def options(self) -> dict[str, str]:
        return SMALLER.get(self.path.stem, {})

    @property
    def setting(self) -> setting.Setting:
        return setting_of(self)

    @property
    def game(self) -> Game:
        return self.setting.game

    @property
    def other(self) -> Game:
        """The same game, made anew and quickly: no sets stand beside its states."""
        return other_of(self)


def setups() -> list[Setup]:
    """Every ruleset with its fewest and its most players."""
    found = []
    for path in FILES:
        ruleset = driver.Ruleset(head_of(path))
        counts = {ruleset.min_players, ruleset.max_players}
        found += [Setup(path, players) for players in sorted(counts)]
    return found


@dataclass(frozen=True)
class Line:
    """A game as it was played: each state with the number of the choice made in it."""

    states: tuple[State, ...]
    moves: tuple[int, ...]

    @property
    def whole(self) -> bool:
        return self.states[-1].kind == "end"

    def decisions(self) -> Iterator[State]:
        return (state for state in self.states if state.kind == "decision")


SETUPS = setups()
#: With the most players all is there that a ruleset says; with the fewest it is tried if slow.
MOST = {setup.path: setup for setup in SETUPS}
#: So is what has others to stand for it.
USUAL = [setup for setup in MOST.values() if is_usual(setup.path)]


def each_of(found: list[Setup], *costly: str) -> pytest.MarkDecorator:
    """Parametrises a test by setups; those that are not usual are slow, and so are rulesets that
    take as long in this test as all others, which show the same."""
    marks = {setup: () if setup in USUAL and setup.path.stem not in costly else (pytest.mark.slow,)
             for setup in found}
    return pytest.mark.parametrize(
        "setup", [pytest.param(setup, marks=mark) for setup, mark in marks.items()], ids=str)


each_setup = each_of(SETUPS)


@cache
def setting_of(setup: Setup) -> setting.Setting:
    return setting.make(str(setup.path), setup.players, setup.options)


@cache
def other_of(setup: Setup) -> Game:
    return loaded(setup.path).instantiate(setup.players, setup.options, quick=True)


def pick(state: State, rng: random.Random) -> int:
    """The number of a random option, or of an outcome as likely as it is."""
    if state.kind == "chance":
        weights = [weight for _, weight in state.outcomes()]
        return rng.choices(range(len(weights)), weights)[0]
    return rng.randrange(len(state.options()))


def play(state: State, rng: random.Random, most: int = NODES) -> Line:
    """Play on at random to the end, or for so many nodes."""
    states, moves = [state], list[int]()
    while states[-1].kind != "end" and len(moves) < most:
        moves.append(pick(states[-1], rng))
        states.append(states[-1].apply(moves[-1]))
    return Line(tuple(states), tuple(moves))


@cache
def lines(setup: Setup) -> tuple[Line, ...]:
    """A few games of a setup, the same for all tests: one far into it, others as far as the first
    turns; if slow, all far into it."""
    played = tuple(
        play(setup.game.start(), random.Random(f"{setup} {number}"),
             SHORTER if number and setup in USUAL else NODES)
        for number in range(GAMES)
    )
    gc.freeze()  # what is kept for all tests is not looked through for garbage again and again
    return played


def states(setup: Setup) -> list[State]:
    return [state for line in lines(setup) for state in line.states]


def sample(found: list[T], count: int, seed: str = "sample") -> list[T]:
    """Some of the states, the same each time."""
    return random.Random(seed).sample(found, min(count, len(found)))


def few(setup: Setup, count: int) -> int:
    """So many, or a fifth of it for a game whose every option is tried out before it is offered,
    or where a text is looked for among thousands of things by phrases about them."""
    choices = [a for node in setup.game.program.nodes for a in node.alternatives]
    tried = any(a.after for a in choices)
    wide = any(a.said and prod(binder.size for binder in a.binders) > 10_000 for a in choices)
    return max(2, count // 5) if tried or wide else count


def texts_of(state: State) -> list[str]:
    """The texts of a state's options or outcomes."""
    return state.options() or [text for text, _ in state.outcomes()]


def may_hide(setup: Setup) -> bool:
    """Whether its text, or a text it builds on, speaks of what only one player sees."""
    texts = head_of(setup.path).chain()
    return any(re.search("seen (only )?by", text.source.text) for text in texts)


HIDING = [setup for setup in SETUPS if may_hide(setup)]
each_hiding = each_of(HIDING)


def leaves(view: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of the texts of a view."""
    if isinstance(view, dict):
        for key, part in view.items():
            yield from leaves(part, (*path, key))
    elif isinstance(view, str):
        yield path


def inside(view: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        view = view[key]
    return view
