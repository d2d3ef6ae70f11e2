"""No player is told what is hidden from him, by anything that he can ask or is shown.

`leaks.found` compares worlds that a seat cannot tell apart, in every ruleset that hides something
and in small ones that hide more. Rulesets and programs that leak show that it notices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import checking, driver, ir
from rulewright.interpreter.diagnostics import Diagnostic, RunError
from rulewright.interpreter.engine import game as games
from rulewright.interpreter.engine.reasons import Reasons
from rulewright.interpreter.passes import failures
from rulewright.interpreter.state import json as codec
from tests import leaks
from tests.played import HIDING, Setup, each_of, few, lines, play
from tests.volume import volume

HEAD = """\
game Small
players 2: One, Two
kind card: ace, king, queen, jack
each player has a hand: a card or none, seen only by that player
each player has a pile: 0 to 6, seen only by that player
each player can be holding a card, seen only by that player
each card can be out, seen by nobody
each card can be dealt
each player has a claim: 0 to 9
the rank of a card is
  1 for ace
  2 for king
  3 for queen
  4 for jack
setup
  each player in order
    at random pick a card C that is not out, written "{C}"
      C becomes out
      the player's hand becomes C
    at random pick a card C that no player is holding, written "and {C}"
      the player becomes holding C
turn
"""
CLAIM = """\
must choose a number from 1 to 3, written "%s {number}"
%s%s  the player's claim becomes it
"""


def claim(name: str, *more: str, indent: int = 2) -> str:
    space = " " * indent
    return space + CLAIM % (name, "".join(f"{space}  {line}\n" for line in more), space)


ASKED = ("a 2", "a 3", "a king")
TIGHT = {
    "a deck that nobody sees": claim("a", "if it is 3, the player wins"),
    "one's own secrets": claim(
        "a", "only if it is 1 or the player's hand is king",
        "if it is 3, the player wins"),
    "secrets that add up": claim("a", "if it is 3, the player wins") + (
        "  the player's pile becomes (the rank of (the player's hand))\n"),
    "a hand that is passed on": (
        '  must choose a card C that the player is holding, written "pass {C}"\n'
        "    the player becomes not holding C\n    the player's opponent becomes holding C\n"
        "    the player's opponent becomes holding jack\n"
        + claim("a", "if it is 3, the player wins")),
}  # fmt: skip
#: What is said in error, or in answer to why, and would tell a secret if it gave the value. The
#: checker has a word to say about these texts, so they are not among those above.
RETICENT = {
    "a number beyond its range": claim("a") + (
        "  the pile of the player's opponent goes up by 3 plus the rank of (the player's hand)\n"),
    "a duty beyond its bound": claim("a") + (
        "duty by the end of the turn\n"
        "  as much as possible, the rank of (the player's hand), up to 0\n"),
    "a value in a refusal": claim(
        "a", "only if the pile of the player's opponent is more than 6 or it is 1") + (
        "  the player's pile becomes (the rank of (the player's hand))\n"),
    "an argument in a refusal": (
        "  the player's badge becomes (king if the player's hand is king otherwise queen)\n"
        '  must choose a card D, written "a {D}"\n'
        "    only if the badge of the player's opponent allows D\n"
        "each player has a badge: a card, seen only by that player\n"
        "a card C allows a card D if (the rank of D minus 1) times 4 is less than the rank of C\n"),
}  # fmt: skip
#: What leaks in play, and what is told by which.
LEAKING = {
    "options by another's hand": (
        claim("a", "only if it is 1 or the hand of the player's opponent is king"), "options"),
    "options by what nobody sees": (claim("a", "only if it is 1 or queen is out"), "options"),
    "options by a hand of several cards": (
        claim("a", "only if it is 1 or the player's opponent is holding king"), "options"),
    "options by a roll in progress": (
        '  at random pick a number N from 1 to 3, written "{N}"\n'
        "    the player's pile becomes N\n    the player's opponent decides\n"
        + claim("a", "only if it is N", indent=6).replace(
            "the player's claim", "the claim of the player who decides"), "options"),
    "why by another's hand": (
        claim("a", "only if it is 1 or the hand of the player's opponent is king",
              "only if it is 1"), "why"),
    "whether there is a choice": (
        "  if the hand of the player's opponent is king\n" + claim("a", indent=4) + claim("b"),
        "options"),
    "who decides": (
        "  each player in order, from (Two if One's hand is king otherwise One)\n"
        + claim("a", indent=4), "decides"),
    "a deck that all see": (
        '  at random pick a card C that is not dealt, written "new {C}"\n'
        "    the player's hand becomes C\n    C becomes dealt\n" + claim("a"), "certain"),
    "a roll that all see": (
        '  at random pick a card C, written "new {C}"\n'
        "    the player's hand becomes C\n    the player's claim becomes the rank of C\n"
        + claim("a"), "certain"),
}  # fmt: skip


def played(folder: Path, turn: str, games: int = 4, most: int = 10) -> list[Any]:
    file = folder / "small.rules"
    file.write_text(HEAD + turn, encoding="utf-8")
    start = driver.load(file).instantiate().start()
    return [careful(start, random.Random(seed), most) for seed in range(games)]


def careful(start: Any, rng: random.Random, most: int) -> Any:
    """A game up to where its rules break down, if they do."""
    for nodes in range(most, 0, -1):
        try:
            return play(start, random.Random(rng.randrange(10**6)), nodes)
        except RunError:
            continue
    raise AssertionError("nothing can be played")


def sought(games: list[Any]) -> Iterator[set[str]]:
    return leaks.found(games, random.Random(7), ASKED)


def assert_none(found: Iterator[set[str]], least: int) -> None:
    """Nothing is given away, in so many pairs of worlds at least."""
    pairs = 0
    for leaking in found:
        assert leaking == set()
        pairs += 1
    assert pairs > least


@each_of(HIDING, "transport")  # at its hands and backs looks `test_transport`
@volume("games", 1, 3)
def test_no_ruleset_leaks(setup: Setup, games: int) -> None:
    """Already half of one game gives each of two seats several states, each with some worlds like
    it; of more seats a quarter does; and a tenth of it, where each option of a state takes long,
    shows what is told in all of them."""
    half = 4 if setup.players > 2 else 2
    every = max(half, 2 * leaks.STATES // few(setup, leaks.STATES)) if games == 1 else 1
    found = leaks.found(lines(setup)[:games], random.Random(7), every=every)
    assert_none(found, 40 * games // 3)


@pytest.mark.parametrize("case", TIGHT)
def test_nothing_leaks(tmp_path: Path, case: str) -> None:
    assert_none(sought(played(tmp_path, TIGHT[case])), 100)
    assert checking.check(tmp_path / "small.rules") == []


@pytest.mark.parametrize("case", LEAKING)
def test_a_leak_is_noticed_in_play_and_in_the_text(tmp_path: Path, case: str) -> None:
    turn, what = LEAKING[case]
    assert any(what in found for found in sought(played(tmp_path, turn)))
    assert "secret" in {problem.code for problem in checking.check(tmp_path / "small.rules")}


@pytest.mark.parametrize("case", RETICENT)
def test_nothing_leaks_where_values_could_be_said(tmp_path: Path, case: str) -> None:
    assert_none(sought(played(tmp_path, RETICENT[case])), 100)


def telling(demand: Any, value: int) -> RunError:
    return RunError([Diagnostic("bound", f"it would become {value}", demand.effect.span)])


#: What would tell secrets if the program did it wrong: a change of it, the rules, what is told.
BROKEN: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str, str]] = {
    "a view of everything": (
        lambda patch: patch.setattr(codec, "sees", lambda made, i, seat, vector: True),
        "a deck that nobody sees", "view"),
    "an error with its number": (
        lambda patch: patch.setattr(failures, "broken", telling),
        "a number beyond its range", "error"),
    "a broken duty with its number": (
        lambda patch: patch.setattr(
            ir.DutyGoal, "exceeded", lambda goal, value, most: f"this comes to {value}"),
        "a duty beyond its bound", "error"),
    "values of others in explanations": (
        lambda patch: patch.setattr(Reasons, "secret", lambda self, *of: False),
        "a value in a refusal", "why"),
    "what others have by its name in explanations": (
        lambda patch: patch.setattr(Reasons, "secret", lambda self, *of: False),
        "an argument in a refusal", "why"),
    "moves of others on the screen": (
        lambda patch: patch.setattr(games.Game, "hidden", False),
        "a hand that is passed on", "what happened"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_leaking_program_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    change, rules, what = BROKEN[case]
    games = played(tmp_path, (TIGHT | RETICENT)[rules])
    change(monkeypatch)
    assert any(what in found for found in sought(games))


def test_permuted_worlds_stay_plausible(tmp_path: Path) -> None:
    """What is held by nobody twice, and by each player as often, stays so."""
    rng, changed = random.Random(3), 0
    for line in played(tmp_path, TIGHT["a deck that nobody sees"]):
        state = line.states[-1]
        game = state.game
        fields = {made.name: made for made in game.program.fields if made.hidden}
        hand, out = fields["hand"], fields["out"]
        for seat in (None, 0, 1):
            vector = leaks.permuted(game, state.vector, seat, rng)
            changed += vector != state.vector
            cards = vector[hand.offset : hand.offset + hand.size]
            marks = vector[out.offset : out.offset + out.size]
            assert {c for c, mark in enumerate(marks) if mark} == set(cards)
            if seat is not None:
                assert game.state(vector).view(seat) == state.view(seat)
    assert changed > 5

