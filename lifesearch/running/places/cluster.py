"""Work runs on a Ray cluster: each of its cores is a seat, which runs workers (`seat`).

For a search as many seats are asked for as the cluster has cores, or as are wanted. Ray finds a
core for each, and starts it there; those that have to wait are used as soon as there is room, and
so is a machine that joins the cluster. A seat that is lost takes its workers with it: they are
reported dead, and what they were at is given to others by the coordinator, as it would be here.

The coordinator always waits for the reports of all seats: one call is open to each of them. So
what it costs to feed a worker is one call for each bundle of its reports and one for each task.
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

from lifesearch.errors import ClusterLost, LifesearchError
from lifesearch.limits import EVERY_CORE
from lifesearch.running.places.connection import RayCalls, connected
from lifesearch.running.places.seat import Seat
from lifesearch.running.places.team import KILL, SEND, START
from lifesearch.running.places.versions import difference, versions
from lifesearch.running.process import Died, Service, Worker
from lifesearch.text import plural

# The machines of a Ray cluster, as they are at some moment


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
        return (
            f"note: {plural(seats, 'core')} of the machine {self.name(number)} "
            f"{'is' if seats == 1 else 'are'} lost; the work is repeated elsewhere"
        )


def cause_of_death(error: Exception, node: str) -> Died:
    """Why a seat on a machine has ended: Ray reports if it was for lack of memory."""
    if any(words in str(error) for words in OUT_OF_MEMORY):
        return Died("ran out of memory")
    return Died(f"was on {node}, which is lost", blameless=True)


LOOK_EVERY = 2.0
SHORTEST_PAUSE = 0.5
MOST_REPORTS = 500
"""So many reports of progress in a second, from all workers, are enough to be read."""
MOST_REFUSALS = 10
"""So many seats may be refused, one after another and with none ready, before it is given up."""


@dataclass(eq=False)
class _Seat:
    """A seat as the coordinator knows it: where it is is known when it is ready."""

    actor: Any
    calls: RayCalls
    node: str = ""
    ready: bool = False
    workers: dict[int, RemoteWorker] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)

    def tell(self, what: str, worker: int, letter: bytes = b"") -> None:
        """Have its team do something; that it is done is not waited for."""
        number = next(self.numbers)
        self.calls.begin(lambda: self.actor.tell.remote(number, (what, worker, letter)))

    def ask(self) -> Any:
        """Wait for its reports, or until it is ready: the call that it will answer."""
        method = self.actor.reports if self.ready else self.actor.where
        return self.calls.answer(method.remote)


class RemoteWorker(Worker):
    """A worker process of a seat."""

    def __init__(self, seat: _Seat, number: int, node: str) -> None:
        self.seat, self.number, self.node = seat, number, node
        self.reports: deque[bytes | Died] = deque()
        self.killed = False

    def _send(self, message: Any) -> None:
        self.seat.tell(SEND, self.number, pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def receive_bytes(self) -> bytes | Died:
        return self.reports.popleft()

    def kill(self) -> None:
        self.killed = True
        if self.seat.workers.pop(self.number, None) is not None:
            self.seat.tell(KILL, self.number)


class Seats:
    """The seats of one search: the workplace that its coordinator knows."""

    def __init__(self, ray: Any, jobs: int, address: str) -> None:
        self._ray, self._jobs = ray, jobs
        self._calls = RayCalls(ray, address)
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Seat)
        self._numbers = count()
        self._seats: dict[Any, _Seat] = {}  # by the calls that they have not answered
        self._unheard: list[RemoteWorker] = []  # once for each report
        self._nodes = ClusterNodes()
        self._refused: set[str] = set()
        self._refusals = 0
        self._news: list[str] = []
        self._lost: Counter[str] = Counter()
        self._next_look = 0.0
        self._look()

    def start(self, service: Service) -> RemoteWorker:
        seat = min(self._ready(), key=lambda each: len(each.workers))
        worker = RemoteWorker(seat, next(self._numbers), self._nodes.name(seat.node))
        seat.workers[worker.number] = worker
        pause = max(SHORTEST_PAUSE, len(self._seats) / MOST_REPORTS)
        letter = pickle.dumps((service, pause), pickle.HIGHEST_PROTOCOL)
        seat.tell(START, worker.number, letter)
        return worker

    def reporting(self, workers: Iterable[Any], seconds: float) -> Iterator[Any]:
        """Those who have something to report, once for each report."""
        wanted = set(workers)
        self._listen(0 if any(worker in wanted for worker in self._unheard) else seconds)
        heard, self._unheard = self._unheard, []
        for worker in heard:
            if worker in wanted:
                yield worker
            elif not worker.killed:
                self._unheard.append(worker)

    def _listen(self, seconds: float) -> None:
        """Take all answers that there are, or wait for the first one."""
        if monotonic() >= self._next_look:
            self._look()
        asked = list(self._seats)
        for answer in self._calls.answer(lambda: self._answered(asked, seconds), seconds):
            seat = self._seats.pop(answer)
            try:
                said = self._calls.answer(partial(self._ray.get, answer))
            except self._ray.exceptions.RayError as error:
                self._lose(seat, error)
            else:
                self._take(seat, said)

    def _answered(self, asked: list[Any], seconds: float) -> list[Any]:
        answered, _ = self._ray.wait(asked, timeout=seconds)
        if answered and len(asked) > 1:
            answered, _ = self._ray.wait(asked, num_returns=len(asked), timeout=0)
        return list(answered)

    def _take(self, seat: _Seat, said: Any) -> None:
        """Keep the reports of a seat, or know that it is ready; ask it again."""
        if seat.ready:
            for number, report in said:
                if number in seat.workers:
                    seat.workers[number].reports.append(report)
                    self._unheard.append(seat.workers[number])
        else:
            seat.node, there = said
            if other := difference(there, versions()):
                self._refuse(seat, f"has {other}")
                return
            seat.ready, self._refusals = True, 0
        self._seats[seat.ask()] = seat

    def _lose(self, seat: _Seat, error: Exception) -> None:
        """All workers of a seat are dead; unless it was for lack of memory, none is to blame.

        That the machine is gone, if it is, Ray knows only later.
        """
        if not seat.ready:
            self._refuse(seat, f"cannot run a worker: {' '.join(str(error).split())[-300:]}")
            return
        self._end(seat)
        self._lost[seat.node] += 1
        died = cause_of_death(error, self._nodes.name(seat.node))
        for worker in seat.workers.values():
            worker.reports.append(died)
            self._unheard.append(worker)
        seat.workers.clear()

    def _refuse(self, seat: _Seat, why: str) -> None:
        """Do without a seat; without all of them, if none is any good."""
        self._end(seat)
        self._refusals += 1
        if self._refusals >= MOST_REFUSALS and not self._ready():
            raise LifesearchError(f"a machine of the cluster {why}")
        if why not in self._refused:
            self._refused.add(why)
            self._news.append(f"note: a machine of the cluster is not used, since it {why}")

    def _look(self) -> None:
        """See which machines there are, and ask for seats on them."""
        before, self._nodes = self._nodes, self._calls.answer(lambda: ClusterNodes.of(self._ray))
        self._news += self._nodes.changes_since(before)
        self._next_look = monotonic() + LOOK_EVERY
        wanted = self._nodes.cores if self._jobs == EVERY_CORE else self._jobs
        for _ in range(len(self._seats), wanted):
            seat = _Seat(self._calls.answer(self._actor.remote), self._calls)
            self._seats[seat.ask()] = seat

    def kill_all(self, workers: Iterable[Any]) -> None:
        for worker in list(workers):
            worker.kill()

    def room(self, jobs: int) -> int:
        return min(jobs, len(self._ready()))

    def _ready(self) -> list[_Seat]:
        return [seat for seat in self._seats.values() if seat.ready]

    def memory(self, given: int | None, jobs: int) -> int:
        """The part of each worker in what is free on its machine, or is given on each machine."""
        return self._nodes.memory_of_a_worker(given, jobs)

    def describe(self) -> str:
        ready = self._ready()
        nodes = len({seat.node for seat in ready})
        return f"{plural(nodes, 'node')}, {plural(len(ready), 'core')}"

    def news(self) -> list[str]:
        lost = [self._nodes.lost_seats(node, seats) for node, seats in self._lost.items()]
        news, self._news = [*lost, *self._news], []
        self._lost.clear()
        return news

    def close(self) -> None:
        """End all seats, those too that have not been started yet."""
        for seat in self._seats.values():
            self._end(seat)
        self._seats.clear()
        self._calls.close()

    def _end(self, seat: _Seat) -> None:
        with suppress(self._ray.exceptions.RayError, ValueError, ClusterLost):
            self._calls.answer(lambda: self._ray.kill(seat.actor))


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster, by its address: 'auto' is the one that this machine belongs to."""

    address: str

    def connect(self) -> None:
        """Refuse, in one sentence, what cannot be used; what can is connected to."""
        connected(self.address)

    @contextmanager
    def open(self, jobs: int) -> Iterator[Seats]:
        seats = Seats(connected(self.address), jobs, self.address)
        try:
            yield seats
        finally:
            seats.close()

    def cores(self, jobs: int) -> int:
        """As many as the cluster has now, or as are wanted."""
        ray = connected(self.address)
        calls = RayCalls(ray, self.address)
        nodes = calls.answer(lambda: ClusterNodes.of(ray))
        calls.close()
        return min(jobs, max(1, nodes.cores))
