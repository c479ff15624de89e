"""What catalysts do, in the words of those who search for it."""

from __future__ import annotations

from lifesearch.catalyst_search.setting import CatalystSetting
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.queries.catalysts.course import Course, Ship
from lifesearch.queries.catalysts.known import CONDUITS, active_named
from lifesearch.text import plural

WAYS = {
    (0, -1): "N", (1, -1): "NE", (1, 0): "E", (1, 1): "SE",
    (0, 1): "S", (-1, 1): "SW", (-1, 0): "W", (-1, -1): "NW",
}  # fmt: skip
GLIDER = Pattern.parse(".O.\n..O\nOOO")
TURNS = (Orientation.IDENTITY, Orientation.R90, Orientation.R180, Orientation.R270)
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


def in_words(course: Course, setting: CatalystSetting) -> str:
    """What has happened at the end."""
    match course.kind:
        case "nothing":
            return f"eater: nothing else is left in generation {course.end}"
        case "again":
            name = conduit_name(course, setting)
            named = f"conduit {name}" if name else "conduit"
            turn = course.turn
            turned = "" if turn is Orientation.IDENTITY else f" turned {turn.symbol},"
            x, y = course.moved
            where = f"{named}: the same again,{turned} moved ({x}, {y}), delay {course.delay}"
            return f"{where}; {_ships(course, setting)}" if course.ships else where
        case "leaves":
            if not course.ships:
                return f"{_debris(course)} is left"
            out = f"{_ships(course, setting)} out"
            return f"{out}, {_debris(course)} is left" if course.debris else f"{out}, clean"
    return f"recurs after {course.delay} generations"


def _ships(course: Course, setting: CatalystSetting) -> str:
    return ", ".join(ship_in_words(ship, setting.rule) for ship in course.ships)


def _debris(course: Course) -> str:
    return "debris (" + plural(sum(map(len, course.debris)), "cell") + ")"


def ship_in_words(ship: Ship, rule: Rule) -> str:
    """A ship, its direction, and a glider's lane and timing."""
    known = lane(ship, rule)
    if known is None:
        return f"ship {direction(ship)}"
    return f"glider {direction(ship)}, lane {known[0]}, timing {known[1]}"


def conduit_name(course: Course, setting: CatalystSetting) -> str:
    """A Herschel conduit by the usual kind of name: where it turns to, and its delay.

    It is also said since when it is known, if it moves the Herschel as the known one does.
    """
    herschel = active_named("Herschel")
    assert herschel is not None
    for g in Orientation:
        if setting.rule == LIFE and herschel.transform(g).normal() == setting.active.normal():
            name = f"{LETTERS[g.then(course.turn).then(g.inverse)]}{course.delay}"
            moved, year = CONDUITS.get(name, (None, 0))
            return (
                f"{name} (known since {year})" if g.inverse.apply(*course.moved) == moved else name
            )
    return ""


def direction(ship: Ship) -> str:
    (x, y) = ship.way
    return WAYS[(x > 0) - (x < 0), (y > 0) - (y < 0)]


def lane(ship: Ship, rule: Rule) -> tuple[int, int] | None:
    """The lane of a glider, and when it is at column 0 of it; None for other ships.

    It is seen in the phase that is '.O. ..O OOO' if it flies to the lower right. The lane is x - y
    of the upper left cell of its box if it flies to the lower right or the upper left, else x + y.
    """
    for later, phase in enumerate(generations(ship.pattern, 3, rule)):
        box = phase.box
        for g in TURNS:  # reflected, it is the same two generations later
            if g.apply(1, 1) == ship.way and GLIDER.transform(g).normal() == phase.normal():
                across = box.x - box.y if ship.way[0] == ship.way[1] else box.x + box.y
                return across, ship.seen + later - 4 * box.x * ship.way[0]
    return None
