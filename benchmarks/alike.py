"""How near the examples that are shown for a sentence come to the lines that say it.

    python benchmarks/alike.py [--folds N] [--json]

The games of `grammar/examples/` are parted into N folds (normally 5). Each sentence of a fold that
a person translated (`write`) is compared with the examples of the other folds, as a refused line
is with all of them, and the lines of those that would be shown with its own, by their terms,
weighted by how rare they are. For the first 1 to 6 that are shown, reports the means of the cosine
of the best, and of the part of those terms of the right lines, which the sentence itself has not,
that some of them has.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterable, Mapping, Sequence

from rulewright.interpreter.similar.examples import Example, Game, games
from rulewright.interpreter.similar.nearest import Index, Vectors, index_of, phrases_of
from rulewright.interpreter.similar.terms import Terms

MOST = 6


def measure(folds: int) -> dict[str, float]:
    """The means over all sentences, by what is measured of how many examples."""
    every = games()
    forms = _forms(every)
    vectors = Vectors([*forms.values()])
    rows = {key: dict(row) for key, row in zip(forms, vectors.matrix.rows, strict=True)}
    found: dict[str, list[float]] = {}
    for fold in range(folds):
        rest = index_of([game for at, game in enumerate(every) if at % folds != fold])
        for game in every[fold::folds]:
            for key, one in _compared(game, rest, rows, vectors):
                found.setdefault(key, []).append(one)
    return {key: statistics.mean(some) for key, some in found.items()}


def _forms(some: Iterable[Game]) -> dict[int, set[str]]:
    """The terms of the lines of every example, by its identity."""
    found: dict[int, set[str]] = {}
    for game in some:
        terms = Terms(phrases_of(game.text))
        found |= {id(one): set(terms.of(one.written)) for one in game.examples}
    return found


def _compared(
    game: Game, rest: Index, rows: Mapping[int, Mapping[int, float]], vectors: Vectors
) -> Iterable[tuple[str, float]]:
    """For each sentence of a game, how near those that are shown come."""
    phrases = phrases_of(game.text)
    terms = Terms(phrases)
    for example in game.examples:
        if example.offered or example.said == example.written:
            continue
        own = rows[id(example)]
        said = {vectors.columns.get(term) for term in terms.of(example.said)}
        lacking = {at: share for at, share in own.items() if at not in said}

        def near(other: Example, own: Mapping[int, float] = own) -> float:
            return sum(share * rows[id(other)].get(at, 0.0) for at, share in own.items())

        def covered(some: Sequence[Example], lacking: Mapping[int, float] = lacking) -> float:
            seen = {at for one in some for at in rows[id(one)]}
            whole = sum(lacking.values())
            return sum(share for at, share in lacking.items() if at in seen) / whole

        shown = rest.foretold(example.said, phrases).nearest(MOST)
        for most in range(1, MOST + 1):
            yield f"best of {most}", max(map(near, shown[:most]), default=0.0)
            if lacking:
                yield f"covered by {most}", covered(shown[:most])


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
        print(f"{key}: {mean:.3f}")


if __name__ == "__main__":
    main()
