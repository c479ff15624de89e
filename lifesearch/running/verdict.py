"""Sentences about a query, made of what is proved and what was found.

All is taken from events, those of a session first: so a search that goes on says what one says
that was never stopped. Answers come before the part they are in is proved, and a sentence that
an answer contradicts is not made.

    >>> from lifesearch.life.motion import Motion
    >>> from lifesearch.queries.periodic import Periodic
    >>> verdict = Verdict(Periodic(Motion(2), max_area=10))
    >>> boxes = [part for part in verdict.query.parts(0) if part.box != (4, 2)]
    >>> [sentence for part in boxes for sentence in verdict.take(Searched(part, 5))]
    []
    >>> verdict.take(Searched(Part((4, 2)), 5))
    ['proved: no oscillator of period 2 in a box of up to 9 cells (3x3)']
"""

from __future__ import annotations

from collections.abc import Iterator

from lifesearch.errors import Spell, in_python, spelt
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.running.events import Finished, Found, Searched
from lifesearch.solving.parts import Part
from lifesearch.text import plural

MOST_NAMED = 10
WORTH_A_HINT = 20


class Verdict:
    """What is proved and found up to now, and the sentences that follow from it.

    `count` answers are wanted, or all of them. `spell` writes the names of options. If `verbose`,
    a proof says how many conflicts of solvers it took.
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
        self._proved: set[Part] = set()
        self._strips: list[Part] = []
        self._answers: list[Answer] = []
        self._conflicts = 0
        self._order = query.parts(0) if query.smallest_first else iter(())
        self._next = next(self._order, None)
        self._names: list[str] = []
        self._smallest = self._largest = 0
        self._hinted = False

    def take(self, event: Found | Searched | Finished) -> list[str]:
        """What can be said after an event, and could not be said before."""
        match event:
            case Found(part, answers):
                self._find(part, [answer for answer in answers if isinstance(answer, Answer)])
                return []
            case Searched(part, conflicts):
                self._proved.add(part)
                if self.query.smallest_first and not part.box[1]:
                    self._strips.append(part)
                self._conflicts += conflicts
                return [*self._emptied()]
            case Finished():
                return [*self._ended(event)]

    def summary(self) -> list[str]:
        """Sentences for the end: what is proved by the finished parts, or was searched in vain."""
        proved = self.query.proved_empty(frozenset(self._proved), self._answers)
        done = "" if self.found else self.query.done(self._proved)
        return [f"searched: {done}", *proved] if done else proved

    def hint(self) -> list[str]:
        """What may have been meant instead, where nothing is found: once."""
        hint = "" if self._hinted or self.found else self.query.hint()
        self._hinted = True
        return [f"hint: {spelt(hint, self._spell)}"] if hint else []

    def _find(self, part: Part, answers: list[Answer]) -> None:
        self._answers += answers if self.query.grows else []
        self.found += len(answers)
        if self.query.smallest_first:
            area = _area(part)
            least = min(self.query.least_area(answer) for answer in answers)
            self._smallest = min(area, least, self._smallest or area)
            self._largest = max(area, self._largest)

    def _emptied(self) -> Iterator[str]:
        """Up to which area boxes are proved empty; long strips alone are not worth a line.

        Patterns are searched for in the smallest box that holds them: only when all smaller boxes
        are done as well, nothing fits. Of the last box the verdict will tell.
        """
        while (part := self._next) is not None and self._is_proved(part):
            self._next = next(self._order, None)
            self._names += [str(part)] * _is_worth_naming(part)
            if self._next is None or _area(self._next) == _area(part):
                continue
            if self._names and not 0 < self._smallest <= _area(part):
                where = self.query.in_boxes(_area(part))
                yield f"proved: no {self.query.describe()}{where} ({', '.join(self._names)})"
                if _area(part) >= WORTH_A_HINT:
                    yield from self.hint()
            self._names = []

    def _is_proved(self, part: Part) -> bool:
        """Whether a box is done, or fits into a strip that has nothing."""
        return part in self._proved or any(self.query.settles(s, part) for s in self._strips)

    def _ended(self, end: Finished) -> Iterator[str]:
        what, where = self.query.describe(), self.query.where()
        if not end.exhausted:
            yield from self._undecided()
            if end.states is not None and self.found != self.count:
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
            yield f"proved: {self.query.nothing()}{self._spent(end.states)}"
        elif end.best is not None:
            yield f"proved: no {what}{where} {better(self.query, end.best)}{self._spent()}"
        else:
            others = f"{what}{where}{self.query.left_out()}"
            yield f"{self.found:,} found; proved: no other {others}"

    def _spent(self, states: int | None = None) -> str:
        """The work of a proof; a strip that was done before tells how many states it had."""
        if states is not None:
            return f" ({plural(self._conflicts or states, 'state')})"
        if self.query.unit == "conflict" and not self._verbose:
            return ""
        return f" ({plural(self._conflicts, self.query.unit)})"

    def _undecided(self) -> Iterator[str]:
        """Smaller boxes than those of the answers, in which there may be others."""
        names = []
        for part in self.query.parts(0) if self.query.smallest_first else ():
            if _area(part) >= self._largest:
                break
            if not self._is_proved(part) and _is_worth_naming(part):
                names.append(str(part))
        if names:
            more = len(names) - MOST_NAMED
            some = ", ".join(names[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
            yield f"smaller boxes not decided: {some}"


def named(query: PatternQuery, cost: int) -> str:
    objective = query.constraints.objective
    return objective.named(cost) if objective else str(cost)


def better(query: PatternQuery, cost: int) -> str:
    """What a better answer than one of this cost would do, in words."""
    objective = query.constraints.objective
    return objective.better(cost) if objective else f"is better than {cost}"


def _area(part: Part) -> int:
    return part.box[0] * part.box[1]


def _is_worth_naming(part: Part) -> bool:
    return min(part.box) > 2
