"""From programs to loop plans: what every engine needs and no engine should decide again.

    nodes       expressions that engines meet beside those of the program form: sets as integers
    plan        the loop plan: structured statements with scalar expressions, as data
    schedule    what is computed where, once, and behind which tests
    routines    nodes, blocks and functions as routines
    planning    all of it, in order
    switches    which of it is done
"""
