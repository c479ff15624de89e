"""From options to questions for heat."""

from __future__ import annotations

from lifesearch.common.errors import InputError
from lifesearch.core.options.readers import Size, box
from lifesearch.running.option_table import Options
from lifesearch.running.request import Request

from .question import Heat


def request(size: Size, options: Options) -> Request:
    """What `heat` asks."""
    read = box(size)
    if read is None:
        raise InputError("give a box, width x height, such as 3x3")
    return Request(Heat(read, options.least_heat or 0, options.rule), options)
