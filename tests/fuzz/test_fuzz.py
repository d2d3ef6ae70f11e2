"""Random rulesets: the oracle, the reference engine and native code in step."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulewright.interpreter.native import build
from tests.fuzz import rulesets, shrink, trial
from tests.volume import volume

#: Libraries that are only tested are built in the least time.
QUICK = ("-O0",)
GAMES = 2


def tried(folder: Path, seeds: range, flags: tuple[str, ...] | None) -> Counter[str]:
    """Try the texts of some seeds: how many were played, how many natively too."""
    made: Counter[str] = Counter()
    for seed in seeds:
        path = folder / "random.rules"
        path.write_text(rulesets.text(seed), encoding="utf-8")
        try:
            found = trial.tried(path, seed, GAMES, flags)
        except trial.Difference as difference:
            raise AssertionError(f"seed {seed}: {difference}\n{path.read_text()}") from None
        made["played"] += found.refused is None
        made["states"] += found.states
        made["native"] += found.native["built"] > 0
    return made


@volume("seeds", range(8), range(1000, 1400))
def test_oracle_and_engine(tmp_path: Path, seeds: range) -> None:
    made = tried(tmp_path, seeds, None)
    assert made["played"] >= len(seeds) * 3 / 4, "most texts are sound"
    assert made["states"] >= 10 * made["played"], "and can be played for a while"


@volume("seeds", range(2000, 2003), range(3000, 3200))
def test_all_three(tmp_path: Path, seeds: range) -> None:
    made = tried(tmp_path, seeds, QUICK)
    assert made["native"] >= len(seeds) / 2


def test_a_text_depends_on_its_seed_alone() -> None:
    assert rulesets.text(7) == rulesets.text(7) != rulesets.text(8)


def test_every_construct_is_written() -> None:
    """With the seeds that are tried: what no text has is not held against anything."""
    texts = "\n".join(rulesets.text(seed) for seed in range(150))
    for phrase in [
        "memory", "duty", "only if afterwards", "only if the rest can be done", "walk hop",
        "in either order", "in any mix", "at random pick", "weighted by", "in order", "decides",
        "a table of", "hexagonal", "include a line of", "the distance from", "groups of",
        "the line from", "the end of the line", "connected to", "several to a cell", "zone",
        "record Past", "forget Past", "exchange", "pay every player", "end as soon as", "always",
        "depending on", "for each", "repeat", "do Tend", "this turn", "the turn ends",
        "remove every",
    ]:
        assert phrase in texts, phrase


def test_a_difference_is_found_and_made_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that forgets an option is caught, and the text that shows it becomes short."""
    from rulewright.interpreter.engine.machine import Machine

    choices = Machine.choices
    monkeypatch.setattr(Machine, "choices", lambda self, v: choices(self, v)[:2])
    path = tmp_path / "random.rules"

    def shows(text: str) -> bool:
        path.write_text(text, encoding="utf-8")
        return shrink.shown(path, 1, None) == "oracle: options"

    text = next(filter(shows, sorted(map(rulesets.text, range(20)), key=len)))
    less = shrink.shrunk(text, shows)
    assert shows(less)
    assert len(less.splitlines()) <= 8


def test_what_compilers_are_for() -> None:
    """The machine that runs these tests has one, or half of them would say nothing."""
    assert build.compiler()
