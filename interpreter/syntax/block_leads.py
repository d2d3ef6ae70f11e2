"""What leads on from a refused line by the block in which it stands, and by the steps of its text.

Model. A line of `look` or of a `walk` is of one of a few forms, whatever its words; these are told.
A step has a name that no other line has: where a line has it and does not do it, or does it with
what it is not done with, how it is done is told; a refused head that has the name of a step that
lines do, and that nothing declares, is its head. So it is with pieces that lines put, move or
remove, and with what lines say that a thing keeps: what declares them is told, if it is all known.
What a variant changes is told by `variant_leads`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.mentions import Speech, stem
from rulewright.interpreter.syntax.recognizer import Place
from rulewright.interpreter.syntax.variant_leads import variant_lead
from rulewright.interpreter.syntax.words import KEYWORDS, plural, with_article

WALK = ("below `walk` stand `from …`, `with a NAME: 0 to 9, at first 1`, perhaps `, kept`, `each "
        "step goes from a {cell} F to a {cell} G`, `ends as WORD after N steps`, and nothing else "
        "(LANGUAGE.md, 8)")
OF_STEP = ("what is so of each step of a walk is said by `only if …`, `NAME becomes …`, `NAME goes "
           "up by 1`, `ends as WORD on G if …`, or below `if …` or `when …` (LANGUAGE.md, 8)")
ENDING_STEP = ("a walk ends at a step by `ends as WORD`, behind it perhaps `on G` and `if …` with "
               "the condition, without commas: `ends as WORD on G if …` (LANGUAGE.md, 8)")
LOOK = ("a line of `look` says how something is drawn: `a {cell} shows …` and what is kept of it, "
        "{signs}and what stands for nothing, `no NOUN \".\"` (LANGUAGE.md, 20)")
#: What lines about the steps of a walk begin with, or have.
OF_STEPS = re.compile(r"(?:only if|if|otherwise|when)\b|.* (?:becomes|goes)\b")
HANDED = re.compile(r"\b(?:from|towards|at|with|to|by|on|for)\b")
DONE = re.compile(r"\bdo ([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)([^,\[#\n]*)")
DECLARED = re.compile(r"^step ([^\[#\n]+)", re.MULTILINE)
LISTED = re.compile(r" ?\([^()]*,")
EVERY = re.compile(r"\b(?:all|every|each)\b")
#: Pieces of which lines of a turn speak; how a refused head says where they are, whose, how many.
HANDLED = re.compile(r"\b(?:put|move|remove|place) (?:an?|the|every|any|another) (?:[a-z-]+ )*"
                     r"([A-Z][\w-]*)")
OWNED = re.compile(r"\b(?:of|for|to) (?:a|each|every|the) player\b|\beach player\b|"
                   r"\bper player\b|\bplayers have\b", re.IGNORECASE)
#: What else a head with a number may say: limits, or what happens.
UNSAID = re.compile(
    r"\b(?:up to|at least|at most|than|or|if|when|as soon as|until|while|must|may|can|cannot|wins?|"
    r"loses?|turns?|ends?|scores?|points?|starts?|begins?|first)\b|\d[^,]*\b\d")
#: What each thing keeps, as a refused head may say it.
KEEPING = re.compile(
    r"(?:each|every|an?|any) (?P<of>[\w -]+?) (?P<may>may have|can have|could have|has|have|keeps) "
    r"(?P<one>an?|one) (?P<what>[\w -]+?) as (?:its|his|their|the|an?) (?P<name>[a-z][\w-]*)")
#: Blocks of lines that do something.
DECLARING = ("piece ", "kind ", "board ", "zone ", "each ", "look", "memory ", "option ", "end ")
DOING = ("setup", "turn", "step", "end", "before", "after", "replace")
SHORTEST = 4  # letters of a name of one word that may be meant in small letters
ENDING = 2  # letters by which the forms of a word may differ


class BlockLeads:
    """Leads by the blocks and steps of one text."""

    def __init__(self, source: Source, speech: Speech, steps: Sequence[str]) -> None:
        self.source, self.speech = source, speech
        self.steps = sorted(steps, key=len, reverse=True)

    def lead(self, text: str, place: Place, stop: int) -> str | None:
        """What is told of a line that was read up to the character `stop`."""
        if place.begins:
            next_line = place.lines[1].number if place.lines[1:] else 0
            below = re.split("[#\\[]", self.source.line(next_line))[0].strip() if next_line else ""
            options = self.speech.phrases.option_words
            return variant_lead(text, below, self.source.text, options) or self._of_head(text)
        first = place.lines[0].tokens[0].text
        if first == "look":
            return self._look()
        if first == "walk":
            return self._of_walk(text, place)
        if first not in DOING or text.startswith("only if"):
            return None
        head = " ".join(place.lines[0].words()[1:])
        inside = next((one for one in self.steps if f"{head} ".startswith(f"{one} ")), "")
        return self._of_line(text, stop, inside if first == "step" else "")

    def _of_walk(self, text: str, place: Place) -> str | None:
        above = next(one for one in reversed(place.lines[: place.at])
                     if one.indent < place.line.indent)
        if above is place.lines[0] and text.startswith(("from ", "each step", "ends as")):
            return None  # what is told of such a line is nearer
        if above is place.lines[0]:
            return WALK.format(cell=next(iter(self.speech.phrases.cells), "cell"))
        if text.startswith("ends as "):
            return ENDING_STEP
        options = (" ".join(name) for name in self.speech.phrases.option_words)
        free = OF_STEPS.match(text) or any(_is_in(name, text) for name in options)
        return None if free else OF_STEP

    def _look(self) -> str:
        phrases = self.speech.phrases
        cell, piece = next(iter(phrases.cells), "cell"), next(iter(phrases.pieces), "")
        seat = next(iter(phrases.seats), "Red")
        signs = f"`{piece} of {seat} \"x\" red` or `{piece} \"x\"`, " if piece else ""
        return LOOK.format(cell=cell, signs=signs + "a value or quality with its sign, ")

    # -- steps -----------------------------------------------------------------------------------

    @cached_property
    def things(self) -> dict[str, str]:
        """For every declared step how it is done, with places for what it is done with."""
        found = {}
        for match in DECLARED.finditer(self.source.text):
            head = match[1].strip()
            name = next((one for one in self.steps if f"{head} ".startswith(f"{one} ")), None)
            if name is not None:
                found[name] = name + _places(head[len(name) :], "…")
        return {name: found[name] for name in self.steps if name in found}

    def _of_head(self, text: str) -> str | None:
        """Of a head that has the name of a step that lines do, and that nobody declared."""
        for match in DONE.finditer(self.source.text):
            name = match[1]
            if name not in self.steps and self._has(text, name):
                return (f"lines do the step `{name}`: it is declared by `step {_head(match)}`, and "
                        "what is done in it stands in the lines below (LANGUAGE.md, 10)")
        return self._of_piece(text) or self._of_kept(text)

    def _of_piece(self, text: str) -> str | None:
        """Of a head that has the name of a piece that lines put, and that nobody declared."""
        if text.startswith(DECLARING) or UNSAID.search(text):
            return None
        known = self.speech.phrases.table
        handled = dict.fromkeys(HANDLED.findall(self.source.text))
        name = next((word for word in handled if (word,) not in known and (
            _is_in(word, text) or _is_in(plural(word), text))), None)
        boards = [" ".join(phrase) for phrase in known if known[phrase][0] == "BOARDNAME"]
        named = [board for board in boards if _is_in(board, text)] or boards
        number = next((m.text for m in self.speech.mentions(text) if m.kind == "number"), None)
        owned = OWNED.search(text) is not None
        if name is None or len(named) != 1 or not (owned or number):
            return None
        head = f"piece {name}{' of a player' if owned else ''}"
        if number:
            head += f": {number}{' each' if owned else ''}"
        return (f"lines speak of the piece `{name}`: it is declared by `{head}, on {named[0]}`, "
                "and what each is or keeps by `each …` in lines of its own (LANGUAGE.md, 4)")

    def _of_kept(self, text: str) -> str | None:
        """Of a head that says what each of some things keeps, under a name that lines use."""
        said = KEEPING.fullmatch(text)
        if said is None or not re.search(
            rf"\b(?:its|the|[\w-]+'s) {re.escape(said['name'])}\b", self.source.text
        ):
            return None
        owner, what = (next((one.noun for one in self.speech.mentions(said[part])
                             if one.kind in ("noun", "set")), "") for part in ("of", "what"))
        if not owner or not what:
            return None
        none = " or none" if said["may"] not in ("has", "have", "keeps") else ""
        return (f"what each {owner} keeps is declared by `each {owner} has "
                f"{with_article(said['name'])}: {with_article(what)}{none}` (LANGUAGE.md, 4)")

    def _of_line(self, text: str, stop: int, inside: str) -> str | None:
        """Of a line that has the name of a step, and stands perhaps `inside` one."""
        done = re.search(rf"\bdo ({'|'.join(map(re.escape, self.things))})(?![\w-])", text) if (
            self.things) else None
        if done is not None:
            read = text[done.end() : stop]
            apart = done.start() <= stop and (
                read.count("(") == read.count(")") or LISTED.match(text[done.end() :]))
            return self._with(done[1], self.things[done[1]], text[done.end() :]) if apart else None
        other = DONE.search(text)
        if other is not None and other.start() <= stop <= other.end(1) and not any(
            one.startswith(other[1]) for one in self.steps
        ):
            return (f"no step is called `{other[1]}`: it is declared by `step {_head(other)}` at "
                    "the left margin, and what is done in it stands below (LANGUAGE.md, 10)")
        name = next((one for one in self.things if _is_in(one, text)), None) or next(
            (one for one in self.things if one != inside and self._has(text, one, stop)), None)
        if name is None:
            return None
        return (f"`{name}` is a step: `do {self.things[name]}` does it, in a line of its own or "
                f"behind `if …,` or `for each …,`{_short(self.things[name])} (LANGUAGE.md, 10)")

    def _has(self, text: str, name: str, stop: int | None = None) -> bool:
        """Whether a text has the words of a name, perhaps in small letters and other forms; of a
        name of one word, where reading stopped, in a form that means nothing else."""
        if _is_in(name, text):
            return True
        words = name.lower().split()
        if len(words) == 1 and len(name) < SHORTEST:
            return False
        forms = r"[\s(]+(?:(?:an?|the|one|his|her|its) )?".join(
            re.escape(word[: max(2, len(word) - ENDING)]) + r"\w{0,5}" for word in words)
        found = re.search(rf"(?<![\w-]){forms}(?![\w-])", text.lower())
        if found is None or len(words) > 1:
            return found is not None
        return (stop is None or found.start() <= stop <= found.end()) and (
            stem(found.group()) == stem(words[0]) and found.group() not in self.known)

    @cached_property
    def known(self) -> frozenset[str]:
        """The words that the text or the language knows."""
        table = self.speech.phrases.table
        return frozenset(word.lower() for phrase in table if table[phrase][0] != "STEPNAME"
                         for word in phrase) | KEYWORDS.keys()

    def _with(self, name: str, done: str, rest: str) -> str | None:
        if not rest.strip():
            return None
        if LISTED.match(rest):
            return ("what a step is done with stands behind its name, without brackets and "
                    f"commas: `do {done}` (LANGUAGE.md, 10)")
        if name == done:
            return (f"`do {name}` stands alone, or behind `if …,` or `for each …,`: what else the "
                    "line says stands in front of it or in other lines (LANGUAGE.md, 10)")
        if EVERY.search(_unbracketed(rest)):
            of = next((m.noun for m in self.speech.mentions(rest) if m.noun), "…")
            thing = f"the {of}" if of != "…" else "it"
            return (f"a step is done with one thing: `for each {of}, do "
                    f"{done.replace('…', thing, 1)}`{_short(done)} (LANGUAGE.md, 10)")
        if "," in _unbracketed(rest) or " and " in _unbracketed(rest):
            return (f"several are done by their names, joined by `and`: `do {done} and {done}`"
                    f"{_short(done)} (LANGUAGE.md, 10)")
        return (f"the step is done by `do {done}`, and nothing else in the line"
                f"{_short(done)} (LANGUAGE.md, 10)")


def _short(done: str) -> str:
    """How long what a step is done with may be, where it is done with something."""
    return ("; for each `…` stands one thing or value, and brackets around a longer phrase, "
            "`(any …)`, `(the … of …)`" if "…" in done else "")


def _head(done: re.Match[str]) -> str:
    """What the declaration of a step that is done somewhere would have."""
    return done[1] + _places(done[2].partition(" and ")[0], "a …")


def _places(rest: str, one: str) -> str:
    """What stands behind the name of a step, with `one` for each thing."""
    words = _unbracketed(rest).split()
    if not words:
        return ""
    first = "" if HANDED.fullmatch(words[0]) else f" {one}"
    return first + "".join(f" {word} {one}" for word in words if HANDED.fullmatch(word))


def _unbracketed(text: str) -> str:
    before = ""
    while before != text:
        before, text = text, re.sub(r"\([^()]*\)", "…", text)
    return text


def _is_in(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None
