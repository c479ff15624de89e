"""Searches by row tables that are killed at random moments and go on from their sessions.

Run as a program of its own, `python -m tests.running.kills KILLS FOLDER`, which loads machine code
once: the searches are forked from it. It prints, for each search, the strip's number, the ships
told and what was said in the end.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import sleep

from lifesearch.life.motion import Motion
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.planning.run import run
from lifesearch.queries.answer import Answer
from lifesearch.queries.strips.query import Strip
from lifesearch.rows import checkpoint, work
from lifesearch.running.events import Finished, Snapshot
from lifesearch.running.options import RunOptions
from lifesearch.running.strips import shared_search
from lifesearch.session.file import Session
from tests.compiling import load_kernels

STRIPS = [
    Strip(13, Motion(5, dy=-1), Mirror.MIRRORED),
    Strip(12, Motion(3, dy=-1), Mirror.MIRRORED, max_length=15),
    Strip(6, Motion(4, dy=-2), max_length=12),
]


def go_on(file: Path, jobs: int, listener: Connection) -> None:
    """Go on with a session, with snapshots and gifts as often as can be."""
    checkpoint.FIRST_SNAPSHOT, checkpoint.SNAPSHOT_SHARE = 0, 0
    work.STINT = 0.005
    shared_search.LEAST_WORK, work.LEAST_STATES, work.ROWS_PER_STATE = 0, 4, -1
    with Session.resume(str(file)) as session:
        options = RunOptions(session.count, jobs, engine="tables")
        for event in session.record(run(session.query, options, session.checkpoint)):
            if isinstance(event, Snapshot):
                listener.send("snapshot")
            if isinstance(event, Finished):
                listener.send(f"finished {event.exhausted}")


def interrupted(file: Path, rng: Random) -> str:
    """Go on with a session and kill it after some snapshots; return the end, if it came first."""
    fork = get_context("fork")
    listener, teller = fork.Pipe(duplex=False)
    process = fork.Process(target=go_on, args=(file, rng.randint(1, 2), teller))
    process.start()
    teller.close()
    for _ in range(rng.randint(1, 4)):
        if (said := listener.recv()) != "snapshot":
            process.join()
            assert process.exitcode == 0
            return str(said)
    sleep(rng.random() * 0.05)
    process.kill()
    process.join()
    return ""


@dataclass(frozen=True)
class Outcome:
    """What came of a strip: the ships told, what was said in the end, and the kills."""

    strip: int
    ships: list[str]
    end: str
    kills: int


def outcome(number: int, file: Path, rng: Random) -> Outcome:
    """Search a strip from its beginning to its end."""
    strip = STRIPS[number]
    with Session.start(str(file), strip, RunOptions(None if strip.max_length else 1)):
        pass
    kills = 0
    while not (end := interrupted(file, rng)):
        kills += 1
    with Session.resume(str(file)) as done:
        found = [answer for event in done.checkpoint.found for answer in event.answers]
        ships = [str(answer.pattern) for answer in found if isinstance(answer, Answer)]
        return Outcome(number, ships, end, kills)


def main(kills: int, folder: Path) -> None:
    """Search one strip after another until there were so many kills."""
    load_kernels()
    rng, turn = Random(14), 0
    while kills > 0:
        done = outcome(turn % len(STRIPS), folder / f"{turn}.session", rng)
        print(json.dumps(vars(done)), flush=True)
        kills, turn = kills - done.kills, turn + 1


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
