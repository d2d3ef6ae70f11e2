"""Words that are no names of anything, which nobody thinks of declaring.

Invariant: of these it is not told how they are declared; a reader would be led astray by it.
"""

from __future__ import annotations

#: What is said of things that are spoken of, of time and of order, and verbs that say what is so.
PLAIN = frozenset(
    """new old other others another later earlier late early right left whole entire full half start
    beginning choice moment time times third fourth fifth sixth seventh eighth ninth tenth second
    better worse best fewer lower higher greater middle rest remaining remainder way top bottom same
    both double twice usual usually current present previous certain such once out off like what
    himself herself itself themselves oneself gets get got lies lie lay stands stand stood sits sit
    keeps keep scores makes make made gives give counts count counting plays play goes go wants
    needs takes take brings bring falls fall lets uses stays stay says say sees looks turns starts
    begins means comes come leaves leave seems having being going there here then now again ever
    soon already still yet away together apart alone ones those these whichever whatever
    whenever normal normally correct wrong mistaken true false result fact case
    origin""".split())
#: Words of place, which are nothing that is done.
NO_DEEDS = frozenset("above below over under beyond within around among between beside behind"
                     .split())
#: Words by which less is compared.
LESS = frozenset(
    """lowest lower smallest smaller fewest fewer least less weakest weaker cheapest cheaper nearest
    nearer closest closer shortest shorter poorest poorer youngest younger earliest earlier worst
    worse slowest slower emptiest emptier""".split())
#: Players, as a text of rules speaks of those who do something.
AGENTS = frozenset(
    """mover buyer seller attacker defender bidder chooser taker giver payer trader
    roller drawer builder holder keeper spender receiver borrower lender thrower capturer
    challenger""".split())


def is_agent(word: str) -> bool:
    """Whether a word may be one for somebody who does something: `mover`, `buyer`."""
    return word in AGENTS
