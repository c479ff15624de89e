"""Files that contain several patterns, one after another, as programs that find many write them.

    >>> [file.pattern.population for file in read_all("3o!\\nx = 2, y = 2\\n2o$2o!\\n")]
    [3, 4]
    >>> [file.name for file in read_all("#N one\\n3o!\\n#N two\\n2o$2o!")]
    ['one', 'two']
    >>> [file.pattern.population for file in read_all("xq4_153\\nxs4_33\\n")]
    [5, 4]

An RLE pattern ends after its `!`, or where the next one has its header; text after the `!` that is
not RLE belongs to no pattern, as in files from the web that end with an explanation. Lists of
coordinates and pictures begin anew with `#Life 1.06` (or 1.05) and `!Name:`, macrocell files with
`[M2]`. Words that are apgcodes are patterns, too: if the first word is one, all must be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lifesearch.common.errors import FormatError, InputError
from lifesearch.common.limits import MOST_PATTERNS
from lifesearch.formats.common import PatternFile, numbered_lines
from lifesearch.formats.detect import naming, read, read_text
from lifesearch.formats.registry import format_of
from lifesearch.formats.text_file import unwrapped
from lifesearch.life.apgcode import decode, is_apgcode

# A line that can be the first of RLE without a header.
_RUNS = re.compile(r"\s*(?:[p-y]?[A-X]|[0-9bo.$!\s])+")
_HEADER = re.compile(r"\s*x\s*=", re.IGNORECASE)


def read_paths(path: str) -> list[PatternFile]:
    """Read all patterns of the file with this name; `-` is standard input.

    Raises an InputError, of which FormatError is one kind, if it cannot be read.
    """
    with naming(path):
        return read_all(read_text(path))


def read_several(path: str) -> list[PatternFile]:
    """Read all patterns of a file; if there are several, those without a name are numbered."""
    found = read_paths(path)
    if len(found) == 1:
        return found
    return [
        file if file.name else replace(file, name=f"number {number}")
        for number, file in enumerate(found, start=1)
    ]


def read_all(text: str) -> list[PatternFile]:
    text = unwrapped(text)
    words = text.split()
    if words and is_apgcode(words[0]):
        _require_room(len(words))
        return [PatternFile(decode(word)) for word in words]
    found: list[PatternFile] = []
    for line, section in parts(text):
        _require_room(len(found) + 1)
        try:
            found.append(read(section))
        except FormatError as error:
            raise FormatError(error.message, error.line + line - 1) from None
    return found


def _require_room(patterns: int) -> None:
    """Raise an InputError if there are too many patterns to be kept in memory."""
    if patterns > MOST_PATTERNS:
        raise InputError(f"too many patterns: at most {MOST_PATTERNS:,} are read at once")


def parts(text: str) -> Iterator[tuple[int, str]]:
    """The texts of the patterns, each with the number of its first line."""
    form = format_of(text)
    if form and form.a_line_each:
        return _lines(text)
    return _beginning(text, form.opening) if form and form.opening else _ended(text)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Patterns of a line each; comments begin with `#`."""
    return (each for each in numbered_lines(text) if each[1] and not each[1].startswith("#"))


def _beginning(text: str, mark: str) -> Iterator[tuple[int, str]]:
    """Patterns that each begin with a line that starts with this mark.

    Lines before the first mark belong to the first pattern.
    """
    start, lines = 1, list[str]()
    for number, line in numbered_lines(text):
        # Comments of plaintext may come before its `!Name:`.
        filled = any(before[:1] not in ("", "!") for before in lines)
        if filled and line.lower().startswith(mark):
            yield start, "\n".join(lines)
            start, lines = number, []
        lines.append(line)
    yield start, "\n".join(lines)


def _ended(text: str) -> Iterator[tuple[int, str]]:
    """RLE patterns; the first one gets everything before its end, whether it is RLE or not."""
    # `lines` are those of the present pattern, from line `start` on. It has runs, or only a header
    # yet (`begun`), or only comments. If it is the `first`, other text may come before these.
    start, lines, first = 1, list[str](), True
    begun = has_runs = False
    for number, line in numbered_lines(text):
        comment, header = line.lstrip().startswith("#"), bool(_HEADER.match(line))
        if has_runs and header:
            yield start, "\n".join(lines)
            lines, has_runs, begun, first = [], False, False, False
        if not lines:
            if not (first or comment or header or (line and _RUNS.fullmatch(line))):
                continue
            start = number
        lines.append(line)
        has_runs = has_runs or bool(line and not comment and not header)
        begun = begun or has_runs or header
        if "!" in line and not comment:
            yield start, "\n".join(lines)
            lines, has_runs, begun, first = [], False, False, False
    if begun or first:
        yield start, "\n".join(lines)
