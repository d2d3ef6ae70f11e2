"""Fixing options: what each may be set to, and what it is set to."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import UsageError, did_you_mean, error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.model.options import OptionDomain, OptionValue, key_of
from rulewright.interpreter.syntax import ast


def declare_option(context: Context, option: ast.Option, chosen: dict[str, str]) -> None:
    """Fix the value of an option: the chosen one, else its default."""
    domain = _domain(context, option)
    text = chosen.get(key_of(option.name))
    value = _default(context, option, domain) if text is None else _chosen(option, domain, text)
    context.symbols.options[option.name] = value


def _domain(context: Context, option: ast.Option) -> OptionDomain:
    ranges: list[tuple[int, int]] = []
    words: list[str] = []
    for item in option.domain:
        if isinstance(item, ast.Range):
            low, high = context.constant(item.low), context.constant(item.high)
            if low > high:
                raise error("range", f"the range runs from {low} down to {high}", item.span)
            ranges.append((low, high))
        elif isinstance(item, ast.Value):
            words.append(item.text)
        elif isinstance(item, ast.Nothing):
            raise error("none", "an option has a value, of which `none` is no name", item.span,
                        "call it by another word, such as `nothing`, also behind `normally` and "
                        "where it is asked")
        else:
            number = context.constant(item)
            ranges.append((number, number))
    return OptionDomain(tuple(ranges), tuple(words))


def _chosen(option: ast.Option, domain: OptionDomain, text: str) -> OptionValue:
    for word in domain.words:
        if key_of(word) == key_of(text):
            return OptionValue(option.name, domain, None, word)
    if text.isascii() and text.isdigit() and len(text) < 10 and domain.holds(int(text)):
        return OptionValue(option.name, domain, int(text), None)
    words = [key_of(word) for word in domain.words]
    allowed = [f"{low} to {high}" for low, high in domain.ranges] + words
    raise UsageError(
        f"`{text}` is no value of the option {key_of(option.name)}",
        did_you_mean(text, words) or "it may be " + ", ".join(allowed),
    )


def _default(context: Context, option: ast.Option, domain: OptionDomain) -> OptionValue:
    default = option.default or option.domain[0]
    if isinstance(default, ast.Range):
        return OptionValue(option.name, domain, domain.ranges[0][0], None)
    if isinstance(default, ast.Value) and default.text in domain.words:
        return OptionValue(option.name, domain, None, default.text)
    if isinstance(default, ast.Value) and default.text not in context.symbols.options:
        raise error("default", f"`{default.text}` is none of the values of `{option.name}`",
                    default.span, did_you_mean(default.text, domain.words))
    number = context.constant(default)
    if not domain.holds(number):
        if not _moving(option):
            raise error("default", f"{number} is none of the values of `{option.name}`",
                        default.span, _other_values(option, domain, number))
        # A default above a range that shrank with another option: the nearest value.
        low, high = domain.ranges[0]
        number = min(max(number, low), high)
    return OptionValue(option.name, domain, number, None)


def _other_values(option: ast.Option, domain: OptionDomain, number: int) -> str:
    """How a number becomes one of the values of an option, perhaps in a variant of its ruleset."""
    ends = [end for low_high in domain.ranges for end in low_high]
    values = [text for text in (item.span.text for item in option.domain) if text]
    listed = ", ".join(values)
    if option.default is not None and option.default.span.source is option.span.source:
        return f"its values are `{listed}`: what is normally so is one of them"
    wider = f"{min(*ends, number)} to {max(*ends, number)}" if ends else f"{listed}, {number}"
    return (f"`set` chooses among the values of the base, `{listed}`: others are declared anew, "
            f"`replace`, and below it `option {option.name}: {wider}, normally {number}` "
            "(LANGUAGE.md, 19)")


def _moving(option: ast.Option) -> bool:
    """Whether the default of an option, or an end of its range, depends on another option."""
    ranges = [item for item in option.domain if isinstance(item, ast.Range)]
    ends = [end for item in ranges for end in (item.low, item.high)]
    fixed = all(isinstance(end, ast.Number) for end in (option.default, *ends))
    return bool(ranges) and not fixed
