"""Records can be replayed; what is cut, torn or changed is told, and never believed."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.interpreter import documents
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.play import record, setting, simulate, starters
from tests.volume import volume


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of a random game of the starter ruleset."""
    folder = tmp_path_factory.mktemp("records")
    ruleset = folder / "starter.rules"
    ruleset.write_text(starters.starter("Starter"), encoding="utf-8")
    made = setting.make(str(ruleset), None, {})
    job = simulate.Job(made, ("random", "random"), 7, records=folder)
    simulate.play(job, 3)
    return simulate.record_path(folder, 3)


def verify(path: Path) -> None:
    found = record.read(path)
    record.replay(found, found.open())


def code_of(path: Path) -> str:
    """The code of the one error that verifying a record ends in."""
    with pytest.raises(RulesError) as caught:
        verify(path)
    (found,) = caught.value.diagnostics
    assert found.message
    return found.code


def changed(played: Path, name: str, line: int, **parts: object) -> Path:
    """A copy of the record with parts of one line changed."""
    lines = played.read_text(encoding="utf-8").splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | parts)
    path = played.parent / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_record_replays(played: Path) -> None:
    verify(played)


def test_every_line_fits_the_schema(played: Path) -> None:
    schema = documents.schema("record")
    jsonschema.Draft202012Validator.check_schema(schema)
    for line in played.read_text(encoding="utf-8").splitlines():
        jsonschema.validate(json.loads(line), schema)


@volume("step", 11, 1)
def test_cut_at_any_byte(played: Path, step: int) -> None:
    """Every eleventh byte is in all parts of the lines; the end of every line is tried as well."""
    data = played.read_bytes()
    path = played.parent / "cut.jsonl"
    codes = set()
    ends = {at + 1 for at, byte in enumerate(data[:-1]) if byte == ord("\n")}
    for length in {*range(0, len(data), step), *ends}:
        path.write_bytes(data[:length])
        codes.add(code_of(path))
    assert codes == {"record-empty", "record-torn", "record-unfinished"}


def test_a_torn_line_does_not_count(played: Path) -> None:
    path = played.parent / "torn.jsonl"
    lines = played.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + lines[4].rstrip())
    found = record.read(path)
    assert len(found.entries) == 3
    assert found.torn is not None
    assert found.torn.span is not None
    assert found.torn.span.line == 5


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.integers(0, 10**6), byte=st.integers(0, 255))
def test_any_byte_changed(played: Path, where: int, byte: int) -> None:
    data = bytearray(played.read_bytes())
    data[where % len(data)] = byte
    path = played.parent / "flipped.jsonl"
    path.write_bytes(data)
    try:
        verify(path)
    except RulesError as error:
        assert error.diagnostics


@settings(max_examples=200)
@given(data=st.binary(max_size=200))
def test_anything_as_a_record(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "anything.jsonl"
    path.write_bytes(data)
    with pytest.raises(RulesError):
        verify(path)


def test_another_ruleset(played: Path) -> None:
    assert code_of(changed(played, "hash.jsonl", 0, hash="0" * 64)) == "record-ruleset"


def test_a_ruleset_that_is_not_there(played: Path) -> None:
    assert code_of(changed(played, "gone.jsonl", 0, ruleset="no-such-game")) == "record-ruleset"


def test_an_impossible_move(played: Path) -> None:
    assert code_of(changed(played, "move.jsonl", 1, text="z99")) == "record-move"


def test_another_player(played: Path) -> None:
    assert code_of(changed(played, "player.jsonl", 2, by="chance")) == "record-player"


def test_a_missing_entry(played: Path) -> None:
    assert code_of(changed(played, "number.jsonl", 2, n=5)) == "record-line"


@pytest.mark.parametrize("part", [{"state": "0"}, {"turns": 99}, {"decisions": 0}])
def test_another_end(played: Path, part: dict[str, object]) -> None:
    assert code_of(changed(played, "end.jsonl", -1, **part)) == "record-end"


def test_something_behind_the_end(played: Path) -> None:
    path = played.parent / "behind.jsonl"
    path.write_bytes(played.read_bytes() + b'{"n": 1, "by": "chance", "text": "x"}\n')
    assert code_of(path) == "record-line"


def test_a_crash_loses_at_most_the_move_in_progress(played: Path) -> None:
    """Every entry is in the file as soon as it was added, without closing it."""
    source = record.read(played)
    path = played.parent / "crash.jsonl"
    writer = record.Writer(path, source.header)
    for count, entry in enumerate(source.entries, 1):
        writer.add(entry.by, entry.text)
        assert len(record.read(path).entries) == count
    writer.take_back(2)
    assert record.read(path).entries == source.entries[:-2]
    writer.close()


def test_going_on_behind_a_torn_line(played: Path) -> None:
    path = played.parent / "resumed.jsonl"
    path.write_bytes(played.read_bytes()[:-20])
    found = record.read(path)
    assert found.torn is not None
    with record.Writer(path, found.header, found.ends) as writer:
        writer.add("X", "a1")
    again = record.read(path)
    assert again.torn is None
    assert len(again.entries) == len(found.entries) + 1
