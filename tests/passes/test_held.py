"""What elements of fields are known to hold in a block, and when it is known no more."""

from __future__ import annotations

import pytest

from rulewright.interpreter import driver, ir
from rulewright.interpreter.passes import plan
from rulewright.interpreter.passes.held import Held
from rulewright.interpreter.passes.planning import Planner
from tests.programs import CELL, CELL_OR_NONE, PLAYER_OR_NONE, field, laid_out
from tests.texts import path_of

MARKS, OTHER, CHOSEN = laid_out([
    field("marks", PLAYER_OR_NONE, -1, dims=(CELL.domain,)),
    field("other", PLAYER_OR_NONE, -1, dims=(CELL.domain,)),
    field("chosen", CELL_OR_NONE, -1),
])
A, B = ir.Local("a", CELL), ir.Local("b", CELL)
NOBODY, ONE, TWO = ir.Const(-1), ir.Const(0), ir.Const(1)


def olds(ruleset: ir.Program) -> list[tuple[str, object]]:
    """The pieces that are put where it is known what was there, and what that is."""
    made = Planner(ruleset).plan
    found = [each for routine in made.blocks.values() for each in plan.statements(routine.body)
             if isinstance(each, plan.Put) and each.field.name == "piece"]
    return [(each.index[0].name if isinstance(each.index[0], ir.Local) else "", each.old)
            for each in found]


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "gomoku", "hex"])
def test_a_cell_that_is_chosen_empty_is_empty(name: str) -> None:
    program = driver.load(path_of(name)).instantiate().program
    assert [old for _, old in olds(program)] == [NOBODY]


def test_a_piece_that_is_chosen_is_the_players() -> None:
    """Also behind a store on a cell that is not its own."""
    program = driver.load(path_of("breakthrough")).instantiate().program
    known = [old for name, old in olds(program) if name]
    assert any(isinstance(old, ir.Load) and not old.index for old in known)


def test_a_store_makes_the_element_known() -> None:
    held = Held()
    held.put(MARKS, (A,), ONE)
    assert held.value(MARKS, (A,)) is ONE
    held.put(MARKS, (B,), TWO)  # b may be a
    assert held.value(MARKS, (A,)) is None and held.value(MARKS, (B,)) is TWO
    held.put(OTHER, (A,), ONE)
    assert held.value(MARKS, (B,)) is TWO
    held.stored([MARKS])
    assert held.value(MARKS, (B,)) is None and held.value(OTHER, (A,)) is ONE


def test_elements_with_other_values_are_others() -> None:
    mover = ir.Load(field("mover", ir.VType("thing", domain=PLAYER_OR_NONE.domain), 0))
    held = Held()
    held.known = {(MARKS, (A,)): NOBODY, (MARKS, (B,)): mover}
    held.put(MARKS, (A,), TWO)
    assert held.value(MARKS, (B,)) is mover
    held.known = {(MARKS, (B,)): mover}
    held.unlike = {((MARKS, (A,)), mover)}
    held.put(MARKS, (A,), NOBODY)
    assert held.value(MARKS, (B,)) is mover
    held.put(MARKS, (A,), ONE)
    assert held.value(MARKS, (B,)) is mover, "nobody is not the mover"
    held.put(MARKS, (B,), NOBODY)
    assert held.value(MARKS, (A,)) is None, "the mover may be One"


def test_what_is_said_by_what_changes_is_forgotten() -> None:
    chosen = ir.Load(CHOSEN)
    held = Held()
    held.put(MARKS, (chosen,), ONE)
    assert held.value(MARKS, (chosen,)) is ONE
    held.put(CHOSEN, (), A)
    assert held.value(MARKS, (chosen,)) is None
    nested = ir.Load(MARKS, (A,))
    held.put(OTHER, (A,), nested)
    assert held.value(OTHER, (A,)) is None, "only what costs nothing to say is kept"


def test_behind_two_ways_both_must_know() -> None:
    one, other = Held(), Held()
    one.put(MARKS, (A,), ONE)
    one.put(OTHER, (A,), ONE)
    other.put(MARKS, (A,), ONE)
    other.put(OTHER, (A,), TWO)
    one.met(other)
    assert one.value(MARKS, (A,)) is ONE and one.value(OTHER, (A,)) is None


def test_two_things_that_are_not_one_have_elements_of_their_own() -> None:
    held = Held()
    held.two.add((A, B))
    held.put(MARKS, (A,), ONE)
    held.put(MARKS, (B,), TWO)
    assert held.value(MARKS, (A,)) is ONE and held.value(MARKS, (B,)) is TWO


def test_what_a_definition_demands_is_known() -> None:
    """A token of Motif moves to a tile that it can reach: an empty one, and not its own. So it is
    known of both tiles who is on them, and that what moves is neither moved nor new yet."""
    program = driver.load(path_of("motif")).instantiate().program
    made = Planner(program).plan
    found = [each for routine in made.blocks.values() for each in plan.statements(routine.body)
             if isinstance(each, plan.Put) and each.field.name in ("piece", "moved", "new")]
    assert all(each.old is not None for each in found if each.field.name == "piece")
    carried = [each for each in found if isinstance(each.value, ir.Load) and each.value.index]
    assert [(each.field.name, each.known) for each in carried[1:]] == [
        ("moved", ir.Const(0)), ("new", ir.Const(0))]
    assert isinstance(carried[0].known, ir.Load) and not carried[0].known.index
