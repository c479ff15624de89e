"""Searches in rules of several states and in rules with B0, against brute force."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.constraints import Bound, Constraints
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.formats.known_cells import read_words
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.life.symmetry import SYMMETRIES
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests import brute_answers, brute_states
from tests.asking import QUICK, every
from tests.brute_states import States
from tests.questions.completions import boxes
from tests.random_queries import chance, mover, sensible, shape
from tests.random_queries import rule as random_rule
from tests.seeds import seeds

BOXES = {
    2: [(3, 3), (4, 3), (3, 4), (2, 5)],
    3: [(3, 3), (2, 4), (4, 2), (2, 3), (2, 2), (5, 1)],
    4: [(2, 3), (3, 2), (2, 2), (4, 2), (1, 5)],
    5: [(2, 3), (2, 2), (3, 2)],
}
LIVELY = ("B2/S", "B2/S345", "B23/S", "B1/S", "B2/S2", "B2/S34H", "B1/SV", "B2i3/S12")
POPULATIONS = (Measure.FIRST, Measure.MIN, Measure.MAX)


def with_b0(random: Random) -> Rule:
    table = bytearray(random_rule(random).table)
    table[0], table[511] = 1, chance(random, 30)
    return Rule(bytes(table))


def with_states(random: Random) -> Rule:
    match random.randrange(4):
        case 0:
            rule = random_rule(random)
        case 1:
            rule = mover(random, random.choice((0, 1)))
        case 2:
            births, stay = (
                [n for n in range(1, 9) if chance(random, percent)] for percent in (30, 25)
            )
            rule = Rule.totalistic(births, stay)
        case _:
            rule = Rule.parse(random.choice(LIVELY))
    return replace(rule, states=random.choice((3, 3, 3, 4, 5)))


def draw(seed: str) -> Periodic:
    return sensible(_draw, Random(seed))


def _draw(random: Random) -> Periodic:
    rule = with_b0(random) if chance(random, 30) else with_states(random)
    box = random.choice(BOXES[rule.states])
    ship = chance(random, 45)
    period = random.choice((1, 1, 2, 3, 4)) if rule.states > 2 else random.choice((1, 2, 2, 4))
    turn = random.choice(list(Orientation)) if chance(random, 20) else Orientation.IDENTITY
    motion = Motion(period, turn)
    if ship:
        dx = random.choice((0, 0, -random.randint(0, period)))
        motion = Motion(period, turn, dx, -random.randint(1, period))
    torus = not ship and chance(random, 20)
    mask = None
    if not torus and chance(random, 12):
        mask = shape(random, box, 75)
        if not mask or mask.box != (0, 0, *box):
            raise InputError("no mask")
    bounds: tuple[Bound, ...] = ()
    if chance(random, 25):
        least, most = random.choice((0, 0, 2, 3)), random.choice((3, 4, 6, 10**9))
        bounds = (Bound(random.choice(POPULATIONS), least, most),)
    return Periodic(
        motion,
        box,
        random.choice(SYMMETRIES) if chance(random, 25) else SYMMETRIES[0],
        rule,
        any_period=chance(random, 25),
        with_empty=not ship and chance(random, 10),
        torus=torus,
        mask=mask,
        constraints=Constraints(bounds),
    )


def compare(query: Periodic, how: Configuration = QUICK, depth: int = 0) -> int:
    """All solutions, and one of each kind; how many there are."""
    wanted = set[Pattern]()
    for size in brute_answers.sizes(query):
        wanted |= brute_states.solutions(replace(query, box=size, max_area=None))
    if query.box:
        raw = [answer.pattern for answer in every(replace(query, raw=True), how, depth)]
        assert set(raw) == wanted
        assert len(raw) == len(wanted)
    found = [answer.pattern for answer in every(query, how, depth)]
    classes = brute_states.classes(wanted, query)
    assert brute_states.classes(found, query) == classes
    assert len(found) == len(classes)
    return len(wanted)


@pytest.mark.long
def test_random_queries() -> None:
    for seed in range(14):
        compare(draw(str(seed)))


@seeds()
def test_a_random_query(seed: int) -> None:
    compare(draw(f"{seed}"))


@seeds(12)
def test_predecessors(seed: int) -> None:
    """Of the children of random patterns, and of random targets with cells that do not matter."""
    random = Random(seed)
    rule = with_states(random) if seed % 3 else with_b0(random)
    box = random.choice([(2, 2), (2, 3), (3, 2), (1, 4)])
    generations = random.choice((1, 1, 2, 3)) if rule.states > 2 else 2
    states = brute_states.all_states(*box, rule.states)
    free = shape(random, box, 20) if chance(random, 50) else Pattern.of([])
    parent = Pattern.from_array(states[random.randrange(len(states))])
    history = brute_states.films(states[random.randrange(len(states))][None], rule, generations)
    target = Pattern.from_array(history[-1][0]) if chance(random, 70) else parent
    told = Target(target.restricted(target.cells - free.cells), free)
    compare_predecessor(Predecessor(told, box, generations, rule))


def compare_predecessor(query: Predecessor, how: Configuration = QUICK, depth: int = 0) -> int:
    """All predecessors, and one of those that the target's symmetry turns into one another."""
    wanted = brute_states.predecessors(query)
    raw = [answer.pattern for answer in every(replace(query, raw=True), how, depth)]
    assert set(raw) == wanted
    assert len(raw) == len(wanted)
    images = [set(query.images(answer.pattern)) for answer in every(query, how, depth)]
    assert wanted <= set().union(*images)
    assert sum(map(len, images)) == len(set().union(*images))
    return len(wanted)


def completion(random: Random, rule: Rule, steps: int, *, returns: bool) -> Completion:
    """What is told of some cells of two generations, by an example."""
    boxes = [(2, 2), (2, 3), (3, 2), (1, 4)] if rule.states < 5 else [(2, 2), (1, 4)]
    width, height = box = random.choice(boxes)
    unknown = KnownCells.unknown(*box)
    bare = Completion(unknown, Motion(steps), returns, rule=rule, any_period=True)
    films = brute_states.completions(bare)
    states = brute_states.all_states(*box, rule.states)
    film = random.choice(sorted(films, key=lambda film: film.tobytes())) if films else [states[-1]]
    grids, dying = [], list[tuple[int, int, int, int]]()
    for t in range(2 if len(film) > 1 else 1):
        shown = film[t]
        told = np.array([[chance(random, 30) for _ in range(width)] for _ in range(height)])
        grids.append(np.where(told, np.where(shown == 1, 1, -1), 0).tolist())
        dying += [(t, x, y, int(shown[y, x])) for y, x in np.argwhere(told & (shown > 1)).tolist()]
    return replace(bare, known=KnownCells.of(grids, dying=dying))


@seeds(4, long=10)
def test_completions(seed: int) -> None:
    """What is told of two generations, of something that returns or not."""
    random = Random(f"completion {seed}")
    rule = with_states(random) if seed % 4 else with_b0(random)
    steps = random.choice((1, 2, 3)) if rule.states > 2 else 2
    query = completion(random, rule, steps, returns=chance(random, 50))
    assert read_words(str(query.known)) == query.known
    compare_completion(query)


def compare_completion(query: Completion, how: Configuration = QUICK, depth: int = 0) -> int:
    """All completions, and one of those that are alike."""
    films = list(brute_states.completions(query))
    wanted = {film.tobytes() for film in films}
    raw = [boxes(answer, query.box) for answer in every(replace(query, raw=True), how, depth)]
    assert {film.tobytes() for film in raw} == wanted
    assert len(raw) == len(wanted)
    found = [_form(query, boxes(answer, query.box)) for answer in every(query, how, depth)]
    assert set(found) == {_form(query, film) for film in films}
    assert len(found) == len(set(found))
    return len(wanted)


def _form(query: Completion, film: States) -> object:
    """What films have in common that are alike.

    On an empty plane a pattern is the same when it is moved, turned or delayed. Elsewhere only the
    symmetries of the question make one of another.
    """
    if not query.returns or query.known.exempt or query.background != EMPTY_BACKGROUND:
        return min(image.tobytes() for image in query.images(film))
    cropped = [_cropped(phase) for phase in film]
    turned = [_turned(phase, g) for phase in cropped for g in query.rule.symmetries]
    return min((phase.shape, phase.tobytes()) for phase in turned)


def _cropped(cells: States) -> States:
    ys, xs = np.nonzero(cells)
    return cells[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1] if len(ys) else cells[:0, :0]


def _turned(cells: States, g: Orientation) -> States:
    height, width = cells.shape
    places = [g.apply(x, y) for y in range(height) for x in range(width)]
    if not places:
        return cells
    left, top = (min(axis) for axis in zip(*places, strict=True))
    right, bottom = (max(axis) for axis in zip(*places, strict=True))
    image = np.zeros((bottom - top + 1, right - left + 1), cells.dtype)
    for (x, y), state in zip(places, cells.flat, strict=True):
        image[y - top, x - left] = state
    return image
