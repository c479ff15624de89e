"""A question whose solvers do whatever a test wants: die, sleep, lie."""

import faulthandler
import os
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.synchronize import Event as Event_
from typing import Any

from lifesearch.core.events import Event, Found
from lifesearch.core.question import Divisible, Question, Solvable
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, PartCheckpoint, Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.running.places.here import Processes
from lifesearch.running.process import ChildWorker, Died, Service

BOX = Part((3, 3))
LONG = 1000.0
"""Nobody waits so long, however busy the machine is."""


def keys(query: Question[Any], events: Sequence[Event]) -> list[Hashable]:
    return [query.key(a) for event in events if isinstance(event, Found) for a in event.answers]


def of_kind(kind: type, events: Sequence[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


Deed = Callable[[Part, Configuration], Iterator[Report[str]]]
"""What a solver does; a number that it yields is that of its conflicts so far."""
FIRST, SECOND = Configuration("one"), Configuration("two")


class Silent(ChildWorker):
    """No process, and no reports: a test says what came from it."""

    def __init__(self) -> None:
        pass

    def _send(self, message: object) -> None:
        pass

    def receive_bytes(self) -> Died:
        return Died("is not asked")

    def kill(self) -> None:
        pass


class SilentWorkers(Processes):
    def start(self, service: Service) -> ChildWorker:
        return Silent()


@dataclass(frozen=True)
class Fake(Divisible[str], Solvable):
    """Its solvers do the `deed`, each in a process of its own; its answers are words."""

    formula_words = "nothing, as "
    kind = "knuth"  # any that solvers alone search
    deed: Deed
    boxes: tuple[Part, ...] = (BOX,)
    growing: bool = False

    @property
    def grows(self) -> bool:
        return self.growing

    def configurations(self) -> tuple[Configuration, ...]:
        return FIRST, SECOND

    def parts(self, depth: int) -> Iterator[Part]:
        return iter(self.boxes)

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[str],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[str]]:
        assert isinstance(strategy, Configuration)
        yield from self.deed(part, strategy)

    def describe(self) -> str:
        return "whatever"

    def dimacs(self, part: Part | None, strategy: Configuration) -> Iterator[str]:
        return iter(())

    def key(self, answer: str) -> Hashable:
        return answer


def ended_by(sign: int) -> Deed:
    """Send a signal to its own process, without a report of Python on standard error."""

    def deed(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
        yield 1
        faulthandler.disable()
        os.kill(os.getpid(), sign)
        time.sleep(LONG)

    return deed


def aborts(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
    yield 1
    faulthandler.disable()
    os.abort()


def exits(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
    yield 1
    os._exit(7)


def needs_memory(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
    yield 1
    raise MemoryError


def sleeps(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
    yield 1
    time.sleep(LONG)


def answers(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
    """One answer, and a proof that there is no other."""
    yield 10
    yield [f"{part.box}"]
    yield Exhausted(20)


def first_only(deed: Deed, after: Event_ | None = None) -> Deed:
    """Only the configuration that comes first does it; others answer, after something else."""

    def either(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
        if strategy == FIRST:
            yield from deed(part, strategy)
        else:
            if after is not None:
                after.wait(LONG)
            yield from answers(part, strategy)

    return either


def first_waits(event: Event_, deed: Deed) -> Deed:
    """Does it as soon as something else has happened."""

    def later(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
        event.wait(LONG)
        yield from deed(part, strategy)

    return later


def only_in(bad: Part, deed: Deed) -> Deed:
    """Do it in one part; in the others, answer."""

    def either(part: Part, strategy: Configuration) -> Iterator[Report[str]]:
        yield from deed(part, strategy) if part == bad else answers(part, strategy)

    return either
