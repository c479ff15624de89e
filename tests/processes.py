"""Real processes of the program: start them, watch them, disturb them.

Nothing here depends on how fast the machine is: whoever waits, waits for something to happen,
and `PATIENCE` only tells a hang from a busy machine. Whether a run ends soon is told by the
processor time that it took.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.program import without_log

Process = subprocess.Popen[str]
COMMAND = (sys.executable, "-m", "lifesearch")
ENDLESS = ("oscillator", "7", "--box", "13x13")
"""The words of a search that no machine ends."""
PATIENCE = 300.0
"""Seconds after which something that was waited for counts as hanging."""
INTERRUPTED_EARLY = r"interrupted after [\d.]+ s; undecided\r?\n"


def processes(session: int) -> dict[int, int]:
    """The living processes of a session, each with its parent."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            number, _, rest = stat.read_text().partition(" (")
            state, parent, _, own, *_ = rest.rpartition(") ")[2].split()
            if int(own) == session and state not in "ZX":
                found[int(number)] = int(parent)
    return found


def workers(process: Process) -> list[int]:
    return [number for number, parent in processes(process.pid).items() if parent == process.pid]


def working(process: Process, count: int = 1) -> list[int]:
    """The workers, as soon as there are so many."""
    assert eventually(lambda: len(workers(process)) >= count)
    return workers(process)


def heeding(process: Process) -> bool:
    """Whether the program itself hears signals: before, there are only Python's beginnings."""
    with suppress(OSError):
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("SigCgt:"):
                return bool(int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1)
    return False


def eventually(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def ended(
    *words: str, command: tuple[str, ...] = COMMAND, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A run in a process of its own, to its end, with more in its environment."""
    return subprocess.run(
        [*command, *words],
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def ended_code(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A run of Python code."""
    return ended(*words, command=(sys.executable, "-c", code))


def ended_script(script: str) -> subprocess.CompletedProcess[str]:
    """A run of a script of bash, in which the program is called `lifesearch`."""
    program = f'lifesearch() {{ "{sys.executable}" -m lifesearch "$@"; }}; '
    return ended(program + script, command=("bash", "-c"))


@contextmanager
def started(*words: str, command: tuple[str, ...] = COMMAND) -> Iterator[Process]:
    """A run in a session of its own, none of which is left at the end."""
    process = subprocess.Popen(
        [*command, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
        assert eventually(lambda: not processes(process.pid))
    finally:
        for number in processes(process.pid):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        process.communicate()


@dataclass(frozen=True)
class End:
    """How a run ended; its processor time is that from when it was to end."""

    status: int
    output: str
    messages: str
    effort: float


def end_of(process: Process) -> End:
    since = _effort()
    output, messages = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in messages, messages
    return End(process.returncode, output, without_log(messages), _effort() - since)


def _effort() -> float:
    """Seconds of processor time of all children that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def interrupt(process: Process) -> None:
    """What a terminal does on Ctrl-C: everybody in the foreground gets the signal."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
