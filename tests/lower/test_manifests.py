"""Pieces that are listed in a table: what each is at first, and what is wrong with a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.model.description import describe
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_text

HEAD = """\
game Manifest

players 2: Red, Blue
kind suit: clubs "c", hearts "h"
kind rank: jack, queen, king
"""
CARDS = """\
piece Card by table
  suit     jack   queen   king                                          [MF-CLUBS]
  clubs    1      1       1
  hearts   2      -       1
each Card has a rank: a rank
"""
CHIPS = """\
piece Chip of a player by table
  number   value   title   lucky   home   dye
  2        5       fine    yes     Red    c
  1        -       plain   -       -      h
"""
REST = """\
zone Row: Cards, Chips
turn
  must choose "go"
end after the turn if there is a Card in the Row, the game is drawn
"""
TEXT = HEAD + CARDS + CHIPS + REST


def game(folder: Path, text: str) -> Game:
    path = folder / "manifest.rules"
    path.write_text(text, encoding="utf-8")
    return driver.load(path).instantiate(2)


def problems(folder: Path, text: str) -> list[Diagnostic]:
    path = folder / "manifest.rules"
    path.write_text(text, encoding="utf-8")
    return [d for d in checking.check(path, 0) if d.severity == "error"]


@pytest.fixture
def start(tmp_path: Path) -> State:
    return game(tmp_path, TEXT).start()


@pytest.mark.parametrize(("asked", "value"), [
    ("the number of Cards in the box", 6),
    ("the number of jack Cards in the box", 3),
    ("the number of Cards in the box whose suit is hearts", 3),
    ("the number of queen Cards in the box whose suit is hearts", 0),
    ("the number of king Cards in the box whose suit is clubs", 1),
    ("the number of Chips in the box", 6),
    ("the number of Chips of Blue in the box", 3),
    ("the number of lucky Chips of Blue in the box", 2),
    ("the total value among Chips of Red in the box", 10),
    ("the number of plain Chips of Red in the box", 1),
    ("the number of Chips in the box whose home is Red", 4),
    ("the number of Chips in the box whose home is none", 2),
    ("the number of Chips in the box whose dye is hearts", 2),
])
def test_what_a_table_says(start: State, asked: str, value: int) -> None:
    assert start.evaluate(asked) == value


def test_one_of_each_row_where_no_number_is_said(tmp_path: Path) -> None:
    text = HEAD + "piece Card by table\n  face\n  low\n  high\n" + REST.replace(", Chips", "")
    state = game(tmp_path, text).start()
    assert [state.evaluate(f"the number of {asked}Cards in the box")
            for asked in ("", "low ", "high ")] == [2, 1, 1]


# ---- what no line changes is fixed ---------------------------------------------------------------


def test_what_no_line_changes_takes_no_room(tmp_path: Path) -> None:
    """The three values of a rank need two bits for each of six cards; changed once, they do."""
    text = TEXT.replace("end after", "end after the turn if some Card is jack, Red wins\nend after")
    still = game(tmp_path, text)
    crowned = '"go"\n    (any Card in the box)\'s rank becomes king'
    changing = game(tmp_path, text.replace('"go"', crowned))
    assert len(changing.start().pack()) - len(still.start().pack()) in (1, 2)
    assert (still.model.symbols.attributes["Card", "rank"].fixed,
            changing.model.symbols.attributes["Card", "rank"].fixed) == (True, False)
    state = changing.start().apply("go")
    assert state.evaluate("the number of king Cards in the box") == 3
    assert changing.unpack(state.pack()).to_json() == state.to_json()
    assert still.unpack(still.start().pack()).to_json() == still.start().to_json()


def test_what_is_changed_is_as_at_first_again_in_the_box(tmp_path: Path) -> None:
    text = TEXT.replace('"go"', '"go"\n    for each Card in the Row, its rank becomes king\n'
                        "    remove every Card in the Row")
    state = game(tmp_path, text.replace("turn\n  must", "setup\n  move all Cards to the Row\n"
                                        "turn\n  must", 1)).start().apply("go")
    assert state.evaluate("the number of jack Cards in the box") == 3


# ---- positions -----------------------------------------------------------------------------------


def test_what_may_be_in_the_way_has_no_first_value(tmp_path: Path) -> None:
    chips = "piece Chip by table, on Shop\n  number   value\n  2        5\n  1        2\n"
    turn = """\
board Shop: a grid of square shelves, 2 by 2
turn
  must choose an empty shelf
    move (any Chip in the box) to the shelf
    for each Chip C, C's value goes down by up to 1
end after the turn if there is no empty shelf, the game is drawn
"""
    state = game(tmp_path, HEAD + chips + turn).start().apply("a1")
    assert state.evaluate("the value of the Chip on a1") == 4


def test_a_position_says_which_are_meant(tmp_path: Path) -> None:
    state = game(tmp_path, TEXT).position({
        "Card": [{"rank": "king", "suit": "hearts", "at": "Row"},
                 {"number": "2", "rank": "jack", "suit": "hearts", "at": "Row"}],
        "Chip": [{"owner": "Blue", "title": "plain", "at": "Row"}],
    })
    assert [state.evaluate(asked) for asked in (
        "the number of Cards in the Row", "the number of king Cards in the Row",
        "the number of Cards in the Row whose suit is clubs", "the number of Chips in the Row",
        "the number of plain Chips of Blue in the Row")] == [3, 1, 0, 1, 1]


@pytest.mark.parametrize(("given", "said"), [
    ({"Card": [{"rank": "queen", "suit": "hearts"}]}, "the box has no such Card left"),
    ({"Card": [{"number": "2", "rank": "queen"}]}, "the box has no such Card left"),
    ({"Card": {"Card 1": {"rank": "king"}}}, "Card Card 1 rank is always jack"),
])
def test_a_position_changes_nothing_that_is_fixed(
    tmp_path: Path, given: dict[str, object], said: str
) -> None:
    with pytest.raises(RulesError) as caught:
        game(tmp_path, TEXT).position(given)
    assert said in caught.value.diagnostics[0].message


def test_nor_does_a_state(tmp_path: Path) -> None:
    made = game(tmp_path, TEXT)
    view = made.start().to_json()
    assert made.from_json(view) == made.start()
    view["Card"]["Card 1"]["rank"] = "king"
    with pytest.raises(RulesError):
        made.from_json(view)


# ---- how it is written ---------------------------------------------------------------------------


def test_its_layout_is_in_columns() -> None:
    untidy = TEXT.replace("clubs    1      1       1", "clubs  1  1  1").replace(
        "  number   value   title   lucky   home   dye", "  number  value  title  lucky  home  dye")
    assert untidy != TEXT
    laid_out = format_text(Source("manifest.rules", untidy))
    assert CHIPS in laid_out
    assert "  clubs    1      1       1\n" in laid_out


def test_it_is_shown_as_it_is_written(tmp_path: Path) -> None:
    shown = describe(game(tmp_path, TEXT).ruleset.instantiate(2).model)
    assert "\nPieces\n  piece Card by table\n    suit     jack   queen   king" in shown
    assert "What they have" not in shown


# ---- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new", "code", "said", "hint"), [
    ("clubs    1", "clubz    1", "value", "`clubz` is no suit", "did you mean `clubs`?"),
    ("  king ", "  kinng ", "table", "`kinng` is nothing that a Card has", "did you mean `king`?"),
    ("each Card has a rank: a rank\n", "", "table", "`jack` is a rank, and a Card has none",
     "declare `each Card has a rank: a rank`"),
    ("rank: a rank\n", "rank: a rank, at first jack\n", "at-first", "the table of Card says",
     "leave `at first …` out"),
    ("rank: a rank\n", "rank: a rank\neach Card has a mark: a rank\n", "table",
     "`jack` could be the rank or the mark", "head a column with the name of the attribute"),
    ("jack   queen", "number   queen", "table", "how many there are is said twice",
     "leave this column out"),
    ("  2        5", "  0        5", "table", "`0` is not how many there are", "at least 1"),
    ("  2        5", "  two        5", "table", "`two` is not how many there are", "at least 1"),
    ("plain   -", "plain   maybe", "table", "`maybe` is neither yes nor no", "write `yes`"),
    ("number   value", "number   rank", "value", "`5` is no rank", "jack, queen, king"),
    ("number   value", "number   value of clubs", "table", "a column of pieces is about one thing",
     "let a definition say it"),
    ("plain   -     ", "plain ", "table", "this row has 5 entries, and there are 6 columns",
     "part the columns"),
    ("piece Card by", "piece by", "table", "it is not said which piece is listed",
     "write `piece NOUN by table`"),
    ("Card by table", "Card by table:", "colon", "no colon stands", "delete it"),
])
def test_what_is_wrong_is_shown_in_the_table(
    tmp_path: Path, old: str, new: str, code: str, said: str, hint: str
) -> None:
    assert old in TEXT
    first = problems(tmp_path, TEXT.replace(old, new))[0]
    assert (first.code, said in first.message, hint in (first.hint or "")) == (code, True, True)


def test_a_number_out_of_range(tmp_path: Path) -> None:
    found = problems(tmp_path, TEXT.replace("zone Row", "each Chip has a value: 0 to 4\nzone Row"))
    assert [(d.code, d.span.text if d.span else "") for d in found] == [("bound", "5")]


def test_a_table_behind_a_comma(tmp_path: Path) -> None:
    found = problems(tmp_path, TEXT.replace(
        "piece Card by table", "when the number of players is 2, piece Card by table"))
    assert "a table cannot stand behind a comma" in found[0].message


def test_a_table_under_an_option(tmp_path: Path) -> None:
    inner = CARDS.replace("\n", "\n  ").rstrip() + "\n"
    text = HEAD + "option cards: few, no-cards\nwhen cards is few\n  " + inner + CHIPS + REST
    assert game(tmp_path, text).start().evaluate(
        "the number of jack Cards in the box") == 3
