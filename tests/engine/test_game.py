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
from rulewright.interpreter.lower.known import Known
from rulewright.interpreter.passes.masks import Masks
from rulewright.interpreter.state.schema import schema
from tests.played import ANY_SEED, play, sample, texts_of
from tests.texts import FILES, head_of, is_usual, loaded, path_of

WITH_OPTIONS = [path for path in FILES if driver.Ruleset(head_of(path)).options]


MOST_SET = 6  # options that are set together


def values_of(option: driver.OptionInfo) -> list[str]:
    """Values that are declared: all words, and numbers from the least on."""
    values = list(option.words)
    if option.low is not None and option.high is not None:
        values += [str(n) for n in range(option.low, min(option.high, option.low + 8) + 1)]
    return values


def check_options(game: Game, options: dict[str, str], seed: int) -> None:
    """Options together make a sound program whose games keep their states."""
    assert [problem.render() for problem in verify(game.program)] == []
    assert {key: game.options[key] for key in options} == options
    try:
        line = play(game.start(), random.Random(seed), most=60)
    except RunError as error:
        codes = {problem.code for problem in error.diagnostics}
        raise AssertionError(f"play stopped: {codes} {error}") from None
    validator = jsonschema.Draft202012Validator(schema(game))
    for state in sample(list(line.states), 6):
        assert game.unpack(state.pack()).vector == state.vector
        assert game.from_json(state.to_json()).vector == state.vector
        assert validator.is_valid(state.to_json())
        assert len(set(texts_of(state))) == len(texts_of(state))


@pytest.mark.parametrize(
    "path", [path for path in WITH_OPTIONS if is_usual(path)], ids=lambda path: path.stem)
def test_options_may_be_combined(path: Path) -> None:
    """One mix; `validate` looks at each value, `-m slow` at many mixes."""
    ruleset, rng = loaded(path), random.Random(path.stem)
    mixed = rng.sample(ruleset.options, min(MOST_SET, len(ruleset.options)))
    options = {option.key: rng.choice(values_of(option)) for option in mixed}
    players = rng.randint(ruleset.min_players, ruleset.max_players)
    check_options(ruleset.instantiate(players, options, quick=True), options, rng.getrandbits(64))


@pytest.mark.slow
@pytest.mark.parametrize("path", WITH_OPTIONS, ids=lambda path: path.stem)
@settings(max_examples=250)
@given(data=st.data())
def test_many_options_may_be_combined(path: Path, data: st.DataObject) -> None:
    ruleset = loaded(path)
    mixed = data.draw(st.lists(st.sampled_from(ruleset.options), unique_by=id, max_size=MOST_SET))
    options = {option.key: data.draw(st.sampled_from(values_of(option))) for option in mixed}
    players = data.draw(st.integers(ruleset.min_players, ruleset.max_players))
    check_options(Game(ruleset, players, options), options, data.draw(ANY_SEED))


def test_quick_games_share_what_is_the_same_with_other_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What does not depend on an option is neither lowered nor turned into sets again."""
    made: list[object] = []
    keep, rewritten = Known.keep, Masks._rewritten
    monkeypatch.setattr(Known, "keep", lambda known, key, *kept: (
        made.append(key), keep(known, key, *kept)))
    monkeypatch.setattr(Masks, "_rewritten", lambda masks, e: (
        made.append(e), rewritten(masks, e))[1])
    ruleset = driver.load(path_of("motators"))
    counts = []
    for steps in ("6", "9"):
        made.clear()
        play(ruleset.instantiate(2, {"steps": steps}, quick=True).start(), random.Random(1), 60)
        counts.append(len(made))
    first, second = counts
    assert second < first / 4


@pytest.mark.parametrize("name", ["motif", "nine-mens-morris"])
def test_a_quick_game_plays_as_one_that_shares_nothing(name: str) -> None:
    """Made after games with other options, and of what these left."""
    ruleset, rng = driver.load(path_of(name)), random.Random(name)
    for option in [*ruleset.options[:3], *ruleset.options[:1]]:
        options = {option.key: rng.choice(values_of(option))}
        state = ruleset.instantiate(ruleset.max_players, options, quick=True).start()
        alone = Game(ruleset, ruleset.max_players, options).start()
        for _ in range(20):
            assert texts_of(state) == texts_of(alone) and state.to_json() == alone.to_json()
            if state.kind == "end":
                break
            text = rng.choice(texts_of(state))
            state, alone = state.apply(text), alone.apply(text)
        assert state.hash == alone.hash
