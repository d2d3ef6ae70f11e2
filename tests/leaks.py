"""What a seat is told that it must not know: looked for by comparing worlds it cannot tell apart.

A *world* of a seat is a state that looks to it as the true state does. Three kinds are made:

- `replaced`: each thing hidden from the seat has another value, whatever the rest is;
- `permuted`: the values that the seat has not seen are exchanged, in all hidden fields together, so
  that what was consistent stays so (no card is in two hands, and hands keep their size);
- `shadows`: states of other games in which the seat saw and did the same.

`found` plays games at random and compares all that a seat is told in such worlds (`told`, and what
commands and the screen of `play` say, `said`). What else gives a secret away is a roll that is kept
from a seat and leaves it no doubt: of several outcomes each looks different to it (`certain`).
"""

from __future__ import annotations

import contextlib
import io
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from typing import Any

import pytest

from rulewright import cli
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.compiled import Vector
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.ir import Domain, Field, Group
from rulewright.interpreter.play import record
from rulewright.interpreter.state.visibility import observer, on_the_table, sees
from rulewright.interpreter.ui import interactive, playing
from tests.played import Line, sample, texts_of

STATES = 16  # of a game, looked at from one seat
WORLDS = 2  # of each kind, of one state
SHADOWS = 4
TRIES = 12  # for a shadow's next step
SCREENS = 2  # states of a game at which commands and the screen are asked


def secrets(
    game: Game, seat: int | None, vector: Vector
) -> list[tuple[Field, int, tuple[str, ...]]]:
    """What a seat must not see: elements of fields, each with its path in the view."""
    return [
        (made, index, path) for made, index, path in game.codec.places()
        if on_the_table(game.program, made) and not sees(made, index, seat, vector)
    ]


# ---- worlds --------------------------------------------------------------------------------------


def _changing(
    game: Game, seat: int | None, vector: Vector
) -> list[tuple[Field, int, tuple[str, ...]]]:
    """Secrets that are not the same in every state: a piece is always of its suit, but which piece
    it is that lies in a hand is not known."""
    return [secret for secret in secrets(game, seat, vector) if not secret[0].fixed]


def replaced(game: Game, vector: Vector, seat: int | None, rng: random.Random) -> Vector:
    """The vector with what the seat does not see exchanged among the others.

    With one other player there is nothing to exchange with, so each secret is also replaced, by
    another value of its type; one that is there stays there, and nothing stays nothing.
    """
    changed = list(vector)
    groups: dict[Any, list[int]] = defaultdict(list)
    counted = set()  # the types of places: how many pieces are at each is seen
    for made, index, _ in _changing(game, seat, vector):
        groups[made.type].append(made.offset + index)
        counted |= {made.type} if made.seers else set()
    for kind, places in groups.items():
        values = [vector[place] for place in places]
        rng.shuffle(values)
        for place, value in zip(places, values, strict=True):
            there = value >= 0 and kind not in counted and rng.random() < 0.7
            changed[place] = rng.randint(max(0, kind.least), kind.most) if there else value
    return changed


def permuted(game: Game, vector: Vector, seat: int | None, rng: random.Random) -> Vector:
    """The vector with the values of each kind that the seat has not seen exchanged."""
    changed = list(vector)
    for domain in {d for made, _, _ in _changing(game, seat, vector) for d in _domains(made)}:
        unseen = sorted(set(range(domain.size)) - _seen(game, vector, seat, domain))
        mixed = rng.sample(unseen, len(unseen))
        _exchange(game, changed, seat, domain, dict(zip(unseen, mixed, strict=True)))
    return changed


def _domains(made: Field) -> Iterator[Domain]:
    """The kinds that a field tells of: by its values, and by its elements that are something."""
    if made.type.domain is not None and made.type.domain.noun != "player" and not made.seers:
        yield made.type.domain
    yield from (d for d in made.dims if d.noun != "player")


def _seen(game: Game, vector: Vector, seat: int | None, domain: Domain) -> set[int]:
    """The values of a kind that a seat sees anywhere, and those of choices in progress."""
    seen: set[int] = set()
    for made in game.program.fields:
        shown = on_the_table(game.program, made)
        if made.group is not Group.FRAME and not shown:
            continue
        for index in range(made.size):
            value = vector[made.offset + index]
            if shown and not sees(made, index, seat, vector):
                continue
            if made.type.domain is domain:
                seen.add(value - len(made.type.words))
            if value != made.first[index] or made.places is not None:
                seen |= {at for d, at in zip(made.dims, _parts(made, index), strict=True)
                         if d is domain}
    return seen


def _parts(made: Field, index: int) -> list[int]:
    """The index of an element in each dimension."""
    parts = []
    for dim in reversed(made.dims):
        index, at = divmod(index, dim.size)
        parts.append(at)
    return parts[::-1]


def _exchange(
    game: Game, vector: Vector, seat: int | None, domain: Domain, to: dict[int, int]
) -> None:
    """Exchange values of a kind in everything that the seat does not see."""
    before = list(vector)
    for made, index, _ in _changing(game, seat, vector):
        at = 0
        for dim, part in zip(made.dims, _parts(made, index), strict=True):
            at = at * dim.size + (to.get(part, part) if dim is domain else part)
        value = before[made.offset + index]
        if made.type.domain is domain:
            words = len(made.type.words)
            value = words + to.get(value - words, value - words) if value >= words else value
        vector[made.offset + at] = value


def world(state: State, vector: Vector) -> State:
    """A state that differs from another in what is hidden only."""
    return replace(state, vector=state.game.state(vector).vector)


def is_position(world: State) -> bool:
    """Whether a game could stand so, as far as its options tell: where each hidden thing has a
    value of its own, two that are written with the same text may no longer be alike."""
    try:
        texts_of(world)
    except RulesError:
        return False
    return True


#: A state and what it becomes.
Step = tuple[State, State]


def shadows(
    line: Line, seat: int, rng: random.Random
) -> Iterator[tuple[State, list[State], list[Step]]]:
    """States of a game, each with those of other games that were the same to a seat so far; and, if
    the seat did not decide, the steps that look the same to it again, that of the game first."""
    look = observer(line.states[0].game.program, seat)
    others = [line.states[0]] * SHADOWS
    for state, move, after in zip_longest(line.states, line.moves, line.states[1:]):
        steps = []
        for other in others if after else ():
            if (other.kind, other.player) == (state.kind, state.player):
                own = state.options()[move] if state.player == seat else None
                new = _step(other, own, look(after.vector), look, rng)
                if new is not None:
                    steps.append((other, new))
        differing = [other for other in others if other.vector != state.vector]
        if differing:
            news = [step for step in steps if state.player != seat and step[0] in differing]
            yield state, differing, [(state, after), *news] if news else []
        others = [new for _, new in steps]


def _step(
    other: State, own: str | None, wanted: object, look: Any, rng: random.Random
) -> State | None:
    """The next state of a shadow: after the seat's own move, or one that looks as is wanted."""
    options = range(len(other.options() or other.outcomes()))
    moves = [own] if own is not None else rng.sample(options, min(len(options), TRIES))
    for move in moves:
        with contextlib.suppress(RulesError):
            after = other.apply(move)
            if look(after.vector) == wanted:
                return after
    return None


# ---- what a seat is told -------------------------------------------------------------------------


def told(state: State, seat: int, asked: Sequence[str], screens: bool) -> dict[str, Any]:
    """What a seat may be told of a state, by name; how each move fails, if it does."""
    moves = texts_of(state)
    found: dict[str, Any] = {
        "view": state.view(seat), "drawing": state.game.drawing(state, seat),
        "zones": state.game.zones(state, seat), "panels": state.game.panels(state, seat),
        "kind": state.kind, "decides": state.player,
    }
    if state.player == seat:
        found |= {"options": moves, "purpose": state.purpose}
        for text in asked:
            found[f"why {text}"] = state.why(text)
            if text not in moves:
                found[f"refusal of {text}"] = failure(state, text)
    found |= {f"error of {text}": failure(state, at) for at, text in enumerate(moves)}
    return found | (said(state, seat, asked) if screens else {})


def failure(state: State, move: str | int) -> list[str] | None:
    """How a move fails, in words."""
    try:
        state.apply(move)
    except RulesError as error:
        return [diagnostic.render() for diagnostic in error.diagnostics]
    return None


def said(state: State, seat: int, asked: Sequence[str]) -> dict[str, str]:
    """What commands answer with --seat, and what `play` says to a seat that decides."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "state_of", lambda args, out, quick: state)
        for words in (("moves",), ("moves", "--json"), ("show",),
                      *(("why", "--move", text) for text in asked),
                      ("apply", "--move", "no such move")):
            found[" ".join(words)] = _printed(
                lambda words=words: cli.main([words[0], "x", *words[1:], "--seat", str(seat + 1)])
            )
    if state.player == seat:
        session = session_at(state, seat)
        typed = ["?", "state", "no such move", *(f"why {text}" for text in asked), "quit"]
        session.lines._script = iter(typed)
        found["play"] = _printed(session.ask)
    return found


def session_at(state: State, seat: int) -> interactive.Session:
    """`play` as it stands when it has told a seat all up to a state."""
    seats = [interactive.HUMAN] * state.game.players
    lines = interactive.Lines(None)
    lines.typed = False
    session = interactive.Session(state.game, record.Header.of(state.game, "x", seats, 0), lines)
    session.state, session.shown[seat], session.facing = state, state, seat
    return session


def happened(before: State, after: State, seat: int) -> str:
    """What `play` says to a seat of a step of another."""
    session = session_at(before, seat)
    texts = before.options() or [text for text, _ in before.outcomes()]
    move = next(text for text in texts if failure(before, text) is None
                and before.apply(text).vector == after.vector)

    def go_on() -> None:
        session.take(move)
        session.news(seat)
        session.show(seat)

    return _printed(go_on)


def _printed(do: Any) -> str:
    """What is printed, on both streams."""
    with io.StringIO() as text, contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        answer = do()
        return f"{answer}\n{text.getvalue()}"


# ---- leaks ---------------------------------------------------------------------------------------


def found(
    lines: Sequence[Line], rng: random.Random, asked: Sequence[str] = (), every: int = 1
) -> Iterator[set[str]]:
    """For pairs of worlds of some games, what gives secrets away, by name.
    Explanations are asked for of the options of all states, and of `asked`; only one state of so
    many as `every` says is looked at, if its options take long to find."""
    game = lines[0].states[0].game
    options = {text for line in lines for state in line.states for text in state.options()}
    known = sorted(options.union(asked))
    for line in lines:
        for seat in range(game.players):
            steps = list(zip_longest(line.states, line.states[1:]))
            for number, (state, after) in enumerate(sample(steps, STATES // every, f"{seat}")):
                sure = set() if after is None else certain(state, after, seat)
                yield sure | public(state, rng)
                worlds = [
                    world(state, make(game, state.vector, seat, rng))
                    for make in (replaced, permuted) * WORLDS
                ]
                others = [other for other in worlds
                          if other.vector != state.vector and is_position(other)]
                yield from differences(state, others, seat, known, number < SCREENS, rng)
            alike = islice(shadows(line, seat, rng), seat % every, None, every)
            for number, (state, others, steps) in enumerate(alike):
                yield from differences(state, others, seat, known, number % 5 == 0, rng)
                if number % 3 == 0 and len({happened(*step, seat) for step in steps[:2]}) > 1:
                    yield {"what happened"}


def differences(
    state: State, others: Iterable[State], seat: int, known: list[str], screens: bool,
    rng: random.Random,
) -> Iterator[set[str]]:
    """What a seat is told in one world and not in the other, for each other."""
    asked = [*rng.sample(known, min(2, len(known))), "no such move"]
    left = told(state, seat, asked, screens)
    for other in others:
        right = told(other, seat, asked, screens)
        yield {
            key.split()[0] for key in left.keys() | right.keys()
            if left.get(key) != right.get(key)
            and not (key.startswith("error") and None in (left.get(key), right.get(key)))
        }


def public(state: State, rng: random.Random) -> set[str]:
    """What everybody is told of a state differs if what some do not see does."""
    other = world(state, replaced(state.game, state.vector, None, rng))
    same = other.view() == state.view() and (
        state.game.drawing(other) == state.game.drawing(state))
    return set() if same else {"view"}


def certain(state: State, after: State, seat: int) -> set[str]:
    """Whether a roll that is kept from a seat leaves it no doubt."""
    game = state.game
    places = [made.offset + i for made, i, _ in secrets(game, seat, after.vector)
              if after.vector[made.offset + i] not in (state.vector[made.offset + i],
                                                       made.type.least)]
    if state.kind != "chance" or not places:
        return set()
    look = observer(game.program, seat)
    own = [made.offset + i for made in game.program.fields if made.hidden
           for i in range(made.size) if sees(made, i, seat, after.vector)]
    if any(after.vector[at] != state.vector[at] for at in own):
        return set()  # it is the seat's own
    others = [state.apply(number) for number in range(len(state.outcomes()))]
    doubt = any(look(other.vector) == look(after.vector) and other.vector != after.vector
                for other in others)
    return set() if doubt or len(others) == 1 else {"certain"}
