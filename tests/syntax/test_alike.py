"""The line of the reference that is most like a refused one."""

from __future__ import annotations

import pytest

from rulewright.interpreter.syntax.alike import alike


@pytest.mark.parametrize(("text", "stop", "like"), [
    # The words of the language tell which line it is, from where reading stopped on.
    ("piece Runner of a player: 1 each, on Track, several on a field", "several", "several to"),
    ("remove every Man of the player's opponent that has no empty field next to it", "next",
     "where (there is no empty"),
    ("each player has a purse of each good: 0 to 20, at first the player's seat", "at first",
     "at first"),
])
def test_like_line_of_the_reference(text: str, stop: str, like: str) -> None:
    names = {"runner", "track", "field", "man", "purse", "good"}
    found = alike(text, text.index(stop), names)
    assert found is not None
    assert like in found.text
    assert found.section.isdigit()


@pytest.mark.parametrize(("text", "stop"), [
    # The two lines say alike only what was read, or nothing but common words, or are of two kinds.
    ("rank every player by the distance from a1 to its camp", "camp"),
    ("each player in order, starting with Bob", "starting"),
    ("several to a field", "several"),
])
def test_no_line_is_like_it(text: str, stop: str) -> None:
    assert alike(text, text.index(stop), {"camp", "field", "bob"}) is None
