"""Find the line of the atlas that answers a question, by an index, without reading all lines.

The index, `patterns/atlas/index.json`, lists for each question the lines that answer it: the width
of the strip, or 0, then the line's topic, its number in the file of the topic, and its checksum:

    {"strip {...}": [[7, "strips", 12, "3336b7f58d332fc9"], ...], ...}

A question is written without fields that have their default: so with a new option it still matches
the lines that were made before, as long as that option is not given. The index is made by
`python -m tests.atlas`; a test compares it with the lines.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, Field, fields, replace
from typing import TYPE_CHECKING, Any

from lifesearch.atlas_data.lines import Line, folder, read_line
from lifesearch.common.errors import LifesearchError

if TYPE_CHECKING:
    from lifesearch.core.question import PatternQuery

FILE = "index.json"
NO_PART_OF_ANSWER = ("look_ahead",)
"""Fields of a question that change how it is searched, not what its answers are."""
WIDTH = "width"
STRIP = "strip"

Entry = tuple[int, str, int, str]
"""The width of a strip, or 0; topic, number and checksum of a line."""


def question_key(query: PatternQuery) -> str:
    """A question as a text, equal for equal questions; strips that differ in width are equal.

    >>> from lifesearch.life.motion import Motion
    >>> from lifesearch.questions.strips.question import Strip
    >>> question_key(Strip(7, Motion(3, dy=-1)))
    'strip {"motion": [3, "Id", 0, -1]}'
    """
    from lifesearch.running.session.codec import to_json

    left_out = {*NO_PART_OF_ANSWER, WIDTH} if query.kind == STRIP else {*NO_PART_OF_ANSWER}
    dataclass: Any = query  # as all queries are
    given = {
        field.name: to_json(getattr(query, field.name))
        for field in fields(dataclass)
        if field.name not in left_out and getattr(query, field.name) != _default(field)
    }
    return f"{query.kind} {json.dumps(given, sort_keys=True)}"


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def settled_before(query: PatternQuery) -> Line | None:
    """The line that answers a query: by a proof that there is none, or nothing better.

    Of lines on strips, only those that prove "none" are in the index. A strip without a pattern
    settles narrower ones, too; those of mirror-symmetric patterns only if the widths are both odd
    or both even, since such a pattern is in the middle of its strip.
    """
    for width, topic, number, check in _entries(question_key(query)):
        if query.kind != STRIP or _settles(width, query):
            try:
                line = read_line(folder() / f"{topic}.jsonl", number)
            except (OSError, ValueError, LifesearchError):
                return None  # no note rather than a wrong one
            return line if line.check == check else None
    return None


def widest_settled(query: PatternQuery) -> Line | None:
    """The line about the widest narrower strip of a question for which there is no pattern."""
    strip: Any = query
    if query.kind != STRIP or strip.folds or strip.wraps:  # these fit in no wider strip
        return None
    step = 2 if _keeps_parity(strip) else 1
    entries = _entries(question_key(query))
    widths = {width for width, *_ in entries if (strip.width - width) % step == 0}
    narrower = (width for width in sorted(widths, reverse=True) if width < strip.width)
    lines = (settled_before(replace(strip, width=width)) for width in narrower)
    return next((line for line in lines if line is not None and line.kind == "none"), None)


def _entries(key: str) -> list[Entry]:
    try:
        entries: list[Entry] = json.loads((folder() / FILE).read_bytes()).get(key, [])
    except (OSError, ValueError):
        return []
    return entries


def _settles(width: int, strip: Any) -> bool:
    """Whether a strip of this width and without a pattern shows that `strip` has none either."""
    less = width - strip.width
    narrower = less > 0 and not (strip.folds or strip.wraps)
    return less == 0 or (narrower and not (_keeps_parity(strip) and less % 2))


def _keeps_parity(strip: Any) -> bool:
    """Whether a strip's patterns are symmetric about its middle: so widths must be even, or odd."""
    return bool(strip.mirror.value != "none" or strip.motion.order > 1)
