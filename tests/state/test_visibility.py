"""What players know of a state in every ruleset that hides something."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.engine.machine import Vector
from rulewright.interpreter.ir import Field
from rulewright.interpreter.state.json import HIDDEN
from tests.played import (
    Setup,
    each_hiding,
    each_setup,
    inside,
    leaves,
    lines,
    play,
    sample,
    states,
    texts_of,
)


def secrets(game: Game, seat: int | None) -> list[tuple[Field, int, tuple[str, ...]]]:
    """What a seat must not see: the elements of others, each with its path in the view."""
    return [
        (made, index, path) for made, index, path in game.codec.places()
        if made.seen_only and index // (made.size // made.dims[0].size) != seat
    ]


def shuffled(game: Game, vector: Vector, seat: int | None, rng: random.Random) -> Vector:
    """The vector with what the seat does not see exchanged among the others.

    With one other player there is nothing to exchange with, so each secret is also replaced, by
    another value of its type; one that is there stays there, and nothing stays nothing.
    """
    changed = list(vector)
    groups: dict[Any, list[int]] = defaultdict(list)
    for made, index, _ in secrets(game, seat):
        groups[made.type].append(made.offset + index)
    for kind, places in groups.items():
        values = [vector[place] for place in places]
        rng.shuffle(values)
        for place, value in zip(places, values, strict=True):
            there = value >= 0 and rng.random() < 0.7
            changed[place] = rng.randint(max(0, kind.least), kind.most) if there else value
    return changed


@each_hiding
def test_views_hide_what_others_alone_see(setup: Setup) -> None:
    game = setup.game
    for state in states(setup):
        for seat in (None, *range(setup.players)):
            view = state.view(seat)
            hidden = {path for _, _, path in secrets(game, seat)}
            assert hidden
            for path in hidden:
                assert inside(view, path) == HIDDEN
            shown = {path for path in leaves(view) if inside(view, path) == HIDDEN}
            assert shown == hidden, "nothing else is hidden"
            with pytest.raises(RulesError):
                game.from_json(view)


@each_setup
def test_views_show_what_is_public(setup: Setup) -> None:
    """A view is the whole state but secrets, memories, choices in progress and the machinery."""
    for state in sample(states(setup), 25):
        whole = state.to_json()
        for seat in (None, *range(setup.players)):
            view = state.view(seat)
            decides = setup.game.seats[state.player] if state.player is not None else None
            assert view.pop("to move") == (decides or whole["to move"])
            for path in leaves(view):
                assert inside(view, path) in (inside(whole, path), HIDDEN)
            assert set(whole) - set(view) <= {"memory", "in progress", "waiting", "to move"}


@each_hiding
def test_secrets_change_neither_view_nor_options(setup: Setup) -> None:
    """Who cannot see something sees the same, can do the same and is told the same of the rest."""
    game, rng = setup.game, random.Random(7)
    known = sorted({text for state in states(setup) for text in texts_of(state)})
    changes = 0
    for state in (state for line in lines(setup) for state in line.decisions()):
        seat = state.player
        assert seat is not None
        for _ in range(12):
            other = game.state(shuffled(game, state.vector, seat, rng))
            changes += other.vector != state.vector
            assert other.view(seat) == state.view(seat)
            assert (other.options(), other.purpose) == (state.options(), state.purpose)
            assert other.player == seat
            for text in (rng.choice(known), "no such move"):
                assert other.why(text) == state.why(text)
            anybody = game.state(shuffled(game, state.vector, None, rng))
            assert anybody.view() == state.view()
    assert changes > 5


LEAK = """\
game Leak
players 2: One, Two
each player has a number drawn: 0 to 3, seen only by that player
setup
  each player in order
    at random pick a number from 1 to 3
      the player's number drawn becomes it
turn
  must choose a number from 1 to 3
    only if it is not the number drawn of (the player's opponent)
    the player wins
"""


def test_a_leak_is_found(tmp_path: Path) -> None:
    """The test above can fail: options that look at another's secret change with it."""
    file = tmp_path / "leak.rules"
    file.write_text(LEAK)
    game = driver.load(file).instantiate()
    rng = random.Random(8)
    state = next(play(game.start(), rng).decisions())
    options = {
        tuple(game.state(shuffled(game, state.vector, state.player, rng)).options())
        for _ in range(30)
    }
    assert len(options) > 1
