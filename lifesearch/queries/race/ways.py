"""Which ways take part in a race: those that can find what is wanted."""

from __future__ import annotations

from lifesearch import rows
from lifesearch.compiled import installed
from lifesearch.queries.race.boxes import GrowingBoxes, SymmetricBoxes
from lifesearch.queries.race.plain_soups import FirstSoups
from lifesearch.queries.race.soups import RareSoupRanges, SoupRanges
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.race.wanted import Wanted
from lifesearch.queries.race.way import Way

NAMES = ("boxes", "soups", "rows")


def ways(wanted: Wanted, only: tuple[str, ...], seed: int) -> list[Way]:
    """The ways that can find what is wanted, of those that are named."""
    chosen: list[Way] = []
    travels = wanted.motion.travels
    alone = len(wanted.rule.steps) == 1  # rules that take turns are known to boxes alone
    compiled = alone and (rows.available() if only else installed())
    counting = alone and wanted.rule.births is not None  # others are slow in plain Python
    if not travels and counting and (not only or (compiled and "soups" in only)):
        chosen.append(FirstSoups(wanted, seed))
    if not only or "boxes" in only:
        chosen += [SymmetricBoxes(wanted, seed), GrowingBoxes(wanted, seed)]
    strips = WideningStrips(wanted, seed, alone=bool(only))
    by_rows = compiled and wanted.rule.plain
    if by_rows and (not only or ("rows" in only and strips.suitable())):
        chosen.append(strips)
    if compiled and (not only or "soups" in only):
        chosen.append(SoupRanges(wanted, seed))
        if not travels and counting and wanted.rule.plain:
            chosen.append(RareSoupRanges(wanted, seed))
    return chosen
