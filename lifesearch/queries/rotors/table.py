"""Rotors by their periods: how many there are, and the smallest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lifesearch.queries.rotors.query import RotorAnswer


@dataclass(frozen=True)
class PeriodRow:
    """Rotors of one period: how many, with a stator or undecided; combinations are apart.

    `rings` of cells around them settle those that have none. Of the combinations, `combined` have
    a stator.
    """

    period: int
    rotors: int
    framed: int
    undecided: int
    composite: int
    combined: int
    rings: int
    smallest: RotorAnswer | None


def rows_of(answers: Iterable[RotorAnswer]) -> list[PeriodRow]:
    """A row for each period, the shortest first."""
    by_period: dict[int, list[RotorAnswer]] = {}
    for answer in answers:
        by_period.setdefault(answer.rotor.period, []).append(answer)
    return [_row(period, by_period[period]) for period in sorted(by_period)]


def _row(period: int, all_of_them: list[RotorAnswer]) -> PeriodRow:
    simple = [each for each in all_of_them if not each.rotor.composite]
    framed = [each for each in simple if each.exists]
    none = [each.frame.rings for each in simple if each.verdict == "none"]
    return PeriodRow(
        period,
        len(simple),
        len(framed),
        sum(each.verdict == "undecided" for each in simple),
        len(all_of_them) - len(simple),
        sum(each.exists for each in all_of_them if each.rotor.composite),
        max(none, default=0),
        min(framed, key=_smallness, default=None),
    )


def _smallness(answer: RotorAnswer) -> tuple[int, int, str]:
    rotor = answer.rotor
    return len(rotor.cells), len(answer.frame.cells or ()), rotor.name


def in_order(answers: Iterable[RotorAnswer]) -> list[RotorAnswer]:
    """Rotors by period and size, in an order that does not depend on who found them first."""
    return sorted(
        answers,
        key=lambda each: (each.rotor.period, len(each.rotor.cells), str(each.rotor)),
    )
