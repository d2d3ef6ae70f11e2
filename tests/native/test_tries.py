"""Options that are tried on the state itself: it is as before, and none is judged otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.native import module
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.passes.asked import asked_of
from rulewright.interpreter.passes.plan import Plan, Put, Remember, statements
from rulewright.interpreter.passes.planning import Planner
from rulewright.interpreter.passes.slices import Slice, sliced
from rulewright.interpreter.play import setting
from tests.native.rows import the_same_games
from tests.texts import path_of

TEXT = """\
game Trials
  "Stones are turned; what is judged afterwards looks at much of the state."

players 2: A, B
board Field: a grid of square cells, 4 by 4
piece Stone of a player, on Field
memory Seen: Stone, the last SIZE
each player has a stock: 0 to 9, at first 9
the game has strikes: 0 to 6
the game has calls: 0 to 3

turn
  must do one of
    put a Stone of the player on an empty cell, written "{cell}"
      only if afterwards there are at most 9 Stones
      only if afterwards the times of Seen is at most 1
      only if afterwards the strikes is at most 1
      remove every Stone of the player's opponent orthogonally next to the cell
      record Seen
      the calls becomes 0
      the player's stock goes down by 1
      the strikes becomes (the number of Stones of the player diagonally next to the cell)
    choose "call"
      the calls goes up by 1
    choose "wipe"
      only if there is a Stone of the player
      only if afterwards the times of Seen is 0
      forget Seen

end as soon as some player's stock is 3
  rank every player by the number of Stones of the player
end as soon as the calls is 3
  the game is drawn

look
  a cell shows Stone
  Stone of A "a"
  Stone of B "b"
  no Stone "."
"""


def slice_of(plan: Plan, node: int, number: int) -> Slice:
    """What matters of the block of an option to what is asked afterwards."""
    option = plan.program.nodes[node].alternatives[number]
    read = {read for guard in option.after for read in guard.test.reads}
    found = sliced(plan, "slice", plan.blocks[option.block], read)
    assert found is not None
    return found


def planned(path: Path) -> Plan:
    planner = Planner(driver.load(path).instantiate().program)
    planner.ask(asked_of(planner.program))
    planner.close()
    return planner.plan


def test_what_no_condition_reads_is_left_out() -> None:
    """Whether a king is attacked depends on the men alone: not on the moves without a capture, the
    square behind a pawn, the rights that are lost, the positions, and where play goes on."""
    found = slice_of(planned(path_of("chess")), 0, 0)
    assert {made.name for made in found.fields} == {"piece", "role"}
    assert not found.memories


def test_an_end_in_between_is_kept_where_something_follows() -> None:
    """In Go the passes are not read afterwards, and what is done at the end of the game neither."""
    found = slice_of(planned(path_of("go")), 0, 0)
    assert found.memories == (0,)
    kept = [*statements(found.routine.body)]
    assert {made.name for made in found.fields} == {"piece", "count"}
    assert sum(isinstance(each, Remember) for each in kept) == 1
    assert {each.field.name for each in kept if isinstance(each, Put)} == {"piece"}


@pytest.mark.parametrize("size", [3, 40])
def test_tried_in_place_is_as_tried_on_a_copy(size: int, tmp_path: Path) -> None:
    """Where the memory is full, its oldest position would be lost: that is tried on a copy. When
    the stock comes to 3 the game ends before the strikes are changed."""
    path = tmp_path / "trials.rules"
    path.write_text(TEXT.replace("SIZE", str(size)), encoding="utf-8")
    made = setting.make(str(path), None, {})
    machine = NativeMachine(made.game.program, "-O1")
    assert f"+ 1 > {size}) return 0;" in machine.source
    the_same_games(made, machine, 30, 60)
    state, reference = machine.start(), made.game.machine
    vector = reference.start()
    for step in range(40):
        choices = reference.choices(vector)
        assert machine.choices(state) == choices
        if not choices:
            break
        machine.apply(state, choices[step % len(choices)])
        reference.apply(vector, choices[step % len(choices)])
        assert state == reference.plain(vector)


def test_nothing_is_left_out_where_it_is_counted() -> None:
    program = driver.load(path_of("go")).instantiate().program
    assert "tried_0_0" in module.Module(program).text
    assert "tried_0_0" not in module.Module(program, traced=True).text
    assert "tried_0_0" not in module.Module(program, profiled=True).text
