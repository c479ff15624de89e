"""Patterns on a cylinder as answers, and their equivalence.

The terminal and all files have them on a torus, on which they evolve as on the cylinder (see
`Cylinder.unrolled`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from lifesearch.core.answer import Answer
from lifesearch.core.words import recurring
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.cylinder import Cylinder

NO_CELLS = Pattern.of([])


@dataclass(frozen=True)
class CylinderAnswer(Answer):
    """A verified pattern on a cylinder.

    `wound` are its cells on the cylinder, and `pattern` those on the torus; `moved` is its
    displacement after its generations.
    """

    wound: Pattern = NO_CELLS
    moved: tuple[int, int] = (0, 0)  # pyright: ignore[reportIncompatibleMethodOverride]
    cylinder: Cylinder = field(default_factory=lambda: Cylinder(1))

    @property
    def found(self) -> Pattern:
        return self.wound

    def generations_to(self, count: int) -> list[Pattern]:
        return self.cylinder.history(self.wound, count, self.rule)


def cylinder_answer(
    cylinder: Cylinder, pattern: Pattern, motion: Motion, rule: Rule, *, any_period: bool
) -> CylinderAnswer:
    """Make an answer of a pattern that has this motion.

    With `any_period`, or with a transform, it may recur sooner: the answer has its least period.
    """
    period = motion.full_period
    life = cylinder.history(pattern, period, rule)
    if any_period or motion.order > 1:
        steps = len(rule.steps)  # a rule of several steps recurs only after all of them
        times = range(steps, period + 1, steps)
        period = next(t for t in times if _recurs_at(cylinder, life, motion, t))
        life = life[: period + 1]
    shown, torus = cylinder.unrolled(life, rule)
    order, full = motion.order, motion.full_period
    # The motion is that of its full period, in which the pattern may recur several times.
    moved = (motion.dx * order * period // full, motion.dy * order * period // full)
    what = recurring(Motion(period, dx=moved[0], dy=moved[1]), rule)
    return CylinderAnswer(
        shown,
        period,
        rule,
        torus,
        f"{what} on a cylinder of circumference {cylinder}",
        wound=pattern,
        moved=moved,
        cylinder=cylinder,
    )


def _recurs_at(cylinder: Cylinder, life: Sequence[Pattern], motion: Motion, t: int) -> bool:
    """Whether a pattern recurs after t generations, moved by its displacement times t/period.

    Period and displacement are those of the full period, after which the pattern recurs unturned.
    The least such t divides the full period, so this is required of t.
    """
    dx, dy, full = motion.dx * motion.order * t, motion.dy * motion.order * t, motion.full_period
    if dx % full or dy % full or full % t:
        return False
    return life[t] == cylinder.wound(life[0].translate(dx // full, dy // full))


def recurs_on_cylinder(
    cylinder: Cylinder, pattern: Pattern, motion: Motion, rule: Rule, height: int
) -> bool:
    """Whether a pattern recurs after its period, with its motion's transform: see `turned`."""
    back = turned(cylinder, motion.orientation, pattern, height).translate(motion.dx, motion.dy)
    return cylinder.history(pattern, motion.period, rule)[-1] == cylinder.wound(back)


def has_shorter_period(cylinder: Cylinder, pattern: Pattern, motion: Motion, rule: Rule) -> bool:
    """Whether a pattern that recurs after its full period has a shorter one."""
    life = cylinder.history(pattern, motion.full_period, rule)
    return any(
        life[t] == cylinder.wound(pattern.translate(dx, dy))
        for t, dx, dy in motion.subperiods()
        if t % len(rule.steps) == 0
    )


def turned(cylinder: Cylinder, g: Orientation, pattern: Pattern, height: int) -> Pattern:
    """A pattern rotated or reflected about the middle of all columns and of `height` rows."""
    right, bottom = cylinder.circumference - 1, height - 1
    # Twice the vector from the middle to (0, 0), since the middle may lie between cells.
    u, v = g.apply(-right, -bottom)
    return pattern.transform(g).translate((u + right) // 2, (v + bottom) // 2)


def cylinder_images(cylinder: Cylinder, life: Sequence[Pattern], rule: Rule) -> Iterator[Pattern]:
    """Images of a pattern's generations: rotated, reflected, moved; the first row is row 0."""
    turns = [g for g in Orientation if g in rule.symmetries and cylinder.keeps(g)]
    for phase in life[:: len(rule.steps)]:
        for turn in turns:
            image = phase.transform(turn)
            for n in range(cylinder.circumference):
                rolled = cylinder.wound(image.translate(n, 0))
                yield rolled.translate(0, -rolled.box.y)


def cylinder_key(cylinder: Cylinder, life: Sequence[Pattern], rule: Rule) -> Hashable:
    """A canonical key, equal for patterns that differ by place, orientation and phase only."""
    return min(image.key() for image in cylinder_images(cylinder, life, rule))
