"""What of a block matters to what is asked behind it.

Model. An option with conditions `afterwards` is tried before it is offered: its block is carried
out, and the conditions are asked. Of the block only that matters which changes what they read, or
may stop with an error: the rest is left out. So there is little to undo, and the option can be
tried on the state itself.

It is found from behind: what the conditions read matters at the end, and in front of a statement
that is kept also what it reads. An end of the block in between is kept where something that matters
follows it.

Invariant: a slice changes no field or memory but those it says, and of them all that the whole
block would change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.interpreter.ir import Field, Local, Program
from rulewright.interpreter.passes.plan import (
    Assign,
    Body,
    Carry,
    Count,
    Demand,
    Each,
    Explore,
    Forget,
    If,
    Leave,
    Listed,
    Next,
    Plan,
    Put,
    Remark,
    Remember,
    Renew,
    Routine,
    Statement,
    Visit,
    Way,
    While,
    expressions,
    statements,
)
from rulewright.interpreter.records import record

#: Statements among which those that matter are looked for.
MOST_STATEMENTS = 1000


@record
class Slice:
    """The part of a block that matters, and the fields and memories that it changes."""

    routine: Routine
    fields: tuple[Field, ...]
    memories: tuple[int, ...]


def sliced(plan: Plan, name: str, block: Routine, asked: Iterable[Field | int]) -> Slice | None:
    """The part of a block, and of those that play goes on in from it till something stops it, that
    matters to what reads some fields and memories; None where that goes round, is long, or has
    walks."""
    program = plan.program
    whole = _whole(plan, block.body)
    if whole is None:
        return None
    body = _Slicing(program, asked).kept(whole, False)
    changed: dict[Field, None] = {}
    memories: dict[int, None] = {}
    for each in statements(body):
        match each:
            case Put(field=made):
                changed[made] = None
            case Renew(fields=fields):
                changed |= dict.fromkeys(fields)
            case Remember(memory=memory) | Forget(memory=memory):
                memories[memory] = None
                changed[program.memories[memory].count] = None
    return Slice(Routine(name, block.params, body), tuple(changed), tuple(memories))


def whole_of(plan: Plan, name: str, block: Routine) -> Routine | None:
    """A block with those that play goes on in from it till something stops it; None where that
    goes round, is long, or has walks."""
    whole = _whole(plan, block.body)
    return None if whole is None else Routine(name, block.params, whole)


def ends_a_turn(plan: Plan, block: Routine, asked: Iterable[Field | int]) -> bool:
    """Whether a block surely comes to the end of the turn or of the game, without a change of what
    reads some fields and memories, and without an error."""
    whole = _whole(plan, block.body)
    if whole is None or any(isinstance(each, Next) and each.way not in (Way.TURN, Way.OVER)
                            for each in statements(whole)):
        return False
    return not any(map(_matters, _Slicing(plan.program, asked).kept(whole, False)))


def _whole(plan: Plan, body: Body) -> Body | None:
    """Statements with those of the blocks that follow in their place."""
    left = MOST_STATEMENTS

    def put_in(body: Body) -> Body:
        nonlocal left
        found: list[Statement] = []
        for each in body:
            left -= 1
            match each:
                case Explore() | Visit():
                    left = -1
                case Next(way=Way.BLOCK, number=number, back=back):
                    following = plan.blocks.get(number)
                    if back or following is None or following.params:
                        left = -1
                    if left < 0 or following is None:
                        return body
                    found += put_in(following.body)
                    continue
                case If(body=then, otherwise=otherwise):
                    each = replace(each, body=put_in(then), otherwise=put_in(otherwise))
                case Each(body=inner) | Count(body=inner) | Listed(body=inner) | While(body=inner):
                    each = replace(each, body=put_in(inner))
                case Remember(full=full):
                    each = replace(each, full=put_in(full))
            found.append(each)
        return tuple(found)

    found = put_in(body)
    return found if left >= 0 else None


class _Slicing:
    """Goes through statements from behind; `read` and `used` are the fields, memories and locals
    that matter there."""

    def __init__(self, program: Program, asked: Iterable[Field | int]) -> None:
        self.program = program
        self.read: set[Field | int] = set()
        self.used: set[Local] = set()
        self._reads(asked)

    def _reads(self, what: Iterable[Field | int]) -> None:
        self.read |= {*what}
        for number, memory in enumerate(self.program.memories):
            if number in self.read or memory.count in self.read:
                self.read |= {number, memory.count, *memory.fields}

    def kept(self, body: Body, before: bool) -> Body:
        """The statements that are kept; `before`: something that matters follows them."""
        found: list[Statement] = []
        said = True  # of what follows a remark something is kept, or there is none yet
        for statement in reversed(body):
            if isinstance(statement, Remark):
                if not said:
                    found.append(statement)
                said = True
                continue
            made = self._kept(statement, before)
            if made is not None:
                found.append(made)
                said = False
                before = before or _matters(made)
        return tuple(reversed(found))

    def _kept(self, statement: Statement, before: bool) -> Statement | None:
        match statement:
            case Next() | Leave():
                return statement
            case Assign(var=var):
                return self._noted(statement) if var in self.used else None
            case If(body=body, otherwise=otherwise):
                read, used = self.read.copy(), self.used.copy()
                body = self.kept(body, before)
                (read, used), (self.read, self.used) = (self.read, self.used), (read, used)
                otherwise = self.kept(otherwise, before)
                self.read |= read
                self.used |= used
                inside = (*body, *otherwise)
                if not inside or not (before or any(map(_matters, inside))):
                    return None
                return self._noted(replace(statement, body=body, otherwise=otherwise))
            case Each(body=body) | Count(body=body) | Listed(body=body) | While(body=body):
                read, used = self.read.copy(), self.used.copy()
                if not any(map(_matters, self.kept(body, before))):
                    self.read, self.used = read, used
                    return None
                known = -1
                while known != (known := len(self.read) + len(self.used)):
                    made = self._noted(replace(statement, body=self.kept(body, True)))
                return made
            case Put(field=made):
                return self._noted(statement) if made in self.read else None
            case Renew(fields=fields):
                left = tuple(made for made in fields if made in self.read)
                return Renew(left) if left else None
            case Forget(memory=memory):
                return statement if memory in self.read else None
            case Remember(memory=memory, full=full):
                if memory not in self.read:
                    if self.program.memories[memory].rolling or not before:
                        return None
                    self._reads((memory,))
                return self._noted(replace(statement, full=self.kept(full, False)))
        return self._noted(statement)

    def _noted(self, statement: Statement) -> Statement:
        for e in expressions(statement):
            self._reads(e.reads)
            self.used |= e.free
        return statement


def _matters(statement: Statement) -> bool:
    """Whether a statement that was kept does more than end the block or leave a loop."""
    return any(isinstance(each, (Assign, Put, Renew, Forget, Remember, Demand, Carry))
               for each in statements((statement,)))
