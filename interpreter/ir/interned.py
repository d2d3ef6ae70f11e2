"""Classes whose equal instances are one object, so that equality is identity.

An instance is known by its class and its declared parts, which must be hashable; instances of such
classes hash by identity, at once. The table holds them weakly.
"""

from __future__ import annotations

from typing import Any, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")
_INSTANCES: WeakValueDictionary[Any, Any] = WeakValueDictionary()


class Interned(type):
    """The class of such classes: frozen dataclasses with `eq=False`."""

    def __call__(cls: type[T], *args: Any, **named: Any) -> T:
        made = super().__call__(*args, **named)  # type: ignore[misc]
        parts = made.__dict__
        found: T = _INSTANCES.setdefault((cls, *[parts[n] for n in cls.__match_args__]), made)  # type: ignore[attr-defined]
        return found


def reduced(made: Any) -> tuple[Any, ...]:
    """For `__reduce__`: an instance that is unpickled is the one that exists already."""
    return type(made), tuple(getattr(made, name) for name in made.__match_args__)
