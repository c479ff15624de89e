"""A search by row tables is killed at random moments, and goes on from its session."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

from lifesearch.encoding.motion import Motion
from lifesearch.queries.answer import Answer
from lifesearch.queries.strips.query import Strip
from lifesearch.rows.problem import Mirror
from lifesearch.running.options import RunOptions
from lifesearch.session.file import Session

KILLS = 100

PROGRAM = """
import sys
from lifesearch.running.strips import shared_search, table_search
from lifesearch.running.events import Finished, Snapshot
from lifesearch.running.options import RunOptions
from lifesearch.running.run import run
from lifesearch.rows.shared import sharing
from lifesearch.session.file import Session

table_search.FIRST_SNAPSHOT, table_search.SNAPSHOT_SHARE = 0.02, 0
shared_search.LEAST_WORK, sharing.LEAST_STATES, sharing.ROWS_PER_STATE = 0, 4, -1
with Session.resume(sys.argv[1]) as session:
    options = RunOptions(session.count, int(sys.argv[2]), engine="tables")
    for event in session.record(run(session.query, options, session.checkpoint)):
        if isinstance(event, Snapshot | Finished):
            print(type(event).__name__, getattr(event, "exhausted", ""), flush=True)
"""

STRIPS = [
    Strip(13, Motion(5, dy=-2), Mirror.MIRRORED),
    Strip(12, Motion(3, dy=-1), Mirror.MIRRORED, max_length=15),
    Strip(6, Motion(4, dy=-2), max_length=12),
]


def interrupted(session: Path, jobs: int, rng: Random) -> str:
    """Go on with a session and kill it after some snapshots; return the end, if it came first."""
    command = [sys.executable, "-c", PROGRAM, str(session), str(jobs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(rng.randint(1, 4)):
            if not (said := process.stdout.readline()).startswith("Snapshot"):
                assert process.wait() == 0
                return said.strip()
        sleep(rng.random() * 0.05)
        process.kill()
    return ""


def outcome(strip: Strip, session: Path, rng: Random) -> tuple[list[str], str, int]:
    """The ships told, what was said in the end, and how often the search was killed."""
    options = RunOptions(None if strip.max_length else 1, engine="tables")
    with Session.start(str(session), strip, options):
        pass
    kills = 0
    while not (end := interrupted(session, rng.randint(1, 2), rng)):
        kills += 1
    with Session.resume(str(session)) as done:
        found = [answer for event in done.checkpoint.found for answer in event.answers]
        ships = [str(answer.pattern) for answer in found if isinstance(answer, Answer)]
        return ships, end, kills


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path) -> None:
    rng, kills, turn = Random(14), 0, 0
    outcomes: dict[int, list[str]] = {}
    while kills < KILLS:
        which = turn % len(STRIPS)
        ships, end, more = outcome(STRIPS[which], tmp_path / f"session{turn}", rng)
        kills, turn = kills + more, turn + 1
        assert end == "Finished True"
        assert ships == outcomes.setdefault(which, ships)
    assert [len(ships) for _, ships in sorted(outcomes.items())] == [0, 1, 1]
