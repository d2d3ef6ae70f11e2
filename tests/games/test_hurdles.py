"""Hurdles: the sides of plots are shut; counts and random games against a model of its own."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache

from rulewright.interpreter.play.perft import perft
from tests.texts import loaded, path_of
from tests.volume import volume

SIZE, STOCK = 4, 3
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
Plot = tuple[int, int]
Gate = frozenset[Plot]
PLOTS = [(x, y) for y in range(SIZE) for x in range(SIZE)]


def label(plot: Plot) -> str:
    return f"{'abcd'[plot[0]]}{plot[1] + 1}"


@cache
def gates() -> dict[str, Gate]:
    """The gates between two plots: each is called after the lower or left one."""
    found: dict[str, Gate] = {}
    for x, y in PLOTS:
        for way in ("north", "east"):
            there = (x + STEPS[way][0], y + STEPS[way][1])
            if there in PLOTS:
                found[f"{label((x, y))}/{way}"] = frozenset(((x, y), there))
    return found


@dataclass(frozen=True)
class Hurdles:
    runners: tuple[Plot, Plot] = ((1, 0), (2, 3))
    stocks: tuple[int, int] = (STOCK, STOCK)
    shut: frozenset[Gate] = frozenset()
    player: int = 0

    def open_from(self, plot: Plot) -> list[Plot]:
        beside = [(plot[0] + x, plot[1] + y) for x, y in STEPS.values()]
        return [to for to in beside if to in PLOTS and frozenset((plot, to)) not in self.shut]

    def goal(self, player: int) -> int:
        return SIZE - 1 if player == 0 else 0

    def can_cross(self, player: int) -> bool:
        seen, todo = {self.runners[player]}, [self.runners[player]]
        while todo:
            new = set(self.open_from(todo.pop())) - seen
            seen |= new
            todo += new
        return any(y == self.goal(player) for _, y in seen)

    def options(self) -> list[str]:
        found = [label(to) for to in self.open_from(self.runners[self.player])
                 if to not in self.runners]
        for name, gate in gates().items() if self.stocks[self.player] else ():
            after = replace(self, shut=self.shut | {gate})
            if gate not in self.shut and after.can_cross(0) and after.can_cross(1):
                found.append(f"shut {name}")
        return found

    def apply(self, text: str) -> Hurdles:
        what, _, name = text.partition(" ")
        runners, stocks, shut = [*self.runners], [*self.stocks], self.shut
        if name:
            shut |= {gates()[name]}
            stocks[self.player] -= 1
        else:
            runners[self.player] = next(plot for plot in PLOTS if label(plot) == what)
        return Hurdles((runners[0], runners[1]), (stocks[0], stocks[1]), shut, 1 - self.player)

    @property
    def won(self) -> int | None:
        return next((p for p in (0, 1) if self.runners[p][1] == self.goal(p)), None)

    def leaves(self, depth: int) -> int:
        if depth == 0 or self.won is not None:
            return depth == 0
        return sum(self.apply(text).leaves(depth - 1) for text in self.options())


@volume("deepest", 2, 3)
def test_counts_are_those_of_a_model(deepest: int) -> None:
    found = perft(loaded(path_of("hurdles")).instantiate(), deepest)
    assert found.counts == [Hurdles().leaves(depth) for depth in range(1, deepest + 1)]


@volume("games", 10, 100)
def test_follows_the_model(games: int) -> None:
    start = loaded(path_of("hurdles")).instantiate().start()
    for seed in range(games):
        rng, state, model = random.Random(seed), start, Hurdles()
        while state.result is None:
            options = list(state.options())
            assert state.player == model.player
            assert sorted(options) == sorted(model.options())
            text = rng.choice(options)
            state, model = state.apply(text), model.apply(text)
        assert state.result.winners == [model.won]
