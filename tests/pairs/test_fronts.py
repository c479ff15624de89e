"""`--front` with rules, symmetries of strips and motions: whole answer sets against brute force."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.brute_worlds import FAMILIES as ALL
from tests.brute_worlds import (
    TURNS,
    Cells,
    Life,
    Motion,
    Wanted,
    cells_of,
    kind,
    lives,
    picture,
    world_for,
)
from tests.pairs.asking import MOST_ANSWERS, ask, goal, moved_to, require_same
from tests.pairs.test_attached import lived
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

FAMILIES = {name: draw for name, draw in ALL.items() if name != "B0 without S8"}
PLACES = ("still", "moving")
MIRRORS = ("none", "none", "none", "even", "odd", "gutter")
TRIES = 80


def compare(place: str, family: str, seed: str, folder: Path) -> int | None:
    """Ask for all that begins with some rows; how many there are, None if all is refused."""
    random = Random(f"front {place} {family} {seed}")
    for _ in range(TRIES):
        rule, asked = FAMILIES[family](random), goal(random, travels=place == "moving")
        width = random.randint(2, 5)
        length = random.randint(2, max(2, 12 // width))
        mirror = random.choice(MIRRORS)
        if mirror != "none" and (TURNS["F|"] not in rule.turns or asked.motion.dx):
            continue
        if mirror != "none" and (mirror == "even") != (width % 2 == 0):
            continue
        wanted = Wanted(asked.motion, "C1" if mirror == "none" else "D2|")
        world = world_for(wanted, (width, length), rule)
        some = [life for life in lives(world, wanted) if _is_one(life, asked.motion)]
        if mirror == "gutter":
            some = [life for life in some if not any(2 * x + 1 == width for x, _ in _all(life))]
        if not some:
            continue
        given = _placed(_first_rows(random.choice(sorted(some, key=sorted))[0], random), width)
        found = {_from_top(life) for life in some if _begins(life[0], given)}
        if not found or len(found) > MOST_ANSWERS:
            continue
        (folder / "front.cells").write_text(picture(given))
        words = [*asked.words, "--width", f"{width}", "--max-length", f"{length}"]
        words += ["--symmetry", mirror] * (mirror != "none") + ["--front", "front.cells"]
        engine = random.choice(("tables", "rows"))
        words += ["--engine", engine, "--rule", rule.text]
        reply = ask(*words, "--all", "-j", "1", cwd=folder)
        if reply.refused:
            continue
        reply.require_verdict()
        told = [*reply.words, picture(given)]
        answers = [cells_of(record["rle"], record["x"]) for record in reply.records]
        full = asked.motion.full
        again = [tuple(lived(moved_to(cells, full, full), rule, full - 1)) for cells in answers]
        expected = {kind(world, life) for life in found}
        require_same([kind(world, life) for life in again], expected, told)
        for cells in answers:
            assert any(_begins(moved_to(cells, dx, 0), given) for dx in range(-4, 5)), told
        return len(found)
    return None


def _all(life: Life) -> Cells:
    return frozenset().union(*life)


def _first_rows(cells: Cells, random: Random) -> Cells:
    rows = sorted({y for _, y in cells})
    last = random.choice(rows[: max(1, len(rows) // 2 + 1)])
    return frozenset((x, y - rows[0]) for x, y in cells if y <= last)


def _placed(cells: Cells, width: int) -> Cells:
    """In the middle of the strip, unless the file says in which columns."""
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    return cells if left else moved_to(cells, (width - right - 1) // 2, 0)


def _begins(cells: Cells, given: Cells) -> bool:
    """Whether the first rows are the given ones."""
    top, last = min(y for _, y in cells), max(y for _, y in given)
    return {(x, y - top) for x, y in cells if y - top <= last} == given


def _from_top(life: Life) -> Life:
    top = min(y for _, y in life[0])
    return tuple(moved_to(cells, 0, -top) for cells in life)


def _is_one(life: Life, motion: Motion) -> bool:
    """Whether all rows that are alive hang together in time, however empty some are.

    Rows do if a row between them may have neighbours in both, or if one may come from the other.
    """
    if not all(life):
        return False
    full, up = len(life), -motion.dy * motion.order
    alive = {(t, y) for t, cells in enumerate(life) for _, y in cells}
    reached, shore = set[tuple[int, int]](), [min(alive)]
    while shore:
        t, y = shore.pop()
        reached.add((t, y))
        near = {(t, y + d) for d in (-2, -1, 1, 2)}
        for d in (-1, 0, 1):
            near.add((t + 1, y + d) if t + 1 < full else (0, y + up + d))
            near.add((t - 1, y + d) if t else (full - 1, y - up + d))
        shore += (near & alive) - reached
    return reached == alive


@pytest.mark.parametrize(
    ("place", "family"), [("still", "von Neumann"), ("moving", "without symmetry")]
)
def test_a_few_fronts(place: str, family: str, tmp_path: Path) -> None:
    assert compare(place, family, "few", tmp_path)


@seeds()
@pytest.mark.parametrize("place", PLACES)
def test_fronts_in_all_rules(place: str, tmp_path: Path, seed: int) -> None:
    for family in FAMILIES:
        compare(place, family, f"{seed}", tmp_path)
