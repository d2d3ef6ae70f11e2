"""Decisions that depend on what their player may not know, and secrets that all can see.

`check_information_flow` looks at a program for decisions that depend on an attribute only another
player sees, or nobody: in what can be chosen, in who decides, and in whether there is a decision at
all. It also looks for outcomes of rolls and choices that are kept in a secret attribute, and that
all can see because something public changes with them.

Model. A label is a secret attribute with the player who sees it, as an expression. An expression
has the labels of what it reads. What lives only while choices are in progress (loop variables,
what was chosen or rolled, whose turn it is) takes the labels of what is stored in it and of the
conditions under which it is stored, whether these stand around an effect or at a branch of the
flow. What was chosen or rolled has a label, too, once a secret is stored that is made of it. A
field loses its labels when it is given another value.

What is stored in a public attribute has been shown to all, and is no secret any more; who decides
has been shown when he has decided; what is stored in a player's secret has been shown to him. Rolls
and the end of the game may depend on anything.

What was chosen or rolled is kept where a secret attribute becomes it, or the element that it
selects becomes something else than empty. A public attribute gives it away if its value or the
element that changes is made of it, whenever it is kept: a store under a further condition shows it
in some cases on purpose. So does one that makes a public attribute the outcome itself before it is
kept: what is shown first is meant to be seen.

The secret of a player is known to the one who decides only where both are the same expression. So
this warns, and a warning can be wrong: a condition may come out the same whatever the secret is.
What effects bring about is not followed into `only if afterwards` and duties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.ir.rest_flow import told_early
from rulewright.interpreter.source import Span

#: A field that not all see, and the player who does as an expression (None: it is not known, or
#: nobody does).
Label = tuple[ir.Field, ir.E | None]
Labels = frozenset[Label]
#: What may carry labels.
Carrier = ir.Field | ir.Local
NO_LABELS: Labels = frozenset()
NOTHING_NAMED: Mapping[Carrier, ir.E] = {}
#: Fields that are no attributes: nobody is shown them as such.
PASSING = (ir.Group.FRAME, ir.Group.FLOW)


def check_information_flow(program: ir.Program) -> list[Diagnostic]:
    """A warning for each place where a decision depends on what is hidden from the one who decides,
    and for each that shows all what is kept secret."""
    if not any(made.hidden for made in program.fields):
        return []
    return list(dict.fromkeys(_Analysis(program).found()))


@dataclass(frozen=True)
class _Use:
    """A field that an outcome is stored in or selects the element of, and the tests (with their
    arms) that the store stands under."""

    field: ir.Field
    span: Span
    tests: frozenset[tuple[object, bool]]


NO_USES: frozenset[_Use] = frozenset()


@dataclass
class _Taint:
    """What is known at one point of the flow: the labels carried, which choices are shown, who made
    them, in which secret fields they are kept, and which public fields depend on them."""

    labels: dict[Carrier, Labels] = field(default_factory=dict)
    shown: frozenset[Carrier] = frozenset()
    meant: frozenset[Carrier] = frozenset()  # of what is shown, what a public field has become
    chooser: dict[Carrier, ir.E] = field(default_factory=dict)
    kept: dict[Carrier, frozenset[_Use]] = field(default_factory=dict)
    traces: dict[Carrier, frozenset[_Use]] = field(default_factory=dict)

    def copy(self) -> _Taint:
        return _Taint(dict(self.labels), self.shown, self.meant, dict(self.chooser),
                      dict(self.kept), dict(self.traces))

    def join(self, other: _Taint) -> bool:
        """What holds here or there; what is shown, and who chose, here and there. Whether that is
        something else than before."""
        new = not (self.shown <= other.shown and self.meant <= other.meant)
        self.shown &= other.shown
        self.meant &= other.meant
        chooser = {c: e for c, e in self.chooser.items() if other.chooser.get(c) is e}
        new |= len(chooser) < len(self.chooser)
        self.chooser = chooser
        parts: tuple[tuple[dict[Carrier, Any], dict[Carrier, Any]], ...] = (
            (self.labels, other.labels), (self.kept, other.kept), (self.traces, other.traces))
        for mine, others in parts:
            for carrier, held in others.items():
                known = mine.get(carrier)
                if known is None:
                    mine[carrier] = held
                    new |= bool(held)
                elif not held <= known:
                    mine[carrier] = known | held
                    new = True
        return new

    def set(self, carrier: Carrier, labels: Labels) -> None:
        """A carrier has a new value. Whoever was named by the old one is not known any more."""
        for other, held in self.labels.items():
            if any(owner is not None and carrier in owner.reads for _, owner in held):
                self.labels[other] = frozenset(
                    (secret, None if owner is not None and carrier in owner.reads else owner)
                    for secret, owner in held
                )
        if any(carrier in e.reads for e in self.chooser.values()):
            self.chooser = {c: e for c, e in self.chooser.items() if carrier not in e.reads}
        self.forget(carrier)
        self.labels[carrier] = labels
        self.shown -= {carrier}
        self.meant -= {carrier}

    def forget(self, carrier: Carrier) -> None:
        """A carrier does not live on."""
        known: tuple[dict[Carrier, Any], ...] = (self.labels, self.chooser, self.kept, self.traces)
        for part in known:
            part.pop(carrier, None)

    def forget_locals(self, but: frozenset[ir.Local] = frozenset()) -> None:
        for carrier in {*self.labels, *self.chooser, *self.kept, *self.traces}:
            if isinstance(carrier, ir.Local) and carrier not in but:
                self.forget(carrier)


@dataclass(frozen=True)
class _Around:
    """The conditions that effects stand under: their labels, the choices they are about, and the
    tests themselves."""

    labels: Labels
    choices: frozenset[Carrier]
    tests: frozenset[tuple[object, bool]] = frozenset()


@dataclass(frozen=True)
class _Reading:
    """What an expression reads: secrets, and what may carry labels."""

    secrets: Labels
    carriers: frozenset[Carrier]
    memories: frozenset[int] = frozenset()  # by their numbers in the program


@kept
def _reading(e: ir.E) -> _Reading:
    """What an expression reads in any program that it is part of."""
    secrets: set[Label] = set()
    carriers: set[Carrier] = set()
    memories: set[int] = set()
    whole = ir.inlined(e)
    known, alike = _known_places(whole, secrets), _told_apart(whole)
    for part in ir.walk(whole):
        if isinstance(part, ir.Local):
            carriers.add(part)
        elif isinstance(part, ir.Load) and part.field.places is not None:
            if part.field.seers and part not in known:
                secrets.add((part.field, None))
        elif isinstance(part, ir.Load) and part.field.hidden and part not in alike:
            secrets.add((part.field, _owner(part.field, part.index)))
        elif isinstance(part, ir.Load) and part.field.group in PASSING:
            carriers.add(part.field)
        elif isinstance(part, ir.Times):
            memories.add(part.memory)
    return _Reading(frozenset(secrets), frozenset(carriers), frozenset(memories))


class _Analysis:
    """The search in one program: `before` and `after` hold the taint at both ends of each block
    that can be reached, `at` that at each node."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.following = _following(program)
        self.reached = _reached(self.following)
        self.dominators = _dominators(program, self.following)
        self.kept = frozenset(
            made for node in program.nodes for a in node.alternatives for made in a.frame
        )
        self.sources: dict[ir.Local, frozenset[Carrier]] = {}  # what a `Let` is made of
        # The values of `Let`s, and within a block of what it keeps, as long as they read the same.
        self.named: dict[Carrier, ir.E] = {}
        self.params: frozenset[ir.Local] = frozenset()
        self._unseen: dict[tuple[int, ir.E, ir.E], list[ir.Field]] = {}
        self.before: dict[int, _Taint] = {program.start: _Taint()}
        self.after: dict[int, _Taint] = {}
        self.at: dict[int, _Taint] = {}
        self.news: set[int] = set()  # blocks to which something new came
        self.conditions = self._control()
        self.exposed: dict[Diagnostic, None] = {}  # stores that show a secret to all
        self._settle()

    # -- expressions -----------------------------------------------------------------------------

    def _reading(self, e: ir.E) -> _Reading:
        found = _reading(e)
        if found.memories:
            fields = {made for at in found.memories for made in self.program.memories[at].fields}
            return _Reading(
                found.secrets | {(made, None) for made in fields if made.hidden},
                found.carriers | {made for made in fields if made.group in PASSING})
        return found

    def _labels(self, taint: _Taint, *parts: ir.E) -> Labels:
        """The secrets that expressions depend on."""
        found: set[Label] = set()
        for part in parts:
            reading = self._reading(part)
            found |= reading.secrets
            for carrier in reading.carriers:
                found |= taint.labels.get(carrier, NO_LABELS)
        return frozenset(found)

    def _choices(self, *parts: ir.E) -> frozenset[Carrier]:
        """What was chosen or rolled, of what expressions are made of."""
        found: set[Carrier] = set()
        for part in parts:
            for carrier in self._reading(part).carriers:
                if carrier in self.kept or carrier in self.params:
                    found.add(carrier)
                elif isinstance(carrier, ir.Local):
                    found |= self.sources.get(carrier, frozenset())
        return frozenset(found)

    # -- the flow --------------------------------------------------------------------------------

    def _control(self) -> dict[int, list[int]]:
        """For each block the branches that settle whether it is come to: those of which one arm
        leads to it and the other, without coming to the branch again, does not."""
        found: dict[int, list[int]] = {}
        for number, block in enumerate(self.program.blocks):
            if isinstance(block.exit, ir.Branch):
                for arm, _, ever in self._arms(number, block.exit):
                    for inside in self.reached(arm, number)[1] - ever - {number}:
                        found.setdefault(inside, []).append(number)
        return found

    def _arms(
        self, number: int, exit: ir.Branch
    ) -> Iterator[tuple[int, set[int], set[int]]]:
        """The arms of a branch, and of each the decisions and blocks the other leads to. What
        follows a repetition follows it anyway, so this arm of its test is left out."""
        for arm, other in ((exit.then, exit.otherwise), (exit.otherwise, exit.then)):
            decisions, passed = self.reached(other, number)
            if number not in passed or self._leads_to(passed, number):
                yield arm, decisions, passed

    def _leads_to(self, passed: set[int], number: int) -> bool:
        """Whether the end of a turn is passed, or a block that every way to a branch passes; the
        way from the body of a repetition back to its test passes neither."""
        return any(
            isinstance(self.program.blocks[before].exit, ir.TurnEnd)
            or self.dominators[number] >> before & 1
            for before in passed - {number}
        )

    def _settle(self) -> None:
        """Carry labels along the flow until nothing is new: of the blocks to which something new
        came, the one that comes first in the flow is looked at."""
        order = _order(self.program.start, self.following)
        place = {number: at for at, number in enumerate(order)}
        settled: dict[int, list[int]] = {}  # for each branch, the blocks that it settles
        for number, branches in self.conditions.items():
            for branch in branches:
                settled.setdefault(branch, []).append(number)
        self.news.add(self.program.start)
        while self.news:
            number = min(self.news, key=place.__getitem__)
            self.news.remove(number)
            before = self._tested(number)
            self._block(number)
            if self._tested(number) != before:
                self.news.update(to for to in settled.get(number, ()) if to in self.before)

    def _tested(self, number: int) -> Labels | None:
        """The labels of what a branch tests, as far as they are known."""
        exit = self.program.blocks[number].exit
        if number not in self.after or not isinstance(exit, ir.Branch):
            return None
        return self._labels(self.after[number], exit.test)

    def _block(self, number: int) -> None:
        block, taint = self.program.blocks[number], self.before[number].copy()
        tests = frozenset((at, True) for at in self.conditions.get(number, ()))
        around = _Around(self._branched(number), self._branched_choices(number), tests)
        self.params = frozenset(block.params)
        self._name_locals_only()
        self._effects(block.effects, taint, around)
        taint.forget_locals(self._test_locals(block))
        self.after[number] = taint.copy()
        taint.forget_locals()
        if isinstance(block.exit, ir.ToNode):
            self._node(block.exit.node, taint)
        for to in ir.successors(block):
            self._flows_to(to, taint)

    @staticmethod
    def _test_locals(block: ir.Block) -> frozenset[ir.Local]:
        return block.exit.test.free if isinstance(block.exit, ir.Branch) else frozenset()

    def _flows_to(self, number: int, taint: _Taint) -> None:
        if number not in self.before:
            self.before[number] = taint.copy()
        elif not self.before[number].join(taint):
            return
        self.news.add(number)

    def _node(self, number: int, taint: _Taint) -> None:
        if number in self.at:
            self.at[number].join(taint)
        else:
            self.at[number] = taint.copy()
        node, passed = self.program.nodes[number], self.at[number].copy()
        if node.empty is not None:
            self._flows_to(node.empty, passed)
        if not node.chance:
            for carrier in self._reading(node.player).carriers:
                passed.labels.pop(carrier, None)
        for alternative in node.alternatives:
            chosen = passed.copy()
            for made in alternative.frame:
                chosen.set(made, NO_LABELS)
            if not node.chance:
                params = self.program.blocks[alternative.block].params
                chosen.chooser |= dict.fromkeys((*alternative.frame, *params), node.player)
            self._flows_to(alternative.block, chosen)

    def _branched(self, number: int) -> Labels:
        """The labels of the branches that settle whether a block is come to."""
        found = NO_LABELS
        for at in self.conditions.get(number, ()):
            exit = self.program.blocks[at].exit
            if at in self.after and isinstance(exit, ir.Branch):
                found |= self._labels(self.after[at], exit.test)
        return found

    def _branched_choices(self, number: int) -> frozenset[Carrier]:
        found: frozenset[Carrier] = frozenset()
        for at in self.conditions.get(number, ()):
            exit = self.program.blocks[at].exit
            if isinstance(exit, ir.Branch):
                found |= self._choices(exit.test)
        return found

    # -- effects ---------------------------------------------------------------------------------

    def _effects(self, body: Iterable[ir.Effect], taint: _Taint, around: _Around) -> None:
        """Carry labels through effects."""
        for effect in body:
            match effect:
                case ir.Store():
                    self._store(effect, taint, around)
                case ir.Let(var=var, value=value):
                    self.sources[var] = self._choices(value)
                    self.named[var] = value
                    taint.set(var, self._labels(taint, value) | around.labels)
                case ir.IfDo(test=test, body=then, otherwise=otherwise):
                    other = taint.copy()
                    self._effects(then, taint, self._inside(around, taint, test, (effect, True)))
                    self._name_locals_only()
                    self._effects(
                        otherwise, other, self._inside(around, other, test, (effect, False))
                    )
                    self._name_locals_only()
                    taint.join(other)
                case ir.EachDo(var=var, set=over, body=inside):
                    inner = self._inside(around, taint, over)
                    for _ in range(2):  # what the first round leaves, the second may read
                        after = taint.copy()
                        after.set(var, inner.labels)
                        self._name_locals_only()
                        self._effects(inside, after, inner)
                        taint.join(after)
                    self._name_locals_only()
                case ir.Reset(field=made) if made.group in PASSING:
                    taint.set(made, around.labels)
                    self._unname(made)

    def _inside(
        self, around: _Around, taint: _Taint, e: ir.E, *tests: tuple[object, bool]
    ) -> _Around:
        """What effects inside a condition, or a set that is gone through, stand under."""
        return _Around(around.labels | self._labels(taint, e), around.choices | self._choices(e),
                       around.tests.union(tests))

    def _store(self, effect: ir.Store, taint: _Taint, around: _Around) -> None:
        made = effect.field
        if made.seers:
            seen_by, owner = _seen_at(made, effect.value, self.named)
            if seen_by is ir.SeenBy.ALL:
                self._show(effect, taint, around, effect.index)
            else:
                self._keep(effect, taint, around, seen_by, owner, 0)
        elif made.places is not None:
            self._show(effect, taint, around, ())
        elif made.hidden:
            owner = _owner(made, effect.index)
            self._keep(effect, taint, around, made.seen_by, owner, int(owner is not None))
        elif made.group in PASSING:
            labels = self._labels(taint, effect.value, *effect.index) | around.labels
            taint.set(made, labels)
        else:
            self._show(effect, taint, around, effect.index)
        self._unname(made)
        if made.group in PASSING and not effect.index and made not in effect.value.reads:
            self.named[made] = effect.value

    def _unname(self, made: ir.Field) -> None:
        self.named = {
            var: e for var, e in self.named.items() if var is not made and made not in e.reads
        }

    def _name_locals_only(self) -> None:
        """What was kept may be something else here."""
        self.named = {var: e for var, e in self.named.items() if isinstance(var, ir.Local)}

    def _keep(
        self, effect: ir.Store, taint: _Taint, around: _Around, seen_by: ir.SeenBy,
        owner: ir.E | None, public: int,
    ) -> None:
        """A store in a secret attribute, or of a piece in a zone that not all see; so much of the
        index is seen by all. What is kept by one who sees it is known to him, even if it is also
        kept where nobody sees it."""
        made = effect.field
        parts = (effect.value, *effect.index[public:])
        for carrier in (around.choices | self._choices(*parts)) - taint.shown:
            held = taint.labels.get(carrier, NO_LABELS)
            if seen_by is ir.SeenBy.NOBODY:
                by = taint.chooser.get(carrier)
                known = any(secret.seen_by is ir.SeenBy.OWNER for secret, _ in held)
                taint.labels[carrier] = held if known else held | {(made, by)}
            else:
                others = {label for label in held if label[0].seen_by is ir.SeenBy.OWNER}
                taint.labels[carrier] = frozenset({*others, (made, owner)})
        if isinstance(effect.value, ir.Const) and effect.value.value == made.type.least:
            return  # it is emptied: nothing is kept
        use = _Use(made, effect.span, around.tests)
        itself = [part for part in parts if _copied(part) is not None]
        for carrier in self._choices(*itself) - taint.meant:
            taint.kept[carrier] = taint.kept.get(carrier, NO_USES) | {use}
            for trace in taint.traces.get(carrier, ()):
                self._expose(trace, use)

    def _show(
        self, effect: ir.Store, taint: _Taint, around: _Around, index: tuple[ir.E, ...]
    ) -> None:
        """A store that all see, with the index of what has changed. (What a piece has is seen by
        those who see the piece: so it does not tell which piece it is.)"""
        use = _Use(effect.field, effect.span, around.tests)
        for carrier in self._choices(effect.value, *index) - taint.meant:
            for secret in taint.kept.get(carrier, ()):
                self._expose(use, secret)
            taint.traces[carrier] = taint.traces.get(carrier, NO_USES) | {use}
        copied = frozenset(map(_copied, (effect.value, *index)))
        for carrier in self.kept | self.params:
            if carrier in copied:
                taint.labels.pop(carrier, None)
                taint.shown |= {carrier}
                if carrier is _copied(effect.value) or effect.field.seers:
                    taint.meant |= {carrier}

    def _expose(self, public: _Use, secret: _Use) -> None:
        """Report that what is kept secret is shown, unless that is so in some cases only."""
        if public.tests <= secret.tests:
            self.exposed[_exposed(public, secret.field)] = None

    # -- what depends on secrets -----------------------------------------------------------------

    def found(self) -> Iterator[Diagnostic]:
        """The warnings, in the order of the program."""
        for number, taint in sorted(self.at.items()):
            node = self.program.nodes[number]
            if not node.chance:
                yield from self._decision(node, taint)
        yield from self._flow()
        yield from self.exposed

    def _unknown(self, taint: _Taint, decider: ir.E | None, e: ir.E) -> list[ir.Field]:
        """The fields of which an expression reads an element that the decider does not see."""
        fields = {
            secret for secret, owner in self._labels(taint, e)
            if owner is None or owner is not decider
        }
        return sorted(fields, key=lambda made: made.id)

    def _unknown_in(self, node: ir.Node) -> Callable[[int, ir.E], list[ir.Field]]:
        """What the one who decides at a node does not see of an expression in a block."""
        def unknown(number: int, e: ir.E) -> list[ir.Field]:
            key = number, node.player, e
            if key not in self._unseen:
                taint = self.before.get(number, _Taint())
                self._unseen[key] = self._unknown(taint, node.player, e)
            return self._unseen[key]

        return unknown

    def _decision(self, node: ir.Node, taint: _Taint) -> Iterator[Diagnostic]:
        for secret in self._unknown(taint, None, node.player):
            yield _warning("who decides this", secret, node.span)
        for guard in ir.guards_of(node):
            for secret in self._unknown(taint, node.player, guard.test):
                yield _warning("what can be chosen", secret, guard.span)
        for alternative in node.alternatives:
            if alternative.rest is not None:
                for secret in told_early(self.program, node, alternative, self._unknown_in(node)):
                    yield _warning("what can be chosen", secret, alternative.rest.span)
            for said in alternative.said:
                for secret in self._unknown(taint, node.player, said.value):
                    yield _warning("the text of what can be chosen", secret, alternative.span)
        mover = ir.load(self.program.player)
        for duty in self.program.duties:
            for e in ir.expressions(duty):
                for secret in self._unknown(taint, mover, e):
                    yield _warning("what can be chosen", secret, duty.span)

    def _flow(self) -> Iterator[Diagnostic]:
        """The decisions that one arm of a branch comes to next and the other, without coming to
        the branch again, does not come to at all."""
        for number, taint in sorted(self.after.items()):
            exit = self.program.blocks[number].exit
            if not isinstance(exit, ir.Branch) or not self._labels(taint, exit.test):
                continue
            for arm, ever, _ in self._arms(number, exit):
                first, _ = self.reached(arm, number, stop=True)
                for at in sorted(first - ever):
                    node = self.program.nodes[at]
                    for secret in self._unknown(taint, node.player, exit.test):
                        yield _warning("whether this is decided", secret, node.span)


def _owner(made: ir.Field, index: tuple[ir.E, ...]) -> ir.E | None:
    """The player who sees an element of a secret field."""
    return index[0] if made.seen_by is ir.SeenBy.OWNER else None


def _seen_at(
    made: ir.Field, place: ir.E, named: Mapping[Carrier, ir.E] = NOTHING_NAMED, by: int = 0
) -> tuple[ir.SeenBy, ir.E | None]:
    """Who sees a piece at a place, or so many further on than a number, as far as that is known;
    with the player who does. What is kept may be named for what it is."""
    match place:
        case ir.Local() if place in named:
            return _seen_at(made, named[place], named, by)
        case ir.Load(field=passing, index=()) if passing in named:
            return _seen_at(made, named[passing], named, by)
        case ir.Shift(value=value, by=more):
            return _seen_at(made, value, named, by + more)
        case ir.Cond(then=one, otherwise=other):  # such as that of a cell, which may be none
            first, second = (_seen_at(made, case, named, by) for case in (one, other))
            return first if first == second else (ir.SeenBy.NOBODY, None)
        case ir.Const(value=value):
            start, stop, owner = by + value, by + value + 1, None
        case _:
            start, stop, owner = by, by + place.type.most + 1, place if by else None
    start = max(start, 0)
    if not any(start <= place < stop for place in _hidden_places(made)):
        return ir.SeenBy.ALL, None
    seers = made.seers[start:stop]
    if owner is None and len(seers) == 1 and seers[0] > 0:
        return ir.SeenBy.OWNER, ir.Const(seers[0].bit_length() - 1)
    whose = [*range(len(seers))]  # the zone that is asked about, for each who may see into it
    while owner is not None:
        if all(seers[zone] >> player & 1 for player, zone in enumerate(whose)):
            return ir.SeenBy.OWNER, owner
        if not isinstance(owner, ir.Lookup) or owner.table.sizes != (len(seers),) or (
            not set(owner.table.values) <= set(range(len(seers)))
        ):
            break
        whose = [whose[zone] for zone in owner.table.values]  # that of the next player, or so
        owner = owner.index[0]
    return ir.SeenBy.NOBODY, None


def _counted(e: ir.Comp) -> list[ir.E]:
    """The tests of a comprehension that asks how many pieces are at places, or whether there are
    any, and nothing else of them: so much is seen by all."""
    tests = list(ir.conjuncts(e.test))
    about = [test for test in tests if e.var in test.free]
    plain = all(
        isinstance(test, ir.Op) and test.op in ("==", "!=")
        and sum(e.var in arg.free for arg in test.args) == 1
        and any(isinstance(arg, ir.Load) and arg.field.seers and arg.index == (e.var,)
                for arg in test.args)
        for test in about
    )
    return about if plain and e.kind in ("any", "count") else []


def _known_places(e: ir.E, secrets: set[Label]) -> set[ir.E]:
    """Where it is asked only whether a piece is at a place that is named, or which of the places
    that all see it is at. Secrets are added: those of the places that are named."""
    known: set[ir.E] = set()
    numbers = {test for part in ir.walk(e) if isinstance(part, ir.Comp) for test in _counted(part)}
    for part in ir.walk(e):
        match part:
            case ir.Op(op="==" | "!=", args=(one, other)) if part in numbers:
                known |= {one, other}
            case ir.Op(op="==" | "!=", args=(one, other)):
                if isinstance(one, ir.Load) and isinstance(other, ir.Load) and (
                    one.field is other.field  # whether two pieces are alike
                ):
                    known |= {one, other}
                    continue
                for load, place in ((one, other), (other, one)):
                    if isinstance(load, ir.Load) and load.field.seers:
                        known.add(load)
                        seen_by, owner = _seen_at(load.field, place)
                        if seen_by is not ir.SeenBy.ALL:
                            secrets.add((load.field, owner))
            case ir.Lookup(table=table, index=(ir.Load(field=made) as load,)) if made.seers:
                if len({table.values[place] for place in _hidden_places(made)}) < 2:
                    known.add(load)
    return known


@kept
def _hidden_places(made: ir.Field) -> list[int]:
    """The places, of those that a field of places has for its values, that not all see."""
    return [place for place, seer in enumerate(made.seers) if seer != ir.ALL_SEE]


def _told_apart(e: ir.E) -> set[ir.E]:
    """What two pieces have, where it is only asked whether they are alike: whether they are at one
    place or have all else in common, too."""
    found: set[ir.E] = set()
    for part in ir.walk(e):
        if isinstance(part, ir.Op) and part.op == "and":
            both = {one.field: (one, other) for one, other in map(_compared, part.args)
                    if one is not None and other is not None and one.field is other.field}
            for made, pair in both.items():
                if made.place in both or any(
                    other is not made and other.place is made.place for other in both
                ):
                    found.update(pair)
    return found


def _compared(test: ir.E) -> tuple[ir.Load | None, ir.Load | None]:
    """The two elements of which a test asks whether they are the same, if it does."""
    match test:
        case ir.Op(op="==", args=(ir.Load() as one, ir.Load() as other)):
            return one, other
    return None, None


def _copied(e: ir.E) -> Carrier | None:
    """The field or local that a value is a copy of, if it is one."""
    while isinstance(e, ir.Shift):
        e = e.value
    if isinstance(e, ir.Load) and not e.index:
        return e.field
    return e if isinstance(e, ir.Local) else None


#: The blocks and the node that may follow a block, and the blocks that may follow a node.
_Following = Callable[[int], tuple[list[int], ir.Node | None]]


def _following(program: ir.Program) -> _Following:
    @cache
    def following(number: int) -> tuple[list[int], ir.Node | None]:
        block = program.blocks[number]
        if isinstance(block.exit, ir.ToNode):
            node = program.nodes[block.exit.node]
            after = [alternative.block for alternative in node.alternatives]
            return after + ([] if node.empty is None else [node.empty]), node
        return list(ir.successors(block)), None

    return following


def _order(start: int, following: _Following) -> list[int]:
    """The blocks that can be come to from one, each in front of those that follow it but where
    the flow goes round."""
    found: list[int] = []
    seen = {start}
    todo = [(start, iter(following(start)[0]))]
    while todo:
        number, further = todo[-1]
        for to in further:
            if to not in seen:
                seen.add(to)
                todo.append((to, iter(following(to)[0])))
                break
        else:
            todo.pop()
            found.append(number)
    return found[::-1]


def _dominators(program: ir.Program, following: _Following) -> list[int]:
    """For each block, as a mask, the blocks that every way from the start to it passes."""
    every = (1 << len(program.blocks)) - 1
    found = [every] * len(program.blocks)
    found[program.start] = 1 << program.start
    todo = [program.start]
    while todo:
        number = todo.pop()
        for to in following(number)[0]:
            passed = found[to] & (found[number] | 1 << to)
            if passed != found[to]:
                found[to] = passed
                todo.append(to)
    return found


def _reached(following: _Following) -> Callable[..., tuple[set[int], set[int]]]:
    """A function of a block and a branch: the decisions and the blocks reached from the block
    without passing the branch; with `stop`, none behind another decision."""
    @cache
    def reached(start: int, branch: int, *, stop: bool = False) -> tuple[set[int], set[int]]:
        found: set[int] = set()
        seen = {start}
        todo = [start]
        while todo:
            number = todo.pop()
            if number == branch:
                continue
            blocks, node = following(number)
            if node is not None and not node.chance:
                found.add(node.id)
                if stop:
                    continue
            for block in blocks:
                if block not in seen:
                    seen.add(block)
                    todo.append(block)
        return found, seen

    return reached


def _warning(what: str, secret: ir.Field, span: Span) -> Diagnostic:
    whose = f"the {secret.name} of another player, who alone sees it"
    if secret.seers:
        whose = f"which {secret.owner} is in a zone that others do not see into"
    elif secret.seen_by is ir.SeenBy.NOBODY:
        whose = f"`{secret.name}`, which nobody sees"
    return Diagnostic(
        "secret",
        f"{what} depends on {whose}",
        span,
        "let it depend on what the one who decides can see, or show it to all first",
        "warning",
    )


def _exposed(public: _Use, secret: ir.Field) -> Diagnostic:
    kept = f"a zone of {secret.owner}s" if secret.seers else f"`{secret.name}`"
    return Diagnostic(
        "secret",
        f"all see `{public.field.name}`, and can tell from it what is kept secret in {kept}",
        public.span,
        f"let `{public.field.name}` be `seen by nobody`; or show all what they may know before it "
        "is kept",
        "warning",
    )
