"""Of which pieces with a number a sentence speaks: of those in play, which are not in the box.

What is said of `every Frog`, of `a red Frog` or of `the greatest strength among Frogs` is said of
the Frogs that are somewhere. Where it is asked where they are, in the sentence or in a definition
that it uses, it is asked of all: `every Frog is in the Den`, `Frogs in the box`. So it is in what
is `always` so, which is said of all that there is.
"""

from __future__ import annotations

from rulewright.interpreter.ir import Call, Const, E, Guard, Local, Op, Shift, VType, load, op
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.lowered import Members
from rulewright.interpreter.lower.numbered import numbered
from rulewright.interpreter.model.places import PLACES, THE_BOX, Numbered
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.source import Span


def _asked(kind: Numbered, piece: Local, whole: E, *, of_the_box: bool = False) -> bool:
    """Whether an expression asks where a piece is, or what is on it; or only, whether it is in the
    box. `piece` is the local for which it stands."""
    seen, todo = set[E](), [whole]
    place = load(kind.at, piece)
    while todo:
        e = todo.pop()
        if e in seen or piece not in e.free:
            continue
        seen.add(e)
        if of_the_box:
            if isinstance(e, Op) and e.op in ("==", "!=") and {place, Const(THE_BOX)} == {*e.args}:
                return True
        elif e == place or (isinstance(e, Shift) and e.value == piece and _is_place(e.type)):
            return True
        if isinstance(e, Call) and any(
            arg == piece and _asked(kind, param, e.function.body, of_the_box=of_the_box)
            for arg, param in zip(e.args, e.function.params, strict=True)
        ):
            return True
        todo += e.children
    return False


def _is_place(kind: VType) -> bool:
    """Whether a type is that of the places of pieces."""
    return kind.domain is not None and kind.domain.noun.startswith(PLACES)


def has_places(symbols: SymbolTable, kind: Numbered) -> bool:
    """Whether pieces of a noun can be anywhere else than in the box."""
    return len(kind.parts) > 1 or any(kind.noun in zone.nouns for zone in symbols.zones.values())


def in_play(
    context: Context, things: Members, span: Span, *said: E, value: E | None = None
) -> Members:
    """The members of a set of which it is `said` so, or of which a `value` is counted: those in
    play, unless it is asked where they are."""
    kind = numbered(context.symbols, things.typed)
    if kind is None or context.of_all or not has_places(context.symbols, kind):
        return things
    if any(_asked(kind, things.var, e) for e in (things.test, *said)) or (
        value is not None and _asked(kind, things.var, value, of_the_box=True)
    ):
        return things
    return Members(things.var, things.type, (*things.guards, played(kind, things.var, span)),
                   things.value, things.owner)


def played(kind: Numbered, piece: E, span: Span) -> Guard:
    """That a piece is in play."""
    return Guard(op("!=", load(kind.at, piece), Const(THE_BOX)), span, (),
                 f"the {kind.noun} is in play")
