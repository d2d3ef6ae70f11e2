"""What the language says, put together from the phrases of a rule's slots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rulewright.interpreter.english.persons import FOE, HE
from rulewright.interpreter.english.phrase import Phrase
from rulewright.interpreter.english.rules import Rule
from rulewright.interpreter.syntax.lines_above import depth_of
from rulewright.interpreter.syntax.words import DECIDER, TO_MOVE, plural, with_article

PLACE = re.compile(r"<(\w+)(?:'s ([\w.]+)|\.(\$?\w+)|:(=?)([$\w'. ]+))?>")
SAID_OF = re.compile(r"@'s \{([^{}]*)\}|@")
LONG = re.compile(r"(?!\([^()]*\)$)(?:the .* (?:of|on) |\(|.*\)$)")
MOST = re.compile(r"the player with ")  # in front of what he has
QUANTIFIED = re.compile(r"(every|some|no|each|any) ")
#: A number that can stand beside others without brackets.
SIMPLE = re.compile(r"\([^()]*\)$|(?!the (?:number|total|greatest|least|distance) )"
                    r"(?!.* (?:plus|minus|times|divided by) )")
INLINE = re.compile(r"^( *)(.*), (<(\w+)(?::=[$\w'. ]+)?>)$")
#: Where a rule is for what speaks of one of several as `he` or `it`.
SAYS_HE = re.compile(r"<(\w+)> says (no it|he|it|which): ")
SAYS = {"he": re.compile(re.escape(HE)), "it": re.compile(r"\bits?\b"),
        "no it": re.compile(r"\A(?!.*(?<!\bon )\bits?\b)", re.S),  # on it lies no cell
        "which": re.compile(r"\b(?:of|on|in|next|that|whose|with|where|connected)\b")}
#: Where a rule is for numbers that can be no less, or no greater, than what is said.
NEEDED = re.compile(r"<(?P<is>\w+)> is the (?P<end>least|greatest) of <(?P<of>\w+)>: ")
ALONE = re.compile(r"<\w+(?::=?[$\w'. ]+)?>")


#: Categories whose phrases have a form for one and one for several.
NUMBERED = ("core", "set", "rel", "much", "tmuch", "share", "free", "held", "plain", "those",
            "bigger", "eachplace", "otherplace", "drawn", "drawnones")
#: Slots whose noun a set is of; and those of which it is where there is none of these.
NOUNS = ("set", "core", "held", "noun", "heldn", "valn", "rolen", "celln", "piecen")
OF_PLAYERS = ("playerplaces", "players")

AGENTS = ("agent", "agentdone")


def filled(rule: Rule, bound: Mapping[str, Phrase]) -> Phrase | None:
    """The phrase that a rule makes of those in its slots; None where a form is not there."""
    if any(slot in bound and "core" in bound and bound[slot].noun != bound["core"].noun
           for slot in AGENTS):
        return None  # `the Army that is not held by the player` where hexes have a holder
    if "zones" in bound and any(bound[slot].noun == "player" for slot in NOUNS if slot in bound):
        return None  # no player is in a zone
    if rule.of and any(bound[slot].noun not in ("", rule.of)
                       for slot in rule.whose if slot in bound):
        return None
    total, template = rule.cost + sum(phrase.cost for phrase in bound.values()), rule.template
    if rule.category in NUMBERED:
        one, _, many = template.partition(" | ")
        single, several = _text(one, bound, "one"), _text(many or one, bound, "many")
        if single is None or several is None:
            return None
        noun = next((bound[slot].noun for slot in NOUNS if slot in bound), "") or next(
            (phrase.noun for slot, phrase in bound.items() if slot in OF_PLAYERS), "")
        return Phrase(single, total, single, several, noun, _ends(bound))
    while needed := SAYS_HE.match(template):
        if not SAYS[needed[2]].search(bound[needed[1]].text):
            return None
        template = template[needed.end() :]
    if needed := NEEDED.match(template):
        if bound[needed["of"]].ends[needed["end"] == "greatest"] != bound[needed["is"]].text:
            return None
        template = template[needed.end() :]
    lines = _lines(template, bound)
    if lines is None:
        return None
    lines = _guards_first(_framed(lines))
    if any(_asks_in_each(lines, at) or ENDS_IN_EACH.match(line) or UNNAMED.match(line)
           for at, line in enumerate(lines)):
        return None
    nouns = [phrase.noun for phrase in bound.values() if phrase.noun]
    return Phrase("\n".join(lines), total, noun=nouns[0] if nouns else "", ends=_ends(bound))


def _ends(bound: Mapping[str, Phrase]) -> tuple[str, str]:
    """The ends of the one number that is spoken of."""
    ends = [phrase.ends for phrase in bound.values() if phrase.ends[0]]
    return ends[0] if len(ends) == 1 else ("", "")


def _lines(template: str, bound: Mapping[str, Phrase]) -> list[str] | None:
    found: list[str] = []
    for line in _indented(template):
        depth = depth_of(line)
        inline = INLINE.match(line)
        if inline and inline[4] in bound and "\n" in bound[inline[4]].text:
            head, block = _text(inline[2], bound), _text(inline[3], bound)
            if head is None or block is None or "\n" in head:
                return None
            found.append(" " * depth + head)
            found += _deeper(block, depth + 2)
            continue
        bound, below = _parted(line, bound)
        text = _text(line.strip(), bound)
        if text is None or ("\n" in text and not ALONE.fullmatch(line.strip())):
            return None  # several lines stand nowhere but where a line can
        found += _deeper(text, depth)
        for part in below:
            more = _text(part, bound)
            if more is None:
                return None
            found += _deeper(more, depth)
    return found


def _indented(template: str) -> list[str]:
    """The lines of a template: ` / ` is before what is indented below, ` // ` before a next one,
    ` /// ` before a next one that is less deep."""
    found, depth = [], 0
    for joint, line in re.findall(r"(?:^| (/{1,3}) )(.+?)(?= /{1,3} |$)", template.strip()):
        depth += {"/": 1, "///": -1}.get(joint, 0)
        found.append("  " * depth + line)
    return found


def _parted(line: str, bound: Mapping[str, Phrase]) -> tuple[Mapping[str, Phrase], list[str]]:
    """Of acts in a line with lines of their own below them: their first lines as phrases, and
    what stands below."""
    below: list[str] = []
    if ALONE.fullmatch(line.strip()):
        return bound, below
    for slot in PLACE.finditer(line):
        phrase = bound.get(slot[1])
        if phrase is not None and "\n  " in phrase.text and not slot[3]:
            first, _, rest = phrase.text.partition("\n")
            if all(one.startswith("  ") for one in rest.split("\n")):
                below.append(slot[0].replace(f"<{slot[1]}", f"<{slot[1]}_below"))
                bound = {**bound, slot[1]: replace(phrase, text=first),
                         f"{slot[1]}_below": replace(phrase, text=rest)}
    return bound, below


def _asks_in_each(lines: list[str], at: int) -> bool:
    """Whether a line is a `for each` in which a choice or roll stands, which nothing can; or an
    `as long as` in which none does, which may go round for ever."""
    each, loop = FOR_EACH.match(lines[at]), AS_LONG.match(lines[at])
    head = each or loop
    if head is None or (loop and len(lines) == 1 and ", " not in lines[0]):
        return False  # the lines below it stand in the text
    below = [lines[at][head.end() :]]
    for line in lines[at + 1 :]:
        if not line.startswith(head[1] + "  "):
            break
        below.append(line)
    return any(STOPS.search(line) for line in below) is (each is not None)


FOR_EACH = re.compile(r"( *)(?:\S.*, )?for each ")
#: The first of several would end the game.
ENDS_IN_EACH = re.compile(r" *(?:.*, )?for each (?:[^,]*, )?(?:\S+ ?){1,3} (?:wins|loses)$")
#: An ending for some player which speaks of the player to move instead.
UNNAMED = re.compile(
    r"end [^(]*\bsome player\b(?!.* where ).*, (?:the player|\$he) (?:wins|loses)$")
AS_LONG = re.compile(r"( *)as long as (?!possible)(?=.*$)")
STOPS = re.compile(r"(?:^ *|, )(?:must|may|at random|as long as possible|in either order|"
                   r"in any mix)\b|\bdecides$")


def _framed(lines: list[str]) -> list[str]:
    """Lines of which one may be `frame ~~ act`: the act stands where the frame has `~`."""
    made = []
    for line in lines:
        frame, parted, act = line.partition(" ~~ ")
        made.append(frame.replace("~", act) if parted else line)
    return made


def _guards_first(lines: list[str]) -> list[str]:
    """The lines, with the conditions of a choice in front of what follows it."""
    found: list[str] = []
    for line in lines:
        at, depth = len(found), depth_of(line)
        while line.lstrip().startswith("only if ") and at:
            before = len(found[at - 1]) - len(found[at - 1].lstrip())
            guard = before == depth and found[at - 1].lstrip().startswith("only if ")
            if before < depth or guard:
                break
            at -= 1
        if at == len(found) or line not in found[max(at - 1, 0) : at]:  # it is said once
            found.insert(at, line)
    return found


def _deeper(text: str, depth: int) -> list[str]:
    return [" " * depth + line for line in text.split("\n")]


def _text(template: str, bound: Mapping[str, Phrase], number: str = "") -> str | None:
    missing = False

    def fill(place: re.Match[str]) -> str:
        nonlocal missing
        phrase = bound.get(f"{place[1]}.said" if place[3] == "said" else place[1])
        if phrase is None:
            missing = True
            return ""
        if place[2]:
            held, _, form = place[2].partition(".")
            return possessed(phrase.text, _form(bound[held], form) if held in bound else place[2])
        if place[5]:
            named = place[4] or place[5].startswith("$")
            who = place[5] if named else bound[place[5]].text
            if ".noun" in who:  # `<tvps:=the set.noun>`: the one that the set is of
                who = re.sub(r"(\w+)\.noun", lambda m: bound[m[1]].noun, who)
            said = decided(phrase.text, who)
            missing = missing or said is None
            return said or ""
        form = place[3] or (number if phrase.one else "")
        if form == "n" and phrase.one and _single(template[: place.start()], bound):
            form = "one"
        word = _form(phrase, form)
        missing = missing or not word
        return word

    if number:
        for said, (single, several) in AGREEING.items():
            template = template.replace(said, single if number == "one" else several)
    text = PLACE.sub(fill, template)
    return None if missing else text


NUMBER = re.compile(r"<([\w ]+)> \(?$")  # the number that stands before a set


def _single(before: str, bound: Mapping[str, Phrase]) -> bool:
    """Whether the number before a place is 1."""
    number = NUMBER.search(before)
    return number is not None and number[1] in bound and bound[number[1]].text == "1"


AGREEING = {"{is}": ("is", "are"), "{has}": ("has", "have"), "{does}": ("does", "do")}


def _form(phrase: Phrase, form: str) -> str:
    match form:
        case "said":
            return phrase.text
        case _ if asked := NAMED.fullmatch(form):  # of a set, with a name
            what = (phrase.many or phrase.one) if asked["bare"] == "many" else phrase.one
            return _with_name(what, phrase, asked["name"], bool(asked["bare"]))
        case "a":
            return with_article(phrase.one)
        case "one" | "many" | "noun":
            return str(getattr(phrase, form))
        case "n":  # behind a number that it is told with
            return phrase.many
        case "plural":  # of the noun
            return plural(phrase.noun) if phrase.noun else ""
        case "short":
            return f"({phrase.text})" if LONG.match(phrase.text) else phrase.text
        case "inand" | "inor":  # beside `and`, `or`: in brackets where the other one is in it
            return f"({phrase.text})" if _mixed(phrase.text, form) else phrase.text
        case "term":
            return phrase.text if SIMPLE.match(phrase.text) else f"({phrase.text})"
    return phrase.text


INNER = re.compile(r"\([^()]*\)|\beither .*? or ")


def _mixed(text: str, beside: str) -> bool:
    while (outer := INNER.sub("", text)) != text:
        text = outer
    return f" {'or' if beside == 'inand' else 'and'} " in text


NAMED = re.compile(r"(?P<name>\$?[A-Z])(?P<bare>one|many|)")


def _with_name(what: str, phrase: Phrase, name: str, bare: bool) -> str:
    """A set whose noun has a name behind it; nothing where it has one already."""
    for noun in (phrase.noun, plural(phrase.noun)):
        found = re.search(rf"\b{re.escape(noun)}\b(?! \$?[A-Z]\b)", what) if noun else None
        if found:
            said = f"{what[: found.end()]} {name}{what[found.end() :]}"
            return said if bare else with_article(said)
    return ""


def possessed(whose: str, what: str) -> str:
    """What somebody has, by the shortest phrase that the language has for it."""
    if whose == "it":
        return f"its {what}"
    if QUANTIFIED.match(whose) and whose.endswith(")"):
        return f"the {what} of {whose}"
    if LONG.match(whose) or MOST.match(whose):
        return f"the {what} of {whose if whose.startswith('(') else f'({whose})'}"
    return f"{whose}'s {what}"


def decided(text: str, who: str) -> str | None:
    """A predicate with its subject (`said_of`); where it asks, of who is not on turn, in lines that
    he decides. `he` is who decides there, and `the player` the one to move."""
    if who in MOVER or not ASKS.search(text):
        return said_of(text, who)
    said = said_of(text, DECIDER)
    if said is None or QUANTIFIED.match(who) or EACH.search(text):
        return None
    said = re.sub(rf"(?<![\w']){re.escape(who)}(?!\w)", DECIDER, said)
    if who == FOE:
        said = re.sub(r"the player's opponent\b", DECIDER, said)
    said = PLAYER.sub("the player to move", said)
    return f"{who} decides\n" + "\n".join(_deeper(said, 2))


MOVER = ("the player", TO_MOVE)
ASKS = re.compile(r"^(?:.*, )?(?:must|may|as long as possible,|in either order|in any mix)\b", re.M)
EACH = re.compile(r"\b(?:each|every) (?:other )?player\b| decides$", re.M)
PLAYER = re.compile(r"\bthe player\b(?! (?:to move|who decides|with))")


#: How rules name each of several players; beside him, `the player` is the one to move.
ONE_OF_EACH = "$P"
THE_PLAYER = re.compile(r"\bthe player\b(?! to move| who| that| with| whose)")


#: Names that rules give to players.
EACH_CALLED = re.compile(r"\$[PQR]")

#: The others, beside him who has that name.
OTHERS_EACH = re.compile(r"(?<=for each )other player, ([^\n]*)")
OTHERS_NAMED = f"player $R that is not {ONE_OF_EACH}, "


def said_of(text: str, who: str) -> str | None:
    """A predicate with its subject: `@` is who, `@'s {gold}` what he has. It is said of some or
    every one only where he stands in it once; of who cannot stand in it, not at all."""
    if QUANTIFIED.match(who) and (
        HE in text or text.count("@") > 1 or text[0] != "@" or (FOE in text and "player" in who)
    ):
        return None
    if EACH_CALLED.fullmatch(who):
        text = text.replace(FOE, possessed(who, "opponent"))
    if HE in text and LONG.match(who):
        return None
    if who == ONE_OF_EACH:
        text = OTHERS_EACH.sub(lambda m: OTHERS_NAMED + THE_PLAYER.sub("$R", m[1]), text)
        if "for each other player" in text:
            return None
        text = THE_PLAYER.sub("the player to move", text)
    for had in SAID_OF.finditer(text):
        if had[1] is not None and f"\n{possessed(who, had[1])} goes" in f"\n{text}":
            return None  # nobody gives something to himself
    return SAID_OF.sub(lambda m: possessed(who, m[1]) if m[1] is not None else who, text
                       ).replace(HE, who)
