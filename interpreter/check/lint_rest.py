"""Whether `only if the rest can be done` can refuse anything.

It can where a decision may follow, before the rest is done, at which something must be chosen and
perhaps nothing is possible: where each of its options has a condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.ir import Alternative, Node, Program, ToNode, guards_of, rest_of
from rulewright.interpreter.source import Span


def rests(program: Program, blocks: Iterable[int]) -> Iterator[tuple[Span, bool]]:
    """Each such line of the decisions that these blocks come to, and whether it can refuse."""
    for number in blocks:
        exit = program.blocks[number].exit
        for option in program.nodes[exit.node].alternatives if isinstance(exit, ToNode) else ():
            if option.rest is not None:
                _, nodes = rest_of(program, option, lambda node: False)
                yield option.rest.span, any(map(_may_fail, nodes))


def _may_fail(node: Node) -> bool:
    return node.empty is None and all(map(_conditional, node.alternatives))


def _conditional(option: Alternative) -> bool:
    return option.decline or option.rest is not None or next(guards_of(option), None) is not None
