"""`--background` with rules, symmetries and motions: whole answer sets against brute force."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.brute_worlds import FAMILIES as ALL
from tests.brute_worlds import TURNS, Cells, Life, Wanted, World, cells_of, lives, world_for
from tests.pairs.asking import MOST_ANSWERS, Reply, ask, box, goal, require_same, symmetry
from tests.seeds import seeds

FAMILIES = {name: draw for name, draw in ALL.items() if not name.startswith("B0")}
TILES = (
    ("o.",),
    ("o", "."),
    ("o",),
    ("o.", ".o"),
    ("oo..", "..oo"),
    ("o..", "...", "..."),
    ("oo.",),
)
PLACES = ("still", "moving")
TRIES = 80


def compare(place: str, family: str, seed: str, folder: Path) -> int | None:
    """Ask for what recurs in an agar; how many there are, None if all that is drawn is refused."""
    random = Random(f"background {place} {family} {seed}")
    for tries in range(TRIES):
        rule, asked = FAMILIES[family](random), goal(random, travels=place == "moving", turns=0.2)
        size, tile = box(random, 12), random.choice(TILES)
        any_period = asked.words != ("still-life",) and random.random() < 0.4
        name = symmetry(random, size, 0.3, rule)
        wanted = Wanted(asked.motion, name, any_period)
        world = world_for(wanted, size, rule, tile=tile)
        if not _recurs(world, wanted) or not world.fits(TURNS[asked.motion.turn]):
            continue
        found = lives(world, wanted)
        if len(found) > MOST_ANSWERS or not (found or tries > TRIES // 2):
            continue
        (folder / "tile.txt").write_text("\n".join(tile) + "\n")
        words = [*asked.words, "--box", f"{size[0]}x{size[1]}", "--background", "tile.txt"]
        words += ["--symmetry", name] * (name != "C1") + ["--any-period"] * any_period
        reply = ask(*words, "--rule", rule.text, "--all", "--raw", "-j", "1", cwd=folder)
        if reply.refused:
            continue
        reply.require_verdict()
        _require_same(reply, world, found)
        return len(found)
    return None


def _recurs(world: World, wanted: Wanted) -> bool:
    """Whether the agar itself is back after the period, turned and moved as the pattern is."""
    motion = wanted.motion
    agar = world.agar(motion.period)
    plain = {cell: agar[0][i] for cell, i in world.index.items()}
    later = {cell: agar[-1][i] for cell, i in world.index.items()}
    for cell in product(range(world.size[0]), range(world.size[1])):
        u, v = world.turned(TURNS[motion.turn], cell)
        if later.get((u + motion.dx, v + motion.dy), plain[cell]) != plain[cell]:
            return False
    return True


def _require_same(reply: Reply, world: World, found: set[Life]) -> None:
    """Answers are tori of whole tiles, with the box in the same place on all of them."""
    shown = [_on_torus(record) for record in reply.records]
    if not shown:
        assert not found, reply.words
        return
    (size,) = {torus for torus, _ in shown}
    high, wide = len(world.tile), len(world.tile[0])
    agar = {
        (x, y)
        for x, y in product(range(size[0]), range(size[1]))
        if world.tile[y % high][x % wide] == "o"
    }
    inside = set(product(range(world.size[0]), range(world.size[1])))
    answers = [cells for _, cells in shown]
    for dx, dy in product(range(0, size[0], wide), range(0, size[1], high)):
        there = {((x + dx) % size[0], (y + dy) % size[1]) for x, y in inside}
        outside = frozenset(agar - there)
        expected = {
            outside | {((x + dx) % size[0], (y + dy) % size[1]) for x, y in life[0]}
            for life in found
        }
        if expected == set(answers):
            require_same(answers, expected, reply.words)
            return
    raise AssertionError(f"{len(found)} by brute force, {len(answers)} found by {reply.words}")


def _on_torus(record: dict[str, object]) -> tuple[tuple[int, int], Cells]:
    x, y, rle, torus = (record[name] for name in ("x", "y", "rle", "torus"))
    assert isinstance(rle, str)
    assert isinstance(torus, list)
    assert isinstance(x, int)
    assert isinstance(y, int)
    return (torus[0], torus[1]), cells_of(rle, x, y)


def test_oscillators_in_an_agar(tmp_path: Path) -> None:
    assert compare("still", "von Neumann", "few", tmp_path)


def test_ships_in_an_agar(tmp_path: Path) -> None:
    assert compare("moving", "without symmetry", "few", tmp_path) is not None


@seeds()
@pytest.mark.parametrize("place", PLACES)
def test_agars_in_all_rules(place: str, tmp_path: Path, seed: int) -> None:
    for family in FAMILIES:
        compare(place, family, f"{seed}", tmp_path)
