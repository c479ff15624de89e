"""Work runs here: each worker is a child process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from lifesearch.memory import free_memory
from lifesearch.running.process import ChildWorker, Service, kill_all, reporting


@dataclass(frozen=True)
class Here:
    """This machine: it has room for as many processes as are wanted, and is always open."""

    @contextmanager
    def open(self, jobs: int) -> Iterator[Here]:
        yield self

    def cores(self, jobs: int) -> int:
        return jobs

    def start(self, service: Service) -> ChildWorker:
        return ChildWorker(service)

    def reporting(self, workers: Iterable[Any], seconds: float) -> Iterator[Any]:
        return reporting(workers, seconds)

    def kill_all(self, workers: Iterable[Any]) -> None:
        kill_all(workers)

    def room(self, jobs: int) -> int:
        return jobs

    def memory(self, given: int | None, jobs: int) -> int:
        """Each has an equal part of what is given, or of half of what is free."""
        return (given or free_memory() // 2) // jobs

    def describe(self) -> str:
        return ""

    def news(self) -> list[str]:
        return []


HERE = Here()
