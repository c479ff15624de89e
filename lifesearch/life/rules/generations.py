"""Generations rules: those of several states, in the notations that people write.

A cell that lives (state 1) and does not survive is not dead at once. It is dying: states 2, 3,
... one after another, and dead (0) only when these are over. A dying cell can neither be born nor
counts as a neighbour. So a rule of n states is one of two states and the number n, which is written
behind it; Golly writes survivals first.

    >>> split_states("345/2/4"), split_states("B2/S345/C4"), split_states("g4b2s345")
    (('345/2', 4), ('B2/S345', 4), ('b2s345', 4))
    >>> split_states("23/3"), split_states("/2/3"), split_states("2/34/4H")
    (('23/3', 2), ('/2', 3), ('2/34H', 4))
    >>> split_states("any-outer/3"), split_states("B2?/S34?H/C4")
    (('any-outer', 3), ('B2?/S34?H', 4))
"""

from __future__ import annotations

import re

from lifesearch.common.errors import InputError

MOST_STATES = 256
"""As in Golly; a state is a byte."""

LONGEST_RULE = 1000
"""Letters of a rule, without blanks: no table needs as many. The time to read slashes and letters
that fit in several ways grows with the square of their number.
"""

_LETTERED = re.compile(r"(.*)/[cg]([0-9]+)([hv]?)", re.IGNORECASE)
# Without a letter, a last number counts states only after a whole rule: 23/3 has two states.
_NUMBERED = re.compile(r"(.*/.*|b.*s.*|any[a-z0-9-]*)/([0-9]+)([hv]?)", re.IGNORECASE)
_PREFIXED = re.compile(r"[cg]([0-9]+)[/_]?(b.*s.*)", re.IGNORECASE)
# A slash is a digit of base64, too, so the lengths of MAPs say where the number of states begins.
_MAP = re.compile(r"(MAP(?:.{6}|.{22}|.{86})=*)/[cg]?([0-9]+)", re.IGNORECASE)


def split_states(compact: str) -> tuple[str, int]:
    """A rule without its number of states, and this number: 2 if it is not given.

    The rule may be wrong in other ways; InputError if it is too long, or has too many states.
    """
    if len(compact) > LONGEST_RULE:
        raise InputError(f"is too long: at most {LONGEST_RULE:,} letters")
    if compact[:3].lower() == "map":
        found = _MAP.fullmatch(compact)
        return (found[1], _checked(found[2])) if found else (compact, 2)
    if prefixed := _PREFIXED.fullmatch(compact):
        return prefixed[2], _checked(prefixed[1])
    if found := _LETTERED.fullmatch(compact) or _NUMBERED.fullmatch(compact):
        return found[1] + found[3], _checked(found[2])
    return compact, 2


def _checked(digits: str) -> int:
    # More than six digits are refused unread, zeros in front included: a choice.
    if len(digits) > 6 or not 2 <= int(digits) <= MOST_STATES:
        raise InputError(f"has {digits:.10} states, but a rule has 2 to {MOST_STATES}")
    return int(digits)


def with_states(name: str, states: int) -> str:
    """The name of a rule of several states, from that of the one with two.

    >>> with_states("B2/S345", 4), with_states("B2/S34H", 3), with_states("MAPHmlphg", 3)
    ('345/2/4', '34/2/3H', 'MAPHmlphg/3')
    """
    if states == 2:
        return name
    if name.startswith("MAP"):
        return f"{name}/{states}"
    hood = name[-1] if name[-1] in "HV" else ""
    births, survivals = name.removesuffix(hood).split("/")
    return f"{survivals[1:]}/{births[1:]}/{states}{hood}"
