"""Why a move is not an option: derived from the guards that an option must pass.

Of all that a text can mean (`meant.py`), that which gets furthest is explained: by the first guard
it fails, down to the line inside a definition, with its rules and the values in it (`reasons.py`).
Where alternatives all fail, the failing half of each is named. What passes all guards but is
refused for the turn as a whole is explained by the duty against it. A move that belongs to another
node of the turn is explained by its step, and by what it fails if the step was left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rulewright.interpreter.engine import matching
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.engine.compiled import Choice, Vector
from rulewright.interpreter.engine.course import Course
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.engine.matching import Values
from rulewright.interpreter.engine.meant import Candidate, Meanings, bound
from rulewright.interpreter.engine.reasons import Reasons, demands_walk, named
from rulewright.interpreter.engine.rest import RestSearch
from rulewright.interpreter.ir import Alternative, Binder, Domain, Node, Rest
from rulewright.interpreter.source import Span

PASS = "pass"  # how the language writes not doing anything, where an author does not say
MAX_SHOWN = 8  # options that are listed


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
        self.course = Course(machine.program)
        self.reasons = Reasons(machine)
        self.meanings = Meanings(machine, self.reasons)

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
        best = self.meanings.best(v, node, text)
        if best is not None:
            return self._refused(v, best, text)
        return (
            self._part(node, text, choices, texts)
            or self._elsewhere(v, node, text, choices, decided)
            or self._beginning(text, texts)
            or self._declined(node, text, choices)
            or self._misfit(node, text, choices, texts)
            or self._hopeless_part(v, node, text)
            or self._stranger(v, node, text, choices, texts)
            or self._unknown(node, text, choices, texts)
        )

    # -- what is refused here --------------------------------------------------------------------

    def _refused(self, v: Vector, best: Candidate, text: str) -> Verdict:
        alternative = best.alternative
        proper = matching.written(alternative, best.values, self.meanings.phrases(v))
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

    def _failed(self, v: Vector, best: Candidate, move: str) -> Verdict:
        assert best.failed is not None
        alternative = best.alternative
        env = bound(alternative, best.values)
        names = {
            b.name: _called(alternative, b, x)
            for b, x in zip(alternative.binders, best.values, strict=True) if b.name
        }
        reason = self.reasons.reason(v, best.failed, env, names)
        guard = reason.guard
        refs = [*(reason.refs or alternative.refs), *reason.beside]
        refs += [ref for g in alternative.guards
                 if g.order and not self.reasons.holds(v, g.test, env) for ref in g.refs]
        values = {
            named(name, reason.names): kind.text(self.reasons.value(v, e, env))
            for name, e, kind in guard.values
            if e.free <= set(env) and not self.reasons.secret(v, e, env)
        }
        barred = self.reasons.barred(v, guard, env)
        message = f"{move} is refused because {reason.said}"
        if len(reason.texts) == 1:
            if barred and guard.relaxed_span is not None and (
                guard.relaxed_span.text not in guard.text
            ):
                message += f" over {guard.relaxed_span.text}"
            else:
                said = (f"{name} is {x}" for name, x in values.items())
                if news := ", ".join(one for one in said if one not in reason.said):
                    message += f" ({news})"
        span = guard.relaxed_span if barred and guard.relaxed_span else guard.span
        return _verdict(refs, span, message, values)

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
        if not self.reasons.hidden:
            return self.meanings.best(v, node, text)
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
        best = self.meanings.furthest(v, (
            (number, node.alternatives[number], values)
            for number, at, value in _meant(node, text)
            for values in self._with(node.alternatives[number], at, value)
        ))
        if best is None:
            return None
        refused = self._refused(v, best, matching.written(
            best.alternative, best.values, self.meanings.phrases(v)))
        return replace(refused, message=f"`{text}` is only a part of a move, and no option has it; "
                       f"{refused.message}", known=False)

    @staticmethod
    def _with(alternative: Alternative, at: int, value: int) -> Iterable[Values]:
        filled = matching.filled(alternative, {at: value})
        return (values for values, _ in zip(filled, range(matching.MAX_MATCHES), strict=False))

    def _stranger(
        self, v: Vector, node: Node, text: str, choices: list[Choice], texts: list[str]
    ) -> Verdict | None:
        """The verdict on a move of something that is not there: what is said of it in the text is
        so of nothing that could be chosen."""
        for alternative in node.alternatives:
            found = matching.strangers(
                alternative, text, self.meanings.phrases(v), self.meanings.possible)
            for binder, word in found[:1]:
                message = (f"`{text}` is no move here: there is no {binder.noun} of which `{word}` "
                           "is said")
                return replace(_verdict(alternative.refs, alternative.span, message + _examples(
                    choices, texts)), known=False)
        return None

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


def _meant(node: Node, text: str) -> list[tuple[int, int, int]]:
    """What a word alone can mean at a node: alternatives, their binders, and values of these."""
    return [
        (number, at, value) for number, alternative in enumerate(node.alternatives)
        for at, value in matching.meant(alternative, text)
    ]


# ---- words ---------------------------------------------------------------------------------------


def _called(alternative: Alternative, binder: Binder, value: int) -> str:
    """What something chosen is called in a refusal: the result of a walk by its noun, if that is
    clear, since what it consists of is no name."""
    alike = [b for b in alternative.binders if b.noun == binder.noun]
    if len(alike) == 1 and any(map(demands_walk, binder.guards)):
        return f"the {binder.noun}"
    return binder.type.text(value)


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
