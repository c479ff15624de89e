"""From options to questions for predecessors."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike, fspath
from typing import Any

from lifesearch.common.errors import InputError, OptionError
from lifesearch.core.options.patterns import (
    GivenTarget,
    PatternOrFile,
    called,
    marks,
    target_anywhere,
)
from lifesearch.core.options.readers import rules
from lifesearch.engines.sat.solving.part import Size
from lifesearch.formats.suffixes import is_picture
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Box
from lifesearch.life.rules.rule import LIFE
from lifesearch.questions.predecessor import gardens
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.conditions import conditions
from lifesearch.running.option_table import Options
from lifesearch.running.request import Request


def request(pattern: PatternOrFile | Target, options: Options) -> Request:
    """The request of `predecessor`; answers are where they become the pattern as it was given."""
    query, (dx, dy) = predecessor(pattern, options)
    return Request(query, options, offset=(-dx, -dy))


def predecessor(
    pattern: PatternOrFile | Target, options: Options
) -> tuple[Predecessor, tuple[int, int]]:
    """The question for predecessors, and how far the pattern was moved into its box, (dx, dy)."""
    _require_no_picture(pattern, options)
    if options.garden_of_eden:
        return _garden_of_eden(pattern, options)
    size, pad, orphan = options.box, options.pad, options.orphan
    if size is not None and pad is not None:
        raise OptionError("<box> and <pad> both say how large the box is: give one of them")
    given = target_anywhere(pattern)
    goal = given.target
    if orphan and (size or pad is not None):
        raise OptionError(
            "<orphan> tests one pattern in unknown surroundings, and cannot search a box for "
            "orphans: leave out <box> and <pad>"
        )
    rule, partial = rules(options.rule or given.rule or LIFE)
    if partial and orphan:
        raise OptionError("<orphan> needs a completely known rule, not {}", partial)
    more = {
        "generations": options.generations,
        "rule": rule,
        "rules": partial,
        "raw": options.raw,
    }
    if given.torus or options.torus or options.cylinder is not None:
        query = _joined(called(pattern), given, options, more)
    elif orphan and goal.region.area:
        query = Predecessor.anywhere(goal, **more)
    elif size is not None:
        query = Predecessor.inside(goal, size, **more)
    elif goal.box.area:
        query = Predecessor.around(goal, 1 if pad is None else pad, **more)
    else:
        raise OptionError(
            "{} has no live cell; to ask for patterns that vanish, give <box> as well",
            called(pattern),
        )
    # A pattern on a torus stays where it is, whatever part of the torus was drawn.
    drawn, placed = Box(0, 0, 0, 0) if given.torus else goal.region, query.target.region
    moved = (placed.x - drawn.x, placed.y - drawn.y)
    constraints = conditions(options)
    if constraints.keep is not None:  # its cells are drawn at places of the given pattern
        constraints = replace(constraints, keep=constraints.keep.translate(*moved))
    marked = None if options.project is None else marks(options.project, "project")
    project = None if marked is None else marked.translate(*moved)
    return replace(query, constraints=constraints, project=project), moved


def _garden_of_eden(
    pattern: PatternOrFile | Target, options: Options
) -> tuple[Predecessor, tuple[int, int]]:
    """The question whether a pattern is a Garden of Eden, and how far it was moved (`gardens`)."""
    given = target_anywhere(pattern)
    gardens.check_options(options, given.torus)
    rule, partial = rules(options.rule or given.rule or LIFE)
    if partial:
        raise OptionError("<garden_of_eden> needs a completely known rule, not {}", partial)
    gardens.check_rule(rule)
    if not given.target.box.area:
        raise InputError(f"{called(pattern)} has no live cell: the empty pattern becomes it")
    goal = gardens.padded(given.target)
    query = Predecessor.anywhere(goal, 1, rule=rule, raw=options.raw, padded=True)
    drawn, placed = goal.region, query.target.region
    return query, (placed.x - drawn.x, placed.y - drawn.y)


def _require_no_picture(pattern: object, options: Options) -> None:
    """Refuse a picture, and options of pictures: few have predecessors."""
    if key := options.any_of("size", "threshold", "invert"):
        raise OptionError(f"<{key}> is for pictures, and needs <closest>: give both")
    if key := options.any_of("gif", "svg", "png"):
        raise OptionError(f"<{key}> draws what <closest> finds: give both, or use 'show'")
    if isinstance(pattern, str | PathLike) and is_picture(fspath(pattern)):
        raise OptionError("{} is a picture, and few have predecessors: give <closest>", pattern)


def _joined(name: str, given: GivenTarget, options: Options, more: dict[str, Any]) -> Predecessor:
    """The question on a torus or a cylinder: all that was drawn is in the middle of the box."""
    if options.orphan:
        raise OptionError(
            "an orphan has no predecessor in any surroundings, and a torus or a cylinder has none: "
            "leave out <orphan>, or <torus> and <cylinder>"
        )
    if options.cylinder is not None:
        if given.torus or options.torus:
            raise OptionError("give a pattern on the plane and one of <torus> and <cylinder>")
        size, side = _rows_of_cylinder(given.target, options), "cylinder"
    else:
        size, side = _size_of_torus(name, given, options), "torus"
    target = _whole(given.target, given.torus)
    drawn = target.region
    spare = (size[0] - drawn.width, size[1] - drawn.height)
    if min(spare) < 0:
        raise InputError(
            f"the drawing, {drawn.width}x{drawn.height} cells, is larger than the {side} of "
            f"{size[0]}x{size[1]}"
        )
    placed = target.translate(spare[0] // 2 - drawn.x, spare[1] // 2 - drawn.y)
    return Predecessor(placed, size, torus=side == "torus", cylinder=options.cylinder, **more)


def _size_of_torus(name: str, given: GivenTarget, options: Options) -> Size:
    """The size of the torus on which a pattern was drawn, of <box>, or of all that was drawn."""
    if options.pad is not None:
        raise OptionError("a torus has nothing around it: leave out <pad>, or give <box WxH>")
    if given.torus and options.box not in (None, given.torus):
        width, height = given.torus
        raise OptionError(
            f"{{}} is a pattern on a torus of {width}x{height} cells: leave out <box>", name
        )
    region = given.target.region
    size: Size = given.torus or options.box or (region.width, region.height)
    if not min(size):
        raise OptionError(
            "{} has no cells, so that the torus has no size: give <box WxH> as well", name
        )
    return size


def _rows_of_cylinder(target: Target, options: Options) -> Size:
    """The size of the box on a cylinder: <box>, or the drawing with <pad> rows above and below."""
    around, region = options.cylinder.circumference, target.region
    if options.box is None:
        if not region.area:
            raise OptionError("nothing is drawn, so that the cylinder has no rows: give <box WxH>")
        return around, region.height + 2 * (1 if options.pad is None else options.pad)
    size: Size = options.box
    if size[0] != around:
        raise OptionError(
            "the sides of <box WxH> are joined: its width must be that of <cylinder W>"
        )
    return size


def _whole(target: Target, torus: Size | None) -> Target:
    """A target with all that was drawn; on a torus, all of it."""
    if torus is None:
        return replace(target, drawn=target.region)
    size = Box(0, 0, *torus)
    if target.box.width > size.width or target.box.height > size.height:
        raise InputError(
            f"the pattern of {target.box.width}x{target.box.height} cells is larger than its torus "
            f"of {size.width}x{size.height}"
        )
    return Target(target.alive.wrapped(*torus), target.dont_care.wrapped(*torus), size)
