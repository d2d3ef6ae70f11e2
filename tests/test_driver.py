"""Rulesets with random damage: never a traceback, never a hang, always an answer.

Every ruleset that ships or is a test is damaged at random: lines deleted, swapped, doubled,
indented otherwise or taken from another game, words replaced by words of the language, of the
game or of any game, texts cut off, odd characters strewn in. What `validate` does with it is
checked, and what still validates is played a little.

The seeds are fixed: a failure names the number that repeats it (`damaged(number)`). Thousands are
tried with `-m slow`; otherwise, for every kind of damage, the first few that are of it alone, and
the first few with many damages, so that a stage that cannot take one kind is found.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError, UsageError
from rulewright.interpreter.play import starters
from rulewright.interpreter.syntax.words import KEYWORDS
from tests.texts import FILES, is_variant
from tests.volume import volume
from tests.work import counted

TEXTS = [path.read_text(encoding="utf-8") for path in FILES]
LINES = [line for text in TEXTS for line in text.splitlines() if line.strip()]
WORD = re.compile(r"[A-Za-z]+|\d+|[^\w\s]")
WORDS = sorted({word for text in TEXTS for word in WORD.findall(text)})
PHRASES = (
    "it", "none", "yes", "no", "every", "some", "is not", "is at least", "plus", "times", "the",
    "the player", "the game", "must", "may", "if", "becomes", "wins", "empty", "the number of",
    "that is", "where", "of", "on", "0", "1", "40", "1000", "99999999999", "a1", "next to",
)  # fmt: skip
NOISE = ("\0", "\t", "\ufeff", "é", '"', "(", ")", "[", "]", "\x1b", "\u2028", "=", "\\", "\r",
         "'s", ":", ",", "\U0001f600", "²", "٣", "\x85", "#", "{", "\ud800")  # fmt: skip
EACH, MANY, AT_ONCE = 1, 5000, 125
OTHERS = 5  # numbers of players and values of options, beside the normal ones
MOST_CALLS = 10_000_000  # of Python functions, for one damaged ruleset
Rng = random.Random
Damage = Callable[[Rng, list[str], int], None]


def _word(rng: Rng, lines: list[str], at: int, new: str) -> None:
    """Replace one word of a line."""
    found = list(WORD.finditer(lines[at]))
    if found:
        word = rng.choice(found)
        lines[at] = lines[at][: word.start()] + new + lines[at][word.end() :]


def _own_word(rng: Rng, lines: list[str], at: int) -> None:
    own = [w for w in WORD.findall("\n".join(lines)) if w.isalnum() and w not in KEYWORDS]
    _word(rng, lines, at, rng.choice(own or ["nothing"]))


def _delete(rng: Rng, lines: list[str], at: int) -> None:
    del lines[at]


def _swap(rng: Rng, lines: list[str], at: int) -> None:
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _double(rng: Rng, lines: list[str], at: int) -> None:
    lines.insert(rng.randrange(len(lines)), lines[at])


def _foreign(rng: Rng, lines: list[str], at: int) -> None:
    lines.insert(at, rng.choice(LINES))


def _indent(rng: Rng, lines: list[str], at: int) -> None:
    lines[at] = " " * rng.randrange(9) + lines[at].lstrip()


def _noise(rng: Rng, lines: list[str], at: int) -> None:
    place = rng.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:place] + rng.choice(NOISE) + lines[at][place:]


def _cut(rng: Rng, lines: list[str], at: int) -> None:
    lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    if rng.random() < 0.5:
        del lines[at + 1 :]


DAMAGES: tuple[Damage, ...] = (
    _delete, _swap, _double, _foreign, _indent, _noise, _cut, _own_word, _own_word, _own_word,
    lambda rng, lines, at: _word(rng, lines, at, rng.choice(WORDS)),
    lambda rng, lines, at: _word(rng, lines, at, rng.choice(PHRASES)),
    lambda rng, lines, at: _word(rng, lines, at, rng.choice(PHRASES)),
    lambda rng, lines, at: _word(rng, lines, at, ""),
)  # fmt: skip


def plan(number: int) -> tuple[Rng, int, int]:
    """The generator for a number; the file that it damages, and how often."""
    rng = Rng(number)
    return rng, rng.randrange(len(FILES)), rng.choice((1, 1, 1, 2, 3, 8))


def damaged(number: int) -> tuple[Path, str]:
    """The damaged text of this number, and the file it was."""
    rng, which, times = plan(number)
    lines = TEXTS[which].splitlines()
    for _ in range(times):
        if lines:
            rng.choice(DAMAGES)(rng, lines, rng.randrange(len(lines)))
    return FILES[which], "\n".join(lines) + "\n"


def first_of(damage: Damage | None) -> list[int]:
    """The first numbers that do this damage and no other; or, for None, as much as one does."""
    def fits(number: int) -> bool:
        rng, _, times = plan(number)
        return times == 8 if damage is None else times == 1 and rng.choice(DAMAGES) is damage

    return list(islice(filter(fits, range(MANY)), EACH))


def examine(number: int, folder: Path) -> str:
    """Check a damaged ruleset, play it if it is well; what became of it. Of its numbers of players
    and values of options, a few are looked at: the normal ones, and some by chance."""
    origin, text = damaged(number)
    path = folder / f"damaged-{origin.name}"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    every = checking.tries

    def some(ruleset: driver.Ruleset) -> Iterator[tuple[int, dict[str, str]]]:
        normal, *others = every(ruleset)
        yield from (normal, *Rng(number).sample(others, min(len(others), OTHERS)))

    with counted() as work, pytest.MonkeyPatch.context() as patch:
        patch.setattr(checking, "tries", some)
        answer = look_at(path, number)
    assert work.calls < MOST_CALLS, f"{number}: {work.calls} calls"
    return answer


def look_at(path: Path, number: int) -> str:
    """What became of a damaged ruleset that was checked and, if it is well, played."""
    try:
        found = checking.check(path)
        for diagnostic in found:
            assert diagnostic.render() and diagnostic.to_json()
            assert not diagnostic.code.startswith("program-"), (number, diagnostic.render())
        errors = [d for d in found if d.severity == "error"]
        if not errors:
            play(path, number)
        return "wrong" if errors else "well"
    except RulesError as error:
        assert error.diagnostics
        return "refused"
    except UsageError as error:
        raise AssertionError(f"{number}: {error.message}") from error


def play(path: Path, seed: int) -> None:
    """A few random moves with the least number of players."""
    rng = Rng(seed)
    state = driver.load(path).instantiate(quick=True).start()
    for _ in range(12):
        texts = state.options() or [text for text, _ in state.outcomes()]
        if not texts:
            break
        state = state.apply(rng.choice(texts))
        assert len(state.pack()) == len(state.game.packing.pack(state.vector))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with every ruleset, so that a variant finds its base."""
    for path, text in zip(FILES, TEXTS, strict=True):
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("damage", [*dict.fromkeys(DAMAGES), None])
def test_damaged_rulesets(folder: Path, damage: Damage | None) -> None:
    numbers = first_of(damage)
    assert len(numbers) == EACH
    for number in numbers:
        examine(number, folder)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, MANY, AT_ONCE))
def test_many_damaged_rulesets(folder: Path, first: int) -> None:
    answers = [examine(number, folder) for number in range(first, first + AT_ONCE)]
    assert "wrong" in answers


def test_binary_noise(tmp_path: Path) -> None:
    for number in range(40):
        rng = Rng(number)
        data = rng.randbytes(rng.randrange(1, 3000))
        if number % 2:
            text = TEXTS[number % len(TEXTS)].encode()
            place = rng.randrange(len(text))
            data = text[:place] + data + text[place:]
        path = tmp_path / "noise.rules"
        path.write_bytes(data)
        with counted() as work:
            try:
                assert checking.check(path)
            except RulesError as error:
                assert error.diagnostics
        assert work.calls < MOST_CALLS


@volume("step", 7, 1)
def test_every_cut(tmp_path: Path, step: int) -> None:
    """A text that ends anywhere, as after a crash of an editor. (Every seventh place is in every
    line, inside words and between them.)"""
    text = next(t for p, t in zip(FILES, TEXTS, strict=True) if p.name == "tic-tac-toe.rules")
    path = tmp_path / "cut.rules"
    for end in range(0, len(text), step):
        path.write_text(text[:end], encoding="utf-8")
        codes = [d.code for d in checking.check(path)]
        assert len(codes) <= 4, (end, codes)


@volume("parts", 1, 4)
def test_one_damage_is_no_cascade(folder: Path, parts: int) -> None:
    """A line that is left out seldom causes more than a few findings: here one in the middle of
    every ruleset, or the first of each of its parts. (Other options than the normal ones would
    find the same again.)"""
    counts = []
    for origin, text in zip(FILES, TEXTS, strict=True):
        if parts == 1 and is_variant(origin):
            continue  # all its base is read again
        lines = text.splitlines()
        begin = len(lines) // 2 if parts == 1 else 0
        for at in range(begin, len(lines), max(1, len(lines) // parts)):
            path = folder / f"damaged-{origin.name}"
            path.write_text("\n".join(lines[:at] + lines[at + 1 :]) + "\n", encoding="utf-8")
            found = []
            try:
                driver.load(path).instantiate()
            except RulesError as error:
                found = error.diagnostics
            counts.append(len({d.span.line if d.span else 0 for d in found}))
    counts.sort()
    assert counts[-1] and counts[len(counts) * 8 // 10] <= 2


@pytest.mark.parametrize("data", [
    b"game X\nplayers 2: R\xe9d, Blue\n", b"\x7fELF\x02\x01\0\0\xff\xfe" * 300,
])
def test_what_is_no_text_is_one_finding(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(data)
    with pytest.raises(RulesError) as wrong:
        checking.check(path)
    [problem] = wrong.value.diagnostics
    assert (problem.code, problem.hint) == ("character", "save it as UTF-8")


def test_a_file_that_did_not_change_is_not_read_again(tmp_path: Path) -> None:
    base, variant = tmp_path / "first.rules", tmp_path / "second.rules"
    base.write_text(starters.starter("First"), encoding="utf-8")
    variant.write_text("variant Second of first\n\noption pace: 1 to 3, normally 2\n", "utf-8")
    names = driver.read(base).phrases.copy()
    first = driver.read(variant)
    assert first.problems == [] and first.base is driver.read(base)
    assert driver.read(variant) is first
    assert driver.read(base).phrases.table == names.table, "it has learnt names of its variant"
    assert ("pace",) in first.phrases.table
    base.write_text(starters.starter("First") + "\npiece Stone of a player, on Grid\n", "utf-8")
    again = driver.read(variant)
    assert ("stone",) not in first.phrases.table and ("Stone",) in again.phrases.table
    variant.write_text("variant Second of first\n\noption place: 1 to 3, normally 2\n", "utf-8")
    assert [info.name for info in driver.load(variant).options][-1] == "place"
    variant.write_text("variant Second of first\n\noption place: 1 to 3, hardly 2\n", "utf-8")
    assert driver.read(variant).problems and driver.read(variant) is not driver.read(variant)


def test_few_texts_are_kept(tmp_path: Path) -> None:
    paths = [tmp_path / f"game-{number}.rules" for number in range(driver.MOST_KEPT + 1)]
    for path in paths:
        path.write_text(starters.starter("Same"), encoding="utf-8")
    read = [driver.read(path) for path in paths]
    assert driver.read(paths[-1]) is read[-1] and driver.read(paths[0]) is not read[0]
    assert len(driver.KEPT) <= driver.MOST_KEPT
