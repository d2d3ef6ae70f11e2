"""The schemas that ship accept what an ordinary YAML loader makes of the files that ship."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import rulewright
from rulewright.interpreter import documents
from tests.texts import cases

ROOT = Path(rulewright.__file__).resolve().parent
FILES = {
    "scenario": sorted((ROOT / "tests/scenarios").rglob("*.yaml")),
    "position": sorted((ROOT / "docs/examples").glob("*.yaml")),
    "ledger": sorted(ROOT.glob("rulesets/*.ledger.yaml")),
}
SHIPPED = [(name, path) for name, paths in FILES.items() for path in paths]


def test_there_are_files_of_every_kind() -> None:
    assert all(FILES.values())


@pytest.mark.parametrize(("name", "path"), SHIPPED, ids=lambda part: getattr(part, "name", part))
def test_shipped_files_under_an_ordinary_loader(name: str, path: Path) -> None:
    jsonschema.validate(cases(path), documents.schema(name), jsonschema.Draft202012Validator)
    if name != "scenario":  # these are read by `test_scenarios`, which takes a while
        documents.validate(documents.read(path), name)


SCENARIO = """\
- scenario: 7
  ruleset: starter.rules
  players: 2
  options: {size: 3, fast: no, ratio: 5-2}
  do: [24, no, 5-2, 1.5, on]
  expect:
    options: 12
    allows: [off, 3]
    result: {draw: no, ranks: {Ann: 1}}
"""


def test_words_that_a_loader_takes_for_something_else(tmp_path: Path) -> None:
    schema: Any = documents.schema("scenario")
    jsonschema.validate(yaml.safe_load(SCENARIO), schema, jsonschema.Draft202012Validator)
    path = tmp_path / "s.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    documents.validate(documents.read(path), "scenario")


@pytest.mark.parametrize(
    ("old", "new"),
    [("players: 2", "players: -2"), ("options: 12", "options: 1.5"), ("draw: no", "draw: 3"),
     ("do: [24", "do: [[24]"), ("result: {draw: no", "result: {draw: ~")],
)  # fmt: skip
def test_what_is_wrong_stays_wrong(old: str, new: str) -> None:
    value = yaml.safe_load(SCENARIO.replace(old, new))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, documents.schema("scenario"), jsonschema.Draft202012Validator)
