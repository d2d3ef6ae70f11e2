"""The result of a game, as final ranks and payoffs mean it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.interpreter.ir import Program


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes:
        payoffs: what the rules pay each seat, if they pay; else +1 for each winner and -1 for the
            others, 0 for all in a draw.
        ranks: the rank of each seat, 1 the best; ties share the better rank.
        winners: the seats of rank 1, none in a draw.
        draw: whether all seats share one rank.
        rule: the id of the rule that ended the game, if the line cites one.
        truncated: the game was stopped because a memory was full; it has no winner.
        reason: why, in words, if it was truncated.
    """

    payoffs: list[float]
    ranks: list[int]
    winners: list[int]
    draw: bool
    rule: str | None
    truncated: bool
    reason: str


def in_state(program: Program, v: Sequence[int]) -> Result:
    """The result of a game that is over, in its last state."""
    ranks, pays, rule = program.ranks, program.pays, v[program.rule.offset]
    return of(
        list(v[ranks.offset : ranks.offset + ranks.size]),
        program.rules[rule - 1] if rule else None,
        None if pays is None else list(v[pays.offset : pays.offset + pays.size]))


def ahead(values: Sequence[int], seat: int) -> int:
    """How much more a seat has than the best of the others, or than 0 without others."""
    others = (value for other, value in enumerate(values) if other != seat)
    return values[seat] - max(others, default=0)


def of(ranks: list[int], rule: str | None, pays: list[int] | None = None) -> Result:
    """The result that final ranks mean; ranks of 0 are those of a truncated game."""
    if not any(ranks):
        nobody = [0.0] * len(ranks)
        return Result(nobody, ranks, [], False, None, True, "a memory of positions is full")
    draw = len(set(ranks)) == 1
    winners = [] if draw else [seat for seat, rank in enumerate(ranks) if rank == 1]
    if pays is not None and any(pays):
        return Result([float(x) for x in pays], ranks, winners, draw, rule, False, "")
    payoffs = [0.0 if draw else 1.0 if rank == 1 else -1.0 for rank in ranks]
    return Result(payoffs, ranks, winners, draw, rule, False, "")
