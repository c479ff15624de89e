"""Write proofs, check them, and damage them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Finished, Found, Searched
from lifesearch.core.question import PatternQuery, Task
from lifesearch.engines.sat.solving.configuration import NOTHING_FIXED, Configuration, FixedSettings
from lifesearch.engines.sat.solving.enumerate import Exhausted
from lifesearch.proofs import layout
from lifesearch.proofs.check import ProofReport, check
from lifesearch.proofs.folder import ProofFolder, with_proof
from lifesearch.proofs.writer import ProvingService
from lifesearch.running.options import RunOptions
from tests.searching import search_events


def prove(
    query: PatternQuery,
    folder: Path,
    fixed: FixedSettings = NOTHING_FIXED,
    *,
    jobs: int = 1,
    count: int | None = None,
    compress: bool = False,
) -> list[Event]:
    """Search with a proof; return the events that matter."""
    options = RunOptions(count, jobs, fixed)
    options = with_proof(query, options, str(folder), compress=compress)
    events = search_events(query, options)
    return [event for event in events if isinstance(event, Found | Finished)]


def prove_here(query: Any, folder: Path, how: Configuration, depth: int = 0) -> list[Answer]:
    """The same in this process, which is sooner begun: one part after another."""
    found: dict[Any, Answer] = {}

    def events() -> Iterator[Event]:
        search = ProvingService(query, folder, compress=False).task_function()
        for part in query.parts(depth):
            best = min(map(query.cost, found.values())) if query.objective and found else None
            if best is not None and query.cannot_improve(part, best):
                break
            known = [*found.values()] if query.objective else []
            for report in search(Task(part, how, known)):
                if isinstance(report, list):
                    new = {query.key(a): a for a in report if query.key(a) not in found}
                    found.update(new)
                    yield Found(part, tuple(new.values()))
                elif isinstance(report, Exhausted):
                    yield Searched(part, report.conflicts, report.proof)
        yield Finished(len(found), 0, exhausted=True)

    for _ in ProofFolder(folder).record(query, RunOptions(None, 1), events()):
        pass
    return [*found.values()]


def manifest(folder: Path) -> Any:
    return json.loads((folder / layout.MANIFEST).read_text())


def sign(folder: Path, **changes: Any) -> None:
    """Change the manifest, and let it vouch for the files as they are now."""
    values = manifest(folder) | changes
    values["files"] = {name: layout.digest(folder / name) for name in values["files"]}
    (folder / layout.MANIFEST).write_text(json.dumps(values))


def refusal(folder: Path) -> str:
    """Why a proof does not check; there is a reason, in one line."""
    report = check(folder)
    assert not report.valid
    assert report.reason
    assert "\n" not in report.reason
    return report.reason


def checked(folder: Path) -> ProofReport:
    """The report of a proof that checks."""
    report = check(folder)
    assert report.valid, report.reason
    return report
