"""What phrases are lowered to, beside values: conditions, what is said of a thing, sets.

Model. A condition is a `Guard`: its test, and the author's words for it. An `Assertion` is a guard
that can be said or denied of a thing. The `Members` of a set are a local and the guards that a
candidate passes, so a set can be asked for its members, whether there is one, or its mask.

Invariants: what is given must be there for an assertion to be denied; only a set of single things
has a mask.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import E, Guard, Local, Op, VType, comp, op
from rulewright.interpreter.lower.typed import Typed, if_there
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax import ast


def guard_for(
    phrase: ast.Node, refs: ast.Refs, test: E, parts: tuple[Guard, ...] = (), *,
    any_of: bool = False, values: tuple[tuple[str, E, VType], ...] = (),
) -> Guard:
    """A condition in the author's words: those of the phrase."""
    return Guard(test, phrase.span, refs, phrase.span.text, parts, any_of, values=values)


@record
class Assertion:
    """What is said of a thing; of what is not there, it is false. `given` must be there for its
    opposite to be said."""

    guard: Guard
    given: tuple[E, ...] = ()

    def said(self, negated: bool) -> Guard:
        """The condition, or its opposite, which its parts explain no longer."""
        guard = self.guard
        if not negated:
            return guard
        test = if_there(self.given, op("not", guard.test))
        return Guard(test, guard.span, guard.refs, guard.text, values=guard.values)


@record
class Members:
    """The candidates of a set: a local, how many there are, and the test a member passes.

    `guards` are the parts of the test, each with its place. A group is known by its least cell.
    """

    var: Local
    type: VType
    guards: tuple[Guard, ...]
    value: E | None = None  # what is bound for a value of the local, if not that itself
    owner: E | None = None  # of pieces, where it is said whose they are

    @property
    def test(self) -> E:
        return op("and", *(guard.test for guard in self.guards))

    @property
    def typed(self) -> Typed:
        return Typed(self.value or self.var, self.type)

    @property
    def exists(self) -> E:
        """Whether there is a member."""
        return comp("any", self.var, self.test)

    @property
    def mask(self) -> E:
        """The members as a mask; `x in S` alone is S itself."""
        test = self.test
        if isinstance(test, Op) and test.op == "in" and test.args[0] is self.var and (
            self.var not in test.args[1].free
        ):
            return test.args[1]
        return comp("set", self.var, test)


def require_things(members: Members, things: ast.SetNode) -> None:
    """Refuse a set that has no mask."""
    if members.type.group:
        raise error("set", "the members of this set are groups, and each is a set itself",
                    things.span, "write `the number of groups …` or `for each group …`")
    if members.type.domain is None:
        raise error("set", "a set of numbers cannot be kept as a value", things.span)
