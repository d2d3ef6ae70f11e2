"""Parsing: blocks of tokens in, syntax trees and diagnostics out.

Each top-level block is parsed on its own, so an error in one never hides errors in another; inside
a block, a failing line is left out (with the lines under it) and the block is tried again, so
that several errors of one block are found together. The grammar is read once per process.
"""

from __future__ import annotations

from lark import Token as LarkToken
from lark.exceptions import UnexpectedInput, UnexpectedToken

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build_expr import ExpressionBuilder
from rulewright.interpreter.syntax.lexer import (
    Classifier,
    RawBlock,
    RawLine,
    Token,
    blocks_of,
    read_lines,
    tokens_of,
)
from rulewright.interpreter.syntax.mistakes import explain
from rulewright.interpreter.syntax.phrases import PhraseTable
from rulewright.interpreter.syntax.tables import parser

ERRORS_PER_BLOCK = 10
HEADS = ("game", "variant", "players", "option", "ruling", "set", "remove")
MAX_TEXT = 400_000  # characters of one ruleset
MAX_INDENT = 60  # blanks: how deep lines may be nested


class Parsed:
    """The blocks of one text, its phrases (for variants) and everything found wrong."""

    def __init__(self, source: Source, phrases: PhraseTable) -> None:
        self.source = source
        self.phrases = phrases
        self.blocks: list[ast.Block] = []
        self.problems: list[Diagnostic] = []


def parse(
    source: Source, base: PhraseTable | None = None, heads_only: bool = False
) -> Parsed:
    """Parse a whole ruleset text; `base` holds the phrases of the ruleset a variant extends.

    With `heads_only`, only what a list of rulesets shows is parsed: title, players, options.
    """
    phrases = base or PhraseTable()
    parsed = Parsed(source, phrases)
    if len(source.text) > MAX_TEXT:
        parsed.problems.append(
            Diagnostic("too-long", f"the text has {len(source.text)} characters; "
                       f"a ruleset may have {MAX_TEXT}", Span(source, 1, 1, 1, 2))
        )
        return parsed
    lines = _shallow(read_lines(source, parsed.problems), parsed.problems)
    phrases.learn(lines)
    parsed.problems.extend(phrases.problems)
    phrases.problems = []
    classifier = Classifier(phrases.table, phrases.value_keywords)
    builder = ExpressionBuilder(source, parsed.problems)
    for block in blocks_of(lines, parsed.problems):
        if heads_only and block.lines[0].tokens[0].text not in HEADS:
            continue
        _parse_block(block, classifier, builder, parsed)
    return parsed


def parse_expression(text: str, phrases: PhraseTable, name: str) -> ast.Expr:
    """One condition or value, for scenarios. Raises `RulesError`."""
    source = Source(name, text)
    problems: list[Diagnostic] = []
    tokens: list[Token] = []
    classifier = Classifier(phrases.table, phrases.value_keywords)
    for line in read_lines(source, problems):
        tokens.extend(classifier.classify(line.tokens))
    if not problems and tokens:
        try:
            tree = parser().parse(_to_lark(tokens), start="expr")
            expr: ast.Expr = ExpressionBuilder(source, problems).build(tree)
            return expr
        except UnexpectedInput as error:
            problems.append(_explain(error, tokens, source, phrases))
    raise RulesError(
        problems or [Diagnostic("empty", "nothing is written here", Span(source, 1, 1, 1, 2))]
    )


def _shallow(lines: list[RawLine], problems: list[Diagnostic]) -> list[RawLine]:
    kept = []
    for line in lines:
        if line.indent > MAX_INDENT:
            problems.append(
                Diagnostic("too-deep", f"this line is indented by more than {MAX_INDENT} blanks",
                           line.tokens[0].span, "split the block into named steps")
            )
        else:
            kept.append(line)
    return kept


def _parse_block(
    block: RawBlock, classifier: Classifier, builder: ExpressionBuilder, parsed: Parsed
) -> None:
    lines = block.lines
    reported: set[int] = set()
    for attempt in range(ERRORS_PER_BLOCK):
        odd: list[Diagnostic] = []
        tokens = list(tokens_of(RawBlock(lines), classifier, odd))
        if attempt == 0:
            parsed.problems.extend(odd)
        try:
            tree = parser().parse(_to_lark(tokens), start="start")
        except UnexpectedInput as error:
            problem = _explain(error, tokens, parsed.source, parsed.phrases)
            line = problem.span.line if problem.span else 0
            if line not in reported:
                parsed.problems.append(problem)
            reported.add(line)
            rest = _without_line(lines, line)
            if not rest or len(rest) == len(lines):
                return
            lines = rest
        else:
            node = builder.build(tree.children[0])
            if not reported:
                parsed.blocks.append(node)
            return


def _without_line(lines: list[RawLine], number: int) -> list[RawLine]:
    """The lines without the one that holds `number` and what is indented under it."""
    at = max((i for i, line in enumerate(lines) if line.number <= number), default=0)
    if at == 0:
        return []
    after = at + 1
    while after < len(lines) and lines[after].indent > lines[at].indent:
        after += 1
    return lines[:at] + lines[after:]


def _to_lark(tokens: list[Token]) -> list[LarkToken]:
    return [
        LarkToken(
            t.type, t.text, line=t.span.line, column=t.span.column,
            end_line=t.span.end_line, end_column=t.span.end_column,
        )
        for t in tokens
    ]


def _explain(
    error: UnexpectedInput, tokens: list[Token], source: Source, phrases: PhraseTable
) -> Diagnostic:
    at = len(tokens)
    expected: set[str] = set()
    if isinstance(error, UnexpectedToken):
        expected = set(error.accepts or error.expected or ())
        for i, token in enumerate(tokens):
            if (token.span.line, token.span.column, token.type) == (
                error.line, error.column, error.token.type
            ):
                at = i
                break
    known = {" ".join(phrase) for phrase in phrases.table}
    return explain(tokens, at, expected, source, known)
