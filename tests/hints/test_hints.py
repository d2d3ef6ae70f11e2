"""Every hint is tried by putting it in: the corrected text is right, or leads to the next, true
finding."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import checking
from rulewright.interpreter.diagnostics import Diagnostic
from tests.corrected import found_in, left_in, put_in
from tests.texts import MALFORMED, beside, cases, found_in_malformed
from tests.volume import volume

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
SLIPS = cases(FOLDER / "slips.yaml")
END = "  must choose a cell\n  Red wins\n"


def written(place: str, lines: str) -> str:
    """A ruleset with the lines of a slip in their place."""
    indented = "".join(f"  {line}\n" for line in lines.split("\n"))
    frames = {
        "turn": f"turn\n{indented}{END}",
        "if": f"turn\n  if {lines}, the player wins\n{END}",
        "top": f"{lines}\nturn\n{END}",
    }
    if place == "whole":
        return f"game Slips\n{lines}\nturn\n  must choose a player\n  the player wins\n"
    if place == "title":
        return f"{lines}\nplayers 2: Red, Blue\nturn\n  must choose a player\n  the player wins\n"
    return SLIPS["frame"] + frames[place]


ROWS = [pytest.param(place, *row[:2], row[2] if len(row) > 2 else None, id=f"{place}: {row[0]}")
        for place in ("turn", "if", "top", "whole", "title") for row in SLIPS[place]]


@pytest.mark.parametrize(("place", "slip", "becomes", "following"), ROWS)
@volume("left_in", left_in, found_in)
def test_slip(
    tmp_path: Path, left_in: Callable[[Path, str], list[Diagnostic]], place: str, slip: str,
    becomes: str, following: str | None,
) -> None:
    """The hint of a slip gives a text that is right. (If slow, that is validated as a whole.)"""
    path, text = tmp_path / "slip.rules", written(place, slip)
    found = found_in(path, text)
    assert found, "accepted"
    told = found[0].render()
    made = next(put_in(text, found[0]), None)
    assert made is not None, told
    assert made.split() == written(place, becomes).split(), told
    left = left_in(path, made)
    assert [p.code for p in left[:1]] == ([following] if following else []), told + "".join(
        "\n" + p.render() for p in left)


ADVICE = [pytest.param(row, id=row["slip"]) for row in SLIPS["advice"]]


@pytest.mark.parametrize("row", ADVICE)
def test_advice(tmp_path: Path, row: dict[str, Any]) -> None:
    path, place = tmp_path / "slip.rules", row["in"]
    found = found_in(path, written(place, row["slip"]))
    assert found and row["says"] in (found[0].hint or ""), [p.render() for p in found]
    assert not found[0].replacements, "it can be put in as it is"
    left = found_in(path, written(row.get("at", place), row["put"]))
    assert not left, "\n".join(p.render() for p in left)


@pytest.mark.parametrize("path", MALFORMED, ids=lambda path: path.stem)
@volume("left_in", left_in, found_in)
def test_the_hints_of_malformed_texts(
    tmp_path: Path, left_in: Callable[[Path, str], list[Diagnostic]], path: Path
) -> None:
    """What a hint offers is never refused for the same reason as what stands there."""
    text = path.read_text(encoding="utf-8")
    for problem in found_in_malformed(path):
        if problem.severity != "error" or problem.span is None or (
            not problem.span.source.name.endswith(path.name)
        ):
            continue
        for made in put_in(text, problem):
            left = left_in(tmp_path / path.name, made)
            same = [p for p in left if (p.code, p.message) == (problem.code, problem.message)
                    and p.span is not None and p.span.line == problem.span.line]
            assert not same, problem.render()


@cache
def codes_with_hints() -> frozenset[str]:
    """The codes of the findings in texts to which some source gives a hint."""
    found = set()
    for folder in ("syntax", "lower", "check"):
        for path in sorted((ROOT / "interpreter" / folder).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (
                    node.func.id in ("error", "Diagnostic") and len(node.args) > 3
                ) and isinstance(node.args[0], ast.Constant):
                    found.add(str(node.args[0].value))
    return frozenset(found)


OTHERS = [pytest.param(row, id=row["code"]) for row in SLIPS["others"]]


@pytest.mark.parametrize("row", OTHERS)
def test_other_findings(tmp_path: Path, row: dict[str, str]) -> None:
    path = tmp_path / "other.rules"

    def hints(lines: str) -> list[str]:
        turn = f"turn\n  {row['turn']}\n" if "turn" in row else f"turn\n{END}"
        path.write_text(f"{SLIPS['frame']}{lines}\n{turn}", encoding="utf-8")
        return [p.hint or "" for p in checking.check(path, 0) if p.code == row["code"]]

    found = hints(row["text"])
    assert any(row["says"] in hint for hint in found), found
    assert len(hints(row["put"])) < len(found)


@beside(MALFORMED[-1])
def test_every_code_with_a_hint_has_a_case(tmp_path: Path) -> None:
    tried = {row["code"] for row in SLIPS["others"]}
    for path in MALFORMED:
        tried |= {p.code for p in found_in_malformed(path) if p.hint}
    for traps in sorted((ROOT / "tests" / "traps").glob("*.yaml")):
        known = cases(traps)
        tried |= {trap[kind] for trap in known["traps"] for kind in ("error", "warns")
                  if trap.get("offers") and kind in trap}
        tried |= {trap["code"] for trap in known["traps"] if {"code", "hints"} <= trap.keys()}
    assert codes_with_hints() - tried == set()
    assert len(codes_with_hints()) > 40
