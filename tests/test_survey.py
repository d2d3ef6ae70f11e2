"""What is found does not depend on whether a ruleset is looked at in shares."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, survey
from rulewright.interpreter.check.settings import Setting
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.play.processes import in_order
from tests.test_trial import END, HEAD, NEVER, TURN

LOST = Diagnostic("process-lost", "a process was ended")
HAND = "each player has a hand: 0 to 2, seen only by that player\n"
SEEN = "  must choose a number from 1 to 2\n    only if it is the hand of Gold\n"
ROUNDS = """\
  for each player P
    if there is a player Q where (Q is not P and Q's score is 0)
      P's score becomes 1
"""
WARNED = {
    "settled": "  if Gold's score is more than 9, Gold wins\n" + END,
    "settled above": "  if Gold's score is 3\n    depending on Gold's score\n"
                     f"      for 4, Gold wins\n      otherwise nothing\n{END}",
    "never-fires": f"{END}end as soon as hearts is taken\n  Gold wins\n",
    "never-fires with some": "  when size is 4, if Gold's score is 0, Gold's score goes up by 1\n"
                             f"{END}end as soon as Gold's score is 1\n  Gold wins\n",
    "no-end": "",
    "no-end with some": "when size is 3\n  end after the turn if Gold's score is 9\n    Gold wins\n"
                        "when size is 4\n  always Gold's score is at most 9\n",
    "unused-option": f"option mood: calm, wild, normally calm\n{END}",
    "in-turn": ROUNDS + END,
    "secret": f"{SEEN}{END}{HAND}",
    "cut-off": f"  Gold's score becomes 1\n{END}",
    "settled by an option": "  if size is 3 or hearts is taken, Gold wins\n" + END,
}
BROKEN = {
    "with an option": "  when size is 4, the score of Gold goes up by hearts\n" + END,
    "in play": f"  Gold's score goes up by 4\n{NEVER}",
    "in play with an option": f"  when size is 4, Gold's score goes up by 4\n{NEVER}",
    "with each": "  Gold's score becomes hearts\n" + END,
}


def told(found: list[Diagnostic]) -> list[tuple[object, ...]]:
    return [(d.code, d.severity, d.message, d.hint, d.span and tuple(d.span[1:])) for d in found]


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Rulesets that are short are looked at in shares, too; whether each was to the end."""
    kept, done = survey.in_shares, []

    def noted(*about: object) -> object:
        made = kept(*about)  # type: ignore[arg-type]
        done.append(made is not None)
        return made

    monkeypatch.setattr(survey, "LEAST_SHARED", 0)
    monkeypatch.setattr(survey, "in_shares", noted)
    return done


def both(path: Path, plays: int | None, jobs: int) -> tuple[list[Diagnostic], list[Diagnostic]]:
    return (checking.check(path, plays),
            checking.check_by_several(path, plays, jobs, map))


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("name", WARNED)
def test_warnings(tmp_path: Path, shared: list[bool], name: str, jobs: int) -> None:
    path = tmp_path / "test.rules"
    path.write_text(HEAD + TURN + WARNED[name], encoding="utf-8")
    alone, together = both(path, 0, jobs)
    assert told(alone) == told(together)
    assert shared == [False, True], "the second was looked at in shares"
    assert all(d.span is None or d.span.source is together[0].span.source  # type: ignore[union-attr]
               for d in together)


@pytest.mark.parametrize("name", BROKEN)
def test_what_must_be_told_apart(tmp_path: Path, shared: list[bool], name: str) -> None:
    """It is looked at again, one setting after the other."""
    path = tmp_path / "test.rules"
    path.write_text(HEAD + TURN + BROKEN[name], encoding="utf-8")
    alone, together = both(path, None, 2)
    assert told(alone) == told(together) != []
    assert shared == [False, False]


def test_programs_that_would_not_be_played(tmp_path: Path, shared: list[bool]) -> None:
    """With few programs others than the normal ones are played as well, which is not known to one
    share: so it is found what breaks in them."""
    path = tmp_path / "test.rules"
    path.write_text(HEAD + TURN + END, encoding="utf-8")
    alone, together = both(path, None, 2)
    assert told(alone) == told(together)
    assert shared == [False, False]


def test_processes(tmp_path: Path, shared: list[bool]) -> None:
    path = tmp_path / "test.rules"
    path.write_text(HEAD + TURN + WARNED["settled"], encoding="utf-8")
    alone = checking.check(path, 5)
    together = checking.check_by_several(
        path, 5, 2, lambda work, parts: in_order(work, iter(parts), 2, LOST))
    assert told(alone) == told(together) != []
    assert shared == [False, True]


def test_a_ledger_is_asked_too_where_settings_are_looked_at_in_shares(
    tmp_path: Path, shared: list[bool],
) -> None:
    """It is read after the first share is done, and what is wrong with it is told."""
    path = tmp_path / "test.rules"
    path.write_text(HEAD + TURN.replace("\n", "  [TST-9]\n", 1) + WARNED["settled"], "utf-8")
    ledger = tmp_path / "test.ledger.yaml"
    for text in ("game: test\nrules:\n  TST-1: {says: a, at: b}\n", "rules: [\n"):
        ledger.write_text(text, encoding="utf-8")
        alone, together = both(path, 5, 2)
        assert told(alone) == told(together) != []
        assert [p.severity for p in together][:1] == ["error"]
    assert shared == [False, True, False, True]


def test_settings_with_as_many_players_are_of_one_share() -> None:
    """A program is made in less time beside one with as many players, whose parts it shares."""
    settings: list[Setting] = [(2, {}), (4, {}), (3, {"a": "1"}), (2, {"a": "2"}), (2, {"b": "1"})]
    assert survey.divided(settings, 2) == [[0, 3, 4], [1, 2]]
    assert survey.divided(settings, 1) == [[0, 1, 2, 3, 4]]


def test_no_share_has_much_more_to_do() -> None:
    settings: list[Setting] = [(2, {}), *((2, {"a": str(value)}) for value in range(7))]
    assert survey.divided(settings, 2) == [[0, 4, 6], [1, 2, 3, 5, 7]]


def test_settings_are_exchanged_between_shares() -> None:
    """The longest part first would leave the second share with a tenth more to do: it is to have
    those of fewer options."""
    many: list[dict[str, str]] = [{str(key): "1" for key in range(count)} for count in (28, 13, 4)]
    settings: list[Setting] = [(2, {}), (6, {}), *zip((3, 4, 5), many, strict=True), (2, many[2])]
    assert survey.divided(settings, 2) == [[0, 2, 5], [1, 3, 4]]
