"""Programs built by hand: a game of one choice over two fields, and what it takes to change it.

`small` is a whole program. Its fields are those every program has and four more: `marks`, what
stands on each of five cells; `score`, a number for each player; `seen` and `count`, a memory of two
positions. Block 0 begins, block 1 goes to the only node, block 2 is what a choice does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.interpreter import ir
from rulewright.interpreter.source import Source, Span

SPAN = Span(Source("hand.rules", "must mark a cell\n"), 1, 1, 1, 5)
CELLS = ir.Domain("cell", ("a", "b", "c", "d", "e"))
PLAYERS = ir.Domain("player", ("One", "Two"))
CELL, PLAYER = ir.VType("thing", domain=CELLS), ir.VType("thing", domain=PLAYERS)
CELL_SET = ir.VType("set", domain=CELLS)
CELL_OR_NONE, PLAYER_OR_NONE = ir.or_none(CELL), ir.or_none(PLAYER)


def laid_out(fields: Sequence[ir.Field]) -> list[ir.Field]:
    """The fields one behind the other, numbered."""
    made: list[ir.Field] = []
    for number, item in enumerate(fields):
        offset = made[-1].offset + made[-1].size if made else 0
        made.append(replace(item, id=number, offset=offset))
    return made


def field(name: str, kind: ir.VType, *first: int, group: ir.Group = ir.Group.GAME,
          dims: tuple[ir.Domain, ...] = (), **more: Any) -> ir.Field:
    """A field that `laid_out` gives its place."""
    return ir.Field(0, group, group.value, name, dims, kind, first, 0, **more)


def guard(test: ir.E) -> ir.Guard:
    return ir.Guard(test, SPAN, (), "a condition")


def store(made: ir.Field, value: ir.E, *index: ir.E) -> ir.Store:
    return ir.Store(SPAN, (), made, index, value)


def small(*more: ir.Field) -> ir.Program:
    """Players mark empty cells in turn; when all are marked, who marked the last has won."""
    fields = laid_out([
        field("to move", PLAYER, 0, group=ir.Group.FLOW),
        field("rank", ir.number(0, 2), 0, 0, group=ir.Group.RESULT, dims=(PLAYERS,)),
        field("rule", ir.number(0, 1), 0, group=ir.Group.RESULT),
        field("at", ir.number(0, 1), 0, group=ir.Group.FLOW),
        field("marks", PLAYER_OR_NONE, -1, -1, -1, -1, -1, group=ir.Group.CELL, dims=(CELLS,)),
        field("score", ir.number(0, 9), 0, 0, group=ir.Group.PLAYER, dims=(PLAYERS,)),
        field("seen", ir.number(0, 2), 0, group=ir.Group.MEMORY),
        field("chosen", CELL_OR_NONE, -1, group=ir.Group.FRAME),
        field("pays", ir.number(-9, 9), 0, 0, group=ir.Group.RESULT, dims=(PLAYERS,)),
        *more,
    ])
    to_move, rank, rule, at, marks, _, seen, _, pays = fields[:9]
    cell = ir.Local("cell1", CELL)
    empty = ir.Comp("any", ir.Local("cell_1", CELL), ir.op(
        "==", ir.load(marks, ir.Local("cell_1", CELL)), ir.NONE), ir.FALSE, ir.BOOL)
    mover = ir.load(to_move)
    other = ir.lookup(ir.Table((1, 0), (2,)), PLAYER, mover)
    binder = ir.Binder(cell, CELL, "cell", (guard(ir.op("==", ir.load(marks, cell), ir.NONE)),))
    choice = ir.Alternative((binder,), (), (0,), 2, (), "mark a cell", SPAN, ())
    won = ir.Finish(SPAN, ("R-1",), "wins", mover, ())
    end = ir.IfDo(SPAN, (), ir.op("not", empty), (won,), ())
    return ir.Program(
        name="hand", seats=PLAYERS.labels, fields=fields,
        blocks=[
            ir.Block([], ir.Goto(1)),
            ir.Block([], ir.ToNode(0)),
            ir.Block([store(marks, mover, cell), end], ir.TurnEnd(3), (cell,)),
            ir.Block([store(to_move, other)], ir.Goto(1)),
        ],
        nodes=[ir.Node(0, False, mover, [choice], None, SPAN, (), 1)],
        duties=[], memories=[ir.MemorySpec("Seen", seen, 2, (to_move, marks))], invariants=[],
        start=0, turn=1, player=to_move, ranks=rank, pays=pays, rule=rule, at=at, rules=["R-1"],
        functions=[],
    )


def with_block(program: ir.Program, at: int, **changes: Any) -> ir.Program:
    blocks = list(program.blocks)
    blocks[at] = replace(blocks[at], **changes)
    return replace(program, blocks=blocks)


def with_node(program: ir.Program, at: int, **changes: Any) -> ir.Program:
    nodes = list(program.nodes)
    nodes[at] = replace(nodes[at], **changes)
    return replace(program, nodes=nodes)


def with_alternative(program: ir.Program, node: int = 0, **changes: Any) -> ir.Program:
    made = list(program.nodes[node].alternatives)
    made[0] = replace(made[0], **changes)
    return with_node(program, node, alternatives=made)


def at_start(program: ir.Program, *effects: ir.Effect) -> ir.Program:
    """The program with more to do in its first block."""
    first = program.blocks[program.start]
    return with_block(program, program.start, effects=[*effects, *first.effects])


def demanding(program: ir.Program, test: ir.E) -> ir.Program:
    """The program with one more condition of its first choice."""
    old = program.nodes[0].alternatives[0]
    return with_alternative(program, guards=(*old.guards, guard(test)))
