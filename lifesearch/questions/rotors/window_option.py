"""The value of the option <rotor>: the option table (`core.options.of_questions`) names its reader.

It loads little, since command lines are read before anything is searched.
"""

from __future__ import annotations

from typing import Any

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.core.options.readers import box
from lifesearch.life.rotor import read_name


def window_or_name(value: Any) -> tuple[int, int] | str | None:
    """A window, such as 4x3, or the name of a rotor, as `lifesearch identify` prints it."""
    if not isinstance(value, str) or value.lstrip()[:1].isdigit():
        return box(value)
    if read_name(value) is None:
        raise InputError(
            f"{require.shown(value)} is neither a window, such as 4x3, nor the name of a rotor as "
            "'lifesearch identify' prints it, such as 'p2 3x3 .o./O.O/.o. #f0e3'"
        )
    return value.strip()
