"""Several patterns in one file: RLE after RLE, as `lifesearch -o FILE` writes them.

What follows the `!` of a pattern is another one if it has a header, and words to be
ignored otherwise.

    >>> text = "#C one!\\nx = 3, y = 1\\n3o!\\nmore words\\n#N two\\nx = 2, y = 1\\n2o!\\nthe end"
    >>> [read(part).pattern.population for part in parts(text)]
    [3, 2]
"""

from __future__ import annotations

import re
from dataclasses import replace

from lifesearch.errors import FormatError, InputError
from lifesearch.life.formats import PatternFile, read, read_bytes

_HEADER = re.compile(r"\s*x\s*=", re.IGNORECASE)


def read_several(path: str) -> list[PatternFile]:
    """Read all patterns of the file with this name; `-` is standard input."""
    name = "standard input" if path == "-" else path
    text = read_bytes(path).decode("utf-8-sig", "replace")
    if "\0" in text or "\ufffd" in text:
        raise InputError(f"{name} is not a text file: expected a pattern, such as RLE")
    if not text.strip():
        raise InputError(f"{name} is empty: expected a pattern, such as RLE")
    try:
        files = [read(part) for part in parts(text)]
    except FormatError as error:
        raise FormatError(error.message, error.line, name) from None
    if len(files) == 1:
        return files
    return [
        file if file.name else replace(file, name=f"number {number}")
        for number, file in enumerate(files, 1)
    ]


def parts(text: str) -> list[str]:
    """The text of each pattern, its lines where they were."""
    if not re.match(r"\s*(#(?!life)|x)", text, re.IGNORECASE):
        return [text]
    lines = re.split("\r\n|\r|\n", text)
    starts, end = [0], None
    for number, line in enumerate(lines):
        if end is not None and _HEADER.match(line):
            starts.append(end)
            end = None
        elif end is None and "!" in line and not line.lstrip().startswith("#"):
            end = number + 1
    found = []
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        some = lines[start:stop]
        header = next((n for n, line in enumerate(some) if _HEADER.match(line)), 0)
        # Words between two patterns belong to none of them.
        said = [line if line.lstrip().startswith("#") else "" for line in some[:header]]
        found.append("\n".join([""] * start + said + some[header:]))
    return found
