"""Steps that are done with things, rows of what is done, and numbers in definitions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_text

HEAD = """\
game Steps

players 2 to 3: Red, Blue, Green
option mild: no, yes

kind colour: crimson, azure, jade
board Board: a grid of square cells, 3 by 3
piece Stone of a player, on Board
each player has a score: 0 to 90
each cell has a tint: a colour or none
each cell has a heat: 0 to 9
the game has a mark: a cell or none

"""
TURN = 'turn\n  must choose "go"\n'


def problems(folder: Path, text: str) -> list[Diagnostic]:
    path = folder / "steps.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    return [d for d in checking.check(path, 0) if d.code not in ("no-end", "unused-option")]


def start(folder: Path, text: str, players: int = 2, **options: str) -> State:
    path = folder / "steps.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    return driver.load(path).instantiate(players, options).start()


def values(state: State, *asked: str) -> list[object]:
    return [state.evaluate(one) for one in asked]


# ---- things of a step ---------------------------------------------------------------------------

HEATED = """\
step Heat a cell by a number N for a player
  its heat goes up by N
  the player's score goes up by N times 2

"""


def test_things_are_told_by_their_words_in_any_order(tmp_path: Path) -> None:
    state = start(tmp_path, HEATED + """\
setup
  do Heat b2 by 3 for Red and Heat a1 for Blue by 1
  do Heat b2 for Green by (2 plus the heat of a1)
""" + TURN, 3)
    assert values(state, "b2's heat", "a1's heat") == [6, 1]
    assert values(state, "Red's score", "Blue's score", "Green's score") == [6, 2, 6]


def test_things_are_reckoned_when_the_step_begins(tmp_path: Path) -> None:
    """The step changes what its things were said by: they stay what they were."""
    state = start(tmp_path, """\
setup
  the mark becomes a1
  do Shift (the mark) to c3 by (the heat of c3 plus 1)

step Shift a cell to a cell C by a number N
  the mark becomes C
  its heat becomes N
  C's heat becomes 7
  C's heat goes up by N
""" + TURN)
    assert values(state, "the mark is c3", "a1's heat", "c3's heat") == [True, 1, 8]


def test_what_was_given_lives_on_behind_choices(tmp_path: Path) -> None:
    state = start(tmp_path, """\
turn
  must choose a cell C
    do Ask for (the player to move's next player) with (C's heat plus 2)

step Ask for a player P with a number N
  P decides
    must choose a cell D
      D's heat becomes N
  P's score goes up by N
""")
    state = state.apply("a1")
    assert (state.player, state.kind) == (1, "decision")
    state = state.apply("b1")
    assert values(state, "b1's heat", "Blue's score", "Red's score") == [2, 2, 0]
    again = state.apply("b1").apply("c3")  # Blue's turn: he asks Red with 2 plus 2
    assert values(again, "c3's heat", "Red's score", "Blue's score") == [4, 4, 2]


def test_its_own_things_come_first(tmp_path: Path) -> None:
    """Around the step stand a cell without a name, one called C, and another player."""
    state = start(tmp_path, """\
setup
  for each cell that is either a1 or a2
    for each player P that is Blue
      do Warm b1 for Red

step Warm a cell C for a player
  the cell's heat goes up by 1
  C's heat goes up by 1
  the player's score goes up by 1
  P's score goes up by 5
""" + TURN)
    assert values(state, "b1's heat", "a1's heat", "Red's score", "Blue's score") == [4, 0, 2, 10]


def test_pieces_and_none_as_things(tmp_path: Path) -> None:
    state = start(tmp_path, """\
setup
  put a Stone of Red on a1
  put a Stone of Blue on c1
  for each Stone, do Mark the Stone with (its tint)
  do Mark (the Stone on c1) with jade

step Mark a Stone with a colour C
  if C is none, the heat of (its cell) becomes 1
  if C is not none, the tint of (its cell) becomes C

the tint of a Stone is the tint of (its cell)
""" + TURN)
    assert values(state, "a1's heat", "a1's tint is none", "c1's tint is jade") == [1, True, True]


@pytest.mark.parametrize(("line", "said", "where"), [
    ("do Heat b2 by 3", "behind `for` it is not said with which player `Heat` is done",
     "Heat b2 by 3"),
    ("do Heat by 3 for Red", "behind its name it is not said with which cell", "Heat by 3 for Red"),
    ("do Heat b2 by 3 for Red at a1", "the step `Heat` has nothing for `at`", "a1"),
    ("do Heat b2 by 3 by 4 for Red", "`by` is said twice", "3"),
    ("do Heat Red by 3 for Red", "`Heat` is done with a cell here", "Red"),
    ("do Heat b2 by a1 for Red", "`Heat` is done with a number here", "a1"),
])
def test_things_that_do_not_fit(tmp_path: Path, line: str, said: str, where: str) -> None:
    (problem,) = problems(tmp_path, f"{HEATED}turn\n  {line}\n")
    assert (problem.code, said in problem.message) == ("step", True), problem.message
    assert problem.span is not None and problem.span.text == where
    assert problem.hint == "it is declared as `Heat a cell by a number N for a player`"


def test_no_order_of_steps_with_things(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, """\
turn
  in either order
    do Pick with 2
    must choose "b"

step Pick with a number
  must choose "a"
""")
    assert (problem.code, "a step with things" in problem.message) == ("order", True)


def test_a_question_that_one_number_settles_is_no_warning(tmp_path: Path) -> None:
    found = problems(tmp_path, """\
the worth of a number N is
  9 if N is at least 4
  N otherwise
turn
  do Gain 5 and Gain 2
  must choose "go"

step Gain a number N
  if N is at least 3, the player's score goes up by (the worth of N)
""")
    assert found == []


# ---- rows of what is done -----------------------------------------------------------------------

ROWS = """\
turn
  must choose a number from 0 to 5
    depending on it
      for 0 or 5, the player's score goes up by 10
      for 1 to 3
        must choose a cell
          its heat becomes the number
      otherwise nothing
  depending on the tint of a1
    for none, the tint of a1 becomes azure
    when mild is no
      for azure, the game is drawn
    when mild is yes, for azure, the tint of a1 becomes jade
    otherwise
      the player wins
"""


@pytest.mark.parametrize(("number", "score"), [(0, 10), (4, 0), (5, 10)])
def test_the_row_of_the_value_is_done(tmp_path: Path, number: int, score: int) -> None:
    state = start(tmp_path, ROWS).apply(str(number))
    assert (state.player, state.evaluate("Red's score")) == (1, score)
    assert state.evaluate("a1's tint is azure") is True


def test_a_choice_in_a_row(tmp_path: Path) -> None:
    state = start(tmp_path, ROWS).apply("3").apply("c2")
    assert values(state, "c2's heat", "Red's score", "a1's tint is azure") == [3, 0, True]


def test_rows_under_options(tmp_path: Path) -> None:
    ended = start(tmp_path, ROWS).apply("4").apply("4")
    assert ended.kind == "end" and ended.result is not None and ended.result.winners == []
    mild = start(tmp_path, ROWS, mild="yes").apply("4").apply("4")
    assert (mild.kind, mild.evaluate("a1's tint is jade")) == ("decision", True)
    won = mild.apply("4")
    assert won.result is not None and won.result.winners == [0]


def test_the_value_is_that_before_anything_is_done(tmp_path: Path) -> None:
    """The first row makes it what the second one is for."""
    state = start(tmp_path, """\
turn
  must choose "go"
  depending on a1's heat
    for 0, a1's heat becomes 1
    for 1, a1's heat becomes 5
    otherwise nothing
""")
    assert state.apply("go").evaluate("a1's heat") == 1


@pytest.mark.parametrize(("rows", "code", "said"), [
    ("for 0 to 3, the game is drawn", "gap", "no row says anything for 4, 5"),
    ("for 0 to 3, the game is drawn\n    for 3 to 5, the player wins", "overlap",
     "`3 to 5` stands in two rows, here and in line 17"),
    ("otherwise nothing\n    for 3, the player wins", "overlap",
     "behind `otherwise` no value is left"),
    ("for 0 to 4, the game is drawn\n    for azure, the player wins", "type", "a number is needed"),
])
def test_rows_that_are_wrong(tmp_path: Path, rows: str, code: str, said: str) -> None:
    written = "".join(f"      {row.strip()}\n" for row in rows.split("\n"))
    found = problems(
        tmp_path, f"turn\n  must choose a number from 0 to 5\n    depending on it\n{written}")
    assert [(d.code, said in d.message) for d in found] == [(code, True)], found


def test_rows_are_laid_out_as_they_are_written() -> None:
    assert format_text(Source("rows", HEAD + ROWS)) == HEAD + ROWS


# ---- numbers in definitions ---------------------------------------------------------------------


def test_numbers_as_things_of_definitions(tmp_path: Path) -> None:
    state = start(tmp_path, """\
a cell is warm from a number N if its heat is at least N
a number N is lucky if N is either 3 or 7
the pips of a number is
  1 for 0 to 2
  2 for 3
  6 for 4 to 9
setup
  b2's heat becomes 4
""" + TURN)
    assert values(state, "b2 is warm from 4", "b2 is warm from 5") == [True, False]
    assert values(state, "3 is lucky", "(1 plus 3) is lucky") == [True, False]
    assert values(state, "the pips of (b2's heat)", "the pips of (a1's heat)") == [6, 1]


def test_rows_for_numbers_must_answer_all_that_are_possible(tmp_path: Path) -> None:
    found = problems(tmp_path, """\
the pips of a number is
  1 for 0 to 2
  2 for 4
turn
  must choose a number from 0 to 4
    the player's score goes up by (the pips of it)
""")
    assert [d.code for d in found] == ["gap"]
    assert "3" in found[0].message and "0 to" not in found[0].message


def test_other_words_for_it_are_corrected(tmp_path: Path) -> None:
    found = problems(tmp_path, ROWS.replace("depending on it", "switch on it"))
    assert found[0].hint == "write `depending`", found
    assert found[0].span is not None and found[0].span.text == "switch"


def test_a_row_that_is_taken_away_does_nothing(tmp_path: Path) -> None:
    """What `trace --mutate` tries: without the row there would be a gap."""
    path = tmp_path / "steps.rules"
    path.write_text(HEAD + ROWS, encoding="utf-8")
    line = (HEAD + ROWS).splitlines().index("      for 0 or 5, the player's score goes up by 10")
    state = driver.load(path).without((str(path), line + 1)).instantiate().start()
    assert state.apply("5").evaluate("Red's score") == 0


# ---- what is wrong, and what was not ------------------------------------------------------------


@pytest.mark.parametrize("line", ["do Cool", "do Warm"])
def test_steps_in_a_circle_below_an_act(tmp_path: Path, line: str) -> None:
    """What was so before the act is looked for in the steps below it: that too comes to an end."""
    found = problems(tmp_path, f"""\
turn
  must choose a cell
    do Warm

step Warm
  a1's heat becomes 3
  {line}

step Cool
  do Warm
""")
    assert {d.code for d in found if d.severity == "error"} == {"recursion"}, found


def test_a_thing_of_a_step_hides_its_namesake_before_the_act(tmp_path: Path) -> None:
    """`C` is a3, of which it is not known before the act; it is not the chosen cell."""
    (problem,) = problems(tmp_path, """\
turn
  must move a Stone of the player to a cell C
    do Up a3
step Up a cell C
  if C was occupied, C's heat goes up by 2
""")
    assert (problem.code, "which one C is was not known" in problem.message) == ("before", True)


@pytest.mark.parametrize(("said", "code"), [("it", "it"), ("the cell", "bound")])
def test_what_was_so_of_a_thing_of_a_step_is_refused(
    tmp_path: Path, said: str, code: str
) -> None:
    (problem,) = problems(tmp_path, f"""\
turn
  must move a Stone of the player to a cell
    do Up the cell
step Up a cell
  if {said} was occupied, its heat goes up by 2
""")
    assert problem.code == code and problem.span is not None and problem.span.text == said
    assert f"which cell `{said}` is was not known before the act" in problem.message


def test_rows_about_a_piece_do_not_name_cells(tmp_path: Path) -> None:
    rows = ("depending on the Stone on a1\n    for {}, the game is drawn\n"
            "    otherwise nothing\n")
    (problem,) = problems(tmp_path, f"{TURN}  {rows.format('a1')}")
    assert (problem.code, "which Stone it is" in problem.message) == ("type", True)
    assert problems(tmp_path, f"{TURN}  {rows.format('none')}") == []


def test_a_row_does_not_run_downwards(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, TURN + """\
  depending on a1's heat
    for 5 to 2, the player wins
    otherwise nothing
""")
    assert (problem.code, problem.hint) == ("range", "write `2 to 5`")


def test_the_first_row_may_be_none(tmp_path: Path) -> None:
    state = start(tmp_path, """\
the home of a colour is
  none for azure
  a1 for crimson
  none for jade
""" + TURN)
    assert values(state, "the home of azure is none", "the home of crimson is a1") == [True, True]


def test_named_players_in_order_are_told_apart_by_their_names(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, """\
turn
  each player P in order
    each player Q that is not P in order
      must choose "x"
        the player's score goes up by 1
""")
    assert (problem.code, problem.hint) == (
        "which-player", "write `Q` or `P` or `the player to move`")


def test_a_step_is_done_with_a_sum_of_a_number_that_is_chosen_from_1_on(tmp_path: Path) -> None:
    """The sum is 2 at least, while what it is worked out of counts from 0."""
    state = start(tmp_path, "each player has a roll: 0 to 6, at first 1\n"
                  "turn\n  must choose a number N from 1 to 6, written \"run {N}\"\n"
                  "    do Run the player by (the player's roll plus N)\n"
                  "step Run a player P by a number N\n  P's score goes up by N\n")
    after = state.apply("run 3")
    assert values(after, "Red's score") == [4]
