"""Whatever happens to the processes or the disk: true messages, no orphans, nothing lost."""

import json
import os
import pty
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests import cases
from tests.cli.conftest import Run
from tests.processes import (
    COMMAND,
    ENDLESS,
    PATIENCE,
    Process,
    end_of,
    eventually,
    heeding,
    interrupt,
    processes,
    started,
    workers,
    working,
)
from tests.program import run

if sys.platform != "linux":
    pytest.skip("looks into /proc", allow_module_level=True)

import fcntl
import resource
import termios

PROVABLE = ("spaceship", "c/3", "--box", "16x4")
MANY = ("oscillator", "2", "--box", "6x6", "--all", "--raw", "-j", "2", "-f", "csv")
FEW = ("still-life", "--box", "4x4", "--all", "--raw", "-j", "1", "-f", "csv")
SOON = 10.0
"""Seconds of processor time for a whole run that is told to end."""


# Workers


@pytest.mark.parametrize(
    ("sign", "jobs"),
    [(signal.SIGKILL, 2), (signal.SIGABRT, 2), (signal.SIGSEGV, 1)],
)
def test_a_search_survives_the_death_of_a_worker(sign: signal.Signals, jobs: int) -> None:
    with started(*PROVABLE, "-j", str(jobs)) as process:
        os.kill(working(process, jobs)[0], sign)
        end = end_of(process)
    assert (end.status, end.output) == (1, "")
    note, verdict, *_ = end.messages.splitlines()
    assert note.startswith("note: a solver (16x4, ")
    assert note.endswith(f" was ended by {sign.name}; the search goes on without it")
    assert verdict.startswith("proved: no c/3 spaceship of period 3 in a 16x4 box")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_search_whose_workers_all_die_is_given_up(jobs: int) -> None:
    with started(*ENDLESS, "-j", str(jobs)) as process:
        working(process, jobs)
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
    assert " solvers died of 13x13: the last one was ended by SIGKILL" in verdict
    assert len(notes) < 10


def test_answers_outlive_the_worker_that_found_them(tmp_path: Path) -> None:
    file = tmp_path / "found.csv"
    with started(*FEW, "-o", str(file)) as process:
        eventually(lambda: file.exists() and file.stat().st_size > 0)
        for number in workers(process):
            os.kill(number, signal.SIGKILL)
        end = end_of(process)
    assert end.status == 0
    rows = file.read_text().splitlines()[1:]
    assert len(rows) == len(set(rows)) == cases.STILL_LIFES[3] - 1


def limit_memory(number: int, more: int = 30_000_000) -> None:
    """Let a worker have little more memory than it has."""
    pages = int(Path(f"/proc/{number}/statm").read_text().split()[0])
    size = pages * resource.getpagesize() + more
    resource.prlimit(number, resource.RLIMIT_AS, (size, size))


LARGE = ("oscillator", "30", "--box", "40x40")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_search_whose_workers_have_no_memory_is_given_up(jobs: int) -> None:
    limited: set[int] = set()
    with started(*LARGE, "-j", str(jobs)) as process:
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
    assert " solvers died of 40x40: the last one ran out of memory" in verdict


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
    assert note.endswith(" ran out of memory; the search goes on without it\n")
    assert re.fullmatch(INTERRUPTED_EARLY, end.messages)


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
    for delay in [chance.uniform(0.1, 0.9) for _ in range(3)]:
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
    assert end.run_options < SOON


# Time limits


@pytest.mark.long
@pytest.mark.parametrize("words", [LARGE, ("spaceship", "c/5")])
def test_time_limits_are_kept(words: tuple[str, ...]) -> None:
    since = time.monotonic()
    with started(*words, "-j", "2", "--time-limit", "1s") as process:
        end = end_of(process)
    assert time.monotonic() - since >= 1
    assert (end.status, end.output) == (3, "")
    assert re.search(r"^time limit reached after \d+ s; undecided$", end.messages, re.MULTILINE)


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
    verdict = re.fullmatch(r"time limit reached after \d+ s; (.*)", end.messages.splitlines()[-1])
    assert verdict is not None
    known = f"{count:,} found, undecided whether there are more"
    assert verdict[1] == f"{known}; to go on: lifesearch resume {session}"
    assert len(found_in(session)) == count


def found_in(session: Path) -> list[str]:
    """The answers in a session, each as a text; all its lines are complete."""
    records = [json.loads(line) for line in session.read_text().splitlines()]
    return [json.dumps(answer) for record in records for answer in record.get("found", [])]


# Ctrl-C

INTERRUPTED_EARLY = r"interrupted after \d+ s; undecided\r?\n"


@pytest.mark.parametrize("gaps", [(), (0.0, 0.02, 0.05), (0.1,)])
def test_ctrl_c_once_or_more(gaps: tuple[float, ...]) -> None:
    with started(*ENDLESS, "-j", "2") as process:
        working(process, 2)
        time.sleep(0.2)
        interrupt(process)
        for gap in gaps:
            time.sleep(gap)
            interrupt(process)
        end = end_of(process)
    assert (end.status, end.output) == (130, "")
    assert re.fullmatch(INTERRUPTED_EARLY, end.messages)
    assert end.run_options < SOON


def test_ctrl_c_at_a_terminal() -> None:
    """The cursor is there again, and nothing is left of the moving lines."""
    number, terminal = pty.fork()
    if not number:
        os.execv(sys.executable, [*COMMAND, *ENDLESS, "-j", "2"])
    shown = b""
    while b"conflicts" not in shown:
        shown += os.read(terminal, 10_000)
    os.write(terminal, b"\x03")
    with suppress(OSError):
        while more := os.read(terminal, 10_000):
            shown += more
    status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    os.close(terminal)
    assert status == 130
    assert b"Traceback" not in shown
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")
    assert re.search(INTERRUPTED_EARLY.encode(), shown)
    assert eventually(lambda: not processes(number))


def test_ctrl_c_very_early() -> None:
    """From the first moment on; what Python does before that is its own affair."""
    for delay in (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4):
        with started(*ENDLESS, "-j", "2") as process:
            assert eventually(lambda p=process: heeding(p))  # type: ignore[misc]
            time.sleep(delay)
            interrupt(process)
            end = end_of(process)
        # Python itself may turn the status into a death by SIGINT; for a shell that is 130, too.
        assert end.status in (130, -signal.SIGINT)
        assert not end.messages or re.fullmatch(INTERRUPTED_EARLY, end.messages)
        assert end.run_options < SOON


# Full disks


def rows(text: str) -> list[str]:
    heading, *rest = text.splitlines()
    assert "rle" in heading.split(",")
    return sorted(rest)


def all_of(words: tuple[str, ...], count: int) -> list[str]:
    """What an undisturbed run finds."""
    done = run(*words)
    assert done.returncode == 0
    found = rows(done.stdout)
    assert len(found) == len(set(found)) == count
    return found


@pytest.fixture(scope="module")
def few() -> list[str]:
    return all_of(FEW, cases.STILL_LIFES[3] - 1)


@pytest.fixture(scope="module")
def many() -> list[str]:
    return all_of(MANY, 2 * cases.PERIOD_TWO_CYCLES[5])


def limit_files(process: Process, size: int) -> None:
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("size", [0, 2000])
def test_a_session_on_a_full_disk_goes_on_elsewhere(
    lifesearch: Run, tmp_path: Path, few: list[str], size: int
) -> None:
    session = tmp_path / "session"
    with started(*FEW, "--session", str(session)) as process:
        limit_files(process, size)
        end = end_of(process)
    assert end.status == 2
    [sentence] = end.messages.splitlines()
    assert sentence.startswith(f"lifesearch: cannot write {session}: File too large")
    assert len(end.output.splitlines()[1:]) == len(found_in(session))
    again = lifesearch(*FEW, "--session", str(session))
    assert again.returncode == 0
    assert rows(again.stdout) == few


def test_an_output_file_on_a_full_disk(lifesearch: Run, tmp_path: Path, few: list[str]) -> None:
    session, file = tmp_path / "session", tmp_path / "found.csv"
    with started(*FEW, "--session", str(session), "-o", str(file)) as process:
        limit_files(process, 1200)
        end = end_of(process)
    assert (end.status, end.output) == (2, "")
    [sentence] = end.messages.splitlines()
    assert sentence.startswith("lifesearch: cannot write ")
    assert sentence.partition(": ")[2].startswith(
        (f"cannot write {session}", f"cannot write {file}")
    )
    again = lifesearch("resume", str(session), "-f", "csv", "-o", str(file))
    assert again.returncode == 0
    assert rows(file.read_text()) == few


def test_only_the_output_is_full(lifesearch: Run) -> None:
    done = lifesearch(*FEW, "-o", "/dev/full")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lifesearch: cannot write /dev/full: No space left on device\n"
    with Path("/dev/full").open("w") as full:
        printed = subprocess.run(
            [*COMMAND, *FEW], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert printed.returncode == 2
    assert printed.stderr == "lifesearch: cannot write the output: No space left on device\n"


SMALL_DISK = """
mount -t tmpfs -o size=8k none "$1" || exit 77
shift
"$@"
status=$?
cp "$SESSION" "$COPY"
exit $status
"""


@pytest.mark.skipif(not shutil.which("unshare"), reason="needs a file system of its own")
def test_a_small_disk(lifesearch: Run, tmp_path: Path) -> None:
    disk, copy = tmp_path / "disk", tmp_path / "copy"
    disk.mkdir()
    session = disk / "session"
    words = ["still-life", "--box", "5x5", "--all", "--raw", "--session", str(session), "-j", "2"]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", SMALL_DISK, "-", str(disk), *COMMAND, *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SESSION": str(session), "COPY": str(copy)},
    )
    if done.returncode in (1, 77):
        pytest.skip("no file system of our own may be mounted here")
    assert done.returncode == 2
    assert done.stderr.startswith(f"lifesearch: cannot write {session}: No space left on device")
    assert done.stderr.count("\n") == 1
    again = lifesearch("resume", str(copy), "-f", "csv")
    assert again.returncode == 0
    assert len(set(rows(again.stdout))) == cases.STILL_LIFES[4] - 1


def test_the_session_is_not_the_output(lifesearch: Run, tmp_path: Path) -> None:
    session = tmp_path / "session"
    lifesearch(*FEW, "--session", str(session))
    before = session.read_bytes()
    for words in ((*FEW, "--session", str(session)), ("resume", str(session))):
        done = lifesearch(*words, "-o", str(session))
        assert done.returncode == 2
        assert session.read_bytes() == before


# Sessions


def test_one_run_at_a_time(lifesearch: Run, tmp_path: Path) -> None:
    session = tmp_path / "session"
    with started(*ENDLESS, "-j", "2", "--session", str(session)) as process:
        working(process, 2)
        for words in ((*ENDLESS, "--session", str(session)), ("resume", str(session))):
            done = lifesearch(*words)
            assert (done.returncode, done.stdout) == (2, "")
            assert done.stderr == f"lifesearch: the session {session} is in use by another run\n"
        process.kill()
    done = lifesearch("resume", str(session), "--time-limit", "0.2s")
    assert done.returncode == 3


def at_work(process: Process) -> bool:
    """Whether it searches, or waits for somebody to read what it repeats, or has ended.

    Before that there is nothing but Python's own beginnings.
    """
    assert process.stdout is not None
    unread = fcntl.ioctl(process.stdout, termios.FIONREAD, bytes(4))
    full = fcntl.fcntl(process.stdout, fcntl.F_GETPIPE_SZ) // 2
    waits = int.from_bytes(unread, sys.byteorder) > full
    return waits or bool(workers(process)) or process.poll() is not None


def disturbed(
    words: tuple[str, ...],
    session: Path,
    times: int,
    disturb: Callable[[Process], None],
    statuses: set[int],
) -> None:
    """Run again and again; each time something happens, at some moment."""
    chance = random.Random(times)
    for number in range(times):
        again = (*words, "--session", str(session))
        if number % 2 and session.exists() and b"\n" in session.read_bytes():
            again = ("resume", str(session), "-f", "csv", "-j", str(1 + number % 3))
        with started(*again) as process:
            assert eventually(lambda p=process: at_work(p))  # type: ignore[misc]
            time.sleep(chance.uniform(0, 0.4))
            disturb(process)
            end = end_of(process)
        assert end.status in statuses
        assert end.run_options < SOON


INTERRUPTED = {0, 130, -signal.SIGINT}


def complete(lifesearch: Run, session: Path, expected: list[str]) -> None:
    """What comes out in the end, and what the file says, is what it should be."""
    done = lifesearch("resume", str(session), "-f", "csv")
    assert done.returncode == 0
    assert rows(done.stdout) == expected
    answers = found_in(session)
    assert len(answers) == len(set(answers)) == len(expected)


@pytest.mark.long
def test_killed_parents_lose_nothing(lifesearch: Run, tmp_path: Path, many: list[str]) -> None:
    session = tmp_path / "session"
    disturbed(MANY, session, 5, Process.kill, {0, -signal.SIGKILL})
    complete(lifesearch, session, many)


@pytest.mark.long
def test_interrupted_runs_lose_nothing(lifesearch: Run, tmp_path: Path, many: list[str]) -> None:
    session = tmp_path / "session"
    disturbed(MANY, session, 5, interrupt, INTERRUPTED)
    complete(lifesearch, session, many)


@pytest.mark.slow
@pytest.mark.parametrize("disturb", [interrupt, Process.kill, Process.terminate])
def test_a_hundred_times(
    lifesearch: Run, tmp_path: Path, disturb: Callable[[Process], None]
) -> None:
    session = tmp_path / "session"
    words = ("still-life", "--box", "6x7", "--all", "--raw", "-j", "2", "-f", "csv")
    statuses = INTERRUPTED | {-signal.SIGKILL, -signal.SIGTERM, 143}
    disturbed(words, session, 100, disturb, statuses)
    complete(lifesearch, session, all_of(words, cases.STILL_LIFES_OBLONG[6, 7] - 1))


def test_torn_sessions_lose_nothing(lifesearch: Run, tmp_path: Path, few: list[str]) -> None:
    session = tmp_path / "session"
    assert rows(lifesearch(*FEW, "--session", str(session)).stdout) == few
    content = session.read_bytes()
    chance = random.Random(0)
    for length in (1, *(chance.randrange(len(content)) for _ in range(3))):
        session.write_bytes(content[:length])
        done = lifesearch(*FEW, "--session", str(session))
        assert done.returncode == 0
        assert "Traceback" not in done.stderr
        assert rows(done.stdout) == few
        assert len(set(found_in(session))) == len(few)
