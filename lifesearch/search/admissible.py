"""What a question must be to be asked, wherever it comes from: not too large, no nonsense."""

from __future__ import annotations

from lifesearch.encode.motion import Motion
from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box
from lifesearch.life.velocity import LONGEST_PERIOD
from lifesearch.limits import (
    FARTHEST_LOOK,
    LARGEST_AREA,
    LARGEST_TILE,
    LARGEST_VOLUME,
    WIDEST_STRIP,
)
from lifesearch.search import check, consistent, strip
from lifesearch.search.completion import Completion
from lifesearch.search.periodic import Periodic
from lifesearch.search.predecessor import Predecessor
from lifesearch.search.saved import PatternQuestion
from lifesearch.search.strip import Strip


def require(question: PatternQuestion) -> None:
    """Refuse what the command line would not have asked."""
    question.rule.require_no_b0()
    if isinstance(question, Predecessor):
        _moving(Motion(question.generations))
    else:
        _moving(question.motion)
    match question:
        case Strip():
            _strip(question)
            strip.check(question)
        case Periodic():
            _periodic(question)
            check.check(question)
        case Predecessor():
            _room(question.box, question.generations)
            _inside(question.target.region, question.box, "the target")
            question.also.check(question.box, comes_back=False)
        case Completion():
            _room(question.box, question.motion.period)
            _between(question.background.width, 1, LARGEST_TILE, "the width of a background")
            most = LARGEST_TILE // question.background.width
            _between(question.background.height, 1, most, "the height of a background")
            consistent.check(question)
            question.also.check(question.box, comes_back=False)


def _moving(motion: Motion) -> None:
    _between(motion.period, 1, LONGEST_PERIOD, "a period")
    for shift in (motion.dx, motion.dy):
        _between(abs(shift), 0, motion.period, "a shift in one period")


def _strip(question: Strip) -> None:
    _between(question.width, 1, WIDEST_STRIP, "the width of a strip")
    _between(question.look_ahead, 1, FARTHEST_LOOK, "the number of layers to look ahead")
    if question.motion.dy >= 0 or question.motion.orientation not in (
        Orientation.IDENTITY,
        Orientation.FLIP_X,
    ):
        raise InputError("a ship in a strip travels up, and comes back as it was or flipped")
    if question.front is not None:
        room = (question.width, LARGEST_VOLUME // question.width)
        _inside(question.front.box, room, "the front")


def _periodic(question: Periodic) -> None:
    if question.box is None:
        if question.torus or question.mask is not None:
            raise InputError("a torus and a mask have a size")
        if question.max_area is not None:
            _between(question.max_area, 1, LARGEST_AREA, "the largest area")
        return
    if question.max_area is not None:
        raise InputError("the largest area is for boxes that grow")
    _room(question.box, question.motion.period)
    if question.mask is not None:
        _inside(question.mask.box, question.box, "the mask")


def _room(box: tuple[int, int], generations: int) -> None:
    for side in box:
        _between(side, 1, LARGEST_VOLUME, "a side of a box")
    _between(box[0] * box[1] * generations, 1, LARGEST_VOLUME, "a box times its generations")


def _inside(part: Box, box: tuple[int, int], name: str) -> None:
    whole = Box(0, 0, *box)
    corners = ((part.x, part.y), (part.right, part.bottom))
    if part.area and not all(map(whole.holds, corners)):
        raise InputError(f"{name} does not lie in the {box[0]}x{box[1]} box")


def _between(value: int, least: int, most: int, name: str) -> None:
    if not least <= value <= most:
        raise InputError(f"{name} is between {least:,} and {most:,}, not {value:,}")
