"""Nothing that a seat cannot know changes anything that it is shown or told.

Along random games of every ruleset with secrets, what a seat cannot see is exchanged for something
else that would look the same to it; then its view, who decides, its options, the question it is
asked and what `why` answers must be what they were.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.ir import Domain, Field, Group
from tests.played import Setup, setups

GAMES = 4
WORLDS = 3  # that are tried at one moment
STEPS = 120  # of one game
ASKED = 12  # moves that `why` is asked about
BEHIND = (Group.FRAME, Group.FLOW, Group.MEMORY)

SECRET = [setup for setup in setups() if setup.game.hidden]


def test_there_are_rulesets_with_secrets() -> None:
    assert len({setup.path for setup in SECRET}) >= 5


@pytest.mark.parametrize("setup", SECRET, ids=str)
def test_a_seat_is_told_nothing_it_cannot_know(setup: Setup) -> None:
    game = setup.game
    changed = 0
    for seed in range(GAMES):
        rng = random.Random(seed)
        for state in walk(game, rng):
            for seat in range(len(game.seats)):
                for _ in range(WORLDS):
                    other = game.state(another_world(game, state.vector, seat, rng))
                    changed += other.vector != state.vector
                    assert told(other, seat) == told(state, seat), (
                        f"seat {seat + 1} of {setup} is told what it cannot know")
    assert changed > 50, "something was exchanged"


def walk(game: Game, rng: random.Random) -> Iterator[State]:
    """The moments of a random game."""
    state = game.start()
    for _ in range(STEPS):
        if state.kind == "end":
            return
        yield state
        texts = state.options() or [text for text, _ in state.outcomes()]
        state = state.apply(rng.choice(texts))


def told(state: State, seat: int) -> tuple[object, ...]:
    """All that a seat is shown and told: in a decision of its own, its options too, and why other
    moves are none."""
    view = state.view(seat)
    if state.player != seat:
        return view, state.kind, state.player
    options = state.options()
    asked = random.Random(0).sample(every_text(state), k=min(ASKED, len(every_text(state))))
    return view, state.kind, seat, state.purpose, options, [answer(state, text) for text in asked]


def answer(state: State, text: str) -> object:
    try:
        verdict = state.why(text)
    except RulesError as error:
        return [d.message for d in error.diagnostics]
    return verdict.legal, verdict.rules, verdict.message, verdict.values


def every_text(state: State) -> list[str]:
    """Texts of moves of this decision with one thing chosen, legal or not."""
    machine = state.game.machine
    found = []
    for alternative in machine.node(state.vector).alternatives:
        if len(alternative.binders) == 1:
            kind = alternative.binders[0].type
            for value in range(alternative.binders[0].size):
                parts = (p if isinstance(p, str) else kind.text(value) for p in alternative.label)
                found.append("".join(parts))
    return found


def another_world(game: Game, vector: list[int], seat: int, rng: random.Random) -> list[int]:
    """A vector that differs in what a seat cannot know: of every domain, the members that it has
    not seen are exchanged for one another wherever others hold them; other secrets are drawn."""
    fields = game.program.fields
    secret = [made for made in fields if made.seen_only]
    exchanged: dict[Domain, list[int]] = {}
    for made in secret:
        for domain in (made.type.domain, *made.dims[1:]):
            if domain is not None and domain not in exchanged:
                exchanged[domain] = exchange(fields, vector, seat, domain, rng)
    other = list(vector)
    for made in secret:
        block = made.size // made.dims[0].size
        for owner in range(made.dims[0].size):
            if owner == seat:
                continue
            start = made.offset + owner * block
            for i in range(block):
                to = exchanged[made.dims[1]][i] if len(made.dims) > 1 else i
                value = vector[start + i]
                words = len(made.type.words)
                if made.type.domain is not None and value >= words:
                    value = words + exchanged[made.type.domain][value - words]
                elif made.type.kind == "int":
                    value = rng.randint(made.type.low, made.type.high)
                other[start + to] = value
    return other


def exchange(
    fields: list[Field], vector: list[int], seat: int, domain: Domain, rng: random.Random
) -> list[int]:
    """For each member of a domain, what stands for it in the other world."""
    seen: set[int] = set()
    for made in fields:
        if made.group in BEHIND:
            continue
        for i in range(made.size):
            place = list(unravelled(made, i))
            if made.seen_only and place[0] != seat:
                continue
            value = vector[made.offset + i]
            if made.type.domain is domain and value >= len(made.type.words):
                seen.add(value - len(made.type.words))
            if value != made.first[i]:
                seen |= {at for at, of in zip(place, made.dims, strict=True) if of is domain}
    free = [member for member in range(domain.size) if member not in seen]
    mixed = rng.sample(free, k=len(free))
    to = list(range(domain.size))
    for member, other in zip(free, mixed, strict=True):
        to[member] = other
    return to


def unravelled(made: Field, i: int) -> Iterator[int]:
    """The index of an element, a part for each dimension."""
    rest = made.size
    for domain in made.dims:
        rest //= domain.size
        yield i // rest
        i %= rest
