"""Completions: the unknown cells of a spacetime of which some cells are known.

Known cells of some generations of a box are alive, dead, equal to others, or exempt from the
rule. Outside the box there is a background, by default empty, which nothing in the box may
disturb. The box is followed for some generations, or it recurs after a period, perhaps turned
or moved. A completion gives all other cells.

Without exempt cells a completion is decided by generation 0; each exempt cell may be a
decision more. So blocking clauses are over all these cells.

All other cells follow from them. In rules of several states each state but 0 has literals of its
own. Several cells may have one variable, or a variable and its negation, and some are constants;
each variable is looked up at one place where it stands.

The symmetries of a query are turns and delays that map completions to completions. Known cells
that look the same when they are turned about their centre, flipped, or started some generations
later do not tell their completions apart. Two completions that become each other so are one
answer. Letters may be exchanged by the turn: what counts is which cells are equal.

Completions are verified by simulation. The whole plane is cut down to a torus on which nothing
differs from the plane. It is made of whole tiles of the background, and large enough that the box,
with the margin in which something may happen, does not meet itself around the corner. Everything
outside the box is the background, as the simulator makes it, in every generation. Then the whole
query is checked: each generation follows from the one before, except where cells are exempt; where
something arrives, nothing would have changed without it; known cells are as given; equal cells are
equal; the completion is symmetric; it recurs when it should and not sooner.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from math import lcm
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesearch.common import require
from lifesearch.common.errors import InputError, VerificationError
from lifesearch.common.limits import LONGEST_BACKGROUND
from lifesearch.common.text import plural, size_with_article
from lifesearch.core import validate
from lifesearch.core.answer import EATER, Answer, FilmInRule, require_right
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.core.question import Problem
from lifesearch.core.words import WITH_CELLS, in_rule, recurring, returning, symmetric
from lifesearch.engines.sat.encoding import known_cells
from lifesearch.engines.sat.encoding.clauses import TRUE, Bools, Clauses, Ints
from lifesearch.engines.sat.encoding.known_cells import KnownCellEncoder
from lifesearch.engines.sat.encoding.transitions import transitions
from lifesearch.engines.sat.encoding.variable_grid import Spacetime, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.cubes import Cube
from lifesearch.engines.sat.solving.enumerate import Clause, Enumeration, Goal, Model
from lifesearch.engines.sat.solving.first_generation import CONTRADICTION, FirstGeneration
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.engines.sat.solving.partial_film import FilmCells
from lifesearch.life.identify import canonical_key
from lifesearch.life.known_cells import ALIVE, DEAD, FIRST_LETTER, CellAt, KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND, Background
from lifesearch.life.simulate.batch import Stack, step_batch
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.symmetry import C1, Symmetry

Boxes = NDArray[np.uint8]
LARGEST_LCM = 2000


@dataclass(frozen=True)
class Completed(Answer):
    """A verified completion.

    `phases` has the box in all generations before it recurs. If there are exempt cells,
    simulation cannot follow it, and `shown` has the generations.
    """

    phases: tuple[Pattern, ...] = ()
    shown: tuple[Pattern, ...] = ()

    @property
    def saved(self) -> Any:
        """What determines the answer: the box in all generations before it recurs.

        If the rule was unknown, the rule belongs to it.
        """
        return FilmInRule(self.phases, self.rule) if self.greatest_rule else self.phases

    def history(self) -> list[Pattern]:
        return list(self.shown) or super().history()


@dataclass(frozen=True)
class CompletionVerifier:
    """Checks completions of a query.

    Boxes are arrays [answer, t, y, x] of all generations before it recurs.
    """

    query: Completion

    @cached_property
    def spacetime(self) -> Spacetime:
        return self.query.spacetime()

    @property
    def shorter(self) -> Iterator[tuple[int, int, int]]:
        """Generations in which the pattern must not recur, and how far it would have moved.

        Where two rules alternate, it cannot recur at odd times anyway.
        """
        if self.query.returns and not self.query.any_period:
            turns = len(self.query.example.steps)
            yield from (each for each in self.query.motion.subperiods() if each[0] % turns == 0)

    @property
    def steps(self) -> int:
        """From generation 0 to the last one, which may be generation 0 again."""
        return self.spacetime.motion.period - (not self.query.returns)

    @property
    def corner(self) -> tuple[int, int]:
        """Where the box lies on the torus: whole tiles from the edge."""
        m, agar = self.spacetime.margin, self.query.background
        return -(-m // agar.width) * agar.width, -(-m // agar.height) * agar.height

    @property
    def torus(self) -> tuple[int, int]:
        s, agar = self.spacetime, self.query.background
        width, height = self.corner[0] + s.width + s.margin, self.corner[1] + s.height + s.margin
        return -(-width // agar.width) * agar.width, -(-height // agar.height) * agar.height

    @cached_property
    def tiles(self) -> NDArray[np.uint8]:
        """The background's tile in all generations that matter: [t, y, x]."""
        last = self.spacetime.motion.full_period if self.query.returns else self.steps
        if self.query.background == EMPTY_BACKGROUND:
            return np.zeros((last + 1, 1, 1), np.uint8)
        return self.query.background.planes(last, self.query.rule)

    def background_maps_to(
        self, g: Orientation, before: int, after: int, dx: int = 0, dy: int = 0
    ) -> bool:
        """Whether the background, turned about the box's centre and moved, is its later phase."""
        if self.query.background == EMPTY_BACKGROUND:
            return True
        _, height, width = self.tiles.shape
        rows, columns = height, width
        if g.apply(1, 0)[0] == 0:
            rows = columns = lcm(height, width)
        if rows * columns > LARGEST_LCM**2:
            return False
        y, x = np.mgrid[:rows, :columns].astype(np.int32)
        u, v = self.spacetime.image(g, x, y)
        there = self.tiles[after, (v + dy) % height, (u + dx) % width]
        return bool((there == self.tiles[before, y % height, x % width]).all())

    def require_fitting_grids(self) -> None:
        grids, generations = len(self.query.known.grids), self.steps + 1
        if grids > generations:
            raise InputError(
                f"there are {grids} grids, but only {generations} generations, 0 to {self.steps}"
            )

    def require_fitting_background(self) -> None:
        """Refuse a background that is not symmetric, or does not recur when the pattern does."""
        s, motion = self.spacetime, self.spacetime.motion
        times = range(self.steps + 1)
        if not all(self.background_maps_to(g, t, t) for g in s.group() for t in times):
            raise InputError(
                f"the background is not symmetric ({self.query.symmetry.name}) about the centre of "
                f"the {s.width}x{s.height} box"
            )
        turn, period = motion.orientation, motion.period
        if not self.query.returns or self.background_maps_to(turn, 0, period, motion.dx, motion.dy):
            return
        own = self.query.background.period(self.query.rule, LONGEST_BACKGROUND)
        if own is None:
            raise InputError(
                f"the background does not recur within {LONGEST_BACKGROUND} generations: give one "
                f"that is periodic"
            )
        if motion.order == 1 and not motion.travels:
            raise InputError(
                f"the background has period {own}, which does not divide the period {period} "
                f"asked for"
            )
        raise InputError(
            f"after {plural(period, 'generation')} the background, which has period {own}, does "
            f"not recur turned and moved as the pattern should"
        )

    def excluded_periods(self) -> Iterator[tuple[int, int, int]]:
        """Shorter periods of the pattern to exclude: those after which the background recurs."""
        for t, dx, dy in self.shorter:
            if self.background_maps_to(Orientation.IDENTITY, 0, t, dx, dy):
                yield t, dx, dy

    def torus_state(self, boxes: Boxes, t: int) -> Stack:
        """The torus in generation t, for each answer."""
        s, motion = self.spacetime, self.spacetime.motion
        again, index = divmod(t, motion.period)
        y, x = np.mgrid[: s.height, : s.width].astype(np.int32)
        for _ in range(again):
            u, v = s.image(motion.orientation, x, y)
            x, y = u + motion.dx, v + motion.dy
        width, height = self.torus
        _, rows, columns = self.tiles.shape
        tiled = np.tile(self.tiles[t], (height // rows, width // columns))
        stack = np.repeat(tiled[None], len(boxes), axis=0)
        stack[:, (y + self.corner[1]) % height, (x + self.corner[0]) % width] = boxes[:, index]
        return stack

    def phase(self, boxes: Boxes, t: int) -> Pattern:
        """One answer's generation t: the box on the empty plane, or all of the torus."""
        pattern = Pattern.from_array(self.torus_state(boxes, t)[0])
        vacuum = self.query.background == EMPTY_BACKGROUND
        return pattern.translate(-self.corner[0], -self.corner[1]) if vacuum else pattern

    def check(self, boxes: Boxes) -> Bools:
        s, (left, top) = self.spacetime, self.corner
        everywhere = slice(None)
        inner = (everywhere, slice(top, top + s.height), slice(left, left + s.width))
        right = np.ones(len(boxes), np.bool_)
        life = [self.torus_state(boxes, t) for t in range(self.steps + 1)]
        rules, known = self.query.rule.steps, self.query.known
        exempt, arrives = self._marked(known.exempt), self._marked(known.arrives)
        for t in range(self.steps):
            after = step_batch(life[t], rules[t % len(rules)], torus=True)
            right &= ~((after != life[t + 1]) & ~exempt[t + 1]).any(axis=(1, 2))
            right &= ~((after != life[t]) & arrives[t + 1]).any(axis=(1, 2))
        right &= self._as_known(np.stack([now[inner] for now in life], axis=1))
        for g in s.symmetry:
            y, x = np.mgrid[: s.height, : s.width].astype(np.int32)
            u, v = s.image(g, x, y)
            right &= (boxes[:, :, v, u] == boxes).all(axis=(1, 2, 3))
        for t, dx, dy in self.shorter:
            back = np.roll(life[0], (dy, dx), axis=(1, 2))
            right &= (self.torus_state(boxes, t) != back).any(axis=(1, 2))
        if not self.query.with_empty:
            y, x = np.mgrid[: s.height, : s.width]
            _, rows, columns = self.tiles.shape
            around = self.tiles[: boxes.shape[1], y % rows, x % columns]
            right &= (boxes != around).any(axis=(1, 2, 3))
        return right

    def _marked(self, cells: frozenset[CellAt]) -> Bools:
        """Exempt or arriving cells on the torus."""
        width, height = self.torus
        marked = np.zeros((self.steps + 1, height, width), np.bool_)
        if cells:
            encoder = KnownCellEncoder(self.query.known, self.query.returns)
            frame = encoder.marked(self.spacetime, cells)
            left, top = (corner - self.spacetime.margin for corner in self.corner)
            marked[:, top : top + frame.shape[1], left : left + frame.shape[2]] = frame
        return marked

    def _as_known(self, shown: Boxes) -> Bools:
        """Whether the boxes of all generations have the known cells."""
        known = np.array(self.query.known.grids, np.int32)
        shown = shown[:, : len(known)]
        right: Bools = ((shown == 1) | (known != ALIVE)).all(axis=(1, 2, 3))
        dying = dying_states(self.query.known, known.shape)
        right &= ((shown == dying) | (known != DEAD)).all(axis=(1, 2, 3))
        for letter in range(FIRST_LETTER, int(np.abs(known).max()) + 1):
            places = np.abs(known) == letter
            values = shown[:, places] ^ (known[places] < 0)
            right &= (values == values[:, :1]).all(axis=1)
        return right

    def answer(self, box: Boxes) -> Completed:
        """An answer, not verified, of the box in all generations before it recurs, [t, y, x]."""
        query, motion = self.query, self.query.motion
        exempt, alone = bool(query.known.exempt), query.background == EMPTY_BACKGROUND
        phases = tuple(map(Pattern.from_array, box))
        shown = range(motion.period + 1) if exempt else ()
        answer = Completed(
            phases[0] if alone else self.phase(box[None], 0),
            motion.full_period if query.returns and not exempt else motion.period,
            query.rule,
            None if alone else self.torus,
            returns=query.returns,
            phases=phases,
            shown=tuple(self.phase(box[None], t) for t in shown),
        )
        # On a background's torus it cannot be seen when a ship recurs.
        seen = query.returns and not exempt and (alone or not motion.travels)
        if seen and (query.any_period or motion.order > 1):
            answer = answer.cycle()
        if alone and not exempt:
            return answer
        return replace(answer, called=self._called(answer))

    def _called(self, answer: Completed) -> str:
        """A name for patterns that the simulator cannot recognise."""
        generations = answer.generations
        if self._is_eater(answer):
            return f"{EATER}: recovers within {plural(generations, 'generation')}"
        motion, what = self.query.motion, f"generations 0 to {generations}"
        if self.query.returns:
            what = recurring(motion if motion.travels else Motion(generations), LIFE)
        exempt = " with exempt cells" if self.query.known.exempt else ""
        around = "" if self.query.background == EMPTY_BACKGROUND else " on a background"
        return f"{what}{exempt}{around}"

    def _is_eater(self, answer: Completed) -> bool:
        """Whether a still life is all there is before cells arrive, once, and at the end."""
        query, exempt = self.query, {t for t, *_ in self.query.known.exempt}
        comes_back = query.returns and not query.motion.travels and query.motion.order == 1
        if not comes_back or len(exempt) != 1 or query.background != EMPTY_BACKGROUND:
            return False
        first, later = Universe(query.rule).history(answer.pattern, 1)
        return bool(first) and later == first != answer.shown[max(exempt)]


def dying_states(known: KnownCells, shape: tuple[int, ...]) -> Boxes:
    """The states of known cells that are dying, [t, y, x]; 0 elsewhere."""
    states = np.zeros(shape, np.uint8)
    for t, x, y, state in known.dying:
        states[t, y, x] = state
    return states


@dataclass(frozen=True, eq=False)
class FreeCells:
    """The literals [state - 1, t, y, x] of the box, and for each deciding variable an index."""

    literals: Ints
    index: Ints
    variables: list[int]

    @classmethod
    def of(cls, layout: VariableGrid, generations: int) -> FreeCells:
        """The free cells of a grid of variables, in reading order."""
        s, m = layout.spacetime, layout.spacetime.margin
        box = (slice(generations), slice(m, m + s.height), slice(m, m + s.width))
        literals = layout.grid[box][None]
        if layout.dying is not None:
            y, x = np.mgrid[: s.height, : s.width]
            literals = np.stack([layout.states_at(t, x, y) for t in range(generations)], axis=1)
        decides = np.zeros(literals.shape, np.bool_)
        decides[:, 0] = True
        if layout.exempt is not None:
            decides |= layout.exempt[box]
        candidates = np.flatnonzero(decides & (np.abs(literals) != TRUE))
        variables, first = np.unique(np.abs(literals.ravel()[candidates]), return_index=True)
        return cls(literals, candidates[first].astype(np.int32), variables.tolist())

    def phases(self, model: Model) -> NDArray[np.uint8]:
        """The box in all generations, as a model has it."""
        alive = np.array([False, *(v > 0 for v in model)])
        known = np.abs(self.literals) == TRUE
        values = alive[np.where(known, 0, np.abs(self.literals))] | known
        true = (values ^ (self.literals < 0)).astype(np.uint8)
        states = np.arange(1, len(true) + 1, dtype=np.uint8)
        phases: NDArray[np.uint8] = (true * states[:, None, None, None]).sum(axis=0, dtype=np.uint8)
        return phases

    def forbidding(self, phases: NDArray[np.uint8]) -> list[Clause]:
        """Blocking clauses of a completion: one, unless there is nothing to decide."""
        if not self.variables:
            return CONTRADICTION
        true = np.stack([phases == state for state in range(1, len(self.literals) + 1)])
        alive = true.ravel()[self.index] ^ (self.literals.ravel()[self.index] < 0)
        signed = zip(self.variables, alive.tolist(), strict=True)
        return [[-v if lives else v for v, lives in signed]]

    def cube(self, bits: str) -> Cube:
        """Fix some cells near the middle; without any, only the first cube has solutions."""
        height, width = self.literals.shape[2:]
        cells = [(i % width, i // width % height) for i in self.index.tolist()]
        return FirstGeneration(cells, self.variables).cube(bits)


Number = TypeVar("Number", bound=np.generic)
Likeness = tuple[Orientation, int]


def query_symmetries(query: Completion) -> list[Likeness]:
    """The turns, each with a delay, that leave the query as it is."""
    verifier, s, motion = query.verifier, query.spacetime(), query.spacetime().motion
    grids = np.zeros((verifier.steps + 1, s.height, s.width), np.int32)
    grids[: len(query.known.grids)] = query.known.grids
    exempt, arrives = (
        _marked(cells, grids.shape) for cells in (query.known.exempt, query.known.arrives)
    )
    dying = dying_states(query.known, grids.shape)
    delays = range(1)
    last = grids[-1].any() or exempt[-1].any()
    if query.returns and motion.order == 1 and not motion.travels and not last:
        delays = range(0, motion.period, len(query.rule.steps))

    def leaves(likeness: Likeness) -> bool:
        g, later = likeness
        times = range(1 if query.returns else len(grids))
        return (
            g in query.rule.symmetries
            and _fits(s, g)
            and _same(grids, alike(s, grids, g, later))
            and bool((exempt == alike(s, exempt, g, later)).all())
            and bool((arrives == alike(s, arrives, g, later)).all())
            and bool((dying == alike(s, dying, g, later)).all())
            and all(verifier.background_maps_to(g, (t + later) % motion.period, t) for t in times)
        )

    return list(filter(leaves, product(Orientation, delays)))


def alike(s: Spacetime, cells: NDArray[Number], g: Orientation, delay: int) -> NDArray[Number]:
    """Cells [t, y, x], delayed within the period and turned about the centre of its box."""
    period = s.motion.period
    y, x = np.mgrid[: s.height, : s.width].astype(np.int32)
    u, v = s.image(g.inverse, x, y)
    order = [
        *((t + delay) % period for t in range(min(period, len(cells)))),
        *range(period, len(cells)),
    ]
    return cells[order][:, v, u]


def _fits(s: Spacetime, g: Orientation) -> bool:
    """Whether a turn goes with the box, the way of the pattern and its symmetry."""
    turn, way = s.motion.orientation, (s.motion.dx, s.motion.dy)
    group = s.group()
    return (
        s.invariant_under(g)
        and g.apply(*way) == way
        and g.then(turn) == turn.then(g)
        and {g.inverse.then(h).then(g) for h in group} == group
    )


def _marked(cells: frozenset[CellAt], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    marked = np.zeros(shape, np.bool_)
    for t, x, y in cells:
        marked[t, y, x] = True
    return marked


def _same(one: NDArray[np.int32], other: NDArray[np.int32]) -> bool:
    """Whether two grids of known cells are equal up to the names of their letters."""

    def nameless(cells: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(np.abs(cells) < FIRST_LETTER, cells, FIRST_LETTER)

    if not np.array_equal(nameless(one), nameless(other)):
        return False
    if not (np.abs(one) >= FIRST_LETTER).any():
        return True
    return KnownCells.of(one.tolist()) == KnownCells.of(other.tolist())


@dataclass(frozen=True)
class Completion(BoxQuery):
    """A query for completions of known cells.

    If it `returns`, the pattern recurs by the motion; otherwise the motion's period is the number
    of generations.
    """

    kind = "completion"
    saved_types = (tuple[Pattern, ...], FilmInRule)

    known: KnownCells
    motion: Motion
    returns: bool = True
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    background: Background = EMPTY_BACKGROUND
    any_period: bool = False
    with_empty: bool = False
    raw: bool = False
    constraints: Constraints = NO_CONSTRAINTS
    rules: PartialRule | None = None

    def __post_init__(self) -> None:
        require.instance(self.known, "what is known", KnownCells)
        require.instance(self.motion, "the motion", Motion)
        require.instance(self.background, "the background", Background)
        require.flags(
            returns=self.returns,
            any_period=self.any_period,
            with_empty=self.with_empty,
            raw=self.raw,
        )
        require.box(self.box, self.motion.period + (not self.returns))
        if not self.returns and (self.motion.travels or self.motion.order > 1):
            raise InputError("only a pattern that recurs can be turned or moved")
        motion, way = self.motion, (self.motion.dx, self.motion.dy)
        if wrong := next(
            (g for g in (*self.symmetry.group, motion.orientation) if g.apply(*way) != way), None
        ):
            raise InputError(
                f"{wrong.symbol} changes the direction of the shift {motion.dx},{motion.dy}: "
                f"choose a symmetry and a transform that keep it"
            )
        require.instance(
            self.rules, "a rule of which a part is unknown", PartialRule, optional=True
        )
        validate.symmetry_and_transform(motion, self.symmetry, self.example, self.box)
        _check_conditions(self)
        verifier = self.verifier
        verifier.require_fitting_grids()
        verifier.require_fitting_background()
        if contradiction := self._assign_variables(Variables())[1]:
            t, x, y = contradiction
            raise InputError(
                f"generation {t}, row {y + 1}, column {x + 1} cannot be as given: by symmetry, "
                f"period or letter it equals a cell, in the grids or outside, with another state"
            )

    @property
    def box(self) -> Size:  # type: ignore[override]
        return self.known.width, self.known.height

    def counted(self, answer: Answer) -> list[Pattern]:
        if not self.returns:
            history = answer.history()
            return [*history, history[-1]]
        if not self.known.exempt:
            return replace(answer, generations=self.motion.full_period).history()
        assert isinstance(answer, Completed)
        boxes, verifier = self.from_saved(answer.phases)[None], self.verifier
        return [verifier.phase(boxes, t) for t in range(self.motion.full_period + 1)]

    @cached_property
    def verifier(self) -> CompletionVerifier:
        return CompletionVerifier(self)

    def configurations(self) -> tuple[Configuration, ...]:
        """Two configurations: one that is good at proofs, and one that is good at finding."""
        return (Configuration("cadical195"), Configuration("glucose4"))

    def cells(self) -> int:
        unknown = sum(row.count(0) for row in self.known.grids[0])
        return unknown // len(self.symmetry.group)

    def spacetime(self) -> Spacetime:
        motion = self.motion if self.returns else Motion(self.motion.period + 1)
        states, returns = self.example.states, self.returns
        return Spacetime(*self.box, motion, self.symmetry.group, states=states, returns=returns)

    def problem(self, part: Part, strategy: Configuration) -> Problem:
        variables, period = Variables(), self.spacetime().motion.period
        layout, wrong = self._assign_variables(variables)
        if not variables:
            variables.allocate([0], [0], lambda _, __: "nothing")
        # Even if something is wrong, so that what is unknown has its variables.
        clauses = transitions(layout, self.rules or self.rule, strategy.encoding, variables)
        if wrong:
            return Problem(layout, variables, [Clauses(np.zeros((1, 1), np.int32))])
        if self.example.states > 2:
            clauses += known_cells.known_states(self.known, layout)
        if not self.with_empty:
            clauses.append(known_cells.differs_from_background(layout, period))
        for t, dx, dy in self.verifier.excluded_periods():
            clauses += known_cells.not_equal_to_first(layout, t, dx, dy, variables)
        # A pattern that does not recur is counted in its last generation, too.
        last = layout.grid if self.returns else np.append(layout.grid, layout.grid[-1:], axis=0)
        counted = replace(layout, grid=last)
        clauses += self.constraints.clauses(counted, variables)
        better_than, counters = self.constraints.better_than(counted, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def _assign_variables(self, variables: Variables) -> tuple[VariableGrid, CellAt | None]:
        """Give the cells variables; known and equal cells are substituted.

        The second value is a cell that cannot be as it is given, if there is one.
        """
        tiles, s = None, self.spacetime()
        if self.background != EMPTY_BACKGROUND:
            planes = self.background.planes(s.motion.period, self.rule)
            tiles = np.where(planes, TRUE, -TRUE).astype(np.int32)
        encoder = known_cells.KnownCellEncoder(self.known, self.returns, tiles)
        return encoder.assign_variables(s, variables)

    def enumeration_in_known_rule(self, problem: Problem, part: Part) -> Enumeration[Any, Answer]:
        free_cells = FreeCells.of(problem.layout, self.spacetime().motion.period)

        def blocking(phases: Boxes) -> Iterator[Clause]:
            for image in self.images(phases):
                yield from free_cells.forbidding(image)

        def cost(phases: Boxes) -> int:
            return self.cost(self.verifier.answer(phases))

        return Enumeration(
            problem.clauses,
            len(problem.variables),
            free_cells.phases,
            blocking,
            self._verified,
            lambda answer: self.from_saved(answer.saved),
            free_cells.cube(part.cube),
            film=partial(FilmCells.of, problem.layout),
            goal=Goal(cost, problem.better_than) if problem.better_than else None,
            save=self.to_saved,
            restore=self.from_saved,
        )

    def to_saved(self, solution: Boxes) -> tuple[Pattern, ...]:
        return tuple(map(Pattern.from_array, solution))

    def from_saved(self, saved: Sequence[Pattern]) -> Boxes:
        return np.stack([phase.to_array(Box(0, 0, *self.box)) for phase in saved])

    def answers_in_known_rule(
        self, saved: Sequence[tuple[Pattern, ...]], size: Size
    ) -> list[Answer]:
        generations = self.spacetime().motion.period
        box = Box(0, 0, *size)
        outside = any(not box.holds(cell) for phases in saved for phase in phases for cell in phase)
        if outside or any(len(phases) != generations for phases in saved):
            raise VerificationError(f"these are not {generations} generations of the box")
        return self._verified(list(map(self.from_saved, saved)))

    def _verified(self, found: Sequence[Boxes]) -> list[Answer]:
        boxes, what = np.array(found), f"{self.describe()}{self.where()}"
        answers: list[Answer] = [self.verifier.answer(box) for box in boxes]
        require_right(answers, self.verifier.check(boxes).tolist(), what)
        self.require_constraints(answers, what)
        return answers

    def groups_in_known_rule(
        self, rules: PartialRule, solution: Boxes, size: Size
    ) -> frozenset[int]:
        """The groups of which a block occurs where something has to follow the rule.

        Exempt cells follow no rule, so the blocks around them determine nothing about the rule,
        unless cells arrive where otherwise nothing would have changed.
        """
        verifier, known = self.verifier, self.known
        exempt = set[tuple[int, int, int]]()
        if known.exempt:
            s, encoder = self.spacetime(), known_cells.KnownCellEncoder(known, self.returns)
            marked = encoder.marked(s, known.exempt) & ~encoder.marked(s, known.arrives)
            places = np.argwhere(marked)
            exempt = {(int(t), int(x) - s.margin, int(y) - s.margin) for t, y, x in places}
        found = frozenset[int]()
        for t in range(verifier.steps):
            besides = {(x, y) for then, x, y in exempt if then == t + 1}
            found |= rules.occurring([verifier.phase(solution[None], t)], besides=besides, first=t)
        return found

    @cached_property
    def _symmetries(self) -> list[Likeness]:
        return query_symmetries(self)

    def images(self, phases: Boxes) -> Iterator[Boxes]:
        """All completions that are equivalent to this one; itself first."""
        yield phases
        for likeness in () if self.raw else self._symmetries:
            if likeness != (Orientation.IDENTITY, 0):
                yield alike(self.spacetime(), phases, *likeness)

    def key_in_known_rule(self, answer: Answer) -> Hashable:
        """Moved, turned and delayed patterns are one; where there are exempt cells, or something
        around, answers that a symmetry of the query makes one another.
        """
        assert isinstance(answer, Completed)
        if self.raw:
            return answer
        if self.returns and not self.known.exempt and self.background == EMPTY_BACKGROUND:
            return canonical_key(answer.history()[:-1], self.rule)
        return min(image.tobytes() for image in self.images(self.from_saved(answer.phases)))

    def describe(self) -> str:
        if self.known.is_blank and self.returns:
            what = recurring(self.motion, self.example, any_period=self.any_period)
            rule = in_rule(self.rules or self.rule)
            return f"{what}{symmetric(self.symmetry)}{rule}{self.constraints}"
        rule, period = in_rule(self.rules or self.rule), self.motion.period
        what = f"pattern {WITH_CELLS}" if self._moves else f"period-{period} pattern {WITH_CELLS}"
        if not self.returns:
            what = f"pattern {WITH_CELLS} over {plural(period, 'generation')}"
        elif self.any_period and not self._moves:
            what = f"pattern {WITH_CELLS} and a period that divides {period}"
        return f"{what}{rule}{self.constraints}"

    @property
    def _moves(self) -> bool:
        """Whether the pattern is turned or moved when it recurs."""
        return self.returns and (self.motion.order > 1 or self.motion.travels)

    def where(self) -> str:
        """The place that is searched, and the rest of the conditions, in words."""
        place = f" in {size_with_article(*self.box)} box"
        on = "" if self.background == EMPTY_BACKGROUND else " on this background"
        if self.known.is_blank and self.returns:
            return f"{place}{on}"
        back = f" {returning(self.motion, any_period=self.any_period)}" if self._moves else ""
        return f"{place}{symmetric(self.symmetry)}{on}{back}"

    def hint(self) -> str:
        """The box may be too small for the pattern, or the pattern may face another way."""
        motion, margin = self.motion, self.known.margin
        if margin is None:
            return ""
        far, hints = max(1, abs(motion.dx), abs(motion.dy)), []
        if margin < far:
            near = f"{plural(margin, 'cell')} from" if margin else "at"
            box = size_with_article(*self.box)
            hints.append(
                f"all generations must fit in {box} box, and given cells are {near} its edge: "
                f"<margin {far}> adds a margin of {plural(far, 'unknown cell')}"
            )
        if motion.travels:
            hints.append(
                "<velocity> means upward: for another direction give <period P> and <shift DX,DY>"
            )
        return "; ".join(hints)


def _check_conditions(query: Completion) -> None:
    """Refuse conditions that a completion cannot have, or not in its rule."""
    stays = query.returns and not query.motion.travels
    validate.conditions(query.constraints, query.box, stays=stays, rule=query.example)
    _check_rule(query)
    validate.no_conditions_on_pieces(query.constraints, "a completion is not split into pieces")
    if query.constraints.keep is not None:
        raise InputError("cells to restore can be drawn in the grids")
    if query.constraints and query.background != EMPTY_BACKGROUND:
        raise InputError("populations cannot be counted on a background: leave out conditions")
    if query.rules is not None and (query.rule != LIFE or query.background != EMPTY_BACKGROUND):
        raise InputError("with an unknown rule leave out the rule and the background")


def _check_rule(query: Completion) -> None:
    """Refuse what is known for two states only, and where the empty plane stays empty."""
    rule, known = query.example, query.known
    state = max((state for *_, state in known.dying), default=0)
    if state >= rule.states:
        raise InputError(f"a cell is given in state {state}: {rule} has 0 to {rule.states - 1}")
    if rule.states > 2 and (known.exempt or known.has_letters):
        raise InputError(
            f"{rule} has more than two states: cells can be given there, but not exempt or equal"
        )
    if query.background != EMPTY_BACKGROUND and (rule.states > 2 or rule.births_from_nothing):
        raise InputError(f"backgrounds are for two-state rules without B0, not for {rule}")
    if query.returns:
        validate.even_period(query.motion, query.rules or rule)
