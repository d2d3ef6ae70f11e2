"""The plan of every ruleset is in order: what a plan promises holds of each routine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from rulewright.interpreter import ir
from rulewright.interpreter.passes import nodes, plan
from rulewright.interpreter.passes.conditions import said_of_one, together
from rulewright.interpreter.passes.masks import Masks
from rulewright.interpreter.passes.planning import Planner
from rulewright.interpreter.passes.simplify import Simplifier
from rulewright.interpreter.passes.tables import Tables
from tests.played import MOST, USUAL, Setup, each_setup
from tests.programs import CELL, small, store
from tests.texts import path_of

LOOPS = (plan.Each, plan.Count, plan.Listed)
NOT_SCALAR = (ir.Comp, nodes.Union, ir.Times, ir.Walks)


@cache
def planned(name: str, players: int) -> Planner:
    """The planner of a game, which is made once."""
    return Planner(Setup(path_of(name), players).game.program)


def routines(made: plan.Plan) -> list[plan.Routine]:
    return made.routines


def in_order(body: Iterable[plan.Statement], known: set[ir.Local]) -> set[ir.Local]:
    """The locals that have a value behind some statements. Fails where one is used before."""
    for statement in body:
        for e in plan.expressions(statement):
            assert not any(isinstance(part, NOT_SCALAR) for part in ir.walk(e))
            bound = {part.var for part in ir.walk(e) if isinstance(part, ir.Reach)}
            assert not e.free - known - bound - unassigned(statement), (statement, e)
        match statement:
            case plan.Assign(var=var):
                known.add(var)
            case plan.If(body=then, otherwise=otherwise):
                one, other = in_order(then, set(known)), in_order(otherwise, set(known))
                known |= one & other
            case plan.Each() | plan.Count() | plan.Listed():
                in_order(statement.body, known | {statement.var})
            case plan.Explore(walk=walk, body=inner):
                in_order(inner, known | {*walk.position})
            case plan.While(body=inner):
                in_order(inner, set(known))
            case plan.Remember(full=inner):
                in_order(inner, set(known))
    return known


def unassigned(statement: plan.Statement) -> set[ir.Local]:
    """What a statement gives a value itself."""
    if isinstance(statement, (plan.Assign, *LOOPS)):
        return {statement.var}
    return set()


def ends(body: plan.Body) -> bool:
    """Whether every path through some statements comes to the end of the routine."""
    for statement in body:
        if isinstance(statement, plan.Next):
            return True
        if isinstance(statement, plan.If) and ends(statement.body) and ends(statement.otherwise):
            return True
    return False


@each_setup
def test_locals_have_values_and_expressions_are_scalar(setup: Setup) -> None:
    for routine in routines(setup.game.machine.planner.plan):
        in_order(routine.body, set(routine.params))


@each_setup
def test_every_path_of_a_block_goes_on_somewhere(setup: Setup) -> None:
    made = setup.game.machine.planner.plan
    assert made.blocks and all(ends(routine.body) for routine in made.blocks.values())
    going = {statement.number for routine in made.blocks.values()
             for statement in plan.statements(routine.body)
             if isinstance(statement, plan.Next) and statement.way in ("block", "turn")}
    assert going <= set(made.blocks)


@pytest.mark.parametrize("name", ["othello", "connect-four", "gomoku", "tic-tac-toe"])
def test_cells_are_not_tried_one_by_one(name: str) -> None:
    """What is demanded of a cell there is made of what stands on it, steps, rays and lines."""
    setup = Setup(path_of(name), 2)
    cells = max(made.size for made in setup.game.program.fields)
    for routine in routines(setup.game.machine.planner.plan):
        for statement in plan.statements(routine.body):
            assert not isinstance(statement, plan.Count) or statement.size < min(9, cells)


def test_what_each_belongs_to_is_found_for_all_at_once() -> None:
    """Stones that are not alive are those that no liberty is come to from, not tried one by one;
    of one stone it is followed what it belongs to until there is a liberty."""
    made = Setup(path_of("go"), 2).game.machine.planner.plan
    said = [e for routine in made.routines for statement in plan.statements(routine.body)
            for e in ir.walk(*plan.expressions(statement))]
    assert sum(isinstance(e, nodes.Grown) for e in said) >= 2
    looped = [e for routine in made.blocks.values() for statement in plan.statements(routine.body)
              if isinstance(statement, LOOPS) for inner in plan.statements(statement.body)
              for e in ir.walk(*plan.expressions(inner))]
    assert looped and not any(isinstance(e, (nodes.Group, nodes.Grown)) for e in looped)


def test_points_that_a_difference_names_are_not_tried_one_by_one() -> None:
    """A checker goes as far as a die says: the points are what the distances of the dice name; and
    without a die in the cast no checker is looked at."""
    game = Setup(path_of("backgammon"), 2).game
    node, = (node for node in game.program.nodes if not node.chance)
    body = game.machine.planner.plan.options[node.id].body
    loops = [each for each in plan.statements(body) if isinstance(each, LOOPS)]
    assert not any(isinstance(each, plan.Count) and each.size == 24 for each in loops)
    assert isinstance(body[0], plan.If)
    assert {made.name for e in plan.expressions(body[0]) for made in e.reads
            if isinstance(made, ir.Field)} == {"at"}


def test_what_is_on_each_of_thirty_places_is_kept_up() -> None:
    """Where the checkers are is asked far more often than one is moved: so are the six places of
    the dice."""
    made = Setup(path_of("backgammon"), 2).game.machine.planner.plan
    places = [len(plan.kept_values(field)) - 1 for field in made.kept if field.name == "at"]
    assert sorted(places) == [6, 30]
    assert not any(isinstance(e, nodes.Scan) for routine in made.routines
                   for statement in plan.statements(routine.body)
                   for e in ir.walk(*plan.expressions(statement)))


def test_what_a_choice_further_out_decides_alone_is_asked_of_a_set() -> None:
    """A surface covers a square and one beside it: what is said of either makes one set of the
    second, so that it is not tried."""
    made = Setup(path_of("motators"), 2).game.machine.planner.plan
    pairs = [each for routine in made.options.values() for each in plan.statements(routine.body)
             if isinstance(each, plan.Each) and isinstance(each.body[0], plan.Offer)
             and len(each.body[0].values) == 2]
    assert pairs and all(each.body[0].values[-1] is each.var for each in pairs)


def test_all_turnings_of_a_tile_are_found_at_once() -> None:
    """How a tile fits a cell is asked of each of the neighbours there, which say for all turnings
    at once what does not fit; turnings are not tried one by one."""
    made = planned("transport", 2).plan
    loops = [loop for routine in made.options.values() for loop in plan.statements(routine.body)
             if isinstance(loop, LOOPS) and isinstance(loop.body[-1], plan.Offer)]
    turned = [loop for loop in loops if [
        value.name.split("_")[0] for value in loop.body[-1].values] == ["cell", "number"]]
    assert len(turned) == 2  # of a tile from the hand, and of one that is shifted
    assert all(isinstance(loop, plan.Each) and len(loop.body) == 1 for loop in turned)


def test_what_no_state_changes_is_one_set_of_each_thing() -> None:
    """Tiles like another one are of its shape and icon, and starting if it is: one table."""
    made = planned("transport", 2).plan
    alike = [{part for part in ir.walk(loop.set) if isinstance(part, ir.Lookup)
              and len(part.index) == 1 and isinstance(part.index[0], ir.Local)
              and part.type.most.bit_length() > 64}
             for routine in made.options.values() for loop in plan.statements(routine.body)
             if isinstance(loop, plan.Each) and any(
                 isinstance(part, nodes.Scan) for part in ir.walk(loop.set))]
    assert {len(tables) for tables in alike} == {0, 1}


def test_squares_are_not_tried_for_the_square_that_they_say() -> None:
    """Where a square's mate is one of some squares is looked for by these, which are few."""
    made = Setup(path_of("motators"), 2).game.machine.planner.plan
    found = {e.field.name for routine in made.options.values()
             for statement in plan.statements(routine.body)
             for e in ir.walk(*plan.expressions(statement)) if isinstance(e, nodes.Scan)}
    assert found == {"mate"}


def test_what_follows_a_repeated_block_stands_once() -> None:
    """Blocks 4 and 5 both go to 6, which is small; only 6 goes to 7, which is not."""
    base = small()
    marks, score = base.fields[4:6]
    given = [store(score, ir.TRUE, ir.FALSE), store(score, ir.TRUE, ir.TRUE),
             store(marks, ir.FALSE, ir.FALSE)]
    program = replace(base, start=3, blocks=[
        *base.blocks[:3],
        ir.Block([], ir.Branch(ir.op("==", ir.load(score, ir.FALSE), ir.TRUE), 4, 5)),
        ir.Block(given[:1], ir.Goto(6)), ir.Block(given[:1], ir.Goto(6)),
        ir.Block(given[:1], ir.Goto(7)), ir.Block(given, ir.Goto(8)),
        ir.Block([], ir.Goto(1)),
    ])
    blocks = Planner(program).plan.blocks
    puts = {number: sum(isinstance(statement, plan.Put) and statement.field in (marks, score)
                        for statement in plan.statements(routine.body))
            for number, routine in blocks.items()}
    assert (puts[3], puts[7]) == (4, 3)  # 4 and 6, 5 and 6; then 7


def test_every_of_this_or_that_is_looked_for_among_the_others() -> None:
    """`every cell is marked or two are like it`: only cells that are not marked are looked at."""
    marks = small().fields[4]
    cell, like = ir.Local("cell1", CELL), ir.Local("cell2", CELL)
    alike = ir.comp("count", like, ir.op("==", ir.load(marks, like), ir.load(marks, cell)))
    every = ir.comp("all", cell, ir.op(
        "or", ir.op("!=", ir.load(marks, cell), ir.NONE), ir.op("==", alike, ir.Const(2))))
    made = Masks(Simplifier(), Tables())(every)
    (found,) = {part for part in ir.walk(made) if isinstance(part, ir.Comp) and part.kind == "any"}
    members = [part for part in ir.conjuncts(found.test)
               if isinstance(part, ir.Op) and part.op == "in" and part.args[0] is found.var]
    assert len(members) == 1


def test_cases_compared_with_what_is_known_in_play_are_one_table() -> None:
    """The cells whose number is a player's score, where it goes up in front of another cell and
    down from there on: one row of a table by that cell and the score."""
    score = small().fields[5]
    cell, other = ir.Local("cell1", CELL), ir.Local("cell2", CELL)
    size = len(CELL.domain.labels)
    up = ir.Table(tuple(range(size)), (size,), 0)
    down = ir.Table(tuple(reversed(range(size))), (size,), 0)
    half = ir.op("<", cell, other)
    number = ir.cond(half, ir.lookup(up, CELL, cell), ir.lookup(down, CELL, cell))
    shown = ir.load(score, ir.FALSE)
    masks = Masks(Simplifier(), Tables())
    made, exact = masks.over(ir.op("==", number, shown), cell)
    assert exact and isinstance(made, ir.Lookup) and made.index[0] is other
    for at in range(size):
        for value in range(score.type.most + 1):
            expected = sum(1 << x for x in range(size)
                           if (x if x < at else size - 1 - x) == value)
            assert made.table.at(at, value) == expected


def parts_of(setup: Setup) -> set[object]:
    """What the plan of a game consists of, by kinds: statements, expressions, operations."""
    found: set[object] = set()
    for routine in setup.game.machine.planner.plan.routines:
        for statement in plan.statements(routine.body):
            found.add(type(statement))
            for e in ir.walk(*plan.expressions(statement)):
                found.add((type(e), getattr(e, "op", None) or getattr(e, "kind", None)))
    program = setup.game.program
    found |= {type(effect) for block in program.blocks for effect in ir.effects(block.effects)}
    return found | {(made.group, made.type.kind, made.hidden) for made in program.fields}


@pytest.mark.slow
def test_rulesets_that_are_usually_tried_consist_of_all_that_any_consists_of() -> None:
    usual = set().union(*map(parts_of, USUAL))
    assert {str(setup): parts_of(setup) - usual for setup in MOST.values()
            if parts_of(setup) - usual} == {}


def test_a_test_of_little_work_comes_first() -> None:
    """Whether a tile lies on the table at all is asked before those like it are looked for."""
    planner = planned("transport", 2)
    wrench, = (node for node in planner.program.nodes
               if any(option.steps[-1].name == "Wrench" for option in node.alternatives
                      if option.steps))
    loop, = (each for each in planner.plan.options[wrench.id].body
             if isinstance(each, LOOPS))
    first = next(each for each in loop.body if isinstance(each, plan.If))
    assert len(loop.body) == 1 and isinstance(first.test, ir.Op) and first.test.op == "some"


def test_a_call_is_made_only_where_its_value_matters() -> None:
    """What a space belongs to is asked behind whether there is such a space at all."""
    made = planned("motox", 3).plan
    behind = [each for routine in made.functions for each in routine.body
              if isinstance(each, plan.If) and isinstance(each.body[0], plan.Assign)
              and isinstance(each.body[0].value, ir.Call) and len(each.body) == 2]
    assert behind


def test_steps_of_a_walk_are_not_tried_where_their_way_drops_them() -> None:
    """Towards which sides a package may leave a tile is said of all sides at once: by how the tile
    is turned, and by where the package came from."""
    made = planned("transport", 2).plan
    trip, = (each for routine in made.functions for each in plan.statements(routine.body)
             if isinstance(each, plan.Explore))
    steps, = (each for each in plan.statements(trip.body) if isinstance(each, plan.Each))
    told = {*ir.walk(steps.set)} | {part for each in plan.statements(trip.body)
                                    if isinstance(each, plan.Assign) and each.var in steps.set.free
                                    for part in ir.walk(each.value)}
    assert {"turning"} <= {part.field.name for part in told if isinstance(part, ir.Load)}
    assert trip.walk.position[-1] in steps.set.free


def test_conditions_on_one_value_are_one() -> None:
    """`X is 2 or 4`, with what else is said of X, is one set of values."""
    x, y = (ir.Local(name, ir.number(0, 9)) for name in "xy")
    two, four, odd = (ir.op("==", x, ir.Const(n)) for n in (2, 4, 7))
    other = ir.op("==", y, ir.Const(1))
    some = [ir.op("or", two, four), other, ir.op("<", x, ir.Const(4))]
    parts = together(some)
    assert len(parts) == 2 and other in parts
    value, known = said_of_one(parts[0]) or (y, bool)
    assert value is x and [n for n in range(10) if known(n)] == [2]
    assert said_of_one(ir.op("or", two, other)) is None
    denied = said_of_one(ir.op("not", ir.op("or", two, odd))) or (y, bool)
    assert [n for n in range(10) if not denied[1](n)] == [2, 7]
