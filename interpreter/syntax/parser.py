"""Parsing: blocks of tokens in, syntax trees and diagnostics out.

Each top-level block is parsed on its own, so an error in one never hides errors in another; inside
a block, a failing line is left out and reading goes on from there (see `recognizer`), so that
several errors of one block are found together. The tree of a block is built once, of the lines
that are left. One cause is reported once: a line that was unreadable before parsing,
a line that lost its block because that was left out, and a word that nobody declares in its
second line are left out silently. The grammar is read once per process.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Builder
from rulewright.interpreter.syntax.classify import Classifier
from rulewright.interpreter.syntax.corrections import Corrections, told
from rulewright.interpreter.syntax.data_lines import as_lines
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.diagnose import explain, two_readings
from rulewright.interpreter.syntax.lexer import (
    LISTS,
    RawBlock,
    RawLine,
    Token,
    blocks_of,
    read_lines,
)
from rulewright.interpreter.syntax.lint_names import lint_names
from rulewright.interpreter.syntax.lint_plurals import lint_plurals
from rulewright.interpreter.syntax.node_table import NODES
from rulewright.interpreter.syntax.parse_tables import parse_tokens, parser
from rulewright.interpreter.syntax.recognizer import (
    Automaton,
    BlockRecognizer,
    Place,
    Refused,
    layout,
    read_line,
)
from rulewright.interpreter.syntax.repair_lists import repair_lists, with_missing_commas
from rulewright.interpreter.syntax.slots import with_slots
from rulewright.interpreter.syntax.words import head_of
from rulewright.interpreter.syntax.written_line import Correction

ERRORS_PER_BLOCK = 10
MAX_ERRORS = 100  # after so many, the rest of a text is not read
NEEDED = ("game", "players", "turn")
HEADS = ("game", "variant", "players", "option", "ruling", "set", "remove")
MAX_TEXT = 400_000  # characters of one ruleset
MOST_PROPOSED = 5  # that are tried for a refused line
MOST_OTHERS = 6  # lines that are offered in the place of one that means nothing
MOST_PASSES = 3  # over a text whose declarations are corrected
MAX_INDENT = 60  # blanks: how deep lines may be nested


class Parsed:
    """The blocks of one text, its phrases (for variants) and everything found wrong."""

    def __init__(self, source: Source, phrases: PhraseTable) -> None:
        self.source = source
        self.phrases = phrases
        self.blocks: list[ast.Block] = []
        self.problems: list[Diagnostic] = []
        self.broken: set[str] = set()  # the first words of blocks that could not be parsed
        self.unknown: set[str] = set()  # words that were reported as declared by nobody
        self.unclear: set[str] = set()  # phrases that were reported as having two meanings


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
        parsed.broken.update(NEEDED)
        return parsed
    heads = HEADS if heads_only else None
    lines = _shallow(read_lines(source, parsed.problems, heads), parsed.problems)
    lines = as_lines(lines, parsed.problems, phrases.heads)
    lines = repair_lists(lines, parsed.problems)
    phrases.learn(lines)
    parsed.problems.extend(phrases.problems)
    parsed.unclear = {p.span.text for p in phrases.problems if p.span and p.code == "two-meanings"}
    phrases.problems = []
    blocks = blocks_of(with_slots(lines, phrases), parsed.problems)
    _parse_blocks(blocks, parsed)
    parsed.problems[:] = with_missing_commas(parsed.problems, lines, phrases, source)
    lost = {p.span.line for p in parsed.problems if p.span and p.code == "missing-comma"}
    if lost:  # how many names there are in such lists is not known
        parsed.blocks = [b for b in parsed.blocks
                         if not lost & {*range(b.span.line, b.span.end_line + 1)}]
        parsed.broken.update(LISTS)
    if any(p.code == "tab" for p in parsed.problems):
        parsed.problems[:] = _tabs_once(parsed.problems)
    # What is wrong with the references of a table is wrong in each line that is made of it.
    parsed.problems[:] = dict.fromkeys(parsed.problems)
    return parsed


def _parse_blocks(blocks: list[RawBlock], parsed: Parsed) -> None:
    """Parse all blocks. Where a declaration is refused and it is clear what it should declare, they
    are parsed again with its names."""
    before = parsed.problems.copy()
    phrases, corrections = parsed.phrases, Corrections(parsed.source, parsed.phrases)
    builder = Builder(parsed.source, parsed.problems, NODES, phrases)
    spoiled = {p.span.line for p in before if p.span}
    for _ in range(MOST_PASSES):
        known = set(corrections.heads)
        classifier = Classifier(phrases)
        for block in blocks:
            _parse_block(block, classifier, builder, parsed, spoiled, corrections)
            if len(parsed.problems) >= MAX_ERRORS:
                parsed.broken.update(NEEDED)
                return
        if known == set(corrections.heads):
            return
        corrections.learn()
        parsed.problems[:] = before
        parsed.blocks.clear()
        parsed.broken.clear()
        parsed.unknown.clear()


def _tabs_once(problems: list[Diagnostic]) -> list[Diagnostic]:
    """The first tab, and what has nothing to do with how lines are indented."""
    first = next(p for p in problems if p.code == "tab")
    caused = ("tab", "indentation", "missing-block", "unknown-block")
    return [p for p in problems if p is first or p.code not in caused]


def other_lines(
    source: Source, phrases: PhraseTable, number: int, marked: str
) -> tuple[list[tuple[Correction, str]], str | None]:
    """For a line of a text without syntax errors, of which words are `marked` that mean nothing:
    what else could stand there, and what is said of such a line otherwise."""
    read = _block_of(source, phrases, number)
    if read is None or not read.whole:
        return [], None
    corrections = Corrections(source, phrases)
    others = islice(corrections.others(read.place), MOST_OTHERS)
    guide = corrections.guide(read.place.recognizer.automaton)
    return list(others), guide.guidance(None, read.place, marked).text


def notion_of(
    source: Source, phrases: PhraseTable, number: int, marked: str, named: bool
) -> str | None:
    """What the phrase book tells of the words of a line that are `marked` as wrong, if a notion has
    its cue there; they may be in a name (`named`) that the text declares by mistake."""
    read = _block_of(source, phrases, number)
    if read is None:
        return None
    guide = Corrections(source, phrases).guide(read.place.recognizer.automaton)
    if named:
        guide.forms.cues.own -= {word.lower() for word in marked.split(" ")}
    found = guide.explained(read.place, marked, held=named)
    return None if found is None else found.text


def refused_line(
    source: Source, phrases: PhraseTable, number: int, part: str = ""
) -> tuple[list[tuple[Correction, bool]], str | None]:
    """For a line of a text that the grammar refuses: what could be written there (a correction, or,
    marked by True, the nearest line, which may mean something else), and what else leads on; if
    only a `part` of the line is wrong, from that."""
    read = _block_of(source, phrases, number)
    if read is None or len(read.place.recognizer.marks) - 1 != read.place.at:
        return [], None
    corrections = Corrections(source, phrases)
    found = list(islice(corrections.proposals(read.place), MOST_PROPOSED))
    guide = corrections.guide(read.place.recognizer.automaton)
    guide.part = part
    return found, guide.guidance(None, read.place).text


@record
class _ReadBlock:
    """A line in its block; whether the `whole` block was read."""

    place: Place
    whole: bool


def _block_of(source: Source, phrases: PhraseTable, number: int) -> _ReadBlock | None:
    """The block of the line of a number, read as far as it can be; None for what no author wrote
    as a line of its own."""
    lines = with_slots(as_lines(read_lines(source, []), [], phrases.heads), phrases)
    for block in blocks_of(lines, []):
        line = next((one for one in block.lines if _holding([one], number)), None)
        if line is not None and not line.made:
            recognizer = BlockRecognizer(
                automaton("start"), Classifier(phrases), block.lines[0].indent)
            whole = recognizer.read(block.lines) is None
            return _ReadBlock(Place(recognizer, block.lines, block.lines.index(line)), whole)
    return None


def place_of(source: Source, phrases: PhraseTable, number: int) -> Place | None:
    """Where the line of a number stands; None for what no author wrote as a line of its own."""
    read = _block_of(source, phrases, number)
    return None if read is None else read.place


def parse_expression(text: str, phrases: PhraseTable, name: str) -> ast.Expr:
    """One condition or value, for scenarios. Raises `RulesError`."""
    source = Source(name, text)
    problems: list[Diagnostic] = []
    raw = [token for line in read_lines(source, problems) for token in line.tokens]
    if not problems and raw:
        classifier = Classifier(phrases)
        end = Token("$END", "", raw[-1].span)
        found = read_line(automaton("expr"), classifier, automaton("expr").start, raw, end)
        if isinstance(found, Refused):
            found.tokens.remove(end)
            problem = _explain(found, source, phrases)
            corrections = Corrections(source, phrases)
            raise RulesError([corrections.of_expression(
                problem, RawLine(1, 0, raw), automaton("expr"), automaton("start"))])
        tokens = found[1][:-1]
        try:
            tree = parse_tokens(parser(), tokens, "expr")
            expr: ast.Expr = Builder(source, problems, NODES, phrases).build(tree)
            problems += lint_plurals(tokens, phrases.plurals)
            problems += lint_names(tokens, phrases)
            if not problems:
                return expr
        except RecursionError:
            problems.append(_too_deep(tokens[0].span))
    raise RulesError(
        problems or [Diagnostic("empty", "nothing is written here", Span(source, 1, 1, 1, 2))]
    )


def forms_of_expression(text: str, phrases: PhraseTable) -> str | None:
    """How the language says what a condition or value would say that can be read, but means
    nothing."""
    from rulewright.interpreter.syntax.form_hints import FormHints

    return FormHints(phrases, automaton("start")).best_expression(text)


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
    block: RawBlock, classifier: Classifier, builder: Builder, parsed: Parsed,
    spoiled: set[int], corrections: Corrections,
) -> None:
    """Parse a block, leaving out the lines that fail; `spoiled` are lines reported before."""
    lines = block.lines
    reported = {number for line in spoiled if (number := _holding(lines, line)) is not None}
    odd = list(_odd_indents(lines))
    parsed.problems.extend(odd)
    reported |= {p.span.line for p in odd if p.span}
    recognizer = BlockRecognizer(automaton("start"), classifier, lines[0].indent)
    counted = 0
    while lines and (refused := recognizer.read(lines)) is not None:
        problem = _explain(refused, parsed.source, parsed.phrases)
        number = _holding(lines, problem.span.line if problem.span else 0)
        if number is None:
            number = lines[0].number
        place = len(recognizer.marks) - 1  # of the line where reading stopped
        here = place < len(lines) and lines[place].number == number
        if number not in reported:
            known = not _is_new(problem, parsed)
            if here:
                corrected = corrections.corrected(
                    problem, Place(recognizer, lines, place))
                known = known and corrected.span is problem.span
                problem = corrected
            if not known:
                parsed.problems.append(problem)
                counted += 1
        elif here:
            _correct_signs(parsed, Place(recognizer, lines, place), corrections)
        reported.add(number)
        if counted == ERRORS_PER_BLOCK:
            break
        at = next(i for i, line in enumerate(lines) if line.number == number)
        lines = _without_line(lines, at, reported)
        recognizer.back_to(min(at, len(lines)))
    else:
        for at, line in enumerate(lines):
            if line.number in reported:
                _correct_signs(parsed, Place(recognizer, lines, at), corrections)
        if lines:
            parsed.problems.extend(lint_plurals(recognizer.tokens, parsed.phrases.plurals))
            for problem in lint_names(recognizer.tokens, parsed.phrases):
                parsed.problems.append(_said_otherwise(problem, recognizer, lines, corrections))
            try:
                node = builder.build(parse_tokens(parser(), recognizer.tokens, "start").children[0])
            except RecursionError:
                parsed.problems.append(_too_deep(lines[0].tokens[0].span))
                reported.add(lines[0].number)
            if not reported:
                parsed.blocks.append(node)
    if reported:
        first = block.lines[0]
        meant = corrections.heads.get(first.number, first)
        parsed.broken |= {head_of(line.tokens[0].text) for line in (first, meant)}


def _said_otherwise(
    problem: Diagnostic, recognizer: BlockRecognizer, lines: list[RawLine],
    corrections: Corrections,
) -> Diagnostic:
    """A name that nobody speaks of; with what to write instead where that is known."""
    if problem.span is None or (problem.hint or "").startswith(("write", "delete")):
        return problem
    number = _holding(lines, problem.span.line)
    at = next((i for i, line in enumerate(lines) if line.number == number), None)
    if at is None or lines[at].made:
        return problem
    place = Place(recognizer, lines, at)
    found = next(corrections.others(place), None)
    if found is not None:
        return told(problem, found[0])
    explained = corrections.guide(recognizer.automaton).explained(place, problem.span.text)
    return problem if explained is None else explained.of(problem)


def _correct_signs(parsed: Parsed, place: Place, corrections: Corrections) -> None:
    """Correct a line of which it was told already that characters cannot stand there."""
    for i, problem in enumerate(parsed.problems):
        if problem.code == "character" and problem.span is not None and (
            _holding([place.line], problem.span.line) is not None
        ):
            parsed.problems[i] = corrections.corrected(problem, place)


@cache
def automaton(start: str) -> Automaton:
    return Automaton(parser(), start)


def _odd_indents(lines: list[RawLine]) -> Iterator[Diagnostic]:
    """Lines that are indented like none of the lines above them."""
    indents: tuple[int, ...] = (lines[0].indent,)
    for line in lines:
        _, indents = layout(line, indents)
        if line.indent > indents[-1]:
            first = line.tokens[0].span
            yield Diagnostic(
                "indentation", "this line is indented like none of the lines above",
                Span(first.source, first.line, first.column, first.line, first.column + 1),
                "indent it like the line it belongs beside",
            )


def _too_deep(span: Span) -> Diagnostic:
    return Diagnostic("too-deep", "something in this block is nested too deeply", span,
                      "split long conditions and blocks into named parts")


def _is_new(problem: Diagnostic, parsed: Parsed) -> bool:
    """Whether a problem is neither the second line with a word that nobody declares, nor due to a
    phrase that has two meanings."""
    if problem.span is not None and problem.code in ("syntax", "unknown-word", "article"):
        said = f" {problem.span.source.line(problem.span.line)} "
        if any(re.search(rf"\b{re.escape(phrase)}\b", said) for phrase in parsed.unclear):
            return False
    if problem.code != "unknown-word" or problem.span is None:
        return True
    if problem.hint and problem.hint.startswith("did you mean"):
        return True
    word = problem.span.text
    known = word in parsed.unknown
    parsed.unknown.add(word)
    return not known


def _holding(lines: list[RawLine], number: int) -> int | None:
    """The number of the logical line that holds a line of the text."""
    for line in lines:
        if line.number <= number <= line.tokens[-1].span.end_line:
            return line.number
    return None


#: Lines whose block is worth reading also when they are wrong themselves.
OPENERS = ("if", "for", "when", "repeat", "otherwise", "each", "in", "must", "may", "as")


def _without_line(lines: list[RawLine], at: int, reported: set[int]) -> list[RawLine]:
    """The lines without one that fails; what is indented under it goes with it, or, under an
    `if` and the like, moves to its place. A line that loses its block by this is marked."""
    if at == 0:
        return []
    failing = lines[at]
    end = at + 1
    while end < len(lines) and lines[end].indent > failing.indent:
        end += 1
    kept: list[RawLine] = []
    rest = lines[end:]
    fits = lines[at - 1].indent < failing.indent or any(
        line.indent == failing.indent for line in lines[:at]
    )
    joins = failing.words()[-2:] in (["any", "of"], ["all", "of"])
    if fits and failing.tokens[0].text in OPENERS and not joins and "one" not in failing.words():
        kept = _moved(lines[at + 1 : end], failing.indent)
    if rest and rest[0].tokens[0].text == "otherwise" and rest[0].indent == failing.indent:
        reported.add(rest[0].number)  # it has lost its `if`
    parent = lines[at - 1]
    if not kept and parent.indent < failing.indent and (
        not rest or rest[0].indent <= parent.indent
    ):
        reported.add(parent.number)
    return lines[:at] + kept + rest


def _moved(lines: list[RawLine], indent: int) -> list[RawLine]:
    """Lines moved to the left so that the first stands at an indentation."""
    by = lines[0].indent - indent if lines else 0
    return [dataclasses.replace(line, indent=max(indent, line.indent - by)) for line in lines]


def _explain(refused: Refused, source: Source, phrases: PhraseTable) -> Diagnostic:
    known = {" ".join(phrase): kind for phrase, (kind, _) in phrases.table.items()}
    if refused.rival is not None:
        return two_readings(refused.tokens[refused.at], refused.rival)
    return explain(refused.tokens, refused.at, refused.expected, source, known)
