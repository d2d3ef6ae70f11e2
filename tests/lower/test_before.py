"""What was so before an act: kept only where it is asked, the same for the oracle and the engine,
never a way around a secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver, ir
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_text
from tests.oracle.test_executor import in_step

GAME = """\
game Ponds
  "What was there, and what was taken."

players 2: Red, Blue
board Pond: a grid of square cells, 4 by 4
piece Stone of a player, on Pond
piece Reed of a player, on Pond
each player has a score: 0 to 999
each Stone has a worth: 0 to 9, at first 3{hidden}
each Stone can be tired
each cell can be wet
a Stone outranks a Stone S if its worth is more than the worth of S

setup
  for each cell
    if the cell's row is 1
      put a Stone of Red on the cell
      the Stone's worth becomes its cell's column
    if the cell's row is 3, put a tired Stone of Blue on the cell
    if the cell's row is 4, put a Reed of Blue on the cell

turn
{turn}
"""
ASKING = """\
  must if possible do one of
    move a Stone S of the player to a cell next to its cell
      only if there is no Stone of the player on the cell
      the player's score goes up by the captured Stone's worth
      if the captured Stone outranks S, the player's score goes up by 1
      if there was a Reed on the cell, the cell becomes wet
      may choose a wet cell C, written "dry {C}", or "no"
        only if the captured Stone is not none
        only if there is a Stone on C
        if the cell was occupied, C becomes not wet
        remove the Stone on C
        if the captured Stone was tired, the player's score goes up by 7
    put a Stone of the player on a cell where (it is occupied), written "+{cell}"
      if (the number of Stones beforehand) is the number of Stones, the cell becomes wet
    choose a cell where (it is wet)
      for each Stone of the player's opponent
        remove it
        if the captured Stone was tired, the cell becomes not wet
  if there is no Stone of the player\'s opponent, the player wins
"""
MOVE = "  must move a Stone of the player to a cell\n"


def game(tmp_path: Path, turn: str, hidden: str = "") -> Game:
    path = tmp_path / "ponds.rules"
    path.write_text(GAME.format(turn=turn.rstrip(), hidden=hidden), encoding="utf-8")
    assert [p.render() for p in checking.check(path) if p.severity == "error"] == []
    return driver.load(path).instantiate()


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_oracle_and_the_engine_agree(tmp_path: Path, seed: str) -> None:
    oracle = in_step(game(tmp_path, ASKING).machine, seed)
    assert oracle.typed.steps > 0


def fields_of(made: Game) -> list[str]:
    """What lives while a choice is carried out."""
    return [field.name for field in made.program.fields if field.group is ir.Group.FRAME]


def test_what_is_not_asked_is_not_kept(tmp_path: Path) -> None:
    plain = game(tmp_path, MOVE + "    the cell becomes wet")
    asking = game(tmp_path, MOVE + "    if the cell was occupied, the cell becomes wet")

    def kept(made: Game) -> int:
        """The values that are worked out below the choice, before its effects."""
        block = made.program.blocks[made.program.nodes[0].alternatives[0].block]
        return sum(isinstance(effect, ir.Let) for effect in ir.effects(block.effects))

    assert kept(asking) == kept(plain) + 1
    assert fields_of(asking) == fields_of(plain)


def test_what_is_kept_over_a_choice_is_emptied(tmp_path: Path) -> None:
    """Equal positions are equal states: nothing is left of what was kept."""
    made = game(tmp_path, MOVE + """\
    may choose "more", or "no"
      the player's score goes up by the captured Stone's worth
""")
    state = made.start().apply("a1-a3")
    frames = [f for f in made.program.fields if f.group is ir.Group.FRAME]

    def left(state: State) -> list[int]:
        vector = made.machine.plain(state.vector)
        return [vector[f.offset] - f.first[0] for f in frames]

    assert any(left(state))
    assert not any(left(state.apply("no")))


def test_a_hidden_thing_stays_hidden(tmp_path: Path) -> None:
    """What is kept of a secret is a secret: a choice must not depend on it."""
    turn = MOVE + """\
    may choose "more", or "no"
      only if the captured Stone's worth is 3
      the cell becomes wet
"""
    path = tmp_path / "ponds.rules"
    for hidden in ("", ", seen by nobody"):
        text = GAME.format(turn=turn.rstrip(), hidden=hidden)
        path.write_text(text, encoding="utf-8")
        found = [p for p in checking.check(path) if p.code == "secret"]
        assert bool(found) is bool(hidden)
        lines = [text.splitlines()[p.span.line - 1].strip() for p in found if p.span]
        assert ("only if the captured Stone's worth is 3" in lines) is bool(hidden)


def test_a_refusal_shows_the_line(tmp_path: Path) -> None:
    """What was kept is a condition like any other."""
    made = game(tmp_path, MOVE + """\
    must choose a cell C
      only if the captured Stone was tired
      C becomes wet
    the player wins
""")
    state = made.start().apply("a1-a3")
    assert len(state.options()) == 16
    with pytest.raises(Exception, match="nothing is possible"):
        made.start().apply("a1-a2")


def test_the_layout() -> None:
    text = GAME.format(turn=ASKING.rstrip(), hidden="")
    once = format_text(Source("ponds.rules", text))
    assert "the captured Stone's worth" in once and "(the number of Stones beforehand)" in once
    assert format_text(Source("ponds.rules", once)) == once


def test_words_of_the_moment_before_may_be_names(tmp_path: Path) -> None:
    path = tmp_path / "names.rules"
    path.write_text("""\
game Names
players 2: Red, Blue
board Pond: a grid of square cells, 2 by 2
piece Stone of a player, on Pond
each Stone can be captured
each player has a beforehand: 0 to 9
turn
  must put a captured Stone of the player on an empty cell
    the player's beforehand goes up by 1
  if there is no empty cell, rank every player by the player's beforehand
""", encoding="utf-8")
    assert [p.render() for p in checking.check(path)] == []
