"""The closest predecessor of a pattern or a picture, from Python."""

from __future__ import annotations

from typing import Unpack

from lifesearch.common.errors import OptionError
from lifesearch.core.options.readers import Size, Whole
from lifesearch.doors.python.options import RunningOptions, takes
from lifesearch.doors.python.results import Best
from lifesearch.doors.python.searches import Search
from lifesearch.life.rules.rule import Rule


class ClosestSearch(Search):
    """A search for the pattern whose later generation differs from a picture in fewest cells."""

    _own = ("closest", "size", "threshold", "invert")

    def best(self) -> Best:
        """The best answer, when the search has ended."""
        if not self._request.planned().engine.proves and self._options.time_limit is None:
            raise OptionError(
                "nothing proves that a picture of this size cannot be better: give <time_limit>"
            )
        result = self._run(self._request)
        answers = result.answers  # each better than the one before
        return Best(answers[-1] if answers else None, result.complete)


@takes("predecessor", conditions=False)
def closest_predecessor(
    picture: object,
    *,
    generations: Whole = 1,
    pad: Whole | None = None,
    box: Size | None = None,
    torus: bool = False,
    cylinder: Whole | Size | None = None,
    rule: str | Rule | None = None,
    size: Size | None = None,
    threshold: float | None = None,
    invert: bool = False,
    **options: Unpack[RunningOptions],
) -> Best:
    """Find the pattern that becomes a picture, with the fewest wrong cells.

    The picture is a Pattern, the name of a file (of a pattern, or in PNG, JPEG, PBM or PGM), an
    image of Pillow, or an array of zeros and ones. An image is scaled to `size`, in cells: dark
    cells live, or with `invert` bright ones, and shades are dithered, unless there is a
    `threshold`. In small boxes the answer is proved to be the best; a large picture needs a
    `time_limit`. `answer.wrong` is the number of wrong cells.

    >>> best = closest_predecessor([[1, 1, 1], [1, 0, 1], [1, 1, 1]], pad=0, jobs=1)
    >>> best.answer.wrong, best.proved
    (0, True)
    """
    given = {
        "generations": generations,
        "pad": pad,
        "box": box,
        "torus": torus,
        "cylinder": cylinder,
        "rule": rule,
        "size": size,
        "threshold": threshold,
        "invert": invert,
    }
    return ClosestSearch("predecessor", picture, {**given, **options, "closest": True}).best()
