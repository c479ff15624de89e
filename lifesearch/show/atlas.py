"""The atlas in tables for a terminal, as JSON, and as a web page: `lifesearch atlas` calls it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from html import escape
from itertools import groupby

from lifesearch.atlas_data.lines import PROGRAM, Line, all_topics, count_in_words
from lifesearch.common.text import plural
from lifesearch.formats.detect import read
from lifesearch.show.report import json_line
from lifesearch.show.terminal.fitting import broken
from lifesearch.show.terminal.table import columns

WIDTH = 79
"""Columns of lines at most: a terminal usually has 80."""
SYMMETRIES = ("none", "odd", "even", "gutter", "glide")


def as_json(line: Line) -> str:
    """A line as JSON; `program` is what ran, `version` that of this form."""
    facts = asdict(line)
    return json_line({**facts, "program": f"lifesearch {facts.pop('version')}"}) + "\n"


def topics(lines: Sequence[Line]) -> str:
    """The topics, and how many lines each has."""
    rows = [("topic", "lines", "proofs", "about")]
    for topic, about in all_topics().items():
        of_topic = [line for line in lines if line.topic == topic]
        proofs = sum(line.proof is not None for line in of_topic)
        rows.append((topic, f"{len(of_topic):,}", f"{proofs:,}" if proofs else "", about))
    return "\n".join(columns(rows)) + "\n\nlifesearch atlas TOPIC shows its lines.\n"


def tables(lines: Iterable[Line]) -> str:
    """The tables of lines that are sorted by topic."""
    groups = (list(of_topic) for _, of_topic in groupby(lines, topic_of))
    return "\n".join(table for group in groups for table in _tables(group))


def topic_of(line: Line) -> str:
    return line.topic


def _tables(lines: list[Line]) -> Iterator[str]:
    """The tables of the lines of one topic."""
    if lines[0].topic in ("strips", "oscillators"):
        yield from _widths(lines)
        return
    for heading, same in groupby(lines, _heading):
        group = list(same)
        if group[0].kind == "count":
            yield _wrapped(heading) + _packed([_number(line) for line in group])
        else:
            yield "".join(_wrapped(f"{line.statement}{_size(line)}") for line in group)


def _heading(line: Line) -> str:
    """What the numbers of a table have in common; empty for lines that are sentences."""
    if line.kind != "count":
        return ""
    general = {"population": "N"} if "population" in line.facts else {"width": "W", "height": "H"}
    return count_in_words(line.facts | general)


def _number(line: Line) -> tuple[str, str]:
    """What a line counts by, a population or a box, and how many there are."""
    facts = line.facts
    if "population" in facts:
        return str(facts["population"]), f"{facts['count']:,}"
    return f"{facts['width']}x{facts['height']}", f"{facts['count']:,}"


def _wrapped(sentence: str) -> str:
    return "".join(f"{line}\n" for line in broken(sentence, WIDTH))


def _packed(pairs: list[tuple[str, str]]) -> str:
    """Names and numbers, in as many columns as fit."""
    name, number = (max(len(pair[i]) for pair in pairs) for i in (0, 1))
    cells = [f"  {one:>{name}}: {other:>{number}}" for one, other in pairs]
    per_line = max(1, WIDTH // len(cells[0]))
    rows = [cells[i : i + per_line] for i in range(0, len(cells), per_line)]
    return "".join("".join(row) + "\n" for row in rows)


def _size(line: Line) -> str:
    """The size of a line's proof, in brackets; empty without one."""
    return f" ({_amount(line.proof['bytes'])})" if line.proof else ""


def _amount(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"


def _widths(lines: list[Line]) -> Iterator[str]:
    """The widths that are proved to have none, by speed or period and symmetry.

    The greatest width says all: a narrower strip is a part of it. A line with a proof is of the
    kind `none`; others say what was found.
    """
    proved: dict[str, dict[str, int]] = {}  # the greatest width, by pattern and symmetry
    found = []
    for line in lines:
        what, width, symmetry = _strip(line)
        if line.kind != "none":
            found.append(line)
            continue
        row = proved.setdefault(what, {})
        row[symmetry] = max(width, row.get(symmetry, 0))
    first_heading = "velocity" if lines[0].topic == "strips" else "period"
    rows: list[Sequence[str]] = [(first_heading, *SYMMETRIES)]
    rows += [
        (what, *(str(row.get(symmetry, "")) for symmetry in SYMMETRIES))
        for what, row in sorted(proved.items(), key=lambda each: _order(each[0]))
    ]
    size = sum(line.proof["bytes"] for line in lines if line.proof)
    yield (
        "the greatest width proved to contain none of any length, by symmetry\n"
        + "".join(f"  {row}\n" for row in columns(rows))
        + f"({plural(len(lines) - len(found), 'proof')}, {_amount(size)})\n"
    )
    if found:
        yield "found, and how many rows the shortest takes up\n" + _narrowest(first_heading, found)


def _narrowest(first_heading: str, found: list[Line]) -> str:
    """The narrowest strip of each kind in which a pattern was found."""
    # Of a strip, a line `shortest` with the rows follows the line `found`; some have only that.
    shortest = {_strip(line): str(line.facts.get("rows", "")) for line in found}
    places = sorted(shortest, key=lambda each: (_order(each[0]), SYMMETRIES.index(each[2]), each))
    rows: list[Sequence[str]] = [(first_heading, "symmetry", "width", "rows")]
    for _, same in groupby(places, lambda each: (each[0], each[2])):
        what, width, symmetry = place = next(same)
        rows.append((what, symmetry, str(width), shortest[place]))
    return "".join(f"  {row}\n" for row in columns(rows))


def _order(what: str) -> tuple[int, bool, int]:
    """A key to sort velocities and periods: by the period, straight ones first, slow ones first.

    In a velocity, such as 2c/5, the last number is the period; in c/5 the first one, 1, is missing.
    """
    numbers = [int(number) for number in re.findall(r"\d+", what)]
    return numbers[-1], "diagonal" in what, numbers[0] if numbers[1:] else 1


def _strip(line: Line) -> tuple[str, int, str]:
    """The velocity or period that a line's command asks for, its width and its symmetry."""
    words = shlex.split(line.command.removeprefix(PROGRAM))
    symmetry = words[words.index("--symmetry") + 1] if "--symmetry" in words else "none"
    return words[1], int(words[words.index("--width") + 1]), symmetry


def page(lines: Sequence[Line]) -> str:
    """A web page: the tables, and the patterns that were found, each once."""
    from lifesearch.show.gallery.page import page as gallery
    from lifesearch.show.gallery.sources import Collection, GalleryItem

    above = [
        f"<h2>{escape(all_topics()[topic])}</h2>\n"
        f'<pre tabindex=0 role=region aria-label="{escape(topic)}">{escape(tables(group))}</pre>\n'
        for topic, group in groupby(lines, topic_of)
    ]
    items = {
        line.rle: GalleryItem(read(line.rle).pattern, comments=(line.statement, line.command))
        for line in lines
        if line.rle is not None
    }
    return gallery(
        Collection("The atlas", tuple(items.values())),
        above=f'<section id="above" aria-label="Tables">{"".join(above)}</section>\n',
    )
