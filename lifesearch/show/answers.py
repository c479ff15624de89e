"""The answers of a search, for a person or for a pipe, as they are found.

Answers go to standard output, drawn or in a chosen format; everything else goes to
standard error, in exact words: "proved" only after a proof, "gave up" otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.text import Text

from lifesearch.errors import InputError
from lifesearch.life.pattern import Box
from lifesearch.search.answer import Answer
from lifesearch.search.events import Finished, Found, GaveUp, Progress, Searched
from lifesearch.search.periodic import Periodic
from lifesearch.search.predecessor import Predecessor
from lifesearch.search.runner import run
from lifesearch.show.formats import Format, Record, written
from lifesearch.show.grids import Grids, around
from lifesearch.show.progress import Ticker

FOUND, NONE, GAVE_UP, INTERRUPTED = 0, 1, 3, 130


@dataclass(frozen=True)
class Presentation:
    """How answers are wanted: a format for pipes (None: drawn), and a file or folder."""

    form: Format | None = None
    path: Path | None = None


def show_search(
    question: Periodic | Predecessor, how: Presentation, time_limit: float | None
) -> int:
    """Ask the question, show the answers as they come; return the exit status."""
    messages = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    boxes = _Boxes(question.describe(), messages, quiet=question.box is not None)
    found = 0
    with _keeping(question, how) as keep, Ticker(messages) as ticker:
        try:
            for event in run(question, time_limit):
                match event:
                    case Progress():
                        ticker.show(event)
                    case Found(Answer() as answer):
                        boxes.flush()
                        found += 1
                        keep(Record.of(answer, question.describe()), found)
                    case Searched():
                        boxes.note(event)
                    case Finished():
                        boxes.flush()
                        return _conclude(question, event, messages)
                    case GaveUp(_, reason):
                        boxes.flush()
                        known = _so_far(found)
                        messages.print(f"gave up after {ticker.elapsed:.0f} s: {known}; {reason}")
                        return FOUND if found and question.count == found else GAVE_UP
        except KeyboardInterrupt:
            boxes.flush()
            messages.print(f"interrupted after {ticker.elapsed:.0f} s: {_so_far(found)}")
            return INTERRUPTED
    raise AssertionError("a run ends with its verdict")


def draw(record: Record, console: Console, number: int | None) -> None:
    """Print an answer for a person: grids, a summary, and the RLE."""
    history = record.answer.history()
    box = Box(0, 0, *record.answer.torus) if record.answer.torus else history[0].box
    frames = [(f"generation {t}", pattern) for t, pattern in enumerate(history)]
    heading = record.title if number is None else f"{number}. {record.title}"
    console.print(Text(heading))
    console.print(Grids(frames, around(box, history)), soft_wrap=True)
    console.print(Text(record.summary()))
    console.print(Text(record.rle()), soft_wrap=True)


@dataclass
class _Boxes:
    """Says which boxes are proved empty: a line for all boxes of one area."""

    what: str
    messages: Console
    quiet: bool
    area: int = 0
    names: list[str] = field(default_factory=list)

    def note(self, event: Searched) -> None:
        width, height = map(int, event.where.split("x"))
        if width * height != self.area:
            self.flush()
        self.area = width * height
        if not event.found and not self.quiet:
            self.names.append(event.where)

    def flush(self) -> None:
        if self.names:
            self.messages.print(f"proved: no {self.what} in a {_listed(self.names)} box")
        self.names = []


@contextmanager
def _keeping(question: Periodic | Predecessor, how: Presentation) -> Iterator[_Keep]:
    single = question.count == 1
    if how.path is None:
        yield _Keep(how.form, sys.stdout, None, single)
    elif how.path.is_dir() or str(how.path).endswith("/"):
        with _named(how.path):
            how.path.mkdir(parents=True, exist_ok=True)
        yield _Keep(how.form, None, how.path, single)
    else:
        existed = how.path.exists()
        with _named(how.path):
            file = how.path.open("a", encoding="utf-8")
        with file:
            keep = _Keep(how.form, file, None, single, filed=True)
            yield keep
        if not existed and not keep.written:
            how.path.unlink()


@dataclass
class _Keep:
    """Writes answers where they are wanted, each at once."""

    form: Format | None
    file: TextIO | None
    folder: Path | None
    single: bool
    filed: bool = False
    written: int = 0

    def __call__(self, record: Record, number: int) -> None:
        if self.form is None:
            console = Console(highlight=False, markup=False)
            draw(record, console, None if self.single else number)
            sys.stdout.flush()
        form = self.form or Format.RLE
        if self.folder is not None:
            suffix = {"life106": "lif"}.get(form, form)
            name = record.title.replace(" ", "-").replace("/", "")
            path = self.folder / f"{name}-{number:04}.{suffix}"
            with _named(path):
                path.write_text(written(record, form, first=True), encoding="utf-8")
        elif self.file is not None and (self.form is not None or self.filed):
            if self.filed and not self.written and self.file.seekable():
                self.file.truncate(0)
            self.file.write(written(record, form, first=not self.written))
            self.file.flush()
        self.written += 1


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def _conclude(question: Periodic | Predecessor, end: Finished, messages: Console) -> int:
    what = question.describe()
    box = "" if question.box is None else f" in a {question.box[0]}x{question.box[1]} box"
    if not end.found:
        messages.print(f"proved: no {what}{box} ({end.conflicts:,} conflicts)")
        return NONE
    if end.exhausted:
        messages.print(f"{_so_far(end.found)}; proved: no other {what}{box}")
    return FOUND


def _so_far(found: int) -> str:
    return f"{found:,} found" if found else "nothing found"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
