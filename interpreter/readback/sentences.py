"""The sentences of a ruleset with every reference spelt out, still in its language.

Model. A phrase is said as its author wrote it, but for what `SPELT` says of its kind: a reference
becomes the words that mean its thing alone, what binds the thing gets a name, and phrases that
reach further than a hasty reader sees are put in brackets. The words of all other kinds already say
all, but for the notes that some have (`notes.NOTED`); a test lists them, so that it must be decided
how a new kind is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from rulewright.interpreter.ir import Field
from rulewright.interpreter.model.declarations import parts, walk
from rulewright.interpreter.model.model import Model
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.understood import Understood
from rulewright.interpreter.readback.edits import Edits
from rulewright.interpreter.readback.names import Names
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.shared_parts import PLAIN_VALUES
from rulewright.interpreter.syntax.shared_predicates import last_of
from rulewright.interpreter.syntax.words import DECIDER, TO_MOVE, article, plural

#: What `the colour of …` can be put in front of.
CHAINS = (ast.It, ast.TheNoun, ast.ThePlayer, ast.Word, ast.Value, ast.Cell, ast.NounOf, ast.Call)
#: Where words may stand that end in `of …`.
OF = (
    ast.Is, ast.IsValue, ast.IsBound, ast.Arithmetic, ast.Conditional, ast.Case, ast.Becomes,
    ast.Change, ast.Flag, ast.Rank, ast.Pay, ast.Times, ast.Begins, ast.Outcome, ast.Decides,
    ast.InOrder, ast.Turned,
)
#: What a sentence can go on with beside `and` or `or`.
VALUES = (*PLAIN_VALUES, ast.Call, ast.Conditional, ast.Arithmetic, ast.Quantified)
#: What holds a set of which more words may follow that do not belong to the set.
AMONG = (
    ast.Quantified, ast.Count, ast.Aggregate, ast.Line, ast.IsConnected, ast.Has, ast.RelHas)


#: What goes on from a set of which nothing more can be said.
GOES_ON = re.compile(r"'|’|\s+(?:at|from|towards|with)\b")


def present(
    model: Model, item: object, parent: ast.Node | None = None
) -> Iterator[tuple[ast.Node, ast.Node | None]]:
    """The nodes of an item that are there with the options of a model, each with the one it is a
    part of, the outer ones first."""
    if isinstance(item, tuple):
        for part in item:
            yield from present(model, part, parent)
    elif isinstance(item, ast.Node):
        yield item, parent
        if not isinstance(item, ast.WHENS) or model.holds(item.test):
            yield from present(model, parts(item), item)


class Sentences:
    """Says the nodes of a ruleset, as changes of the texts they stand in."""

    def __init__(self, model: Model, understood: Understood, names: Names) -> None:
        self.model = model
        self.understood = understood
        self.names = names
        self.texts: dict[Source, Edits] = {}
        #: What two sentences share (`a1 and b2 are wet`) is a part of both, and said once.
        self.said: set[int] = set()  # the ids of nodes
        self.sharing: set[int] = set()  # the ids of sentences that share their subject
        self.without: set[Span] = set()  # sets without one thing of which it is said which
        self.done: set[Span] = set()  # words that are said already with those around them

    def edits(self, source: Source) -> Edits:
        """The changes of one text."""
        if source not in self.texts:
            self.texts[source] = Edits(source)
        return self.texts[source]

    def say(self, item: object) -> None:
        """Say a node and all that is in it; what is not there with these options was not
        understood and stays as it is."""
        for node, parent in present(self.model, item):
            if id(node) not in self.said:
                self.said.add(id(node))
                spell = SPELT.get(type(node))
                if spell is not None:
                    spell(self, node, parent)

    # -- what several kinds of phrases need ------------------------------------------------------

    def words(self, node: ast.Node) -> str | None:
        """What means the thing of a reference."""
        if node.span in self.done:
            return None
        return self.names.words(self.understood.things.get(node.span, ()))

    def put(self, span: Span, length: int, text: str) -> None:
        """Say other words in the place of the first of a phrase, or of none."""
        self.edits(span.source).replace(span.line, span.column, span.column + length, text)

    def bracket(self, node: ast.Node) -> None:
        self.edits(node.span.source).bracket(node.span)

    def name(self, things: ast.SetNode | ast.Binder, line: int, column: int) -> None:
        """Say the name of what is bound, behind its noun, which ends at a column."""
        name = self.names.new(things.span)
        if name is not None:
            self.edits(things.span.source).behind(line, column, f" {name}")


# ---- references ----------------------------------------------------------------------------------


def _it(said: Sentences, node: ast.It, parent: ast.Node | None) -> None:
    """`it`, or `its`, which is the first word of its phrase."""
    words = said.words(node)
    if words is None:
        return
    if node.span.text.startswith("its"):
        said.put(node.span, 3, f"{words}'s")
    else:
        said.put(node.span, len(node.span.text), words)


def _the_noun(said: Sentences, node: ast.TheNoun, parent: ast.Node | None) -> None:
    words = said.words(node)
    if words is not None and node.span.text.startswith("the "):  # else a table says it in columns
        said.put(node.span, len(node.span.text), words)


def _call(said: Sentences, node: ast.Call, parent: ast.Node | None) -> None:
    """`the player's score` is the score of the player to move, where that can be said."""
    edits = said.edits(node.span.source)
    if len(node.args) != 1 or not (isinstance(parent, OF) or edits.bracketed(node.span)):
        return
    owner = node.args[0][1]
    words = said.words(owner) if isinstance(owner, (ast.It, ast.TheNoun)) else None
    text = node.span.text
    if words in (TO_MOVE, DECIDER) and text.endswith(node.name) and not text.startswith(
        f"the {node.name}"
    ):
        said.put(node.span, len(text) - len(node.name), "the ")
        edits.behind(node.span.end_line, node.span.end_column, f" of {words}")
        said.done.add(owner.span)


def _value(said: Sentences, node: ast.Value, parent: ast.Node | None) -> None:
    """The number of an option, but where the option itself is asked about."""
    number = said.understood.numbers.get(node.span)
    if number is not None and not isinstance(parent, ast.Is):
        said.put(node.span, len(node.span.text), str(number))


# ---- what is bound -------------------------------------------------------------------------------


def _binder(said: Sentences, node: ast.Binder, parent: ast.Node | None) -> None:
    said.name(node, node.span.end_line, node.span.end_column)


def _number_set(said: Sentences, node: ast.NumberSet, parent: ast.Node | None) -> None:
    word = node.span.text.split()[0]
    said.name(node, node.span.line, node.span.column + len(word))


def _noun_set(said: Sentences, node: ast.NounSet, parent: ast.Node | None) -> None:
    line, column = _end_of_noun(node)
    head = node.span.source.line(line)[: column - 1]
    other = _other(said, node)
    amount = isinstance(parent, ast.Count) and not parent.span.text.startswith("the ")
    plural_set = isinstance(parent, ast.Quantified) and parent.span.text.startswith("the ")
    if isinstance(parent, AMONG) and (node.relatives or other) and not (amount or plural_set):
        said.bracket(node)
    if other is not None:
        _without(said, node, other, "are" if head.endswith(plural(node.noun)) else "is")
    said.name(node, line, column)


def _end_of_noun(node: ast.NounSet) -> tuple[int, int]:
    """Where the words of a set end that stand before any name, owner or restriction."""
    first = min((part.span for part in (node.owner, *node.relatives) if part is not None),
                key=lambda span: (span.line, span.column), default=None)
    if first is None:
        line, text = node.span.end_line, node.span.source.line(node.span.end_line)
        return line, len(text[: node.span.end_column - 1].rstrip()) + 1
    text = node.span.source.line(first.line)[: first.column - 1].rstrip(" (")
    if node.owner is not None and first is node.owner.span:
        text = text.removesuffix("of").rstrip()
    return first.line, len(text) + 1


def _other(said: Sentences, node: ast.NounSet) -> str | None:
    """What the things of a set are other than, unless they go on as `every other tile's`."""
    words = said.names.words(said.understood.others.get(node.span, ()))
    text = node.span.text
    behind = node.span.behind
    return None if " other " not in f" {text}" or GOES_ON.match(behind) else words


def _without(said: Sentences, node: ast.NounSet, words: str, verb: str) -> None:
    """`other tiles` are `tiles that are not T`."""
    text = node.span.text
    said.without.add(node.span)
    at = node.span.column + f" {text}".index(" other ")
    line = node.span.source.line(node.span.line)
    front, behind = line[: at - 1], line[at - 1 :].removeprefix("other ")
    verb = "are" if behind.startswith(plural(node.noun)) else verb
    bare = "an " if front.split(" ")[-2:] == ["an", ""] else ""  # `an other tile` is `a tile …`
    here = Span(node.span.source, node.span.line, at, node.span.line, at)
    if bare:
        said.put(here._replace(column=at - len(bare)), len(bare), f"{article(behind)} ")
    said.put(here, len("other "), "")
    first = next((relative.span for relative in node.relatives
                  if (relative.span.line, relative.span.column) > (here.line, at)), None)
    edits = said.edits(node.span.source)
    if first is None:
        edits.behind(node.span.end_line, node.span.end_column, f" that {verb} not {words}")
    else:
        edits.before(first, f"that {verb} not {words} ")


def _quantified(said: Sentences, node: ast.Quantified, parent: ast.Node | None) -> None:
    """`the tiles` are all of them."""
    if node.quantifier == "all" and node.span.text.startswith("the "):
        brackets = isinstance(node.set, ast.NounSet) and node.set.relatives
        said.put(node.span, len("the "), "all (" if brackets else "all ")
        if brackets:
            edits = said.edits(node.span.source)
            edits.behind(node.span.end_line, node.span.end_column, ")")


# ---- what reaches how far ------------------------------------------------------------------------


def _arithmetic(said: Sentences, node: ast.Arithmetic, parent: ast.Node | None) -> None:
    if isinstance(parent, ast.Arithmetic):
        said.bracket(node)


def _logic(said: Sentences, node: ast.Logic, parent: ast.Node | None) -> None:
    if isinstance(parent, ast.Logic) and parent.op != node.op:
        said.bracket(node)
    right = node.right.body if isinstance(node.right, (ast.Before, ast.Not)) else node.right
    if node.shared:
        said.sharing |= {id(part) for part in walk(node) if isinstance(part, ast.Is)}
    elif isinstance(right, VALUES) or not right.span.holds(getattr(right, "subject", right).span):
        _share(said, last_of(node.left), right)


def _predicates(said: Sentences, node: ast.Predicates, parent: ast.Node | None) -> None:
    _share(said, *node.parts)


def _share(said: Sentences, *sentences: ast.Expr) -> None:
    """Sentences whose subject stays as it is, since others have it, too."""
    said.sharing |= {id(one.body if isinstance(one, ast.Before) else one) for one in sentences}


def _not(said: Sentences, node: ast.Not, parent: ast.Node | None) -> None:
    said.bracket(node.body)


# ---- words that are values of attributes ---------------------------------------------------------


def _attribute(said: Sentences, complement: ast.Complement) -> str | None:
    """The attribute of which the words of `is WHITE` are values."""
    match complement:
        case ast.IsValue(value=value):
            values: tuple[ast.Expr, ...] = (value,)
        case ast.IsEither(values=values):
            pass
        case _:
            return None
    names = {tuple(name for _, name in said.understood.attributes.get(value.span, ()))
             for value in values}
    one = names.pop()
    return one[0] if not names and len(one) == 1 else None


def _spelt_out(said: Sentences, complement: ast.Complement) -> None:
    said.done |= {node.span for node in walk(complement) if isinstance(node, ast.Value)}


def _is(said: Sentences, node: ast.Is, parent: ast.Node | None) -> None:
    """`the tile is White` says something of its colour."""
    name = _attribute(said, node.complement)
    subject = node.subject
    each = isinstance(subject, ast.Quantified) and subject.quantifier != "all"
    if name is None or not (isinstance(subject, CHAINS) or each) or id(node) in said.sharing:
        return
    if isinstance(subject, ast.Call) and len(subject.args) > 1:
        return
    said.edits(node.span.source).before(subject.span, f"the {name} of ")
    _spelt_out(said, node.complement)


def _rel_is(said: Sentences, node: ast.RelIs, parent: ast.Node | None) -> None:
    """`tiles that are White`, likewise."""
    name, at = _attribute(said, node.complement), node.complement.span
    if name is None or at.line != node.span.line:
        return
    no = "not " if node.negated else ""
    said.put(node.span, at.column - node.span.column, f"whose {name} is {no}")
    _spelt_out(said, node.complement)


# ---- what is assumed -----------------------------------------------------------------------------


def _first(said: Sentences, node: ast.Attribute, parent: ast.Node | None) -> None:
    """What a thing has at first, where the author did not say it."""
    symbols = said.model.symbols
    if node.first is not None or not node.type or (node.owner, node.name) in symbols.listed:
        return
    field = (symbols.attributes.get((node.owner, node.name)) if node.other is None
             else symbols.pairs.get((node.owner, node.name, node.word, node.other)))
    text = None if field is None else first_text(symbols, field)
    if text is not None:
        end = node.type[-1].span
        said.edits(node.span.source).behind(end.end_line, end.end_column, f", at first {text}")


def first_text(symbols: SymbolTable, field: Field) -> str | None:
    """The first value of a field, if the language has words for it."""
    kind, value = field.type, field.first[0]
    if kind.kind == "int":
        return str(value) if value >= 0 else f"0 minus {-value}"
    text = kind.text(value)
    if kind.domain == symbols.players and text.startswith("Player ") and value >= len(kind.words):
        return None  # seats without names cannot be spoken of
    boards = [board for board in symbols.boards.values() if board.cell(text) is not None]
    return None if boards and boards[0].cells != kind.domain else text


Spell = Callable[[Sentences, Any, ast.Node | None], None]
SPELT: dict[type[ast.Node], Spell] = {
    ast.It: _it,
    ast.TheNoun: _the_noun,
    ast.Call: _call,
    ast.Value: _value,
    ast.Binder: _binder,
    ast.NounSet: _noun_set,
    ast.NumberSet: _number_set,
    ast.Quantified: _quantified,
    ast.Arithmetic: _arithmetic,
    ast.Logic: _logic,
    ast.Predicates: _predicates,
    ast.Not: _not,
    ast.Is: _is,
    ast.RelIs: _rel_is,
    ast.Attribute: _first,
}
