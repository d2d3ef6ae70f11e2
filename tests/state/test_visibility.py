"""What players see of a state where something is hidden; `test_leaks` looks at all else."""

from __future__ import annotations

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.state.json import HIDDEN
from tests.leaks import secrets
from tests.played import Setup, each_hiding, each_setup, inside, leaves, sample, states


@each_hiding
def test_views_hide_what_others_alone_see(setup: Setup) -> None:
    game, looked = setup.game, 0
    for state in sample(states(setup), 60):
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
    for state in sample(states(setup), 25):
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
