"""Still lifes, oscillators and spaceships: patterns that come back.

All three are one question: after `period` generations the pattern is there again,
perhaps moved, perhaps turned. Generations 0 to period-1 lie in the box. Without a box,
boxes grow: by area, and among those of one area the squarest first, the wider before
the taller. Each is searched for patterns that touch all its sides, since everything
else belongs to a smaller one. A box that is hard to decide does not hold up the larger
ones for ever: see `schedule`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count as count_from

from lifesearch.encode.constraints import any_of, changed
from lifesearch.encode.normal import Freedom, normal_form
from lifesearch.encode.spacetime import Encoding, Motion, Spacetime
from lifesearch.encode.variables import Variables
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.evolve import velocity
from lifesearch.life.identity import class_key
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.rule import LIFE, Rule
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.search.answer import Answer
from lifesearch.search.enumerate import Problem, patterns
from lifesearch.search.events import Event, Finished, Found, Progress, Searched
from lifesearch.search.schedule import Schedule, Size, shapes
from lifesearch.words import plural, sized


@dataclass(frozen=True)
class Periodic:
    """A question for patterns that come back; `count` is None for all of them."""

    motion: Motion
    box: Size | None = None
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    any_period: bool = False
    with_empty: bool = False
    torus: bool = False
    mask: Pattern | None = None
    max_area: int | None = None
    raw: bool = False
    count: int | None = 1
    solver: str = "glucose4"
    encoding: Encoding = "implicates"

    @property
    def usual_solver(self) -> str:
        """What was fastest for questions of this kind."""
        easy = self.motion.travels or self.motion.full_period == 1
        return "glucose4" if easy else "cadical195"

    def describe(self) -> str:
        """The thing that is looked for, and its conditions: 'still life in B36/S23'."""
        conditions = [
            f" with symmetry {self.symmetry.name}" if len(self.symmetry.group) > 1 else "",
            f" in {self.rule}" if self.rule != LIFE else "",
        ]
        return self._what() + "".join(conditions)

    def _what(self) -> str:
        motion = self.motion
        turned = ""
        if motion.order > 1:
            ago = plural(motion.period, "generation")
            turned = f" with {motion.orientation.symbol} after {ago}"
        if motion.travels:
            return f"{velocity(motion.dx, motion.dy, motion.period)} spaceship{turned}"
        if turned:
            return f"oscillator{turned}"
        if motion.period == 1:
            return "still life"
        if self.any_period:
            return f"pattern whose period divides {motion.period}"
        return f"oscillator of period {motion.period}"

    def where(self) -> str:
        """The place that is searched, in words: 'in a 7x6 box'."""
        if self.box is None:
            return "" if self.max_area is None else f" in a box of up to {self.max_area:,} cells"
        size = sized(*self.box)
        if self.mask is not None:
            return f" inside the mask, {size} box"
        return f" on {size} torus" if self.torus else f" in {size} box"

    def spacetime(self, width: int, height: int) -> Spacetime:
        """The cells that matter for a box of this size."""
        group = self.symmetry.group
        return Spacetime(width, height, self.motion, group, self.torus, self.mask)

    def sizes(self) -> Iterator[Size]:
        """The boxes to search, in order."""
        if self.box is not None:
            yield self.box
            return
        turned = self.motion.orientation.apply(1, 0)[0] == 0
        areas = count_from(1) if self.max_area is None else range(1, self.max_area + 1)
        for area in areas:
            for width, height in shapes(area):
                if self.symmetry.fits(width, height) or (turned and width != height):
                    continue
                if width < height and self._transposable():
                    continue
                yield width, height

    def _transposable(self) -> bool:
        """Whether the question is the same when rows and columns change places."""
        group = self.spacetime(1, 1).group()
        flip = Orientation.TRANSPOSE
        turn = self.motion.orientation
        return (
            {flip.then(g).then(flip) for g in group} == group
            and flip.then(turn).then(flip) == turn
            and self.motion.dx == self.motion.dy
        )

    def problem(self, width: int, height: int) -> Problem:
        """The clauses for a box of this size."""
        variables = Variables()
        laid = self.spacetime(width, height).lay(variables)
        clauses = laid.transitions(self.rule, self.encoding, variables)
        if not self.with_empty:
            clauses.append(any_of(laid.grid[0].ravel()))
        if not self.any_period:
            for t, dx, dy in self._shorter():
                clauses += changed(laid, t, dx, dy, variables)
        if not (self.raw or self.torus or self.mask is not None or self.with_empty):
            clauses += normal_form(laid, variables, tight=self.box is None)
        return Problem(laid, variables, clauses)

    def _shorter(self) -> Iterator[tuple[int, int, int]]:
        """The shorter periods to exclude, with how far the pattern would have moved by then.

        The true period divides the full one. If it is too short it has lost a prime factor
        of the period asked for, so it divides the full one divided by that. With a
        transform, whose order is 2 or 4, this is said of odd primes only; instead, the
        pattern must not be back unturned when it should be back turned. So a quarter turn
        may give twice the period (the blinker) or four times.
        """
        motion = self.motion
        if motion.order > 1:
            yield motion.period, motion.dx, motion.dy
        # A ship's transform keeps its direction, so that the moves of its turns add up.
        dx, dy = motion.dx * motion.order, motion.dy * motion.order
        for prime in _primes(motion.period):
            whole = dx % prime == 0 and dy % prime == 0
            if whole and (prime > 2 or motion.order == 1):
                yield motion.full_period // prime, dx // prime, dy // prime

    def exact(self, period: int) -> bool:
        """Whether a pattern's true period is what was asked for."""
        asked = self.motion.period
        return period == asked if self.motion.order == 1 else period > asked and not period % asked

    def verify(self, answer: Answer, width: int, height: int) -> None:
        """Check an answer against the question, by simulation alone.

        The answer's `generations` are its true period.
        """
        s, motion = self.spacetime(width, height), self.motion
        history = replace(answer, generations=motion.period).history()
        first, last = history[0], history[-1]
        box = Box(0, 0, width, height)
        inside = all(
            box.holds(cell) and (self.mask is None or cell in self.mask)
            for phase in history[:-1]
            for cell in phase.cells
        )
        back = s.turned(motion.orientation, first).translate(motion.dx, motion.dy)
        right = (
            inside
            and last == back
            and all(s.turned(g, first) == first for g in self.symmetry.group)
            and (bool(first) or self.with_empty)
            and (self.any_period or self.exact(answer.generations))
        )
        if not right:
            raise VerificationError(
                f"the solver's answer is no {self.describe()} in a {width}x{height} box; "
                f"this is a bug in lifesearch, please report it:\n{first.picture()}"
            )

    def images(self, pattern: Pattern, width: int, height: int) -> Iterator[Pattern]:
        """All first generations in the box that are the same pattern as this one."""
        if self.raw:
            yield pattern
            return
        s = self.spacetime(width, height)
        freedom = Freedom(s)
        phases = self.motion.full_period
        span = self.motion.period if self.motion.travels else phases
        torus = (width, height) if self.torus else None
        life = Answer(pattern, phases + span, self.rule, torus).history()
        plain = self.mask is None
        for g in freedom.orientations() if plain else [Orientation.IDENTITY]:
            turned = [s.turned(g, phase) for phase in life]
            for t in range(phases):
                boxes = [phase.box for phase in turned[t : t + span] if phase]
                if not boxes:
                    yield pattern
                    continue
                left, top = min(b.x for b in boxes), min(b.y for b in boxes)
                if torus:
                    yield from _everywhere(turned[t], width, height)
                else:
                    yield turned[t].translate(*freedom.placed(left, top))

    def run(self, width: int, height: int) -> Iterator[Answer | int | None]:
        """Search one box: conflicts now and then, verified answers, and None at the end."""
        problem = self.problem(width, height)

        def images(pattern: Pattern) -> Iterator[Pattern]:
            return self.images(pattern, width, height)

        for report in patterns(problem, self.solver, images):
            if isinstance(report, Pattern):
                torus = (width, height) if self.torus else None
                answer = Answer(report, self.motion.full_period, self.rule, torus).cycle()
                self.verify(answer, width, height)
                yield answer
            else:
                yield report

    def events(self) -> Iterator[Event]:
        """Search the box, or box after box."""
        found = 0
        schedule = Schedule(self.sizes(), self.run)
        seen: set[tuple[Cell, ...]] = set()
        for report in schedule.reports():
            if not isinstance(report, Answer):
                where = f"{report.size[0]}x{report.size[1]}"
                if report.done:
                    yield Searched(where, report.found, report.conflicts)
                else:
                    yield Progress(schedule.conflicts, found, where)
                continue
            if not (self.raw or self.torus):
                key = class_key(report.history()[:-1])
                if key in seen:
                    continue
                seen.add(key)
            found += 1
            yield Found(report)
            if found == self.count:
                others = tuple(f"{w}x{h}" for w, h in schedule.set_aside())
                yield Finished(found, schedule.conflicts, exhausted=False, undecided=others)
                return
        yield Finished(found, schedule.conflicts, exhausted=True)


def check(question: Periodic) -> None:
    """Complain about a symmetry, transform or box that does not suit the question."""
    motion, symmetry = question.motion, question.symmetry
    travel = (motion.dx, motion.dy)
    if question.torus and any(travel):
        raise InputError(
            "on a torus whatever travels comes back: ask for an oscillator instead of a ship"
        )
    if any(g.apply(*travel) != travel for g in symmetry.group):
        way, mirror = ("up", "D2|") if not motion.dx else ("diagonally", "D2\\")
        also = f"C1 or {mirror}" if motion.dx in (0, motion.dy) else "C1"
        raise InputError(
            f"symmetry {symmetry.name} would turn around a ship that travels {way}: "
            f"its symmetry can only be {also}"
        )
    if motion.orientation.apply(*travel) != travel:
        raise InputError(
            f"transform {motion.orientation.symbol} would turn the ship around; a glide "
            f"keeps the direction of travel: F| if it travels up, F\\ if diagonally"
        )
    if question.box is None:
        return
    width, height = question.box
    if missing := symmetry.fits(width, height):
        raise InputError(f"symmetry {symmetry.name} needs {missing}; the box is {width}x{height}")
    if motion.orientation.apply(1, 0)[0] == 0 and width != height:
        raise InputError(
            f"transform {motion.orientation.symbol} needs a square box; the box is {width}x{height}"
        )


def _primes(n: int) -> list[int]:
    return [q for q in range(2, n + 1) if n % q == 0 and all(q % d for d in range(2, q))]


def _everywhere(pattern: Pattern, width: int, height: int) -> Iterator[Pattern]:
    for dx in range(width):
        for dy in range(height):
            yield Pattern.of(((x + dx) % width, (y + dy) % height) for x, y in pattern.cells)
