"""Damaged rulesets: whatever the text, the parser and the checks answer with diagnostics.

Shipped and test rulesets are damaged by leaving out, doubling and swapping words and lines, and
by cutting the text off anywhere. Reading them and checking the sheet may find anything, but only
as `Diagnostic`s and `RulesError`s, each of them in a place of the text.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.format import format_text
from rulewright.interpreter.syntax.parser import parse_expression
from tests.texts import FILES

MALFORMED = sorted(Path(__file__).with_name("malformed").glob("*.rules"))
TEXTS = [path.read_text(encoding="utf-8") for path in [*FILES, *MALFORMED]]
TOKEN = re.compile(r"\n *|[^\W_][\w-]*|[^\w\s]")
FEW, MANY = 50, 250


def words_of(text: str) -> list[str]:
    """Words, signs, and line ends with the indentation behind them; comments are left out."""
    return TOKEN.findall(re.sub(r" *#.*", "", text))


WORDS = [words_of(text) for text in TEXTS]
LINES = [text.splitlines() for text in TEXTS]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A ruleset with a few words or lines left out, doubled or swapped, perhaps cut off."""
    which = draw(st.integers(0, len(TEXTS) - 1))
    by_lines = draw(st.booleans())
    parts = list((LINES if by_lines else WORDS)[which])
    for _ in range(draw(st.integers(1, 6))):
        if len(parts) < 2:
            break
        at, other = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
        match draw(st.sampled_from(("leave out", "double", "swap", "cut"))):
            case "leave out":
                del parts[at]
            case "double":
                parts.insert(other, parts[at])
            case "swap":
                parts[at], parts[other] = parts[other], parts[at]
            case "cut":
                del parts[max(at, 2) :]
    if by_lines:
        return "\n".join(parts)
    return "".join(part if part[0] == "\n" else f" {part}" for part in parts)


def examine(path: Path, text: str) -> list[Diagnostic]:
    """What reading a text and checking its declarations finds."""
    path.write_text(text, encoding="utf-8")
    try:
        driver.load(path)
        return []
    except RulesError as error:
        found = list(error.diagnostics)
    number_of_lines = max(1, len(text.splitlines()))
    for diagnostic in found:
        assert diagnostic.render() and diagnostic.to_json()
        if diagnostic.span is not None and diagnostic.span.source.name.endswith(path.name):
            assert 1 <= diagnostic.span.line <= number_of_lines
    return found


def tried(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None,
                    suppress_health_check=[HealthCheck.function_scoped_fixture])


@tried(FEW)
@given(damaged())
def test_damaged_texts_are_answered(tmp_path: Path, text: str) -> None:
    """Fifty are several of each kind of damage."""
    answer(tmp_path, text)


@pytest.mark.slow
@tried(MANY)
@given(damaged())
def test_many_damaged_texts_are_answered(tmp_path: Path, text: str) -> None:
    answer(tmp_path, text)


def answer(folder: Path, text: str) -> None:
    found = examine(folder / "damaged.rules", text)
    if not found:  # then it can be laid out, too
        with suppress(RulesError):
            format_text(Source("damaged", text))


@pytest.mark.parametrize("line", [
    "when end check is immediate,", "when size is 4,", "each,", "each cell,", "each cell has,",
    "each cell can be,", "the,", "the game,", "the game has a,", "a,", "a cell,", "a cell is,",
    "kind,", "kind suit:,", "kind suit (,", "piece,", "piece Man of,", "board,", "board Field:,",
    "step,", "memory,", "players,", "players 2:,", "option,", "option size:,", "ruling tie:,",
    "look,", "setup,", "turn,", "end,", "duty,", "always,", "game,", "variant,", "set,",
    "set size to,", "replace,", "remove,", "remove step,", "before,", "after,", ",", ":", "[", "(",
    "each cell can be lay out", "a cell is on a", "a cell X", "when a,\n  when b,\n    each,",
])
def test_a_line_that_breaks_off(tmp_path: Path, line: str) -> None:
    """A single line, a last line, and a last line whose text goes on in nothing."""
    head = "game G\nplayers 2: A, B\nboard Field: a grid of square cells, 3 by 3\n"
    for text in (line, head + line, head + line + "\n", head + line + "\n[X-1]"):
        assert examine(tmp_path / "broken.rules", text)


def test_any_signs_at_all(tmp_path: Path) -> None:
    for text in ("", "\n", " ", "\t", "\f", "\0", "[", "]", '"', "'s", "\x85", "\u2028", "#",
                 "game", "²", "a²", "[X-²]", "[A-1 to ²]", "9" * 50, "(" * 3000,
                 "game G\nturn\n  " + "if a1 is a1, " * 3000):
        assert examine(tmp_path / "signs.rules", text), text


@pytest.mark.parametrize(
    "text", ["", ",", "(", "'s", "is", "the number of", "[X-1]", '"a"', "a1 is"]
)
def test_broken_expressions(text: str) -> None:
    with pytest.raises(RulesError):
        parse_expression(text, PhraseTable(), "condition")
