"""Questions about patterns in a box in few words, and their answers."""

from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.velocity import Velocity
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
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
