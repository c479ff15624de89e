"""A query for all placements of catalysts around an active part that survive its effect.

`engine` has its two engines. Placements are listed by `engines.catalysts`, or `solving` finds the
still cells; each answer is verified by `course`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.common.text import plural, size_with_article
from lifesearch.core.answer import Answer, wrong_answer
from lifesearch.core.constraints import Aim, Constraints, Objective
from lifesearch.core.pieces import ExcludedPieces
from lifesearch.core.question import DivisibleQuery
from lifesearch.core.words import in_rule
from lifesearch.engines.catalysts.problem import CatalystProblem
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.cubes import cubes
from lifesearch.engines.sat.solving.enumerate import Closed, Exhausted, PartCheckpoint, Report
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.identify import canonical_key, pieces
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations, step
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.questions.catalysts.answer import CatalystAnswer, PlacedCatalysts
from lifesearch.questions.catalysts.course import LONGEST_FLIGHT, Course, course, union
from lifesearch.questions.catalysts.kind import (
    APART,
    LARGEST_AREA_SIDE,
    LARGEST_CATALYST,
    LONGEST_RUN,
    MOST_CATALYSTS,
)
from lifesearch.questions.catalysts.known import name_of_active
from lifesearch.questions.catalysts.words import outcome_in_words

if TYPE_CHECKING:
    from lifesearch.questions.catalysts.solving import StillCells

PARTS = 64
"""Parts of a search, each with every 64th first placement, so that all take about as long. How many
there are is a choice.
"""


class Recurrence(NamedTuple):
    """After this number of generations a pattern, turned and then moved like this, is as it was."""

    generations: int
    turn: Orientation
    dx: int
    dy: int


@dataclass(frozen=True)
class FewestStill(Objective):
    """Catalysts with the fewest live cells, whatever the active part has."""

    @property
    def sought(self) -> str:
        return "one with the fewest live cells in its catalysts"

    @property
    def again(self) -> str:
        return ""

    def named(self, cost: int) -> str:
        return f"catalysts of {plural(cost, 'cell')}"

    def better(self, cost: int) -> str:
        return f"has catalysts of fewer than {plural(cost, 'cell')}"


def check_rule(rule: Rule) -> None:
    """Refuse a rule in which catalysts are not searched for."""
    rule.require_plain("catalysts are")
    if rule.births is None or 0 in rule.births:
        raise InputError(f"catalysts need a rule that counts neighbours, not {rule}")


@dataclass(frozen=True)
class Catalysts(DivisibleQuery):
    """Catalysts around an active part: see `engines.catalysts.problem` for the conditions.

    active       the active part in generation 0, at its place
    catalysts    the still lifes to place; without any, still lifes of every form are tried, and if
                 there are no periods, nothing but catalysts may be left
    most         the most catalysts, without their images under the `symmetry`
    area         width and height of the area for catalysts, around the active part
    generations  for how many the active part is followed
    recovery     for how many generations in a row a catalyst may be changed
    apart        the least distance of catalysts, as a king moves
    transparent  whether all cells of a catalyst may be gone for a while
    periods      the whole must recur after one of these numbers of generations, turned by the
                 `transform`; empty if it need not
    debris       whether more than gliders may be left beside the catalysts
    fewest       whether catalysts with the fewest live cells are wanted
    new          whether oscillators of the catalogues are rejected
    excluded     oscillators that contain one of these pieces, of the catalogues, are rejected
    """

    kind: ClassVar[str] = "catalysts"
    parts_noun = ("group", "s of first placements")

    active: Pattern
    catalysts: tuple[Pattern, ...]
    most: int = 2
    rule: Rule = LIFE
    symmetry: Symmetry = C1
    area: Size = (40, 40)
    generations: int = 60
    recovery: int = 20
    apart: int = APART
    transparent: bool = False
    periods: tuple[int, ...] = ()
    transform: Orientation = Orientation.IDENTITY
    debris: bool = False
    fewest: bool = False
    new: bool = False
    excluded: tuple[Pattern, ...] = ()

    def __post_init__(self) -> None:
        require.instance(self.active, "the active part", Pattern)
        require.each(self.catalysts, "the catalysts", Pattern)
        require.whole(self.most, "<catalysts>", 1, MOST_CATALYSTS)
        require.whole(self.generations, "<generations>", 1, LONGEST_RUN)
        require.whole(self.recovery, "<recovery>", 1, LONGEST_RUN)
        require.whole(self.apart, "<keep_apart>", APART, LARGEST_AREA_SIDE)
        require.each(self.excluded, "the excluded pieces", Pattern)
        flags = {"transparent": self.transparent, "debris": self.debris, "fewest": self.fewest}
        require.flags(**flags, new=self.new)
        check_rule(self.rule)
        self._check_sizes()
        for each in self.periods:
            require.whole(each, "a period", 1, LONGEST_PERIOD)
        if self.periods and self.order * max(self.periods) > self.generations:
            raise OptionError(
                "<period> {} does not fit in <generations> {}: give at least {}",
                max(self.periods),
                self.generations,
                self.order * max(self.periods),
            )
        if self.transform is not Orientation.IDENTITY and not self.periods:
            raise OptionError("<transform> says how the whole recurs: give <period>")
        if not self.symmetry.group <= set(self.problem.own_group):
            raise OptionError(
                "the active part does not have <symmetry> {}: give it with all its images",
                self.symmetry.name,
            )

    def _check_sizes(self) -> None:
        """Refuse an active part, an area or catalysts that do not fit on the kernel's board."""
        if not self.active:
            raise InputError("the active part has no live cell")
        for side in (*self.area, self.active.box.width, self.active.box.height):
            if side > LARGEST_AREA_SIDE:
                raise OptionError(
                    "<area> and active part are at most {0}x{0}, not {1:,} wide or high",
                    LARGEST_AREA_SIDE,
                    side,
                )
        for each in self.catalysts:
            if not each or step(each, self.rule) != each:
                cells = plural(each.population, "cell")
                raise InputError(f"a catalyst of {cells} is no still life in {self.rule}")
            if max(each.box.width, each.box.height) > LARGEST_CATALYST:
                raise InputError(
                    f"a catalyst is at most {LARGEST_CATALYST} cells wide and high, not "
                    f"{each.box.width}x{each.box.height}"
                )

    @cached_property
    def problem(self) -> CatalystProblem:
        """The problem for the kernel, which knows no transform.

        With one, the kernel takes each period from the least of `periods` to the greatest whole
        one, and `_answer` rejects what does not recur turned.
        """
        periods = (min(self.periods), self.order * max(self.periods)) if self.periods else None
        return CatalystProblem(
            self.active,
            self.rule,
            self.catalysts,
            self.most,
            self.symmetry,
            self.area,
            self.generations,
            self.recovery,
            self.apart,
            self.transparent,
            periods,
            self.debris,
        )

    @property
    def order(self) -> int:
        """After how many times of the transform all is as before."""
        return self.transform.order

    @property
    def delays(self) -> tuple[int, ...]:
        """All exact periods that an answer may have.

        What recurs turned after P generations recurs as it is after n P, where n divides the order.
        It is less than the order if a power of the transform, such as a half turn for R90, leaves
        the pattern as it is.
        """
        times = (n for n in range(1, self.order + 1) if self.order % n == 0)
        return tuple(sorted({n * each for n in times for each in self.periods}))

    @property
    def constraints(self) -> Constraints:  # type: ignore[override]
        best = FewestStill(Aim.SMALLEST_POPULATION) if self.fewest else None
        return Constraints(objective=best, excluded=self.excluded)

    def excluding(self, excluded: tuple[Pattern, ...]) -> Self:
        return replace(self, excluded=excluded)

    def as_recorded(self, recorded: Self) -> Self:  # pyright: ignore[reportIncompatibleMethodOverride]
        """This question with the patterns that the catalogues had when its session began."""
        return self.excluding(recorded.excluded) if self.new and recorded.new else self

    def cost(self, answer: Answer) -> int:
        assert isinstance(answer, CatalystAnswer)
        return answer.catalyst_cells.population

    @cached_property
    def still_cells(self) -> StillCells:
        """The unknown cells, for a solver."""
        from lifesearch.questions.catalysts.solving import StillCells

        return StillCells(self.problem, self.delays)

    @property
    def saved_type(self) -> Any:
        return PlacedCatalysts

    @property
    def unit(self) -> str:  # type: ignore[override]
        return "conflict" if self.needs_solver else "placement"

    @property
    def needs_solver(self) -> bool:
        """Whether SAT is needed: for still lifes of any form, or for the fewest cells."""
        return not self.catalysts or self.fewest

    def describe(self) -> str:
        active = name_of_active(self.active, self.rule)
        by = f"up to {plural(self.most, 'catalyst')}"
        if self.symmetry != C1:
            by += f" and their images under {self.symmetry.name}"
        if not self.periods and not self.catalysts:
            return f"eater of any form around {active}{in_rule(self.rule)}"
        if not self.periods:
            return f"{by} around {active}{in_rule(self.rule)}"
        least, longest = min(self.periods), max(self.periods)
        if self.transform is Orientation.IDENTITY:
            period = (
                f"period {least}" if least == longest else f"a period from {least} to {longest}"
            )
            what = f"oscillator of {period}"
        else:
            after = f"{least}" if least == longest else f"{least} to {longest}"
            what = f"oscillator that recurs after {after} generations under {self.transform.symbol}"
        what += str(self.constraints)
        return f"{what} made of {active} and {by}{in_rule(self.rule)}"

    def where(self) -> str:
        area = size_with_article(*self.area)
        return f" in {area} area, {plural(self.generations, 'generation')}"

    def no_answers(self) -> str:
        noun = bool(self.periods) or not self.catalysts
        return f"{'no' if noun else 'none with'} {self.describe()} {self._limits}"

    def no_others(self) -> str:
        return f"no others {self._limits}"

    @property
    def _limits(self) -> str:
        """The area and the generations of a proof; the manual has the other limits."""
        width, height = self.area
        return (
            f"(within {width}x{height}, {plural(self.generations, 'generation')}; limits: "
            "lifesearch help catalysts)"
        )

    def cells(self) -> int:
        return self.problem.box.area

    def parts(self, depth: int) -> Iterator[Part]:
        """The parts: each has every 64th of the first placements, whatever the `depth`."""
        for number in range(PARTS):
            yield Part(self.area, name=f"placements {number} of {PARTS}")

    def cubes(self, depth: int) -> Iterator[Part]:
        """The parts that a solver searches."""
        return (Part(self.area, cube) for cube in cubes(depth))

    def has_part(self, part: Part, depth: int) -> bool:
        by_solver = part._replace(cube=part.cube[:depth]) in self.cubes(depth)
        return by_solver or part in self.parts(0)

    def place(self, part: Part) -> str:
        return part.name or (part.case if part.cube else "")

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        return (
            self._placed(part)
            if isinstance(strategy, str)
            else self._solved(part, strategy, known, kept)
        )

    def _solved(
        self,
        part: Part,
        strategy: Configuration,
        known: Sequence[Answer],
        kept: PartCheckpoint | None,
    ) -> Iterator[Report[Answer]]:
        """Let a solver find still cells, and simulate each solution."""
        solved, tried = self.still_cells.solved(strategy.encoding), 0

        def answer(catalysts: Sequence[Pattern]) -> Answer | None:
            nonlocal tried
            tried += 1
            return self._answer(catalysts)

        found = solved.enumeration(part.cube, answer, fewest=self.fewest)
        reports = found.run(strategy, known, kept)
        if self.needs_solver:
            yield from reports
            return
        # Else the unit is a placement: each simulated one stands for the conflicts before it.
        closed = 0
        for report in reports:
            match report:
                case int():
                    yield tried
                case Closed(cube):
                    yield Closed(cube, tried - closed)
                    closed = tried
                case Exhausted():
                    yield Exhausted(tried)
                case _:
                    yield report

    def key(self, answer: Answer) -> Hashable:
        """Equal for all phases of an oscillator; for other answers, of generation 0 alone."""
        assert isinstance(answer, CatalystAnswer)
        if answer.returns:
            return canonical_key(answer.history(), self.rule)
        keys = []
        for g in self.rule.symmetries:
            moving, still = self.active.transform(g), answer.catalyst_cells.transform(g)
            box = (moving | still).box
            pair = (moving, still)
            keys.append(tuple(each.translate(-box.x, -box.y).key() for each in pair))
        return min(keys)

    def _placed(self, part: Part) -> Iterator[Report[Answer]]:
        """Place catalysts; answers that simulation without the board's edge does not confirm are
        left out.
        """
        from lifesearch.engines.catalysts.search import found_in

        tried, number = 0, int(part.name.split(" ")[1])
        for report in found_in(self.problem, number, PARTS):
            if isinstance(report, int):
                tried = report
                yield tried
            else:
                yield [answer for each in report if (answer := self._answer(each)) is not None]
        yield Exhausted(tried)

    def _answer(self, catalysts: Sequence[Pattern]) -> CatalystAnswer | None:
        """The answer with these catalysts, by simulation; None if the question rejects it.

        Of their images under the symmetry of the active part, the least is the answer.
        """
        problem = self.problem
        images = [tuple(problem.turned(c, g) for c in catalysts) for g in problem.kept_group]
        catalysts = min(images, key=lambda image: union(image).key())
        found = course(self.problem, catalysts)
        if found is None or self._comes_sooner(found, catalysts):
            return None
        still = union(image for each in catalysts for image in self.problem.images(each))
        whole, called = self.active | still, ""
        if found.outcome == "recurs":
            whole = step(whole, self.rule, found.since)
            if behaviour(whole, self.rule, found.delay).period != found.delay:
                return None
            if not self._is_turned(whole, found.delay) or self._is_excluded(whole, found.delay):
                return None
        else:
            called = outcome_in_words(found, self.problem)
        return CatalystAnswer(
            whole,
            found.delay if found.outcome == "recurs" else found.end,
            self.rule,
            called=called,
            returns=found.outcome == "recurs",
            catalysts=tuple(catalysts),
            course=found,
            catalyst_cells=still,
        )

    @cached_property
    def _recurring(self) -> Recurrence | None:
        """The recurrence of an active part that recurs by itself, without catalysts."""
        # In the same order in all processes: that of the set would not be.
        turns = [g for g in Orientation if g in self.rule.symmetries]
        for t, later in enumerate(generations(self.active, LONGEST_FLIGHT, self.rule)):
            for g in turns if t and len(later) == len(self.active) else ():
                back = later.transform(g)
                if back.normal() == self.active.normal():
                    dx, dy = (a - b for a, b in zip(self.active.box[:2], back.box[:2], strict=True))
                    return Recurrence(t, g, dx, dy)
        return None

    def _comes_sooner(self, found: Course, catalysts: Sequence[Pattern]) -> bool:
        """Whether an active part that recurs by itself could meet these catalysts a period earlier.

        The catalysts would stand elsewhere then; that answer is reported, and this one is not.
        """
        earlier = self._recurring
        if earlier is None or found.touched < earlier.generations:
            return False
        moved = (each.transform(earlier.turn).translate(*earlier[2:]) for each in catalysts)
        return all(map(self.problem.fits, moved))

    def _is_turned(self, whole: Pattern, period: int) -> bool:
        """Whether a pattern of this period recurs after one of `periods`, turned by `transform`."""
        image = whole.transform(self.transform).normal()
        return any(
            period % each == 0
            and self.order % (period // each) == 0
            and step(whole, self.rule, each).normal() == image
            for each in self.periods
        )

    @cached_property
    def _excluded(self) -> ExcludedPieces:
        return ExcludedPieces(self.excluded, self.rule, max(self.delays, default=1))

    def _is_excluded(self, whole: Pattern, period: int) -> bool:
        """Whether an oscillator has one of the excluded pieces."""
        return bool(self.excluded) and self._excluded.among(pieces(whole, self.rule, period))

    def answers(self, saved: Sequence[PlacedCatalysts], width: int, height: int) -> list[Answer]:
        made: list[Answer] = []
        for (catalysts,) in saved:
            answer = self._answer(catalysts)
            if answer is None:
                raise wrong_answer("is not what catalysts were asked for")
            made.append(answer)
        return made
