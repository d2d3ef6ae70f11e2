"""Looking at the programs of a ruleset, for `validate`: in one process, or in shares.

Model. A `Survey` makes the program of one setting after the other, plays it, and gives what is
`Seen` of it. A share of a long ruleset has some of the settings and a survey of its own, in a
process of its own; what it sees is sent as bytes, in which texts are known by their numbers. What
is seen of a program does not depend on the others, but for what is wrong with it: so a share gives
up where anything is wrong, or is tried that would not be if all were looked at one after the other.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from rulewright.interpreter import rounds
from rulewright.interpreter.check import declared
from rulewright.interpreter.check.lint_program import Lints, Noted
from rulewright.interpreter.check.settings import Setting
from rulewright.interpreter.diagnostics import (
    Diagnostic,
    RulesError,
    UsageError,
    bounded_nesting,
)
from rulewright.interpreter.driver import Ruleset, checked, read
from rulewright.interpreter.ir.information_flow import check_information_flow
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.lower.game import Instance, instantiate
from rulewright.interpreter.lower.known import Shared
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.trial import MOST_MADE, Trials

#: What may be wrong with one setting and be well with another.
SIZES = ("too-large", "state-size")
#: Characters of a ruleset, with its bases, that is looked at in shares: processes take time too.
LEAST_SHARED = 20_000

#: Carries out some work on each part, and gives what comes of it in their order.
HandOut = Callable[[Callable[[int], bytes | None], Sequence[int]], Iterator[bytes | None]]


@dataclass
class Seen:
    """What was seen of the program of one setting: what is wrong with it, what the lints noted,
    what its loops ask, and the `when` conditions that hold in it."""

    wrong: list[Diagnostic]
    noted: Noted
    loops: rounds.Seen
    holding: frozenset[Span]


class Survey:
    """Looks at programs of one ruleset."""

    def __init__(self, ruleset: Ruleset, plays: int | None, shared: Shared) -> None:
        self.ruleset = ruleset
        self.trials = Trials(plays)
        self.shared = shared
        self._lints = Lints(ruleset.declarations, ruleset.text.source)
        self._rounds = rounds.Rounds(ruleset.declarations, ruleset.text.source)

    def instance(self, setting: Setting) -> tuple[Instance | None, list[Diagnostic]]:
        """The game for a setting, and what is wrong with it."""
        return instance_of(self.ruleset, setting, self.shared)

    def play(self, instance: Instance, setting: Setting) -> None:
        """Try the program of a game out."""
        players, options = setting
        ends = players in (self.ruleset.min_players, self.ruleset.max_players)
        self.trials.try_out(instance.program, named(self.ruleset, setting), ends and not options)

    def look(self, instance: Instance, setting: Setting, wrong: list[Diagnostic]) -> Seen:
        """Look at a program."""
        self._lints.noted = Noted()
        holding = instance.model.holding
        self._lints.look(instance.program, holding, named(self.ruleset, setting))
        return Seen(wrong, self._lints.noted, self._rounds.look(instance.program), holding)

    def conditions(self) -> Noted:
        """What was noted of the conditions that were lowered, of all programs so far."""
        self._lints.noted = Noted()
        for outcomes in self.shared.conditions.values():
            self._lints.condition(outcomes.expr, outcomes.tests)
        return self._lints.noted


def instance_of(
    ruleset: Ruleset, setting: Setting, shared: Shared | None = None
) -> tuple[Instance | None, list[Diagnostic]]:
    """The game for a setting, and what is wrong with it."""
    players, options = setting
    try:
        with bounded_nesting(ruleset.text.source):
            instance = instantiate(ruleset.declarations, ruleset.name, players, options, shared)
            program = instance.program
            return instance, [*verify(program), *check_information_flow(program)]
    except RulesError as error:
        what = named(ruleset, setting)
        return None, [
            replace(d, message=d.message + (f"; so it is{what}" if what else ""))
            if d.code in SIZES else d for d in error.diagnostics
        ]
    except UsageError as error:
        if not options:
            return None, [Diagnostic("option", error.message, None, error.hint)]
    return None, []


def unreached_steps(ruleset: Ruleset) -> list[Diagnostic]:
    """What is wrong with steps that nobody does, with the options as they normally are."""
    unused = declared.unreached_steps(ruleset.declarations)
    if not unused:
        return []
    try:
        with bounded_nesting(ruleset.text.source):
            instantiate(ruleset.declarations, ruleset.name, ruleset.min_players, {}, unused=unused)
    except RulesError as error:
        return list(error.diagnostics)
    return []


def named(ruleset: Ruleset, setting: Setting) -> str:
    """` with 3 players and size 5`: what is not the same whatever is chosen."""
    players, options = setting
    what = [f"{key} {value}" for key, value in options.items()]
    if ruleset.min_players < ruleset.max_players:
        what.insert(0, f"{players} player{'s' * (players > 1)}")
    return " with " + " and ".join(what) if what else ""


def to_be_told_apart(instance: Instance | None, wrong: Sequence[Diagnostic]) -> bool:
    """Whether it must be found out which part of a setting is at fault."""
    return instance is None or any(p.severity == "error" or p.code in SIZES for p in wrong)


# ---- shares --------------------------------------------------------------------------------------

#: The rulesets that are being looked at in shares: processes that start as copies of this one find
#: them here, others read them again.
_PRESENT: dict[Path, Ruleset] = {}


def in_shares(
    ruleset: Ruleset, settings: Sequence[Setting], plays: int | None, jobs: int, hand_out: HandOut
) -> tuple[list[Seen], Noted] | None:
    """What is seen of all settings, in their order, and noted of the conditions, looked at in so
    many shares; None if it does not pay, or they must be looked at one after the other."""
    jobs = min(jobs, len(settings))
    texts = [text.source for text in ruleset.text.chain()]
    if jobs < 2 or sum(len(source.text) for source in texts) < LEAST_SHARED:
        return None
    work = partial(_share, ruleset.path, settings, plays, jobs)
    seen: dict[int, Seen] = {}
    noted, played = Noted(), 0
    _PRESENT[ruleset.path] = ruleset
    try:
        for number, made in enumerate(hand_out(work, range(jobs))):
            if made is None:
                return None
            of_share, conditions, expressions = _Unpickler(made, texts).load()
            seen.update(zip(divided(settings, jobs)[number], of_share, strict=True))
            noted.include(conditions)
            played += expressions
    finally:
        del _PRESENT[ruleset.path]
    if plays is None and played <= MOST_MADE:
        return None  # others would be played as well
    return [seen[number] for number in range(len(settings))], noted


def divided(settings: Sequence[Setting], shares: int) -> list[list[int]]:
    """The settings of each share, by their numbers: those with as many players together, of which
    the second is made in half the time, unless that leaves one share with more to do."""
    by_players: dict[int, list[int]] = {}
    for number, (players, _) in enumerate(settings):
        by_players.setdefault(players, []).append(number)
    alone = _handed_out(settings, [[number] for number in range(len(settings))], shares)
    together = _handed_out(settings, list(by_players.values()), shares)
    return min(together, alone, key=lambda made: max(_effort(settings, share) for share in made))


def _handed_out(
    settings: Sequence[Setting], parts: Sequence[list[int]], shares: int
) -> list[list[int]]:
    """Settings that stay together handed out, each to the share that is done with it first, the
    longest first; then exchanged as long as the longest share gets shorter."""
    found: list[list[list[int]]] = [[] for _ in range(shares)]
    for part in sorted(parts, key=lambda part: -_effort(settings, part)):
        min(found, key=lambda share: _effort(settings, *share, part)).append(part)
    while better := _exchanged(settings, found):
        found = better
    return [sorted(each for part in share for each in part) for share in found]


def _exchanged(
    settings: Sequence[Setting], shares: list[list[list[int]]]
) -> list[list[list[int]]] | None:
    """Shares of which the longest one has exchanged a part for a shorter one, or for none, of
    another, if that is done sooner."""
    def effort(share: list[list[int]]) -> int:
        return _effort(settings, *share)

    longest = max(shares, key=effort)
    for other in shares:
        for part in longest if other is not longest else ():
            for back in ([], *([each] for each in other)):
                one = [each for each in longest if each is not part] + back
                two = [each for each in other if each not in back] + [part]
                if max(effort(one), effort(two)) < effort(longest):
                    return [one if share is longest else two if share is other else share
                            for share in shares]
    return None


def _effort(settings: Sequence[Setting], *parts: Sequence[int]) -> int:
    """What the settings of a share take, which is given in parts: in hundredths of what one takes
    whose number of players the share has already. The first with some players takes twice that, and
    more the more options are set. Those with the normal options for the fewest and the most are
    played as well."""
    numbers = [players for players, _ in settings]
    ends = min(numbers), max(numbers)
    share = [each for part in parts for each in part]
    played = sum(numbers[each] in ends and not settings[each][1] for each in share)
    first = len({numbers[each] for each in share})
    return 100 * (len(share) + first + 2 * played) + sum(len(settings[each][1]) for each in share)


def _share(
    path: Path, settings: Sequence[Setting], plays: int | None, shares: int, number: int
) -> bytes | None:
    """What is seen of the settings of a share, and of the conditions; None if anything is wrong."""
    ruleset = _PRESENT.get(path) or checked(read(path))[0]
    if ruleset is None:
        return None
    survey = Survey(ruleset, plays, Shared())
    seen = []
    for setting in [settings[each] for each in divided(settings, shares)[number]]:
        instance, wrong = survey.instance(setting)
        if instance is None or to_be_told_apart(instance, wrong):
            return None
        survey.play(instance, setting)
        if survey.trials.found or survey.trials.others:
            return None
        seen.append(survey.look(instance, setting, wrong))
    found, made = (seen, survey.conditions(), survey.trials.made), BytesIO()
    _Pickler(made, [text.source for text in ruleset.text.chain()]).dump(found)
    return made.getvalue()


class _Pickler(pickle.Pickler):
    """Writes what speaks of texts, which are known by their numbers."""

    def __init__(self, file: BytesIO, texts: Sequence[Source]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._numbers = {id(text): number for number, text in enumerate(texts)}

    def persistent_id(self, obj: Any) -> int | None:
        return self._numbers.get(id(obj))


class _Unpickler(pickle.Unpickler):
    """Reads what a `_Pickler` wrote."""

    def __init__(self, made: bytes, texts: Sequence[Source]) -> None:
        super().__init__(BytesIO(made))
        self._texts = texts

    def persistent_load(self, pid: int) -> Source:
        return self._texts[pid]
