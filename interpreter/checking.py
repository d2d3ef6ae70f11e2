"""Checking a ruleset: everything that is wrong with it, in the order of its text.

Model. First the text itself and the ledger; then the program of each setting that
`check.settings` names: it is lowered, verified, looked at by the lints, and played. What is wrong
with a setting of several parts is told with the part that it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rulewright.interpreter import survey
from rulewright.interpreter.check import (
    lint_choices,
    lint_declarations,
    lint_options,
    lint_unreached,
    settings,
)
from rulewright.interpreter.check.lint_program import Lints
from rulewright.interpreter.check.suggest import suggest
from rulewright.interpreter.diagnostics import (
    Diagnostic,
    RulesError,
    UsageError,
    did_you_mean,
)
from rulewright.interpreter.driver import (
    Ruleset,
    Text,
    checked,
    citations,
    read,
    ruleset_of,
)
from rulewright.interpreter.lower.game import instantiate
from rulewright.interpreter.lower.known import Shared
from rulewright.interpreter.model.options import key_of
from rulewright.interpreter.rounds import Rounds
from rulewright.interpreter.source import Source
from rulewright.interpreter.survey import HandOut

#: Problems after which it is enough.
MOST_PROBLEMS = 100


def check(path: Path, plays: int | None = None) -> list[Diagnostic]:
    """All diagnostics: the text, the ledger, and every option value for every player count.

    The ruleset is also played: for `plays` random decisions with each choice of options; normally
    for some hundred, with as many of them as do not take too long.
    """
    return check_text(read(path), plays)


def check_by_several(
    path: Path, plays: int | None, jobs: int, hand_out: HandOut
) -> list[Diagnostic]:
    """The same (see `check`). The settings of a long ruleset are looked at in so many shares, as
    many at the same time as `hand_out` carries out."""
    return check_text(read(path), plays, jobs, hand_out)


def check_text(
    text: Text, plays: int | None = None, jobs: int = 1, hand_out: HandOut = map
) -> list[Diagnostic]:
    """All diagnostics of a text that was read (see `check_by_several`)."""
    ruleset, problems = checked(text)
    if ruleset is None or any(p.severity == "error" for p in text.problems):
        return _with_suggestions(problems, text)
    every, told = [*tries(ruleset)], _Told(ruleset)
    shared = not _wrong(problems) and _in_shares(told, every, problems, plays, jobs, hand_out)
    problems += _ledger_problems(ruleset)
    if not shared:
        _one_by_one(told, every, problems, plays)
    if not _wrong(problems):
        problems += survey.unreached_steps(ruleset)
    if not _wrong(problems):
        problems += [*told.lints.found(), *told.rounds.found, *told.trials,
                     *_unchanged(ruleset, told),
                     *lint_declarations.lint(ruleset.declarations, ruleset.text.source),
                     *lint_unreached.lint(ruleset.declarations, ruleset.text.source),
                     *lint_choices.lint(ruleset.declarations, ruleset.text.source)]
    return _with_suggestions(problems, ruleset.text)


class _Told:
    """What is to be told of all programs together."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.lints = Lints(ruleset.declarations, ruleset.text.source)
        self.rounds = Rounds(ruleset.declarations, ruleset.text.source)
        self.alike = lint_options.Alike(ruleset.declarations)
        self.trials: list[Diagnostic] = []
        self.shared = Shared()

    def take(self, setting: settings.Setting, seen: survey.Seen) -> None:
        """Take what was seen of the next program."""
        self.lints.noted.include(seen.noted)
        self.rounds.take(seen.loops)
        self.alike.look(setting[1], seen.holding)


def _in_shares(
    told: _Told, every: Sequence[settings.Setting], problems: list[Diagnostic],
    plays: int | None, jobs: int, hand_out: HandOut,
) -> bool:
    """Look at all settings at the same time; whether that could be done. The ledger is read while
    what others see is waited for."""
    def handed_out(
        work: Callable[[int], bytes | None], parts: Sequence[int]
    ) -> Iterator[bytes | None]:
        for made in hand_out(work, parts):
            with suppress(RulesError):  # told where the ledger is asked
                _ = told.ruleset.ledger
            yield made

    made = survey.in_shares(told.ruleset, every, plays, jobs, handed_out)
    if made is None:
        return False
    found: list[Diagnostic] = []
    for seen in made[0]:
        found += _new(seen.wrong, [*problems, *found])
    if len(problems) + len(found) > MOST_PROBLEMS:
        return False
    problems += found
    for setting, seen in zip(every, made[0], strict=True):
        told.take(setting, seen)
    told.lints.noted.include(made[1])
    return True


def _one_by_one(
    told: _Told, every: Sequence[settings.Setting], problems: list[Diagnostic], plays: int | None
) -> None:
    """Look at one setting after the other; where something is wrong with one of several parts, at
    its parts."""
    here = survey.Survey(told.ruleset, plays, told.shared)
    waiting = [*every]
    while waiting:
        setting = waiting.pop(0)
        instance, wrong = here.instance(setting)
        wrong = _new(wrong, problems)
        parts = settings.simpler(setting, told.ruleset.min_players)
        if parts and survey.to_be_told_apart(instance, wrong):
            waiting[:0] = parts  # to say with which of them it is so
            continue
        problems += wrong
        if len(problems) > MOST_PROBLEMS:
            break
        if instance is not None and not _wrong(problems):
            known = len(here.trials.found)
            here.play(instance, setting)
            if parts and len(here.trials.found) > known:
                del here.trials.found[known:]
                waiting[:0] = parts
                continue
            told.take(setting, here.look(instance, setting, wrong))
    if not _wrong(problems):
        told.lints.noted.include(here.conditions())
        told.trials += here.trials.found


def _wrong(problems: Iterable[Diagnostic]) -> bool:
    """Whether there is an error among some problems."""
    return any(p.severity == "error" for p in problems)


def _with_suggestions(problems: list[Diagnostic], text: Text) -> list[Diagnostic]:
    """The problems in the order of the text, those without a hint with what could be written."""
    tried = _Tried(text.path)
    return suggest(_sorted(problems), text.source, text.phrases, tried.errors, tried.said_back)


class _Tried:
    """Texts that could stand in place of one; the same is looked at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, tuple[Text, list[Diagnostic]]] = {}

    def look(self, source: Source) -> tuple[Text, list[Diagnostic]]:
        """A text, and its errors. Raises RulesError if it cannot be read at all."""
        if source.text not in self.known:
            text = read(self.path, source=source)
            self.known[source.text] = text, errors(text)
        return self.known[source.text]

    def errors(self, source: Source) -> list[Diagnostic]:
        return self.look(source)[1]

    def said_back(self, source: Source, first: int, last: int) -> list[tuple[str, str]]:
        """Some lines of a text, each with what it means; none where there are errors that do not
        go away with other lines."""
        text, wrong = self.look(source)
        others = {p.span.line for p in wrong if p.span} - {*range(first, last + 1)}
        if others:
            text, wrong = self.look(source.without(others))
        if wrong:
            return []
        with suppress(RulesError, UsageError):
            return [(line.sentence, " ".join(line.said.split()))
                    for line in ruleset_of(text).read_back().lines(text.source)
                    if line.number <= last and first <= line.last]
        return []


def errors(text: Text) -> list[Diagnostic]:
    """What is wrong with a text and with the game of its normal options."""
    ruleset, problems = checked(text)
    found = [p for p in problems if p.severity == "error"]
    if ruleset is not None and not found:
        wrong = survey.instance_of(ruleset, (ruleset.min_players, {}))[1]
        found = [p for p in wrong if p.severity == "error"] or survey.unreached_steps(ruleset)
    return found


def _unchanged(ruleset: Ruleset, told: _Told) -> Iterator[Diagnostic]:
    """Warnings about values of options that change nothing."""

    def make(players: int, options: Mapping[str, str]) -> lint_options.Game | None:
        try:
            made = instantiate(
                ruleset.declarations, ruleset.name, players, dict(options), told.shared)
        except (RulesError, UsageError):
            return None  # the two values cannot stand together
        return made.program, made.model.presentation

    beside: list[settings.Setting] = [(players, {}) for players in _numbers(ruleset)]
    beside += ((ruleset.min_players, {key: value}) for key, values in others(ruleset).items()
               for value in values)
    unspoken = {key_of(option.name) for option in told.lints.unspoken()}
    return lint_options.warnings(
        ruleset.declarations, ruleset.text.source, ruleset.normal(ruleset.min_players),
        told.alike.unchanged(make, beside, unspoken))


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
        unique.setdefault((*place, p.code, "" if p.code in survey.SIZES else p.message), p)
    return [unique[key] for key in sorted(unique, key=lambda k: tuple(map(str, k[:1])) + k[1:])]
