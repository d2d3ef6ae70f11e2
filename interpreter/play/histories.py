"""Histories of a game that agree with everything one seat observed.

Model.  A *history* is one choice for every node since the start of play.  It *fits* if it shows
the seat its moments in order, with the seat's own choices in their places, and ends at its present
decision.  The search has two parts:

1. Min-conflicts repair finds a first history.  It is built forwards with random choices that fit;
   at a dead end an earlier choice is changed, or two are exchanged, and the history is rebuilt from
   there.  The new one replaces the old one unless it reaches less far.
2. A Metropolis-Hastings walk (Hastings, Biometrika 57, 1970) samples further histories: the same
   two changes are proposed and accepted in proportion to the probabilities of the histories.

Invariant: a search carries out at most `BEGINNINGS` times `MOST_TRIED` choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import END

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice
    from rulewright.interpreter.play.belief import Decision, Moment
    from rulewright.interpreter.play.forward import Forward

Vector = list[int]

#: First histories that are found independently, and samples taken from the walk of each.
BEGINNINGS, FROM_EACH = 4, 16
#: Choices carried out for each first history and its walk.
MOST_TRIED = 5000
#: Steps of the walk between two samples: one for each choice that can be changed, at most this.
MOST_STEPS = 12


@dataclass
class History:
    """The choices of the nodes so far.

    `vectors` holds the state at each node and `moments` the moment it belongs to, so one more;
    `odds` the weight of each choice and the weight of all choices that were possible there.
    """

    vectors: list[Vector]
    moments: list[int]
    choices: list[Choice] = field(default_factory=list)
    odds: list[tuple[int, int]] = field(default_factory=list)
    whole: bool = False

    def __len__(self) -> int:
        return len(self.choices)

    @property
    def reach(self) -> tuple[bool, int, int]:
        """A key by which histories are compared: the greater fits further."""
        return self.whole, self.moments[-1], len(self)

    def until(self, node: int) -> History:
        """Its beginning, before the choice at a node."""
        return History(self.vectors[: node + 1], self.moments[: node + 1], self.choices[:node],
                       self.odds[:node])


class Search:
    """The search for histories that fit up to one decision of a seat."""

    def __init__(
        self, forward: Forward, seat: int, observe: Callable[[Vector], object],
        moments: list[Moment], decision: Decision,
    ) -> None:
        self.forward = forward
        self.seat = seat
        self.observe = observe
        self.moments = moments
        self.decision = decision
        self.rng = decision.rng
        self.left = 0
        #: For each node that was reached: the choices there that are known to agree with what the
        #: seat observed.
        self.fits: list[set[Choice]] = []

    def worlds(self) -> list[Vector]:
        """The last states of the histories that were found; empty if none was."""
        found: list[Vector] = []
        start = History([self.forward.start()], [0])
        for _ in range(BEGINNINGS):
            self.left = MOST_TRIED
            history = self._first(start)
            if history is None:  # then the next one will hardly be found
                break
            for _ in range(FROM_EACH):
                history = self._walk(history)
                found.append(history.vectors[-1])
        return found

    def _first(self, start: History) -> History | None:
        """A history that fits, found by repair; None if the limit was reached first."""
        best = self._built(start.until(0), ())
        while not best.whole:
            free = self._free(best)
            if not free or self.left <= 0:
                return None
            node, wish = self._changed(best, free, self._suspects(best, free) or free)
            other = self._built(best.until(node), wish)
            if other.reach >= best.reach:
                best = other
        return best

    def _suspects(self, history: History, free: list[int]) -> list[int]:
        """The free nodes that may have caused a dead end: those whose choice is one that is known
        to fit at the node where the history broke off (so it is no longer available there)."""
        end = len(history)
        if end >= len(self.fits):
            return []
        return [node for node in free if history.choices[node] in self.fits[end]]

    def _walk(self, history: History) -> History:
        """The history after some Metropolis-Hastings steps."""
        free = self._free(history)
        for _ in range(min(MOST_STEPS, len(free))):
            if self.left <= 0:
                break
            node, wish = self._changed(history, free, free)
            if wish == history.choices:
                continue
            other = self._built(history.until(node), wish, strict=True)
            alike = other.whole and len(other) == len(history)
            if alike and self._accepted(history, other, node):
                history = other
        return history

    def _accepted(self, old: History, new: History, node: int) -> bool:
        """The Metropolis-Hastings test of a proposed history; both are equal before `node`."""
        above = below = 1
        for (weight, total), (was, was_total) in zip(new.odds[node:], old.odds[node:], strict=True):
            above *= weight * was_total
            below *= total * was
        return above >= below or self.rng.next64() < above / below * 2.0**64

    def _free(self, history: History) -> list[int]:
        """The nodes at which more than one choice is known to fit."""
        return [node for node in range(len(history)) if len(self.fits[node]) > 1]

    def _changed(
        self, history: History, free: list[int], suspects: list[int]
    ) -> tuple[int, list[Choice]]:
        """The choices of a history with one (of `suspects`) changed or exchanged with another, and
        the first that differs. Each change is as likely as the way back if all are suspects.
        """
        wish = list(history.choices)
        node = suspects[self.rng.below(len(suspects))]
        other = free[self.rng.below(len(free))]
        if self.rng.below(2):
            wish[node], wish[other] = wish[other], wish[node]
            return min(node, other), wish
        choices = self.forward.choices(history.vectors[node])
        wish[node] = choices[self.rng.below(len(choices))]
        return node, wish

    def _built(self, begun: History, wish: Sequence[Choice], strict: bool = False) -> History:
        """A history built on, up to where it no longer fits: with the choices of `wish` where they
        fit, otherwise (unless `strict`) with random ones."""
        while not begun.whole and self.left > 0:
            vector, moment, node = begun.vectors[-1], begun.moments[-1], len(begun)
            if self.forward.decides(vector, self.seat) and moment == self.decision.moment:
                begun.whole = self.forward.choices(vector) == self.decision.options
                break
            wished = wish[node] if node < len(wish) else None
            if not self._step(begun, vector, moment, wished, strict):
                break
        return begun

    def _step(
        self, begun: History, vector: Vector, moment: int, wished: Choice | None, strict: bool
    ) -> bool:
        """Build a history on by one choice that shows what was seen; whether there is one."""
        forward = self.forward
        if forward.kind(vector) == END:
            return False
        own = None
        if forward.decides(vector, self.seat):
            own = self.moments[moment].own
            if own is None:
                return False
            wished, strict = own, True
        choices, weights = forward.choices(vector), forward.odds(vector)
        node = len(begun)
        met = self.fits[node] if node < len(self.fits) else set()
        found = False
        for at in self._order(choices, weights, wished, strict, met):
            if self.left <= 0:
                break
            self.left -= 1
            after = forward.after(vector, choices[at])
            reached = self._moment(after, moment, own is not None)
            if reached is None:
                continue
            met.add(choices[at])
            if not found:
                found = True
                begun.vectors.append(after)
                begun.moments.append(reached)
                begun.choices.append(choices[at])
                begun.odds.append((weights[at], sum(weights)))
            if node < len(self.fits) or len(met) > 1:
                break
        if found and node == len(self.fits):
            self.fits.append(met)
        return found

    def _moment(self, vector: Vector, moment: int, chose: bool) -> int | None:
        """The moment a state belongs to that follows one of a moment, or None if it does not fit.

        The next moment begins when the seat has chosen, or, if it did not choose, when it sees
        something else.
        """
        seen = self.observe(vector)
        done = chose or self.moments[moment].own is None
        if done and moment < self.decision.moment and seen == self.moments[moment + 1].seen:
            return moment + 1
        return moment if not chose and seen == self.moments[moment].seen else None

    def _order(
        self, choices: list[Choice], weights: list[int], wished: Choice | None, strict: bool,
        met: set[Choice],
    ) -> Iterator[int]:
        """The order in which choices are tried: the wished one, then (unless `strict`) the one that
        alone was met to fit, then the others by weighted lot."""
        rest = list(range(len(choices)))
        first = [wished, *(met if len(met) == 1 and not strict else ())]
        for choice in dict.fromkeys(first):
            if choice in choices:
                at = choices.index(choice)
                yield at
                rest.remove(at)
        alike = len(set(weights)) == 1
        while rest and not strict:
            if alike:
                taken = self.rng.below(len(rest))
                rest[taken], rest[-1] = rest[-1], rest[taken]
                yield rest.pop()
            else:
                yield rest.pop(self.rng.weighted([weights[at] for at in rest]))
