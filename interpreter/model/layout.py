"""The layout of a state: fields one behind the other, each with its place in the vector."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import Domain, Field, Group, SeenBy, VType
from rulewright.interpreter.source import Source, Span

MAX_STATE = 200_000  # integers in one state
_NOWHERE = Span(Source("(no file)", ""), 1, 1, 1, 2)


@dataclass
class Layout:
    """The fields laid out so far. Layouts with the same `made` have equal fields in common."""

    fields: list[Field] = field(default_factory=list)
    made: dict[tuple[object, ...], Field] = field(default_factory=dict)

    def add(
        self, group: Group, owner: str, name: str, dims: tuple[Domain, ...], kind: VType,
        first: list[int], *, this_turn: bool = False, seen_by: SeenBy = SeenBy.ALL,
        span: Span | None = None, seers: tuple[int, ...] = (), place: Field | None = None,
        fixed: bool = False,
    ) -> Field:
        """Lay out one more field behind the others."""
        last = self.fields[-1] if self.fields else None
        offset = last.offset + last.size if last else 0
        if offset + len(first) > MAX_STATE:
            raise error("state-size", f"a state would have more than {MAX_STATE} numbers",
                        span or _NOWHERE)
        parts = (len(self.fields), group, owner, name, dims, kind, tuple(first), offset,
                 this_turn, seen_by, span, seers, place, fixed)
        new = self.made.get(parts) or self.made.setdefault(parts, Field(*parts))
        self.fields.append(new)
        return new
