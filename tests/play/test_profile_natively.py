"""Lines counted natively: as the reference engine counts them, each time anew, and where not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter.diagnostics import RulesError, UsageError
from rulewright.interpreter.native import build
from rulewright.interpreter.play import backend, profile, setting, simulate
from tests.played import MOST, Setup
from tests.texts import path_of

#: Loops over sets, chance in the setup, steps in a loop, duties, an invariant, what is tried for
#: `only if afterwards` and for whether the rest can be done.
USUAL = ("tic-tac-toe", "kalah", "leduc", "breakthrough", "backgammon", "motif-4x4", "hedges",
         "konane", "hamlet")


def job(name: str, *seats: str, **more: int) -> simulate.Job:
    made = setting.make(str(path_of(name)), None, {})
    return simulate.Job(made, seats or ("random",) * made.players, 3, **more)


@pytest.mark.parametrize("setup", [
    pytest.param(setup, marks=() if setup.path.stem in USUAL else pytest.mark.slow)
    for setup in MOST.values() if setup.path.stem != "rods"], ids=str)
def test_lines_are_counted_as_by_the_reference_engine(setup: Setup) -> None:
    made = simulate.Job(setup.setting, ("random",) * setup.players, 3, max_turns=30)
    expected = profile.profile(made, 3)
    assert profile.profile(made, 3, how=backend.NATIVE) == expected
    assert profile.profile(made, 3, how=backend.NATIVE) == expected, "each time anew"


def test_seats_that_take_the_first_option_are_counted() -> None:
    made = job("kalah", "first", "random")
    assert profile.profile(made, 5, how=backend.NATIVE) == profile.profile(made, 5)


def test_only_what_is_tried_for_the_rest_of_a_turn_is_counted_otherwise() -> None:
    """Of a turn of rods the second choice is listed ahead (lines 19 and 20): natively the first of
    its options, and again with the others if that one does not do."""
    made = job("rods")
    one, other = ({line.line: (line.runs, line.work) for line in profile.profile(made, 3, how=how)}
                  for how in (backend.REFERENCE, backend.NATIVE))
    assert {at for at in one if one[at] != other[at]} == {19, 20}
    assert all(other[at] > one[at] for at in (19, 20))


def test_auto_counts_natively_what_comes_to_the_same() -> None:
    long = backend.LEAST_GAMES
    def how(made: simulate.Job, games: int = long, asked: str = backend.AUTO) -> str:
        return profile.backend_for(made, games, asked)

    assert how(job("nim")) == "native"
    assert how(job("nim"), long - 1) == "reference"
    assert how(job("nim"), asked=backend.REFERENCE) == "reference"
    assert how(job("nim", "greedy", "random")) == "reference"
    assert how(job("rods")) == "reference"
    assert how(job("rods"), 1, backend.NATIVE) == "native"


def test_what_cannot_be_counted_natively_is_said() -> None:
    with pytest.raises(UsageError, match="only seats that are `random` or `first` are counted"):
        profile.profile(job("nim", "mcts:9", "random"), 1, how=backend.NATIVE)
    with pytest.raises(UsageError, match="no backend `fast`"):
        profile.profile(job("nim"), 1, how="fast")


def test_without_a_compiler_the_reference_engine_counts(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> build.Compiler:
        raise build.NoCompiler("there is no C compiler")

    words = ("profile", str(path_of("pig")), "--games", str(backend.LEAST_GAMES), "--backend")
    expected = run(*words, "reference")
    monkeypatch.setattr(build, "compiler", none)
    answer = run(*words, "auto")
    assert (answer.code, answer.out) == (0, expected.out)
    assert "played by the reference engine: there is no C compiler" in answer.err
    refused = run(*words, "native")
    assert refused.code == 2 and "there is no C compiler" in refused.err


def test_the_command_says_where_counts_can_differ(run: Callable[..., Any]) -> None:
    words = ("profile", str(path_of("rods")), "--games", "2", "--backend")
    assert "can differ" in " ".join(run(*words, "native").out.split())
    assert "can differ" not in " ".join(run(*words, "reference").out.split())


BREAKS = """\
game Breaks
players 2: Ann, Bob
each player has a score: 0 to 3, at first 0
turn
  must choose "on"
    the player's score goes up by 1
  if the player's score is 99, the player wins
"""


def test_a_fault_in_play_is_told_with_its_game(tmp_path: Path) -> None:
    path = tmp_path / "breaks.rules"
    path.write_text(BREAKS, encoding="utf-8")
    made = setting.make(str(path), None, {})
    told = []
    for how in (backend.REFERENCE, backend.NATIVE):
        with pytest.raises(RulesError) as caught:
            profile.profile(simulate.Job(made, ("random",) * 2, 3), 4, how=how)
        told.append([(each.code, each.message) for each in caught.value.diagnostics])
    assert told[0] == told[1] and "game 0 of the series" in told[0][-1][1]
