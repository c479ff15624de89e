"""A query for all ways to place catalysts around an active part so that something comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from lifesearch import compiled, require
from lifesearch.catalogue.catalogue import name_of
from lifesearch.catalyst_search.setting import CatalystSetting
from lifesearch.errors import InputError, OptionError
from lifesearch.life.identify import canonical_key, identify, pieces
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations, step
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.limits import (
    APART,
    BOARD_SIDE,
    LARGEST_AREA_SIDE,
    LARGEST_CATALYST,
    LONGEST_PERIOD,
    LONGEST_RUN,
    MOST_CATALYSTS,
)
from lifesearch.queries.answer import Answer, wrong_answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.catalysts.course import LONGEST_FLIGHT, Course, course, union
from lifesearch.queries.catalysts.words import in_words, ship_in_words
from lifesearch.queries.constraints import Aim, Constraints, Objective
from lifesearch.queries.pieces import ExcludedPieces
from lifesearch.queries.words import in_rule
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.cubes import cubes
from lifesearch.solving.enumerate import Exhausted, Kept, Report
from lifesearch.solving.parts import Part, Size
from lifesearch.text import plural, size_with_article

if TYPE_CHECKING:
    from lifesearch.queries.catalysts.solving import StillCells

PARTS = 64


class Earlier(NamedTuple):
    """How a pattern that recurs, turned or moved, is brought back to what it was before."""

    generations: int
    turn: Orientation
    dx: int
    dy: int


class PlacedCatalysts(NamedTuple):
    """What determines an answer: catalysts, in the order in which they are touched."""

    catalysts: tuple[Pattern, ...]


@dataclass(frozen=True)
class CatalystAnswer(Answer):
    """An active part with catalysts, and what happens."""

    catalysts: tuple[Pattern, ...] = field(kw_only=True)
    course: Course = field(kw_only=True)
    still: Pattern = field(kw_only=True)
    """All cells of the catalysts and their images."""

    @property
    def saved(self) -> PlacedCatalysts:
        return PlacedCatalysts(self.catalysts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the catalysts, in the order in which they are touched."""
        return tuple(_name(each, self.rule) for each in self.catalysts)

    @property
    def beside(self) -> str:
        counts = Counter(self.names).items()
        return f"with {', '.join(name if n == 1 else f'{n} x {name}' for name, n in counts)}"

    @property
    def facts(self) -> dict[str, Any]:
        seen, (x, y) = self.course, self.course.moved
        again = seen.kind == "again"
        return {
            "outcome": seen.kind,
            "catalysts": [*self.names],
            "touched": seen.touched,
            "delay": seen.delay,
            "turn": seen.turn.symbol if again else None,
            "dx_out": x if again else None,
            "dy_out": y if again else None,
            "ships": [ship_in_words(ship, self.rule) for ship in seen.ships],
            "debris": sum(map(len, seen.debris)),
        }

    @property
    def still_part(self) -> Pattern:
        return self.still

    @property
    def drawn(self) -> tuple[int, ...]:
        """The beginning, and what has become of it."""
        return (0,) if self.returns else (0, self.generations)


@dataclass(frozen=True)
class FewestStill(Objective):
    """Catalysts with the fewest live cells, whatever the active part has."""

    def named(self, cost: int) -> str:
        return f"catalysts of {plural(cost, 'cell')}"

    def better(self, cost: int) -> str:
        return f"has catalysts of fewer than {plural(cost, 'cell')}"


def _name(catalyst: Pattern, rule: Rule) -> str:
    return name_of(identify(catalyst, rule, 1).apgcode, rule) or "still life"


@dataclass(frozen=True)
class Catalysts(PatternQuery):
    """Catalysts around an active part: see `catalyst_search.setting` for what is asked of them.

    With `periods`, the whole recurs after so many generations, or after as many turned like
    `transform`. If no `catalysts` are given, still lifes of any form are tried; without periods,
    only those count that let nothing else live. With `fewest`, the fewest live cells are wanted.
    Oscillators that have one of the `excluded` pieces are not.
    """

    kind: ClassVar[str] = "catalysts"
    engine: ClassVar[str] = "catalysts"
    wish: ClassVar[str] = "place"
    keeps: ClassVar[str] = "groups of first placements that are done"
    reason: ClassVar[str] = "a catalyst that is not touched changes nothing"
    raw = False
    things = ("group", "s of first placements")
    has_clauses = False

    active: Pattern
    catalysts: tuple[Pattern, ...]
    most: int = 2
    rule: Rule = LIFE
    symmetry: Symmetry = C1
    area: Size = (40, 40)
    generations: int = 60
    restore: int = 20
    apart: int = APART
    transparent: bool = False
    periods: tuple[int, ...] = ()
    transform: Orientation = Orientation.IDENTITY
    debris: bool = False
    fewest: bool = False
    excluded: tuple[Pattern, ...] = ()

    def __post_init__(self) -> None:
        require.kind(self.active, "the active part", Pattern)
        require.each(self.catalysts, "the catalysts", Pattern)
        require.whole(self.most, "<catalysts>", 1, MOST_CATALYSTS)
        require.whole(self.generations, "<generations>", 1, LONGEST_RUN)
        require.whole(self.restore, "<restore>", 1, LONGEST_RUN)
        require.whole(self.apart, "<keep_apart>", APART, LARGEST_AREA_SIDE)
        require.each(self.excluded, "the excluded pieces", Pattern)
        require.flags(transparent=self.transparent, debris=self.debris, fewest=self.fewest)
        self._check_rule()
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
        if not self.symmetry.group <= set(self.setting.own_group):
            raise OptionError(
                "the active part does not have <symmetry> {}: give it with all its images",
                self.symmetry.name,
            )

    def _check_rule(self) -> None:
        self.rule.require_plain("catalysts are")
        if self.rule.births is None or 0 in self.rule.births:
            raise InputError(f"catalysts need a rule that counts neighbours, not {self.rule}")

    def _check_sizes(self) -> None:
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
                raise InputError(f"a catalyst is no still life in {self.rule}:\n{each.picture()}")
            if max(each.box.width, each.box.height) > LARGEST_CATALYST:
                raise InputError(
                    f"a catalyst is at most {LARGEST_CATALYST} cells wide and high, not "
                    f"{each.box.width}x{each.box.height}"
                )

    @cached_property
    def setting(self) -> CatalystSetting:
        """What the kernel is asked: with a transform, the whole period."""
        periods = (min(self.periods), self.order * max(self.periods)) if self.periods else None
        return CatalystSetting(
            self.active,
            self.rule,
            self.catalysts,
            self.most,
            self.symmetry,
            self.area,
            self.generations,
            self.restore,
            self.apart,
            self.transparent,
            periods,
            self.debris,
        )

    @property
    def order(self) -> int:
        return self.transform.order

    @property
    def delays(self) -> tuple[int, ...]:
        """All exact periods that an answer may have."""
        times = (n for n in range(1, self.order + 1) if self.order % n == 0)
        return tuple(sorted({n * each for n in times for each in self.periods}))

    @property
    def constraints(self) -> Constraints:  # type: ignore[override]
        best = FewestStill(Aim.SMALLEST_POPULATION) if self.fewest else None
        return Constraints(objective=best, excluded=self.excluded)

    def excluding(self, excluded: tuple[Pattern, ...]) -> Self:
        return replace(self, excluded=excluded)

    def cost(self, answer: Answer) -> int:
        assert isinstance(answer, CatalystAnswer)
        return answer.still.population

    @cached_property
    def still_cells(self) -> StillCells:
        """The unknown cells, for a solver."""
        from lifesearch.queries.catalysts.solving import StillCells

        return StillCells(self.setting, self.delays)

    @property
    def saved_type(self) -> Any:
        return PlacedCatalysts

    @property
    def what(self) -> str:
        if not self.catalysts:
            return "still lifes of any form"
        tried = plural(len(self.catalysts), "still life")
        return f"{tried} in all orientations, where the active part touches them"

    @property
    def unit(self) -> str:  # type: ignore[override]
        return "conflict" if self.needs_solver else "placement"

    @property
    def needs_solver(self) -> bool:
        """Still lifes of any form, or the fewest cells, cannot be found by placing a list."""
        return not self.catalysts or self.fewest

    def unavailable(self) -> str:
        return compiled.unavailable("lifesearch.catalyst_search.search")

    def describe(self) -> str:
        by = f"at most {plural(self.most, 'catalyst')}"
        if self.symmetry != C1:
            by += f" and their images under {self.symmetry.name}"
        if not self.periods and not self.catalysts:
            return f"eater of any form for an active part of {self._cells}{in_rule(self.rule)}"
        if not self.periods:
            return f"use of {by} for an active part of {self._cells}{in_rule(self.rule)}"
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
        return f"{what} made from an active part of {self._cells}{in_rule(self.rule)} by {by}"

    @property
    def _cells(self) -> str:
        return plural(self.active.population, "cell")

    def where(self) -> str:
        area = size_with_article(*self.area)
        return f" in {area} area, {self.generations} generations"

    def left_out(self) -> str:
        edge = "nothing" if self.periods else "nothing but gliders"
        return (
            f", where every catalyst is touched and {edge} reaches the edge of a "
            f"{BOARD_SIDE}x{BOARD_SIDE} board"
        )

    def configurations(self) -> tuple[Configuration, ...]:
        return (Configuration("cadical195"), Configuration("glucose4"))

    def cells(self) -> int:
        return self.setting.box.area

    def parts(self, depth: int) -> Iterator[Part]:
        """Every 64th of the first placements, as one comes to them."""
        for number in range(PARTS):
            yield Part(self.area, name=f"placements {number} of {PARTS}")

    def cubes(self, depth: int) -> Iterator[Part]:
        """The parts that a solver searches."""
        return (Part(self.area, cube) for cube in cubes(depth))

    def has_part(self, part: Part, depth: int) -> bool:
        by_solver = part._replace(cube=part.cube[:depth]) in self.cubes(depth)
        return by_solver or part in self.parts(0)

    def place(self, part: Part) -> str:
        return part.name or (f"cube {part.cube}" if part.cube else "")

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        """Have a solver find still cells, each time simulated: of a list, they are placements."""
        solved, tried = self.still_cells.solved(how.encoding), 0

        def answer(catalysts: Sequence[Pattern]) -> Answer | None:
            nonlocal tried
            tried += 1
            return self._answer(catalysts)

        found = solved.enumeration(part.cube, answer, fewest=self.fewest)
        for report in found.run(how, known, kept):
            ended = isinstance(report, Exhausted) and not self.needs_solver
            yield Exhausted(tried) if ended else report

    def key(self, answer: Answer) -> Hashable:
        """Oscillators are the same in all phases, other answers if they are at the first touch."""
        assert isinstance(answer, CatalystAnswer)
        if answer.returns:
            return canonical_key(answer.history(), self.rule)
        active = step(self.active, self.rule, answer.course.touched)
        keys = []
        for g in self.rule.symmetries:
            moving, still = active.transform(g), answer.still.transform(g)
            box = (moving | still).box
            pair = (moving, still)
            keys.append(tuple(each.translate(-box.x, -box.y).key() for each in pair))
        return min(keys)

    def search_without_solver(
        self, part: Part, name: str, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        """Place catalysts; what the board's edge made up is left out."""
        from lifesearch.catalyst_search.search import found_in

        tried, number = 0, int(part.name.split(" ")[1])
        for report in found_in(self.setting, number, PARTS):
            if isinstance(report, int):
                tried = report
                yield tried
            else:
                yield [answer for each in report if (answer := self._answer(each)) is not None]
        yield Exhausted(tried)

    def _answer(self, catalysts: Sequence[Pattern]) -> CatalystAnswer | None:
        """What some catalysts do, simulated; None if it is not what is asked for.

        Of images under the symmetry of the active part, always the same one is the answer.
        """
        setting = self.setting
        images = [tuple(setting.turned(c, g) for c in catalysts) for g in setting.kept_group]
        catalysts = min(images, key=lambda image: union(image).key())
        found = course(self.setting, catalysts)
        if found is None or self._comes_sooner(found, catalysts):
            return None
        still = union(image for each in catalysts for image in self.setting.images(each))
        whole, called = self.active | still, ""
        if found.kind == "recurs":
            whole = step(whole, self.rule, found.since)
            if behaviour(whole, self.rule, found.delay).period != found.delay:
                return None
            if not self._is_turned(whole, found.delay) or self._is_excluded(whole, found.delay):
                return None
        else:
            called = in_words(found, self.setting)
        return CatalystAnswer(
            whole,
            found.delay if found.kind == "recurs" else found.end,
            self.rule,
            called=called,
            returns=found.kind == "recurs",
            catalysts=tuple(catalysts),
            course=found,
            still=still,
        )

    @cached_property
    def _recurring(self) -> Earlier | None:
        """After how many generations an active part recurs that recurs by itself, and where."""
        for t, later in enumerate(generations(self.active, LONGEST_FLIGHT, self.rule)):
            for g in self.rule.symmetries if t and len(later) == len(self.active) else ():
                back = later.transform(g)
                if back.normal() == self.active.normal():
                    dx, dy = (a - b for a, b in zip(self.active.box[:2], back.box[:2], strict=True))
                    return Earlier(t, g, dx, dy)
        return None

    def _comes_sooner(self, found: Course, catalysts: Sequence[Pattern]) -> bool:
        """Whether the same happens to an active part that recurs, but sooner and elsewhere."""
        earlier = self._recurring
        if earlier is None or found.touched < earlier.generations:
            return False
        moved = (each.transform(earlier.turn).translate(*earlier[2:]) for each in catalysts)
        return all(map(self.setting.fits, moved))

    def _is_turned(self, whole: Pattern, period: int) -> bool:
        """Whether a pattern of a period recurs turned as asked, after one that is asked for."""
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
        """Whether an oscillator has a piece that is not wanted."""
        return bool(self.excluded) and self._excluded.among(pieces(whole, self.rule, period))

    def answers(self, saved: Sequence[PlacedCatalysts], width: int, height: int) -> list[Answer]:
        made: list[Answer] = []
        for (catalysts,) in saved:
            answer = self._answer(catalysts)
            if answer is None:
                raise wrong_answer("is not what catalysts were asked for")
            made.append(answer)
        return made
