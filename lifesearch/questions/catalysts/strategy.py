"""Hasslers, as a strategy of races: common active objects between still lifes that restore them.

The first parts have one object in the middle, with its own symmetry, and up to two still lifes with
their images: twin bees between blocks have period 46. The others have an object beside its images
under a symmetry, nearest first.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.apgcode import decode
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.catalysts.known import ACTIVE
from lifesearch.questions.race.strategy import SOON_FOUND, RaceStrategy, Shares, parked

if TYPE_CHECKING:
    from lifesearch.engines.catalysts.problem import CatalystProblem

PERIODS = range(16, 61)
"""In shorter ones an active object has hardly been anywhere."""
COMMON = frozenset({16, 30})
"""Periods that soups have sooner."""
CATALYSTS = (decode("xs4_33"), decode("xs7_178c"))
"""A block and an eater 1."""
OBJECTS = {
    "T-tetromino": "OOO\n.O.",
    **ACTIVE,
    "honey farm": "OOOOOOO",
    "glider": ".O.\n..O\nOOO",
}
ALONE = (
    ("twin bees", "D2-"),
    ("queen bee", "D2-"),
    ("pi-heptomino", "D2|"),
    ("honey farm", "D2|"),
    ("T-tetromino", "D2|"),
)
"""Objects and their own symmetries."""
AT_ONCE = {
    "C2": (Orientation.IDENTITY,),
    "C4": (Orientation.IDENTITY,),
    "D2|": (Orientation.IDENTITY, Orientation.R90),
    "D2/": (Orientation.IDENTITY, Orientation.FLIP_X),
    "D4+": (Orientation.IDENTITY, Orientation.R90),
}
"""Symmetries of an object with its images, and how the object is turned: turned otherwise, it gives
the same as at another place, turned as a whole."""
FARTHEST = 28
"""Twice the distance of an object from the middle, in cells along the rows or columns."""
AREA, MARGIN = (40, 40), 16
"""The area for still lifes around a single object; around several it is wider and higher than these
by MARGIN cells."""
BOARD = (64, 64)
BEFORE, PLACEMENTS_A_UNIT = 5_000, 50
"""The cost of the tables of a part, and the placements in a unit."""
LABEL = "hassler"
END = Part(BOARD, name=f"{LABEL} farther")


class Hassled(NamedTuple):
    """An object, or several, with the symmetry of what is around."""

    name: str
    active: Pattern
    symmetry: Symmetry


class Hasslers(RaceStrategy):
    """Active objects, one after another, among still lifes."""

    name, engine = "hasslers", "catalysts"
    shares = Shares(2)  # twin bees take a second of a core; no other period is known to come soon
    what = "active objects between still lifes"
    why = "many oscillators of periods from 20 to 60 are of this form"
    noun = "hassled object"
    by_kernel = True

    def suits(self) -> bool:
        motion = self.wanted.motion
        fits = motion.period in PERIODS and not motion.travels
        return fits and self.wanted.rule == LIFE and available()

    @property
    def after(self) -> int:
        return SOON_FOUND if self.wanted.motion.period in COMMON else 0

    def parts(self) -> Iterator[Part]:
        for name, symmetry in ALONE:
            yield _part(name, symmetry)
        random = Random(self.seed)
        for reach in range(FARTHEST + 1):
            near = [
                _part(name, symmetry, turn, *place)
                for name in OBJECTS
                for symmetry, turns in AT_ONCE.items()
                for turn in turns
                for place in _places(symmetry, reach)
            ]
            random.shuffle(near)
            yield from near
        yield END  # which never ends: that none is found proves nothing

    def owns(self, part: Part) -> bool:
        return part.name.startswith(f"{LABEL} ")

    def holds(self, part: Part) -> bool:
        if part == END:
            return True
        try:
            hassled = _hassled(part)
        except (ValueError, KeyError, InputError):
            return False
        _, _, _, _, across, down = _words(part)
        symmetry, reach = hassled.symmetry.name, max(abs(int(across)), abs(int(down)))
        inside = reach <= FARTHEST and (int(across), int(down)) in _places(symmetry, reach)
        return part.box == BOARD and (inside or part in [_part(*each) for each in ALONE])

    def place(self, part: Part) -> str:
        if part == END:
            return "objects farther from each other"
        hassled = _hassled(part)
        return f"{hassled.name}, with symmetry {hassled.symmetry.name}, between still lifes"

    def search(self, part: Part, strategy: Strategy) -> Iterator[Report[Answer]]:
        """Place still lifes around the objects of a part."""
        if part == END:
            yield from parked()
        from lifesearch.engines.catalysts.search import found_in

        problem, units = self.problem(part), BEFORE
        for report in found_in(problem, 0, 1):
            if isinstance(report, int):
                units = BEFORE + report // PLACEMENTS_A_UNIT
                yield units
                continue
            for catalysts in report:
                whole = problem.active
                for image in (image for each in catalysts for image in problem.images(each)):
                    whole |= image
                if answers := self.wanted.answers(self.wanted.in_pattern(whole)):
                    yield answers
        yield Exhausted(units)

    def problem(self, part: Part) -> CatalystProblem:
        from lifesearch.engines.catalysts.problem import CatalystProblem

        period, hassled = self.wanted.motion.period, _hassled(part)
        box = hassled.active.box
        alone = part in [_part(*each) for each in ALONE]
        area = AREA if alone else (box.width + MARGIN, box.height + MARGIN)
        return CatalystProblem(
            hassled.active,
            LIFE,
            CATALYSTS,
            most=2,
            symmetry=hassled.symmetry,
            area=area,
            generations=period + 10,
            recovery=20,
            apart=3,
            transparent=False,
            periods=(period, period),
            debris=False,
        )


def _part(
    name: str,
    symmetry: str,
    turn: Orientation = Orientation.IDENTITY,
    across: int = 0,
    down: int = 0,
) -> Part:
    """The part with an object at this place, in half cells from the middle."""
    words = (LABEL, name.replace(" ", "_"), symmetry, turn.symbol, str(across), str(down))
    return Part(BOARD, name=" ".join(words))


def _words(part: Part) -> list[str]:
    return part.name.split(" ")


def _places(symmetry: str, reach: int) -> list[tuple[int, int]]:
    """The places of an object whose farther coordinate is `reach`."""
    sides = range(-reach, reach + 1)
    found = [(x, y) for x in sides for y in sides if max(abs(x), abs(y)) == reach]
    match symmetry:
        case "C4":
            return [(x, y) for x, y in found if (x - y) % 2 == 0]
        case "D4+":  # in the other quadrants there are images
            return [(x, y) for x, y in found if x >= 0 and y >= 0]
        case "D2|":  # along the mirror all places are alike
            return [(x, y) for x, y in found if y == 0]
        case "D2/":
            return [(x, y) for x, y in found if y == 0 and x % 2 == 0]
    return found


def _hassled(part: Part) -> Hassled:
    """The objects of a part. About the middle of a cell, or of an edge, they are symmetric."""
    _, name, of, turn, across, down = _words(part)
    name, symmetry, x, y = name.replace("_", " "), Symmetry.parse(of), int(across), int(down)
    one = Pattern.parse(OBJECTS[name]).transform(Orientation.parse(turn)).normal()
    if (name, of) in ALONE and part == _part(name, of):
        return Hassled(name, one, symmetry)
    if of not in AT_ONCE:
        raise InputError(f"hasslers have no symmetry {of}")
    doubled = [(2 * u + x, 2 * v + y) for u, v in one.cells]
    images = [g.apply(*cell) for cell in doubled for g in symmetry.group]
    return Hassled(
        name, Pattern.of(((u - x % 2) // 2, (v - y % 2) // 2) for u, v in images), symmetry
    )
