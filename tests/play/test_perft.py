"""Counts of the trees of every ruleset do not depend on how the tree is walked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

import pytest

from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.engine.machine import END, Choice, Machine, Vector
from rulewright.interpreter.play import perft
from tests.played import SETUPS, Setup, each_of, few, lines, texts_of
from tests.volume import volume


def count_states(state: State, depth: int) -> Iterator[tuple[int, bool]]:
    """Sequences below a state by States and texts: the depth of each, whether the game ends."""
    for text in texts_of(state):
        after = state.apply(text)
        yield 1, after.kind == "end"
        if depth > 1:
            for below, ended in count_states(after, depth - 1):
                yield below + 1, ended


def count_vectors(
    machine: Machine, vector: Vector, depth: int, counts: perft.Counts, reached: int = 0
) -> None:
    """The same by one vector that is changed in place and gets its content back."""
    choices: list[Choice] = list(machine.choices(vector))
    before = machine.copy(vector)
    for choice in choices:
        machine.apply(vector, choice)
        counts.counts[reached] += 1
        counts.ended[reached] += machine.kind(vector) == END
        if reached + 1 < depth:
            count_vectors(machine, vector, depth, counts, reached + 1)
        vector[:] = before


def counted(game: Game, state: State, most: int) -> perft.Counts:
    """Counts as deep as sequences are few enough to be walked one by one."""
    found = perft.perft(game, 1, state=state)
    for depth in range(2, 6):
        before = ([1, *found.counts])[-2]
        if not found.counts[-1] or found.counts[-1] * (found.counts[-1] / before + 1) > most:
            break
        found = perft.perft(game, depth, state=state)
    return found


def roots(setup: Setup) -> list[State]:
    """Where trees are counted: the start, the middle of a game, shortly before an end."""
    line = min(lines(setup), key=lambda line: not line.whole)
    live = [state for state in line.states if state.kind != "end"]
    return [setup.game.start(), live[len(live) // 2], live[max(0, len(live) - 4)]]


@each_of(SETUPS, "motora", "transport")
@volume("most", 120, 600)
def test_counts_do_not_depend_on_how_the_tree_is_walked(most: int, setup: Setup) -> None:
    """Layers of merged vectors, one State after the other, one vector changed in place: of most
    games two moves deep already with a hundred sequences. (The trees of the two games of which
    that takes long are held against machine code, see `tests/native/test_machine.py`.)"""
    game = setup.game
    for state in roots(setup):
        found = counted(game, state, few(setup, most))
        depth = len(found.counts)
        one_by_one = list(count_states(state, depth))
        levels = range(1, depth + 1)
        assert [sum(d == at for d, _ in one_by_one) for at in levels] == found.counts
        assert [sum(d == at and end for d, end in one_by_one) for at in levels] == found.ended
        in_place = perft.Counts("decision", [0] * depth, [0] * depth)
        count_vectors(game.machine, list(state.vector), depth, in_place)
        assert (in_place.counts, in_place.ended) == (found.counts, found.ended)
        positions = perft.perft(game, depth, unit="position", state=state)
        assert (positions.counts, positions.ended) == (found.counts, found.ended)
        split = perft.perft(game, depth, divide=True, state=state).divide
        assert sum(split.values()) == found.counts[-1]
        assert list(split) == texts_of(state)


def count_turn(state: State, most: int) -> int | None:
    """How many sequences of texts end one turn more; None if there are too many states inside."""
    found = expanded = 0
    waiting: dict[bytes, int] = {state.pack(): 1}
    while waiting:
        following: dict[bytes, int] = defaultdict(int)
        for data, number in waiting.items():
            here = state.game.unpack(data)
            expanded += len(texts_of(here))
            if expanded > most:
                return None
            for text in texts_of(here):
                after = here.apply(text)
                if after.kind == "end" or after.turns:
                    found += number
                else:
                    following[after.pack()] += number
        waiting = following
    return found


#: Dice may be rolled again from wherever a turn stands, all players take part in a turn of three
#: phases, or trade goes on as long as somebody wants: no turn is short.
LONG_TURNS = {"cant-stop", "islet", "motora", "motora-feud", "motora-haven", "sheets"}


@each_of([setup for setup in SETUPS if setup.path.stem not in LONG_TURNS], "transport")
@volume("many", 1, 3)
def test_counts_of_turns_are_those_of_the_states(many: int, setup: Setup) -> None:
    """One whole turn, from the first places where it is short enough to be walked by States; a
    short one anywhere is looked for before a long one."""
    most = few(setup, 3000)
    counted = ((state, count_turn(state, limit)) for limit in (*([most // 10] * (many == 1)), most)
               for state in roots(setup))
    short = list(islice(((state, number) for state, number in counted if number), many))
    assert short, "no turn was short enough"
    for state, number in short:
        assert perft.perft(setup.game, 1, unit="turn", state=state).counts == [number]


@pytest.mark.slow
@each_of([setup for setup in SETUPS if setup.path.stem in LONG_TURNS])
def test_long_turns_are_long(setup: Setup) -> None:
    assert not any(count_turn(state, few(setup, 3000)) for state in roots(setup))
