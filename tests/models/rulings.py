"""Rulings of a game as the fields of a frozen dataclass, each with the values it may have.

A ruling settles a place where a rulebook is silent or contradicts itself. Its first value is the
default; a value that is not listed is an error, so that no misspelt ruling passes for the default.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


def choice(*values: str) -> Any:
    """A ruling that has one of these values, by default the first."""
    return field(default=values[0], metadata={"values": values})


@dataclass(frozen=True)
class Rulings:
    """What the rulings of all games have in common."""

    def __post_init__(self) -> None:
        """Refuse a value that a ruling does not have."""
        for name, values in self.values().items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name} is one of {values}, not {getattr(self, name)!r}")

    @classmethod
    def values(cls) -> dict[str, tuple[str, ...]]:
        """The values of every ruling made by `choice`, the default first."""
        return {f.name: f.metadata["values"] for f in fields(cls) if "values" in f.metadata}
