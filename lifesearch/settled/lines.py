"""The lines of the atlas: each a statement, the command that shows it, and what it answers.

They are in `patterns/atlas`, a file for each topic, with one JSON object a line. A line is written
by the command that made it (`python -m tests.atlas`), and carries a checksum: one that was changed
by hand is not read.

    >>> from lifesearch.settled.lines import atlas
    >>> line = atlas("vanishing")[4]
    >>> line.statement
    'patterns in a 1x5 box that vanish in one step: 24'
    >>> line.command
    'lifesearch count predecessor empty.rle --box 1x5'
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lifesearch.catalogue.catalogue import patterns_folder
from lifesearch.errors import InputError, LifesearchError
from lifesearch.text import suggestion

if TYPE_CHECKING:
    from lifesearch.queries.base import PatternQuery

TOPICS = {
    "counts": "still lifes and oscillators in boxes",
    "populations": "still lifes in squares, by population",
    "tori": "still lifes on tori and cylinders",
    "vanishing": "patterns that vanish in one step",
    "strips": "spaceships of a given width and any length",
    "oscillators": "oscillators of a given width and any length",
    "boxes": "oscillators and still lifes in a given box",
    "rotors": "rotors in a window",
}
"""What each topic is about."""
SEARCHED = ("strips", "oscillators", "boxes")
"""The topics whose lines answer searches."""
PROGRAM = "lifesearch "
ONLY_HOW = ("look_ahead",)
"""What says of a query how to search, and not what for."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """A statement of the atlas.

    topic, statement: what it is about, and what is true
    kind: count, none (proved), best (nothing is better), found, shortest or rotors
    facts: its numbers by their names
    command: what shows it, to be run where the file of the topic is
    engine, cpu, version: what ran, how many seconds of a processor, and of which version
    proof: digest and size of its certificate
    rle: a pattern that was found
    question: of a search, as in sessions and proofs
    check: digest of all this
    """

    topic: str
    statement: str
    kind: str
    facts: dict[str, Any]
    command: str
    engine: str
    cpu: float
    version: str
    proof: dict[str, Any] | None = None
    rle: str | None = None
    question: dict[str, Any] | None = None
    check: str = ""

    @property
    def digest(self) -> str:
        values = {name: value for name, value in asdict(self).items() if name != "check"}
        return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]

    def sealed(self) -> Line:
        return replace(self, check=self.digest)

    @property
    def claim(self) -> tuple[str, str, str]:
        """What must be the same when its command is run again."""
        return self.statement, self.kind, json.dumps(self.facts, sort_keys=True)


def folder() -> Path:
    return patterns_folder() / "atlas"


def read_lines(path: Path) -> list[Line]:
    """The lines of a file; a LifesearchError for one that is not as it was made."""
    found = []
    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            line = Line(**json.loads(text))
        except (TypeError, ValueError):
            raise LifesearchError(f"line {number} of {path.name} is no line of the atlas") from None
        if line.check != line.digest:
            raise LifesearchError(f"line {number} of {path.name} was changed: its checksum differs")
        found.append(line)
    return found


@cache
def atlas(topic: str = "") -> tuple[Line, ...]:
    """The lines of a topic, or all of them."""
    if topic and topic not in TOPICS:
        raise InputError(
            f"the atlas has no topic '{topic[:20]}'; {suggestion(topic, list(TOPICS))}"
        )
    files = [folder() / f"{each}.jsonl" for each in ([topic] if topic else TOPICS)]
    return tuple(line for file in files if file.is_file() for line in read_lines(file))


def settled_before(query: PatternQuery) -> Line | None:
    """The line that answers a query: by a proof that there is none, or nothing better.

    What is not in a wide strip is not in a narrow one, either; what has a mirror keeps its middle,
    and so the parity of its width.
    """
    from lifesearch.session.codec import query_to_json

    question = _compared(query_to_json(query))
    for topic in SEARCHED:
        for line in atlas(topic):
            if line.question is not None and _answers(line, question):
                return line
    return None


def _answers(line: Line, question: Json) -> bool:
    assert line.question is not None
    settled = _compared(line.question)
    if settled["kind"] != "strip" or question["kind"] != "strip":
        return settled == question
    less = settled.pop("width") - question["width"]
    same = settled == {name: value for name, value in question.items() if name != "width"}
    mirrored = settled["mirror"] != "none" or settled["motion"][1] != "Id"
    narrower = less > 0 and not (settled["folds"] or settled["wraps"])
    return same and (less == 0 or (narrower and not (mirrored and less % 2)))


def _compared(question: Json) -> Json:
    return {name: value for name, value in question.items() if name not in ONLY_HOW}
