"""Leads for words that mean another player than the one whose turn it is."""

from __future__ import annotations

from rulewright.interpreter.syntax.mentions import Speech

FOES = frozenset("enemy enemies foe foes rival rivals adversary".split())
TWO = 2  # players, each of whom is the other's opponent


def foe(speech: Speech, word: str) -> str:
    """Whom the language has for an enemy."""
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
