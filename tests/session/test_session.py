"""Sessions: what is in the file, who may use it, and what comes of it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lifesearch.encoding.motion import Motion, Target
from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.predecessor import Predecessor
from lifesearch.running.events import Event, Finished, Found, Searched
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places import here
from lifesearch.running.run import run
from lifesearch.session.codec import query_from_json, query_to_json
from lifesearch.session.file import Session
from lifesearch.solving.parts import Part
from tests.asking import every
from tests.sessions import FORMS, Records, opened, sealed, without_checks

STILL = Periodic(Motion(1), (3, 3), raw=True)
GROWING = Periodic(Motion(2), max_area=9)
BLOCK = Target(Pattern.parse("OO\nOO"))
ALL = RunOptions(count=None)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.session"


def asked(file: Path, query: PatternQuery = STILL, run_options: RunOptions = ALL) -> list[Event]:
    """What happens, the answers of the file first."""
    with Session.start(str(file), query, run_options) as session:
        return [
            *session.checkpoint.found,
            *session.record(run(query, run_options, session.checkpoint)),
        ]


def patterns(events: list[Event]) -> list[Pattern]:
    answers = [a for event in events if isinstance(event, Found) for a in event.answers]
    return [answer.pattern for answer in answers if isinstance(answer, Answer)]


def keys(query: PatternQuery, found: list[Pattern]) -> set[Hashable]:
    return {query.key(Answer(pattern, 1)) for pattern in found}


def checkpoint(file: Path) -> Checkpoint:
    with Session.resume(str(file)) as session:
        return session.checkpoint


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def expected(query: Periodic | Predecessor = STILL) -> set[Pattern]:
    return {answer.pattern for answer in every(query)}


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
]


@pytest.mark.parametrize("query", KINDS, ids=lambda q: q.describe())
def test_questions_are_the_same_when_they_are_read_again(query: PatternQuery) -> None:
    again = query_from_json(json.loads(json.dumps(query_to_json(query))))
    assert again == query
    assert query_to_json(again) == query_to_json(query)


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
    ],
    ids=lambda q: q.describe(),
)
def test_answers_are_the_same_when_they_are_read_again(
    file: Path, query: Periodic | Predecessor
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
    assert query["session"] == "lifesearch 2"
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
    monkeypatch.setattr("lifesearch.session.file.os.fsync", synced.append)
    with Session.start(str(file), STILL, ALL) as session:
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
            patch.setattr(here, "Worker", never)
            again = asked(file, query)
        assert patterns(first) == patterns(again)
        assert isinstance(again[-1], Finished)
        assert again[-1] == Finished(len(patterns(first)), 0, exhausted=True)
        assert file.stat().st_size == size
        file.unlink()


@pytest.mark.parametrize("kept", range(1, 16, 3))
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
    with Session.start(str(file), query, RunOptions(None, before)) as session:
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


# Torn files


@pytest.mark.long
def test_a_file_torn_at_any_byte_is_read_up_to_there(file: Path) -> None:
    asked(file)
    whole, before = file.read_bytes(), checkpoint(file)
    head = whole.index(b"\n") + 1
    for length in range(head, len(whole) + 1):
        file.write_bytes(whole[:length])
        now = checkpoint(file)
        complete = whole[:length].count(b"\n")
        assert now.found == before.found[: complete - 1]
        assert bool(now.searched) == (complete >= whole.count(b"\n") - 1)
        assert file.read_bytes() == whole[: whole[:length].rindex(b"\n") + 1]
    for length in range(head):
        file.write_bytes(whole[:length])
        with pytest.raises(InputError, match="is no session of lifesearch"):
            checkpoint(file)
        assert file.read_bytes() == whole[:length]
        with Session.start(str(file), STILL, ALL) as session:
            assert session.checkpoint == Checkpoint(depth=0)
        assert query_from_json(lines(file)[0]["question"]) == STILL


@pytest.mark.long
def test_a_torn_session_goes_on_to_the_same_answers(file: Path) -> None:
    asked(file)
    whole, answers = file.read_bytes(), expected()
    for length in range(0, len(whole) + 1, 9):
        file.write_bytes(whole[:length])
        found = patterns(asked(file))
        assert len(found) == len(answers)
        assert set(found) == answers
        assert set(patterns(list(checkpoint(file).found))) == answers


@pytest.mark.slow
def test_a_session_torn_at_every_byte_goes_on_to_the_same_answers(file: Path) -> None:
    asked(file, GROWING)
    whole, answers = file.read_bytes(), expected(GROWING)
    for length in range(len(whole) + 1):
        file.write_bytes(whole[:length])
        found = patterns(asked(file, GROWING))
        assert len(found) == len(answers)
        assert set(found) == answers


# What is refused


def refusal(attempt: Callable[[], object]) -> str:
    with pytest.raises(InputError) as error:
        attempt()
    assert "\n" not in str(error.value)
    return str(error.value)


OTHERS = [
    (replace(STILL, raw=False), "raw true instead of false"),
    (replace(STILL, box=(3, 4)), "box [3, 3] instead of [3, 4]"),
    (replace(STILL, box=None), "box [3, 3] instead of null"),
    (replace(STILL, motion=Motion(2)), 'motion [1, "Id", 0, 0] instead of [2, "Id", 0, 0]'),
    (replace(STILL, rule=Rule.parse("B36/S23")), 'rule "B3/S23" instead of "B36/S23"'),
    (replace(STILL, with_empty=True), "with_empty false instead of true"),
    (replace(STILL, mask=Pattern.parse("OO\nOO")), 'instead of [0, 0, "2o$2o!"]'),
    (Predecessor.around(BLOCK), 'kind "periodic" instead of "predecessor"'),
]


@pytest.mark.parametrize(("other", "difference"), OTHERS, ids=[d for _, d in OTHERS])
def test_another_question_is_refused(file: Path, other: PatternQuery, difference: str) -> None:
    asked(file)
    before = file.read_bytes()
    sentence = refusal(lambda: asked(file, other))
    assert sentence.startswith(f"{file} is a session about another question, with ")
    assert difference in sentence
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"\n",
        b"hello",
        b"hello\n",
        b"[1, 2]\n",
        b"null\n",
        b"{}\n",
        b'{"session": 7}\n',
        b'{"session": "lifesearch 3", "question": {}}\n',
        b"x = 3, y = 3, rule = B3/S23\n3o!\n",
        bytes(range(256)),
        b"\xff\xfe\n",
        b"\0" * 1000,
        b"[" * 100_000 + b"\n",
    ],
    ids=lambda content: repr(content[:20]),
)
def test_what_is_no_session_is_refused_and_left_alone(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == f"{file} is no session of lifesearch"
        assert file.read_bytes() == content


HEADS: list[dict[str, Any]] = [
    {"question": None},
    {"question": {}},
    {"question": {"kind": "banana"}},
    {"question": query_to_json(STILL) | {"banana": 1}},
    {"question": query_to_json(STILL) | {"motion": [1]}},
    {"question": query_to_json(STILL) | {"symmetry": "D9"}},
    {"question": query_to_json(STILL) | {"rule": "B9/S2"}},
    {"question": query_to_json(STILL) | {"box": "3x3"}},
    {"question": query_to_json(STILL) | {"box": [3]}},
    {"question": query_to_json(STILL) | {"rule": True}},
    {"question": query_to_json(STILL) | {"rule": None}},
    {"question": query_to_json(STILL) | {"motion": ["4", "Id", 0, 0]}},
    {"question": query_to_json(STILL) | {"motion": [True, "Id", 0, 0]}},
    {"question": query_to_json(STILL) | {"motion": [1, "Id", 0, 0, 0]}},
    {"question": query_to_json(STILL) | {"motion": [float("inf"), 1, ""]}},
    {"question": query_to_json(STILL) | {"symmetry": []}},
    {"question": query_to_json(STILL) | {"box": [3.0, 3]}},
    {"question": query_to_json(STILL) | {"raw": 1}},
    {"question": query_to_json(STILL) | {"mask": [0, 0]}},
    {"question": query_to_json(STILL) | {"mask": [0, 10**12, "o!"]}},
    {"question": query_to_json(STILL) | {"also": []}},
    {"question": query_to_json(STILL) | {"also": {"bounds": [["first", "0", 9]]}}},
    {"question": query_to_json(STILL) | {"also": {"bounds": [["last", 0, 9]]}}},
    {"question": query_to_json(STILL) | {"also": {"connected": 1}}},
    {"question": query_to_json(STILL) | {"kind": []}},
    {"banana": 1},
    {"seconds": "now"},
    {"count": True},
    {"count": 10**16},
    {"count": "many"},
    {"count": 0},
    {"depth": "deep"},
    {"depth": -1},
    {"depth": 1000},
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("wrong", HEADS)
def test_a_spoilt_question_is_refused(
    file: Path, wrong: dict[str, Any], form: Callable[[Records], bytes]
) -> None:
    asked(file)
    head, *rest = opened(file.read_bytes())
    file.write_bytes(form([head | wrong, *rest]))
    assert refusal(lambda: checkpoint(file)) == f"{file}, line 1: this is no record of a session"


RECORDS = [
    "",
    "hello",
    "[]",
    '{"found": [[0, 0, "2o$',
    '{"found": 7, "part": [3, 3, ""]}',
    '{"found": [[0, 0, "2o$2o!"]]}',
    '{"found": [[0, 0]], "part": [3, 3, ""]}',
    '{"found": [["a", 0, "2o$2o!"]], "part": [3, 3, ""]}',
    '{"found": [[0, 0, "banana"]], "part": [3, 3, ""]}',
    '{"found": [[0, 0, "2o$2o!"]], "part": [3]}',
    '{"searched": [3, 3]}',
    '{"searched": 3}',
    '{"searched": [3, 3, ""], "conflicts": "many"}',
    '{"searched": [3, 3, ""], "conflicts": -1}',
    '{"searched": [3, 3, ""], "conflicts": NaN}',
    '{"searched": [3, 3, ""], "seconds": true}',
    '{"searched": [3, 3, ""], "seconds": Infinity}',
    '{"searched": [3, 3, ""], "found": []}',
    '{"searched": [3, 3, 7]}',
    '{"found": [], "part": [3, 3, ""]}',
    '{"found": [[0, 0, "2o$2o!", 7]], "part": [3, 3, ""]}',
    '{"found": [[0, 0, "2o$2o!"], [0, 0, "2o$2o!"]], "part": [3, 3, ""]}',
    '{"fount": [[0, 0, "2o$2o!"]], "part": [3, 3, ""]}',
    '{"note": "made by lifesearch 9"}',
    '{"trail": [[0], [], []]}',
    '{"verdict": 7}',
    '{"verdict": {"found": 100, "exhausted": true, "states": null}, "conflicts": 7}',
]


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("place", [1, -1])
def test_a_spoilt_line_is_named(file: Path, record: str, place: int) -> None:
    asked(file)
    without_checks(file)
    whole = file.read_text().splitlines(keepends=True)
    whole.insert(place, f"{record}\n")
    spoilt = whole.index(f"{record}\n") + 1
    file.write_text("".join(whole))
    sentence = f"{file}, line {spoilt}: this is no record of a session"
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == sentence
        assert file.read_text() == "".join(whole)


LIES = [
    ([0, 0, "3o!"], [3, 3, ""]),
    ([0, 0, "!"], [3, 3, ""]),
    ([2, 2, "2o$2o!"], [3, 3, ""]),
    ([-1, 0, "2o$2o!"], [3, 3, ""]),
    ([5, 5, "2o$2o!"], [9, 9, ""]),
    ([0, 0, "o99999999bo!"], [3, 3, ""]),
    ([0, 0, "2o$2o!"], [3, 3, "0"]),
    ([0, 0, "2o$2o!"], [10**9, 10**9, ""]),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("pattern", "part"), LIES)
def test_a_wrong_answer_is_refused(
    file: Path, pattern: list[Any], part: list[Any], form: Callable[[Records], bytes]
) -> None:
    asked(file, run_options=RunOptions(1))
    lie = {"found": [pattern], "part": part}
    file.write_bytes(form([*opened(file.read_bytes()), lie]))
    sentence = f"{file}, line {len(lines(file))}: this is no answer to its question"
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == sentence


def test_records_of_the_future_are_not_passed_over(file: Path) -> None:
    asked(file)
    file.write_bytes(sealed([*opened(file.read_bytes()), {"note": "made by lifesearch 9"}]))
    sentence = f"{file}, line {len(lines(file))}: this is no record of a session"
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == sentence


# Files that cannot be used


def test_a_session_that_is_not_there(file: Path) -> None:
    assert refusal(lambda: checkpoint(file)) == (
        f"cannot open the session '{file}': No such file or directory"
    )
    assert not file.exists()
    nowhere = file / "deep" / "down"
    assert "No such file or directory" in refusal(lambda: asked(nowhere))


def test_what_is_no_plain_file(tmp_path: Path) -> None:
    assert (
        refusal(lambda: asked(tmp_path)) == f"cannot open the session '{tmp_path}': Is a directory"
    )
    assert (
        refusal(lambda: checkpoint(tmp_path))
        == f"cannot open the session '{tmp_path}': Is a directory"
    )
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for odd in (pipe, Path("/dev/null")):
        for attempt in (lambda odd=odd: asked(odd), lambda odd=odd: checkpoint(odd)):
            assert refusal(attempt) == f"cannot use {odd} as a session: it is no plain file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(file: Path) -> None:
    asked(file)
    file.chmod(0)
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == f"cannot open the session '{file}': Permission denied"


HOLDER = """
import sys
from lifesearch.session.file import Session
with Session.resume(sys.argv[1]):
    print("mine", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def another_run(file: Path) -> Iterator[subprocess.Popen[str]]:
    asked(file, run_options=RunOptions(1))
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "mine\n"
        yield process
        process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_a_session_has_one_run_at_a_time(file: Path, another_run: subprocess.Popen[str]) -> None:
    before = file.read_bytes()
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == f"the session {file} is in use by another run"
    assert file.read_bytes() == before
    another_run.kill()
    another_run.wait()
    assert set(patterns(asked(file))) == expected()


def test_a_disk_that_is_full_leaves_a_session_that_goes_on(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def stingy(number: int, data: bytes) -> int:
        if os.fstat(number).st_size > 400:
            raise OSError(28, "No space left on device")
        return real(number, data[:50])

    with monkeypatch.context() as patch:
        patch.setattr("lifesearch.session.file.os.write", stingy)
        sentence = refusal(lambda: asked(file))
    assert sentence.startswith(f"cannot write {file}: No space left on device; ")
    assert all(lines(file))
    assert file.read_bytes().endswith(b"\n")
    assert set(patterns(asked(file))) == expected()


def test_parts_are_written_as_they_are(file: Path) -> None:
    query = Periodic(Motion(1), (40, 1), with_empty=True)
    asked(file, query, RunOptions(None, 2, engine="box"))
    assert checkpoint(file).depth == 3
    assert checkpoint(file).searched == {Part((40, 1), format(n, "03b")) for n in range(8)}
