"""Lowering: from the declarations of a ruleset to a model and a program, for given options.

    scope, typed          what words mean around a line; expressions with their types
    context               what lowering phrases shares, and who lowers which kind of phrase
    things                what can be asked of a thing without a definition
    cases, definitions    definitions as functions
    complements           what is said of a thing behind `is`
    conditions, sets, groups, values
    options, symbols      from declarations to the symbol table
    expressions           phrases that stand alone
    blocks                what lowering statements shares, and who lowers which kind of statement
    ends, players         what statements have in common
    changes, pieces, statements, loops, decisions, orders
    game                  the frame of every game

A new phrase or statement is one function, registered where it stands (`value_of`, `guard_of`,
`complement_of`, `members_of`, `statement_of`).
"""
