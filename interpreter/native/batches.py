"""Options of a node that are counted: the one that was drawn is selected, and none is listed.

Model. What offers options is a *batch*: of one option; of the members of a set; or, in a loop, of
either for each round. The rounds stand in `rows`, each with what is chosen first, and are written
over where a round offers nothing. Batches follow one another as the options do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.interpreter.ir import Const
from rulewright.interpreter.native.loops import gathered, loops_size, offers_set
from rulewright.interpreter.native.types import CType, of_set
from rulewright.interpreter.passes.plan import (
    Body,
    Count,
    Each,
    If,
    Listed,
    Offer,
    OfferBeside,
    Statement,
    statements,
)

#: Batches of a node, and rows of a batch.
MOST_BATCHES, MOST_ROWS = 12, 512
#: Words of the members of a row.
MOST_MEMBERS = 4


@dataclass(frozen=True)
class Batch:
    """A batch of an alternative: the number of things chosen first, how the set of those chosen
    last stands, if it is one, and the most rows there may be, if it stands in a loop."""

    number: int
    alternative: int
    outer: int
    kind: CType | None
    rows: int

    def declared(self) -> Iterator[str]:
        """The lines that stand in front."""
        at = self.number
        yield f"int count_{at} = 0;"
        if self.rows:
            fields = f"int values[{max(1, self.outer)}]; "
            if self.kind is not None:
                fields += f"int count; {self.kind.name} members; "
                yield f"int rows_{at} = 0;"
            yield f"struct {{ {fields}}} row_{at}[{self.rows + 1}];"
        elif self.kind is not None:
            yield f"{self.kind.name} members_{at};"

    def added(self, values: list[str], members: str) -> list[str]:
        """The lines of an offer: what is chosen first, and the set of what is chosen last."""
        at, kind = self.number, self.kind
        if not self.rows:
            if kind is None:
                return [f"n += count_{at} = 1;"]
            return [f"members_{at} = {members};",
                    f"n += count_{at} = count_{kind.name}(members_{at});"]
        here = f"row_{at}[{'count' if kind is None else 'rows'}_{at}]"
        chosen = [f"{here}.values[{i}] = {value};" for i, value in enumerate(values)]
        if kind is None:
            return [" ".join(chosen), f"count_{at}++; n++;"]
        return [f"{{ const {kind.name} set_ = {members};",
                f"const int size_ = count_{kind.name}(set_);", *chosen,
                f"{here}.count = size_; {here}.members = set_;",
                f"rows_{at} += size_ != 0; count_{at} += size_; n += size_; }}"]

    def selected(self) -> str:
        """What gives what is chosen by option `k` of the batch its value."""
        at, kind = self.number, self.kind
        row = f"row_{at}[{'k' if kind is None else 'r'}]"
        chosen = [f"chosen_{i} = {row}.values[{i}];" for i in range(self.outer)]
        if not self.rows:
            return "" if kind is None else f"chosen_0 = nth_{kind.name}(members_{at}, (int)k); "
        if kind is None:
            return " ".join(chosen) + " "
        return (f"int r = 0; while (k >= {row}.count) k -= row_{at}[r++].count; "
                f"{' '.join(chosen)} "
                f"chosen_{self.outer} = nth_{kind.name}({row}.members, (int)k); ")


def counted(body: Body) -> dict[Statement, int] | None:
    """The offers of a node whose options can be counted, with the most rows of each, 0 where it is
    not in a loop. None where they cannot be: where there are too many, or a loop has more than one
    offer, so that those of both alternate."""
    found = dict[Statement, int]()
    return found if _counted(body, 0, found) and len(found) <= MOST_BATCHES else None


def always(body: Body) -> int | None:
    """How many options a node has, where that is the same in every state."""
    found = 0
    for statement in body:
        match statement:
            case Offer(values=()):
                found += 1
            case Each(set=Const(value=members)) if offers_set(statement):
                found += members.bit_count()
            case Count(size=size) if offers_set(statement):
                found += size
            case _ if any(isinstance(inner, (Offer, OfferBeside))
                          for inner in statements((statement,))):
                return None
    return found


def _counted(body: Body, rounds: int, found: dict[Statement, int]) -> bool:
    """Whether all offers are counted that stand in loops of so many rounds; they are added."""
    for statement in body:
        match statement:
            case Offer(values=values):
                found[statement] = max(rounds, min(1, len(values)))
            case OfferBeside() if not rounds:
                found[statement] = 0
            case If(body=then, otherwise=otherwise):
                if not (_counted(then, rounds, found) and _counted(otherwise, rounds, found)):
                    return False
            case Each() | Count() if (offer := gathered(statement)) is not None:
                if of_set(loops_size(statement)).words > MOST_MEMBERS:
                    return False
                found[offer] = max(rounds, min(1, len(offer.values) - 1))
            case Each() | Count() | Listed():
                before = len(found)
                each = len(statement.values) if isinstance(statement, Listed) else (
                    loops_size(statement))
                if not _counted(statement.body, max(1, rounds) * each, found) or (
                    len(found) > before + 1
                ):
                    return False
            case _ if any(isinstance(inner, (Offer, OfferBeside))
                          for inner in statements((statement,))):
                return False
    return max(found.values(), default=0) <= MOST_ROWS
