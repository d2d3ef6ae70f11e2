"""Records are data classes, whatever is generated of them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, replace

import pytest

from rulewright.interpreter.records import record


@record
class Pair:
    one: int
    other: str = "b"
    more: list[int] = field(default_factory=list)


@record
class Three(Pair):
    third: int = 3


@record
class Nothing:
    pass


@record
class Alone:
    part: int


@record(eq=False)
class Itself:
    part: int


@record
class Written:
    part: int

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return "as written"


def test_parts_are_given_in_their_order_or_by_name_or_by_default() -> None:
    for made in (Pair(1, "c", [2]), Pair(one=1, more=[2], other="c")):
        assert (made.one, made.other, made.more) == (1, "c", [2])
    assert (Pair(1).other, Pair(1).more) == ("b", [])
    assert Pair(1).more is not Pair(1).more


def test_a_record_takes_its_parts_and_no_others() -> None:
    for wrong in ((), (1, "b", [], 4)):
        with pytest.raises(TypeError):
            Pair(*wrong)
    with pytest.raises(TypeError):
        Pair(1, fourth=4)  # type: ignore[call-arg]


def test_the_first_of_a_kind_is_made_as_others_are() -> None:
    @record
    class Fresh:
        part: int

    assert [Fresh(1).part, Fresh(part=2).part] == [1, 2]


def test_a_kind_of_a_kind_has_its_parts_too_in_any_order_of_making() -> None:
    @record
    class Later(Three):
        last: int = 4

    made = Later(1, "b", [], 5)
    assert (made.third, made.last, Three(1, third=6).third) == (5, 4, 6)


def test_records_are_equal_if_kind_and_parts_are() -> None:
    assert Pair(1) == Pair(1) != Pair(2)
    assert Pair(1) != Three(1) and Three(1) != Pair(1)
    assert Nothing() == Nothing() and Alone(1) == Alone(1) != Alone(2)
    assert len({Alone(1), Alone(1), Alone(2), Nothing(), Nothing()}) == 3
    assert Pair(1) != (1, "b", [])


def test_some_are_equal_to_themselves_alone() -> None:
    made = Itself(1)
    assert made == made != Itself(1)
    assert len({made, Itself(1)}) == 2


def test_what_is_written_is_not_written_over() -> None:
    assert Written(1) == Written(2) and hash(Written(1)) == 7 and repr(Written(1)) == "as written"


def test_records_are_data_classes() -> None:
    assert [part.name for part in fields(Three(1))] == ["one", "other", "more", "third"]
    assert replace(Pair(1), other="c") == Pair(1, "c")
    match Pair(1, "x"):
        case Pair(one, "x"):
            assert one == 1
        case _:
            pytest.fail("its parts are matched")
    assert repr(Alone(1)) == "Alone(part=1)"


def test_a_kind_is_looked_at_when_it_is_first_asked_for_its_fields() -> None:
    """Its parts have their order before: that is what patterns need."""
    @record
    class Asked(Three):
        last: int = 4

    @dataclass
    class Plain(Asked):
        more_yet: int = 5

    @record
    class Unasked(Asked):
        one: int
        end: int = 6

    assert Unasked.__match_args__ == ("one", "other", "more", "third", "last", "end")
    assert not isinstance(vars(Unasked)["__dataclass_fields__"], dict)
    assert [part.name for part in fields(Unasked)] == [*Unasked.__match_args__]
    assert isinstance(vars(Unasked)["__dataclass_fields__"], dict)
    assert [part.name for part in fields(Plain)][-2:] == ["last", "more_yet"]
    assert is_dataclass(Nothing) and fields(Nothing) == ()
