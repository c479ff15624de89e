"""Who takes part in a race, and with which share of the time.

The shares are what paid off when they were measured, with `lifesearch bench --first`.
"""

from __future__ import annotations

from lifesearch import rows
from lifesearch.compiled import installed
from lifesearch.queries.race.boxes import GrowingBoxes, SymmetricBoxes
from lifesearch.queries.race.lane import Lane
from lifesearch.queries.race.plain_soups import FirstSoups
from lifesearch.queries.race.soups import RareSoupRanges, SoupRanges
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.race.wanted import Wanted

LANES = ("boxes", "soups", "rows")

OSCILLATORS = {"first": 1, "boxes": 2, "soups": 8, "rare": 24, "rows": 5, "growing": 1}
STRAIGHT_SHIPS = {"boxes": 1, "soups": 1, "rows": 5, "growing": 1}
OTHER_SHIPS = {"boxes": 2, "soups": 1, "growing": 2}


def lanes(wanted: Wanted, only: tuple[str, ...], seed: int) -> list[tuple[int, Lane]]:
    """The ways that can find what is wanted, of those that are named, each with its share."""
    shares = OSCILLATORS
    if wanted.motion.travels:
        shares = OTHER_SHIPS if wanted.motion.dx else STRAIGHT_SHIPS
    chosen: list[tuple[int, Lane]] = []
    alone = len(wanted.rule.steps) == 1  # rules that take turns are known to boxes alone
    compiled = alone and (rows.available() if only else installed())
    counting = alone and wanted.rule.births is not None  # others are slow in plain Python
    if "first" in shares and counting and (not only or (compiled and "soups" in only)):
        chosen.append((shares["first"], FirstSoups(wanted, seed)))
    if not only or "boxes" in only:
        chosen.append((shares["boxes"], SymmetricBoxes(wanted, seed)))
        chosen.append((shares["growing"], GrowingBoxes(wanted, seed)))
    strips = WideningStrips(wanted, seed, alone=bool(only))
    by_rows = compiled and wanted.rule.plain
    if by_rows and (not only or ("rows" in only and strips.suitable())):
        chosen.append((shares.get("rows", 1), strips))
    if compiled and (not only or "soups" in only):
        chosen.append((shares["soups"], SoupRanges(wanted, seed)))
        if "rare" in shares and counting and wanted.rule.plain:
            chosen.append((shares["rare"], RareSoupRanges(wanted, seed)))
    return chosen
