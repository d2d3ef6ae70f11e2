"""How long the command line takes to answer: median wall and processor time, warm.

    python benchmarks/startup.py [--times N] [--against PATH] [COMMAND …]

Each command is run N times (normally 15) in a process of its own, after one run that does not
count and that fills the caches of Python and of the parser's tables.  The bare interpreter is
measured beside them, since every command pays for it. With --against, the same commands of another
checkout take turns with these, and `ratio` is that of the processor times: less than 1 is faster
than the other.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CALL = "import sys; from rulewright.cli import main; sys.exit(main())"
ROWS = {
    "python alone": ["-c", "pass"],
    "list": ["-c", CALL, "list"],
    "validate motif": ["-c", CALL, "validate", "motif"],
    "validate motators": ["-c", CALL, "validate", "motators"],
}
ROOT = Path(__file__).resolve().parent.parent


def once(words: list[str], folder: Path) -> tuple[float, float]:
    """Wall and processor seconds of one run with the package in a folder."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=os.environ | {"PYTHONPATH": str(folder)}, check=True)
    wall, after = time.perf_counter() - began, os.times()
    spent = after.children_user - before.children_user
    return wall, spent + after.children_system - before.children_system


def main() -> int:
    parser = argparse.ArgumentParser(description="Median time of some commands.")
    parser.add_argument("--times", type=int, default=15, metavar="N")
    parser.add_argument("names", nargs="*", metavar="COMMAND", help="only these; normally all")
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout")
    args = parser.parse_args()
    times = max(1, args.times)
    checkouts = [ROOT] if args.against is None else [ROOT, args.against.resolve()]
    if not all((checkout / "cli.py").is_file() for checkout in checkouts):
        print("--against names a folder with a checkout", file=sys.stderr)
        return 1
    os.chdir(ROOT)
    more = f"{'there':>9}{'ratio':>8}" if args.against else ""
    print(f"{'command':<18}{'wall s':>9}{'cpu s':>9}{more}   median of {times}")
    with tempfile.TemporaryDirectory() as made:
        folders = []
        for number, checkout in enumerate(checkouts):
            folder = Path(made) / str(number)
            folder.mkdir()
            (folder / "rulewright").symlink_to(checkout)
            folders.append(folder)
        for name in args.names or ROWS:
            words = ROWS[name]
            for folder in folders:
                once(words, folder)
            runs = [[once(words, folder) for folder in folders] for _ in range(times)]
            (wall, spent), *other = [
                [statistics.median(part) for part in zip(*found, strict=True)]
                for found in zip(*runs, strict=True)
            ]
            more = "".join(f"{there:>9.3f}{spent / there:>8.2f}" for _, there in other)
            print(f"{name:<18}{wall:>9.3f}{spent:>9.3f}{more}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
