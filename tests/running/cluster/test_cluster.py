"""Searches on a Ray cluster of two nodes: the same as here, whatever happens to the nodes."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from lifesearch.core.events import Finished, Found
from lifesearch.running.options import RunOptions
from lifesearch.surveys.session import read_record
from tests.bench.tasks import tasks
from tests.processes import eventually
from tests.running.cluster.conftest import joined
from tests.running.cluster.running import (
    PATIENCE,
    children_of_seats,
    command,
    lines,
    seats,
    started,
    stopped,
    task,
    teams,
    together,
)
from tests.searching import run

pytestmark = pytest.mark.cluster

SIX = ("glider", "c3-unsat", "p3-d8", "still-all-5", "dense-8-unsat", "strip-c3-12")
LONG = "p5-c1-unsat"
ENDLESS = ("oscillator", "7", "--box", "13x13")


def result_here(name: str) -> tuple[Finished, list[str]]:
    """What a task of the benchmark comes to on this machine."""
    asked = {each.name: each for each in tasks()}[name]
    events = list(run(asked.query, RunOptions(asked.count, 1)))
    end = events[-1]
    assert isinstance(end, Finished)
    found = [answer for event in events if isinstance(event, Found) for answer in event.answers]
    query: Any = asked.query
    return end, [repr(query.key(answer)) for answer in found]


@pytest.mark.slow("six tasks of the benchmark on a cluster")
def test_the_benchmark_has_the_same_results(cluster: Any) -> None:
    said = lines(task(cluster.address, *SIX))
    ends = {line["task"]: line for line in said if "task" in line}
    assert set(ends) == set(SIX)
    assert all(node for line in said for node in line.get("nodes", ()))
    for name, last in ends.items():
        end, keys = result_here(name)
        assert last["end"] == {"found": end.found, "exhausted": end.exhausted}
        assert all(count == 1 for count in Counter(last["keys"]).values())
        if end.exhausted:
            assert sorted(last["keys"]) == sorted(keys)


SAME = {
    "cubes": ("oscillator", "2", "--box", "6x7", "--all", "-f", "apgcode"),
    "rotors": ("rotors", "4x3", "--min-period", "8", "-f", "json"),
    "soups": ("soup", "--soups", "600", "--seed", "5", "--symmetry", "D8_1", "--census", "-f",
              "csv"),
    "catalysts": ("catalyse", "glider", "--catalysts", "1", "--area", "20x20", "-f", "json"),
    "count": ("count", "oscillator", "2", "--box", "5x6"),
    "smallest": ("smallest", "outer-totalistic", "--cells", "3", "--box", "3x3", "-f", "json"),
}  # fmt: skip
WITH_SESSION = ("cubes", "rotors", "catalysts", "count", "smallest")


def test_commands_have_the_same_results_and_sessions_are_written_here(
    cluster: Any, tmp_path: Path
) -> None:
    """Each part of a box, each window and each soup is searched once."""
    sessions = {name: ("--session", str(tmp_path / name)) for name in WITH_SESSION}
    there = dict(
        zip(
            SAME,
            together(
                *([*words, *sessions.get(name, ()), "--cluster", cluster.address]
                  for name, words in SAME.items())
            ),
            strict=True,
        )
    )  # fmt: skip
    resume = ["resume", str(tmp_path / "cubes"), "-f", "apgcode"]
    *here, cubes, count = together(*SAME.values(), resume, ["resume", str(tmp_path / "count")])
    for (name, far), near in zip(there.items(), here, strict=True):
        assert far.returncode == near.returncode == 0, (name, far.stderr)
        assert sorted(far.stdout.splitlines()) == sorted(near.stdout.splitlines()) != [], name
        if name != "soups":
            assert far.stderr.splitlines()[-1:] == near.stderr.splitlines()[-1:], name
    assert sorted(cubes.stdout.splitlines()) == sorted(there["cubes"].stdout.splitlines())
    assert count.stdout == there["count"].stdout


def test_windows_of_a_picture_come_nearer_until_nothing_is_wrong(
    cluster: Any, tmp_path: Path
) -> None:
    words = ("predecessor", "patterns/spaceships/glider.rle", "--closest", "--box", "24x24")
    file = str(tmp_path / "glider.session")
    done = command(*words, "--session", file, "-f", "json", "--cluster", cluster.address)
    assert done.returncode == 0, done.stderr
    assert "no cell is wrong" in done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["wrong"] == 0
    assert "no cell is wrong" in command("resume", file).stderr


def wait_for_nodes(process: Any, number: int) -> None:
    """Read what a task says until it has so many nodes."""
    for line in process.stdout:
        if json.loads(line).get("machines", "").startswith(f"{number} nodes"):
            return
    raise AssertionError(process.stderr.read())


def with_a_node_killed(cluster: Any, name: str) -> list[dict[str, Any]]:
    """Kill a node in the middle of a task: the result is the same. Return what was said."""
    node = joined(cluster)
    process = task(cluster.address, name)
    try:
        wait_for_nodes(process, 3)
    finally:
        with stopped(teams()):  # or a quick one would end before the node does
            cluster.remove_node(node, allow_graceful=False)
    *said, last = lines(process)
    end, keys = result_here(name)
    assert last["end"] == {"found": end.found, "exhausted": end.exhausted}
    assert sorted(last["keys"]) == sorted(keys)
    assert len(last["searched"]) == len(set(last["searched"]))
    return said


def test_a_node_that_is_killed_changes_nothing(cluster: Any) -> None:
    said = with_a_node_killed(cluster, LONG)
    assert any("repeated elsewhere" in line.get("event", "") for line in said)


def test_seats_and_workers_that_are_killed_change_nothing(cluster: Any) -> None:
    process = task(cluster.address, "c4o-unsat")
    wait_for_nodes(process, 2)
    for victim in children_of_seats()[:1]:
        os.kill(victim, signal.SIGKILL)
    *said, last = lines(process)
    assert last["end"] == {"found": 0, "exhausted": True}
    assert len(last["searched"]) == len(set(last["searched"]))
    assert any("Lost" in line.get("event", "") for line in said)


@pytest.mark.slow("a node dies in each of five searches")
@pytest.mark.parametrize("name", [LONG, "p2-unsat", "strip-c4-12", "p3-c1-unsat", "c4o-unsat"])
def test_nodes_that_are_killed_change_nothing(cluster: Any, name: str) -> None:
    with_a_node_killed(cluster, name)


@pytest.mark.parametrize(
    "sign",
    [
        signal.SIGKILL,
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow("starts and stops a cluster again")),
    ],
)
def test_no_actor_is_left_behind(cluster: Any, sign: signal.Signals) -> None:
    assert eventually(lambda: not children_of_seats(), PATIENCE)
    process = started("-m", "lifesearch", *ENDLESS, "--cluster", cluster.address)
    assert eventually(lambda: len(children_of_seats()) >= 4, PATIENCE)
    sleep(1)
    process.send_signal(sign)
    assert eventually(lambda: not children_of_seats(), PATIENCE)
    output, messages = process.communicate(timeout=PATIENCE)
    assert not output
    if sign is signal.SIGINT:
        assert "interrupted after" in messages
        assert process.returncode == 130


def test_a_survey_has_the_same_seats_for_all_its_slices(cluster: Any, tmp_path: Path) -> None:
    assert eventually(lambda: not children_of_seats(), PATIENCE)
    file = tmp_path / "survey.session"
    words = ("survey", "--kind", "oscillators", "--session", str(file))
    process = started("-m", "lifesearch", *words, "--cluster", cluster.address)

    def slices() -> int:
        begun = file.exists() and b"\n" in file.read_bytes()
        return len(read_record(str(file)).spent) if begun else 0

    try:
        assert eventually(lambda: len(seats()) == 2 and len(children_of_seats()) >= 4, PATIENCE)
        before = seats()
        assert eventually(lambda: slices() >= 3, PATIENCE)
        assert seats() == before
    finally:
        process.send_signal(signal.SIGINT)
    _, messages = process.communicate(timeout=PATIENCE)
    assert "interrupted after" in messages
    assert eventually(lambda: not children_of_seats(), PATIENCE)


def test_a_time_limit_ends_it(cluster: Any) -> None:
    done = command(*ENDLESS, "--cluster", cluster.address, "--time-limit", "5s")
    assert done.returncode == 3, done.stderr
    ends = ("time limit reached after", "lifesearch: the time limit of 5 s ended while connecting")
    assert done.stderr.startswith(ends)  # a slow machine needs all the time to connect
    assert eventually(lambda: not children_of_seats(), PATIENCE)


def test_a_cluster_that_grows_is_used(cluster: Any) -> None:
    process = started(
        "-m", "lifesearch", *ENDLESS, "--cluster", cluster.address, "--time-limit", "1h"
    )
    assert eventually(lambda: len(children_of_seats()) >= 4, PATIENCE)
    sleep(3)  # until all that are there have begun
    before = len(children_of_seats())
    node = joined(cluster)
    try:
        assert process.stderr is not None
        assert any("has joined" in line for line in process.stderr)
        assert eventually(lambda: len(children_of_seats()) > before, PATIENCE)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        cluster.remove_node(node, allow_graceful=False)


ADDRESSES = {
    "127.0.0.1:1": "no Ray cluster answers at 127.0.0.1:1 within 10 seconds",
    "somewhere": "'somewhere' is not an address of a Ray cluster",
    "local": "'local' is not an address of a Ray cluster",
}


def test_addresses_where_nobody_is() -> None:
    pytest.importorskip("ray")
    ends = together(*(["oscillator", "2", "--cluster", address] for address in ADDRESSES))
    for done, said in zip(ends, ADDRESSES.values(), strict=True):
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"lifesearch: {said}")
        assert len(done.stderr.splitlines()) == 1
