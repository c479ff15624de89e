"""Random questions about small boxes, in all combinations that make sense.

Rules of all families, symmetries, transforms, tori, masks, bounds, given cells, pieces, optima,
films, backgrounds and unknown rules; what makes no sense together is drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from lifesearch.common.errors import InputError
from lifesearch.core.constraints import MOST, Aim, Bound, Constraints, Objective
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.neighbourhood import turned
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND, Background
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor

Query = Periodic | Predecessor | Completion
T = TypeVar("T")
Size = tuple[int, int]

LIVELY = (
    "B36/S125", "B2/S", "B34/S34", "B2/S34H", "B13/S012V", "B2ci3/S23", "B2-a3/S12", "B3/S45H",
    "B3/S012", "B34/S0", "B2/S1H", "B3/S1V", "B2e3/S01c2",
)  # fmt: skip
UNKNOWN = (
    "B2ci?3/S2?38?", "B3?6?/S23?", "B1?3?/S2?", "B2ci3?/S0?2ae?", "pB2ce-akin/S1c2", "pB1/S0",
    "pB3ceaijknr/S2ac", "pB2c-aeik/S0", "B3/S2?3?4?5?",
)  # fmt: skip
# Backgrounds: width, height, and the live cells of a tile; cells that are not drawn are dead.
TILES = (
    (1, 2, "O\n."),
    (2, 1, "O."),
    (1, 1, "O"),
    (2, 2, "O.\n.O"),
    (4, 2, "OO..\n..OO"),
    (3, 3, "O"),
)
SYMBOLS = {symmetry.name: symmetry for symmetry in SYMMETRIES}


def draw(seed: str) -> Query:
    """The question of a seed."""
    random = Random(seed)
    weights: dict[Callable[[Random], Query], int] = {
        _periodic: 3,
        _ship: 2,
        predecessor: 2,
        completion: 2,
        _growing: 1,
    }
    kinds = list(weights)
    return sensible(lambda it: it.choices(kinds, list(weights.values()))[0](it), random)


def sensible(make: Callable[[Random], T], random: Random) -> T:
    """What is drawn; what makes no sense together is drawn again."""
    while True:
        try:
            return make(random)
        except InputError:
            continue


def chance(random: Random, percent: int) -> bool:
    return random.random() < percent / 100


def some(random: Random, values: Sequence[T], percent: int) -> list[T]:
    return [value for value in values if chance(random, percent)]


def rule(random: Random) -> Rule:
    """One of some family; in a random table, a quarter of all blocks have a live cell next."""
    match random.randrange(8):
        case 0 | 1:
            return LIFE
        case 2 | 3:
            return Rule.parse(random.choice(LIVELY))
        case 4:
            births, stay = some(random, range(2, 9), 30), some(random, range(9), 45)
            return Rule.totalistic(births, stay)
        case 5:
            return isotropic(random)
        case 6:
            return mover(random, random.choice((0, 1)))
    bits = random.getrandbits(512) & random.getrandbits(512)
    return _table(bits >> block & 1 for block in range(512))


def isotropic(random: Random) -> Rule:
    """Directions are alike."""
    return symmetric(random, list(Orientation))


def symmetric(random: Random, group: list[Orientation]) -> Rule:
    """These orientations are not noticed."""
    bits = random.getrandbits(512) & random.getrandbits(512)
    first = [min(turned(g)[block] for g in group) for block in range(512)]
    return _table(bits >> first[block] & 1 for block in range(512))


def mover(random: Random, bit: int) -> Rule:
    """Each cell becomes its neighbour of this bit, but for one block in 32: so patterns travel."""
    odd = random.getrandbits(512) & random.getrandbits(512) & random.getrandbits(512)
    odd &= random.getrandbits(512) & random.getrandbits(512)
    return _table((block >> bit & 1) ^ (odd >> block & 1) for block in range(512))


def _table(bits: object) -> Rule:
    """The rule of these bits, without B0."""
    table = bytearray(bits)  # type: ignore[call-overload]
    table[0] = 0
    return Rule(bytes(table))


def box(random: Random, most: int = 12) -> Size:
    """A box of 4 to `most` cells, or seldom of fewer; often a square."""
    while True:
        width, height = random.randint(1, 5), random.randint(1, 5)
        if chance(random, 50):
            height = width
        if 4 <= width * height <= most or (width * height <= most and chance(random, 10)):
            return width, height


def shape(random: Random, size: Size, percent: int = 50) -> Pattern:
    places = [(x, y) for y in range(size[1]) for x in range(size[0])]
    return Pattern.of(some(random, places, percent))


def told(random: Random, size: Size) -> Target:
    """Some cells of the box, most of which do not matter."""
    width, height = random.randint(1, size[0]), random.randint(1, size[1])
    x, y = random.randint(0, size[0] - width), random.randint(0, size[1] - height)
    open_cells = shape(random, (width, height), 60)
    alive = shape(random, (width, height), 40) - open_cells
    return Target(alive.translate(x, y), open_cells.translate(x, y), Box(x, y, width, height))


def bounds(random: Random, cells: int, percent: int, *, stays: bool) -> tuple[Bound, ...]:
    chosen = []
    while chance(random, percent):
        measures = [m for m in Measure if stays or m not in (Measure.ROTOR, Measure.STATOR)]
        measure = random.choice(measures)
        least = (
            random.randint(0, cells // 2 + 2) if measure.is_population and chance(random, 60) else 0
        )
        most = random.randint(cells // 3, cells + 3) if not least or chance(random, 40) else MOST
        chosen.append(Bound(measure, least, most))
    return tuple(chosen)


def objective(random: Random, percent: int, *, grows: bool = False) -> Objective | None:
    if not chance(random, percent):
        return None
    aims = [Aim.SMALLEST_POPULATION, Aim.LARGEST_POPULATION, *[Aim.SMALLEST_BOX] * grows]
    return Objective(random.choice(aims), random.choice((Measure.FIRST, Measure.MIN, Measure.MAX)))


def _conditions(random: Random, size: Size | None, *, stays: bool, torus: bool) -> Constraints:
    cells = 9 if size is None else size[0] * size[1]
    return Constraints(
        bounds(random, cells, 20, stays=stays),
        objective(random, 8, grows=size is None),
        keep=told(random, size) if size and chance(random, 12) else None,
        connected=not torus and chance(random, 10),
        excluded=() if torus else _excluded(random),
    )


def _excluded(random: Random) -> tuple[Pattern, ...]:
    pictures = ("OO\nOO", "O", "OOO", "OO", "O.\nOO", ".O.\nO.O\n.O.", "OO\n.O")
    return tuple(Pattern.parse(text) for text in some(random, pictures, 4))


def _turn(random: Random, percent: int) -> Orientation:
    return random.choice(list(Orientation)) if chance(random, percent) else Orientation.IDENTITY


def _symmetry(random: Random, percent: int) -> Symmetry:
    return random.choice(SYMMETRIES) if chance(random, percent) else SYMBOLS["C1"]


def _periodic(random: Random, motion: Motion | None = None, chosen: Rule | None = None) -> Periodic:
    """Still lifes and oscillators; ships if the motion says so."""
    motion = motion or Motion(random.choice((1, 1, 2, 2, 3)), _turn(random, 30))
    stays = not motion.travels
    torus = stays and chance(random, 25)
    unknown = PartialRule.parse(random.choice(UNKNOWN)) if chance(random, 12) else None
    size = box(random, 9 if unknown else 16 if torus and chance(random, 30) else 12)
    mask = None
    if not torus and chance(random, 15):
        mask = shape(random, size, 75)
        if not mask or mask != mask.normal():
            raise InputError("no mask")
        size = (mask.box.width, mask.box.height)
    return Periodic(
        motion,
        size,
        _symmetry(random, 30),
        LIFE if unknown else chosen or rule(random),
        any_period=chance(random, 25),
        with_empty=chance(random, 10),
        torus=torus,
        mask=mask,
        constraints=_conditions(random, size, stays=stays, torus=torus),
        rules=unknown,
    )


def _ship(random: Random) -> Periodic:
    if chance(random, 50):
        left = random.choice((0, 1))
        moving = Motion(random.choice((1, 1, 2)), _turn(random, 25), -left, -1)
        if moving.period == 2:
            moving = Motion(2, moving.orientation, -2 * left, -2)
        return _periodic(random, moving, mover(random, 0 if left else 1))
    period = random.choice((1, 1, 2, 2, 3, 4))
    dx, dy = random.choice(((0, -1), (0, -1), (-1, -1), (-1, -1), (-1, -2), (0, -2)))
    return _periodic(random, Motion(period, _turn(random, 25), dx, dy))


def _growing(random: Random) -> Periodic:
    motion = Motion(random.choice((1, 2, 2)), _turn(random, 20))
    if chance(random, 40):
        motion = Motion(
            random.choice((1, 2)), _turn(random, 20), *random.choice(((0, -1), (-1, -1)))
        )
    stays = not motion.travels
    return Periodic(
        motion,
        None,
        _symmetry(random, 30),
        rule(random),
        any_period=chance(random, 25),
        max_area=random.randint(4, 12),
        constraints=_conditions(random, None, stays=stays, torus=False),
    )


def predecessor(random: Random) -> Predecessor:
    seen = chance(random, 40)
    size = random.choice(
        ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1)) if seen else ((1, 1), (2, 2), (3, 3), (4, 3))
    )
    dont_care = shape(random, size, 15)
    target = Target(shape(random, size, 50) - dont_care, dont_care, Box(0, 0, *size))
    if seen:
        query = Predecessor.anywhere(target, 1)
        chosen = [b for b in bounds(random, 9, 40, stays=False) if b.measure is Measure.FIRST]
        goal = objective(random, 10)
        goal = goal and Objective(goal.aim)
    else:
        inside = (max(size[0], 3), max(size[1], random.choice((3, 3, 4))))
        query = Predecessor.inside(target, inside)
        chosen = list(bounds(random, 9, 30, stays=False))
        goal = objective(random, 10)
    keep = told(random, query.box) if chance(random, 20) else None
    return Predecessor(
        query.target,
        query.box,
        1 if seen else random.choice((1, 1, 2)),
        rule(random),
        constraints=Constraints(tuple(chosen), goal, keep),
        surrounded=seen,
    )


def completion(random: Random) -> Completion:
    size = random.choice(((3, 3), (3, 2), (2, 2), (1, 3), (4, 2), (2, 4), (3, 4)))
    period = random.choice((1, 1, 2, 2, 3))
    back = chance(random, 65)
    count = random.randint(1, period + 1)
    open_cells, cells = [0] * random.choice((1, 6, 20, 60)), [0, 0, 1, -1, 2, -2, 3, 4]
    grids = [
        [[random.choice(open_cells + cells) for _ in range(size[0])] for _ in range(size[1])]
        for _ in range(count)
    ]
    exempt: list[tuple[int, int, int]] = []
    while chance(random, 30) and len(exempt) < 3:
        exempt.append(
            (random.randrange(count), random.randrange(size[0]), random.randrange(size[1]))
        )
    shift = random.choice(((0, 0), (0, 0), (1, 0), (-1, 1), (0, -1))) if back else (0, 0)
    agar = EMPTY_BACKGROUND
    if chance(random, 30):
        width, height, picture = random.choice(TILES)
        agar = Background(width, height, Pattern.parse(picture))
    constraints = Constraints()
    if agar == EMPTY_BACKGROUND:
        stays = back and shift == (0, 0)
        constraints = Constraints(
            bounds(random, size[0] * size[1], 20, stays=stays), objective(random, 6)
        )
    return Completion(
        KnownCells.of(grids, exempt, arrives=exempt[: random.choice((0, 0, 1, 2))]),
        Motion(period, _turn(random, 25) if back else Orientation.IDENTITY, *shift),
        back,
        _symmetry(random, 30),
        rule(random),
        agar,
        any_period=chance(random, 40),
        with_empty=chance(random, 40),
        constraints=constraints,
    )
