"""One search of the studio: its state, and the files of its folder.

`searches` has one for each search of the folder.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.common.shell import command
from lifesearch.doors.studio.asking.question import PageQuestion, command_line
from lifesearch.doors.studio.folder import SEARCHES
from lifesearch.doors.studio.work.process import LOG, WorkerProcess
from lifesearch.doors.studio.work.summary import SearchSummary, seconds_of
from lifesearch.doors.studio.work.worker import DRAWING, PROOF, QUESTION, SESSION, read_question
from lifesearch.show.files import save

STATE = "state.json"
KEPT = "kept.json"
RUNNING, STOPPED, FAILED = "running", "stopped", "failed"


@dataclass
class StudioSearch:
    """A search and its state.

    `path` is its folder, and `created` the time when it was made, in seconds of the Unix epoch.
    `state` is RUNNING, STOPPED or FAILED or, as the worker's last message says, how the run ended;
    `why` says why it failed. `account` is what the page shows of it. A continued search has a new
    account: `epoch` counts them, and answers are sent again from the first on. The `version` grows
    with each change.

    While it runs, `worker` searches, and `task` takes the messages of the worker. `prover` writes
    the proof for others, and `looker` finds the cells that are decided.
    """

    name: str
    path: Path
    question: PageQuestion
    title: str
    created: float
    state: str = STOPPED
    why: str = ""
    account: SearchSummary = field(default_factory=SearchSummary)
    epoch: int = 0
    version: int = 0
    worker: WorkerProcess | None = None
    task: asyncio.Task[None] | None = None
    prover: WorkerProcess | None = None
    looker: WorkerProcess | None = None
    board: dict[str, Any] | None = None
    """The looker's last message: which cells are decided."""
    steps: list[list[str]] = field(default_factory=list)
    """The steps of the plan: see `asking.query.steps_of`."""
    proof: str = ""
    """The proof for others: "running", "ready", why it failed, or empty if none was asked for."""

    @property
    def number(self) -> int:
        """The number at the beginning of its name."""
        return int(self.name.split("-")[0])

    @property
    def command(self) -> str:
        """The equivalent command line, for the chosen folder."""
        place = f"{SEARCHES}/{self.name}"
        return command_line(self.question, f"{place}/{DRAWING}", f"{place}/{SESSION}")

    def card(self, number: object) -> dict[str, Any]:
        """An answer, counted from 0; people count from 1."""
        cards = self.account.cards
        if not isinstance(number, int) or not 0 <= number < len(cards):
            shown = number + 1 if isinstance(number, int) else number
            raise InputError(f"there is no answer {shown!r:.20}")
        return cards[number]

    def summary(self) -> dict[str, Any]:
        """The search's entry in the list; the page advances the clock of a running one itself."""
        return {
            "name": self.name,
            "title": self.title,
            "kind": self.question.kind,
            "state": self.state,
            "found": self.account.found,
            "proved": self.account.proved,
        }

    def view(self) -> dict[str, Any]:
        """The search's state for the page, without the answers."""
        return {
            **self.account.view(),
            **self.summary(),
            "why": self.why,
            "created": self.created,
            "question": self.question.sent,
            "command": self.command,
            "resume": command("resume", Path(SEARCHES, self.name, SESSION)),
            "answers": len(self.account.cards),
            "proof": self.proof,
            "steps": self.steps,
            "board": self.board,
        }


def has_proof(path: Path) -> bool:
    """Whether the proof in a folder is finished."""
    from lifesearch.proofs.layout import FINISHED, MANIFEST

    return _object_in(path / PROOF / MANIFEST).get("status") == FINISHED


def last_words(path: Path, status: int) -> str:
    """Why a worker ended unexpectedly: its exit status, and the last line of its log."""
    words = f"the process of the search ended with status {status}"
    with suppress(OSError):
        lines = (path / LOG).read_text(encoding="utf-8", errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return f"{words}: {said[-1][:200]}" if said else words
    return words


def save_question(search: StudioSearch) -> None:
    save(str(search.path / QUESTION), json.dumps(search.question.sent).encode())


def save_state(search: StudioSearch) -> None:
    """Save the state of a search; if it does not run, also all that the page shows of it.

    The worker of a running one sends that again when it is continued.
    """
    facts = {
        "seconds": round(search.account.seconds, 1),
        "title": search.title,
        "state": search.state,
        "created": search.created,
        "why": search.why,
        "steps": search.steps,
    }
    save(str(search.path / STATE), json.dumps(facts).encode())
    if search.state != RUNNING:
        save(str(search.path / KEPT), json.dumps(search.account.saved()).encode())


def _steps(saved: object) -> list[list[str]]:
    steps = saved if isinstance(saved, list) else []
    return [[str(word) for word in step] for step in steps if isinstance(step, list)]


def _object_in(path: Path) -> dict[str, Any]:
    """The JSON object of a file; empty if it is damaged."""
    with suppress(OSError, ValueError, RecursionError):
        facts = json.loads(path.read_text(encoding="utf-8"))
        return facts if isinstance(facts, dict) else {}
    return {}


def read_search(path: Path) -> StudioSearch:
    """The search in a folder; InputError if its question cannot be read, or asked."""
    question = read_question(path)
    command_line(question)  # an error if the question is not complete
    facts, account = _object_in(path / STATE), SearchSummary.kept(_object_in(path / KEPT))
    account.before = max(account.before, seconds_of(facts))
    created = facts.get("created")
    return StudioSearch(
        path.name,
        path,
        question,
        str(facts.get("title", path.name)),
        created if isinstance(created, int) else 0,
        str(facts.get("state", STOPPED)),
        str(facts.get("why", "")),
        account,
        steps=_steps(facts.get("steps")),
        proof="ready" if has_proof(path) else "",
    )
