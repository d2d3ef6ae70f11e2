"""What a duty cannot exceed: saying so changes what the search costs and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine import duties
from rulewright.interpreter.engine.game import Game, State
from tests.texts import loaded

MOTIF = driver.find("motif")


def without_bounds(folder: Path, options: dict[str, str]) -> Game:
    """Motif with the same duties and nothing behind `up to`."""
    lines = MOTIF.read_text("utf-8").splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("      up to (")]
    starts += [at for at, line in enumerate(lines) if line.startswith("      up to the number")]
    assert len(starts) == 2
    for start in starts:
        lines[start - 1] = lines[start - 1].rstrip().removesuffix(",") + " [MTF-R09]"
        lines[start] = "#"
        if lines[start + 1].startswith("      some Token"):
            lines[start + 1] = "#"
    file = folder / "motif.rules"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "motif.ledger.yaml").write_bytes(MOTIF.with_suffix(".ledger.yaml").read_bytes())
    return driver.load(file).instantiate(options=options)


@pytest.mark.parametrize(
    "more",
    [{}, {"tokens": "4"}, {"action_order": "interleaved"}, {"reach_from": "unmoved-own"},
     {"action_order": "add-first", "path": "straight"}],
    ids=str,
)  # fmt: skip
def test_a_bound_changes_no_option(tmp_path: Path, more: dict[str, str]) -> None:
    options = {"width": "3", "height": "3", "obligation": "maximal", **more}
    bounded = loaded(MOTIF).instantiate(options=options)
    plain = without_bounds(tmp_path, options)
    decisions = 0
    for seed in range(3):
        rng, one, two = random.Random(seed), bounded.start(), plain.start()
        while one.kind != "end" and decisions < 40 * (seed + 1):
            texts = texts_of(one)
            assert texts_of(two) == texts
            text = rng.choice(texts)
            one, two = one.apply(text), two.apply(text)
            decisions += 1
    assert decisions > 30


def texts_of(state: State) -> list[str]:
    return state.options() or [text for text, _ in state.outcomes()]


def searched(game: Game, monkeypatch: pytest.MonkeyPatch) -> int:
    """States looked at for the duties of one game."""
    count = 0
    plain = duties.TurnSearch._met

    def counted(self: duties.TurnSearch, *words: object) -> object:
        nonlocal count
        count += 1
        return plain(self, *words)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(duties.TurnSearch, "_met", counted)
        rng, state = random.Random(1), game.start()
        while state.kind != "end":
            state = state.apply(rng.choice(texts_of(state)))
    return count


def test_a_bound_saves_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"width": "3", "height": "3", "obligation": "maximal"}
    bounded = loaded(MOTIF).instantiate(options=options)
    plain = without_bounds(tmp_path, options)
    assert searched(bounded, monkeypatch) < searched(plain, monkeypatch)


WRONG = """\
game Wrong
players 2: Gold, Black
board Grid: a grid of square tiles, 2 by 2
each tile can be taken, this turn
turn
  as long as possible, must choose a tile that is not taken
    the tile becomes taken
  the game is drawn
duty by the end of the turn
  as much as possible, the number of taken tiles, up to %s
"""


def test_a_bound_that_is_none_is_found(tmp_path: Path) -> None:
    file = tmp_path / "wrong.rules"
    file.write_text(WRONG % 4, encoding="utf-8")
    assert len(driver.load(file).instantiate().start().options()) == 4
    file.write_text(WRONG % 3, encoding="utf-8")
    with pytest.raises(RulesError, match="comes to 4, above the 3"):
        driver.load(file).instantiate().start()


#: A turn that can go back and forth: from each step to the one before and the one behind, or stop.
#: So an end may be come to by states that are met while others are not finished yet.
AROUND = """\
game Around
players 1: Ann
the game has a lamp: 0 to %s
the game has a worst: 0 to 9
turn
  as long as possible, may do one of, or "done"
    choose "up"
      the lamp goes up by up to 1
    choose "down"
      the lamp goes down by up to 1
    choose "worse"
      only if the lamp is 2
      the worst goes up by up to 1
  must choose "ok"
  if the worst is 9, the game is drawn
duty by the end of the turn
  if possible, the lamp is %s and the worst is 0
"""
#: Nothing ends the turn but what stops in front of the duty; a way that only goes round is no end.
ROUND = """\
game Round
players 1: Ann
the game has a lamp: 0 to 1
the turn can be finished
turn
  must choose a number from 0 to 1
    the lamp becomes it
    as long as the turn is not finished
      must do one of
        choose "round"
        choose "finish"
          only if the lamp is 1
          the turn becomes finished
duty by the end of the turn
  if possible, the lamp is 0
"""


def searching(folder: Path, text: str) -> Game:
    file = folder / "searching.rules"
    file.write_text(text, encoding="utf-8")
    return driver.load(file).instantiate()


def test_a_turn_may_go_back_and_forth(tmp_path: Path) -> None:
    """What a state attains counts for all that lead to it, whichever of them was met first."""
    game = searching(tmp_path, AROUND % (3, 1))
    state = game.start()
    assert state.options() == ["up", "down"], "without the first one the turn ends too early"
    state = state.apply("up")
    assert state.options() == ["up", "down", "done"]
    state = state.apply("up")
    assert state.options() == ["up", "down"], "what is worse cannot be mended"
    assert state.apply("up").options() == ["up", "down"]


def test_a_way_that_only_goes_round_attains_nothing(tmp_path: Path) -> None:
    assert searching(tmp_path, ROUND).start().options() == ["1"]


def test_a_turn_may_be_long(tmp_path: Path) -> None:
    """A way may have as many choices as there are states."""
    game = searching(tmp_path, AROUND % (3000, 3000))
    assert game.start().options() == ["up", "down"]
