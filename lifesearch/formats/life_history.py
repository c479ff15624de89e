"""LifeHistory: RLE in which cells can be marked, as in most posts about Life.

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
Partly known patterns are written with `D` where cells are unknown: see `known_cells`.

    >>> rule_without_history("B36/S23History"), rule_without_history("LifeHistory")
    ('B36/S23', 'B3/S23')
    >>> print(rule_without_history("B36/S23"))
    None
"""

from __future__ import annotations

LIVE = "oACE"
"""The letters of live cells; `o` is that of RLE with two states."""
MARKED = "BDF"
"""The letters of dead cells but for `.`, marked or not: `common.PatternFile` has them apart."""
SUFFIX = "History"


def rule_without_history(text: str) -> str | None:
    """The rule of a history by itself; None if the text is no rule of a history."""
    name = text.strip()
    if not name.lower().endswith(SUFFIX.lower()):
        return None
    rule = name[: -len(SUFFIX)].rstrip(" _")
    return "B3/S23" if rule.lower() in ("", "life") else rule
