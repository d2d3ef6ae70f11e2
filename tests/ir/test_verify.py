"""The verifier: shipped rulesets are sound, and every kind of damage is found, alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import driver
from rulewright.interpreter.program.instantiate import instantiate
from rulewright.interpreter.program.ir import (
    Alternative,
    Block,
    Branch,
    Comp,
    Cond,
    Const,
    Domain,
    E,
    EachDo,
    Effect,
    Field,
    Finish,
    Flood,
    Goto,
    Guard,
    Halt,
    IfDo,
    Let,
    Load,
    Local,
    Node,
    Op,
    Program,
    Ray,
    Record,
    Reset,
    Store,
    Table,
    Times,
    ToNode,
    VType,
)
from rulewright.interpreter.program.verify import verify

ROOT = Path(rulewright.__file__).parent
FILES = sorted([*(ROOT / "rulesets").glob("*.rules"), *(ROOT / "tests/rulesets").glob("*.rules")])
NINE = Domain("cell", tuple("abcdefghi"))
SET = VType("set", domain=NINE)


def program_of(name: str, players: int = 2, **options: str) -> Program:
    path = next(path for path in FILES if path.name == f"{name}.rules")
    return instantiate(driver.load(path).sheet, name, players, options)[0]


# ---- sound programs ---------------------------------------------------------------------------


def instances(ruleset: driver.Ruleset) -> Iterator[tuple[int, dict[str, str]]]:
    """Every player count, with the defaults, each word alone and both ends of each range."""
    options = [
        (option, value) for option in ruleset.options
        for value in (*option.words, *(str(n) for n in (option.low, option.high) if n is not None))
        if value != option.default
    ]
    for players in range(ruleset.min_players, ruleset.max_players + 1):
        yield players, {}
        yield from ((players, {option.key: value}) for option, value in options)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_rulesets_are_sound(path: Path) -> None:
    ruleset = driver.load(path)
    for players, options in instances(ruleset):
        program, _ = instantiate(ruleset.sheet, ruleset.name, players, options)
        assert [found.render() for found in verify(program)] == [], options


# ---- tools for damage -------------------------------------------------------------------------


def with_field(program: Program, at: int, **changes: object) -> Program:
    fields: list[Field] = list(program.fields)
    fields[at] = replace(fields[at], **changes)  # type: ignore[arg-type]
    return replace(program, fields=fields)


def with_block(program: Program, at: int, **changes: object) -> Program:
    blocks: list[Block] = list(program.blocks)
    blocks[at] = replace(blocks[at], **changes)  # type: ignore[arg-type]
    return replace(program, blocks=blocks)


def with_node(program: Program, at: int, **changes: object) -> Program:
    nodes: list[Node] = list(program.nodes)
    nodes[at] = replace(nodes[at], **changes)  # type: ignore[arg-type]
    return replace(program, nodes=nodes)


def with_alternative(program: Program, node: int, **changes: object) -> Program:
    made: list[Alternative] = list(program.nodes[node].alternatives)
    made[0] = replace(made[0], **changes)  # type: ignore[arg-type]
    return with_node(program, node, alternatives=made)


def at_start(program: Program, *effects: Effect) -> Program:
    """The program with more to do in its first block."""
    return with_block(program, program.start,
                      effects=[*effects, *program.blocks[program.start].effects])


def storing(program: Program, number: int, value: E, *index: E) -> Program:
    return at_start(program, Store(program.nodes[0].span, (), number, index, value))


def demanding(program: Program, test: E) -> Program:
    """The program with one more condition of its first choice."""
    old = program.nodes[0].alternatives[0]
    guard = Guard(test, old.span, (), "a test")
    return with_alternative(program, 0, guards=(*old.guards, guard))


def number_of(program: Program, name: str) -> int:
    return next(made.id for made in program.fields if made.name == name)


def only(program: Program, code: str, words: str) -> None:
    """Verifying finds exactly one thing, of this kind, said in these words."""
    found = verify(program)
    assert [item.code for item in found] == [f"program-{code}"], [i.render() for i in found]
    assert words in found[0].message


@pytest.fixture
def small() -> Program:
    """Tic-tac-toe: f0 to move, f1 the nine cells, f2 ranks, f3 rule, f4 at; one node."""
    return program_of("tic-tac-toe")


@pytest.fixture
def large() -> Program:
    """Motif, with a memory, duties, frames."""
    return program_of("motif", stalemate_scope="whole-turn")


# ---- fields -----------------------------------------------------------------------------------

FIELDS: list[tuple[str, dict[str, object], str, str]] = [
    ("a gap", {"offset": 2}, "offset", "field 1 (piece): it starts at 2, not at 1"),
    ("its number", {"id": 3}, "number", "field 1 (piece): it is numbered 3"),
    ("its first value", {"first": (5,) + (-1,) * 8}, "first", "5 is outside -1 to 1"),
]


@pytest.mark.parametrize(("changes", "code", "words"), [f[1:] for f in FIELDS],
                         ids=[f[0] for f in FIELDS])
def test_fields(small: Program, changes: dict[str, object], code: str, words: str) -> None:
    broken = with_field(small, 1, **changes)
    if code == "offset":  # move everything behind it as well, so that there is one gap
        for number in (2, 3, 4):
            broken = with_field(broken, number, offset=small.fields[number].offset + 1)
    only(broken, code, words)


def test_dimensions(small: Program) -> None:
    lost = Domain("cell", small.fields[1].dims[0].labels[:8])
    found = {item.code for item in verify(with_field(small, 1, dims=(lost,)))}
    assert "program-dimensions" in found
    unused = with_field(small, small.rule, dims=(Domain("x", ("a", "b")),))
    only(unused, "dimensions", "2 elements, its first values 1")


def test_first_offset(small: Program) -> None:
    moved = replace(small, fields=[replace(f, offset=f.offset + 1) for f in small.fields])
    only(moved, "offset", "starts at 1, not at 0")


def test_roles(small: Program) -> None:
    only(replace(small, ranks=99), "unknown", "the ranks field: there is no field 99")
    only(replace(small, rule=small.ranks), "role", "the rule field: it has 2 elements, not 1")
    only(with_field(small, small.at, type=VType("int", 0, 0)), "role", "cannot hold 0 to 1")
    only(replace(small, seats=("X",)), "role", "the ranks field: it has 2 elements, not 1")
    only(replace(small, pays=small.rule), "role", "the payoff field: it has 1 elements, not 2")


# ---- expressions ------------------------------------------------------------------------------

TESTS: list[tuple[E, str, str]] = [
    (Load(99), "unknown", "there is no field 99"),
    (Op("==", (Load(1), Const(0))), "index", "has 1 dimensions, but is read or changed with 0"),
    (Op("==", (Load(1, (Const(9),)), Const(0))), "index", "the index 9 of field 1"),
    (Op("==", (Load(1, (Const(0), Const(0))), Const(0))), "index", "with 2 indices"),
    (Comp("any", "x", 10, Op("==", (Load(1, (Local("x"),)), Const(0)))), "index",
     "the local x counts below 10"),
    (Op("==", (Local("nowhere"), Const(0))), "local", "the local nowhere is not bound"),
    (Comp("any", "x", 9, Comp("any", "x", 9, Const(1))), "local", "x is bound twice"),
    (Load(0), "sort", "a condition is a number, not a truth"),
    (Op("and", (Const(1), Load(0))), "sort", "what stands with `and` is a number"),
    (Op("in", (Const(0), Load(0))), "sort", "what stands after `in` is a number, not a set"),
    (Op("==", (Comp("set", "x", 9, Const(1)), Load(0))), "sort", "are a set and a number"),
    (Op("<", (Op("not", (Const(0),)), Const(1))), "sort", "what stands before `<` is a truth"),
    (Cond(Const(1), Const(7), Const(1)), "sort", "a condition is a number or a set"),
    (Op("==", (Cond(Const(1), Load(0), Const(-1)), Const(0))), "", ""),
    (Op("xor", (Const(1), Const(1))), "operation", "no operation `xor`"),
    (Op("not", (Const(1), Const(1))), "operation", "`not` cannot have 2 values"),
    (Op("<", (Const(1),)), "operation", "`<` has 1 values"),
    (Comp("some", "x", 9, Const(1)), "operation", "no comprehension `some`"),
    (Op("==", (Table((1, 2, 3), (2,), (Const(0),)), Const(1))), "table",
     "a table of 2 has 3 values"),
    (Op("==", (Table((1, 2), (2,), (Const(2),)), Const(1))), "index", "the index 2 of a table"),
    (Op("==", (Table((1, 2), (2,), ()), Const(1))), "index", "with 0 indices"),
    (Op("in", (Const(0), Flood(Const(0), Const(3), (2, 1, 8)))), "table", "leave its cells"),
    (Op("in", (Const(0), Ray(Const(0), Const(0), Const(3), (1, -1, 2), 2, False))), "table",
     "2 directions has 3 steps"),
    (Op("==", (Times(0), Const(3))), "unknown", "there is no memory 0"),
]


@pytest.mark.parametrize(("test", "code", "words"), TESTS)
def test_expressions(small: Program, test: E, code: str, words: str) -> None:
    broken = demanding(small, test)
    if code:
        only(broken, code, words)
        assert verify(broken)[0].span == small.nodes[0].alternatives[0].span
    else:
        assert verify(broken) == []


# ---- effects ----------------------------------------------------------------------------------


def test_store(small: Program) -> None:
    only(storing(small, 99, Const(0)), "unknown", "there is no field 99")
    only(storing(small, 1, Const(0)), "index", "field 1 (piece) has 1 dimensions")
    only(storing(small, 0, Const(2)), "value", "field 0 (to move) becomes 2, outside 0 to 1")
    only(storing(small, 0, Comp("set", "x", 9, Const(1))), "sort", "becomes is a set")
    only(storing(small, 0, Local("x")), "local", "block 0: the local x is not bound")


def test_places(small: Program) -> None:
    """A violation in a line stands at the line; one in a block is named by its number."""
    (in_line,) = verify(storing(small, 99, Const(0)))
    assert in_line.span == small.nodes[0].span
    assert in_line.render().splitlines()[1].strip().startswith("must put a Mark")
    (nowhere,) = verify(with_block(small, 0, exit=Goto(77)))
    assert nowhere.span is None
    assert nowhere.message == "block 0: there is no block 77"


def test_straight_code(small: Program) -> None:
    span = small.nodes[0].span
    inside = Store(span, (), 0, (), Local("x"))
    bound = Let(span, (), "x", Const(0))
    assert verify(at_start(small, bound, inside)) == []
    only(at_start(small, inside, bound), "local", "x is not bound")
    only(at_start(small, IfDo(span, (), Const(1), (bound,), ()), inside), "local", "not bound")
    loop = EachDo(span, (), "x", 2, Const(3), (inside,))
    only(at_start(small, loop, inside), "local", "not bound")
    only(at_start(small, EachDo(span, (), "x", 2, Load(0), (inside,))), "sort", "a loop runs over")
    only(at_start(small, IfDo(span, (), Load(0), (), ())), "sort", "what is tested is a number")
    only(at_start(small, Reset(span, (), 50)), "unknown", "there is no field 50")
    only(at_start(small, Record(span, (), 0, False)), "unknown", "there is no memory 0")


FINISHES: list[tuple[Callable[[Finish], Finish], str, str]] = [
    (lambda f: replace(f, kind="folds", player=None), "ending", "no ending `folds`"),
    (lambda f: replace(f, player=None), "ending", "`wins` needs a player"),
    (lambda f: replace(f, values=(Const(1),)), "ending", "`wins` has 1 values, not 0"),
    (lambda f: replace(f, kind="rank", player=None), "ending", "`rank` has 0 values, not 2"),
    (lambda f: replace(f, refs=("NO-01",)), "rule", "NO-01 is not among the rules"),
]


@pytest.mark.parametrize(("change", "code", "words"), FINISHES)
def test_finish(
    small: Program, change: Callable[[Finish], Finish], code: str, words: str
) -> None:
    finish = Finish(small.nodes[0].span, (), "wins", Load(0), ())
    assert verify(at_start(small, finish)) == []
    only(at_start(small, change(finish)), code, words)


# ---- blocks and nodes -------------------------------------------------------------------------


def test_paying(small: Program) -> None:
    paid = replace(small, pays=small.ranks)
    finish = Finish(small.nodes[0].span, (), "pay", None, (Const(1), Const(-1)))
    assert verify(at_start(paid, finish)) == []
    only(at_start(small, finish), "ending", "it pays, but no field keeps payoffs")


def test_exits(small: Program) -> None:
    only(with_block(small, 0, exit=ToNode(3)), "unknown", "block 0: there is no node 3")
    only(with_block(small, 0, exit=Branch(Load(0), 1, 1)), "sort", "what its exit tests")
    only(with_block(small, 0, exit=Branch(Const(1), 1, 50)), "unknown", "there is no block 50")
    only(with_block(small, 0, exit=Halt()), "exit", "block 0: it is reached, but goes on nowhere")
    unreached = replace(small, blocks=[*small.blocks, Block()])
    assert verify(unreached) == []
    only(replace(unreached, blocks=[*small.blocks, Block(exit=Goto(99))]), "unknown", "no block 99")
    only(replace(small, start=40), "unknown", "the start: there is no block 40")


def test_handing_over(small: Program) -> None:
    choice = small.nodes[0].alternatives[0]
    only(with_block(small, 0, exit=Goto(choice.block)), "handing", "needs what a choice hands over")
    own = small.nodes[0].block
    only(with_alternative(small, 0, block=own), "handing", f"block {own} takes nothing")
    only(with_alternative(small, 0, block=99), "unknown", "there is no block 99")


def test_nodes(small: Program) -> None:
    only(with_node(small, 0, id=1), "number", "node 0: it is numbered 1")
    only(with_node(small, 0, alternatives=[]), "options", "nothing to choose from")
    only(with_node(small, 0, player=Local("p")), "local", "the local p is not bound")
    only(with_node(small, 0, empty=99), "unknown", "there is no block 99")
    only(with_node(small, 0, block=0), "node", "its own block 0 does not lead to it")
    only(with_alternative(small, 0, label=("to ", 1)), "label", "shows choice 1 of 1")
    only(with_alternative(small, 0, weight=Local("w")), "local", "the local w is not bound")
    later = replace(small.nodes[0].alternatives[0].binders[0].guards[0], test=Local("later"))
    only(with_alternative(small, 0, after=(later,)), "local", "the local later is not bound")


def test_binders(large: Program) -> None:
    node = next(n for n in large.nodes if len(n.alternatives[0].binders) == 2)
    first, second = node.alternatives[0].binders
    swapped = (replace(first, guards=(*first.guards, *second.guards)), replace(second, guards=()))
    assert verify(with_alternative(large, node.id, binders=swapped)) == []
    later = replace(node.alternatives[0].guards[0], test=Op("==", (Local(second.var), Const(0))))
    early = (replace(first, guards=(later,)), second)
    only(with_alternative(large, node.id, binders=early), "local", f"{second.var} is not bound")
    wide = (replace(first, size=first.size - 1), second)
    only(with_alternative(large, node.id, binders=wide), "binder", f"counts below {first.size - 1}")


def test_frames() -> None:
    program = program_of("motif", first_player="coin")
    chance = next(node for node in program.nodes if node.chance)
    choice = chance.alternatives[0]
    assert not choice.frame
    only(with_alternative(program, chance.id, frame=(program.at,)), "handing",
         "but what is chosen is kept in fields")
    emptied = with_block(program, choice.block, params=(), effects=[])
    only(with_alternative(emptied, chance.id, frame=(program.at, program.at)), "frame",
         "2 fields keep 1 choices")
    narrow = with_alternative(emptied, chance.id, frame=(number_of(program, "stalemated"),))
    assert verify(narrow) == []  # two players fit in a truth
    only(with_alternative(emptied, chance.id, frame=(program.ranks,)), "frame", "cannot keep")
    only(with_alternative(emptied, chance.id, frame=(500,)), "unknown", "there is no field 500")


def test_memories(large: Program) -> None:
    (memory,) = large.memories
    for changes, code, words in (
        ({"count": 500}, "unknown", "memory 0 (Positions): there is no field 500"),
        ({"fields": (900,)}, "unknown", "there is no field 900"),
        ({"capacity": 999}, "memory", "its ring has 1000 elements for 999 positions"),
    ):
        only(replace(large, memories=[replace(memory, **changes)]), code, words)
    only(with_field(large, memory.count, type=VType("int", 0, 9)), "memory",
         "its count cannot hold 0 to 1000")


def test_duties_and_invariants(large: Program) -> None:
    (duty,) = large.duties
    only(replace(large, duties=[replace(duty, active=Load(large.player))]), "sort", "when it binds")
    only(replace(large, duties=[replace(duty, value=Comp("set", "x", 9, Const(1)))]), "sort",
         "what is to be reached is a set, not a truth or a number")
    guard = Guard(Const(1), duty.span, (), "always")
    assert verify(replace(large, invariants=[guard])) == []
    odd = replace(guard, parts=(replace(guard, relaxed=Local("x")),))
    only(replace(large, invariants=[odd]), "local", "the local x is not bound")
    value = replace(guard, values=(("the set", Const(-1), SET),))
    only(replace(large, invariants=[value]), "sort", "`the set` is a number, not a set")


def test_all_violations_are_told(small: Program) -> None:
    broken = replace(with_block(small, 0, exit=Goto(77)), ranks=99)
    broken = with_alternative(broken, 0, label=(3,))
    assert {item.code for item in verify(broken)} == {"program-unknown", "program-label"}
    assert len(verify(broken)) == 3
