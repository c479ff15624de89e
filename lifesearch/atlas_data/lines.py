"""The lines of the atlas: each a statement, the command that shows it, and what it answers.

They are in `patterns/atlas`, a file for each topic, with one JSON object a line. A line is written
by the command that made it (`python -m tests.atlas`), and carries a checksum: one that was changed
by hand is not read.

    >>> from lifesearch.atlas_data.lines import atlas
    >>> line = atlas("vanishing")[4]
    >>> line.statement
    'patterns in a 1x5 box that vanish in one step: 24'
    >>> line.command
    'lifesearch count predecessor empty.rle --box 1x5'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from lifesearch.catalogue.names import patterns_folder
from lifesearch.common import require
from lifesearch.common.errors import InputError, LifesearchError
from lifesearch.common.text import suggestion
from lifesearch.running.registry import listed

PROGRAM = "lifesearch "
"""The beginning of every command."""


@dataclass(frozen=True)
class Line:
    """A statement of the atlas.

    topic, statement: what it is about, and what is true
    kind: count, none (proved), best (nothing is better), found, shortest (in rows), or, of a
        complete table, its topic
    facts: its numbers by their names
    command: what shows it, to be run where the file of the topic is
    engine, cpu, version: what ran, for how many seconds of a processor, in which version
    proof: digest and size of its certificate
    rle: a pattern that was found
    question: the question that the line answers, if any, in the form of sessions and proofs
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
        """The value that `check` has unless the line was changed.

        It depends on all fields: with a new field of `Line`, all lines must be sealed again.
        """
        values = {name: value for name, value in asdict(self).items() if name != "check"}
        return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]

    def sealed(self) -> Line:
        """A copy with the checksum of its values."""
        return replace(self, check=self.digest)

    @property
    def claim(self) -> tuple[str, str, str]:
        """The values that must be equal when the line's command is run again."""
        return self.statement, self.kind, json.dumps(self.facts, sort_keys=True)


@cache
def all_topics() -> dict[str, str]:
    """The topics, and what each is about: `Kind.topics` of the kinds of questions says it."""
    return listed("topics")


def folder() -> Path:
    return patterns_folder() / "atlas"


def read_lines(path: Path) -> list[Line]:
    """The lines of a file; a LifesearchError for one that is not as it was made."""
    texts = path.read_text("utf-8").splitlines()
    return [_line(path, number, text) for number, text in enumerate(texts, 1)]


def read_line(path: Path, number: int) -> Line:
    """Line `number` of a file, from 1 on; a LifesearchError if it is not as it was made."""
    texts = path.read_text("utf-8").splitlines()
    return _line(path, number, texts[number - 1] if number <= len(texts) else "")


def _line(path: Path, number: int, text: str) -> Line:
    try:
        line = Line(**json.loads(text))
    except (TypeError, ValueError):
        raise LifesearchError(f"line {number} of {path.name} is no line of the atlas") from None
    if line.check != line.digest:
        raise LifesearchError(f"line {number} of {path.name} was changed: its checksum differs")
    return line


def atlas(topic: str = "") -> tuple[Line, ...]:
    """The lines of a topic, or all of them.

    InputError if there is no such topic; a LifesearchError if a line was changed.
    """
    require.instance(topic, "the topic", str)
    if topic and topic not in all_topics():
        raise InputError(
            f"the atlas has no topic '{topic[:20]}'; {suggestion(topic, list(all_topics()))}"
        )
    return _lines(topic)


@cache
def _lines(topic: str) -> tuple[Line, ...]:
    # A topic has no file before its first line is made.
    files = [folder() / f"{each}.jsonl" for each in ([topic] if topic else all_topics())]
    return tuple(line for file in files if file.is_file() for line in read_lines(file))


def count_in_words(facts: Mapping[str, Any]) -> str:
    """The counted patterns in words.

    >>> count_in_words({"kind": "oscillator", "period": 2, "width": 4, "height": 5, "raw": True,
    ...     "with_empty": False, "symmetry": "C1", "torus": True})
    'oscillators of period 2 on a 4x5 torus, each as it lies'
    """
    size = f"{facts['width']}x{facts['height']}"
    if facts["kind"] == "predecessor":
        return f"patterns in a {size} box that vanish in one step"
    what = "still lifes" if facts["period"] == 1 else f"oscillators of period {facts['period']}"
    what += f" with {facts['population']} cells" if "population" in facts else ""
    where = f"in a {size} box"
    if "torus" in facts:
        where = f"on a {size} torus"
    elif "cylinder" in facts:
        where = f"on a cylinder of circumference {facts['width']}, in {facts['height']} rows"
    counted = ", each as it lies" if facts["raw"] else " up to symmetry"
    return f"{what} {where}{counted}{', with the empty one' if facts['with_empty'] else ''}"
