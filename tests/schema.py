"""The JSON Schema of what commands print, as far as it is about facts: made of their descriptions.

    python -m tests.schema

writes manual/output.schema.json anew. Its other parts (surveys, the atlas) stay as they are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import lifesearch.questions
from lifesearch.common.facts import IDENTIFIED, RECORD, Fact, Schema, schema, schema_of
from lifesearch.core.answer import Answer
from lifesearch.core.facts import PatternFacts
from lifesearch.questions.rotors.facts import RotorFacts
from lifesearch.show import catalogue_table, counts
from lifesearch.show.report import JSON_VERSION
from lifesearch.show.search import smallest, soups

FILE = Path(__file__).parents[1] / "lifesearch" / "manual" / "output.schema.json"
VERSION = {"const": JSON_VERSION, "description": "The version of this form."}
TABLES = {
    "soup_object": soups.COLUMNS,
    "count": counts.COLUMNS,
    "catalogue_entry": catalogue_table.COLUMNS,
    "smallest": (*smallest.COLUMNS, smallest.KNOWN),
}
"""The columns of tables, by their names in the schema."""


def answers() -> Iterator[type[Answer]]:
    """All kinds of answers of the program, each once."""
    for module in walk_packages(lifesearch.questions.__path__, "lifesearch.questions."):
        import_module(module.name)
    waiting: list[type[Answer]] = [Answer]
    while waiting:
        kind = waiting.pop()
        # A class of a module that was unloaded (a test's made-up kind) is still listed.
        if kind.__module__.startswith("lifesearch.") and kind.__module__ in sys.modules:
            yield kind
        waiting += sorted(kind.__subclasses__(), key=lambda each: each.__name__)


def described(more: Iterable[type[Answer]] = ()) -> dict[str, Schema]:
    """The parts of the schema that follow from facts; there may be more kinds of answers."""
    pattern = schema(PatternFacts, RECORD)
    for kind in (*answers(), *more):  # only some patterns have the facts of their kind
        pattern["properties"] |= schema(kind, RECORD)["properties"]
    return {
        "pattern": pattern,
        "identified": schema(PatternFacts, IDENTIFIED),
        "rotor": schema(RotorFacts),
        **{name: _of_records(columns) for name, columns in TABLES.items()},
    }


def _of_records(columns: Iterable[Fact[Any]]) -> Schema:
    return schema_of(each for each in columns if RECORD in each.outputs)


def whole(old: dict[str, Any]) -> dict[str, Any]:
    """A schema whose parts about facts are as they are described now."""
    parts = dict(old["$defs"])
    for name, part in described().items():
        parts[name] = {
            "title": parts[name]["title"],
            "type": "object",
            "properties": {**part["properties"], "version": VERSION},
            "required": [*part["required"], "version"],
        }
    return {**old, "$defs": parts}


def text() -> str:
    """The file as it should be."""
    return json.dumps(whole(json.loads(FILE.read_text("utf-8"))), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
