"""The profile: runs worked out by hand, work that follows what is looked through, honest shares."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver, ir
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.model.declarations import collect
from rulewright.interpreter.play import profile, setting, simulate
from rulewright.interpreter.play.profile import Line
from tests.played import SETUPS, Setup, each_of
from tests.texts import path_of

TIC_TAC_TOE = path_of("tic-tac-toe")


def profiled(path: Path, games: int = 1, **options: str) -> list[Line]:
    """A profile of games in which everybody takes the first option."""
    made = setting.make(str(path), None, options)
    return profile.profile(simulate.Job(made, ("first",) * made.players, 1, max_turns=9), games)


def runs(lines: list[Line]) -> dict[str, int]:
    return {line.text: line.runs for line in lines}


@pytest.mark.parametrize("games", [1, 3])
def test_runs_of_a_game_worked_out_by_hand(games: int) -> None:
    """a1 b1 c1 a2 b2 c2 a3: X has c1 b2 a3 with the seventh mark. The choice is listed and carried
    out seven times, and six times the turn goes on to the other player."""
    assert runs(profiled(TIC_TAC_TOE, games)) == {
        "turn": 6 * games,
        "must put a Mark of the player on an empty cell": 2 * 7 * games,
        "if the cells of the player include a line of 3": 7 * games,
        "the player wins": games,
        "if there is no empty cell": 6 * games,
        "the game is drawn": 0,
    }


WALK = """\
game Walk
players 2: Ann, Bob
option size: 3 to 9, normally 3
board Grid: a grid of square cells, size by size
piece Man of a player, on Grid
each player has a score: 0 to 999, at first 0
the room of a player is                                           [WAL-01]
  the number of cells C where (the owner of the Man on C is the player)
turn
  must choose "on"
    only if the player's score is less than 900                   [WAL-02]
  for each cell                                                   [WAL-03]
    the player's score goes up by 1
  if the room of the player is 5, the game is drawn
  if the player's score is 27, the player wins
"""


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    path = tmp_path / "walk.rules"
    path.write_text(WALK, encoding="utf-8")
    return path


def test_a_loop_runs_once_and_what_is_inside_in_every_round(walk: Path) -> None:
    """Ann walks three times, Bob two times; each time round all nine cells."""
    found = runs(profiled(walk))
    assert found["for each cell                                                   [WAL-03]"] == 5
    assert found["the player's score goes up by 1"] == 9 * 5
    assert found["if the player's score is 27, the player wins"] == 5


def test_work_follows_what_is_looked_through(walk: Path) -> None:
    """On the larger board only the loop has more to do in each run; choosing has not."""
    small, large = (
        {line.text: line.work / line.runs for line in profiled(walk, size=size) if line.runs}
        for size in ("3", "9")
    )
    grows = {text for text in small.keys() & large.keys() if large[text] > small[text]}
    assert grows == {"for each cell                                                   [WAL-03]"}


def test_lines_come_with_the_most_work_first_and_their_shares_are_those_of_the_work(
    walk: Path,
) -> None:
    lines = profiled(walk)
    assert lines == profiled(walk)
    assert [line.work for line in lines] == sorted((line.work for line in lines), reverse=True)
    whole = sum(line.work for line in lines)
    assert all(line.share == line.work / whole for line in lines)


def test_a_variant_has_the_lines_of_its_base(walk: Path) -> None:
    long = walk.with_name("long.rules")
    long.write_text("variant Long Walk of walk\n\nend as soon as some player is tired, "
                    "the game is drawn  [LON-01]\n\n"
                    "a player is tired if the player's score is at least 20\n", encoding="utf-8")
    for line in profiled(long):
        text = Path(line.file).read_text(encoding="utf-8").splitlines()[line.line - 1]
        assert line.text == text.strip()
    assert {Path(line.file).name for line in profiled(long)} == {"walk.rules", "long.rules"}


@each_of(SETUPS, "motora", "transport")
def test_counting_changes_nothing(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games on the machine that counts are those on the one that does not; every line that is
    counted stands in the text."""
    made, machines = setup.setting, list[Machine]()
    job = simulate.Job(made, ("random",) * setup.players, seed=5, max_turns=8, max_decisions=60)
    plain = [simulate.play(job, index) for index in range(2)]

    def kept(program: ir.Program, profiled: bool) -> Machine:
        machines.append(Machine(program, profiled=profiled))
        return machines[-1]

    monkeypatch.setattr(profile, "Machine", kept)
    lines = profile.profile(job, 2)
    [machine] = machines
    assert {(line.file, line.line): line.runs for line in lines} == machine.line_counts
    with made.game.counted_by(machine):
        assert [simulate.play(job, index) for index in range(2)] == plain
    assert made.game.fast is made.game.machine
    assert all(line.text for line in lines)
    assert {(line.file, line.line): 2 * line.runs for line in lines} == machine.line_counts
    assert abs(sum(line.share for line in lines) - 1) < 1e-9


def line(share: float, runs: int, work: int) -> Line:
    return Line("a.rules", 3, runs, work, share, "turn")


NOTHING = collect(())


def test_a_hint_names_a_line_that_takes_much_in_each_run() -> None:
    found = profile.hint([line(0.6, 10, 6000), line(0.4, 10, 4000)], NOTHING)
    assert found is not None
    assert "a.rules:3" in found and "600" in found
    assert profile.hint([line(0.5, 10, 6000)], NOTHING) is None  # not more than half
    assert profile.hint([line(0.9, 1000, 6000)], NOTHING) is None  # many short runs
    assert profile.hint([line(0.9, 0, 0)], NOTHING) is None
    assert profile.hint([], NOTHING) is None


COSTLY = """\
game Costly
players 2: Ann, Bob
board Grid: a grid of square cells, 7 by 7
piece Man of a player, on Grid
a Man is shut in if there is no empty cell that is next to some cell that is around it
a cell is around a Man if
  it is connected to the Man's cell by orthogonal steps over cells of Ann
turn
  must put a Man of the player on an empty cell
    only if afterwards there is no Man that is shut in
  remove every Man of Bob that is shut in
  if the number of cells C where (there is a cell whose column is C's row) is 3, the player wins
  the game is drawn
"""


@pytest.mark.parametrize(("at", "says"), [
    (11, "`connected to the Man's cell by orthogonal steps over cells of Ann` (line 7) follows the "
         "steps anew"),
    (11, "`the group of (the Man's cell) among cells of Ann joined by orthogonal steps`"),
    (12, "`cell whose column is C's row` is looked through for each of `cells C where"),
])
def test_a_hint_names_the_costly_phrase(tmp_path: Path, at: int, says: str) -> None:
    path = tmp_path / "costly.rules"
    path.write_text(COSTLY, encoding="utf-8")
    ruleset = driver.load(path)
    found = profile.hint([Line(str(path), at, 10, 6000, 0.9, "")], ruleset.declarations)
    assert found is not None and says in found


def test_what_a_hint_offers_means_the_same(tmp_path: Path) -> None:
    """Put in, it asks of the group what was asked of each cell."""
    path = tmp_path / "costly.rules"
    cheaper = ("  it is in (the group of (the Man's cell) among cells of Ann joined by orthogonal "
               "steps)")
    text = COSTLY.splitlines()
    text[6] = cheaper
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    assert driver.load(path).instantiate().start().options()
