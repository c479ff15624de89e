"""The answers of a search, for a person or for a pipe, as they are found.

Answers go to standard output, drawn or in a chosen format; everything else goes to
standard error, in exact words: "proved" only after a proof, "gave up" otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from lifesearch.life.pattern import Box
from lifesearch.search.answer import Answer
from lifesearch.search.events import Finished, Found, GaveUp, Progress, Searched
from lifesearch.search.periodic import Periodic
from lifesearch.search.predecessor import Predecessor
from lifesearch.search.runner import run
from lifesearch.show.console import Printer
from lifesearch.show.formats import Format, Record, written
from lifesearch.show.grids import Grids, around
from lifesearch.show.output import Folder, Log, checked, is_folder, standard_output
from lifesearch.show.progress import Ticker
from lifesearch.status import Status

Question = Periodic | Predecessor
Keep = Callable[[Record, int], None]


@dataclass(frozen=True)
class Presentation:
    """How answers are wanted: a format for pipes (None: drawn), a file or folder, in place."""

    form: Format | None = None
    output: str | None = None
    placed: bool = False


def show_search(question: Question, how: Presentation, time_limit: float | None) -> Status:
    """Ask the question, show the answers as they come; return the exit status."""
    messages = Printer(stderr=True)
    boxes = _Boxes(question.describe(), messages, quiet=question.box is not None)
    found = 0
    with _keeping(question, how) as keep, Ticker(messages) as ticker:
        try:
            for event in run(question, time_limit):
                match event:
                    case Progress():
                        ticker.show(event)
                    case Searched():
                        boxes.note(event)
                    case Found(Answer() as answer):
                        found += 1
                        record = Record.of(answer, placed=how.placed)
                        with ticker.hidden():
                            keep(record, found)
                    case Finished():
                        return _conclude(question, event, messages)
                    case GaveUp():
                        known = f"{found:,} found, more unknown" if found else "nothing known"
                        messages.print(f"gave up after {ticker.elapsed:.0f} s: {known}")
                        return Status.GAVE_UP
        except KeyboardInterrupt:
            known = f"{found:,} found" if found else "nothing known"
            messages.print(f"interrupted after {ticker.elapsed:.0f} s: {known}")
            return Status.INTERRUPTED
    raise AssertionError("a run ends with its verdict")


def draw(record: Record, number: int | None) -> None:
    """Print an answer for a person: what it is, its generations, and the RLE."""
    console = Printer()
    console.print(Text(record.summary() if number is None else f"{number}. {record.summary()}"))
    history = record.answer.history()
    # What is back where it was need not be drawn twice.
    shown = history[:-1] if history[-1] == history[0] else history
    box = Box(0, 0, *record.answer.torus) if record.answer.torus else history[0].box
    whole = around(box, shown)
    if whole.area:
        frames = [(f"generation {t}", pattern) for t, pattern in enumerate(shown)]
        console.print(Grids(frames, whole))
    console.print(Text(record.rle()))


def _conclude(question: Question, end: Finished, messages: Printer) -> Status:
    what, where = question.describe(), question.where()
    if not end.found:
        messages.print(f"proved: no {what}{where} ({end.conflicts:,} conflicts)")
        return Status.NONE
    if end.exhausted:
        messages.print(f"{end.found:,} found; proved: no other {what}{where}")
    elif end.undecided:
        messages.print(f"not decided when this was found: boxes of {', '.join(end.undecided)}")
    return Status.FOUND


@dataclass
class _Boxes:
    """Says up to which area boxes are proved empty; long strips alone are not worth a line."""

    what: str
    messages: Printer
    quiet: bool
    area: int = 0
    names: list[str] = field(default_factory=list)
    found: int = 0

    def note(self, event: Searched) -> None:
        """Take in a box that was searched; they come in the order of their areas."""
        width, height = map(int, event.where.split("x"))
        if width * height != self.area:
            self._tell()
            self.area, self.names = width * height, []
        self.names.append(event.where)
        self.found += event.found

    def _tell(self) -> None:
        wide = [name for name in self.names if min(map(int, name.split("x"))) > 2]
        if wide and not self.quiet and not self.found:
            self.messages.print(
                f"proved: no {self.what} in a box of up to {self.area} cells ({', '.join(wide)})"
            )


@contextmanager
def _keeping(question: Question, how: Presentation) -> Iterator[Keep]:
    """What to do with each answer: print it, and keep it where that was asked for."""
    single = question.count == 1
    form = how.form or Format.RLE
    if how.output is None or how.output == "-":
        if how.form is None:
            yield lambda record, number: draw(record, None if single else number)
        else:
            yield lambda record, number: _print(written(record, form, first=number == 1))
        return
    if is_folder(how.output):
        folder = Folder(Path(how.output))

        def keep(record: Record, number: int) -> None:
            suffix = {"life106": "lif"}.get(form, str(form))
            text = written(record, form, first=True)
            folder.write(record.stem(), suffix, text)
            if how.form is None:
                draw(record, None if single else number)

        yield keep
        return
    log = Log(checked(how.output))

    def add(record: Record, number: int) -> None:
        log.write(written(record, form, first=number == 1))
        if how.form is None:
            draw(record, None if single else number)

    try:
        yield add
    finally:
        log.close()


def _print(text: str) -> None:
    with standard_output() as out:
        out.write(text)
