"""Strips that are stopped at random moments and go on: the answers and words of one run."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.brute_worlds import FAMILIES
from tests.processes import end_of, eventually, heeding, started
from tests.program import run
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

STOPPED = (0, 1, 3)
GOALS = (
    "still-life --width 3 --max-length 4 --all",
    "still-life --width 3",
    "oscillator 2 --width 3 --max-length 4 --all",
    "oscillator 2 --width 3 --symmetry odd",
    "oscillator 3 --width 4",
    "spaceship c/2 --width 3",
    "spaceship c/2 --width 3 --max-length 4 --all",
    "spaceship c/3 --width 4 --symmetry even",
    "spaceship c/2 d --width 2 --max-length 3 --all",
    "oscillator 2 --cylinder 3 --max-length 4 --all",
    "still-life --cylinder 3",
    "oscillator 2 --width 3 --max-length 4 --population <=6 --all",
)
LIFE = (
    "spaceship c/5 --width 4",
    "oscillator 3 --width 3",
    "spaceship c/4 d --width 4 --max-length 5 --all",
    "oscillator 2 --width 4 --max-length 4 --all",
    "spaceship 2c/4 --width 6 --symmetry even --max-length 6 --all",
)


def question(random: Random) -> list[str]:
    """A strip with an end: of up to a length, or one that soon has an answer or a proof."""
    if random.random() < 0.4:
        engine = random.choice((["--engine", "rows"], []))
        return [*random.choice(LIFE).split(), *engine]
    family = random.choice([name for name in FAMILIES if not name.startswith("B0")])
    rule = FAMILIES[family](random)
    words = random.choice(GOALS).split()
    return [*words, "--rule", rule.text]


def ending(status: int, output: str, messages: str) -> tuple[int, list[str], list[str]]:
    """The status, the answers, and the sentences without how hard it was and what was known."""
    lines = [
        re.sub(r" \([^)]*\)$", "", line)
        for line in messages.splitlines()
        if not line.startswith(("resuming ", "already known", "hint: "))
    ]
    rles = sorted(
        f"{record['rle']} at {record['x']}" for record in map(json.loads, output.splitlines())
    )
    return status, rles, lines


def compare(seed: str, folder: Path, stops: int = 3) -> tuple[int, int] | None:
    """Stop a search a few times, and let it go on; None if it is refused.

    Otherwise how many answers it has, and how often it was stopped in its midst.
    """
    random = Random(f"resumed strip {seed}")
    words = [*question(random), "-f", "json", "--no-progress"]
    whole = run(*words, "-j", "1", cwd=folder)
    if whole.returncode == 2:
        return None
    expected = ending(whole.returncode, whole.stdout, whole.stderr)
    session, midst = folder / f"{seed}.session", 0
    for _ in range(stops):
        limit = f"{random.choice((0.01, 0.03, 0.1, 0.3)):.2f}s"
        jobs = random.choice("12")
        limits = ["--session", str(session), "--time-limit", limit, "-j", jobs]
        done = run(*words, *limits, cwd=folder)
        assert done.returncode in STOPPED, (words, done.stderr)
        assert "Traceback" not in done.stderr
        midst += done.returncode == 3
        if done.returncode == 1:  # a proof is the same, whenever it is said
            assert expected[0] == 1, (words, done.stderr)
    last = run("resume", str(session), "-f", "json", "--no-progress", "-j", "1", cwd=folder)
    found = ending(last.returncode, last.stdout, last.stderr)
    if "--all" in words:
        assert found == expected, words
    else:  # which one is found first may depend on where the search was stopped
        assert (found[0], len(found[1])) == (expected[0], len(expected[1])), (words, last.stderr)
        assert found[2] == expected[2] or found[1], (words, found[2], expected[2])
    return len(found[1]), midst


def test_a_strip_that_was_stopped_in_its_midst(tmp_path: Path) -> None:
    """Time that is up at once stops a search, however fast the machine is."""
    session = str(tmp_path / "strip.session")
    asked = "oscillator 2 --width 5 --max-length 6 --all --no-known"
    words = [*asked.split(), "-f", "json", "-j", "1"]
    stopped = run(*words, "--session", session, "--time-limit", "0.001s", cwd=tmp_path)
    assert stopped.returncode == 3, stopped.stderr
    last = run("resume", session, "-f", "json", "-j", "1", cwd=tmp_path)
    whole = run(*words, cwd=tmp_path)
    found = ending(last.returncode, last.stdout, last.stderr)
    assert found == ending(whole.returncode, whole.stdout, whole.stderr)
    assert found[1]


@seeds()
def test_many_strips_that_were_stopped(seed: int, tmp_path: Path) -> None:
    for number in range(5):
        compare(f"{seed}.{number}", tmp_path)


@pytest.mark.slow("six runs are killed at any moment")
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_strips_that_were_killed(sign: signal.Signals, tmp_path: Path) -> None:
    """Signals come whenever they like, from when the program hears them on."""
    random, session = Random(sign.value), str(tmp_path / "strip.session")
    words = ["oscillator", "2", "--width", "5", "--max-length", "6", "--all", "-f", "json"]
    whole = run(*words, "-j", "1", cwd=tmp_path)
    for _ in range(6):
        with started(*words, "--session", session, "-j", "2") as process:
            assert eventually(lambda p=process: heeding(p) or p.poll() is not None)  # type: ignore[misc]
            time.sleep(random.uniform(0, 2))
            process.send_signal(sign)
            end_of(process)
    last = run("resume", session, "-f", "json", "-j", "1", cwd=tmp_path)
    assert ending(last.returncode, last.stdout, last.stderr) == ending(
        whole.returncode, whole.stdout, whole.stderr
    )
