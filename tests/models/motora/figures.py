"""A policy for MOTORA and games played by it.

`pick`: an option is drawn uniformly among its kinds, then among those of its kind, so that the
many cells of a placement do not drown what else can be done; chance by its weights. A tribe stops
acting, and pays shelter to place a member, only now and then, so that tribes live for some turns.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.models import motora_model as motora
from tests.models.motora.island import Layout
from tests.models.motora.placement import costs
from tests.models.motora.records import CHANCE, Option
from tests.models.motora.rulings import Rulings
from tests.models.motora.state import State

WHIM = 0.1


def sensible(state: State, found: list[Option]) -> list[Option]:
    """The options that do something and cost neither shelter nor a prisoner, if there are any."""
    step = state.agenda[-1]
    paid = costs(state, step.seat, step.data) if step.kind == "place" else {}
    dull = ("done", "pass", "eat")
    left = [o for o in found if o[0] not in dull and not (o[0] == "place" and paid[o[1]])]
    return left or found


def pick(state: State, rng: random.Random) -> Option:
    """What chance brings, or the choice of the policy."""
    found = motora.options(state)
    if motora.decider(state) == CHANCE:
        return rng.choices(found, [motora.weight(state, option) for option in found])[0]
    if rng.random() > WHIM:
        found = sensible(state, found)
    kind = rng.choice(sorted({option[0] for option in found}))
    return rng.choice([option for option in found if option[0] == kind])


def course(state: State, rng: random.Random) -> Iterator[tuple[State, Option]]:
    """All states of a game from this one on, with what is chosen in them; () in the last one."""
    while not state.reason:
        option = pick(state, rng)
        yield state, option
        state = motora.apply(state, option)
    yield state, ()


def states(
    players: int, rng: random.Random, rulings: Rulings | None = None, layout: Layout | None = None
) -> Iterator[tuple[State, Option]]:
    """All states of a game by the policy."""
    return course(motora.start(players, rulings, layout), rng)
