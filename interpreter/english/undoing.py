"""Verbs by which a quality ends: `heal` of what can be wounded, `wake up` of what is asleep.

Invariant: a verb is told of the one quality of a thing that it can end; where a thing has two of
these (`tired` and `wounded`, which both `recover` ends), of the one that its line speaks of. Where
the line speaks of another quality alone (`disarmed Units recover`), it may be that one: of none.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.verbs import forms

#: Verbs, and the qualities that they end.
ENDING = (
    ("heal, recover, cure, mend, nurse",
     "wounded hurt poisoned sick ill infected diseased bleeding lame maimed"),
    ("rest, refresh, recover, recuperate",
     "tired weary exhausted fatigued worn spent sleepy drowsy drained"),
    ("wake, wake up, awake, awaken, rouse", "asleep sleeping dormant"),
    ("free, release, liberate, ransom, rescue",
     "pinned trapped captive captured jailed imprisoned bound chained caged caught snared enslaved "
     "enchained arrested detained tied stuck"),
    ("recover, calm, calm down, rally, regroup",
     "stunned dazed shaken panicked panicking frightened scared confused shocked disrupted "
     "disordered disorganized disorganised demoralized demoralised suppressed routed scattered"),
    ("repair, mend, rebuild, restore, fix, reconstruct",
     "damaged broken ruined burnt burned cracked wrecked destroyed devastated leaking"),
    ("recover", "wilted withered burnt burned damaged weakened ruined devastated"),
    ("thaw, thaw out, melt", "frozen icy"),
    ("dry, dry out, dry up, drain", "wet flooded soaked boggy muddy watered swampy"),
    ("extinguish, douse, put out, go out", "burning lit alight ablaze"),
    ("open, unlock, reopen", "closed shut locked barred sealed blocked"),
    ("close, shut, lock", "open unlocked"),
    ("clean, clear, wash", "dirty muddy polluted cluttered blocked snowed"),
    ("revive, resurrect", "dead fallen"), ("ready, untap", "tapped exhausted spent used"),
    ("fill, refill", "empty"), ("sober, sober up", "drunk"),
    ("pardon", "condemned guilty outlawed"),
    ("reveal, uncover", "hidden covered concealed secret"), ("hide, cover", "revealed visible"),
)
#: Forms that are not made as usual: the participle, then the others.
IRREGULAR = {"wake": "woken woke wakes waking", "awake": "awakened awoken awakes",
             "go": "gone goes went", "rebuild": "rebuilt rebuilds", "put": "put puts",
             "shut": "shut shuts", "hide": "hidden hides"}


@cache
def _ended() -> dict[tuple[str, ...], tuple[bool, frozenset[str]]]:
    """Of each form of such a verb whether it is told of what was done, and the qualities."""
    found: dict[tuple[str, ...], tuple[bool, frozenset[str]]] = {}
    for verbs, qualities in ENDING:
        for verb in verbs.split(", "):
            first, *rest = verb.split()
            made = (first, *IRREGULAR[first].split()) if first in IRREGULAR else forms(first)
            for form in made:
                done = form.endswith("ed") or form in IRREGULAR.get(first, "").split(" ")[:1]
                key = (form, *rest)
                known = found.get(key, (done, frozenset()))[1]
                found[key] = done, known | frozenset(qualities.split())
    return found


def ended(
    speech: Speech, words: tuple[str, ...], line: Collection[str]
) -> tuple[str, list[tuple[str, str]]]:
    """The category of a verb of a line by which qualities end, and each quality of the text that
    it ends, with the noun of which that is said."""
    done, qualities = _ended().get(words, (False, frozenset()))
    of: dict[str, set[str]] = {}
    others = set[str]()  # nouns of which the line says something else
    for name, declared in speech.known.adjectives.items() if qualities else ():
        for one in declared:
            if one.noun and not one.defined and name.lower() in qualities:
                of.setdefault(one.noun, set()).add(name)
            elif one.noun and not one.defined and name in line:
                others.add(one.noun)
    of = {noun: names for noun, names in of.items() if names & {*line} or noun not in others}
    told = {noun: names & {*line} or names for noun, names in of.items()}
    only = [(name, noun) for noun, names in told.items() if len(names) == 1 for name in names]
    table = speech.phrases.table
    nouns = {table[(one,)][1] for one in line if table.get((one,), ("",))[0] in ("NOUN", "NOUNS")}
    if nouns:  # of what the line speaks of
        only = [(name, noun) for name, noun in only if noun in nouns]
    return "undone" if done else "undo", only
