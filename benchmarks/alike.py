"""How near the examples that are shown for a sentence come to the lines that say it.

    python benchmarks/alike.py [--folds N] [--json]

The games of `grammar/examples/` are parted into N folds (normally 5). Each sentence of a fold that
a person translated (`write`) is compared with the examples of the other folds, as a refused line
is with all of them, and the lines of those that would be shown with its own: by the cosine of
their terms, weighted by how rare they are. Reports the mean of the best of the first 1 to 6, and
of the best that there is.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterable, Mapping

from rulewright.interpreter.similar.examples import Example, Game, games
from rulewright.interpreter.similar.nearest import Index, Vectors, index_of, phrases_of
from rulewright.interpreter.similar.terms import Terms

MOST = 6


def measure(folds: int) -> dict[str, float]:
    """The means over all sentences, by how many examples are shown."""
    every = games()
    forms = _forms(every)
    vectors = Vectors([*forms.values()])
    rows = {key: dict(row) for key, row in zip(forms, vectors.matrix.rows, strict=True)}
    best: dict[str, list[float]] = {}
    for fold in range(folds):
        rest = index_of([game for at, game in enumerate(every) if at % folds != fold])
        for game in every[fold::folds]:
            for key, found in _compared(game, rest, rows):
                best.setdefault(key, []).append(found)
    return {key: statistics.mean(found) for key, found in best.items()}


def _forms(some: Iterable[Game]) -> dict[int, set[str]]:
    """The terms of the lines of every example, by its identity."""
    found: dict[int, set[str]] = {}
    for game in some:
        terms = Terms(phrases_of(game.text))
        found |= {id(one): set(terms.of(one.written)) for one in game.examples}
    return found


def _compared(
    game: Game, rest: Index, rows: Mapping[int, Mapping[int, float]]
) -> Iterable[tuple[str, float]]:
    """For each sentence of a game, how near the best of some examples comes."""
    phrases = phrases_of(game.text)
    for example in game.examples:
        if example.offered or example.said == example.written:
            continue

        def near(other: Example, own: Mapping[int, float] = rows[id(example)]) -> float:
            return sum(share * rows[id(other)].get(at, 0.0) for at, share in own.items())

        shown = rest.foretold(example.said, phrases).nearest(MOST)
        for most in range(1, MOST + 1):
            yield str(most), max(map(near, shown[:most]), default=0.0)
        yield "all", max(map(near, rest.examples))


def main() -> None:
    """Prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folds", type=int, default=5, metavar="N")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = measure(max(2, arguments.folds))
    if arguments.json:
        print(json.dumps(found))
        return
    for key, mean in found.items():
        print(f"best of {key}: {mean:.3f}")


if __name__ == "__main__":
    main()
