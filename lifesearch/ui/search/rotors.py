"""Show a search for all rotors of a window: a table of their periods at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from lifesearch.exit_status import ExitStatus
from lifesearch.queries.answer import Answer
from lifesearch.queries.rotors import RotorAnswer
from lifesearch.queries.rotors.frame import film
from lifesearch.queries.rotors.query import PeriodRow, in_order, rows_of
from lifesearch.running.events import Finished
from lifesearch.running.options import Checkpoint
from lifesearch.text import plural
from lifesearch.ui.files import standard_output
from lifesearch.ui.report import line_of, write
from lifesearch.ui.search.answer_report import AnswerReport
from lifesearch.ui.search.view import PatternSearchView, number_found
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.table import broken, columns

HEADINGS = ("period", "rotors", "with a stator", "smallest rotor", "smallest stator")


class RotorView(PatternSearchView):
    """Collects rotors, and writes the oscillators among them."""

    tabulates = True

    def __init__(self, *asked: Any) -> None:
        super().__init__(*asked)
        self.heading = self.query.title
        self.verdict.count = None  # it is a table of all
        self.rotors: list[RotorAnswer] = []
        self._complete = False

    def about(self) -> Sequence[str]:
        return super().about()[1:]  # what is asked was printed

    def known_before(self, checkpoint: Checkpoint) -> str:
        return f"{number_found(checkpoint):,} found" if checkpoint.found else ""

    def wanted(self, answers: Sequence[Any]) -> Sequence[Answer]:
        return oscillators(answers)

    def show_answers(self, answers: tuple[Answer, ...], before: int) -> None:
        """Keep rotors for the table, and write those that have a frame."""
        self.rotors += [answer for answer in answers if isinstance(answer, RotorAnswer)]
        super().show_answers(answers, before)

    def conclude(self, end: Finished) -> ExitStatus:
        self._complete = end.exhausted
        self.announce(end)
        return ExitStatus.FOUND if self.rotors else ExitStatus.NONE

    def finish(self, status: ExitStatus) -> None:
        """Print the table, or all rotors for other programs."""
        if self.how.form is None or self.how.output is not None:
            console = Printer()
            width = console.width if console.is_terminal else None
            for line in rotor_table(rows_of(self.rotors), width, complete=self._complete):
                console.print(Text(line))
            return
        with standard_output() as out:
            out.writelines(listed(self.rotors, self.how.form))


View = RotorView


def oscillators(answers: Sequence[object]) -> list[RotorAnswer]:
    """Those that have a frame."""
    return [a for a in answers if isinstance(a, RotorAnswer) and a.exists]


def rotor_table(
    rows: Sequence[PeriodRow], width: int | None = None, *, complete: bool = True
) -> list[str]:
    """How many rotors there are of each period, and the smallest that is in an oscillator.

    If it is not `complete`, what is said of all rotors of a period is about those found so far.
    """
    if not rows:
        return []
    lines = columns([HEADINGS, *map(_cells, rows)], numbers=1)
    for row in rows:
        for sentence in _notes(row, complete=complete):
            lines += broken(sentence, width)
    return lines


def period_sentences(rows: Sequence[PeriodRow], *, complete: bool) -> list[str]:
    """The rows of the table in sentences."""
    sentences = []
    for row in rows:
        sentences.append(
            f"period {row.period}: {plural(row.rotors, 'rotor')}, {row.framed:,} with a stator"
        )
        sentences += _notes(row, complete=complete)
    return sentences


def _cells(row: PeriodRow) -> tuple[str, ...]:
    best = row.smallest
    if best is None:
        return str(row.period), f"{row.rotors:,}", f"{row.framed:,}", "", ""
    live = len(best.frame.cells or ())
    size = "x".join(map(str, best.rotor.size))
    least = "" if best.frame.least else " or fewer"
    return (
        str(row.period),
        f"{row.rotors:,}",
        f"{row.framed:,}",
        f"{plural(len(best.rotor.cells), 'cell')} in {size}",
        f"{plural(live, 'cell')}{least}",
    )


def _notes(row: PeriodRow, *, complete: bool) -> list[str]:
    """What is known of a period beside its oscillators."""
    notes = []
    which = "it" if row.rotors == 1 else "any of them"
    if not complete:
        which = "the one found so far" if row.rotors == 1 else "any of those found so far"
    if row.rotors and not row.framed and not row.undecided:
        notes.append(
            f"period {row.period}: proved: no stator of any size fits "
            f"{which} "
            f"(considering {plural(row.rings, 'ring')} of cells)"
        )
    if row.undecided:
        notes.append(
            f"period {row.period}: undecided whether a stator fits {row.undecided:,} of them"
        )
    if row.composite:
        fits = "with a stator" if row.combined else "without a stator"
        count = row.combined or row.composite
        notes.append(
            f"period {row.period}, not counted: {plural(count, 'combination')} of rotors of "
            f"shorter periods, {fits}"
        )
    return notes


def listed(rotors: Sequence[RotorAnswer], form: str) -> list[str]:
    """All rotors for other programs, one after another: as patterns, those with a frame."""
    ordered = in_order(rotors)
    if form in ("json", "csv"):
        return [line_of(facts(each), form, first=not number) for number, each in enumerate(ordered)]
    reports = [AnswerReport.of(each) for each in oscillators(ordered)]
    return [write(report, form, first=not number) for number, report in enumerate(reports)]


def facts(answer: RotorAnswer) -> dict[str, object]:
    rotor, frame = answer.rotor, answer.frame
    framed = frame.cells is not None
    report = AnswerReport.of(answer).facts(["population", "rle", "apgcode"]) if framed else {}
    return {
        "rotor": rotor.name,
        "phases": str(rotor),
        "period": rotor.period,
        "width": rotor.size[0],
        "height": rotor.size[1],
        "cells": len(rotor.cells),
        "composite": rotor.composite,
        "stator": answer.verdict,
        "rings": frame.rings,
        "least": frame.least,
        "population": report.get("population"),
        "rule": str(answer.rule),
        "rle": report.get("rle"),
        "apgcode": report.get("apgcode"),
        "film": film(rotor, frame.rings) if answer.verdict == "none" else None,
    }
