"""Options that are tried on the state itself: it is as before, and none is judged otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver, ir
from rulewright.interpreter.native import module
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.passes.asked import Question
from rulewright.interpreter.passes.nodes import Where
from rulewright.interpreter.passes.plan import Plan, Put, Remember, statements
from rulewright.interpreter.passes.slices import Slice, ends_a_turn, sliced
from rulewright.interpreter.passes.sure import differ, surely
from rulewright.interpreter.play import setting
from tests.native.rows import the_same_games
from tests.programs import PLAYER, field
from tests.texts import path_of

MOVER = field("mover", PLAYER, 0)

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
    return module.Module(driver.load(path).instantiate().program).plan


def asked_again(plan: Plan, node: int, number: int) -> list[Question]:
    """What is asked behind an option."""
    tests = {guard.test for guard in plan.program.nodes[node].alternatives[number].after}
    return [each for each in plan.answers if each.params and each.e in tests]


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
    machine = NativeMachine(made.game.program, "-O0")
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


def test_what_surely_passes_is_known() -> None:
    """A stone of Go captures nothing that has another free point beside it, lives with a free point
    beside it, and makes a position that is not remembered. In check is nobody for sure."""
    plan = planned(path_of("go"))
    found = slice_of(plan, 0, 0)
    conditions = [plan.answers[each] for each in asked_again(plan, 0, 0)]
    known = surely(plan, found.routine, conditions)
    assert known is not None and known.field.name == "piece"
    assert known.old == ir.Const(-1) and known.new == [0]
    assert len(known.cut) == len(known.beside) == 1
    (_, free, others), (_, beside) = known.cut[0], known.beside[0]
    assert isinstance(free, Where) and free.value == known.old
    assert isinstance(others, Where) and differ(others.value, known.value)
    assert isinstance(beside, Where) and beside.value == known.old
    assert surely(plan, found.routine, [*conditions, plan.values[0]]) is None
    chess = planned(path_of("chess"))
    assert surely(chess, slice_of(chess, 0, 0).routine, [
        chess.answers[each] for each in asked_again(chess, 0, 0)]) is None


def test_a_turn_that_is_over_where_nothing_is_possible() -> None:
    """In Backgammon the dice are removed then, which the moves and pips do not depend on; in Motif
    it goes round to what else the turn has."""
    plan = planned(path_of("backgammon"))
    node = next(node for node in plan.program.nodes if node.empty is not None)
    assert node.empty is not None
    block = plan.blocks[node.empty]
    values = {read for duty in plan.program.duties for read in duty.value.reads}
    assert ends_a_turn(plan, block, values)
    dice = [made for made in plan.program.fields if made.owner == "Die" and made.name == "face"]
    assert dice and not ends_a_turn(plan, block, values | {*dice})
    motif = planned(path_of("motif"))
    assert not any(ends_a_turn(motif, motif.blocks[node.empty], ())
                   for node in motif.program.nodes if node.empty is not None)


def test_values_that_are_never_the_same() -> None:
    other = ir.Table((1, 0), (2,), -1)
    mover = ir.Load(MOVER)
    after = ir.Lookup(other, (mover,), PLAYER)
    assert differ(after, mover) and differ(mover, after) and differ(mover, ir.Const(-1))
    assert not differ(mover, ir.Const(0))
    assert not differ(ir.Lookup(ir.Table((0, 0), (2,), -1), (mover,), PLAYER), mover)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_small_boards_are_full_of_captures(size: int) -> None:
    made = setting.make(str(path_of("go")), None, {"size": str(size)})
    machine = NativeMachine(made.game.program, "-O0")
    assert "needed_cut_off" in machine.source
    the_same_games(made, machine, 25, 70)


def test_what_captures_is_tried(tmp_path: Path) -> None:
    """Where whoever captures loses all stones, no stone that captures is alive afterwards, though
    there may be a free point beside it."""
    text = path_of("go").read_text(encoding="utf-8")
    line = "      remove every Stone of the player's opponent that is not alive     [GO-CAPTURE]\n"
    assert line in text
    path = tmp_path / "fragile.rules"
    path.write_text(text.replace(line, """\
      for each Stone S of the player's opponent that is not alive
        remove every Stone
"""), encoding="utf-8")
    made = setting.make(str(path), None, {"size": "4"})
    machine = NativeMachine(made.game.program, "-O0")
    assert "needed_cut_off" in machine.source
    the_same_games(made, machine, 25, 70)


def test_nothing_is_left_out_where_it_is_counted() -> None:
    program = driver.load(path_of("go")).instantiate().program
    assert "tried_0_0" in module.Module(program).text
    assert "tried_0_0" not in module.Module(program, traced=True).text
    assert "tried_0_0" not in module.Module(program, profiled=True).text
