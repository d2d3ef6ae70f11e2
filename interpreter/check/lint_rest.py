"""Whether `only if the rest can be done` can refuse anything.

It can where a decision may follow, before the rest is done, at which something must be chosen and
perhaps nothing is possible: where each of its options has a condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.ir import Program, ToNode, may_fail, rest_of
from rulewright.interpreter.source import Span


def rests(program: Program, blocks: Iterable[int]) -> Iterator[tuple[Span, bool]]:
    """Each such line of the decisions that these blocks come to, and whether it can refuse."""
    for number in blocks:
        exit = program.blocks[number].exit
        for option in program.nodes[exit.node].alternatives if isinstance(exit, ToNode) else ():
            if option.rest is not None:
                _, nodes = rest_of(program, option, lambda node: False)
                yield option.rest.span, any(map(may_fail, nodes))
