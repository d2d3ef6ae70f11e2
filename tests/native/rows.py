"""Games that are played natively, held against those that simulation plays by the reference."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter.diagnostics import RunError
from rulewright.interpreter.engine.machine import Machine
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


def stopped_alike(
    machine: NativeMachine, reference: Machine, games: int, choices: int
) -> tuple[int, int]:
    """Games at random, side by side, of so many choices at most: where the rules break down, they
    do so in both, with the same words. How many games were stopped so, and all choices."""
    stopped, chosen = 0, 0
    for seed in range(games):
        chance = random.Random(seed)
        state, vector = machine.start(), reference.start()
        for _ in range(choices):
            try:
                options = reference.choices(vector)
            except RunError as expected:
                with pytest.raises(RunError) as caught:
                    machine.choices(state)
                assert caught.value.diagnostics == expected.diagnostics
                stopped += 1
                break
            assert machine.choices(state) == options
            if not options:
                break
            choice = chance.choice(options)
            try:
                reference.apply(vector, choice)
            except RunError as expected:
                with pytest.raises(RunError) as caught:
                    machine.apply(state, choice)
                assert caught.value.diagnostics == expected.diagnostics
                stopped += 1
                break
            machine.apply(state, choice)
            chosen += 1
    return stopped, chosen
