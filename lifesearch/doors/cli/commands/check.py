"""`lifesearch check`: check the proof in a folder that `--proof` wrote."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.text import plural
from lifesearch.doors.cli.parameters import argument
from lifesearch.running.option_table import Options

SECONDS_BETWEEN = 10
"""Seconds between two sentences about the progress of a check, and before the first; a choice."""


def check(
    folder: Annotated[str, argument("DIR", "A folder written by --proof.")], options: Options
) -> None:
    """Check a proof written by a search."""
    from lifesearch.proofs.check import check as check_proof
    from lifesearch.show.terminal.console import Printer

    messages = Printer(stderr=True)
    report = check_proof(Path(folder), _at_intervals(messages.print))
    if not report:
        messages.print(f"lifesearch: the proof in {folder} does not check: {report.reason}")
        raise typer.Exit(ExitStatus.NONE)
    checkers = ", ".join(report.checkers)
    by = f", by {checkers}" if checkers else ""
    Printer().print(report.claim)
    Printer().print(f"checked: {plural(report.parts, 'part')}{by}")
    if report.written:
        messages.print(f"note: the folder words its claim differently: {report.written}")
    for reason, count in report.trusted:
        Printer().print(f"the formula was trusted for {plural(count, 'clause')} {reason}")


def _at_intervals(say: Callable[[str], None]) -> Callable[[str], None]:
    """A function that passes on one sentence in SECONDS_BETWEEN at most, and drops the others."""
    last = monotonic()

    def seldom(sentence: str) -> None:
        nonlocal last
        if monotonic() - last > SECONDS_BETWEEN:
            last = monotonic()
            say(sentence)

    return seldom
