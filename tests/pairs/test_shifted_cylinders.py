"""Cylinders, shifted or not, with rules, symmetries and conditions: answer sets by brute force."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.brute_worlds import (
    FAMILIES,
    TURNS,
    Cells,
    Life,
    PlainRule,
    Wanted,
    World,
    cells_of,
    kind,
    lives,
    world_for,
)
from tests.pairs.asking import MOST_ANSWERS, Reply, ask, box, goal, moved_to, population, symmetry
from tests.seeds import seeds

PLACES = ("box", "up to a length")
TRIES = 60


def compare(place: str, family: str, seed: str, folder: Path) -> int | None:
    """Ask for what recurs on a cylinder; how many there are, None if all that is drawn is refused.

    Up to a length there are boxes one after another: what is in the last one is what is asked for.
    """
    random = Random(f"shifted {place} {family} {seed}")
    for tries in range(TRIES):
        rule, asked = FAMILIES[family](random), goal(random, travels=0.5, turns=0.2)
        size = width, height = box(random, 12, least=2)
        shift = random.choice((1, -1, 2, 3))
        any_period = asked.words != ("still-life",) and random.random() < 0.4
        name = symmetry(random, (1, 2), 0.2, rule)
        more, also = population(random, 0.2, first_only=asked.motion.period == 1)
        wanted = Wanted(asked.motion, name, any_period, also=also)
        world = world_for(wanted, size, rule, "cylinder", shift=shift)
        turns = [TURNS[asked.motion.turn], *([TURNS["F|"]] if name not in ("C1", "C2") else [])]
        if not all(map(world.fits, turns)) or asked.motion.full % len(rule.drawn):
            continue
        found = lives(world, wanted)
        if len(found) > MOST_ANSWERS or not (found or tries > TRIES // 2):
            continue
        raw = place == "box" and random.random() < 0.6
        where = ["--box", f"{width}x{height}"] if place == "box" else ["--max-length", f"{height}"]
        words = [*asked.words, "--cylinder", f"{width}{shift:+d}", *where, *more]
        words += ["--symmetry", name] * (name != "C1") + ["--any-period"] * any_period
        words += ["--raw"] * raw
        reply = ask(*words, "--rule", rule.text, "--all", "-j", "1", cwd=folder)
        if reply.refused:
            continue
        reply.require_verdict()
        _require_same(reply, world, found, raw=raw)
        return len(found)
    return None


def _require_same(reply: Reply, world: World, found: set[Life], *, raw: bool) -> None:
    """The same patterns; of the rows in which they lie an answer says nothing."""
    answers = Counter(_from_top(_wound(record, world)) for record in reply.records)
    lifes = {_from_top(life[0]): life for life in found}
    assert set(answers) <= set(lifes), reply.words
    if raw:
        assert answers == Counter(_from_top(life[0]) for life in found), reply.words
        return
    kinds = Counter(kind(world, lifes[cells]) for cells in answers.elements())
    assert set(kinds) == {kind(world, life) for life in found}, reply.words
    assert set(kinds.values()) <= {1}, reply.words


def _from_top(cells: Cells) -> Cells:
    return moved_to(cells, 0, -min((y for _, y in cells), default=0))


def _wound(record: dict[str, Any], world: World) -> Cells:
    """The first columns of the torus on which an answer is shown, which are the cylinder."""
    cells, (wide, high) = cells_of(record["rle"], record["x"], record["y"]), record["torus"]
    if _stays_full(world.rule):
        cells = frozenset(product(range(wide), range(high))) - cells
    return frozenset((x, y) for x, y in cells if x < world.size[0])


def _stays_full(rule: PlainRule) -> bool:
    """Whether the plane around a pattern is a full one, of which the torus is a part."""
    return bool(rule.table[0] and rule.table[-1])


@pytest.mark.parametrize("place", PLACES)
def test_a_few_shifted_cylinders(place: str, tmp_path: Path) -> None:
    assert compare(place, "without symmetry", "few", tmp_path)


@seeds()
@pytest.mark.parametrize("place", PLACES)
def test_shifted_cylinders_in_all_rules(place: str, tmp_path: Path, seed: int) -> None:
    for family in FAMILIES:
        compare(place, family, f"{seed}", tmp_path)
