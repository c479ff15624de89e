"""Verify completions by simulation.

The whole plane is cut down to a torus on which nothing differs from the plane. It is made of whole
tiles of the background, and large enough that the box, with the margin in which something may
happen, does not meet itself around the torus. Everything outside the box is the background, as the
simulator makes it, in every generation. Then the whole query is checked: each generation follows
from the one before, except where cells are exempt; where something arrives, nothing would have
changed without it; known cells are as given; equal cells are equal; the completion is symmetric; it
recurs when it should and not sooner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_BACKGROUND
from lifesearch.common.text import plural
from lifesearch.core.answer import EATER
from lifesearch.core.words import recurring
from lifesearch.engines.sat.encoding.clauses import Bools
from lifesearch.engines.sat.encoding.known_cells import KnownCellEncoder
from lifesearch.engines.sat.encoding.variable_grid import Spacetime
from lifesearch.life.known_cells import ALIVE, DEAD, FIRST_LETTER, CellAt, KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.life.simulate.batch import Stack, step_batch
from lifesearch.life.simulate.universe import Universe
from lifesearch.questions.completion.answer import Completed
from lifesearch.questions.completion.known_cells_question import CompletionQuestion

Boxes = NDArray[np.uint8]
LARGEST_LCM = 2000
"""Cells a side of the area in which a background is compared with its image: larger ones, whose
period is a common multiple of the tile's sides, count as different. Then a question may be refused,
or equivalent completions may be answers of their own: no answer is lost."""


@dataclass(frozen=True)
class CompletionVerifier:
    """Checks completions of a query.

    Boxes are arrays [answer, t, y, x] of all generations before it recurs.
    """

    query: CompletionQuestion

    @cached_property
    def spacetime(self) -> Spacetime:
        return self.query.spacetime()

    @property
    def shorter(self) -> Iterator[tuple[int, int, int]]:
        """Generations in which the pattern must not recur, and its dx and dy by then.

        Where two rules alternate, it cannot recur at odd times anyway.
        """
        if self.query.returns and not self.query.any_period:
            rules = len(self.query.example.steps)
            yield from (each for each in self.query.motion.subperiods() if each[0] % rules == 0)

    @property
    def steps(self) -> int:
        """The steps from generation 0 to the last one, which may be generation 0 again."""
        return self.spacetime.motion.period - (not self.query.returns)

    @property
    def corner(self) -> tuple[int, int]:
        """Where the box lies on the torus: whole tiles from the edge."""
        m, agar = self.spacetime.margin, self.query.background
        return -(-m // agar.width) * agar.width, -(-m // agar.height) * agar.height

    @property
    def torus(self) -> tuple[int, int]:
        """The width and height of the torus: whole tiles."""
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
        """Whether generation `before` of the background, turned about the centre of the box and
        moved, is generation `after`.
        """
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
        """For each answer, whether it is right in all that the top of this module lists."""
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
            within = self.query.not_empty_within
            around = self.tiles[:within, y % rows, x % columns]
            right &= (boxes[:, :within] != around).any(axis=(1, 2, 3))
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
            what = recurring(motion if motion.travels else Motion(generations), answer.rule)
        exempt = " with exempt cells" if self.query.known.exempt else ""
        around = "" if self.query.background == EMPTY_BACKGROUND else " on a background"
        return f"{what}{exempt}{around}"

    def _is_eater(self, answer: Completed) -> bool:
        """Whether a still life is all there is before cells arrive, once, and at the end."""
        query, exempt = self.query, {t for t, *_ in self.query.known.exempt}
        recurs_in_place = query.returns and not query.motion.travels and query.motion.order == 1
        if not recurs_in_place or len(exempt) != 1 or query.background != EMPTY_BACKGROUND:
            return False
        first, later = Universe(query.rule).history(answer.pattern, 1)
        return bool(first) and later == first != answer.shown[max(exempt)]


def dying_states(known: KnownCells, shape: tuple[int, ...]) -> Boxes:
    """The states of known cells that are dying, [t, y, x]; 0 elsewhere."""
    states = np.zeros(shape, np.uint8)
    for t, x, y, state in known.dying:
        states[t, y, x] = state
    return states
