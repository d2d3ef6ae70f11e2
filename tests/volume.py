"""How much is tried: usually as much as finds what it is for, and all of it with `-m slow`."""

from __future__ import annotations

from typing import Any

import pytest


def volume(name: str, usual: Any, whole: Any) -> pytest.MarkDecorator:
    """Parametrises a test by how much it tries usually, and by the whole that is tried if slow."""
    return pytest.mark.parametrize(name, [usual, pytest.param(whole, marks=pytest.mark.slow)])
