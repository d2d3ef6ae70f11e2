"""A plain executor: carries out a program by the definition of its form.

Model. A state is a vector (see `ir.program`). What could be chosen is tried one after the other,
effects are done one after the other. Nothing is computed ahead, kept or turned around, so that
every line can be compared with the definition it carries out.

A program must have passed `ir.verify`. The errors that are left are those of the rules in play:
`bound`, `nothing`, `no-option`, `endless`, `invariant`, `search`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic, RunError
from rulewright.interpreter.ir.positions import entries, position_hash
from rulewright.interpreter.oracle.values import Evaluator, Locals, element
from rulewright.interpreter.source import Span

Vector = list[int]
Choice = tuple[int, ...]  # the number of the alternative, then the things chosen
_Reached = tuple[Vector, ir.Node | None]  # a state, and where its player chooses on, if he does
Score = tuple[int, ...]  # the value of each duty that binds, in the order of the text


class _GameOver(Exception):
    """An effect has ended the game."""


@dataclass
class _Rounds:
    """The budget between two stops: how many edges that lead back were taken; and the node where
    nothing was possible last."""

    back: frozenset[tuple[int, int]]
    taken: int = 0
    passed: ir.Node | None = None

    def take(self, edge: tuple[int, int]) -> None:
        self.taken += edge in self.back
        if self.taken > ir.MAX_ROUNDS:
            raise _error("endless", "play goes round for ever without a choice or a roll",
                         self.passed.span if self.passed else None,
                         "something must end the game when nobody can do anything")


class Oracle:
    """One program; all methods take the vector they speak of. `apply` changes it in place."""

    def __init__(self, program: ir.Program, evaluator: Evaluator | None = None) -> None:
        self.program = program
        evaluator = evaluator or Evaluator(program)
        self.value, self.candidates = evaluator.value, evaluator.candidates
        self.back = ir.back_edges(program)
        self.sure, self.sure_if_possible = ir.sure_rests(program)

    # -- effects ---------------------------------------------------------------------------------

    def _effects(self, v: Vector, body: Sequence[ir.Effect], env: Locals) -> None:
        for effect in body:
            self._effect(v, effect, env)

    def _effect(self, v: Vector, effect: ir.Effect, env: Locals) -> None:
        match effect:
            case ir.Store(field=made, index=index, value=value):
                at = element(made, [self.value(v, part, env) for part in index])
                if at is None:
                    raise _error("nothing", f"there is nothing whose {made.name} could change",
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

    def _over(self, v: Vector) -> NoReturn:
        for made in self.program.fields:
            if made.group == ir.Group.FRAME:
                v[made.offset : made.offset + made.size] = made.first
        v[self.program.at.offset] = len(self.program.nodes)
        raise _GameOver

    # -- flow ------------------------------------------------------------------------------------

    def _block(self, v: Vector, number: int, values: Sequence[int] = ()) -> ir.Exit:
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

    def _enter(self, v: Vector, node: ir.Node, choice: Choice) -> tuple[int, ir.Exit]:
        """Carry out the block of a choice; its number, and how it is left."""
        alternative = node.alternatives[choice[0]]
        for made, value in zip(alternative.frame, choice[1:], strict=False):
            v[made.offset] = value
        handed = () if alternative.frame else choice[1:]
        return alternative.block, self._block(v, alternative.block, handed)

    def _follow(
        self, v: Vector, number: int, exit: ir.Exit, rounds: _Rounds
    ) -> tuple[int, ir.Exit]:
        """Go on to a node, the end of a turn or of the game; the last block and how it is left."""
        while isinstance(exit, ir.Goto):
            rounds.take((number, exit.block))
            number, exit = exit.block, self._block(v, exit.block)
        return number, exit

    def _run(self, v: Vector, number: int, exit: ir.Exit, chosen: bool) -> int:
        """Go on to a node where something can be chosen, or to the end of the game; returns the
        whole turns that have ended. The turn in which the game ends is one if somebody has chosen
        or rolled in it."""
        rounds, turns = _Rounds(self.back), 0
        while True:
            number, exit = self._follow(v, number, exit, rounds)
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
            number, exit = to, self._block(v, to)

    def _stop(self, v: Vector, node: ir.Node) -> int | None:
        """At a node: None where something can be chosen, else the block to go on with."""
        options = self._options(v, node)
        for guard in self.program.invariants:
            if not self.value(v, guard.test, {}):
                raise _error("invariant", f"this does not hold: {guard.text}", guard.span)
        if not options and node.empty is None:
            raise _error("no-option", "something must be chosen here, but nothing is possible",
                         node.span, "write `must if possible`, or widen what may be chosen")
        return None if options else node.empty

    # -- options ---------------------------------------------------------------------------------

    def _options(self, v: Vector, node: ir.Node) -> list[Choice]:
        choices = self._unfiltered(v, node)
        if node.chance:
            return [choice for choice in choices if self._weight(v, node, choice) > 0]
        return self._by_duty(v, node, choices)

    def _unfiltered(self, v: Vector, node: ir.Node) -> list[Choice]:
        """The options of a node in canonical order, before whole-turn duties."""
        choices = self._before_rest(v, node)
        rests = [node.alternatives[choice[0]].rest for choice in choices]
        if not any(rests):
            return choices
        search = _RestSearch(self, self.value(v, node.player, {}))
        kept = [choice for choice, rest in zip(choices, rests, strict=True)
                if rest is None or search.can_be_done(v, node, choice, rest)]
        return kept if any(not node.alternatives[choice[0]].decline for choice in kept) else []

    def _before_rest(self, v: Vector, node: ir.Node) -> list[Choice]:
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
        self._follow(after, *self._enter(after, node, choice), _Rounds(self.back))
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
        search = _TurnSearch(self, v, active, self.value(v, node.player, {}))
        scores = [search.after(v, node, choice) for choice in choices]
        return [choice for choice, score in zip(choices, scores, strict=True)
                if score == max(scores)]

    # -- the face --------------------------------------------------------------------------------

    def start(self) -> Vector:
        """A new game, at its first node where something can be chosen."""
        v = [value for made in self.program.fields for value in made.first]
        self._run(v, self.program.start, self._block(v, self.program.start), chosen=False)
        return v

    def set_up(self) -> Vector:
        """The vector at the first decision or roll, whether something can be chosen there or not,
        or at the end of the game."""
        v = [value for made in self.program.fields for value in made.first]
        start, rounds = self.program.start, _Rounds(self.back)
        number, exit = self._follow(v, start, self._block(v, start), rounds)
        while isinstance(exit, ir.TurnEnd):
            rounds.take((number, exit.block))
            number, exit = self._follow(v, exit.block, self._block(v, exit.block), rounds)
        return v

    def apply(self, v: Vector, choice: Choice) -> int:
        """Carry out a choice of the present node; returns the whole turns that have ended."""
        return self._run(v, *self._enter(v, self.node(v), choice), chosen=True)

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


@dataclass(frozen=True)
class _Turn:
    """A state within a turn at which its player chooses on."""

    vector: Vector
    node: ir.Node
    choices: list[Choice]


@dataclass
class _RestSearch:
    """Whether the rest can be done after the options of one decision (see `ir.Rest`): the states
    at which its player chooses on are followed depth first."""

    oracle: Oracle
    player: int
    looked_at: int = 0

    def can_be_done(self, v: Vector, node: ir.Node, choice: Choice, rest: ir.Rest) -> bool:
        seen: set[tuple[int, ...]] = set()
        ways = [self._after(v, node, choice)]
        while ways:
            for after, at in ways[-1]:
                if at is None:
                    return True
                if tuple(after) not in seen:
                    seen.add(tuple(after))
                    self.looked_at += 1
                    if self.looked_at > ir.MAX_SEARCH:
                        raise _error("search", "finding out whether the rest can be done needs "
                                     f"more than {ir.MAX_SEARCH} states", rest.span,
                                     "rule more options out by an `only if` above this line")
                    ways.append(self._on(after, at))
                    break
            else:
                ways.pop()
        return False

    def _after(self, v: Vector, node: ir.Node, choice: Choice) -> Iterator[_Reached]:
        after = list(v)
        number, exit = self.oracle._enter(after, node, choice)
        yield from self._follow(after, number, exit, _Rounds(self.oracle.back))

    def _follow(
        self, v: Vector, number: int, exit: ir.Exit, rounds: _Rounds
    ) -> Iterator[_Reached]:
        """The next state at which the player chooses, or at which the rest is done; none if he
        must choose and nothing is possible."""
        oracle = self.oracle
        while True:
            number, exit = oracle._follow(v, number, exit, rounds)
            if not isinstance(exit, ir.ToNode):
                yield v, None
                return
            node = oracle.program.nodes[exit.node]
            if node.chance or oracle.value(v, node.player, {}) != self.player:
                yield v, None
                return
            if node.id in oracle.sure:
                yield v, None
                return
            if oracle._before_rest(v, node):
                yield v, None if node.id in oracle.sure_if_possible else node
                return
            if node.empty is None:
                return
            rounds.passed = node
            rounds.take((number, node.empty))
            number, exit = node.empty, oracle._block(v, node.empty)

    def _on(self, v: Vector, node: ir.Node) -> Iterator[_Reached]:
        """What follows the choices at a state; whether an option that has such a demand itself is
        offered depends on what is looked for."""
        choices = self.oracle._before_rest(v, node)
        offered = any(a.rest is None and not a.decline
                      for a in (node.alternatives[choice[0]] for choice in choices))
        for choice in choices:
            if offered or not node.alternatives[choice[0]].decline:
                yield from self._after(v, node, choice)
        if not offered and node.empty is not None:
            past = list(v)
            exit = self.oracle._block(past, node.empty)
            yield from self._follow(past, node.empty, exit, _Rounds(self.oracle.back))


@dataclass
class _TurnSearch:
    """What the duties of one decision can come to: the best of all ends of the turn that can be
    come to. States are followed depth first, in canonical order, each once for an option, and no
    further where nothing could be better."""

    oracle: Oracle
    start: Vector
    duties: list[ir.DutyGoal]
    player: int
    met: set[tuple[int, ...]] = field(default_factory=set)
    known: dict[tuple[tuple[int, ...], Choice], Score | _Turn] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ceiling = tuple(
            duty.ceiling if duty.most is None
            else min(duty.ceiling, self.oracle.value(self.start, duty.most, {}))
            for duty in self.duties
        )

    def after(self, v: Vector, node: ir.Node, choice: Choice) -> Score:
        """The best score by the end of the turn after a choice, its player deciding all; () if no
        way comes to an end."""
        best: Score = ()
        seen: set[tuple[int, ...]] = set()
        ways = [iter([self._reached(v, node, choice)])]
        while ways:
            for reached in ways[-1]:
                if isinstance(reached, _Turn):
                    key = tuple(reached.vector)
                    if key not in seen:
                        seen.add(key)
                        self._count(key)
                        ways.append(self._on(reached))
                        break
                else:
                    best = max(best, reached)
                    if best >= self.ceiling:
                        return best
            else:
                ways.pop()
        return best

    def _on(self, at: _Turn) -> Iterator[Score | _Turn]:
        for choice in at.choices:
            key = (tuple(at.vector), choice)
            if key not in self.known:
                self.known[key] = self._reached(at.vector, at.node, choice)
            yield self.known[key]

    def _count(self, key: tuple[int, ...]) -> None:
        if key not in self.met and len(self.met) >= ir.MAX_SEARCH:
            raise _error("search", "looking ahead to the end of the turn needs more than "
                         f"{ir.MAX_SEARCH} states", self.duties[0].span,
                         "say `up to` what it can come to at most, so that the search can "
                         "stop there")
        self.met.add(key)

    def _reached(self, v: Vector, node: ir.Node, choice: Choice) -> Score | _Turn:
        """Where a choice leads: to where its player chooses on, or to the end of the turn."""
        oracle, after = self.oracle, list(v)
        rounds = _Rounds(oracle.back)
        number, exit = oracle._enter(after, node, choice)
        while True:
            number, exit = oracle._follow(after, number, exit, rounds)
            if not isinstance(exit, ir.ToNode):
                return self._score(after)
            node = oracle.program.nodes[exit.node]
            if node.chance or oracle.value(after, node.player, {}) != self.player:
                return self._score(after)
            choices = oracle._unfiltered(after, node)
            if choices:
                return _Turn(after, node, choices)
            if node.empty is None:
                return self._score(after)
            rounds.passed = node
            rounds.take((number, node.empty))
            number, exit = node.empty, oracle._block(after, node.empty)

    def _score(self, v: Vector) -> Score:
        score = tuple(self.oracle.value(v, duty.value, {}) for duty in self.duties)
        for value, most, duty in zip(score, self.ceiling, self.duties, strict=True):
            if value > most:
                raise _error("bound", duty.exceeded(value, most), duty.span,
                             "raise what stands behind `up to`")
        return score


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
    raise _error("bound", message, span, hint)


def _error(code: str, message: str, span: Span | None, hint: str = "") -> RunError:
    return RunError([Diagnostic(code, message, span, hint)])
