"""What is reached in the flow of a program without passing a branch, against a plain search."""

from __future__ import annotations

import pytest

from rulewright.interpreter import ir
from rulewright.interpreter.ir.flow_graph import FlowGraph
from tests.texts import build, shipped


def searched(program: ir.Program, start: int, branch: int) -> tuple[int, int]:
    """The decisions and the blocks reached from a block without passing a branch, one by one."""
    decisions = blocks = 0
    todo = [start]
    while todo:
        number = todo.pop()
        if blocks >> number & 1:
            continue
        blocks |= 1 << number
        exit = program.blocks[number].exit
        if number == branch:
            continue
        if isinstance(exit, ir.ToNode):
            node = program.nodes[exit.node]
            decisions |= 0 if node.chance else 1 << node.id
            todo += [alternative.block for alternative in node.alternatives]
            todo += [] if node.empty is None else [node.empty]
        else:
            todo += ir.successors(program.blocks[number])
    return decisions, blocks


@pytest.mark.parametrize(
    "name", ["backgammon", "chess", "motators", "motora", "transport", "whist"])
def test_all_is_reached_that_a_search_comes_to(name: str) -> None:
    program = build(name, shipped(name).min_players).program
    graph = FlowGraph(program)
    branches = [number for number, block in enumerate(program.blocks)
                if isinstance(block.exit, ir.Branch)]
    assert branches
    for branch in branches[:: 1 + len(branches) // 40]:
        for start in (*ir.successors(program.blocks[branch]), program.start, program.turn):
            if start != branch:
                assert graph.reached(start, branch) == searched(program, start, branch)
