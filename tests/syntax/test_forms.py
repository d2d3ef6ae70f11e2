"""The forms that hints of last resort show: each can be read as it is shown, with the words of the
author in the slots for which they are meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.filling import SLOT
from rulewright.interpreter.syntax.form_hints import FormHints
from rulewright.interpreter.syntax.forms import forms
from rulewright.interpreter.syntax.lexer import read_lines
from rulewright.interpreter.syntax.parser import automaton
from tests.corrected import found_in

FRAME = """\
game Harbour
players 2: Ann, Bob
board Bay: a grid of square cells, 4 by 4
piece Boat of a player, on Bay
kind card: ace, king, queen
kind die (dice): ruby, jade
each player has points: 0 to 99
each player has a debt with each player: 0 to 9
each player has a bid: a card or none
each player can be out
each player can be holding a card
each cell can be deep
each cell has a buoy: a player or none
each Boat can be laden
each die has a face: 1 to 6
each card can be spent
the game has a pot: 0 to 50
the worth of a card is
  3 for ace
  1 otherwise
a Boat can reach a cell if the cell is empty and the cell is next to the Boat's cell
"""
TURN = "turn\n  must choose a cell\n  Ann wins\n"
#: What the slots stand for when every form is read once.
WORDS = {
    "q": "the points of Ann", "q2": "the points of Bob", "t": "the points of Ann",
    "t2": "the points of Bob", "a": "the bid of Ann", "a2": "the bid of Bob", "v": "ace",
    "v2": "king",
    "q.rest": "the points of every other player", "q.each": "the player's points",
    "q.pair": "the debt of the player with Ann",
    "most": "points", "attr": "points", "num": "points", "num2": "points", "kept": "bid",
    "x": "Ann", "y": "ace", "z": "king", "p": "Ann", "p2": "Bob", "place": "a1", "holder": "Ann",
    "spot": "its cell", "one": "deep cell", "many": "deep cells", "one2": "Boat", "many2": "Boats",
    "one.a": "a deep cell", "men": "Boat", "men.many": "Boats", "adj": "out", "prep": "holding",
    "verb": "can reach", "n": "3", "noun": "player", "noun.a": "a player", "noun2.a": "a card",
    "things": "players", "piece": "Boat", "piece.a": "a Boat", "cell": "cell", "cell.a": "a cell",
    "cells": "cells", "new": "novel",
}
SECTIONS = ("conditions", "values", "effects", "endings", "declarations")
EVERY = [pytest.param(section, form.lines, id=f"{section}: {form.lines[0]}")
         for section in SECTIONS for form in forms(section)]


def hints(text: str = FRAME) -> FormHints:
    phrases = PhraseTable()
    phrases.learn(read_lines(Source("harbour", text), []))
    return FormHints(phrases, automaton("start"))


HINTS = hints()


@pytest.mark.parametrize(("section", "lines"), EVERY)
def test_every_form_can_be_read(section: str, lines: tuple[str, ...]) -> None:
    said = [SLOT.sub(lambda m: WORDS[m[1] + m[2] + ("." + m[3] if m[3] else "")], line)
            for line in lines]
    assert HINTS.readable(section, said), said


def test_there_are_forms_of_every_kind() -> None:
    assert len(EVERY) > 200
    assert all(len(forms(section)) > 10 for section in SECTIONS)


def hint(folder: Path, place: str, line: str) -> str:
    """The hint for a line at its place, of a ruleset that is refused for it alone."""
    text = {
        "if": FRAME + f"turn\n  if {line}\n    Ann wins\n  must choose a cell\n  Ann wins\n",
        "turn": FRAME + f"turn\n  {line}\n  must choose a cell\n  Ann wins\n",
        "top": FRAME + f"{line}\n{TURN}",
    }[place]
    problems = found_in(folder / "harbour.rules", text)
    assert problems
    return problems[0].hint or ""


# What is wanted was judged by what a reader takes the line to say.
SHOWN = [
    ("if", "Ann does not have a Boat", "Ann has no Boat"),
    ("if", "all but one player are out", "there is exactly 1 player that is not out"),
    ("if", "everyone but Ann is out", "every player that is not Ann"),
    ("if", "more than half of the cells are not deep",
     "(the number of cells that are not deep) times 2 is more than the number of cells"),
    ("if", "Ann leads by 3 points", "the points of Ann is at least the points of Bob plus 3"),
    ("if", "ruby and jade show the same face", "ruby's face is jade's face"),
    ("if", "Ann is out and so is Bob", "Ann and Bob are out"),
    ("if", "Ann holds the queen", "Ann is holding queen"),
    ("if", "more than half of the cells are deep",
     "(the number of cells that are deep) times 2 is more than the number of cells"),
    ("if", "at least two dice have the same face",
     "there is a die X where (there is a die Y that is not X where (X's face is Y's face))"),
    ("if", "both dice show 6", "there is no die whose face is not 6"),
    ("if", "half of the cells are deep",
     "(the number of cells that are deep) times 2 is at least (the number of cells)"),
    ("if", "no die shows a 6", "there is no die whose face is 6"),
    ("if", "the sum of the dice is 7", "the total face among dice"),
    ("turn", "whoever has the most points begins",
     "for each player that is (the player with the greatest points), the player begins"),
    ("turn", 'may pay 2 points, or "no"',
     'may choose "pay 2 points", or "no"\n      only if the player\'s points is at least 2\n'
     "      the player's points goes down by 2"),
    ("turn", "the player draws a random card from the deck", "at random pick a card"),
    ("turn", "Ann gives a card to Bob", "must choose a card that Ann is holding"),
    ("top", "the yardstick is the sum of all points", "the total points among players"),
    ("top", "the yardstick is the difference between Ann's points and Bob's points",
     "(Ann's points minus Bob's points if Ann's points is more than Bob's points"
     " otherwise Bob's points minus Ann's points)"),
    ("top", "the yardstick is the number of cells without a buoy",
     "that has no buoy"),
    ("top", "each player has a length", "go on with `:`"),
    ("top", "a Boat is stuck if it can go nowhere", "there is no"),
]


@pytest.mark.parametrize(("place", "line", "shows"), SHOWN, ids=[row[1] for row in SHOWN])
def test_a_line_finds_its_form(tmp_path: Path, place: str, line: str, shows: str) -> None:
    assert shows in hint(tmp_path, place, line)


# Forms that would say the contrary, all for all but one, or something of another player.
NEVER = [
    ("if", "all but one player are out", ("every player is out", "some player is out")),
    ("if", "only Ann is out", ("`Ann is out`",)),
    ("if", "no more cards are left to spend", ("no card is spent",)),
    ("if", "more than half of the cells are not deep",
     ("(the number of cells that are deep) times 2", "the number of cells that are deep is more")),
    ("if", "Ann does not have a Boat", ("Bob", "opponent", "`Ann has a Boat`")),
    ("if", "Ann has got no less than 3 points", ("less than", "not")),
    ("if", "everyone but Ann is out", ("and Ann",)),
    ("if", "both dice show 6", ("the number of dice",)),
    ("if", "three dice show the same face", ("the face of the die is 3",)),
    ("if", "Ann has at least twice as many points as Bob",
     ("`the points of Ann is at least the points of Bob`",)),
    ("turn", "roll all dice that are not spent", ("becomes",)),
    ("turn", "lose 2 points unless a die shows 6", ("`at random",)),
    ("turn", 'may pay 2 points, or "no"', ("is written `the points",)),
    ("turn", "Ann does not gain 2 points", ("goes up", "becomes 2")),
    ("turn", "nobody scores", ("goes up", "drawn")),
    ("turn", "must not choose a deep cell", ("`must choose a deep cell`",)),
    ("turn", "Ann puts Boat on a1", ("Ann decides",)),
]


@pytest.mark.parametrize(("place", "line", "never"), NEVER, ids=[row[1] for row in NEVER])
def test_no_form_says_the_contrary(
    tmp_path: Path, place: str, line: str, never: tuple[str, ...]
) -> None:
    told = hint(tmp_path, place, line)
    assert not [words for words in never if words in told], told


def test_a_drawn_card_in_a_condition_is_no_roll(tmp_path: Path) -> None:
    assert "roll" not in hint(tmp_path, "if", "the ace is drawn before the king")


# A condition or value that stands alone gets the same hints as one in a line.
ALONE = [
    ("Ann has more points than Bob",
     "write `the points of Ann is more than the points of Bob`"),
    ("the number of cell", "write `cells`"),
    ("neither player is out", "write `no`"),
    ("the sum of all points", "such a value is written `the total points among players`"),
    ("the difference between Ann's points and Bob's points",
     "such a value is written `the points of Ann minus the points of Bob`"),
]


@pytest.mark.parametrize(("text", "shows"), ALONE, ids=[row[0] for row in ALONE])
def test_what_is_asked_of_a_state_gets_hints(tmp_path: Path, text: str, shows: str) -> None:
    path = tmp_path / "harbour.rules"
    path.write_text(FRAME + TURN, encoding="utf-8")
    state = driver.load(path).instantiate(2).start()
    with pytest.raises(RulesError) as error:
        state.evaluate(text)
    assert error.value.diagnostics[0].hint == shows
