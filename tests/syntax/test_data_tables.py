"""Kinds that are listed in a table with what is always so of their values."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir.print import print_program
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_text
from rulewright.interpreter.syntax.parser import parse

HEAD = """\
game Tables
players 2: Red, Blue
kind suit: clubs, hearts
"""
TURN = """\
turn
  must choose a card
end as soon as Red's score is 9, the game is drawn
each player has a score: 0 to 9
"""
TABLE = """\
kind card by table                                                      [TB-CARDS]
  card            suit     rank   black   partner
  ten of clubs    clubs    10     yes     Red                           [TB-TEN]
  ten of hearts   hearts   10     no      -
  joker           -        -      -       Blue
"""
LINES = """\
kind card: ten of clubs, ten of hearts, joker                           [TB-CARDS]
the suit of a card is
  clubs for ten of clubs                                                [TB-TEN]
  hearts for ten of hearts
  none for joker
the rank of a card is
  10 for ten of clubs, ten of hearts
  0 for joker
a card is black if the card is ten of clubs
the partner of a card is
  Red for ten of clubs
  none for ten of hearts
  Blue for joker
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "tables.rules"
    path.write_text(HEAD + text + ("" if "turn\n" in text else TURN), encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[Diagnostic]:
    return [d for d in checking.check(written(folder, text), 0) if d.severity == "error"]


def test_a_table_says_what_lines_say(tmp_path: Path) -> None:
    """The same game: same program, same answers."""
    programs = [
        print_program(driver.load(written(tmp_path, text)).instantiate().program)
        for text in (TABLE, LINES)
    ]
    assert programs[0] == programs[1]


@pytest.mark.parametrize(("asked", "value"), [
    ("the rank of ten of hearts", 10), ("the rank of joker", 0),
    ("the suit of joker is none", True), ("ten of clubs is black", True),
    ("the number of black cards", 1), ("joker's partner is Blue", True),
    ("the number of cards whose suit is hearts", 1),
])
def test_what_it_says(tmp_path: Path, asked: str, value: object) -> None:
    state = driver.load(written(tmp_path, TABLE)).instantiate().start()
    assert state.evaluate(asked) == value


def test_its_layout_is_in_columns(tmp_path: Path) -> None:
    loose = HEAD + TABLE.replace("hearts   10", "hearts       10").replace("[TB-TEN]", " [TB-TEN]")
    assert format_text(Source("loose", loose + TURN)).count(TABLE) == 1
    assert format_text(Source("straight", HEAD + TABLE + "\n" + TURN)).count(TABLE) == 1


@pytest.mark.parametrize(("old", "new", "code", "said", "where"), [
    ("hearts   10     no      -", "hearts   10     no", "table",
     "this row has 4 entries, and there are 5 columns", "ten of hearts   hearts   10     no"),
    ("  card            suit", "  cards           suit", "table", "is headed by the noun, `card`",
     "cards"),
    ("rank   black", "suit   black", "table", "two columns are headed by `suit`", "suit"),
    ("10     yes", "10     no ", "table", "nothing stands below `black`", "black"),
    ("Red    ", "Redd   ", "unknown-word", "Redd", "Redd"),
    ("clubs    10", "spades   10", "unknown-word", "spades", "spades"),
    ("joker   ", "ten of clubs", "declared-twice", "`ten of clubs` stands in two rows",
     "ten of clubs"),
    ("  card            suit", "  card suit", "table", "is headed by the noun", "card suit"),
    ("joker   ", "7       ", "table", "`7` cannot be a name here", "7"),
    ("joker   ", "-       ", "table", "`-` cannot be a name here", "-"),
    ("partner\n", "-\n", "table", "`-` cannot be a name here", "-"),
    ("clubs    10", "clubs, hearts  10", "table", "in each column of a row stands one entry", ","),
    ("  ten of hearts", " ten of hearts", "indentation", "stand one below the other", "ten"),
    ("  ten of hearts", "  [TB-1] ten of hearts", "references", "cannot stand here", "[TB-1]"),
    ("  ten of hearts   hearts", "  ten of hearts   [TB-1] hearts", "references",
     "cannot stand here", "[TB-1]"),
    ("by table ", "by table:", "colon", "no colon stands at the end", ":"),
    ("kind card by", "kind by", "table", "it is not said which kind", "kind by table"),
])
def test_what_is_wrong_is_shown_in_the_table(
    tmp_path: Path, old: str, new: str, code: str, said: str, where: str
) -> None:
    assert TABLE.count(old) == 1
    found = problems(tmp_path, TABLE.replace(old, new))
    assert found and (found[0].code, said in found[0].message) == (code, True), found
    assert found[0].span is not None and where == found[0].span.text
    if new != "kind by":  # the values that can be read are declared all the same
        assert "card" not in [d.span.text for d in found if d.span is not None], found


def test_a_table_without_rows(tmp_path: Path) -> None:
    found = problems(tmp_path, "kind card by table\n")
    assert found[0].code == "table" and "a row of headings" in found[0].message


def test_a_dash_elsewhere_is_no_word(tmp_path: Path) -> None:
    found = problems(tmp_path, "kind card: joker\neach card has a price: 0 to 3 - 1\n")
    assert found[0].hint == "write `minus`"


def test_a_table_behind_a_comma(tmp_path: Path) -> None:
    found = problems(tmp_path, "when the number of players is 2, " + TABLE)
    assert (found[0].code, "behind a comma" in found[0].message) == ("table", True), found


@pytest.mark.parametrize(("column", "asked", "value"), [
    (("-", "clubs", "none"), "the mark of joker is none", True),
    (("none", "-", "hearts"), "the mark of joker is hearts", True),
    (("-", "0 minus 2", "-"), "the mark of ten of hearts", -2),
    (("-", "Red's seat", "2 times 3"), "the mark of joker", 6),
])
def test_what_a_column_may_hold(
    tmp_path: Path, column: tuple[str, ...], asked: str, value: object
) -> None:
    """Nothing may stand first; and its layout keeps what it says."""
    rows = zip(("ten of clubs", "ten of hearts", "joker"), column, strict=True)
    table = "kind card by table\n  card            mark\n" + "".join(
        f"  {name:16}{entry}\n" for name, entry in rows)
    state = driver.load(written(tmp_path, table)).instantiate().start()
    assert state.evaluate(asked) == value
    assert format_text(Source("laid out", HEAD + table + "\n" + TURN)).count(table) == 1


def test_nothing_before_a_comment_or_a_reference(tmp_path: Path) -> None:
    text = TABLE.replace("hearts   10     no      -", "hearts   10     no      - # x")
    state = driver.load(written(tmp_path, text)).instantiate().start()
    assert state.evaluate("the partner of ten of hearts is none") is True


def test_ranges_of_rules_in_several_rows(tmp_path: Path) -> None:
    text = TABLE.replace("[TB-TEN]", "[TB-1 to 3]").replace("Blue\n", "Blue   [TB-5 to 7]\n")
    assert problems(tmp_path, text) == []


def test_a_wrong_reference_is_told_once(tmp_path: Path) -> None:
    source = Source("wrong", HEAD + TABLE.replace("[TB-TEN]", "[TB-TEN to 3]") + TURN)
    assert [d.code for d in parse(source).problems] == ["references"]


@pytest.mark.parametrize("noun", ["player", "direction"])
@pytest.mark.parametrize("kind", [
    "kind {}: one, two\n", "kind {0} by table\n  {0}  rank\n  one  1\n",
])
def test_the_nouns_of_the_language_are_no_kinds(tmp_path: Path, noun: str, kind: str) -> None:
    found = problems(tmp_path, TABLE + kind.format(noun))
    assert [d.code for d in found] == ["two-meanings"], found
    assert f"`{noun}` is already a noun" in found[0].message


SIGNS = """\
kind edge: wall "w", pipe end "o", plain
kind fork: left "l", right "r"
kind tube by table
  tube        side at north, east   price of clubs   price of hearts   rim   way
  upright     ow                    2                -                 w     l
  cross "X"   oo                    -                3                 o     -
"""


@pytest.mark.parametrize(("asked", "value"), [
    ("upright's side at north is pipe end", True), ("the side of upright at east is wall", True),
    ("cross's side at west is none", True), ("the price of cross of hearts", 3),
    ("cross's price of clubs", 0), ("cross's rim is pipe end", True),
    ("upright's way is left", True), ("cross's way is none", True),
])
def test_columns_of_pairs_and_signs(tmp_path: Path, asked: str, value: object) -> None:
    text = SIGNS + TURN.replace("card", "tube")
    state = driver.load(written(tmp_path, text)).instantiate().start()
    assert state.evaluate(asked) == value
    assert format_text(Source("laid out", HEAD + text)).count(SIGNS) == 1
    assert state.options() == ["upright", "X"]


@pytest.mark.parametrize(("old", "new", "code", "said", "where", "hint"), [
    ("ow    ", "owo   ", "table", "`owo` has 3 signs, and the heading names 2 values", "owo",
     "write one sign for each, without blanks"),
    ("ow    ", "oX    ", "value", "`X` is the sign of no value", "X",
     "the signs of `edge` are: w (wall), o (pipe end)"),
    ("ow    ", "ol    ", "value", "`l` is the sign of no value", "l",
     "the signs of `edge` are: w (wall), o (pipe end)"),
    ('left "l"', 'left "w", off "o"', "value", "these are signs of `edge` and of `fork`", "o",
     "give the values of one other signs"),
    ("at north, east", "at nroth, east", "value", "`nroth` is no direction", "nroth",
     "did you mean `north`?"),
    ("of hearts", "of heart ", "value", "`heart` is no suit", "heart", "did you mean `hearts`?"),
    ("price of hearts", "price of clubs ", "table", "two columns are headed by `price of clubs`",
     "price of clubs", "give one of them another name"),
])
def test_what_is_wrong_with_pairs_and_signs(
    tmp_path: Path, old: str, new: str, code: str, said: str, where: str, hint: str
) -> None:
    text = SIGNS + TURN.replace("card", "tube")
    assert text.count(old) == 1
    found = problems(tmp_path, text.replace(old, new))
    wanted = next((d for d in found if d.code == code), None)
    assert wanted is not None and said in wanted.message, found
    assert wanted.hint == hint
    assert wanted.span is not None and wanted.span.text == where


@pytest.mark.parametrize("declared", [
    'kind edge: wall "w", pipe end "w"', 'kind edge: wall "end", end',
    'each suit has an edge: wall "w", shut or pipe end "w"',
])
def test_two_values_with_one_sign(tmp_path: Path, declared: str) -> None:
    found = problems(tmp_path, TABLE + declared + "\n")
    assert [(d.code, d.hint) for d in found] == [("declared-twice", "give each its own sign")]
