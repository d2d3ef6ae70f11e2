"""The first options on the way to the end of a turn, for the duties of a decision.

Model. Mostly each option can be followed by the best that there may be, and the first options
behind it come to that (see `c/ahead.h`). For a node whose options lead to it again, to the end of
the turn or of the game, this is found without lists: the first option is looked for alone, and a
block is one function with those that follow it. Of the option that is thought to be the last only
that part is done which what the duties ask depends on, and whether anything is possible behind it
(`passes/slices.py`); where nothing is, the turn ends there.

Invariant: each way is that by the first options, and stops with the same errors. What is not found
so is searched for.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.ir import E, Field, Node, op
from rulewright.interpreter.native.nodes import Nodes, by_option, framed, switched
from rulewright.interpreter.native.statements import Statements
from rulewright.interpreter.native.types import INT
from rulewright.interpreter.passes.plan import (
    Body,
    Give,
    If,
    Next,
    Offer,
    OfferBeside,
    Routine,
    Way,
    statements,
)
from rulewright.interpreter.passes.slices import sliced, whole_of


class Ahead:
    """Prints the functions for one plan that has duties."""

    def __init__(self, made: Statements, nodes: Nodes) -> None:
        self.made = made
        self.plan = made.plan
        self.program = made.plan.program
        self.first: dict[int, str] = {}
        self.entered: dict[tuple[int, int], str] = {}
        self.ended: dict[tuple[int, int], str] = {}
        counters = made.counters
        asked = [node for node in self.program.nodes if not (
            counters.traced or counters.profiled or node.chance) and nodes.ends(node)]
        functions = [text for node in asked for text in self._node(node)]
        cases = " ".join(f"X({number})" for number in self.first)
        self.text = "\n".join([
            *functions, f"#define LOOKED_AHEAD(X) {cases}",
            switched("static int first_at(const state *S, int node, option *took)", "node",
                     self.first, "(void)took; return 0;"),
            by_option("static int entered(state *S, int node, const option *o)", self.entered,
                      "return OVER;"),
            by_option("static int ended_by(state *S, int node, const option *o)", self.ended,
                      "return 0;"), ""])

    def _node(self, node: Node) -> Iterator[str]:
        """The functions of a node, if it has any."""
        at, options = node.id, self.plan.options[node.id]
        first = self.made.first(options, f"first_{at}")
        blocks = {a.block: whole_of(self.plan, f"whole_{at}_{number}", self.plan.blocks[a.block])
                  for number, a in enumerate(node.alternatives) if a.block in self.plan.blocks}
        whole = [blocks.get(a.block) for a in node.alternatives]
        if first is None or any(a.after or a.rest for a in node.alternatives) or None in whole:
            return
        yield first
        self.first[at] = f"return first_{at}(S, took);"
        tests = may_offer(options.body)
        if tests is not None:
            some = Routine(f"some_{at}", (), (Give(op("or", *tests)),))
            yield self.made.routine(some, INT)
        for number, (option, routine) in enumerate(zip(node.alternatives, whole, strict=True)):
            assert routine is not None
            yield self.made.routine(routine)
            values = [f"o->values[{i}]" for i in range(len(option.binders))]
            frame = framed(self.made.layout, option, values[:len(option.frame)])
            given = "".join(f", {value}" for value in values[:len(routine.params)])
            self.entered[at, number] = f"{frame}return {routine.name}(S{given});"
            ways = {(each.way, each.number) for each in statements(routine.body)
                    if isinstance(each, Next)}
            if tests is None or not all(
                way in (Way.TURN, Way.OVER) or (way, to) == (Way.NODE, at) for way, to in ways
            ):
                continue
            asked: set[Field | int] = {read for duty in self.program.duties
                                       for read in duty.value.reads}
            asked |= {read for test in tests for read in test.reads}
            found = sliced(self.plan, f"part_{at}_{number}", self.plan.blocks[option.block], asked)
            if found is not None and not found.memories:
                yield self.made.routine(found.routine)
                self.ended[at, number] = (
                    f"{frame}{found.routine.name}(S{given}); return !some_{at}(S);")


def may_offer(body: Body) -> list[E] | None:
    """Conditions of which one must hold if options are offered; None where they are not known."""
    found: list[E] = []
    for each in body:
        offers = any(isinstance(inner, (Offer, OfferBeside)) for inner in statements((each,)))
        if not offers:
            continue
        if not isinstance(each, If) or each.otherwise or each.test.free:
            return None
        found.append(each.test)
    return found
