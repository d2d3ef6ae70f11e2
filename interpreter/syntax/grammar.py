"""Reading the grammar: from its text to the tables of the parser, by lark.

Nothing of lark is left in the tables, so that who has them need not import it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from lark import Lark
from lark import Token as LarkToken
from lark.lexer import Lexer
from lark.parse_tree_builder import ChildFilter, ExpandSingleChild
from lark.parsers.lalr_analysis import Shift

from rulewright.interpreter.syntax.trees import OPTIONS, Parser, Reduction


class TokenLexer(Lexer):
    """A lexer that is handed finished tokens."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[LarkToken]:
        yield from lexer_state


def read(grammar: str) -> Lark:
    """A grammar as lark reads it. Raises lark's errors where it is wrong."""
    return Lark(grammar, lexer=TokenLexer, **OPTIONS)


def built(grammar: str) -> Parser:
    """The tables of a grammar."""
    made: Any = read(grammar).parser.parser
    found, makers = made._parse_table, made.parser.callbacks
    ends = {rule: _reduction(rule, maker) for rule, maker in makers.items()}
    table = [
        {sys.intern(str(symbol)): target if action is Shift else ends[target]
         for symbol, (action, target) in found.states[state].items()}
        for state in range(len(found.states))
    ]
    return Parser(table, dict(found.start_states), dict(found.end_states))


def _reduction(rule: Any, maker: Any) -> Reduction:
    """What ends a rule, of what lark makes its tree with: functions around one another."""
    taken, behind, single = None, 0, False
    if isinstance(maker, ChildFilter):
        taken = tuple((place, opened, *missing, 0)[:3] for place, opened, *missing in
                      maker.to_include)
        behind, maker = getattr(maker, "append_none", 0), maker.node_builder
    if isinstance(maker, ExpandSingleChild):
        single, maker = True, maker.node_builder
    data, = maker.args  # of the class of trees
    return Reduction(len(rule.expansion), sys.intern(str(rule.origin.name)), sys.intern(str(data)),
                     taken, behind, single)
