"""What is searched for in a strip, in words."""

from __future__ import annotations

from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import velocity
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.velocity import heading
from lifesearch.queries.words import in_rule

_MIRRORS = {Mirror.NONE: "", Mirror.MIRRORED: "mirrored ", Mirror.GUTTER: "gutter-symmetric "}


def kind(motion: Motion, mirror: Mirror, rule: Rule, symmetry: str = "") -> str:
    """The thing that is looked for: 'mirrored c/4 spaceship of period 4 in B36/S23'.

    A symmetry that is named stands for all others.
    """
    glide = "glide-symmetric " if motion.order > 1 else ""
    period = motion.full_period
    if motion.travels:
        speed = velocity(motion.dx * motion.order, motion.dy * motion.order, period)
        thing = f"{speed} spaceship of period {period}{heading(motion.dx, rule)}"
    else:
        thing = "still life" if period == 1 else f"oscillator of period {period}"
    if symmetry:
        return f"{glide}{thing} with symmetry {symmetry}{in_rule(rule)}"
    return f"{glide}{_MIRRORS[mirror]}{thing}{in_rule(rule)}"


def plural_kind(motion: Motion) -> str:
    """The plural name of patterns with this motion: 'ships'."""
    if motion.travels:
        return "ships"
    return "still lifes" if motion.full_period == 1 else "oscillators"
