"""What stands beside a state in a machine's vectors, what is counted, what an error says."""

from __future__ import annotations

import random
from dataclasses import replace

from rulewright.interpreter import ir
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.passes.failures import broken
from rulewright.interpreter.passes.plan import Demand
from rulewright.interpreter.source import Source, Span
from tests.played import Setup, each_setup, lines, states
from tests.texts import path_of

SHOWN = 20  # moves of a game that a machine made quickly plays as well
SPAN = Span(Source("hand.rules", "the score goes up by 9\n"), 1, 3, 1, 8)


@each_setup
def test_kept_sets_are_those_of_the_state(setup: Setup) -> None:
    """After any number of steps they are what they would be made anew."""
    machine = setup.game.machine
    for state in states(setup):
        plain = machine.plain(state.vector)
        assert machine.complete(plain) == state.vector == machine.complete(state.vector)
        remembered = sum(plain[memory.count.offset] for memory in machine.program.memories)
        assert len(plain) == machine.program.size + remembered


def test_lines_are_counted() -> None:
    """Each move puts one mark; the line about the end is looked at after each."""
    setup = Setup(path_of("tic-tac-toe"), 2)
    machine = Machine(setup.game.program, profiled=True)
    moves = 0
    rng = random.Random(1)
    for _ in range(5):
        vector = machine.start()
        while choices := machine.choices(vector):
            machine.apply(vector, rng.choice(choices))
            moves += 1
    text = setup.path.read_text(encoding="utf-8").splitlines()
    counts = {text[line - 1].strip(): times for (_, line), times in machine.line_counts.items()}
    ending = next(line for line in counts if "line of" in line or "in a row" in line)
    assert counts[ending] == moves
    assert machine.line_work.keys() == machine.line_counts.keys()
    assert all(machine.line_work[place] for place, times in machine.line_counts.items() if times)
    assert not setup.game.machine.line_counts


def test_an_error_says_where_and_no_secret() -> None:
    made = ir.Field(0, ir.Group.GAME, "game", "score", (), ir.number(0, 8), (0,), 0)
    store = ir.Store(SPAN, (), made, (), ir.Const(9))
    told = broken(Demand(ir.Const(9), 0, 8, store, made, False), 9).diagnostics[0]
    assert told.span is SPAN and "would become 9, outside 0 to 8" in told.message
    hidden = replace(made, seen_by=ir.SeenBy.OWNER)
    told = broken(Demand(ir.Const(9), 0, 8, store, hidden, False), 9).diagnostics[0]
    assert told.span is SPAN and "9" not in told.message


@each_setup
def test_what_is_made_quickly_plays_the_same(setup: Setup) -> None:
    """With no sets beside the state a program has the same options, and leads to the same."""
    quick = Machine(setup.game.program, quick=True)
    assert not quick.planner.plan.kept
    game = setup.game.machine
    for line in lines(setup):
        for state, move, after in zip(
            line.states[:SHOWN], line.moves, line.states[1:], strict=False
        ):
            vector = quick.complete(game.plain(list(state.vector)))
            choices = game.choices(list(state.vector))
            assert quick.choices(vector) == choices
            quick.apply(vector, choices[move])
            assert quick.plain(vector) == game.plain(list(after.vector))
