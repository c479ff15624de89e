"""The patterns for a gallery, from sessions, files, and folders of files.

`lifesearch gallery` collects patterns by it, and `page` makes the page.

A file that is named must be readable, otherwise there is an error and no gallery. A
folder is read with the folders in it; files in it that look like patterns and cannot be read
are left out, with a note.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from lifesearch.common.errors import InputError
from lifesearch.common.facts import CARD, Detail, details, in_brief
from lifesearch.common.limits import LARGEST_GALLERY_AREA
from lifesearch.common.text import plural
from lifesearch.formats.multi import read_several
from lifesearch.formats.registry import suffixes
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.running.session.history import SessionHistory, is_session, read_history

MOST = 5_000  # patterns in one gallery, to bound the size of its page; not tuned
NOTHING = Pattern.of(())


@dataclass(frozen=True)
class GalleryItem:
    """A pattern to be shown, on a `torus` (width, height) if it is not None, and words about it.

    `generations` is how many are shown of an answer that does not recur. `source` is the name of
    its file, or the path in the folder that is shown; empty if there is none. `times` is the number
    of occurrences of an object in a census, otherwise 0. `details` are facts that the pattern alone
    does not show; `still` cells have a colour of their own. `wrong` cells are those of the last
    generation that are not as a target says, and None without a target.
    """

    pattern: Pattern
    rule: Rule = LIFE
    torus: tuple[int, int] | None = None
    generations: int | None = None
    name: str | None = None
    author: str | None = None
    comments: tuple[str, ...] = ()
    source: str = ""
    times: int = 0
    details: tuple[Detail, ...] = ()
    still: Pattern = NOTHING
    wrong: Pattern | None = None


@dataclass(frozen=True)
class Collection:
    """The patterns of a gallery, its title, and sentences about files that were left out."""

    title: str
    items: tuple[GalleryItem, ...]
    notes: tuple[str, ...] = ()


def gallery_items(names: list[str], most: int = MOST) -> Collection:
    """The patterns in the sessions, files and folders of these names, in this order."""
    notes: list[str] = []
    titles: list[str] = []
    gathered = (item for name in names for item in _from(name, titles, notes))
    items = tuple(islice(gathered, most))
    if next(gathered, None) is not None:
        notes.append(f"a gallery holds {plural(most, 'pattern')}; the others are left out")
    if not items:
        there = f"{names[0]} holds" if len(names) == 1 else "these files hold"
        why = f"; {notes[0]}" if notes else ""
        raise InputError(f"{there} no patterns that could be shown{why}")
    return Collection(titles[0] if len(names) == 1 else "Patterns", items, tuple(notes))


def _from(name: str, titles: list[str], notes: list[str]) -> Iterator[GalleryItem]:
    """The patterns of one session, file or folder; append its title and notes to the lists."""
    path = Path(name)
    if name and path.is_dir():
        titles.append(path.resolve().name or name)
        yield from _from_folder(path, notes)
    elif _holds_session(path):
        history = read_history(name)
        titles.append(f"{history.query.describe()}{history.query.where()}")
        yield from _from_session(history, path.name)
    else:
        items = list(_from_file(name))
        titles.append(items[0].name or path.stem)
        yield from items


def _from_folder(folder: Path, notes: list[str]) -> Iterator[GalleryItem]:
    """The patterns of the files in a folder; InputError if a folder in it cannot be read.

    Sessions are known by how they begin, files of patterns by how their names end.
    """

    def complain(error: OSError) -> None:
        raise InputError(f"cannot read the folder {error.filename}: {error.strerror}") from error

    for place, folders, files in os.walk(folder, onerror=complain):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(place, name)
            try:
                if name.startswith(".") or not path.is_file():
                    continue
                shown = str(path.relative_to(folder))
                if _holds_session(path):
                    yield from _from_session(read_history(str(path)), shown)
                elif path.suffix.lower() in suffixes():
                    yield from [replace(item, source=shown) for item in _from_file(str(path))]
            except InputError as error:
                notes.append(f"left out: {error}")


def _holds_session(path: Path) -> bool:
    try:
        if not path.is_file():  # to open a pipe would take from it what `read_several` reads
            return False
        with path.open("rb") as file:
            return is_session(file.read(20))  # enough for `{"session"`
    except (OSError, ValueError):
        return False  # the reader will say what is wrong


def _from_session(history: SessionHistory, source: str) -> list[GalleryItem]:
    """The patterns as they were found; those of a census, whose keys are apgcodes, by frequency."""
    answers = [answer for found in history.found for answer in found.answers]
    items = [
        GalleryItem(
            answer.pattern,
            answer.rule,
            answer.torus,
            answer.generations,
            comments=tuple(filter(None, (answer.called, *in_brief(answer), "found by lifesearch"))),
            source=source,
            times=history.counts.get(str(history.query.key(answer)), 0) if history.counts else 0,
            details=tuple(details(answer, CARD)),
            still=answer.still_part,
            wrong=answer.wrong_cells,
        )
        for answer in answers
        if answer.exists
    ]
    return sorted(items, key=lambda item: -item.times)


def _from_file(name: str) -> Iterator[GalleryItem]:
    source = "" if name == "-" else Path(name).name
    for file in read_several(name):
        rule = file.rule or LIFE
        width, height = file.torus or file.pattern.box[2:]
        if width * height > LARGEST_GALLERY_AREA:
            raise InputError(
                f"{name} is {width:,} x {height:,} cells large, "
                f"a gallery shows patterns of at most {LARGEST_GALLERY_AREA:,} cells"
            )
        yield GalleryItem(
            file.pattern, rule, file.torus, None, file.name, file.author, file.comments, source
        )
