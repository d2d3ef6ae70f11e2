"""Lines that stand behind one that ends the turn or the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking

TEXT = """
game Pond
players 2: Red, Blue
each player has a score: 0 to 12
turn
  must do one of
    choose "go"
CHOSEN
    choose "stay"
end after the turn if Red's score is 12
ENDING
""".lstrip()
GO = ("the player's score goes up by 1",)
RANK = ("rank every player by the player's score",)


def unreached(path: Path, chosen: tuple[str, ...], ending: tuple[str, ...]) -> list[str]:
    text = TEXT.replace("CHOSEN", "\n".join(f"      {line}" for line in chosen))
    path.write_text(text.replace("ENDING", "\n".join(f"  {line}" for line in ending)),
                    encoding="utf-8")
    found = checking.check(path, 0)
    assert not [p for p in found if p.severity == "error"]
    return [p.span.text for p in found if p.code == "unreached" and p.span is not None]


@pytest.mark.parametrize(("chosen", "ending", "told"), [
    (("the turn ends", *GO), RANK, [*GO]),
    (GO, (*RANK, "if Blue's score is 3, the game is drawn"),
     ["if Blue's score is 3, the game is drawn"]),
    (GO, ("the game is drawn", "Red wins"), ["Red wins"]),
    (GO, ("pay every player (the player's score)", "Red wins"), ["Red wins"]),
])
def test_what_is_never_done(
    tmp_path: Path, chosen: tuple[str, ...], ending: tuple[str, ...], told: list[str]
) -> None:
    assert unreached(tmp_path / "pond.rules", chosen, ending) == told


@pytest.mark.parametrize(("chosen", "ending"), [
    ((*GO, "the turn ends"), RANK),
    (("if the player's score is 3, the turn ends", *GO), RANK),
    (GO, ("if Blue's score is 3, the game is drawn", *RANK)),
    (GO, ("Red wins", "Blue loses")),
])
def test_what_is_done(tmp_path: Path, chosen: tuple[str, ...], ending: tuple[str, ...]) -> None:
    assert unreached(tmp_path / "pond.rules", chosen, ending) == []
