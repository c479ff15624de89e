"""Searches against facts from outside, brute force, and each other."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.encoding.motion import Motion, Target
from lifesearch.encoding.variable_grid import ENCODINGS, Encoding
from lifesearch.errors import InputError, VerificationError
from lifesearch.formats.detect import read
from lifesearch.life.identify import canonical_key, identify
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, generations, step
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.life.velocity import Velocity
from lifesearch.queries.history import History
from lifesearch.queries.knuth import KnuthQuestion
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.predecessor import Predecessor
from lifesearch.running.events import Finished, Searched
from lifesearch.running.options import RunOptions
from lifesearch.running.run import run
from lifesearch.running.schedule import ALLOWANCE, Schedule
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import Part
from tests import brute, cases
from tests.asking import QUICK, every, first
from tests.queries.test_knuth import board

Key = tuple[tuple[int, int], ...]


def everything(query: Periodic | Predecessor, how: Configuration = QUICK) -> list[Pattern]:
    return [answer.pattern for answer in every(query, how)]


def box(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def ship(velocity: str) -> Motion:
    v = Velocity.parse(velocity)
    return Motion(v.period, Orientation.IDENTITY, -v.left, -v.up)


def classes(query: Periodic) -> list[Key]:
    """The patterns found, each as what it is up to place, orientation and phase."""
    key = torus_key if query.torus else canonical_key
    return [key(answer.history()[:-1]) for answer in every(query)]


def torus_key(phases: list[Pattern], side: int = 4) -> Key:
    """The same for all images of a pattern on a square torus."""
    shifts = [(dx, dy) for dx in range(side) for dy in range(side)]
    return min(
        tuple(sorted(((x + dx) % side, (y + dy) % side) for x, y in phase.transform(g).cells))
        for phase in phases
        for g in Orientation
        for dx, dy in shifts
    )


# Counts


@pytest.mark.parametrize(("n", "count"), list(enumerate(cases.STILL_LIFES, start=1)))
def test_still_lifes(n: int, count: int) -> None:
    query = Periodic(Motion(1), (n, n), raw=True, with_empty=True)
    found = everything(query)
    assert len(found) == count
    assert max(pattern.population for pattern in found) == cases.DENSEST[n - 1]
    if n < 6:
        assert len(everything(replace(query, with_empty=False))) == count - 1


def test_strict_still_lifes() -> None:
    """Those of up to 8 cells fit in 6 x 6; a strict one is no composite."""
    found = everything(Periodic(Motion(1), (6, 6)))
    strict = Counter(p.population for p in found if not identify(p, limit=1).composite)
    assert {cells: strict[cells] for cells in cases.STRICT} == cases.STRICT


@pytest.mark.parametrize(("size", "count"), list(cases.STILL_LIFES_OBLONG.items())[:6])
def test_still_lifes_in_oblong_boxes(size: tuple[int, int], count: int) -> None:
    for turned in (size, size[::-1]):
        assert len(everything(Periodic(Motion(1), turned, raw=True, with_empty=True))) == count


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), list(cases.STILL_LIFES_OBLONG.items())[6:])
def test_more_still_lifes(size: tuple[int, int], count: int) -> None:
    assert len(everything(Periodic(Motion(1), size, raw=True, with_empty=True))) == count


@pytest.mark.long
@pytest.mark.parametrize(("n", "cycles"), list(enumerate(cases.PERIOD_TWO_CYCLES, start=1)))
def test_period_two(n: int, cycles: int) -> None:
    assert len(everything(Periodic(Motion(2), (n, n), raw=True))) == 2 * cycles


@pytest.mark.parametrize(("n", "count"), list(enumerate(cases.VANISHING, start=1))[:4])
def test_vanishing(n: int, count: int) -> None:
    nothing = Target(Pattern.of([]))
    assert len(everything(Predecessor(nothing, (n, n), raw=True))) == count


@pytest.mark.slow
def test_more_vanishing() -> None:
    nothing = Target(Pattern.of([]))
    assert len(everything(Predecessor(nothing, (5, 5), raw=True))) == cases.VANISHING[4]


@pytest.mark.parametrize("name", cases.PREDECESSORS)
def test_predecessors(name: str) -> None:
    rle, *counts = cases.PREDECESSORS[name]
    for pad in (0, 1):
        query = replace(Predecessor.around(Target(read(rle).pattern), pad), raw=True)
        assert len(everything(query)) == counts[pad]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dot", "block", "blinker"])
def test_predecessors_in_a_larger_box(name: str) -> None:
    rle, *counts = cases.PREDECESSORS[name]
    query = replace(Predecessor.around(Target(read(rle).pattern), 2), raw=True)
    assert len(everything(query)) == counts[2]


def test_gliders_in_a_box() -> None:
    """Computed: with generations 0..p-1 inside a 4 x 4 box there are 6 going one way."""
    assert len(everything(Periodic(ship("(1,1)c/4"), (4, 4), raw=True))) == 6


# Existence


def existence(table: list[Any], motion: Any) -> list[Any]:
    return [
        pytest.param(motion(what), symmetry, box(size), exists, id=f"{what} {symmetry} {size}")
        for what, symmetry, some, none in table
        for sizes, exists in ((some, True), (none, False))
        for size in sizes
    ]


def exists(motion: Motion, symmetry: str, size: tuple[int, int]) -> bool:
    return first(Periodic(motion, size, Symmetry.parse(symmetry))) is not None


FACTS = existence(cases.SHIPS, ship) + existence(cases.OSCILLATORS, Motion)
SLOW_FACTS = existence(cases.SLOW_SHIPS, ship) + existence(cases.SLOW_OSCILLATORS, Motion)


@pytest.mark.long
@pytest.mark.parametrize(("motion", "symmetry", "size", "expected"), FACTS)
def test_existence(motion: Motion, symmetry: str, size: tuple[int, int], expected: bool) -> None:
    assert exists(motion, symmetry, size) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("motion", "symmetry", "size", "expected"), SLOW_FACTS)
def test_more_existence(
    motion: Motion, symmetry: str, size: tuple[int, int], expected: bool
) -> None:
    assert exists(motion, symmetry, size) == expected


@pytest.mark.parametrize("shift", [(0, -2), (-1, -1)])
def test_nothing_is_faster_than_theorems_allow(shift: tuple[int, int]) -> None:
    assert not exists(Motion(3, Orientation.IDENTITY, *shift), "C1", (6, 6))


@pytest.mark.long
def test_knuths_life() -> None:
    target = Target(Pattern.parse(cases.LIFE_WORD))
    for back, expected in ((3, True), (4, False)):
        query = replace(Predecessor.around(target), generations=back)
        assert query.box == (15, 7)
        assert (first(query) is not None) == expected


# Encodings, brute force


QUESTIONS = [
    Periodic(Motion(1), (4, 4), raw=True),
    Periodic(Motion(2), (4, 4), raw=True),
    Periodic(Motion(2), (4, 4), raw=True, any_period=True),
    Periodic(Motion(2), (5, 5), Symmetry.parse("C4"), raw=True),
    Periodic(Motion(2), (4, 3), torus=True, raw=True),
    Periodic(Motion(1), (3, 5), torus=True, raw=True),
    Periodic(Motion(2, Orientation.R90), (4, 4), raw=True),
    Periodic(Motion(1, Orientation.FLIP_X), (5, 4), raw=True),
    Periodic(ship("c/4 diagonal"), (4, 4), raw=True),
    Periodic(ship("2c/4"), (5, 6), raw=True),
    Periodic(Motion(2, Orientation.FLIP_X, 0, -1), (3, 4), raw=True),
    Periodic(Motion(1), (4, 4), mask=Pattern.parse(".OO.\nOOOO\nOO.O\n..OO"), raw=True),
    replace(Predecessor.around(Target(Pattern.parse("OO.\nO.O"))), raw=True),
    replace(
        Predecessor.around(Target(Pattern.parse("OO"), Pattern.parse("..O")), 1),
        generations=2,
        raw=True,
    ),
]


@pytest.mark.parametrize("query", QUESTIONS)
def test_encodings_have_the_same_solutions(query: Periodic | Predecessor) -> None:
    found = [set(everything(query, Configuration("minisat22", encoding))) for encoding in ENCODINGS]
    assert found[0] == found[1]


@pytest.mark.parametrize("query", QUESTIONS)
def test_seeds_and_cubes_have_the_same_solutions(query: Periodic | Predecessor) -> None:
    plain = set(everything(query))
    for seed in (1, 2**40):
        assert set(everything(query, Configuration("glucose4", seed=seed))) == plain
    for depth in (1, 3):
        assert {answer.pattern for answer in every(query, depth=depth)} == plain


def test_more_cubes_than_cells() -> None:
    query = Periodic(Motion(1), (2, 2), raw=True, with_empty=True)
    assert len(every(query, depth=6)) == 2


@cache
def lives_inside(size: int, turns: int) -> list[list[Pattern]]:
    """By brute force, generations 0..turns of all states that stay inside until the last.

    Only those that may be back then: they have as many cells as at first.
    """
    pad = 4
    history = [brute.all_states(board(size, size), pad)]
    for _ in range(turns):
        stay = ~brute.outside(history[-1], pad)
        history = [states[stay] for states in history]
        history.append(brute.step(history[-1]))
    sizes = [states.sum(axis=(1, 2)) for states in history]
    history = [states[sizes[0] == sizes[-1]] for states in history]
    frames = [[Pattern.from_array(state, x=-pad, y=-pad) for state in states] for states in history]
    return [list(life) for life in zip(*frames, strict=True)]


SMALL = [
    Motion(1),
    Motion(2),
    Motion(2, Orientation.R90),
    Motion(1, Orientation.R180),
    Motion(1, Orientation.TRANSPOSE),
    Motion(2, Orientation.FLIP_Y),
    Motion(4, Orientation.IDENTITY, -1, -1),
]


@pytest.mark.parametrize("motion", SMALL)
@pytest.mark.parametrize("any_period", [False, True])
def test_against_brute_force(motion: Motion, any_period: bool) -> None:
    size = 4
    query = Periodic(motion, (size, size), any_period=any_period, raw=True)
    box = query.in_box(size, size)
    turned = box.spacetime.turned
    expected = set()
    for life in lives_inside(size, motion.period):
        back = turned(motion.orientation, life[0]).translate(motion.dx, motion.dy)
        if life[0] and life[-1] == back:
            true = behaviour(life[0], limit=motion.full_period)
            if any_period or (true.period is not None and box.exact(true.period)):
                expected.add(life[0])
    assert set(everything(query)) == expected


# Normal forms: nothing is lost, nothing comes twice


NORMAL = [
    Periodic(Motion(1), (4, 4)),
    Periodic(Motion(1), (5, 3)),
    Periodic(Motion(1), (5, 5), Symmetry.parse("D2|")),
    Periodic(Motion(1), (5, 5), Symmetry.parse("D2-")),
    Periodic(Motion(1), (5, 5), Symmetry.parse("D2\\")),
    Periodic(Motion(1), (5, 5), Symmetry.parse("D2/")),
    Periodic(Motion(1), (6, 5), Symmetry.parse("C2")),
    Periodic(Motion(1), (6, 6), Symmetry.parse("C4")),
    Periodic(Motion(1), (6, 6), Symmetry.parse("D4x")),
    Periodic(Motion(1), (6, 7), Symmetry.parse("D4+")),
    Periodic(Motion(2), (5, 5)),
    Periodic(Motion(2), (6, 4)),
    Periodic(Motion(2), (6, 6), Symmetry.parse("D2|")),
    Periodic(Motion(3), (9, 9), Symmetry.parse("D4+")),
    Periodic(Motion(1, Orientation.FLIP_X), (5, 5)),
    Periodic(Motion(1, Orientation.R90), (6, 6)),
    Periodic(Motion(2, Orientation.TRANSPOSE), (5, 5)),
    Periodic(ship("c/4 diagonal"), (4, 4)),
    Periodic(ship("c/4 diagonal"), (4, 5)),
    Periodic(ship("c/4 diagonal"), (6, 6), Symmetry.parse("D2\\")),
    Periodic(ship("2c/4"), (5, 7)),
    Periodic(ship("2c/4"), (6, 7)),
    Periodic(Motion(2, Orientation.FLIP_X, 0, -1), (5, 6)),
    Periodic(Motion(2, Orientation.TRANSPOSE, -1, -1), (5, 5), rule=Rule.parse("B2/S")),
    Periodic(ship("c/2"), (4, 5), rule=Rule.parse("B2/S0")),
    Periodic(Motion(2), (4, 4), torus=True),
    Periodic(Motion(1), (4, 4), torus=True),
    Periodic(Motion(1), (4, 4), mask=Pattern.parse(".OO.\nOOOO\nOO.O\n..OO")),
]


@pytest.mark.parametrize("query", NORMAL, ids=lambda q: f"{q.describe()} {q.box}")
def test_normal_forms_keep_one_of_each(query: Periodic) -> None:
    normal = classes(query)
    assert len(normal) == len(set(normal))
    assert set(normal) == set(classes(replace(query, raw=True)))


@pytest.mark.parametrize("query", [q for q in NORMAL if not (q.torus or q.mask)])
def test_growing_boxes_find_the_same(query: Periodic) -> None:
    """All boxes inside a box, tight ones only, have what the box has."""
    assert query.box is not None
    width, height = query.box
    inner = [
        (w, h)
        for w in range(1, width + 1)
        for h in range(1, height + 1)
        if not query.symmetry.fits(w, h)
        and (_centred(query, width - w, height - h))
        and (query.motion.orientation.apply(1, 0)[0] or w == h)
    ]
    asked = replace(query, box=None)
    found = {
        asked.key(answer)
        for size in inner
        for report in asked.search(Part(size), QUICK, [])
        if isinstance(report, list)
        for answer in report
    }
    assert found == set(classes(replace(query, raw=True)))


def _centred(query: Periodic, spare_width: int, spare_height: int) -> bool:
    """Whether a smaller box can have the same centre, where a symmetry fixes that."""
    turns = [*query.symmetry.group, query.motion.orientation]
    fixed_x = any(g.apply(1, 0) != (1, 0) for g in turns)
    fixed_y = any(g.apply(0, 1) != (0, 1) for g in turns)
    diagonal = all(g.apply(1, 1) == (1, 1) for g in turns)
    other = all(g.apply(1, -1) == (1, -1) for g in turns)
    if diagonal or other:
        return True
    return not (fixed_x and spare_width % 2) and not (fixed_y and spare_height % 2)


# Knuth's programs are special cases


def knuth(program: str, *arguments: int) -> set[Pattern]:
    """The solutions of a program, moved so that its board begins at (0, 0)."""
    histories = every(KnuthQuestion(program, arguments))
    return {h.generations[0].translate(-1, -1) for h in histories if isinstance(h, History)}


def test_the_cycle_programs_ask_the_same() -> None:
    assert knuth("sat-life-grid-cycle", 4, 5, 2) == set(
        everything(Periodic(Motion(2), (5, 4), raw=True))
    )
    assert knuth("sat-life-grid90-cycle", 6, 6, 2) == set(
        everything(Periodic(Motion(2), (6, 6), Symmetry.parse("C4"), raw=True))
    )
    assert knuth("sat-life-gridquad-cycle", 6, 5, 2) == set(
        everything(Periodic(Motion(2), (5, 6), Symmetry.parse("D4+"), raw=True))
    )


def test_the_torus_program_asks_the_same() -> None:
    """It wants cell (1,1) alive and no smaller torus, for which every solution has a shift."""
    ours = everything(Periodic(Motion(2), (4, 3), torus=True, raw=True))
    expected = {
        p
        for p in ours
        if (0, 0) in p
        and all(
            Pattern.of(((x + dx) % 4, (y + dy) % 3) for x, y in p.cells) != p
            for dx, dy in ((1, 0), (2, 0), (0, 1))
        )
    }
    assert knuth("sat-life-torus-cycle", 3, 4, 2) == expected


def test_the_spaceship_program_asks_the_same() -> None:
    """Its row 1 is entered at the end: our box without it, in normal form but for the place."""
    theirs = knuth("sat-life-grid-spaceships", 7, 6, 4, 2)
    assert theirs
    assert all(behaviour(p).kind == "spaceship" for p in theirs)
    ours = everything(Periodic(ship("2c/4"), (6, 6), raw=True))
    entering = {p.translate(0, 1) for p in ours if min(y for _, y in p.cells) == 1}
    assert theirs == entering


# Other things


def test_growth_in_order_and_honest_about_it() -> None:
    events = list(run(Periodic(Motion(2), max_area=8), RunOptions(count=None)))
    searched = [str(e.part) for e in events if isinstance(e, Searched)]
    assert searched[:6] == ["1x1", "2x1", "3x1", "2x2", "4x1", "5x1"]
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted
    blinker = first(Periodic(Motion(2)))
    assert blinker is not None
    assert canonical_key(blinker.history()[:-1]) == canonical_key([Pattern.parse("OOO")] * 2)


@cache
def still_lifes(size: tuple[int, int]) -> list[Pattern]:
    return everything(Periodic(Motion(1), size, raw=True))


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda s: s.name)
def test_every_symmetry_finds_symmetric_still_lifes(symmetry: Symmetry) -> None:
    sizes = [(w, h) for w in (5, 6) for h in (5, 6) if not symmetry.fits(w, h)]
    assert sizes
    for size in sizes:
        found = everything(Periodic(Motion(1), size, symmetry, raw=True))
        turned = Periodic(Motion(1), size).in_box(*size).spacetime.turned
        assert set(found) == {
            p for p in still_lifes(size) if all(turned(g, p) == p for g in symmetry.group)
        }


@settings(max_examples=25, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=15))
def test_what_comes_after_a_pattern_has_it_as_predecessor(cells: set[tuple[int, int]]) -> None:
    pattern = Pattern.of(cells)
    after = step(pattern)
    query = Predecessor.inside(Target(after), (9, 9)) if after else None
    if query is None:
        return
    assert first(query) is not None


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_whatever_is_in_the_target_may_be_anything(encoding: Encoding) -> None:
    """Computed in the same way as the table: the sum over both fillings of the unknown cell."""
    unsure = Target(Pattern.parse("OO\n.O"), Pattern.of([(0, 1)]))
    counts = [
        len(everything(Predecessor(target, (4, 4), raw=True), Configuration(encoding=encoding)))
        for target in (
            unsure.translate(1, 1),
            Target(Pattern.parse("OO\n.O").translate(1, 1)),
            Target(Pattern.parse("OO\nOO").translate(1, 1)),
        )
    ]
    assert counts[0] == counts[1] + counts[2]


def test_other_rules() -> None:
    """HighLife's replicator rule set also has the blinker; in 2x2 (B36/S125) it dies."""
    assert everything(Periodic(Motion(2), (3, 3), rule=Rule.parse("B36/S23"), raw=True))
    blinker = Pattern.parse("OOO")
    two_by_two = Rule.parse("B36/S125")
    for found in everything(Periodic(Motion(2), (4, 4), rule=two_by_two, raw=True)):
        assert found.normal() != blinker
        phases = list(generations(found, 2, two_by_two))
        assert phases[2] == found != phases[1]


def test_misfits_are_refused() -> None:
    refused: list[tuple[Callable[[], Periodic], str]] = [
        (lambda: Periodic(Motion(2), (5, 6), Symmetry.parse("C4")), "needs a square box"),
        (lambda: Periodic(Motion(2), (4, 4), Symmetry.parse("D2_+1")), "needs an odd width"),
        (lambda: Periodic(Motion(2), (4, 4), Symmetry.parse("C2_2")), "one odd and one even"),
        (lambda: Periodic(Motion(2, Orientation.R90), (4, 5)), "needs a square box"),
        (lambda: Periodic(ship("c/3"), (9, 9), Symmetry.parse("C2")), "can only be C1 or D2|"),
        (lambda: Periodic(ship("c/4 d"), (9, 9), Symmetry.parse("D2|")), "can only be C1 or D2\\"),
        (
            lambda: Periodic(Motion(2, Orientation.R180, 0, -1), (9, 9)),
            "would turn the ship around",
        ),
        (
            lambda: Periodic(ship("c/3"), (9, 9), torus=True),
            "on a torus whatever travels comes back",
        ),
    ]
    for make, words in refused:
        with pytest.raises(InputError) as refusal:
            make()
        assert words in str(refusal.value)


def test_a_wrong_answer_is_never_believed() -> None:
    query = Periodic(Motion(2), (5, 5))
    blinker = Pattern.parse("OOO").translate(1, 1)
    query.answers([blinker, blinker], 5, 5)
    for wrong in ("OO\nOO", "OOOO", "......OOO", ""):
        with pytest.raises(VerificationError):
            query.answers([blinker, Pattern.parse(wrong)], 5, 5)
    with pytest.raises(VerificationError):
        replace(query, torus=True).answers([Pattern.parse("OO\nOO")], 5, 5)
    with pytest.raises(VerificationError):
        replace(query, symmetry=Symmetry.parse("C4")).answers([blinker], 5, 5)
    with pytest.raises(VerificationError):
        replace(query, mask=Pattern.parse("OOOO")).answers([blinker], 5, 5)
    turned = replace(query, motion=Motion(2, Orientation.R90))
    with pytest.raises(VerificationError):
        turned.answers([blinker], 5, 5)
    predecessor = Predecessor.around(Target(Pattern.parse("OO\nOO")))
    with pytest.raises(VerificationError):
        predecessor.answers([Pattern.parse("OOO")], *predecessor.box)


def test_true_periods_on_a_torus() -> None:
    """Shorter periods that were allowed are told, not the period that was asked for."""
    query = Periodic(Motion(2), (4, 4), torus=True, any_period=True, raw=True)
    for answer in every(query):
        after = replace(answer, generations=1).history()[1]
        assert answer.generations == (1 if after == answer.pattern else 2)


def test_a_hard_box_does_not_hold_up_the_others() -> None:
    boxes = [Part((n, 1)) for n in range(1, 5)]
    schedule = Schedule(iter(boxes))
    one = schedule.take()
    assert one is not None
    assert (one.part, one.allowance) == (boxes[0], ALLOWANCE)
    two = schedule.take()
    assert two is not None
    assert two.part == boxes[1]
    one.conflicts = ALLOWANCE
    schedule.leave(one)
    # Two are begun: the first is below its share of two allowances, so it is its turn again.
    assert schedule.take() is one
    assert one.allowance == 2 * ALLOWANCE
    schedule.done(two)
    one.conflicts = 2 * ALLOWANCE
    schedule.leave(one)
    three = schedule.take()
    assert three is not None
    assert three.part == boxes[2]
    schedule.done(three)
    four = schedule.take()
    assert four is not None
    schedule.done(four)
    # No box is left to begin: the hard one gets all there is.
    assert schedule.take() is one
    assert one.allowance > one.conflicts
    assert schedule.take() is None
