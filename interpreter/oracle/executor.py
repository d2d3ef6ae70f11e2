"""A plain executor: carries out a program by the definition of its form.

Model. A state is a vector (see `ir.program`). What could be chosen is tried one after the other,
effects are done one after the other. Nothing is computed ahead, kept or turned around, so that
every line can be compared with the definition it carries out. What a player can still do in a turn
is found out by `ahead`.

A program must have passed `ir.verify`. The errors that are left are those of the rules in play:
`bound`, `nothing`, `no-option`, `endless`, `invariant`, `search`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.interpreter import ir
from rulewright.interpreter.ir.positions import entries, position_hash
from rulewright.interpreter.oracle.ahead import RestSearch, TurnSearch
from rulewright.interpreter.oracle.rounds import Rounds, error
from rulewright.interpreter.oracle.values import Evaluator, Locals, element
from rulewright.interpreter.source import Span

Vector = list[int]
Choice = tuple[int, ...]  # the number of the alternative, then the things chosen


class _GameOver(Exception):
    """An effect has ended the game."""


class Oracle:
    """One program; all methods take the vector they speak of. `apply` changes it in place."""

    def __init__(self, program: ir.Program, evaluator: Evaluator | None = None) -> None:
        self.program = program
        evaluator = evaluator or Evaluator(program)
        self.value, self.candidates = evaluator.value, evaluator.candidates
        self.back = ir.back_edges(program)
        self.sure = ir.sure_rests(program)

    # -- effects ---------------------------------------------------------------------------------

    def _effects(self, v: Vector, body: Sequence[ir.Effect], env: Locals) -> None:
        for effect in body:
            self._effect(v, effect, env)

    def _effect(self, v: Vector, effect: ir.Effect, env: Locals) -> None:
        match effect:
            case ir.Store(field=made, index=index, value=value):
                at = element(made, [self.value(v, part, env) for part in index])
                if at is None:
                    raise error("nothing", f"there is nothing whose {made.name} could change",
                                effect.span, "ask first whether it is none")
                stored = self.value(v, value, env)
                _fits(made, stored, effect.span)
                v[at] = stored
            case ir.Let(var=var, value=value):
                env[var] = self.value(v, value, env)
            case ir.IfDo(test=test, body=body, otherwise=otherwise):
                chosen = body if self.value(v, test, env) else otherwise
                self._effects(v, chosen, dict(env))
            case ir.EachDo(var=var, set=over, body=body):
                for member in ir.members(self.value(v, over, env)):
                    self._effects(v, body, {**env, var: member})
            case ir.Reset(field=made):
                v[made.offset : made.offset + made.size] = made.first
            case ir.Record(memory=number, clear=clear):
                self._record(v, number, clear)
            case ir.Finish():
                self._finish(v, effect, env)
            case _:
                raise AssertionError(effect)

    def _record(self, v: Vector, number: int, clear: bool) -> None:
        memory, live = self.program.memories[number], entries(self.program, v, number)
        if clear:
            v[live], v[memory.count.offset] = [], 0
        elif v[memory.count.offset] < memory.capacity:
            v.insert(live.stop, position_hash(v, memory))
            v[memory.count.offset] += 1
        elif memory.rolling:
            v[live] = [*v[live][1:], position_hash(v, memory)]
        else:
            self._over(v)  # with the ranks of a game that goes on: truncated

    def _finish(self, v: Vector, effect: ir.Finish, env: Locals) -> None:
        program, seats = self.program, range(len(self.program.seats))
        values = [self.value(v, e, env) for e in effect.values]
        who = -1 if effect.player is None else self.value(v, effect.player, env)
        match effect.kind:
            case "wins":
                ranks = [1 if seat == who else 2 for seat in seats]
            case "loses":
                ranks = [len(seats) if seat == who else 1 for seat in seats]
            case "drawn":
                ranks = [1 for _ in seats]
            case _:  # rank and pay: more is better
                ranks = [1 + sum(other > own for other in values) for own in values]
        if effect.kind == "pay":
            assert program.pays is not None
            for value in values:
                _fits(program.pays, value, effect.span)
            v[program.pays.offset : program.pays.offset + len(seats)] = values
        v[program.ranks.offset : program.ranks.offset + len(seats)] = ranks
        v[program.rule.offset] = program.rules.index(effect.refs[0]) + 1 if effect.refs else 0
        self._over(v)

    def _over(self, v: Vector) -> None:
        for made in self.program.fields:
            if made.group == ir.Group.FRAME:
                v[made.offset : made.offset + made.size] = made.first
        v[self.program.at.offset] = len(self.program.nodes)
        raise _GameOver

    # -- flow ------------------------------------------------------------------------------------

    def block(self, v: Vector, number: int, values: Sequence[int] = ()) -> ir.Exit:
        """Carry out a block; how it is left, with its test decided; `Halt` if the game is over."""
        block = self.program.blocks[number]
        env = dict(zip(block.params, values, strict=True))
        try:
            self._effects(v, block.effects, env)
        except _GameOver:
            return ir.Halt()
        match block.exit:
            case ir.Branch(test=test, then=then, otherwise=otherwise):
                return ir.Goto(then if self.value(v, test, env) else otherwise)
            case ir.ToNode(node=at):
                v[self.program.at.offset] = at
        return block.exit

    def enter(self, v: Vector, node: ir.Node, choice: Choice) -> tuple[int, ir.Exit]:
        """Carry out the block of a choice; its number, and how it is left."""
        alternative = node.alternatives[choice[0]]
        for made, value in zip(alternative.frame, choice[1:], strict=False):
            v[made.offset] = value
        handed = () if alternative.frame else choice[1:]
        return alternative.block, self.block(v, alternative.block, handed)

    def follow(
        self, v: Vector, number: int, exit: ir.Exit, rounds: Rounds
    ) -> tuple[int, ir.Exit]:
        """Go on to a node, the end of a turn or of the game; the last block and how it is left."""
        while isinstance(exit, ir.Goto):
            rounds.take((number, exit.block))
            number, exit = exit.block, self.block(v, exit.block)
        return number, exit

    def _run(self, v: Vector, number: int, exit: ir.Exit, chosen: bool) -> int:
        """Go on to a node where something can be chosen, or to the end of the game; returns the
        whole turns that have ended. The turn in which the game ends is one if somebody has chosen
        or rolled in it."""
        rounds, turns = Rounds(self.back), 0
        while True:
            number, exit = self.follow(v, number, exit, rounds)
            match exit:
                case ir.ToNode(node=at):
                    to = self._stop(v, self.program.nodes[at])
                    if to is None:
                        return turns
                    rounds.passed = self.program.nodes[at]
                case ir.TurnEnd(block=to):
                    turns, chosen = turns + 1, False
                case _:
                    return turns + chosen
            rounds.take((number, to))
            number, exit = to, self.block(v, to)

    def _stop(self, v: Vector, node: ir.Node) -> int | None:
        """At a node: None where something can be chosen, else the block to go on with."""
        options = self._options(v, node)
        for guard in self.program.invariants:
            if not self.value(v, guard.test, {}):
                raise error("invariant", f"this does not hold: {guard.text}", guard.span)
        if not options and node.empty is None:
            raise error("no-option", "something must be chosen here, but nothing is possible",
                        node.span, "write `must if possible`, or widen what may be chosen")
        return None if options else node.empty

    # -- options ---------------------------------------------------------------------------------

    def _options(self, v: Vector, node: ir.Node) -> list[Choice]:
        choices = self.unfiltered(v, node)
        if node.chance:
            return [choice for choice in choices if self._weight(v, node, choice) > 0]
        return self._by_duty(v, node, choices)

    def unfiltered(self, v: Vector, node: ir.Node) -> list[Choice]:
        """The options of a node in canonical order, before whole-turn duties."""
        choices = self.before_rest(v, node)
        rests = [node.alternatives[choice[0]].rest for choice in choices]
        if not any(rests):
            return choices
        search = RestSearch(self, self.value(v, node.player, {}))
        kept = [choice for choice, rest in zip(choices, rests, strict=True)
                if rest is None or search.can_be_done(v, node, choice, rest)]
        return kept if any(not node.alternatives[choice[0]].decline for choice in kept) else []

    def before_rest(self, v: Vector, node: ir.Node) -> list[Choice]:
        """The options before what is demanded of the rest of the turn."""
        found: list[Choice] = []
        for number, alternative in enumerate(node.alternatives):
            if not alternative.decline:
                found += [(number, *chosen) for chosen in self._chosen(v, alternative, 0, {})]
        found = [choice for choice in found if self._passes_after(v, node, choice)]
        if found:
            found += [(number,) for number, a in enumerate(node.alternatives) if a.decline]
        return found

    def _chosen(
        self, v: Vector, alternative: ir.Alternative, number: int, env: Locals
    ) -> Iterator[tuple[int, ...]]:
        """What can be chosen from binder `number` on, the first changing slowest."""
        if number == len(alternative.binders):
            if self._hold(v, alternative.guards, env):
                yield ()
            return
        binder = alternative.binders[number]
        tests = (guard.test for guard in binder.guards)
        for value in self.candidates(v, binder.var, tests, env):
            inner = {**env, binder.var: value}
            if self._hold(v, binder.guards, inner):
                for rest in self._chosen(v, alternative, number + 1, inner):
                    yield value, *rest

    def _hold(self, v: Sequence[int], guards: Sequence[ir.Guard], env: Locals) -> bool:
        return all(self.value(v, guard.test, env) for guard in guards)

    def _passes_after(self, v: Vector, node: ir.Node, choice: Choice) -> bool:
        """Whether the conditions on the state after a choice hold; what was chosen is known there
        although the effects may have emptied it."""
        alternative = node.alternatives[choice[0]]
        if not alternative.after:
            return True
        after = list(v)
        self.follow(after, *self.enter(after, node, choice), Rounds(self.back))
        for made, value in zip(alternative.frame, choice[1:], strict=False):
            after[made.offset] = value
        return self._hold(after, alternative.after, self._env(alternative, choice))

    @staticmethod
    def _env(alternative: ir.Alternative, choice: Choice) -> Locals:
        return {b.var: n for b, n in zip(alternative.binders, choice[1:], strict=True)}

    def _weight(self, v: Sequence[int], node: ir.Node, choice: Choice) -> int:
        alternative = node.alternatives[choice[0]]
        return self.value(v, alternative.weight, self._env(alternative, choice))

    def _by_duty(self, v: Vector, node: ir.Node, choices: list[Choice]) -> list[Choice]:
        """The choices after which the turn can still do its best."""
        active = [duty for duty in self.program.duties if self.value(v, duty.active, {})]
        if not active or len(choices) < 2:
            return choices
        search = TurnSearch(self, v, active, self.value(v, node.player, {}))
        scores = [search.after(v, node, choice) for choice in choices]
        return [choice for choice, score in zip(choices, scores, strict=True)
                if score == max(scores)]

    # -- the face --------------------------------------------------------------------------------

    def start(self) -> Vector:
        """A new game, at its first node where something can be chosen."""
        v = [value for made in self.program.fields for value in made.first]
        self._run(v, self.program.start, self.block(v, self.program.start), chosen=False)
        return v

    def set_up(self) -> Vector:
        """The vector at the first decision or roll, whether something can be chosen there or not,
        or at the end of the game."""
        v = [value for made in self.program.fields for value in made.first]
        start, rounds = self.program.start, Rounds(self.back)
        number, exit = self.follow(v, start, self.block(v, start), rounds)
        while isinstance(exit, ir.TurnEnd):
            rounds.take((number, exit.block))
            number, exit = self.follow(v, exit.block, self.block(v, exit.block), rounds)
        return v

    def apply(self, v: Vector, choice: Choice) -> int:
        """Carry out a choice of the present node; returns the whole turns that have ended."""
        return self._run(v, *self.enter(v, self.node(v), choice), chosen=True)

    def kind(self, v: Sequence[int]) -> int:
        """`DECISION`, `CHANCE` or `END`."""
        if v[self.program.at.offset] == len(self.program.nodes):
            return ir.END
        return ir.CHANCE if self.node(v).chance else ir.DECISION

    def node(self, v: Sequence[int]) -> ir.Node:
        """The node that is waited at."""
        return self.program.nodes[v[self.program.at.offset]]

    def player(self, v: Sequence[int]) -> int:
        """The seat that decides; at a chance node, whose turn it is."""
        return self.value(v, self.node(v).player, {})

    def options(self, v: Vector) -> list[Choice]:
        """The options, or outcomes, in canonical order; none when the game is over."""
        return [] if self.kind(v) == ir.END else self._options(v, self.node(v))

    def weights(self, v: Vector) -> list[int]:
        """The weights of the outcomes of a chance node."""
        return [self._weight(v, self.node(v), choice) for choice in self.options(v)]

    def ranks(self, v: Sequence[int]) -> list[int]:
        """The final rank of each player, 1 is best; zeros for a truncated game."""
        made = self.program.ranks
        return list(v[made.offset : made.offset + made.size])


def _fits(made: ir.Field, value: int, span: Span) -> None:
    """What a field becomes must be of its type."""
    kind = made.type
    if kind.least <= value <= kind.most:
        return
    if value < 0 and kind.kind != "int":
        message, hint = f"the {made.name} would become none", "say `or none` in its type"
    else:
        shown = "something" if made.hidden else str(value)
        message = f"the {made.name} would become {shown}, outside {kind.least} to {kind.most}"
        hint = "widen the range it is declared with"
    raise error("bound", message, span, hint)
