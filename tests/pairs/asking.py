"""Commands with random options, what they say, and what brute force knows of the same words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.brute_worlds import SYMMETRIES, TURNS, Cells, Life, Motion, PlainRule, Size, turned
from tests.program import run

MOST_ANSWERS = 300
SPEEDS: dict[str, tuple[int, int, int]] = {
    "c": (1, 0, -1),
    "c/2": (2, 0, -1),
    "2c/2": (2, 0, -2),
    "c/3": (3, 0, -1),
    "c d": (1, -1, -1),
    "c/2 d": (2, -1, -1),
    "2c/2 d": (2, -2, -2),
}
BOUNDS: dict[str, Callable[[int], bool]] = {
    "<=5": lambda n: n <= 5,
    ">2": lambda n: n > 2,
    "=4": lambda n: n == 4,
}


@dataclass(frozen=True)
class Reply:
    """How a command ended, what it printed as JSON, and what it said."""

    words: tuple[str, ...]
    status: int
    records: list[dict[str, Any]]
    said: str

    @property
    def refused(self) -> bool:
        return self.status == 2

    def require_verdict(self) -> None:
        """The status, the number of answers and the sentence agree, and there was a proof."""
        number, words = len(self.records), " ".join(self.words)
        assert self.status == (0 if number else 1), (words, self.said)
        pattern = rf"(^|\n){number} found; proved: no other " if number else r"(^|\n)proved: no "
        assert re.search(pattern, self.said), (words, self.said)


def ask(*words: str, cwd: Path) -> Reply:
    done = run(*words, "-f", "json", cwd=cwd)
    assert "Traceback" not in done.stderr, (words, done.stderr)
    if done.returncode == 2:
        assert done.stdout == "", words
        assert len(done.stderr.splitlines()) == 1, (words, done.stderr)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return Reply(words, done.returncode, records, done.stderr)


@dataclass(frozen=True)
class Goal:
    """What is searched for: the first words of a command, and the motion that they mean."""

    words: tuple[str, ...]
    motion: Motion


def goal(random: Random, *, travels: float, turns: float = 0.0) -> Goal:
    turn = random.choice(list(TURNS)) if random.random() < turns else "Id"
    transform = ("--transform", turn) if turn != "Id" else ()
    if random.random() < travels:
        name, (period, dx, dy) = random.choice(list(SPEEDS.items()))
        if turned(TURNS[turn], (dx, dy)) != (dx, dy):  # it would travel elsewhere
            turn, transform = "Id", ()
        return Goal(("spaceship", *name.split(), *transform), Motion(period, dx, dy, turn))
    period = random.choice((1, 2, 2, 3))
    if period == 1 and turn == "Id":
        return Goal(("still-life",), Motion(1))
    return Goal(("oscillator", str(period), *transform), Motion(period, turn=turn))


def box(random: Random, most: int, least: int = 4) -> Size:
    sizes = [(w, h) for w in range(1, 6) for h in range(1, 6) if least <= w * h <= most]
    return random.choice([size for size in sizes if size[0] == size[1]] + sizes)


def symmetry(random: Random, size: Size, share: float, rule: PlainRule) -> str:
    """A symmetry that the box and the rule have, or none."""
    if random.random() >= share:
        return "C1"
    square = size[0] == size[1]
    names = [
        name
        for name, turns in SYMMETRIES.items()
        if all(TURNS[turn] in rule.turns and (square or TURNS[turn][0]) for turn in turns)
    ]
    return random.choice(names)


def population(
    random: Random, share: float, *, first_only: bool = False
) -> tuple[list[str], list[Callable[[Life], bool]]]:
    """A bound on populations, as options and as a condition."""
    if random.random() >= share:
        return [], []
    text, meets = random.choice(list(BOUNDS.items()))
    which = "first" if first_only else random.choice(("first", "all", "min", "max"))

    def condition(life: Life) -> bool:
        sizes = [len(cells) for cells in life]
        counted = {
            "first": sizes[:1],
            "all": sizes,
            "min": [min(sizes)],
            "max": [max(sizes)],
        }
        return all(map(meets, counted[which]))

    named = [] if which == "first" else ["--population-of", which]
    return ["--population", text, *named], [condition]


def require_same(found: Sequence[Any], expected: set[Any], words: Sequence[str]) -> None:
    """The same set, and nothing twice."""
    counts = Counter(found)
    missing, wrong = expected - set(counts), set(counts) - expected
    assert not missing, f"not found: {missing} by {words}"
    assert not wrong, f"found, but wrong: {wrong} by {words}"
    assert set(counts.values()) <= {1}, f"found twice by {words}"


def moved_to(cells: Cells, dx: int, dy: int) -> Cells:
    return frozenset((x + dx, y + dy) for x, y in cells)
