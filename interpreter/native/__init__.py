"""The native backend: a program as C, built by the machine's own compiler and called in place.

    types        how values stand in C: numbers, machine words, sets of several words
    tables       constant data as arrays
    sets         functions on sets: moved, filled, joined, rays, lines, distances
    loops        loops that come to a set at once
    lines        lines of sets that hardly change
    scans        functions that look for elements with a value
    layout       the state as a struct, and vectors from and to it
    large        sets too large to hand on by value; `large_sets`, functions on them
    expressions  scalar expressions of the loop plan
    walks        the positions of walks, packed, and what goes through them
    statements   its statements and routines
    nodes        what play asks of nodes, options and duties, by their numbers
    flow         play between choices, and random games, as one function
    module       the whole text
    build        finds a compiler; builds, and keeps what was built
    machine      the face: what the reference engine's machine can do, and many games at once

It prints the same loop plan as the reference engine does and shares nothing else with it. What
does not depend on a program stands in `c/`. Nothing here is needed to read, check or play.
"""
