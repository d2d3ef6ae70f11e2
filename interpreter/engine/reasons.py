"""Why a condition of a choice is not so: the line that fails first, its rules, and its words.

Model. A condition fails by the first of its lines that fails, down into definitions; where one of
several is enough, each is named. Where a walk should have a result, it is the line of its step that
keeps it from there. The names of the author stand for what is chosen.

Invariant: nothing is told of what not everybody may see.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from rulewright.interpreter.engine.compiled import Vector
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.engine.walk_reasons import Kept, kept_from
from rulewright.interpreter.ir import (
    Call,
    E,
    Field,
    Group,
    Guard,
    Last,
    Load,
    Local,
    Op,
    Walks,
    is_walk,
    substituted,
)
from rulewright.interpreter.ir.secret_reads import loads_of_secrets
from rulewright.interpreter.records import record
from rulewright.interpreter.state.visibility import sees

Names = Mapping[str, str]  # what the author's names stand for, in words
Env = dict[Local, int]
IT = "it"
#: Words of sets, in which `it` can be their element.
OF_SETS = re.compile(r"\b(where|among|every|some|each|no|whose|that)\b")


@record
class Reason:
    """What is not so: the alternatives that all fail (one text, if there is no choice), their
    rules, the rules of what holds beside it, the condition that failed first, and what its names
    stand for. Or `so`: what is so instead."""

    texts: tuple[str, ...]
    refs: tuple[str, ...]
    beside: tuple[str, ...]
    guard: Guard
    names: Names
    so: bool = False

    @property
    def said(self) -> str:
        """Why something is refused; what is denied twice is said straight."""
        if len(self.texts) > 1:
            return f"none of these is so: {'; '.join(self.texts)}"
        [text] = self.texts
        if self.so:
            return text
        if not re.search(r"\b(and|or)\b", text):
            if text.count(" is not ") == 1:
                return text.replace(" is not ", " is ")
            if re.fullmatch(r"not \([^()]*(\([^()]*\)[^()]*)*\)", text):
                return text.removeprefix("not (").removesuffix(")")
            if text.startswith("there is no "):
                return "there is one: " + text.removeprefix("there is no ")
        return f"this is not so: {text}"


class Reasons:
    """The reasons for what is not so in states of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.hidden = any(made.hidden for made in machine.program.fields)

    def reason(
        self, v: Vector, guard: Guard, env: Env, names: Names, inside: bool = False
    ) -> Reason:
        """What is not so of a condition that fails: of lines the first that fails (all that fail,
        `inside` of alternatives), of alternatives each."""
        parts = self.parts(v, guard, env)
        failing = [part for part in parts if not self.holds(v, part.test, env)]
        beside: tuple[str, ...] = ()
        if not failing:
            kept = self._kept(v, guard, env)
            if kept is not None:
                return kept
            barred = guard.relaxed_refs if self.barred(v, guard, env) else ()
            refs = (*barred, *guard.refs, *guard.relaxed_refs)
            return Reason((named(guard.text, names),), refs, (), guard, names)
        call = _call_of(guard)
        called = call is not None
        outer = names
        if call is not None:
            names = self._called(v, call, env)
        if called or not (guard.any or inside):
            failing = failing[:1]
        elif isinstance(guard.test, Op):  # not the row of a table
            holding = [part for part in parts if part not in failing]
            beside = tuple(ref for part in holding for ref in _all_refs(part))
        found = [
            self.reason(v, part, env, names, inside or guard.any) for part in failing
        ]
        refs = tuple(ref for reason in found for ref in reason.refs) + guard.refs
        beside += tuple(ref for reason in found for ref in reason.beside)
        texts = tuple(text for reason in found for text in reason.texts)
        if called and inside:
            texts = (named(guard.text, outer),)
        elif not guard.any and len(found) > 1:
            halves = (
                reason.texts[0] if len(reason.texts) == 1 else f"({' or '.join(reason.texts)})"
                for reason in found
            )
            texts = (" and ".join(halves),)
        return Reason(texts, refs, beside, found[0].guard, found[0].names)

    def _kept(self, v: Vector, guard: Guard, env: Env) -> Reason | None:
        """What keeps a walk from a result, where it is demanded that it has it."""
        if not demands_walk(guard):
            return None
        assert isinstance(guard.test, Op)
        kept, walks = self.kept(v, guard, env, (self.value(v, guard.test.args[0], env),))
        if kept is None:
            return None
        call = guard.test.args[1]
        names = self._called(v, call, env) if isinstance(call, Call) else {}
        noun, line = walks.wording.noun, kept.line
        if isinstance(line, Last):
            text = f"no {noun} leads there: it {named(line.span.words, names)}"
            refs = (*line.refs, *guard.refs)
            return Reason((text,), refs, (), replace(guard, span=line.span), {}, True)
        bound = (walks.at, walks.var, walks.to)
        names = {**names, **{name: local.type.text(kept.env[local])
                 for name, local in zip(walks.wording.names, bound, strict=True) if name}}
        if line.guard is not None:
            inner = self.reason(v, line.guard, kept.env, names)
            return replace(inner, refs=(*inner.refs, *guard.refs))
        text, refs = f"the {noun} is {line.ending} before", (*line.refs, *guard.refs)
        return Reason((text,), refs, (), replace(guard, span=line.span), {}, True)

    def kept(
        self, v: Vector, guard: Guard, env: Env, wanted: Collection[int]
    ) -> tuple[Kept | None, Walks]:
        """What keeps a walk from the nearest of some results, where it is demanded that it has one;
        nothing if that cannot be told, or must not."""
        assert isinstance(guard.test, Op)
        walks, told = guard.test.args[1], True
        if isinstance(walks, Call):
            told = not any(self.secret(v, arg, env) for arg in walks.args)
            params = zip(walks.function.params, walks.args, strict=True)
            env = {param: self.value(v, arg, env) for param, arg in params}
            walks = walks.function.body
        assert isinstance(walks, Walks)
        if not told or self.secret(v, walks, env):
            return None, walks
        return kept_from(walks, wanted, env, lambda e, env: self.value(v, e, env)), walks

    def _called(self, v: Vector, call: Call, env: Env) -> Names:
        """What the names of a definition stand for where it is used; it is about its first thing,
        which is `it`."""
        found = {
            name or IT * (number == 0): arg.type.text(self.value(v, arg, env))
            for number, (name, arg) in enumerate(zip(call.function.names, call.args, strict=False))
            if (name or not number) and arg.free <= set(env) and not self.secret(v, arg, env)
        }
        first = next(iter(call.function.names), None)
        return {**found, IT: found[first]} if first in found else found

    def parts(self, v: Vector, guard: Guard, env: Env) -> tuple[Guard, ...]:
        """The conditions that a guard consists of; of a definition that is used of nothing, which
        says nothing of it, none."""
        call = _call_of(guard)
        if call is not None and call is not guard.test and not all(
            self.holds(v, arg, env) for arg in guard.test.children if arg is not call
        ):
            return ()
        return parts_of(guard)

    def barred(self, v: Vector, guard: Guard, env: Env) -> bool:
        """Whether it is obstacles only that make a condition fail."""
        return guard.relaxed is not None and self.holds(v, guard.relaxed, env)

    def secret(self, v: Vector, e: E, env: Env) -> bool:
        """Whether a value depends on what not everybody may see: a secret, or, where there are
        any, a choice in progress."""
        return any(not self._in_sight(v, load, env) for load in loads_of_secrets(e)) or (
            self.hidden and any(
                isinstance(read, Field) and read.group is Group.FRAME for read in e.reads))

    def _in_sight(self, v: Vector, load: Load, env: Env) -> bool:
        """Whether it is what a piece has that everybody sees."""
        made, index = load.field, load.index
        if made.places is None or not all(part.free <= set(env) for part in index) or any(
            self.secret(v, part, env) for part in index
        ):
            return False
        piece = self.value(v, index[0], env)
        return piece >= 0 and sees(made, piece * (made.size // made.dims[0].size), None, v)

    def holds(self, v: Vector, test: E, env: Env) -> bool:
        """Whether a condition is so, of some things."""
        return bool(self.value(v, test, env))

    def value(self, v: Vector, e: E, env: Env) -> int:
        """What an expression comes to, of some things."""
        return int(self.machine.compiled(e, tuple(env))(v, *env.values()))


def demands_walk(guard: Guard) -> bool:
    """Whether it is demanded that a walk has a result."""
    test = guard.test
    return isinstance(test, Op) and test.op == "in" and is_walk(test.args[1])


def _call_of(guard: Guard) -> Call | None:
    """The use of a definition that a guard consists of, beside that its things are there."""
    test = guard.test
    if guard.parts or not isinstance(test, (Call, Op)):
        return None
    demands = test.args if isinstance(test, Op) and test.op == "and" else (test,)
    calls = [e for e in demands if not (isinstance(e, Op) and e.op == "some")]
    return calls[0] if len(calls) == 1 and isinstance(calls[0], Call) else None


def parts_of(guard: Guard) -> tuple[Guard, ...]:
    """The conditions that a guard consists of: those of its function for the arguments, if it is
    a call."""
    call = _call_of(guard)
    if call is None:
        return guard.parts
    where = dict(zip(call.function.params, call.args, strict=True))
    return tuple(part.changed(lambda e: substituted(e, where)) for part in call.function.guards)


def _all_refs(guard: Guard) -> list[str]:
    """The rules of a condition and of the lines of its definition."""
    return [*guard.refs, *(ref for part in parts_of(guard) for ref in part.refs)]


def named(text: str, names: Names) -> str:
    """A condition with what its names stand for; names that stand for the same thing stay, and what
    they stand for is said behind it."""
    words = {name: value for name, value in names.items() if _spoken(name).search(text)}
    if IT in words and not OF_SETS.search(text):
        text = re.sub(r"\bits\b", f"{words[IT]}'s", text)
        text = re.sub(r"\bit\b", words[IT], text)
    words.pop(IT, None)
    if len(set(words.values())) < len(words):
        return text + " (" + ", ".join(f"{name} is {x}" for name, x in words.items()) + ")"
    for name, value in words.items():
        text = _spoken(name).sub(value, text)
    return text


def _spoken(name: str) -> re.Pattern[str]:
    """Where a name stands in a text."""
    return re.compile(r"\bits?\b" if name == IT else rf"(?<![\w'-]){re.escape(name)}(?![\w-])")
