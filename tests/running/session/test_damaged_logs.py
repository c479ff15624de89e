"""Sessions of counts and surveys that were damaged: refused as those of searches are."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lifesearch.common.errors import InputError, VerificationError
from lifesearch.engines.counting.checkpoint import Memo
from lifesearch.engines.counting.transfer_matrix import SweepOptions
from lifesearch.questions.counts.question import Counted, CountQuestion, counts
from lifesearch.running.session.file import Session
from lifesearch.surveys.record import SurveyRecord
from lifesearch.surveys.session import read_record
from tests.running.session.asking import refusal
from tests.running.session.damage import DAMAGES, NEVER, ODD, attempted, forged
from tests.seeds import seeds
from tests.sessions import Records, opened, saved, sealed

pytestmark = pytest.mark.usefixtures("kernels_loaded")

COUNTS = ["still.count", "p2-lengths.count", "populations.count"]
SURVEYS = ["life.survey", "hex.survey"]
TIMES = 8


def counted(file: Path) -> list[Counted]:
    """Go on with a count, which then has come to its end."""
    with Session.resume(str(file)) as session:
        question, memo = session.query, session.checkpoint.extra
        assert isinstance(question, CountQuestion)
        assert isinstance(memo, Memo)
        options = SweepOptions(populations=question.populations, memo=memo)
        try:
            return list(counts(question, options))
        except VerificationError as error:
            raise InputError(f"{file}: {error}") from error


@cache
def right(name: str, folder: Path) -> list[Any]:
    """What may come of a session: the end of a count, or any beginning of a survey."""
    file = folder / f"right {name}"
    whole = saved(name).splitlines(keepends=True)
    lengths = range(1, len(whole) + 1) if name in SURVEYS else [len(whole)]
    results = []
    for length in lengths:
        file.write_bytes(b"".join(whole[:length]))
        results.append(result(file))
    return results


def result(file: Path) -> list[Counted] | SurveyRecord:
    return read_record(str(file)) if file.name.endswith("survey") else counted(file)


@pytest.mark.parametrize("name", COUNTS + SURVEYS)
def test_saved_sessions_are_read(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(saved(name))
    known = result(file)
    if isinstance(known, SurveyRecord):
        assert known.fewest
        assert known.seconds > 1
    else:
        expected = {"still.count": [38], "p2-lengths.count": [0, 0, 1, 4], "populations.count": [2]}
        assert [each.number for each in known] == expected[name]
    assert file.read_bytes() == saved(name)


@pytest.mark.parametrize("name", COUNTS + SURVEYS)
@seeds(1)
def test_damage_is_noticed_or_does_no_harm(tmp_path: Path, name: str, seed: int) -> None:
    chance = Random(f"{seed} {name}")
    for number in range(TIMES):
        lines = saved(name).splitlines(keepends=True)
        damage = chance.choice(DAMAGES)
        damage(lines, chance)
        file = tmp_path / f"{number} {name}"
        file.write_bytes(b"".join(lines))
        found = attempted(file, lambda file=file: result(file))  # type: ignore[misc]
        harmless = found is None or found in right(name, tmp_path)
        assert harmless, f"{damage.__name__} of {name}, variant {number}"


@pytest.mark.parametrize("name", COUNTS + SURVEYS)
@seeds(1)
@pytest.mark.parametrize("values", [NEVER, ODD], ids=["never", "odd"])
def test_wrong_values_are_no_crash(tmp_path: Path, name: str, seed: int, values: list[Any]) -> None:
    """Not even with right digests, as a program with a fault could have written them."""
    chance = Random(f"{seed} {name} values")
    refused = 0
    for number in range(TIMES):
        file = tmp_path / f"{number} {name}"
        file.write_bytes(sealed(forged(opened(saved(name)), chance, values)))
        refused += attempted(file, lambda file=file: result(file)) is None  # type: ignore[misc]
    assert refused


def without_digests(records: Records) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


@pytest.mark.parametrize("name", ["still.count", "life.survey"])
def test_lines_without_digests_are_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    whole = opened(saved(name))
    file.write_bytes(without_digests(whole))
    assert "line 1: the session is damaged" in refusal(lambda: result(file))
    file.write_bytes(sealed(whole[:1]) + without_digests(whole[1:]))
    assert "line 2: the session is damaged" in refusal(lambda: result(file))


def changed(**values: Any) -> Callable[[Records], None]:
    def change(records: Records) -> None:
        records[0]["question"].update(values)

    return change


def counting(**values: Any) -> Callable[[Records], None]:
    """Change what is counted."""

    def change(records: Records) -> None:
        records[0]["question"]["query"].update(values)

    return change


def put(number: int, **values: Any) -> Callable[[Records], None]:
    return lambda records: records[number].update(values)


DEEP: Any = []
for _ in range(900):
    DEEP = [DEEP]

SPOILT: list[tuple[str, Callable[[Records], None], int]] = [
    ("still.count", counting(rule=5), 1),
    ("still.count", counting(box=[7, 7]), 2),
    ("still.count", counting(box=[float("inf"), 5]), 1),
    ("still.count", counting(box=None), 1),
    ("still.count", counting(rule="/2/3"), 1),
    ("still.count", counting(kind="strip"), 1),
    ("still.count", counting(mask=DEEP), 1),
    ("still.count", changed(lengths=1), 1),
    ("still.count", put(1, counts=[[float("inf")]] * 6), 2),
    ("still.count", put(1, counts=[[0]] * 6), 2),
    ("still.count", put(1, counts=[[1, 0]] * 6), 2),
    ("still.count", put(1, counts=DEEP), 2),
    ("still.count", put(1, sweep=7), 2),
    ("still.count", put(1, note="later"), 2),
    ("life.survey", changed(rule=5), 1),
    ("life.survey", changed(speeds=[1]), 1),
    ("life.survey", changed(periods=[float("inf")]), 1),
    ("life.survey", changed(families=DEEP), 1),
    ("life.survey", changed(families=[["oscillators"]]), 1),
    ("life.survey", changed(note="later"), 1),
    ("life.survey", put(2, took=float("nan")), 3),
    ("life.survey", put(2, took=True), 3),
    ("life.survey", put(2, slice=DEEP), 3),
    ("life.survey", put(1, patterns="b"), 2),
]


@pytest.mark.parametrize(("name", "spoil", "line"), SPOILT)
def test_a_spoilt_line_is_named(
    tmp_path: Path, name: str, spoil: Callable[[Records], None], line: int
) -> None:
    file, records = tmp_path / name, opened(saved(name))
    spoil(records)
    file.write_bytes(sealed(records))
    sentence = refusal(lambda: result(file))
    assert sentence.startswith(f"{file}, line {line}: ")


@pytest.mark.parametrize("name", ["still.count", "life.survey", "still-raw.session"])
def test_deep_nesting_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    whole = saved(name)
    for content in (b"[" * 30_000 + b"\n", whole + b"[" * 30_000 + b"\n", b'{"a":' * 30_000):
        file.write_bytes(content)
        with pytest.raises(InputError):
            result(file)
