"""From the nodes of a program to functions that list their options (see `emit`).

Options are nested loops over the binders; every guard stands in the outermost loop that binds what
it uses, a guard of the form `x in SET` or `x == VALUE` becomes the loop itself, and sets that do
not depend on inner loops are computed outside them, behind the cheap tests of their level.
"""

from __future__ import annotations

from rulewright.interpreter.engine.emit import Emitter, Level
from rulewright.interpreter.program.fold import conjuncts
from rulewright.interpreter.program.ir import Alternative, Const, E, Node, Op


class OptionEmitter(Emitter):
    """The emitter of a whole program."""

    def options(self, node: Node) -> list[str]:
        """The function that lists the options of a node as (alternative, value, …) tuples."""
        lines = [f"def o{node.id}(S):", "    R = []"]
        for i, alternative in enumerate(node.alternatives):
            if not alternative.decline:
                lines += ["    " + line for line in self.alternative(i, alternative)]
        for i, alternative in enumerate(node.alternatives):
            if alternative.decline:
                lines.append(f"    if R: R.append(({i},))")
        return [*lines, "    return R"]

    def alternative(self, number: int, alternative: Alternative) -> list[str]:
        """The loops that list the options of one alternative."""
        tests = [part for b in alternative.binders for g in b.guards for part in conjuncts(g.test)]
        tests += [part for g in alternative.guards for part in conjuncts(g.test)]
        self.levels = [Level(frozenset())]
        bound: set[str] = set()
        ready, waiting = self._ready(list(dict.fromkeys(tests)), bound)
        heads = [("", *self._tests(ready))]
        for binder in alternative.binders:
            bound.add(binder.var)
            ready, waiting = self._ready(waiting, bound)
            test: E = Op("and", tuple(ready)) if ready else Const(1)
            over, rest = self._candidates(binder.var, binder.size, test)
            self.levels.append(Level(frozenset({binder.var})))
            parts = [] if rest == Const(1) else list(conjuncts(rest))
            heads.append((f"for {binder.var} in {over}:", *self._tests(parts)))
        assert not waiting, f"a guard of {alternative.purpose} uses something that is not chosen"
        values = "".join(f", {b.var}" for b in alternative.binders)
        lines = self._nest(heads, f"R.append(({number}{values}{'' if values else ','}))")
        self.levels = []
        return lines

    def _tests(self, tests: list[E]) -> tuple[list[str], list[str]]:
        """The texts of tests at the present level: first those that need no set computed there."""
        level = self.levels[-1]
        early: list[str] = []
        late: list[str] = []
        for test in tests:
            before = len(level.lines)
            text = self.expr(test)
            uses = any(name in text for name in level.known.values())
            (late if uses or len(level.lines) > before else early).append(text)
        return early, late

    def _ready(self, tests: list[E], bound: set[str]) -> tuple[list[E], list[E]]:
        """The tests that use only what is bound, and the others."""
        ready = [t for t in tests if self._nature(t).locals <= bound]
        return ready, [t for t in tests if not self._nature(t).locals <= bound]

    def _nest(self, heads: list[tuple[str, list[str], list[str]]], last: str) -> list[str]:
        lines: list[str] = []
        depth = 0
        for level, (head, early, late) in zip(self.levels, heads, strict=True):
            if head:
                lines.append("    " * depth + head)
                depth += 1
            if early:
                lines.append("    " * depth + "if " + " and ".join(early) + ":")
                depth += 1
            lines += ["    " * depth + line for line in level.lines]
            if late:
                lines.append("    " * depth + "if " + " and ".join(late) + ":")
                depth += 1
        return [*lines, "    " * depth + last]

    def weights(self, node: Node) -> list[str]:
        """For each alternative of a chance node, the text of its weight as a function."""
        return [
            self.function(a.weight, tuple(b.var for b in a.binders)) for a in node.alternatives
        ]
