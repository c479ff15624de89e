"""The time limit rules while workers start, and memory that is wanting is called so."""

import faulthandler
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.events import TimeLimitReached
from lifesearch.core.options import readers
from lifesearch.core.question import Question
from lifesearch.doors import request as values
from lifesearch.life.motion import Motion
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.strips.coordinators import strip_search
from lifesearch.questions.strips.question import Strip
from lifesearch.running.option_table import Options
from lifesearch.running.options import RunOptions
from lifesearch.running.places import here
from lifesearch.running.process import ChildWorker, Died
from tests.searching import run


class SlowStart:
    """Workers that take a second each to start, by a clock of their own."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.started = self.killed = 0

    def clock(self) -> float:
        return self.seconds

    def worker(self, _: Question[Any]) -> SimpleNamespace:
        self.seconds += 1
        self.started += 1

        worker = SimpleNamespace(begin=lambda *_: None, send_kill=lambda: None, ended=False)

        def kill() -> None:
            self.killed += not worker.ended
            worker.ended = True

        worker.kill = kill
        return worker


def test_the_clock_rules_while_workers_start(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowStart()
    monkeypatch.setattr(here, "ChildWorker", slow.worker)
    query = Periodic(Motion(7), (13, 13))
    events = list(run(query, RunOptions(jobs=64, time_limit=3), clock=slow.clock))
    assert events == [TimeLimitReached(3)]
    assert slow.started == slow.killed == 3


def test_so_it_does_along_a_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowStart()
    monkeypatch.setattr(here, "ChildWorker", slow.worker)
    strip = Strip(8, Motion(3, dx=0, dy=-1), Mirror.NONE)
    team = strip_search.StripSearch(strip, RunOptions(1, 64))
    team.frontier *= 64
    next(team.assign_work())
    assert slow.started == 1
    assert team.work_is_left


# How many


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "cores", lambda: 2)


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize(
    ("text", "jobs", "noted"),
    [
        (None, 2, False),
        ("1", 1, False),
        ("4", 4, False),
        ("5", 4, True),
        ("64", 4, True),
        ("64!", 64, False),
        (" 3! ", 3, False),
    ],
)
def test_more_jobs_than_cores_are_asked_for_twice(text: str | None, jobs: int, noted: bool) -> None:
    notes: list[str] = []
    assert values.jobs(given(text), say=notes.append) == jobs
    assert bool(notes) == noted
    if noted:
        assert notes == [
            f"note: 4 processes instead of {text}, for 2 cores: more would slow each other "
            f"down; <jobs '{text}!'> starts them all"
        ]


def given(text: str | None) -> Options:
    return Options(jobs=None if text is None else readers.jobs(text), cluster=None)


@pytest.mark.parametrize("text", ["!", "0!", "1000!", "4!!", "!4", "4 !x"])
def test_bad_numbers_of_jobs(text: str) -> None:
    with pytest.raises(InputError, match="jobs= must be"):
        values.jobs(given(text), say=print)


# Memory


class Doomed:
    """A question whose worker ends in its own way."""

    def __init__(self, end: Callable[[], None]) -> None:
        self.end = end

    def task_function(self) -> Callable[[Any], Any]:
        self.end()
        raise AssertionError


def aborts_like_cpp() -> None:
    text = b"terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::"
    os.write(2, text + b"bad_alloc\n")
    faulthandler.disable()  # which pytest enables
    os.abort()


def aborts_like_minisat() -> None:
    os.write(2, b"terminate called after throwing an instance of 'Minisat::OutOfMemoryException'\n")
    faulthandler.disable()  # which pytest enables
    os.abort()


@pytest.mark.skipif(sys.platform != "linux", reason="the questions here are forked")
@pytest.mark.parametrize("end", [aborts_like_cpp, aborts_like_minisat])
def test_a_solver_without_memory_says_so(
    end: Callable[[], None], capfd: pytest.CaptureFixture[str]
) -> None:
    worker = ChildWorker(Doomed(end))
    assert worker.receive() == Died("ran out of memory")
    worker.kill()
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(sys.platform != "linux", reason="the questions here are forked")
def test_an_error_of_a_worker_is_a_sentence_and_a_file(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("in a worker")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    worker = ChildWorker(Doomed(fail))
    died = worker.receive()
    assert isinstance(died, Died)
    worker.kill()
    [record] = tmp_path.iterdir()
    assert died.cause.startswith("ended with an unexpected error: ZeroDivisionError: in a worker;")
    assert died.cause.endswith(str(record))
    assert "Traceback" in record.read_text()
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(sys.platform != "linux", reason="the questions here are forked")
def test_other_last_words_are_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        os.write(2, b"a library fails\n")
        os._exit(1)

    worker = ChildWorker(Doomed(fail))
    assert worker.receive() == Died("ended with status 1")
    worker.kill()
    assert capfd.readouterr().err == "a library fails\n"


@pytest.mark.skipif(sys.platform != "linux", reason="the questions here are forked")
def test_a_flood_of_words_holds_up_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    def flood() -> None:
        for _ in range(100):
            try:
                os.write(2, b"x" * 10_000)
            except BlockingIOError:
                os._exit(3)

    worker = ChildWorker(Doomed(flood))
    assert worker.receive() == Died("ended with status 3")
    worker.kill()
    assert capfd.readouterr().err.startswith("xxx")
