"""Show a search for forced cells: a drawing of them, and an example of a predecessor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from lifesearch.common.exit_status import ExitStatus
from lifesearch.core.answer import Answer
from lifesearch.core.events import Event
from lifesearch.questions.forced.answer import ForcedAnswer
from lifesearch.show.search.closest import CollectedClosest
from lifesearch.show.search.output import answer_output
from lifesearch.show.search.view import PatternSearchView


class ForcedView(PatternSearchView):
    """Draws forced cells: `O` and `.` are the same in all predecessors, `?` are not."""

    def show(self, events: Iterable[Event] | None = None) -> ExitStatus:
        presentation = replace(self.presentation, numbered=False)
        earlier = self.session.checkpoint.found if self.session else ()
        # `mention` writes the example: the base class has no file to write to.
        with answer_output(presentation, earlier) as self._print:
            self.presentation = replace(presentation, output=None)
            return super().show(events)

    def mention(self, answers: Sequence[Answer]) -> None:
        """Print the drawing, unless the format has it, and the example."""
        for answer in cast("Sequence[ForcedAnswer]", answers):
            if self.presentation.form is None:
                self.messages.print("the same in all predecessors (O alive, . dead):")
                for row in answer.cells.rows(answer.box):
                    self.messages.print(row)
        self._print(answers, 0)


View = ForcedView
"""`Kind.view` names this module: by this name its view is imported."""

Collected = CollectedClosest
"""`Kind.view` names this module: by this name the studio imports what makes its table."""
