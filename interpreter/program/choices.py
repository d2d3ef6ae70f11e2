"""Lowering decisions, orders and rolls to nodes.

Every alternative becomes binders (what is chosen), guards (`only if`, and what the noun phrases
demand), a label and a block for its effects. `in either order` and `in any mix` are one node over
the parts that are not yet done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from rulewright.interpreter.diagnostics import did_you_mean
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    TRUE,
    Alternative,
    Binder,
    Block,
    Branch,
    Const,
    E,
    Effect,
    Field,
    Guard,
    IfDo,
    Local,
    Node,
    Store,
    ToNode,
    VType,
    load,
    op,
)
from rulewright.interpreter.program.acts import Acts
from rulewright.interpreter.program.scope import Scope, Typed, fail
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

SLOT = re.compile(r"\{([^{}]*)\}")
MAX_DO = 30  # steps inside one another
MAX_OPTIONS = 100_000  # options of a decision that have no conditions
MAX_LOOKED_AT = 100_000_000  # combinations of things: of what is chosen together, of sets in sets


@dataclass
class Part:
    """One part of an order: its action and what marks it done."""

    index: int
    action: ast.Action
    refs: ast.Refs


class Choices(Acts):
    """The lowering of what waits for a choice or a roll."""

    # -- supplied by `flow` ------------------------------------------------------------------

    def statements(self, body: Sequence[ast.Stmt], scope: Scope) -> Scope:
        raise NotImplementedError

    def suspends(self, body: Sequence[ast.Stmt]) -> bool:
        raise NotImplementedError

    def check_ends(self, effects: Sequence[Effect], scope: Scope) -> None:
        raise NotImplementedError

    def _node(self, chance: bool, empty: Block | None, s: ast.Stmt) -> tuple[Node, Block]:
        """A node with a block of its own that leads to it; entered from the current block."""
        block = self.new_block()
        node = Node(len(self.nodes), chance, self.decider.e, [],
                    None if empty is None else self.number_of(empty), s.span, s.refs,
                    self.number_of(block))
        self.nodes.append(node)
        block.exit = ToNode(node.id)
        return node, block

    def _at_random(self, s: ast.AtRandom, scope: Scope) -> None:
        after = self.new_block()
        node, block = self._node(True, None, s)
        self.go(block)
        members = self.members(s.set, scope, s.refs, chosen=True)
        binder = Binder(members.var, members.type, self._noun(s.set), members.guards)
        inner = self.bind_member(s.set, members, scope, subject=True)
        names = [(self._names(s.set), 0)]
        label = self._label(s.written or "{0}", names, s.span)
        weight = TRUE if s.weight is None else self.number(
            self.value(s.weight, inner), s.weight.span
        )
        alternative = Alternative((binder,), (), label, -1, (), s.set.span.text, s.span, s.refs,
                                  weight=weight)
        node.alternatives.append(alternative)
        self._body(alternative, lambda sc: self.statements(s.body, sc), s.body, inner, after)
        self.enter(after)

    @staticmethod
    def _noun(things: ast.SetNode) -> str:
        return things.noun if isinstance(things, ast.NounSet) else "number"

    @staticmethod
    def _names(things: ast.SetNode) -> tuple[str, ...]:
        if isinstance(things, ast.NounSet):
            return (things.noun, things.name or things.noun)
        assert isinstance(things, ast.NumberSet)
        return ("number", things.name or "number")

    def _label(
        self, written: str, names: list[tuple[tuple[str, ...], int]], span: Span
    ) -> tuple[str | int, ...]:
        """The text of an option: `"{Token}-{tile}"` as texts and binder numbers."""
        parts: list[str | int] = []
        at = 0
        for slot in SLOT.finditer(written):
            if slot.start() > at:
                parts.append(written[at : slot.start()])
            word = slot.group(1).strip()
            found = next((i for known, i in names if word in known), None)
            if found is None and word.isdigit() and int(word) < len(names):
                found = int(word)
            if found is None:
                known = [n for group, _ in names for n in group]
                hint = did_you_mean(word, known)
                raise fail("written", f"`{{{word}}}` is nothing that is chosen here", span,
                           hint or "chosen are: " + ", ".join(sorted(set(known))))
            parts.append(found)
            at = slot.end()
        if at < len(written):
            parts.append(written[at:])
        return tuple(parts)

    def _action(self, s: ast.Action, scope: Scope) -> None:
        after = self.new_block()
        node, block = self._node(False, after if s.mode != "must" else None, s)
        self.go(block)
        for a in self.offered(s.alternatives):
            self.alternative(node, a, scope, block if s.mode == "repeat" else after, (), ())
        if s.mode == "may":
            self._decline(node, s, after)
        self.enter(after)

    def offered(
        self, alternatives: Sequence[ast.Alternative | ast.AlternativesWhen]
    ) -> list[ast.Alternative]:
        """The alternatives that exist with these options."""
        found: list[ast.Alternative] = []
        for a in alternatives:
            if isinstance(a, ast.Alternative):
                found.append(a)
            elif self.static(a.test):
                found += self.offered(a.alternatives)
        return found

    def _decline(self, node: Node, s: ast.Action, after: Block) -> None:
        """The option of not doing it; offered only beside a real one."""
        block = self.new_block()
        self.enter(block)
        self.go(after)
        node.alternatives.append(
            Alternative((), (), (s.otherwise or "pass",), self.number_of(block), (),
                        s.otherwise or "pass", s.span, s.refs, decline=True)
        )

    def alternative(
        self, node: Node, a: ast.Alternative, scope: Scope, after: Block,
        extra: tuple[Guard, ...], marks: tuple[Store, ...],
    ) -> None:
        """One alternative of a decision: its choices, guards, label and body."""
        binders: list[Binder] = []
        picked: dict[int, Typed] = {}
        names: list[tuple[tuple[str, ...], int]] = []
        inner = scope
        for at, thing in enumerate(a.act.objects):
            if not isinstance(thing, ast.Pick) or (a.act.kind == "put" and at == 0):
                continue
            members = self.members(thing.set, inner, a.refs, chosen=True)
            binders.append(Binder(members.var, members.type, self._noun(thing.set),
                                  members.guards))
            picked[at] = members.typed
            names.append((self._names(thing.set), len(binders) - 1))
            inner = self.bind_member(thing.set, members, inner, subject=len(binders) == 1)
        guards, after_lines, body = self._guards(a.body, inner, a.refs)
        self._few_enough(binders, extra + guards, a.span)
        written = a.act.text if a.act.text is not None else a.written
        if written is None:
            written = "-".join(f"{{{i}}}" for i in range(len(binders)))
        if not written:
            raise fail("written", "a choice of nothing needs its own text", a.span,
                       'say how it is typed: `…, written "pass"`')
        label = self._label(written, names, a.span)
        made = Alternative(tuple(binders), extra + guards, label, -1, (),
                           a.act.span.text, a.span, a.refs)
        node.alternatives.append(made)

        def lower(scope: Scope) -> None:
            for mark in marks:
                self.emit(mark)
            start = len(self.target)
            chosen = {at: self._rebound(typed, binders, made) for at, typed in picked.items()}
            scope = self.act(a.act, a.refs, scope, chosen)
            made.after = tuple(self.guard(g.condition, scope, g.refs) for g in after_lines)
            self.check_ends(self.target[start:], scope)
            self.statements(body, scope)

        self._body(made, lower, body, inner, after)

    @staticmethod
    def _few_enough(binders: list[Binder], guards: tuple[Guard, ...], span: Span) -> None:
        """Refuse a choice that offers more than can be listed, or even looked at."""
        count = prod(b.size for b in binders)
        guarded = bool(guards) or any(b.guards for b in binders)
        most = MAX_LOOKED_AT if guarded else MAX_OPTIONS
        if count > most:
            raise fail("too-large", f"this choice has {count} possibilities; at most {most} can be "
                       + ("looked at" if guarded else "offered"), span,
                       "let it be chosen in several steps")

    @staticmethod
    def _rebound(typed: Typed, binders: list[Binder], made: Alternative) -> Typed:
        """A picked thing as the body knows it: a local, or the frame field that keeps it."""
        if made.frame and isinstance(typed.e, Local):
            at = next(i for i, b in enumerate(binders) if b.var is typed.e)
            return Typed(load(made.frame[at]), typed.type)
        return typed

    def _body(
        self, made: Alternative, lower: Callable[[Scope], object], body: Sequence[ast.Stmt],
        scope: Scope, after: Block,
    ) -> None:
        """Lower the body of an alternative into a block of its own."""
        keep = self.suspends(body)
        opened = len(self.open)
        if keep:
            made.frame = tuple(self._frame_field(b.var.name, b.type) for b in made.binders)
            scope = self._in_frame(scope, made)
        outer = (self.block, self.target, self.straight)
        block = self.new_block(() if keep else tuple(b.var for b in made.binders))
        made.block = self.number_of(block)
        self.enter(block)
        self.straight = not keep
        lower(scope)
        for field in reversed(self.open[opened:]):
            self._close(made.span, field)
        self.go(after)
        self.block, self.target, self.straight = outer

    @staticmethod
    def _in_frame(scope: Scope, made: Alternative) -> Scope:
        """The scope with the alternative's choices read from their frame fields."""
        where = {b.var: load(f) for b, f in zip(made.binders, made.frame, strict=True)}
        renewed = Scope()
        for bound in reversed(scope.entries()):
            value = bound.value
            if isinstance(value.e, Local) and value.e in where:
                value = Typed(where[value.e], value.type)
            renewed = renewed.bind(bound.noun, bound.name, value, bound.subject)
        return renewed

    def _guards(
        self, body: Sequence[ast.Stmt], scope: Scope, refs: ast.Refs
    ) -> tuple[tuple[Guard, ...], list[ast.OnlyIf], list[ast.Stmt]]:
        """The `only if` lines of a choice, those about afterwards, and its effects."""
        guards: list[Guard] = []
        afterwards: list[ast.OnlyIf] = []
        rest: list[ast.Stmt] = []
        for s in body:
            if isinstance(s, ast.When) and self.static(s.test):
                inner, later, others = self._guards(s.body, scope, refs)
                guards.extend(inner)
                afterwards.extend(later)
                rest.extend(others)
            elif isinstance(s, ast.OnlyIf) and rest:
                raise fail("only-if", "`only if` stands before the effects of a choice", s.span,
                           "move this line up; `only if afterwards` looks at the effects")
            elif isinstance(s, ast.OnlyIf) and s.afterwards:
                afterwards.append(s)
            elif isinstance(s, ast.OnlyIf):
                with self.collecting():
                    guards.append(self.guard(s.condition, scope, s.refs))
            elif not isinstance(s, ast.When):
                rest.append(s)
        return tuple(guards), afterwards, rest

    def _order(self, s: ast.Order, scope: Scope) -> None:
        """`in either order` and `in any mix`: one node over the parts that are not yet done.

        `part` holds the part that has begun (0 for none), `done` one flag for each finished part.
        """
        parts = [
            Part(i, action, refs) for i, (action, refs) in enumerate(self._parts(s.body, s))
        ]
        part = self._frame_field("part", VType("int", 0, len(parts)))
        done = [self._frame_field(f"done {p.index + 1}", BOOL) for p in parts]
        after, dry = self.new_block(), self.new_block()
        node, block = self._node(False, dry, s)
        self.go(block)
        now = load(part)
        for p in parts:
            repeat = p.action.mode == "repeat"
            extra = self._part_guards(p, s, now, done[p.index])
            marks: list[Store] = []
            if repeat and not s.mixed:
                marks.append(Store(s.span, (), part, (), Const(p.index + 1)))
            elif not repeat:
                marks.append(Store(s.span, (), done[p.index], (), TRUE))
            for a in self.offered(p.action.alternatives):
                self.alternative(node, a, scope, block, extra, tuple(marks))
        self._when_dry(s, dry, after, block, part, done)
        self.enter(after)
        for field in (part, *done):
            self._close(s.span, field)

    def _part_guards(self, p: Part, s: ast.Order, now: E, done: Field) -> tuple[Guard, ...]:
        refs = tuple(dict.fromkeys((*s.refs, *p.refs)))
        what = self.offered(p.action.alternatives)[0].act.span.text
        guards = [
            Guard(op("not", load(done)), p.action.span, tuple(dict.fromkeys((*p.action.refs,
                  *refs))), f"it is not yet done this turn: {what}")
        ]
        if not s.mixed:
            free = op("or", op("==", now, FALSE), op("==", now, Const(p.index + 1)))
            guards.append(
                Guard(free, s.span, refs, "the part that has begun is finished before the next")
            )
        return tuple(guards)

    def _when_dry(
        self, s: ast.Order, dry: Block, after: Block, block: Block, part: Field, done: list[Field]
    ) -> None:
        """When nothing is possible: finish the part that has begun and look again, or go on."""
        self.enter(dry)
        again = self.new_block()
        now = load(part)
        dry.exit = Branch(op("==", now, FALSE), self.number_of(after), self.number_of(again))
        self.enter(again)
        for i, field in enumerate(done):
            test = op("==", now, Const(i + 1))
            mark = Store(s.span, (), field, (), TRUE)
            self.emit(IfDo(s.span, (), test, (mark,), ()))
        self.emit(Store(s.span, (), part, (), FALSE))
        self.go(block)

    def _parts(self, body: Sequence[ast.Stmt], s: ast.Order) -> list[tuple[ast.Action, ast.Refs]]:
        """The actions of an order, looking into steps and options."""
        parts: list[tuple[ast.Action, ast.Refs]] = []
        for statement in body:
            match statement:
                case ast.When(test=test, body=inner):
                    if self.static(test):
                        parts.extend(self._parts(inner, s))
                case ast.Do(steps=names, refs=refs):
                    for name in names:
                        found = self._parts(self._step(name, statement.span), s)
                        self.doing.pop()
                        above = (*refs, *self.steps[name].refs)
                        parts.extend((a, (*above, *r)) for a, r in found)
                case ast.Action(mode="may"):
                    raise fail("order", "every part of an order is done if possible; `may` does "
                               "not fit here", statement.span, "write `must if possible …`")
                case ast.Action():
                    parts.append((statement, ()))
                case _:
                    raise fail("order", "only choices can stand in an order", statement.span,
                               "each part is one `must …` or `as long as possible, must …`")
        return parts

    def _step(self, name: str, span: Span) -> tuple[ast.Stmt, ...]:
        step = self.steps.get(name)
        if step is None:
            raise fail("step", f"there is no step `{name}`", span, did_you_mean(name, self.steps))
        self.spend(span)
        if name in self.doing:
            raise fail("recursion", f"the step `{name}` does itself", span,
                       "write `as long as possible` for what happens again and again")
        if len(self.doing) >= MAX_DO:
            raise fail("too-deep", f"more than {MAX_DO} steps stand inside one another", span)
        self.doing.append(name)
        return step.body

