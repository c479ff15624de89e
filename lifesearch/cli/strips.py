"""What the options of searches row by row mean together."""

from __future__ import annotations

from typing import Any

from lifesearch.errors import OptionError
from lifesearch.limits import WIDEST_STRIP
from lifesearch.options.table import Options


def is_strip(place: Options, along: Options, *, ships: bool = False) -> bool:
    """Whether the search is to go row by row; of ships a box may tell how wide they are."""
    if along.width is not None and place.box is not None:
        raise OptionError("<width> is for strips, <box> for boxes: give one of them")
    if along.engine == "box" and along.width is not None:
        raise OptionError("<engine box> needs <box WxH>, not <width>")
    listed = along.engine == "tables" and place.box is not None and not ships
    by_rows = along.engine in ("rows", "tables") and not listed
    if along.cylinder is not None and by_rows and place.box is not None:
        raise OptionError("<box> is searched by SAT: leave it out, or else <engine>")
    wide = along.width is not None or along.cylinder is not None
    if by_rows and not wide and not (ships and place.box):
        thing = "ship" if ships else "pattern"
        raise OptionError(f"<engine {along.engine}> needs <width W>: how wide may the {thing} be?")
    if along.engine == "tables" and along.look_ahead is not None:
        raise OptionError("<look_ahead> is for SAT, row by row: leave out <engine tables>")
    rows = along.width is not None or by_rows or (along.cylinder is not None and not place.box)
    for key in ("max_length", "look_ahead", "front", "partials"):
        if along.get(key) not in (None, False) and not rows:
            instead = "" if place.box is None else " instead of <box>"
            raise OptionError(f"<{key}> is for strips of one width: give <width W>{instead}")
    return rows


def as_wide_as_the_box(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a strip, whose width a box may tell."""
    if options["width"] is not None or options["box"] is None:
        return options
    width = options["box"][0]
    if width > WIDEST_STRIP:
        raise OptionError(f"row by row a <box> is at most {WIDEST_STRIP} wide, not {width:,}")
    return {**options, "width": width, "box": None}
