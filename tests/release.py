"""What must be true before a release: `python -m tests.release [TAG]` says what is not.

The version stands in one place, and the changes of it are dated; the addresses of the project are
no placeholders; a tag, if one is given, is that of the version.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path

from lifesearch import __version__

ROOT = Path(__file__).parents[1]
PLACEHOLDER = "OWNER"
FILES = (
    "pyproject.toml",
    "lifesearch/manual/changes.md",
    "CITATION.cff",
    ".github/conda/recipe.yaml",
)


def faults(texts: Sequence[str], tag: str = "") -> Iterator[str]:
    """What is missing, a sentence each, of the texts of `FILES`."""
    project, changes, citation, recipe = texts
    for name, address in tomllib.loads(project)["project"]["urls"].items():
        if PLACEHOLDER in address:
            yield f"pyproject.toml: the address of {name} has {PLACEHOLDER} in it"
    for file, text in (("CITATION.cff", citation), ("recipe.yaml", recipe)):
        if PLACEHOLDER in text:
            yield f"{file} has {PLACEHOLDER} in it"
    if not _day(changes):
        yield f"changes.md has no heading '## {__version__} (1 January 2027)'"
    if not re.search(rf"^version: {re.escape(__version__)}$", citation, re.M):
        yield f"CITATION.cff is not of version {__version__}"
    if (day := _day(changes)) and f"date-released: {day}" not in citation:
        yield f"CITATION.cff: date-released is not {day}, the date in changes.md"
    if f'version: "{__version__}"' not in recipe:
        yield f"recipe.yaml is not of version {__version__}"
    if tag and tag.removeprefix("v") != __version__:
        yield f"the tag {tag} is not that of version {__version__}"


def _day(changes: str) -> date | None:
    """The date of this version in the list of changes; None if it has none."""
    heading = re.search(
        rf"^## {re.escape(__version__)} \((\d+ [A-Z][a-z]+ \d{{4}})\)$", changes, re.M
    )
    return heading and datetime.strptime(heading[1], "%d %B %Y").date()


def main() -> None:
    texts = [(ROOT / file).read_text("utf-8") for file in FILES]
    if found := list(faults(texts, *sys.argv[1:2])):
        raise SystemExit("\n".join(found))
    print(f"ready to release lifesearch {__version__}")


if __name__ == "__main__":
    main()
