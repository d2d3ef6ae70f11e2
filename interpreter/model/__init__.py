"""What a checked game consists of for given options, without how it runs.

    declarations    what a ruleset declares
    options         the values of options
    types           types as the language speaks of them
    topology        boards: cells, directions, lines
    parts           boards of sides and corners
    layout          fields and their places in a state
    symbols         what each word means
    presentation    drawing and reading boards
    model           all of it together
    description     a game in words
"""
