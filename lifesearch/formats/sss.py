"""Lists of smallest patterns by speed and period (.sss): a pattern in each line.

    5, B3/S23, 1, 1, 4, bo$2bo$3o!

These are the number of its cells, the rule, how far it moves to the right and down in its period,
the period, and the pattern as RLE; more words may follow. The two distances are without signs, the
larger one first, whatever the direction in which the pattern moves. Lines that begin with `#` are
comments.

    >>> file = read_line("5, B3/S23, 1, 1, 4, bo$2bo$3o!", 1)
    >>> file.pattern.population, str(file.rule)
    (5, 'B3/S23')
    >>> print(write_sss(file), end="")
    5, B3/S23, 1, 1, 4, bo$2bo$3o!
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lifesearch.common.errors import FormatError, InputError
from lifesearch.formats.common import (
    PatternFile,
    PatternFormat,
    bounded,
    numbered_lines,
    read_rule_at,
)
from lifesearch.formats.rle import read_runs, write_runs
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour

LONGEST_PERIOD = 10_000
"""Generations for which patterns that are written are followed; a choice."""
_NUMBER = "-?[0-9]{1,9}"
_LINE = re.compile(
    rf"([0-9]{{1,9}}), *(.+?), *({_NUMBER}), *({_NUMBER}), *([0-9]{{1,9}}), *([^,]*)(?:,.*)?"
)
# A grid of known cells, with numbers and letters between commas, has no RLE in a line.
_OPENING = re.compile(r"[0-9]+, *[^,\s][^\n]*, *-?[0-9]+, *-?[0-9]+, *[0-9]+, *[0-9A-Zbo.$]*!")


class SpeedRecord(NamedTuple):
    """A line of the list; `cells` is the fewest cells known for its period and distances.

    `dx` is at least `dy`, and neither is negative. `runs` is the pattern as RLE.
    """

    cells: int
    rule: str
    dx: int
    dy: int
    period: int
    runs: str


def records(text: str) -> Iterator[tuple[int, SpeedRecord]]:
    """All lines of a file with their numbers, except for comments and blank ones."""
    for number, line in numbered_lines(text):
        if line.strip() and not line.startswith("#"):
            yield number, record_of(line, number)


def record_of(line: str, number: int) -> SpeedRecord:
    """The record in a line; rule and pattern are not yet read."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise FormatError(
            "this is no line of an .sss file: expected cells, rule, dx, dy, period and RLE, as in "
            "'5, B3/S23, 1, 1, 4, bo$2bo$3o!'",
            number,
        )
    cells, rule, dx, dy, period, runs = found.groups()
    numbers = (bounded(dx.lstrip("-"), number), bounded(dy.lstrip("-"), number))
    far, less = sorted(numbers, reverse=True)
    return SpeedRecord(int(cells), rule, far, less, int(period), runs.strip())


def read_line(line: str, number: int) -> PatternFile:
    """The pattern of a line; the numbers before it are not compared with it."""
    return PatternFile(*pattern_of(record_of(line, number), number))


def pattern_of(record: SpeedRecord, number: int) -> tuple[Pattern, Rule]:
    """The pattern and the rule of the record in line `number`."""
    rule = read_rule_at(record.rule, number)
    try:
        return read_runs(record.runs), rule
    except FormatError as error:
        raise FormatError(error.message, number) from None


def read_sss(text: str) -> PatternFile:
    """The first pattern of a file."""
    for number, line in numbered_lines(text):
        if line.strip() and not line.startswith("#"):
            return read_line(line, number)
    raise FormatError("the file has no pattern", 1)


def write_sss(file: PatternFile) -> str:
    """A line for a pattern that recurs; InputError for another one."""
    rule = file.rule or LIFE
    cycle = behaviour(file.pattern, rule, LONGEST_PERIOD)
    period = cycle.period if file.pattern else len(rule.steps)  # nothing stays nothing
    if period is None:
        raise InputError(
            f"the format sss is for patterns that recur, and this one does not within "
            f"{LONGEST_PERIOD:,} generations: write it as rle"
        )
    far, less = sorted((abs(cycle.dx), abs(cycle.dy)), reverse=True)
    numbers = f"{file.pattern.population}, {rule}, {far}, {less}, {period}"
    return f"{numbers}, {write_runs(file.pattern.normal())}\n"


def is_sss(opening: str) -> bool:
    """Whether the first line of a text, after comments and blank lines, is a record."""
    start = 0
    while opening.startswith(("#", "\n", "\r"), start):
        end = opening.find("\n", start)
        if end < 0:
            return False
        start = end + 1
    return bool(_OPENING.match(opening, start))


SSS = PatternFormat(
    "sss",
    "a list of smallest patterns (.sss)",
    (".sss",),
    recognises=is_sss,
    read=read_sss,
    write=write_sss,
    has_comments=False,
    has_states=True,
    a_line_each=True,
    periodic=True,
)
