"""A Ray cluster of two nodes on this machine, for all tests of this folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

SMALL: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
ATTEMPTS = 3
ROOT = Path(__file__).parents[2]


def joined(cluster: Any) -> Any:
    """One more node; on a busy machine its start may take longer than Ray waits."""
    for _ in range(ATTEMPTS - 1):
        with suppress(Exception):
            return cluster.add_node(**SMALL)
    return cluster.add_node(**SMALL)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """Two nodes of one core each, which import lifesearch from here."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'ray[client]'")
    from ray.cluster_utils import Cluster

    path = os.pathsep.join([str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path)
        made: Any = Cluster(
            initialize_head=True, head_node_args={**SMALL, "include_dashboard": False}
        )
        joined(made)
        try:
            yield made
        finally:
            made.shutdown()
