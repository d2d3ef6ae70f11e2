"""The phrase book's notions: a line of board-game English has the cue of its notion, and what it
is said to be written like is read and means something."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.cue_table import entries
from rulewright.interpreter.syntax.cues import Cues
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.form_hints import FormHints
from rulewright.interpreter.syntax.lexer import read_lines
from rulewright.interpreter.syntax.parser import automaton
from tests.texts import cases

KNOWN = cases(Path(__file__).parent / "cues.yaml")
ROWS = KNOWN["rows"]
MOVE = "  must if possible move a Scout of the player to an empty field\n"
PLAY = "  must if possible choose a Card in the player's Hand\n"


@cache
def cues(frame: str) -> Cues:
    """The cues of the lines of a game."""
    phrases = PhraseTable()
    phrases.learn(read_lines(Source(frame, KNOWN["frames"][frame]), []))
    return FormHints(phrases, automaton("start")).cues


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2])
def test_the_line_has_its_cue(row: list[str]) -> None:
    frame, place, line, says = row[:4]
    plain = re.sub(r'"[^"]*"', '"0"', line)
    told = [cues(frame).told(found, plain)
            for found in cues(frame).found(plain, 0, place == "top")]
    assert any(says in one for one in told), told


def test_every_entry_has_a_line() -> None:
    said = [row[3] for row in ROWS]
    assert [entry.say for entry in entries() if not any(one in entry.say for one in said)] == []


def test_no_notion_stands_twice() -> None:
    patterns = [cue.pattern for entry in entries() for cue in entry.cues]
    assert len(patterns) == len(set(patterns))


def indented(lines: str, by: int) -> str:
    """Lines that stand in one, below one another."""
    found = ""
    for line in lines.split(" / "):
        depth = len(line) - len(line.lstrip(">"))
        found += "  " * (by + depth) + line.lstrip("> ") + "\n"
    return found


@pytest.mark.parametrize("frame", KNOWN["frames"])
def test_what_it_is_written_like_means_something(tmp_path: Path, frame: str) -> None:
    """All of a game are tried at once, each below a choice of its own where it needs one."""
    declared, turn = "", ""
    for row in ROWS:
        if row[0] != frame or len(row) < 5:
            continue
        marked = re.fullmatch(r"\[(\w+)\] (.*)", row[4])
        place, lines = marked.groups() if marked else (row[1], row[4])
        if place == "top":
            declared += indented(lines, 0)
        elif place == "below":
            turn += (MOVE if frame == "glade" else PLAY) + indented(lines, 2)
        else:
            turn += indented(lines, 1)
    path = tmp_path / "written.rules"
    path.write_text(f"{KNOWN['frames'][frame]}{declared}turn\n{turn}", encoding="utf-8")
    found = checking.errors(driver.read(path))
    assert not found, "\n".join(p.render() for p in found)
