"""From a checked sheet, options and a number of players to a `Program`.

The frame of every game is fixed here: set-up, then turns for ever, in seat order from the player
who begins, until a rule ends the game; what lasts `this turn` is reset between turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rulewright.interpreter.check.sheet import Sheet
from rulewright.interpreter.diagnostics import RulesError, UsageError, did_you_mean
from rulewright.interpreter.ir import (
    TRUE,
    Const,
    DutyGoal,
    E,
    Field,
    Finish,
    Goto,
    Group,
    Guard,
    MemorySpec,
    Program,
    Reset,
    Store,
    TurnEnd,
    VType,
    effects,
    load,
)
from rulewright.interpreter.program.flow import EndCheck, Flow
from rulewright.interpreter.program.look import Look
from rulewright.interpreter.program.scope import Exhausted, Scope, Typed, fail
from rulewright.interpreter.program.world import key_of
from rulewright.interpreter.syntax import ast

MAX_MEMORY = 1_000_000
MAX_PAYOFF = 1_000_000
PROSPECT = "prospect"  # the value by which a program judges an unfinished game


class Instance(Flow):
    """One instantiation; after `build`, `program` and the look-ups for texts are complete."""

    def build(self, name: str) -> Program:
        """Lower everything. Raises `RulesError` with all problems that were found."""
        self._unknown_options()
        self.declare()
        self.prepare()
        for _, memory in self._active(ast.Memory):
            self._try(partial(self._memory, memory))
        for _, end in self._active(ast.End):
            if end.at_once:
                self._try(partial(self._end, end))
        self._check_definitions()
        self.problems += Look(self).problems()
        self._frame()
        result_kind = VType("int", 0, self.domains["player"].size)
        self.result_field = self.add_field(
            Group.RESULT, "player", "rank", (self.domains["player"],), result_kind,
            [0] * self.domains["player"].size,
        )
        duties, invariants = self._duties(), self._invariants()
        if self.problems:
            raise RulesError(dict.fromkeys(self.problems))
        rules = self._rules()
        self.rule_field = self.add_field(
            Group.RESULT, "game", "rule", (), VType("int", 0, max(1, len(rules))), [0]
        )
        self.phase_field = self.add_field(
            Group.FLOW, "game", "at", (), VType("int", 0, len(self.nodes)), [0]
        )
        program = Program(
            name, self.domains["player"].labels, self.fields, self.blocks, self.nodes, duties,
            self.memories, invariants, 0, self.turn_block, self.player_field, self.result_field,
            self._pays(), self.rule_field, self.phase_field, rules, list(self.nested),
            self._prospects(),
        )
        return program

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Exhausted:
            raise
        except RulesError as error:
            self.problems.extend(error.diagnostics)

    def _unknown_options(self) -> None:
        known = [key_of(option.name) for _, option in self.sheet.all(ast.Option)]
        for key in self.chosen:
            if key not in known:
                raise UsageError(f"{self.sheet.title} has no option {key}",
                                 did_you_mean(key, known) or "its options are: " + ", ".join(known))

    # -- the frame of a game ---------------------------------------------------------------------

    def _frame(self) -> None:
        setup = next((f for _, f in self._active(ast.Flow) if f.kind == "setup"), None)
        turn = next((f for _, f in self._active(ast.Flow) if f.kind == "turn"), None)
        if setup is not None:
            self.statements(setup.body, Scope())
            for made in reversed(self.open[:]):
                self._close(setup.span, made)
        start = self.new_block()
        self.go(start)
        self.enter(start)
        if turn is None:
            raise fail("missing", "there is no `turn` with these options",
                       self.sheet.entries[0][1].span)
        self.turn_block = self.number_of(start)
        self.turn_end = self.new_block()
        self.statements(turn.body, Scope())
        for made in reversed(self.open[:]):
            self._close(turn.span, made)
        self.go(self.turn_end)
        self.enter(self.turn_end)
        for _, end in self._active(ast.End):
            if not end.at_once:
                self._try(partial(self._end_of_turn, end))
        after = self.new_block()
        self.block.exit = TurnEnd(self.number_of(after))
        self.enter(after)
        for made in self.fields:
            if made.this_turn:
                self.emit(Reset(turn.span, (), made))
        following = self.next_seat(load(self.player_field))
        self.emit(Store(turn.span, turn.refs, self.player_field, (), following))
        self.block.exit = Goto(self.turn_block)

    def _memory(self, memory: ast.Memory) -> None:
        if not 1 <= memory.capacity <= MAX_MEMORY:
            raise fail("memory", f"a memory holds 1 to {MAX_MEMORY} positions", memory.span)
        remembered: list[Field] = []
        for item in memory.items:
            remembered.append(self._remembered(item))
        count = self.add_field(Group.MEMORY, memory.name, "count", (),
                               VType("int", 0, memory.capacity), [0])
        self.memories.append(
            MemorySpec(memory.name, count, memory.capacity, tuple(remembered))
        )

    def _remembered(self, item: ast.MemoryItem) -> Field:
        if item.attribute is None:
            if item.noun == "player":
                return self.player_field
            if item.noun in self.pieces:
                return self.occupants[self.pieces[item.noun].board]
        both = (*self.attributes.items(), *self.qualities.items())
        found = [made for (owner, name), made in both
                 if name == item.attribute and item.noun in (None, owner)]
        if len(found) != 1:
            raise fail("memory", f"`{item.span.text}` is not one attribute or piece", item.span)
        return found[0]

    def _end(self, end: ast.End) -> None:
        test = self.condition(end.condition, Scope())
        self.ends.append(EndCheck(test, test.reads, end.refs, end))

    def _duties(self) -> list[DutyGoal]:
        goals: list[DutyGoal] = []
        for _, duty in self._active(ast.Duty):
            for line in duty.lines:
                self._try(partial(self._goal, duty, line, goals))
        return goals

    def _goal(self, duty: ast.Duty, line: ast.DutyLine, goals: list[DutyGoal]) -> None:
        active = TRUE if duty.whenever is None else self.condition(duty.whenever, Scope())
        if line.much:
            typed = self.value(line.goal, Scope())
            goal, ceiling = self.number(typed, line.goal.span), typed.type.high
        else:
            goal, ceiling = self.condition(line.goal, Scope()), 1
        refs = tuple(dict.fromkeys((*line.refs, *duty.refs)))
        most = None
        if line.most is not None:
            most = self.number(self.value(line.most, Scope()), line.most.span)
        text = line.goal.span.text
        goals.append(DutyGoal(active, goal, ceiling, most, line.span, refs, text))

    def _invariants(self) -> list[Guard]:
        found: list[Guard] = []
        for _, always in self._active(ast.Always):
            self._try(partial(self._invariant, always, found))
        return found

    def _invariant(self, always: ast.Always, found: list[Guard]) -> None:
        found.append(self.guard(always.condition, Scope(), always.refs))

    def _end_of_turn(self, end: ast.End) -> None:
        self.emit(self._end_effect(end, self.condition(end.condition, Scope()), Scope()))

    def _check_definitions(self) -> None:
        """Lower every definition once, so that one nobody uses is checked as well."""
        for defines in self.definitions.values():
            for define in defines:
                self._try(partial(self._check_definition, define))

    def _check_definition(self, define: ast.Define) -> None:
        scope = Scope()
        for _, binder in define.params:
            if binder.noun in self.pieces:
                cells = self.grids[self.pieces[binder.noun].board].cells
                kind = VType("thing", domain=cells, piece=binder.noun)
            else:
                kind = VType("thing", domain=self.domain(binder.noun, binder.span))
            arg = Typed(self.fresh(binder.noun, kind), kind)
            scope = scope.bind(binder.noun, binder.name, arg, subject=scope.bound is None)
        self.inside.clear()
        self.inside.append((define.kind, define.name))
        try:
            if define.kind == "value":
                self._cases(define.cases, scope, None, define.span)
            else:
                for line in define.lines:
                    self._try(partial(self.lines, (line,), scope))
        finally:
            self.inside.clear()

    def _prospects(self) -> tuple[E, ...]:
        """How well each player stands, if the ruleset declares `the prospect of a player`."""
        found = self.definitions.get(("value", PROSPECT), [])
        define = next((d for d in found if [b.noun for _, b in d.params] == ["player"]), None)
        if define is None:
            return ()
        players = self.domains["player"]
        kind = VType("thing", domain=players)
        values = []
        for p in range(players.size):
            typed = self.call_of(PROSPECT, Typed(Const(p), kind), define)
            values.append(self.number(typed, define.span))
        return tuple(values)

    def _pays(self) -> Field | None:
        """The field of payoffs, if any statement pays."""
        paid = [f for f in self._finishes() if f.kind == "pay"]
        if not paid:
            return None
        players = self.domains["player"]
        kind = VType("int", -MAX_PAYOFF, MAX_PAYOFF)
        return self.add_field(Group.RESULT, "player", "payoff", (players,), kind,
                              [0] * players.size)

    def _rules(self) -> list[str]:
        """The ids of rules that may end the game, in the order of the blocks."""
        return list(dict.fromkeys(f.refs[0] for f in self._finishes() if f.refs))

    def _finishes(self) -> Iterator[Finish]:
        """Every end of the game, in the order of the blocks."""
        for block in self.blocks:
            yield from (e for e in effects(block.effects) if isinstance(e, Finish))


def instantiate(
    sheet: Sheet, name: str, players: int, chosen: dict[str, str]
) -> tuple[Program, Instance]:
    """The program of a game for given options, and the instance that knows its words."""
    instance = Instance(sheet, players, {key_of(k): v for k, v in chosen.items()})
    return instance.build(name), instance
