"""The Python text of a loop plan: a statement is a line, a routine a function of the state `S`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulewright.interpreter.engine.common import BACK, OVER, TURN
from rulewright.interpreter.engine.python_expressions import INDENT, PythonExpressions
from rulewright.interpreter.ir import (
    GOES_ON,
    MAX_POSITIONS,
    Const,
    E,
    Field,
    Local,
    Op,
    Walks,
)
from rulewright.interpreter.passes.plan import (
    Assign,
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
    Remember,
    Renew,
    Routine,
    Statement,
    Tick,
    Visit,
    Way,
    While,
    kept_values,
)

#: So many known values are laid out one by one.
FEW = 4
#: What the name of a routine that gives options one by one has behind that of the others.
ONE_BY_ONE = "_one_by_one"


class PythonText(PythonExpressions):
    """Prints the routines of one plan. `names` is what the text needs beside itself."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.lazy = False
        self.reported: list[Demand] = []
        self.walks: dict[Walks, int] = {}  # that may stop the game
        self.lines_counted: dict[tuple[str, int], int] = {}  # of the text, by their numbers

    def taken_helpers(self) -> list[str]:
        """The helping functions that came to be needed since this was last asked."""
        taken, self.helpers[:] = self.helpers[:], []
        return taken

    def one_by_one(self, routine: Routine) -> str:
        """A routine that gives the options of a node when they are asked for."""
        self.lazy = True
        body = self.body(routine.body)
        self.lazy = False
        return "\n".join([f"def {routine.name}{ONE_BY_ONE}(S):", *body,
                          INDENT + "yield from ()"]) + "\n\n\n"

    def routine(self, routine: Routine) -> str:
        """The text of a routine."""
        params = "".join(f", {p.name}" for p in routine.params)
        lines = [f"def {routine.name}(S{params}):"]
        if routine.lists:
            lines.append(INDENT + "R = []")
        lines += self.body(routine.body)
        if routine.lists:
            lines.append(INDENT + "return R")
        return "\n".join(lines) + "\n\n\n"

    # -- statements ------------------------------------------------------------------------------

    def body(self, body: Sequence[Statement]) -> list[str]:
        lines: list[str] = []
        for constant, run in groupby(body, self._laid_out):
            inside = list(run)
            lines += self._layout(inside) if constant and len(inside) > FEW else [
                line for inner in inside for line in self.lines(inner)]
        return [INDENT + line for line in lines] or [INDENT + "pass"]

    def _laid_out(self, statement: Statement) -> bool:
        """Whether a statement gives an element with kept sets a value that is known."""
        return isinstance(statement, Put) and statement.field in self.places and all(
            isinstance(part, Const) for part in (*statement.index, statement.value))

    def _layout(self, run: Sequence[Statement]) -> list[str]:
        """Many known values at once: the kept sets are made anew behind them."""
        lines = []
        fields: dict[Field, None] = {}
        for put in run:
            assert isinstance(put, Put)
            fields[put.field] = None
            lines.append(f"S[{self.place(put.field, put.index)}] = {self.bare(put.value)}")
        for made in fields:
            lines.append(f"settle(S, {made.offset}, {made.size}, {self.places[made]}, "
                         f"{kept_values(made)[0]}, {made.type.most + 1})")
        return lines

    def lines(self, statement: Statement) -> list[str]:
        """The lines of a statement."""
        match statement:
            case Assign(var=var, value=value):
                return [self._assign(var, value)]
            case If(test=test, body=body, otherwise=otherwise):
                lines = [f"if {self.test(test)}:", *self.body(body)]
                if len(otherwise) == 1 and isinstance(otherwise[0], If):
                    first, *rest = self.lines(otherwise[0])
                    return [*lines, "el" + first, *rest]
                return [*lines, *(["else:", *self.body(otherwise)] if otherwise else [])]
            case Each(var=var, set=members, body=body):
                return self._loop(f"for {var.name} in {self.members(members)}", body)
            case Count(var=var, size=size, body=body):
                return self._loop(f"for {var.name} in range({size})", body)
            case Listed(var=var, values=values, size=size, body=body):
                listed = ", ".join(self.bare(value) for value in values)
                return self._loop(f"for {var.name} in among({size}, {listed})", body)
            case While(test=test, body=body):
                return [f"while {self.test(test)}:", *self.body(body)]
            case Explore(walk=walk, queue=queue, first=first, body=body):
                here = ", ".join(local.name for local in walk.position)
                return [f"{queue} = [{self._position(first)}]",
                        f"{queue}_seen = set({queue})",
                        f"for {here} in {queue}:", *self.body(body)]
            case Visit(walk=walk, queue=queue, position=position):
                return [f"p = {self._position(position)}",
                        f"if p not in {queue}_seen:",
                        INDENT + f"if len({queue}) == {MAX_POSITIONS}: "
                        f"stray({self._walk(walk)})",
                        INDENT + f"{queue}_seen.add(p)", INDENT + f"{queue}.append(p)"]
            case Carry(walk=walk, number=number, value=value):
                text = self.expr(value)
                if number is None:
                    return [f"if {text} < {GOES_ON}: stray({self._walk(walk)}, "
                            f"{GOES_ON - 1} - {text})"]
                kind = walk.carried[number].type
                return [f"if not {kind.least} <= {text} <= {kind.most}: "
                        f"stray({self._walk(walk)}, {number}, {text})"]
            case Leave():
                return ["break"]
            case Give(value=value):
                return [f"return {self.bare(value)}"]
            case Offer():
                return [f"yield {self._option(statement)}" if self.lazy
                        else f"R.append({self._option(statement)})"]
            case OfferBeside(alternative=number):
                return [f"if R: R.append(({number},))"]
            case Hit(rules=rules):
                return [f"hits[{rule!r}] = hits.get({rule!r}, 0) + 1" for rule in rules]
            case Tick(place=place, work=work):
                number = self.lines_counted.setdefault(place, len(self.lines_counted))
                return [f"work[{number}] += {work}" if work else f"ticks[{number}] += 1"]
            case Next():
                return [self._next(statement)]
        return self._effect(statement)

    def _position(self, values: Sequence[E]) -> str:
        return f"({', '.join(map(self.bare, values))})"

    def _walk(self, walk: Walks) -> int:
        """The number by which a walk is known that may stop the game."""
        return self.walks.setdefault(walk, len(self.walks))

    def _loop(self, head: str, body: Sequence[Statement]) -> list[str]:
        if len(body) == 1 and isinstance(body[0], Offer) and not self.lazy:
            return [f"R += [{self._option(body[0])} {head}]"]
        return [head + ":", *self.body(body)]

    @staticmethod
    def _option(offer: Offer) -> str:
        values = "".join(f", {v.name}" for v in offer.values) or ","
        return f"({offer.alternative}{values})"

    def _assign(self, var: Local, value: E) -> str:
        if isinstance(value, Op) and value.args[0] is var and value.op in ("+", "|", "&"):
            return f"{var.name} {value.op}= {self.bare(value.args[1])}"
        return f"{var.name} = {self.bare(value)}"

    @staticmethod
    def _next(statement: Next) -> str:
        number = statement.number + (BACK if statement.back else 0)
        match statement.way:
            case Way.BLOCK:
                return f"return {number}"
            case Way.TURN:
                return f"return {TURN + number}"
            case Way.NODE:
                return f"return {-1 - number}"
        return f"return {OVER}"

    def _effect(self, statement: Statement) -> list[str]:
        match statement:
            case Demand(value=value, low=low, high=high, index=index):
                self.reported.append(statement)
                number, text = len(self.reported) - 1, self.expr(value)
                test = f"{text} < 0" if index else f"not {low} <= {text} <= {high}"
                return [f"if {test}: broken({number}, S, {text})"]
            case Put(field=made, index=index, value=value):
                return self._put(made, index, value)
            case Renew(fields=fields):
                return [line for made in fields for line in self._renew(made)]
            case Remember(memory=memory, hash=hash_, full=full):
                return [f"if record{memory}(S, {self.bare(hash_)}):", *self.body(full)]
            case Forget(memory=memory):
                return [f"forget{memory}(S)"]
        raise AssertionError(statement)

    def _renew(self, made: Field) -> list[str]:
        if made.size == 1:
            return [f"S[{made.offset}] = {made.first[0]}"]
        stop = made.offset + made.size
        lines = [f"S[{made.offset}:{stop}] = {self.constant(made.first)}"]
        if made in self.places:
            for each in kept_values(made):
                mask = sum(1 << i for i, x in enumerate(made.first) if x == each)
                lines.append(f"S[{self.places[made] + each}] = {mask}")
        return lines

    def _put(self, made: Field, index: tuple[E, ...], value: E) -> list[str]:
        place = self.place(made, index)
        if made not in self.places:
            return [f"S[{place}] = {self.bare(value)}"]
        kept = self.places[made]
        lines = []
        if isinstance(value, (Const, Local)):
            new = self.expr(value)
        else:
            lines.append(f"n = {self.bare(value)}")
            new = "n"
        constant = all(isinstance(part, Const) for part in index)
        if constant:
            bit, at = str(1 << (int(eval(place)) - made.offset)), str(eval(place))
        else:
            lines.append(f"i = {self.position(made, index)}")
            bit, at = "1 << i", f"{made.offset} + i" if made.offset else "i"
        new_set = str(kept + value.value) if isinstance(value, Const) else f"{kept} + {new}"
        return [*lines, f"o = S[{at}]", f"if o != {new}:",
                *([] if constant else [INDENT + f"b = {bit}"]),
                INDENT + f"S[{kept} + o] ^= {bit if constant else 'b'}",
                INDENT + f"S[{new_set}] |= {bit if constant else 'b'}",
                INDENT + f"S[{at}] = {new}"]
