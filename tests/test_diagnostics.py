"""Malformed rulesets: each file in `malformed/` says on its wrong lines what is found there.

A comment `# error: CODE`, `# warning: CODE` or `# note: CODE` stands on the line of the finding
(several codes with commas, several kinds with semicolons). A finding that is not announced fails
as much as one that is missing, so that one cause is also reported once. Of some, `HINTS` says what
is hinted at.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source, Span
from tests.texts import MALFORMED, found_in_malformed

MARK = re.compile(r"# ((?:(?:error|warning|note): [a-z-]+(?:, [a-z-]+)*(?:; )?)+)$")
Found = Counter[tuple[int, str, str]]


def announced(text: str) -> Found:
    """What the comments of a file say: line, kind, code."""
    found: Found = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        mark = MARK.search(line)
        for part in mark[1].split("; ") if mark else ():
            kind, _, codes = part.partition(": ")
            found.update((number, kind, code) for code in codes.split(", "))
    return found


def test_there_are_many() -> None:
    assert len(MALFORMED) >= 60
    assert HINTS.keys() <= {path.stem for path in MALFORMED}
    assert all(announced(path.read_text(encoding="utf-8")) for path in MALFORMED)


@pytest.mark.parametrize("path", MALFORMED, ids=lambda path: path.stem)
def test_malformed(path: Path) -> None:
    diagnostics = found_in_malformed(path)
    found: Found = Counter((d.span.line if d.span else 0, d.severity, d.code) for d in diagnostics)
    expected = announced(path.read_text(encoding="utf-8"))
    told = "\n".join(d.render() for d in diagnostics)
    assert found == expected, f"missing {expected - found}, unexpected {found - expected}\n{told}"
    for d in diagnostics:
        assert d.message and d.message[0] != " " and not d.message.endswith(".")
        assert not re.search(r"None|\bast\.|Traceback|NEWLINE|INDENT|DEDENT", d.message)
    hints = [d.hint or "" for d in diagnostics]
    expected_hints = HINTS.get(path.stem, [""] * len(hints))
    assert len(hints) == len(expected_hints)
    assert all(part in hint for part, hint in zip(expected_hints, hints, strict=True)), hints


#: A part of the hint of every finding of some files.
HINTS = {
    "forgotten-colons": [
        "write `2:`", "write `option size: 3 to 6, normally 3`",
        *["write `:` between the name and what it is"] * 2,
        "write `each tile has a colour: White or a player`",
        "write `:` between the name and what it is",
    ],
    "equals-sign": ["write `is`", "write `becomes`", "write `is`"],
    "comparison-signs": ["write `is less than`", "write `is at least 9`"],
    "misspelt-keyword": ["`must`", "`empty`", "`drawn`"],
    "misspelt-name": ["`Token`", "`colour`", "`White`"],
    "misspelt-declaration": ["`players`", "`board`", "`piece`"],
    "assignment-by-is": ["write `becomes`"],
    "else-instead-of-otherwise": ["`otherwise`"],
    "must-place": ["`put`"],
    "plural-slip-declared": ["`tile`", "`Token`"],
    "board-singular": ["`tiles`"],
    "unknown-option-in-when": ["`size`", "`strict`"],
    "broken-definition-used-often": ["`White`"],
    "written-wrong": ["`tile`", "no Token is chosen"],
    "must-without-deed": ["`must choose a tile`", "`may put a Token of the player on a tile`"],
    "missing-block-if": ["indent the lines that belong to it"],
    "random-wrong": ["write `a tile`", "write `at random pick a tile`"],
    "plural-slips": [
        "write `there is a White tile next to it`", "`every (tile next to T) is empty`",
        "`a1 is next to every tile`", "`the number of White tiles is 3`", "`oxen`", "`tiles`",
        "write `for each tile, it becomes Gold`", "`Token`", "on an empty tile`", "`ox`",
        "`tile`", "`tiles`",
    ],
    "tabs": ["indent with blanks"],
    "look-texts-and-colours": ["own text", "`white`", "own text", "own text", "colours are: red"],
    "set-in-a-game": ["at the left edge of a variant"] * 3,
    "variant-names-nothing": [
        "known are: action order", "`width`", "`draw`", "draw, last-mover", "2 to 9", "Move All",
        "Add One", "`Positions`", "action order", "`no action`", "cites", "`MTF-", "cites", "Land",
        "Land", "`Count Tiles`", "`colour`", "of other things", "`can add to`", "cites",
        "left edge",
    ],
    "whose-is-missing": [
        "of the player's opponent`", "`the tile's row`", "`the player's stock`",
        "`the player's area`", "it is declared as `the way from a tile", "`if its owner is Gold`",
        "`the player's next player`",
    ],
    "empty-pieces": [
        "`its tile is empty`", "`its tile is occupied`", "`a Token X`", "", "",
        "`its tile is empty`", "",
    ],
    "rolls-under-for-each": [
        *["`each die in order`"] * 2, "`if there is …, the turn ends`",
        "`each player in order`", "`each die in order`", "`if there is …, the turn ends`",
    ],
    "players-that-may-be-none": [
        *["for each player P, if P is"] * 2, "`each player that is the leader in order`",
        "for each player P, if P is", "", "for each player P, if P is",
    ],
    "plain-english": [
        "put `any of` on a line of its own", "write `some ",
        "write `the seeds of the spot goes up by 1`", "`if the hand is the seeds of the spot, ",
        "as in `a lane X`", "`A`", "`if B is upper,", "`a lane C`", "`the tile`",
        "`the seeds of … is", "`is a Man`", "`there are exactly 3 empty tiles`", "`goal`",
        "`the stock of the player is at least 1`", "`seeds` is a number",
        "who wins is a line below",
        "`whose seeds is at least 1`", "`that`", "by `or`",
        "write `an empty`", "`every tile is empty`",
    ],
    "reserved-words": [
        "second word", "second word", "for example `round`", "second word", "`finished`",
        "leave out the `a`: `in mill`", "leave out the `a`: `at loss`", "`inside`", "`above`",
        *["write `a tile X`"] * 2, "another verb",
    ],
    "broken-lists": [
        "`,` between `Gold` and `Black`", "end this line in `,`",
        "`,` between `ten of iron` and `jack of iron`", "write `big one, small one`",
        "write `:` between", "write `pan:`", "", "without quotes", "write `,`", "a noun",
        "`kind spoon: …`",
        "delete the `,`", "behind the `:`", "end this line in `,`", "another name",
        "`,` between `calm` and `wild`",
    ],
    "which-player": [
        "`for each player, if the player is holding clubs, …` or `the player to move`",
        "`for each player, if Gold scares the player, …` or `the player to move`",
        "or `the player who decides`",
        "or `P` (named where it is bound: `player P`)",
        "or `P` or `the player to move`",
        "or `the player who decides`",
        *["or `P` (named where it is bound: `player P`)"] * 2,
        "write `P` (named where it is bound: `player P`) or `the player to move`",
        *["`for each player, if the player is beaten, …` or `the player to move`"] * 2,
        "`for each other player Q, if Q is beaten, …` or `the player to move`",
        "`for each player whose score is 9, …` or `the player to move`",
        "`for each player, if the player is beaten, …` or `the player to move`",
    ],
    "part-of-a-name": ["declares `jack of clubs`, `heart jack`", "`ten of clubs`, `heart ten`"],
    "variant-declares-again": [*["below a line `replace`"] * 4, "another name", "`replace`"],
}


def test_what_the_base_has_is_named_with_its_file() -> None:
    [path] = [path for path in MALFORMED if path.stem == "variant-declares-again"]
    found = found_in_malformed(path)
    assert all(re.search(r"motif\.rules, line \d+|line \d+ of .*motif\.rules", d.message)
               for d in found)


def test_the_marks_are_read() -> None:
    text = 'x "a" # error: type, value; warning: unused-step\n\n# error: missing, missing\n# no\n'
    assert announced(text) == Counter({
        (1, "error", "type"): 1, (1, "error", "value"): 1, (1, "warning", "unused-step"): 1,
        (3, "error", "missing"): 2,
    })  # fmt: skip


@pytest.mark.parametrize(("hint", "offers"), [
    ("write `some`", ("some",)),
    ("write `P` or `the player to move`", ("P", "the player to move")),
    ("write `A and B` if both are, `A` if not", ()),
    ("did you mean `tired`?", ("tired",)),
    ("delete `left`", ("",)),
    ("write `for each Stone, …`", ()),
    ("say which is meant", ()),
    (None, ()),
])
def test_what_a_hint_offers_can_be_put_in(hint: str | None, offers: tuple[str, ...]) -> None:
    place = Span(Source("x.rules", "game X"), 1, 1, 1, 5)
    found = Diagnostic("syntax", "said", place, hint)
    assert found.replacements == offers
    told = found.to_json()
    assert (told["replacements"], told["end_column"]) == ([*offers], 5)


def test_the_author_s_words_are_told_without_comments_between_them() -> None:
    """A line that goes on behind a comment: what is said of it has no comment in its middle."""
    source = Source("x.rules", """\
must choose a cell,  # any
  # at all
  written "#{cell}" and  # so
 no more
""")
    assert Span(source, 1, 6, 4, 4).text == 'choose a cell, written "#{cell}" and no'
    assert Span(source, 1, 6, 1, 20).text == "choose a cell,"
