"""Dataclasses that are made late are the same as those of the standard library."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from rulewright.interpreter.records import dataclass

MAKERS = [dataclasses.dataclass, dataclass]


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 2


def of(make: Any, **options: Any) -> Any:
    @make(**options)
    class Thing:
        """A thing."""

        name: str
        size: int = 3
        parts: list[int] = field(default_factory=list)
        note: str = field(default="", repr=False, compare=False)

    return Thing


@pytest.mark.parametrize("options", [
    {}, {"frozen": True}, {"eq": False}, {"frozen": True, "eq": False}, {"repr": False}])
def test_it_is_as_one_of_the_standard_library(options: dict[str, bool]) -> None:
    theirs, ours = (of(make, **options) for make in MAKERS)
    assert theirs.__match_args__ == ours.__match_args__
    for kind in (theirs, ours):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
            kind()
        with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
            kind("a", colour=1)
    told = []
    for kind in (theirs, ours):
        one, two, third = kind("a", 3, note="x"), kind(name="a"), kind("a", parts=[1])
        assert one.parts is not two.parts
        shown = repr(one).split("object at")[0]
        told.append((shown, one == two, one == third, one == 5, dataclasses.asdict(third),
                     dataclasses.replace(one, size=4).size, kind.__hash__ is None))
    assert told[0] == told[1]


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_frozen_cannot_be_changed(make: Any) -> None:
    made = of(make, frozen=True)("a")
    with pytest.raises(FrozenInstanceError, match="'size'"):
        made.size = 4
    with pytest.raises(FrozenInstanceError, match="'size'"):
        del made.size
    assert made.size == 3


@pytest.mark.parametrize("make", MAKERS)
def test_equal_instances_have_one_hash(make: Any) -> None:
    @make(frozen=True)
    class Pair:
        one: int
        two: int = field(default=0, compare=False)

    assert len({Pair(1), Pair(1, 5), Pair(2)}) == 2
    assert hash(Pair(1)) == hash((1,))


@pytest.mark.parametrize("make", MAKERS)
def test_its_own_methods_stay(make: Any) -> None:
    @make
    class Sum:
        parts: tuple[int, ...]
        total: int = field(init=False)

        def __post_init__(self) -> None:
            self.total = sum(self.parts)

        def __repr__(self) -> str:
            return f"= {self.total}"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Sum) and other.total == self.total

        def __hash__(self) -> int:
            return self.total

    assert repr(Sum((1, 2))) == "= 3"
    assert Sum((1, 2)) == Sum((3,)) and hash(Sum((4,))) == 4


@pytest.mark.parametrize("make", MAKERS)
def test_a_part_of_the_class_below_comes_behind_and_calls_the_one_above(make: Any) -> None:
    @make
    class Above:
        name: str
        size: int = 1

    @make
    class Below(Above):
        colour: str = "red"

    class Own(Below):
        def __init__(self) -> None:
            super().__init__("own", colour="blue")

    assert Below.__match_args__ == ("name", "size", "colour")
    assert repr(Below("a")).endswith("Below(name='a', size=1, colour='red')")
    assert (Own().colour, Above("b").size, Own() == Own()) == ("blue", 1, True)
    assert Above("a") != Below("a")


def test_an_instance_can_be_sent() -> None:
    assert pickle.loads(pickle.dumps(Point(4))) == Point(4, 2)


def test_methods_are_compiled_when_the_first_instance_is_made() -> None:
    first = of(dataclass).__init__.__code__
    made = of(dataclass)
    assert made.__init__.__code__ is first  # the same for all classes
    made("a")
    assert made.__init__.__code__ is not first
