"""Good messages for lines that the grammar refuses.

`explain` gets the tokens of the block, the place where the parser stopped and the terminals it
would have taken. A short table of frequent mistakes is tried first; else the message says in
words what was found and what would fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.declared_names import CATEGORY_NAMES
from rulewright.interpreter.syntax.idiom_hints import IDIOM_HINTS
from rulewright.interpreter.syntax.idioms import synonyms
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.lines_above import just_above
from rulewright.interpreter.syntax.lint_plurals import wrong_number
from rulewright.interpreter.syntax.parse_failure import (
    LAYOUT,
    ParseFailure,
    last_written,
    shown,
    wants_article,
    what_fits,
)
from rulewright.interpreter.syntax.plain_words import PLAIN
from rulewright.interpreter.syntax.second_things import second_thing
from rulewright.interpreter.syntax.variant_leads import TAKEN
from rulewright.interpreter.syntax.words import (
    BLOCK_WORDS,
    KEYWORDS,
    STATEMENT_WORDS,
    plural,
    with_article,
)

#: What a phrase of its own begins with.
BEGINNING = [[kind] for kind in "A THE EVERY EACH ALL ANY SOME IT ITS NUMBER CELL".split()]
THINGS = ("NOUN", "NOUNS", "ATTR", "GAME", "TURN", "NUMW")


def two_readings(one: Token, two: Token) -> Diagnostic:
    """A line that can be read with a word as one of the language, and with it as a name."""
    name, word = (two, one) if one.type in KEYWORDS.values() else (one, two)
    return Diagnostic(
        "two-meanings",
        f"this line can be read with `{word.span.text}` as a word of the language and with "
        f"`{name.span.text}` as {CATEGORY_NAMES[name.type]}", name.span,
        "give what you declared another name, or put a second word beside it",
    )


def explain(
    tokens: list[Token], at: int, expected: set[str], source: Source, known: Mapping[str, str]
) -> Diagnostic:
    """The diagnostic for a parse that stopped at token `at` (or at the end of the block).

    `known` are the declared phrases with their categories, for near misses.
    """
    if not tokens:
        return Diagnostic("syntax", "nothing is written here", Span(source, 1, 1, 1, 2))
    failure = ParseFailure(tokens, at, expected, known)
    for mistake in _MISTAKES:
        found = mistake(failure)
        if found is not None:
            return found
    return Diagnostic("syntax", f"{shown(failure.token)} does not fit here", failure.token.span,
                      what_fits(expected))


# ---- the table of frequent mistakes, in the order in which they are tried ---------------------


#: Words with which what may not be begins.
NEVER = ("no", "never", "nobody", "nothing", "neither", "none", "not")


def _unknown_block(failure: ParseFailure) -> Diagnostic | None:
    if failure.at != 0:
        return None
    word = failure.token.text
    hint = did_you_mean(word, BLOCK_WORDS)
    if word in STATEMENT_WORDS:
        hint = "indent it below `turn`, `setup` or a `step`"
    elif word in NEVER and hint is None:
        hint = ("what is so at all times is `always …`: `always there is no …`, `always no … is "
                "…`; what may not be chosen is "
                "kept out by `only if …` below the choice")
    elif [t.type for t in failure.right[1:2]] == ["COLON"] and hint is None:
        hint = f"write `kind {word}: …` or `option {word}: …`"
    return Diagnostic(
        "unknown-block", f"a declaration cannot begin with {shown(failure.token)}",
        failure.token.span,
        hint or "a declaration begins with one of: " + ", ".join(BLOCK_WORDS),
    )


def _missing_block(failure: ParseFailure) -> Diagnostic | None:
    if "INDENT" not in failure.expected or len(failure.expected) > 1:
        return None
    above = last_written(failure.tokens, failure.at)
    start = max(i for i in range(min(failure.at, len(failure.tokens))) if failure.tokens[i].text)
    while start > 0 and failure.tokens[start - 1].type not in LAYOUT:
        start -= 1
    span = failure.tokens[start].span
    return Diagnostic(
        "missing-block", f"the line that begins with `{failure.tokens[start].text}` needs an "
        "indented block", span if span.line == above.span.line else above.span,
        "indent the lines that belong to it",
    )


def _unfinished(failure: ParseFailure) -> Diagnostic | None:
    if not failure.at_end:
        return None
    word = failure.tokens[0].text
    unit = f"`{word}` block" if word in BLOCK_WORDS else "block"
    return Diagnostic("unfinished", f"this {unit} ends too early", failure.token.span,
                      what_fits(failure.expected))


#: A line that what belongs to it can stand below.
TAKES_BLOCK = re.compile(r"at random |must |may |choose "
                         r"|(?:if|for each|repeat|as long as|otherwise)\b(?!.*, )")


def _indentation(failure: ParseFailure) -> Diagnostic | None:
    if failure.token.type != "INDENT":
        return None
    following = failure.tokens[failure.at + 1 : failure.at + 2]
    below = following[0].span if following else failure.token.span
    line = [t for t in failure.tokens[: failure.at] if t.text]
    start = len(line)
    while start > 0 and line[start - 1].span.line == line[-1].span.line:
        start -= 1
    above = line[start:]
    types = {t.type for t in above}
    if not types & {"DRAWN", "IF"} and types & {"IS", "ARE"}:
        return Diagnostic("missing-if", "this condition has no `if`", above[0].span,
                          "write `if …` for what is done only then")
    hint = "indent it like the line above"
    head = just_above(above[0].span.source, above[0].span.line)
    if TAKES_BLOCK.match(head):
        hint += f"; if both belong below `{head}`, indent the line above like this one"
    return Diagnostic(
        "indentation", "this line is indented, but the line above takes no block", below, hint)


def _references(failure: ParseFailure) -> Diagnostic | None:
    if failure.token.type != "REFS":
        return None
    hint = "they stand at the end of the line"
    if failure.before is not None and failure.before.type == "REFS":
        hint = "all of a line stand in one pair of brackets: `[ABC-1 ABC-2]`"
    elif [t.type for t in failure.left] == ["REMOVE"]:
        hint = TAKEN
    return Diagnostic("references", "rule references cannot stand here", failure.token.span, hint)


def _colons(failure: ParseFailure) -> Diagnostic | None:
    if failure.token.type == "COLON":
        after = failure.tokens[failure.at + 1 : failure.at + 2]
        if after and after[0].type in ("NEWLINE", "REFS"):
            return Diagnostic("colon", "no colon stands at the end of this line",
                              failure.token.span, "delete it; the indented block below is enough")
    wanted = "COLON" in failure.expected and not failure.count("COLON")
    if wanted and failure.token.type != "LPAR":
        hint = "write `:` between the name and what it is"
        if failure.token.type in ("NEWLINE", "REFS"):
            hint = "go on with `:` and what it is, as in `: 0 to 9`"
        return Diagnostic(
            "missing-colon", f"a colon is missing before {shown(failure.token)}",
            failure.token.span, hint,
        )
    return None


def _brackets(failure: ParseFailure) -> Diagnostic | None:
    opened, closed = failure.count("LPAR"), failure.count("RPAR")
    if opened == closed:
        return None
    wrong = [t for t in failure.line if t.type == ("LPAR" if opened > closed else "RPAR")][-1]
    what = "opened but not closed" if opened > closed else "closed but not opened"
    return Diagnostic("brackets", f"a bracket is {what} in this line", wrong.span)


def _goes_on(failure: ParseFailure) -> Diagnostic | None:
    """The line above ends in a comma, `and` or `or` by mistake."""
    before = failure.before
    if before is None or not before.text or before.span.line >= failure.token.span.line:
        return None
    return Diagnostic(
        "unfinished", f"the line above ends in `{before.text}`, so it goes on here, but "
        f"{shown(failure.token)} does not fit", before.span, f"delete the `{before.text}`",
    )


def _missing_if(failure: ParseFailure) -> Diagnostic | None:
    if "IF" in failure.expected and (
        (failure.first.type == "A" and failure.token.type in ("NEWLINE", "THE", "THERE", "REFS"))
        or (failure.before is not None and failure.before.type == "ONLY"
            and not failure.count("MAY"))
    ):
        return Diagnostic("missing-if", f"`if` is missing before {shown(failure.token)}",
                          failure.token.span, "a condition is written behind `if`")
    if failure.token.type == "THERE" and failure.token is failure.first:
        return Diagnostic("missing-if", "this condition has no `if`", failure.token.span,
                          "write `if …` for what is done only then")
    return None


def _missing_deed(failure: ParseFailure) -> Diagnostic | None:
    if failure.token.type in ("NEWLINE", "REFS") and {"PUT", "CHOOSE"} <= failure.expected:
        return Diagnostic(
            "missing-deed", f"`{failure.first.text}` does not say what", failure.first.span,
            "go on with `put`, `move`, `remove`, `choose` or `do one of`",
        )
    if failure.first.type == "MAY" and failure.token.type in ("NEWLINE", "REFS"):
        return Diagnostic(
            "missing-or", "`may` does not say what is typed to leave it", failure.first.span,
            'end the line in `, or "pass"`',
        )
    return None


def _lonely_otherwise(failure: ParseFailure) -> Diagnostic | None:
    if failure.token.type != "OTHERWISE" or failure.token is not failure.first:
        return None
    return Diagnostic("syntax", "this `otherwise` has no `if`", failure.token.span,
                      "it stands directly behind the block of `if …` or of `must if possible …`, "
                      "indented like it; in a value, behind what it is otherwise: `… otherwise`")


def _becomes(failure: ParseFailure) -> Diagnostic | None:
    if failure.token.type not in ("IS", "ARE") or "BECOMES" not in failure.expected:
        return None
    return Diagnostic("syntax", "`is` compares; it changes nothing", failure.token.span,
                      "write `becomes` to change it, or `if …` in front to ask")


def _number_of_noun(failure: ParseFailure) -> Diagnostic | None:
    """A plural where one thing is named, or the other way round."""
    token = failure.token
    if token.type == "NOUNS" and "NOUN" in failure.expected and "NOUNS" not in failure.expected:
        if failure.before is not None and failure.before.type == "POSS" and (
            len(failure.left) > 1 and failure.left[-2].type != "WORD"
        ):
            owner = failure.left[-2]
            return Diagnostic(
                "plural", f"`{token.span.text}` is a plural; behind `'s` one thing is named",
                token.span, f"several are spoken of as `{token.span.text} of {owner.span.text}`, "
                f"as in `every {token.text} of {owner.span.text}`, `the number of "
                f"{token.span.text} of {owner.span.text}`")
        return wrong_number(token, token.text)
    if token.type == "NOUN" and "NOUNS" in failure.expected and "NOUN" not in failure.expected:
        return wrong_number(token, plural(token.text))
    return None


def _article(failure: ParseFailure) -> Diagnostic | None:
    token = failure.token
    if token.type not in (*THINGS, "ADJ", "VAL"):
        return None
    if token is failure.first and [t.type for t in failure.right[1:2]] in BEGINNING:
        return None  # an order, by a verb that is a noun as well: `turn the Pipe`
    behind = next((t.type for t in failure.right if t.type not in ("ADJ", "VAL")), "")
    if behind == "NOUNS" and token.type == "VAL" and "HAS" in [t.type for t in failure.left[-1:]]:
        return None  # an option says how many: `some player has size Tokens`
    in_type = "A" in failure.expected and any(t.type == "COLON" for t in failure.left)
    if (in_type or wants_article(failure)) and not failure.expected & {token.type}:
        one = token.text if token.type == "NOUNS" else token.span.text
        return Diagnostic("article", f"`a` is missing before {shown(token)}", token.span,
                          f"write `{with_article(one)}`")
    if "THE" in failure.expected and token.type in THINGS and token.span.text[:1].islower():
        return Diagnostic("article", f"`the` is missing before {shown(token)}", token.span,
                          f"write `the {token.span.text}`")
    return None


def _end_words(failure: ParseFailure) -> Diagnostic | None:
    if failure.first.type == "END" and "SOON" not in failure.expected and "AS" in failure.expected:
        return Diagnostic("syntax", f"{shown(failure.token)} does not fit here", failure.token.span,
                          "write `end as soon as …` or `end after the turn if …`")
    return None


def _synonym(failure: ParseFailure) -> Diagnostic | None:
    """A word of another notation where one of this language is meant."""
    for token in (failure.token, failure.before):
        if token is None or token not in failure.line:
            continue
        word = synonyms().get(token.span.text)
        if word is not None and (
            token.type in ("WORD", "RANK") or token is failure.token
        ) and (
            word not in (t.text for t in failure.line)
        ):
            what = "a declared word" if token.type == "WORD" else "used here"
            return Diagnostic("unknown-word", f"`{token.span.text}` is not {what}", token.span,
                              f"did you mean `{word}`?")
    return None


def _unknown_word(failure: ParseFailure) -> Diagnostic | None:
    """A word nobody declared, where a declared one or a keyword is needed."""
    token = failure.token
    suspects = [
        t for t in failure.line
        if t.type == "WORD" and (t.span.line, t.span.column) <= (token.span.line, token.span.column)
    ]
    if not suspects:
        return None
    word = token if token.type == "WORD" else suspects[-1]
    if len(word.text) == 1 and word.text.isupper() and word is not token:
        return None
    return Diagnostic(
        "unknown-word", f"I do not know the word `{word.text}`", word.span,
        _near(word, failure) or (what_fits(failure.expected) if word is token else None),
    )


#: What the language itself says, which nobody declared.
NO_NAMES = ("the rest can be done",)
#: Words of English that are no slips of others.
NO_SLIPS = PLAIN | frozenset("gone lost left dead won done given been seen shown known own "
                             "neither either each others he she him they them".split())


def _near(word: Token, failure: ParseFailure) -> str | None:
    """A hint for an unknown word: the nearest of what may stand there."""
    if word.text.lower() in NO_SLIPS:
        return None
    wanted = failure.expected & {"BOARDNAME", "STEPNAME", "MEMO"}
    if wanted and word is failure.token:
        names = [phrase for phrase, kind in failure.known.items() if kind in wanted]
        rest = [t for t in failure.line if t.span.column >= word.span.column and t.type != "REFS"]
        written = word.span.to(rest[-1].span).text if rest else word.text
        return (did_you_mean(written, names) or did_you_mean(word.text, names)
                or ("known are: " + ", ".join(sorted(names)) if names else None))
    holding = [f"`{known}`" for known in failure.known
               if word.text in known.split() and known not in NO_NAMES]
    if holding:
        return "the text declares " + ", ".join(holding[:3]) + (", …" if len(holding) > 3 else "")
    words = set(failure.known) | {single for known in failure.known for single in known.split()}
    words |= KEYWORDS.keys() | set(BLOCK_WORDS if failure.at <= 1 else STATEMENT_WORDS)
    return did_you_mean(word.text, words - {word.text})


_MISTAKES: tuple[Callable[[ParseFailure], Diagnostic | None], ...] = (
    _unknown_block, _missing_block, _unfinished, _indentation, _references, _colons, _brackets,
    _goes_on, second_thing, *IDIOM_HINTS, _missing_if, _missing_deed, _lonely_otherwise, _becomes,
    _number_of_noun,
    _article, _end_words, _synonym, _unknown_word,
)
