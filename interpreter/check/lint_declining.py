"""Choices that ask again for ever who declines them.

Below `as long as C`, who declines a `may` has not ended anything: C is asked again, and if nothing
has changed what it looks at, so is he. `as long as possible, may …` ends when he declines.

Model. The flow is followed from declining, without another choice or roll, back to the same choice.
A branch on this way is taken as it was before the choice: by the only arm that leads there, if
nothing on either way stores what the branch looks at. Else it is not known, and nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.ir import (
    Block,
    Branch,
    Field,
    Goto,
    Program,
    Record,
    Reset,
    Store,
    ToNode,
    effects,
    successors,
)
from rulewright.interpreter.source import Span

Changed = set[Field | int]  # fields, and memories by their numbers


def asked_for_ever(program: Program, blocks: Iterable[int]) -> Iterator[tuple[Span, Span | None]]:
    """The choices that these blocks come to and that declining leads back to, each with the
    condition under which it is asked again, if there is one."""
    for number in blocks:
        exit = program.blocks[number].exit
        if isinstance(exit, ToNode):
            for option in program.nodes[exit.node].alternatives:
                if option.decline:
                    asked = _back(program, option.block, exit.node)
                    if asked is not None:
                        yield option.span, asked.span


def _back(program: Program, number: int, node: int) -> Branch | None:
    """The last branch on the way from a block back to a node, if that is the way for sure."""
    changed: Changed = set()
    last: Branch | None = None
    seen: set[int] = set()
    while number not in seen:
        seen.add(number)
        block = program.blocks[number]
        changed |= _stored(block)
        match block.exit:
            case Goto(block=to):
                number = to
            case Branch(test=test) as branch:
                last = branch
                ways = [(arm, *_leading(program, arm, number, node))
                        for arm in successors(block)]
                arms = [arm for arm, leads, stored in ways
                        if leads and not test.reads & (stored | changed)]
                if len(arms) != 1 or all(leads for _, leads, _ in ways):
                    return None
                number = arms[0]
            case ToNode(node=to) if to == node:
                return last
            case _:
                return None
    return None


def _leading(program: Program, arm: int, branch: int, node: int) -> tuple[bool, Changed]:
    """Whether an arm of a branch leads to a node, without the branch or another node between; and
    what may be stored on the way."""
    leads, stored = False, Changed()
    seen, todo = {branch, arm}, [arm]
    while todo:
        block = program.blocks[todo.pop()]
        stored |= _stored(block)
        leads |= isinstance(block.exit, ToNode) and block.exit.node == node
        todo += [to for to in successors(block) if to not in seen]
        seen.update(successors(block))
    return leads, stored


def _stored(block: Block) -> Changed:
    """What a block may change."""
    found = Changed()
    for effect in effects(block.effects):
        match effect:
            case Store(field=made) | Reset(field=made):
                found.add(made)
            case Record(memory=memory):
                found.add(memory)
    return found
