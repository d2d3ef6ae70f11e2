"""Partners share their result: in a game of two against two, both win or both lose."""

from __future__ import annotations

import random

from tests.texts import loaded, path_of


def test_partners_share_their_rank() -> None:
    game = loaded(path_of("whist")).instantiate()
    seen = set()
    for seed in range(12):
        rng, state = random.Random(seed), game.start()
        while state.kind != "end":
            texts = state.options() or [text for text, _ in state.outcomes()]
            state = state.apply(rng.choice(texts))
        tricks = [int(state.evaluate(f"the tricks of {seat}")) for seat in game.seats]
        north_south, east_west = tricks[0] + tricks[2], tricks[1] + tricks[3]
        assert north_south + east_west == 4
        assert state.result is not None
        lead = (north_south > east_west) - (north_south < east_west)
        ranks = {1: [1, 3, 1, 3], -1: [3, 1, 3, 1], 0: [1, 1, 1, 1]}[lead]
        assert list(state.result.ranks) == ranks
        assert list(state.result.payoffs) == [lead, -lead, lead, -lead]
        seen.add(lead)
    assert seen == {-1, 0, 1}
