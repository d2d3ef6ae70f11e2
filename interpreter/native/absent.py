"""Why a program has no native form."""


class NoCompiler(Exception):
    """There is no native form of a program on this machine; says why."""


class Refused(Exception):
    """A program uses something that has no native form yet; says what."""
