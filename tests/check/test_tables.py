"""Two tables that disagree are found, with both rows named (Motators' two travel lists)."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter import driver
from rulewright.interpreter.check import tables
from rulewright.interpreter.diagnostics import Diagnostic

MOTATORS = driver.find("motators")
ACKNOWLEDGED = "rides on and takes disagree on boot and rail"


def contradictions(folder: Path, text: str) -> list[Diagnostic]:
    path = folder / "lists.rules"
    path.write_text(text, encoding="utf-8")
    return [d for d in tables.check(driver.read(path).declarations) if d.code == "contradiction"]


def line_of(text: str, beginning: str) -> int:
    lines = [line.strip() for line in text.splitlines()]
    return 1 + next(i for i, line in enumerate(lines) if line.startswith(beginning))


def test_the_published_lists_disagree_on_boot_and_rail(tmp_path: Path) -> None:
    """The one contradiction is acknowledged by a ruling, and both rows are named."""
    text = MOTATORS.read_text("utf-8")
    (found,) = contradictions(tmp_path, text)
    assert found.severity == "note"
    assert "MOT-R01" in found.message
    assert "boot and rail" in found.message
    for row in ("boot:", "rail:"):
        assert str(line_of(text, row)) in found.message


def test_without_the_ruling_it_is_an_error(tmp_path: Path) -> None:
    text = MOTATORS.read_text("utf-8")
    assert ACKNOWLEDGED in text
    lines = [line for line in text.splitlines() if not line.startswith(ACKNOWLEDGED)]
    (found,) = contradictions(tmp_path, "\n".join(lines))
    assert found.severity == "error"
    assert found.span is not None and found.span.line == line_of(text, "boot:")


def test_another_changed_cell_is_reported(tmp_path: Path) -> None:
    text = MOTATORS.read_text("utf-8")
    changed = text.replace("truck: city, road ", "truck: city, rail ")
    assert changed != text
    found = [d for d in contradictions(tmp_path, changed) if d.severity == "error"]
    pairs = {next(p for p in ("truck and road", "truck and rail") if p in d.message)
             for d in found}
    assert pairs == {"truck and road", "truck and rail"}
    assert len(found) == 2


def test_an_acknowledgement_of_nothing_is_an_error(tmp_path: Path) -> None:
    text = MOTATORS.read_text("utf-8")
    path = tmp_path / "lists.rules"
    path.write_text(text + "\nrides on and takes disagree on car and road\n", encoding="utf-8")
    found = tables.check(driver.read(path).declarations)
    assert "agreement" in {d.code for d in found if d.severity == "error"}


def test_why_about_a_table_and_nothing(tmp_path: Path) -> None:
    """A row asked about a thing that is none refuses, and says which row."""
    path = tmp_path / "dishes.rules"
    path.write_text(
        "game Dishes\nplayers 2: One, Two\nkind animal: cow, dog\nkind food: hay, bone\n"
        "an animal eats a food by table\n  cow: hay\n  dog: bone\n"
        "each player has a dish: a food or none, at first none\n"
        'turn\n  must do one of\n    choose an animal, written "{animal}"\n'
        "      only if the animal eats the player's dish\n      the player wins\n"
        '    choose "fill"\n      the player\'s dish becomes hay\n',
        encoding="utf-8",
    )
    verdict = driver.load(path).instantiate().start().why("cow")
    assert not verdict.legal
    assert verdict.line == 6
