"""Strips that grow wider: which ships are found, and what is proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.events import Found, Searched
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.race.question import Race
from lifesearch.questions.strips.question import Strip
from lifesearch.questions.strips.widening import Widening, has_symmetry
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from lifesearch.running.verdict import Verdict
from tests.asking import answers_of
from tests.searching import begun_session, run

pytestmark = pytest.mark.usefixtures("kernels_loaded")


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_ship_of_a_speed(jobs: int) -> None:
    events = list(run(Race(Motion(3, dy=-1), only=("rows",)), RunOptions(1, jobs)))
    (ship,) = answers_of(events)
    assert ship.generations == 3
    (lwss,) = answers_of(list(run(Race(Motion(4, dy=-2), only=("rows",)), RunOptions(1, jobs))))
    assert lwss.pattern.population <= 12


def test_strips_with_fewer_free_cells_come_first() -> None:
    query = Widening(Motion(4, dy=-2))
    costs = [query.strip(part).table_problem().bits for part in query.parts()]
    assert costs == sorted(costs)
    assert len(set(query.parts())) == len(list(query.parts()))


def test_what_is_proved_agrees_with_each_strip_alone() -> None:
    query, strips = Race(Motion(3, dy=-1), only=("rows",)), Widening(Motion(3, dy=-1))
    verdict = Verdict(query, 1)
    events = list(run(query, RunOptions(1)))
    done = {event.part for event in events if isinstance(event, Searched)}
    for event in events:
        if isinstance(event, Found | Searched):
            assert verdict.take(event) == []
    found = {event.part for event in events if isinstance(event, Found)}
    for part in sorted(done - found)[:8]:
        assert not answers_of(list(run(strips.strip(part), RunOptions(1))))
    sentences = verdict.summary()
    assert all(sentence.startswith("proved: no ") for sentence in sentences)
    assert any(
        "mirror-symmetric c/3 spaceship of period 3 up to " in sentence for sentence in sentences
    )


def test_a_sentence_needs_all_widths_below() -> None:
    query = Widening(Motion(3, dy=-1))
    one, two, four = (Part((width, 0), name="none") for width in (1, 2, 4))
    assert query.proved_empty(frozenset({one, two, four}), []) == [
        "proved: no c/3 spaceship of period 3 up to 2 wide, of any length"
    ]
    assert query.proved_empty(frozenset({two, four}), []) == []
    mirrored = frozenset(Part((width, 0), name="mirrored") for width in (1, 2, 3))
    assert query.proved_empty(mirrored | {one, two}, []) == [
        "proved: no c/3 spaceship of period 3 up to 2 wide, of any length",
        "proved: no mirror-symmetric c/3 spaceship of period 3 up to 3 wide, of any length",
    ]


def test_a_part_with_an_answer_is_not_empty() -> None:
    query = Race(Motion(4, dy=-2), only=("rows",))
    verdict = Verdict(query, None)
    narrow, part = Part((1, 0), name="none"), Part((5, 0), name="none")
    (ship,) = answers_of(list(run(Strip(5, Motion(4, dy=-2)), RunOptions(1))))
    verdict.take(Found(part, (ship,)))
    for each in [narrow, *(Part((width, 0), name="none") for width in range(2, 7))]:
        verdict.take(Searched(each, 1))
    assert verdict.summary() == [
        "proved: no 2c/4 spaceship of period 4 up to 4 wide, of any length"
    ]


def test_an_answer_found_elsewhere_is_not_forgotten() -> None:
    """Other strips find the same ship again, silently: they are not empty for that.

    Nor are mirrored ones: in those of width 11 two such ships fly side by side, mirror images of
    each other, and of these nothing is reported either.
    """
    query = Race(Motion(4, dy=-2), only=("rows",))
    verdict = Verdict(query, None)
    (ship,) = answers_of(list(run(Strip(5, Motion(4, dy=-2)), RunOptions(1))))
    verdict.take(Found(Part((11, 0), name="gutter"), (ship,)))
    for symmetry in ("none", "mirrored", "gutter", "glide"):
        for width in range(1, 12):
            verdict.take(Searched(Part((width, 0), name=symmetry), 1))
    assert verdict.summary() == [
        "proved: no 2c/4 spaceship of period 4 up to 4 wide, of any length"
    ]


def test_strips_searched_before_the_first_answer_are_empty() -> None:
    query = Race(Motion(4, dy=-2), only=("rows",))
    verdict = Verdict(query, None)
    (ship,) = answers_of(list(run(Strip(5, Motion(4, dy=-2)), RunOptions(1))))
    for width in range(1, 9):
        verdict.take(Searched(Part((width, 0), name="mirrored"), 1))
    verdict.take(Found(Part((5, 0), name="none"), (ship,)))
    for width in (9, 10, 11):
        verdict.take(Searched(Part((width, 0), name="mirrored"), 1))
    assert verdict.summary() == [
        "proved: no mirror-symmetric 2c/4 spaceship of period 4 up to 8 wide, of any length"
    ]


def test_nonsense_is_refused() -> None:
    with pytest.raises(InputError, match="straight up"):
        Widening(Motion(4, dx=-1, dy=-1))
    with pytest.raises(InputError, match="leave out the transform"):
        Widening(Motion(2, Orientation.FLIP_X, dy=-1))
    with pytest.raises(InputError, match="B0"):
        Widening(Motion(2, dy=-1), Rule.parse("B03/S23"))
    table = bytearray(Rule.parse("B3/S23").table)
    table[0b000_000_111], table[0b100_000_011] = 1, 0
    lopsided = Rule(bytes(table))
    assert Widening(Motion(2, dy=-1), lopsided).symmetries() == ("none",)
    with pytest.raises(InputError, match="a mirror-symmetric strip"):
        Widening(Motion(2, dy=-1), lopsided, "even")
    with pytest.raises(InputError, match="half its period"):
        Race(Motion(3, dy=-1), symmetry="glide")
    with pytest.raises(InputError, match="even, odd, gutter, glide"):
        Race(Motion(3, dy=-1), symmetry="C4")


@pytest.mark.parametrize(
    ("motion", "symmetry"),
    [
        pytest.param(Motion(3, dy=-1), "even", marks=pytest.mark.long),
        pytest.param(Motion(4, dy=-2), "odd", marks=pytest.mark.long),
        (Motion(4, dy=-2), "glide"),
    ],
)
def test_strips_of_one_symmetry(motion: Motion, symmetry: str, tmp_path: Path) -> None:
    """The narrowest strip of this symmetry that has a ship; a session keeps the others."""
    query = Race(motion, symmetry=symmetry)
    with begun_session(str(tmp_path / "s"), query, RunOptions()) as session:
        events = list(session.record(run(query, RunOptions(), session.checkpoint)))
    (ship,) = answers_of(events)
    assert has_symmetry(ship.history(), symmetry)
    found = next(event.part for event in events if isinstance(event, Found))
    narrow = {event.part for event in events if isinstance(event, Searched)}
    assert narrow == {part for part in Widening(motion, symmetry=symmetry).parts() if part < found}
    for part in narrow:
        strip = Widening(motion, symmetry=symmetry).strip(part)
        assert not answers_of(list(run(strip, RunOptions())))
    with Session.resume(str(tmp_path / "s")) as session:
        assert session.query == query
        again = list(session.record(run(query, RunOptions(2), session.checkpoint)))
    assert not narrow & {event.part for event in again if isinstance(event, Searched)}
