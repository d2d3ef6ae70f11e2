"""Programs in words: the whole text of a small one, what must be said of a large one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.interpreter import ir
from rulewright.interpreter.ir.print import ProgramText, print_program
from rulewright.interpreter.lower.game import instantiate
from tests.played import Setup, each_setup
from tests.programs import CELL, CELL_SET, SPAN, field, laid_out, small, store, with_block
from tests.texts import build, said

# ---- programs ---------------------------------------------------------------------------------

#: The nine cells are numbered row by row from the bottom: a1 = 0 … c3 = 8. A line of three is a
#: mask: the bottom row is 1 + 2 + 4 = 7, the left column 1 + 8 + 64 = 73, and so on.
PROGRAM = """\
program tic-tac-toe for X, O
14 numbers; player is game.to_move, ranks is player.rank, rule is game.rule, at is game.at
begins at block 0, every turn at block 1

fields
  game.to_move: player, at first X
  Grid.piece[cell 9]: piece or none, at first none x9
  player.rank[player 2]: 0 to 2, at first 0 x2
  game.rule: 0 to 1, at first 0
  game.at: 0 to 1, at first 0

blocks
  0: -> 1
  1: -> 4
  2: end of turn -> 6
  3:
    if has_line(set(cell below 9: Grid.piece[cell] == game.to_move), (73 273 7 146 292 56 448 84)):
      finish wins game.to_move
    if not any(cell below 9: not some Grid.piece[cell]):
      finish drawn
    -> 2
  4: -> node 0
  5(cell):
    Grid.piece[cell] := -1
    Grid.piece[cell] := game.to_move
    -> 3
  6:
    game.to_move := (1 0):2[game.to_move]
    -> 1

nodes
  0: decision of game.to_move at block 4
    0: put a Mark of the player on an empty cell, written "{0}" -> 5
      for cell below 9: cell
        if not some Grid.piece[cell]
"""


def test_program() -> None:
    assert print_program(build("tic-tac-toe").program) == PROGRAM


@each_setup
def test_programs_print_the_same_every_time(setup: Setup) -> None:
    """That of the game that tests play, and one that is made anew."""
    ruleset, first = setup.game.ruleset, print_program(setup.game.program)
    again = instantiate(ruleset.declarations, ruleset.name, setup.players, setup.options)
    assert first == print_program(again.program)
    assert not any(line != line.rstrip() for line in first.splitlines())


def test_large_program() -> None:
    program = build("motif", first_player="coin").program
    text = print_program(program)
    assert "turn.changes: 0 to 4, at first 0, this turn" in said(text, "fields")
    assert "tile.colour[tile 25]: White or player, at first White x25" in said(text, "fields")
    assert "game.stalemated: yes or no, at first no" in said(text, "fields")
    (memory,) = said(text, "memories")
    assert memory.startswith("Positions: tile.colour, Tiles.piece, player.reserve, game.to_move; ")
    assert any(": chance at block" in line for line in said(text, "nodes"))
    assert said(text, "duties") == [
        "turn.changes >= 1 while game.stalemated  [MTF-STALE-02 MTF-STALE-04 MTF-STALE-05 MTF-R19]"
    ]
    walks = [line for line in said(text, "functions") if " reach(" in line]
    assert walks and all("T1" in line or "T2" in line for line in walks)
    assert not any(" reach(" in line for line in said(text, "nodes")), "definitions are called"
    assert any("can_reach(token, tile)" in line for line in said(text, "nodes"))
    assert len(said(text, "blocks")) > len(program.blocks)


def test_what_a_program_does_shows() -> None:
    """Another option or another effect is another text."""
    program = build("motif").program
    text = print_program(program)
    assert text != print_program(build("motif", path="straight").program)
    number, block = next((i, b) for i, b in enumerate(program.blocks) if b.effects)
    blocks = list(program.blocks)
    blocks[number] = replace(block, effects=block.effects[1:])
    assert text != print_program(replace(program, blocks=blocks))


FLAG = field("a", ir.BOOL, 0)
LOAD = ir.load(FLAG)
TWO = ir.Domain("two", ("p", "q"))
GRID = field("b c", ir.BOOL, 0, 0, 0, 0, dims=(TWO, TWO))
CELL7, INDEX = ir.Local("cell7", CELL), ir.Local("n_1", ir.number(0, 4))
NUMBERS = ir.Table(tuple(range(9)), (3, 3))
CALLED = ir.Function("can go", (CELL7,), ir.Op("==", (CELL7, ir.Const(3))))

EXPRESSIONS: list[tuple[ir.E, str]] = [
    (ir.Op("and", (ir.Op("or", (LOAD, LOAD)), ir.Op("not", (LOAD,)))),
     "(game.a or game.a) and not game.a"),
    (ir.Op("not", (ir.Op("and", (LOAD, LOAD)),)), "not (game.a and game.a)"),
    (ir.Op("-", (ir.Const(1), ir.Op("-", (ir.Const(2), ir.Const(3))))), "1 - (2 - 3)"),
    (ir.Op("*", (ir.Op("+", (ir.Const(1), ir.Const(2))), ir.Const(3))), "(1 + 2) * 3"),
    (ir.Op("in", (CELL7, ir.Op("&", (ir.Const(5), ir.Const(6))))), "cell in 5 & 6"),
    (ir.Op("==", (ir.Op("==", (ir.TRUE, ir.TRUE)), ir.FALSE)), "(1 == 1) == 0"),
    (ir.Op("some", (CELL7,)), "some cell"),
    (ir.Cond(LOAD, ir.TRUE, ir.NONE), "(1 if game.a else -1)"),
    (ir.load(GRID, CELL7, ir.TRUE), "game.b_c[cell, 1]"),
    (ir.Lookup(ir.Table((4, 5), (2,)), (LOAD,), ir.number(4, 5)), "(4 5):2[game.a]"),
    (ir.Lookup(ir.Table((4, 5), (2,), 0), (LOAD,), ir.number(0, 5)), "(4 5):2[game.a else 0]"),
    (ir.Lookup(NUMBERS, (ir.FALSE, ir.TRUE), ir.number(0, 8)), "T1:3x3[0, 1]"),
    (ir.Shift(CELL7, 2, CELL), "shift(cell, 2)"),
    (ir.Op("not", (ir.Shift(ir.Op("or", (LOAD, LOAD)), 0, CELL),)), "not (game.a or game.a)"),
    (ir.comp("total", INDEX, ir.op("==", INDEX, LOAD), INDEX), "total(n below 5: n == game.a, n)"),
    (ir.reach(ir.FALSE, ir.Const(3), INDEX, ir.load(GRID, INDEX, ir.FALSE), CELL_SET),
     "reach(0, 3, n -> game.b_c[n, 0])"),
    (ir.ray(ir.FALSE, ir.TRUE, ir.Const(3), ir.Table((1, -1), (2, 1)), True, CELL),
     "ray_end(0, 1, 3, (1 -1):2x1)"),
    (ir.Distance(ir.FALSE, ir.TRUE, ir.Const(3), ir.Table((1, -1), (2, 1)), 1),
     "distance(0, 1, 3, (1 -1):2x1, 1)"),
    (ir.HasLine(ir.Const(5000), ir.Table((3, 5), (2,))), "has_line(0x1388, (3 5))"),
    (ir.Times(3, 9), "times(memory#3)"),
    (ir.Call(CALLED, (CELL7,)), "can_go(cell)"),
]


@pytest.mark.parametrize(("e", "text"), EXPRESSIONS, ids=[text for _, text in EXPRESSIONS])
def test_expressions(e: ir.E, text: str) -> None:
    program = replace(small(), functions=[CALLED])
    program.fields[:] = [FLAG, GRID]
    assert ProgramText(program).expr(e) == text


def test_what_is_not_of_the_program_is_marked() -> None:
    text = ProgramText(small())
    assert text.expr(LOAD) == "game.a?" and text.expr(ir.Call(CALLED, (CELL7,))) == "can go?(cell)"


def test_functions_are_printed_once_and_called() -> None:
    where = ir.Local("cell_n70", CELL)
    once = ir.Function("near", (where,), ir.Op("==", (where, ir.Const(2))))
    again = ir.Function("near", (where,), ir.Op("not", (ir.Call(once, (where,)),)))
    test = ir.Op("and", (ir.Call(again, (ir.TRUE,)), ir.Call(again, (ir.FALSE,))))
    program = replace(small(), functions=[once, again], prospects=(test, test))
    text = print_program(program)
    assert said(text, "functions") == [
        "near#0(cell) = cell == 2", "near#1(cell) = not near#0(cell)",
    ]
    assert said(text, "prospects")[0] == "One: near#1(1) and near#1(0)"


def test_conditions_afterwards_and_weights_show() -> None:
    program = small()
    choice = program.nodes[0].alternatives[0]
    program.nodes[0].alternatives[0] = replace(
        choice, after=choice.binders[0].guards, rest=ir.Rest(choice.span, ("TRY-1",)),
        weight=ir.Const(3),
    )
    assert said(print_program(program), "nodes")[-3:] == [
        "    only if afterwards cell.marks[cell] == -1",
        "    only if the rest can be done  [TRY-1]", "    weighted by 3",
    ]


def test_names_that_are_shared_are_numbered() -> None:
    program = small()
    twins = laid_out([replace(FLAG), replace(GRID, name="a")])
    program.fields[:] = twins
    effect = store(twins[0], ir.TRUE)
    text = print_program(with_block(program, 0, effects=[effect]))
    assert "  game.a#1[two 2][two 2]: " in text and "game.a#0 := 1" in text


def test_locals_are_numbered_anew_in_every_block() -> None:
    program = small()
    first, second = ir.Local("cell90", CELL), ir.Local("cell7", CELL)
    text = print_program(with_block(program, 0, effects=[
        ir.Let(SPAN, (), first, ir.TRUE), ir.Let(SPAN, (), second, ir.Const(2)),
        ir.Store(SPAN, ("A-01",), program.player, (), first),
    ]))
    assert said(text, "blocks")[:5] == [
        "0:", "  let cell = 1", "  let cell2 = 2", "  flow.to_move := cell  [A-01]", "  -> 1",
    ]
    assert any(line.startswith("2(cell):") for line in said(text, "blocks"))
