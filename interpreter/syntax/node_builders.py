"""The rules of the grammar for declarations and definitions that are more than a node with its
children (see `node_table`; those for statements are in `statement_builders`, those for phrases in
`phrase_builders`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Rule

ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")
JOINED = re.compile(r"(?:^|\s)(?:and|or)\s")  # within a name that is rather two
MAX_RANGE = 100  # rule ids that `to` stands for
TAIL_WORDS = ("OF", "FROM", "TOWARDS", "AT", "WITH")

# ---- rule references --------------------------------------------------------------------------


def eol(rule: Rule) -> ast.Refs:
    """The rule references at the end of a line."""
    token = next((t for t in rule.tokens() if t.type == "REFS"), None)
    if token is None or not token.text.endswith("]"):
        return ()  # without its bracket it was reported when the line was read
    ids: list[str] = []
    bad: list[str] = []
    words = token.text.strip("[]").replace(",", " ").split()
    at = 0
    while at < len(words):
        word = words[at]
        if word == "to" and ids and at + 1 < len(words):
            found = _range(ids[-1], words[at + 1])
            ids.extend(found)
            bad += [] if found else [f"to {words[at + 1]}"]
            at += 1
        elif ID.fullmatch(word):
            ids.append(word)
        else:
            bad.append(word)
        at += 1
    if bad:
        rule.problems.append(
            Diagnostic("references", f"`{bad[0]}` is not a rule id", token.span, _ref_hint(bad))
        )
    return tuple(dict.fromkeys(ids))


def _range(first: str, last: str) -> list[str]:
    stem, _, low = first.rpartition("-")
    high = last.rpartition("-")[2]
    if not (low.isdecimal() and high.isdecimal() and int(low) < int(high) < int(low) + MAX_RANGE):
        return []
    return [f"{stem}-{n:0{len(low)}d}" for n in range(int(low) + 1, int(high) + 1)]


def _ref_hint(words: list[str]) -> str:
    if words[0].startswith("to "):
        return "a range goes upwards from the id before it: [ABC-1 to 4]"
    for guess in (words[0].upper().replace("_", "-"), "-".join(words).upper()):
        if ID.fullmatch(guess):
            return f"did you mean `{guess}`?"
    return "rule ids look like [MTF-MOVE-05], several are separated by blanks"


# ---- declarations -----------------------------------------------------------------------------


def players(rule: Rule) -> ast.Players:
    low, high, names, refs = rule.kids
    _require_commas(rule, names or ())
    return ast.Players(rule.span, refs, int(low), int(high or low), names or ())


def kind(rule: Rule) -> ast.Kind:
    noun, _, *signed, refs = rule.kids
    values, signs = zip(*signed, strict=True)
    _require_commas(rule, values)
    return ast.Kind(rule.span, refs, noun, values, signs)


def shape(rule: Rule) -> str:
    return rule.keyword("SQUARE", "HEXAGONAL")


def parts_of(rule: Rule) -> str:
    """`quarters`, `sides` or `corners`."""
    return rule.span.text.split()[1]


def _require_commas(rule: Rule, names: tuple[str, ...]) -> None:
    """`cod and eel` would be one name."""
    joined = next((name for name in names if JOINED.search(name)), None)
    if joined is not None:
        token = next(t for t in rule.tree.scan_values(_is_value) if t.text == joined)
        listed = ", ".join(name for name in JOINED.split(joined) if name)
        rule.problems.append(Diagnostic(
            "missing-comma", f"`{joined}` would be one name", token.span, f"write `{listed}`"))


def _is_value(leaf: object) -> bool:
    return getattr(leaf, "type", None) == "VAL"


def option(rule: Rule) -> ast.Block:
    names, domain, default, note, refs = rule.kids
    ruling = bool(rule.keyword("RULING"))
    return _together([
        ast.Option(rule.span, refs, name, ruling, tuple(domain), default, note) for name in names
    ])


def _together(blocks: list[Any]) -> ast.Block:
    """One declaration, or several that were written as one."""
    first: ast.Block = blocks[0]
    return first if len(blocks) == 1 else ast.Together(first.span, (), tuple(blocks))


def attribute(rule: Rule) -> ast.Attribute:
    owner, (name, kind, mods, refs) = _owner(rule)
    return _attribute(rule.span, refs, owner, name, tuple(kind), mods)


def quality(rule: Rule) -> ast.Block:
    owner, (names, mods, refs) = _owner(rule)
    return _together([_attribute(rule.span, refs, owner, name, None, mods) for name in names])


def pair(rule: Rule) -> ast.Attribute:
    owner, name, other, kind, mods, refs = rule.kids
    whole = _attribute(rule.span, refs, owner, name, tuple(kind), mods)
    return replace(whole, other=other, word=rule.keyword(*TAIL_WORDS))


def relation(rule: Rule) -> ast.Attribute:
    owner, name, other, mods, refs = rule.kids
    return replace(_attribute(rule.span, refs, owner, name, None, mods), other=other)


def _owner(rule: Rule) -> tuple[str, list[Any]]:
    """What has an attribute, a noun or `game` or `turn`, and the other children."""
    if rule.keyword("EACH"):
        return rule.kids[0], rule.kids[1:]
    return rule.keyword("GAME", "TURN"), rule.kids


def _attribute(
    span: Span, refs: ast.Refs, owner: str, name: str, kind: tuple[ast.Expr, ...] | None,
    mods: tuple[tuple[str, Any], ...] | None,
) -> ast.Attribute:
    given = dict(mods or ())
    this_turn = "turn" in given or owner == "turn"
    return ast.Attribute(
        span, refs, owner, name, kind, given.get("first"), this_turn, given.get("seen", "all")
    )


def walk(rule: Rule) -> ast.Define:
    noun, _, of, by, refs, *lines = rule.kids
    things = (("of", of), *((("by", by),) if by is not None else ()))
    return ast.Define(rule.span, refs, "walk", noun, things, (), (), walk=tuple(lines))


def walk_with(rule: Rule) -> ast.WalkCarries:
    name, kind, mods, refs = rule.kids
    attribute = _attribute(rule.span, refs, "walk", name, tuple(kind), mods)
    return ast.WalkCarries(rule.span, refs, attribute, "kept" in dict(mods or ()))


def kept(rule: Rule) -> tuple[str, Any]:
    return "kept", True


def at_first(rule: Rule) -> tuple[str, Any]:
    return "first", rule.kids[0]


def this_turn(rule: Rule) -> tuple[str, Any]:
    return "turn", True


def seen_only(rule: Rule) -> tuple[str, Any]:
    return "seen", f"that {rule.kids[0]}"


def seen_by_nobody(rule: Rule) -> tuple[str, Any]:
    return "seen", "nobody"


def piece(rule: Rule) -> ast.Piece:
    noun, _, owner, board, refs = rule.kids
    return ast.Piece(rule.span, refs, noun, owner, None, False, (board,), (), ())


def numbered(rule: Rule) -> ast.Piece:
    noun, _, owner, number, *places, refs = rule.kids
    named = [place for place in places if place is not None]  # without what stands for `each`
    return ast.Piece(rule.span, refs, noun, owner, number, bool(rule.keyword("EACH")),
                     **_places(named))


def manifest(rule: Rule) -> ast.Piece:
    noun, _, owner, *rest = rule.kids
    rows = tuple(part for part in rest if isinstance(part, ast.Pieces))
    *places, refs = rest[: len(rest) - len(rows)]
    return ast.Piece(rule.span, refs, noun, owner, None, owner is not None, **_places(places),
                     rows=rows)


def _places(named: list[tuple[str, str]]) -> dict[str, Any]:
    """Where pieces can be."""
    return {part: tuple(noun for name, noun in named if name == part)
            for part in ("boards", "nouns", "several")}


def piece_place(part: str) -> Callable[[Rule], tuple[str, str]]:
    """What a declaration says about where pieces can be: a part of `ast.Piece`, and a name."""
    return lambda rule: (part, rule.kids[0])


def seen_by_players(said: str) -> Callable[[Rule], tuple[str, ast.Seers]]:
    """`seen only by other players`, `seen only by players beside that player`."""
    def make(rule: Rule) -> tuple[str, ast.Seers]:
        word = next(kid for kid in rule.kids if kid != "player")
        return "seen", ast.Seers(rule.span, said, word)

    return make


def zone(rule: Rule) -> ast.Zone:
    names, owner, first, *parts, refs = rule.kids
    nouns = (first, *(part for part in parts if isinstance(part, str)))
    seen = next((seen for _, seen in (p for p in parts if not isinstance(p, str))), "all")
    return ast.Zone(rule.span, refs, names, owner, nouns, seen)


def variant(rule: Rule) -> ast.Variant:
    text, refs, summary = rule.kids
    title, _, base = text.rpartition(" of ")
    if not title:
        rule.problems.append(
            Diagnostic("variant", "a variant names the ruleset it changes", rule.span,
                       "write `variant TITLE of BASE`")
        )
    return ast.Variant(rule.span, refs, title, base, summary)


def insert(rule: Rule) -> ast.Insert:
    *step, refs, body = rule.kids  # no step stands there for `turn`
    before = bool(rule.keyword("BEFORE"))
    return ast.Insert(rule.span, refs, before, step[0] if step else None, body)


def memitem(rule: Rule) -> ast.MemoryItem:
    noun = next((t.text for t in rule.tokens() if t.type == "NOUN"), None)
    name = next((t.text for t in rule.tokens() if t.type in ("ATTR", "ADJ")), None)
    return ast.MemoryItem(rule.span, noun, name)


# ---- definitions ------------------------------------------------------------------------------

Params = tuple[tuple[str, ast.Binder], ...]


def params(rule: Rule) -> Params:
    words = [t.text for t in rule.tokens() if t.type != "A"]
    return tuple(zip(words, rule.kids, strict=True))


def step_things(rule: Rule) -> Params:
    """What a step is done with: the first thing may stand behind its name without a word."""
    first, *more = rule.kids
    words = [t.text for t in rule.tokens() if t.type != "A"]
    named = tuple(zip(words, more, strict=True))
    return named if first is None else (("", first), *named)


def call(rule: Rule) -> ast.StepCall:
    name, first, *more = rule.kids
    return ast.StepCall(rule.span, name, (*((("", first),) if first is not None else ()), *more))


def prep(rule: Rule) -> str:
    """A preposition: a declared one, or the keyword `on`."""
    return rule.tokens()[0].text


def define_adjective(rule: Rule) -> ast.Define:
    subject, name, body = rule.kids
    return _define(rule.span, "adjective", name, (("", subject),), body)


def define_preposition(rule: Rule) -> ast.Define:
    subject, name, thing, more, body = rule.kids
    return _define(rule.span, "preposition", name, (("", subject), ("to", thing), *more), body)


def define_verb(rule: Rule) -> ast.Define:
    subject, name, thing, more, body = rule.kids
    direct = (("to", thing),) if thing is not None else ()
    return _define(rule.span, "verb", name, (("", subject), *direct, *more), body)


def define_table(rule: Rule) -> ast.Define:
    subject, name, thing, refs, *rows = rule.kids
    things = (("", subject), ("to", thing))
    return ast.Define(rule.span, refs, "verb", name, things, (), (), tuple(rows))


def _define(
    span: Span, kind: str, name: str, things: Params, body: tuple[ast.CondLine, ...]
) -> ast.Define:
    return ast.Define(span, (), kind, name, things, body, ())


def agreement(rule: Rule) -> ast.Agreement:
    first, second, one, other, refs = rule.kids
    return ast.Agreement(rule.span, refs, first, second, (one, other))


def body_line(rule: Rule) -> tuple[ast.CondLine, ...]:
    condition, refs = rule.kids
    return (ast.CondLeaf(condition.span, condition, refs),)


def body_lines(rule: Rule) -> tuple[ast.CondLine, ...]:
    refs, *lines = rule.kids
    return (ast.CondGroup(rule.span, "all", tuple(lines), refs),) if refs else tuple(lines)


def condline_over(rule: Rule) -> ast.CondLine:
    condition, refs, over, over_refs = rule.kids
    return ast.CondLeaf(rule.span, with_over(rule, condition, over, over_refs), refs)


def with_over(
    rule: Rule, condition: ast.Expr, over: ast.SetNode, refs: ast.Refs
) -> ast.Expr:
    """A condition that says `connected to` or `in line with`, with the cells of the line below."""
    if isinstance(condition, ast.Is) and isinstance(condition.complement, ast.IsConnected):
        path = condition.complement
        if path.over is None:
            return replace(condition, complement=replace(path, over=over, over_refs=refs))
    rule.problems.append(
        Diagnostic("over", "`over …` belongs under a line that says `is connected to … by … "
                   "steps` or `is in line with … by … steps`", rule.span)
    )
    return condition


def case_for_two(rule: Rule) -> ast.Case:
    """`3 for silk at Genoa, Venice`."""
    value, among, second, refs = rule.kids
    word = next(token.text for token in rule.tokens() if token.type == "SECOND")
    return ast.Case(rule.span, value, None, refs, among, (word, second))


def value_below(rule: Rule) -> tuple[ast.Case, ...]:
    refs, value, more = rule.kids
    return (ast.Case(rule.span, value, None, tuple(dict.fromkeys((*refs, *more)))),)


def value_cases(rule: Rule) -> tuple[ast.Case | ast.CaseWhen, ...]:
    refs, *cases = rule.kids
    return tuple(_cited(case, refs) for case in cases)


def _cited(case: ast.Case | ast.CaseWhen, refs: ast.Refs) -> ast.Case | ast.CaseWhen:
    """A case with the rules of the line above as well."""
    if isinstance(case, ast.CaseWhen):
        return replace(case, body=tuple(_cited(inner, refs) for inner in case.body))
    return replace(case, refs=tuple(dict.fromkeys((*refs, *case.refs))))
