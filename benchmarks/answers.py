"""What an agent comes to against players who choose at random, exactly.

    python benchmarks/answers.py [NAME ...] [--agent A] [--draws N] [--json]

NAME is a shipped ruleset or a path; normally leduc.  All histories of the game are looked at.  An
agent takes the same choice wherever its seat saw and did the same, so it is asked once for each
such place (with a generator of its own), and no result depends on how games happen to go.  As the
agent's own draws do count, all of it is done N times (normally 10); told are the mean and its
standard error, and the best that any agent could come to.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import rulewright
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.play import agents
from rulewright.interpreter.play.forward import Forward, Vector
from rulewright.interpreter.state.rng import Rng, stream
from rulewright.interpreter.state.visibility import observer

#: States on the way to a place, each with the choice the seat made there and what it chose from.
History = tuple[tuple[Vector, Any, Any], ...]


class Answers:
    """What a seat comes to whose choices are those of an agent."""

    def __init__(self, name: str, agent: str, seat: int, draw: int) -> None:
        self.game = rulewright.make_setting(name, None, {}).game
        self.agent, self.seat, self.draw = agent, seat, draw
        self.model = Forward(self.game)
        self.observe = observer(self.game.program, seat)
        self.chosen: dict[Any, int] = {}

    def value(self, vector: Vector, before: History = (), seen: tuple[Any, ...] = ()) -> float:
        """What the seat comes to on the average from a state."""
        model = self.model
        if model.kind(vector) == END:
            return model.payoffs(vector)[self.seat]
        now = self.observe(vector)
        if not seen or seen[-1] != now:
            seen = (*seen, now)
        choices = model.choices(vector)
        if model.decides(vector, self.seat):
            place = seen, tuple(choices)
            if place not in self.chosen:
                self.chosen[place] = self._picked(vector, before, choices)
            choice = choices[self.chosen[place]]
            return self.value(
                model.after(vector, choice), (*before, (vector, choice, choices)), (*seen, choice))
        odds, on = model.odds(vector), (*before, (vector, None, None))
        values = (self.value(model.after(vector, choice), on, seen) for choice in choices)
        return sum(n * value for n, value in zip(odds, values, strict=True)) / sum(odds)

    def _picked(self, vector: Vector, before: History, choices: list[Any]) -> int:
        agent = agents.make(self.agent, self.game, self.seat, Rng(0))
        for earlier, choice, known in before:
            agent.see(list(earlier))
            if choice is not None:
                agent.skip(known, known.index(choice))
        agent.see(list(vector))
        agent.rng = stream(self.draw, len(self.chosen), "place")
        return agent.pick(choices)


def best(name: str, seat: int) -> float:
    """The most that a seat can come to: the best answer, found backwards over all it may see."""
    model = Answers(name, "random", seat, 0)
    rules, observe = model.model, model.observe

    def went(states: list[tuple[Vector, float, tuple[Any, ...]]]) -> float:
        """What states that the seat cannot tell apart come to together, each with its odds."""
        total, asked = 0.0, dict[Any, list[tuple[Vector, float, tuple[Any, ...]]]]()
        while states:
            vector, odds, seen = states.pop()
            if rules.kind(vector) == END:
                total += odds * rules.payoffs(vector)[seat]
                continue
            now = observe(vector)
            seen = seen if seen and seen[-1] == now else (*seen, now)
            choices = rules.choices(vector)
            if rules.decides(vector, seat):
                asked.setdefault((seen, tuple(choices)), []).append((vector, odds, seen))
                continue
            weights = rules.odds(vector)
            states += [(rules.after(vector, choice), odds * weight / sum(weights), seen)
                       for choice, weight in zip(choices, weights, strict=True)]
        return total + sum(
            max(went([(rules.after(vector, choice), odds, (*seen, choice))
                      for vector, odds, seen in alike]) for choice in choices)
            for (_, choices), alike in asked.items())

    return went([(rules.start(), 1.0, ())])


def measure(name: str, agent: str, draws: int) -> dict[str, Any]:
    """Look at one ruleset."""
    seats = len(rulewright.make_setting(name, None, {}).game.seats)
    found = []
    for seat in range(seats):
        values = []
        for draw in range(draws):
            each = Answers(name, agent, seat, draw)
            values.append(each.value(each.model.start()))
        mean = sum(values) / draws
        error = (sum((x - mean) ** 2 for x in values) / max(1, draws - 1) / draws) ** 0.5
        found.append({"seat": seat + 1, "mean": round(mean, 4), "error": round(error, 4),
                      "best": round(best(name, seat), 4)})
    return {"ruleset": name, "agent": agent, "draws": draws, "seats": found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--agent", default="ismcts:1000", metavar="A")
    parser.add_argument("--draws", type=int, default=10, metavar="N")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    for name in args.names or ("leduc",):
        found = measure(name, args.agent, args.draws)
        if args.json:
            print(json.dumps(found), flush=True)
            continue
        for each in found["seats"]:
            print(f"{name}: {args.agent} in seat {each['seat']} comes to {each['mean']} "
                  f"({each['error']} either way), the best is {each['best']}", flush=True)


if __name__ == "__main__":
    main()
