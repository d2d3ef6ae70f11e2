"""What a line must have in it for a pattern of the table of idioms to be found there."""

from __future__ import annotations

import pytest

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.idioms import Idiom, idioms
from rulewright.interpreter.syntax.needed_texts import has, needed
from rulewright.interpreter.syntax.parser import parse
from rulewright.interpreter.syntax.rewrite import Rewriter
from tests.hints.test_hints import ROWS, written
from tests.volume import volume


@pytest.mark.parametrize(("pattern", "clauses"), [
    ("exceeds", [["exceeds"]]),
    ("<who> gains <n>", [[" gains "]]),
    ("^gets? <n>$", [["get ", "gets "]]),
    (r"\bthe same (?P<w>[a-z]+)", [["the same "]]),
    ("(?:is|are) (?:put|laid)", [["is put", "is laid", "are put", "are laid"]]),
    # what has another text in it adds nothing
    ("(?:in|into)", [["in"]]),
    ("(?:it is )?(?:no|not) less", [["no less", "not less"]]),
    # each alternative gives one clause, or there is none
    (r"(?:with \d+|for [^,]+ (?:of|by)) points", [["with ", "for "], [" points"]]),
    (r"(?:\d+|all) points", [[" points"]]),
    ("(?:both |<attr>)is", [["is"]]),
    # what is not there, may be missing, or is something else, is not needed
    ("(?!only )a(?: few)* (?=b)c?", [["a"]]),
    ("[abc]{2} x+ z", [["x"], [" z"]]),
    (r"\d+\.", []),
    ("player (?-i:[A-Z]) wins", [["player "], [" wins"]]),
    ("(?:is ?)?(?:!=|≠)", []),
])
def test_needed(pattern: str, clauses: list[list[str]]) -> None:
    assert {frozenset(c) for c in needed(pattern)} == {frozenset(c) for c in clauses}


def test_every_clause_is_needed() -> None:
    clauses = needed(r"(?:a|the) <noun> (?:gains|gets) \d+")
    assert has("the fox gets 3", clauses)
    assert not has("the fox got 3", clauses) and not has("fox gets 3", clauses)


@volume("step", 25, 1)
def test_a_line_in_which_a_pattern_is_found_has_what_it_needs(step: int) -> None:
    """Else a correction is lost. Tried with lines that lack something, which patterns are for."""
    lines = {line.strip() for row in ROWS for line in str(row.values[1]).split("\n")}
    rewriter = Rewriter(parse(Source("frame", written("turn", "must choose a cell"))).phrases)
    rows = idioms("normal", "statements", "conditions", "declarations")[::step]
    lost, found = list[tuple[Idiom, str]](), 0
    for row in rows:
        regex = rewriter.made(row.pattern)
        for line in lines:
            if regex.search(line):
                found += 1
                lost += [(row, line)] * (not has(line.lower(), needed(row.pattern)))
    assert lost == [] and found > len(rows) // 2
