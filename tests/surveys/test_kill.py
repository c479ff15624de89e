"""A survey that is killed at random moments loses nothing, and says nothing false."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

from lifesearch.surveys.record import SurveyRecord
from lifesearch.surveys.report import proved_empty
from lifesearch.surveys.session import read_record

KILLS = 20


def at_least_as_good(now: SurveyRecord, before: SurveyRecord) -> bool:
    """Whether nothing is lost."""
    kinds = {*before.fewest}
    return (
        kinds <= {*now.fewest}
        and all(now.fewest[kind].size <= before.fewest[kind].size for kind in kinds)
        and all(now.tightest[kind].tightness <= before.tightest[kind].tightness for kind in kinds)
        and all(before.parts[task] <= now.parts[task] for task in before.parts)
        and before.still_lifes.items() <= now.still_lifes.items()
        and before.tally().soups <= now.tally().soups
        and before.done <= now.done
        and all(
            proved_empty(kind, now).area >= min(proved_empty(kind, before).area, now_area - 1)
            for kind in kinds
            for now_area in [now.tightest[kind].area]
        )
    )


@pytest.mark.slow("a survey is killed and resumed until it ends")
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_killed_and_resumed(tmp_path: Path) -> None:
    file, rng = tmp_path / "s", Random(20)
    command = [sys.executable, "-m", "lifesearch", "survey", "--session", str(file)]
    before: SurveyRecord | None = None
    for _ in range(KILLS):
        process = subprocess.Popen(
            [*command, "--jobs", "2"], stdout=subprocess.DEVNULL, start_new_session=True
        )
        sleep(2 + 8 * rng.random())
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if file.exists() and b"\n" in file.read_bytes():
            now = read_record(str(file))
            assert before is None or at_least_as_good(now, before)
            before = now
    assert before is not None
    assert before.fewest
    done = subprocess.run(
        [*command, "--time-limit", "20s"], capture_output=True, text=True, check=True
    )
    assert at_least_as_good(read_record(str(file)), before)
    assert "kind" in done.stdout
