"""Classes whose equal instances are one object, so that equality is identity.

An instance is known by its class and its declared parts, which must be hashable; instances of such
classes hash by identity, at once. The table holds them weakly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import KeyedRef

T = TypeVar("T")
Key = tuple[Any, ...]
_INSTANCES: dict[Key, KeyedRef[Key, Any]] = {}


class Interned(type):
    """The class of such classes: frozen dataclasses with `eq=False`."""

    def __call__(cls: type[T], *args: Any, **named: Any) -> T:
        names = cls.__match_args__  # type: ignore[attr-defined]
        made: Any = None
        if named or len(args) != len(names):
            made = super().__call__(*args, **named)  # type: ignore[misc]
            args = tuple([made.__dict__[name] for name in names])
        key = (cls, *args)
        known = _INSTANCES.get(key)
        found: Any = known and known()
        if found is None:
            found = super().__call__(*args) if made is None else made  # type: ignore[misc]
            _INSTANCES[key] = KeyedRef(found, _forget, key)
        instance: T = found
        return instance


class cached(Generic[T]):
    """A property that is worked out once and kept in the instance, without a lock."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, instance: Any, owner: type) -> T:
        value = instance.__dict__[self.function.__name__] = self.function(instance)
        return value


def _forget(reference: KeyedRef[Key, Any]) -> None:
    """Take an instance that is no more out of the table, unless another one has its place."""
    if _INSTANCES.get(reference.key) is reference:
        del _INSTANCES[reference.key]


def reduced(made: Any) -> tuple[Any, ...]:
    """For `__reduce__`: an instance that is unpickled is the one that exists already."""
    return type(made), tuple(getattr(made, name) for name in made.__match_args__)
