"""What can be asked of any program, derived from the declared parts of its nodes.

`effects`, `expressions` and `successors` are the only traversals of effects, guards and flow: a
pass that asks for them need not know the kinds of statements there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from rulewright.interpreter.ir.expressions import E
from rulewright.interpreter.ir.fields import Field
from rulewright.interpreter.ir.program import (
    Alternative,
    Binder,
    Block,
    Branch,
    DutyGoal,
    Effect,
    Exit,
    Goto,
    Guard,
    Node,
    Program,
    Record,
    Reset,
    Store,
    ToNode,
    TurnEnd,
)

#: The words of a type by which a part of something is told to hold expressions.
_HOLD_EXPRESSIONS = {"E", "Local", "Guard", "Binder", "Alternative"}


@cache
def _parts(kind: Any) -> tuple[str, ...]:
    """The names of the declared parts of something that may hold expressions."""
    return tuple(part.name for part in fields(kind)
                 if _HOLD_EXPRESSIONS & {*re.findall(r"\w+", str(part.type))})


@cache
def _bodies(kind: Any) -> tuple[str, ...]:
    """The names of the parts of an effect that hold effects."""
    return tuple(part.name for part in fields(kind) if "Effect" in str(part.type))


def effects(body: Iterable[Effect]) -> Iterator[Effect]:
    """Effects and all effects inside them, in the order of the text."""
    for effect in body:
        yield effect
        kind: Any = type(effect)
        for name in _bodies(kind):
            yield from effects(getattr(effect, name))


def expressions(
    item: Effect | Exit | Guard | Binder | Alternative | Node | DutyGoal,
) -> Iterator[E]:
    """The expressions that belong to an effect, an exit, a guard (its parts apart), or a part of
    a node; those of effects inside an effect are not among them."""
    kind: Any = type(item)
    for name in _parts(kind):
        value = getattr(item, name)
        if isinstance(value, E):
            yield value
        elif isinstance(value, (tuple, list)):
            for inner in value:
                if isinstance(inner, E):
                    yield inner
                elif isinstance(inner, (Binder, Alternative)):
                    yield from expressions(inner)
                elif isinstance(inner, Guard) and not isinstance(item, Guard):
                    yield inner.test


def guards_of(item: Node | Alternative) -> Iterator[Guard]:
    """Every guard of an alternative, or of all alternatives of a node."""
    for alternative in item.alternatives if isinstance(item, Node) else (item,):
        for binder in alternative.binders:
            yield from binder.guards
        yield from alternative.guards
        yield from alternative.after


def stored(body: Iterable[Effect]) -> set[Field | int]:
    """What effects may change: fields, and memories by their numbers."""
    found: set[Field | int] = set()
    for effect in effects(body):
        if isinstance(effect, (Store, Reset)):
            found.add(effect.field)
        elif isinstance(effect, Record):
            found.add(effect.memory)
    return found


def successors(block: Block) -> tuple[int, ...]:
    """The blocks that a block may go on at without a stop."""
    match block.exit:
        case Branch(then=then, otherwise=otherwise):
            return then, otherwise
        case Goto(block=to) | TurnEnd(block=to):
            return (to,)
    return ()


def followers(program: Program, number: int) -> tuple[int, ...]:
    """The blocks that may follow a block: its successors; behind a node at which nothing is
    possible, the block for that."""
    block = program.blocks[number]
    if isinstance(block.exit, ToNode):
        empty = program.nodes[block.exit.node].empty
        return () if empty is None else (empty,)
    return successors(block)


def rest_of(
    program: Program, option: Alternative, ends: Callable[[Node], bool]
) -> tuple[list[int], list[Node]]:
    """The blocks and the decisions that may follow an option before the rest of the turn is done
    (see `program.Rest`): before the turn ends, a roll, or a decision that `ends` it."""
    return rest_from(program, [option.block], ends)


def rest_from(
    program: Program, starts: list[int], ends: Callable[[Node], bool]
) -> tuple[list[int], list[Node]]:
    """The same from some blocks on, these included."""
    blocks: dict[int, None] = {}
    nodes: dict[int, Node] = {}
    waiting = [*starts]
    while waiting:
        number = waiting.pop()
        if number in blocks:
            continue
        blocks[number] = None
        exit = program.blocks[number].exit
        node = program.nodes[exit.node] if isinstance(exit, ToNode) else None
        if node is not None and not node.chance and not ends(node):
            nodes[node.id] = node
            waiting += (a.block for a in node.alternatives)
            waiting += followers(program, number)
        elif not isinstance(exit, (ToNode, TurnEnd)):
            waiting += successors(program.blocks[number])
    return sorted(blocks), [nodes[number] for number in sorted(nodes)]


def may_fail(node: Node) -> bool:
    """Whether something must be chosen at a node and perhaps nothing is possible: each of its
    options has a condition."""
    return node.empty is None and all(
        option.decline or option.rest is not None or next(guards_of(option), None) is not None
        for option in node.alternatives)


def tries_rests(program: Program) -> bool:
    """Whether an option asks if the rest of the turn can be done."""
    return any(option.rest for node in program.nodes for option in node.alternatives)


def roots(program: Program) -> list[int]:
    """The blocks at which play can begin or go on after a stop, in a fixed order."""
    chosen = [a.block for node in program.nodes for a in node.alternatives]
    return list(dict.fromkeys((program.start, program.turn, *chosen)))


def back_edges(program: Program) -> frozenset[tuple[int, int]]:
    """The edges of the flow that lead back: those to a block that is being visited when the flow
    is searched depth first from `roots`, followers in order. Every circle without a stop has one.
    """
    found: set[tuple[int, int]] = set()
    state: dict[int, bool] = {}  # True while a block is being visited
    for root in roots(program):
        stack: list[tuple[int, Iterator[int]]] = []
        if root not in state:
            state[root] = True
            stack.append((root, iter(followers(program, root))))
        while stack:
            number, rest = stack[-1]
            for to in rest:
                if to not in state:
                    state[to] = True
                    stack.append((to, iter(followers(program, to))))
                    break
                if state[to]:
                    found.add((number, to))
            else:
                state[number] = False
                stack.pop()
    return frozenset(found)
