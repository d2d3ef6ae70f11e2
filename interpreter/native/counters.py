"""The counters of a program: how often rules take effect, what is done for lines of the text.

All stand in one array of C, `hits`: for each rule one, for each line its runs and behind them its
work. They get their numbers in the order in which they are first met.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.interpreter.passes.plan import Place, Tick


@dataclass
class Counters:
    """What is counted: `traced` the rules that take effect, `profiled` the lines. `fired` has the
    numbers of rules, `lines` those of the runs of lines."""

    traced: bool = False
    profiled: bool = False
    fired: dict[str, int] = field(default_factory=dict)
    lines: dict[Place, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many counters there are."""
        return len(self.fired) + 2 * len(self.lines)

    def hits(self, rules: Iterable[str]) -> list[str]:
        """What counts that some rules take effect, if that is counted."""
        return [f"hits[{self.fired.setdefault(rule, self.size)}]++;"
                for rule in sorted(rules)] if self.traced else []

    def tick(self, tick: Tick) -> str:
        """What counts that play comes to a line, or the work that is done for it."""
        runs = self.lines.setdefault(tick.place, self.size)
        return f"hits[{runs + 1}] += {tick.work};" if tick.work else f"hits[{runs}]++;"

    def declared(self) -> list[str]:
        """What stands in front of the text that counts."""
        made = [f"#define HITS {self.size}", "static int64_t hits[HITS + 1];"]
        if self.profiled:
            made.insert(0, "#define PROFILED 1")
        return made if self.traced or self.profiled else []
