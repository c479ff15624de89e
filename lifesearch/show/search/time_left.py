"""The estimated time that a search will still take, in words; none where it is too uncertain.

`progress` calls `time_left`.
"""

from __future__ import annotations

from lifesearch.core.events import Extent

LEAST_SHARE = 0.01
"""The fraction of a search from which on the time left is estimated."""
MANY = 1_000
"""With this number of units done, the time of one is known, however many there are."""
SURE = 0.2
"""A time is given as one number, not as a range, if its ends differ by this fraction or less."""
UNSURE = 20
"""No time is given if one end of the range is more than this many times the other.

Of a range that is estimated here it is at most 19 times the other (an error of 0.9), so only a
range that a search gives itself (`Extent.left`) may be too wide. Less than a second counts as one.
"""
DAY = 86_400  # seconds
YEAR = 365 * DAY


def time_left(extent: Extent, seconds: float, before: float = 0.0) -> str | None:
    """Words for the time left; empty if all is done, None if the time is too uncertain.

    The units that were done after the first `before` of them took these seconds.

    The times of equal units are taken as random. If n of them are done, m others take m/n
    of that time, with a relative error of about sqrt(1/n + 1/m).

    >>> time_left(Extent(3, 12, "3 of 12 cases"), 60), time_left(Extent(900, 1000, ""), 90)
    ('time left: 60 s to 5 min', 'time left: about 10 s')
    """
    if extent.done >= extent.total:
        return ""
    times = _least_and_most(extent, seconds, before)
    if times is None or times[1] > UNSURE * max(times[0], 1.0):
        return None
    return f"time left: {_range(*times)}"


def _range(least: float, most: float) -> str:
    """A range of seconds in words.

    >>> _range(100, 110), _range(9 * YEAR, 20 * YEAR), _range(300 * DAY, 400 * DAY)
    ('about 2 min', 'more than a year', 'more than 300 days')
    """
    if least >= YEAR:
        return "more than a year"
    if most >= YEAR:
        return f"more than {rounded(least)}"
    if most - least <= most * SURE:
        return f"about {rounded((least + most) / 2)}"
    return f"{rounded(least)} to {rounded(most)}"


def _least_and_most(extent: Extent, seconds: float, before: float) -> tuple[float, float] | None:
    """The least and the most seconds that are left; None if nothing is known."""
    if extent.left is not None:
        return extent.left
    new, rest = extent.done - before, extent.total - extent.done
    estimated = extent.done >= min(LEAST_SHARE * extent.total, MANY)
    if not (extent.alike and estimated and new >= 1):
        return None
    error = min(0.9, (1 / new + 1 / rest) ** 0.5)  # below 1, so that the least time is not 0
    expected = seconds * rest / new
    return expected * (1 - error), expected * (1 + error)


def rounded(seconds: float) -> str:
    """A time that is not known exactly, in one unit; the limits between units are a choice.

    >>> rounded(0.4), rounded(47), rounded(400), rounded(40_000), rounded(900_000)
    ('1 s', '50 s', '7 min', '11 h', '10 days')
    """
    if seconds < 90:
        return f"{max(1, round(seconds, -1 if seconds > 20 else 0)):.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h" if seconds < 3 * DAY else f"{seconds / DAY:.0f} days"
