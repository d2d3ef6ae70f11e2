"""Which reading of a word the parser takes: words of the language that are names as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import GrammarError

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import ast, grammar
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.format import bare
from rulewright.interpreter.syntax.node_table import NODES
from rulewright.interpreter.syntax.parse_failure import what_fits
from rulewright.interpreter.syntax.parse_tables import grammar_text
from rulewright.interpreter.syntax.parser import Parsed, parse, parse_expression
from rulewright.interpreter.syntax.recognizer import Automaton
from rulewright.interpreter.syntax.trees import OPTIONS
from rulewright.interpreter.syntax.words import (
    DEEDS,
    KEYWORDS,
    RESERVED,
    UNRESERVED,
    base_verb,
    plural,
    singular,
)
from tests.volume import volume

MOST_RESERVED = 60
HEAD = """\
game Names
players 2: Gold, Black
board Field: a grid of square cells, 4 by 4
piece Man of a player, on Field
"""
TAIL = """\
turn
  must put a Man of the player on a cell
"""


def read(lines: str) -> list[ast.Block]:
    parsed = parse(Source("names", HEAD + lines + TAIL))
    assert [p.render() for p in parsed.problems] == []
    return parsed.blocks


def expression(lines: str, text: str) -> ast.Expr:
    phrases = PhraseTable()
    assert parse(Source("names", HEAD + lines + TAIL), phrases).problems == []
    return parse_expression(text, phrases, "text")


#: A name of every category in every kind of place where it may stand, beside the sentences of the
#: language whose words may be names. Each line is the board of a test, not a good game.
EVERYWHERE = """\
game Names
players 2 to 3: Auric, Black, Copper
option quota: 1 to 3, normally 2
option mode: plain, fancy, 4, normally fancy
kind zib: cerise, mauve
board Yard: a grid of square cells, 4 by 4
piece Man of a player, on Yard
piece gnome of a player, on Yard
each cell has a depth: 0 to 9, at first quota
each cell has a state: hale, mauled or a player, at first hale
each zib has a charge: 0 to 9, this turn
each player has a debt with each zib: 0 to 9, seen only by that player
the game has a choice: a zib or none
each cell can be grimy or spry, this turn
each player can be nigh a zib
each cell can be beside a cell
a cell is grand if the depth of it is at least 1 or its depth is more than 2
a cell is under a cell T if it is beside T and the cell's row is less than T's row
a cell grips a cell T if it is in line with T by steps
a Man grips a cell if every cell next to its cell is empty
a zib is lush if its charge is at most 3
the worth of a zib is
  3 for cerise
  2 otherwise
the sum so far is the total depth among cells that are grimy
setup
  at random pick a zib, weighted by (its charge plus 1), written "{zib}"
    the choice becomes the zib
  for each cell T beside some grimy cell, T's depth goes up by 1
  the Man on a1 becomes nigher
  put a gnome of Auric on b2
  lay out Yard
    ". . . ."
    ". . . ."
    ". . . ."
    ". . . ."
each Man can be nigher
turn
  when mode is fancy and quota is not 3, the choice becomes mauve
  if a1 is connected to b2 by steps over grimy cells, a1 becomes not grimy
  if the end of the line from a1 towards north over cells that are grimy is b2, do Trot and Canter
  if all cells include a line of 3 or the grimy cells include a line of quota, do Trot
  if the cell one step towards north from a1 is grimy, a1's depth goes down by quota
  if the greatest depth among cells is more than the least depth among cells, a2 becomes beside a1
  if the number of zibs is 2 or the total charge among zibs is 3, choice becomes cerise
  if there is a zib whose charge is 1 or there is no zib that is lush, the choice becomes none
  if mauve is the choice, do Trot
  if the depth of a1 plus a1's depth times 2 is (3 if a1 is grimy otherwise quota), do Trot
  if there is a cell that grips a1 or there is a cell that a1 grips, do Trot
  if a1 grips b2 and b2 does not grip a1, a3's state becomes mauled
  if some hale cell is under some mauled cell, a1's state becomes Auric
  if the number of cells whose state is either hale or mauled is 3, do Canter
  if the number of gnomes of Auric is more than 2 or there is a gnome of Black next to b1, do Trot
  if the debt of Auric with cerise is at least quota, the debt of Auric with mauve becomes 1
  for each zib
    the zib's charge becomes the worth of the zib
    its charge goes up by the charge of it
    the player to move becomes nigh the zib
  for each number N from quota to 3
    if N is quota, the choice becomes none
  in either order
    must put a gnome of the player on a grimy cell, written "+{cell}"
      the cell's depth becomes quota
    do Trot
  as long as possible, must choose a spry cell in (the cells next to a1)
    only if afterwards there is no gnome of Auric
    it becomes not spry
  must if possible do one of
    move a gnome of the player to an empty cell beside its cell
      only if the gnome's cell is under the cell
      record Annals
    remove a Man where (the Man is nigher), written "x{Man}"
    choose a zib and a number from 1 to quota, written "{zib} {number}"
      if the number is 1, the choice becomes the zib
  each player in order, from Auric
    may choose a zib that the player is nigh, or "pass"
  repeat quota times
    must choose "go"
  as long as a1 is grimy
    must choose "on"
      a1 becomes not grimy
  Black decides
    must choose a zib
  forget Annals
  if the times of Annals is 3, the game is drawn
  rank every player by (the debt of the player with cerise)
step Trot
  if the choice is cerise, the turn ends
step Canter
  if the player to move is Auric, Auric begins
end as soon as a1 is grimy
  Auric wins
end after the turn if a1's state is mauled, Auric loses
duty by the end of the turn, whenever a1 is grimy
  if possible, a1 is spry
  as much as possible, the depth of a1, up to quota
memory Annals: gnome, depth, grimy, player, up to 9
always a1's depth is at most 9 and a1 is not beside a1
look
  a cell shows grimy, state, gnome
  grimy "g"
  mauled "m"
  gnome of Auric "A" red
  no gnome "."
"""
NAMES = {
    "noun": "zib", "piece": "gnome", "value": "cerise", "seat": "Auric", "word of a type": "mauled",
    "attribute": "depth", "value of things": "worth", "attribute of the game": "choice",
    "attribute of pairs": "debt", "adjective": "grimy", "relation": "nigh", "preposition": "beside",
    "verb": "grips", "option": "quota", "word of an option": "fancy", "board": "Yard",
    "step": "Trot", "memory": "Annals",
}
#: What of the words that may be names cannot be this or that, with the code of the refusal.
REFUSED = (
    {(category, "players"): "two-meanings" for category in NAMES if category != "word of an option"}
    | {("verb", word): "reserved-word" for word in DEEDS}
    | {("verb", word): "two-meanings" for word in ("times", "was", "were")}
    | {("noun", "number"): "reserved-word", ("piece", "number"): "reserved-word"}
    | {("word of a type", "normally"): "syntax", ("word of a type", "players"): "article"}
)


def forms(category: str, word: str) -> dict[str, str]:
    """What to write in place of the name of a category so that it is another word."""
    found = {NAMES[category]: word}
    if category in ("noun", "piece"):
        found[plural(NAMES[category])] = plural(word)
    if category == "verb":
        found["grip"] = base_verb(word) or word
    return found


def in_other_words(words: dict[str, str]) -> str:
    """The text with other names, by category."""
    said: dict[str, str] = {}
    for category, word in words.items():
        said |= forms(category, word)

    def other(text: str) -> str:
        return re.sub(r"\b\w+\b", lambda found: said.get(found[0], found[0]), text)

    parts = re.split(r'("[^"]*")', EVERYWHERE)  # of texts, only what their phrases speak of
    return "".join(
        re.sub(r"{[^{}]*}", lambda found: other(found[0]), part) if part.startswith('"')
        else other(part) for part in parts)


def renamed(tree: object, names: dict[str, str]) -> object:
    """A tree with other names in it."""
    if isinstance(tree, tuple):
        return tuple(renamed(part, names) for part in tree)
    return names.get(tree, tree) if isinstance(tree, str) else tree


def rounds() -> Iterator[dict[str, str]]:
    """Words for the categories, as many at a time as do not get into one another's way, until
    every unreserved word was a name of every category."""
    left = {category: [word for word in sorted(UNRESERVED) if (category, word) not in REFUSED]
            for category in NAMES}
    left["attribute of the game"].remove("number")  # what `the number` is, is told later
    while any(left.values()):
        words: dict[str, str] = {}
        taken: set[str] = set()
        for at, (category, free) in enumerate(left.items()):
            turned = free[at:] + free[:at]
            word = next((w for w in turned if not taken & set(forms(category, w).values())), None)
            if word is not None:
                words[category] = word
                taken |= set(forms(category, word).values())
                free.remove(word)
        yield words


@volume("every", 4, 1)
def test_words_of_the_language_as_names(every: int) -> None:
    """As a name of each category every unreserved word leaves all sentences what they are: the
    tree is that of the text with other names. (Each fourth round has every category with a fourth
    of the words.)"""
    plain = parse(Source("plain", EVERYWHERE))
    assert [p.render() for p in plain.problems] == []
    tree = bare(plain.blocks)
    parted: list[dict[str, str]] = []
    for words in islice(rounds(), 0, None, every):
        parsed = parse(Source("names", in_other_words(words)))
        if {p.code for p in parsed.problems} == {"two-meanings"}:
            parted += [{category: word} for category, word in words.items()]
            continue  # two names together are a sentence, as are a seat `forget`, a memory `loses`
        assert_same(tree, parsed, words)
    for words in parted:
        assert_same(tree, parse(Source("names", in_other_words(words))), words)
    assert (every > 1 or parted) and len(parted) < 8 * len(NAMES)


def assert_same(tree: object, parsed: Parsed, words: dict[str, str]) -> None:
    """A text says the same as that of a tree, with other names."""
    assert [p.render() for p in parsed.problems] == [], words
    names = {NAMES[category]: word for category, word in words.items()}
    assert bare(parsed.blocks) == renamed(tree, names), words


@pytest.mark.parametrize(("category", "word"), sorted(REFUSED))
def test_a_word_that_cannot_be_this_or_that_is_refused(category: str, word: str) -> None:
    """By its declaration, but for verbs that are forms of others, which sentences show: where the
    turn is left out, fifty lines less are refused."""
    text, code = in_other_words({category: word}), REFUSED[category, word]
    if (category, code) != ("verb", "two-meanings"):
        text = re.sub(r"(?m)^turn\n(?: .*\n)*", "", text)
    assert code in {p.code for p in parse(Source("names", text)).problems}


NUMBER = """\
the game has a number: 0 to 9
turn
  the number becomes 3
  choice
  if the number is 3
    Gold wins
"""


def checked(text: str, folder: Path) -> list[str]:
    """The findings of a text, but notes and warnings of what it would do."""
    path = folder / "names.rules"
    path.write_text(text, encoding="utf-8")
    try:
        found = checking.check(path)
    except RulesError as error:
        found = list(error.diagnostics)
    return [p.render() for p in found if p.severity == "error"]


def test_the_number_of_the_game_or_the_number_that_was_chosen(tmp_path: Path) -> None:
    text = HEAD + NUMBER.replace("choice", 'must choose a number N from 1 to 2')
    assert checked(text, tmp_path) == []
    state = driver.load(tmp_path / "names.rules").instantiate(2).start()
    assert state.apply(0).kind == "end"
    both = HEAD + NUMBER.replace(
        "choice", "must choose a number from 1 to 2\n    if the number is 3, Black wins")
    (error,) = checked(both, tmp_path)
    assert "`the number` can be the number" in error
    assert "`the game's number`" in error


CARDS = """\
kind suit: clubs, hearts
kind card: one, two, three
each card has a suit: a suit
the game has a suit: a suit
a card follows a card T if the suit of it is T's suit and its suit is not the suit
the rank of a suit is 1
turn
  the suit becomes hearts
  if one does not follow two, Black wins
  two's suit becomes the suit
  the suit of three becomes hearts
  if there is a card whose suit is the suit, the turn's done becomes yes
  LINE
  if one's suit is clubs and two's suit is hearts and three does not follow two, Gold wins
the turn has a done: yes or no
memory Seen: card suit, up to 9
"""


def test_an_attribute_has_the_name_of_a_kind(tmp_path: Path) -> None:
    assert checked(HEAD + CARDS.replace("  LINE\n", ""), tmp_path) == []
    state = driver.load(tmp_path / "names.rules").instantiate(2).start()
    assert state.kind == "end"
    assert state.result.winners == [0]
    once = "for each suit S, if S is the suit, the turn's done becomes no"
    (error,) = checked(HEAD + CARDS.replace("LINE", once), tmp_path)
    assert "`the suit` can be S (`suit S`, line" not in error
    assert "write `S` or `the game's suit`" in error
    once = "for each suit S, if S is the game's suit, the turn's done becomes no"
    assert checked(HEAD + CARDS.replace("LINE", once), tmp_path) == []
    once = "for each suit, if the suit is clubs, the turn's done becomes no"
    (error,) = checked(HEAD + CARDS.replace("LINE", once), tmp_path)
    assert "`S` (named where it is bound: `suit S`) or `the game's suit`" in error


def test_no_attribute_has_the_name_of_cells_pieces_or_players() -> None:
    for noun in ("cell", "Man", "player"):
        text = HEAD + f"each Man has a {noun}: a cell\n" + TAIL
        (problem,) = parse(Source("names", text)).problems
        assert problem.code == "two-meanings"


FREEDOM = """\
option first: Gold, coin, first, either, not, over
option rules: free, open, fast lane, yes, normally free
kind lane: free, wide
each cell can be open
each player has a coin: 0 to 1
a cell is even if it is open
turn
"""


@pytest.mark.parametrize(("condition", "words"), [
    ("rules is free", "free"),
    ("rules is not free", "free"),
    ("rules is either free, yes or open", "free yes open"),
    ("rules is either fast lane or free", "fast-lane free"),
    ("(rules is free or first is Gold) and rules is not open", "free Gold open"),
    ("first is either", "either"),
    ("first is not", "not"),
    ("first is not not", "not"),
    ("first is either either or over", "either over"),
    ("first is first", "first"),
    ("first is coin and Gold's coin is 1", "coin"),
    ("a1 is open and rules is open", "open"),
    ("the player is Gold and first is Gold", "Gold"),
    ("there is a cell that is even and first is over", "over"),
])
def test_words_of_options_stand_behind_their_option(condition: str, words: str) -> None:
    """They are words of the option there, whatever else they are, and nothing of it elsewhere."""
    blocks = read(FREEDOM.removesuffix("turn\n") + f"always {condition}\n")
    said = [
        value.text.replace(" ", "-")
        for block in blocks if isinstance(block, ast.Always)
        for test in walk(block) if isinstance(test, ast.Is)
        if isinstance(test.subject, ast.Value) and test.subject.text in ("first", "rules")
        for value in walk(test.complement) if isinstance(value, ast.Value)
    ]
    assert " ".join(said) == words


@pytest.mark.parametrize(("line", "hint"), [
    ("if coin is first, Gold wins", "coin"),
    ("if rules is fre, Gold wins", "did you mean `free`?"),
    ("if rules is coin, Gold wins", ""),
    ("if rules is free or open, Gold wins", "either"),
    ("if the size is fast lane, Gold wins", ""),
])
def test_words_of_options_out_of_their_place_are_reported(
    line: str, hint: str, tmp_path: Path
) -> None:
    found = checked(HEAD + FREEDOM + f"  {line}\n", tmp_path)
    assert found
    assert hint in found[0]


@pytest.mark.parametrize(("names", "line"), [
    ("kind mood: times, calm\na cell times a cell T if it is T\n", "always a1 times a1"),
    ("option forget: 1 to 3\nmemory loses: Man, up to 9\n", "setup\n  forget loses"),
])
def test_a_line_with_two_readings_is_refused(names: str, line: str) -> None:
    (problem, *_) = parse(Source("names", HEAD + names + line + "\n" + TAIL)).problems
    assert problem.code == "two-meanings"


DECLARATIONS = {
    "noun": "kind {}: cerise, mauve", "value": "kind zib: {}, mauve",
    "attribute": "each cell has a {}: 0 to 9", "attribute of the game": "the game has a {}: 0 to 9",
    "adjective": "each cell can be {}, this turn",
    "word of a type": "each cell has a state: {}, mauled",
    "step": "step {}\n  Gold wins", "memory": "memory {}: Man, up to 9",
    "option": "option {}: 1 to 3", "verb": "a Man {} a cell if the Man is on the cell",
}


@pytest.mark.parametrize("declaration", DECLARATIONS)
def test_a_reserved_word_is_no_name(declaration: str) -> None:
    """It is said where it is declared."""
    own = {"yes", "no", "none"} if declaration == "word of a type" else set()
    for word in sorted(RESERVED - own):
        line = DECLARATIONS[declaration].format(word)
        problems = parse(Source("names", HEAD + line + "\n" + TAIL)).problems
        assert problems, word
        assert problems[0].span and problems[0].span.line == 5, (word, problems[0].render())


@pytest.mark.parametrize("word", sorted(UNRESERVED - {"players"}))
def test_an_unreserved_word_is_an_attribute(word: str) -> None:
    lines = f"each cell has a {word}: 0 to 9\n"
    for text in (f"the {word} of a1", f"a1's {word}", f"the {word} of a1 plus 1 is 3"):
        assert f"name='{word}'" in repr(expression(lines, text)).replace(lines, "")


@pytest.mark.parametrize("word", sorted(UNRESERVED - {"players"}))
def test_an_unreserved_word_is_an_adjective_and_a_value(word: str) -> None:
    blocks = read(f"each cell can be {word}\n")
    assert [b.name for b in blocks if isinstance(b, ast.Attribute)] == [word]
    is_so = expression(f"each cell can be {word}\n", f"a1 is {word}")
    assert isinstance(is_so, ast.Is) and isinstance(is_so.complement, ast.IsAdjective)
    value = expression(f"kind mood: {word}, calm\n", f"({word})")
    assert isinstance(value, ast.Value) and value.text == word


def test_words_keep_their_places_in_the_language() -> None:
    """Names do not take the words away from the sentences that are made of them."""
    names = "".join(f"each cell has a {word}: 0 to 9\n" for word in ("order", "line", "set"))
    row = expression(names, "all cells include a line of 3")
    assert isinstance(row, ast.HasRow)
    run = expression(names, "the line from a1 towards north over cells of Gold")
    assert isinstance(run, ast.Line)
    straight = expression(names, "a1 is in line with b1 by steps")
    assert isinstance(straight, ast.Is) and isinstance(straight.complement, ast.IsConnected)
    of_cell = expression(names, "the line of a1 is the order of b1")
    assert isinstance(of_cell, ast.Is) and isinstance(of_cell.subject, ast.Call)
    blocks = read(names + "setup\n  in either order\n    must choose a cell\n"
                          "      its order becomes its line plus its set\n")
    flow = next(b for b in blocks if isinstance(b, ast.Flow) and b.kind == "setup")
    assert isinstance(flow.body[0], ast.Order)


def test_a_word_that_can_be_both_is_the_language_s_first() -> None:
    """`the total X among …` is a sum, also where `total` is an attribute; alone it is that."""
    names = "each cell has a total: 0 to 9\n"
    assert isinstance(expression(names, "the total total among cells"), ast.Aggregate)
    assert isinstance(expression(names, "the total of a1"), ast.Call)


def test_a_shorter_name_is_read_where_the_longer_one_does_not_fit() -> None:
    names = "each cell has a rise: 0 to 9\neach cell can be rise next to a cell\n"
    assert isinstance(expression(names, "a1 is rise next to b1"), ast.Is)
    blocks = parse(Source("names", HEAD + names + TAIL)).blocks
    assert len(blocks) == 7


def test_no_keyword_is_both_reserved_and_not() -> None:
    assert set(KEYWORDS) == RESERVED | UNRESERVED
    assert not RESERVED & UNRESERVED
    assert len(RESERVED) <= MOST_RESERVED


def test_every_keyword_is_a_terminal_that_stands_somewhere() -> None:
    """A word is not kept from authors for nothing."""
    used = {symbol.name for rule in grammar.read(grammar_text()).rules for symbol in rule.expansion}
    assert {word for word, terminal in KEYWORDS.items() if terminal not in used} == set()


def test_the_table_of_nodes_is_that_of_the_grammar() -> None:
    """Each rule that makes a tree of its own has its maker, and no maker is left over."""
    makes = {
        str(rule.alias or rule.options.template_source or rule.origin.name)
        for rule in grammar.read(grammar_text()).rules
        if not str(rule.origin.name).startswith(("_", "$"))
        and (rule.alias or not (rule.options.expand1 and len(rule.expansion) == 1))
    } - {"start"}
    assert sorted(makes - set(NODES)) == []
    assert sorted(set(NODES) - makes) == []


def test_the_grammar_is_read_strictly() -> None:
    """With the options of the product, an ambiguity that lark would settle silently is an error."""
    dangling = "start: s\ns: IF s | IF s ELSE s | X\n%declare IF ELSE X"
    with pytest.raises(GrammarError, match="Shift/Reduce"):
        Lark(dangling, lexer=grammar.TokenLexer, **(OPTIONS | {"start": "start"}))


def test_a_block_is_read_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors do not make the lines above them be read again: counted are the steps of the
    parser's automaton, with every other of many lines wrong."""
    steps = 0
    step = Automaton.step

    def counted(self: Automaton, stack: list[int], terminal: str) -> bool:
        nonlocal steps
        steps += 1
        return step(self, stack, terminal)

    good, bad = "  the player's score goes up by 1\n", "  the player's score goes up 1\n"
    text = HEAD + "each player has a score: 0 to 99\nturn\n" + good * 200 + (good + bad) * 9
    words = len(re.findall(r"\w+|'s", text))
    monkeypatch.setattr(Automaton, "step", counted)
    assert len(parse(Source("names", text)).problems) == 9
    assert steps < 3 * words


def test_an_option_whose_name_ends_another_ones(tmp_path: Path) -> None:
    path = tmp_path / "test.rules"
    path.write_text("""\
game Test
players 2: Gold, Black
ruling move: free, forced
ruling no move: skip, loss
board Grid: a grid of square tiles, 3 by 3
turn
  must choose a tile
  when no move is loss, the player loses
  when move is forced and no move is skip, the game is drawn
  when move is free and no move is skip, the player wins
""", encoding="utf-8")
    assert checking.check(path, plays=0) == []
    game = driver.load(path)
    assert [option.default for option in game.options] == ["free", "skip"]


def test_words_that_stand_together_are_named_as_they_are_written() -> None:
    assert what_fits({"TURNEDLEFTBY", "OF"}) == "here may stand `of` or `turned left by`"


def test_plurals_that_are_not_regular() -> None:
    """Each is found back; words that only end like one are as usual."""
    for one, many in (("man", "men"), ("Woman", "Women"), ("swordsman", "swordsmen"),
                      ("die", "dice"), ("Knife", "Knives"), ("human", "humans"),
                      ("omen", "omens")):
        assert plural(one) == many
        assert singular(many) == one
