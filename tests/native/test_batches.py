"""Options that are counted: which, and that the one that was drawn is the one a list would have."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.ir import Const, Local, number
from rulewright.interpreter.native import batches
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.passes.plan import (
    Body,
    Count,
    Each,
    If,
    Listed,
    Offer,
    OfferBeside,
    Statement,
    While,
)
from rulewright.interpreter.play import setting
from tests.native.rows import the_same_games
from tests.texts import path_of

A, B = Local("a", number(0, 9)), Local("b", number(0, 9))
ONE = Const(1)


def test_what_is_counted() -> None:
    """Single options, sets, and loops with one offer, which has as many rows as there are
    rounds."""
    alone, beside, last = Offer(0, ()), OfferBeside(3), Offer(1, (A,))
    of_set, in_loop, named = Offer(1, (A, B)), Offer(2, (B, A)), Offer(2, (A,))
    body: Body = (
        If(ONE, (alone,), (Count(A, 10, (last,)),)),
        Count(A, 10, (If(ONE, (Count(B, 10, (of_set,)),)),)),
        Listed(A, (ONE, ONE), 10, (Count(B, 10, (If(ONE, (in_loop,)),)),)),
        Listed(A, (ONE,), 10, (named,)), beside,
    )
    assert batches.counted(body) == {
        alone: 0, last: 0, of_set: 10, in_loop: 20, named: 1, beside: 0}


@pytest.mark.parametrize("body", [
    (Count(A, 10, (Offer(0, (A,)), Offer(1, (A,)))),),
    (Count(A, 10, (OfferBeside(1),)),),
    (While(ONE, (Offer(0, ()),)),),
    (Count(A, 500, (Count(B, 2, (Offer(0, (B, A)),)),)),),
    tuple(Offer(number, ()) for number in range(13)),
], ids=["in turn", "beside others", "no end", "rows", "offers"])
def test_what_is_listed(body: Body) -> None:
    assert batches.counted(body) is None


#: Offers in a loop: of sets, of one option each; beside others; where a duty may bind.
GAMES = ["amazons", "breakthrough", "cant-stop", "draughts", "nim", "motif", "motators"]


@pytest.mark.parametrize("path", [*map(path_of, GAMES)], ids=lambda path: path.stem)
def test_options_in_loops_are_counted(path: Path) -> None:
    made = setting.make(str(path), None, {})
    machine = NativeMachine(made.game.program, "-O0")
    assert " row_" in machine.source
    the_same_games(made, machine, 3, 60)


def test_a_statement_is_counted_where_it_stands() -> None:
    """Two offers of one alternative, one after the other, are two batches."""
    one: Statement = Offer(0, (A,))
    other: Statement = Offer(0, (A,))
    assert batches.counted((Count(A, 10, (one,)), Count(A, 10, (other,)))) == {one: 0, other: 0}


def test_how_many_there_always_are() -> None:
    """Known before a game: single options and whole sets, whatever holds; nothing that is
    tested."""
    dice = Each(A, Const(0b1111110), (Offer(0, (A,)),))
    assert batches.always((Offer(0, ()), Offer(1, ()))) == 2
    assert batches.always((dice, Offer(1, ()))) == 7
    assert batches.always((Count(A, 10, (Offer(0, (A,)),)),)) == 10
    assert batches.always(()) == 0
    assert batches.always((dice, If(ONE, (Offer(1, ()),)))) is None
    assert batches.always((Count(A, 10, (If(ONE, (Offer(0, (A,)),)),)),)) is None
