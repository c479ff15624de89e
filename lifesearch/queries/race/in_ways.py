"""A query that is searched in several ways, each with its share of the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.race.way import Way
from lifesearch.solving.configuration import Configuration, How
from lifesearch.solving.enumerate import Kept, Report
from lifesearch.solving.parts import Part
from lifesearch.text import plural


class InWays(PatternQuery):
    """How the parts of all ways are searched; each belongs to one of them."""

    has_clauses = False

    @cached_property
    def ways(self) -> list[Way]:
        """The ways that take part."""
        raise NotImplementedError

    def parts(self, depth: int) -> Iterator[Part]:
        """The parts of all ways, in turn; there is no end."""
        streams = [way.parts() for way in self.ways]
        while streams:
            yield from (part for stream in streams if (part := next(stream, None)) is not None)

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether one of the ways has this part."""
        way = self._way(part)
        return way is not None and way.holds(part)

    def _way(self, part: Part) -> Way | None:
        return next((way for way in self.ways if way.owns(part)), None)

    def configurations(self) -> tuple[Configuration, ...]:
        """Those of the ways that have a solver."""
        return tuple(way.how for way in self.ways if isinstance(way.how, Configuration))

    def way(self, part: Part) -> How | None:
        """That of the way that the part belongs to."""
        way = self._way(part)
        return None if way is None else way.how

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        """Search a part in its own way."""
        return self._search(part, how)

    def search_without_solver(
        self, part: Part, name: str, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        """Search a part in its own way."""
        return self._search(part, name)

    def _search(self, part: Part, how: How) -> Iterator[Report[Answer]]:
        way = self._way(part)
        assert way is not None
        return way.search(part, how)

    def place(self, part: Part) -> str:
        """Where a worker is at, in words."""
        way = self._way(part)
        return super().place(part) if way is None else way.place(part)

    def done(self, parts: Collection[Part]) -> str:
        """How many boxes, strips and soups were searched."""
        counts: Counter[tuple[str, str]] = Counter()
        for way in filter(None, map(self._way, parts)):
            counts[way.thing, way.ending] += way.things_in_a_part
        return ", ".join(plural(number, *words) for words, number in sorted(counts.items()))
