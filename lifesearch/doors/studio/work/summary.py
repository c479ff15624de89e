"""All that the page shows of a search, made of its worker's messages, during and after its runs.

`search` has one, and `connection` sends its changes to the page.

>>> account = SearchSummary()
>>> account.take({"type": "say", "words": "proved: no ship"})
>>> account.take({"type": "progress", "unit": "conflict", "count": 10, "found": 0})
>>> account.view()["sentences"], account.view()["progress"]["count"]
(['proved: no ship'], 10)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic
from typing import Any

MOST_POINTS = 240
"""Points of the plot at most: when there are more, every second one is dropped."""
MOST_SENTENCES = 200
"""Sentences that are kept, the last ones."""
MOST_BOXES = 600
"""Boxes without further answers that are kept, the first ones."""
POINT_SECONDS = 0.2
"""Seconds between two points of the plot at least."""
KEPT_TYPES = {
    "cards": list, "sentences": list, "found": int, "proved": bool, "progress": dict,
    "partial": dict, "table": dict, "boxes": list, "series": list,
}  # fmt: skip
"""The fields of a summary that a file keeps, with their types."""


@dataclass
class SearchSummary:
    """All that the page shows of a search; `cards` are its answers.

    `found` is their number, also of those that have no card; `proved` says whether it is proved
    that there are no others. `sentences` are what the worker has said, in order. `progress`,
    `partial`, `glimpse` and `table` are the last messages of these types. `boxes` are the (width,
    height) of boxes that have no other answer, and `series` the points of the plot: seconds, units
    of work, answers.

    `before` are the seconds of earlier runs, and `counted_before` their units of work. `started` is
    the time of the `clock` at which the present run began; None if none runs.
    """

    cards: list[dict[str, Any]] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    found: int = 0
    proved: bool = False
    progress: dict[str, Any] = field(default_factory=dict)
    partial: dict[str, Any] | None = None
    glimpse: dict[str, Any] | None = None
    table: dict[str, Any] | None = None
    boxes: list[list[int]] = field(default_factory=list)
    series: list[list[float]] = field(default_factory=list)
    before: float = 0.0
    counted_before: int = 0
    started: float | None = None
    clock: Callable[[], float] = monotonic

    @property
    def seconds(self) -> float:
        """The run time of the search, in all its runs."""
        return self.before + (0.0 if self.started is None else self.clock() - self.started)

    def take(self, message: dict[str, Any]) -> None:
        match message:
            case {"type": "answers", "cards": cards, "found": found}:
                self.cards += cards
                self.found = found
            # Each sentence is kept once.
            case {"type": "say", "words": words} if words not in self.sentences:
                self.sentences = [*self.sentences, words][-MOST_SENTENCES:]
            case {"type": "proved", "box": box}:
                # A part without a box is (0, 0).
                if box[0] and box not in self.boxes and len(self.boxes) < MOST_BOXES:
                    self.boxes.append(box)
            case {"type": "progress", "count": count}:
                self.progress = {**message, "count": count + self.counted_before}
                self._remember(self.seconds, count + self.counted_before)
            case {"type": "partial"}:
                self.partial = message
            case {"type": "glimpse"}:
                self.glimpse = message
            case {"type": "table"}:
                self.table = message
                # What a census has counted: so the number is that of its table.
                more = {"count": message["done"]} if "done" in message else {}
                self.progress = {**self.progress, **more}
            case {"type": "end", "found": found, "proved": proved}:
                self.found, self.proved = found, proved

    def _remember(self, seconds: float, count: float) -> None:
        """Add a point to the plot, unless it is too near to the last one."""
        # After points were dropped, new ones are as far apart as those that remain.
        apart = min((b[0] - a[0] for a, b in pairwise(self.series)), default=0.0)
        if self.series and seconds < self.series[-1][0] + max(POINT_SECONDS, apart):
            return
        self.series.append([round(seconds, 2), count, self.found])
        if len(self.series) > MOST_POINTS:
            self.series = self.series[::2]

    def again(self) -> SearchSummary:
        """A new account for another run: the worker sends what is in the session again."""
        counted = self.progress.get("count", 0)
        return SearchSummary(
            series=list(self.series), before=self.seconds, counted_before=counted,
            progress=dict(self.progress), clock=self.clock,
        )  # fmt: skip

    def ended(self) -> None:
        """The run is over: no worker is left, and the clock is stopped."""
        self.before, self.started = self.seconds, None
        self.progress = {**self.progress, "workers": [], "more": 0}

    def view(self) -> dict[str, Any]:
        """The state for the page, without the answers."""
        shown = {name: getattr(self, name) for name in KEPT_TYPES if name != "cards"}
        return {**shown, "glimpse": self.glimpse, "seconds": round(self.seconds, 1)}

    @classmethod
    def kept(cls, saved: dict[str, Any]) -> SearchSummary:
        """The account that a file has saved; values of a wrong type are left out."""
        kept = {name: saved.get(name) for name in KEPT_TYPES}
        account = cls(**{k: v for k, v in kept.items() if type(v) is KEPT_TYPES[k]})  # type: ignore[arg-type]
        account.cards = [card for card in account.cards if isinstance(card, dict) and "rle" in card]
        account.before = seconds_of(saved)
        return account

    def saved(self) -> dict[str, Any]:
        return {**self.view(), "glimpse": None, "cards": self.cards}


def seconds_of(saved: dict[str, Any]) -> float:
    """The run time of a search, as a file has saved it."""
    seconds = saved.get("seconds")
    return float(seconds) if isinstance(seconds, int | float) and 0 <= seconds < 1e12 else 0.0
