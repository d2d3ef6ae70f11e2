"""Rulewright: a board game's rulebook as one text file that is checked, explained and played."""
