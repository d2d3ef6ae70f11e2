"""Games that are played natively, held against those that simulation plays by the reference."""

from __future__ import annotations

from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import simulate
from rulewright.interpreter.play.setting import Setting


def the_same_games(setting: Setting, machine: NativeMachine, games: int, turns: int) -> None:
    """The same games by their indices, with what is counted of them, to their end or to so many
    turns."""
    job = simulate.Job(setting, ("random",) * setting.players, 5, max_turns=turns)
    played = machine.games(job.seed, 0, games, [0] * setting.players, turns,
                           job.max_decisions, simulate.MAX_CHANCE)
    for index, outcome in enumerate(played):
        row = simulate.play(job, index)
        assert (outcome.decisions, outcome.turns, outcome.options, outcome.most_options) == (
            row.decisions, row.turns, row.options, row.most_options)
        assert (outcome.ended == outcome.TO_THE_END) == (row.truncated != "max-turns")
        if row.truncated is None:
            result = machine.ended(outcome)
            assert (tuple(result.payoffs), tuple(result.winners), result.rule) == (
                row.payoffs, row.winners, row.rule)
