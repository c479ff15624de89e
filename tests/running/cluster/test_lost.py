"""A head that is gone, a network that hangs, a machine with another version: one sentence each."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.processes import eventually
from tests.running.cluster.conftest import OneCluster, joined
from tests.running.cluster.proxy import proxy
from tests.running.cluster.running import PATIENCE, children_of_seats, command, impatient

pytestmark = pytest.mark.cluster

OTHER_VERSION = """
import sys, types
sys.modules["lifesearch"] = types.ModuleType("lifesearch")
sys.modules["lifesearch"].__version__ = "0.0.9"
"""
"""Ray would find the lifesearch of whoever asks, since this is the same machine."""
ENDLESS = ("oscillator", "7", "--box", "13x13")


def at_work(process: subprocess.Popen[str]) -> bool:
    """Wait until a search has workers."""
    assert eventually(lambda: len(children_of_seats()) >= 4 or process.poll() is not None, PATIENCE)
    return process.poll() is None


def require_sentence(process: subprocess.Popen[str], address: str) -> None:
    output, messages = process.communicate(timeout=PATIENCE)
    sentence = (
        f"lifesearch: the cluster at {address} does not answer any more: its head or the network "
        f"to it has failed"
    )
    assert (process.returncode, output) == (3, ""), messages
    assert messages.splitlines()[-1] == sentence
    notes = messages.splitlines()[:-1]
    assert all(re.match(r"note: |\d+ (s|min)\b", line) for line in notes), messages


def test_a_network_that_hangs(clusters: OneCluster) -> None:
    clusters.running()
    assert eventually(lambda: not children_of_seats(), PATIENCE)
    with proxy(clusters.port) as network:
        address = f"ray://127.0.0.1:{network.port}"
        process = impatient(*ENDLESS, "--cluster", address)
        assert at_work(process), process.communicate()
        network.flows.clear()
        require_sentence(process, address)
    assert eventually(lambda: not children_of_seats(), PATIENCE)


def test_a_machine_with_another_version(cluster: Any, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(OTHER_VERSION)
    node = joined(cluster, env_vars={"PYTHONPATH": str(tmp_path)})
    try:
        done = command("oscillator", "2", "--cluster", cluster.address)
    finally:
        cluster.remove_node(node, allow_graceful=False)
    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    assert "of the cluster has lifesearch 0.0.9 instead of " in sentence
    assert sentence.endswith(": versions must be the same everywhere")


def test_a_head_that_is_killed(clusters: OneCluster, tmp_path: Path) -> None:
    """Its session can be resumed anywhere."""
    cluster, session = clusters.running(), str(tmp_path / "session")
    assert eventually(lambda: not children_of_seats(), PATIENCE)
    address = cluster.address
    process = impatient(*ENDLESS, "--cluster", address, "--session", session)
    try:
        assert at_work(process), process.communicate()
        clusters.kill_head()
        require_sentence(process, address)
    finally:
        clusters.end()
    assert eventually(lambda: not children_of_seats(), PATIENCE)
    resumed = command("resume", session, "--time-limit", "1s")
    assert (resumed.returncode, resumed.stdout) == (3, "")
    assert "time limit reached" in resumed.stderr
