"""Refusals in words: what was meant, what is not so, and the step a move belongs to."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.ui import wording
from tests.texts import path_of, shipped


@cache
def start(name: str) -> State:
    return shipped(name).instantiate().start()


def after(name: str, *moves: str) -> State:
    state = start(name)
    for move in moves:
        state = state.apply(move)
    return state


MOTIF = ("Gold begins", "+c3", "+b3")
CHESS = str(path_of("chess"))
MOTATORS = ("a1", "g1", "give road")


@pytest.mark.parametrize(
    ("name", "moves", "text", "said"),
    [
        # the other order of a pair
        ("motators", MOTATORS, "place a2-a1", "is written `place a1-a2` here"),
        ("motators", MOTATORS, "place g10-g9", "(written `place g9-g10`) is refused"),
        # what the author calls by a letter is named
        ("motators", MOTATORS, "place c3-b4", "one step towards north from c3"),
        # parts of moves, and things there are none of
        ("motif", MOTIF, "d4", "only a part of a move: c3-d4, +d4"),
        ("motif", (*MOTIF, "c3-e5"), "b3", "only a part of a move, and no option has it; "),
        ("motif", MOTIF, "d7", "there is no tile `d7`; there are a1 to e5. Options look like `c3-"),
        ("motif", MOTIF, "c3 d3", "is no move here; what can be done is: move a Token of the "
         "player to a tile or put a Token of the player on a tile. Options look like `c3-"),
        (CHESS, (), "e2e9", "there is no square `e9`; there are a1 to h8. Options look "
         "like `b1a3`"),
        ("motif", MOTIF, "+z9", "there is no tile `z9`; there are a1 to e5"),
        ("motators", MOTATORS[:2], "give lava", "there is no surface `lava`; there are city, road"),
        # what is denied twice is said straight
        ("motif", (*MOTIF, "+d4"), "d4-d5", "is refused because the Token is new"),
        # other steps of the turn
        ("motators", MOTATORS, "stay", "belongs to the step Move, which comes later"),
        ("motators", (*MOTATORS, "place a1-a2"), "place c1-c2",
         "belongs to the step Place, which is over"),
        ("motators", (*MOTATORS, "place b2-c2"), "stay",
         "belongs to the step Move, which was left out because nothing could be done in it"),
    ],
)
def test_said(name: str, moves: tuple[str, ...], text: str, said: str) -> None:
    assert said in after(name, *moves).why(text).message


def test_one_misfit_names_its_rows_and_the_rule_of_the_table() -> None:
    verdict = after("motators", *MOTATORS, "place a1-a2").why("move a1-a2 boat")
    tables = [rule for rule in verdict.rules if "TABLE" in rule]
    assert tables == ["MOT-TABLE-06", "MOT-TABLE-10", "MOT-TABLE-16"]


def test_a_ruling_says_what_holds_with_its_value() -> None:
    state = shipped("motif").instantiate(None, {"obligation": "maximal"}).start()
    ledger, options = state.game.ruleset.ledger, state.game.options
    assert "as many of its actions" in str(ledger.says("MTF-R09", options))
    assert ledger.says("MTF-R09") != ledger.says("MTF-R09", options)
    verdict = state.apply("Gold begins").apply("+c3").apply("+b3").why("c3-c3")
    told = "\n".join(wording.explained(verdict, state.game.says))
    assert "[MTF-MOVE-12]" in told


@pytest.mark.parametrize("name", ["motif", "motators"])
def test_every_named_value_of_a_ruling_has_its_sentence(name: str) -> None:
    ruleset = shipped(name)
    known = {option.key: option for option in ruleset.options}
    said = {
        tuple(part.replace(" ", "_").replace("-", "_") for part in key.split(" is "))
        for rule in ruleset.ledger.rules.values() for key in rule.under
    }
    for key, value in said:
        assert value in known[key].words and value != known[key].default
    wanted = {(o.key, word) for o in known.values() for word in o.words if word != o.default}
    assert wanted == said


SENDING = """\
game Sending
players 2: Red, Blue
board Field: a grid of square cells, 2 by 2
piece Block of a player, on Field
each Block can be fixed
setup
  put a Block of Red on a1
  put a Block of Red on a2
  a1's Block becomes fixed
turn
  must choose a cell F that has a Block of the player and a cell
    only if the player can send (F's Block) towards the cell
    move F's Block to the cell
  the player wins
a player can send a Block towards a cell if
  the Block is not fixed
  the cell is empty
"""


def test_another_move_is_not_explained(tmp_path: Path) -> None:
    """Where the order of two cells means something, that of another move is not taken."""
    path = tmp_path / "sending.rules"
    path.write_text(SENDING, encoding="utf-8")
    verdict = driver.load(path).instantiate().start().why("a1-a2")
    assert verdict.message == "`a1-a2` is refused because the Block is fixed"
