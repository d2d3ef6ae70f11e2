"""Why a move is not an option: derived from the guards that an option must pass.

The text is matched against the labels of the node's alternatives over everything that could be
chosen; of all that it can mean, that which gets furthest is explained: by the first guard it fails,
down to the line inside a definition, with its rules and the values in it. Where alternatives all
fail, the failing half of each is named. What passes all guards but is refused for the turn as a
whole is explained by the duty against it. A move that belongs to another node of the turn is
explained by its step, and by what it fails if the step was left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.interpreter.engine import matching
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.engine.compiled import Choice, Vector
from rulewright.interpreter.engine.course import Course
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.engine.matching import Values
from rulewright.interpreter.engine.rest import RestSearch
from rulewright.interpreter.engine.walk_reasons import kept_from
from rulewright.interpreter.ir import (
    Alternative,
    Binder,
    Call,
    Domain,
    E,
    Field,
    Group,
    Guard,
    Load,
    Local,
    Node,
    Op,
    Rest,
    Walks,
    is_walk,
    substituted,
)
from rulewright.interpreter.ir.secret_reads import loads_of_secrets
from rulewright.interpreter.passes.firings import called_guards
from rulewright.interpreter.source import Span
from rulewright.interpreter.state.visibility import sees

PASS = "pass"  # how the language writes not doing anything, where an author does not say
MAX_SHOWN = 8  # options that are listed
Names = Mapping[str, str]  # what the author's names stand for, in words


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


@dataclass(frozen=True)
class Reason:
    """What is not so: the alternatives that all fail (one text, if there is no choice), their
    rules, the rules of what holds beside it, and the condition that failed first."""

    texts: tuple[str, ...]
    refs: tuple[str, ...]
    beside: tuple[str, ...]
    guard: Guard


@dataclass(frozen=True)
class Candidate:
    """One thing that a text can mean: how far it gets, and the first guard it fails, if any."""

    number: int
    alternative: Alternative
    values: Values
    depth: float
    failed: Guard | None

    @property
    def choice(self) -> Choice:
        return (self.number, *self.values)


class Explainer:
    """Explains moves of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.program = machine.program
        self.hidden = any(made.hidden for made in self.program.fields)
        self.course = Course(machine.program)
        self._ranges: dict[Local, Sequence[int]] = {}

    def why(self, v: Vector, text: str, decided: Sequence[int] | None = None) -> Verdict:
        """The verdict on a move text at the present node; `decided` are the nodes at which this
        turn was decided so far, if that is known."""
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
        best = self._best(v, node, text)
        if best is not None:
            return self._refused(v, best, text)
        return (
            self._part(node, text, choices, texts)
            or self._elsewhere(v, node, text, choices, decided)
            or self._beginning(text, texts)
            or self._declined(node, text, choices)
            or self._misfit(node, text, choices, texts)
            or self._hopeless_part(v, node, text)
            or self._unknown(node, text, choices, texts)
        )

    # -- what a text can mean --------------------------------------------------------------------

    def _best(self, v: Vector, node: Node, text: str) -> Candidate | None:
        """Of all that a text can mean at a node, what gets furthest."""
        return _furthest(
            self._candidate(v, number, alternative, values)
            for number, alternative in enumerate(node.alternatives)
            for values in matching.matches(alternative, text, self._phrases(v), self._range)
        )

    def _range(self, binder: Binder) -> Sequence[int]:
        """What of all could ever be chosen: what passes those guards that ask for nothing else;
        all, if nothing does."""
        if binder.var not in self._ranges:
            fixed = [g.test for g in binder.guards
                     if g.test.free == {binder.var} and not g.test.reads]
            tests = [self.machine.compiled(test, (binder.var,)) for test in fixed]
            state = self.machine.first
            self._ranges[binder.var] = [
                value for value in range(binder.size) if all(test(state, value) for test in tests)
            ] or range(binder.size)
        return self._ranges[binder.var]

    def _phrases(self, v: Vector) -> matching.Phrases:
        """What the phrases in texts come to in a state."""
        return lambda alternative, values: [
            self._value(v, said.value, _bound(alternative, values)) for said in alternative.said
        ]

    def _candidate(
        self, v: Vector, number: int, alternative: Alternative, values: Values
    ) -> Candidate:
        """How far some values get; those with a pair exchanged, where only its order is wrong."""
        depth, failed = self._first_failure(v, alternative, values)
        if failed is not None:
            for i, j, swapped in matching.exchanges(alternative, values):
                pair = {alternative.binders[i].var, alternative.binders[j].var}
                if pair <= failed.test.free:
                    further, failure = self._first_failure(v, alternative, swapped)
                    if int(further) > int(depth):
                        return Candidate(number, alternative, swapped, further, failure)
        return Candidate(number, alternative, values, depth, failed)

    def _first_failure(
        self, v: Vector, alternative: Alternative, values: Values
    ) -> tuple[float, Guard | None]:
        """How many guards some values pass, and the first they fail; the whole part of the number
        counts guards, the rest what holds of the one that fails."""
        env = _bound(alternative, values)
        for passed, guard in enumerate(_guards(alternative)):
            if not self._test(v, guard.test, env):
                return passed + self._held(v, guard, env) / 2, guard
        return len(_guards(alternative)), None

    def _held(self, v: Vector, guard: Guard, env: dict[Local, int]) -> float:
        """How much of a condition that fails holds, from 0 to 1: of its lines those before the
        first that fails; of alternatives the most."""
        parts = parts_of(guard)
        if not parts:
            return 0
        if guard.any:
            return max(self._held(v, part, env) for part in parts)
        for number, part in enumerate(parts):
            if not self._test(v, part.test, env):
                return (number + self._held(v, part, env)) / len(parts)
        return 1

    # -- what is refused here --------------------------------------------------------------------

    def _refused(self, v: Vector, best: Candidate, text: str) -> Verdict:
        alternative = best.alternative
        proper = matching.written(alternative, best.values, self._phrases(v))
        named = f"`{text}`" if proper == text else f"`{text}` (written `{proper}`)"
        if best.failed is not None:
            return self._failed(v, best, named)
        if best.choice in self.machine.choices(v):
            return _verdict((), alternative.span, f"`{text}` is written `{proper}` here")
        failed = self.machine.failed_after(v, best.choice)
        if failed is not None:
            guard = alternative.after[failed]
            refs = (*guard.refs, *(() if guard.refs else alternative.refs))
            return _verdict(refs, guard.span, f"after {named} this would not be so: {guard.text}")
        if alternative.rest is not None:
            search = RestSearch(self.machine, v)
            if not search.can_be_done(best.choice):
                return self._without_rest(search, alternative, alternative.rest, named)
        return self._by_duty(v, best, named)

    @staticmethod
    def _without_rest(
        search: RestSearch, alternative: Alternative, rest: Rest, named: str
    ) -> Verdict:
        """The verdict on an option after which what must be done cannot: what that is."""
        refs, demands = [*rest.refs, *(() if rest.refs else alternative.refs)], []
        for node in search.stuck.values():
            purposes = dict.fromkeys(a.purpose for a in node.alternatives)
            demands.append("must " + " or ".join(purposes))
            refs += [*node.refs, *(ref for a in node.alternatives for ref in a.refs)]
        wanting = " or ".join(demands) or "it never comes to an end"
        return _verdict(refs, rest.span,
                        f"{named} is refused because the rest cannot be done: {wanting}")

    def _by_duty(self, v: Vector, best: Candidate, named: str) -> Verdict:
        _, against = self.machine.by_duty(v, self.machine.unfiltered(v))
        goal = against.get(best.choice)
        if goal is None:
            return _verdict(best.alternative.refs, best.alternative.span,
                            f"{named} is offered only beside another option")
        return _verdict(
            goal.refs, goal.span,
            f"after {named} the turn could no longer fulfil its duty: {goal.text}",
        )

    def _failed(self, v: Vector, best: Candidate, named: str) -> Verdict:
        assert best.failed is not None
        alternative = best.alternative
        env = _bound(alternative, best.values)
        names = {
            b.name: b.type.text(x)
            for b, x in zip(alternative.binders, best.values, strict=True) if b.name
        }
        reason = self._reason(v, best.failed, env, names)
        guard = reason.guard
        refs = [*(reason.refs or alternative.refs), *reason.beside]
        refs += [ref for g in alternative.guards if g.order and not self._test(v, g.test, env)
                 for ref in g.refs]
        values = {
            name: kind.text(self._value(v, e, env)) for name, e, kind in guard.values
            if e.free <= set(env) and not self._secret(v, e, env)
        }
        barred = self._barred(v, guard, env)
        message = f"{named} is refused because {_not_so(reason)}"
        if len(reason.texts) == 1:
            if barred and guard.relaxed_span is not None and (
                guard.relaxed_span.text not in guard.text
            ):
                message += f" over {guard.relaxed_span.text}"
            elif values:
                message += " (" + ", ".join(f"{n} is {x}" for n, x in values.items()) + ")"
        span = guard.relaxed_span if barred and guard.relaxed_span else guard.span
        return _verdict(refs, span, message, values)

    def _reason(
        self, v: Vector, guard: Guard, env: dict[Local, int], names: Names, inside: bool = False
    ) -> Reason:
        """What is not so of a condition that fails: of lines the first that fails (all that fail,
        `inside` of alternatives), of alternatives each."""
        parts = parts_of(guard)
        failing = [part for part in parts if not self._test(v, part.test, env)]
        beside: tuple[str, ...] = ()
        if not failing:
            kept = self._kept(v, guard, env)
            if kept is not None:
                return kept
            barred = guard.relaxed_refs if self._barred(v, guard, env) else ()
            refs = (*barred, *guard.refs, *guard.relaxed_refs)
            return Reason((_named(guard.text, names),), refs, (), guard)
        called = isinstance(guard.test, Call) and not guard.parts
        outer = names
        if isinstance(guard.test, Call) and called:
            names = self._called(v, guard.test, env)
        if called or not (guard.any or inside):
            failing = failing[:1]
        elif isinstance(guard.test, Op):  # not the row of a table
            holding = [part for part in parts if part not in failing]
            beside = tuple(ref for part in holding for ref in _all_refs(part))
        found = [
            self._reason(v, part, env, names, inside or guard.any) for part in failing
        ]
        refs = tuple(ref for reason in found for ref in reason.refs) + guard.refs
        beside += tuple(ref for reason in found for ref in reason.beside)
        texts = tuple(text for reason in found for text in reason.texts)
        if called and inside:
            texts = (_named(guard.text, outer),)
        elif not guard.any and len(found) > 1:
            halves = (
                reason.texts[0] if len(reason.texts) == 1 else f"({' or '.join(reason.texts)})"
                for reason in found
            )
            texts = (" and ".join(halves),)
        return Reason(texts, refs, beside, found[0].guard)

    def _kept(self, v: Vector, guard: Guard, env: dict[Local, int]) -> Reason | None:
        """What keeps a walk from a result, where it is demanded that it has it."""
        test = guard.test
        if not (isinstance(test, Op) and test.op == "in" and is_walk(test.args[1])):
            return None
        wanted, walks = self._value(v, test.args[0], env), test.args[1]
        if isinstance(walks, Call):
            if any(self._secret(v, arg, env) for arg in walks.args):
                return None
            params = zip(walks.function.params, walks.args, strict=True)
            env, walks = {param: self._value(v, arg, env) for param, arg in params}, (
                walks.function.body)
        assert isinstance(walks, Walks)
        kept = None if self._secret(v, walks, env) else kept_from(
            walks, wanted, env, lambda e, env: self._value(v, e, env))
        if kept is None:
            return None
        stop = kept.stop
        bound = (walks.at, walks.var, walks.to)
        names = {name: local.type.text(kept.env[local])
                 for name, local in zip(walks.wording.names, bound, strict=True) if name}
        if stop.guard is not None:
            inner = self._reason(v, stop.guard, kept.env, names)
            return replace(inner, refs=(*inner.refs, *guard.refs))
        text = f"the {walks.wording.noun} is not {stop.ending} before"
        return Reason((text,), (*stop.refs, *guard.refs), (), replace(guard, span=stop.span))

    def _called(self, v: Vector, call: Call, env: dict[Local, int]) -> Names:
        """What the names of a definition stand for where it is used."""
        return {
            name: arg.type.text(self._value(v, arg, env))
            for name, arg in zip(call.function.names, call.args, strict=False)
            if name and arg.free <= set(env) and not self._secret(v, arg, env)
        }

    def _barred(self, v: Vector, guard: Guard, env: dict[Local, int]) -> bool:
        """Whether it is obstacles only that make a condition fail."""
        return guard.relaxed is not None and self._test(v, guard.relaxed, env)

    def _secret(self, v: Vector, e: E, env: dict[Local, int]) -> bool:
        """Whether a value depends on what not everybody may see: a secret, or, where there are
        any, a choice in progress."""
        return any(not self._in_sight(v, load, env) for load in loads_of_secrets(e)) or (
            self.hidden and any(
                isinstance(read, Field) and read.group is Group.FRAME for read in e.reads))

    def _in_sight(self, v: Vector, load: Load, env: dict[Local, int]) -> bool:
        """Whether it is what a piece has that everybody sees."""
        made, index = load.field, load.index
        if made.places is None or not all(part.free <= set(env) for part in index) or any(
            self._secret(v, part, env) for part in index
        ):
            return False
        piece = self._value(v, index[0], env)
        return piece >= 0 and sees(made, piece * (made.size // made.dims[0].size), None, v)

    def _test(self, v: Vector, test: E, env: dict[Local, int]) -> bool:
        return bool(self._value(v, test, env))

    def _value(self, v: Vector, e: E, env: dict[Local, int]) -> int:
        return int(self.machine.compiled(e, tuple(env))(v, *env.values()))

    # -- moves of other nodes --------------------------------------------------------------------

    def _elsewhere(
        self, v: Vector, node: Node, text: str, choices: list[Choice], decided: Sequence[int] | None
    ) -> Verdict | None:
        """The verdict on a move of another node of this turn, or of the setup."""
        found: list[tuple[bool, float, int, Candidate]] = []
        for other in self.program.nodes:
            if other.id != node.id and other.chance == node.chance:
                best = self._elsewhere_best(v, other, text)
                if best is not None:
                    found.append((other.id in self.course.of_turns, best.depth, other.id, best))
        if not found:
            return None
        _, _, at, best = max(found, key=lambda item: item[:3])
        return self._of_step(v, node, self.program.nodes[at], best, text, choices, decided)

    def _elsewhere_best(self, v: Vector, node: Node, text: str) -> Candidate | None:
        """What a text can mean at another node; where that could tell a secret, without looking at
        what would be so of it."""
        if not self.hidden:
            return self._best(v, node, text)
        return next((
            Candidate(number, alternative, values, 0, None)
            for number, alternative in enumerate(node.alternatives)
            for values in matching.matches(alternative, text, None)
        ), None)

    def _of_step(
        self, v: Vector, node: Node, other: Node, best: Candidate, text: str,
        choices: list[Choice], decided: Sequence[int] | None,
    ) -> Verdict:
        alternative = best.alternative
        step = alternative.steps[0] if alternative.steps else None
        where = f"the step {step.name}" if step else f"another choice: {alternative.purpose}"
        refs = [*(step.done_by if step else ()), *other.refs]
        refs += [ref for inner in alternative.steps for ref in inner.refs]
        refs += [*alternative.refs, *node.refs]
        now = self._possible(node, choices)
        here = f"`{text}` belongs to {where}"
        if self.course.is_later(node, other) and other.id not in (decided or ()):
            return _verdict(refs, other.span, f"{here}, which comes later; what can be done now "
                            f"is: {now}")
        if self._left_out(v, other, decided):
            message = f"{here}, which was left out because nothing could be done in it"
            if best.failed is None:
                return _verdict(refs, other.span, message)
            refused = self._failed(v, best, f"`{text}`")
            refs = [*refused.rules, *refs]
            return replace(refused, rules=list(dict.fromkeys(refs)),
                           message=f"{message}; {refused.message}")
        return _verdict(refs, other.span, f"{here}, which is over; what can be done now is: {now}")

    def _left_out(self, v: Vector, other: Node, decided: Sequence[int] | None) -> bool:
        """Whether a node that lies behind was left out, as far as can be known."""
        if decided is not None and other.id in decided:
            return False
        return other.empty is not None and other.id in self.course.of_turns and (
            not self.machine.lists[other.id](v)
        )

    # -- texts that are no move ------------------------------------------------------------------

    @staticmethod
    def _beginning(text: str, texts: list[str]) -> Verdict | None:
        found = [t for t in texts if text and t.startswith(text)]
        if not found:
            return None
        return Verdict(False, [], None, None,
                       f"`{text}` is only the beginning of a move: {_some(found)}", known=False)

    def _declined(self, node: Node, text: str, choices: list[Choice]) -> Verdict | None:
        """The verdict on not doing anything where something must be done."""
        if text != PASS or node.chance:
            return None
        refs: list[str] = []
        for number in dict.fromkeys(choice[0] for choice in choices):
            for step in reversed(node.alternatives[number].steps):
                refs += step.refs
        refs += node.refs
        refs += [ref for choice in choices for ref in node.alternatives[choice[0]].refs]
        return _verdict(refs, node.span, f"`{text}` is refused because something can be done, and "
                        f"must be: {self._possible(node, choices)}")

    def _misfit(
        self, node: Node, text: str, choices: list[Choice], texts: list[str]
    ) -> Verdict | None:
        """The verdict on a move with a cell, or another thing, that does not exist."""
        here = [node, *(n for n in self.program.nodes if n is not node and n.chance == node.chance)]
        for other in here:
            for alternative in other.alternatives:
                spoken = any(isinstance(part, str) for part in alternative.label)
                found = matching.misfits(alternative, text) if spoken or other is node else []
                if found:
                    binder, word = found[0]
                    kind = binder.type
                    noun = kind.domain.noun if kind.domain else binder.noun
                    shown = _members(kind.domain) if kind.domain else (
                        f"numbers from {kind.least} to {kind.most}")
                    message = (f"`{text}` is no move: there is no {noun} `{word}`; there are "
                               f"{shown}")
                    if other is node:
                        message += _examples(choices, texts)
                    verdict = _verdict(self.program.nouns.get(noun, ()), other.span, message)
                    return replace(verdict, known=False)
        return None

    @staticmethod
    def _part(
        node: Node, text: str, choices: list[Choice], texts: list[str]
    ) -> Verdict | None:
        """The verdict on one of the things chosen, without the others: the options that have it."""
        wanted = set(_meant(node, text))
        found = [
            option for option, choice in zip(texts, choices, strict=True)
            if any((choice[0], at, value) in wanted for at, value in enumerate(choice[1:]))
        ]
        if not found:
            return None
        return Verdict(False, [], None, None, f"`{text}` is only a part of a move: {_some(found)}",
                       known=False)

    def _hopeless_part(self, v: Vector, node: Node, text: str) -> Verdict | None:
        """The verdict on one of the things chosen that no option has: what gets furthest."""
        best = _furthest(
            self._candidate(v, number, node.alternatives[number], values)
            for number, at, value in _meant(node, text)
            for values in self._with(node.alternatives[number], at, value)
        )
        if best is None:
            return None
        refused = self._refused(v, best, matching.written(
            best.alternative, best.values, self._phrases(v)))
        return replace(refused, message=f"`{text}` is only a part of a move, and no option has it; "
                       f"{refused.message}", known=False)

    @staticmethod
    def _with(alternative: Alternative, at: int, value: int) -> Iterable[Values]:
        filled = matching.filled(alternative, {at: value})
        return (values for values, _ in zip(filled, range(matching.MAX_MATCHES), strict=False))

    def _unknown(
        self, node: Node, text: str, choices: list[Choice], texts: list[str]
    ) -> Verdict:
        refs = list(node.refs)
        for alternative in node.alternatives:
            refs += alternative.refs
            for guard in alternative.guards[:2]:
                refs += guard.refs
        what = self._possible(node, choices)
        message = f"`{text}` is no move here; what can be done is: {what}"
        if node.chance:
            message = f"`{text}` is no move here; chance decides, and it picks: {what}"
        message += _examples(choices, texts)
        return replace(_verdict(refs, node.span, message), known=False)

    @staticmethod
    def _possible(node: Node, choices: list[Choice]) -> str:
        """What can be done at a node, in the words of the text."""
        numbers = sorted({choice[0] for choice in choices})
        return " or ".join(dict.fromkeys(node.alternatives[i].purpose for i in numbers))


# ---- guards --------------------------------------------------------------------------------------


def parts_of(guard: Guard) -> tuple[Guard, ...]:
    """The conditions that a guard consists of: those of its function for the arguments, if it is
    a call."""
    if guard.parts or not isinstance(guard.test, Call):
        return guard.parts
    where = dict(zip(guard.test.function.params, guard.test.args, strict=True))
    return tuple(
        part.changed(lambda e: substituted(e, where)) for part in called_guards(guard))


def _all_refs(guard: Guard) -> list[str]:
    """The rules of a condition and of the lines of its definition."""
    return [*guard.refs, *(ref for part in parts_of(guard) for ref in part.refs)]


def _guards(alternative: Alternative) -> list[Guard]:
    """What is demanded of a choice, in the order in which it is said: what an order of parts
    demands comes last."""
    guards = [guard for binder in alternative.binders for guard in binder.guards]
    guards += [guard for guard in alternative.guards if not guard.order]
    return guards + [guard for guard in alternative.guards if guard.order]


def _bound(alternative: Alternative, values: Values) -> dict[Local, int]:
    return dict(zip((b.var for b in alternative.binders), values, strict=True))


def _meant(node: Node, text: str) -> list[tuple[int, int, int]]:
    """What a word alone can mean at a node: alternatives, their binders, and values of these."""
    return [
        (number, at, value) for number, alternative in enumerate(node.alternatives)
        for at, value in matching.meant(alternative, text)
    ]


def _furthest(candidates: Iterable[Candidate]) -> Candidate | None:
    """The candidate that gets furthest, the first of equals."""
    best: Candidate | None = None
    for candidate in candidates:
        if best is None or candidate.depth > best.depth:
            best = candidate
    return best


# ---- words ---------------------------------------------------------------------------------------


def _not_so(reason: Reason) -> str:
    """Why something is refused; what is denied twice is said straight."""
    if len(reason.texts) > 1:
        return f"none of these is so: {'; '.join(reason.texts)}"
    [text] = reason.texts
    if not re.search(r"\b(and|or)\b", text):
        if text.count(" is not ") == 1:
            return text.replace(" is not ", " is ")
        if re.fullmatch(r"not \([^()]*(\([^()]*\)[^()]*)*\)", text):
            return text.removeprefix("not (").removesuffix(")")
        if text.startswith("there is no "):
            return "there is one: " + text.removeprefix("there is no ")
    return f"this is not so: {text}"


def _named(text: str, names: Names) -> str:
    """A condition with what its names stand for."""
    for name, value in names.items():
        text = re.sub(rf"(?<![\w'-]){re.escape(name)}(?![\w-])", value, text)
    return text


def _members(domain: Domain) -> str:
    """The members of a domain, those in the middle left out where there are many."""
    labels = domain.labels
    return ", ".join(labels) if len(labels) <= MAX_SHOWN else f"{labels[0]} to {labels[-1]}"


def _some(texts: list[str]) -> str:
    return ", ".join(texts[:MAX_SHOWN]) + (", …" if len(texts) > MAX_SHOWN else "")


def _examples(choices: list[Choice], texts: list[str]) -> str:
    """How options are written: one of each alternative."""
    first: dict[int, str] = {}
    for choice, text in zip(choices, texts, strict=True):
        first.setdefault(choice[0], text)
    shown = [f"`{text}`" for text in first.values()]
    return ". Options look like " + ", ".join(shown[:MAX_SHOWN]) + (
        ", …" if len(shown) > MAX_SHOWN else "")


def _verdict(
    refs: Iterable[str], span: Span, message: str, values: dict[str, str] | None = None
) -> Verdict:
    return Verdict(False, list(dict.fromkeys(refs)), span.source.name, span.line, message,
                   values or {})
