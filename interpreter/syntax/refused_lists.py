"""Names that a text may not declare, because a reader would take them for a list or a limit.

`each cell can be wet and cold` would declare one quality, `has gold or silver: 0 to 9` one number,
`piece Pawn or King` one noun, `a type: either wall or gate` the value `either wall`; `a score not
below zero` would keep nothing from being below it. Each function looks at the words of one head and
answers with the problem, or with nothing (see `refused_names`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.listed_names import ARTICLES
from rulewright.interpreter.syntax.refused_names import EITHER, as_a_whole, joined_at
from rulewright.interpreter.syntax.words import Phrase, plural

#: Words in the name of what is kept behind which a limit stands, or when it is so.
LIMITING = ("not", "never", "only", "unless", "if", "when", "while", "whenever", "except")
#: What says when something is so, and how much of it there is.
TIMES = (("initially",), ("originally",), ("at", "first"), ("at", "start"), ("at", "the", "start"),
         ("normally",), ("usually",), ("now",), ("again",), ("once",), ("twice",), ("always",))
AMOUNTS = (("some",), ("no",), ("any",), ("more",), ("less",), ("fewer",), ("exactly",),
           ("at", "least"), ("at", "most"), ("up", "to"), ("its",), ("each",), ("every",),
           ("many",), ("several",), ("enough",), ("few",), ("only", "one"))
#: Words behind and in front of a value that say in which order the values come.
IN_ORDER = (("by", "turns"), ("in", "turn"), ("in", "turns"), ("in", "order"), ("in", "rotation"),
            ("in", "that", "order"), ("in", "this", "order"), ("one", "after", "another"),
            ("one", "after", "the", "other"), ("at", "random"), ("alternately",), ("alternating",),
            ("and", "so", "on"))
NEXT = ("then", "finally", "lastly")
#: Words in a name that is defined with which a reader denies it, or says when it is so.
DENYING = ("not", "never", "cannot")
ABLE = ("can", "does", "do", "may", "will")
BOUNDING = (*DENYING, "only", "always", "unless", "except")
#: Words beside a plural in its brackets that say that it is one, and that it is as the noun itself.
PLURAL_IS = ("plural", "plurals", "pl", "the", "its", "in", "of", "is", "are", "also", "again",
             "as", "for", "several", "many", "word", "too")
UNCHANGED = ("same", "unchanged", "alike", "invariable")
#: Words in the name of a step that say how often or when it is done.
REPEATING = ("once", "twice", "if", "only", "unless", "again", "and")


def one_word(words: Sequence[str]) -> str:
    """How several words are written as one name."""
    return "-".join(words)


def qualities_as_one(name: Sequence[Token]) -> Diagnostic | None:
    """`can be wet and cold` names one quality, of which a reader sees two."""
    words = [t.text for t in name]
    at = joined_at(words)
    if not at:
        return None
    first, last = " ".join(words[:at]), " ".join(words[at + 1 :])
    return as_a_whole(
        name, "the name of one quality",
        f"write `can be {first} or {last}` if each is a quality for itself (a thing can then be "
        f"both), `{one_word(words)}` if it is one")


def numbers_as_one(name: Sequence[Token]) -> Diagnostic | None:
    """`has gold or silver: 0 to 9` names one attribute, of which a reader sees two."""
    words = [t.text for t in name]
    at = joined_at(words, ("or",))
    if not at:
        return None
    first, last = (" ".join(part) for part in (words[:at], words[at + 1 :]))
    last = last.split(" ", 1)[1] if last.split()[0] in ARTICLES and " " in last else last
    return as_a_whole(
        name, "the name of one attribute",
        f"declare `{first}` and `{last}` in lines of their own if these are two, "
        f"`{one_word(words)}` if it is one")


def marked_plural(noun: Sequence[Token], many: Sequence[Token]) -> Diagnostic | None:
    """`piece Deer (plural Deer): 4`: the word `plural` would be a part of the plural. Likewise
    `(several Deer)`, `(plural is the same)`, `(no plural)`. And the plural is not the noun itself:
    what is said of one thing and of several is told apart by it."""
    one, words = [t.text for t in noun], [t.text for t in many if t.type == "WORD"]
    start, end = 0, len(words)
    while start < end and words[start] in PLURAL_IS:
        start += 1
    while start < end and words[end - 1] in PLURAL_IS:
        end -= 1
    kept = words[start:end]
    same = not kept or kept == one or kept[0] in ("no", *UNCHANGED)
    if not many or "plural" in one or (not same and len(kept) == len(many)):
        return None
    span = many[0].span.to(many[-1].span)
    right = " ".join((*one[:-1], plural(one[-1])) if same else kept)
    why = "a word that is not the noun" if same else "the plural alone"
    what = "cannot be the plural of the same word" if kept == one and len(many) == len(one) else (
        "would be the plural as a whole")
    return Diagnostic(
        "reserved-word", f"`{span.text}` {what}", span,
        f"write `{right}`: in the brackets stands {why}" if kept else
        f"in the brackets stands the plural itself, as in `({right})`")


def limited_attribute(name: Sequence[Token]) -> Diagnostic | None:
    """`has a score not below zero: 0 to 9`: what it may not be is no part of a name."""
    words = [t.text for t in name]
    at = next((i for i, word in enumerate(words) if i and word in LIMITING), 0)
    if not at:
        return None
    front = " ".join(words[:at])
    return as_a_whole(
        name, "the name as a whole",
        f"write `{front}`: behind the colon stand the values that it can have, and what must hold "
        "of them at all times is a line of its own, `always …`")


def timed_attribute(name: Sequence[Token], kind: Sequence[Token]) -> Diagnostic | None:
    """`has gold initially: 0 to 9`, `has at most gold: 0 to 9`: when it is so, or how much there
    is, would be a part of the name."""
    words = tuple(t.text for t in name)
    amount = next((many for many in AMOUNTS if words[: len(many)] == many < words), None)
    when = next((i for i in range(1, len(words)) if any(
        words[i : i + len(time)] == time for time in TIMES)), 0)
    if (amount is None and not when) or words[when : when + 2] == ("at", "first") < words[when:]:
        return None  # `fund at first 3` is told with the value
    rest = " ".join(words[len(amount) :] if amount else words[:when])
    values = kind[0].span.to(kind[-1].span).text if kind else "…"
    said = f"`{rest}: {values}`" + (
        ": behind the colon stand the values that it can have" if amount else
        "; what it is at first stands behind a comma, `, at first …`, and where it changes, lines "
        "say so")
    return as_a_whole(name, "the name as a whole", f"write {said}")


def timed_definition(name: Sequence[Token]) -> Diagnostic | None:
    """`a mine is usually rich if …`, `is rich initially if …`: a definition holds whenever it is
    asked, and the word would be a part of the name."""
    words = tuple(t.text for t in name)
    if len(words) < 2:
        return None
    time = next((time for time in (*TIMES, ("sometimes",), ("often",)) if (
        words[-len(time) :] == time or words[: len(time)] == time)), None)
    if time is None or time == words:
        return None
    rest = " ".join(words[len(time) :] if words[: len(time)] == time else words[: -len(time)])
    return as_a_whole(
        name, "the name as a whole",
        f"write `{rest}`: of a definition, when it is so is a part of its condition, which is "
        "looked at whenever it is asked; a quality changes by lines, `… becomes …`")


def either_as_value(item: Sequence[Token]) -> Diagnostic | None:
    """`a type: either wall or gate`: the first word would be `either wall`."""
    if len(item) < 2 or item[0].text not in EITHER:
        return None
    said = " ".join(t.text for t in item[1:])
    return Diagnostic(
        "type", f"`{' '.join(t.text for t in item)}` would be read as a new word here",
        item[0].span.to(item[-1].span), f"write `{said}`: one of what is listed is always so")


def negated_value(item: Sequence[Token]) -> Diagnostic | None:
    """`kind fruit: apple, not apple`: nobody could tell the word from what is not so."""
    if len(item) < 2 or item[0].text != "not":
        return None
    said = " ".join(t.text for t in item[1:])
    return Diagnostic(
        "reserved-word", f"`is not {said}` would be that it is `not {said}`, or that it is "
        f"something else than `{said}`", item[0].span.to(item[-1].span),
        f"call the value otherwise, as `no {said}`, or write it in one word, "
        f"`{one_word(('not', *said.split()))}`")


def sequenced_value(item: Sequence[Token]) -> Diagnostic | None:
    """`kind feast: advent, lent, easter by turns`, `red, then blue`: in which order they come would
    be a part of the last word."""
    words = tuple(t.text for t in item)
    tail = next((len(end) for end in IN_ORDER
                 if len(end) < len(words) and words[-len(end) :] == end), 0)
    front = len(words) > 1 and words[0] in NEXT
    if not tail and not front:
        return None
    said = " ".join(words[front : len(words) - tail])
    return Diagnostic(
        "type", f"`{' '.join(words)}` would be read as a new word here",
        item[0].span.to(item[-1].span),
        f"write `{said}`: a list says what there is; which of them comes next is said by a line, "
        "`if the … is A, the … becomes B`, or picked by chance, `at random pick a …`")


def owned_kind(noun: Sequence[Token]) -> Diagnostic | None:
    """`kind fruit of a player: …`: its values belong to nobody."""
    words = [t.text for t in noun]
    at = next((i for i in range(1, len(words) - 2) if words[i] == "of" and (
        words[i + 1] in ARTICLES)), 0)
    if not at:
        return None
    one, owner = " ".join(words[:at]), " ".join(words[at + 2 :])
    return as_a_whole(
        noun, "the noun as a whole",
        f"write `kind {one}: …`; what each {owner} has of it is an attribute, `each {owner} has a "
        f"{one}: a {one}`, or a relation, `each {owner} can be holding a {one}`")


def bounded_definition(name: Sequence[Token]) -> Diagnostic | None:
    """`a cell is not warm if …`, `a cell is warm only if …`, `can only jump to`: the word would be
    a part of the name."""
    words = [t.text for t in name]
    word = next((word for at, word in enumerate(words) if word in BOUNDING and (
        at == 0 or word not in DENYING or words[at - 1] in ABLE)), None)
    rest = " ".join(w for w in words if w != word).replace("does ", "")
    if word is None or not rest:
        return None
    hint = f"define `{rest}`: it is so where its condition holds, and nowhere else"
    if word in DENYING:
        hint = (f"define `{rest}`, if need be by a condition that is denied, `if not (…)`; that it "
                "is not so is said where it is asked")
    return as_a_whole(name, "the name as a whole", hint)


def defined_as_one(name: Sequence[Token]) -> Diagnostic | None:
    """`a cell is wet and cold if …`, `the size and weight of a cell is …`: one name, of which a
    reader sees two. (What is `warm or cold` is one thing that is so.)"""
    words = [t.text for t in name]
    at = joined_at(words, ("and",))
    if not at:
        return None
    first, last = " ".join(words[:at]), " ".join(words[at + 1 :])
    return as_a_whole(
        name, "one name",
        f"define `{first}` and `{last}` each for itself if these are two, `{one_word(words)}` if "
        "it is one")


def step_as_sentence(name: Sequence[Token]) -> Diagnostic | None:
    """`step Move and Pass`, `step Draw twice`: `do Draw twice` would do it once."""
    words = [t.text for t in name]
    word = next((word for word in words[1:] if word in REPEATING), None)
    if word is None:
        return None
    rest = " ".join(words[: words.index(word, 1)])
    hint = (f"how often or when it is done is said where it is done: `repeat 2 times, do {rest}`, "
            f"`if …, do {rest}`")
    if word == "and":
        hint = (f"call it otherwise, with `And` for a part of the name: `do {' '.join(words)}` "
                "would be read as two steps")
    return as_a_whole(name, "the name as a whole", hint)


def articles_in_qualities(
    table: Mapping[Phrase, tuple[str, str]], places: Mapping[Phrase, Span]
) -> Iterator[Diagnostic]:
    """`each player can be the leader`, where `the leader` is spoken of otherwise."""
    for words, (category, _) in table.items():
        if category == "ADJ" and words[0] == "the" and words[1:] in table and words in places:
            said = " ".join(words[1:])
            yield Diagnostic(
                "two-meanings", f"`is the {said}` would be that quality, or that both are one",
                places[words], f"`the {said}` already says who or what it is: leave the quality "
                "out, or give it another name")
