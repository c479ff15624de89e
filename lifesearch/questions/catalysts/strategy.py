"""Hasslers, as a strategy of races: common active objects between still lifes that restore them.

The first parts have one object in the middle, with its own symmetry, and up to two still lifes with
their images: twin bees between blocks have period 46. The others have an object beside its images
under a symmetry, nearest first, and one still life with its images, or later two. A part has all
places of an object at one distance.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.core.answer import Answer
from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.apgcode import decode
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.catalysts.kind import APART
from lifesearch.questions.catalysts.known import ACTIVE
from lifesearch.questions.race.strategy import RaceStrategy, parked

if TYPE_CHECKING:
    from lifesearch.engines.catalysts.problem import CatalystProblem

PERIODS = range(16, 61)
"""In a shorter period an active object has hardly been anywhere; longer ones take longer runs."""
COMMON = frozenset({16, 30})
"""Periods that random boards have sooner."""
MUCH, LITTLE = 40, 2
"""Shares for rare periods and for common ones; the first is about half of the time.

CPU seconds to the first oscillator by hasslers alone: period 17, 0.7 (honey thieves); 36, 40
(22P36); 46, 1.5 (twin bees). No other strategy has been seen to find one of period 17 to 29.
"""
CATALYSTS = (decode("xs4_33"), decode("xs7_178c"))
"""A block and an eater 1: a choice, since more would take longer."""
OBJECTS = {
    "T-tetromino": "OOO\n.O.",
    **ACTIVE,
    "honey farm": "OOOOOOO",
    "glider": ".O.\n..O\nOOO",
}
"""Active objects by name. The order does not matter: parts about them are shuffled."""
ALONE = (
    ("honey farm", "C2"),
    ("twin bees", "D2-"),
    ("queen bee", "D2-"),
    ("pi-heptomino", "D2|"),
    ("honey farm", "D2|"),
    ("T-tetromino", "D2|"),
)
"""Objects that stand alone, each with a symmetry of its own that the still lifes around have.

They are the first parts, in this order, which is a choice.
"""
TURNS = {
    "C2": (Orientation.IDENTITY,),
    "C4": (Orientation.IDENTITY,),
    "D2|": (Orientation.IDENTITY, Orientation.R90),
    "D2/": (Orientation.IDENTITY, Orientation.FLIP_X),
    "D4+": (Orientation.IDENTITY,),
}
"""Symmetries of an object with its images, and the turns of the object that are tried.

Any other turn gives, with the images and for all places, only turned forms of the same patterns.
"""
FARTHEST = 32
"""The largest `reach` of an object: twice its distance from the middle, along rows or columns. It
is a choice, as are the bounds below for which nothing else is said.
"""
MOST = 2
"""The most catalysts, without their images: with three a search may take hours."""
LATER = 12
"""Two catalysts around objects come after one around objects whose `reach` is larger by this.

Around objects at one place one catalyst takes 10 ms, and two take 10 to 600 ms."""
AREA, MARGIN = (40, 40), 16
"""The area for still lifes around a single object; around several it is wider and higher than these
by MARGIN cells."""
BOARD = (64, 64)
"""The box of a part: the kernel's board, on which objects run."""
BEFORE_TOUCHED = 15
"""The most generations before the first still life is touched."""
BEFORE, PLACEMENTS_A_UNIT = 150, 20
"""The cost of the tables of a problem, in units, and the placements that cost one unit."""
UNITS_IN_A_PART = 100_000
"""The cost of most parts in units: a time slice as long finishes any part with one catalyst."""
LABEL = "hassler"
"""The first word of the names of parts; `Hassled.part` has the others."""
END = Part(BOARD, name=f"{LABEL} farther")
"""The part after all others. It is never done: a race must not end as if all were searched."""


class Hassled(NamedTuple):
    """An object among still lifes.

    name      of the object in OBJECTS
    symmetry  of the still lifes, and of the object with its images
    reach     twice the distance of the object from the middle; None if it is its own image there
    most      the most catalysts
    """

    name: str
    symmetry: str
    reach: int | None = None
    most: int = MOST

    @property
    def part(self) -> Part:
        reach = "alone" if self.reach is None else str(self.reach)
        words = (LABEL, self.name.replace(" ", "_"), self.symmetry, reach, str(self.most))
        return Part(BOARD, name=" ".join(words))

    @classmethod
    def of(cls, part: Part) -> Hassled:
        _, name, symmetry, reach, most = part.name.split(" ")
        far = None if reach == "alone" else int(reach)
        return cls(name.replace("_", " "), symmetry, far, int(most))

    def wholes(self) -> list[Pattern]:
        """The object with its images, at all places; turned and mirrored ones once."""
        one = Pattern.parse(OBJECTS[self.name])
        if self.reach is None:
            return [one]
        made: dict[Hashable, Pattern] = {}
        for turn in TURNS[self.symmetry]:
            turned = one.transform(turn).normal()
            for across, down in _places(self.symmetry, self.reach):
                whole = _with_images(turned, Symmetry.parse(self.symmetry), across, down)
                if whole is not None:
                    made.setdefault(min(i.key() for i in whole.orientations(Orientation)), whole)
        return list(made.values())


class Hasslers(RaceStrategy):
    """Active objects, one after another, among still lifes."""

    name, engine = "hasslers", "catalysts"
    what = "active objects between still lifes"
    why = "many oscillators of periods from 20 to 60 are of this form"
    noun = "hassled object"
    by_kernel, common = True, COMMON

    def suits(self) -> bool:
        motion = self.wanted.motion
        fits = motion.period in PERIODS and not motion.travels
        return fits and self.wanted.rule == LIFE and available()

    def unsuitable(self) -> str:
        if self.suits():
            return ""
        shortest, longest = PERIODS[0], PERIODS[-1]
        return f"they are for oscillators of periods {shortest} to {longest} in Life"

    @property
    def units_in_a_part(self) -> int:
        return UNITS_IN_A_PART

    @property
    def share(self) -> int:
        return LITTLE if self.wanted.motion.period in COMMON else MUCH

    def parts(self) -> Iterator[Part]:
        for name, symmetry in ALONE:
            yield Hassled(name, symmetry).part
        random = Random(self.seed)
        for farthest in range(FARTHEST + LATER + 1):
            near = [
                Hassled(name, symmetry, reach, most).part
                for most, reach in ((1, farthest), (MOST, farthest - LATER))
                for name in OBJECTS
                for symmetry in TURNS
                if 0 <= reach <= FARTHEST
            ]
            random.shuffle(near)
            yield from near
        yield END

    def owns(self, part: Part) -> bool:
        return part.name.startswith(f"{LABEL} ")

    def holds(self, part: Part) -> bool:
        if part == END:
            return True
        try:
            hassled = Hassled.of(part)
        except ValueError:
            return False
        name, symmetry, reach, most = hassled
        alone = reach is None and (name, symmetry) in ALONE and most == MOST
        beside = reach in range(FARTHEST + 1) and name in OBJECTS and symmetry in TURNS
        return hassled.part == part and (alone or (beside and most in (1, MOST)))

    def place(self, part: Part) -> str:
        if part == END:
            return "objects farther from each other"
        hassled = Hassled.of(part)
        return f"{hassled.name}, with symmetry {hassled.symmetry}, between still lifes"

    def search(self, part: Part, strategy: Strategy) -> Iterator[Report[Answer]]:
        """Place still lifes around the objects of a part."""
        if part == END:
            yield from parked()  # without end
        from lifesearch.engines.catalysts.search import found_in

        units = 0
        for problem in self.problems(part):
            units += BEFORE
            tried = 0
            for report in found_in(problem, 0, 1):
                if isinstance(report, int):
                    tried = report // PLACEMENTS_A_UNIT
                    yield units + tried
                    continue
                for catalysts in report:
                    whole = self._recurring(problem, catalysts)
                    if answers := self.wanted.answers(self.wanted.patterns_in(whole)):
                        yield answers
            units += tried
        yield Exhausted(units)

    def _recurring(self, problem: CatalystProblem, catalysts: Sequence[Pattern]) -> Pattern:
        """The first generation that recurs; generation 0 if none does.

        An object may take some generations until it is a phase of the oscillator.
        """
        whole = problem.active
        for image in (image for each in catalysts for image in problem.images(each)):
            whole |= image
        period = self.wanted.motion.period
        life = list(generations(whole, problem.generations, LIFE))
        later = life[period:]
        return next(
            (each for each, again in zip(life, later, strict=False) if each == again), whole
        )

    def problems(self, part: Part) -> Iterator[CatalystProblem]:
        """A problem for each place of the object."""
        from lifesearch.engines.catalysts.problem import CatalystProblem

        period, hassled = self.wanted.motion.period, Hassled.of(part)
        for whole in hassled.wholes():
            box, alone = whole.box, hassled.reach is None
            yield CatalystProblem(
                whole,
                LIFE,
                CATALYSTS,
                most=hassled.most,
                symmetry=Symmetry.parse(hassled.symmetry),
                area=AREA if alone else (box.width + MARGIN, box.height + MARGIN),
                generations=period + BEFORE_TOUCHED,
                recovery=20,  # the usual value of <recovery>
                apart=APART,
                transparent=False,
                periods=(period, period),
                debris=False,
            )


def _places(symmetry: str, reach: int) -> list[tuple[int, int]]:
    """The places of an object whose farther coordinate is `reach`, in half cells."""
    sides = range(-reach, reach + 1)
    found = [(x, y) for x in sides for y in sides if max(abs(x), abs(y)) == reach]
    match symmetry:
        case "D2|":  # along the mirror all places are alike
            return [(-reach, 0), (reach, 0)]
        case "D2/":
            # Moved along the diagonal mirror by whole cells, each place has y 0 or 1.
            return [(x, y) for x, y in found if y in (0, 1)]
    return found


def _with_images(one: Pattern, symmetry: Symmetry, across: int, down: int) -> Pattern | None:
    """An object whose middle is at a place, with its images about the middle of a cell or an edge.

    None if images would not be on the grid.
    """
    x, y = across - one.box.width + 1, down - one.box.height + 1
    if (x - y) % 2 and any(g.apply(1, 0)[0] == 0 for g in symmetry.group):
        return None
    doubled = [(2 * u + x, 2 * v + y) for u, v in one.cells]
    images = [g.apply(*cell) for cell in doubled for g in symmetry.group]
    return Pattern.of(((u - x % 2) // 2, (v - y % 2) // 2) for u, v in images)
