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
OUT_OF_MEMORY = ("out of memory", "out-of-memory", "OutOfMemory", "memory usage", "OOM")
NODE_IS_GONE = ("node has died", "node was terminated", "node died", "Node Id", "preempted")


@dataclass(frozen=True)
class Node:
    """A machine: its name, its cores, and the bytes of memory that Ray may use there."""

    name: str
    cores: int
    memory: int


@dataclass(frozen=True)
class Nodes:
    """All machines that are alive, by the numbers that Ray has given them."""

    alive: Mapping[str, Node] = field(default_factory=dict)

    @classmethod
    def of(cls, ray: Any) -> Nodes:
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
        """How many cores all of them have."""
        return sum(node.cores for node in self.alive.values())

    def name(self, number: str) -> str:
        """What a machine is called."""
        return self.alive[number].name if number in self.alive else number[:8]

    def memory_of_a_worker(self, given: int | None, jobs: int) -> int:
        """The least that any of so many has for itself, of half a machine or of what is given."""
        each = [
            (given or int(node.memory * SHARE_OF_MEMORY)) // min(node.cores, max(1, jobs))
            for node in self.alive.values()
            if node.cores
        ]
        return (
            max(LEAST_MEMORY, min(each, default=0)) if given is None else min(each, default=given)
        )

    def changes_since(self, before: Nodes) -> Iterator[str]:
        """Sentences about machines that are gone, and those that have joined."""
        if not before.alive:
            return
        for number, node in before.alive.items():
            if number not in self.alive and node.cores:
                yield (
                    f"note: the machine {node.name} ({plural(node.cores, 'core')}) is gone; what "
                    f"it was at is done again"
                )
        for number, node in self.alive.items():
            if number not in before.alive and node.cores:
                yield f"note: the machine {node.name} ({plural(node.cores, 'core')}) has joined"

    def cause_of_death(self, error: Exception, number: str) -> Died:
        """Why a seat on a machine has ended."""
        said = str(error)
        if any(words in said for words in OUT_OF_MEMORY):
            return Died("ran out of memory")
        if number not in self.alive or any(words in said for words in NODE_IS_GONE):
            return Died("was on a machine that is gone", blameless=True)
        return Died(f"was ended with all others of its core on {self.name(number)}")


NO_NODES = Nodes()
