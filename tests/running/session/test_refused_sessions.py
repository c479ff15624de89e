"""Sessions that are refused: other questions, spoilt lines, wrong answers."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lifesearch.core.constraints import Aim, Constraints, Objective
from lifesearch.core.question import PatternQuery
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.session.codec import question_to_json
from tests.running.session.asking import BLOCK, STILL, asked, checkpoint, finished, lines, refusal
from tests.sessions import opened, sealed

OTHERS = [
    (replace(STILL, raw=False), ", with raw = true instead of false"),
    (replace(STILL, box=(3, 4)), ": still life in a 3x3 box, and not still life in a 3x4 box"),
    (replace(STILL, box=None), ": still life in a 3x3 box, and not still life"),
    (replace(STILL, motion=Motion(2)), "and not oscillator of period 2 in a 3x3 box"),
    (replace(STILL, rule=Rule.parse("B36/S23")), "and not still life in B36/S23 in a 3x3 box"),
    (replace(STILL, with_empty=True), ", with with_empty = false instead of true"),
    (replace(STILL, mask=Pattern.parse("OO\nOO")), "and not still life inside the mask, a 3x3 box"),
    (Predecessor.around(BLOCK), "and not predecessor"),
    (
        replace(STILL, constraints=Constraints(objective=Objective(Aim.SMALLEST_POPULATION))),
        "another question, with other conditions",
    ),
]


@pytest.mark.parametrize(("other", "difference"), OTHERS, ids=[d for _, d in OTHERS])
def test_another_question_is_refused(file: Path, other: PatternQuery, difference: str) -> None:
    file.write_bytes(finished())
    before = file.read_bytes()
    sentence = refusal(lambda: asked(file, other))
    assert sentence.startswith(f"{file} is a session about another question")
    assert difference in sentence
    assert not set(sentence) & set("[{")
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
        assert refusal(attempt) == f"{file} is not a session of lifesearch"
        assert file.read_bytes() == content


HEADS: list[dict[str, Any]] = [
    {"question": None},
    {"question": {}},
    {"question": {"kind": "banana"}},
    {"question": question_to_json(STILL) | {"banana": 1}},
    {"question": question_to_json(STILL) | {"motion": [1]}},
    {"question": question_to_json(STILL) | {"symmetry": "D9"}},
    {"question": question_to_json(STILL) | {"rule": "B9/S2"}},
    {"question": question_to_json(STILL) | {"box": "3x3"}},
    {"question": question_to_json(STILL) | {"box": [3]}},
    {"question": question_to_json(STILL) | {"rule": True}},
    {"question": question_to_json(STILL) | {"rule": None}},
    {"question": question_to_json(STILL) | {"motion": ["4", "Id", 0, 0]}},
    {"question": question_to_json(STILL) | {"motion": [True, "Id", 0, 0]}},
    {"question": question_to_json(STILL) | {"motion": [1, "Id", 0, 0, 0]}},
    {"question": question_to_json(STILL) | {"motion": [float("inf"), 1, ""]}},
    {"question": question_to_json(STILL) | {"symmetry": []}},
    {"question": question_to_json(STILL) | {"box": [3.0, 3]}},
    {"question": question_to_json(STILL) | {"raw": 1}},
    {"question": question_to_json(STILL) | {"mask": [0, 0]}},
    {"question": question_to_json(STILL) | {"mask": [0, 10**12, "o!"]}},
    {"question": question_to_json(STILL) | {"constraints": []}},
    {"question": question_to_json(STILL) | {"constraints": {"bounds": [["first", "0", 9]]}}},
    {"question": question_to_json(STILL) | {"constraints": {"bounds": [["last", 0, 9]]}}},
    {"question": question_to_json(STILL) | {"constraints": {"connected": 1}}},
    {"question": question_to_json(STILL) | {"kind": []}},
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


@pytest.mark.parametrize("wrong", HEADS)
def test_a_spoilt_question_is_refused(file: Path, wrong: dict[str, Any]) -> None:
    file.write_bytes(finished())
    head, *rest = opened(file.read_bytes())
    file.write_bytes(sealed([head | wrong, *rest]))
    assert refusal(lambda: checkpoint(file)) == f"{file}, line 1: this is not a record of a session"


NO_OBJECTS = ["", "hello", "[]", '{"found": [[0, 0, "2o$']
RECORDS = [
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


@pytest.mark.parametrize("line", NO_OBJECTS)
@pytest.mark.parametrize("place", [1, -1])
def test_a_line_that_is_no_record_is_named(file: Path, line: str, place: int) -> None:
    whole = finished().splitlines(keepends=True)
    whole.insert(place, f"{line}\n".encode())
    number = whole.index(f"{line}\n".encode()) + 1
    file.write_bytes(b"".join(whole))
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt).startswith(f"{file}, line {number}: the session is damaged")
        assert file.read_bytes() == b"".join(whole)


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("place", [1, -1])
def test_a_spoilt_record_is_named(file: Path, record: str, place: int) -> None:
    """Even with a right digest, as a program with a fault could have written it."""
    spoilt = {"seconds": 0.5, **json.loads(record)}
    records = opened(finished())
    records.insert(place, spoilt)
    whole = sealed(records)
    file.write_bytes(whole)
    number = len(records) + place if place < 0 else place + 1
    sentence = f"{file}, line {number}: this is not a record of a session"
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == sentence
        assert file.read_bytes() == whole


@pytest.mark.parametrize("place", [1, -1])
def test_a_record_without_its_time_is_refused(file: Path, place: int) -> None:
    records = opened(finished())
    del records[place]["seconds"]
    file.write_bytes(sealed(records))
    assert refusal(lambda: checkpoint(file)).endswith("this is not a record of a session")


LIES = [
    ([0, 0, "3o!"], [3, 3, ""]),
    ([0, 0, "!"], [3, 3, ""]),
    ([2, 2, "2o$2o!"], [3, 3, ""]),
    ([-1, 0, "2o$2o!"], [3, 3, ""]),
    ([5, 5, "2o$2o!"], [9, 9, ""]),
    ([0, 0, "o99999999bo!"], [3, 3, ""]),
    ([0, 0, "2o$2o!"], [3, 3, "x"]),
    ([0, 0, "2o$2o!"], [10**9, 10**9, ""]),
]


@pytest.mark.parametrize(("pattern", "part"), LIES)
def test_a_wrong_answer_is_refused(file: Path, pattern: list[Any], part: list[Any]) -> None:
    file.write_bytes(finished(1))
    lie = {"found": [pattern], "part": part, "seconds": 1.0}
    file.write_bytes(sealed([*opened(file.read_bytes()), lie]))
    sentence = f"{file}, line {len(lines(file))}: this is not an answer to its question"
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == sentence


def test_records_of_the_future_are_not_passed_over(file: Path) -> None:
    file.write_bytes(finished())
    file.write_bytes(
        sealed([*opened(file.read_bytes()), {"note": "made by lifesearch 9", "seconds": 1.0}])
    )
    sentence = f"{file}, line {len(lines(file))}: this is not a record of a session"
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == sentence
