"""Classes whose equal instances are one object, so that equality is identity.

An instance is known by its class and its declared parts, which must be hashable; instances of such
classes hash by identity, at once. The table holds them weakly. In the moment in which an instance
goes it is but noted, by a function that is no Python: an error raised then would be lost, Ctrl-C
among them. It is taken out of the table before the next one is added.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import MISSING
from functools import cache, wraps
from typing import Any, Generic, Self, TypeVar
from weakref import ref

A = TypeVar("A")
T = TypeVar("T")
Key = tuple[Any, ...]


class Interned:
    """The base of such classes: records with `eq=False`. (No class of classes: `isinstance` takes
    several times as long for what has one.)"""

    __match_args__: tuple[str, ...] = ()

    def __new__(cls, *args: Any, **named: Any) -> Self:
        if named or len(args) != len(cls.__match_args__):
            args = _completed(cls, args, named)
        key = (cls, args)
        known = _INSTANCES.get(key)
        if known is not None:
            found: Self | None = known()
            if found is not None:
                return found
        made = object.__new__(cls)
        made.__dict__.update(zip(cls.__match_args__, args))  # noqa: B905 (as many, as was seen to)
        if _GONE:
            _forget()
        entry = _INSTANCES[key] = _Entry(made, _GONE.append)
        entry.key = key
        return made


class _Entry(ref[Any]):
    """An instance that is known as long as it is used elsewhere."""

    __slots__ = ("key",)
    key: Key


_INSTANCES: dict[Key, _Entry] = {}
#: The entries of instances that are no more, until they are taken out of the table.
_GONE: deque[_Entry] = deque()


def _completed(cls: Any, args: Key, named: dict[str, Any]) -> Key:
    """All parts of an instance, those that are not given by their defaults."""
    places, defaults, needed = _parts(cls)
    if not named and needed <= len(args) <= len(defaults):
        return args + defaults[len(args) :]
    made = [*args, *defaults[len(args) :]]
    for name, value in named.items():
        place = places.get(name, -1)
        if place < len(args):
            raise TypeError(f"{cls.__name__} has no further part {name}")
        made[place] = value
    if len(made) > len(defaults) or MISSING in made:
        raise TypeError(f"{cls.__name__} does not consist of {args} and {named}")
    return tuple(made)


@cache
def _parts(cls: Any) -> tuple[dict[str, int], Key, int]:
    """The place of each part, by its name; the default of each; and how many have none."""
    names = cls.__match_args__
    defaults = tuple(cls.__dataclass_fields__[name].default for name in names)
    return ({name: place for place, name in enumerate(names)}, defaults,
            sum(default is MISSING for default in defaults))


def changed(made: T, **parts: Any) -> T:
    """The instance with some parts changed: what `dataclasses.replace` gives, sooner."""
    known = made.__dict__
    names: tuple[str, ...] = made.__match_args__  # type: ignore[attr-defined]
    return type(made)(*[parts[name] if name in parts else known[name] for name in names])


class cached(Generic[T]):
    """A property that is worked out once and kept in the instance, without a lock."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, instance: Any, owner: type) -> T:
        value = instance.__dict__[self.function.__name__] = self.function(instance)
        return value


def kept(function: Callable[[A], T]) -> Callable[[A], T]:
    """A function of an object that never changes: what it comes to is kept in the object."""
    name = f"{function.__module__}.{function.__name__}"

    @wraps(function)
    def ask(about: A) -> T:
        known: dict[str, T] = about.__dict__
        try:
            return known[name]
        except KeyError:
            value = known[name] = function(about)
            return value

    return ask


def _forget() -> None:
    """Take instances that are no more out of the table, unless another one has its place; with each
    those of its parts may go. It can be interrupted anywhere and done again."""
    while _GONE:
        entry = _GONE[0]
        if _INSTANCES.get(entry.key) is entry:
            del _INSTANCES[entry.key]
        _GONE.popleft()


def reduced(made: Any) -> tuple[Any, ...]:
    """For `__reduce__`: an instance that is unpickled is the one that exists already."""
    return type(made), tuple(getattr(made, name) for name in made.__match_args__)
