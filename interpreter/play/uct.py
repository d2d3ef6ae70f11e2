"""Monte Carlo tree search (UCT) for games in which nothing is hidden.

Model.  The tree holds the states that were reached by choices from the root, each once; a node
knows the payoffs of the playouts that went through it, one sum for each seat.  A playout goes down
the tree by UCB1 (Auer, Cesa-Bianchi, Fischer 2002; Kocsis, Szepesvari 2006), adds one node, and is
played on at random from there.  At a decision the seat that decides goes by its own payoff
(max^n), at a chance node the outcome is drawn.

Refinements:
- A choice that was not tried yet counts as one that came to what its node has come to so far, so
  that good choices are repeated before all are tried (first-play urgency).
- Where the ruleset declares a prospect, a choice is the more urgent the better it leaves the seat,
  and the less so the more often it was tried (progressive bias).
- Ends are certain. Where payoffs are opposed (two seats that win, lose or draw), a node knows
  between which bounds its value lies, as follows from the ends below it, through chance as well.
  What cannot be better than what a seat has for certain is not tried any more, and a playout counts
  for no less and no more than is certain (score-bounded search: Cazenave, Saffidine 2010).
- When the value of the root is certain and several options come to it, the rest of the budget
  tells them apart: by how likely one who chooses at random goes wrong behind them.

Invariant: a search depends on its state, its budget and its generator alone (with a time for a
budget, on the time as well).
"""

from __future__ import annotations

from math import inf, log, sqrt

from rulewright.interpreter.engine.common import CHANCE, END
from rulewright.interpreter.play.budget import Budget, Counter
from rulewright.interpreter.play.forward import Forward, Vector
from rulewright.interpreter.play.tree import WIN, Node, Searched
from rulewright.interpreter.state.rng import Rng

#: How much is tried for its own sake; values of choices are scaled to 0 to 1.
EXPLORATION = 0.8
#: What the best prospect counts in the first visit.
BIAS = 0.5
#: Integers that the states of one tree may hold together, about.
MOST_HELD = 20_000_000
SLIGHTLY = 1e-9


def room_for(vector: Vector) -> int:
    """How many states a tree holds that begins with this one."""
    return MOST_HELD // len(vector)


class Tree(Searched):
    """The search from one state."""

    def __init__(self, forward: Forward, vector: Vector, rng: Rng) -> None:
        super().__init__(forward)
        self.rng = rng
        #: The least and greatest payoff, as far as was seen.
        self.least, self.most = (0.0, 0.0) if self.pays else (-WIN, WIN)
        #: How many more states are held.
        self.room = room_for(vector)
        self.known: dict[tuple[int, ...], Node] = {}
        self.root = self._made(vector)
        self.root.visits = 1

    def search(self, budget: Budget | Counter) -> None:
        """Go on until the budget is used up, or nothing is left to be found (or the model is
        tired)."""
        counter = budget.counter()
        while not self.forward.tired and self._open_questions() and counter.take():
            self.playouts += 1
            self._go()
        while not self.forward.tired and self._several_are_best() and counter.take():
            self.playouts += 1
            self._tempt()

    # -- one playout -----------------------------------------------------------------------------

    def _go(self) -> None:
        node, path = self.root, [self.root]
        while node is self.root or (node.visits and not node.certain):
            self.open(node)
            index = self._drawn(node) if node.kind == CHANCE else self._selected(node)
            if index is None:  # what is below it has become certain by another way
                self._bound(node)
                break
            node = self._below(node, index)
            if node.passed == self.playouts:  # round in a circle
                break
            node.passed = self.playouts
            path.append(node)
        payoffs = self._worth(node)
        self.least = min(self.least, *payoffs)
        self.most = max(self.most, *payoffs)
        news = self.opposed and node.certain
        for at in reversed(path):
            if news:
                news = at is node or self._bound(at)
            if payoffs[0] < at.low or payoffs[0] > at.high:
                payoffs = [at.low, -at.low] if payoffs[0] < at.low else [at.high, -at.high]
            at.visits += 1
            for seat, payoff in enumerate(payoffs):
                at.sums[seat] += payoff

    def _worth(self, node: Node) -> list[float]:
        """What a playout from a node comes to."""
        if node.end is not None:
            return node.end
        if node.certain:
            return [node.low, -node.low]
        return self._played(node)

    def _played(self, node: Node) -> list[float]:
        """What a game comes to that is played on from a node at random."""
        [payoffs] = self.forward.playouts(node.vector, self.rng, 1)
        if payoffs is None:  # nobody has won anything yet
            return [(self.least + self.most) / 2] * self.seats
        return payoffs

    def _below(self, node: Node, index: int) -> Node:
        """The node behind a choice, made if it is new."""
        child = node.children[index]
        if child is None:
            child = self._made(self.forward.after(node.vector, node.choices[index]), node.seat)
            if self.room > 0:
                node.children[index] = child
        return child

    def _made(self, vector: Vector, came: int = -1) -> Node:
        """The node of a state to which a seat has come."""
        key = tuple(vector)
        known = self.known.get(key)
        if known is not None:
            return known
        forward = self.forward
        kind = forward.kind(vector)
        nobody = kind in (CHANCE, END)
        seat = -1 if nobody else forward.player(vector)
        low, high = (-WIN, WIN) if self.opposed else (-inf, inf)
        made = Node(vector, kind, seat, [0.0] * self.seats, low, high)
        if kind == END:
            made.end = forward.payoffs(vector)
            made.low = made.high = made.end[0]
        elif came >= 0 and self.biased:
            better = forward.prospect(vector, came)
            made.bias = BIAS * better / (1 + abs(better))
        self.room -= 1
        if self.room > 0:
            self.known[key] = made
        return made

    def open(self, node: Node) -> None:
        if node.choices:
            return
        node.choices = self.forward.choices(node.vector)
        node.children = [None] * len(node.choices)
        if node.kind == CHANCE:
            node.weights = self.forward.weights(node.vector)

    def _drawn(self, node: Node) -> int:
        return self.rng.weighted(node.weights)

    def _selected(self, node: Node) -> int | None:
        """Of the choices that may be better than what is certain, the one with the greatest upper
        bound; of several, the first after a random one."""
        seat, least, floor = node.seat, self.least, self._floor(node)
        wide = self.most - least or 1.0
        tried = log(node.visits + 1)
        fresh = (node.sums[seat] / node.visits - least) / wide + EXPLORATION * sqrt(tried)
        best, found, count = -inf, None, len(node.choices)
        first = self.rng.below(count)
        for number in range(count):
            index = number + first if number + first < count else number + first - count
            child = node.children[index]
            if child is None:
                score = fresh
            elif ((child.low == child.high and self.opposed)
                  or (-child.low if seat else child.high) < floor):
                continue
            else:
                visits = child.visits or 1  # it may have been met another way, by no playout yet
                score = ((child.sums[seat] / visits - least) / wide
                         + EXPLORATION * sqrt(tried / visits) + child.bias / visits)
            if score > best:
                best, found = score, index
        return found

    # -- what is certain -------------------------------------------------------------------------

    def _floor(self, node: Node) -> float:
        """An option that comes to less at best need not be looked into: it cannot be better than
        what the seat has for certain. At the root it may be as good, and is looked into."""
        least = node.least(node.seat)
        return least if node is self.root else least + SLIGHTLY

    def _bound(self, node: Node) -> bool:
        """Bring the bounds of a node up to date with those of the nodes below; whether they have
        changed."""
        if node.certain or not node.choices:
            return False
        wholly = (-WIN, WIN)
        bounds = [wholly if child is None else (child.low, child.high) for child in node.children]
        lows, highs = zip(*bounds, strict=True)
        if node.kind == CHANCE:
            total = sum(node.weights)
            low = high = 0.0
            for weight, least, most in zip(node.weights, lows, highs, strict=True):
                low, high = low + weight * least, high + weight * most
            low, high = low / total, high / total
        else:
            best = min if node.seat else max
            low, high = best(lows), best(highs)
        if low <= node.low and high >= node.high:
            return False
        node.low, node.high = max(node.low, low), min(node.high, high)
        return True

    def _open_questions(self) -> bool:
        """Whether the value of the root is open, or which options come to it."""
        root = self.root
        if not root.certain or not self.opposed:
            return root.end is None
        floor = self._floor(root)
        return root.least(root.seat) < WIN and any(
            child is None or (not child.certain and child.most(root.seat) >= floor)
            for child in root.children)

    # -- errors of others ------------------------------------------------------------------------

    def _several_are_best(self) -> bool:
        root = self.root
        return (self.opposed and root.certain and root.end is None
                and root.least(root.seat) < WIN and len(self._best_of(root)) > 1)

    def _tempt(self) -> None:
        """One playout in which the seat of the root takes none but the best options, as far as is
        known, and the others choose at random."""
        node, path, seat = self.root, [self.root], self.root.seat
        while node.tries and node.end is None and node.least(seat) < WIN:
            self.open(node)
            if node.kind == CHANCE:
                index = self._drawn(node)
            elif node.seat == seat:
                index = self._most_tempting(node)
            else:
                index = self.rng.below(len(node.choices))
            node = self._below(node, index)
            if node.passed == self.playouts:
                break
            node.passed = self.playouts
            path.append(node)
        payoff = (node.end or self._played(node))[seat]
        for at in reversed(path):
            self._bound(at)
            payoff = max(payoff, at.least(seat))
            at.tries += 1
            at.came += payoff

    def _best_of(self, node: Node) -> list[int]:
        """The options that may be as good as any; at the root, those of which it is certain."""
        least, seat = node.least(node.seat), node.seat
        return [index for index, child in enumerate(node.children)
                if (child is not None and child.certain and child.most(seat) == least
                    if node.certain else child is None or child.most(seat) >= least)]

    def _most_tempting(self, node: Node) -> int:
        """Of the options that are as good as any, the one with the greatest upper bound."""
        among = self._best_of(node)
        first = self.rng.below(len(among))
        tried = log(node.tries + 1)

        def bound(index: int) -> float:
            child = node.children[index]
            if child is None or not child.tries:
                return inf
            return child.came / child.tries + 2 * EXPLORATION * sqrt(tried / child.tries)

        return max(among[first:] + among[:first], key=bound)
