"""The program form: what a ruleset is lowered to and every executor carries out.

    types         domains and the types of values
    operations    the operations, as data: arity, types, definition
    expressions   pure, total, typed, shared expressions; functions
    walks         the results of walks: the one expression with steps of its own
    build         building and rebuilding expressions
    program       fields, effects, flow, nodes: the whole of a game
    positions     the hash of a position in a memory
    analysis      traversals and what follows from the flow
"""

from rulewright.interpreter.ir.analysis import (
    back_edges,
    effects,
    expressions,
    followers,
    guards_of,
    rest_of,
    roots,
    stored,
    successors,
)
from rulewright.interpreter.ir.build import (
    FALSE,
    NONE,
    TRUE,
    comp,
    cond,
    conjuncts,
    fresh,
    inlined,
    load,
    lookup,
    never_all,
    op,
    ray,
    reach,
    rebuilt,
    shift,
    substituted,
    walks,
)
from rulewright.interpreter.ir.expressions import (
    Call,
    Comp,
    Cond,
    Const,
    E,
    Function,
    HasLine,
    Load,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
    Shift,
    Table,
    Times,
    walk,
)
from rulewright.interpreter.ir.operations import FOLDS, OPERATIONS
from rulewright.interpreter.ir.program import (
    ALL_SEE,
    CHANCE,
    DECISION,
    END,
    MAX_ROUNDS,
    MAX_SEARCH,
    NOBODY_SEES,
    Alternative,
    Binder,
    Block,
    Branch,
    DutyGoal,
    EachDo,
    Effect,
    Exit,
    Field,
    Finish,
    Goto,
    Group,
    Guard,
    Halt,
    IfDo,
    Label,
    Let,
    MemorySpec,
    Node,
    Program,
    Record,
    Reset,
    Rest,
    Said,
    SeenBy,
    Step,
    Store,
    ToNode,
    TurnEnd,
)
from rulewright.interpreter.ir.types import BOOL, Domain, VType, join, members, number, or_none
from rulewright.interpreter.ir.walks import DROPPED, GOES_ON, MAX_POSITIONS, Walks, Wording, is_walk

__all__ = [
    "ALL_SEE", "BOOL", "CHANCE", "DECISION", "DROPPED", "END", "FALSE", "FOLDS", "GOES_ON",
    "MAX_POSITIONS", "MAX_ROUNDS", "MAX_SEARCH", "NOBODY_SEES", "NONE", "OPERATIONS", "TRUE",
    "Alternative", "Binder", "Block", "Branch", "Call", "Comp", "Cond", "Const", "Domain",
    "DutyGoal", "E", "EachDo", "Effect", "Exit", "Field", "Finish", "Function", "Goto", "Group",
    "Guard", "Halt", "HasLine", "IfDo", "Label", "Let", "Load", "Local", "Lookup", "MemorySpec",
    "Node", "Op", "Program", "Ray", "Reach", "Record", "Reset", "Rest", "Said", "SeenBy", "Shift",
    "Step", "Store", "Table", "Times", "ToNode", "TurnEnd", "VType", "Walks", "Wording",
    "back_edges", "comp", "cond", "conjuncts", "effects", "expressions", "followers", "fresh",
    "guards_of", "inlined", "is_walk", "join", "load", "lookup", "members", "never_all", "number",
    "op", "or_none", "ray", "reach", "rebuilt", "rest_of", "roots", "shift", "stored",
    "substituted", "successors", "walk", "walks",
]
