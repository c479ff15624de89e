"""Searches against facts from outside, brute force, and each other."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import VerificationError
from lifesearch.core.events import Finished, Searched
from lifesearch.engines.sat.encoding.variable_grid import ENCODINGS, Encoding
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part, Share
from lifesearch.life.identify import canonical_key
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import step
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.options import RunOptions
from lifesearch.running.schedule import ALLOWANCE, Schedule
from tests.asking import every, first
from tests.questions.questions import everything
from tests.searching import run


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


@pytest.mark.long
@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda s: s.name)
def test_every_symmetry_finds_symmetric_still_lifes(symmetry: Symmetry) -> None:
    sizes = [(w, h) for w in (5, 6) for h in (5, 6) if not symmetry.lacks(w, h)]
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
    schedule = Schedule(Share(1, iter(boxes)))
    one = schedule.take()
    assert one is not None
    assert (one.part, one.allowance) == (boxes[0], ALLOWANCE)
    two = schedule.take()
    assert two is not None
    assert two.part == boxes[1]
    one.conflicts, one.busy = ALLOWANCE, False
    # Two are begun: the first is below its share of two allowances, so it is its turn again.
    assert schedule.take() is one
    assert one.allowance == 2 * ALLOWANCE
    schedule.done(two)
    one.conflicts, one.busy = 2 * ALLOWANCE, False
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
