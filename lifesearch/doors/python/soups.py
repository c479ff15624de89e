"""The census of random soups, from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, cast

from lifesearch.catalogue.names import name_of
from lifesearch.common.errors import InputError
from lifesearch.common.text import plural
from lifesearch.core.events import Event, Finished, Found
from lifesearch.core.options.readers import Whole
from lifesearch.doors.python.answer import Answer
from lifesearch.doors.python.options import SeededOptions, takes
from lifesearch.doors.python.results import run
from lifesearch.doors.python.tables import ShownAsTable
from lifesearch.doors.request import request_of
from lifesearch.engines.soups.census import Census, CensusRow
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.questions.soups.question import SoupAnswer, SoupQuery
from lifesearch.running.option_table import read

if TYPE_CHECKING:
    from lifesearch.common.tables import Table


class SoupOptions(SeededOptions, total=False):
    """Which soups to run, and resources."""

    symmetry: str | Sequence[str] | None
    rule: str | Rule
    size: Whole | Sequence[int]
    density: float


@dataclass(frozen=True, repr=False)
class SoupCensus(ShownAsTable, Mapping[str, int]):
    """The number of objects of each kind, by apgcode, the most frequent first.

    `complete` is true if all requested soups were run.
    """

    _query: SoupQuery
    _census: Census = field(default_factory=Census)
    _objects: Mapping[str, SoupAnswer] = field(default_factory=dict)
    complete: bool = False

    def with_event(self, event: Event) -> SoupCensus:
        """The census with the objects of one more event."""
        match event:
            case SoupsRun(census=more):
                return replace(self, _census=self._census + more)
            case Found(_, answers):
                new = {a.apgcode: a for a in cast(Iterable[SoupAnswer], answers)}
                return replace(self, _objects={**self._objects, **new})
            case Finished():  # all soups were run; it is never `exhausted`, as others are possible
                return replace(self, complete=True)
        return self

    @cached_property
    def rows(self) -> tuple[CensusRow, ...]:
        """The lines of the census: `apgcode`, `name`, `count`, and its first `soup`."""
        return tuple(self._census.rows(self._query.rule, name_of))

    @property
    def objects(self) -> tuple[Answer, ...]:
        """The objects themselves, each once."""
        return tuple(Answer(self._objects[row.apgcode]) for row in self.rows)

    @property
    def seed(self) -> int:
        """The seed, with which the same soups can be run again."""
        return self._query.seed

    @property
    def soups(self) -> int:
        """How many soups were run."""
        return self._census.tally.soups

    @property
    def ended(self) -> dict[str, int]:
        """How many soups 'died', 'settled', are 'growing' or 'running', or reached the 'border'."""
        ends = vars(self._census.tally)
        return {name: count for name, count in ends.items() if name != "unresolved"}

    def __getitem__(self, apgcode: str) -> int:
        if apgcode not in self._census.counts:  # a Counter, which would have 0
            raise KeyError(apgcode)
        return self._census.counts[apgcode]

    def __iter__(self) -> Iterator[str]:
        return (row.apgcode for row in self.rows)

    def __len__(self) -> int:
        return len(self._census.counts)

    @property
    def _table(self) -> Table:
        from lifesearch.show.search.soups import census_table

        return census_table(self.rows, self._census.tally)

    def __repr__(self) -> str:
        objects, kinds = plural(self._census.objects, "object"), plural(len(self), "kind")
        return f"<SoupCensus: {plural(self.soups, 'soup')}, {objects} of {kinds}>"


@takes("soup")
def soup_census(soups: Whole | None = 10_000, **options: Unpack[SoupOptions]) -> SoupCensus:
    """Run random soups (None: until the time limit), and count the objects in their ash.

    >>> census = soup_census(200, symmetry="D8_1", seed=1, jobs=1)
    >>> census
    <SoupCensus: 200 soups, 803 objects of 16 kinds>
    >>> [row.name for row in census.rows][:2]
    ['blinker', 'block']
    """
    # 10,000, fewer than on the command line, is a choice.
    given = read("soup", {**options, "soups": soups})
    if soups is None and given.time_limit is None:
        raise InputError("soups never end: give their number or a time limit")
    query, events = run(request_of("soup", None, given))
    census = SoupCensus(cast(SoupQuery, query))
    for event in events:
        census = census.with_event(event)
    return census
