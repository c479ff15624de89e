"""All searches of a folder: they are asked, run, stopped and continued.

`server` calls the methods of `Searches`. `connection` listens for changes.

Each search has a folder of its own, in which a worker process (`worker`) writes its session. What
the page shows is made of the worker's messages. A search that was running when the server ended,
even if it was killed, continues at the next start.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.common.limits import MOST_STUDIO_RUNS, MOST_STUDIO_SEARCHES
from lifesearch.doors.studio.asking.feedback import title_of
from lifesearch.doors.studio.asking.query import plan_of, steps_of
from lifesearch.doors.studio.asking.question import PageQuestion
from lifesearch.doors.studio.work.process import WorkerProcess
from lifesearch.doors.studio.work.search import (
    FAILED,
    RUNNING,
    STOPPED,
    StudioSearch,
    has_proof,
    last_words,
    read_search,
    save_question,
    save_state,
)
from lifesearch.doors.studio.work.worker import DRAWING
from lifesearch.show.files import naming_file, save

KEEPING = 10.0
"""Seconds of run time after which the state of a running search is saved again."""
_NAME = re.compile(r"[0-9]{4,6}-[a-z0-9-]{1,40}")
"""The names of searches and their folders: see `_made`; others in the folder are left alone."""


class Searches:
    """The searches of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._all: dict[str, StudioSearch] = {}
        self._listeners: set[asyncio.Event] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def __iter__(self) -> Iterator[StudioSearch]:
        """The newest first."""
        return iter(sorted(self._all.values(), key=lambda each: each.number, reverse=True))

    def __getitem__(self, name: str) -> StudioSearch:
        if name not in self._all:
            raise InputError(f"there is no search {name[:60]!r}")
        return self._all[name]

    def listen(self) -> asyncio.Event:
        """An event that is set whenever something changes."""
        event = asyncio.Event()
        self._listeners.add(event)
        return event

    def forget(self, event: asyncio.Event) -> None:
        self._listeners.discard(event)

    async def load(self) -> list[str]:
        """Read the folder, and continue what was running; return notes on what is left out."""
        notes = []
        for path in sorted(self._folder.iterdir()):
            if not _NAME.fullmatch(path.name) or path.is_symlink():
                continue
            try:
                if path.is_dir():
                    self._all[path.name] = read_search(path)
            except (InputError, OSError) as error:
                notes.append(f"note: the search {path.name} is left out: {error}")
        for search in list(self):
            if search.state == RUNNING:
                search.state = STOPPED
                with suppress(InputError):  # which the page shows
                    await self.start(search)
        return notes

    async def ask(self, question: PageQuestion) -> StudioSearch:
        if len(self._all) >= MOST_STUDIO_SEARCHES:
            raise InputError(
                f"there are {MOST_STUDIO_SEARCHES:,} searches: remove some of them first"
            )
        self._require_room()
        plan = await asyncio.to_thread(plan_of, question)
        search = self._made(question, title_of(question, plan.query))
        search.steps = steps_of(plan)
        self._all[search.name] = search
        await self.start(search)
        return search

    def _made(self, question: PageQuestion, title: str) -> StudioSearch:
        """A new folder for a search."""
        last = max((search.number for search in self._all.values()), default=0)
        what = re.sub(r"[^a-z0-9]+", "-", f"{question.kind} {question.positional}".lower())
        # Folders that are there already may be of searches that could not be read.
        for number in range(last + 1, last + 100):
            path = self._folder / f"{number:04d}-{what.strip('-')[:32]}"
            with naming_file(path), suppress(FileExistsError):
                path.mkdir()
                break
        else:
            raise InputError("no folder can be made for another search")
        search = StudioSearch(path.name, path, question, title, round(time()))
        try:
            if question.has_file:
                save(str(path / DRAWING), f"{question.drawn}\n".encode())
            save_question(search)
        except InputError:  # a disk that is full: the next start would find half a search
            shutil.rmtree(path, ignore_errors=True)
            raise
        return search

    def _require_room(self) -> None:
        if sum(search.state == RUNNING for search in self._all.values()) >= MOST_STUDIO_RUNS:
            raise InputError(f"{MOST_STUDIO_RUNS} searches are running: stop one of them first")

    async def start(self, search: StudioSearch, *, more: int = 0) -> None:
        """Run a search, or continue it, for some more answers than it has."""
        if search.state == RUNNING or search.task is not None:
            return
        self._require_room()
        if more and not search.question.wants_all and search.account.found:
            search.question = search.question.wanting(search.account.found + more)
            save_question(search)
        search.state, search.why = RUNNING, ""
        try:
            save_state(search)
            search.worker = await WorkerProcess.start(search.path)
        except InputError as error:
            self._end(search, FAILED, f"it could not be started: {error}")
            raise InputError(f"the search could not be started: {error}") from error
        search.task = asyncio.create_task(self._follow(search, search.worker))
        if search.question.completes and search.board is None:
            with suppress(InputError):  # the search does without it
                search.looker = await WorkerProcess.start(search.path, "--board")
                self._do(self._look(search, search.looker))
        self._changed(search)

    def _end(self, search: StudioSearch, state: str, why: str = "") -> None:
        """Mark the run as ended, even if a full disk keeps its state from being saved."""
        search.worker = search.task = None
        search.state, search.why = state, why
        with suppress(InputError):
            save_state(search)
        self._changed(search)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Let work be done; asyncio alone would not keep its task alive."""
        self._tasks.add(task := asyncio.create_task(work))
        task.add_done_callback(self._tasks.discard)

    async def _look(self, search: StudioSearch, looker: WorkerProcess) -> None:
        """Learn which cells are decided."""

        def take(message: dict[str, Any]) -> None:
            if message.get("type") == "board":
                search.board = message
                self._changed(search)

        await looker.follow(take)
        if search.looker is looker:  # a continued search has another one
            search.looker = None

    async def _follow(self, search: StudioSearch, worker: WorkerProcess) -> None:
        """Take all messages of a worker, until it ends.

        It first sends again all that is in the session. The new account is shown only after that,
        at once; until then the page shows that of the earlier run.
        """
        fresh = search.account.again()
        fresh.started = fresh.clock()
        shown, how, why, kept = False, "", "", 0.0

        def show() -> None:
            nonlocal shown
            if not shown:
                shown = True
                search.account, search.epoch = fresh, search.epoch + 1

        def take(message: dict[str, Any]) -> None:
            nonlocal how, why, kept
            message_type = message.get("type")
            if message_type == "failed":
                why, how = str(message.get("why")), FAILED
            else:
                fresh.take(message)
            if message_type == "end":
                how = str(message.get("how"))
            if message_type in ("begin", "progress", "end"):
                show()
            if shown:
                self._changed(search)
            if fresh.seconds > kept + KEEPING:
                kept = fresh.seconds
                with suppress(InputError):
                    save_state(search)

        try:
            status = await worker.follow(take)
        except Exception as error:
            worker.ask_to_stop()
            how, why, status = FAILED, f"a message of the search was not understood: {error!r}", 0
        # Below 0, a signal has killed it, perhaps as it was too slow to stop: that is no failure.
        if how == "" and status > 0:
            how, why = FAILED, last_words(search.path, status)
        if how not in ("", FAILED):
            show()
        fresh.ended()
        self._end(search, how or STOPPED, why)

    async def stop(self, search: StudioSearch) -> None:
        """Stop a search; what it has found is in its session."""
        worker, task = search.worker, search.task
        if worker is None or task is None:
            return
        if search.looker is not None:
            search.looker.ask_to_stop()
        worker.ask_to_stop()
        await worker.end()
        await asyncio.shield(task)

    async def remove(self, search: StudioSearch) -> None:
        await self.stop(search)
        if search.prover is not None:
            search.prover.ask_to_stop()
            await search.prover.end()
        self._all.pop(search.name, None)
        await asyncio.to_thread(shutil.rmtree, search.path, ignore_errors=True)
        self._ring()

    async def prove(self, search: StudioSearch) -> None:
        """Write the proof for others: search once more, in another process."""
        if search.proof == RUNNING:
            return
        if not search.account.proved:
            raise InputError("nothing is proved yet: wait for the end of the search")
        before, search.proof = search.proof, RUNNING  # first, so that no other call starts one, too
        try:
            search.prover = await WorkerProcess.start(search.path, "--proof")
        except InputError:
            search.proof = before
            raise
        self._changed(search)
        self._do(self._await_proof(search, search.prover))

    async def _await_proof(self, search: StudioSearch, prover: WorkerProcess) -> None:
        said: list[str] = []

        def take(message: dict[str, Any]) -> None:
            if message.get("type") in ("failed", "say"):
                said.append(str(message.get("why") or message.get("words")))

        await prover.follow(take)
        search.prover = None
        ready = await asyncio.to_thread(has_proof, search.path)
        search.proof = "ready" if ready else (said or ["the proof was not finished"])[-1]
        self._changed(search)

    async def close(self) -> None:
        """Stop all workers; what was running goes on at the next start."""
        for search in self._all.values():
            if search.task is not None:
                search.task.cancel()
                with suppress(InputError):
                    save_state(search)
        workers = [
            w for s in self._all.values() for w in (s.worker, s.prover, s.looker) if w is not None
        ]
        for worker in workers:
            worker.ask_to_stop()
        await asyncio.gather(*(worker.end() for worker in workers))

    def _changed(self, search: StudioSearch) -> None:
        search.version += 1
        self._ring()

    def _ring(self) -> None:
        for event in self._listeners:
            event.set()
