"""Why a move is not an option: derived from the guards that an option must pass.

The text is matched against the labels of the node's alternatives over everything that could be
chosen; the first guard that a match fails is the reason, down to the line inside a definition,
with its rules and the values in it. What passes all guards but is refused for the turn as a whole
is explained by the duty against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulewright.interpreter.engine.common import END
from rulewright.interpreter.engine.compiled import Choice, Vector
from rulewright.interpreter.engine.machine import Machine, called_guards
from rulewright.interpreter.ir import (
    Alternative,
    Call,
    E,
    Field,
    Group,
    Guard,
    Local,
    Node,
    substituted,
)
from rulewright.interpreter.source import Span

MAX_MATCHES = 20_000


@dataclass(frozen=True)
class Verdict:
    """Whether a move is an option; if not, the rules and the line that forbid it, and why.

    `known` is false for a text that names no move of this decision, legal or not: it may be a slip
    of the pen, while a known move is refused for what it is.
    """

    legal: bool
    rules: list[str]
    file: str | None
    line: int | None
    message: str
    values: dict[str, str] = field(default_factory=dict)
    known: bool = True


class Explainer:
    """Explains moves of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.program = machine.program
        self.hidden = any(made.hidden for made in self.program.fields)

    def why(self, v: Vector, text: str) -> Verdict:
        """The verdict on a move text at the present node."""
        machine = self.machine
        if machine.kind(v) == END:
            number = v[machine.rule]
            rules = [self.program.rules[number - 1]] if number else []
            return Verdict(False, rules, None, None, "the game is over")
        choices = machine.choices(v)
        texts = machine.texts(v, choices)
        text = " ".join(text.split())
        if text in texts:
            return Verdict(True, [], None, None, f"`{text}` is an option here")
        node = machine.node(v)
        found = self._refusal(v, node, text)
        if found is not None:
            return found
        return self._unknown(node, text, choices, texts)

    def _refusal(self, v: Vector, node: Node, text: str) -> Verdict | None:
        best: tuple[int, Verdict] | None = None
        for number, alternative in enumerate(node.alternatives):
            for values in self._matches(alternative, text):
                passed, verdict = self._first_failure(v, node, number, alternative, values, text)
                if best is None or passed > best[0]:
                    best = (passed, verdict)
        return best[1] if best else None

    def _first_failure(
        self, v: Vector, node: Node, number: int, alternative: Alternative,
        values: tuple[int, ...], text: str,
    ) -> tuple[int, Verdict]:
        """How many guards a candidate passes, and what the first failure says."""
        env = dict(zip((b.var for b in alternative.binders), values, strict=True))
        guards = [(g, alternative) for b in alternative.binders for g in b.guards]
        guards += [(g, alternative) for g in alternative.guards]
        for passed, (guard, _) in enumerate(guards):
            if not self._test(v, guard.test, env):
                return passed, self._failed(v, guard, env, text, alternative)
        failed = self.machine.failed_after(v, (number, *values))
        if failed is not None:
            guard = alternative.after[failed]
            refs = (*guard.refs, *(() if guard.refs else alternative.refs))
            return len(guards), _verdict(
                refs, guard.span, f"after `{text}` this would not be so: {guard.text}"
            )
        return len(guards), self._by_duty(v, node, (number, *values), text, alternative)

    def _by_duty(
        self, v: Vector, node: Node, choice: Choice, text: str, alternative: Alternative
    ) -> Verdict:
        _, against = self.machine.by_duty(v, self.machine.unfiltered(v))
        goal = against.get(choice)
        if goal is None:
            return _verdict(alternative.refs, alternative.span,
                            f"`{text}` is offered only beside another option")
        return _verdict(
            goal.refs, goal.span,
            f"after `{text}` the turn could no longer fulfil its duty: {goal.text}",
        )

    def _failed(
        self, v: Vector, guard: Guard, env: dict[Local, int], text: str, alternative: Alternative
    ) -> Verdict:
        refs: list[str] = []
        chain = [guard]
        choices: list[str] = []  # the alternatives, none of which is so
        while parts := parts_of(guard):
            failing = [p for p in parts if not self._test(v, p.test, env)]
            if not failing:
                break
            if guard.any and len(choices) < 2:
                choices = _alternatives(guard)
            guard = failing[0]
            chain.append(guard)
        barred = guard.relaxed is not None and self._test(v, guard.relaxed, env)
        if barred:
            refs += guard.relaxed_refs
        for part in reversed(chain):
            refs += part.refs
            if part.any:
                refs += [r for p in parts_of(part) for r in _all_refs(p)]
        if guard.relaxed is not None:
            refs += guard.relaxed_refs
        refs += [r for r in alternative.refs if not any(part.refs for part in chain)]
        values = {
            name: kind.text(self._value(v, e, env)) for name, e, kind in guard.values
            if e.free <= set(env) and not self._secret(e)
        }
        message = f"`{text}` is refused because this is not so: {guard.text}"
        if len(choices) > 1:
            message = f"`{text}` is refused because none of these is so: {'; '.join(choices)}"
        elif barred and guard.relaxed_span is not None and (
            guard.relaxed_span.text not in guard.text
        ):
            message += f" over {guard.relaxed_span.text}"
        elif values:
            message += " (" + ", ".join(f"{n} is {x}" for n, x in values.items()) + ")"
        span = guard.relaxed_span if barred and guard.relaxed_span else guard.span
        return _verdict(tuple(refs), span, message, values)

    def _secret(self, e: E) -> bool:
        """Whether a value depends on what not everybody may see: a secret field, or, where there
        are secrets, a choice in progress."""
        return e.reads_hidden or (self.hidden and any(
            isinstance(read, Field) and read.group is Group.FRAME for read in e.reads
        ))

    def _test(self, v: Vector, test: E, env: dict[Local, int]) -> bool:
        return bool(self._value(v, test, env))

    def _value(self, v: Vector, e: E, env: dict[Local, int]) -> int:
        return int(self.machine.compiled(e, tuple(env))(v, *env.values()))

    def _unknown(
        self, node: Node, text: str, choices: list[Choice], texts: list[str]
    ) -> Verdict:
        beginning = [t for t in texts if text and t.startswith(text)]
        if beginning:
            shown = ", ".join(beginning[:8]) + (", …" if len(beginning) > 8 else "")
            return Verdict(False, [], None, None,
                           f"`{text}` is only the beginning of a move: {shown}", known=False)
        refs = list(node.refs)
        for alternative in node.alternatives:
            refs += alternative.refs
            for guard in alternative.guards[:2]:
                refs += guard.refs
        numbers = sorted({choice[0] for choice in choices})
        what = " or ".join(dict.fromkeys(node.alternatives[i].purpose for i in numbers))
        message = f"`{text}` is no move here; what can be done is: {what}"
        if node.chance:
            message = f"`{text}` is no move here; chance decides, and it picks: {what}"
        return replace(_verdict(tuple(refs), node.span, message), known=False)

    # -- matching --------------------------------------------------------------------------------

    def _matches(self, alternative: Alternative, text: str) -> Iterator[tuple[int, ...]]:
        """The values, legal or not, whose label is the text."""
        count = 0
        bound: dict[int, int] = {}
        for found in self._match(alternative, alternative.label, text, bound):
            free = [i for i in range(len(alternative.binders)) if i not in found]
            for values in self._fill(alternative, found, free):
                yield values
                count += 1
                if count >= MAX_MATCHES:
                    return

    def _match(
        self, alternative: Alternative, label: tuple[str | int, ...], text: str,
        bound: dict[int, int],
    ) -> Iterator[dict[int, int]]:
        if not label:
            if not text:
                yield dict(bound)
            return
        head, rest = label[0], label[1:]
        if isinstance(head, str):
            if text.startswith(head):
                yield from self._match(alternative, rest, text[len(head) :], bound)
            return
        binder = alternative.binders[head]
        for value in range(binder.size):
            word = binder.type.text(value)
            if text.startswith(word) and bound.get(head, value) == value:
                yield from self._match(
                    alternative, rest, text[len(word) :], {**bound, head: value}
                )

    def _fill(
        self, alternative: Alternative, found: dict[int, int], free: list[int]
    ) -> Iterator[tuple[int, ...]]:
        if not free:
            yield tuple(found[i] for i in range(len(alternative.binders)))
            return
        for value in range(alternative.binders[free[0]].size):
            yield from self._fill(alternative, {**found, free[0]: value}, free[1:])


def parts_of(guard: Guard) -> tuple[Guard, ...]:
    """The conditions that a guard consists of: those of its function for the arguments, if it is
    a call."""
    if guard.parts or not isinstance(guard.test, Call):
        return guard.parts
    where = dict(zip(guard.test.function.params, guard.test.args, strict=True))
    return tuple(_applied(part, where) for part in called_guards(guard))


def _applied(guard: Guard, where: Mapping[Local, E]) -> Guard:
    """A guard of a function for some arguments."""
    return replace(
        guard, test=substituted(guard.test, where),
        parts=tuple(_applied(part, where) for part in guard.parts),
        relaxed=None if guard.relaxed is None else substituted(guard.relaxed, where),
        values=tuple((name, substituted(e, where), kind) for name, e, kind in guard.values),
    )


def _alternatives(guard: Guard) -> list[str]:
    """The alternatives of an `or` or `any of`, those of one inside another among them."""
    if not guard.any:
        return [guard.text]
    return [text for part in parts_of(guard) for text in _alternatives(part)]


def _all_refs(guard: Guard) -> list[str]:
    return [*guard.refs, *(r for part in parts_of(guard) for r in _all_refs(part))]


def _verdict(
    refs: tuple[str, ...], span: Span, message: str, values: dict[str, str] | None = None
) -> Verdict:
    return Verdict(False, list(dict.fromkeys(refs)), span.source.name, span.line, message,
                   values or {})
