"""Every number of players and every option value of the shipped games, natively and by the engine.

Each value is set alone, the others are as they are normally; of a range, its ends.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.ir import END
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.texts import SHIPPED_FILES, loaded, path_of

#: Built in the least time; nodes that are gone through.
QUICK, NODES = "-O0", 120
Asked = tuple[Path, int, tuple[tuple[str, str], ...]]


def settings(path: Path) -> Iterator[Asked]:
    """What can be asked of a ruleset, one thing at a time."""
    ruleset = loaded(path)
    for players in range(ruleset.min_players, ruleset.max_players + 1):
        yield path, players, ()
    for option in ruleset.options:
        ends = [] if option.low is None else [str(option.low), str(option.high)]
        for value in dict.fromkeys([*ends, *option.words]):
            if value != option.default:
                yield path, ruleset.max_players, ((option.key, value),)


def in_step(asked: Asked) -> int:
    """Play at random, natively and by the engine; how many nodes were the same in all."""
    path, players, options = asked
    game = setting.make(str(path), players, dict(options)).game
    machine, made = game.machine, NativeMachine(game.program, QUICK)
    rng, seen = random.Random(str(asked)), 0
    theirs, own = machine.start(), made.start()
    for seen in range(1, NODES + 1):
        assert own == machine.plain(theirs), (asked, seen)
        kind = machine.kind(theirs)
        assert made.kind(own) == kind
        if kind == END:
            assert made.result(own) == machine.result(theirs)
            theirs, own = machine.start(), made.start()
            continue
        choices = machine.choices(theirs)
        assert made.choices(own) == choices, (asked, seen)
        assert made.player(own) == machine.player(theirs)
        some = rng.sample(choices, min(2, len(choices)))
        assert made.texts(own, some) == machine.texts(theirs, some)
        assert made.apply(own, some[0]) == machine.apply(theirs, some[0])
    return seen


def playable(asked: Asked) -> bool:
    """Whether a value goes together with what the other options are normally."""
    path, players, options = asked
    try:
        setting.make(str(path), players, dict(options))
    except RulesError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_every_value(path: Path) -> None:
    asked = [each for each in settings(path) if playable(each)]
    assert len(asked) >= len(loaded(path).options)
    assert all(in_step(each) == NODES for each in asked)


@pytest.mark.parametrize("name", ["motif", "motators"])
def test_some_values(name: str) -> None:
    asked = random.Random("some").sample(list(settings(path_of(name))), 2)
    assert all(in_step(each) == NODES for each in asked if playable(each))
