"""The text of statements and routines.

A local is declared at the statement that `locals` finds for it: by the statement, if it gives it
its first value, else in front. Options are offered to a list: `offer` adds one, `offer_set` one for
each member of a set, of which only the set is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulewright.interpreter.ir import GOES_ON, Const, E, Field, Local, Walks, walk
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.batches import Batch
from rulewright.interpreter.native.counters import Counters
from rulewright.interpreter.native.crowds import Crowds
from rulewright.interpreter.native.expressions import Expressions
from rulewright.interpreter.native.locals import assigned_in, declarations
from rulewright.interpreter.native.loops import (
    compared,
    distinct,
    gathered,
    loops_size,
    offers_set,
    united,
)
from rulewright.interpreter.native.told import Told
from rulewright.interpreter.native.types import (
    INT,
    LONG,
    CType,
    converted,
    of,
    of_set,
    unbracketed,
)
from rulewright.interpreter.native.walks import WalkText
from rulewright.interpreter.passes import plan
from rulewright.interpreter.passes.nodes import Fill, Steps
from rulewright.interpreter.passes.plan import (
    Assign,
    Body,
    Carry,
    Count,
    Demand,
    Each,
    Explore,
    Forget,
    Give,
    Hit,
    If,
    Leave,
    Listed,
    Next,
    Offer,
    OfferBeside,
    Plan,
    Put,
    Remark,
    Remember,
    Renew,
    Routine,
    Statement,
    Tick,
    Visit,
    Way,
    While,
)
from rulewright.interpreter.passes.switches import ALL, Passes

INDENT = "    "
#: Loops of at most so many rounds may be unrolled.
MOST_UNROLLED = 8


class Statements(Expressions, Told, Crowds):
    """Prints the routines of one plan. `reported` has the demands by their numbers, `counters`
    what is counted."""

    def __init__(
        self, plan: Plan, counters: Counters | None = None, passes: Passes = ALL
    ) -> None:
        super().__init__(plan, passes)
        self.counters = counters or Counters()
        self.reported: list[Demand] = []
        self.walks = WalkText(self.sets)
        self.offered: dict[CType, None] = {INT: None}  # how the sets that are offered stand
        self.returned: CType = INT  # how the value of the routine that is printed stands
        self._declared: dict[int, list[Local]] = {}
        self._assigned: Counter[Local] = Counter()  # how often the routine gives locals a value
        self._flows = False  # whether where play goes on is a jump
        self._rows: Mapping[Statement, int] | None = None  # where offers are counted
        self._batches: list[Batch] = []  # these
        self._finds_first = False  # whether options are not listed, but the first is found
        self._gathered: dict[Statement, str] = {}  # what is done in the place of an offer

    def inlined(
        self, routine: Routine, given: Sequence[str], rows: Mapping[Statement, int] | None = None
    ) -> tuple[list[str], list[Batch]]:
        """The lines of a routine as part of `flow` (see `native/flow.py`): of a block, with what
        it is given; or of options that are counted, with their batches; `rows` is what `counted`
        says of them."""
        self.locals = {}
        self._flows, self._rows, self._batches = True, rows, []
        self._declared = declarations(routine)
        params = [f"const {of(p.type).name} {self.local(p)} = {value};"
                  for p, value in zip(routine.params, given, strict=True)]
        step = self._begin(routine, rows is not None)
        lines = [INDENT + line for line in params] + step + self.body(routine.body)
        self._flows, self._rows = False, None
        return [INDENT + line for line in lines], self._batches

    def routine(self, routine: Routine, returned: CType | None = None) -> str:
        """The text of a routine: one that computes a value, which is `returned` so; one that lists
        options; or one that changes the state and says where play goes on."""
        self.locals = {}
        self.pointers = {param for param in routine.params if of(param.type).large}
        params = "".join(f", {declared(p)} {self.local(p)}" for p in routine.params)
        self._declared = declarations(routine)
        self.returned = returned or INT
        head = f"static {self.returned.name} {routine.name}(const state *S{params})"
        if self.returned.large:
            head = f"static large *{routine.name}(const state *S{params}, large *result)"
        if routine.lists:
            head = f"static void {routine.name}(const state *S, list *L)"
        elif returned is None:
            head = f"static int {routine.name}(state *S{params})"
        step = self._begin(routine, routine.lists or returned is not None)
        return "\n".join([head + " {", *step, *self.body(routine.body), "}"]) + "\n"

    def first(self, routine: Routine, name: str) -> str | None:
        """The function that finds the first option of a routine that lists them; None where sets
        that are offered are large."""
        self._finds_first = True
        text = self.routine(replace(routine, name=name))
        self._finds_first = False
        if any(kind.large for kind in self.offered):
            return None
        head = f"static int {name}(const state *S, option *took)"
        return "\n".join([head + text[text.index(" {"):-2].rstrip(), "    return 0;", "}"]) + "\n"

    def _begin(self, routine: Routine, pure: bool) -> list[str]:
        """What stands in front of a routine; of one that changes nothing, that sets are kept up
        of which it asks often (see `synced.py`)."""
        self.same = {}
        self.in_step = self.synced.asked(routine) if pure else []
        self._assigned = Counter(statement.var for statement in plan.statements(routine.body)
                                 if isinstance(statement, Assign))
        self._begin_told(routine, pure)
        self._begin_crowds(routine, pure)
        return self.synced.sync(self.in_step)

    # -- statements ------------------------------------------------------------------------------

    def body(self, body: Body) -> list[str]:
        lines: list[str] = []
        for statement in body:
            first = self._declared.get(id(statement), [])
            assigned = statement.var if isinstance(statement, Assign) else None
            if assigned is not None and of(assigned.type).large:
                assigned = None
            for local in first:
                if local is not assigned:
                    lines.append(f"{of(local.type).name} {self.local(local)};")
            outer, self.places = self.places, []
            made = self.lines(statement)
            lines += [f"large {place};" for place in self.places]
            self.places = outer
            if assigned in first and assigned is not None:
                made[0] = f"{of(assigned.type).name} {made[0]}"
                made += self.crowds(assigned, self.local(assigned))
            lines += made
        return [INDENT + line for each in lines for line in each.split("\n")]

    def lines(self, statement: Statement) -> list[str]:
        """The lines of a statement."""
        match statement:
            case Assign(var=var, value=value) if of(var.type).large:
                kept = self.kept_up(value) if self._assigned[var] == 1 else None
                if kept is not None:
                    self.same[var] = kept, self.said(value)
                    return []
                if self.tells(var, value):
                    return []
                return [self.assigned(var, value)]
            case Assign(var=var, value=value):
                return [f"{self.local(var)} = {self.bare(value, of(var.type))};"]
            case If(test=test, body=body, otherwise=otherwise):
                lines = [f"if ({unbracketed(self.test(test))}) {{", *self.body(body)]
                if len(otherwise) == 1 and isinstance(otherwise[0], If) and (
                    id(otherwise[0]) not in self._declared
                ):
                    first, *rest = self.lines(otherwise[0])
                    return [*lines, "} else " + first, *rest]
                if otherwise:
                    lines += ["} else {", *self.body(otherwise)]
                return [*lines, "}"]
            case Each():
                return self._each(statement)
            case Count(var=var, size=size, body=body):
                kind = of_set(size)
                at_once = self._at_once(
                    statement, kind, lambda: self.sets.constant((1 << size) - 1, kind))
                return self._counted(var, size, body) if at_once is None else at_once
            case Listed():
                return self._listed(statement)
            case While(test=test, body=body):
                return [f"while ({unbracketed(self.test(test))}) {{", *self.body(body), "}"]
            case Explore(walk=walk, first=first, body=body):
                number = self.walks.number(walk)
                inside = self.body(body)
                return [f"begin_{number}();", f"visit_{number}({self._position(walk, first)});",
                        *self.walks.head(walk, [*map(self.local, walk.position)]), *inside, "}"]
            case Visit(walk=walk, position=position):
                number = self.walks.number(walk)
                return [f"visit_{number}({self._position(walk, position)});"]
            case Carry():
                return [self._carry(statement)]
            case Leave():
                return ["break;"]
            case Give(value=value) if self.returned.large:
                return [f"return copy_large(result, {self.text(value, self.returned)});"]
            case Give(value=value):
                return [f"return {self.bare(value, self.returned)};"]
            case Offer() if statement in self._gathered:
                return [self._gathered[statement]]
            case Offer(values=values) if self._rows is not None:
                return self._batch(statement, values)
            case OfferBeside() if self._rows is not None:
                return ["if (n) {", *self._batch(statement, ()), "}"]
            case Offer(alternative=number, values=values) if self._finds_first:
                return [f"FIRST({number}{self._values(values)});"]
            case OfferBeside() if self._finds_first:
                return []
            case Offer(alternative=number, values=values):
                return [f"offer(L, {number}{self._values(values)});"]
            case OfferBeside(alternative=number):
                return [f"if (L->count) offer(L, {number});"]
            case Hit(rules=rules):
                return self.counters.hits(rules)
            case Tick():
                return [self.counters.tick(statement)]
            case Remark():
                return [self._remark(statement)]
            case Next():
                return [self._next(statement)]
        return self._effect(statement)

    def _remark(self, statement: Remark) -> str:
        file, line = statement.place[0].rpartition("/")[2], statement.place[1]
        rules = f" [{' '.join(statement.rules)}]" if statement.rules else ""
        return f"/* {file}:{line}{rules} */"

    def _each(self, statement: Each) -> list[str]:
        var, members, body = statement.var, statement.set, statement.body
        if (left := self._distinct(statement)) is not None:
            return left
        if of(members.type).large and (head := self.each_told(statement)) is not None:
            return [*head, *self.body(body), "}"]
        held, kind = self.value(members)
        if isinstance(members, Local) and kind.large and members in assigned_in(body):
            held = f"copy_large({self.room()}, {held})"
        if (found := united(statement)) is not None and not kind.large:
            into, table = self.local(found[0]), self.sets.united(found[1], kind)
            return [f"{into} |= {table}({unbracketed(held)});"]
        if (at_once := self._at_once(statement, kind, lambda: held)) is not None:
            return at_once
        size = var.type.most + 1
        if statement.set == Const((1 << size) - 1) and size <= MOST_UNROLLED:
            return self._counted(var, size, body)
        name = self.local(var)
        return [*bits.each(kind, name, unbracketed(held)).split("\n"), *self.body(body), "}"]

    def _at_once(
        self, loop: Each | Count, kind: CType, members: Callable[[], str]
    ) -> list[str] | None:
        """A loop over some members that comes to a set at once."""
        if offers_set(loop):
            return self._offer_set(loop.body[0], members(), kind)
        if (passed := compared(loop)) is not None:
            return self._compared(kind, members(), *passed)
        if (crowd := self.crowd(loop)) is not None:
            return self._passed(crowd[0], bits.meet(kind, members(), crowd[1]), kind)
        offer = gathered(loop)
        return None if offer is None or offer in self._gathered else self._gathering(loop, offer)

    def _distinct(self, statement: Each) -> list[str] | None:
        """A loop over the things of a set that are the first with what they have."""
        found = distinct(statement)
        if found is None:
            return None
        loop, made, among = found
        kind, kept = of_set(made.size), self.layout.kept
        if kind.wide or kind.large or made not in kept or made in self.layout.sought or any(
            id(each) in self._declared for each in statement.body
        ):
            return None
        firsts = (f"firsts_{kind.name}(S->{self.layout.name(made)}_is, "
                  f"{len(plan.kept_values(made))}, {self.bare(among, kind)})")
        held, own = self.value(loop.set)
        if own is not kind:
            return None
        name = self.local(loop.var)
        return [*bits.each(kind, name, bits.meet(kind, held, firsts)).split("\n"),
                *self.body(loop.body), "}"]

    def _counted(self, var: Local, size: int, body: Body) -> list[str]:
        """A loop over all numbers below a size; over ways it is unrolled, so that what is moved
        along them is moved by constants."""
        name = self.local(var)
        lines = []
        if self.passes.ways and size <= MOST_UNROLLED and any(
            isinstance(part, (Steps, Fill)) and part.direction is var
            for statement in plan.statements(body) for part in walk(*plan.expressions(statement))
        ):
            self.unrolled.add(var)
            lines = [f"#pragma GCC unroll {size}"]
        lines += [f"for (int {name} = 0; {name} < {size}; {name}++) {{", *self.body(body), "}"]
        self.unrolled.discard(var)
        return lines

    def _offer_set(self, offer: Statement, held: str, kind: CType) -> list[str]:
        assert isinstance(offer, Offer)
        outer = offer.values[:-1]
        if self._rows is not None:
            return self._batch(offer, outer, kind, unbracketed(held))
        if self._finds_first:
            return [f"FIRST_OF({kind.name}, {offer.alternative}, {unbracketed(held)}, "
                    f"{len(outer)}{self._values(outer)});"]
        self.offered[kind] = None
        return [f"offer_{kind.name}(L, {offer.alternative}, {unbracketed(held)}, "
                f"{len(outer)}{self._values(outer)});"]

    def _compared(
        self, kind: CType, among: str, done: Statement, made: Field, name: str, other: E
    ) -> list[str]:
        """A loop over a set that compares elements: all are compared at once."""
        number = self.bare(other, LONG)
        least = f"{number} + 1" if name in (">", "<=") else number
        row = self.layout.element(made, "0")
        passed = f"({kind.name})bytes_from(&{row}, {made.size}, {least})"
        found = bits.meet(kind, among, f"~{passed}" if name in ("<", "<=") else passed)
        return self._passed(done, found, kind)

    def _passed(self, done: Statement, found: str, kind: CType) -> list[str]:
        """What is done with each of a set, with all at once."""
        if isinstance(done, Offer):
            return self._offer_set(done, found, kind)
        assert isinstance(done, Assign)
        return [f"{self.local(done.var)} |= {unbracketed(found)};"]

    def _gathering(self, loop: Each | Count, offer: Offer) -> list[str]:
        """A loop that offers some of its things: these are gathered, and offered as a set."""
        kind, name = of_set(loops_size(loop)), f"some_{self.local(loop.var)}"
        more = bits.single(kind, self.local(loop.var))
        self._gathered[offer] = f"{name} = {bits.either(kind, [name, f'({more})'])};"
        loop_lines = self.lines(loop)
        del self._gathered[offer]
        lines = [f"{kind.name} {name} = {self.sets.constant(0, kind)};", *loop_lines,
                 *self._offer_set(offer, name, kind)]
        return ["{", *(INDENT + line for line in lines), "}"]

    def _batch(
        self, offer: Offer | OfferBeside, outer: Sequence[Local], kind: CType | None = None,
        members: str = "",
    ) -> list[str]:
        """An offer that is counted."""
        assert self._rows is not None
        batch = Batch(len(self._batches), offer.alternative, len(outer), kind, self._rows[offer])
        self._batches.append(batch)
        return batch.added([*map(self.local, outer)], members)

    def _values(self, values: Sequence[Local]) -> str:
        return "".join(f", {self.local(value)}" for value in values)

    def _listed(self, statement: Listed) -> list[str]:
        """A loop over some values, each once, in ascending order."""
        name, size = self.local(statement.var), statement.size
        if len(statement.values) == 1:
            value = self.bare(statement.values[0])
            inside = self.body(statement.body)
            return [f"for (int64_t only_{name} = {value}, once_{name} = 1; "
                    f"once_{name} && only_{name} >= 0 && only_{name} < {size}; once_{name} = 0) {{",
                    f"{INDENT}const int {name} = (int)only_{name};", *inside, "}"]
        values = ", ".join(map(self.bare, statement.values))
        count = len(statement.values)
        return [f"int64_t list_{name}[] = {{{values}}};",
                f"const int size_{name} = sorted(list_{name}, {count}, {size});",
                f"for (int at_{name} = 0; at_{name} < size_{name}; at_{name}++) {{",
                f"{INDENT}const int {name} = (int)list_{name}[at_{name}];",
                *self.body(statement.body), "}"]

    def _position(self, walk: Walks, values: Sequence[E]) -> str:
        return ", ".join(self.bare(value, of(local.type))
                         for local, value in zip(walk.position, values, strict=True))

    def _carry(self, statement: Carry) -> str:
        walk, value = self.walks.number(statement.walk), self.bare(statement.value)
        which = statement.number
        if which is None:
            return f"kept_within({value}, {GOES_ON}, {walk});"
        kind = statement.walk.carried[which].type
        return f"carried({value}, {kind.least}, {kind.most}, {walk}, {which});"

    def _next(self, statement: Next) -> str:
        number = f"{statement.number} + BACK" if statement.back else f"{statement.number}"
        if self._flows:
            back = "round_taken(g); " if statement.back else ""
            match statement.way:
                case Way.BLOCK:
                    return f"{back}goto B{statement.number};"
                case Way.TURN:
                    return f"TURN_ENDS({number}); {back}goto B{statement.number};"
                case Way.NODE:
                    return f"goto N{statement.number};"
            return "goto over;"
        match statement.way:
            case Way.BLOCK:
                return f"return {number};"
            case Way.TURN:
                return f"return TURN + {number};"
            case Way.NODE:
                return f"return AT_NODE({statement.number});"
        return "return OVER;"

    # -- effects ---------------------------------------------------------------------------------

    def _effect(self, statement: Statement) -> list[str]:
        match statement:
            case Demand(value=value, low=low, high=high, index=index):
                self.reported.append(statement)
                most = "INT64_MAX" if index else f"{high}"
                return [f"demand({self.bare(value)}, {0 if index else low}, {most}, "
                        f"{len(self.reported) - 1});"]
            case Put(old=old, known=known, value=value):
                kept = old is not None and old is (known or value)
                return [] if kept else [self._put(statement)]
            case Renew(fields=fields):
                return [f"{self.layout.renewing(fields)}(S);"]
            case Remember(memory=memory, hash=hash_, full=full):
                return [f"if (record_{memory}(S, {self.bare(hash_)})) {{", *self.body(full), "}"]
            case Forget(memory=memory):
                return [f"forget_{memory}(S);"]
        raise Refused(f"statements of the kind {type(statement).__name__}")

    def _put(self, statement: Put) -> str:
        made, value = statement.field, statement.known or statement.value
        index = self.index(made, statement.index) if made.dims else ""
        kind = of(made.type)
        if self.layout.is_put(made):
            given = f"S, {index or 0}, {self.bare(value, kind)}"
            if statement.old is None:
                return f"put_{self.layout.name(made)}({given});"
            return (f"put_{self.layout.name(made)}_for({given}, "
                    f"{self.bare(statement.old, kind)});")
        text, have = self.value(value)
        return f"{self.layout.element(made, index)} = {unbracketed(converted(text, have, kind))};"


def declared(param: Local) -> str:
    """The type of a parameter."""
    kind = of(param.type)
    return "const large *" if kind.large else kind.name
