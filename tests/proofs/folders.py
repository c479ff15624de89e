"""Write proofs, check them, and damage them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from lifesearch.planning.run import search_events
from lifesearch.proofs import layout
from lifesearch.proofs.check import ProofReport, check
from lifesearch.proofs.folder import with_proof
from lifesearch.queries.base import PatternQuery
from lifesearch.running.events import Event, Finished, Found
from lifesearch.running.options import RunOptions
from lifesearch.solving.configuration import NOTHING_FIXED, FixedSettings


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


def without_goal(query: PatternQuery) -> PatternQuery:
    """The same query, where all answers are wanted."""
    constraints = replace(query.constraints, objective=None)
    return replace(query, constraints=constraints)  # type: ignore[type-var]
