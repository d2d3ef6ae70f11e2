"""The verifier: shipped rulesets are sound, and every kind of damage is found, alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, zip_longest
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import driver, ir
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.lower.game import instantiate
from rulewright.interpreter.lower.known import Shared
from tests import programs
from tests.programs import (
    CELL,
    CELL_OR_NONE,
    CELL_SET,
    CELLS,
    PLAYER,
    PLAYER_OR_NONE,
    SPAN,
    at_start,
    demanding,
    guard,
    store,
    with_alternative,
    with_block,
    with_node,
)
from tests.texts import each_file, loaded

ZERO, ONE = ir.Const(0), ir.Const(1)
SIX = ir.Domain("cell", tuple("abcdef"))


# ---- sound programs ---------------------------------------------------------------------------


def instances(ruleset: driver.Ruleset, together: bool) -> Iterator[tuple[int, dict[str, str]]]:
    """Every player count, and each word and both ends of each range with one or another of them:
    alone, or together with values of all other options. (Alone and with the fewest players,
    `validate` verifies all that `test_trial` looks at.)"""
    counts = range(ruleset.min_players, ruleset.max_players + 1)
    alternatives = [
        [{option.key: value} for value in
         (*option.words, *(str(n) for n in (option.low, option.high) if n is not None))
         if value != option.default]
        for option in ruleset.options
    ]
    options = [one for values in alternatives for one in values]
    if together:
        options = [{key: value for one in each if one for key, value in one.items()}
                   for each in zip_longest(*alternatives)]
    yield from ((players, {}) for players in counts)
    yield from zip(cycle(counts[1:] or counts), options, strict=False)


@pytest.mark.slow
@each_file
@pytest.mark.parametrize("together", [True, False])
def test_shipped_rulesets_are_sound(path: Path, together: bool) -> None:
    """What the games of a ruleset share is lowered once, or each is lowered by itself. (Usually
    `validate` verifies every value, which `test_trial` looks at, and `engine/test_game` mixes.)"""
    ruleset, shared = loaded(path), Shared() if together else None
    for players, options in instances(ruleset, together):
        program = instantiate(ruleset.declarations, path.stem, players, options, shared).program
        assert [found.render() for found in verify(program)] == [], options


# ---- tools for damage -------------------------------------------------------------------------


def only(program: ir.Program, code: str, words: str) -> None:
    """Verifying finds exactly one thing, of this kind, said in these words."""
    found = verify(program)
    assert [item.code for item in found] == [f"program-{code}"], [i.render() for i in found]
    assert words in found[0].message


def damage(made: ir.Field, **changes: Any) -> None:
    """Change a field in its place: everything that names it still does."""
    for name, value in changes.items():
        object.__setattr__(made, name, value)


@pytest.fixture
def small() -> ir.Program:
    """See `programs.small`: f0 to move, f1 ranks, f2 rule, f3 at, f4 marks, f5 score, f6 seen,
    f7 chosen, f8 pays."""
    return programs.small()


def test_the_small_program_is_sound(small: ir.Program) -> None:
    assert verify(small) == []


# ---- fields -----------------------------------------------------------------------------------

FIELDS: list[tuple[dict[str, object], str, str]] = [
    ({"id": 3}, "number", "field 4 (marks): it is numbered 3"),
    ({"first": (5, -1, -1, -1, -1)}, "first", "5 is outside -1 to 1"),
    ({"dims": (programs.PLAYERS,)}, "dimensions", "have 2 elements, its first values 5"),
]


@pytest.mark.parametrize(("changes", "code", "words"), FIELDS, ids=[code for _, code, _ in FIELDS])
def test_fields(small: ir.Program, changes: dict[str, object], code: str, words: str) -> None:
    damage(small.fields[4], **changes)
    found = verify(small)
    assert f"program-{code}" in {item.code for item in found}
    assert any(words in item.message for item in found)
    if code != "dimensions":  # the uses of the field do not fit any more
        assert len(found) == 1


def test_offsets(small: ir.Program) -> None:
    for made in small.fields[4:]:
        damage(made, offset=made.offset + 1)
    only(small, "offset", "field 4 (marks): it starts at 6, not at 5")


def test_first_offset(small: ir.Program) -> None:
    for made in small.fields:
        damage(made, offset=made.offset + 1)
    only(small, "offset", "starts at 1, not at 0")


def test_roles(small: ir.Program) -> None:
    stranger = replace(small.ranks)
    only(replace(small, ranks=stranger), "unknown", "the ranks field: rank is no field")
    only(replace(small, rule=small.ranks), "role", "the rule field: it has 2 elements, not 1")
    only(replace(small, pays=small.rule), "role", "the payoff field: it has 1 elements, not 2")
    damage(small.at, type=ir.number(0, 0))
    only(small, "role", "the at field: it cannot hold 0 to 1")


# ---- expressions ------------------------------------------------------------------------------

Damage = Callable[[ir.Program], ir.E]


def is_zero(e: ir.E) -> ir.E:
    return ir.Op("==", (e, ZERO))


def loop(test: ir.E, size: ir.VType = CELL, kind: str = "any", var: str = "x",
         made: ir.VType = ir.BOOL, value: ir.E = ZERO) -> ir.E:
    return ir.Comp(kind, ir.Local(var, size), test, value, made)


def local(name: str = "x", kind: ir.VType = CELL) -> ir.Local:
    return ir.Local(name, kind)


def mover(program: ir.Program) -> ir.E:
    return ir.load(program.player)


def marks(program: ir.Program, *index: ir.E) -> ir.E:
    return ir.load(program.fields[4], *index)


PAIR = ir.Table((1, 0), (2,))
ALL_CELLS = ir.Comp("set", ir.Local("y", CELL), ONE, ZERO, CELL_SET)
STEPS = ir.Table((2, 1, 8, 4, 0), (5,))
WALK = ir.Table((1, -1, 2, -1, 3, -1, 4, -1, -1, -1), (5, 2))
SIX_SET = ir.VType("set", domain=SIX)


def reach(start: ir.E = ZERO, over: ir.E = ALL_CELLS, kind: ir.VType = CELL_SET,
          step: ir.VType = CELL_SET) -> ir.E:
    steps = ir.Lookup(STEPS, (local("z"),), step)
    return ir.Op("in", (ZERO, ir.Reach(start, over, local("z"), steps, kind)))


def ray(start: ir.E = ZERO, direction: ir.E = ONE, table: ir.Table = WALK,
        kind: ir.VType = CELL_OR_NONE) -> ir.E:
    return is_zero(ir.Ray(start, direction, ALL_CELLS, table, True, kind))


def distance(start: ir.E = ZERO, goal: ir.E = ONE, over: ir.E = ALL_CELLS, table: ir.Table = WALK,
             ways: int = 3) -> ir.E:
    return is_zero(ir.Distance(start, goal, over, table, ways))


TESTS: list[tuple[Damage, str, str]] = [
    (lambda p: is_zero(ir.load(replace(p.fields[5], name="lost"), ZERO)), "unknown",
     "lost is no field"),
    (lambda p: is_zero(marks(p)), "index", "has 1 dimensions, but is read or changed with 0"),
    (lambda p: is_zero(marks(p, ir.Const(5))), "index", "is 5 to 5, but must be none or below 5"),
    (lambda p: is_zero(marks(p, ir.Const(-2))), "index", "is -2 to -2"),
    (lambda p: is_zero(marks(p, ir.NONE)), "", ""),
    (lambda p: is_zero(marks(p, ir.op("+", marks(p, ZERO), ir.Const(4)))), "index", "is 3 to 5"),
    (lambda p: is_zero(marks(p, ALL_CELLS)), "sort", "an index of field marks is a set"),
    (lambda p: is_zero(marks(p, ZERO, ZERO)), "index", "with 2 indices"),
    (lambda p: loop(is_zero(marks(p, local("x", ir.VType("thing", domain=SIX)))),
                    ir.VType("thing", domain=SIX)), "index", "is 0 to 5, but must be"),
    (lambda p: is_zero(local("nowhere")), "local", "the local nowhere is not bound"),
    (lambda p: loop(loop(ONE)), "local", "x is bound twice"),
    (lambda p: loop(is_zero(local("x", PLAYER))), "local", "x is not bound"),
    (lambda p: loop(is_zero(local("cell1")), var="cell1"), "local", "cell1 is bound twice"),
    (lambda p: is_zero(local("cell1", PLAYER)), "local", "cell1 is bound with another type"),
    (lambda p: loop(ONE, CELL_OR_NONE), "binder", "x does not count from 0"),
    (mover, "sort", "a condition is a number, not a truth"),
    (lambda p: ir.Op("and", (ONE, mover(p))), "sort", "what stands with `and` is a number"),
    (lambda p: ir.Op("in", (ZERO, mover(p))), "sort", "what stands with `in` is a number, not"),
    (lambda p: ir.Op("==", (ALL_CELLS, mover(p))), "sort", "are a set and a number"),
    (lambda p: ir.Op("<", (ir.Op("not", (ZERO,)), ONE)), "sort", "with `<` is a truth"),
    (lambda p: ir.Op("<", (ir.Op("|", (ALL_CELLS, ONE)), ONE)), "sort", "with `<` is a set"),
    (lambda p: ir.Op("some", (ALL_CELLS,)), "sort", "what stands with `some` is a set"),
    (lambda p: ir.Cond(ONE, ir.Const(7), ONE), "sort", "a condition is a number or a set"),
    (lambda p: is_zero(ir.Cond(ONE, ALL_CELLS, mover(p))), "sort", "the two cases are a set and"),
    (lambda p: is_zero(ir.Cond(mover(p), ONE, ONE)), "sort", "what is tested is a number"),
    (lambda p: is_zero(ir.Cond(ONE, mover(p), ir.NONE)), "", ""),
    (lambda p: ir.Op("xor", (ONE, ONE)), "operation", "no operation `xor`"),
    (lambda p: ir.Op("not", (ONE, ONE)), "operation", "`not` cannot have 2 values"),
    (lambda p: ir.Op("and", ()), "operation", "`and` cannot have 0 values"),
    (lambda p: ir.Op("<", (ONE,)), "operation", "`<` cannot have 1 values"),
    (lambda p: loop(ONE, kind="some"), "operation", "no comprehension `some`"),
    (lambda p: is_zero(loop(ONE, kind="total", value=ALL_CELLS)), "sort",
     "the value of `total` is a set"),
    (lambda p: is_zero(loop(ONE, kind="total", value=ir.Const(3), made=ir.number(0, 14))),
     "range", "`total` gives 0 to 15, its type is 0 to 14"),
    (lambda p: is_zero(ir.Lookup(ir.Table((1, 2, 3), (2,)), (ZERO,), ir.number(0, 9))), "table",
     "a table of 2 has 3 values"),
    (lambda p: is_zero(ir.Lookup(PAIR, (ir.Const(2),), PLAYER)), "index", "an index of a table"),
    (lambda p: is_zero(ir.Lookup(PAIR, (), PLAYER)), "index", "with 0 indices"),
    (lambda p: is_zero(ir.Lookup(PAIR, (mover(p),), ir.number(1, 5))), "table",
     "a table gives 0, which is outside 1 to 5"),
    (lambda p: is_zero(ir.Lookup(PAIR, (marks(p, ZERO),), PLAYER)), "table",
     "a table gives -1, which is outside 0 to 1"),
    (lambda p: is_zero(ir.Shift(marks(p, ZERO), 1, CELL_OR_NONE)), "", ""),
    (lambda p: is_zero(ir.Shift(marks(p, ZERO), 4, CELL_OR_NONE)), "range", "taken as 4 to 5"),
    (lambda p: is_zero(ir.Shift(marks(p, ZERO), 1, CELL)), "range", "none is taken"),
    (lambda p: is_zero(ir.Shift(ALL_CELLS, 1, CELL)), "sort", "another thing is a set"),
    (lambda p: reach(), "", ""),
    (lambda p: reach(start=ir.Const(5)), "index", "the start of a walk is 5 to 5"),
    (lambda p: reach(over=mover(p)), "sort", "what a walk goes over is a number"),
    (lambda p: reach(over=ir.Const(32)), "range", "goes over has things that are not below 5"),
    (lambda p: reach(step=SIX_SET), "range", "the steps of a walk has things"),
    (lambda p: reach(kind=ir.VType("set", domain=programs.PLAYERS)), "range", "not within its"),
    (lambda p: ray(), "", ""),
    (lambda p: ray(start=ir.Const(5)), "index", "the start of a walk"),
    (lambda p: ray(direction=ir.Const(2)), "index", "the direction of a walk is 2 to 2"),
    (lambda p: ray(table=ir.Table(WALK.values, (2, 2))), "table", "2 by 2 has 10 steps"),
    (lambda p: ray(table=ir.Table((9,) * 10, (5, 2))), "table", "leave its things"),
    (lambda p: ray(kind=CELL), "range", "what a walk gives is not within its type"),
    (lambda p: distance(), "", ""),
    (lambda p: distance(start=ir.Const(5)), "index", "the start of a walk is 5 to 5"),
    (lambda p: distance(goal=ir.Const(6)), "index", "the goal of a walk is 6 to 6"),
    (lambda p: distance(over=mover(p)), "sort", "what a walk goes over is a number"),
    (lambda p: distance(over=ir.Const(32)), "range", "goes over has things that are not below 5"),
    (lambda p: distance(table=ir.Table((9,) * 10, (5, 2))), "table", "leave its things"),
    (lambda p: distance(table=ir.Table((), (2,))), "table", "by a table of 2 has 0 steps"),
    (lambda p: distance(ways=4), "range", "the ways of a walk are not below 2"),
    (lambda p: ir.HasLine(mover(p), ir.Table((3,), (1,))), "sort", "may include a line"),
    (lambda p: ir.HasLine(ALL_CELLS, ir.Table((-1,), (1,))), "table", "the lines are not sets"),
    (lambda p: is_zero(ir.Times(1, 2)), "unknown", "there is no memory 1"),
    (lambda p: is_zero(ir.Times(0, 3)), "memory", "it counts up to 3 positions"),
    (lambda p: is_zero(ir.Times(0, 2)), "", ""),
    (lambda p: ir.Call(ir.Function("lost", (), ONE), ()), "unknown", "lost is no function"),
]


@pytest.mark.parametrize(("test", "code", "words"), TESTS, ids=range(len(TESTS)))
def test_expressions(small: ir.Program, test: Damage, code: str, words: str) -> None:
    broken = demanding(small, test(small))
    if code:
        only(broken, code, words)
        assert verify(broken)[0].span == SPAN
    else:
        assert verify(broken) == []


def test_a_shared_expression_is_told_of_once(small: ir.Program) -> None:
    wrong = ir.Op("not", (mover(small),))
    broken = demanding(demanding(small, ir.Op("and", (wrong, ONE))), ir.Op("or", (wrong, ZERO)))
    only(broken, "sort", "what stands with `not` is a number")


# ---- functions --------------------------------------------------------------------------------


def test_functions(small: ir.Program) -> None:
    where = local("where")
    free = ir.Function("free", (where,), ir.Op("==", (marks(small, where), ir.NONE)))
    other = ir.Function("other", (where,), ir.Op("not", (ir.Call(free, (where,)),)))
    called = ir.Call(other, (ir.Const(4),))
    sound = replace(demanding(small, called), functions=[free, other])
    assert verify(sound) == []
    only(replace(sound, functions=[other, free]), "call", "it calls free, which is not before it")
    only(demanding(sound, ir.Call(free, ())), "call", "free takes 1 values, not 0")
    only(demanding(sound, ir.Call(free, (ir.Const(5),))), "range", "takes as where is 5 to 5")
    only(demanding(sound, ir.Call(free, (ir.NONE,))), "range", "is -1 to -1")
    only(demanding(sound, ir.Call(free, (ALL_CELLS,))), "sort", "takes as where is a set")
    alien = ir.Function("alien", (where,), is_zero(local("there")))
    only(replace(small, functions=[alien]), "local",
         "function 0 (alien): the local there is not bound")
    twice = ir.Function("twice", (where, where), ONE)
    only(replace(small, functions=[twice]), "local", "where is bound twice")
    told = ir.Function("told", (where,), ONE, (guard(is_zero(local("there"))),))
    only(replace(small, functions=[told]), "local", "there is not bound")


# ---- effects ----------------------------------------------------------------------------------


def test_store(small: ir.Program) -> None:
    player, cells = small.player, small.fields[4]
    lost = replace(player, name="lost")
    only(at_start(small, store(lost, ZERO)), "unknown", "lost is no field")
    only(at_start(small, store(cells, ZERO)), "index", "field 4 (marks) has 1 dimensions")
    only(at_start(small, store(cells, ZERO, ir.Const(7))), "index", "an index of field 4 (marks)")
    only(at_start(small, store(player, ir.Const(2))), "value", "becomes 2, outside 0 to 1")
    only(at_start(small, store(player, ALL_CELLS)), "sort", "becomes is a set")
    only(at_start(small, store(player, local())), "local", "block 0: the local x is not bound")
    assert verify(at_start(small, store(player, marks(small, ZERO)))) == [], "tested in play"


def test_places(small: ir.Program) -> None:
    """A violation in a line stands at the line; one in a block is named by its number."""
    (in_line,) = verify(at_start(small, store(small.player, ir.Const(2))))
    assert in_line.span == SPAN
    assert in_line.render().splitlines()[1].strip().startswith("must mark a cell")
    (nowhere,) = verify(with_block(small, 0, exit=ir.Goto(77)))
    assert nowhere.span is None
    assert nowhere.message == "block 0: there is no block 77"


def test_straight_code(small: ir.Program) -> None:
    x = local("x", PLAYER)
    inside, bound = store(small.player, x), ir.Let(SPAN, (), x, ZERO)
    assert verify(at_start(small, bound, inside)) == []
    only(at_start(small, inside, bound), "local", "x is not bound")
    only(at_start(small, bound, bound), "local", "x is bound twice")
    only(at_start(small, ir.Let(SPAN, (), x, ir.Const(4))), "range", "what x is is 4 to 4")
    only(at_start(small, ir.Let(SPAN, (), x, ALL_CELLS)), "sort", "what x is is a set")
    only(at_start(small, ir.IfDo(SPAN, (), ONE, (bound,), ()), inside), "local", "not bound")
    each = ir.EachDo(SPAN, (), x, ir.Const(3), (inside,))
    assert verify(at_start(small, each)) == []
    only(at_start(small, each, inside), "local", "not bound")
    only(at_start(small, replace(each, set=mover(small))), "sort", "a loop runs over")
    only(at_start(small, replace(each, set=ALL_CELLS)), "range", "the loop runs over more")
    only(at_start(small, ir.IfDo(SPAN, (), mover(small), (), ())), "sort", "what is tested is a")
    only(at_start(small, ir.Reset(SPAN, (), replace(small.player))), "unknown", "is no field")
    only(at_start(small, ir.Record(SPAN, (), 1, False)), "unknown", "there is no memory 1")
    only(at_start(small, ir.Effect(SPAN, ())), "operation", "there is no effect Effect")


FINISHES: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "folds", "player": None}, "ending", "no ending `folds`"),
    ({"player": None}, "ending", "`wins` needs a player"),
    ({"values": (ONE,)}, "ending", "`wins` has 1 values, not 0"),
    ({"kind": "rank", "player": None}, "ending", "`rank` has 0 values, not 2"),
    ({"refs": ("NO-01",)}, "rule", "NO-01 is not among the rules"),
    ({"player": ir.Const(2)}, "range", "who it is about is 2 to 2"),
    ({"player": ir.NONE}, "range", "who it is about is -1 to -1"),
    ({"kind": "rank", "player": None, "values": (ALL_CELLS, ONE)}, "sort", "ranked by is a set"),
]


@pytest.mark.parametrize(("changes", "code", "words"), FINISHES)
def test_finish(small: ir.Program, changes: dict[str, Any], code: str, words: str) -> None:
    finish = ir.Finish(SPAN, (), "wins", mover(small), ())
    assert verify(at_start(small, finish)) == []
    only(at_start(small, replace(finish, **changes)), code, words)


def test_paying(small: ir.Program) -> None:
    finish = ir.Finish(SPAN, (), "pay", None, (ONE, ir.NONE))
    assert verify(at_start(small, finish)) == []
    only(at_start(replace(small, pays=None), finish), "ending", "it pays, but no field keeps")


# ---- blocks and nodes -------------------------------------------------------------------------


def test_exits(small: ir.Program) -> None:
    only(with_block(small, 0, exit=ir.Branch(mover(small), 1, 1)), "sort", "what its exit tests")
    only(with_block(small, 0, exit=ir.Branch(ONE, 1, 50)), "unknown", "there is no block 50")
    only(with_block(small, 0, exit=ir.ToNode(3)), "unknown", "block 0: there is no node 3")
    only(with_block(small, 0, exit=ir.Halt()), "exit", "it is reached, but goes on nowhere")
    over = ir.Finish(SPAN, (), "drawn", None, ())
    either = ir.IfDo(SPAN, (), ir.Op("==", (mover(small), ZERO)), (over,), (over,))
    for ending in (over, either):
        assert verify(with_block(small, 0, effects=[ending], exit=ir.Halt())) == []
    one_way = replace(either, otherwise=())
    only(with_block(small, 0, effects=[one_way], exit=ir.Halt()), "exit", "goes on nowhere")
    unreached = replace(small, blocks=[*small.blocks, ir.Block()])
    assert verify(unreached) == []
    aside = [*small.blocks, ir.Block(exit=ir.Goto(99))]
    only(replace(small, blocks=aside), "unknown", "no block 99")
    only(replace(small, start=40), "unknown", "the start: there is no block 40")
    only(replace(small, turn=40), "unknown", "the turn: there is no block 40")


def test_handing_over(small: ir.Program) -> None:
    choice = small.nodes[0].alternatives[0]
    only(with_block(small, 0, exit=ir.Goto(choice.block)), "handing", "needs what a choice hands")
    only(with_alternative(small, block=1), "handing", "block 1 takes nothing")
    only(with_alternative(small, block=99), "unknown", "there is no block 99")


def test_nodes(small: ir.Program) -> None:
    only(with_node(small, 0, id=1), "number", "node 0: it is numbered 1")
    only(with_node(small, 0, alternatives=[]), "options", "nothing to choose from")
    only(with_node(small, 0, player=local("p", PLAYER)), "local", "the local p is not bound")
    only(with_node(small, 0, player=marks(small, ZERO)), "range", "who chooses is -1 to 1")
    only(with_node(small, 0, empty=99), "unknown", "there is no block 99")
    only(with_node(small, 0, block=0), "node", "its own block 0 does not lead to it")
    only(with_alternative(small, label=("to ", 1)), "label", "shows choice 1 of 1")
    only(with_alternative(small, weight=local("w")), "local", "the local w is not bound")
    later = guard(is_zero(local("later")))
    only(with_alternative(small, after=(later,)), "local", "the local later is not bound")


def test_declining(small: ir.Program) -> None:
    choice = small.nodes[0].alternatives[0]
    declines = replace(choice, binders=(), label=("no",), block=0, decline=True)
    assert verify(with_node(small, 0, alternatives=[choice, declines])) == []
    alone = with_node(small, 0, alternatives=[declines])
    only(alone, "options", "nothing to choose from")
    choosing = [choice, replace(choice, decline=True)]
    only(with_node(small, 0, alternatives=choosing), "options", "declining has nothing to choose")


def test_the_rest(small: ir.Program) -> None:
    choice = small.nodes[0].alternatives[0]
    rest = ir.Rest(choice.span, ())
    assert verify(with_alternative(small, rest=rest)) == []
    rolled = with_node(small, 0, chance=True, alternatives=[replace(choice, rest=rest)])
    assert "no option that a player chooses" in str(verify(rolled))
    declines = replace(choice, binders=(), label=("no",), block=0, decline=True, rest=rest)
    only(with_node(small, 0, alternatives=[choice, declines]), "options",
         "no option that a player chooses")


def test_binders(small: ir.Program) -> None:
    choice = small.nodes[0].alternatives[0]
    (first,) = choice.binders
    other = local("cell2")
    second = replace(first, var=other, guards=(guard(ir.Op("!=", (first.var, other))),))
    two = with_alternative(small, binders=(first, second))
    two = with_block(two, 2, params=(first.var, other))
    assert verify(two) == []
    early = (replace(first, guards=second.guards), replace(second, guards=()))
    only(with_alternative(two, binders=early), "local", "cell2 is not bound")
    same = with_alternative(two, binders=(first, replace(second, var=first.var, guards=())))
    assert "cell1 is bound twice" in verify(same)[0].message
    none = replace(first, var=local("cell1", CELL_OR_NONE), guards=())
    odd = with_block(with_alternative(small, binders=(none,)), 2, params=(none.var,), effects=[])
    only(odd, "binder", "cell1 does not count from 0")


def test_frames(small: ir.Program) -> None:
    chosen = small.fields[7]
    only(with_alternative(small, frame=(chosen,)), "handing", "but what is chosen is kept in")
    kept = with_block(with_alternative(small, frame=(chosen,)), 2, params=(), effects=[])
    assert verify(kept) == []
    only(with_alternative(kept, frame=(chosen, chosen)), "frame", "2 fields keep 1 choices")
    only(with_alternative(kept, frame=(small.player,)), "frame", "cannot keep cell1, 0 to 4")
    only(with_alternative(kept, frame=(small.fields[4],)), "frame", "(marks) cannot keep")
    only(with_alternative(kept, frame=(replace(chosen),)), "unknown", "chosen is no field")


def test_memories(small: ir.Program) -> None:
    (memory,) = small.memories
    for changes, code, words in (
        ({"count": replace(memory.count)}, "unknown", "memory 0 (Seen): seen is no field"),
        ({"fields": (replace(memory.count),)}, "unknown", "seen is no field"),
        ({"capacity": 3}, "memory", "its count cannot hold 0 to 3"),
        ({"capacity": 0}, "memory", "it has room for 0 positions"),
        ({"count": small.ranks}, "memory", "its count cannot hold"),
    ):
        only(replace(small, memories=[replace(memory, **changes)]), code, words)
    both = verify(replace(small, memories=[memory, replace(memory, name="Again")]))
    assert [item.message for item in both] == [
        "memory 0 (Seen): another memory has the same count",
        "memory 1 (Again): another memory has the same count",
    ]
    damage(memory.count, first=(1,))
    only(small, "memory", "it counts 1 positions before any is there")


def test_duties_invariants_and_prospects(small: ir.Program) -> None:
    duty = ir.DutyGoal(ONE, ir.load(small.fields[5], ZERO), 9, None, SPAN, (), "a duty")
    assert verify(replace(small, duties=[duty])) == []
    only(replace(small, duties=[replace(duty, active=mover(small))]), "sort", "when it binds")
    only(replace(small, duties=[replace(duty, value=ALL_CELLS)]), "sort",
         "what is to be reached is a set, not a truth or a number")
    only(replace(small, duties=[replace(duty, most=ALL_CELLS)]), "sort", "cannot be exceeded")
    sound = guard(ONE)
    assert verify(replace(small, invariants=[sound])) == []
    odd = replace(sound, parts=(replace(sound, relaxed=is_zero(local())),))
    only(replace(small, invariants=[odd]), "local", "the local x is not bound")
    value = replace(sound, values=(("the set", ir.NONE, CELL_SET),))
    only(replace(small, invariants=[value]), "sort", "`the set` is a number, not a set")
    only(replace(small, prospects=(ONE,)), "prospect", "there are 1 for 2 players")
    only(replace(small, prospects=(ONE, ALL_CELLS)), "sort", "how a player stands is a set")


def test_all_violations_are_told(small: ir.Program) -> None:
    broken = replace(with_block(small, 0, exit=ir.Goto(77)), ranks=replace(small.ranks))
    broken = with_alternative(broken, label=(3,))
    assert [item.code for item in verify(broken)] == [
        "program-unknown", "program-unknown", "program-label"
    ]
    assert CELLS.size == 5 and PLAYER_OR_NONE.least == -1
