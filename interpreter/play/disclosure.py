"""What a file of an unfinished game tells that players may not know yet.

Model.  A record holds every outcome of chance, also one that only some players saw, and the seed,
from which all later outcomes follow; a scenario holds the outcomes so far; a whole state holds
every field.  The functions here put that into one sentence, or None if there is nothing to tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import END
from rulewright.interpreter.ir import ALL_SEE, ToNode, followers

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, State

WARNING = "nobody who plays should look into it before the game is over"


def hidden_attributes(game: Game) -> list[str]:
    """The attributes and zones that are not seen by all, by their names."""
    zones = [made.type.text(place) for made in game.program.fields
             for place, seer in enumerate(made.seers) if seer != ALL_SEE]
    return list(dict.fromkeys(
        [f.name for f in game.program.fields if f.hidden and f.places is None] + zones))


def of_record(state: State, seats: Sequence[str]) -> str | None:
    """What a record tells that was begun or saved at this state, with these at the seats."""
    if state.kind == "end":
        return None
    seed = None
    if chance_ahead(state):
        programs = any(seat not in ("human", "first") for seat in seats)
        seed = "the seed, from which every later outcome of chance" + (
            " and every move of a program follow" if programs else " follows"
        )
    return _sentence(_hidden(state.game), seed)


def of_scenario(state: State) -> str | None:
    """What a scenario tells that was saved at this state."""
    return _sentence(_hidden(state.game)) if state.kind != "end" else None


def of_state(state: State) -> str | None:
    """What a file with the whole state tells."""
    return of_scenario(state)


def seed_is_secret(game: Game, seats: Sequence[str]) -> bool:
    """Whether a person at one of the seats could look ahead if he knew the seed."""
    programs = any(seat not in ("human", "first") for seat in seats)
    return "human" in seats and (programs or any(node.chance for node in game.program.nodes))


def chance_ahead(state: State) -> bool:
    """Whether chance may decide something from this state on, by the shape of the program."""
    program = state.game.program
    at = state.vector[state.game.machine.at]
    if state.game.machine.kind(state.vector) == END:
        return False
    nodes, blocks = {at}, set[int]()
    to_visit = [at]
    while to_visit:
        node = program.nodes[to_visit.pop()]
        if node.chance:
            return True
        follow = [alternative.block for alternative in node.alternatives]
        follow += followers(program, node.block)
        while follow:
            number = follow.pop()
            if number in blocks:
                continue
            blocks.add(number)
            leave = program.blocks[number].exit
            follow += followers(program, number)
            if isinstance(leave, ToNode) and leave.node not in nodes:
                nodes.add(leave.node)
                to_visit.append(leave.node)
    return False


def _hidden(game: Game) -> str | None:
    names = hidden_attributes(game)
    return f"what is hidden from players ({', '.join(names)})" if names else None


def _sentence(*parts: str | None) -> str | None:
    told = [part for part in parts if part]
    return f"it tells in plain text {', and '.join(told)}; {WARNING}" if told else None
