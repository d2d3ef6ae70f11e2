"""Counting the game tree: what each unit counts, and what need not be carried out for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.play.perft import perft
from tests.texts import loaded, path_of

Run = Callable[..., Any]


@cache
def game(name: str) -> Game:
    return loaded(path_of(name)).instantiate()


def ends_of_turns(states: set[State]) -> set[State]:
    """All states in which one turn more, or the game, is over; state by state, without counting."""
    found, todo = set(), [(state, state.turns) for state in states]
    met = set(states)
    while todo:
        state, turns = todo.pop()
        for move in state.options() or [text for text, _ in state.outcomes()]:
            after = state.apply(move)
            if after.kind == "end" or after.turns > turns:
                found.add(after)
            elif after not in met:
                met.add(after)
                todo.append((after, turns))
    return found


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn"])
def test_distinct_positions_at_the_ends_of_turns(name: str) -> None:
    of = game(name)
    counts = perft(of, 2, "turn", distinct=True)
    first = ends_of_turns({of.start()})
    second = ends_of_turns({state for state in first if state.kind != "end"})
    assert counts.distinct == [len({state.position_hash for state in x}) for x in (first, second)]
    assert perft(of, 2, "turn").counts == counts.counts
    seen = {state.position_hash for state in (of.start(), *first, *second)}
    assert counts.reachable == len(seen)


def test_unit_position_is_unit_decision_with_distinct_positions() -> None:
    of = game("tic-tac-toe")
    position, decision = perft(of, 5, "position"), perft(of, 5, distinct=True)
    assert (position.counts, position.ended) == (decision.counts, decision.ended)
    assert (position.distinct, position.reachable) == (decision.distinct, decision.reachable)


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "breakthrough"])
def test_the_last_step_need_not_be_carried_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of, done = game(name), 0
    apply = Machine.apply

    def counted(self: Machine, *words: Any) -> int:
        nonlocal done
        done += 1
        return apply(self, *words)

    monkeypatch.setattr(Machine, "apply", counted)
    whole = perft(of, 3)
    all_steps, done = done, 0
    quick = perft(of, 3, ended=False)
    assert quick.counts == whole.counts and quick.ended == []
    two, done = done, 0
    perft(of, 2)
    assert two == done < all_steps


def test_games_that_ended_are_not_counted_on() -> None:
    whole, quick = (perft(game("tic-tac-toe"), 9, ended=ended) for ended in (True, False))
    assert whole.counts == quick.counts
    assert quick.counts[-1] == 127_872  # the games of nine marks


def test_what_cannot_do_without_the_ends(run: Run) -> None:
    of = game("tic-tac-toe")
    for more in ({"unit": "turn"}, {"unit": "position"}, {"distinct": True}):
        with pytest.raises(UsageError):
            perft(of, 2, ended=False, **more)
    for words in (("--unit", "turn"), ("--distinct",)):
        answer = run("perft", "starter.rules", "--depth", "2", "--no-ended", *words)
        assert answer.code == 2 and "leave out --no-ended" in answer.err


def test_what_is_printed(run: Run) -> None:
    words = ("perft", "starter.rules", "--depth", "2")
    assert run(*words, "--no-ended", "--json").json == {"unit": "decision", "counts": [9, 72]}
    assert run(*words, "--no-ended").out.split() == ["depth", "count", "1", "9", "2", "72"]
    found = run(*words, "--unit", "turn", "--distinct", "--json").json
    assert (found["distinct"], found["reachable"]) == ([9, 72], 82)
    assert "82 distinct positions" in run(*words, "--unit", "turn", "--distinct").out
