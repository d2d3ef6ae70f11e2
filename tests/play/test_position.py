"""Positions that a ruleset rules out are refused, and what scenarios may say of a place."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from rulewright.interpreter import documents, driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.play import scenario
from rulewright.interpreter.source import Source
from tests.texts import shipped

ROAD = {"a2": {"cover": "road", "mate": "a3"}, "a3": {"cover": "road", "mate": "a2"}}


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("motators", {"Squares": {"a2": {"cover": "road"}}}, "half laid"),
        ("motators", {"Squares": ROAD | {"a3": {"cover": "city", "mate": "a2"}}}, "half laid"),
        ("motators", {"Squares": {"a2": {"cover": "road", "mate": "c3"},
                                  "c3": {"cover": "road", "mate": "a2"}}}, "half laid"),
        ("motators", {"Red": {"start": "b2"}}, "misplaced"),
        ("motif", {"Tiles": {"a1": {"piece": "Token of Gold", "colour": "Gold"}}}, "overstocked"),
    ],
)
def test_an_impossible_position_is_refused(name: str, given: dict[str, object], said: str) -> None:
    with pytest.raises(RulesError) as caught:
        shipped(name).instantiate().position({"from": "empty", **given})
    [found] = caught.value.diagnostics
    assert found.message.startswith("no position of this game: ") and said in found.message
    assert found.span is not None


def test_a_list_that_leaves_too_much_in_the_box_is_told_how_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "bag.rules"
    path.write_text(textwrap.dedent("""\
        game Bag
        players 2: Red, Blue
        board Table: a grid of square cells, 3 by 3
        piece Disc: 4, on Table
        zone Bag: Discs
        always no Disc is in the box
        setup
          move all Discs in the box to the Bag
        turn
          must choose "go"
        """), encoding="utf-8")
    game = driver.load(path).instantiate()
    with pytest.raises(RulesError) as caught:
        game.position({"Disc": [{"at": "a1"}]})
    [found] = caught.value.diagnostics
    assert found.message == "no position of this game: this does not hold: no Disc is in the box"
    assert found.hint is not None and "`{number: all, at: as before}`" in found.hint
    state = game.position({"Disc": [{"at": "a1"}, {"number": "all", "at": "as before"}]})
    assert state.evaluate("the number of Discs in the Bag") == 3
    with pytest.raises(RulesError) as caught:
        game.position({"Disc": {"Disc 1": {"at": "box"}}})
    assert caught.value.diagnostics[0].hint is None


@pytest.mark.parametrize("yes", ["yes", "true", True])
def test_yes_as_yaml_writes_it(yes: object) -> None:
    game = shipped("motators").instantiate()
    state = game.position({
        "from": "empty", "Squares": ROAD, "to move": "Red",
        "Red": {"start": "a1", "stand": "a2", "under way": yes, "mount": "boot", "hand": "city"},
        "Yellow": {"start": "g1"},
    })
    assert state.evaluate("Red is under way") is True


BASE = """\
    - scenario: base
      ruleset: motif
      do: [Gold begins, +c3, +b3]
      expect: {turns: 2}
      then: [{do: [c3-e5], expect: {turns: 0}}]
    - scenario: branch
      ruleset: motif
      given: {scenario: base}
      do: [+d4]
      expect: {EXPECT}
    """


def outcome(expect: str) -> scenario.Outcome:
    text = textwrap.dedent(BASE.replace("{EXPECT}", expect))
    base, branch = scenario.run_text(Source("test.yaml", text))
    assert base.passed, base.message
    return branch


@pytest.mark.parametrize(
    ("expect", "message"),
    [
        ('{matching: {"c3-*": 22, "c3-?1": 5, "+*": 0}}', None),
        ('{matching: {"c3-*": 23}}', "22 options match `c3-*`, not 23"),
        ("{refuses first: {d4-d5: MTF-ADD-08, c3-c3: MTF-MOVE-12}}", None),
        ("{refuses: {c3-c3: MTF-MOVE-06}}", None),
        ("{refuses first: {c3-c3: MTF-MOVE-06}}", "refused by MTF-MOVE-12 first"),
    ],
)
def test_what_a_scenario_may_say(expect: str, message: str | None) -> None:
    found = outcome(expect)
    assert found.passed is (message is None)
    assert (message or "") in found.message


def test_a_scenario_that_begins_nowhere() -> None:
    text = '- {scenario: a, ruleset: motif, given: {scenario: b}, expect: {turns: 0}}\n'
    [found] = scenario.run_text(Source("test.yaml", text))
    assert not found.passed and "there is no scenario `b`" in found.message
    text = '- {scenario: a, ruleset: motif, given: {scenario: a}, expect: {turns: 0}}\n'
    [found] = scenario.run_text(Source("test.yaml", text))
    assert not found.passed and "begins from itself" in found.message


def test_a_scenario_that_begins_in_another_file(tmp_path: Path) -> None:
    """Its position can be changed; files may build on each other, but not in a circle."""
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    rest = "ruleset: motif, expect: {turns: 0}"
    first.write_text(
        f"- {{scenario: a, {rest}, given: {{Gold: {{reserve: 2}}}}}}\n"
        f"- {{scenario: c, {rest}, given: {{scenario: b, in: second.yaml}}}}\n", "utf-8")
    second.write_text(
        f"- {{scenario: b, {rest}, given: {{scenario: a, in: first.yaml, to move: Black}}}}\n"
        f"- {{scenario: x, {rest}, given: {{scenario: y, in: first.yaml}}}}\n"
        f"- {{scenario: z, {rest}, given: {{scenario: a, in: third.yaml}}}}\n", "utf-8")
    assert [found.message for found in scenario.run(first)] == ["", ""]
    known, unknown, missing = scenario.run(second)
    assert known.passed
    assert "there is no scenario `y`" in unknown.message
    assert "third.yaml" in missing.message
    round_about = f"- {{scenario: a, {rest}, given: {{scenario: b, in: second.yaml}}}}\n"
    first.write_text(round_about, "utf-8")
    [found] = scenario.run(first)
    assert "begins from itself" in found.message


def test_a_file_that_scenarios_build_on_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, read = tmp_path / "base.yaml", list[Path]()
    rest = "ruleset: motif, expect: {turns: 0}"
    base.write_text(f"- {{scenario: a, {rest}}}\n", "utf-8")
    (tmp_path / "more.yaml").write_text("".join(
        f"- {{scenario: b{n}, {rest}, given: {{scenario: a, in: base.yaml}}}}\n"
        for n in range(3)), "utf-8")
    real = documents.read
    monkeypatch.setattr(documents, "read", lambda path: (read.append(path), real(path))[1])
    outcomes = scenario.run(tmp_path / "more.yaml")
    assert [found.passed for found in outcomes] == [True] * 3
    assert read.count(base) == 1


def test_a_turn_passed_while_a_position_loads_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "test.rules"
    path.write_text(
        "game Passing\nplayers 2: Ann, Bob\nboard Row: a grid of square cells, 2 by 1\n"
        "piece Stone of a player, on Row\nturn\n"
        "  must if possible put a Stone of the player on a cell\n"
        "    only if the player is Bob\n    only if the cell is empty\n"
        "end as soon as there is no empty cell\n  the game is drawn\n",
        encoding="utf-8",
    )
    game = driver.load(path).instantiate()
    assert game.position({"to move": "Bob"}).turns == 0
    assert game.position({"to move": "Ann"}).turns == 1
