"""Searches in rules of several states and in rules with B0, against brute force and known facts."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesearch.encoding.motion import Motion, Target
from lifesearch.errors import InputError
from lifesearch.formats.known_cells import read_words
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.multi_state import live_cells, parse_states, pattern_of_array
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.queries.completion.query import Completion
from lifesearch.queries.constraints import Aim, Bound, Constraints, Objective
from lifesearch.queries.measures import Measure
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.predecessor import Predecessor
from tests import brute_states
from tests.asking import every, first
from tests.brute_states import States
from tests.random_queries import chance, mover, shape
from tests.random_queries import rule as random_rule

Flags = NDArray[np.bool_]

BRAIN, STAR_WARS = Rule.parse("Brian's Brain"), Rule.parse("Star Wars")
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
    """The question of a seed; what makes no sense together is drawn again."""
    random = Random(seed)
    while True:
        try:
            return _draw(random)
        except InputError:
            continue


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


def compare(query: Periodic) -> None:
    """All solutions, and one of each kind."""
    wanted = brute_states.solutions(query)
    assert {answer.pattern for answer in every(replace(query, raw=True))} == wanted
    found = [answer.pattern for answer in every(query)]
    assert set(found) <= wanted or not query.raw
    phased = any(bound.measure is Measure.FIRST for bound in query.constraints.bounds)
    if not (query.torus or query.mask or phased or len(query.symmetry.group) > 1):
        classes = brute_states.classes(wanted, query)
        assert brute_states.classes(found, query) == classes
        assert len(found) == len(classes)


def test_random_queries() -> None:
    for seed in range(14):
        compare(draw(str(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_random_queries(part: int) -> None:
    for seed in range(40):
        compare(draw(f"long {part}.{seed}"))


@pytest.mark.long
def test_some_random_queries() -> None:
    for seed in range(20):
        compare(draw(f"long 1.{seed}"))


@pytest.mark.parametrize("seed", range(12))
def test_predecessors(seed: int) -> None:
    """Of the children of random patterns, and of random targets with cells that do not matter."""
    random = Random(seed)
    rule = with_states(random) if seed % 3 else with_b0(random)
    box = random.choice([(2, 2), (2, 3), (3, 2), (1, 4)])
    generations = random.choice((1, 1, 2, 3)) if rule.states > 2 else 2
    states = brute_states.all_states(*box, rule.states)
    free = shape(random, box, 20) if chance(random, 50) else Pattern.of([])
    parent = pattern_of_array(states[random.randrange(len(states))])
    history = brute_states.films(states[random.randrange(len(states))][None], rule, generations)
    target = pattern_of_array(history[-1][0]) if chance(random, 70) else parent
    told = Target(target.part(target.cells - free.cells), free)
    query = Predecessor(told, box, generations, rule, raw=True)
    wanted = brute_states.predecessors(query)
    assert {answer.pattern for answer in every(query)} == wanted
    kinds = every(replace(query, raw=False))
    images = {image for answer in kinds for image in query.images(answer.pattern)}
    assert images == wanted


@pytest.mark.parametrize("seed", range(14))
def test_completions(seed: int) -> None:
    """What is told of two generations, of something that returns or not."""
    random = Random(f"completion {seed}")
    rule = with_states(random) if seed % 4 else with_b0(random)
    width, height = box = random.choice([(2, 2), (2, 3), (3, 2), (1, 4)])
    returns = chance(random, 50)
    steps = random.choice((1, 2, 3)) if rule.states > 2 else 2
    states = brute_states.all_states(*box, rule.states)
    pad = steps + 1
    life = brute_states.films(np.pad(states, ((0, 0), (pad, pad), (pad, pad))), rule, steps)
    outside = np.pad(np.zeros((height, width), np.bool_), pad, constant_values=True)
    wanted = _possible(life, outside, states, returns=returns)
    example = random.choice(np.flatnonzero(wanted).tolist() or range(len(states)))
    grids, dying = [], list[tuple[int, int, int, int]]()
    for t in range(2 if steps > 1 or not returns else 1):
        shown = life[t][example][pad:-pad, pad:-pad]
        told = np.array([[chance(random, 30) for _ in range(width)] for _ in range(height)])
        grids.append(np.where(told, np.where(shown == 1, 1, -1), 0).tolist())
        dying += [(t, x, y, int(shown[y, x])) for y, x in np.argwhere(told & (shown > 1)).tolist()]
        inner = life[t][:, pad:-pad, pad:-pad]
        wanted &= ((inner == shown) | ~told).all(axis=(1, 2))
    query = Completion(
        KnownCells.of(grids, dying=dying),
        Motion(steps),
        returns,
        rule=rule,
        any_period=True,
        raw=True,
    )
    assert read_words(str(query.known)) == query.known
    expected = {pattern_of_array(layer) for layer in states[wanted]}
    assert {answer.pattern for answer in every(query)} == expected


def _possible(life: list[States], outside: Flags, states: States, *, returns: bool) -> Flags:
    checks = [states.any(axis=(1, 2))]
    checks += [~phase[:, outside].any(axis=1) for phase in life[: len(life) - returns]]
    if returns:
        checks.append((life[0] == life[-1]).all(axis=(1, 2)))
    possible: Flags = np.logical_and.reduce(checks)
    return possible


# What is known: LifeWiki on Brian's Brain and Star Wars, and searches with rlifesrc.
PHOTON = "AA\nBB"
BRAIN_P3 = ".AB.\nB..A\nA..B\n.BA."


@pytest.mark.parametrize(
    ("rule", "motion", "box", "picture"),
    [
        (BRAIN, Motion(1, dy=-1), (2, 2), PHOTON),
        (STAR_WARS, Motion(1, dy=-1), (2, 3), "AA\nBB\nCC"),
        (BRAIN, Motion(3), (4, 4), BRAIN_P3),
        (STAR_WARS, Motion(1), (3, 3), ".O.\nOOO\n.O."),
    ],
)
def test_the_smallest_of_its_kind(
    rule: Rule, motion: Motion, box: tuple[int, int], picture: str
) -> None:
    (answer,) = every(Periodic(motion, box, rule=rule))
    wanted = Pattern.parse(picture) if "O" in picture else parse_states(picture)
    query = Periodic(motion, box, rule=rule)
    assert query.key(answer) == query.key(replace(answer, pattern=wanted))
    smallest = Periodic(motion, None, rule=rule, max_area=box[0] * box[1])
    assert first(smallest) is not None
    assert all(not every(Periodic(motion, size, rule=rule)) for size in _less(*box))


def _less(width: int, height: int) -> list[tuple[int, int]]:
    return [(w, h) for w, h in ((width - 1, height), (width, height - 1)) if w and h]


def test_nothing_stays_alive_in_brians_brain() -> None:
    """No cell survives, so that there is no still life, and no oscillator of period 1 or 2."""
    for period in (1, 2):
        assert not every(Periodic(Motion(period), (5, 5), rule=BRAIN))


def test_optima_and_pieces() -> None:
    ship = Motion(1, dy=-1)
    best = Constraints(objective=Objective(Aim.SMALLEST_POPULATION))
    *_, answer = every(Periodic(ship, (6, 3), rule=BRAIN, constraints=best))
    assert answer.pattern.population == 4
    apart = every(Periodic(ship, (6, 2), rule=BRAIN))
    whole = every(Periodic(ship, (6, 2), rule=BRAIN, constraints=Constraints(connected=True)))
    assert {answer.pattern.population for answer in apart} == {4, 8}
    assert [answer.pattern.population for answer in whole] == [4]
    excluded = Constraints(excluded=(parse_states(PHOTON),))
    assert not every(Periodic(ship, (6, 2), rule=BRAIN, constraints=excluded))
    largest = Constraints(objective=Objective(Aim.LARGEST_POPULATION))
    *_, answer = every(Periodic(ship, (6, 2), rule=BRAIN, constraints=largest))
    assert answer.pattern.population == 8


def test_boxes_that_grow_end_where_the_first_ship_is() -> None:
    query = Periodic(Motion(1, dy=-1), None, rule=STAR_WARS, max_area=6)
    assert [answer.pattern.picture() for answer in every(query)] == ["AA\nBB\nCC"]


def test_exchanging_live_and_dead_changes_nothing_but_the_name() -> None:
    anti = Rule.parse("AntiLife")
    for motion, box in (
        (Motion(1), (4, 4)),
        (Motion(2), (3, 3)),
        (Motion(4, dx=-1, dy=-1), (4, 4)),
    ):
        ours = {answer.pattern for answer in every(Periodic(motion, box, rule=anti))}
        assert ours == {answer.pattern for answer in every(Periodic(motion, box, rule=LIFE))}


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: Periodic(Motion(1), (3, 3), rule=Rule.parse("B03/S23")), "even period"),
        (lambda: Periodic(Motion(2), (3, 3), rule=Rule.parse("B0/S/C3")), "leave out the B0"),
        (lambda: Periodic(Motion(2), (3, 3), rule=Rule.parse("/2/65")), "up to 64"),
        (
            lambda: Periodic(
                Motion(3), (3, 3), rule=BRAIN, constraints=Constraints((Bound(Measure.ROTOR),))
            ),
            "only populations",
        ),
        (
            lambda: Periodic(
                Motion(3),
                (3, 3),
                rule=BRAIN,
                constraints=Constraints(keep=Target(Pattern.of([(0, 0)]))),
            ),
            "complete",
        ),
        (lambda: Predecessor(Target(parse_states("AC")), (3, 3), rule=BRAIN), "state 3"),
        (lambda: Periodic(Motion(1), (3, 3), Symmetry.parse("C4"), Rule.parse("2/34/3H")), "C4"),
    ],
)
def test_what_makes_no_sense_is_refused(made: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        made()  # type: ignore[operator]


def test_ships_of_a_rule_with_b0() -> None:
    """Of even generations the cells are as they are, of odd ones the complement."""
    rule = Rule.parse("B01245/S0125")
    for answer in every(Periodic(Motion(2, dy=-1), (3, 3), rule=rule)):
        history = answer.history()
        assert history[-1] == history[0].translate(0, -1)
        assert live_cells(history[0]) == history[0].cells
