"""What undisturbed runs find, to compare with what is found by runs that something happens to."""

import json
from pathlib import Path

from tests.program import run

MANY = ("oscillator", "2", "--box", "6x6", "--all", "--raw", "-j", "2", "-f", "csv")
FEW = ("still-life", "--box", "4x4", "--all", "--raw", "-j", "1", "-f", "csv")
SOON = 10.0
"""Seconds of processor time for a whole run that is told to end."""


def found_in(session: Path) -> list[str]:
    """The answers in a session, each as a text; all its lines are complete."""
    records = [json.loads(line) for line in session.read_text().splitlines()]
    return [json.dumps(answer) for record in records for answer in record.get("found", [])]


def rows(text: str) -> list[str]:
    heading, *rest = text.splitlines()
    assert "rle" in heading.split(",")
    return sorted(rest)


def all_of(words: tuple[str, ...], count: int) -> list[str]:
    """What an undisturbed run finds."""
    done = run(*words)
    assert done.returncode == 0
    found = rows(done.stdout)
    assert len(found) == len(set(found)) == count
    return found
