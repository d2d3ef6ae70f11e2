"""The functions and structures of a native library, as Python sees them; see `c/games.h`."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_int, c_int64, c_uint64
from functools import cache
from typing import Any

Answer = c_int64


class Failing(ctypes.Structure):
    """An error of the rules: see `c/runtime.h`."""

    FINE, BROKEN, INVARIANT, NO_OPTION, ENDLESS = range(5)
    EXCEEDED, LONG_TURN, LONG_REST = range(5, 8)
    TOO_FAR, STRAYED, STRAYED_UNSEEN, NO_MEMORY, TOO_MANY = range(8, 13)
    _fields_ = [("kind", c_int64), ("number", c_int64), ("value", c_int64), ("most", c_int64)]

    kind: int
    number: int
    value: int
    most: int


class Outcome(ctypes.Structure):
    """How a game went: whether and why it ended, and what was done in it."""

    TO_THE_END, TOO_MANY_TURNS, TOO_MANY_DECISIONS, TOO_MANY_OUTCOMES = range(1, 5)

    ended: int
    decisions: int
    turns: int
    options: int
    most_options: int
    rule: int
    ranks: Any
    pays: Any

    @staticmethod
    @cache
    def of(seats: int) -> type[Outcome]:
        """The structure for so many seats."""
        names = ("ended", "decisions", "turns", "options", "most_options", "rule")
        return type(f"Outcome{seats}", (Outcome,), {"_fields_": [
            *((name, c_int64) for name in names),
            ("ranks", c_int64 * seats), ("pays", c_int64 * seats)]})


class Summary(ctypes.Structure):
    """What a series of games comes to: how often it ended how, and how many games there are of
    each number of decisions and of turns."""

    games: int
    options: int
    most_options: int

    @staticmethod
    @cache
    def of(seats: int) -> type[Summary]:
        """The structure for so many seats."""
        ending = type(f"Ending{seats}", (ctypes.Structure,), {
            "_fields_": [("games", c_int64), ("came", Outcome.of(seats))]})
        names = ("games", "options", "most_options", "ways", "decisions", "turns")
        return type(f"Summary{seats}", (Summary,), {"_fields_": [
            *((name, c_int64) for name in names), ("ended", POINTER(ending)),
            ("by_decisions", POINTER(c_int64)), ("by_turns", POINTER(c_int64))]})

    def endings(self) -> list[tuple[Outcome, int]]:
        """How games ended, and how many did so."""
        found: Any = self
        return [(each.came, each.games) for each in found.ended[: found.ways]]

    def lengths(self) -> tuple[dict[int, int], dict[int, int]]:
        """How many games there are of each number of decisions, and of turns."""
        found: Any = self
        one, other = found.by_decisions[: found.decisions], found.by_turns[: found.turns]
        return ({length: games for length, games in enumerate(one) if games},
                {length: games for length, games in enumerate(other) if games})


@cache
def Series(seats: int) -> Any:
    """What a series of games is played by."""
    return type(f"Series{seats}", (ctypes.Structure,), {"_fields_": [
        ("seed", c_uint64), ("max_turns", c_int64), ("max_decisions", c_int64),
        ("max_chance", c_int64), ("policy", c_int * seats)]})


def declared(library: ctypes.PyDLL, seats: int) -> ctypes.PyDLL:
    """A library whose functions know what they take."""
    vector, ints, words = POINTER(c_int64), POINTER(c_int), POINTER(c_uint64)
    takes: dict[str, list[Any]] = {
        "begin_game": [vector, ints],
        "options_of": [vector, ints, c_int64],
        "weights_of": [vector, vector, c_int64],
        "apply_to": [vector, ints, ints],
        "asked_of": [vector, c_int, ints, POINTER(c_int64)],
        "play_games": [POINTER(Series(seats)), c_uint64, c_int64, c_int64,
                       POINTER(Outcome.of(seats))],
        "sum_games": [POINTER(Series(seats)), c_uint64, c_int64, c_int64,
                      POINTER(Summary.of(seats))],
        "playouts_of": [vector, words, c_int64, c_int64, POINTER(Outcome.of(seats))],
        "tree_begin": [vector],
        "tree_step": [c_int64, c_int, words],
    }
    if hasattr(library, "worlds_step"):
        texts, lots = ctypes.c_char_p, POINTER(ctypes.c_double)
        takes |= {
            "view_of": [vector, vector, vector],
            "worlds_begin": [], "worlds_add": [vector, ctypes.c_double],
            "worlds_in": [texts, vector, lots, c_int64],
            "worlds_step": [ctypes.c_void_p, words, vector], "worlds_found": [],
            "worlds_size": [vector], "worlds_out": [texts, vector, lots],
            "worlds_sample": [c_int64, words, vector], "world_vector": [c_int64, vector],
            "uct_begin": [vector, ctypes.c_void_p],
            "uct_on": [c_int64, ctypes.c_double, words, vector], "uct_count": [],
            "uct_node": [c_int64], "uct_children": [c_int64], "uct_options": [c_int64, ints],
            "uct_vector": [c_int64, vector],
            "information_begin": [ctypes.c_void_p, ints, c_int64], "information_world": [vector],
            "information_on": [vector, c_int64, c_int64, ctypes.c_double, words],
            "information_found": [vector, lots],
            "worlds_exchange": [vector, c_int64, words],
        }
    if hasattr(library, "solve_on"):
        library.solve_anew.argtypes, library.solve_anew.restype = [c_int], None
        takes |= {"solve_begin": [vector, c_int64, c_int64], "solve_on": [c_int64, vector],
                  "solve_known": [vector, vector]}
    for name, types in takes.items():
        function = getattr(library, name)
        function.argtypes, function.restype = types, c_int64
    if hasattr(library, "counters"):
        library.counters.argtypes, library.counters.restype = [], vector
    library.what_failed.argtypes, library.what_failed.restype = [], POINTER(Failing)
    return library
