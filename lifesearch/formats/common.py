"""What a pattern file contains, what a format is, and what all formats share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from lifesearch.common.errors import FormatError, InputError
from lifesearch.common.limits import MOST_READ_CELLS
from lifesearch.common.text import visible_line
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule

FARTHEST = 10**9
"""The largest coordinate that is read; `many_runs` adds up such numbers in 64 bits.

Patterns can then be moved much farther: see `common.limits`.
"""
OLDEST = 10**18
"""The largest generation that is read: it fits in 64 bits."""
NOTHING = Pattern.of([])


@dataclass(frozen=True)
class PatternFile:
    """A pattern with what its file says about it.

    `generation` is the one in which the pattern was saved, and `torus` its width and height. The
    box that was `drawn` may have dead cells around the pattern. Cells that are `marked` are dead:
    see `life_history`.
    """

    pattern: Pattern
    rule: Rule | None = None
    name: str | None = None
    author: str | None = None
    comments: tuple[str, ...] = ()
    generation: int = 0
    torus: tuple[int, int] | None = None
    drawn: Box | None = None
    marked: Pattern = NOTHING


@dataclass(frozen=True)
class PatternFormat:
    """A format of pattern files: its name, and how its files are recognised, read and written.

    `title` is what messages call it. `suffixes` are the endings of its files, the usual one
    first. `recognises` gets a text without blanks before it; `read` raises a FormatError. Where a
    file has several patterns, each begins with a line that starts with `opening`, in upper or lower
    case. Without an `opening`, each has one line (`a_line_each`), or they are separated as those of
    RLE are. Some formats have no room for comments (`has_comments`), and most have no states but
    dead and alive (`has_states`). If `periodic`, only patterns that recur can be written.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    recognises: Callable[[str], bool]
    read: Callable[[str], PatternFile]
    write: Callable[[PatternFile], str]
    opening: str = ""
    has_comments: bool = True
    has_states: bool = False
    a_line_each: bool = False
    periodic: bool = False


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    r"""The lines, numbered from 1, without blanks at their ends; they may end as on any system.

    >>> list(numbered_lines("a \r\nb\rc\n"))
    [(1, 'a'), (2, 'b'), (3, 'c'), (4, '')]
    """
    for number, line in enumerate(re.split("\r\n|\r|\n", text), 1):
        yield number, line.rstrip()


def bounded(digits: str, line: int, largest: int = FARTHEST) -> int:
    """Read an integer, by default a coordinate; a FormatError if it is too large."""
    # Python refuses to read numbers of thousands of digits; `largest` has far fewer than 40.
    if len(digits) > 40 or abs(int(digits)) > largest:
        raise FormatError(f"the number {shortened(digits)} is too large: at most {largest:,}", line)
    return int(digits)


def check_population(population: int, line: int) -> None:
    """Raise a FormatError if there are more live cells than fit in memory."""
    if population > MOST_READ_CELLS:
        raise FormatError(f"too many live cells: at most {MOST_READ_CELLS:,} can be read", line)


def read_rule_at(text: str, line: int) -> Rule:
    try:
        return Rule.parse(text)
    except InputError as error:
        raise FormatError(str(error), line) from None


def shortened(text: str) -> str:
    """Cut a long text for a message.

    >>> shortened("9" * 1000)
    '9999999999...'
    """
    return text if len(text) <= 20 else text[:10] + "..."


def one_line(text: str) -> str:
    r"""Put a text on one line, without control characters.

    >>> one_line("  Gosper\n glider gun \x1b[2J")
    'Gosper glider gun \\x1b[2J'
    """
    return visible_line(" ".join(text.split()))


def noted(titles: Mapping[str, str | None], mark: str, comments: Iterable[str]) -> list[str]:
    """The lines of a file beside its cells: titles after their prefixes, and comments.

    >>> noted({"#N": "Glider", "#O": None}, "#C", ["small", ""])
    ['#N Glider', '#C small', '#C']
    """
    lines = [f"{title} {one_line(text)}" for title, text in titles.items() if text]
    return lines + [f"{mark} {comment}".rstrip() for comment in comment_lines(comments)]


def comment_lines(comments: Iterable[str]) -> Iterator[str]:
    r"""Split comments at the ends of lines, so that none can pose as part of the pattern.

    Control characters are written as escapes.

    >>> list(comment_lines(["first\nsecond", "third"]))
    ['first', 'second', 'third']
    """
    for comment in comments:
        for _, line in numbered_lines(comment):
            yield visible_line(line.strip())
