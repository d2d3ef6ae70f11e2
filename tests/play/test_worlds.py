"""Worlds by machine code are those in Python: the same in the same order, with the same weights."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RunError
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.native.views import NativeView
from rulewright.interpreter.native.worlds import Told
from rulewright.interpreter.play import agents, backend, belief, histories, worlds
from rulewright.interpreter.play.belief import Memory
from rulewright.interpreter.play.forward import Forward, NativeForward
from rulewright.interpreter.play.worlds import NativeWorlds, PlainWorlds
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import observer, view_of
from tests.texts import loaded, path_of

#: With pieces in hidden zones, with attributes that only their player sees, with secret choices.
NAMES = ("leduc", "hearts", "goofspiel",
         *(pytest.param(name, marks=pytest.mark.slow) for name in ("transport", "motora")))
MOST_STEPS = 60


@cache
def model(name: str) -> NativeForward:
    game = loaded(path_of(name)).instantiate()
    return NativeForward(game, NativeMachine(game.program, searching=True))


def line(name: str, seed: int = 3) -> list[list[int]]:
    """The vectors of a random game, or of its beginning."""
    of, rng = model(name), Rng(seed)
    found = [of.start()]
    while of.kind(found[-1]) != END and len(found) < MOST_STEPS:
        found.append(of.after(found[-1], of.drawn(found[-1], rng)))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_what_is_seen_is_the_same(name: str) -> None:
    of = model(name)
    for seat in range(len(of.program.seats)):
        view = NativeView(of.native, view_of(of.program, seat))
        observe = observer(of.program, seat)
        rows = {}
        for vector in line(name):
            assert list(view.row(observe(vector))) == view.of(vector)
            rows.setdefault(tuple(view.of(vector)), set()).add(observe(vector))
        assert all(len(alike) == 1 for alike in rows.values()), "rows tell all views apart"


def followed(name: str, made: type[PlainWorlds | NativeWorlds], seat: int) -> list[object]:
    """The worlds of a seat at each of its decisions, as samples; and where an exchange leads: it
    may be to where the rules break down."""
    found: list[object] = []
    try:
        follow(name, made, seat, found)
    except RunError as error:
        found.append(str(error))
    return found


def follow(
    name: str, made: type[PlainWorlds | NativeWorlds], seat: int, found: list[object]
) -> None:
    of, rng = model(name), Rng(8)
    held = made(of, seat, {tuple(of.start()): 1.0})
    observe = observer(of.program, seat)
    vectors = line(name)
    now = observe(vectors[0])
    for before, after in pairwise(vectors):
        seen, decides = observe(after), of.decides(before, seat)
        if decides:
            held.expand(Told(now, options=of.choices(before)), rng)
            found += [len(held), held.sampled, held.drawn(20, rng)]
            if len(held) < 40:
                held.exchange(50, rng)
                found += [held.weights()]
            own = next(choice for choice in of.choices(before)
                       if of.after(before, choice) == after)
            held.expand(Told(now, own=own, then=seen), rng)
        elif seen != now:
            held.expand(Told(now, shown=seen), rng)
        else:
            continue
        now = seen
        found += [len(held), rng.state]


@pytest.mark.parametrize("name", NAMES)
def test_worlds_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "MOST_WORLDS", 60)
    monkeypatch.setattr(worlds, "MOST_APPLIED", 400)
    for seat in range(2):
        expected = followed(name, PlainWorlds, seat)
        assert followed(name, NativeWorlds, seat) == expected
        assert len(expected) > 8


SHOWN = """\
game Shown
  "One draws a card, Two waits, One shows the card, and Two says whether it is high."
players 2: One, Two
kind height: low, high
kind face: ace, two, three, four, five, six, seven, eight, nine, ten, jack, queen
piece Card by table
  face    low   high
  ace     1     0
  two     1     0
  three   1     0
  four    1     0
  five    1     0
  six     1     0
  seven   0     1
  eight   0     1
  nine    0     1
  ten     0     1
  jack    0     1
  queen   0     1
each Card has a height: a height
each Card has a face: a face
zone Deck: Cards, seen by nobody
zone Hand of a player: Cards, seen only by that player
zone Table: Cards
setup
  move all Cards to the Deck
  at random pick a Card in the Deck, written "{its face}"
    move it to the Hand of One
turn
  One decides
    must choose a height, written "say {height}"
  Two decides
    must choose a height, written "believe {height}"
  One decides
    must choose a Card in One's Hand, written "show {its face}"
      move it to the Table
  Two decides
    must choose a height, written "call {height}"
      Two wins
"""


def test_where_no_world_is_left_pieces_are_exchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of twelve cards two are held possible, and another one is shown: worlds in which it was drawn
    are held in their place. Without exchanges there are none."""
    (tmp_path / "shown.rules").write_text(SHOWN, encoding="utf-8")
    of = driver.load(tmp_path / "shown.rules").instantiate()
    monkeypatch.setattr(worlds, "MOST_WORLDS", 2)
    monkeypatch.setattr(histories, "MOST_TRIED", 0)
    line = [of.start()]
    for text in ("seven", "say high", "believe low", "show seven"):
        line.append(line[-1].apply(text))
    found = []
    for most in (0, belief.MOST_EXCHANGES):
        monkeypatch.setattr(belief, "MOST_EXCHANGES", most)
        memory = Memory(of, 1, Forward(of))
        for at, state in enumerate(line):
            memory.see(state.vector)
            if state.player == 1:
                memory.asked(of.machine.choices(state.vector), Rng(at))
                found.append([of.state(world) for world, _ in memory.worlds(10)])
                memory.did(of.machine.choices(state.vector)[0])
    assert (len(found[0]), found[1], len(found[2])) == (2, [], 2)
    assert found[3] and all(world.view(1) == line[-1].view(1) for world in found[3])


def test_a_guess_in_which_the_rules_break_down_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has guessed takes any option then; who has not is told."""
    (tmp_path / "shown.rules").write_text(SHOWN, encoding="utf-8")
    of = driver.load(tmp_path / "shown.rules").instantiate()
    vectors = [of.start().vector, of.start().apply("seven").vector]
    vectors.append(of.start().apply("seven").apply("say high").vector)

    def broken(*_: object) -> None:
        raise RunError([])

    monkeypatch.setattr(PlainWorlds, "expand", broken)
    for guessed in (True, False):
        agent = agents.make("ismcts:5", of, 1, Rng(1), backend.REFERENCE)
        assert isinstance(agent, agents.InformationSearch)
        agent.knowledge.guessed = guessed
        for vector in vectors:
            agent.see(vector)
        if guessed:
            assert agent.pick(of.machine.choices(vectors[-1])) in (0, 1)
        else:
            with pytest.raises(RunError):
                agent.pick(of.machine.choices(vectors[-1]))
