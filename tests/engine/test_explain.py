"""Refusals in every ruleset: why a text is no move here, whatever it is."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State
from tests.played import Setup, each_setup, few, lines, play, sample, states, texts_of

TYPED = r"`.*`(?: \(written `.+`\))?"
NOW = "what can be done now is: .+"
#: What is answered about a text that is no option. Each answer says what is not so, or what can be
#: done instead.
ANSWER = re.compile("|".join((
    "the game is over",
    rf"after {TYPED} this would not be so: .+",
    rf"after {TYPED} the turn could no longer fulfil its duty: .+",
    *(rf"{TYPED} {said}" for said in (
        "is refused because (?:this is not so|none of these is so): .+",
        "is refused because something can be done, and must be: .+",
        r"is refused because (?!this |none |something )\S.+",  # what is denied twice, said straight
        "is offered only beside another option",
        "is written `.+` here",
        "is no move here; (?:what can be done is|chance decides, and it picks): .+",
        "is no move: there is no .+ `.+`; there are .+",
        r"is no move here: there is no .+ of which `.+` is said\. Options look like .+",
        "is only the beginning of a move: (?P<begun>.+)",
        "is only a part of a move: (?P<part>.+)",
        "is only a part of a move, and no option has it; .+",
        rf"belongs to (?:the step|another choice:) .+, which (?:comes later|is over)[;,] {NOW}",
        "belongs to (?:the step|another choice:) .+, which was left out because nothing could be "
        "done in it(?:; .+)?",
    )),
)), re.DOTALL)


def judge(state: State, text: str) -> bool:
    """Ask why about a text; whether it is legal, after all that must be so of the answer."""
    verdict = state.why(text)
    normal = " ".join(text.split())
    options = texts_of(state)
    assert verdict.legal is (normal in options)
    if verdict.legal:
        assert verdict.rules == [] and verdict.message == f"`{normal}` is an option here"
        return True
    said = ANSWER.fullmatch(verdict.message)
    assert said, verdict
    assert normal in verdict.message or verdict.message == "the game is over"
    listed = said["begun"] or said["part"]
    if listed:
        assert all(option in options or option == "…" for option in listed.split(", "))
    assert len(set(verdict.rules)) == len(verdict.rules)
    assert (verdict.file is None) is (verdict.line is None)
    with pytest.raises(RulesError) as caught:
        state.apply(text)
    assert [problem.code for problem in caught.value.diagnostics] == ["illegal-move"]
    assert caught.value.diagnostics[0].message.startswith(verdict.message)
    return False


@each_setup
def test_why_calls_every_option_legal(setup: Setup) -> None:
    for state in sample(states(setup), 40):
        texts = texts_of(state)
        for text in random.Random(3).sample(texts, min(15, len(texts))):
            assert judge(state, text)


@each_setup
def test_why_refuses_the_options_of_other_states(setup: Setup) -> None:
    """Texts that are moves at another time: refused here by name, unless they are options too, as
    in a game of dice alone."""
    found = states(setup)
    known = sorted({text for state in found for text in texts_of(state)})
    rng = random.Random(4)
    answers = {
        judge(state, text)
        for state in sample(found, few(setup, 12))
        for text in rng.sample(known, min(few(setup, 10), len(known)))
    }
    assert False in answers or all(set(known) == set(texts_of(state)) for state in found
                                   if state.kind != "end")


@each_setup
@settings(max_examples=6)
@given(data=st.data())
def test_why_answers_whatever_is_typed(setup: Setup, data: st.DataObject) -> None:
    """Six texts for each of more than twenty games: dozens of every kind."""
    ask_anything(setup, data)


@pytest.mark.slow
@each_setup
@settings(max_examples=30)
@given(data=st.data())
def test_why_answers_much_that_is_typed(setup: Setup, data: st.DataObject) -> None:
    ask_anything(setup, data)


def ask_anything(setup: Setup, data: st.DataObject) -> None:
    """Any text at all, and moves with something wrong: cut, doubled, letters changed."""
    found = states(setup)
    state = found[data.draw(st.integers(0, len(found) - 1))]
    texts = texts_of(state) or ["a1"]
    move = texts[data.draw(st.integers(0, len(texts) - 1))]
    at = data.draw(st.integers(0, len(move)))
    text = data.draw(st.one_of(
        st.text(max_size=30),
        st.sampled_from([move[:at], move[at:], move + move, move[:at] + "x" + move[at:],
                         move.upper(), move[::-1], move + " ", move.replace("1", "2")]),
    ))
    judge(state, text)


@each_setup
def test_at_the_end_nothing_is_legal(setup: Setup) -> None:
    ends = [line.states[-1] for line in lines(setup) if line.whole]
    for end in ends or [finished(setup)]:
        assert texts_of(end) == [] and end.player is None
        assert "the game is over" in end.why("a1").message
        assert not judge(end, "a1")
        with pytest.raises(RulesError):
            end.apply(0)


def finished(setup: Setup) -> State:
    """The end of a game that takes longer than those that are kept."""
    line = play(setup.game.start(), random.Random(5), most=20_000)
    assert line.whole, "twenty thousand nodes, and still no end"
    return line.states[-1]


ALTERNATIVES = """\
game Alternatives
players 2: Gold, Black
board Grid: a grid of square tiles, 3 by 1
each tile can be wet or dry
a tile is good if
  any of
    the tile is wet
    all of
      the tile is dry                                                   [ALT-1]
      any of
        Gold is far
        Black is far
    the tile is a1 or (the tile is b1 and Gold is far) or not (the tile is c1)    [ALT-2]
a player is far if there is a dry tile
turn
  must choose a tile
    only if the tile is good
    the player wins
"""


def test_a_refusal_names_all_alternatives(tmp_path: Path) -> None:
    path = tmp_path / "test.rules"
    path.write_text(ALTERNATIVES, encoding="utf-8")
    verdict = driver.load(path).instantiate().start().why("c1")
    assert verdict.message == (
        "`c1` is refused because none of these is so: the tile is wet; the tile is dry and (Gold "
        "is far or Black is far); the tile is a1; the tile is b1 and Gold is far; "
        "not (the tile is c1)"
    )
    assert verdict.rules == ["ALT-1", "ALT-2"]
