"""A question for the smallest ship of each speed and oscillator of each period, in any rule.

Its answers are patterns with a rule. Of those with the same motion the smallest is kept; so if all
patterns of up to some number of cells have gone through all rules of a class, there is no other
motion, and no smaller pattern for any of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, pairwise
from typing import Any, ClassVar, Self

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import MOST_WANTED
from lifesearch.common.text import plural, size_with_article
from lifesearch.core.answer import Answer, PatternInRule, wrong_answer
from lifesearch.core.question import DivisibleQuery, Proved
from lifesearch.engines.on_demand.classes import RuleClass, class_named, require_states
from lifesearch.engines.on_demand.limits import LARGEST_SQUARE
from lifesearch.engines.on_demand.patterns import Patterns, require_few
from lifesearch.engines.on_demand.spread import room, side
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import PartCheckpoint, Report
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.simulate.evolve import behaviour, phases
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.questions.smallest.answer import SmallAnswer, SpeedOrPeriod, moved, turned
from lifesearch.questions.smallest.known import KnownSpeed

MOST_PARTS = 256
"""Ranges of patterns: enough for many workers, few enough to be listed in a session."""
LONGEST_SIDE = 8
"""Cells a side of the box: a pattern is one word of 64 bits."""
MOST_CELLS = 64  # a box of LONGEST_SIDE has no more
LONGEST = 1000
"""The longest period: all generations of a run are kept. A choice: `search.LONGER` times as much,
the longest run, must be no more than `engines.on_demand.limits.LONGEST_RUN`.
"""
BOTH, SHIPS, OSCILLATORS = "", "spaceships", "oscillators"
NOUNS = {
    BOTH: ("speed or period", "a ship or oscillator"),
    SHIPS: ("speed", "a ship"),
    OSCILLATORS: ("period", "an oscillator"),
}
"""By the value of `only`: what is listed, and a pattern that has it."""
PRIMES_ALONE = 5
"""Up to this, all periods are powers of a prime: none is a common multiple of shorter ones."""
_RANDOM = re.compile("runs [1-9][0-9]{0,8}")


@dataclass(frozen=True)
class Smallest(DivisibleQuery):
    """Patterns of up to `most_cells` cells in a box, in all rules of a class.

    rules_of    the name of the class
    size        width and height of the box, for generation 0
    states      how many states the rules have
    only        what is listed: one of BOTH, SHIPS, OSCILLATORS
    max_period  the longest period
    square      cells a side of a square in which all phases must fit
    symmetry    of the pattern in generation 0
    at_random   whether patterns and rules are drawn at random, with the `seed`, not gone through
    known       motions of which only patterns with fewer cells count
    """

    kind: ClassVar[str] = "smallest"
    unit: ClassVar[str] = "generation"
    parts_noun = ("range", "s of patterns")
    tabulated = True

    rules_of: str
    most_cells: int = 5
    size: Size = (4, 4)
    states: int = 2
    only: str = BOTH
    max_period: int = 60
    square: int = 24
    symmetry: Symmetry = C1
    at_random: bool = False
    seed: int = 0
    known: tuple[KnownSpeed, ...] = ()

    def __post_init__(self) -> None:
        require_states(self.rule_class, self.states)
        require.whole(self.most_cells, "the number of cells", 1, MOST_CELLS)
        require.whole(self.max_period, "the longest period", 1, LONGEST)
        require.whole(self.seed, "the seed", 0, MOST_WANTED)
        require.whole(self.square, "the side of the square", 1, LARGEST_SQUARE)
        for length in self.size:
            require.whole(length, "a side of the box", 1, LONGEST_SIDE)
        if max(self.size) > self.square:
            raise InputError(
                f"a {self.size[0]}x{self.size[1]} box does not fit in a square of {self.square}: "
                "give a larger <square>"
            )
        if self.only not in NOUNS:
            raise InputError(f"there are {SHIPS} and {OSCILLATORS}, not '{self.only[:20]}'")
        if not self.symmetry.group <= self.rule_class.symmetries:
            raise InputError(
                f"not all rules of the class {self.rules_of} have the symmetry {self.symmetry.name}"
            )
        if not any(True for _ in self.patterns.sizes()):
            w, h = self.size
            raise InputError(f"no box up to {w}x{h} can have the symmetry {self.symmetry.name}")
        if not self.at_random:
            require_few(self.patterns)
        # Without any pattern, a complete search ends at once, and drawing one would never end.
        elif self._fewest_cells() > self.most_cells:
            raise InputError(
                f"no pattern of at most {plural(self.most_cells, 'cell')} can have the symmetry "
                f"{self.symmetry.name}"
            )

    def _fewest_cells(self) -> int:
        """The cells of the smallest pattern with the symmetry, in any of the boxes."""
        boxes = (self.symmetry.orbits(*size) for size in self.patterns.sizes())
        return min(min(Counter(orbits).values()) for orbits in boxes)

    @property
    def rule_class(self) -> RuleClass:
        return class_named(self.rules_of)

    @property
    def patterns(self) -> Patterns:
        """All patterns that go through the rules."""
        return Patterns(
            self.most_cells, self.size, self.symmetry, self.rule_class.symmetries, self.states
        )

    @property
    def known_cells(self) -> Mapping[SpeedOrPeriod, int]:
        """For each speed or period, the fewest cells that are known: see `WalkQuestion`."""
        return self._known_cells

    @cached_property
    def _known_cells(self) -> dict[SpeedOrPeriod, int]:
        return {SpeedOrPeriod(period, dx, dy): cells for dx, dy, period, cells in self.known}

    @property
    def saved_type(self) -> Any:
        return PatternInRule

    def describe(self) -> str:
        return NOUNS[self.only][0]

    def where(self) -> str:
        noun = NOUNS[self.only][1]
        cells = plural(self.most_cells, "cell")
        box = size_with_article(*self.size)
        symmetric = f" with symmetry {self.symmetry.name}" if self.symmetry != C1 else ""
        if self.at_random:
            return f" of {noun} of few cells in any {self._rule_words}, at random"
        beaten = " that beats what is known" if self.known else ""
        return (
            f" has {noun} of at most {cells} in {box} box{symmetric}{beaten} whose "
            f"phases fit in {self.square}x{self.square}, up to period {self.max_period}, in any "
            f"{self._rule_words}"
        )

    def no_others(self) -> str:
        return f"no other {self.describe()}{self.where()}{self._and_in_the_plane}"

    def no_answers(self) -> str:
        return f"no {self.describe()}{self.where()}{self._and_in_the_plane}"

    @property
    def settled_period(self) -> int:
        """The period up to which the result is true of boxes of any size; 0 if of no period.

        For short periods, cells of a pattern that is too large for the box are so far apart that it
        consists of two, each of which recurs alone with the same motion, and is smaller. A period
        longer than PRIMES_ALONE may be a common multiple of two shorter ones. With B0 this is not
        so, and with a symmetry the two were not searched for, as they need not have it.
        """
        rules, most = self.rule_class, self.most_cells
        if self.at_random or rules.births_from_nothing or self.symmetry != C1:
            return 0
        lone = rules.lone_births

        def is_settled(period: int) -> bool:
            fits = side(most, period, period, lone_births=lone) <= min(self.size)
            return fits and room(most, period, period, lone_births=lone) <= self.square

        periods = range(1, min(self.max_period, PRIMES_ALONE) + 1)
        return max((p for p in periods if all(map(is_settled, range(1, p + 1)))), default=0)

    @property
    def _and_in_the_plane(self) -> str:
        period = self.settled_period
        # Of oscillators, which have period 2 or more, a settled period of 1 says nothing.
        if period <= (self.only == OSCILLATORS):
            return ""
        return f"; up to period {period}, nor in any larger box"

    @property
    def _rule_words(self) -> str:
        more = f" of {self.states} states" if self.states > 2 else ""
        return f"{self.rule_class.words}{more}"

    @property
    def title(self) -> str:
        what = {BOTH: "smallest ships and oscillators", SHIPS: "smallest ships"}
        words = what.get(self.only, "smallest oscillators")
        cells, box = plural(self.most_cells, "cell"), size_with_article(*self.size)
        symmetric = f" with symmetry {self.symmetry.name}" if self.symmetry != C1 else ""
        drawn = f", drawn at random with seed {self.seed}" if self.at_random else ""
        return (
            f"{words} in any {self._rule_words}: up to {cells} in {box} box"
            f"{symmetric}, period up to {self.max_period}, phases in {self.square}x{self.square}"
            f"{drawn}"
        )

    def as_recorded(self, recorded: Self) -> Self:  # pyright: ignore[reportIncompatibleMethodOverride]
        """This question with the seed that was drawn when the session began."""
        return replace(self, seed=recorded.seed) if self.at_random else self

    def proved(self) -> Proved:
        return FoundSpeeds()

    @property
    def _room(self) -> Size:
        """The box in which an answer lies: turned, or in a later phase, it may leave `size`."""
        return self.square, self.square

    def parts(self, depth: int) -> Iterator[Part]:
        """Ranges of patterns, such as "patterns 0-99", which has patterns 0 to 98.

        Random runs have parts without end: "runs 1", "runs 2", ...
        """
        if self.at_random:
            yield from (Part(self._room, name=f"runs {number}") for number in count(1))
        number = len(self.patterns.all())
        bounds = [n * number // MOST_PARTS for n in range(MOST_PARTS + 1)]
        # Bounds are equal where there are fewer patterns than parts.
        for first, end in pairwise(dict.fromkeys(bounds)):
            yield Part(self._room, name=f"patterns {first}-{end}")

    def has_part(self, part: Part, depth: int) -> bool:
        if self.at_random:
            return part.box == self._room and not part.cube and bool(_RANDOM.fullmatch(part.name))
        return super().has_part(part, depth)

    def place(self, part: Part) -> str:
        return part.name

    def key(self, answer: Answer) -> Hashable:
        """Its motion: of all answers with the same one, one is kept."""
        assert isinstance(answer, SmallAnswer)
        return answer.motion

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        """Walk some patterns through all rules, or make random runs.

        There is no strategy to choose, and no checkpoint: a part that was stopped begins again.
        """
        from lifesearch.questions.smallest.search import random_runs, walk_patterns

        smaller = [answer for answer in known if isinstance(answer, SmallAnswer)]
        number, _, end = part.name.split(" ")[1].partition("-")
        if self.at_random:
            return random_runs(self, int(number), smaller)
        return walk_patterns(self, range(int(number), int(end)), smaller)

    def wants(self, motion: SpeedOrPeriod, cells: int) -> bool:
        """Whether a pattern with this motion counts."""
        if (motion.moves, self.only) in ((True, OSCILLATORS), (False, SHIPS)):
            return False
        if motion.period > self.max_period:
            return False  # random runs are longer than that (`search.LONGER`)
        return cells < self.known_cells.get(motion, cells + 1)

    def answers(self, saved: Sequence[PatternInRule], width: int, height: int) -> list[Answer]:
        """Simulate patterns; VerificationError unless each recurs as it is asked for."""
        return [*self.smallest(saved)]

    def smallest(self, saved: Sequence[PatternInRule]) -> list[SmallAnswer]:
        """The answers of `answers`, with their own type."""
        return [self._answer(each) for each in saved]

    def _answer(self, saved: PatternInRule) -> SmallAnswer:
        """A pattern in a rule as an answer, verified by simulation."""
        pattern, rule = saved
        if not self.rule_class.holds(rule, self.states):
            raise wrong_answer(f"has a rule that is not one of its class: {rule}", pattern)
        cycle = behaviour(pattern, rule, self.max_period)
        if cycle.period is None or cycle.kind not in ("spaceship", "oscillator"):
            raise wrong_answer("is neither a ship nor an oscillator", pattern)
        group = self.rule_class.symmetries
        g = turned(cycle.dx, cycle.dy, group)
        motion = SpeedOrPeriod(cycle.period, *g.apply(cycle.dx, cycle.dy))
        if not self.wants(motion, pattern.population) or not self._fits(saved, cycle.period):
            raise wrong_answer("is not what was asked for", pattern)
        placed = self.patterns.canonical(pattern)
        return SmallAnswer(moved(pattern, g), cycle.period, rule, motion=motion, placed=placed)

    def _fits(self, saved: PatternInRule, period: int) -> bool:
        """Whether a pattern is one of those that are gone through, and its phases fit.

        A random run may report a later phase, which can have more cells or a larger box.
        """
        pattern, rule = saved
        if not self.at_random and not self.patterns.holds(pattern):
            return False
        boxes = [phase.box for phase in phases(pattern, rule, period)]
        return max(max(box.width, box.height) for box in boxes) <= self.square


class FoundSpeeds(Proved):
    """Counts the motions that were found."""

    def __init__(self) -> None:
        self._found: set[SpeedOrPeriod] = set()

    def found(self, part: Part, answers: Sequence[Answer]) -> None:
        self._found |= {each.motion for each in answers if isinstance(each, SmallAnswer)}

    def number_of_answers(self, found: int) -> int:
        return len(self._found)
