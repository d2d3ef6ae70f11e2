"""Programs in words: the whole text of a small one, what must be said of a large one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import driver
from rulewright.interpreter.program.instantiate import Instance, instantiate
from rulewright.interpreter.program.ir import (
    Comp,
    Cond,
    Const,
    Domain,
    E,
    Flood,
    Let,
    Load,
    Local,
    Op,
    Program,
    Ray,
    Store,
    Table,
    Times,
    VType,
)
from rulewright.interpreter.program.printer import ProgramText, print_program

ROOT = Path(rulewright.__file__).parent
FILES = sorted([*(ROOT / "rulesets").glob("*.rules"), *(ROOT / "tests/rulesets").glob("*.rules")])


def build(name: str, players: int = 2, **options: str) -> tuple[Program, Instance]:
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

fields
  game.to_move: a player, at first X
  Grid.piece[cell 9]: -1 to 1, at first -1 x9
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
    if not any(cell2 below 9: Grid.piece[cell2] == -1):
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
        if Grid.piece[cell] == -1
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
    assert "tile.colour[tile 25]: White or a player, at first White x25" in said(text, "fields")
    assert "game.stalemated: yes or no, at first no" in said(text, "fields")
    (memory,) = said(text, "memories")
    assert memory.startswith("Positions: tile.colour, Tiles.piece, player.reserve, game.to_move; ")
    assert any(": chance at block" in line for line in said(text, "nodes"))
    assert said(text, "duties") == [
        "turn.changes >= 1 while game.stalemated  [MTF-STALE-02 MTF-STALE-04 MTF-STALE-05 MTF-R19]"
    ]
    walks = [line for line in said(text, "nodes") if "flood(" in line]
    assert walks and all("T1" in line or "T2" in line for line in walks)
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


EXPRESSIONS: list[tuple[E, str]] = [
    (Op("and", (Op("or", (Load(0), Load(0))), Op("not", (Load(0),)))),
     "(x.a or x.a) and not x.a"),
    (Op("not", (Op("and", (Load(0), Load(0))),)), "not (x.a and x.a)"),
    (Op("-", (Const(1), Op("-", (Const(2), Const(3))))), "1 - (2 - 3)"),
    (Op("*", (Op("+", (Const(1), Const(2))), Const(3))), "(1 + 2) * 3"),
    (Op("in", (Local("cell7"), Op("&", (Const(5), Const(6))))), "cell in 5 & 6"),
    (Op("==", (Op("==", (Const(1), Const(1))), Const(0))), "(1 == 1) == 0"),
    (Cond(Load(0), Const(1), Const(-1)), "(1 if x.a else -1)"),
    (Load(1, (Local("cell7"), Const(1))), "y.b_c[cell, 1]"),
    (Table((4, 5), (2,), (Load(0),)), "(4 5):2[x.a]"),
    (Table(tuple(range(9)), (3, 3), (Const(0), Const(1))), "T1:3x3[0, 1]"),
    (Comp("total", "n4", 5, Const(1), Local("n4")), "total(n below 5: 1, n)"),
    (Flood(Const(0), Const(3), (2, 1)), "flood(0, 3, (2 1))"),
    (Ray(Const(0), Const(1), Const(3), (1, -1), 1, True), "ray_end(0, 1, 3, (1 -1)/1)"),
    (Times(3), "times(memory#3)"),
]


@pytest.mark.parametrize(("e", "text"), EXPRESSIONS, ids=[text for _, text in EXPRESSIONS])
def test_expressions(e: E, text: str) -> None:
    program = build("tic-tac-toe")[0]
    two = Domain("two", ("p", "q"))
    a = replace(program.fields[0], owner="x", name="a", type=VType("bool"))
    b = replace(program.fields[1], owner="y", name="b c", dims=(two, two))
    assert ProgramText(replace(program, fields=[a, b])).expr(e) == text


def test_names_that_are_shared_are_numbered() -> None:
    program = build("tic-tac-toe")[0]
    twins = [replace(made, owner="x", name="a", id=i) for i, made in enumerate(program.fields)]
    text = print_program(replace(program, fields=twins))
    assert "  x.a#1[cell 9]: " in text and "x.a#0 := " in text


def test_locals_are_numbered_anew_in_every_block() -> None:
    program = build("tic-tac-toe")[0]
    span = program.nodes[0].span
    renamed = [replace(block) for block in program.blocks]
    renamed[0] = replace(renamed[0], effects=[
        Let(span, (), "cell90", Const(1)), Let(span, (), "cell7", Const(2)),
        Store(span, ("A-01",), 0, (), Local("cell90")),
    ])
    text = print_program(replace(program, blocks=renamed))
    assert said(text, "blocks")[:5] == [
        "0:", "  let cell = 1", "  let cell2 = 2", "  game.to_move := cell  [A-01]", "  -> 1",
    ]
