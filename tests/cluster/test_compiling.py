"""On a cluster each function is compiled once on each node, whatever the number of its seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cluster.conftest import SMALL
from tests.cluster.running import command
from tests.compiled.compile_log import CompileLog

pytestmark = [pytest.mark.cluster, pytest.mark.slow]


def test_each_node_compiles_each_function_once(cluster: Any, tmp_path: Path) -> None:
    """Each of two nodes has a cache of its own, which is empty, and two cores."""
    logs, nodes = [], []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        logs.append(CompileLog(tmp_path / name))
        own = logs[-1].environment
        names = {each: own[each] for each in ("LIFESEARCH_CACHE", "PYTHONPATH")}
        nodes.append(cluster.add_node(**{**SMALL, "num_cpus": 2}, env_vars=names))
    try:
        done = command("soup", "--cluster", cluster.address, "--count", "6000")
    finally:
        for node in nodes:
            cluster.remove_node(node)
    assert done.returncode == 0, done.stderr
    for log in logs:
        assert set(log.count().values()) == {1}, log.count()
