"""How long the command line takes to answer: median wall and processor time, warm.

    python benchmarks/startup.py [--times N]

Each command is run N times (normally 15) in a process of its own, after one run that does not
count and that fills the caches of Python and of the parser's tables.  The bare interpreter is
measured beside them, since every command pays for it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

CALL = "import sys; from rulewright.cli import main; sys.exit(main())"
ROWS = {
    "python alone": ["-c", "pass"],
    "list": ["-c", CALL, "list"],
    "validate motif": ["-c", CALL, "validate", "motif"],
}


def once(words: list[str]) -> tuple[float, float]:
    """Wall and processor seconds of one run."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - began, os.times()
    spent = after.children_user - before.children_user
    return wall, spent + after.children_system - before.children_system


def main() -> int:
    parser = argparse.ArgumentParser(description="Median time of `list` and `validate motif`.")
    parser.add_argument("--times", type=int, default=15, metavar="N")
    times = max(1, parser.parse_args().times)
    os.chdir(Path(__file__).resolve().parent.parent)
    print(f"{'command':<18}{'wall s':>9}{'cpu s':>9}   median of {times}")
    for name, words in ROWS.items():
        once(words)
        runs = [once(words) for _ in range(times)]
        wall, spent = (statistics.median(part) for part in zip(*runs, strict=True))
        print(f"{name:<18}{wall:>9.3f}{spent:>9.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
