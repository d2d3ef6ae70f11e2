"""Warnings about rules that change nothing, told by looking at whole programs.

Model. `Lints` is shown the program of every choice of options that is tried; what is so in each
of them is told once, on the author's line. What differs from one choice of options to another is
no mistake: options are there to leave things out.

    no-end        no line that is ever come to ends the game
    never-fires   an `end as soon as` that nothing can set off
    unused-option an option that no line speaks of
    cut-off       an effect that counts, left out where an `end as soon as` is set off above it
    rest          an `only if the rest can be done` that nothing below the choice can fail
    settled       a condition that always holds, or never, wherever it was lowered; a row of
                  `depending on` for which there is no value
    endless       a `may` that asks again for ever who declines it
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.interpreter.check.lint_declining import asked_for_ever
from rulewright.interpreter.check.lint_ends import CutOff, cut_off
from rulewright.interpreter.check.lint_rest import rests
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir import (
    Const,
    E,
    Effect,
    Finish,
    IfDo,
    Program,
    effects,
    followers,
)
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.ir.truth import settled
from rulewright.interpreter.model.declarations import Declarations, walk
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast


@dataclass
class Noted:
    """What was noted of the programs that were looked at."""

    truths: dict[Span, set[bool | None]] = field(default_factory=dict)  # of each condition
    reasons: set[Span] = field(default_factory=set)  # those that what stands above settles
    done: set[Span] = field(default_factory=set)  # and of those, that an act above settles
    rows: dict[Span, bool] = field(default_factory=dict)  # of `depending on`: can they be done?
    looked_at: int = 0
    endless: list[str] = field(default_factory=list)  # options with which nothing ends the game
    cut_off: dict[CutOff, None] = field(default_factory=dict)
    rests: dict[Span, bool] = field(default_factory=dict)  # whether `the rest` may fail
    asked: dict[Span, Span | None] = field(default_factory=dict)  # of a `may`, what asks for ever
    fires: dict[Span, bool] = field(default_factory=dict)  # whether an end is set off

    def include(self, other: Noted) -> None:
        """Add what was noted of programs that come behind these."""
        for span, truths in other.truths.items():
            self.truths.setdefault(span, set()).update(truths)
        self.reasons |= other.reasons
        self.done |= other.done
        self.looked_at += other.looked_at
        self.endless += other.endless
        self.cut_off |= other.cut_off
        self.asked |= other.asked
        for mine, others in ((self.rows, other.rows), (self.rests, other.rests),
                             (self.fires, other.fires)):
            for span, yes in others.items():
                mine[span] = mine.get(span, False) or yes


class Lints:
    """What is so of all programs of a ruleset that were looked at."""

    def __init__(self, declarations: Declarations, source: Source) -> None:
        self.declarations = declarations
        self.source = source  # of a variant: what its base says is not its matter
        self.noted = Noted()
        self._options = {option.name for _, option in declarations.all(ast.Option)}

    def look(self, program: Program, holding: frozenset[Span], setting: str) -> None:
        """Look at one program; `holding` are the `when` conditions that hold in it, `setting`
        says which options it is for."""
        noted = self.noted
        noted.looked_at += 1
        blocks = reached(program)
        done = [e for block in blocks for e in possible(program.blocks[block].effects)]
        if not any(isinstance(effect, Finish) for effect in done):
            noted.endless.append(setting)
        tested = {effect.span for effect in done if isinstance(effect, IfDo)}
        for conditions, end in self.declarations.all(ast.End):
            if end.at_once and all(test.span in holding for test in conditions):
                noted.fires[end.span] = noted.fires.get(end.span, False) or end.span in tested
        for span, may_fail in rests(program, blocks):
            noted.rests[span] = noted.rests.get(span, False) or may_fail
        noted.asked |= asked_for_ever(program, blocks)
        noted.cut_off |= dict.fromkeys(cut_off(program, list(noted.fires), blocks))

    def condition(
        self, expr: ast.Expr | ast.DependingRow, tests: Iterable[tuple[E, Facts]]
    ) -> None:
        """Look at what a condition of the text came to in one program. One about options is
        there for other options than those that are tried."""
        if isinstance(expr, ast.DependingRow):
            self._row(expr, tests)
        elif expr.span.source is self.source and not self._about_options(expr):
            truths = self.noted.truths.setdefault(expr.span, set())
            for test, facts in tests if None not in truths else ():
                truth = settled(test)
                truths.add(self._here(expr.span, test, facts) if truth is None else truth)
                if None in truths:
                    break

    def _row(self, row: ast.DependingRow, tests: Iterable[tuple[E, Facts]]) -> None:
        """Look at what a row of `depending on` came to in one program."""
        if row.body and row.span.source is self.source:
            done = any(settled(test) is not False and facts.settle(test) is not False
                       for test, facts in tests)
            self.noted.rows[row.span] = self.noted.rows.get(row.span, False) or done

    def _here(self, span: Span, test: E, facts: Facts) -> bool | None:
        """The truth that a condition has because of what stands above it."""
        truth = facts.settle(test)
        if truth is not None:
            self.noted.reasons.add(span)
            if facts.above().settle(test) is None:
                self.noted.done.add(span)
        return truth

    def _about_options(self, expr: ast.Expr) -> bool:
        return any(
            (isinstance(node, ast.Value) and node.text in self._options)
            or (isinstance(node, ast.Count) and getattr(node.set, "noun", "") == "player")
            for node in walk(expr)
        )

    def unspoken(self) -> list[ast.Option]:
        """Options that no line speaks of."""
        spoken = {
            node.text for block, nodes in self.declarations.inside()
            for node in (walk(block.domain) if isinstance(block, ast.Option) else nodes)
            if isinstance(node, (ast.Value, ast.Word))
        }
        for conditions, _ in self.declarations.entries:
            spoken |= {n.text for test in conditions for n in walk(test)
                       if isinstance(n, (ast.Value, ast.Word))}
        return [option for _, option in self.declarations.all(ast.Option)
                if option.name not in spoken]

    def _unused_options(self) -> Iterator[Diagnostic]:
        for option in self.unspoken():
            if option.span.source is self.source:
                yield Diagnostic(
                    "unused-option", f"no line speaks of `{option.name}`, so whatever it is set "
                    "to changes nothing", option.span,
                    f"write for example `when {option.name} is …`, or leave it out", "warning",
                )

    def _cut_offs(self) -> Iterator[Diagnostic]:
        """One warning for each effect that is cut off."""
        told: set[Span] = set()
        for cut in self.noted.cut_off:
            if cut.effect in told or cut.effect.source is not self.source:
                continue
            told.add(cut.effect)
            reader = "a duty judges by it" if cut.duty else "who wins is told by it"
            condition = next((end.condition.span.text for _, end in self.declarations.all(ast.End)
                              if end.span == cut.end), "")
            yield Diagnostic(
                "cut-off", f"where line {cut.trigger.line} ends the game at once (`end as soon as "
                f"{condition}`), this line below it is not done, and {reader}", cut.effect,
                f"write `end after the turn if {condition}`, or move this line up, above line "
                f"{cut.trigger.line}", "warning",
            )

    def _hint(self, span: Span) -> str:
        """What to write for a condition that is settled."""
        if span not in self.noted.done:
            return "leave it out, or say what you meant"
        before = re.sub(r"\bare\b", "were", re.sub(r"\bis\b", "was", span.text, count=1), count=1)
        return ("this is asked after the act above; of what was so before write for example "
                f"`{before}`, or say it of `the captured …`")

    def found(self) -> Iterator[Diagnostic]:
        """The warnings."""
        yield from self._unused_options()
        turn = next((f for _, f in self.declarations.all(ast.Flow) if f.kind == "turn"), None)
        if self.noted.endless and turn is not None:
            always = len(self.noted.endless) == self.noted.looked_at
            yield Diagnostic(
                "no-end", "nothing ends this game" + ("" if always else self.noted.endless[0])
                + ": no line that is ever come to says who wins or loses, ranks, pays or draws",
                turn.span, "write for example `end as soon as …` or `end after the turn if …`, "
                "and below it `the player wins`", "warning",
            )
        sure = {span: truths.pop() for span, truths in self.noted.truths.items()
                if len(truths) == 1}
        for span, truth in sure.items():
            if truth is None or any(span.holds(other) for other, t in sure.items()
                                    if t is not None and other is not span):
                continue
            why = "where it stands" if span in self.noted.reasons else "whatever happens in play"
            yield Diagnostic(
                "settled", f"this {'always' if truth else 'never'} holds, {why}: "
                f"`{span.text}`", span, self._hint(span), "warning",
            )
        for span, done in self.noted.rows.items():
            if not done:
                yield Diagnostic(
                    "settled", "no value that is possible here stands in this row, so it is never "
                    "done", span, "leave it out, or say what you meant", "warning")
        yield from self._cut_offs()
        for span, may_fail in self.noted.rests.items():
            if not may_fail and span.source is self.source:
                yield Diagnostic(
                    "rest", "the rest can always be done: below this choice, up to the next roll, "
                    "choice of another player or end of the turn, there is no `must` that could be "
                    "without an option", span,
                    "leave it out; `only if afterwards …` tests a condition behind the choice",
                    "warning",
                )
        for span, condition in self.noted.asked.items():
            if span.source is self.source:
                again = f"`{condition.text}` asks" if condition is not None else "asks"
                yield Diagnostic(
                    "endless", "who declines this is asked again at once, for ever: nothing has "
                    f"changed that {again} about", span,
                    "write `as long as possible, may …`, which ends when it is declined, with the "
                    "condition in an `only if` below it", "warning",
                )
        for span, fires in self.noted.fires.items():
            if not fires:
                yield Diagnostic(
                    "never-fires", "nothing sets this off: no effect changes what it looks at "
                    "(the change of the player to move is none)", span,
                    "if it is to be looked at between turns, write `end after the turn if …`",
                    "warning",
                )


def reached(program: Program) -> list[int]:
    """The blocks that play can come to, as far as the flow tells."""
    found = {program.start: None}
    waiting = [program.start]
    while waiting:
        number = waiting.pop()
        node = getattr(program.blocks[number].exit, "node", None)
        chosen = [a.block for a in program.nodes[node].alternatives] if node is not None else []
        for to in (*followers(program, number), *chosen):
            if to not in found:
                found[to] = None
                waiting.append(to)
    return list(found)


def possible(body: Iterable[Effect]) -> Iterator[Effect]:
    """Effects and all effects inside them, but for those under what never holds."""
    for effect in body:
        yield effect
        if isinstance(effect, IfDo):
            if not (isinstance(effect.test, Const) and not effect.test.value):
                yield from possible(effect.body)
            if not (isinstance(effect.test, Const) and effect.test.value):
                yield from possible(effect.otherwise)
        else:
            yield from (inner for inner in effects((effect,)) if inner is not effect)
