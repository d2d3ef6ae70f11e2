"""Leads for words that mean another player than the one whose turn it is."""

from __future__ import annotations

from rulewright.interpreter.syntax.mentions import Speech

FOES = frozenset("enemy enemies foe foes rival rivals adversary".split())
TWO = 2  # players, each of whom is the other's opponent


FRIENDS = frozenset("ally allies friend friends partner partners".split())
AT_WAR = frozenset("war hostile enemy enemies enmity feuding fighting opposed against".split())
AT_PEACE = frozenset("allied friends friendly peace pact alliance truce partnered".split())


def in_relation(speech: Speech, word: str) -> str | None:
    """How one speaks of enemies or allies where the text has a relation of players for it."""
    between = [prep for prep, known in speech.known.prepositions.items() if any(
        s.noun == "player" and [kind for _, kind in s.others] == ["player"] for s in known)]
    kind = AT_WAR if word.lower() in FOES else AT_PEACE
    prep = next((one for one in between if kind & set(one.split())), None)
    if prep is None:
        return None
    return (f"`{word}` is declared nowhere, but a player can be {prep} another: `player that is "
            f"{prep} the player`, in a condition `there is a player Q where (Q is {prep} the player"
            f" and …)`; of one who may be nobody, he too has a name, `there is a player P where (P "
            f"is … and there is a player Q where (Q is {prep} P and …))`")


def foe(speech: Speech, word: str) -> str:
    """Whom the language has for an enemy."""
    told = in_relation(speech, word)
    if told is not None:
        return told
    piece = next(iter(speech.phrases.pieces), None)
    if len(speech.phrases.seats) <= TWO:
        of = f", his pieces `{speech.plural(piece)} of the player's opponent`" if piece else ""
        return (f"`{word}` is the opponent of somebody: `the player's opponent`{of}; of whom a "
                "piece belongs to, `its owner's opponent`")
    of = f"; their pieces are `{speech.plural(piece)} whose owner is not the player`" if (
        piece) else ""
    return f"`{word}` is another player: `some other player`, `every other player`{of}"


def kept_player(speech: Speech, front: str) -> str | None:
    """The player whom the game keeps (`the dealer`), if a line spoke of him last."""
    at = {front.rfind(f"the {name}"): f"the {name}" for name in speech.known.kept_players()}
    last = max(at, default=-1)
    return at[last] if last > front.rfind("player") else None
