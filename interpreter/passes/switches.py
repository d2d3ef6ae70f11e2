"""What is done for speed alone, and can be left out to measure what it gains.

Results never depend on it. `benchmarks/ablation.py` is what leaves it out.
"""

from __future__ import annotations

from rulewright.interpreter.records import record


@record
class Passes:
    """What is done."""

    sets: bool = True  # the elements of a field that have a value are kept as a set
    nested: bool = True  # a set that depends on the state alone is cheap in a loop in a loop
    counted: bool = True  # options that are sets are counted, not listed
    ways: bool = True  # loops over ways are unrolled, and fills along known ways straight
    groups: bool = True  # groups that were found are kept while their set stays the same
    around: bool = True  # invariants are checked around what changed since they held
    hashes: bool = True  # hashes of positions are kept up at each store


ALL = Passes()
