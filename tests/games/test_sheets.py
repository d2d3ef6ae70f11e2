"""Sheets, a game of five dice and thirteen boxes, in step with an independent model."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright.interpreter.engine.game import Game
from tests.models.sheets_model import BOXES, Sheets
from tests.played import texts_of
from tests.texts import ROOT, loaded
from tests.volume import volume

PATH = ROOT / "tests/rulesets/sheets.rules"
SEATS = ("Ann", "Bob", "Cid", "Dan")


@cache
def game(players: int, jokers: bool) -> Game:
    return loaded(PATH).instantiate(players, {"jokers": "yes" if jokers else "no"})


@pytest.mark.parametrize(("players", "jokers"), [(2, True), (3, False), (4, True)])
@volume("games", 3, 40)
def test_follows_the_model(players: int, jokers: bool, games: int) -> None:
    """The same options at every stage, the same sheets, and the same end. In every other game
    dice fall as the first one of the throw did more often than not, so that jokers are seen."""
    lucky = 0
    for seed in range(games):
        rng = random.Random(seed)
        state, model = game(players, jokers).start(), Sheets(players, jokers)
        while state.kind != "end":
            assert sorted(texts_of(state)) == sorted(model.texts())
            assert state.kind == ("chance" if model.stage == "throw" else "decision")
            if state.kind == "decision":
                assert state.player == model.mover
            else:
                assert len({weight for _, weight in state.outcomes()}) == 1
            text = rng.choice(sorted(texts_of(state)))
            if seed % 2 == 0 and model.stage == "throw" and model.tray and rng.random() < 0.9:
                text = str(model.tray[0])
            lucky += model.stage == "fill" and model.joker()
            state = state.apply(text)
            model.apply(text)
        assert model.stage == "over"
        totals = model.totals()
        for name, sheet, bonus in zip(SEATS, model.sheets, model.bonus, strict=False):
            view = state.view()[name]
            assert view["score"] == {box: str(sheet[box]) for box in BOXES}
            assert view["yahtzee bonus"] == str(bonus)
        assert state.result is not None and state.result.rule == "SHE-END"
        winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
        assert state.result.winners == (winners if len(winners) < players else [])
    assert bool(lucky) == jokers
