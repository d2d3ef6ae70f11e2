"""The verifier: whether a program is what every executor may rely on.

`verify` returns every violation, each with its place: the line of the text it was lowered from
where there is one, and always the block, node or field in words. An empty list means: fields lie
one behind the other and start inside their types; everything that is named by a number exists;
indices fit; locals are bound where they are used, and what a choice hands over is what its block
takes; truths, numbers and sets do not stand for each other (see `sorts`).

Blocks that are never reached are checked like all others; one that is reached must go on
somewhere. Nothing is said about whether the game is a good one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.program.ir import (
    Alternative,
    Binder,
    Block,
    Branch,
    Const,
    E,
    EachDo,
    Effect,
    Exit,
    Field,
    Finish,
    Goto,
    Guard,
    Halt,
    IfDo,
    Let,
    MemorySpec,
    Node,
    Program,
    Record,
    Reset,
    Store,
    ToNode,
    TurnEnd,
)
from rulewright.interpreter.program.sorts import (
    NO_LOCALS,
    NUMBER,
    SET,
    TRUTH,
    ExpressionCheck,
    Known,
    Locals,
    Place,
    sort_of_type,
)

#: For each way a game may end: whether it is about one player, whether it has a value for each.
ENDINGS = {
    "wins": (True, False), "loses": (True, False), "drawn": (False, False),
    "rank": (False, True), "pay": (False, True),
}


def verify(program: Program) -> list[Diagnostic]:
    """Every violation of a program's invariants, each with its place; none for a sound program."""
    return Verifier(program).run()


class Verifier(ExpressionCheck):
    """One run over a program. Expressions are checked by the base class."""

    def run(self) -> list[Diagnostic]:
        """Check everything; returns what was found in the order of the program."""
        program = self.program
        self._fields()
        self._roles()
        for at, memory in enumerate(program.memories):
            self._memory(memory, Place(f"memory {at} ({memory.name})"))
        self.block_number(program.start, Place("the start"))
        reached = self._reached()
        for number, block in enumerate(program.blocks):
            self._block(number, block, number in reached)
        for at, node in enumerate(program.nodes):
            self._node(at, node)
        for at, duty in enumerate(program.duties):
            place = Place(f"duty {at}", duty.span)
            self.expect(duty.active, TRUTH, NO_LOCALS, place, "when it binds")
            self.expect(duty.value, TRUTH | NUMBER, NO_LOCALS, place, "what is to be reached")
            if duty.most is not None:
                self.expect(duty.most, NUMBER, NO_LOCALS, place, "what cannot be exceeded")
        for at, invariant in enumerate(program.invariants):
            self._guard(invariant, NO_LOCALS, Place(f"invariant {at}"))
        return list(self.found)

    # -- fields --------------------------------------------------------------------------------

    def _fields(self) -> None:
        rings = {memory.ring for memory in self.program.memories}
        for number, made in enumerate(self.program.fields):
            place = self._at_field(number)
            if made.id != number:
                self.wrong(place, "number", f"it is numbered {made.id}")
            cells = math.prod(d.size for d in made.dims)
            if number not in rings and cells != made.size:
                self.wrong(place, "dimensions",
                           f"its dimensions have {cells} elements, its first values {made.size}")
            low, high = made.type.least, made.type.most
            outside = [v for v in made.first if not low <= v <= high]
            if outside:
                self.wrong(place, "first",
                           f"the first value {outside[0]} is outside {low} to {high}")
        if self.program.fields and self.program.fields[0].offset != 0:
            self.wrong(self._at_field(0), "offset",
                       f"it starts at {self.program.fields[0].offset}, not at 0")
        for number, (before, made) in enumerate(pairwise(self.program.fields), start=1):
            if made.offset != before.offset + before.size:
                self.wrong(self._at_field(number), "offset",
                           f"it starts at {made.offset}, not at {before.offset + before.size}")

    def _at_field(self, number: int) -> Place:
        made = self.program.fields[number]
        return Place(f"field {number} ({made.name})", made.span)

    def field(self, number: int, place: Place, what: str = "field") -> Field | None:
        """A field that is named must exist."""
        if 0 <= number < len(self.program.fields):
            return self.program.fields[number]
        self.wrong(place, "unknown", f"there is no {what} {number}")
        return None

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
        for role, number, size, most in roles:
            place = Place(f"the {role} field")
            made = self.field(number, place)
            if made is None:
                continue
            if made.size != size:
                self.wrong(place, "role", f"it has {made.size} elements, not {size}")
            if not (made.type.least <= 0 and made.type.most >= most):
                self.wrong(place, "role", f"it cannot hold 0 to {most}")

    def _memory(self, memory: MemorySpec, place: Place) -> None:
        for number in memory.fields:
            self.field(number, place)
        count, ring = self.field(memory.count, place), self.field(memory.ring, place)
        if memory.capacity < 1:
            self.wrong(place, "memory", f"it has room for {memory.capacity} positions")
        if count and (count.size != 1 or count.type.least > 0 or count.type.most < memory.capacity):
            self.wrong(place, "memory", f"its count cannot hold 0 to {memory.capacity}")
        if ring and ring.size != memory.capacity:
            self.wrong(place, "memory",
                       f"its ring has {ring.size} elements for {memory.capacity} positions")

    # -- blocks --------------------------------------------------------------------------------

    def _block(self, number: int, block: Block, reached: bool) -> None:
        place = Place(f"block {number}")
        env: Locals = NO_LOCALS
        sizes = self._handed_over(number)
        for at, name in enumerate(block.params):
            known = Known(NUMBER, sizes[at] if at < len(sizes) else None)
            env = self.bind(env, name, known, place)
        env = self._effects(block.effects, env, place)
        match block.exit:
            case Branch(test=test, then=then, otherwise=otherwise):
                self.expect(test, TRUTH, env, place, "what its exit tests")
                self.block_number(then, place)
                self.block_number(otherwise, place)
            case Goto(block=to) | TurnEnd(block=to):
                self.block_number(to, place)
            case ToNode(node=to):
                if not 0 <= to < len(self.program.nodes):
                    self.wrong(place, "unknown", f"there is no node {to}")
            case Halt():
                if reached:
                    self.wrong(place, "exit", "it is reached, but goes on nowhere")
            case _:
                self.wrong(place, "exit", f"there is no exit {type(block.exit).__name__}")

    def _handed_over(self, number: int) -> list[int]:
        """How far the parameters of a block count, where one alternative alone leads to it."""
        into = [a for node in self.program.nodes for a in node.alternatives if a.block == number]
        return [binder.size for binder in into[0].binders] if len(into) == 1 else []

    def block_number(self, number: int, place: Place) -> None:
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
            waiting += self._following(self.program.blocks[number].exit)
        return seen

    def _following(self, exit: Exit) -> list[int]:
        match exit:
            case Goto(block=to) | TurnEnd(block=to):
                return [to]
            case Branch(then=then, otherwise=otherwise):
                return [then, otherwise]
            case ToNode(node=to) if 0 <= to < len(self.program.nodes):
                node = self.program.nodes[to]
                found = [a.block for a in node.alternatives]
                return found if node.empty is None else [*found, node.empty]
        return []

    # -- effects -------------------------------------------------------------------------------

    def _effects(self, effects: Sequence[Effect], env: Locals, place: Place) -> Locals:
        """Check straight code; returns the locals bound after it."""
        for effect in effects:
            env = self._effect(effect, env, place.at(effect.span))
        return env

    def _effect(self, effect: Effect, env: Locals, place: Place) -> Locals:
        match effect:
            case Store():
                self._store(effect, env, place)
            case IfDo(test=test, body=body, otherwise=otherwise):
                self.expect(test, TRUTH, env, place, "what is tested")
                self._effects(body, env, place)
                self._effects(otherwise, env, place)
            case EachDo(var=var, set=members, body=body):
                self.expect(members, SET, env, place, "what a loop runs over")
                self._effects(body, self.bind(env, var, Known(), place), place)
            case Let(var=var, value=value):
                return self.bind(env, var, Known(self.sort(value, env, place)), place)
            case Finish():
                self._finish(effect, env, place)
            case Reset(field=number):
                self.field(number, place)
            case Record(memory=number):
                self.memory(number, place)
            case _:
                self.wrong(place, "operation", f"there is no effect {type(effect).__name__}")
        return env

    def _store(self, effect: Store, env: Locals, place: Place) -> None:
        made = self.field(effect.field, place)
        if made is None:
            return
        what = f"field {effect.field} ({made.name})"
        self.index(effect.index, [d.size for d in made.dims], env, place, what)
        self.expect(effect.value, sort_of_type(made.type), env, place, f"what {what} becomes")
        self._holds(made, effect.value, place, what)

    def _holds(self, made: Field, value: E, place: Place, what: str) -> None:
        low, high = made.type.least, made.type.most
        if isinstance(value, Const) and not low <= value.value <= high:
            self.wrong(place, "value", f"{what} becomes {value.value}, outside {low} to {high}")

    def _finish(self, effect: Finish, env: Locals, place: Place) -> None:
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
            self.expect(effect.player, NUMBER, env, place, "who it is about")
        for value in effect.values:
            self.expect(value, NUMBER, env, place, "what the players are ranked by")
        if effect.refs and effect.refs[0] not in self.program.rules:
            self.wrong(place, "rule", f"{effect.refs[0]} is not among the rules that end the game")

    # -- nodes ---------------------------------------------------------------------------------

    def _node(self, number: int, node: Node) -> None:
        place = Place(f"node {number}", node.span)
        if node.id != number:
            self.wrong(place, "number", f"it is numbered {node.id}")
        self.expect(node.player, NUMBER, NO_LOCALS, place, "who chooses")
        if node.empty is not None:
            self.block_number(node.empty, place)
        elif not any(not a.decline for a in node.alternatives):
            self.wrong(place, "options", "it has nothing to choose from, and goes on nowhere")
        self._own_block(number, node, place)
        for at, alternative in enumerate(node.alternatives):
            where = Place(f"node {number}, alternative {at}", alternative.span)
            self._alternative(alternative, where)

    def _own_block(self, number: int, node: Node, place: Place) -> None:
        if not 0 <= node.block < len(self.program.blocks):
            self.wrong(place, "unknown", f"there is no block {node.block}")
        elif self.program.blocks[node.block].exit != ToNode(number):
            self.wrong(place, "node", f"its own block {node.block} does not lead to it")

    def _alternative(self, alternative: Alternative, place: Place) -> None:
        env: Locals = NO_LOCALS
        for at, binder in enumerate(alternative.binders):
            if binder.size != max(0, binder.type.most + 1):
                self.wrong(place, "binder", f"{binder.var} counts below {binder.size}, its type "
                           f"below {binder.type.most + 1}")
            env = self.bind(env, binder.var, Known(NUMBER, binder.size), place)
            for guard in binder.guards:
                self._guard(guard, env, Place(f"{place.text}, binder {at}", guard.span))
        for guard in (*alternative.guards, *alternative.after):
            self._guard(guard, env, place)
        self.expect(alternative.weight, NUMBER, env, place, "its weight")
        for part in alternative.label:
            if isinstance(part, int) and not 0 <= part < len(alternative.binders):
                self.wrong(place, "label", f"its text shows choice {part} of "
                           f"{len(alternative.binders)}")
        self._handing(alternative, place)

    def _handing(self, alternative: Alternative, place: Place) -> None:
        """What is chosen reaches the body: as parameters of its block, or in frame fields."""
        if not 0 <= alternative.block < len(self.program.blocks):
            self.wrong(place, "unknown", f"there is no block {alternative.block}")
            return
        params = self.program.blocks[alternative.block].params
        names = tuple(binder.var for binder in alternative.binders)
        if not alternative.frame:
            if params != names:
                self.wrong(place, "handing", f"block {alternative.block} takes "
                           f"{_listed(params)}, but it hands over {_listed(names)}")
            return
        if params:
            self.wrong(place, "handing", f"block {alternative.block} takes {_listed(params)}, but "
                       "what is chosen is kept in fields")
        if len(alternative.frame) != len(names):
            self.wrong(place, "frame", f"{len(alternative.frame)} fields keep {len(names)} choices")
        for number, binder in zip(alternative.frame, alternative.binders, strict=False):
            self._frame_field(number, binder, place)

    def _frame_field(self, number: int, binder: Binder, place: Place) -> None:
        made = self.field(number, place)
        if made and (made.dims or made.type.least > 0 or made.type.most < binder.size - 1):
            self.wrong(place, "frame",
                       f"field {number} ({made.name}) cannot keep {binder.var}, 0 to "
                       f"{binder.size - 1}")

    def _guard(self, guard: Guard, env: Locals, place: Place) -> None:
        """Check a guard, its parts first: they know their places best."""
        for part in guard.parts:
            self._guard(part, env, place)
        place = place.at(guard.span)
        self.expect(guard.test, TRUTH, env, place, "a condition")
        if guard.relaxed is not None:
            self.expect(guard.relaxed, TRUTH, env, place, "the weaker form of a condition")
        for text, value, kind in guard.values:
            self.expect(value, sort_of_type(kind), env, place, f"`{text}`")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "nothing"
