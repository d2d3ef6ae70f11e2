"""Any options of a ruleset together make a sound game whose states are kept."""

from __future__ import annotations

import random
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.engine.machine import RunError
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.state.schema import schema
from tests.played import ANY_SEED, play, sample, texts_of
from tests.texts import FILES, head_of, loaded

WITH_OPTIONS = [path for path in FILES if driver.Ruleset(head_of(path)).options]


def chosen_options(data: st.DataObject, ruleset: driver.Ruleset) -> dict[str, str]:
    """Values for a few options, drawn from what is declared."""
    options = {}
    for option in data.draw(st.lists(st.sampled_from(ruleset.options), unique_by=id, max_size=6)):
        values = list(option.words)
        if option.low is not None and option.high is not None:
            values += [str(n) for n in range(option.low, min(option.high, option.low + 8) + 1)]
        options[option.key] = data.draw(st.sampled_from(values))
    return options


def check_options(path: Path, data: st.DataObject) -> None:
    """Any options together make a sound program whose games keep their states."""
    ruleset = loaded(path)
    options = chosen_options(data, ruleset)
    players = data.draw(st.integers(ruleset.min_players, ruleset.max_players))
    game = Game(ruleset, players, options)
    assert [problem.render() for problem in verify(game.program)] == []
    assert {key: game.options[key] for key in options} == options
    rng = random.Random(data.draw(ANY_SEED))
    try:
        line = play(game.start(), rng, most=60)
    except RunError as error:
        codes = {problem.code for problem in error.diagnostics}
        raise AssertionError(f"play stopped: {codes} {error}") from None
    validator = jsonschema.Draft202012Validator(schema(game))
    for state in sample(list(line.states), 6):
        assert game.unpack(state.pack()).vector == state.vector
        assert game.from_json(state.to_json()).vector == state.vector
        assert validator.is_valid(state.to_json())
        assert len(set(texts_of(state))) == len(texts_of(state))


@pytest.mark.parametrize("path", WITH_OPTIONS, ids=lambda path: path.stem)
@settings(max_examples=3)
@given(data=st.data())
def test_options_may_be_combined(path: Path, data: st.DataObject) -> None:
    """The normal ones and two mixes: `validate` looks at each alone, `-m slow` at many mixes."""
    check_options(path, data)


@pytest.mark.slow
@pytest.mark.parametrize("path", WITH_OPTIONS, ids=lambda path: path.stem)
@settings(max_examples=250)
@given(data=st.data())
def test_many_options_may_be_combined(path: Path, data: st.DataObject) -> None:
    check_options(path, data)
