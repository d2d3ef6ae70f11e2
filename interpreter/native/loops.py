"""Loops that come to a set at once: what they offer, gather or unite is worked out without a round
for each thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.interpreter.ir import Const, E, Field, Load, Local, Lookup, Op, Table, op
from rulewright.interpreter.ir import members as members_of
from rulewright.interpreter.native.types import of_set, stored
from rulewright.interpreter.passes import plan
from rulewright.interpreter.passes.nodes import Single, Where
from rulewright.interpreter.passes.plan import (
    Assign,
    Body,
    Count,
    Each,
    Hit,
    If,
    Offer,
    Remark,
    Statement,
    kept_values,
)

#: Members of a set that is united from others, where each is asked for by itself.
MOST_UNITED = 8
#: Elements that are compared at once.
MOST_COMPARED = 64
#: Of fewer things it is not worth while to find those that differ at once, nor where a set is kept
#: for more values than so many times the things.
FEW_DISTINCT, MOST_DISTINCT = 8, 2


def loops_size(loop: Each | Count) -> int:
    """How many things a loop is over at most."""
    return loop.size if isinstance(loop, Count) else loop.set.type.most.bit_length()


def gathered(loop: Each | Count) -> Offer | None:
    """The one offer of a loop that only tests its things, each offered as what is chosen last;
    large sets are taken apart."""
    inside = [*plan.statements(loop.body)]
    found = [each for each in inside if isinstance(each, Offer)]
    if len(found) != 1 or of_set(loops_size(loop)).large or not all(
        isinstance(each, (Assign, If, Offer, Hit, Remark)) for each in inside
    ):
        return None
    *outer, last = found[0].values
    return found[0] if last is loop.var and last not in outer else None


def offers_set(loop: Each | Count) -> bool:
    """Whether a loop offers each of its things as what is chosen last, and nothing else; large
    sets are taken apart."""
    body = loop.body
    return len(body) == 1 and isinstance(body[0], Offer) and gathered(loop) is body[0]


def only(body: Body) -> Statement | None:
    """The one thing that is done in a loop."""
    done = [each for each in body if not isinstance(each, Remark)]
    return done[0] if len(done) == 1 else None


def united(loop: Each) -> tuple[Local, Table] | None:
    """A loop that unites what a table has for each member of a set, where that are few things: to
    which local it adds them, and the table."""
    match only(loop.body):
        case Assign(var=into, value=Op(op="|", args=(one, Lookup(table=table, index=index)))) if (
            one is into and index == (loop.var,)
            and 0 < table.span[1].bit_length() <= MOST_UNITED and table.span[0] >= 0
            and not of_set(len(table.values)).large
        ):
            return into, table
    return None


def distinct(loop: Each) -> tuple[Each, Field, E] | None:
    """A loop that leaves out each thing with which an earlier one shares the value of a field: the
    loop without that test, the field, and the set among which it looks for earlier ones. That is
    told by a table, and must be the same for all things of the loop."""
    test, size = only(loop.body), loops_size(loop)
    if not isinstance(test, If) or test.otherwise or size < FEW_DISTINCT:
        return None
    parts = conjuncts(test.test)
    for part in parts:
        match part:
            case Op(op="not", args=(Op(op="!=", args=(
                Op(op="&", args=(Lookup(table=earlier, index=(one,)),
                                 Where(field=made, value=Load(field=other, index=(thing,))))),
                Const(value=0),
            )),)) if one is thing and thing is loop.var and made is other and (
                len(earlier.values) == size
            ):
                pass
            case _:
                continue
        among = next((each for each in parts_of(loop.set) if is_told(earlier, each)), None)
        if among is None or len(kept_values(made)) > MOST_DISTINCT * size or made.size > size:
            return None
        left = [other for other in parts if other is not part]
        inside = (replace(test, test=op("and", *left)),) if left else test.body
        body = tuple(inner for each in loop.body
                     for inner in (inside if each is test else (each,)))
        return replace(loop, body=body), made, among
    return None


def conjuncts(test: E) -> list[E]:
    """The conditions of which all must hold."""
    if isinstance(test, Op) and test.op == "and":
        return [part for each in test.args for part in conjuncts(each)]
    return [test]


def parts_of(members: E) -> Iterator[E]:
    """The sets of which a set is the meet."""
    if isinstance(members, Op) and members.op == "&":
        for each in members.args:
            yield from parts_of(each)
    else:
        yield members


def is_told(earlier: Table, among: E) -> bool:
    """Whether a table has, for each member of a set, the members in front of it."""
    match among:
        case Const(value=members):
            sets: Iterable[int] = (members,)
        case Lookup(table=table):
            sets = table.values
        case _:
            return False
    return all(0 <= each < 1 << len(earlier.values) and all(
        earlier.values[x] == each & (1 << x) - 1 for x in members_of(each)) for each in sets)


def compared(loop: Each | Count) -> tuple[Statement, Field, str, E] | None:
    """A loop that only compares an element of each thing, a byte, with a number: what is done with
    those that pass (one is offered, or taken into a set), the field, the comparison, the number."""
    test = only(loop.body)
    if not isinstance(test, If) or test.otherwise or loops_size(loop) > MOST_COMPARED:
        return None
    done = passed_to(loop, test)
    match test.test:
        case Op(op=">=" | ">" | "<" | "<=" as name, args=(Load(field=made, index=index), other)):
            whole = len(made.dims) == 1 and made.size >= loops_size(loop) and not made.fixed
            if index != (loop.var,) or loop.var in other.free or not whole or (
                stored(made.type.least, made.type.most) != "int8_t"
            ):
                return None
        case _:
            return None
    if done is None or (isinstance(done, Assign) and done.var in other.free):
        return None
    return done, made, name, other


def passed_to(loop: Each | Count, test: If) -> Offer | Assign | None:
    """What is done with the things of a loop that pass its one test: each is offered, or taken into
    a set."""
    match only(test.body):
        case Offer() as offer if gathered(loop) is offer:
            return offer
        case Assign(value=Op(op="|", args=(one, Single(value=thing)))) as taken if (
            one is taken.var and thing is loop.var
        ):
            return taken
    return None
