"""What stands beside a state in a machine's vectors, what is counted, what an error says."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from rulewright.interpreter import driver, ir
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


def test_long_numbers_stand_in_the_text_by_names() -> None:
    """Sets of the cells of a large board, each once: a text of them would be as long as they."""
    emitter = Setup(path_of("tic-tac-toe"), 2).game.machine.emitter
    name = emitter.expr(ir.Const(1 << 400))
    assert name.isidentifier() and emitter.names[name] == 1 << 400
    assert emitter.expr(ir.Const(1 << 400)) == name != emitter.expr(ir.Const(1 << 401))
    assert int(emitter.expr(ir.Const(1 << 100)), 16) == 1 << 100


def test_options_one_by_one_are_planned_and_made_once(tmp_path: Path) -> None:
    """A machine made quickly that gives the options of a node one by one lists them by that."""
    path = tmp_path / "once.rules"
    path.write_text("""\
game Once
players 2: Gold, Black
board Row: a grid of square cells, 3 by 1
piece Mark of a player, on Row

turn
  must choose an empty cell
    only if the rest can be done
    put a Mark of the player on the cell
    must choose an empty cell D
      put a Mark of the player on D
  the player wins
""", encoding="utf-8")
    machine = Machine(driver.load(str(path)).instantiate().program, quick=True)
    vector = machine.start()
    machine.apply(vector, machine.choices(vector)[0])
    assert machine.lazy[vector[machine.at]] is not None
    assert len(machine.choices(vector)) == 2
    assert machine.source.count(f"def o{vector[machine.at]}") == 1


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
