"""Making the index of the catalogue from its files: `python -m lifesearch.catalogue.build_index`.

Each file says what it holds: `#N` is the name, and the first `#C` says what it is, as in

    #C spaceship of velocity 2c/4, period 4; 9 to 12 cells
    #C also called lightweight spaceship

The index takes names from the files, and all else from the simulator.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lifesearch.catalogue.catalogue import INDEX, KINDS, Entry, write_index
from lifesearch.catalogue.entry import make_entry
from lifesearch.errors import InputError
from lifesearch.formats.detect import read_path
from lifesearch.life.identify import identify
from lifesearch.life.rules.rule import LIFE
from lifesearch.text import plural

FOLDERS = {"still life": "still-lifes", "oscillator": "oscillators", "spaceship": "spaceships"}
ALSO = "also called "


def facts(entry: Entry) -> str:
    """What a file of the catalogue says in its first comment.

    >>> facts(Entry("LWSS", "spaceship", 4, "2c/4", 9, 12, "xq4_6frc", "spaceships/lwss.rle"))
    'spaceship of velocity 2c/4, period 4; 9 to 12 cells'
    """
    cells = plural(entry.cells, "cell")
    if entry.most_cells > entry.cells:
        cells = f"{entry.cells} to {entry.most_cells} cells"
    match entry.kind:
        case "spaceship":
            return f"spaceship of velocity {entry.velocity}, period {entry.period}; {cells}"
        case "oscillator":
            return f"oscillator of period {entry.period}; {cells}"
        case _:
            return f"{entry.kind}; {cells}"


def entries(patterns: Path) -> Iterator[Entry]:
    """Read all files in the folders of the catalogue, and find out what is in them."""
    for kind in KINDS:
        found = [
            _entry(path, patterns) for path in sorted((patterns / FOLDERS[kind]).glob("*.rle"))
        ]
        yield from sorted(found, key=lambda entry: (entry.period, entry.cells, entry.name.lower()))


def _entry(path: Path, patterns: Path) -> Entry:
    file = read_path(str(path))
    made = make_entry(file.pattern, LIFE, identify(file.pattern), file.name or "")
    if made is None or file.name is None:
        raise InputError(f"{path} is not an entry of a catalogue: it needs a name, and a period")
    also = [c.removeprefix(ALSO) for c in file.comments if c.startswith(ALSO)]
    others = tuple(name.strip() for names in also for name in names.split(","))
    return replace(made, file=path.relative_to(patterns).as_posix(), also=others, rle="")


if __name__ == "__main__":
    place = Path(sys.argv[1] if len(sys.argv) > 1 else "patterns")
    (place / INDEX).write_text(write_index(entries(place)), encoding="utf-8")
