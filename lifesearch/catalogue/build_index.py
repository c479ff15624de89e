"""Making the index of the catalogue from its files: `python -m lifesearch.catalogue.build_index`.

It may be given the folder `patterns`; without it, that of the working directory is taken.

Each file says what it holds: `#N` is the name, and the first `#C` says what it is, as in

    #C spaceship of velocity 2c/4, period 4; 9 to 12 cells
    #C also called lightweight spaceship

The index takes names from the files, and all else from the simulator; of patterns that do not
recur, it takes all from the files, and a test simulates them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lifesearch.catalogue.catalogue import Entry, write_index
from lifesearch.catalogue.entry import make_entry
from lifesearch.catalogue.names import INDEX, OTHER_KINDS, RECURRING_KINDS
from lifesearch.common.errors import InputError
from lifesearch.common.text import plural
from lifesearch.formats.detect import PatternFile, read_path
from lifesearch.life.identify import identify
from lifesearch.life.rules.rule import LIFE

FOLDERS = {kind: f"{kind.replace(' ', '-')}s" for kind in (*RECURRING_KINDS, *OTHER_KINDS)}
"""The folder of `patterns` for each kind."""
WITHOUT_CODE = re.compile(
    r"(?P<kind>gun|puffer|rake)(?: of velocity (?P<velocity>.+),| of) period (?P<period>\d+); "
    r"(?P<cells>\d+) cells|"
    r"methuselah of lifespan (?P<lifespan>\d+); (?P<methuselah_cells>\d+) cells"
)
"""What the first comment of a file says of a pattern that does not recur."""
ALSO = "also called "


def in_words(entry: Entry) -> str:
    """The kind, motion and size of an entry, as they stand in the first comment of its file.

    >>> in_words(Entry("LWSS", "spaceship", 4, "2c/4", 9, 12, "xq4_6frc", "spaceships/lwss.rle"))
    'spaceship of velocity 2c/4, period 4; 9 to 12 cells'
    """
    cells = plural(entry.cells, "cell")
    if entry.most_cells > entry.cells:
        cells = f"{entry.cells} to {entry.most_cells} cells"
    match entry.kind:
        case "spaceship":
            return f"spaceship of velocity {entry.velocity}, period {entry.period}; {cells}"
        case "puffer" | "rake":
            return f"{entry.kind} of velocity {entry.velocity}, period {entry.period}; {cells}"
        case "oscillator" | "gun":
            return f"{entry.kind} of period {entry.period}; {cells}"
        case "methuselah":
            return f"methuselah of lifespan {entry.lifespan}; {cells}"
        case _:
            return f"{entry.kind}; {cells}"


def entries(patterns: Path) -> Iterator[Entry]:
    """Read all files in the folders of the catalogue, and identify their patterns."""
    for name in FOLDERS.values():
        found = [_entry(path, patterns) for path in sorted((patterns / name).glob("*.rle"))]
        yield from sorted(found, key=_order)


def _order(entry: Entry) -> tuple[int, int, int, str]:
    return entry.period, entry.lifespan, entry.cells, entry.name.lower()


def _entry(path: Path, patterns: Path) -> Entry:
    file = read_path(str(path))
    if said := WITHOUT_CODE.fullmatch(file.comments[0] if file.comments else ""):
        return _without_code(file, said, path.relative_to(patterns).as_posix())
    made = make_entry(file.pattern, LIFE, identify(file.pattern), file.name or "")
    if made is None or file.name is None:
        raise InputError(f"{path} is not an entry of a catalogue: it needs a name, and a period")
    return replace(made, file=path.relative_to(patterns).as_posix(), also=_also(file), rle="")


def _without_code(file: PatternFile, said: re.Match[str], file_path: str) -> Entry:
    cells = int(said["cells"] or said["methuselah_cells"])
    return Entry(
        file.name or "",
        said["kind"] or "methuselah",
        int(said["period"] or 0),
        said["velocity"] or "",
        cells,
        cells,
        "",
        file_path,
        _also(file),
        int(said["lifespan"] or 0),
    )


def _also(file: PatternFile) -> tuple[str, ...]:
    also = [c.removeprefix(ALSO) for c in file.comments if c.startswith(ALSO)]
    return tuple(name.strip() for names in also for name in names.split(","))


if __name__ == "__main__":
    patterns = Path(sys.argv[1] if len(sys.argv) > 1 else "patterns")
    (patterns / INDEX).write_text(write_index(entries(patterns)), encoding="utf-8")
