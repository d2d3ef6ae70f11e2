"""Texts within the width of a terminal."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence

WIDTH = 80


def breadth(text: str) -> int:
    """The number of columns that a text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def wrapped(texts: Sequence[str], width: int = WIDTH) -> list[str]:
    """Lines within the width, broken between words; what is broken off hangs below its line."""
    lines = []
    for text in texts:
        lead = " " * (len(text) - len(text.lstrip()) + 2)
        lines += [text] if breadth(text) <= width else textwrap.wrap(
            text, width, subsequent_indent=lead, expand_tabs=False, replace_whitespace=False,
            break_long_words=False, break_on_hyphens=False,
        )
    return lines
