"""`lifesearch check`: is this a proof?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from lifesearch.cli.parameters import argument
from lifesearch.exit_status import ExitStatus
from lifesearch.options.table import Options
from lifesearch.text import plural

SECONDS = 10


def check(
    folder: Annotated[str, argument("DIR", "A folder written by --proof.")], options: Options
) -> None:
    """Check a proof written by a search."""
    from lifesearch.proofs.check import check as check_proof
    from lifesearch.ui.terminal.console import Printer

    messages = Printer(stderr=True)
    report = check_proof(Path(folder), _now_and_then(messages.print))
    if not report:
        messages.print(f"lifesearch: the proof in {folder} does not check: {report.reason}")
        raise typer.Exit(ExitStatus.NONE)
    checkers = ", ".join(report.checkers)
    by = f", by {checkers}" if checkers else ""
    Printer().print(report.claim)
    Printer().print(f"checked: {plural(report.parts, 'part')}{by}")
    if report.written:
        messages.print(f"note: the folder words its claim differently: {report.written}")
    for kind, count in report.trusted:
        Printer().print(f"the formula was trusted for {plural(count, 'clause')} {kind}")


def _now_and_then(say: Callable[[str], None]) -> Callable[[str], None]:
    """Pass on at most one sentence in ten seconds."""
    last = monotonic()

    def quietly(sentence: str) -> None:
        nonlocal last
        if monotonic() - last > SECONDS:
            last = monotonic()
            say(sentence)

    return quietly
