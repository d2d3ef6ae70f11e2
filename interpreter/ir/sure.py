"""From which decisions, and behind which options, the rest of a turn can be done in any case.

Model. What is demanded with `only if the rest can be done` (see `program.Rest`) need not be looked
for where no decision follows that may fail. What may follow is found by the flow, with what is
known there: a field without index holds a constant where every way to a place stores it, however
play came to where the way begins. So a loop that goes on while something is pending is known to end
behind what empties it.

Invariant: what is known at a place is right whenever play comes to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.ir.analysis import (
    effects,
    expressions,
    may_fail,
    stored,
    tries_rests,
)
from rulewright.interpreter.ir.expressions import Const, E, Load
from rulewright.interpreter.ir.fields import Field
from rulewright.interpreter.ir.program import (
    Alternative,
    Block,
    Branch,
    Effect,
    Goto,
    IfDo,
    Node,
    Program,
    Reset,
    Store,
    ToNode,
    TurnEnd,
)
from rulewright.interpreter.ir.truth import settled
from rulewright.interpreter.records import record

#: What fields without index hold.
Known = dict[Field, int]
#: A place that play comes to: a block, with what is known there.
Arrival = tuple[int, Known]


@record
class SureRests:
    """The decisions from which the rest can be done in any case; those where this is so once
    something is possible there; and the options, by their nodes and numbers, behind which it is.
    """

    nodes: frozenset[int] = frozenset()
    if_possible: frozenset[int] = frozenset()
    options: frozenset[tuple[int, int]] = frozenset()


def sure_rests(program: Program) -> SureRests:
    """Where the rest can surely be done. Nothing is looked for where no option asks."""
    if not tries_rests(program):
        return SureRests()
    flow = _Flow(program)
    at = flow.nodes([(program.start, {}), (program.turn, {})], through=True)
    options: set[tuple[int, int]] = set()
    nodes: dict[bool, set[int]] = {True: set(), False: set()}
    for node in program.nodes:
        if node.chance:
            continue
        known = at.get(node.id, {})
        sure = [flow.sure([(option.block, _chosen(known, option))]) for option in node.alternatives]
        options |= {(node.id, number) for number, holds in enumerate(sure)
                    if holds and node.alternatives[number].rest is not None}
        if all(sure) and (node.empty is None or flow.sure([(node.empty, known)])):
            nodes[may_fail(node)].add(node.id)
    return SureRests(frozenset(nodes[False]), frozenset(nodes[True]), frozenset(options))


def _chosen(known: Known, option: Alternative) -> Known:
    """What is known behind an option; what was chosen stands in its frame."""
    return {made: value for made, value in known.items() if made not in option.frame}


class _Flow:
    """Where play goes on in one program. Only fields that the flow asks for are noted."""

    def __init__(self, program: Program) -> None:
        self.program = program
        asked = (item.exit for item in program.blocks if isinstance(item.exit, Branch))
        self.asked = {read for exit in asked for e in expressions(exit) for read in e.reads
                      if isinstance(read, Field) and not read.dims}

    def sure(self, arrivals: list[Arrival]) -> bool:
        """Whether no decision can follow that may fail."""
        return not any(may_fail(self.program.nodes[number])
                       for number in self.nodes(arrivals, through=False))

    def nodes(self, arrivals: list[Arrival], through: bool) -> dict[int, Known]:
        """The nodes that may follow, with what is known there: before the turn ends or a roll, or
        `through` these, then rolls among them."""
        blocks: dict[int, Known] = {}
        found: dict[int, Known] = {}
        waiting = [*arrivals]
        while waiting:
            number, known = waiting.pop()
            if not _met(blocks, number, known):
                continue
            for to, after in self._followed(self.program.blocks[number], blocks[number]):
                if not isinstance(to, Node):
                    if through or not isinstance(self.program.blocks[number].exit, TurnEnd):
                        waiting.append((to, after))
                elif (through or not to.chance) and _met(found, to.id, after):
                    waiting += self._behind(to, found[to.id])
        return found

    def _behind(self, node: Node, known: Known) -> Iterator[Arrival]:
        for option in node.alternatives:
            yield option.block, _chosen(known, option)
        if node.empty is not None:
            yield node.empty, known

    def _followed(self, block: Block, known: Known) -> Iterator[tuple[int | Node, Known]]:
        """Where play goes on behind a block."""
        known = self._done(block.effects, known)
        match block.exit:
            case Branch(test=test, then=then, otherwise=otherwise):
                truth = _truth(test, known)
                if truth is not False:
                    yield then, known
                if truth is not True:
                    yield otherwise, known
            case Goto(block=to) | TurnEnd(block=to):
                yield to, known
            case ToNode(node=number):
                yield self.program.nodes[number], known

    def _done(self, body: Iterable[Effect], known: Known) -> Known:
        """What is known behind effects."""
        known = dict(known)
        for effect in body:
            match effect:
                case Store(field=made, index=(), value=value) if made in self.asked:
                    known.pop(made, None)
                    constant = _constant(value, known)
                    if constant is not None and made.type.least <= constant <= made.type.most:
                        known[made] = constant
                case Reset(field=made) if made in self.asked:
                    known[made] = made.first[0]
                case IfDo(test=test, body=then, otherwise=otherwise):
                    truth = _truth(test, known)
                    ways = [self._done(way, known) for way, taken in ((then, True),
                            (otherwise, False)) if truth is None or truth is taken]
                    known = {made: value for made, value in ways[0].items()
                             if all(way.get(made) == value for way in ways)}
                case _:
                    for changed in stored(effects([effect])):
                        known.pop(changed if isinstance(changed, Field) else
                                  self.program.memories[changed].count, None)
        return known


def _met(found: dict[int, Known], number: int, known: Known) -> bool:
    """Note what is known at a place, whichever way leads there; whether that is news."""
    if number not in found:
        found[number] = dict(known)
        return True
    before = found[number]
    found[number] = {made: value for made, value in before.items() if known.get(made) == value}
    return len(found[number]) < len(before)


def _constant(value: E, known: Known) -> int | None:
    if isinstance(value, Load) and not value.index:
        return known.get(value.field)
    return value.value if isinstance(value, Const) else None


def _truth(test: E, known: Known) -> bool | None:
    """The truth of a condition, if it is known."""
    return settled(test, {Load(made, ()): (value, value) for made, value in known.items()
                          if made in test.reads})
