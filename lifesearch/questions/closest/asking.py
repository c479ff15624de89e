"""From options to questions for the closest predecessor: the one with the fewest wrong cells.

In messages, options stand in angle brackets, as in an `OptionError`.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from lifesearch.common.errors import OptionError
from lifesearch.core.options.patterns import PatternOrFile, called, target_anywhere
from lifesearch.core.options.readers import rules
from lifesearch.formats.suffixes import is_picture
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.questions.closest.question import Closest
from lifesearch.questions.predecessor.asking import predecessor
from lifesearch.running.option_table import Options
from lifesearch.running.request import Request

if TYPE_CHECKING:  # numpy takes long to load
    from lifesearch.formats.pictures import Shades

CONDITIONS = (
    "population", "population_of", "minimise", "maximise", "max_change", "max_growth", "max_decay",
    "restore", "orphan", "garden_of_eden", "forced", "project",
    "find_orphan",
)  # fmt: skip
"""Options of `predecessor` that are refused: they are conditions, or ask for something else."""
PICTURE = ("size", "threshold", "invert")
"""Options that say how a picture becomes cells."""
NOT_EXACT = (*PICTURE, "gif", "svg", "png")
"""Options that a question for an exact predecessor does not have."""


def request(pattern: Any, options: Options) -> Request:
    """The request of `predecessor` with <closest>.

    Answers are placed so that they become the target where that was drawn.
    """
    if key := options.any_of(*CONDITIONS):
        raise OptionError(f"<closest> asks for the fewest wrong cells alone: leave out <{key}>")
    if options.box is not None and options.pad is not None:
        raise OptionError("<box> and <pad> both say how large the box is: give one of them")
    picture = _picture(pattern, options)
    if picture is not None:
        pattern = _target_of(picture)
    given = target_anywhere(pattern)
    goal = given.target
    rule, partial = rules(options.rule or given.rule or LIFE)
    if partial:
        raise OptionError("<closest> needs a completely known rule, not {}", partial)
    if not goal.region.area:
        raise OptionError("{} has no cells: there is nothing to come close to", called(pattern))
    if given.torus or options.torus or options.cylinder is not None:
        return _with_joined_sides(pattern, options)
    more = {"rule": rule, "generations": options.generations}
    if options.box is not None:
        query = Closest.inside(goal, options.box, **more)
    else:
        query = Closest.around(goal, 1 if options.pad is None else options.pad, **more)
    # The question has moved the target into its box: the offset moves answers back.
    drawn, placed = goal.region, query.target.region
    return Request(query, options, offset=(drawn.x - placed.x, drawn.y - placed.y))


def _picture(what: Any, options: Options) -> Shades | None:
    """The cells of a picture: of a file, an image of Pillow, or an array; None for a pattern.

    An array has its cells already, so it takes no options of pictures.
    """
    from lifesearch.formats import pictures

    shading = {"threshold": options.threshold, "invert": options.invert}
    if isinstance(what, str | PathLike) and is_picture(fspath(what)):
        shades = pictures.read_picture_file(fspath(what))
        return pictures.cells_of_picture(shades, options.size, **shading)
    if hasattr(what, "convert") and hasattr(what, "mode"):  # an image: Pillow need not be imported
        return pictures.cells_of_picture(pictures.shades_of_image(what), options.size, **shading)
    if key := options.any_of(*PICTURE):
        raise OptionError(
            f"<{key}> is for pictures (PNG, JPEG, PBM, PGM), and {{}} is none: leave it out",
            called(what),
        )
    if isinstance(what, list | tuple) or hasattr(what, "__array__"):
        return pictures.cells_of_array(what)
    return None


def _target_of(cells: Shades) -> Target:
    """All cells of a picture as a target."""
    height, width = cells.shape
    rows, columns = cells.nonzero()
    alive = Pattern.of(zip(columns.tolist(), rows.tolist(), strict=True))
    return Target(alive, drawn=Box(0, 0, width, height))


def _with_joined_sides(pattern: PatternOrFile | Target, options: Options) -> Request:
    """The question on a torus or a cylinder.

    That for an exact predecessor says the target, the box and the rule.
    """
    if options.cylinder is not None and options.cylinder.shift:
        raise OptionError("<closest> is for cylinders without a shift: give <cylinder W>")
    # It refuses the options that only <closest> has, so they are left out.
    exact, (dx, dy) = predecessor(pattern, options.but(**dict.fromkeys(NOT_EXACT)))
    query = Closest(
        exact.target,
        exact.box,
        exact.generations,
        exact.rule,
        torus=exact.torus,
        cylinder=exact.cylinder is not None,
    )
    return Request(query, options, offset=(-dx, -dy))
