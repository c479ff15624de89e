"""The answers of a search, for a person or for a pipe, as they are found.

Answers go to standard output, drawn or in a chosen format; everything else goes to
standard error, in exact words: "proved" only after a proof, "gave up" otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from lifesearch.exit_status import Status
from lifesearch.formats.detect import write_rle
from lifesearch.life.pattern import Box
from lifesearch.queries.answer import Answer
from lifesearch.running.events import Finished, Found, Partial, Searched
from lifesearch.running.options import RunOptions
from lifesearch.running.run import run
from lifesearch.running.verdict import Verdict, named
from lifesearch.text import plural
from lifesearch.ui.files import Folder, Log, checked_path, is_folder, standard_output
from lifesearch.ui.follow import Partials, follow
from lifesearch.ui.record import CatalogueRecorder, note_trouble
from lifesearch.ui.report import Format, Record, format_record
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.grids import Grids, around

if TYPE_CHECKING:  # a search without a session need not load all that sessions are made of
    from lifesearch.queries.base import PatternQuery as Query
    from lifesearch.session.file import Session

Keep = Callable[[list[Record], int], None]

MOST_PLAYED = 10_000


@dataclass(frozen=True)
class Presentation:
    """How answers are wanted: a format for pipes (None: drawn), a file or folder, in place.

    `numbered` if there may be several; `moving` if progress is shown on a terminal; with
    `partials` the longest beginning of a ship is shown too, if nothing better is found; with
    `animate` what was found is played at the end, unless somebody interrupted the search; with
    `remember` it is recorded in one's own catalogue; with `force` the file may replace another.
    """

    form: Format | None = None
    output: str | None = None
    placed: bool = False
    numbered: bool = False
    moving: bool = True
    partials: bool = False
    animate: bool = False
    remember: bool = False
    force: bool = False


def show_search(
    query: Query, run_options: RunOptions, how: Presentation, session: Session | None = None
) -> Status:
    """Ask the question, show the answers as they come; return the exit status."""
    messages = Printer(stderr=True)
    verdict = Verdict(query, run_options.count)
    note_trouble(messages.print)
    memory = CatalogueRecorder(messages.print, query.rule) if how.remember else None
    if session is None:
        events = run(query, run_options)
    else:
        checkpoint = session.checkpoint
        if checkpoint.found or checkpoint.searched:
            before = sum(len(found.answers) for found in checkpoint.found)
            messages.print(
                f"going on with {session.path}: {before:,} found, "
                f"{plural(len(checkpoint.searched), 'part')} searched before"
            )
        events = chain(session.events, session.record(run(query, run_options, checkpoint)))

    def note(event: Found | Searched | Finished) -> None:
        for sentence in verdict.take(event):
            messages.print(sentence)

    def conclude(end: Finished) -> Status:
        note(end)
        return Status.FOUND if verdict.found else Status.NONE

    played: list[Record] = []
    with _keeping(how, session.checkpoint.found if session else ()) as keep:

        def kept(answers: tuple[Answer, ...], before: int) -> None:
            records = [Record(answer, how.placed) for answer in answers]
            if memory:
                memory.record(records)
            keep(records, before)
            if how.animate:
                played.extend(records[: MOST_PLAYED - len(played)])

        partials = Partials(wanted=how.partials)
        status = follow(
            events,
            messages,
            kept,
            conclude,
            note=note,
            partials=partials,
            named=lambda cost: named(query, cost),
            moving=how.moving,
            resumable=f"lifesearch resume {session.path}" if session else "",
        )
    for hint in verdict.hint():
        messages.print(hint)
    if memory:
        memory.conclude()
    if partials.longest and status is not Status.FOUND:
        _show_partial(query, partials.longest)
    if played and status is not Status.INTERRUPTED:
        _play(played)
    return status


def _play(records: list[Record]) -> None:
    from lifesearch.ui.animation import Subject
    from lifesearch.ui.terminal.player import play

    answers = [(record.pattern, record.answer) for record in records]
    play([Subject(p, a.rule, a.torus, goal=a.generations) for p, a in answers])


def _show_partial(query: Query, partial: Partial) -> None:
    name = f"the longest beginning of a {query.describe()}: {plural(partial.rows, 'row')}"
    comments = ["a partial result, not a ship; found by lifesearch"]
    console = Printer()
    console.print(Text(name))
    console.print(Text(partial.pattern.picture()))
    pattern = partial.pattern.normal()
    console.print(Text(write_rle(pattern, query.rule, name=name, comments=comments)))


def draw(record: Record, number: int | None) -> None:
    """Print an answer for a person: what it is, its generations, and the RLE."""
    console = Printer()
    console.print(Text(record.summary() if number is None else f"{number}. {record.summary()}"))
    history = record.answer.history()
    # What is back where it was need not be drawn twice.
    back = record.answer.returns and history[-1] == history[0]
    shown = history[:-1] if back else history
    box = Box(0, 0, *record.answer.torus) if record.answer.torus else history[0].box
    whole = around(box, shown)
    if whole.area:
        frames = [(f"generation {t}", pattern) for t, pattern in enumerate(shown)]
        console.print(Grids(frames, whole))
    console.print(Text(record.rle()))


@contextmanager
def _keeping(how: Presentation, checkpoint: tuple[Found, ...]) -> Iterator[Keep]:
    """What to do with answers, those of the past first: print them, keep them as was asked."""
    form = how.form or Format.RLE

    def texts(records: list[Record], before: int) -> list[str]:
        return [
            format_record(record, form, first=number == 1)
            for number, record in enumerate(records, start=before + 1)
        ]

    def drawn(records: list[Record], before: int) -> None:
        if how.form is None:
            for number, record in enumerate(records, start=before + 1):
                draw(record, number if how.numbered else None)

    if how.output is None or how.output == "-":
        if how.form is None:
            yield drawn
        else:
            yield lambda records, before: _print("".join(texts(records, before)))
        return
    if is_folder(how.output):
        folder = Folder(Path(how.output))

        def keep(records: list[Record], before: int) -> None:
            suffix = {"life106": "lif"}.get(form, str(form))
            for record in records:
                folder.write(record.stem(), suffix, format_record(record, form, first=True))
            drawn(records, before)

        yield keep
        return

    def beginning() -> str:
        answers = [a for found in checkpoint for a in found.answers if isinstance(a, Answer)]
        return "".join(texts([Record(answer, how.placed) for answer in answers], 0))

    log = Log(checked_path(how.output), beginning, force=how.force)

    def add(records: list[Record], before: int) -> None:
        for text in texts(records, before):
            log.write(text)
        drawn(records, before)

    try:
        yield add
    finally:
        log.close()


def _print(text: str) -> None:
    with standard_output() as out:
        out.write(text)
