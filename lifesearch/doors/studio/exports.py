"""What a person keeps of a search: files to download, and answers added to the user's catalogue.

`server` calls `download` (pictures, pages, patterns, sessions, proofs) and `remember`. A *card* is
an answer as the page has it: see `card` of `work.messages`.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from pathlib import Path
from typing import Any

from starlette.responses import FileResponse, Response

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_SENT_PROOF
from lifesearch.doors.studio.work.search import StudioSearch
from lifesearch.doors.studio.work.summary import SearchSummary
from lifesearch.doors.studio.work.worker import PROOF, SESSION
from lifesearch.formats.detect import PatternFile, read
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE

LONGEST_PERIOD = 1000
"""Generations in which an answer must recur to be added to the catalogue.

`Pattern.identify` follows a pattern for as many.
"""
MOST_FRAMES = 60
"""Frames of a moving picture; of a longer period only the first generations are shown."""
CELL_PIXELS = 12
"""Pixels of a cell in a picture; this and MOST_FRAMES are as in `doors.python.pattern`."""
PICTURES = {
    "picture.svg": "image/svg+xml",
    "picture.png": "image/png",
    "picture.gif": "image/gif",
}


async def download(search: StudioSearch, what: str, number: int) -> Response:
    """The file with this name for a search; InputError if it cannot be made.

    `number` counts answers from 0: pictures are of one answer.
    """
    if what == "page.html":
        text = await asyncio.to_thread(gallery_page, search.title, search.account)
        return _attached(text.encode(), "text/html", f"{search.name}.html")
    if what == "patterns.rle":
        text = "\n".join(str(card["rle"]) for card in search.account.cards)
        return _attached(text.encode(), "text/plain", f"{search.name}.rle")
    if what in PICTURES:
        data = await asyncio.to_thread(picture, search.card(number), what)
        form = what.removeprefix("picture.")
        return _attached(data, PICTURES[what], f"{search.name}-{number + 1}.{form}")
    if what == "search.session" and (search.path / SESSION).is_file():
        return FileResponse(search.path / SESSION, filename=f"{search.name}.session")
    if what == "proof.zip" and search.proof == "ready":
        data = await asyncio.to_thread(zipped, search.path / PROOF, f"proof-{search.name}")
        return _attached(data, "application/zip", f"proof-{search.name}.zip")
    raise InputError(f"there is no {what[:40]!r} of this search")


def _attached(data: bytes, media_type: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media_type, headers=headers)


def gallery_page(title: str, account: SearchSummary) -> str:
    """A web page of all answers, complete in one file.

    The table of a census has the `times` that each object was found: the most frequent come first.
    """
    from lifesearch.common.facts import Detail
    from lifesearch.show.gallery.page import page
    from lifesearch.show.gallery.sources import Collection, GalleryItem

    times = (account.table or {}).get("times", {})
    if not account.cards:
        raise InputError("nothing has been found yet: there is nothing to show on a page")
    items = []
    for card in sorted(account.cards, key=lambda card: -times.get(card.get("code"), 0)):
        file, generations = read(card["rle"]), card.get("generations")
        items.append(
            GalleryItem(
                file.pattern,
                file.rule or LIFE,
                file.torus,
                generations,
                card.get("name"),
                comments=("found by lifesearch",),
                times=times.get(card.get("code"), 0),
                # Facts that only answers to this kind of question have.
                details=tuple(Detail(*each) for each in card.get("own", ())),
                still=Pattern.of(map(tuple, card.get("still", ()))),
                wrong=_wrong_cells(card, file),
            )
        )
    return page(Collection(title, tuple(items)))


def _wrong_cells(card: dict[str, Any], file: PatternFile) -> Pattern | None:
    """The wrong cells of a card, at their places in its file; None if there was no target."""
    if "target" not in card:
        return None
    # The card counts cells from the corner of the pattern; on a torus, from that of the torus.
    x, y = (0, 0) if file.torus else file.pattern.box[:2]
    return Pattern.of(map(tuple, card["target"]["wrong"])).translate(x, y)


def picture(card: dict[str, Any], what: str) -> bytes:
    """A picture of an answer in the format that the name `what` ends with; SVG and GIF move."""
    from lifesearch.show.animation import Subject
    from lifesearch.show.pictures import pixels, svg

    subject = Subject.of(read(card["rle"]), str(card.get("name", "")))
    # One period, or generations 0 to the last one. A card has no number that is 0.
    frames = min(int(card.get("period") or card.get("generations", 0) + 1), MOST_FRAMES)
    if what == "picture.png":
        pixels.require_pillow()
        return pixels.png(svg.picture(subject, 1, "age", moving=False, scale=CELL_PIXELS))
    moving = svg.picture(subject, frames, "age", moving=True, scale=CELL_PIXELS)
    if what == "picture.svg":
        return svg.svg(moving).encode()
    pixels.require_pillow()
    return pixels.gif(moving)


def possible_pictures() -> list[str]:
    """The kinds of pictures that can be made; some need Pillow."""
    from lifesearch.show.pictures.pixels import require_pillow

    try:
        require_pillow()
    except InputError:
        return ["svg"]
    return ["svg", "png", "gif"]


def zipped(folder: Path, name: str) -> bytes:
    """A ZIP file of the files of a folder, which is called `name` inside."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    if sum(path.stat().st_size for path in files) > LARGEST_SENT_PROOF:
        raise InputError(f"the proof is larger than 2 GB: it is in {folder}")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            archive.write(path, f"{name}/{path.name}")
    return data.getvalue()


def remember(card: dict[str, Any], name: str) -> str:
    """Add an answer to the user's catalogue; return the outcome in words.

    A name that is given must be free; without one the catalogue chooses the name.
    """
    from lifesearch.catalogue import user
    from lifesearch.catalogue.entry import clean_name, make_entry
    from lifesearch.core.report import PatternReport

    file = read(card["rle"])
    rule = file.rule or LIFE
    chosen = clean_name(name) if name.strip() else ""
    report = PatternReport(file.pattern, rule, file.torus, LONGEST_PERIOD, settle=False)
    identity = report.identity if report.period and not file.torus else None
    entry = identity and make_entry(file.pattern, rule, identity, chosen)
    if not entry:
        raise InputError("only still lifes, oscillators and spaceships can be added")
    user.check_writable()
    [added] = user.add([entry], insist=bool(chosen))
    if added.renamed:
        return f"it is called {added.entry.name!r} now"
    if added.new:
        return f"added as {added.entry.name!r}"
    return f"already in a catalogue: {added.entry.name!r}"
