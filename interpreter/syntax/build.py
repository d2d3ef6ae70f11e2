"""From the parser's trees to the typed syntax tree (`ast`).

What each rule of the grammar becomes is data: `node_table.NODES` maps the name of a rule (or its
alias) to a maker, mostly a node class with the names of the fields that its children fill
(`node`). The few rules that need more have a function in `node_builders`, `statement_builders` or
`phrase_builders`. A maker gets the rule's span, its children that are built already, without plain
keywords, and the parser's tree. Nothing is checked here but rule references.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.trees import Tree

#: Terminals that carry meaning; all others are keywords whose place in the rule says enough.
CARRIERS = frozenset(
    "TEXT STRING PART REFS NUMBER NOUN NOUNS VAL ATTR PAIRED ADJ VERB VERB_OF PREP BOARDNAME "
    "STEPNAME MEMO WORD CELL".split()
)
LAYOUT = frozenset(("INDENT", "DEDENT", "NEWLINE", "REFS"))


@dataclass
class Rule:
    """One use of a rule: where it stands, its built children, its tree, the list to which problems
    are added, and the names that are declared."""

    span: Span
    kids: list[Any]
    tree: Tree
    problems: list[Diagnostic]
    phrases: PhraseTable

    def tokens(self) -> list[Token]:
        """The tokens that stand directly in the rule, keywords included."""
        return [child for child in self.tree.children if isinstance(child, Token)]

    def keyword(self, *types: str) -> str:
        """The first of these keywords in the rule, in lower case, or an empty text."""
        return next((t.type.lower() for t in self.tokens() if t.type in types), "")


Maker = Callable[[Rule], Any]


# ---- makers -----------------------------------------------------------------------------------


@record
class Has:
    """As the value of a field: whether a keyword stands in the rule."""

    keyword: str
    wanted: bool = True

    def __call__(self, rule: Rule) -> bool:
        return bool(rule.keyword(self.keyword)) is self.wanted


@record
class Which:
    """As the value of a field: which of these keywords stands in the rule."""

    keywords: tuple[str, ...]

    def __call__(self, rule: Rule) -> str:
        return rule.keyword(*self.keywords)


def node(cls: type, children: str = "", **values: Any) -> Maker:
    """The maker of a node. `children` names the field for each child, in order:

    - `name`    the child itself (None if there are not so many children)
    - `name#`   the child as a number
    - `name?`   the child, or an empty tuple if it is left out; `name$` likewise an empty text
    - `*name`   as many children as are left, as a tuple
    - `@name`   the child, whose span is that of the node too
    - `name<`   a statement that stands in the same line, as a body, with its rule references
    - `-`       nothing

    `values` are the other fields.
    """
    words = children.split()
    known = {field.name for field in fields(cls)}
    assert {word.strip("#?$*@<-") for word in words} - {""} | set(values) <= known, (cls, children)
    many = next((i for i, word in enumerate(words) if word[0] == "*"), None)
    plan = tuple((word.strip("#?$*@<-"), word.strip(word.strip("#?$*@<-"))) for word in words)
    fixed = {name: value for name, value in values.items() if not callable(value)}
    asked = tuple((name, value) for name, value in values.items() if callable(value))

    def make(rule: Rule) -> Any:
        kids = rule.kids
        if many is not None:
            behind = len(kids) - (len(words) - many - 1)
            kids = [*kids[:many], tuple(kids[many:behind]), *kids[behind:]]
        given: dict[str, Any] = {"span": rule.span}
        for at, (name, mark) in enumerate(plan):
            kid: Any = kids[at] if at < len(kids) else None
            match mark:
                case "" | "*":
                    given[name] = kid
                case "@":
                    given[name] = kid
                    given["span"] = kid.span
                case "#":
                    given[name] = int(kid)
                case "?":
                    given[name] = () if kid is None else kid
                case "$":
                    given[name] = kid or ""
                case "<":
                    given[name] = (kid,)
                    given["refs"] = kid.refs
        for name, value in asked:
            given[name] = value(rule)
        return cls(**(given | fixed))

    return make


def only(rule: Rule) -> Any:
    """The one child of a rule that only groups an optional part, or None if it is empty."""
    return rule.kids[0] if rule.kids else None


def last(rule: Rule) -> Any:
    """The last child."""
    return rule.kids[-1]


def several(rule: Rule) -> tuple[Any, ...]:
    """All children."""
    return tuple(rule.kids)


class Chain(tuple[Any, ...]):
    """The items of a list so far (see `chain`)."""


def chain(rule: Rule) -> Chain:
    """The items of a list that the grammar builds from the left."""
    if isinstance(rule.kids[0], Chain):
        return Chain((*rule.kids[0], rule.kids[1]))
    return Chain(rule.kids)


def alone(maker: Maker) -> Maker:
    """What a maker makes, as a tuple of one."""
    return lambda rule: (maker(rule),)


# ---- the builder ------------------------------------------------------------------------------


class Builder:
    """Builds the nodes of one text; malformed rule references are added to `problems`."""

    def __init__(
        self, source: Source, problems: list[Diagnostic], nodes: Mapping[str, Maker],
        phrases: PhraseTable,
    ) -> None:
        self.problems = problems
        self.nodes = nodes
        self.phrases = phrases
        self.nowhere = Span(source, 1, 1, 1, 2)

    def build(self, item: Any) -> Any:
        """The node of a tree, the text of a token, or None."""
        if item is None:
            return None
        if isinstance(item, Token):
            return item.text
        kids = [
            self.build(child) for child in item.children
            if not isinstance(child, Token) or child.type in CARRIERS
        ]
        rule = Rule(self.span(item), kids, item, self.problems, self.phrases)
        return self.nodes[item.data](rule)

    def span(self, tree: Tree) -> Span:
        return span_of(tree) or self.nowhere


def span_of(tree: Tree) -> Span | None:
    """Where a tree stands; None if it has no words."""
    first = _edge(tree, forwards=True)
    if first is None:
        return None
    end = _edge(tree, forwards=False)
    assert end is not None
    return first.span if first is end else first.span.to(end.span)


def _edge(tree: Tree, forwards: bool) -> Token | None:
    """The first or last written token of a tree, rule references aside."""
    for child in tree.children if forwards else reversed(tree.children):
        if isinstance(child, Token):
            if child.type not in LAYOUT:
                return child
        elif child is not None:
            found = _edge(child, forwards)
            if found is not None:
                return found
    return None
