"""Knuth's names: row, time code, column, and for an auxiliary its letter and index.

Cell (10, 11) at time 0 is `10a11`, its auxiliary C2 is `10a11C2`. In the `knuth`
modules x is the row, growing downward, and y the column, as in the programs.
"""

import string
from collections.abc import Callable

from lifesearch.errors import OptionError

TIME_CODES = string.ascii_letters + "".join(
    c for c in map(chr, range(ord("!"), ord("~") + 1)) if not c.isalnum()
)

Name = Callable[[int, int], str]


def time_code(t: int) -> str:
    """The character that stands for time t.

    >>> "".join(map(time_code, (0, 25, 26, 51, 52, 83)))
    'azAZ!~'
    """
    if t >= len(TIME_CODES):
        raise OptionError(
            f"Knuth's .sat format has no name for generation {t}: its {len(TIME_CODES)} "
            f"time codes end at {len(TIME_CODES) - 1}; use <to dimacs> or <to solve>"
        )
    return TIME_CODES[t]


def cell_name(t: int, suffix: str = "") -> Name:
    """How a cell, or an auxiliary of a cell, is named at time t."""
    return lambda x, y: f"{x}{time_code(t)}{y}{suffix}"


def period_difference(k: int) -> Name:
    """`3ab5`: cell (3, 5) differs between the times 0 and k."""
    return lambda x, y: f"{x}{time_code(0)}{time_code(k)}{y}"


def row_difference(k: int) -> Name:
    """`1,3:5`: on a torus, column 5 differs between the rows 1 and 3."""
    return lambda x, y: f"{x},{x + k}:{y}"


def column_difference(k: int) -> Name:
    """`5:1,3`: on a torus, row 5 differs between the columns 1 and 3."""
    return lambda x, y: f"{x}:{y},{y + k}"
