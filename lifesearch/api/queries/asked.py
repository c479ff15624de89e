"""What is asked, whoever asks: one function from options to a query and wishes.

The command line, Python and the studio all come here with a kind of search and its options by
their Python names, and give what they get to `planning.choose`.

>>> question = asked("oscillator", 3, {"box": "7x7", "symmetry": "D8"})
>>> question.query.describe(), question.wishes.only
('oscillator of period 3 with symmetry D8', ())
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from lifesearch.api import values
from lifesearch.api.queries import periodic
from lifesearch.api.queries.conditions import Options
from lifesearch.api.queries.strip import of_any_width
from lifesearch.errors import OptionError
from lifesearch.limits import WIDEST_STRIP
from lifesearch.planning.choose import NO_WISHES, Wishes, choose
from lifesearch.planning.plan import Plan
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.race.ways import NAMES
from lifesearch.running.options import RunOptions

Kind = Literal["oscillator", "spaceship", "still-life"]
ROWS_ONLY = ("max_length", "look_ahead", "front", "partials")


@dataclass(frozen=True)
class Asked:
    """A query, what is wished of its search, and an engine that options ask for."""

    query: PatternQuery
    wishes: Wishes = NO_WISHES

    def plan(self, how: RunOptions) -> Plan[PatternQuery]:
        """What will be done; with a raw query, where every solution counts."""
        return choose(self.query, how, self.wishes)


def asked(kind: Kind, what: Any, options: Options) -> Asked:
    """The query for `what`, a period or a velocity, with these options."""
    _check_rows(kind, options)
    way, composite = options.get("only"), bool(options.get("composite"))
    only = () if way is None else (values.one_of(way, "way", NAMES),)
    if composite:
        values.flag(options["composite"], "composite")
    if not options.get("attach") and kind != "still-life":
        options = {name: value for name, value in options.items() if name != "composite"}
    else:
        composite = False  # a condition of its own
    if kind == "still-life":
        return Asked(periodic.still_life(options))
    if kind == "oscillator":
        return Asked(periodic.oscillator(what, options), Wishes(only, composite))
    plain, symmetry = of_any_width(_as_wide_as_the_box(options))
    return Asked(periodic.spaceship(what, plain), Wishes(only, composite, symmetry))


def engine_of(options: Options) -> str | None:
    """The engine that is asked for: only SAT, row by row, has a look-ahead."""
    return "rows" if options.get("look_ahead") is not None else options.get("engine")


def _check_rows(kind: Kind, options: Options) -> None:
    """Refuse options of boxes and of strips that do not go together."""
    width, box, engine = (options.get(name) for name in ("width", "box", "engine"))
    ships, around = kind == "spaceship", options.get("cylinder") is not None
    if width is not None and box is not None:
        raise OptionError("<width> is for strips, <box> for boxes: give one of them")
    if engine == "box" and width is not None:
        raise OptionError("<engine> box needs <box WxH>, not <width>")
    by_rows = engine == "rows" or (engine == "tables" and (box is None or ships))
    if around and by_rows and box is not None:
        raise OptionError("<box> is searched by SAT: leave it out, or else <engine>")
    if by_rows and width is None and not around and not (ships and box):
        thing = "ship" if ships else "pattern"
        raise OptionError("<engine> {} needs <width W>: how wide may the {} be?", engine, thing)
    if engine in ("tables", "box") and options.get("look_ahead") is not None:
        raise OptionError("<look_ahead> is for SAT, row by row: leave out <engine> {}", engine)
    if width is not None or by_rows or (around and box is None):
        return
    for name in ROWS_ONLY:
        if options.get(name) not in (None, False):
            instead = "" if box is None else " instead of <box>"
            raise OptionError(f"<{name}> is for strips of one width: give <width W>{instead}")


def _as_wide_as_the_box(options: Options) -> Options:
    """The options of a strip, whose width a box may tell if it is searched row by row."""
    size = values.box(options.get("box"))
    by_rows = options.get("engine") in ("rows", "tables")
    if size is None or not by_rows or options.get("width") is not None:
        return options
    if size[0] > WIDEST_STRIP:
        raise OptionError("row by row a <box> is at most {} wide, not {:,}", WIDEST_STRIP, size[0])
    return {**options, "width": size[0], "box": None}
