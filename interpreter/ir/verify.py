"""The verifier: whether a program is what every executor may rely on.

`verify` returns every violation, each with its place: the line of the text it was lowered from
where there is one, and always the block, node, function or field in words. An empty list means:
fields lie one behind the other and start inside their types; everything that is named exists;
types are right (see `typecheck`); locals are bound where they are used, with the type they are used
with, and what a choice hands over is what its block takes; a function calls only functions before
it.

Blocks that are never reached are checked like all others; one that is reached must go on somewhere
or end the game. Nothing is said about whether the game is a good one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.ir.typecheck import (
    NO_LOCALS,
    NUMBER,
    SET,
    SOUND,
    TRUTH,
    Locals,
    Place,
    TypeCheck,
    called,
    holds,
    sort_of_type,
)

#: For each way a game may end: whether it is about one player, whether it has a value for each.
ENDINGS = {
    "wins": (True, False), "loses": (True, False), "drawn": (False, False),
    "rank": (False, True), "pay": (False, True),
}


def verify(program: ir.Program) -> list[Diagnostic]:
    """Every violation of a program's invariants, each with its place; none for a sound program."""
    return Verifier(program).run()


class Verifier:
    """One run over a program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.types = TypeCheck(program)
        self.wrong = self.types.wrong
        self.expect = self.types.expect
        self._earlier: set[ir.Function] = set()  # functions checked so far

    def run(self) -> list[Diagnostic]:
        """Check everything; returns what was found in the order of the program."""
        program = self.program
        self._fields()
        self._roles()
        for at, memory in enumerate(program.memories):
            self._memory(memory, Place(f"memory {at} ({memory.name})"))
        for at, function in enumerate(program.functions):
            self._function(at, function)
        self._block_number(program.start, Place("the start"))
        self._block_number(program.turn, Place("the turn"))
        reached = self._reached()
        for number, block in enumerate(program.blocks):
            self._block(number, block, number in reached)
        for at, node in enumerate(program.nodes):
            self._node(at, node)
        for at, duty in enumerate(program.duties):
            self._duty(duty, Place(f"duty {at}", duty.span))
        for at, invariant in enumerate(program.invariants):
            self._guard(invariant, NO_LOCALS, Place(f"invariant {at}"))
        if len(program.prospects) not in (0, len(program.seats)):
            self.wrong(Place("the prospects"), "prospect",
                       f"there are {len(program.prospects)} for {len(program.seats)} players")
        for at, prospect in enumerate(program.prospects):
            self.expect(prospect, NUMBER, NO_LOCALS, Place(f"prospect {at}"), "how a player stands")
        return list(self.types.found)

    # -- fields ----------------------------------------------------------------------------------

    def _fields(self) -> None:
        for number, made in enumerate(self.program.fields):
            place = Place(f"field {number} ({made.name})", made.span)
            if made.id != number:
                self.wrong(place, "number", f"it is numbered {made.id}")
            elements = math.prod(domain.size for domain in made.dims)
            if elements != made.size:
                self.wrong(place, "dimensions", f"its dimensions have {elements} elements, its "
                           f"first values {made.size}")
            low, high = made.type.least, made.type.most
            outside = [value for value in made.first if not low <= value <= high]
            if outside:
                self.wrong(place, "first",
                           f"the first value {outside[0]} is outside {low} to {high}")
        before = 0
        for number, made in enumerate(self.program.fields):
            if made.offset != before:
                self.wrong(Place(f"field {number} ({made.name})", made.span), "offset",
                           f"it starts at {made.offset}, not at {before}")
            before = made.offset + made.size

    def _roles(self) -> None:
        """The fields every executor looks for, and room in them."""
        program = self.program
        seats = len(program.seats)
        roles = [
            ("player", program.player, 1, seats - 1),
            ("ranks", program.ranks, seats, seats),
            ("rule", program.rule, 1, len(program.rules)),
            ("at", program.at, 1, len(program.nodes)),
        ]
        if program.pays is not None:
            roles.append(("payoff", program.pays, seats, 0))
        for role, made, size, most in roles:
            place = Place(f"the {role} field")
            if not self.types.field(made, place):
                continue
            if made.size != size:
                self.wrong(place, "role", f"it has {made.size} elements, not {size}")
            if not holds(made.type, ir.number(0, most)):
                self.wrong(place, "role", f"it cannot hold 0 to {most}")

    def _memory(self, memory: ir.MemorySpec, place: Place) -> None:
        for made in memory.fields:
            self.types.field(made, place)
        if memory.capacity < 1:
            self.wrong(place, "memory", f"it has room for {memory.capacity} positions")
        count = memory.count
        if not self.types.field(count, place):
            return
        if count.size != 1 or not holds(count.type, ir.number(0, memory.capacity)):
            self.wrong(place, "memory", f"its count cannot hold 0 to {memory.capacity}")
        elif count.first != (0,):
            self.wrong(place, "memory", f"it counts {count.first[0]} positions before any is there")
        if sum(other.count is count for other in self.program.memories) > 1:
            self.wrong(place, "memory", "another memory has the same count")

    def _function(self, number: int, function: ir.Function) -> None:
        place = Place(f"function {number} ({function.name})")
        if not (SOUND in function.__dict__ and self.types.knows(*_named(function))):
            before = self.types.violations
            env: Locals = NO_LOCALS
            for param in function.params:
                env = self._bind(env, param, place)
            self.types.check(function.body, env, place)
            self._guards(function.guards, env, place)
            if self.types.violations == before and all(
                SOUND in e.__dict__ for e in _inside(function)
            ):
                function.__dict__[SOUND] = True
        if not called(function.body) <= self._earlier:
            for part in ir.walk(function.body):
                if isinstance(part, ir.Call) and part.function not in self._earlier:
                    self.wrong(place, "call",
                               f"it calls {part.function.name}, which is not before it")
        self._earlier.add(function)

    # -- blocks ----------------------------------------------------------------------------------

    def _bind(self, env: Locals, var: ir.Local, place: Place) -> Locals:
        """The locals with one more; a name is bound once in one place."""
        if var.name in env:
            self.wrong(place, "local", f"the local {var.name} is bound twice")
        return {**env, var.name: var}

    def _block(self, number: int, block: ir.Block, reached: bool) -> None:
        place = Place(f"block {number}")
        env: Locals = NO_LOCALS
        for param in block.params:
            env = self._bind(env, param, place)
        env = self._effects(block.effects, env, place)
        match block.exit:
            case ir.Branch(test=test, then=then, otherwise=otherwise):
                self.expect(test, TRUTH, env, place, "what its exit tests")
                self._block_number(then, place)
                self._block_number(otherwise, place)
            case ir.Goto(block=to) | ir.TurnEnd(block=to):
                self._block_number(to, place)
            case ir.ToNode(node=to):
                if not 0 <= to < len(self.program.nodes):
                    self.wrong(place, "unknown", f"there is no node {to}")
            case ir.Halt():
                if reached and not _ends(block.effects):
                    self.wrong(place, "exit", "it is reached, but goes on nowhere")
            case _:
                self.wrong(place, "exit", f"there is no exit {type(block.exit).__name__}")

    def _block_number(self, number: int, place: Place) -> None:
        """A block that is gone on at: it exists and takes nothing."""
        if not 0 <= number < len(self.program.blocks):
            self.wrong(place, "unknown", f"there is no block {number}")
        elif self.program.blocks[number].params:
            self.wrong(place, "handing", f"it goes on at block {number}, which needs what a choice "
                       "hands over")

    def _reached(self) -> set[int]:
        """The blocks that play may come to, as far as they exist."""
        seen: set[int] = set()
        waiting = [self.program.start]
        while waiting:
            number = waiting.pop()
            if number in seen or not 0 <= number < len(self.program.blocks):
                continue
            seen.add(number)
            block = self.program.blocks[number]
            waiting += ir.successors(block)
            if isinstance(block.exit, ir.ToNode) and (
                0 <= block.exit.node < len(self.program.nodes)
            ):
                node = self.program.nodes[block.exit.node]
                waiting += [alternative.block for alternative in node.alternatives]
                waiting += [] if node.empty is None else [node.empty]
        return seen

    # -- effects ---------------------------------------------------------------------------------

    def _effects(self, effects: Sequence[ir.Effect], env: Locals, place: Place) -> Locals:
        """Check straight code; returns the locals bound after it."""
        for effect in effects:
            env = self._effect(effect, env, place.at(effect.span))
        return env

    def _effect(self, effect: ir.Effect, env: Locals, place: Place) -> Locals:
        match effect:
            case ir.Store():
                self._store(effect, env, place)
            case ir.IfDo(test=test, body=body, otherwise=otherwise):
                self.expect(test, TRUTH, env, place, "what is tested")
                self._effects(body, env, place)
                self._effects(otherwise, env, place)
            case ir.EachDo(var=var, set=over, body=body):
                if self.expect(over, SET, env, place, "what a loop runs over") and (
                    over.type.most >= 1 << max(0, var.type.most + 1)
                ):
                    self.wrong(place, "range", f"{var.name} counts below {var.type.most + 1}, but "
                               "the loop runs over more")
                self._effects(body, self._bind(env, var, place), place)
            case ir.Let(var=var, value=value):
                what = f"what {var.name} is"
                if self.expect(value, sort_of_type(var.type), env, place, what):
                    self.types.range(var.type, value, place, what)
                return self._bind(env, var, place)
            case ir.Finish():
                self._finish(effect, env, place)
            case ir.Reset(field=made):
                self.types.field(made, place)
            case ir.Record(memory=number):
                self.types.memory(number, place)
            case _:
                self.wrong(place, "operation", f"there is no effect {type(effect).__name__}")
        return env

    def _store(self, effect: ir.Store, env: Locals, place: Place) -> None:
        made, value = effect.field, effect.value
        if not self.types.field(made, place):
            return
        what = f"field {made.id} ({made.name})"
        self.types.index(effect.index, [d.size for d in made.dims], env, place, what)
        if self.expect(value, sort_of_type(made.type), env, place, f"what {what} becomes"):
            low, high = made.type.least, made.type.most
            if isinstance(value, ir.Const) and not low <= value.value <= high:
                self.wrong(place, "value", f"{what} becomes {value.type.text(value.type.least)}, "
                           f"outside {low} to {high}")

    def _finish(self, effect: ir.Finish, env: Locals, place: Place) -> None:
        if effect.kind not in ENDINGS:
            self.wrong(place, "ending", f"there is no ending `{effect.kind}`")
            return
        about_one, for_each = ENDINGS[effect.kind]
        if (effect.player is not None) != about_one:
            self.wrong(place, "ending",
                       f"`{effect.kind}` needs {'a' if about_one else 'no'} player")
        wanted = len(self.program.seats) if for_each else 0
        if len(effect.values) != wanted:
            self.wrong(place, "ending",
                       f"`{effect.kind}` has {len(effect.values)} values, not {wanted}")
        if effect.kind == "pay" and self.program.pays is None:
            self.wrong(place, "ending", "it pays, but no field keeps payoffs")
        if effect.player is not None:
            self._seat(effect.player, env, place, "who it is about")
        for value in effect.values:
            self.expect(value, NUMBER, env, place, "what the players are ranked by")
        if effect.refs and effect.refs[0] not in self.program.rules:
            self.wrong(place, "rule", f"{effect.refs[0]} is not among the rules that end the game")

    def _seat(self, e: ir.E, env: Locals, place: Place, what: str) -> None:
        """An expression that names a player, who is there."""
        if self.expect(e, NUMBER, env, place, what):
            self.types.range(ir.number(0, len(self.program.seats) - 1), e, place, what)

    # -- nodes -----------------------------------------------------------------------------------

    def _node(self, number: int, node: ir.Node) -> None:
        place = Place(f"node {number}", node.span)
        if node.id != number:
            self.wrong(place, "number", f"it is numbered {node.id}")
        self._seat(node.player, NO_LOCALS, place, "who chooses")
        if node.empty is not None:
            self._block_number(node.empty, place)
        elif not any(not alternative.decline for alternative in node.alternatives):
            self.wrong(place, "options", "it has nothing to choose from, and goes on nowhere")
        if not 0 <= node.block < len(self.program.blocks):
            self.wrong(place, "unknown", f"there is no block {node.block}")
        elif self.program.blocks[node.block].exit != ir.ToNode(number):
            self.wrong(place, "node", f"its own block {node.block} does not lead to it")
        for at, alternative in enumerate(node.alternatives):
            where = Place(f"node {number}, alternative {at}", alternative.span)
            self._alternative(alternative, node.chance, where)

    def _alternative(self, alternative: ir.Alternative, chance: bool, place: Place) -> None:
        env: Locals = NO_LOCALS
        for at, binder in enumerate(alternative.binders):
            if binder.var.type.least != 0:
                self.wrong(place, "binder", f"{binder.var.name} does not count from 0")
            env = self._bind(env, binder.var, place)
            self._guards(binder.guards, env, Place(f"{place.text}, binder {at}", place.span))
        if alternative.decline and alternative.binders:
            self.wrong(place, "options", "declining has nothing to choose")
        if alternative.rest is not None and (chance or alternative.decline):
            self.wrong(place, "options", "it demands something of the rest of the turn, and is no "
                       "option that a player chooses")
        self._guards((*alternative.guards, *alternative.after), env, place)
        self.expect(alternative.weight, NUMBER, env, place, "its weight")
        for part in alternative.label:
            if isinstance(part, int) and not 0 <= part < len(alternative.binders):
                self.wrong(place, "label", f"its text shows choice {part} of "
                           f"{len(alternative.binders)}")
        for said in alternative.said:
            self.expect(said.value, sort_of_type(said.type), env, place, "a phrase of its text")
            if said.texts and len(said.texts) != said.type.size:
                self.wrong(place, "label", f"its text has {len(said.texts)} texts for the members "
                           f"of a set of {said.type.size}")
        self._handing(alternative, place)

    def _handing(self, alternative: ir.Alternative, place: Place) -> None:
        """What is chosen reaches the body: as parameters of its block, or in frame fields."""
        if not 0 <= alternative.block < len(self.program.blocks):
            self.wrong(place, "unknown", f"there is no block {alternative.block}")
            return
        params = self.program.blocks[alternative.block].params
        chosen = tuple(binder.var for binder in alternative.binders)
        if not alternative.frame:
            if params != chosen:
                self.wrong(place, "handing", f"block {alternative.block} takes "
                           f"{_listed(params)}, but it hands over {_listed(chosen)}")
            return
        if params:
            self.wrong(place, "handing", f"block {alternative.block} takes {_listed(params)}, but "
                       "what is chosen is kept in fields")
        if len(alternative.frame) != len(chosen):
            self.wrong(place, "frame",
                       f"{len(alternative.frame)} fields keep {len(chosen)} choices")
        for made, binder in zip(alternative.frame, alternative.binders, strict=False):
            if self.types.field(made, place) and (
                made.dims or not holds(made.type, binder.var.type)
            ):
                self.wrong(place, "frame", f"field {made.id} ({made.name}) cannot keep "
                           f"{binder.var.name}, 0 to {binder.size - 1}")

    def _duty(self, duty: ir.DutyGoal, place: Place) -> None:
        self.expect(duty.active, TRUTH, NO_LOCALS, place, "when it binds")
        self.expect(duty.value, TRUTH | NUMBER, NO_LOCALS, place, "what is to be reached")
        if duty.most is not None:
            self.expect(duty.most, NUMBER, NO_LOCALS, place, "what cannot be exceeded")

    def _guards(self, guards: Sequence[ir.Guard], env: Locals, place: Place) -> None:
        for guard in guards:
            self._guard(guard, env, place)

    def _guard(self, guard: ir.Guard, env: Locals, place: Place) -> None:
        """Check a guard, its parts first: they know their places best."""
        self._guards(guard.parts, env, place)
        place = place.at(guard.span)
        self.expect(guard.test, TRUTH, env, place, "a condition")
        if guard.relaxed is not None:
            self.expect(guard.relaxed, TRUTH, env, place, "the weaker form of a condition")
        for text, value, kind in guard.values:
            self.expect(value, sort_of_type(kind), env, place, f"`{text}`")


def _inside(function: ir.Function) -> Iterator[ir.E]:
    """The expressions of a function, those of its guards too."""
    yield function.body
    waiting = list(function.guards)
    while waiting:
        guard = waiting.pop()
        yield from ir.expressions(guard)
        yield from (e for _, e, _ in guard.values)
        waiting += guard.parts


@kept
def _named(function: ir.Function) -> tuple[frozenset[ir.Field | int], frozenset[ir.Function]]:
    """The fields and functions that a function and its guards name."""
    reads, functions = frozenset[ir.Field | int](), frozenset[ir.Function]()
    for e in _inside(function):
        reads, functions = reads | e.reads, functions | called(e)
    return reads, functions


def _ends(effects: Sequence[ir.Effect]) -> bool:
    """Whether effects certainly end the game."""
    return any(
        isinstance(effect, ir.Finish)
        or (isinstance(effect, ir.IfDo) and _ends(effect.body) and _ends(effect.otherwise))
        for effect in effects
    )


def _listed(locals: Sequence[ir.Local]) -> str:
    return ", ".join(local.name for local in locals) or "nothing"
