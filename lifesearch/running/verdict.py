"""The verdict of a search for patterns: sentences on what is proved, from its events.

Nothing is decided here. A worker reports that a part is `Exhausted`: a solver has found that no
other answer is possible (`Solver.solve` yields False to `engines.sat.solving.enumerate`; of two
strategies that take turns, either may, see `engines.sat.solving.alternation`), or tables
have listed all (`questions.periodic.by_tables`, for example). The coordinator makes `Searched` of
it (`portfolio`) and, when no part is left (`work_is_left`), `Finished(exhausted=True)`
(`coordinator.run`). Strips have coordinators of their own, and their end is a proof only if
`_proves` says so (see `questions.strips.coordinators.coordinator`). `Engine.proves` decides no
verdict: it only says beforehand whether a search may end with a proof. A view goes through the
events (`show.search.follow`), gives these to `Verdict.take`, and prints what it returns
(`show.search.view`: `announce`, `conclude`). One sentence comes from elsewhere: symmetries that no
pattern of a box has are reported as `RuledOut` by looks for more symmetric patterns
(`questions.periodic.question.symmetric_answers`), which end without `Exhausted`, and `View.finish`
prints them. The question has the words (`Question.no_answers`,
`no_others`), and sentences about some of its parts (`Question.proved`).

The events of a session come first, so a search that is resumed says what an uninterrupted one says.
Answers are reported before the part that contains them is proved, and a sentence that an answer
contradicts is not made. Views of the terminal, Python and the studio print these sentences.

    >>> from lifesearch.life.motion import Motion
    >>> from lifesearch.engines.sat.solving.part import Part
    >>> from lifesearch.questions.periodic.question import Periodic
    >>> verdict = Verdict(Periodic(Motion(2), max_area=10))
    >>> boxes = [part for part in verdict.query.parts(0) if part.box != (4, 2)]
    >>> [sentence for part in boxes for sentence in verdict.take(Searched(part, 5))]
    []
    >>> verdict.take(Searched(Part((4, 2)), 5))
    ['proved: no oscillator of period 2 in a box of up to 9 cells (3x3)']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lifesearch.common.errors import Spell, in_python, spelt
from lifesearch.common.text import plural
from lifesearch.core.events import Finished, Found, Searched
from lifesearch.core.question import PatternQuery


class Verdict:
    """Collects what is proved and found, and makes the sentences that follow from it.

    `count` answers are wanted, or all of them. `spell` writes the names of options. If `verbose`,
    the sentence about a proof says how much work it took.
    """

    def __init__(
        self,
        query: PatternQuery,
        count: int | None = None,
        spell: Spell = in_python,
        *,
        verbose: bool = False,
    ) -> None:
        self.query = query
        self._verbose = verbose
        self._spell = spell
        self.count = count
        self.found = 0
        self._proved = query.proved()
        self._conflicts = 0
        self._hinted = False

    def take(self, event: Found | Searched | Finished) -> list[str]:
        """The sentences that this event has made true."""
        match event:
            case Found(part, answers):
                self.found += len(answers)
                self._proved.found(part, answers)
                return []
            case Searched(part, conflicts):
                self._conflicts += conflicts
                return [*self._proved.searched(part, self.hint)]
            case Finished():
                return [*self._ended(event)]

    def so_far(self) -> Sequence[str]:
        """What is ruled out so far, in short, for a person who waits."""
        return () if self.found else self._proved.so_far()

    def summary(self) -> list[str]:
        """Sentences for the end: what the finished parts prove, or that they had no answers."""
        return [*self._proved.summary()]

    def hint(self) -> list[str]:
        """The question's hint, if nothing is found; only once."""
        hint = "" if self._hinted or self.found else self.query.hint()
        self._hinted = True
        return [f"hint: {spelt(hint, self._spell)}"] if hint else []

    def _ended(self, end: Finished) -> Iterator[str]:
        what, where = self.query.describe(), self.query.where()
        if not end.exhausted:
            yield from self._proved.undecided()
            # A strip whose end is no proof: each state was entered once.
            wanted_more = self.count is None or self.found < self.count
            if end.states is not None and wanted_more:
                found = (
                    f"{self.found:,} found"
                    if self.found
                    else "undecided: nothing found that counts"
                )
                yield (
                    f"{found}; there may be others that share these states: with a maximum "
                    f"length, all up to it are found"
                )
        elif not self.found:
            yield f"proved: {self.query.no_answers()}{self._spent(end.states)}"
        elif end.best == 0:  # no cost is below 0, such as no wrong cell
            yield "no better answer is possible"
        elif end.best is not None:
            yield f"proved: no {what}{where} {better(self.query, end.best)}{self._spent()}"
        else:
            number = self._proved.number_of_answers(self.found)
            yield f"{number:,} found; proved: {self.query.no_others()}"

    def _spent(self, states: int | None = None) -> str:
        """The cost of a proof, in words; of a strip searched in an earlier run, its states.

        It depends on the engine that was chosen.
        """
        if not self._verbose:
            return ""
        if states is not None:
            return f" ({plural(self._conflicts or states, 'state')})"
        return f" ({plural(self._conflicts, self.query.unit)})"


def named(query: PatternQuery, cost: int) -> str:
    objective = query.objective
    return objective.named(cost) if objective else str(cost)


def better(query: PatternQuery, cost: int) -> str:
    """A property of all better answers than one of this cost: 'has fewer than 8 cells'."""
    objective = query.objective
    return objective.better(cost) if objective else f"is better than {cost}"
