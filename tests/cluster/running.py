"""Searches on the cluster, each in a process of its own, as a command or as a program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0

PROGRAM = """
import json, sys
from dataclasses import replace
from lifesearch.benchmark.tasks import tasks
from lifesearch.limits import EVERY_CORE
from lifesearch.running.events import Finished, Found, Lost, SearchNews, Progress, Searched
from lifesearch.running.options import RunOptions
from lifesearch.running.places.cluster import Cluster
from lifesearch.planning.run import run

for name in sys.argv[2:]:
    task = {task.name: task for task in tasks()}[name]
    found, searched = [], []
    for event in run(task.query, RunOptions(task.count, EVERY_CORE, place=Cluster(sys.argv[1]))):
        match event:
            case Progress():
                nodes = sorted({runner.node for runner in event.runners})
                print(json.dumps({"nodes": nodes, "machines": event.machines}), flush=True)
            case Found(_, answers):
                found += [repr(task.query.key(answer)) for answer in answers]
            case Searched(part):
                searched.append(str(part))
            case Lost() | SearchNews():
                print(json.dumps({"event": repr(event)}), flush=True)
            case Finished():
                end = {"found": event.found, "exhausted": event.exhausted}
    print(json.dumps({"end": end, "keys": found, "searched": searched}), flush=True)
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


def task(address: str, *names: str) -> subprocess.Popen[str]:
    """Start tasks of the benchmark on a cluster, which write a line for each thing that happens."""
    return started("-c", PROGRAM, address, *names)


def lines(process: subprocess.Popen[str]) -> list[dict[str, Any]]:
    """All that it has still to say, when it has ended well."""
    output, messages = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, messages
    return [json.loads(line) for line in output.splitlines()]


def children_of_seats() -> list[int]:
    """The processes of seats and their teams that are alive on this machine."""
    return _alive("ray::Seat", "places.team import main")


def teams() -> list[int]:
    """The processes that work for seats on this machine."""
    return _alive("places.team import main")


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
    named = _alive("ray::Seat")
    return sorted(process for process in named if _parent(process) not in named)


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
