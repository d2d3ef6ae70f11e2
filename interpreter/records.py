"""Dataclasses that cost little until they are used.

Model. `dataclass` is the decorator of the standard library, of which it takes `frozen`, `eq` and
`repr`. That one compiles the methods of a class in the moment in which the class is made, which
took half of the time of importing this package. Here `__init__` is compiled when the first
instance is made, and the other methods are functions that go by the declared parts.

Invariants: classes and instances are those of the standard library for whoever uses them; `fields`,
`replace` and `is_dataclass` know them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    def dataclass(
        kind: type | None = None, /, *, frozen: bool = False, eq: bool = True, repr: bool = True,
    ) -> Any:
        """Makes a class a dataclass."""
        if kind is None:
            return lambda kind: _made(kind, frozen, eq, repr)
        return _made(kind, frozen, eq, repr)


def _made(kind: Any, frozen: bool, eq: bool, shown: bool) -> Any:
    own = kind.__dict__
    if kind.__doc__ is None:
        kind.__doc__ = kind.__name__  # the standard library would work a signature out for it
    dataclasses.dataclass(init=False, repr=False, eq=False)(kind)
    methods: dict[str, Any] = {"__init__": _first_init(kind, frozen)}
    if shown:
        methods["__repr__"] = _repr
    if frozen:
        methods |= {"__setattr__": _setter(kind), "__delattr__": _deleter(kind)}
    if eq:
        methods["__eq__"] = _eq
        if "__hash__" not in own or (own["__hash__"] is None and "__eq__" in own):
            kind.__hash__ = _hash if frozen else None
    for name, method in methods.items():
        if name not in own:
            setattr(kind, name, method)
    return kind


def _first_init(kind: Any, frozen: bool) -> Callable[..., None]:
    """An `__init__` that puts the compiled one in its place when it is first called."""
    def __init__(self: Any, *args: Any, **named: Any) -> None:
        init = _init(kind, frozen)
        if kind.__dict__["__init__"] is __init__:
            kind.__init__ = init
        init(self, *args, **named)

    return __init__


def _init(kind: Any, frozen: bool) -> Callable[..., None]:
    """The `__init__` of a class, as the standard library would make it."""
    about: dict[str, Any] = {"MISSING": MISSING, "put": object.__setattr__}
    given, lines = ["self"], []
    for part in dataclasses.fields(kind):
        name = value = part.name
        if part.default_factory is not MISSING:
            about[f"make_{name}"] = part.default_factory
            given += [f"{name}=MISSING"] * part.init
            value = f"make_{name}() if {name} is MISSING else {name}" if part.init else (
                f"make_{name}()")
        elif not part.init:
            continue
        elif part.default is not MISSING:
            about[f"default_{name}"] = part.default
            given.append(f"{name}=default_{name}")
        else:
            given.append(name)
        lines.append(f"put(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    text = f"def __init__({', '.join(given)}):\n " + "\n ".join(lines or ["pass"])
    exec(text, about)
    init: Callable[..., None] = about["__init__"]
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    return init


@recursive_repr()
def _repr(self: Any) -> str:
    shown = [f"{part.name}={getattr(self, part.name)!r}" for part in dataclasses.fields(self)
             if part.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _eq(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    compared = _compared(type(self))
    return compared(self) == compared(other)


def _hash(self: Any) -> int:
    return hash(_compared(type(self))(self))


#: For each class what gives the parts by which instances are compared, as a tuple.
_COMPARED: dict[type, Callable[[Any], Any]] = {}


def _compared(kind: Any) -> Callable[[Any], Any]:
    found = _COMPARED.get(kind)
    if found is None:
        names = [part.name for part in dataclasses.fields(kind) if part.compare]
        if len(names) > 1:
            found = attrgetter(*names)
        else:
            def found(self: Any) -> Any:
                return tuple([getattr(self, name) for name in names])
        _COMPARED[kind] = found
    return found


def _setter(kind: Any) -> Callable[..., None]:
    def __setattr__(self: Any, name: str, value: Any) -> None:
        if type(self) is kind or name in kind.__dataclass_fields__:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(kind, self).__setattr__(name, value)

    return __setattr__


def _deleter(kind: Any) -> Callable[..., None]:
    def __delattr__(self: Any, name: str) -> None:
        if type(self) is kind or name in kind.__dataclass_fields__:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(kind, self).__delattr__(name)

    return __delattr__
