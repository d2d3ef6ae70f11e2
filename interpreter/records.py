"""Data classes of which little is generated.

Model. A record is a data class that nobody changes, which the type checker sees to. Its functions
are the same for all records but for the constructor, which is written when the first one is made,
and `dataclasses` looks at a kind when it is first asked for its fields: a command imports hundreds
of records and makes few kinds of them, and all of that for each would take longer than to read a
ruleset. `dataclasses.fields` and `replace` work on records; what a field can have are a default and
a `default_factory`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from inspect import get_annotations
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

C = TypeVar("C")


@overload
def record(kind: type[C]) -> type[C]: ...


@overload
def record(*, eq: bool) -> Callable[[type[C]], type[C]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: type[C] | None = None, *, eq: bool = True) -> Any:
    """Makes a class a record, with the annotated parts: equal where they are, unless it is `eq`
    False; then each is equal to itself alone."""
    if kind is None:
        return lambda kind: _record(kind, eq)
    return _record(kind, eq)


#: Where `dataclasses` keeps what it knows of the fields of a kind.
FIELDS = "__dataclass_fields__"


class _Later:
    """Stands in the place of the fields of a kind until they are asked for."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def __get__(self, instance: object, owner: type) -> object:
        dataclass(init=False, repr=False, eq=False)(self.kind)
        return self.kind.__dict__[FIELDS]


def _names(kind: type) -> tuple[str, ...]:
    """The names of the parts, those of the kinds that it is a kind of before its own."""
    names: dict[str, None] = {}
    for base in kind.__mro__[-1:0:-1]:
        if any(FIELDS in each.__dict__ for each in base.__mro__):
            names |= dict.fromkeys(base.__match_args__)  # type: ignore[attr-defined]
    return tuple(names | dict.fromkeys(get_annotations(kind)))


def _record(kind: type[C], eq: bool) -> type[C]:
    made: Any = kind
    setattr(kind, "__match_args__", _names(kind))  # noqa: B010
    setattr(kind, FIELDS, _Later(kind))
    own = kind.__dict__
    if "__init__" not in own and kind.__new__ is object.__new__:
        made.__init__ = _first(made)
    if "__repr__" not in own:
        made.__repr__ = _repr
    if eq and "__eq__" not in own:
        names = made.__match_args__
        made.__eq__, made.__hash__ = _by_parts(attrgetter(*names) if names else type)
    return kind


def _by_parts(parts: Callable[[Any], object]) -> tuple[Any, Any]:
    """What tells whether a record of a kind is equal to something, and its hash."""
    def __eq__(self: Any, other: object) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or parts(self) == parts(other)

    def __hash__(self: Any) -> int:
        return hash(parts(self))

    return __eq__, __hash__


def _repr(self: Any) -> str:
    parts = [f"{name}={getattr(self, name)!r}" for name in self.__match_args__]
    return f"{type(self).__name__}({', '.join(parts)})"


def _first(kind: Any) -> Callable[..., None]:
    """A constructor that writes the true one when the first record is made."""
    def __init__(self: Any, *args: Any, **named: Any) -> None:
        if kind.__init__ is __init__:
            kind.__init__ = _constructor(kind)
        kind.__init__(self, *args, **named)

    return __init__


def _constructor(kind: type) -> Any:
    """The constructor of a record, which takes the parts in their order or by their names."""
    names, lines, known = ["self"], [], dict[str, Any]()
    for part in fields(kind):
        name = part.name
        lines.append(f"self.{name} = {name}")
        if part.default is not MISSING:
            known[f"_{name}"] = part.default
            names.append(f"{name}=_{name}")
        elif part.default_factory is not MISSING:
            known[f"_{name}"], known["_MISSING"] = part.default_factory, MISSING
            names.append(f"{name}=_MISSING")
            lines[-1] = f"self.{name} = _{name}() if {name} is _MISSING else {name}"
        else:
            names.append(name)
    exec(f"def __init__({', '.join(names)}):\n " + "\n ".join(lines or ["pass"]), known)
    return known["__init__"]
