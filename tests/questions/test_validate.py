"""Questions that make no sense do not exist; those that do mean one thing to all who read them."""

from collections.abc import Callable
from math import inf
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim, Bound, Constraints, Objective
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.background import Background
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests.asking import every, first

BLOCK = Pattern.parse("OO\nOO")
BLANK = KnownCells.unknown(3, 3)
DYING = Pattern.parse_states("AC")
STILL, UP, SLANTING = Motion(1), Motion(2, dy=-1), Motion(4, dx=-1, dy=-1)
HEXAGONS, B0, BRAIN = map(Rule.parse, ("B2/S34H", "B03/S23", "/2/3"))
wrong: Any = "3"


def bounded(measure: Measure, least: int = 0, most: int = 9) -> Constraints:
    return Constraints((Bound(measure, least, most),))


SENSELESS: list[tuple[Callable[[], object], str]] = [
    (lambda: Motion(0), "the period must be at least 1, not 0"),
    (lambda: Motion(0, dy=-1), "the period must be at least 1, not 0"),
    (lambda: Motion(10**9), "the period must be at most"),
    (lambda: Motion(2000, dy=-3), "the period must be at most"),
    (lambda: Motion(2, dy=-3), "at most one cell per generation"),
    (lambda: Motion(wrong), "the period must be a whole number, not '3'"),
    (lambda: Motion(True), "the period must be a whole number, not True"),
    (lambda: Motion(inf), "the period must be a whole number, not inf"),  # type: ignore[arg-type]
    (lambda: Motion(10**5000), "at most 1,001, not a number of very many digits"),
    (lambda: Motion(1, wrong), "the transform must be of type Orientation"),
    (lambda: Motion(1, dx=2), "a shift of 2,0 in 1 generation is impossible"),
    (lambda: Bound(Measure.FIRST, -1), "a lower bound must be at least 0"),
    (lambda: Bound(Measure.FIRST, 0, -1), "an upper bound must be at least 0"),
    (lambda: Bound(Measure.ROTOR, 1), "rotor has no lower bound"),
    (lambda: Bound(wrong), "what is counted must be of type Measure"),
    (lambda: Objective(Aim.LARGEST_POPULATION, Measure.ROTOR), "only a population"),
    (lambda: Constraints(wrong), "the bounds must be of type tuple"),
    (lambda: Constraints((wrong,)), "each of the bounds must be of type Bound"),
    (lambda: Constraints(connected=wrong), "connected must be of type bool"),
    (lambda: Constraints(excluded=(Pattern.of([]),)), "without cells cannot be excluded"),
    (lambda: Target(BLOCK, drawn=Box(0, 0, 1, 1)), "outside of the drawing"),
    (lambda: KnownCells.unknown(0, 3), "at least one grid with a cell"),
    (lambda: KnownCells.of([[[0]], [[0, 0]]]), "all of one size"),
    (lambda: KnownCells.of([[[0]]], [(0, 1, 0)]), "in none of the grids"),
    (lambda: Background(0, 1, Pattern.of([])), "a tile's width must be at least 1"),
    (lambda: Background(1, 1, BLOCK), "lies outside of it"),
    (lambda: Background(1000, 1000, BLOCK), "is too large: at most 10,000"),
    (lambda: Periodic(STILL, (0, 3)), "a 0x3 box has no cells"),
    (lambda: Periodic(STILL, (3, -1)), "a 3x-1 box has no cells"),
    (lambda: Periodic(STILL, (wrong, 3)), "the width of a box is a whole number, not '3'"),
    (lambda: Periodic(STILL, [3, 3]), "a box has a width and a height"),  # type: ignore[arg-type]
    (lambda: Periodic(STILL, (10**8, 3)), "lifesearch stops at 200,000"),
    (lambda: Periodic(STILL, (3, 4), Symmetry.parse("C4")), "C4 needs a square box"),
    (lambda: Periodic(STILL, (4, 4), Symmetry.parse("D2_+1")), "needs an odd width"),
    (lambda: Periodic(STILL, (4, 4), Symmetry.parse("C2_2")), "one odd and one even"),
    (lambda: Periodic(Motion(2, Orientation.R90), (4, 5)), "R90 needs a square box"),
    (lambda: Periodic(UP, (9, 9), Symmetry.parse("C2")), "can only be C1 or D2|"),
    (lambda: Periodic(SLANTING, (9, 9), Symmetry.parse("D2|")), "can only be C1 or D2\\"),
    (lambda: Periodic(Motion(2, Orientation.R180, 0, -1), (9, 9)), "would reverse the ship"),
    (lambda: Periodic(STILL, (3, 3), wrong), "the symmetry must be of type Symmetry"),
    (lambda: Periodic(STILL, (3, 3), rule=B0), "the empty plane comes to life"),
    (lambda: Periodic(STILL, (4, 4), Symmetry.parse("D8"), HEXAGONS), "is unchanged only by"),
    (lambda: Periodic(STILL, (3, 3), rule=Rule.parse("/2/65")), "up to 64"),
    (lambda: Periodic(STILL, (3, 3), rule=Rule.parse("B0/S/C3")), "leave out B0"),
    (lambda: Periodic(STILL, (3, 3), Symmetry.parse("C4"), Rule.parse("2/34/3H")), "C4 needs a"),
    (lambda: Periodic(wrong, (4, 4)), "the motion must be of type Motion"),
    (lambda: Periodic(UP, (4, 4), torus=True), "on a torus every ship returns"),
    (lambda: Periodic(STILL, torus=True), "a torus needs its size"),
    (lambda: Periodic(STILL, (4, 4), torus=wrong), "torus must be of type bool"),
    (lambda: Periodic(STILL, (4, 4), max_area=9), "is for boxes that grow"),
    (lambda: Periodic(STILL, max_area=0), "the largest area must be at least 1"),
    (lambda: Periodic(STILL, max_area=10**9), "the largest area must be at most 1,000,000"),
    (lambda: Periodic(STILL, mask=BLOCK), "a mask needs a box"),
    (lambda: Periodic(STILL, (1, 1), mask=BLOCK), "all its cells inside"),
    (lambda: Periodic(UP, (4, 4), with_empty=True), "the empty pattern is a still life"),
    (lambda: Periodic(Motion(2, dx=1), (4, 4)), "travel up, or up and left, not by 1,0"),
    (
        lambda: Periodic(STILL, (1, 1), constraints=Constraints(keep=Target(BLOCK))),
        "outside the box",
    ),
    (lambda: Periodic(STILL, constraints=Constraints(keep=Target(BLOCK))), "need box="),
    (
        lambda: Periodic(STILL, (3, 3), rule=BRAIN, constraints=Constraints(keep=Target(BLOCK))),
        "complete",
    ),
    (
        lambda: Periodic(STILL, (3, 3), rule=BRAIN, constraints=bounded(Measure.ROTOR)),
        "only populations",
    ),
    (
        lambda: Periodic(STILL, (4, 4), torus=True, constraints=Constraints(connected=True)),
        "on a torus everything is one piece",
    ),
    (
        lambda: Periodic(
            STILL, (4, 4), constraints=Constraints(objective=Objective(Aim.SMALLEST_BOX))
        ),
        "leave out box=",
    ),
    (lambda: Periodic(UP, (4, 4), constraints=bounded(Measure.STATOR)), "no rotor and no stator"),
    (lambda: Predecessor(Target(BLOCK), (1, 1)), "the target lies outside the box"),
    (lambda: Predecessor(Target(DYING), (3, 3), rule=BRAIN), "in state 3, but /2/3 has"),
    (lambda: Predecessor(Target(BLOCK), (4, 4), 0), "generations must be at least 1"),
    (lambda: Predecessor(Target(BLOCK), (4, 4), rule=B0), "the empty plane comes to life"),
    (lambda: Predecessor(Target(BLOCK), (4, 4), surrounded=True), "fixed by the target"),
    (lambda: Predecessor.anywhere(Target(Pattern.of([])), 1), "the drawing is empty"),
    (
        lambda: Predecessor.anywhere(Target(BLOCK), 1, constraints=bounded(Measure.MAX)),
        "only generation 0 is known in full",
    ),
    (
        lambda: Predecessor(Target(BLOCK), (4, 4), constraints=Constraints(connected=True)),
        "there are no conditions on pieces",
    ),
    (lambda: Completion(BLANK, Motion(1, dx=1), returns=False), "only a pattern that recurs"),
    (lambda: Completion(BLANK, STILL, rule=B0), "the empty plane comes to life"),
    (lambda: Completion(KnownCells.unknown(500, 500), STILL), "lifesearch stops at"),
    (lambda: Completion(BLANK, STILL, constraints=Constraints(keep=Target(BLOCK))), "can be drawn"),
    (
        lambda: Completion(
            BLANK, STILL, background=Background(2, 2, BLOCK), constraints=bounded(Measure.FIRST)
        ),
        "populations cannot be counted on a background",
    ),
]


@pytest.mark.parametrize(("make", "sentence"), SENSELESS, ids=[words for _, words in SENSELESS])
def test_senseless_questions_cannot_be_made(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        make()
    assert sentence in str(refusal.value)
    assert "--" not in str(refusal.value)  # a library knows nothing of options
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("period", "side", "symmetry", "count"),
    [(2, 4, "D2-", 1), (1, 5, "D2-", 10), (1, 4, "D2\\", 3), (1, 5, "D2\\", 10)],
)
def test_turned_copies_on_a_torus_are_one(
    period: int, side: int, symmetry: str, count: int
) -> None:
    query = Periodic(Motion(period), (side, side), Symmetry.parse(symmetry), torus=True)
    assert len(every(query)) == count


def test_cells_are_kept_until_the_pattern_is_back_unturned() -> None:
    """A blinker that lies is not as it was when it stands."""
    row = Pattern.of([(0, 1), (1, 1), (2, 1)])
    told = Target(row, Pattern.of((x, y) for x in range(3) for y in (0, 2)), Box(0, 0, 3, 3))
    query = Periodic(Motion(1, Orientation.R90), (3, 3), constraints=Constraints(keep=told))
    assert [answer.pattern for answer in every(query)] == [row]


@pytest.mark.parametrize("most", range(8, 25, 4))
def test_changes_are_those_of_the_full_period(most: int) -> None:
    """The lightweight spaceship is its own mirror image after two generations."""
    glide = Motion(2, Orientation.FLIP_X, 0, -1)
    found = every(Periodic(glide, (5, 6), constraints=bounded(Measure.CHANGE, 0, most), raw=True))

    def changes(answer: Answer) -> int:
        start, *later = [phase.cells for phase in generations(answer.pattern, 4)]
        return max(len(cells ^ start) for cells in later)

    everything = every(Periodic(glide, (5, 6), raw=True))
    expected = {answer.pattern for answer in everything if changes(answer) <= most}
    assert {answer.pattern for answer in found} == expected


@pytest.mark.parametrize("measure", [Measure.FIRST, Measure.MIN, Measure.MAX])
def test_a_box_that_is_too_small_for_a_population_is_empty(measure: Measure) -> None:
    many = bounded(measure, 10, 99)
    assert first(Periodic(Motion(2), max_area=9, constraints=many)) is None
    assert first(Periodic(Motion(4, dx=-1, dy=-1), (3, 3), constraints=many)) is None
    assert first(Periodic(STILL, (2, 2), constraints=many)) is None
    assert first(Periodic(STILL, (2, 2), torus=True, constraints=many)) is None
    assert first(Predecessor(Target(BLOCK), (3, 3), constraints=many)) is None
    assert first(Completion(BLANK, STILL, constraints=many)) is None
    assert first(Completion(BLANK, STILL, returns=False, constraints=many)) is None


def test_pieces_in_one_place_only() -> None:
    """Two dominoes are each other's mirror image; one alone is so in the middle only."""
    rule = Rule.parse("B/S1")
    constraints = Constraints(connected=True)
    turned = Motion(1, Orientation.FLIP_Y)
    query = Periodic(turned, (2, 5), rule=rule, any_period=True, constraints=constraints)
    domino = Pattern.parse("OO").canonical()
    assert domino in {answer.pattern.canonical() for answer in every(query)}
    raw = every(Periodic(STILL, (5, 2), rule=rule, raw=True, constraints=constraints))
    assert len({a.pattern for a in raw if a.pattern.canonical() == domino}) == 13


def test_what_does_not_matter_to_a_target_may_be_kept_or_counted() -> None:
    target = Target(Pattern.parse("OO\nO."), Pattern.of([(1, 1)]), Box(0, 0, 2, 2))
    plain = Predecessor.inside(target, (3, 3))
    placed = plain.target
    (free,) = placed.dont_care.cells
    kept = Target(Pattern.of([free]), drawn=Box(*free, 1, 1))
    found = every(Predecessor(placed, (3, 3), raw=True, constraints=Constraints(keep=kept)))
    expected = [
        answer
        for answer in every(Predecessor(placed, (3, 3), raw=True))
        if all(free in phase.cells for phase in answer.history())
    ]
    assert {a.pattern for a in found} == {a.pattern for a in expected}
    assert expected
