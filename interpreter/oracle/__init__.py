"""The program form's definition as code: slow, plain; every engine is held against it."""

from rulewright.interpreter.oracle.executor import Oracle

__all__ = ["Oracle"]
