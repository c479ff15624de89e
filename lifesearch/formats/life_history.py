"""LifeHistory: RLE in which cells can be marked, as most posts about Life have it.

| letter | state | means |
|---|---|---|
| `.` | 0 | dead |
| `A` | 1 | alive |
| `B` | 2 | dead, and was alive before |
| `C` | 3 | alive, marked |
| `D` | 4 | dead, marked |
| `E` | 5 | alive, marked as alive from the start |
| `F` | 6 | dead, a border |

The rule is called `LifeHistory`, or is another rule with `History` behind it.
Partly known patterns are written with `D` where cells are unknown.

    >>> rule_without_history("B36/S23History"), rule_without_history("LifeHistory")
    ('B36/S23', 'B3/S23')
    >>> print(rule_without_history("B36/S23"))
    None
    >>> print(write_known_cells(KnownCells.of([[[1, 0, -1], [-1, 0, 0]]])), end="")
    x = 3, y = 2, rule = LifeHistory
    AD$.2D!
"""

from __future__ import annotations

from lifesearch.errors import InputError
from lifesearch.formats.runs import lines_of_runs
from lifesearch.life.known_cells import ALIVE, UNKNOWN, KnownCells
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.state_letters import state_of
from lifesearch.text import plural

LIVE = "oACE"
MARKED = "BDF"
SUFFIX = "History"


def rule_without_history(text: str) -> str | None:
    """The rule of a history by itself; None if the text is no rule of a history."""
    name = text.strip()
    if not name.lower().endswith(SUFFIX.lower()):
        return None
    rule = name[: -len(SUFFIX)].rstrip(" _")
    return "B3/S23" if rule.lower() in ("", "life") else rule


def write_known_cells(known: KnownCells, rule: Rule = LIFE) -> str:
    """Write one generation of which cells are known to be alive or dead, or are unknown."""
    if more := _more_than_a_history(known, rule):
        raise InputError(
            f"LifeHistory holds live, dead and unknown cells of one generation only, not {more}"
        )
    letters = {ALIVE: state_of("A"), UNKNOWN: state_of("D")}
    states = {
        (x, y): letters[value]
        for y, row in enumerate(known.grids[0])
        for x, value in enumerate(row)
        if value in letters
    }
    box = Box(0, 0, known.width, known.height)
    called = "Life" if rule == LIFE else rule
    header = f"x = {known.width}, y = {known.height}, rule = {called}{SUFFIX}"
    runs = lines_of_runs(Pattern.of_states(states), box, several=True)
    return "\n".join([header, *runs]) + "\n"


def _more_than_a_history(known: KnownCells, rule: Rule) -> str:
    """What LifeHistory cannot express of these cells; empty if it can express everything."""
    if len(known.grids) > 1:
        return plural(len(known.grids), "generation")
    if known.has_letters:
        return "letters, for cells that are equal"
    if known.exempt:
        return "cells that are exempt from the rule"
    return f"a rule of {rule.states} states" if known.dying or rule.states > 2 else ""
