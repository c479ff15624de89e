"""Searches on the cluster, each in a process of its own, as a command or as a program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
PATIENCE = 300.0

PROGRAM = """
import json, sys
from dataclasses import replace
from tests.bench.tasks import tasks
from lifesearch.common.limits import EVERY_CORE
from lifesearch.core.events import Finished, Found, Lost, WorkplaceMessage, Progress, Searched
from lifesearch.running.options import RunOptions
from lifesearch.running.places.cluster import Cluster
from tests.searching import run

place = Cluster(sys.argv[1])
for task in [task for task in tasks() if task.name in sys.argv[2:]]:
    found, searched = [], []
    for event in run(task.query, RunOptions(task.count, EVERY_CORE, place=place)):
        match event:
            case Progress():
                nodes = sorted({runner.node for runner in event.runners})
                print(json.dumps({"nodes": nodes, "machines": event.machines}), flush=True)
            case Found(_, answers):
                found += [repr(task.query.key(answer)) for answer in answers]
            case Searched(part):
                searched.append(str(part))
            case Lost() | WorkplaceMessage():
                print(json.dumps({"event": repr(event)}), flush=True)
            case Finished():
                end = {"found": event.found, "exhausted": event.exhausted}
    said = {"task": task.name, "end": end, "keys": found, "searched": searched}
    print(json.dumps(said), flush=True)
"""

TOGETHER = """
import json, sys
from tests.program import run

for words in json.loads(sys.argv[1]):
    done = run(*words)
    print(json.dumps([done.returncode, done.stdout, done.stderr]), flush=True)
"""

IMPATIENT = """
from lifesearch.__main__ import main
from lifesearch.running.places import cluster, connection

class Impatient(connection.RayCalls):
    def answer(self, call, seconds=0.0):
        return super().answer(call, seconds + 8.0 - connection.SILENCE)

cluster.RayCalls = Impatient
main()
"""


def environment() -> dict[str, str]:
    """The environment of a process that imports lifesearch from here."""
    before = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{before}"}


def started(*words: str) -> subprocess.Popen[str]:
    """A process, what it says, and what it complains about."""
    return subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `lifesearch` to its end."""
    process = started("-m", "lifesearch", *words)
    output, messages = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(words, process.returncode, output, messages)


def impatient(*words: str) -> subprocess.Popen[str]:
    """Start `lifesearch`; it does not wait long for a cluster that says nothing."""
    return started("-c", IMPATIENT, *words)


def together(*commands: Sequence[str]) -> list[subprocess.CompletedProcess[str]]:
    """Run commands one after another in one process, which connects to a cluster once."""
    process = started("-c", TOGETHER, json.dumps(commands))
    return [
        subprocess.CompletedProcess(words, *result)
        for words, result in zip(commands, lines(process), strict=True)
    ]


def task(address: str, *names: str) -> subprocess.Popen[str]:
    """Start tasks of the benchmark on a cluster; a line is written for each thing that happens."""
    return started("-c", PROGRAM, address, *names)


def lines(process: subprocess.Popen[str]) -> list[Any]:
    """All that it has still to say, when it has ended well."""
    output, messages = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, messages
    return [json.loads(line) for line in output.splitlines()]


def children_of_seats() -> list[int]:
    """The processes of seats and their teams that are alive on this machine."""
    return _alive("ray::CoreActor", "places.worker_pool import main")


def teams() -> list[int]:
    """The processes that work for seats on this machine."""
    return _alive("places.worker_pool import main")


@contextmanager
def stopped(processes: Collection[int]) -> Iterator[None]:
    """Processes that do nothing for a while; some may end meanwhile."""

    def tell(sign: signal.Signals) -> None:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, sign)

    tell(signal.SIGSTOP)
    try:
        yield
    finally:
        tell(signal.SIGCONT)


def seats() -> list[int]:
    """The processes of seats that are alive on this machine.

    What a seat starts has the name of the seat for a moment.
    """
    named = _alive("ray::CoreActor")
    return sorted(process for process in named if _parent(process) not in named)


def agents(nodes: Collection[int]) -> list[int]:
    """What Ray has running beside the main processes of some nodes."""
    named = _alive("ray::DashboardAgent", "ray::RuntimeEnvAgent")
    return [process for process in named if _parent(process) in nodes]


def _parent(process: int) -> int:
    """The process that started this one; 0 if it has ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0
    return int(status.rpartition(")")[2].split()[1])


def _alive(*marks: str) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if any(mark in text for mark in marks):
            found.append(int(path.parent.name))
    return found
