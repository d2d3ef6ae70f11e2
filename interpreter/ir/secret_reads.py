"""What an expression reads that not all see.

Model. A label is a secret field with the player who sees it, as an expression. Of pieces in zones
it is their place that is secret, and what is asked of it counts: how many pieces are somewhere, and
whether two are alike, all see or cannot tell which they are. What else an expression reads may
carry labels; what that is, the flow tells (see `information_flow`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulewright.interpreter import ir
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.records import record


class Label(NamedTuple):
    """A field that not all see; the player who does, as an expression (None: it is not known, or
    nobody does); and the block whose branch it is that tells no more than that, if it is one."""

    secret: ir.Field
    owner: ir.E | None
    branch: int | None = None


Labels = frozenset[Label]
NO_SECRETS: Labels = frozenset()
NO_MEMORIES = frozenset[int]()
#: What may carry labels.
Carrier = ir.Field | ir.Local
NOTHING_NAMED: Mapping[Carrier, ir.E] = {}
#: Fields that are no attributes: nobody is shown them as such.
PASSING = (ir.Group.FRAME, ir.Group.FLOW)


@record
class Reading:
    """What an expression reads: secrets, and what may carry labels."""

    secrets: Labels
    carriers: frozenset[Carrier]
    memories: frozenset[int] = NO_MEMORIES  # by their numbers in the program


def reading(e: ir.E, inlined: dict[ir.E, ir.E]) -> Reading:
    """What an expression reads in any program that it is part of; `inlined` keeps expressions with
    the bodies of functions in place of calls."""
    found: Reading | None = e.__dict__.get(_READING)
    if found is None:
        if e.reads_hidden or not _calls_plainly(e):
            found = _read(ir.inlined(e, inlined))
        else:
            found = _read(e)
        e.__dict__[_READING] = found
    return found


_READING = f"{__name__}.reading"


@kept
def _calls_plainly(e: ir.E) -> bool:
    """Whether an expression reads the same with the bodies of functions in place of calls: all that
    a function is given is used, and nothing is given that settles some of its body."""
    if not e.calls:
        return True
    if isinstance(e, ir.Call):
        free, args = e.function.body.free, e.args
        if not free.issuperset(e.function.params) or len({*args}) < len(args) or any(
            isinstance(arg, ir.Const) for arg in args
        ) or not _calls_plainly(e.function.body):
            return False
    return all(_calls_plainly(part) for part in e.children)


def _read(whole: ir.E) -> Reading:
    """What an expression reads that has no calls, or whose calls need not be looked into."""
    fields = [read for read in whole.reads if not isinstance(read, int)]
    memories = NO_MEMORIES if len(fields) == len(whole.reads) else frozenset(
        [read for read in whole.reads if isinstance(read, int)])
    passing = [made for made in fields if made.group in PASSING]
    if not whole.reads_hidden:
        return Reading(NO_SECRETS, whole.free.union(passing), memories)
    hidden = {made for made in fields if made.hidden}
    secrets: set[Label] = set()
    carriers: set[Carrier] = {*whole.free, *passing}
    parts = _reading_some(whole, hidden)
    known, alike = _known_places(parts, secrets), _told_apart(parts)
    for part in parts:
        if isinstance(part, ir.Load):
            if part.field.places is not None:
                if part.field.seers and part not in known:
                    secrets.add(Label(part.field, None))
            elif part.field.hidden and part not in alike:
                secrets.add(Label(part.field, owner_of(part.field, part.index)))
    return Reading(frozenset(secrets), frozenset(carriers), memories)


def _reading_some(whole: ir.E, fields: set[ir.Field]) -> list[ir.E]:
    """The parts of an expression that read some of these fields."""
    found: list[ir.E] = []
    seen: set[ir.E] = set()
    todo = [whole]
    while todo:
        part = todo.pop()
        if part not in seen and not fields.isdisjoint(part.reads):
            seen.add(part)
            found.append(part)
            todo += part.children
    return found


def owner_of(made: ir.Field, index: tuple[ir.E, ...]) -> ir.E | None:
    """The player who sees an element of a secret field."""
    return index[0] if made.seen_by is ir.SeenBy.OWNER else None


def seen_at(
    made: ir.Field, place: ir.E, named: Mapping[Carrier, ir.E] = NOTHING_NAMED, by: int = 0
) -> tuple[ir.SeenBy, ir.E | None]:
    """Who sees a piece at a place, or so many further on than a number, as far as that is known;
    with the player who does. What is kept may be named for what it is."""
    match place:
        case ir.Local() if place in named:
            return seen_at(made, named[place], named, by)
        case ir.Load(field=passing, index=()) if passing in named:
            return seen_at(made, named[passing], named, by)
        case ir.Shift(value=value, by=more):
            return seen_at(made, value, named, by + more)
        case ir.Cond(then=one, otherwise=other):  # such as that of a cell, which may be none
            first, second = (seen_at(made, case, named, by) for case in (one, other))
            return first if first == second else (ir.SeenBy.NOBODY, None)
        case ir.Const(value=value):
            start, stop, owner = by + value, by + value + 1, None
        case _:
            start, stop, owner = by, by + place.type.most + 1, place if by else None
    start = max(start, 0)
    if not any(start <= place < stop for place in _hidden_places(made)):
        return ir.SeenBy.ALL, None
    seers = made.seers[start:stop]
    if owner is None and len(seers) == 1 and seers[0] > 0:
        return ir.SeenBy.OWNER, ir.Const(seers[0].bit_length() - 1)
    whose = [*range(len(seers))]  # the zone that is asked about, for each who may see into it
    while owner is not None:
        if all(seers[zone] >> player & 1 for player, zone in enumerate(whose)):
            return ir.SeenBy.OWNER, owner
        if not isinstance(owner, ir.Lookup) or owner.table.sizes != (len(seers),) or (
            not set(owner.table.values) <= set(range(len(seers)))
        ):
            break
        whose = [whose[zone] for zone in owner.table.values]  # that of the next player, or so
        owner = owner.index[0]
    return ir.SeenBy.NOBODY, None


def _counted(e: ir.Comp) -> list[ir.E]:
    """The tests of a comprehension that asks how many pieces are at places, or whether there are
    any, and nothing else of them: so much is seen by all."""
    tests = list(ir.conjuncts(e.test))
    about = [test for test in tests if e.var in test.free]
    plain = all(
        isinstance(test, ir.Op) and test.op in ("==", "!=")
        and sum(e.var in arg.free for arg in test.args) == 1
        and any(isinstance(arg, ir.Load) and arg.field.seers and arg.index == (e.var,)
                for arg in test.args)
        for test in about
    )
    return about if plain and e.kind in ("any", "count") else []


def _known_places(parts: Sequence[ir.E], secrets: set[Label]) -> set[ir.E]:
    """Where it is asked only whether a piece is at a place that is named, or which of the places
    that all see it is at. Secrets are added: those of the places that are named."""
    known: set[ir.E] = set()
    numbers = {test for part in parts if isinstance(part, ir.Comp) for test in _counted(part)}
    for part in parts:
        match part:
            case ir.Op(op="==" | "!=", args=(one, other)) if part in numbers:
                known |= {one, other}
            case ir.Op(op="==" | "!=", args=(one, other)):
                if isinstance(one, ir.Load) and isinstance(other, ir.Load) and (
                    one.field is other.field  # whether two pieces are alike
                ):
                    known |= {one, other}
                    continue
                for load, place in ((one, other), (other, one)):
                    if isinstance(load, ir.Load) and load.field.seers:
                        known.add(load)
                        seen_by, owner = seen_at(load.field, place)
                        if seen_by is not ir.SeenBy.ALL:
                            secrets.add(Label(load.field, owner))
            case ir.Lookup(index=(ir.Load() as load,)) if _alike_where_hidden(part, load):
                known.add(load)
    return known


@kept
def _hidden_places(made: ir.Field) -> list[int]:
    """The places, of those that a field of places has for its values, that not all see."""
    return [place for place, seer in enumerate(made.seers) if seer != ir.ALL_SEE]


def _told_apart(parts: Sequence[ir.E]) -> set[ir.E]:
    """What two pieces have, where it is only asked whether they are alike: whether they are at one
    place or have all else in common, too."""
    found: set[ir.E] = set()
    for part in parts:
        if isinstance(part, ir.Op) and part.op == "and":
            both = {one.field: (one, other) for one, other in map(_compared, part.args)
                    if one is not None and other is not None and one.field is other.field}
            for made, pair in both.items():
                if made.place in both or any(
                    other is not made and other.place is made.place for other in both
                ):
                    found.update(pair)
    return found


def _compared(test: ir.E) -> tuple[ir.Load | None, ir.Load | None]:
    """The two elements of which a test asks whether they are the same, if it does."""
    match test:
        case ir.Op(op="==", args=(ir.Load() as one, ir.Load() as other)):
            return one, other
    return None, None


def copied(e: ir.E) -> Carrier | None:
    """The field or local that a value is a copy of, if it is one."""
    while isinstance(e, ir.Shift):
        e = e.value
    if isinstance(e, ir.Load) and not e.index:
        return e.field
    return e if isinstance(e, ir.Local) else None


@kept
def loads_of_secrets(e: ir.E) -> list[ir.Load]:
    """What an expression looks at that not everybody may see; it is as open as they are in a state.
    Not counted is a place of a piece that is only compared with one that all see (then all know
    whether it is there), nor what pieces have of which only those at such a place count."""
    found: list[ir.Load] = []
    seen: set[ir.E] = set()
    whole = ir.inlined(e)
    openly = _found_openly(whole)
    todo = [whole]
    while todo:
        part = todo.pop()
        if part not in seen:
            seen.add(part)
            match part:
                case ir.Op(op="==" | "!=", args=(ir.Load() as load, place) | (
                    place, ir.Load() as load)) if _asked_openly(load, place):
                    todo += [*load.index, place]
                case ir.Lookup(index=(ir.Load() as load,)) if _alike_where_hidden(part, load):
                    todo += load.index
                case ir.Load(field=made, index=index) if made.hidden and (
                    made.seers or not index or (made.places, index[0]) not in openly
                ):
                    found.append(part)
                    todo += part.children
                case _:
                    todo += part.children
    return found


def _found_openly(e: ir.E) -> set[tuple[ir.Field | None, ir.E]]:
    """The pieces, with the field of their places, that are first at a place that all see, and the
    variables that stand for such pieces wherever it counts what they have."""
    found: set[tuple[ir.Field | None, ir.E]] = set()
    others: set[ir.E] = set()
    for comp in ir.walk(e):
        if isinstance(comp, ir.Comp):
            places = [
                load.field for one in ir.conjuncts(comp.test)
                if isinstance(one, ir.Op) and one.op == "==" and comp.kind != "all"
                for load, place in (one.args, one.args[::-1])
                if isinstance(load, ir.Load) and load.index == (comp.var,)
                and _asked_openly(load, place)
            ]
            if not places:
                others.add(comp.var)
            found |= {(made, comp.var) for made in places}
            if comp.kind == "first":
                found |= {(made, comp) for made in places}
    return {(made, piece) for made, piece in found if piece not in others}


def _asked_openly(load: ir.Load, place: ir.E) -> bool:
    """Whether a place of a piece is compared with one that all see."""
    return bool(load.field.seers) and not isinstance(place, ir.Load) and (
        seen_at(load.field, place)[0] is ir.SeenBy.ALL)


def _alike_where_hidden(lookup: ir.Lookup, load: ir.Load) -> bool:
    """Whether a table says the same of all places that not all see."""
    made = load.field
    return bool(made.seers) and len(
        {lookup.table.values[place] for place in _hidden_places(made)}) < 2
