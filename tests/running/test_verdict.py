"""What is said about a question: only what is true, and the same after a pause."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim, Constraints, Objective
from lifesearch.core.events import Event, Finished, Found, Searched
from lifesearch.core.question import PatternQuery
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.questions.strips.question import Strip
from lifesearch.running.option_table import on_command_line
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from lifesearch.running.verdict import Verdict
from tests.searching import begun_session, run

BLINKER = Answer(Pattern.parse("OOO"), 2)
SMALL = Periodic(Motion(2), max_area=16)
UP = Motion(2, dy=-1)


def sentences(query: PatternQuery, events: list[Event]) -> list[str]:
    """All that is said, with a mark where answers come."""
    verdict, said = Verdict(query), []
    for event in events:
        if isinstance(event, Found):
            said.append("found")
        if isinstance(event, Found | Searched | Finished):
            said += verdict.take(event)
    return said


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("count", [1, 3, None])
@pytest.mark.parametrize("query", [SMALL, Periodic(Motion(1), max_area=9)])
def test_a_search_that_was_stopped_says_the_same(
    tmp_path: Path, query: Periodic, count: int | None, jobs: int
) -> None:
    file, run_options = str(tmp_path / "s"), RunOptions(count, jobs)
    with begun_session(file, query, run_options) as session:
        first = list(session.record(run(query, run_options, session.checkpoint)))
    with Session.resume(file) as session:
        again = [*session.events, *session.record(run(query, run_options, session.checkpoint))]
    assert sentences(query, first) == sentences(query, again)
    assert not any("9 cells (3x3)" in sentence for sentence in sentences(query, again))


@given(st.permutations(list(SMALL.parts(0))), st.sampled_from([(3, 3), (5, 3), (4, 4)]))
def test_no_answer_is_contradicted(order: list[Part], box: tuple[int, int]) -> None:
    # What is found as a piece in a larger box is not told again of its own.
    events: list[Event] = [Searched(part, 0) for part in order]
    first = min(order.index(Part(box)), order.index(Part((3, 3))))
    events.insert(first, Found(Part(box), (BLINKER,)))
    said = sentences(SMALL, [*events, Finished(1, 0, exhausted=True)])
    assert said == ["found", "1 found; proved: no other oscillator of period 2 in a box of up to "
                    "16 cells"]  # fmt: skip


@given(st.permutations(list(SMALL.parts(0))))
def test_a_box_is_empty_when_all_before_it_are(order: list[Part]) -> None:
    said = sentences(SMALL, [Searched(part, 2) for part in order])
    level = "proved: no oscillator of period 2 in a box of up to"
    assert said == [f"{level} 9 cells (3x3)", f"{level} 12 cells (4x3)", f"{level} 15 cells (5x3)"]
    done: set[Part] = set()
    for part, after in pairwise([*order, Part((9, 9))]):
        done.add(part)
        told = sentences(SMALL, [Searched(each, 0) for each in order if each in done])
        for sentence in told:
            area = int(sentence.removeprefix(level).split()[0])
            assert all(p in done for p in SMALL.parts(0) if p.box[0] * p.box[1] <= area)
        assert after not in done


def test_a_ship_counts_with_the_smallest_of_its_boxes() -> None:
    query = Periodic(Motion(4, dx=-1, dy=-1))
    phases = generations(Pattern.parse(".O.\n..O\nOOO"), 3)
    glider = [phase.transform(Orientation.R180) for phase in phases]
    for phase in glider:
        verdict = Verdict(query)
        verdict.take(Found(Part((7, 7)), (Answer(phase, 4),)))
        said = [s for part in _up_to(query, 20) for s in verdict.take(Searched(part, 0))]
        assert [s.split(" up to ")[1].split()[0] for s in said] == ["9"]


@pytest.mark.parametrize(
    ("aim", "than"),
    [
        (Aim.SMALLEST_POPULATION, " has fewer than 12 cells"),
        (Aim.LARGEST_POPULATION, " has more than 12 cells"),
        (Aim.SMALLEST_BOX, ""),
    ],
)
def test_after_an_answer_only_better_ones_are_ruled_out(aim: Aim, than: str) -> None:
    """The jam has 13 cells and fits in 7x7: with the caterer known it is no answer any more."""
    query = Periodic(Motion(3), max_area=60, constraints=Constraints(objective=Objective(aim)))
    caterer = Pattern.parse(".OO.....\n...O....\nO.......\nO...O...\nO...OOOO\n..O.....")
    verdict = Verdict(query)
    before = verdict.take(Searched(Part((3, 3)), 0))
    verdict.take(Found(Part((9, 6)), (Answer(caterer, 3),)))
    after = [s for part in _up_to(query, 50) for s in verdict.take(Searched(part, 0))]
    assert not before or not before[0].endswith("cells")
    assert any("50 cells (10x5)" in sentence for sentence in after)
    assert all(sentence.endswith(f"){than}") for sentence in after)


def _up_to(query: Periodic, area: int) -> list[Part]:
    parts: list[Part] = []
    for part in query.parts(0):
        if part.box[0] * part.box[1] > area:
            return parts
        parts.append(part)
    return parts


def test_smaller_boxes_that_matter_are_named() -> None:
    query = Periodic(Motion(2))
    open_boxes = {(1, 1), (12, 2), (5, 3), (4, 4), (5, 5), (6, 4)}
    proved: list[Event] = [Searched(p, 0) for p in _up_to(query, 25) if p.box not in open_boxes]
    found: list[Event] = [Found(Part((6, 4)), (BLINKER,)), Finished(1, 0, exhausted=False)]
    assert sentences(query, [*proved, *found])[-1] == "smaller boxes not decided: 5x3, 4x4"
    assert sentences(query, found)[-1].endswith("not decided: 3x3, 4x3, 5x3, 4x4, 6x3, 5x4, 7x3")
    trifles: list[Event] = [Searched(Part((3, 3)), 0), Found(Part((4, 3)), (BLINKER,))]
    assert sentences(query, [*trifles, Finished(1, 0, exhausted=False)]) == ["found"]
    box = Periodic(Motion(2), (5, 5))
    assert sentences(box, [Found(Part((5, 5)), (BLINKER,)), found[-1]]) == ["found"]


def test_conflicts_are_those_of_the_proofs() -> None:
    query = Periodic(Motion(3), (4, 4))
    parts = [Searched(Part((4, 4), cube), 20) for cube in "01"]
    events: list[Searched | Finished] = [*parts, Finished(0, 7, exhausted=True)]
    proved = "proved: no oscillator of period 3 in a 4x4 box"
    assert sentences(query, [*events]) == [proved]
    verbose = Verdict(query, verbose=True)
    assert [s for event in events for s in verbose.take(event)] == [f"{proved} (40 conflicts)"]


SHIP = KnownCells.of([[[1, 1, 0], [0, 1, 1]]])
CATALYST = SHIP.surrounded(1).arriving(SHIP.surrounded(1).unknown_cells())
UPWARD = "<velocity> means upward: for another direction give <period P> and <shift DX,DY>"
MEANT = [
    (Periodic(UP), "c/2 means period 2 exactly; ships such as the lightweight spaceship are 2c/4: "
                   "lifesearch spaceship 2c/4"),
    (Strip(8, UP), "c/2 means period 2 exactly; ships such as the lightweight spaceship are 2c/4: "
                   "lifesearch spaceship 2c/4"),
    (Periodic(UP, rule=Rule.parse("B36/S23")), "c/2 means period 2 exactly; for period 4: "
                                               "lifesearch spaceship 2c/4 --rule B36/S23"),
    (Strip(8, Motion(3, dy=-1), Mirror.MIRRORED), "c/3 means period 3 exactly; for period 6: "
                                                  "lifesearch spaceship 2c/6"),
    (Periodic(Motion(6, dx=-1, dy=-2), (7, 7)), "(2,1)c/6 means period 6 exactly; for period 12: "
                                                "lifesearch spaceship '(4,2)c/12'"),
    (Periodic(Motion(4, dy=-2)), ""),
    (Periodic(Motion(2, Orientation.FLIP_X, dy=-1)), ""),
    (Periodic(Motion(2)), ""),
    (Predecessor.around(Target(Pattern.parse("OO\nOO"))),
     "<garden_of_eden> decides whether any pattern becomes it"),
    (Completion(KnownCells.unknown(5, 4), Motion(4, dy=-2)), ""),
    (Completion(SHIP.surrounded(1), Motion(2)), ""),
    (Completion(CATALYST, Motion(6)), ""),
    (Completion(SHIP, Motion(2)), "all generations must fit in a 3x2 box, and given cells are at "
                                  "its edge: <margin 1> adds a margin of 1 unknown cell"),
    (Completion(SHIP.surrounded(2), Motion(4, dy=-2)), UPWARD),
    (Completion(SHIP.surrounded(1), Motion(4, dy=-2)),
     "all generations must fit in a 5x4 box, and given cells are 1 cell from its edge: <margin 2> "
     f"adds a margin of 2 unknown cells; {UPWARD}"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "hint"), MEANT)
def test_another_period_may_have_been_meant(query: PatternQuery, hint: str) -> None:
    assert query.hint() == hint


def test_the_hint_names_options_as_the_door_does() -> None:
    query = Completion(SHIP, Motion(2))
    assert "--margin 1 adds" in Verdict(query, spell=on_command_line).hint()[0]
    assert "margin= adds" in Verdict(query).hint()[0]


def test_the_hint_comes_once_and_not_with_an_answer() -> None:
    events: list[Event] = [Searched(part, 0) for part in _up_to(Periodic(UP), 24)]
    hints = [s for s in sentences(Periodic(UP), events) if s.startswith("hint: c/2 means ")]
    assert len(hints) == 1
    verdict = Verdict(Periodic(UP))
    assert len(verdict.hint()) == 1
    assert verdict.hint() == []
    glider = Verdict(
        Periodic(Motion(4, dx=-1, dy=-1), (4, 4), constraints=Constraints(connected=True))
    )
    glider.take(Found(Part((4, 4)), (Answer(Pattern.parse("OOO\nO..\n.O."), 4),)))
    assert glider.hint() == []
