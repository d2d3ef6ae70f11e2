"""The canonical layout: what it looks like, and that it changes nothing but the layout."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.format import bare, format_text
from rulewright.interpreter.syntax.lexer import RAW
from rulewright.interpreter.syntax.parser import parse
from tests.texts import FILES, each_usual, head_of

GAMES = st.sampled_from([path for path in FILES if not head_of(path).base])
SEEDS = st.integers(0, 2**32)

HEAD = """\
game Small
players 2: X, O
board Grid: a grid of square cells, 3 by 3
piece Mark of a player, on Grid
the game has a score: 0 to 9

turn
  must put a Mark of the player on an empty cell
"""


@cache
def laid_out(text: str, base: PhraseTable | None = None) -> str:
    return format_text(Source("text", text), base)


@cache
def tree(text: str, base: PhraseTable | None = None) -> object:
    parsed = parse(Source("text", text), base)
    assert parsed.problems == [], [problem.render() for problem in parsed.problems]
    return bare(parsed.blocks)


def comments(text: str) -> list[str]:
    found = (match for line in text.splitlines() for match in RAW.finditer(line))
    return [match.group().rstrip() for match in found if match.lastgroup == "COMMENT"]


def tail(text: str) -> str:
    """What the layout makes of lines that follow the head."""
    result = laid_out(HEAD + text)
    head = laid_out(HEAD)
    assert result.startswith(head)
    return result[len(head) :]


# ---- every ruleset ----------------------------------------------------------------------------


@each_usual
def test_layout_changes_no_ruleset(path: Path) -> None:
    text = path.read_text("utf-8")
    read = driver.read(path)
    base = read.base.phrases if read.base else None
    result = laid_out(text, base)
    assert tree(result, base) == tree(text, base)
    assert laid_out(result, base) == result
    assert comments(result) == comments(text)
    assert result.split() == text.split()
    assert result.endswith("\n") and not result.endswith("\n\n")
    assert not re.search(r"[ \t]$|\n\n\n", result, re.MULTILINE)


# ---- what it looks like -----------------------------------------------------------------------


def test_head() -> None:
    messy = """\


game   Small  Game   [A-01   A-02]
    "Three   in a row."
players 2 : X , O   # two


board Grid:a grid of square cells,3 by 3
# pieces
piece Mark of a player, on Grid

the game has a score: 0 to 9
turn      # of a player
      must put a Mark of the player on an empty cell

"""
    assert laid_out(messy) == """\
game Small  Game                                                        [A-01 A-02]
  "Three   in a row."

players 2: X, O  # two

board Grid: a grid of square cells, 3 by 3
# pieces
piece Mark of a player, on Grid

the game has a score: 0 to 9

turn  # of a player
  must put a Mark of the player on an empty cell
"""


def test_references() -> None:
    """In column 73 where they fit, else two blanks behind the words."""
    assert tail("  the score becomes 1 [A-01,  A-02]\n") == (
        "  the score becomes 1".ljust(72) + "[A-01, A-02]\n"
    )
    fits, too_long = "[" + "A-" + "1" * 24 + "]", "[" + "A-" + "1" * 25 + "]"
    words = "  the score becomes 1"
    assert tail(f"{words} {fits}\n") == words.ljust(72) + fits + "\n"
    assert tail(f"{words} {too_long}\n") == f"{words}  {too_long}\n"


@pytest.mark.parametrize(("length", "column"), [(70, 72), (71, 72), (72, 74), (73, 75)])
def test_references_behind_long_lines(length: int, column: int) -> None:
    words = "  the score becomes 1" + " plus 1" * 6
    words += " plus " + "1" * (length - len(words) - 6)
    line = tail(f"{words} [A-01]\n")
    assert len(words) == length and line.index("[") == column


BROKEN = """\
  if there is no empty cell or the score is 1 or the score is 2 or the score is at least 7 or
      the score is 5
    the score becomes 1
"""
LONG = BROKEN.replace(" or\n     ", " or")


def test_long_lines_are_broken() -> None:
    assert tail(LONG) == BROKEN
    assert tail(BROKEN) == BROKEN
    assert tail(LONG.replace(" or ", " or\n    ")) == BROKEN
    assert tail(LONG.replace(" or ", " or   # why\n\n ", 1)) == """\
  if there is no empty cell or  # why
      the score is 1 or the score is 2 or the score is at least 7 or the score is 5
    the score becomes 1
"""


def test_what_fits_is_joined() -> None:
    assert tail("  if the score is 1 or\n\n  the score is 2\n    the score becomes 1\n") == (
        "  if the score is 1 or the score is 2\n    the score becomes 1\n"
    )


def test_lines_are_broken_for_their_references() -> None:
    words = "  if the score is 1 or the score is 2 or the score is 3 or the score is at least 4"
    refs = "[LONG-RULE-01 LONG-RULE-02 LONG-RULE-03]"
    assert tail(f"{words} {refs}\n    the score becomes 1\n") == f"""\
  if the score is 1 or the score is 2 or
      the score is 3 or the score is at least 4  {refs}
    the score becomes 1
"""
    alone = "  the score becomes 1 plus 1 plus 1 plus 1 plus 1 plus 1 plus 1 plus 1"
    assert tail(f"{alone} {refs}\n") == f"{alone}  {refs}\n"  # there is no place to break it


def test_a_string_is_no_place_to_break() -> None:
    text = "\nlook\n  a cell shows Mark\n  Mark of X \"a, b  and c\"    red\n  no Mark \"#\"\n"
    assert tail(text) == text.replace("    red", " red")


def test_comments() -> None:
    """A comment stands where it stood: with what follows, or with the open lines above it."""
    assert tail("""\
  # of the line below
  if the score is 1
        # of the effect
        the score becomes 2
        # still of the effect
     # of the choice
# of what comes next

# ---- the end ----
end after the turn if there is no empty cell
  the game is drawn  #   drawn
  # the last word
""") == """\
  # of the line below
  if the score is 1
    # of the effect
    the score becomes 2
    # still of the effect
  # of the choice
# of what comes next

# ---- the end ----
end after the turn if there is no empty cell
  the game is drawn  #   drawn
  # the last word
"""


def test_comments_inside_a_statement() -> None:
    text = """\
  if there is no empty cell or  # full
      # or it is
      # enough
      the score is 1  # one
    the score becomes 2
"""
    assert tail(text) == text
    assert tail(text.replace("      ", "    ")) == text


def test_blank_lines() -> None:
    """One between blocks of different kinds; others are kept, several become one."""
    assert tail("""\
step One
  the score becomes 1
step Two



  the score becomes 2
# the end
end after the turn if there is no empty cell
  the game is drawn
the count is 2
""") == """\

step One
  the score becomes 1
step Two

  the score becomes 2

# the end
end after the turn if there is no empty cell
  the game is drawn

the count is 2
"""


def test_nothing_but_comments() -> None:
    assert laid_out("") == ""
    assert laid_out("\n\n  # nothing yet\n\n") == "# nothing yet\n"


def test_line_ends() -> None:
    assert laid_out(HEAD.replace("\n", "\r\n")) == laid_out(HEAD)
    assert laid_out(HEAD.rstrip()) == laid_out(HEAD)


def test_a_wrong_text_is_reported() -> None:
    wrong = HEAD.replace("must put", "must  shove") + "\toops\n"
    with pytest.raises(RulesError) as caught:
        laid_out(wrong)
    found = parse(Source("text", wrong)).problems
    assert [d.render() for d in caught.value.diagnostics] == [d.render() for d in found]
    assert len(found) >= 2


# ---- random layouts ---------------------------------------------------------------------------


def shuffled(text: str, chance: random.Random) -> str:
    """The same words in another layout: blanks, indentation, line ends, broken and joined lines. In
    a table, one blank and more of them are not the same."""
    deepest = max(len(line) - len(line.lstrip()) for line in text.splitlines())
    scale = chance.randint(1, max(1, min(5, 60 // max(1, deepest))))
    lines: list[str] = []
    joins = False
    table: int | None = None  # the indentation of the head of the table around
    for line in text.splitlines():
        words = line.strip()
        own = len(line) - len(line.lstrip())
        if words and not words.startswith("#") and table is not None and own <= table:
            table = None
        row = table is not None
        if re.match(r"(kind|piece)\s[^:]*\bby\s+table\b", words):
            table = own
        if not words:
            lines += ["" if chance.random() < 0.5 else "   "] * chance.randint(1, 3)
            continue
        indent = (len(line) - len(line.lstrip())) * scale
        goes_on = bool(lines) and joins
        if goes_on:
            indent = chance.randint(0, 30)
        joins = not words.startswith("#") and bool(re.search(r"(,|\band|\bor)$", words))
        shown = words if words.startswith(("game", "#")) else _stretched(words, chance, row)
        if goes_on and chance.random() < 0.5:
            lines[-1] = lines[-1].rstrip() + " " + shown
        else:
            lines.append(" " * indent + shown + " " * chance.randint(0, 3))
    return "\n".join(lines) + "\n" * chance.randint(0, 3)


def _stretched(words: str, chance: random.Random, row: bool) -> str:
    """A line with other blanks between its words, perhaps broken after commas, `and`, `or`; in a
    row of a table, only between its columns."""
    parts = []
    last = ""
    for match in RAW.finditer(words):
        word = match.group()
        if match.lastgroup != "SPACE":
            if match.lastgroup in ("COMMA", "COLON", "RPAR") and not row:
                word = " " * chance.randint(0, 1) + word
            parts.append(word)
            last = word.strip()
        elif row:
            parts.append(word if len(word) == 1 else " " * chance.randint(2, 6))
        elif last in (",", "and", "or") and chance.random() < 0.3:
            parts.append("\n" * chance.randint(1, 2) + " " * chance.randint(0, 20))
        else:
            parts.append(" " * chance.randint(1, 4) if chance.random() < 0.9 else "\t")
    return "".join(parts)


@settings(max_examples=8)
@given(GAMES, SEEDS)
def test_the_layout_does_not_depend_on_blanks(path: Path, seed: int) -> None:
    """Eight texts have blanks in thousands of places."""
    compare_shuffled(path, seed)


@pytest.mark.slow
@settings(max_examples=25)
@given(GAMES, SEEDS)
def test_the_layout_of_many_texts_does_not_depend_on_blanks(path: Path, seed: int) -> None:
    compare_shuffled(path, seed)


def compare_shuffled(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    text = path.read_text("utf-8")
    other = shuffled(text, chance)
    assert tree(other) == tree(text)
    assert laid_out(other) == laid_out(text)


def commented(text: str, chance: random.Random) -> str:
    """The text with comments in odd places."""
    lines = []
    for number, line in enumerate(text.splitlines()):
        if line.strip() and not line.startswith("game") and chance.random() < 0.2:
            line += " " * chance.randint(0, 3) + f"# behind {number}"
        lines.append(line)
        if chance.random() < 0.1:
            lines.append(" " * chance.randint(0, 8) + f"#on its own  {number}")
    return "\n".join(lines)


@settings(max_examples=5)
@given(GAMES, SEEDS)
def test_comments_are_kept(path: Path, seed: int) -> None:
    """Five texts have hundreds of comments."""
    compare_commented(path, seed)


@pytest.mark.slow
@settings(max_examples=25)
@given(GAMES, SEEDS)
def test_comments_of_many_texts_are_kept(path: Path, seed: int) -> None:
    compare_commented(path, seed)


def compare_commented(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    text = path.read_text("utf-8")
    other = shuffled(commented(shuffled(text, chance), chance), chance)
    result = laid_out(other)
    assert tree(result) == tree(text)
    assert comments(result) == comments(other)
    assert laid_out(result) == result
