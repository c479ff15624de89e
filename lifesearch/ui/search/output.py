"""Where the answers of a search go: the terminal, standard output, a file, or a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from lifesearch.errors import InputError, Spell, in_python
from lifesearch.life.pattern import Box
from lifesearch.queries.answer import Answer
from lifesearch.running.events import Found
from lifesearch.ui import clipboard
from lifesearch.ui.files import AnswerFile, AnswerFolder, checked_path, is_folder, standard_output
from lifesearch.ui.report import PatternReport, suffix_of, write
from lifesearch.ui.search.answer_report import AnswerReport
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.grids import Grids, around
from lifesearch.ui.terminal.table import broken

Output = Callable[[Sequence[Answer], int], None]
"""Takes new answers, and how many there were before them."""


@dataclass(frozen=True)
class Presentation:
    """How answers are wanted: a format (None: drawn), a file or folder, placed where found.

    `numbered` if there may be several; `moving` if progress is shown on a terminal; with
    `partials` the longest partial result of a ship is shown too, if no ship is found; with
    `animate` what was found is played at the end, unless the search was interrupted; with
    `remember` it is added to the user's catalogue; with `copy` it is put on the clipboard; with
    `force` the file may replace another; `spell` writes the names of options in messages. Of soups
    the whole `census` may be wanted alone, or each object that is `all_new`.
    """

    form: str | None = None
    output: str | None = None
    placed: bool = False
    numbered: bool = False
    moving: bool = True
    partials: bool = False
    animate: bool = False
    remember: bool = False
    copy: bool = False
    force: bool = False
    spell: Spell = in_python
    census: bool = False
    all_new: bool = False


@contextmanager
def answer_output(how: Presentation, earlier: tuple[Found, ...]) -> Iterator[Output]:
    """Open the place for answers; `earlier` are those of the session, which are written first."""
    found: list[Answer] = []

    def show(answers: Sequence[Answer], before: int) -> None:
        write_down(answers, before)
        if how.form is None:
            for number, answer in enumerate(answers, start=before + 1):
                draw(AnswerReport.of(answer, how.placed), number if how.numbered else None)
        if how.copy:
            found.extend(answers)

    with _place(how, earlier) as write_down:
        yield show
    if found:
        copy_patterns([AnswerReport.of(answer, how.placed) for answer in found])


def copy_patterns(reports: Iterable[PatternReport]) -> None:
    """Put patterns on the clipboard; what cannot be done is said, and nothing else is lost."""
    try:
        clipboard.copy("".join(write(report, "rle") for report in reports))
    except InputError as error:
        Printer(stderr=True).print(str(error))


@contextmanager
def _place(how: Presentation, earlier: tuple[Found, ...]) -> Iterator[Output]:
    form = how.form or "rle"

    def text(answers: Sequence[Answer], before: int) -> str:
        return "".join(
            write(AnswerReport.of(answer, how.placed), form, first=number == 1)
            for number, answer in enumerate(answers, start=before + 1)
        )

    def print_all(answers: Sequence[Answer], before: int) -> None:
        if how.form is not None:
            with standard_output() as out:
                out.write(text(answers, before))

    if how.output is None or how.output == "-":
        yield print_all
        return
    if is_folder(how.output):
        folder = AnswerFolder(Path(how.output))

        def write_files(answers: Sequence[Answer], before: int) -> None:
            for answer in answers:
                report = AnswerReport.of(answer, how.placed)
                folder.write(report.stem(), suffix_of(form), write(report, form))

        yield write_files
        return

    def beginning() -> str:
        answers = [a for found in earlier for a in found.answers if isinstance(a, Answer)]
        return text(answers, 0)

    log = AnswerFile(checked_path(how.output), beginning, force=how.force)
    try:
        yield lambda answers, before: log.write(text(answers, before))
    finally:
        log.close()


def draw(report: AnswerReport, number: int | None) -> None:
    """Print an answer for a person: what it is, its generations, and the RLE."""
    console, answer = Printer(), report.answer
    title = report.summary() if number is None else f"{number}. {report.summary()}"
    lines = broken(title, console.width if console.is_terminal else None)
    console.print(Text("\n".join(lines), "found"))
    history = answer.history()
    # A pattern that recurs in its place need not be drawn twice.
    back = answer.returns and history[-1] == history[0]
    times = answer.drawn or range(len(history) - back)
    shown = [history[t] for t in times]
    box = around(Box(0, 0, *answer.torus) if answer.torus else history[0].box, shown)
    if box.area:
        frames = [(f"generation {t}", history[t]) for t in times]
        console.print(Grids(frames, box, answer.still_part.cells))
    console.print(Text(write(report, "rle")))
