"""What a line of free English says, in the language of rulesets: a grammar of both at once."""
