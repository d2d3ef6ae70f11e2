"""What players see of a state where something is hidden; `test_leaks` looks at all else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.state.json import HIDDEN
from rulewright.interpreter.state.visibility import counted, observer, on_the_table, sees
from tests.leaks import secrets
from tests.played import Setup, each_hiding, each_setup, few, inside, leaves, sample, states
from tests.volume import volume


@each_hiding
@volume("whole", False, True)
def test_views_hide_what_others_alone_see(setup: Setup, whole: bool) -> None:
    game, looked = setup.game, 0
    for state in sample(states(setup), 60 if whole else max(12, few(setup, 30))):
        for seat in (None, *range(setup.players)):
            view = state.view(seat)
            hidden = {path for _, _, path in secrets(game, seat, state.vector)}
            if not hidden:  # all is on the table: an empty bag, say
                continue
            looked += 1
            for path in hidden:
                assert inside(view, path) == HIDDEN
            shown = {path for path in leaves(view) if inside(view, path) == HIDDEN}
            assert shown == hidden, "nothing else is hidden"
            with pytest.raises(RulesError):
                game.from_json(view)
    assert looked >= 20


@each_setup
def test_views_show_what_is_public(setup: Setup) -> None:
    """A view is the whole state but secrets, memories, choices in progress and the machinery."""
    for state in sample(states(setup), few(setup, 25)):
        whole = state.to_json()
        for seat in (None, *range(setup.players)):
            view = state.view(seat)
            decides = setup.game.seats[state.player] if state.player is not None else None
            assert view.pop("to move") == (decides or whole["to move"])
            for path in leaves(view):
                first, _, noun = path[-1].partition("number of ")
                if not first and noun in setup.game.model.numbered:  # of the pieces in a zone
                    pieces = whole[noun].values()
                    there = [piece for piece in pieces if piece["at"] == path[0]]
                    assert inside(view, path) == str(len(there))
                    continue
                assert inside(view, path) in (inside(whole, path), HIDDEN)
            assert set(whole) - set(view) <= {"memory", "in progress", "waiting", "to move"}


def by_definition(game: Game, seat: int, vector: list[int]) -> list[tuple[int, int]]:
    """Each element that a seat may know, and how many pieces are where somebody sees none."""
    fields = [made for made in game.program.fields if on_the_table(game.program, made)]
    known = [(made.offset + i, vector[made.offset + i]) for made in fields
             for i in range(made.size) if sees(made, i, seat, vector)]
    return known + [(place, n) for _, place, n in counted(game.program, vector) if n]


def changed(game: Game, vector: list[int], rng: random.Random) -> list[int]:
    """The vector with two elements of a field exchanged, and one given any value of its type."""
    made, fields = list(vector), [each for each in game.program.fields if not each.fixed]
    field = rng.choice(fields)
    one, other = (field.offset + rng.randrange(field.size) for _ in range(2))
    made[one], made[other] = made[other], made[one]
    field = rng.choice(fields)
    value = rng.randint(field.type.least, field.type.most)
    made[field.offset + rng.randrange(field.size)] = value
    return made


@each_hiding
def test_an_observer_tells_apart_what_a_seat_can(setup: Setup) -> None:
    """Two states look the same to it exactly where all that the seat may know is the same."""
    game, rng, pairs = setup.game, random.Random("observer"), Counter[bool]()
    for seat in (0, setup.players - 1):
        observe = observer(game.program, seat)
        for state in sample(states(setup), 4):
            one = list(state.vector)
            known = by_definition(game, seat, one)
            for other in [one, *(changed(game, one, rng) for _ in range(5))]:
                same = by_definition(game, seat, other) == known
                assert (observe(one) == observe(other)) == same
                pairs[same] += other != one
    assert pairs[True] and pairs[False]
