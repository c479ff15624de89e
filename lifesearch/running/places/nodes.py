"""The machines of a Ray cluster, as they are at some moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lifesearch.running.process import Died
from lifesearch.text import plural

SHARE_OF_MEMORY = 0.5
LEAST_MEMORY = 256 << 20
OUT_OF_MEMORY = ("running low on memory", "memory pressure", "OutOfMemory")


@dataclass(frozen=True)
class Node:
    """A machine: its name, its cores, and the bytes of memory that Ray may use there."""

    name: str
    cores: int
    memory: int


@dataclass(frozen=True)
class ClusterNodes:
    """All machines that are alive, by the numbers that Ray has given them."""

    alive: Mapping[str, Node] = field(default_factory=dict)

    @classmethod
    def of(cls, ray: Any) -> ClusterNodes:
        """Those that are there now."""
        found = [node for node in ray.nodes() if node["Alive"]]
        hosts = Counter(node["NodeManagerHostname"] for node in found)
        alive = {}
        for node in found:
            host, number = node["NodeManagerHostname"], node["NodeID"]
            resources = node["Resources"]
            alive[number] = Node(
                host if hosts[host] == 1 else f"{host}-{number[:4]}",
                int(resources.get("CPU", 0)),
                int(resources.get("memory", 0)),
            )
        return cls(alive)

    @property
    def cores(self) -> int:
        return sum(node.cores for node in self.alive.values())

    def name(self, number: str) -> str:
        return self.alive[number].name if number in self.alive else number[:8]

    def memory_of_a_worker(self, given: int | None, jobs: int) -> int:
        """The least memory of any of these workers, of half a machine or of the given limit."""
        each = [
            (given or int(node.memory * SHARE_OF_MEMORY)) // min(node.cores, max(1, jobs))
            for node in self.alive.values()
            if node.cores
        ]
        return (
            max(LEAST_MEMORY, min(each, default=0)) if given is None else min(each, default=given)
        )

    def changes_since(self, before: ClusterNodes) -> Iterator[str]:
        """Sentences about machines that are gone, and those that have joined."""
        if not before.alive:
            return
        for number, node in before.alive.items():
            if number not in self.alive and node.cores:
                yield f"note: the machine {node.name} ({plural(node.cores, 'core')}) is gone"
        for number, node in self.alive.items():
            if number not in before.alive and node.cores:
                yield f"note: the machine {node.name} ({plural(node.cores, 'core')}) has joined"

    def lost_seats(self, number: str, seats: int) -> str:
        """A sentence about cores of a machine that are lost."""
        return (
            f"note: {plural(seats, 'core')} of the machine {self.name(number)} "
            f"{'is' if seats == 1 else 'are'} lost; the work is repeated elsewhere"
        )


def cause_of_death(error: Exception, node: str) -> Died:
    """Why a seat on a machine has ended: Ray reports if it was for lack of memory."""
    if any(words in str(error) for words in OUT_OF_MEMORY):
        return Died("ran out of memory")
    return Died(f"was on {node}, which is lost", blameless=True)


NO_NODES = ClusterNodes()
