"""The forms of English verbs that rules are told in: `gain gains gained gaining`."""

from __future__ import annotations

from rulewright.interpreter.syntax.words import singular

IRREGULAR = {
    "be": "is are was were been being", "become": "becomes became becoming",
    "begin": "begins began begun beginning", "bring": "brings brought bringing",
    "build": "builds built building", "buy": "buys bought buying",
    "catch": "catches caught catching", "choose": "chooses chose chosen choosing",
    "cut": "cuts cutting", "deal": "deals dealt dealing", "draw": "draws drew drawn drawing",
    "eat": "eats ate eaten eating", "fall": "falls fell fallen falling",
    "fight": "fights fought fighting", "find": "finds found finding",
    "get": "gets got gotten getting", "give": "gives gave given giving",
    "go": "goes went gone going", "grow": "grows grew grown growing",
    "have": "has had having", "hold": "holds held holding", "keep": "keeps kept keeping",
    "lay": "lays laid laying", "leave": "leaves left leaving", "lie": "lies lay lain lying",
    "lose": "loses lost losing", "make": "makes made making", "pay": "pays paid paying",
    "put": "puts putting", "roll": "rolls rolled rolling", "run": "runs ran running",
    "say": "says said saying", "see": "sees saw seen seeing", "sell": "sells sold selling",
    "set": "sets setting", "show": "shows showed shown showing", "sit": "sits sat sitting",
    "spend": "spends spent spending", "spread": "spreads spreading",
    "stand": "stands stood standing", "steal": "steals stole stolen stealing",
    "take": "takes took taken taking", "throw": "throws threw thrown throwing",
    "win": "wins won winning", "do": "does did done doing", "let": "lets letting",
    "hit": "hits hitting", "fly": "flies flew flown flying", "lead": "leads led leading",
    "ride": "rides rode ridden riding", "drive": "drives drove driven driving",
    "meet": "meets met meeting", "send": "sends sent sending", "sink": "sinks sank sunk sinking",
    "shoot": "shoots shot shooting", "strike": "strikes struck striking",
    "hide": "hides hid hidden hiding", "speak": "speaks spoke spoken speaking",
}


def forms(verb: str) -> tuple[str, ...]:
    """A verb in all its forms, as it is first."""
    if verb in IRREGULAR:
        return (verb, *IRREGULAR[verb].split())
    if verb.endswith("e"):
        return verb, verb + "s", verb + "d", verb[:-1] + "ing"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"
    last = verb[-1:]
    s = "es" if verb.endswith(("s", "x", "z", "ch", "sh")) else "s"
    double = (last not in "aeiouwxy" and verb[-2:-1] in "aeiou" and verb[-3:-2] not in "aeiou"
              and len(verb) < DOUBLED)
    bare = verb + last if double else verb
    return verb, verb + s, bare + "ed", bare + "ing"


def base_of(form: str) -> str:
    """The verb that is said so of one thing: `hold` of `holds`."""
    return next((base for base, known in IRREGULAR.items() if form in (base, *known.split())),
                singular(form))


def doing(form: str) -> str:
    """What a verb that is said so of one thing is behind `is`: `holding` of `holds`."""
    return forms(base_of(form))[-1]


DOUBLED = 6  # letters: `drop`, `dropped`; a longer verb rarely ends in a stressed syllable
