"""Native games under sanitizers: nothing that C leaves undefined, nothing outside of memory.

Each program is built with a main of its own, without optimisation: it takes a quarter of the time,
and what sanitizers see is the same.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter.native import build, module
from rulewright.interpreter.native.views import numbers
from rulewright.interpreter.state.visibility import view_of
from tests.native.test_machine import NATIVE
from tests.played import MOST, Setup

#: Plays games one by one, at random and by first options, lists and carries out options, plays on
#: from states on the way, counts a small tree and looks for exact values; searches a tree, and
#: follows what a seat holds possible. Where the rules break
#: down, that is no fault of the C: the call returns less than 1.
MAIN = """
#include <stdio.h>
#include "program.c"

enum { GAMES = 5, OPTIONS = 1024 };

int main(void) {
    static int64_t v[1 << 20];
    static outcome out[8];
    static int found[OPTIONS][1 + MOST_BINDERS];
    series s = {7, 60, 100000, 1000000, {0}};
    int64_t played = 0, listed = 0, most;
    word random = 1, sums[3] = {0};
    int turns;
    for (int i = 0; i < GAMES; i++) played += play_games(&s, (word)i, 1, 1000, out);
    for (int i = 0; i < SEATS; i++) s.policy[i] = FIRST;
    played += play_games(&s, 0, 1, 1000, out);
    if (begin_game(v, &turns) < 0) return 2;
    for (int step = 0; step < 40; step++) {
        most = options_of(v, &found[0][0], OPTIONS);
        if (most < 1) break;
        listed += most;
        if (step % 10 == 0) playouts_of(v, &random, 2, 60, out);
        if (most > OPTIONS) most = OPTIONS;
        if (apply_to(v, found[random_below(&random, (word)most)], &turns) < 0) break;
    }
    begin_game(v, &turns);
    most = tree_begin(v);
    for (int depth = 0; depth < 3 && most > 0; depth++)
        do most = tree_step(100, 1, sums);
        while (most > 0 && sums[0] < 2000);
#if SEATS <= 2
    int64_t looked = 0, told[3];
    begin_game(v, &turns);
    solve_anew(UNBOUNDED);
    for (int depth = 1; depth < 100; depth *= 2)
        if (solve_begin(v, depth, 100) == OPENED)
            for (int call = 0; call < 3; call++) solve_on(100, &looked);
    solve_known(v, told);
#endif
    tree_rules rules = {.exploration = 0.8, .bias = 0.5, .slightly = 1e-9, .room = 100, .most = 60,
                        .opposed = SEATS == 2};
    int64_t wanted, thin = 0;
    begin_game(v, &turns);
    if (uct_begin(v, &rules) < 0 || uct_on(200, 60, &random, &wanted) < 0) return 3;
    for (int64_t at = 0; at < uct_count(); at++)
        if (uct_node(at)->count >= 0 && uct_node(at)->count <= OPTIONS)
            uct_options(at, &found[0][0]);
    const int64_t order[] = {0};
    static int64_t seen[1 << 12], times[1 << 12], lengths[1 << 12], view[] = VIEW;
    static double weights[1 << 12];
    static char bytes[1 << 24];
    moment asked = {.view = view, .seen = seen, .seat = 1, .most = 50, .most_applied = 200};
    begin_game(v, &turns);
    asked.length = view_of(view, v, seen);
    worlds_begin();
    worlds_add(v, 1.0);
    for (int step = 0; step < 3; step++) {
        worlds_step(&asked, &random, &thin);
        worlds_exchange(view, 20, &random);
        most = worlds_found();
    }
    if (most < 0 || worlds_size(&wanted) > 1 << 12 || wanted > 1 << 24) return 4;
    most = worlds_out(bytes, lengths, weights);
    if (most) worlds_sample(5, &random, times);
    worlds_begin();
    worlds_in(bytes, lengths, weights, most);
    information_rules sought = {.view = view, .length = asked.length, .most = 60, .held = 50,
                                .at_root = 2, .below = 0.7};
    begin_game(v, &turns);
    most = options_of(v, &found[0][0], OPTIONS);
    information_begin(&sought, &found[0][0], most < OPTIONS ? most : OPTIONS);
    information_world(v);
    if (information_on(order, 1, 100, 60, &random) < 0) return 5;
    printf("%d %d %d\\n", (int)(played > 0), (int)(listed > 0), (int)(sums[0] + sums[1] > 0));
    return 0;
}
"""
#: Those that together use memories, chance, duties, what is so afterwards, the rest of a turn,
#: tables and wide sets: each a part of the usual run.
USUAL = ("hedges", "backgammon", "motif", "small-hanabi")
SETUPS = [pytest.param(setup, marks=() if setup.path.stem in USUAL else pytest.mark.slow)
          for setup in NATIVE if setup in MOST.values()]
#: What hangs is stopped; no result depends on it.
SECONDS = 300


def built(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    flags = [flag for flag in build.FLAGS if flag not in ("-shared", "-fPIC")]
    subprocess.run([*build.compiler().command, *flags, *build.SANITIZED, "-O0", "-o", "main",
                    "main.c", *build.LIBRARIES], cwd=folder, check=True, capture_output=True)


def ran(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the main does. (What is kept for the next call is no leak.)"""
    return subprocess.run(["./main"], cwd=folder, capture_output=True, text=True, check=False,
                          timeout=SECONDS, env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"})


@cache
def missing() -> bool:
    """Whether the compiler of this machine has no sanitizers."""
    command = [*build.compiler().command, *build.SANITIZED, "-x", "c", "-", "-o", os.devnull]
    return subprocess.run(command, input="int main(void) { return 0; }", text=True, check=False,
                          capture_output=True).returncode != 0


@pytest.fixture
def sanitized() -> None:
    if missing():
        pytest.skip("the compiler of this machine has no sanitizers")


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_sanitizers_are_silent(setup: Setup, tmp_path: Path, sanitized: None) -> None:
    program = setup.game.program
    told = ", ".join(map(str, numbers(view_of(program, 0))))
    built(tmp_path, {**module.headers(), "main.c": MAIN.replace("VIEW", f"{{{told}}}"),
                     "program.c": module.Module(program, searching=True).text})
    done = ran(tmp_path)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "1 1 1\n")


def test_sanitizers_speak(tmp_path: Path, sanitized: None) -> None:
    """What they are silent about would be told."""
    for fault in ("int a[4] = {0}; volatile int i = 4; return a[i];",
                  "volatile int i = 0x7fffffff; return i + 1;"):
        built(tmp_path, {"main.c": f"int main(void) {{ {fault} }}\n"})
        done = ran(tmp_path)
        assert done.returncode != 0 and "error" in done.stderr
