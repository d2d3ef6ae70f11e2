"""Which reading of a word the parser takes: words of the language that are names as well."""

from __future__ import annotations

import re

import pytest
from lark import Lark
from lark.exceptions import GrammarError

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.node_table import NODES
from rulewright.interpreter.syntax.parse_tables import OPTIONS, TokenLexer, parser
from rulewright.interpreter.syntax.parser import parse, parse_expression
from rulewright.interpreter.syntax.recognizer import Automaton
from rulewright.interpreter.syntax.words import KEYWORDS, RESERVED, UNRESERVED

HEAD = """\
game Names
players 2: Gold, Black
board Field: a grid of square cells, 4 by 4
piece Man of a player, on Field
"""
TAIL = """\
turn
  must put a Man of the player on a cell
"""


def read(lines: str) -> list[ast.Block]:
    parsed = parse(Source("names", HEAD + lines + TAIL))
    assert [p.render() for p in parsed.problems] == []
    return parsed.blocks


def expression(lines: str, text: str) -> ast.Expr:
    phrases = PhraseTable()
    assert parse(Source("names", HEAD + lines + TAIL), phrases).problems == []
    return parse_expression(text, phrases, "text")


@pytest.mark.parametrize("word", sorted(UNRESERVED - {"players"}))
def test_an_unreserved_word_is_an_attribute(word: str) -> None:
    lines = f"each cell has a {word}: 0 to 9\n"
    for text in (f"the {word} of a1", f"a1's {word}", f"the {word} of a1 plus 1 is 3"):
        assert f"name='{word}'" in repr(expression(lines, text)).replace(lines, "")


@pytest.mark.parametrize("word", sorted(UNRESERVED - {"players"}))
def test_an_unreserved_word_is_an_adjective_and_a_value(word: str) -> None:
    blocks = read(f"each cell can be {word}\n")
    assert [b.name for b in blocks if isinstance(b, ast.Attribute)] == [word]
    is_so = expression(f"each cell can be {word}\n", f"a1 is {word}")
    assert isinstance(is_so, ast.Is) and isinstance(is_so.complement, ast.IsAdjective)
    value = expression(f"kind mood: {word}, calm\n", f"({word})")
    assert isinstance(value, ast.Value) and value.text == word


def test_words_keep_their_places_in_the_language() -> None:
    """Names do not take the words away from the sentences that are made of them."""
    names = "".join(f"each cell has a {word}: 0 to 9\n" for word in ("order", "line", "set"))
    row = expression(names, "all cells include a line of 3")
    assert isinstance(row, ast.HasRow)
    run = expression(names, "the line from a1 towards north over cells of Gold")
    assert isinstance(run, ast.Line)
    straight = expression(names, "a1 is in line with b1 by steps")
    assert isinstance(straight, ast.Is) and isinstance(straight.complement, ast.IsConnected)
    of_cell = expression(names, "the line of a1 is the order of b1")
    assert isinstance(of_cell, ast.Is) and isinstance(of_cell.subject, ast.Call)
    blocks = read(names + "setup\n  in either order\n    must choose a cell\n"
                          "      its order becomes its line plus its set\n")
    flow = next(b for b in blocks if isinstance(b, ast.Flow) and b.kind == "setup")
    assert isinstance(flow.body[0], ast.Order)


def test_a_word_that_can_be_both_is_the_language_s_first() -> None:
    """`the total X among …` is a sum, also where `total` is an attribute; alone it is that."""
    names = "each cell has a total: 0 to 9\n"
    assert isinstance(expression(names, "the total total among cells"), ast.Aggregate)
    assert isinstance(expression(names, "the total of a1"), ast.Call)


def test_a_shorter_name_is_read_where_the_longer_one_does_not_fit() -> None:
    names = "each cell has a rise: 0 to 9\neach cell can be rise next to a cell\n"
    assert isinstance(expression(names, "a1 is rise next to b1"), ast.Is)
    blocks = parse(Source("names", HEAD + names + TAIL)).blocks
    assert len(blocks) == 7


def test_no_keyword_is_both_reserved_and_not() -> None:
    assert set(KEYWORDS) == RESERVED | UNRESERVED
    assert not RESERVED & UNRESERVED


def test_every_keyword_is_a_terminal_that_stands_somewhere() -> None:
    """A word is not kept from authors for nothing."""
    used = {symbol.name for rule in parser().rules for symbol in rule.expansion}
    assert {word for word, terminal in KEYWORDS.items() if terminal not in used} == set()


def test_the_table_of_nodes_is_that_of_the_grammar() -> None:
    """Each rule that makes a tree of its own has its maker, and no maker is left over."""
    makes = {
        str(rule.alias or rule.options.template_source or rule.origin.name)
        for rule in parser().rules
        if not str(rule.origin.name).startswith(("_", "$"))
        and (rule.alias or not (rule.options.expand1 and len(rule.expansion) == 1))
    } - {"start"}
    assert sorted(makes - set(NODES)) == []
    assert sorted(set(NODES) - makes) == []


def test_the_grammar_is_read_strictly() -> None:
    """With the options of the product, an ambiguity that lark would settle silently is an error."""
    dangling = "start: s\ns: IF s | IF s ELSE s | X\n%declare IF ELSE X"
    with pytest.raises(GrammarError, match="Shift/Reduce"):
        Lark(dangling, lexer=TokenLexer, **(OPTIONS | {"start": "start"}))


def test_a_block_is_read_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors do not make the lines above them be read again: counted are the steps of the
    parser's automaton, with every other of many lines wrong."""
    steps = 0
    step = Automaton.step

    def counted(self: Automaton, stack: list[int], terminal: str) -> bool:
        nonlocal steps
        steps += 1
        return step(self, stack, terminal)

    good, bad = "  the player's score goes up by 1\n", "  the player's score goes up 1\n"
    text = HEAD + "each player has a score: 0 to 99\nturn\n" + good * 200 + (good + bad) * 9
    words = len(re.findall(r"\w+|'s", text))
    monkeypatch.setattr(Automaton, "step", counted)
    assert len(parse(Source("names", text)).problems) == 9
    assert steps < 3 * words
