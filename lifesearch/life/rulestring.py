"""Reading the names of rules.

Outer-totalistic rules say how many live neighbours bring a cell to life and how
many keep it alive. People write the same rule in several ways:

    >>> for text in ("B3/S23", "b3s23", "S23/B3", "23/3", " b 3 / s 23 "):
    ...     assert parse_totalistic(text) == (frozenset({3}), frozenset({2, 3}))

In the form without letters survivals come first, as in Golly. Either part may be
empty: `B2/S` and `/2` are Seeds.

    >>> parse_totalistic("/2")
    (frozenset({2}), frozenset())
"""

import re

from lifesearch.errors import InputError

_COUNTS = "([0-8]*)"
_BIRTHS_FIRST = re.compile(f"B{_COUNTS}/?(?:S{_COUNTS})?")
_SURVIVALS_FIRST = re.compile(f"S{_COUNTS}/?(?:B{_COUNTS})?")
_NO_LETTERS = re.compile(f"{_COUNTS}/{_COUNTS}")


def parse_totalistic(text: str) -> tuple[frozenset[int], frozenset[int]]:
    """Return the neighbour counts of births and of survivals."""
    compact = "".join(text.split()).upper()
    if match := _BIRTHS_FIRST.fullmatch(compact):
        births, survivals = match.groups(default="")
    elif match := _SURVIVALS_FIRST.fullmatch(compact) or _NO_LETTERS.fullmatch(compact):
        survivals, births = match.groups(default="")
    else:
        raise InputError(_complaint(text, compact))
    return frozenset(map(int, births)), frozenset(map(int, survivals))


def _complaint(text: str, compact: str) -> str:
    shown = repr(text if len(text) <= 40 else text[:40] + "...")
    advice = "write a rule as B3/S23"
    if not compact:
        return f"the rule is empty: {advice}"
    if ":" in compact:
        return f"the rule {shown} asks for a bounded grid, but the plane has no bounds: {advice}"
    if compact.startswith("MAP"):
        return f"the rule {shown} is a MAP rule, which cannot be read: {advice}"
    if "9" in compact:
        return f"the rule {shown} asks for 9 neighbours, but a cell has 0 to 8: {advice}"
    if stranger := re.search("[^0-8BS/]", compact):
        return f"the rule {shown} contains {stranger.group()!r}: {advice}"
    return f"the rule {shown} is neither B.../S... nor .../... with digits 0 to 8: {advice}"
