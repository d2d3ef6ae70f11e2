"""Good messages for lines the grammar refuses, and for slips that it lets pass.

`explain` gets the tokens of the block, the place where the parser stopped and the terminals it
would have taken. A short table of frequent mistakes is tried first; else the message says in
words what was found and what would fit. `slips` finds nouns in the wrong number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise

from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean, nearest
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.spoken import SPOKEN
from rulewright.interpreter.syntax.stop import LAYOUT, Stop, last_written, shown, what_fits
from rulewright.interpreter.syntax.words import KEYWORDS, plural

BLOCK_WORDS = (
    "game players option ruling kind board piece each the a setup turn step end duty memory look "
    "always when variant set replace remove before after"
).split()
STATEMENT_WORDS = (
    "must may as if for do in at only record forget put move remove rank when the otherwise pay "
    "repeat"
).split()
#: Words of other notations and near synonyms, and what is written here.
SYNONYMS = {
    "place": "put", "lay": "put", "drop": "put", "add": "put", "take": "remove",
    "capture": "remove", "delete": "remove", "select": "choose", "slide": "move",
    "can": "may", "should": "must", "shall": "must", "has to": "must",
    "else": "otherwise", "elif": "otherwise if", "elseif": "otherwise if", "while": "as long as",
    "until": "as long as", "foreach": "for each", "unless": "if not", "def": "step",
    "equals": "is", "equal": "is", "was": "is", "isn't": "is not", "contains": "includes",
    "becoming": "becomes", "become": "becomes", "turns": "becomes", "increases": "goes up by",
    "decreases": "goes down by", "draw": "the game is drawn", "draws": "the game is drawn",
    "greater": "more than", "bigger": "more than", "larger": "more than", "fewer": "less than",
    "smaller": "less than", "below": "less than", "above": "more than", "x": "by",
    "rank": "rank every player by", "true": "yes", "false": "no", "nothing": "none", "null": "none",
    "any": "some", "who": "that", "which": "that",
    "roll": "at random pick", "import": "variant TITLE of BASE", "include": "variant TITLE of BASE",
    "win": "wins", "lose": "loses", "begin": "begins", "this": "the", "that": "the", "my": "a",
    "his": "its", "their": "its", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
}
THINGS = ("NOUN", "NOUNS", "ATTR", "GAME", "TURN", "NUMW")


def head_of(word: str) -> str:
    """The word that a block should begin with, where it is misspelt."""
    return word if word in BLOCK_WORDS else (nearest(word, BLOCK_WORDS) or word)


def explain(
    tokens: list[Token], at: int, expected: set[str], source: Source, known: Mapping[str, str]
) -> Diagnostic:
    """The diagnostic for a parse that stopped at token `at` (or at the end of the block).

    `known` are the declared phrases with their categories, for near misses.
    """
    if not tokens:
        return Diagnostic("syntax", "nothing is written here", Span(source, 1, 1, 1, 2))
    stop = Stop(tokens, at, expected, known)
    for mistake in _MISTAKES:
        found = mistake(stop)
        if found is not None:
            return found
    return Diagnostic("syntax", f"{shown(stop.token)} does not fit here", stop.token.span,
                      what_fits(expected))


#: Words in front of one thing, and of several: the grammar takes a noun in either number there.
FOR_ONE = ("A", "EACH", "EVERY")
FOR_SEVERAL = ("ALL", "AMONG", "OVER")


def slips(tokens: list[Token], plurals: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Nouns in the wrong number: `a tiles`, `the number of tile`."""
    for at, (before, token) in enumerate(pairwise(tokens), start=1):
        one = token.type in FOR_ONE
        if one or token.type in FOR_SEVERAL or (token.type == "OF" and before.type == "NUMW"):
            behind = islice(tokens, at + 1, None)
            noun = next((t for t in behind if t.type not in ("ADJ", "VAL")), token)
            if one and noun.type == "NOUNS":
                yield _wrong_number(noun, noun.text)
            elif not one and noun.type == "NOUN":
                yield _wrong_number(noun, plurals.get(noun.text) or plural(noun.text))


def _wrong_number(noun: Token, right: str) -> Diagnostic:
    what = "is a plural; one thing" if noun.type == "NOUNS" else "is one thing; a plural"
    needed = "is named here" if noun.type == "NOUNS" else "is needed here"
    return Diagnostic("plural", f"{shown(noun)} {what} {needed}", noun.span, f"write `{right}`")


# ---- the table of frequent mistakes, in the order in which they are tried ---------------------


def _unknown_block(stop: Stop) -> Diagnostic | None:
    if stop.at != 0:
        return None
    word = stop.token.text
    hint = did_you_mean(word, BLOCK_WORDS)
    if word in STATEMENT_WORDS:
        hint = "indent it below `turn`, `setup` or a `step`"
    elif [t.type for t in stop.right[1:2]] == ["COLON"] and word not in BLOCK_WORDS:
        hint = f"write `kind {word}: …` or `option {word}: …`"
    return Diagnostic(
        "unknown-block", f"a declaration cannot begin with {shown(stop.token)}", stop.token.span,
        hint or "a declaration begins with one of: " + ", ".join(BLOCK_WORDS),
    )


def _missing_block(stop: Stop) -> Diagnostic | None:
    if "INDENT" not in stop.expected or len(stop.expected) > 1:
        return None
    above = last_written(stop.tokens, stop.at)
    start = max(i for i in range(min(stop.at, len(stop.tokens))) if stop.tokens[i].text)
    while start > 0 and stop.tokens[start - 1].type not in LAYOUT:
        start -= 1
    span = stop.tokens[start].span
    return Diagnostic(
        "missing-block", f"the line that begins with `{stop.tokens[start].text}` needs an indented "
        "block", span if span.line == above.span.line else above.span,
        "indent the lines that belong to it",
    )


def _unfinished(stop: Stop) -> Diagnostic | None:
    if not stop.at_end:
        return None
    word = stop.tokens[0].text
    unit = f"`{word}` block" if word in BLOCK_WORDS else "block"
    return Diagnostic("unfinished", f"this {unit} ends too early", stop.token.span,
                      what_fits(stop.expected))


def _indentation(stop: Stop) -> Diagnostic | None:
    if stop.token.type != "INDENT":
        return None
    below = stop.tokens[stop.at + 1].span if stop.at + 1 < len(stop.tokens) else stop.token.span
    line = [t for t in stop.tokens[: stop.at] if t.text]
    start = len(line)
    while start > 0 and line[start - 1].span.line == line[-1].span.line:
        start -= 1
    above = line[start:]
    types = {t.type for t in above}
    if not types & {"DRAWN", "IF"} and types & {"IS", "ARE"}:
        return Diagnostic("missing-if", "this condition has no `if`", above[0].span,
                          "write `if …` for what is done only then")
    return Diagnostic(
        "indentation", "this line is indented, but the line above takes no block", below,
        "indent it like the line above",
    )


def _references(stop: Stop) -> Diagnostic | None:
    if stop.token.type != "REFS":
        return None
    hint = "they stand at the end of the line"
    if stop.before is not None and stop.before.type == "REFS":
        hint = "all of a line stand in one pair of brackets: `[ABC-1 ABC-2]`"
    return Diagnostic("references", "rule references cannot stand here", stop.token.span, hint)


def _colons(stop: Stop) -> Diagnostic | None:
    if stop.token.type == "COLON":
        after = stop.tokens[stop.at + 1 : stop.at + 2]
        if after and after[0].type in ("NEWLINE", "REFS"):
            return Diagnostic("colon", "no colon stands at the end of this line", stop.token.span,
                              "delete it; the indented block below is enough")
    if "COLON" in stop.expected and not stop.count("COLON") and stop.token.type != "LPAR":
        return Diagnostic(
            "missing-colon", f"a colon is missing before {shown(stop.token)}", stop.token.span,
            "write `:` between the name and what it is",
        )
    return None


def _brackets(stop: Stop) -> Diagnostic | None:
    opened, closed = stop.count("LPAR"), stop.count("RPAR")
    if opened == closed:
        return None
    wrong = [t for t in stop.line if t.type == ("LPAR" if opened > closed else "RPAR")][-1]
    what = "opened but not closed" if opened > closed else "closed but not opened"
    return Diagnostic("brackets", f"a bracket is {what} in this line", wrong.span)


def _goes_on(stop: Stop) -> Diagnostic | None:
    """The line above ends in a comma, `and` or `or` by mistake."""
    before = stop.before
    if before is None or not before.text or before.span.line >= stop.token.span.line:
        return None
    return Diagnostic(
        "unfinished", f"the line above ends in `{before.text}`, so it goes on here, but "
        f"{shown(stop.token)} does not fit", before.span, f"delete the `{before.text}`",
    )


def _missing_if(stop: Stop) -> Diagnostic | None:
    if "IF" in stop.expected and (
        (stop.first.type == "A" and stop.token.type in ("NEWLINE", "THE", "THERE", "REFS"))
        or (stop.before is not None and stop.before.type == "ONLY")
    ):
        return Diagnostic("missing-if", f"`if` is missing before {shown(stop.token)}",
                          stop.token.span, "a condition is written behind `if`")
    if stop.token.type == "THERE" and stop.token is stop.first:
        return Diagnostic("missing-if", "this condition has no `if`", stop.token.span,
                          "write `if …` for what is done only then")
    return None


def _missing_deed(stop: Stop) -> Diagnostic | None:
    if stop.token.type in ("NEWLINE", "REFS") and {"PUT", "CHOOSE"} <= stop.expected:
        return Diagnostic(
            "missing-deed", f"`{stop.first.text}` does not say what", stop.first.span,
            "go on with `put`, `move`, `remove`, `choose` or `do one of`",
        )
    if stop.first.type == "MAY" and stop.token.type in ("NEWLINE", "REFS"):
        return Diagnostic(
            "missing-or", "`may` does not say what is typed to leave it", stop.first.span,
            'end the line in `, or "pass"`',
        )
    return None


def _lonely_otherwise(stop: Stop) -> Diagnostic | None:
    if stop.token.type != "OTHERWISE" or stop.token is not stop.first:
        return None
    return Diagnostic("syntax", "this `otherwise` has no `if`", stop.token.span,
                      "it stands directly behind the block of an `if`, indented like it")


def _becomes(stop: Stop) -> Diagnostic | None:
    if stop.token.type not in ("IS", "ARE") or "BECOMES" not in stop.expected:
        return None
    return Diagnostic("syntax", "`is` compares; it changes nothing", stop.token.span,
                      "write `becomes` to change it, or `if …` in front to ask")


def _number_of_noun(stop: Stop) -> Diagnostic | None:
    """A plural where one thing is named, or the other way round."""
    token = stop.token
    if token.type == "NOUNS" and "NOUN" in stop.expected and "NOUNS" not in stop.expected:
        return _wrong_number(token, token.text)
    if token.type == "NOUN" and "NOUNS" in stop.expected and "NOUN" not in stop.expected:
        return _wrong_number(token, plural(token.text))
    return None


def _article(stop: Stop) -> Diagnostic | None:
    token = stop.token
    if token.type not in (*THINGS, "ADJ", "VAL"):
        return None
    if "A" in stop.expected and not stop.expected & {token.type}:
        return Diagnostic("article", f"`a` is missing before {shown(token)}", token.span,
                          f"write `a {token.span.text}`")
    if "THE" in stop.expected and token.type in THINGS and token.span.text[:1].islower():
        return Diagnostic("article", f"`the` is missing before {shown(token)}", token.span,
                          f"write `the {token.span.text}`")
    return None


def _end_words(stop: Stop) -> Diagnostic | None:
    if stop.first.type == "END" and "SOON" not in stop.expected and "AS" in stop.expected:
        return Diagnostic("syntax", f"{shown(stop.token)} does not fit here", stop.token.span,
                          "write `end as soon as …` or `end after the turn if …`")
    return None


def _synonym(stop: Stop) -> Diagnostic | None:
    """A word of another notation where one of this language is meant."""
    for token in (stop.token, stop.before):
        if token is None or token not in stop.line:
            continue
        word = SYNONYMS.get(token.span.text)
        if word is not None and (
            token.type in ("WORD", "RANK") or token is stop.token
        ) and (
            word not in (t.text for t in stop.line)
        ):
            what = "a declared word" if token.type == "WORD" else "used here"
            return Diagnostic("unknown-word", f"`{token.span.text}` is not {what}", token.span,
                              f"did you mean `{word}`?")
    return None


def _unknown_word(stop: Stop) -> Diagnostic | None:
    """A word nobody declared, where a declared one or a keyword is needed."""
    token = stop.token
    suspects = [
        t for t in stop.line
        if t.type == "WORD" and (t.span.line, t.span.column) <= (token.span.line, token.span.column)
    ]
    if not suspects:
        return None
    word = token if token.type == "WORD" else suspects[-1]
    if len(word.text) == 1 and word.text.isupper() and word is not token:
        return None
    return Diagnostic(
        "unknown-word", f"I do not know the word `{word.text}`", word.span,
        _near(word, stop) or (what_fits(stop.expected) if word is token else None)
        or "declare it, or use a declared word",
    )


def _near(word: Token, stop: Stop) -> str | None:
    """A hint for an unknown word: the nearest of what may stand there."""
    wanted = stop.expected & {"BOARDNAME", "STEPNAME", "MEMO"}
    if wanted and word is stop.token:
        names = [phrase for phrase, kind in stop.known.items() if kind in wanted]
        rest = [t for t in stop.line if t.span.column >= word.span.column and t.type != "REFS"]
        written = word.span.to(rest[-1].span).text if rest else word.text
        return (did_you_mean(written, names) or did_you_mean(word.text, names)
                or ("known are: " + ", ".join(sorted(names)) if names else None))
    holding = [f"`{known}`" for known in stop.known if word.text in known.split()]
    if holding:
        return "the text declares " + ", ".join(holding[:3]) + (", …" if len(holding) > 3 else "")
    words = set(stop.known) | {single for known in stop.known for single in known.split()}
    words |= KEYWORDS.keys() | set(BLOCK_WORDS if stop.at <= 1 else STATEMENT_WORDS)
    return did_you_mean(word.text, words - {word.text})


_MISTAKES: tuple[Callable[[Stop], Diagnostic | None], ...] = (
    _unknown_block, _missing_block, _unfinished, _indentation, _references, _colons, _brackets,
    _goes_on, *SPOKEN, _missing_if, _missing_deed, _lonely_otherwise, _becomes, _number_of_noun,
    _article, _end_words, _synonym, _unknown_word,
)
