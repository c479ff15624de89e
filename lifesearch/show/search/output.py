"""Where the answers of a search go: the terminal, standard output, a file, or a folder.

`view` and the other views open an `answer_output`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from lifesearch.catalogue.names import builtin_name
from lifesearch.common.errors import InputError, Spell, in_python
from lifesearch.common.streams import standard_output
from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.events import Found
from lifesearch.core.report import PatternReport
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.show.report import suffix_of, write
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.fitting import broken
from lifesearch.show.terminal.grids import Grids, around

MOST_DRAWN_CELLS = 40_000
"""Cells of the largest box that is drawn as an answer: 200 x 200 fill some screens. A choice."""

Output = Callable[[Sequence[Answer], int], None]
"""Receives new answers, and the number of those before them."""
_Writer = Callable[[Sequence[PatternReport], int], None]
"""Receives the reports of patterns to write, and the number of those before them."""


@dataclass(frozen=True)
class Presentation:
    """How answers are wanted: a format (None: drawn), a file or folder, `placed` where found.

    `numbered` if there may be several; `moving` if progress is shown on a terminal; with
    `partials` the longest partial result of a ship is shown too, if no ship is found; with
    `animate` what was found is played at the end, unless the search was interrupted; with
    `remember` it is added to the user's catalogue; with `copy` it is put on the clipboard; with
    `force` the file may replace another; `spell` writes the names of options in messages. `census`
    is for the whole census alone, `all_new` for every object of it that is in no catalogue. Of the
    closest predecessor, `gif`, `svg` and `png` are files for pictures.
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
    gif: str | None = None
    svg: str | None = None
    png: str | None = None
    spell: Spell = in_python
    census: bool = False
    all_new: bool = False


@contextmanager
def answer_output(presentation: Presentation, earlier: tuple[Found, ...]) -> Iterator[Output]:
    """Open the place for answers; `earlier` are those of the session, which are written first."""
    found: list[Answer] = []

    def show(answers: Sequence[Answer], before: int) -> None:
        reports = [AnswerReport.of(answer, presentation.placed) for answer in answers]
        write_down(reports, before)
        if presentation.form is None:
            for number, report in enumerate(reports, start=before + 1):
                draw(report, number if presentation.numbered else None)
        if presentation.copy:
            found.extend(answers)

    with _place(presentation, earlier) as write_down:
        yield show
    if found:
        copy_patterns([AnswerReport.of(answer, presentation.placed) for answer in found])


def write_partial(presentation: Presentation, report: PatternReport) -> None:
    """Draw or write a partial result as an answer would be; there must be no answers beside it."""
    with _place(presentation) as write_down:
        write_down([report], 0)
    if presentation.form is None:
        console = Printer()
        console.print(Text(report.summary()))
        console.print(Text(report.pattern.picture()))
        console.print(Text(write(report, "rle")))


def copy_patterns(reports: Iterable[PatternReport]) -> None:
    """Put patterns on the clipboard; a failure is only reported, so that no answer is lost."""
    from lifesearch.show import clipboard

    try:
        clipboard.copy("".join(write(report, "rle") for report in reports))
    except InputError as error:
        Printer(stderr=True).print(str(error))


class _ReportWhenNew(AnswerReport):
    """A report as it was written before the pattern was added to the user's catalogue."""

    def name_of(self, code: str | None) -> str | None:
        return builtin_name(code, LIFE if self.answer.works_in(LIFE) else self.rule)


@contextmanager
def _place(presentation: Presentation, earlier: tuple[Found, ...] = ()) -> Iterator[_Writer]:
    """Open the file or folder of answers; without one, a chosen format goes to standard output.

    InputError if the file has another text and is not to be replaced. The events of a session begin
    with those of earlier runs, so their answers are written again: a file has them already, as
    `written`, and a folder knows how many they are. Answers that are drawn are not written here.
    """
    form = presentation.form or "rle"
    written: list[str] = []  # the answers of earlier runs, as the file has them

    def text(reports: Sequence[PatternReport], before: int) -> str:
        return "".join(
            written[number] if number < len(written) else write(report, form, first=not number)
            for number, report in enumerate(reports, start=before)
        )

    def print_all(reports: Sequence[PatternReport], before: int) -> None:
        if presentation.form is not None:
            with standard_output() as out:
                out.write(text(reports, before))

    if presentation.output is None or presentation.output == "-":
        yield print_all
        return
    from lifesearch.show.files import (
        AnswerFile,
        AnswerFolder,
        checked_path,
        is_folder,
        naming_file,
    )

    if is_folder(presentation.output):
        number = sum(len(event.answers) for event in earlier)
        folder = AnswerFolder(Path(presentation.output), earlier=number)

        def write_files(reports: Sequence[PatternReport], before: int) -> None:
            for report in reports:
                folder.write(report.stem(), suffix_of(form), write(report, form))

        yield write_files
        return

    def beginning() -> str:
        """The text of the earlier answers, with the names that they have in the file."""
        with naming_file(path):
            there = path.read_bytes().decode(errors="replace")
        place = 0
        for number, answer in enumerate(answer for event in earlier for answer in event.answers):
            made = write(AnswerReport.of(answer, presentation.placed), form, first=not number)
            if not made.startswith(there[place : place + len(made)]):
                new = write(_ReportWhenNew.of(answer, presentation.placed), form, first=not number)
                made = new if new.startswith(there[place : place + len(new)]) else made
            written.append(made)
            place += len(made)
        return "".join(written)

    path = checked_path(presentation.output)
    log = AnswerFile(path, beginning, force=presentation.force)
    try:
        yield lambda reports, before: log.write(text(reports, before))
    finally:
        log.close()


def draw(report: AnswerReport, number: int | None) -> None:
    """Print an answer for a person: its description, its generations, and the RLE."""
    console, answer = Printer(), report.answer
    title = report.summary() if number is None else f"{number}. {report.summary()}"
    lines = broken(title, console.width if console.is_terminal else None)
    console.print(Text("\n".join(lines), "found"))
    shown = _generations(answer)
    wrong = answer.wrong_cells or Pattern.of(())
    patterns = [*shown.values(), wrong]  # cells that should live may be far from all that do
    box = around(Box(0, 0, *answer.torus) if answer.torus else patterns[0].box, patterns)
    if box.area > MOST_DRAWN_CELLS:
        console.print(Text(f"{box.width:,} x {box.height:,} cells: too large to draw here"))
    elif box.area and console.is_terminal and box.width > console.width:
        from lifesearch.show.terminal.small import print_small

        print_small(shown, box, console)
    elif box.area:
        frames = [(f"generation {t}", pattern) for t, pattern in shown.items()]
        console.print(Grids(frames, box, answer.still_part.cells, wrong.cells))
    console.print(Text(write(report, "rle")))


def _generations(answer: Answer) -> dict[int, Pattern]:
    """The generations that are drawn, by their numbers."""
    if answer.drawn:
        history = answer.universe.history(answer.pattern, max(answer.drawn))
        return {t: history[t] for t in answer.drawn}
    history = answer.history()
    # A pattern that recurs in its place need not be drawn twice.
    back = answer.returns and history[-1] == history[0]
    return dict(enumerate(history[: len(history) - back]))
