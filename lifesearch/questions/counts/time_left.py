"""The time that a count will still take, estimated from its finished sweeps.

`coordinator` asks it for the progress.

A sweep takes several times as long as the one of the same kind that is a column narrower; how many
times is measured on the two before it. The farther this is extrapolated, the less certain it is.

    >>> times = SweepTimes()
    >>> for width, seconds in ((10, 1.0), (11, 4.0)):
    ...     times.took([width, None, "C1"], seconds)
    >>> times.expected([12, None, "C1"])
    (10.0, 25.6)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lifesearch.engines.counting.checkpoint import Key

LEAST, USUAL, MOST = 2.0, 3.0, 10.0
"""By how much sweeps grow with each column: at least, if that is not known, and at most.

A measured growth beyond these bounds is taken for chance.
"""
DOUBT = 1.6
"""The factor by which the growth may be less or more, for each column: with a larger one, more
estimates are right and they say less.
"""
SHORT = 0.02
"""Sweeps of fewer seconds say little of others: the clock and other processes matter more."""


@dataclass
class SweepTimes:
    """The seconds of finished sweeps: `known[kind][width]`.

    The kind of a sweep is its key as a text, without the width; of the height it has only whether
    there is one.
    """

    known: dict[str, dict[int, float]] = field(default_factory=dict)

    def took(self, key: Key, seconds: float) -> None:
        self.known.setdefault(str(_without_width(key)), {})[key[0]] = seconds

    @property
    def sure(self) -> bool:
        """Whether it is known how fast sweeps of the slowest kind grow with the width."""
        slowest = max(self.known.values(), key=lambda widths: widths[max(widths)], default={})
        return sum(seconds > SHORT for seconds in slowest.values()) > 1

    def expected(self, key: Key) -> tuple[float, float]:
        """The least and the most seconds of a sweep; if its kind is not known, of any kind."""
        widths = self.known.get(str(_without_width(key)))
        if widths is not None:
            return _carried_on(widths, key[0])
        others = [_carried_on(each, key[0]) for each in self.known.values()]
        return 0.0, max((most for _, most in others), default=0.0)

    def left(self, keys: list[Key], share: float, spent: float) -> tuple[float, float]:
        """The least and the most seconds for some sweeps.

        A `share` of the first is done, from 0 to 1, in the seconds `spent`.
        """
        if not keys:
            return 0.0, 0.0
        (least, most), *others = map(self.expected, keys)
        rest = [max(0.0, least - spent), max(0.0, most - spent)]
        if share:  # some sweeps go over a region twice, so the share alone would mislead
            rest.append(spent * (1 - share) / share)
        return min(rest) + sum(low for low, _ in others), max(rest) + sum(h for _, h in others)


def _carried_on(widths: dict[int, float], width: int) -> tuple[float, float]:
    """The least and the most seconds of a sweep of a width, from those of narrower ones."""
    last = max(widths)
    before, seconds = widths.get(last - 1, 0.0), widths[last]
    growth = min(MOST, max(LEAST, seconds / before)) if before > SHORT else USUAL
    columns = width - last
    return seconds * (growth / DOUBT) ** columns, seconds * (growth * DOUBT) ** columns


def _without_width(key: Key) -> Key:
    _, height, *others = key
    return [height is None, *others]
