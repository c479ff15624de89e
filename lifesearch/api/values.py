"""Values of options: Python's own, or the texts that the command line takes.

>>> box("8x6"), box((8, 6)), seconds("5m"), seconds(300)
((8, 6), (8, 6), 300.0, 300.0)
>>> bounds((None, 20)), bounds("<=20"), bounds([">9", "<20"]), bounds(12)
((0, 20), (0, 20), (10, 19), (12, 12))
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lifesearch import option_text, require
from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.life.velocity import Velocity
from lifesearch.limits import LARGEST_COUNT, LEAST_MEMORY, MOST_WANTED
from lifesearch.text import size_with_article, suggestion

if TYPE_CHECKING:
    from lifesearch.api.pattern import Pattern
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.simulate.cylinder import Cylinder

Whole = int | str
Size = tuple[int, int] | Sequence[int] | str
Seconds = float | str
Path = str | os.PathLike[str]
Population = int | str | tuple[int | None, int | None] | Sequence[str]


def whole(value: Whole, name: str, least: int, most: int = MOST_WANTED) -> int:
    """A whole number in a range."""
    if isinstance(value, str):
        return option_text.whole(value, name, least, most)
    has_index = hasattr(value, "__index__") and not isinstance(value, bool)
    number = int(value) if has_index else value  # numpy has integers of its own
    require.whole(number, name, least, most)
    return number


def text(value: object, name: str) -> str:
    """A text."""
    require.kind(value, name, str)
    return str(value)


def path(value: Path) -> str:
    """The name of a file."""
    if not isinstance(value, str | os.PathLike):
        raise InputError(f"the name of a file is a text or a path, not {value!r:.40}")
    return os.fspath(value)


def flag(value: object, name: str) -> bool:
    """True or False."""
    require.flags(**{name: value})
    return bool(value)


def box(value: Size | None) -> tuple[int, int] | None:
    """A width and a height."""
    if value is None:
        return None
    if isinstance(value, str):
        return option_text.box(value)
    if not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(f"a box has a width and a height, such as (8, 6), not {value!r:.40}")
    names = ("the width of a box", "the height of a box")
    width, height = map(whole, value, names, (0, 0))
    if not width * height:
        raise InputError(f"{size_with_article(width, height)} box has no cells: give at least 1x1")
    return width, height


def shift(value: Size) -> tuple[int, int]:
    """How far to the right and down."""
    if isinstance(value, str):
        return option_text.shift(value)
    if not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(f"a shift is (DX, DY), such as (0, -1), not {value!r:.40}")
    across, down = (whole(each, "a shift", -(10**9), 10**9) for each in value)
    return across, down


def cylinder(value: Whole | Size) -> Cylinder:
    """How far it is around a cylinder, and its shift: 8, (8, 2) or '8+2'."""
    from lifesearch.life.simulate.cylinder import Cylinder

    if isinstance(value, str):
        return Cylinder(*option_text.cylinder(value))
    if isinstance(value, Sequence):
        return Cylinder(*shift(value))
    return Cylinder(whole(value, "the circumference of a cylinder", 1))


def one_of(value: str, what: str, known: Sequence[str]) -> str:
    """A name from a list."""
    if not isinstance(value, str):
        raise InputError(f"there is no {what} {value!r:.20}; {suggestion(str(value), known)}")
    return option_text.one_of(value, what, known)


def seconds(value: Seconds | None) -> float | None:
    """A time: a number of seconds, or 60s, 5m, 2h."""
    if value is None or isinstance(value, str):
        return None if value is None else option_text.seconds(value)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < value < math.inf:
        raise InputError(
            f"{value!r:.20} is no time limit: give seconds, such as 60, or '60s', '5m' or '2h'"
        )
    return float(value)


def memory(value: Whole) -> int:
    """An amount of memory: a number of bytes, or 500M, 2G."""
    if isinstance(value, str):
        return option_text.memory(value)
    return whole(value, "memory", LEAST_MEMORY)


def rules(value: str | Rule | PartialRule) -> tuple[Rule, PartialRule | None]:
    """A rule; or, if a part of it is unknown, all that it may be, with Life in its place."""
    from lifesearch.life.rules.parse import is_partial
    from lifesearch.life.rules.partial import PartialRule

    if isinstance(value, PartialRule):
        return LIFE, value
    if not isinstance(value, str):
        return rule(value), None
    return (LIFE, PartialRule.parse(value)) if is_partial(value) else (rule(value), None)


def rule(value: str | Rule) -> Rule:
    """A rule of which all is known."""
    return value if isinstance(value, Rule) else Rule.parse(text(value, "the rule"))


def symmetry(value: str | Symmetry) -> Symmetry:
    """A static symmetry."""
    if isinstance(value, Symmetry):
        return value
    return Symmetry.parse(text(value, "the symmetry"))


def transform(value: str | Orientation) -> Orientation:
    """How a pattern is turned."""
    if isinstance(value, Orientation):
        return value
    return Orientation.parse(text(value, "the transform"))


def velocity(value: str | Velocity) -> Velocity:
    """A speed and its direction."""
    return value if isinstance(value, Velocity) else Velocity.parse(text(value, "the velocity"))


def bounds(value: Population) -> tuple[int, int]:
    """The least and the largest population."""
    if isinstance(value, tuple) and len(value) == 2 and not any(isinstance(v, str) for v in value):
        low, high = value
        least = 0 if low is None else whole(low, "the least population", 0, LARGEST_COUNT)
        if high is None:
            return least, LARGEST_COUNT
        return least, whole(high, "the largest population", 0, LARGEST_COUNT)
    if isinstance(value, int) and not isinstance(value, bool):
        number = whole(value, "the population", 0, LARGEST_COUNT)
        return number, number
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Iterable) or not all(isinstance(text, str) for text in texts):
        raise InputError(
            f"{value!r:.40} is no bound on the population: give (least, most), None where there "
            "is no bound, or a text such as '<=20'"
        )
    limits = [option_text.limits(str(text)) for text in texts] or [(0, LARGEST_COUNT)]
    return max(low for low, _ in limits), min(high for _, high in limits)


def cells_of(pattern: Pattern) -> Cells:
    """The cells of a pattern, with their states."""
    return Cells(pattern.cells, pattern.dying)
