"""Programs and games in words: the whole text of a small game, what must be said of a large one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from programs import CELL, CELL_SET, SPAN, field, laid_out, small, store, with_block

import rulewright
from rulewright.interpreter import driver, ir
from rulewright.interpreter.ir.printer import ProgramText, print_program
from rulewright.interpreter.program.describe import describe
from rulewright.interpreter.program.instantiate import Instance, instantiate
from rulewright.interpreter.program.world import key_of

ROOT = Path(rulewright.__file__).parent
FILES = sorted([*(ROOT / "rulesets").glob("*.rules"), *(ROOT / "tests/rulesets").glob("*.rules")])


def build(name: str, players: int = 2, **options: str) -> tuple[ir.Program, Instance]:
    path = next(path for path in FILES if path.name == f"{name}.rules")
    return instantiate(driver.load(path).sheet, name, players, options)


def said(text: str, heading: str) -> list[str]:
    """The lines of a section, without their indentation."""
    lines = text.splitlines()
    start = lines.index(heading) + 1
    end = next((i for i in range(start, len(lines)) if not lines[i]), len(lines))
    return [line[2:] for line in lines[start:end]]


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
    assert print_program(build("tic-tac-toe")[0]) == PROGRAM


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_programs_print_the_same_every_time(path: Path) -> None:
    sheet = driver.load(path).sheet
    players = driver.load(path).min_players
    first = print_program(instantiate(sheet, path.stem, players, {})[0])
    assert first == print_program(instantiate(sheet, path.stem, players, {})[0])
    assert not any(line != line.rstrip() for line in first.splitlines())


def test_large_program() -> None:
    program, _ = build("motif", first_player="coin")
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
    program = build("motif")[0]
    text = print_program(program)
    assert text != print_program(build("motif", path="straight")[0])
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
        choice, after=choice.binders[0].guards, weight=ir.Const(3)
    )
    assert said(print_program(program), "nodes")[-2:] == [
        "    only if afterwards cell.marks[cell] == -1", "    weighted by 3",
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


# ---- games ------------------------------------------------------------------------------------

GAME = """\
Tic-Tac-Toe
Three in a row wins.

Players
  X, O

Boards
  Grid: 3 by 3 square cells, a1 to c3

Pieces
  a Mark of X or O, on a cell of Grid

The course of the game
  turn
    must put a Mark of the player on an empty cell
    if the cells of the player include a line of 3
      the player wins
    if there is no empty cell
      the game is drawn
"""


def test_game() -> None:
    assert describe(build("tic-tac-toe")[1]) == GAME


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_game_can_be_described(path: Path) -> None:
    ruleset = driver.load(path)
    instance = instantiate(ruleset.sheet, path.stem, ruleset.min_players, {})[1]
    text = describe(instance)
    assert text.startswith(ruleset.title + "\n")
    assert text.endswith("\n") and not any(line != line.rstrip() for line in text.splitlines())
    assert all(name in text for name in (*instance.pieces, *instance.grids))
    assert all(f"  {key_of(name)}: " in text for name in instance.options)


def test_options_and_rulings() -> None:
    text = describe(build("motif", width="4", tokens="unlimited")[1])
    assert said(text, "Options") == [
        "width: 4 (2 to 9, normally 5)".ljust(70) + "[MTF-SETUP-02 MTF-R01]",
        "height: 5 (2 to 9, normally 5)".ljust(70) + "[MTF-SETUP-02 MTF-R01]",
    ]
    rulings = said(text, "Rulings")
    assert rulings[0].split("  ")[0] == "tokens: unlimited (1 to 20 or unlimited, normally 3)"
    assert any(line.startswith("stalemate_trigger: 3 (2 to 9, always or off, normally 3)")
               for line in rulings)
    assert "each player has a reserve: 0 to 20, at first 20" in said(text, "What they have")
    assert said(text, "Boards") == ["Tiles: 4 by 5 square tiles, a1 to d5"]


def test_only_what_is_active_is_told() -> None:
    plain, other = describe(build("motif")[1]), describe(build("motif", tie="last_mover")[1])
    told = "the game has a last mover: a player, at first Gold"
    assert told not in plain and told in other
    assert "the last mover wins" not in plain and "the last mover loses" not in other
    assert "the last mover wins" in other
    assert "when " not in plain.replace("whenever", "").partition("Players")[2]


def test_rules_are_told_with_their_references() -> None:
    text = describe(build("motif")[1])
    lines = said(text, "What words mean")
    at = lines.index("a Token can reach a tile if".ljust(70) + "[MTF-ADD-04]")
    assert [line.partition("[")[0].rstrip() for line in lines[at : at + 5]] == [
        "a Token can reach a tile if",
        "  the tile is not the Token's tile",
        "  the tile is empty",
        "  the tile is connected to the Token's tile by orthogonal steps",
        "    over empty tiles",
    ]
    assert said(text, "Duties")[0].startswith("duty by the end of the turn, whenever the game is")
    assert said(text, "The end")[1] == "  do Count Tiles"
    assert said(text, "What is remembered") == [
        "Positions: the colour of the tile, the pieces on Tiles, the reserve of the player and "
        "whose turn it is; up to 1000 positions"
    ]
    course = said(text, "The course of the game")
    assert course[0] == "setup" and "step Land" in course
    loop = next(i for i, line in enumerate(course) if "at least 3, do Stop The Loop" in line)
    assert course[loop].startswith("  if the game is stalemated and the times of Positions")
    assert course[loop + 1].startswith("  if the game is not stalemated and")
    assert course[loop + 2].startswith("    the game becomes stalemated")


LINES = """\
game Lines
players 2: Gold, Black
option size: small, big
option speed: slow, fast
board Grid: a grid of square cells, 2 by 2
piece Mark of a player, on Grid
when size is big, a cell is free if  [LIN-1]
  when speed is fast, the cell is empty  [LIN-2]
  when speed is slow, any of
    the cell is empty
    the cell is a1
when size is small, a cell is free if the cell is empty
turn
  when size is big, when speed is fast, if the cells of the player include a line of 2,
    must choose "when", written "when, if"  [LIN-3]
    the player wins
  if there is no Mark, when speed is slow, for each player, when size is big, Black begins
  must do one of
    when size is big, put a Mark of the player on a cell
      when speed is fast, only if the cell is free
      only if the cell is free
    when size is small, when speed is fast, choose "no"
    choose "yes"
when size is big, end as soon as there is no empty cell, Gold wins  [LIN-4]
when size is small,
  end after the turn if a1 is occupied, if b1 is occupied, the game is drawn
"""
SAID = {
    ("big", "fast"): """\
a cell is free if [LIN-1]
  the cell is empty [LIN-2]
turn
  if the cells of the player include a line of 2, must choose "when", written "when, if" [LIN-3]
    the player wins
  must do one of
    put a Mark of the player on a cell
      only if the cell is free
      only if the cell is free
    choose "yes"
end as soon as there is no empty cell, Gold wins [LIN-4]
""",
    ("big", "slow"): """\
a cell is free if [LIN-1]
  any of
    the cell is empty
    the cell is a1
turn
  if there is no Mark, for each player, Black begins
  must do one of
    put a Mark of the player on a cell
      only if the cell is free
    choose "yes"
end as soon as there is no empty cell, Gold wins [LIN-4]
""",
    ("small", "fast"): """\
a cell is free if the cell is empty
turn
  must do one of
    choose "no"
    choose "yes"
end after the turn if a1 is occupied, if b1 is occupied, the game is drawn
""",
}


@pytest.mark.parametrize("options", SAID, ids=" ".join)
def test_a_line_is_told_without_its_when(options: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "lines.rules"
    path.write_text(LINES, encoding="utf-8")
    chosen = dict(zip(("size", "speed"), options, strict=True))
    text = describe(instantiate(driver.load(path).sheet, "lines", 2, chosen)[1])
    sections = ("What words mean", "The course of the game", "The end")
    lines = [line for section in sections for line in said(text, section)]
    assert [re.sub(r"\s+\[", " [", line) for line in lines] == SAID[options].splitlines()
