"""Playouts a second of a seat that searches: its tree in Python and in C, both by machine code.

    python benchmarks/visits.py [NAME ...] [--playouts N] [--decisions N] [--seed S] [--json]

NAME is a shipped ruleset or a path.  A game is played at random; at some of its decisions both
search, with so many playouts (normally 1000) and the same draws.  Told is the processor time, of
all decisions together.  Where something is hidden the worlds of the first seat are found beforehand
and are no part of it.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import rulewright
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play.belief import Memory
from rulewright.interpreter.play.budget import Budget
from rulewright.interpreter.play.forward import NativeForward
from rulewright.interpreter.play.information import InformationTree, NativeInformationTree
from rulewright.interpreter.play.uct import Tree
from rulewright.interpreter.play.uct_natively import NativeTree
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import observer

NAMES = ("tic-tac-toe", "connect-four", "chess", "motif", "leduc", "motora")


def measure(name: str, playouts: int, decisions: int, seed: int) -> dict[str, Any]:
    """Search in one ruleset."""
    game = rulewright.make_setting(name, None, {}).game
    model = NativeForward(game, NativeMachine(game.program, searching=True))
    memory, observe = Memory(game, 0, model), observer(game.program, 0)
    rng, vector, asked = Rng(seed), model.start(), 0
    spent, done = [0.0, 0.0], [0, 0]
    while asked < decisions and model.kind(vector) != END:
        if game.hidden:
            memory.see(vector)
        choice = model.drawn(vector, rng)
        if model.decides(vector, 0):
            choices = model.choices(vector)
            worlds = [(vector, 1)]
            if game.hidden:
                memory.asked(choices, Rng(asked))
                worlds = memory.worlds(playouts)
                memory.did(choice)
            for at in (0, 1) if len(choices) > 1 and worlds else ():
                began = time.process_time()
                if game.hidden:
                    kind = (InformationTree, NativeInformationTree)[at]
                    found = kind(model, observe, 0, choices, Rng(asked))
                    found.search(worlds, Budget(playouts))
                    done[at] += sum(found.root.visits)
                else:
                    tree = (Tree, NativeTree)[at](model, vector, Rng(asked))
                    tree.search(Budget(playouts))
                    done[at] += tree.playouts
                spent[at] += time.process_time() - began
                asked += at
        vector = model.after(vector, choice)
    return {"ruleset": name, "decisions": asked, "playouts": done[0],
            **{key: round(count / seconds) for key, count, seconds in zip(
                ("python", "c"), done, spent, strict=True)}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--playouts", type=int, default=1000, metavar="N")
    parser.add_argument("--decisions", type=int, default=8, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    for name in args.names or NAMES:
        found = measure(name, args.playouts, args.decisions, args.seed)
        if args.json:
            print(json.dumps(found), flush=True)
        else:
            print(f"{name:<14} {found['python']:>9} playouts a second in Python, {found['c']:>9} "
                  f"in C: {found['c'] / found['python']:.1f} times", flush=True)


if __name__ == "__main__":
    main()
