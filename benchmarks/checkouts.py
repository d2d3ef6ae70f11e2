"""What benchmarks share: the rulesets by name, and a comparison with another checkout.

A benchmark that compares measures one ruleset when its path is given, and prints a list of one
object with `--json`.  Both checkouts are measured by the same script in processes of their own,
taking turns, each with the interpreter and the text of the ruleset that it has.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import rulewright

ROOT = Path(__file__).resolve().parent.parent


def known() -> dict[str, Path]:
    """The shipped rulesets and those of the tests, by name."""
    shipped = {entry.name: entry.path for entry in rulewright.available()}
    paths = sorted((ROOT / "tests/rulesets").glob("*.rules"))
    return shipped | {path.stem: path for path in paths}


def is_comparable(other: Path | None, rounds: int) -> bool:
    """Whether there is another checkout to compare with, or none is asked for; a complaint is
    printed where it is not so."""
    if rounds >= 1 and (other is None or (other / "cli.py").is_file()):
        return True
    print("--against names a folder with a checkout; --rounds is at least 1", file=sys.stderr)
    return False


def compare(
    other: Path, names: dict[str, Path], rounds: int, words: Sequence[str], measured: str,
    as_json: bool,
) -> None:
    """Print for each ruleset what is `measured`, by its key, here and there and as their ratio:
    medians of rounds in which this script is run with some more `words`.

    Raises UsageError with what a run complains of.
    """
    rows: list[dict[str, str | float]] = []
    if not as_json:
        print(f"{'ruleset':<22}{measured.replace('_per_', '/'):>14}{'there':>14}{'ratio':>8}")
    for name, path in names.items():
        here, there = zip(*(
            [_measured(checkout, path.resolve(), words, measured) for checkout in (ROOT, other)]
            for _ in range(rounds)
        ), strict=True)
        ours, theirs = statistics.median(here), statistics.median(there)
        ratio = ours / theirs
        rows.append({"ruleset": name, "here": ours, "there": theirs, "ratio": round(ratio, 2)})
        if not as_json:
            print(f"{name:<22}{ours:>14,.0f}{theirs:>14,.0f}{ratio:>8.2f}", flush=True)
    if as_json:
        print(json.dumps(rows, indent=2))


def _measured(checkout: Path, path: Path, words: Sequence[str], measured: str) -> float:
    """What this script measures of a ruleset with the interpreter of a checkout, in a new
    process."""
    if path.is_relative_to(ROOT) and (checkout / path.relative_to(ROOT)).is_file():
        path = checkout / path.relative_to(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rulewright").symlink_to(checkout.resolve())
        script = str(Path(sys.argv[0]).resolve())
        done = subprocess.run([sys.executable, script, str(path), *words, "--json"], cwd=ROOT,
                              env=os.environ | {"PYTHONPATH": folder}, capture_output=True,
                              text=True, check=False)
    if done.returncode:
        raise rulewright.UsageError(f"in {checkout}: {done.stderr.strip()}")
    return float(json.loads(done.stdout)[0][measured])
