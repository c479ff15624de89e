"""Outcomes of catalysts in words: eaters, conduits by their names, gliders by their lanes."""

from __future__ import annotations

from lifesearch.common.text import plural
from lifesearch.core.answer import EATER
from lifesearch.engines.catalysts.problem import CatalystProblem
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.questions.catalysts.course import Course, Ship
from lifesearch.questions.catalysts.known import CONDUITS, active_named

DIRECTIONS = {
    (0, -1): "N", (1, -1): "NE", (1, 0): "E", (1, 1): "SE",
    (0, 1): "S", (-1, 1): "SW", (-1, 0): "W", (-1, -1): "NW",
}  # fmt: skip
GLIDER = Pattern.parse(".O.\n..O\nOOO")
TURNS = (Orientation.IDENTITY, Orientation.R90, Orientation.R180, Orientation.R270)
# The first letters of a Herschel conduit's name: forward, left, back, right; x is reflected.
# Forward is to the right of the Herschel that `known` has.
LETTERS = {
    Orientation.IDENTITY: "F",
    Orientation.R90: "L",
    Orientation.R180: "B",
    Orientation.R270: "R",
    Orientation.FLIP_X: "Bx",
    Orientation.FLIP_Y: "Fx",
    Orientation.TRANSPOSE: "Rx",
    Orientation.ANTITRANSPOSE: "Lx",
}


def outcome_in_words(course: Course, problem: CatalystProblem) -> str:
    """The outcome in a phrase."""
    match course.outcome:
        case "nothing":
            return f"{EATER}: nothing else is left in generation {course.end}"
        case "again":
            name = conduit_name(course, problem)
            named = f"conduit {name}" if name else "conduit"
            turn = course.turn
            turned = "" if turn is Orientation.IDENTITY else f" turned {turn.symbol},"
            x, y = course.moved
            where = f"{named}: the same again,{turned} moved ({x}, {y}), delay {course.delay}"
            return f"{where}; {_ships(course, problem)}" if course.ships else where
        case "leaves":
            if not course.ships:
                return f"{_debris(course)} is left"
            out = f"{_ships(course, problem)} out"
            return f"{out}, {_debris(course)} is left" if course.debris else f"{out}, clean"
    return f"recurs after {course.delay} generations"


def _ships(course: Course, problem: CatalystProblem) -> str:
    return ", ".join(ship_in_words(ship, problem.rule) for ship in course.ships)


def _debris(course: Course) -> str:
    return "debris (" + plural(sum(map(len, course.debris)), "cell") + ")"


def ship_in_words(ship: Ship, rule: Rule) -> str:
    """A ship, its direction, and a glider's lane and timing."""
    known = lane(ship, rule)
    if known is None:
        return f"ship {direction(ship)}"
    return f"glider {direction(ship)}, lane {known[0]}, timing {known[1]}"


def conduit_name(course: Course, problem: CatalystProblem) -> str:
    """A Herschel conduit by the usual kind of name: where it turns to, and its delay.

    The year from which it is known follows, if it moves the Herschel as the known one does. The
    name is empty for other active parts and in other rules.
    """
    herschel = active_named("Herschel")
    assert herschel is not None
    for g in Orientation:
        if problem.rule == LIFE and herschel.transform(g).normal() == problem.active.normal():
            name = f"{LETTERS[g.then(course.turn).then(g.inverse)]}{course.delay}"
            moved, year = CONDUITS.get(name, (None, 0))
            return (
                f"{name} (known since {year})" if g.inverse.apply(*course.moved) == moved else name
            )
    return ""


def direction(ship: Ship) -> str:
    """The direction of a ship as a letter or two, such as N or SE."""
    dx, dy = ship.displacement
    return DIRECTIONS[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]


def lane(ship: Ship, rule: Rule) -> tuple[int, int] | None:
    """The lane of a glider, and the generation in which it is at column 0; None for other ships.

    The generation counts for the phase that is '.O. ..O OOO' if it flies to the lower right. The
    lane is x - y of the upper left cell of the box of that phase if it flies to the lower right or
    the upper left, else x + y.
    """
    dx, dy = ship.displacement
    for later, phase in enumerate(generations(ship.pattern, 3, rule)):
        box = phase.box
        for g in TURNS:  # reflected, it is the same two generations later
            if g.apply(1, 1) == (dx, dy) and GLIDER.transform(g).normal() == phase.normal():
                across = box.x - box.y if dx == dy else box.x + box.y
                # It moves a column in 4 generations.
                return across, ship.seen + later - 4 * box.x * dx
    return None
