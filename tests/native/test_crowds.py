"""Places with at most one of some things are told all at once."""

from __future__ import annotations

import ctypes
import random
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.native import build, module
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.native.rows import stopped_alike, the_same_games
from tests.texts import path_of

VISIBLE = '__attribute__((visibility("default")))'

#: Stones are put and moved where few of the other lie; `COMPARED` says how few.
HEAPS = """\
game Heaps
  "Stones are moved where few of the other lie."

players 2: One, Two
the game has rounds: 0 to 40
board Table: a grid of square points, 5 by 3
piece Stone of a player: 10 each, on Table, several to a point

setup
  for each player P
    for each point
      if the point's row is 2
        put a Stone of P on the point
        put a Stone of P on the point

turn
  must if possible move a Stone of the player to a point,
      written "{Stone's point} to {the point}"
    only if COMPARED
  the rounds goes up by 1

end as soon as the rounds is 40
  the game is drawn
"""
COMPARED = {
    "at most one": "there is at most 1 Stone of the player's opponent on the point",
    "more": "there are at least 2 Stones of the player on the point",
}


@pytest.mark.parametrize("flags", [("-O1",), ("-O1", "-mno-sse2", "-mno-avx")])
@pytest.mark.parametrize(("kind", "bits"), [("int", 31), ("word", 64)])
def test_sets_with_few_members_are_found_together(
    kind: str, bits: int, flags: tuple[str, ...]
) -> None:
    """Of rows of all lengths that there are, with the same sets as one by one; nothing beside a row
    counts."""
    library = build.load("\n".join([
        '#include "runtime.h"',
        f"{VISIBLE} word asked(const word *sets, int count, word among) {{",
        f"    {kind} kept[64 + 16];", "    memset(kept, 0, sizeof kept);",
        f"    for (int i = 0; i < count; i++) kept[8 + i] = ({kind})sets[i];",
        f"    return (word)few_{kind}(kept + 8, count, ({kind})among);", "}"]),
        module.headers(), *flags)
    library.asked.restype = ctypes.c_uint64
    library.asked.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64]
    rng = random.Random(7)
    for count in range(1, bits + 1):
        for most in (2, 4, bits):
            held = [sum({1 << rng.randrange(bits) for _ in range(rng.randrange(most + 1))})
                    for _ in range(count)]
            among = rng.getrandbits(bits) | rng.getrandbits(bits)
            expected = sum(1 << i for i, each in enumerate(held)
                           if (each & among).bit_count() <= 1)
            found = library.asked((ctypes.c_uint64 * count)(*held), count, among)
            assert found & (1 << bits) - 1 == expected, (count, most)


@pytest.mark.parametrize("which", COMPARED)
def test_games_are_the_same(which: str, tmp_path: Path) -> None:
    path = tmp_path / "heaps.rules"
    path.write_text(HEAPS.replace("COMPARED", COMPARED[which]), encoding="utf-8")
    made = setting.make(str(path), None, {})
    machine = NativeMachine(made.game.program, "-O0")
    assert "few_int(&S->stone_at_is[" in machine.source
    stopped, chosen = stopped_alike(machine, made.game.machine, 10, 40)
    assert not stopped and chosen > 300
    the_same_games(made, machine, 20, 40)


def test_open_points_are_told_once_for_all_checkers() -> None:
    """In backgammon, in front of the loop over checkers; where options are listed, and where the
    first is looked for."""
    text = module.Module(driver.load(path_of("backgammon")).instantiate().program).text
    assert text.count("few_int(&S->checker_at_is[") == 2
    for part in text.split("few_int(&S->checker_at_is[")[1:]:
        assert part.index("for (int left_checker") < part.index("& few_1_0")
