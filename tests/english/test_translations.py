"""Lines of free English, and what they say in the language of rulesets.

Each file of this folder has texts and lines for them. A line is put into its text and refused; what
its hint offers is the translation that a reader of English gives it. Lines that must not be
translated have `not`: what they must not become; of those that can be read in two ways, both are
told (`reads`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic
from tests.texts import cases

FOLDER = Path(__file__).parent
PLACE = "HERE"  # in a text, the line whose place is taken
LINES = [
    pytest.param(known["texts"][of], line, id=f"{path.stem}: {line['line'].strip()}")
    for path in sorted(FOLDER.glob("*.yaml"))
    for known in [cases(path)]
    for of, lines in known["lines"].items()
    for line in lines
]


def found_in(path: Path, text: str) -> list[Diagnostic]:
    path.write_text(text, encoding="utf-8")
    return [p for p in checking.check_text(driver.read(path), 0) if p.severity == "error"]


@pytest.mark.parametrize(("text", "line"), LINES)
def test_line(tmp_path: Path, text: str, line: dict[str, Any]) -> None:
    at = next(one for one in text.splitlines() if one.strip().startswith(line.get("at", PLACE)))
    indent = at[: len(at) - len(at.lstrip())]
    written = "\n".join(indent + one for one in line["line"].rstrip("\n").split("\n"))
    found = found_in(tmp_path / "text.rules", text.replace(at, written, 1))
    told = "\n".join(p.render() for p in found)
    assert found, "accepted"
    offered = [words.replace("\n" + indent, "\n") for words in found[0].replacements]
    if "reads" in line:
        assert offered == line["reads"], told
    elif "not" in line:
        assert line["not"].rstrip("\n") not in offered, told
    else:
        assert offered == [line["says"].rstrip("\n")], told
