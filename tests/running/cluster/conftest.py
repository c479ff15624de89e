"""A Ray cluster of two nodes on this machine, for all tests of this folder."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.running.cluster.running import agents

SMALL: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
ATTEMPTS = 3
ROOT = Path(__file__).parents[3]


def joined(cluster: Any, **more: Any) -> Any:
    """One more node; on a busy machine its start may take longer than Ray waits."""
    for _ in range(ATTEMPTS - 1):
        with suppress(Exception):
            return cluster.add_node(**SMALL, **more)
    return cluster.add_node(**SMALL, **more)


class OneCluster:
    """A cluster of two nodes of one core each; after its end, the next test starts another one.

    `port` is where it lets in those who are not on one of its machines (ray://).
    """

    def __init__(self) -> None:
        self._made: Any = None
        self._agents: list[int] = []
        self.port = 0

    def running(self) -> Any:
        """The cluster, which is started if there is none."""
        if self._made is None:
            from ray.cluster_utils import Cluster

            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = free.getsockname()[1]
            head = {**SMALL, "include_dashboard": False, "ray_client_server_port": self.port}
            self._made = Cluster(initialize_head=True, head_node_args=head)
            joined(self._made)
        return self._made

    def kill_head(self) -> None:
        """Kill the head; the agents of all nodes would try to reach it for another minute."""
        nodes = [self._made.head_node, *self._made.worker_nodes]
        raylets = [each.process.pid for node in nodes for each in node.all_processes["raylet"]]
        self._agents = agents(raylets)
        self._made.head_node.kill_all_processes(check_alive=False, allow_graceful=False)

    def end(self) -> None:
        """End it, whatever is left of it."""
        if self._made is not None:
            self._made.shutdown()
            self._made = None
        for process in self._agents:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._agents = []


@pytest.fixture(scope="session")
def clusters() -> Iterator[OneCluster]:
    """What starts a cluster, whose nodes import lifesearch from here."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'ray[client]'")
    path = os.pathsep.join([str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path)
        one = OneCluster()
        try:
            yield one
        finally:
            one.end()


@pytest.fixture
def cluster(clusters: OneCluster) -> Any:
    return clusters.running()
