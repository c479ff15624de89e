"""A query that is searched in several ways, each with its share of the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.race.lane import Lane
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Report
from lifesearch.solving.parts import Part, Share
from lifesearch.text import plural


class InLanes(PatternQuery):
    """How the parts of all ways are searched; each belongs to one of them."""

    @cached_property
    def ways(self) -> list[tuple[int, Lane]]:
        """The ways, each with its share."""
        raise NotImplementedError

    def lanes(self, depth: int) -> list[Share]:
        """Each way with its share of the time."""
        return [
            Share(share, lane.parts(), lane.compiled, lane.after, lane.part_size)
            for share, lane in self.ways
        ]

    def parts(self, depth: int) -> Iterator[Part]:
        """The parts of all ways, in turn; there is no end."""
        streams = [lane.parts() for _, lane in self.ways]
        while streams:
            yield from (part for stream in streams if (part := next(stream, None)) is not None)

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether one of the ways has this part."""
        lane = self._lane(part)
        return lane is not None and lane.holds(part)

    def _lane(self, part: Part) -> Lane | None:
        return next((lane for _, lane in self.ways if lane.owns(part)), None)

    def configurations(self) -> tuple[Configuration, ...]:
        """Those of all ways."""
        return tuple(lane.configuration() for _, lane in self.ways)

    def configurations_for(self, part: Part) -> tuple[Configuration, ...]:
        """That of the way that the part belongs to."""
        lane = self._lane(part)
        return self.configurations() if lane is None else (lane.configuration(),)

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer]
    ) -> Iterator[Report[Answer]]:
        """Search a part in its own way."""
        lane = self._lane(part)
        assert lane is not None
        return lane.search(part, how)

    def place(self, part: Part) -> str:
        """Where a worker is at, in words."""
        lane = self._lane(part)
        return super().place(part) if lane is None else lane.place(part)

    def done(self, parts: Collection[Part]) -> str:
        """How many boxes, strips and soups were searched."""
        counts: Counter[tuple[str, str]] = Counter()
        for lane in filter(None, map(self._lane, parts)):
            counts[lane.thing, lane.ending] += lane.things_in_a_part
        return ", ".join(plural(number, *words) for words, number in sorted(counts.items()))
