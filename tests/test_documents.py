"""Documents: read the same, whatever the text is read by."""

from __future__ import annotations

import pytest

from rulewright.interpreter import documents
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.source import Source, Span


def test_a_text_is_read_in_c_as_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same words and places; what is wrong is said by the same words."""
    right = Source("right", "- ä: 'one'  # of them\n  b: {c: [1, no], d: \"t\\\n    wo\"}\n-\n"
                   "  \U0001F600 x: >\n   a\n   b\n")
    wrong = [Source("wrong", text) for text in (
        "a: [", "a: &x 1", "\t- a", "a: b: c", "a\0b", "[" * 5_000, "a: 'x", "{a: 1, a")]
    by_c = documents.parse(right), [refused(source) for source in wrong]
    monkeypatch.setattr(documents, "_QuickLoader", documents._Loader)
    assert by_c == (documents.parse(right), [refused(source) for source in wrong])


def refused(source: Source) -> list[tuple[str, Span | None]]:
    with pytest.raises(RulesError) as caught:
        documents.parse(source)
    return [(found.message, found.span) for found in caught.value.diagnostics]
