"""Lines of free English, and what they say in the language of rulesets.

The examples of `grammar/examples` with `offer` are put into their games and refused; what the hint
offers is the translation that a reader of English gives them. So are the lines of `readings.yaml`,
which can be read in two ways, or must not be translated so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.similar.examples import Example, Game, Place, games
from tests.texts import cases

GAMES = {game.name: game for game in games()}
OFFERED = [
    pytest.param(game, example, id=f"{game.name}: {example.said}")
    for game in games() for example in game.examples if example.offered
]
READINGS = [
    pytest.param(GAMES[name], line, id=f"{name}: {line['line'].strip()}")
    for name, lines in cases(Path(__file__).parent / "readings.yaml").items() for line in lines
]
PLACE = "HERE"  # in a game, the line whose place is taken


def offered(path: Path, game: Game, said: str, place: Place) -> tuple[list[str], str]:
    """What the first finding of a game offers for a line, and all that is told."""
    path.write_text(game.put(said, place), encoding="utf-8")
    found = [p for p in checking.check_text(driver.read(path), 0) if p.severity == "error"]
    assert found, "accepted"
    indent = "\n" + " " * place.depth
    return ([words.replace(indent, "\n") for words in found[0].replacements],
            "\n".join(p.render() for p in found))


@pytest.mark.parametrize(("game", "example"), OFFERED)
def test_offered(tmp_path: Path, game: Game, example: Example) -> None:
    lines, told = offered(tmp_path / "text.rules", game, example.said, example.place)
    assert lines == [example.written], told


@pytest.mark.parametrize(("game", "line"), READINGS)
def test_readings(tmp_path: Path, game: Game, line: dict[str, Any]) -> None:
    at = next(one for one in game.text.splitlines()
              if one.strip().startswith(line.get("at", PLACE)))
    place = Place((at.strip(),), instead=True, depth=len(at) - len(at.lstrip()))
    lines, told = offered(tmp_path / "text.rules", game, line["line"].rstrip("\n"), place)
    if "reads" in line:
        assert lines == line["reads"], told
    elif "not" in line:
        assert line["not"].rstrip("\n") not in lines, told
    else:
        assert lines == [line["says"].rstrip("\n")], told
