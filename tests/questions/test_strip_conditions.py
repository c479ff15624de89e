"""Strips: what counts as one pattern, conditions, and verdicts that stay true with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.constraints import Aim, Bound, Constraints, Objective
from lifesearch.core.events import Event, Finished, Found, RejectedPattern, Snapshot
from lifesearch.engines.rows import checkpoint
from lifesearch.life.identify import identify
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.questions.strips.composites import one_behind_another
from lifesearch.questions.strips.question import Strip
from lifesearch.running.choose import plan_of
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from lifesearch.running.verdict import Verdict
from tests.questions.strips import in_boxes, keys, ships
from tests.searching import begun_session, run

pytestmark = pytest.mark.usefixtures("kernels_loaded")

PERIODS_2_AND_3 = (
    "MAPARYXfhZoYupWaH7oaIDogBZobuh4guyAaMTowIAEgBAWaP7oKIDogGiA6ACQEIAgKID4gIACAACJAIAAACAAAA"
)
BLOCK, BLINKER = Pattern.parse("OO\nOO"), Pattern.parse("OOO")
STILL = Strip(4, Motion(1), max_length=5)
BLINKING = Strip(5, Motion(2), max_length=5)
FLYING = Strip(5, Motion(4, dy=-2), max_length=7)


def bounded(measure: Measure, least: int = 0, most: int = 99) -> Constraints:
    return Constraints((Bound(measure, least, most),))


CONDITIONS = [
    (STILL, bounded(Measure.FIRST, 0, 7)),
    (STILL, Constraints(connected=True, excluded=(BLOCK,))),
    (BLINKING, bounded(Measure.FIRST, 7, 11)),
    (BLINKING, bounded(Measure.MIN, 0, 6)),
    (BLINKING, bounded(Measure.MAX, 0, 8)),
    (BLINKING, bounded(Measure.ROTOR, 0, 4)),
    (BLINKING, bounded(Measure.CHANGE, 0, 4)),
    (BLINKING, Constraints(excluded=(BLINKER,))),
    (FLYING, bounded(Measure.FIRST, 0, 9)),
    (FLYING, bounded(Measure.FIRST, 12, 99)),
]


@pytest.mark.parametrize(
    ("strip", "constraints"),
    [*CONDITIONS[::2], *(pytest.param(*each, marks=pytest.mark.long) for each in CONDITIONS[1::2])],
    ids=lambda each: str(each)[-30:],
)
def test_conditions_as_in_a_box(strip: Strip, constraints: Constraints) -> None:
    asked = replace(strip, constraints=constraints)
    found = keys(asked, ships(asked))
    assert found == in_boxes(asked)
    assert found


def test_a_period_that_no_piece_has_does_not_count() -> None:
    """Things of periods 2 and 3 side by side are back after 6 generations."""
    rule = Rule.parse(PERIODS_2_AND_3)
    two, three = Pattern.parse("O\nO\nO").translate(1, 0), Pattern.parse("O.\nOO")
    beside = two | three.translate(6, 0)
    assert [p.behaviour.period for p in identify(beside, rule).parts] in ([2, 3], [3, 2])
    strip = Strip(9, Motion(6), rule=rule)
    strip.answer(beside)  # it has the period
    assert strip.accepted(beside) is None
    assert replace(strip, motion=Motion(2)).accepted(two) is not None
    assert replace(strip, motion=Motion(3)).accepted(three) is not None


@pytest.mark.parametrize(
    ("picture", "apart"),
    [
        ("OO\nOO\n..\nOO\nOO", False),
        ("OO\nOO\n..\n..\nOO\nOO", True),
        # Blinkers of opposite phase: no two rows are always empty, but in each generation two are.
        (".O.\n.O.\n.O.\n...\n...\nOOO", True),
        (".O.\n.O.\n.O.\n...\nOOO", False),
    ],
)
def test_one_behind_another(picture: str, apart: bool) -> None:
    assert one_behind_another(Pattern.parse(picture), Motion(2), LIFE) == apart


def events_of(strip: Strip, count: int | None = 1, engine: str = "tables") -> list[Event]:
    return list(run(strip, RunOptions(count, engine=engine)))


@pytest.mark.parametrize("engine", ["tables", "rows"])
def test_what_is_turned_away_leaves_no_proof(engine: str) -> None:
    only_blinkers = Strip(3, Motion(2), constraints=Constraints(excluded=(BLINKER,)))
    events = events_of(only_blinkers, engine=engine)
    end = events[-1]
    assert isinstance(end, Finished)
    if not end.found:
        assert not end.exhausted
    assert sum(isinstance(event, RejectedPattern) for event in events) == 1
    bound = replace(only_blinkers, max_length=4)
    end = events_of(bound, None, engine)[-1]
    assert isinstance(end, Finished)
    assert (end.found, end.exhausted) == (0, True)


def test_a_bound_that_rows_can_decide_is_part_of_the_proof() -> None:
    few = Strip(4, Motion(1), constraints=bounded(Measure.FIRST, 0, 3))
    events = events_of(few)
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted
    assert not any(isinstance(event, RejectedPattern) for event in events)
    (sentence,) = Verdict(few).take(events[-1])
    (verbose,) = Verdict(few, verbose=True).take(events[-1])
    assert sentence == "proved: no still life with at most 3 cells, up to 4 wide, of any length"
    assert verbose == f"{sentence} ({events[-1].states:,} states)"


def test_a_session_remembers_what_was_turned_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "LEAST_INTERVAL", 0.0)
    monkeypatch.setattr(checkpoint, "SNAPSHOT_SHARE", 0)
    many = Constraints((Bound(Measure.FIRST, 90),))
    strip, options = Strip(2, Motion(1), constraints=many), RunOptions(1, engine="tables")
    file = str(tmp_path / "s")
    with begun_session(file, strip, options) as session:
        seen = list(session.record(run(strip, options, session.checkpoint)))
    assert isinstance(seen[-1], Finished)
    assert not seen[-1].exhausted
    assert any(isinstance(event, Snapshot) for event in seen)
    with Session.resume(file) as session:
        assert session.query == strip
        assert session.checkpoint.rejected
        again = list(session.record(run(strip, options, session.checkpoint)))
    assert isinstance(again[-1], Finished)
    assert (again[-1].found, again[-1].exhausted) == (0, False)
    assert "nothing found that counts" in Verdict(strip, 1).take(again[-1])[0]


@pytest.mark.parametrize(
    ("constraints", "sentence"),
    [
        (Constraints(objective=Objective(Aim.SMALLEST_POPULATION)), "cannot minimise"),
        (bounded(Measure.FIRST, 0, 0), "no pattern can be found with"),
        (bounded(Measure.FIRST, 9, 8), "no pattern can be found with"),
    ],
)
def test_conditions_that_make_no_sense(constraints: Constraints, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        replace(STILL, constraints=constraints)


def test_what_is_too_wide_for_tables_is_refused() -> None:
    wide = Strip(14, Motion(3))
    with pytest.raises(InputError, match="13 free cells in a row, not 14; give box"):
        plan_of(wide, RunOptions(1))
    with pytest.raises(InputError, match="13 free cells"):
        list(run(wide, RunOptions(1)))
    plan_of(replace(wide, mirror=Mirror.MIRRORED), RunOptions(1))


NONE_OF_ANY_LENGTH = [
    (4, 6, Mirror.NONE),
    (5, 5, Mirror.NONE),
    (8, 6, Mirror.MIRRORED),
    pytest.param(8, 7, Mirror.MIRRORED, marks=pytest.mark.long),
    pytest.param(6, 5, Mirror.NONE, marks=pytest.mark.slow("a wide strip")),
]


@pytest.mark.parametrize(("width", "period", "mirror"), NONE_OF_ANY_LENGTH)
def test_there_is_none_of_any_length(width: int, period: int, mirror: Mirror) -> None:
    strip = Strip(width, Motion(period), mirror)
    events = events_of(strip)
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted
    name = "mirror-symmetric " if mirror is Mirror.MIRRORED else ""
    place = f"up to {width} wide" if not name else f"of even width up to {width}"
    sentence = f"proved: no {name}oscillator of period {period}, {place}, of any length"
    counts = ", not counting" if period == 6 else ""
    assert Verdict(strip, 1).take(events[-1])[0].startswith(f"{sentence}{counts}")


SHORTEST = [
    (7, 3, Mirror.NONE, 7),
    (6, 4, Mirror.NONE, 6),
    (8, 5, Mirror.MIRRORED, 7),
    (4, 4, Mirror.NONE, 38),
]


@pytest.mark.long
@pytest.mark.parametrize(("width", "period", "mirror", "rows"), SHORTEST)
def test_the_shortest(width: int, period: int, mirror: Mirror, rows: int) -> None:
    strip = Strip(width, Motion(period), mirror)
    (answer,) = [a for e in events_of(strip) if isinstance(e, Found) for a in e.answers]
    assert strip.geometry.length(answer.pattern) == rows
