"""A query for all rotors of a window, of all periods at once.

Its answers are rotors, each with a frame that makes an oscillator of it, or the proof that there is
none. If only one period is asked for, they are the oscillators of that period.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count, pairwise
from typing import Any, ClassVar, NamedTuple

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.common.text import size_with_article
from lifesearch.core.answer import Answer, wrong_answer
from lifesearch.core.question import DivisibleQuery
from lifesearch.core.words import in_rule
from lifesearch.engines.rotors.window import Window
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, PartCheckpoint, Report
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.motion import prime_divisors
from lifesearch.life.rotor import Rotor
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, phases
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.questions.rotors.frame import MOST_RINGS, StatorFrame

MOST_PARTS = 64
"""Parts of a window: enough for many workers, and few enough to be listed in a session."""
ONE_PART = 26
"""A window of up to this many free cells is one part; each more doubles the parts: a choice."""
FAR = 1000
"""The most cells of a frame, and the largest coordinate: in a damaged session there may be more."""


class FramedRotor(NamedTuple):
    """What determines an answer: a rotor, and its frame, or that there is none."""

    rotor: Rotor
    frame: StatorFrame


@dataclass(frozen=True)
class RotorAnswer(Answer):
    """A rotor and its frame: together they are the pattern; without a frame it is no oscillator."""

    rotor: Rotor = field(kw_only=True)
    frame: StatorFrame = field(kw_only=True)

    @property
    def saved(self) -> FramedRotor:
        return FramedRotor(self.rotor, self.frame)

    @property
    def exists(self) -> bool:
        return self.frame.cells is not None

    @property
    def verdict(self) -> str:
        """Whether there is a `frame`, `none` whatever the stator, or that is `undecided`."""
        if self.exists:
            return "frame"
        return "none" if self.frame.settled else "undecided"


@dataclass(frozen=True)
class Rotors(DivisibleQuery):
    """Rotors of a `min_period` or a longer one whose cells fit in a window of this size.

    The `symmetry` is that of the window and of the ring around it, in every generation. With a
    `period`, answers are oscillators of exactly that period; combinations of rotors of shorter
    periods are answers only if `composite`. With a `rotor`, the answer is an oscillator with it.
    """

    kind: ClassVar[str] = "rotors"
    unit = "board"
    parts_noun = ("group", "s of rings")

    size: Size
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    min_period: int = 3
    period: int | None = None
    composite: bool = False
    rotor: Rotor | None = None

    def __post_init__(self) -> None:
        require.whole(self.min_period, "<min_period>", 2, LONGEST_PERIOD)
        if self.period is not None:
            require.whole(self.period, "the period", 2, LONGEST_PERIOD)
        if self.rotor is None:
            Window(*self.size, self.symmetry, self.rule).require_small()
        elif self.rotor.period != self.period:
            raise InputError(f"the rotor has period {self.rotor.period}, not {self.period}")

    @property
    def window(self) -> Window:
        """The window that is searched: it may be this one turned, which has the same rotors."""
        return Window(*self.size, self.symmetry, self.rule).narrow

    @property
    def saved_type(self) -> Any:
        return FramedRotor

    @property
    def tabulated(self) -> bool:  # type: ignore[override]
        """All rotors are a table; those of one period are oscillators."""
        return self.period is None

    def describe(self) -> str:
        if self.period is not None:
            return f"oscillator of period {self.period}{in_rule(self.rule)}"
        return f"rotor of period {self.min_period} or more{in_rule(self.rule)}"

    def where(self) -> str:
        if self.rotor is not None:
            return f" whose rotor is {self.rotor.name}"
        inside = " whose rotor fits" if self.period else ""
        where = f"{inside} in {size_with_article(*self.size)} window"
        if self.symmetry == C1:
            return where
        return f"{where} that has symmetry {self.symmetry.name} together with the ring around it"

    def left_out(self) -> str:
        """The sentence that combinations do not count; a prime power is the period of none."""
        if self.period is None or self.composite or len(prime_divisors(self.period)) == 1:
            return ""
        return ", combinations of rotors of shorter periods left out"

    def parts(self, depth: int) -> Iterator[Part]:
        """Ranges of fillings of the ring's first row (`Window.beginnings`)."""
        if self.rotor is not None:
            yield Part(self.size, name="rotor")
            return
        window = self.window
        free = sum(map(len, window.free))
        beginnings = window.beginnings
        parts = min(MOST_PARTS, beginnings, 1 << max(0, free - ONE_PART))
        bounds = [n * beginnings // parts for n in range(parts + 1)]
        for first, end in pairwise(bounds):
            yield Part(self.size, name=f"rings {first}-{end}")

    def place(self, part: Part) -> str:
        if self.rotor is not None:
            return "still cells around the rotor"
        symmetric = "" if self.symmetry == C1 else f" with symmetry {self.symmetry.name}"
        where = f"rotors in {size_with_article(*self.size)} window{symmetric}"
        parts = _numbered(self)
        return f"{where}, part {parts[part]} of {len(parts)}" if len(parts) > 1 else where

    def key(self, answer: Answer) -> Hashable:
        """Equal for moved, turned and delayed rotors."""
        assert isinstance(answer, RotorAnswer)
        return answer.rotor.canonical(self.rule.symmetries)

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        """Search the rings of a part; if one period is asked for, until all frames are decided.

        Known answers that are found again, the portfolio drops.
        """
        boards, undecided = 0, []
        for report in self.rotors_in(part):
            if isinstance(report, int):
                boards = report
                yield boards
            elif self.period is None or report.frame.cells is not None:
                yield [self._answer(*report)]
            elif not report.frame.settled:
                undecided.append(report.rotor)
        yield from self._decide(undecided, boards)
        yield Exhausted(boards)

    def rotors_in(self, part: Part) -> Iterator[int | FramedRotor]:
        """Go through all cycles of a part: boards tried, and new rotors with their frames."""
        from lifesearch.engines.rotors.cycles import WindowCycles, rotors_of

        if self.rotor is not None:
            yield FramedRotor(self.rotor, frame_found(self.rotor, self.rule))
            return
        first, end = (int(number) for number in part.name.split(" ")[1].split("-"))
        seen: set[Rotor] = set()
        least = self.min_period if self.period is None else self.period
        for report in WindowCycles(self.window, least).search(first, end):
            if isinstance(report, int):
                yield report
                continue
            for rotor in rotors_of(self.window, report):
                one = rotor.canonical(self.rule.symmetries)
                if one not in seen and self._wanted(one):
                    seen.add(one)
                    yield FramedRotor(one, frame_found(one, self.rule))

    def _decide(self, rotors: list[Rotor], boards: int) -> Iterator[Report[Answer]]:
        """Look for frames farther and farther out, until each rotor has one or can have none."""
        from lifesearch.questions.rotors.frames import frame_of

        for rings in count(MOST_RINGS + 1):
            if not rotors:
                return
            frames = [frame_of(rotor, self.rule, rings, rings) for rotor in rotors]
            framed = [r for r in zip(rotors, frames, strict=True) if r[1].cells is not None]
            if framed:
                yield self.answers([FramedRotor(*each) for each in framed], *self.size)
            rotors = [r for r, f in zip(rotors, frames, strict=True) if not f.settled]
            yield boards

    def _wanted(self, rotor: Rotor) -> bool:
        if self.rotor is not None:
            return rotor == self.rotor
        if self.period is None:
            return rotor.period >= self.min_period
        return rotor.period == self.period and (self.composite or not rotor.composite)

    def _answer(self, rotor: Rotor, frame: StatorFrame) -> RotorAnswer:
        pattern = frame.around(rotor)
        return RotorAnswer(pattern, rotor.period, self.rule, rotor=rotor, frame=frame)

    def answers(self, saved: Sequence[FramedRotor], width: int, height: int) -> list[Answer]:
        """Simulate oscillators, and prove again of other rotors that they have no frame."""
        made: list[Answer] = []
        for rotor, frame in saved:
            if not (rotor.exact and rotor.fits(self.size) and self._wanted(rotor)):
                raise wrong_answer("is not a rotor of the window")
            if frame.cells is not None:
                if not is_right(rotor, frame, self.rule):
                    raise wrong_answer("is not an oscillator with this rotor")
                made.append(self._answer(rotor, frame))
                continue
            known = frame_found(rotor, self.rule)
            # A search finds rotors together with a ring of still cells: so one ring alone cannot
            # prove that a rotor of the window has no frame.
            if self.period is not None or known.cells is not None or known.rings == 1:
                raise wrong_answer("is not a rotor without a frame")
            made.append(self._answer(rotor, known))
        return made


@lru_cache
def _numbered(query: Rotors) -> Mapping[Part, int]:
    """The parts of a query, each with its number."""
    return {part: number for number, part in enumerate(query.parts(0), 1)}


@lru_cache(maxsize=1 << 16)
def frame_found(rotor: Rotor, rule: Rule) -> StatorFrame:
    """A rotor's frame, verified by simulation; cached, since rotors are found repeatedly."""
    from lifesearch.questions.rotors.frames import frame_of

    frame = frame_of(rotor, rule)
    if frame.cells is not None and not is_right(rotor, frame, rule):
        raise wrong_answer("is not an oscillator with this rotor")
    return frame


def is_right(rotor: Rotor, frame: StatorFrame, rule: Rule) -> bool:
    """Whether rotor and frame are an oscillator whose rotor is this one, by simulation."""
    cells = frame.cells or ()
    if len(cells) > FAR or any(max(abs(x), abs(y)) > FAR for x, y in (*cells, *rotor.cells)):
        return False
    pattern = frame.around(rotor)
    cycle = behaviour(pattern, rule, rotor.period)
    if cycle.period != rotor.period or cycle.dx or cycle.dy:
        return False
    return Rotor.of(phases(pattern, rule, rotor.period)) == rotor


@dataclass(frozen=True)
class PeriodRow:
    """Rotors of one period, for a table.

    rotors     how many there are, without combinations of rotors of shorter periods
    framed     how many of these have a stator
    undecided  for how many of these it is not known whether they have one
    composite  the number of combinations
    combined   how many of these have a stator
    rings      the most rings that were needed to prove that a rotor has no stator
    smallest   the one with a stator that has the fewest cells; None if none has a stator
    """

    period: int
    rotors: int
    framed: int
    undecided: int
    composite: int
    combined: int
    rings: int
    smallest: RotorAnswer | None


def rows_of(answers: Iterable[RotorAnswer]) -> list[PeriodRow]:
    """A row for each period, the shortest first."""
    by_period: dict[int, list[RotorAnswer]] = {}
    for answer in answers:
        by_period.setdefault(answer.rotor.period, []).append(answer)
    return [_row(period, by_period[period]) for period in sorted(by_period)]


def _row(period: int, all_of_them: list[RotorAnswer]) -> PeriodRow:
    """The row of a period, from all rotors that have it."""
    simple = [each for each in all_of_them if not each.rotor.composite]
    framed = [each for each in simple if each.exists]
    none = [each.frame.rings for each in simple if each.verdict == "none"]
    return PeriodRow(
        period,
        len(simple),
        len(framed),
        sum(each.verdict == "undecided" for each in simple),
        len(all_of_them) - len(simple),
        sum(each.exists for each in all_of_them if each.rotor.composite),
        max(none, default=0),
        min(framed, key=_smallness, default=None),
    )


def _smallness(answer: RotorAnswer) -> tuple[int, int, str]:
    """Cells that change, then cells of the frame: the smallest rotor may have a larger stator.

    The name is the last, so that the least is always the same.
    """
    rotor = answer.rotor
    return len(rotor.cells), len(answer.frame.cells or ()), rotor.name


def in_order(answers: Iterable[RotorAnswer]) -> list[RotorAnswer]:
    """Rotors by period and size, in an order that does not depend on when they were found."""
    return sorted(
        answers,
        key=lambda each: (each.rotor.period, len(each.rotor.cells), str(each.rotor)),
    )
