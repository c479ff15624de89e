"""Questions about patterns in a box in few words, and their answers, by solvers or brute force."""

from collections.abc import Iterator

import numpy as np

from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.velocity import Velocity
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.predecessor import Predecessor
from lifesearch.solving.configuration import Configuration
from tests import brute
from tests.asking import QUICK, every


def everything(query: Periodic | Predecessor, how: Configuration = QUICK) -> list[Pattern]:
    """The pattern of each answer, at its first generation."""
    return [answer.pattern for answer in every(query, how)]


def box(text: str) -> tuple[int, int]:
    """The width and height that are written as 5x7."""
    width, height = text.split("x")
    return int(width), int(height)


def ship(velocity: str) -> Motion:
    """The motion of a spaceship of this velocity, up or up and to the left."""
    v = Velocity.parse(velocity)
    return Motion(v.period, Orientation.IDENTITY, -v.left, -v.up)


def lives(rule: Rule, motion: Motion, width: int, height: int) -> Iterator[tuple[Pattern, ...]]:
    """By brute force: the phases of all that stays inside, and is back after a period, not before.

    The motion turns nothing.
    """
    pad = 2
    history = [brute.all_states(np.ones((height, width), np.bool_), pad)[1:]]
    for _ in range(motion.period):
        stay = ~brute.outside(history[-1], pad)
        history = [states[stay] for states in history]
        history.append(brute.step_by(rule.table, history[-1]))
    same = (history[-1] == np.roll(history[0], (motion.dy, motion.dx), (1, 2))).all(axis=(1, 2))
    for phases in zip(*(states[same] for states in history[:-1]), strict=True):
        life = tuple(Pattern.from_array(state, x=-pad, y=-pad) for state in phases)
        if behaviour(life[0], rule, motion.period).period == motion.period:
            yield life
