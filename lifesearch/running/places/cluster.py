"""Workers on a Ray cluster: one actor for each core (`core_actor`), which runs worker processes.

A search asks Ray for as many actors as the cluster has cores, or as there are jobs. Ray finds a
core for each actor and starts it there; actors that have to wait, and machines that join the
cluster later, are used as soon as they are ready. A core that is lost takes its workers with it:
they are reported dead, and the coordinator gives their tasks to other workers.

Each actor has one call under way that returns the next reports of its workers, as many as there are
by then. So a worker costs one call for each such bundle of reports and one for each task.
"""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from time import monotonic
from typing import Any

from lifesearch.common.errors import ClusterLost, LifesearchError
from lifesearch.common.limits import EVERY_CORE
from lifesearch.common.text import plural
from lifesearch.running.places.connection import Ray, RayCalls, Remote, connected
from lifesearch.running.places.core_actor import CoreActor
from lifesearch.running.places.place import W
from lifesearch.running.places.versions import difference, versions
from lifesearch.running.places.worker_pool import KILL, SEND, START
from lifesearch.running.process import Died, Service, Worker

# The machines of a Ray cluster, as they are at some moment


SHARE_OF_MEMORY = 0.5
"""The fraction of a machine's memory for its workers, if no limit is given; see `Workplace`."""
LEAST_MEMORY = 256 << 20
"""Bytes for a worker, if no limit is given, however little memory its machine has: a choice."""
OUT_OF_MEMORY = ("running low on memory", "memory pressure", "OutOfMemory")
"""Words in Ray's errors if it has ended an actor for lack of memory."""


@dataclass(frozen=True)
class Node:
    """A machine: its name, its cores, and the bytes of memory that Ray may use there."""

    name: str
    cores: int
    memory: int


@dataclass(frozen=True)
class ClusterNodes:
    """All machines that are alive, by their identifiers in Ray."""

    alive: Mapping[str, Node] = field(default_factory=dict)

    @classmethod
    def of(cls, ray: Ray) -> ClusterNodes:
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
        """Bytes for each worker: what the worst equipped machine has for one of its workers.

        The workers of a machine share SHARE_OF_MEMORY of its memory, or the given bytes; there are
        as many of them as cores, at most `jobs`.
        """
        each = [
            (given or int(node.memory * SHARE_OF_MEMORY)) // min(node.cores, max(1, jobs))
            for node in self.alive.values()
            if node.cores
        ]
        return (
            max(LEAST_MEMORY, min(each, default=0)) if given is None else min(each, default=given)
        )

    def changes_since(self, before: ClusterNodes) -> Iterator[str]:
        """Sentences about machines that have left or joined since `before`."""
        if not before.alive:  # nothing was listed before: all machines are new
            return
        for number, node in before.alive.items():
            if number not in self.alive and node.cores:
                yield f"note: the machine {node.name} ({plural(node.cores, 'core')}) is gone"
        for number, node in self.alive.items():
            if number not in before.alive and node.cores:
                yield f"note: the machine {node.name} ({plural(node.cores, 'core')}) has joined"

    def lost_cores(self, number: str, cores: int) -> str:
        return (
            f"note: {plural(cores, 'core')} of the machine {self.name(number)} "
            f"{'is' if cores == 1 else 'are'} lost; the work is repeated elsewhere"
        )


def cause_of_death(error: Exception, node: str) -> Died:
    """Why an actor on a machine has ended: Ray's error says if it was for lack of memory."""
    if any(words in str(error) for words in OUT_OF_MEMORY):
        return Died("ran out of memory")
    return Died(f"was on {node}, which is lost", blameless=True)


LOOK_EVERY = 2.0
"""Seconds after which the machines of the cluster are listed again: a call to the head."""
SHORTEST_PAUSE = 0.5
"""Seconds between two reports of progress of a worker, at least."""
MOST_REPORTS = 500
"""Reports of progress a second, from all workers together: with more workers each reports less."""
MOST_REFUSALS = 10
"""Give up after this number of unusable cores in a row, if none is ready: a choice."""


@dataclass(eq=False)
class _Core:
    """An actor on one core, seen from the coordinator; its `node` is known once it is `ready`.

    `workers` are those that run there, by number. `numbers` are for orders: see `core_actor`.
    """

    actor: Remote
    calls: RayCalls
    node: str = ""
    ready: bool = False
    workers: dict[int, RemoteWorker] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)

    def order(self, what: str, worker: int, letter: bytes = b"") -> None:
        """Send an order to the worker pool of this core; do not wait for it."""
        number = next(self.numbers)
        self.calls.begin(lambda: self.actor.order.remote(number, (what, worker, letter)))

    def ask(self) -> Remote:
        """Begin the call that returns the next reports; the first returns the actor's machine."""
        method = self.actor.reports if self.ready else self.actor.where
        return self.calls.answer(method.remote)


class RemoteWorker(Worker):
    """A worker process on a core of the cluster."""

    def __init__(self, core: _Core, number: int, node: str) -> None:
        self.core, self.number, self.node = core, number, node
        self.reports: deque[bytes | Died] = deque()
        self.killed = False

    def _send(self, message: object) -> None:
        self.core.order(SEND, self.number, pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def receive_bytes(self) -> bytes | Died:
        return self.reports.popleft()

    def kill(self) -> None:
        self.killed = True
        if self.core.workers.pop(self.number, None) is not None:
            self.core.order(KILL, self.number)


class ClusterCores:
    """The cores that one search uses: the `Workplace` of its coordinator."""

    def __init__(self, ray: Ray, jobs: int, address: str) -> None:
        self._ray, self._jobs = ray, jobs
        self._calls = RayCalls(ray, address)
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(CoreActor)
        self._numbers = count()
        self._cores: dict[Remote, _Core] = {}  # by the call that each has under way
        self._unheard: list[RemoteWorker] = []  # the workers of reports that are not read yet
        self._nodes = ClusterNodes()
        self._refused: set[str] = set()  # reasons that a message has given already
        self._refusals = 0  # unusable cores since the last one that got ready
        self._messages: list[str] = []
        self._lost: Counter[str] = Counter()  # lost cores of each machine, not yet in a message
        self._next_look = 0.0
        self._look()

    def start(self, service: Service) -> RemoteWorker:
        core = min(self._ready(), key=lambda each: len(each.workers))
        worker = RemoteWorker(core, next(self._numbers), self._nodes.name(core.node))
        core.workers[worker.number] = worker
        pause = max(SHORTEST_PAUSE, len(self._cores) / MOST_REPORTS)
        letter = pickle.dumps((service, pause), pickle.HIGHEST_PROTOCOL)
        core.order(START, worker.number, letter)
        return worker

    def reporting(self, workers: Iterable[W], seconds: float) -> Iterator[W]:
        """The workers with reports to read, once for each report.

        Reports of others are kept: an idle worker on a lost core is dead, which its coordinator
        reads when it has given it a task.
        """
        wanted: dict[Worker, W] = {worker: worker for worker in workers}
        self._listen(0 if any(worker in wanted for worker in self._unheard) else seconds)
        heard, self._unheard = self._unheard, []
        for worker in heard:
            if worker in wanted:
                yield wanted[worker]
            elif not worker.killed:
                self._unheard.append(worker)

    def _listen(self, seconds: float) -> None:
        """Read the results of all calls that have returned; wait for the first for some seconds."""
        if monotonic() >= self._next_look:
            self._look()
        calls = list(self._cores)
        for answer in self._calls.answer(lambda: self._answered(calls, seconds), seconds):
            core = self._cores.pop(answer)
            try:
                said = self._calls.answer(partial(self._ray.get, answer))
            except self._ray.exceptions.RayError as error:
                self._lose(core, error)
            else:
                self._take(core, said)

    def _answered(self, calls: list[Remote], seconds: float) -> list[Remote]:
        """The calls that have returned: wait for one, then take all others that have, too."""
        answered, _ = self._ray.wait(calls, timeout=seconds)
        if answered and len(calls) > 1:
            answered, _ = self._ray.wait(calls, num_returns=len(calls), timeout=0)
        return list(answered)

    def _take(self, core: _Core, said: Any) -> None:
        """Queue the reports of a core, or mark it ready; then open the next call."""
        if core.ready:
            for number, report in said:
                if number in core.workers:
                    core.workers[number].reports.append(report)
                    self._unheard.append(core.workers[number])
        else:
            core.node, there = said
            if other := difference(there, versions()):
                self._refuse(core, f"has {other}")
                return
            core.ready, self._refusals = True, 0
        self._cores[core.ask()] = core

    def _lose(self, core: _Core, error: Exception) -> None:
        """Report all workers of a core as dead; unless memory ran out, their tasks are blameless.

        Whether the whole machine is gone, Ray knows only later.
        """
        if not core.ready:
            self._refuse(core, f"cannot run a worker: {' '.join(str(error).split())[-300:]}")
            return
        self._end(core)
        self._lost[core.node] += 1
        died = cause_of_death(error, self._nodes.name(core.node))
        for worker in core.workers.values():
            worker.reports.append(died)
            self._unheard.append(worker)
        core.workers.clear()

    def _refuse(self, core: _Core, why: str) -> None:
        """Drop an unusable core; LifesearchError after too many in a row, with none ready."""
        self._end(core)
        self._refusals += 1
        if self._refusals >= MOST_REFUSALS and not self._ready():
            raise LifesearchError(f"a machine of the cluster {why}")
        if why not in self._refused:
            self._refused.add(why)
            self._messages.append(f"note: a machine of the cluster is not used, since it {why}")

    def _look(self) -> None:
        """List the machines of the cluster, and ask for actors on cores that are new."""
        before, self._nodes = self._nodes, self._calls.answer(lambda: ClusterNodes.of(self._ray))
        self._messages += self._nodes.changes_since(before)
        self._next_look = monotonic() + LOOK_EVERY
        wanted = self._nodes.cores if self._jobs == EVERY_CORE else self._jobs
        for _ in range(len(self._cores), wanted):
            core = _Core(self._calls.answer(self._actor.remote), self._calls)
            self._cores[core.ask()] = core

    def kill_all(self, workers: Iterable[Worker]) -> None:
        for worker in list(workers):
            worker.kill()

    def capacity(self, jobs: int) -> int:
        return min(jobs, len(self._ready()))

    def _ready(self) -> list[_Core]:
        return [core for core in self._cores.values() if core.ready]

    def memory(self, given: int | None, jobs: int) -> int:
        """Bytes for each worker, of half of its machine's memory or of the given limit."""
        return self._nodes.memory_of_a_worker(given, jobs)

    def describe(self) -> str:
        ready = self._ready()
        nodes = len({core.node for core in ready})
        return f"{plural(nodes, 'node')}, {plural(len(ready), 'core')}"

    def messages(self) -> list[str]:
        lost = [self._nodes.lost_cores(node, cores) for node, cores in self._lost.items()]
        messages, self._messages = [*lost, *self._messages], []
        self._lost.clear()
        return messages

    def close(self) -> None:
        """End all actors, also those that Ray has not started yet."""
        for core in self._cores.values():
            self._end(core)
        self._cores.clear()
        self._calls.close()

    def _end(self, core: _Core) -> None:
        with suppress(self._ray.exceptions.RayError, ValueError, ClusterLost):
            self._calls.answer(lambda: self._ray.kill(core.actor))


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster, by its address: 'auto' is the cluster that this machine belongs to."""

    address: str

    def connect(self) -> None:
        """Connect to the cluster; InputError if it cannot be used."""
        connected(self.address)

    @contextmanager
    def open(self, jobs: int) -> Iterator[ClusterCores]:
        cores = ClusterCores(connected(self.address), jobs, self.address)
        try:
            yield cores
        finally:
            cores.close()

    def cores(self, jobs: int) -> int:
        """The number of cores that the cluster has now, at most `jobs`."""
        ray = connected(self.address)
        calls = RayCalls(ray, self.address)
        nodes = calls.answer(lambda: ClusterNodes.of(ray))
        calls.close()
        return min(jobs, max(1, nodes.cores))
