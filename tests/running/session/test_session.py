"""Sessions: what is in the file, and how searches go on from it."""

import json
from pathlib import Path

import pytest

from lifesearch.common.limits import MOST_SPLITTING_CELLS
from lifesearch.core.events import Finished, Found, Searched
from lifesearch.core.question import PatternQuery
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.questions.closest.question import Closest
from lifesearch.questions.forced.question import Forced
from lifesearch.questions.orphans.question import Orphans
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.gardens import padded
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.questions.smallest.known import KnownSpeed
from lifesearch.questions.smallest.question import Smallest
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places import here
from lifesearch.running.session.codec import query_from_json, question_to_json
from lifesearch.running.session.log import TITLE
from tests.asking import every
from tests.running.session.asking import (
    ALL,
    BLOCK,
    GROWING,
    STILL,
    asked,
    checkpoint,
    expected,
    keys,
    lines,
    patterns,
)
from tests.searching import begun_session, run

# Questions


KINDS = [
    STILL,
    GROWING,
    *(Periodic(Motion(2), symmetry=symmetry) for symmetry in SYMMETRIES),
    *(Periodic(Motion(3, orientation), (5, 5)) for orientation in Orientation),
    Periodic(Motion(6, Orientation.FLIP_X, 0, -1), (5, 6)),
    Periodic(Motion(4, Orientation.IDENTITY, -1, -1), any_period=True),
    Periodic(Motion(1), (3, 3), with_empty=True),
    Periodic(Motion(2), (4, 5), torus=True),
    Periodic(Motion(2), rule=Rule.parse("B36/S125")),
    Periodic(Motion(2), rule=Rule.parse("Snowflakes")),
    Periodic(Motion(2), rule=Rule.parse("B2/S34H")),
    Periodic(Motion(2), rule=Rule(bytes([0, 1, 1, 0] * 100 + [0] * 112))),
    Periodic(Motion(2), (4, 3), mask=Pattern.parse(".OO.\nO..O\n.O..")),
    Periodic(Motion(2), (3, 3), mask=Pattern.of([(2, 1)])),
    Predecessor.around(BLOCK),
    Predecessor.inside(BLOCK, (7, 5)),
    Predecessor.around(Target(Pattern.parse("OO\nO"), Pattern.of([(1, 1), (-2, 5)])), 3),
    Predecessor(Target(Pattern.of([])), (3, 3), raw=True),
    Predecessor(BLOCK, (2, 2), generations=3, rule=Rule.parse("B3/S12345")),
    Predecessor(BLOCK, (4, 4), torus=True, project=Pattern.of([(3, 3)])),
    Predecessor(BLOCK, (4, 2), cylinder=Cylinder(4, -1)),
    Predecessor.anywhere(padded(BLOCK), 1, padded=True),
    Forced(Predecessor.around(BLOCK)),
    Closest.around(BLOCK, 2),
    Closest(BLOCK, (2, 2), 2, torus=True),
    Closest(BLOCK, (3, 2), cylinder=True),
    Orphans((5, 3), Rule.parse("B8/S8")),
    Smallest("isotropic", 3, (3, 2), known=(KnownSpeed(1, 0, 4, 5),)),
]


@pytest.mark.parametrize("query", KINDS, ids=lambda q: q.describe())
def test_questions_are_the_same_when_they_are_read_again(query: PatternQuery) -> None:
    again = query_from_json(json.loads(json.dumps(question_to_json(query))))
    assert again == query
    assert question_to_json(again) == question_to_json(query)


@pytest.mark.parametrize(
    "query",
    [
        STILL,
        GROWING,
        Periodic(Motion(1), (3, 3), with_empty=True, raw=True),
        Periodic(Motion(2), (3, 3), any_period=True),
        Periodic(Motion(1, Orientation.R90), (3, 3)),
        Periodic(Motion(4, Orientation.IDENTITY, -1, -1), (4, 4)),
        Periodic(Motion(2), (3, 4), torus=True),
        Periodic(Motion(1), (3, 3), Symmetry.parse("D8")),
        Periodic(Motion(1), (4, 4), mask=Pattern.parse(".OO.\nOOOO\n.OO.\n...O")),
        Predecessor.around(BLOCK),
        Predecessor.around(Target(Pattern.parse("OO\nO"), Pattern.of([(1, 1)]))),
        Predecessor(Target(Pattern.of([])), (2, 2), raw=True),
        Forced(Predecessor.around(BLOCK)),
        Closest(Target(Pattern.parse("OO\n.O")), (3, 3)),
    ],
    ids=lambda q: q.describe(),
)
def test_answers_are_the_same_when_they_are_read_again(
    file: Path, query: Periodic | Predecessor | Forced | Closest
) -> None:
    events = asked(file, query)
    found = tuple(event for event in events if isinstance(event, Found))
    searched = {event.part for event in events if isinstance(event, Searched)}
    assert checkpoint(file) == Checkpoint(found, frozenset(searched), depth=0)
    assert searched == set(query.parts(0))


# The file


def test_one_object_a_line_the_question_first(file: Path) -> None:
    asked(file)
    query, *records, verdict = lines(file)
    assert verdict["verdict"] == {"found": len(expected()), "exhausted": True, "states": None}
    assert query["session"] == TITLE
    assert all(len(line["check"]) == 16 for line in lines(file))
    assert query_from_json(query["question"]) == STILL
    assert query["count"] is None
    assert [set(record) & {"found", "searched"} for record in records[:-1]] == [{"found"}] * (
        len(records) - 1
    )
    assert records[-1]["searched"] == [3, 3, ""]
    assert file.read_bytes().endswith(b"}\n")


def test_what_is_told_is_on_the_disk_before(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr("lifesearch.running.session.log.os.fsync", synced.append)
    with begun_session(str(file), STILL, ALL) as session:
        for event in session.record(run(STILL, ALL, session.checkpoint)):
            if isinstance(event, Found | Searched):
                assert len(synced) == len(lines(file))
                assert {"found", "searched"} & set(lines(file)[-1])
    assert len(set(synced)) == 1


def test_the_file_only_grows(file: Path) -> None:
    asked(file, run_options=RunOptions(2))
    before = file.read_bytes()
    asked(file, run_options=RunOptions(5))
    between = file.read_bytes()
    asked(file)
    assert file.read_bytes().startswith(between)
    assert between.startswith(before)
    assert len(before) < len(between)


def test_an_empty_file_is_a_new_session(file: Path) -> None:
    file.touch()
    assert set(patterns(asked(file))) == expected()
    assert set(patterns(asked(file))) == expected()


# Going on


def never(*_: object) -> None:
    raise AssertionError("there is nothing left to search")


def test_a_finished_session_needs_no_solver(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for query in (STILL, GROWING):
        first = asked(file, query)
        size = file.stat().st_size
        with monkeypatch.context() as patch:
            patch.setattr(here, "ChildWorker", never)
            again = asked(file, query)
        assert patterns(first) == patterns(again)
        assert isinstance(again[-1], Finished)
        assert again[-1] == Finished(len(patterns(first)), 0, exhausted=True)
        assert file.stat().st_size == size
        file.unlink()


@pytest.mark.parametrize("kept", [1, 7, 13])
def test_finished_boxes_are_not_searched_again(file: Path, kept: int) -> None:
    first = asked(file, GROWING)
    whole = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(whole[:kept]))
    done = checkpoint(file).searched
    again = asked(file, GROWING)
    searched = [event.part for event in again if isinstance(event, Searched)]
    assert not done & set(searched)
    assert done | set(searched) == set(GROWING.parts(0))
    assert set(patterns(again)) == set(patterns(first))
    assert len(patterns(again)) == len(patterns(first))


def test_counts_go_on(file: Path) -> None:
    three = patterns(asked(file, run_options=RunOptions(3)))
    five = patterns(asked(file, run_options=RunOptions(5)))
    everything = patterns(asked(file))
    assert (len(three), len(five), len(everything)) == (3, 5, 11)
    assert five[:3] == three
    assert everything[:5] == five
    assert set(everything) == expected()


def test_more_than_enough_is_enough(file: Path) -> None:
    asked(file)
    events = asked(file, run_options=RunOptions(2))
    assert isinstance(events[-1], Finished)
    assert not any(isinstance(event, Searched) for event in events)


@pytest.mark.parametrize(("before", "after"), [(1, 3), (3, 1), (2, 3)])
def test_the_number_of_jobs_may_change(file: Path, before: int, after: int) -> None:
    word = Target(Pattern.parse("OOO.O.O\n.O..O.O\n.OO.O.O"))
    query = Predecessor.inside(word, (8, 5))
    with begun_session(str(file), query, RunOptions(None, before)) as session:
        events = session.record(run(query, RunOptions(None, before), session.checkpoint))
        for event in events:
            if isinstance(event, Searched | Found):
                break
        events.close()  # type: ignore[attr-defined]
    found = patterns(asked(file, query, RunOptions(None, after)))
    assert len(found) == len(set(found))
    assert keys(query, found) == {query.key(answer) for answer in every(query)}


def test_classes_are_blocked_as_a_whole(file: Path) -> None:
    query = Periodic(Motion(1), (5, 5))
    asked(file, query, RunOptions(10))
    found = patterns(asked(file, query))
    assert len(found) == len(keys(query, found)) == 38


def test_parts_are_written_as_they_are(file: Path) -> None:
    query = Periodic(Motion(1), (40, 1), with_empty=True)
    asked(file, query, RunOptions(None, 2, engine="box"))
    assert checkpoint(file).depth == 3
    assert checkpoint(file).searched == {Part((40, 1), format(n, "03b")) for n in range(8)}


def test_a_run_that_was_killed_before_its_verdict_has_one_in_the_end(file: Path) -> None:
    asked(file)
    whole = file.read_bytes().splitlines(keepends=True)
    assert b'"verdict"' in whole[-1]
    file.write_bytes(b"".join(whole[:-1]))
    for _ in range(2):
        asked(file)
        assert len(lines(file)) == len(whole)
        assert lines(file)[-1]["verdict"]["exhausted"]


def test_a_session_may_be_begun_for_thousands_of_workers(file: Path) -> None:
    query = Periodic(Motion(1), (40, 1), with_empty=True)
    with begun_session(str(file), query, RunOptions(None, 5000, engine="box")) as session:
        depth = session.checkpoint.depth
    with begun_session(str(file), query, RunOptions(None, 5000, engine="box")) as session:
        assert session.checkpoint.depth == depth == MOST_SPLITTING_CELLS
