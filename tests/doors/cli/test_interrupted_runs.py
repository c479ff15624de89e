"""Runs that are interrupted or killed, and sessions that go on: no orphans, nothing lost."""

import random
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import cases
from tests.doors.cli.conftest import Run
from tests.doors.cli.pressing import MOMENTS
from tests.doors.cli.terminal import terminal
from tests.doors.cli.undisturbed import FEW, MANY, SOON, all_of, found_in, rows
from tests.processes import (
    ENDLESS,
    INTERRUPTED_EARLY,
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

if sys.platform != "linux":
    pytest.skip("looks into /proc", allow_module_level=True)

import fcntl
import termios

# Ctrl-C


@pytest.mark.parametrize(
    "gaps", [(), (0.0, 0.02, 0.05), pytest.param((0.1,), marks=pytest.mark.long)]
)
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
    assert end.effort < SOON


@pytest.mark.parametrize(
    ("moment", "times"),
    [
        *((moment, 2) for moment in MOMENTS),
        *(
            pytest.param(
                moment,
                1,
                marks=pytest.mark.slow("each moment once more") if number % 3 else pytest.mark.long,
            )
            for number, moment in enumerate(MOMENTS)
        ),
    ],
)
def test_ctrl_c_between_workers_and_their_view(moment: str, times: int) -> None:
    """Whoever presses once or twice is told so, wherever the program is."""
    command = (sys.executable, "-m", "tests.doors.cli.pressing", moment, str(times))
    with started(*ENDLESS, "-j", "2", command=command) as process:
        end = end_of(process)
    assert (end.status, end.output) == (130, "")
    assert re.fullmatch(INTERRUPTED_EARLY, end.messages)


def test_ctrl_c_at_a_terminal() -> None:
    """The cursor is there again, and nothing is left of the moving lines."""
    with terminal(*ENDLESS, "-j", "2") as ours:
        ours.until(" found")
        ours.send("\x03")
        assert ours.finish() == 130
    assert "Traceback" not in ours.shown
    assert ours.has_cursor()
    assert re.search(INTERRUPTED_EARLY, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", ours.shown))
    assert eventually(lambda: not processes(ours.number))


def test_ctrl_c_erases_all_moving_lines() -> None:
    """Also those of a bar whose words are broken into lines, and are as wide as the screen."""
    with terminal("catalyse", "herschel", "--area", "24x24", "-g", "40") as ours:
        ours.until(" settled")
        ours.send("\x03")
        assert ours.finish() == 130
    first, *others = ours.rows()
    assert first.startswith("interrupted after ")
    assert all(line in ("", "next time, --session FILE saves the work") for line in others)


def test_a_hard_box_has_a_map_of_its_cases_and_one_word_on_time(tmp_path: Path) -> None:
    session = str(tmp_path / "q.session")
    words = ("oscillator", "7", "--box", "13x13", "--symmetry", "C2", "--session", session)
    with terminal(*words, size=(80, 20)) as ours:
        seen = ours.until_rows("a case that fixes", "settled", "▒.*·|·.*▒")
        ours.send("\x03")
        assert ours.finish() == 130
    assert any("0 of 8 cases settled; time left: unknown" in line for line in seen)
    assert " ".join(seen).count("time left") == 1
    first, *others = ours.rows()
    assert first.startswith("interrupted after ")
    assert any(line.startswith("note: ") for line in others)
    assert not any("▒" in line or "?" in line for line in others)


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ("oscillator", "7", "--box", "13x13"),
        ("spaceship", "c/5", "--box", "14x14", "-j", "1"),
        ("still-life", "--box", "14x14", "--population", "=97", "--solver", "glucose4"),
    ],
    ids=" ".join,
)
def test_a_hard_box_has_a_partial_pattern(words: tuple[str, ...]) -> None:
    """Within seconds; and Ctrl-C leaves nothing of it."""
    with terminal(*words) as ours:
        seen = ours.until_rows(
            "a guess, no answer: these cells fit",
            "conflicts",
            "largest partial pattern: ",
            r"[?]\S*O|O\S*[?]",
        )
        ours.send("\x03")
        assert ours.finish() == 130
    assert " ".join(seen).count("time left") == 1
    assert not any("?" in line for line in ours.rows())


@pytest.mark.long
def test_ctrl_c_very_early() -> None:
    """From the first moment on; what Python does before that is its own affair."""
    for delay in (0.0, 0.05, 0.1, 0.2, 0.4):
        with started(*ENDLESS, "-j", "2") as process:
            assert eventually(lambda p=process: heeding(p))  # type: ignore[misc]
            time.sleep(delay)
            interrupt(process)
            end = end_of(process)
        # Python itself may turn the status into a death by SIGINT; for a shell that is 130, too.
        assert end.status in (130, -signal.SIGINT)
        assert not end.messages or re.fullmatch(INTERRUPTED_EARLY, end.messages)
        assert end.effort < SOON


# Sessions


@pytest.mark.long
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
        assert end.effort < SOON


INTERRUPTED = {0, 130, -signal.SIGINT}


def complete(lifesearch: Run, session: Path, expected: list[str]) -> None:
    """What comes out in the end, and what the file says, is what it should be."""
    done = lifesearch("resume", str(session), "-f", "csv")
    assert done.returncode == 0
    assert rows(done.stdout) == expected
    answers = found_in(session)
    assert len(answers) == len(set(answers)) == len(expected)


@pytest.mark.long
@pytest.mark.parametrize(
    ("disturb", "statuses"), [(Process.kill, {0, -signal.SIGKILL}), (interrupt, INTERRUPTED)]
)
def test_nothing_is_lost(
    lifesearch: Run, tmp_path: Path, disturb: Callable[[Process], None], statuses: set[int]
) -> None:
    session = tmp_path / "session"
    disturbed(MANY, session, 3, disturb, statuses)
    complete(lifesearch, session, all_of(MANY, 2 * cases.PERIOD_TWO_CYCLES[5]))


@pytest.mark.slow("many interrupted runs")
@pytest.mark.parametrize("disturb", [interrupt, Process.kill, Process.terminate])
def test_twenty_times(lifesearch: Run, tmp_path: Path, disturb: Callable[[Process], None]) -> None:
    session = tmp_path / "session"
    words = ("still-life", "--box", "6x7", "--all", "--raw", "-j", "2", "-f", "csv")
    statuses = INTERRUPTED | {-signal.SIGKILL, -signal.SIGTERM, 143}
    disturbed(words, session, 20, disturb, statuses)
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
