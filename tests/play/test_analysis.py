"""What a search makes of a position: values, visits, what follows; and where it is no answer."""

from __future__ import annotations

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.play.analysis import analyse
from rulewright.interpreter.play.budget import Budget
from tests.texts import loaded


def after(name: str, texts: str) -> State:
    state = loaded(driver.find(name)).instantiate().start()
    for text in texts.split():
        state = state.apply(text)
    return state


def test_options_with_values_visits_and_lines() -> None:
    state = after("tic-tac-toe", "a1 b2 b1")
    found = analyse(state, Budget(2000))
    assert (found.decides, found.seat) == (1, 1)
    assert sorted(each.text for each in found.options) == sorted(state.options())
    best = found.options[0]
    assert best.text == "c1", "only that prevents the line of X"
    for each in found.options[1:]:
        assert each.value is not None and best.value is not None and each.value <= best.value
        assert each.proven and each.value == -1
        assert each.line[0] == ("X", "c1")
    for each in found.options:
        here = state.apply(each.text)
        for by, text in each.line:
            assert here.player is not None and here.game.seats[here.player] == by
            here = here.apply(text)
    other = analyse(state, Budget(2000), seat=0)
    assert [(each.text, each.value) for each in other.options] == [
        (each.text, -each.value) for each in found.options if each.value is not None]


def test_few_playouts_leave_options_untried() -> None:
    found = analyse(after("connect-four", ""), Budget(1))
    assert found.playouts == 1
    assert [each.visits for each in found.options] == [1, 0, 0, 0, 0, 0, 0]
    assert found.options[1].value is None and found.options[1].line == []


def test_positions_in_which_there_is_nothing_to_search() -> None:
    with pytest.raises(UsageError, match="is over"):
        analyse(after("tic-tac-toe", "a1 a3 b1 b3 c1"), Budget(10))
    with pytest.raises(UsageError, match="chance decides"):
        analyse(after("backgammon", ""), Budget(10))
    with pytest.raises(UsageError, match="hides something"):
        analyse(after("kuhn", ""), Budget(10))
