"""The texts of options and outcomes, and how the things in them are written.

Model. A text consists of words, of what is chosen, and of phrases. A line of `look`, `a NOUN is
written "TEXT"`, is a function of one thing: a local, and a text with phrases about it. Wherever a
text shows a thing of that noun, the text of the line stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.interpreter.diagnostics import did_you_mean, error
from rulewright.interpreter.ir import Binder, Const, E, Label, Said, VType, fresh, substituted
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.model import Written
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

SLOT = re.compile(r"\{([^{}]*)\}")
BLANKS = re.compile(r"\s+")
Names = tuple[str, ...]  # by which a text may speak of what is chosen


def label(
    context: Context, written: str | ast.Spoken, names: Sequence[Names],
    binders: Sequence[Binder], scope: Scope, span: Span,
) -> Label:
    """The text of an option: `"{Token}-{tile}"` as texts, binder numbers and other phrases."""
    return tuple(_in_words(context, _parts(context, written, names, scope, span), binders))


def check_texts(context: Context) -> dict[str, Written]:
    """How things are written, by their nouns; what is wrong with the lines is noted."""
    found = {}
    for _, look in context.active(ast.Look):
        for line in look.lines:
            if line.kind == "written" and line.noun is not None:
                with context.collecting():
                    kind = context.symbols.type_of(line.noun, line.span)
                    written = _written(context, kind)
                    if written is None:
                        raise error("look", f"a {line.noun} cannot be written so", line.span,
                                    "it is said of pieces with a number, cells and values")
                    found[line.noun] = written
    return found


def _parts(
    context: Context, written: str | ast.Spoken, names: Sequence[Names], scope: Scope, span: Span
) -> Iterator[str | int | Said]:
    if isinstance(written, str):
        yield from _text(written, names, span)
        return
    for part in written.parts:
        if isinstance(part, str):
            yield from _text(part, names, span)
        else:
            yield _phrase(context, part, names, scope)


def _text(written: str, names: Sequence[Names], span: Span) -> Iterator[str | int]:
    """A part of a text with the names of what is chosen."""
    at = 0
    for slot in SLOT.finditer(written):
        if slot.start() > at:
            yield BLANKS.sub(" ", written[at : slot.start()])
        yield _slot(slot.group(1).strip(), names, span)
        at = slot.end()
    if at < len(written):
        yield BLANKS.sub(" ", written[at:])


def _phrase(
    context: Context, phrase: ast.Expr, names: Sequence[Names], scope: Scope
) -> str | int | Said:
    """A phrase of a text; one that is but the name of something chosen is that."""
    said = phrase.span.text
    named = next((i for i, known in enumerate(names) if said in known), None)
    if named is not None:
        return named
    value = context.value(phrase, scope)
    value = changed(value, type=_drawn(context, phrase, value.type))
    if isinstance(value.e, Const) and _line(context, _member(value.type)) is None:
        return value.type.written(value.e.value)
    return Said(value.e, value.type)


def _drawn(context: Context, phrase: ast.Expr, kind: VType) -> VType:
    """The type of a phrase, with signs for the numbers that the look draws otherwise in this
    attribute alone."""
    if kind.kind != "int" or not isinstance(phrase, ast.Call):
        return kind
    drawn = {line.values[0]: line.glyph for _, look in context.active(ast.Look)
             for line in look.lines if line.attribute == phrase.name}
    signs = tuple(drawn.get(str(number)) for number in range(kind.low, kind.high + 1))
    return changed(kind, signs=signs) if drawn else kind


def _slot(word: str, names: Sequence[Names], span: Span) -> int:
    """The number of the binder that a word in braces means."""
    named = next((i for i, known in enumerate(names) if word in known), None)
    if named is not None:
        return named
    if word.isdecimal() and int(word) < len(names):
        return int(word)
    known = [name for group in names for name in group]
    if not known:
        raise error("written", f"`{{{word}}}` is nothing that is chosen here", span,
                    "nothing is; write a phrase, as in `{the player's seat}`")
    raise error("written", f"`{{{word}}}` is nothing that is chosen here", span,
                did_you_mean(word, known) or "chosen are: " + ", ".join(sorted(set(known))))


# ---- things --------------------------------------------------------------------------------------


def _in_words(
    context: Context, parts: Iterator[str | int | Said], binders: Sequence[Binder]
) -> Iterator[str | int | Said]:
    """A text with its things as their nouns are written."""
    for part in parts:
        if isinstance(part, str):
            yield part
            continue
        value: E = part.value if isinstance(part, Said) else binders[part].var
        kind = part.type if isinstance(part, Said) else binders[part].type
        written = _written(context, kind)
        if written is not None:
            yield from _about(written, value)
        elif members := _written(context, _member(kind)):
            yield Said(value, kind, tuple(
                tuple(_about(members, Const(i))) for i in range(kind.size)))
        else:
            yield part


def _about(written: Written, value: E) -> Iterator[str | int | Said]:
    """The text of a line about one thing."""
    thing, text = written
    for part in text:
        if not isinstance(part, Said):
            yield part
            continue
        said = substituted(part.value, {thing: value})
        if isinstance(said, Const) and not part.texts:
            yield part.type.written(said.value)
        else:
            yield Said(said, part.type, tuple(
                tuple(_about((thing, each), value)) for each in part.texts))


def _member(kind: VType) -> VType:
    """The type of the members of a set of things; of anything else, its own."""
    if kind.kind != "set" or kind.group or kind.domain is None:
        return kind
    return VType("thing", domain=kind.domain, piece=kind.piece)


def _line(context: Context, kind: VType) -> ast.LookLine | None:
    """The line that says how things of a type are written; what may be none is written as ever."""
    if kind.kind != "thing" or kind.none or kind.words or kind.piece:
        return None
    noun = noun_of(kind)
    return next((line for _, look in context.active(ast.Look) for line in look.lines
                 if line.kind == "written" and line.noun == noun), None)


def _written(context: Context, kind: VType) -> Written | None:
    """How things of a type are written, if a line says so."""
    line = _line(context, kind)
    if line is None or line.text is None or line.noun is None:
        return None
    if line.noun not in context.texts:
        context.texts[line.noun] = None  # while it is read
        thing = fresh(line.noun, kind)
        about = Bound(line.noun, None, Typed(thing, kind), subject=True, opens=True, head=True,
                      span=line.span)
        with context.knowing(Facts()):
            context.texts[line.noun] = (
                thing, label(context, line.text, (), (), Scope().add(about), line.span))
    written = context.texts[line.noun]
    if written is None:
        raise error("recursion", f"how a {line.noun} is written uses itself", line.span,
                    "say it without going round")
    return written
