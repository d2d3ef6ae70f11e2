"""Whole games of every ruleset: they end or are stopped, and one seed is one game."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest

from rulewright.interpreter.engine.game import State
from rulewright.interpreter.play import record, simulate
from tests.played import GAMES, SETUPS, Setup, each_of, each_setup, few, lines, texts_of
from tests.volume import volume


@each_setup
def test_a_game_ends_or_is_stopped(setup: Setup) -> None:
    """By a rule, by a full memory or by the cap; and an end has a sound result."""
    made = setup.setting
    seats = ("random",) * setup.players
    for cap in (3, 400):
        job = simulate.Job(made, seats, seed=11, max_turns=cap,
                           max_decisions=few(setup, 4000))
        for index in range(GAMES if cap == 3 else 1):  # the long ones are looked at below, too
            row = simulate.play(job, index)
            assert row.turns <= cap + 1
            if row.truncated is not None:
                assert (row.winners, row.draw, row.payoffs) == ((), False, ())
            else:
                assert len(row.payoffs) == setup.players
                assert row.draw is (row.winners == ())
    ends = [line.states[-1] for line in lines(setup) if line.whole]
    for end in ends:
        result = end.result
        assert result is not None
        assert len(result.payoffs) == len(result.ranks) == setup.players
        if result.truncated:
            assert (set(result.ranks), result.winners, result.draw) == ({0}, [], False)
            continue
        assert min(result.ranks) == 1 and max(result.ranks) <= setup.players
        assert result.draw is (set(result.ranks) == {1})
        first = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
        assert result.winners == ([] if result.draw else first)


@each_of(SETUPS, "motora", "transport")
@volume("most", 50, 150)
def test_one_seed_is_one_game(setup: Setup, tmp_path: Path, most: int) -> None:
    """Records of the same game are the same bytes, whatever was played before; and they replay."""
    made = setup.setting
    texts: dict[int, set[bytes]] = defaultdict(set)
    for turn, order in enumerate(((0, 1), (1, 0), (1,))):
        folder = tmp_path / str(turn)
        folder.mkdir()
        job = simulate.Job(made, ("random",) * setup.players, seed=5, max_turns=30,
                           max_decisions=most if most > 50 else few(setup, most), records=folder)
        for index in order:
            simulate.play(job, index)
            texts[index].add(simulate.record_path(folder, index).read_bytes())
    assert [len(found) for found in texts.values()] == [1, 1]
    found = record.read(simulate.record_path(tmp_path / "0", 0))
    final = record.replay(found, found.open())
    assert found.end is not None
    assert (final.decisions, final.hash) == (found.end["decisions"], found.end["state"])
    assert found.entries and len(found.entries) >= final.decisions
    decided = any(True for line in lines(setup) for _ in line.decisions())
    assert (final.decisions > 0) == decided  # dice alone decide some games


@each_of(SETUPS, "motora", "transport")
def test_seeds_make_different_games(setup: Setup, tmp_path: Path) -> None:
    """Twelve seeds do not all begin alike."""
    made = setup.setting
    played = set()
    for seed in range(12):
        job = simulate.Job(made, ("random",) * setup.players, seed, max_turns=3, records=tmp_path)
        simulate.play(job, 0)
        found = record.read(simulate.record_path(tmp_path, 0))
        played.add(tuple(entry.text for entry in found.entries))
    assert len(played) > 1


def plain(state: State) -> list[int]:
    """A state's vector, without what its machine keeps beside it."""
    return state.game.machine.plain(list(state.vector))


@each_setup
def test_a_saved_game_goes_on_as_it_would_have(setup: Setup) -> None:
    """Packed in the middle, or told as JSON, taken up by another game object, and played on."""
    other = setup.other
    rng = random.Random(6)
    for line in lines(setup):
        middle = rng.randrange(len(line.states))
        saved = line.states[middle]
        for state in (other.unpack(saved.pack()), other.from_json(saved.to_json())):
            last = saved
            for expected, move in zip(
                line.states[middle : middle + few(setup, 100)], line.moves[middle:], strict=False
            ):
                assert plain(state) == plain(expected)
                state, last = state.apply(texts_of(expected)[move]), expected.apply(move)
            assert state.pack() == last.pack()
            assert state.turns == last.turns - saved.turns
            assert state.result == last.result


@pytest.mark.parametrize(("first", "games", "jobs"), [
    (0, 1, 2), (3, 3, 2), (0, 7, 4), (20, 5_000, 1), (0, 19_000, 2), (0, 50_000_000, 3)])
def test_native_chunks_end_small(first: int, games: int, jobs: int) -> None:
    """All games are in one chunk each, in their order; a chunk is at most a small share of what is
    left for each process, so that all end at about the same time, and there are not too many."""
    chunks = list(simulate.native_chunks(first, games, jobs))
    assert [chunk.start for chunk in chunks] == [first, *(chunk.stop for chunk in chunks)][:-1]
    assert not chunks or chunks[-1].stop == games
    for chunk in chunks:
        share = (games - chunk.start) / jobs
        assert len(chunk) <= max(1, share / 16, (games - first) / jobs / 256)
        assert len(chunk) <= simulate.MOST_NATIVE
    assert len(chunks) <= 100 * jobs + games // simulate.MOST_NATIVE
