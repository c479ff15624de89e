"""Show a search for the closest predecessor: the picture while it becomes better, the best at last.

Every answer is better than the one before, so only the last one is printed or written, at the end,
however the search ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lifesearch.common.errors import OptionError
from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.tables import Table
from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.events import Event, Finished, Found
from lifesearch.core.question import PatternQuery
from lifesearch.life.pattern import Box
from lifesearch.questions.closest.answer import wrong_in_words
from lifesearch.running.options import Checkpoint
from lifesearch.show.report import write
from lifesearch.show.search.output import answer_output
from lifesearch.show.search.progress import Display
from lifesearch.show.search.view import PatternSearchView
from lifesearch.show.terminal.small import lines_of


class ClosestView(PatternSearchView):
    """Shows the best answer so far."""

    def __init__(self, *arguments: Any) -> None:  # those of `PatternSearchView`
        super().__init__(*arguments)
        self.presentation = replace(self.presentation, numbered=False)
        self.best: Answer | None = None
        if not self.plan.engine.proves:
            # Nothing ends such a search but its limit: that is the end that was asked for.
            self.status_at_time_limit = ExitStatus.FOUND

    def show(self, events: Iterable[Event] | None = None) -> ExitStatus:
        presentation = self.presentation
        # `finish` writes the last answer: until then the base class has no file to write to.
        may_replace = replace(presentation, force=presentation.force or self._file_is_its_own())
        with answer_output(may_replace, ()) as self._print:
            self.presentation = replace(presentation, output=None)
            return super().show(events)

    def _file_is_its_own(self) -> bool:
        """Whether the output file has the best answer of earlier runs, and nothing else."""
        from lifesearch.show.files import naming_file

        name, form = self.presentation.output, self.presentation.form or "rle"
        if self.session is None or name is None or not Path(name).is_file():
            return False
        with naming_file(name):
            there = Path(name).read_bytes()
        reports = (
            AnswerReport.of(answer, self.presentation.placed)
            for answer in _best_before(self.session.checkpoint)
        )
        return any(write(report, form).encode() == there for report in reports)

    def known_before(self, checkpoint: Checkpoint) -> str:
        """How many cells are wrong in the best answer of earlier runs."""
        best = _best_before(checkpoint)
        return "".join(self.describe_best(self.query.cost(answer)) for answer in best)

    def show_answers(self, answers: tuple[Answer, ...], before: int) -> None:
        self.best = answers[-1]

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        status = super()._take(event, display)
        if isinstance(event, Found) and display.is_live:
            display.picture = self._picture()
        return status

    def _picture(self) -> list[str]:
        """The last generation of the best pattern so far, small enough for the terminal."""
        assert self.best is not None
        box = Box(0, 0, *self.query.box)
        return lines_of(self.best.history()[-1], box, self.messages.width - 1)

    def describe_best(self, cost: int) -> str:
        return wrong_in_words(cost, self.query.given)

    def _known(self) -> str:
        if self.best is None:
            return "undecided"
        proved = "" if self.query.cost(self.best) == 0 else "; not proved to be the fewest"
        return f"{self.describe_best(self.query.cost(self.best))}{proved}"

    known_when_interrupted = known_at_time_limit = _known

    def conclude(self, end: Finished) -> ExitStatus:
        if self.best is not None:
            self.messages.print(self.describe_best(self.query.cost(self.best)))
        return super().conclude(end)

    def finish(self, status: ExitStatus) -> None:
        if self.best is not None:
            super().show_answers((self.best,), 0)  # to the catalogue, and to be played
            self._print([self.best], 0)
            self._draw_pictures(self.best)
        super().finish(status)

    def _draw_pictures(self, best: Answer) -> None:
        """Write the pictures that are wanted of the best answer, unless they would be too large."""
        from lifesearch.show.files import save
        from lifesearch.show.pictures import pixels
        from lifesearch.show.pictures.becoming import becoming
        from lifesearch.show.pictures.svg import svg

        wanted: list[tuple[str | None, Callable[[], bytes]]] = [
            (self.presentation.gif, lambda: pixels.gif(becoming(best, moving=True))),
            (self.presentation.png, lambda: pixels.png(becoming(best, moving=False))),
            (self.presentation.svg, lambda: svg(becoming(best, moving=True)).encode()),
        ]
        for name, drawn in wanted:
            if name is None:
                continue
            try:
                picture = drawn()
            except OptionError as error:
                why = error.spelt(self.presentation.spell)
                self.messages.print(f"{name} is not written: {why}")
            else:
                save(name, picture)


def _best_before(checkpoint: Checkpoint) -> list[Answer]:
    """The best answer of earlier runs, which is the last one, if there is any."""
    return [answer for found in checkpoint.found for answer in found.answers][-1:]


View = ClosestView
"""`Kind.view` names this module: by this name its view is imported."""


class CollectedClosest:
    """The table of the studio, which is empty: the cards of answers say it all."""

    proves = True  # the page is also sent the sentences of the verdict

    def __init__(self, query: PatternQuery) -> None:
        pass

    def take(self, event: object) -> bool:
        return False

    def table(self, *, complete: bool) -> Table | None:
        return None

    def sentences(self, table: Table | None) -> Sequence[str]:
        return ()


Collected = CollectedClosest
"""`Kind.view` names this module: by this name the studio imports what makes its table."""
