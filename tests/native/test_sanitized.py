"""Native games under sanitizers: nothing that C leaves undefined, nothing outside of memory."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rulewright.interpreter.native import build, module
from tests.native.test_machine import NATIVE
from tests.played import Setup, each_of

#: Plays some games and counts a small tree; where the rules break down, that is no fault of the C.
MAIN = """
#include <stdio.h>
#include "program.c"

int main(void) {
    static outcome out[GAMES];
    static int64_t v[1 << 20];
    series s = {7, 60, 100000, 1000000, {0}};
    for (int64_t done = 0; done < GAMES;) {
        int64_t more = play_games(&s, (word)done, GAMES - done, 1 << 30, out + done);
        if (more < 0) return 1;
        done += more;
    }
    int turns;
    int64_t length = begin_game(v, &turns);
    word sums[3] = {0};
    for (int depth = 0; depth < 2; depth++)
        for (tree_begin(v); tree_step(100, 1, sums) && sums[0] < 2000;) {}
    printf("%d %d\\n", (int)(length > 0), (int)(sums[0] + sums[1] > 0));
    return 0;
}
"""


@pytest.mark.slow
@each_of(NATIVE)
def test_sanitizers_are_silent(setup: Setup, tmp_path: Path) -> None:
    for name, text in {**module.headers(), "main.c": MAIN,
                       "program.c": module.Module(setup.game.program).text}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    flags = [flag for flag in build.FLAGS if flag not in ("-shared", "-fPIC")]
    subprocess.run([*build.compiler().command, *flags, *build.SANITIZED, "-O1", "-DGAMES=20",
                    "-o", "main", "main.c"], cwd=tmp_path, check=True)
    done = subprocess.run(["./main"], cwd=tmp_path, capture_output=True, text=True, check=False,
                          env={"ASAN_OPTIONS": "detect_leaks=0"})
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "1 1\n")
