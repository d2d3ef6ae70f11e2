"""Checking a ruleset: everything that is wrong with it, in the order of its text.

Model. First the text itself and the ledger; then the program of each setting that
`check.settings` names: it is lowered, verified, looked at by the lints, and played. What is wrong
with a setting of several parts is told with the part that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from rulewright.interpreter.check import lint_declarations, lint_options, settings
from rulewright.interpreter.check.lint_program import Lints
from rulewright.interpreter.check.suggest import suggest
from rulewright.interpreter.diagnostics import (
    Diagnostic,
    RulesError,
    UsageError,
    bounded_nesting,
    did_you_mean,
)
from rulewright.interpreter.driver import Ruleset, Text, checked, citations, read
from rulewright.interpreter.ir.information_flow import check_information_flow
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.lower.game import Instance, instantiate
from rulewright.interpreter.lower.known import Shared
from rulewright.interpreter.model.options import key_of
from rulewright.interpreter.rounds import Rounds
from rulewright.interpreter.trial import Trials

#: What may be wrong with one setting and be well with another.
SIZES = ("too-large", "state-size")


def check(path: Path, plays: int | None = None) -> list[Diagnostic]:
    """All diagnostics: the text, the ledger, and every option value for every player count.

    The ruleset is also played: for `plays` random decisions with each choice of options; normally
    for some hundred, with as many of them as do not take too long.
    """
    return check_text(read(path), plays)


def check_text(text: Text, plays: int | None = None) -> list[Diagnostic]:
    """All diagnostics of a text that was read (see `check`)."""
    ruleset, problems = checked(text)
    if ruleset is None or any(p.severity == "error" for p in text.problems):
        return _with_suggestions(problems, text)
    problems += _ledger_problems(ruleset)
    lints, trials = Lints(ruleset.declarations, ruleset.text.source), Trials(plays)
    rounds = Rounds(ruleset.declarations, ruleset.text.source)
    alike, shared = lint_options.Alike(ruleset.declarations), Shared()
    waiting = [*tries(ruleset)]
    while waiting:
        players, options = waiting.pop(0)
        instance, wrong = _instance(ruleset, players, options, shared)
        wrong = _new(wrong, problems)
        parts = settings.simpler((players, options), ruleset.min_players)
        if parts and (
            instance is None or any(p.severity == "error" or p.code in SIZES for p in wrong)
        ):
            waiting[:0] = parts  # to say with which of them it is so
            continue
        problems += wrong
        if len(problems) > 100:
            break
        if instance is not None and not any(p.severity == "error" for p in problems):
            setting = _setting(ruleset, players, options)
            ends = players in (ruleset.min_players, ruleset.max_players)
            known = len(trials.found)
            trials.try_out(instance.program, setting, ends and not options)
            if parts and len(trials.found) > known:
                del trials.found[known:]
                waiting[:0] = parts
                continue
            lints.look(instance.program, instance.model.holding, setting)
            rounds.look(instance.program)
            alike.look(players, options, instance.model)
    if not any(p.severity == "error" for p in problems):
        for outcomes in shared.conditions.values():
            lints.condition(outcomes.expr, outcomes.tests)
        problems += [*lints.found(), *rounds.found, *trials.found,
                     *_unchanged(ruleset, lints, alike, shared),
                     *lint_declarations.lint(ruleset.declarations, ruleset.text.source)]
    return _with_suggestions(problems, ruleset.text)


def _with_suggestions(problems: list[Diagnostic], text: Text) -> list[Diagnostic]:
    """The problems in the order of the text, those without a hint with what could be written."""
    return suggest(_sorted(problems), text.source, text.phrases,
                   lambda source: errors(read(text.path, source=source)))


def errors(text: Text) -> list[Diagnostic]:
    """What is wrong with a text and with the game of its normal options."""
    ruleset, problems = checked(text)
    found = [p for p in problems if p.severity == "error"]
    if ruleset is not None and not found:
        wrong = _instance(ruleset, ruleset.min_players, {})[1]
        found = [p for p in wrong if p.severity == "error"]
    return found


def _unchanged(
    ruleset: Ruleset, lints: Lints, alike: lint_options.Alike, shared: Shared
) -> Iterator[Diagnostic]:
    """Warnings about values of options that change nothing."""

    def make(players: int, options: Mapping[str, str]) -> lint_options.Game | None:
        try:
            made = instantiate(ruleset.declarations, ruleset.name, players, dict(options), shared)
        except (RulesError, UsageError):
            return None  # the two values cannot stand together
        return made.program, made.model.presentation

    beside: list[settings.Setting] = [(players, {}) for players in _numbers(ruleset)]
    beside += ((ruleset.min_players, {key: value}) for key, values in others(ruleset).items()
               for value in values)
    unspoken = {key_of(option.name) for option in lints.unspoken()}
    return lint_options.warnings(
        ruleset.declarations, ruleset.text.source, ruleset.normal(ruleset.min_players),
        alike.unchanged(make, beside, unspoken))


def _setting(ruleset: Ruleset, players: int, options: dict[str, str]) -> str:
    """` with 3 players and size 5`: what is not the same whatever is chosen."""
    what = [f"{key} {value}" for key, value in options.items()]
    if ruleset.min_players < ruleset.max_players:
        what.insert(0, f"{players} player{'s' * (players > 1)}")
    return " with " + " and ".join(what) if what else ""


def _instance(
    ruleset: Ruleset, players: int, options: dict[str, str], shared: Shared | None = None
) -> tuple[Instance | None, list[Diagnostic]]:
    """The game for some options, and what is wrong with it."""
    try:
        with bounded_nesting(ruleset.text.source):
            instance = instantiate(ruleset.declarations, ruleset.name, players, options, shared)
            program = instance.program
            return instance, [*verify(program), *check_information_flow(program)]
    except RulesError as error:
        setting = _setting(ruleset, players, options)
        return None, [
            replace(d, message=d.message + (f"; so it is{setting}" if setting else ""))
            if d.code in SIZES else d for d in error.diagnostics
        ]
    except UsageError as error:
        if not options:
            return None, [Diagnostic("option", error.message, None, error.hint)]
    return None, []


def tries(ruleset: Ruleset) -> Iterator[settings.Setting]:
    """Every number of players, and every listed value and both ends of each range, several in one
    game where they do not meddle with one another (see `check.settings`)."""
    numbers = _numbers(ruleset)
    try:
        normal = [ruleset.normal(players) for players in numbers]
    except (RulesError, UsageError):  # told with the first game
        return iter([(players, {}) for players in numbers])
    varied = frozenset(key for key in normal[0] if len({each.get(key) for each in normal}) > 1)
    return settings.tries(ruleset.declarations, numbers, others(ruleset), varied)


def _numbers(ruleset: Ruleset) -> range:
    """The numbers of players."""
    return range(ruleset.min_players, ruleset.max_players + 1)


def others(ruleset: Ruleset) -> dict[str, list[str]]:
    """Of each option the values to be tried but the normal one."""
    found = {}
    for option in ruleset.options:
        values = list(option.words)
        if option.low is not None:
            values += [str(option.low), str(option.high)]
        found[option.key] = [value for value in values if value != option.default]
    return found


def _new(found: list[Diagnostic], problems: list[Diagnostic]) -> list[Diagnostic]:
    """What of all that was found is not among the problems yet."""
    known = {(p.code, p.span, p.message) for p in problems}
    return [p for p in found if (p.code, p.span, p.message) not in known]


def _ledger_problems(ruleset: Ruleset) -> list[Diagnostic]:
    try:
        ledger = ruleset.ledger
    except RulesError as error:
        return list(error.diagnostics)
    if not ledger.rules:
        return []
    unknown: dict[str, Diagnostic] = {}
    for rule, span in citations(ruleset.declarations):
        if rule not in ledger.rules and rule not in unknown:
            name = f"{ruleset.name}.ledger.yaml"
            message = f"the ledger {name} has no rule {rule}"
            unknown[rule] = Diagnostic("unknown-rule", message, span,
                                       did_you_mean(rule, ledger.rules))
    return list(unknown.values())


def _sorted(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Each problem once, in the order of the text; what is too large, for the first options."""
    unique: dict[tuple[object, ...], Diagnostic] = {}
    for p in problems:
        place = (p.span.source.name, p.span.line, p.span.column) if p.span else ("", 0, 0)
        unique.setdefault((*place, p.code, "" if p.code in SIZES else p.message), p)
    return [unique[key] for key in sorted(unique, key=lambda k: tuple(map(str, k[:1])) + k[1:])]
