"""What `rulewright new` writes, and what it refuses to write."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.play import starters
from tests.texts import SHIPPED_FILES, is_variant, shipped

Run = Callable[..., Any]


@pytest.mark.parametrize(
    ("name", "file", "title"),
    [
        ("Stone Garden", "stone-garden.rules", "Stone Garden"),
        ("Große Straße", "grosse-strasse.rules", "Grosse Strasse"),
        ("Fête No. 2", "fete-no-2.rules", "Fete No 2"),
        ("mini.rules", "mini.rules", "Mini"),
        ("../up", "up.rules", "Up"),
    ],
)
def test_names_become_files_in_this_folder(run: Run, name: str, file: str, title: str) -> None:
    assert run("new", name).code == 0
    text = Path(file).read_text(encoding="utf-8")
    assert f"\ngame {title}\n" in text
    assert run("validate", file).out == f"well: {file}\n"
    assert run("fmt", file, "--check").code == 0


@pytest.mark.parametrize("name", ["Игра", "将棋", "motif", "Motif.rules", "Motif 4x4"])
def test_names_that_cannot_be_kept_or_are_taken(run: Run, name: str) -> None:
    answer = run("new", name)
    assert answer.code == 2
    assert "hint:" in answer.err
    assert not list(Path().glob("motif*")) and not list(Path().glob("-*"))


@pytest.mark.parametrize("base", [
    pytest.param(path.stem, marks=pytest.mark.slow)
    if (is_variant(path) and path.stem != "motif-4x4") or path.stem == "motora" else path.stem
    for path in SHIPPED_FILES])
def test_variants_of_every_shipped_ruleset_are_well(run: Run, base: str) -> None:
    """They are the game that their base is. (To validate it again would tell nothing new. MOTORA
    takes as long as the others, and has two variants that are read.)"""
    assert run("new", "Other", "--from", base).code == 0
    assert run("fmt", "other.rules", "--check").code == 0
    found, known = driver.load(Path("other.rules")), shipped(base)
    starts = [ruleset.instantiate(quick=True).start() for ruleset in (found, known)]
    assert starts[0].pack() == starts[1].pack()
    assert found.options == known.options


def test_the_example_in_a_variant_can_be_taken_as_it_is(run: Run) -> None:
    """The line behind the # that sets an option is right for this base."""
    assert run("new", "Other", "--from", "motif").code == 0
    text = Path("other.rules").read_text(encoding="utf-8")
    line = next(line[1:].strip() for line in text.splitlines() if line.startswith("#     set "))
    Path("other.rules").write_text(f"{text}\n{line}\n", encoding="utf-8")
    assert run("validate", "other.rules").code == 0


def test_a_base_must_be_within_reach(run: Run) -> None:
    Path("inner").mkdir()
    shutil.copy("starter.rules", "inner/base.rules")
    answer = run("new", "Other", "--from", "inner/base.rules")
    assert answer.code == 2
    assert "folder of its base" in answer.err
    assert not Path("other.rules").exists()
    assert run("new", "Other", "--from", "starter").code == 0
    assert run("validate", "other.rules").code == 0


def test_a_base_without_options(run: Run) -> None:
    text = starters.starter("Plain").replace("option size: 3 to 6, normally 3\n", "")
    text = text.replace("size by size", "3 by 3")
    Path("plain.rules").write_text(text, encoding="utf-8")
    assert run("new", "Other", "--from", "plain").code == 0
    assert "(Plain has none)" in Path("other.rules").read_text(encoding="utf-8")
    assert run("validate", "other.rules").code == 0
