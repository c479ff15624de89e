"""Whatever happens to the processes: true messages, and no orphans."""

import os
import random
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests import cases
from tests.doors.cli.undisturbed import FEW, SOON, found_in
from tests.processes import (
    ENDLESS,
    INTERRUPTED_EARLY,
    PATIENCE,
    end_of,
    eventually,
    interrupt,
    started,
    workers,
    working,
)

if sys.platform != "linux":
    pytest.skip("looks into /proc", allow_module_level=True)

import resource

PROVABLE = ("spaceship", "c/3", "--box", "16x4")


# Workers


def test_a_search_survives_the_death_of_a_worker() -> None:
    with started(*PROVABLE, "-j", "2") as process:
        os.kill(working(process, 2)[0], signal.SIGKILL)
        end = end_of(process)
    assert (end.status, end.output) == (1, "")
    note, verdict, *_ = end.messages.splitlines()
    assert note.startswith("note: a solver (16x4, ")
    assert note.endswith(" was ended by SIGKILL; the search continues without it")
    assert verdict.startswith("proved: no c/3 spaceship of period 3 in a 16x4 box")


def test_a_search_whose_workers_all_die_is_given_up() -> None:
    with started(*ENDLESS, "-j", "2") as process:
        working(process, 2)
        while process.poll() is None:
            for number in workers(process):
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            time.sleep(0.02)
        end = end_of(process)
    assert (end.status, end.output) == (3, "")
    *notes, verdict = end.messages.splitlines()
    assert all(note.startswith("note: a solver (13x13, ") for note in notes)
    assert verdict.startswith("lifesearch: ")
    assert " solvers failed on 13x13: the last one was ended by SIGKILL" in verdict
    assert len(notes) < 10


def test_answers_outlive_the_worker_that_found_them(tmp_path: Path) -> None:
    file = tmp_path / "found.csv"
    with started(*FEW, "-o", str(file)) as process:
        eventually(lambda: file.exists() and file.stat().st_size > 0)
        for number in workers(process):
            with suppress(ProcessLookupError):  # it may be done by now
                os.kill(number, signal.SIGKILL)
        end = end_of(process)
    assert end.status == 0
    rows = file.read_text().splitlines()[1:]
    assert len(rows) == len(set(rows)) == cases.STILL_LIFES[3] - 1


def limit_memory(number: int, more: int = 150_000_000) -> None:
    """Let a worker have little more memory than it has."""
    pages = int(Path(f"/proc/{number}/statm").read_text().split()[0])
    size = pages * resource.getpagesize() + more
    resource.prlimit(number, resource.RLIMIT_AS, (size, size))


LARGE = ("oscillator", "30", "--box", "40x40")


@pytest.mark.long
def test_a_search_whose_workers_have_no_memory_is_given_up() -> None:
    limited: set[int] = set()
    with started(*LARGE, "-j", "2") as process:
        while process.poll() is None and len(limited) < 10:
            for number in set(workers(process)) - limited:
                with suppress(OSError):
                    limit_memory(number)
                limited.add(number)
            time.sleep(0.01)
        assert process.poll() is not None
        end = end_of(process)
    assert (end.status, end.output) == (3, "")
    verdict = end.messages.splitlines()[-1]
    assert verdict.startswith("lifesearch: ")
    assert " solvers failed on 40x40: the last one ran out of memory" in verdict


@pytest.mark.long
def test_a_race_goes_on_when_one_worker_has_no_memory() -> None:
    with started(*LARGE, "-j", "2") as process:
        limit_memory(working(process, 1)[0])
        assert process.stderr is not None
        note = process.stderr.readline()
        assert process.poll() is None
        interrupt(process)
        end = end_of(process)
    assert end.status == 130
    assert note.startswith("note: a solver (40x40, ")
    assert note.endswith(" ran out of memory; the search continues without it\n")
    assert re.fullmatch(INTERRUPTED_EARLY, end.messages)


@pytest.mark.long
def test_processes_that_cannot_be_started_are_told_from_output() -> None:
    with started(*ENDLESS, "-j", "60", "--time-limit", "1s") as process:
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (30, 30))
        end = end_of(process)
    assert end.status in (2, 3)
    assert "output" not in end.messages


@pytest.mark.long
def test_a_stopped_worker_holds_up_nobody() -> None:
    with started(*ENDLESS, "-j", "1", "--time-limit", "3s") as process:
        os.kill(working(process)[0], signal.SIGSTOP)
        end = end_of(process)
    assert end.status == 3


# The parent


@pytest.mark.long
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_nobody_is_left_when_the_parent_goes(sign: signal.Signals) -> None:
    chance = random.Random(sign)
    for delay in [chance.uniform(0.1, 0.7) for _ in range(2)]:
        with started(*ENDLESS, "-j", "3") as process:
            time.sleep(delay)
            process.send_signal(sign)
            assert process.wait(PATIENCE) in {-sign, 143 if sign == signal.SIGTERM else -sign}


def test_a_polite_kill_ends_with_143() -> None:
    with started(*ENDLESS, "-j", "3") as process:
        working(process, 3)
        process.terminate()
        end = end_of(process)
    assert (end.status, end.output, end.messages) == (143, "", "")
    assert end.effort < SOON


# Time limits


@pytest.mark.long
def test_a_time_limit_keeps_what_was_found(tmp_path: Path) -> None:
    file, session = tmp_path / "found.csv", tmp_path / "session"
    words = ("still-life", "--box", "9x9", "--all", "-j", "2", "--time-limit", "1s")
    since = time.monotonic()
    with started(*words, "-f", "csv", "-o", str(file), "--session", str(session)) as process:
        end = end_of(process)
    assert time.monotonic() - since >= 1
    assert (end.status, end.output) == (3, "")
    count = len(file.read_text().splitlines()) - 1
    assert count > 0
    last, note = end.messages.splitlines()[-2:]
    verdict = re.fullmatch(r"time limit reached after [1-9]\d* s; (.*)", last)
    assert verdict is not None
    assert "will be repeated" in note
    known = f"{count:,} found, undecided whether there are more"
    assert verdict[1] == f"{known}; to continue: lifesearch resume {session}"
    assert len(found_in(session)) == count
