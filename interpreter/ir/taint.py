"""What the flow knows of secrets at one point.

Model. A `Taint` holds the labels of what lives while choices are in progress, and what has become
of what was chosen or rolled: whether it is shown, who chose it, where it is kept in secret, what
all see that is made of it. Where ways meet, what holds on one of them counts, and what must hold
for sure (shown, who chose) only if it does on both; so a taint grows until nothing is new.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.interpreter import ir
from rulewright.interpreter.ir.secret_reads import Carrier, Labels
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span

NO_LABELS: Labels = frozenset()
NO_CARRIERS: frozenset[Carrier] = frozenset()


@record
class Use:
    """A field that an outcome is stored in or selects the element of, and the tests (with their
    arms) that the store stands under."""

    field: ir.Field
    span: Span
    tests: frozenset[tuple[object, bool]]


NO_USES: frozenset[Use] = frozenset()


@dataclass
class Taint:
    """What is known at one point of the flow: the labels carried, which choices are shown, who made
    them, in which secret fields they are kept, and which public fields depend on them."""

    labels: dict[Carrier, Labels] = field(default_factory=dict)
    shown: frozenset[Carrier] = frozenset()
    meant: frozenset[Carrier] = frozenset()  # of what is shown, what a public field has become
    chooser: dict[Carrier, ir.E] = field(default_factory=dict)
    kept: dict[Carrier, frozenset[Use]] = field(default_factory=dict)
    traces: dict[Carrier, frozenset[Use]] = field(default_factory=dict)

    def copy(self) -> Taint:
        return Taint(dict(self.labels), self.shown, self.meant, dict(self.chooser),
                      dict(self.kept), dict(self.traces))

    def join(self, other: Taint) -> bool:
        """What holds here or there; what is shown, and who chose, here and there. Whether that is
        something else than before."""
        new = not (self.shown <= other.shown and self.meant <= other.meant)
        self.shown &= other.shown
        self.meant &= other.meant
        chooser = {c: e for c, e in self.chooser.items() if other.chooser.get(c) is e}
        new |= len(chooser) < len(self.chooser)
        self.chooser = chooser
        parts: tuple[tuple[dict[Carrier, Any], dict[Carrier, Any]], ...] = (
            (self.labels, other.labels), (self.kept, other.kept), (self.traces, other.traces))
        for mine, others in parts:
            for carrier, held in others.items():
                known = mine.get(carrier)
                if known is None:
                    mine[carrier] = held
                    new |= bool(held)
                elif not held <= known:
                    mine[carrier] = known | held
                    new = True
        return new

    def set(self, carrier: Carrier, labels: Labels) -> None:
        """A carrier has a new value. Whoever was named by the old one is not known any more."""
        for other, held in self.labels.items():
            for label in held:
                if label.owner is not None and carrier in label.owner.reads:
                    self.labels[other] = frozenset(
                        label._replace(owner=None) if _reads(label.owner, carrier) else label
                        for label in held
                    )
                    break
        if any(carrier in e.reads for e in self.chooser.values()):
            self.chooser = {c: e for c, e in self.chooser.items() if carrier not in e.reads}
        self.forget(carrier)
        self.labels[carrier] = labels
        self.shown -= {carrier}
        self.meant -= {carrier}

    def taken(self, branch: int) -> None:
        """A branch is taken anew: which arm it was the last time is a secret of its own now."""
        for carrier, held in self.labels.items():
            for label in held:
                if label.branch == branch:
                    self.labels[carrier] = frozenset(
                        label._replace(branch=None) if label.branch == branch else label
                        for label in held
                    )
                    break

    def forget(self, carrier: Carrier) -> None:
        """A carrier does not live on."""
        known: tuple[dict[Carrier, Any], ...] = (self.labels, self.chooser, self.kept, self.traces)
        for part in known:
            part.pop(carrier, None)

    def forget_locals(self, but: frozenset[ir.Local] = frozenset()) -> None:
        known: tuple[dict[Carrier, Any], ...] = (self.labels, self.chooser, self.kept, self.traces)
        for part in known:
            for carrier in [c for c in part if isinstance(c, ir.Local)]:
                if carrier not in but:
                    del part[carrier]


def _reads(owner: ir.E | None, carrier: Carrier) -> bool:
    return owner is not None and carrier in owner.reads
