"""What a search makes of a position: each option with its value, and what would follow it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import backend, forward
from rulewright.interpreter.play.budget import Budget
from rulewright.interpreter.play.tree import Node
from rulewright.interpreter.play.uct_natively import tree as tree_of
from rulewright.interpreter.state.rng import Rng

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import State


@dataclass(frozen=True)
class Judged:
    """An option: what it is worth to a seat (None: it was not tried), in how many playouts it was
    tried, whether that is proven; and the principal line from it, each with its seat."""

    text: str
    value: float | None
    visits: int
    proven: bool
    line: list[tuple[str, str]]


@dataclass(frozen=True)
class Analysis:
    """The options of the player who decides, the best first, by what they are worth to a seat."""

    decides: int
    seat: int
    playouts: int
    options: list[Judged]

    def to_json(self, names: list[str]) -> dict[str, Any]:
        """The analysis with the names of the seats."""
        return {
            "player": names[self.decides],
            "seat": names[self.seat],
            "playouts": self.playouts,
            "options": [
                {"text": each.text, "value": each.value, "visits": each.visits,
                 "proven": each.proven,
                 "line": [{"by": by, "text": text} for by, text in each.line]}
                for each in self.options
            ],
        }


def analyse(
    state: State, budget: Budget, seat: int | None = None, seed: int = 1, how: str = backend.AUTO
) -> Analysis:
    """What a search by a backend makes of the options of a decision, by what they are worth to a
    seat (None: to the one that decides). Raises `UsageError` where there is nothing to search."""
    _check(state)
    game, decides = state.game, state.player
    assert decides is not None
    model = forward.of(game, budget.playouts, how)
    tree = tree_of(model, model.taken(state.vector), Rng(seed))
    tree.search(budget)
    seat = decides if seat is None else seat

    def told(node: Node, index: int) -> tuple[str, str]:
        [text] = model.machine.texts(node.vector, [node.choices[index]])
        return game.seats[node.seat], text

    judged = []
    for index in tree.ranked():
        child = tree.root.children[index]
        line = [] if child is None else [told(node, at) for node, at in tree.line(child)]
        judged.append(Judged(
            told(tree.root, index)[1], None if child is None else child.mean(seat),
            0 if child is None else child.visits,
            child is not None and child.certain, line))
    return Analysis(decides, seat, tree.playouts, judged)


def _check(state: State) -> None:
    """Raise `UsageError` where a search from one position is no answer."""
    title = state.game.ruleset.title
    if state.game.hidden:
        raise UsageError(f"{title} hides something from its players, and a position does not say "
                         "what a seat has seen",
                         "let `ismcts:1000` play: it goes by what its seat saw")
    if state.kind == "end":
        raise UsageError("the game is over in this position: there is nothing to decide")
    if state.kind == "chance":
        shown = ", ".join(text for text, _ in state.outcomes()[:4])
        more = ", ..." if len(state.outcomes()) > 4 else ""
        raise UsageError(f"chance decides in this position: {shown}{more}",
                         "`apply --chance TEXT --out FILE` goes on to a decision")
