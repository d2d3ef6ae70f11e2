"""Phrases in the texts of options and outcomes: what they come to, and what is read of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.ir import CHANCE, END
from rulewright.interpreter.oracle.executor import Oracle
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_text

TEXT = """\
game Texts
  "Phrases in texts."

players 2: Red, Blue
kind suit: hearts "H", clubs "C"
kind card by table
  card    suit     worth
  ace     hearts   11
  king    clubs    4
  queen   hearts   3
each player has a hand: a card or none, at first ace
each card has a mark: plain "" or star "*"
each card can be gone
the game has a beacon: a card

turn
  at random pick a card C, written "{C} of {its suit}   {card's worth}"
    the player's hand becomes the card
  must do one of
    choose a card that is not gone,
        written "play {its suit}{card's mark} {0} for {its worth} on {all gone cards} {the beacon}"
      it becomes gone                                                   [TX-GONE]
      its mark becomes star
    choose a player P, written "give {the player to move's hand} to {P}"
      only if P is not the player to move                               [TX-OTHER]
    choose a player P and a suit, written "{P's hand's worth plus 1}{suit} {player}"
      only if P is not the player to move                               [TX-OTHER]
  if there is no card that is not gone, the game is drawn
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return made(tmp_path_factory.mktemp("texts"), TEXT)


def written(folder: Path, text: str) -> Path:
    path = folder / "texts.rules"
    path.write_text(text, encoding="utf-8")
    return path


def made(folder: Path, text: str) -> Game:
    return driver.load(written(folder, text)).instantiate()


def problems(folder: Path, text: str) -> list[Diagnostic]:
    return driver.check(written(folder, text), 0)


def test_what_phrases_come_to(game: Game) -> None:
    """Of what is chosen, of what is bound around, of the state; signs stand for their values."""
    state = game.start()
    assert [text for text, _ in state.outcomes()] == ["ace of H 11", "king of C 4", "queen of H 3"]
    state = state.apply("king of C 4")
    assert state.options() == [
        "play H ace for 11 on ace", "play C king for 4 on ace", "play H queen for 3 on ace",
        "give king to Blue", "12H Blue", "12C Blue",
    ]
    state = state.apply("play H queen for 3 on ace").apply("ace of H 11")
    state = state.apply("play H ace for 11 on queen ace").apply("queen of H 3")
    assert state.options()[0] == "play C king for 4 on ace+queen ace"


@pytest.mark.parametrize(("text", "legal", "rules"), [
    ("play H queen for 3 on ace+king ace", True, []),
    ("play   H queen for 3 on  ace+king ace", True, []),  # several blanks are one
    ("play H* ace for 11 on ace+king ace", False, []),  # it is gone
    ("play C* king for 4 on ace+king ace", False, []),
    ("give queen to Blue", True, []),
    ("give queen to Red", False, ["TX-OTHER"]),
    ("4H Red", False, ["TX-OTHER"]),  # Red has the queen, worth 3
    ("5H Blue", True, []),  # Blue has the king, worth 4
])
def test_typed_texts(game: Game, text: str, legal: bool, rules: list[str]) -> None:
    state = game.start()
    for move in ("ace of H 11", "play H ace for 11 on ace", "king of C 4",
                 "play C king for 4 on ace ace", "queen of H 3"):
        state = state.apply(move)
    verdict = state.why(text)
    assert (verdict.legal, verdict.rules) == (legal, rules), verdict.message
    if "*" in text:
        assert "is refused because the card is gone" in verdict.message


def test_a_text_that_nothing_has(game: Game) -> None:
    """With another value in the place of a phrase it is not told of any option."""
    state = game.start().apply("queen of H 3")
    assert "12H Blue" in state.options()
    assert "is no move here" in state.why("11H Blue").message
    assert "is refused because Red is the player to move" in state.why("4H Red").message


def test_the_plain_executor_says_the_same(game: Game) -> None:
    """The values of phrases, by the definition of the program form."""
    chance = random.Random(7)
    machine, executor = game.machine, Oracle(game.program)
    told = 0
    for _ in range(5):
        v = machine.start()
        while machine.kind(v) != END:
            node, choices = machine.node(v), machine.choices(v)
            for choice, text in zip(choices, machine.texts(v, choices), strict=True):
                option = node.alternatives[choice[0]]
                env = dict(zip((b.var for b in option.binders), choice[1:], strict=True))
                said = [executor.value(machine.plain(v), part.value, env) for part in option.said]
                assert option.text(choice[1:], said) == text
                told += len(said)
            assert machine.kind(v) == CHANCE or len(choices) > 1
            machine.apply(v, chance.choice(choices))
    assert told > 100


@pytest.mark.parametrize(("old", "new", "code", "said"), [
    ("{C} of {its suit}", "{C} of {its sut}", "unknown-word", "sut"),
    ("to {P}", "to {Q}", "written", "`{Q}` is nothing that is chosen here"),
    ("{P's hand's worth plus 1}", "{P's hand's worth plus}", "syntax", ""),
    ("{P's hand's worth plus 1}", "{the player's hand}", "which-player", "the player"),
    ("{P's hand's worth plus 1}", "{P's wealth}", "unknown-word", "wealth"),
    ("{the beacon}", "{beacon's hand}", "meaning", "`hand`"),
])
def test_what_is_wrong_in_a_text_is_shown_there(
    tmp_path: Path, old: str, new: str, code: str, said: str
) -> None:
    assert TEXT.count(old) == 1
    found = [d for d in problems(tmp_path, TEXT.replace(old, new)) if d.severity == "error"]
    assert found and (found[0].code, said in found[0].message) == (code, True), found
    assert found[0].span is not None and '"' in found[0].span.source.line(found[0].span.line)


def test_equal_texts_are_told(tmp_path: Path) -> None:
    """Of options and of outcomes."""
    text = TEXT.replace("{C} of {its suit}   {card's worth}", "{its suit}")
    with pytest.raises(RulesError) as told:
        made(tmp_path, text).start().outcomes()
    assert told.value.diagnostics[0].code == "same-text"
    text = TEXT.replace(" {0} for {its worth}", "")
    with pytest.raises(RulesError) as told:
        made(tmp_path, text).start().apply("ace of H 11").options()
    assert told.value.diagnostics[0].code == "same-text"


def test_a_text_that_tells_a_secret(tmp_path: Path) -> None:
    """Whoever decides sees the texts; his own secret he knows."""
    hidden = TEXT.replace("at first ace", "at first ace, seen only by that player")
    found = [d for d in problems(tmp_path, hidden) if d.code == "secret"]
    assert [(d.span.text.split(",")[0] if d.span else "") for d in found] == [
        "choose a player P and a suit"]
    assert "the text of what can be chosen" in found[0].message
    assert not [d for d in problems(tmp_path, TEXT) if d.code == "secret"]


def test_the_layout_keeps_texts() -> None:
    assert format_text(Source("texts", TEXT)) == TEXT
