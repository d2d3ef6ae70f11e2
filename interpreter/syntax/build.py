"""From the parser's trees to the typed syntax tree (`ast`).

One method per grammar rule or alias, named after it; a method gets the rule's children with
plain keywords left out, and returns a node. Nothing is checked here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast

#: Terminals that carry meaning; all others are keywords whose place in the rule says enough.
CARRIERS = frozenset(
    "TEXT STRING REFS NUMBER NOUN NOUNS VAL ATTR ADJ VERB PREP BOARDNAME STEPNAME MEMO WORD CELL"
    .split()
)
ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")
Kids = list[Any]


class Builder:
    """Builds the nodes of one block; malformed rule references are added to `problems`."""

    def __init__(self, source: Source, problems: list[Diagnostic]) -> None:
        self.source = source
        self.problems = problems

    # -- plumbing --------------------------------------------------------------------------

    def build(self, item: Any) -> Any:
        """The node of a tree, the text of a token, or None."""
        if item is None:
            return None
        if isinstance(item, Token):
            return str(item)
        method = getattr(self, str(item.data))
        return method(self.span(item), self.kids(item), item)

    def kids(self, tree: Tree[Token]) -> Kids:
        return [
            self.build(child)
            for child in tree.children
            if not isinstance(child, Token) or child.type in CARRIERS
        ]

    def span(self, tree: Tree[Token]) -> Span:
        tokens = [t for t in _leaves(tree) if t.type not in ("INDENT", "DEDENT", "NEWLINE", "REFS")]
        if not tokens:
            return Span(self.source, 1, 1, 1, 2)
        first, last = tokens[0], tokens[-1]
        return Span(
            self.source,
            first.line or 1,
            first.column or 1,
            last.end_line or 1,
            last.end_column or 2,
        )

    @staticmethod
    def has(tree: Tree[Token], *types: str) -> bool:
        """Whether one of these keywords stands directly in the rule."""
        return any(isinstance(c, Token) and c.type in types for c in tree.children)

    @staticmethod
    def word(tree: Tree[Token], *types: str) -> str:
        """The first of these keywords in the rule, in lower case."""
        for child in tree.children:
            if isinstance(child, Token) and child.type in types:
                return child.type.lower()
        return ""

    # -- lines -----------------------------------------------------------------------------

    def eol(self, span: Span, kids: Kids, tree: Tree[Token]) -> ast.Refs:
        if not kids:
            return ()
        token = next(c for c in tree.children if isinstance(c, Token) and c.type == "REFS")
        return self._refs(token)

    def _refs(self, token: Token) -> ast.Refs:
        if not token.endswith("]"):
            return ()  # reported when the line was read
        ids: list[str] = []
        bad: list[str] = []
        words = str(token).strip("[]").replace(",", " ").split()
        at = 0
        while at < len(words):
            word = words[at]
            if word == "to" and ids and at + 1 < len(words):
                found = self._range(ids[-1], words[at + 1])
                ids.extend(found)
                bad += [] if found else [f"to {words[at + 1]}"]
                at += 1
            elif ID.fullmatch(word):
                ids.append(word)
            else:
                bad.append(word)
            at += 1
        if bad:
            self._bad_refs(bad, token)
        return tuple(dict.fromkeys(ids))

    @staticmethod
    def _range(first: str, last: str) -> list[str]:
        stem, _, low = first.rpartition("-")
        high = last.rpartition("-")[2]
        if not (low.isdigit() and high.isdigit() and int(low) < int(high) < int(low) + 100):
            return []
        return [f"{stem}-{n:0{len(low)}d}" for n in range(int(low) + 1, int(high) + 1)]

    def _bad_refs(self, words: list[str], token: Token) -> None:
        span = Span(self.source, token.line or 1, token.column or 1,
                    token.end_line or 1, token.end_column or 2)
        self.problems.append(
            Diagnostic("references", f"`{words[0]}` is not a rule id", span, _ref_hint(words))
        )

    def stmts(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.Stmt, ...]:
        return tuple(kids)

    # -- declarations ----------------------------------------------------------------------

    def game(self, span: Span, kids: Kids, tree: Any) -> ast.Game:
        title, refs, summary = kids
        return ast.Game(span, refs, title, summary)

    def players(self, span: Span, kids: Kids, tree: Any) -> ast.Players:
        low, high, names, refs = kids
        return ast.Players(span, refs, int(low), int(high or low), names or ())

    def _only(self, span: Span, kids: Kids, tree: Any) -> Any:
        """The one child of a rule that only groups an optional part."""
        return kids[0]

    summary = up_to = names = normally = note = many = object = _only
    whenever = duty_bound = look_owner = over = over_short = weighted = order_from = drawn = _only

    def or_else(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.Stmt, ...]:
        return tuple(kids[1])

    def or_else_if(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.Stmt, ...]:
        test, refs, body, otherwise = kids
        return (ast.If(test.span, refs, test, body, otherwise or ()),)

    def qualities(self, span: Span, kids: Kids, tree: Any) -> tuple[str, ...]:
        return tuple(kids)

    def vals(self, span: Span, kids: Kids, tree: Any) -> tuple[str, ...]:
        return tuple(kids)

    def option(self, span: Span, kids: Kids, tree: Any) -> ast.Block:
        names, domain, default, note, refs = kids
        ruling = self.has(tree, "RULING")
        return self._together([
            ast.Option(span, refs, name, ruling, domain, default, note) for name in names
        ])

    @staticmethod
    def _together(blocks: list[Any]) -> ast.Block:
        """One declaration, or several that were written as one."""
        made: ast.Block = blocks[0]
        return made if len(blocks) == 1 else ast.Together(made.span, (), tuple(blocks))

    def domain(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.Expr, ...]:
        if isinstance(kids[0], tuple):
            return (*kids[0], kids[1])
        return (kids[0],)

    def range(self, span: Span, kids: Kids, tree: Any) -> ast.Range:
        return ast.Range(span, *kids)

    def kind(self, span: Span, kids: Kids, tree: Any) -> ast.Kind:
        return ast.Kind(span, kids[-1], kids[0], kids[-2])

    def board(self, span: Span, kids: Kids, tree: Any) -> ast.Board:
        name, noun, width, height, refs = kids
        shape = self.word(tree, "SQUARE", "HEXAGONAL")
        return ast.Board(span, refs, name, shape, noun, width, height)

    def piece(self, span: Span, kids: Kids, tree: Any) -> ast.Piece:
        noun, _, owner, board, refs = kids
        return ast.Piece(span, refs, noun, owner, board)

    def attribute(self, span: Span, kids: Kids, tree: Any) -> ast.Attribute:
        if self.has(tree, "EACH"):
            owner, name, kind, mods, refs = kids
        else:
            name, kind, mods, refs = kids
            owner = self.word(tree, "GAME", "TURN")
        return self._attribute(span, refs, owner, name, kind, mods or ())

    def quality(self, span: Span, kids: Kids, tree: Any) -> ast.Block:
        if self.has(tree, "EACH"):
            owner, names, mods, refs = kids
        else:
            names, mods, refs = kids
            owner = self.word(tree, "GAME", "TURN")
        return self._together([
            self._attribute(span, refs, owner, name, None, mods or ()) for name in names
        ])

    def pair(self, span: Span, kids: Kids, tree: Any) -> ast.Attribute:
        owner, name, other, kind, mods, refs = kids
        made = self._attribute(span, refs, owner, name, kind, mods or ())
        return replace(made, other=other, word=self.word(tree, "FROM", "TOWARDS", "AT", "WITH"))

    def relation(self, span: Span, kids: Kids, tree: Any) -> ast.Attribute:
        owner, name, other, mods, refs = kids
        made = self._attribute(span, refs, owner, name, None, mods or ())
        return replace(made, other=other)

    @staticmethod
    def _attribute(
        span: Span, refs: ast.Refs, owner: str, name: str,
        kind: tuple[ast.Expr, ...] | None, mods: tuple[tuple[str, Any], ...],
    ) -> ast.Attribute:
        given = dict(mods)
        this_turn = "turn" in given or owner == "turn"
        return ast.Attribute(
            span, refs, owner, name, kind, given.get("first"), this_turn, "seen" in given
        )

    def type(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.Expr, ...]:
        if isinstance(kids[0], tuple):
            return (*kids[0], kids[1])
        return (kids[0],)

    def type_noun(self, span: Span, kids: Kids, tree: Any) -> ast.TypeNoun:
        return ast.TypeNoun(span, kids[0])

    def mods(self, span: Span, kids: Kids, tree: Any) -> tuple[tuple[str, Any], ...]:
        if isinstance(kids[0], tuple) and kids[0] and isinstance(kids[0][0], tuple):
            return (*kids[0], kids[1])
        return (kids[0],)

    def at_first(self, span: Span, kids: Kids, tree: Any) -> tuple[str, Any]:
        return ("first", kids[0])

    def this_turn(self, span: Span, kids: Kids, tree: Any) -> tuple[str, Any]:
        return ("turn", True)

    def seen_only(self, span: Span, kids: Kids, tree: Any) -> tuple[str, Any]:
        return ("seen", kids[0])

    def when_block(self, span: Span, kids: Kids, tree: Any) -> ast.WhenBlock:
        return ast.WhenBlock(span, (), kids[0], tuple(kids[1:]))

    def always(self, span: Span, kids: Kids, tree: Any) -> ast.Always:
        return ast.Always(span, kids[1], kids[0])

    # -- variants --------------------------------------------------------------------------

    def variant(self, span: Span, kids: Kids, tree: Any) -> ast.Variant:
        text, refs, summary = kids
        title, _, base = text.rpartition(" of ")
        if not title:
            self.problems.append(
                Diagnostic("variant", "a variant names the ruleset it changes", span,
                           "write `variant TITLE of BASE`")
            )
        return ast.Variant(span, refs, title, base, summary)

    def set_option(self, span: Span, kids: Kids, tree: Any) -> ast.SetOption:
        name, value, refs = kids
        return ast.SetOption(span, refs, name, value)

    def replace_block(self, span: Span, kids: Kids, tree: Any) -> ast.Replace:
        return ast.Replace(span, kids[0], tuple(kids[1:]))

    def remove_step(self, span: Span, kids: Kids, tree: Any) -> ast.Remove:
        return ast.Remove(span, kids[1], "step", kids[0])

    def remove_memory(self, span: Span, kids: Kids, tree: Any) -> ast.Remove:
        return ast.Remove(span, kids[1], "memory", kids[0])

    def remove_option(self, span: Span, kids: Kids, tree: Any) -> ast.Remove:
        return ast.Remove(span, kids[1], "option", kids[0])

    def remove_cited(self, span: Span, kids: Kids, tree: Any) -> ast.Remove:
        return ast.Remove(span, kids[1], self.word(tree, "END", "DUTY"), kids[0] or "")

    def insert(self, span: Span, kids: Kids, tree: Any) -> ast.Insert:
        step = None if self.has(tree, "TURN") else kids[0]
        return ast.Insert(span, kids[-2], self.has(tree, "BEFORE"), step, kids[-1])

    # -- definitions -----------------------------------------------------------------------

    def binder(self, span: Span, kids: Kids, tree: Any) -> ast.Binder:
        return ast.Binder(span, *kids)

    def params(
        self, span: Span, kids: Kids, tree: Tree[Token]
    ) -> tuple[tuple[str, ast.Binder], ...]:
        words = [str(c) for c in tree.children if isinstance(c, Token) and c.type != "A"]
        return tuple(zip(words, kids, strict=True))

    def define_adjective(self, span: Span, kids: Kids, tree: Any) -> ast.Define:
        subject, name, body = kids
        return self._define("adjective", name, (("", subject),), body, span)

    def define_preposition(self, span: Span, kids: Kids, tree: Any) -> ast.Define:
        subject, name, thing, params, body = (
            kids if len(kids) == 5 else (kids[0], self._on(tree), *kids[1:])
        )
        return self._define(
            "preposition", name, (("", subject), ("to", thing), *params), body, span
        )

    @staticmethod
    def _on(tree: Any) -> str:
        return "on"

    def define_verb(self, span: Span, kids: Kids, tree: Any) -> ast.Define:
        subject, name, thing, params, body = kids
        direct = (("to", thing),) if thing is not None else ()
        return self._define("verb", name, (("", subject), *direct, *params), body, span)

    def define_table(self, span: Span, kids: Kids, tree: Any) -> ast.Define:
        subject, name, thing, refs, *rows = kids
        params = (("", subject), ("to", thing))
        return ast.Define(span, refs, "verb", name, params, (), (), tuple(rows))

    def row(self, span: Span, kids: Kids, tree: Any) -> ast.Row:
        return ast.Row(span, *kids)

    def agreement(self, span: Span, kids: Kids, tree: Any) -> ast.Agreement:
        first, second, one, other, refs = kids
        return ast.Agreement(span, refs, first, second, (one, other))

    def define_value(self, span: Span, kids: Kids, tree: Any) -> ast.Define:
        name, params, cases = kids
        return ast.Define(span, (), "value", name, params, (), cases)

    @staticmethod
    def _define(
        kind: str, name: str, params: tuple[tuple[str, ast.Binder], ...],
        body: tuple[ast.CondLine, ...], span: Span,
    ) -> ast.Define:
        return ast.Define(span, (), kind, name, params, body, ())

    def body_line(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.CondLine, ...]:
        return (ast.CondLeaf(kids[0].span, *kids),)

    def body_lines(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.CondLine, ...]:
        refs, *lines = kids
        return (ast.CondGroup(span, "all", tuple(lines), refs),) if refs else tuple(lines)

    def condline(self, span: Span, kids: Kids, tree: Any) -> ast.CondLine:
        return ast.CondLeaf(span, *kids)

    def condline_over(self, span: Span, kids: Kids, tree: Any) -> ast.CondLine:
        condition, refs, over, over_refs = kids
        return ast.CondLeaf(span, self._with_over(condition, over, over_refs, span), refs)

    def _with_over(
        self, condition: ast.Expr, over: ast.SetNode, refs: ast.Refs, span: Span
    ) -> ast.Expr:
        if isinstance(condition, ast.Is) and isinstance(condition.complement, ast.IsConnected):
            old = condition.complement
            if old.over is None:
                new = ast.IsConnected(
                    old.span, old.start, old.steps, over, old.straight, refs
                )
                return ast.Is(condition.span, condition.subject, new, condition.negated)
        self.problems.append(
            Diagnostic("over", "`over …` belongs under a line that says `is connected to … by … "
                       "steps` or `is in line with … by … steps`", span)
        )
        return condition

    def condline_when(self, span: Span, kids: Kids, tree: Any) -> ast.CondLine:
        return ast.CondWhen(span, kids[0], tuple(kids[1:]))

    def condline_any(self, span: Span, kids: Kids, tree: Any) -> ast.CondLine:
        return ast.CondGroup(span, "any", tuple(kids[1:]), kids[0])

    def condline_all(self, span: Span, kids: Kids, tree: Any) -> ast.CondLine:
        return ast.CondGroup(span, "all", tuple(kids[1:]), kids[0])

    def value_line(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.Case, ...]:
        return (ast.Case(span, kids[0], None, kids[1]),)

    def value_below(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.Case, ...]:
        refs, value, more = kids
        return (ast.Case(span, value, None, tuple(dict.fromkeys((*refs, *more)))),)

    def value_cases(self, span: Span, kids: Kids, tree: Any) -> tuple[ast.Case, ...]:
        refs, *cases = kids
        return tuple(
            replace(c, refs=tuple(dict.fromkeys((*refs, *c.refs)))) for c in cases
        )

    def case(self, span: Span, kids: Kids, tree: Any) -> ast.Case:
        return ast.Case(span, *kids)

    def case_for(self, span: Span, kids: Kids, tree: Any) -> ast.Case:
        value, among, refs = kids
        return ast.Case(span, value, None, refs, among)

    def case_otherwise(self, span: Span, kids: Kids, tree: Any) -> ast.Case:
        return ast.Case(span, kids[0], None, kids[1])


def _leaves(tree: Tree[Token]) -> list[Token]:
    found: list[Token] = []
    for child in tree.children:
        if isinstance(child, Token):
            found.append(child)
        elif child is not None:
            found.extend(_leaves(child))
    return found


def _ref_hint(words: list[str]) -> str:
    if words[0].startswith("to "):
        return "a range goes upwards from the id before it: [ABC-1 to 4]"
    for guess in (words[0].upper().replace("_", "-"), "-".join(words).upper()):
        if ID.fullmatch(guess):
            return f"did you mean `{guess}`?"
    return "rule ids look like [MTF-MOVE-05], several are separated by blanks"
