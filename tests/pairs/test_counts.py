"""Counts in every place and family of rules: as many as there are, by trying all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.brute_worlds import FAMILIES, Motion, Wanted, kind, lives, world_for
from tests.pairs.asking import ask, box, symmetry
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

PLACES = (
    "box",
    "torus",
    "cylinder",
    "shifted cylinder",
    "strip",
    "strip on a cylinder",
    "strip on a shifted cylinder",
)


def compare(place: str, family: str, seed: str, folder: Path) -> int | None:
    """Ask for a number in all ways; how large it is, None if the question is refused."""
    random = Random(f"{place} {family} {seed}")
    rule, period = FAMILIES[family](random), random.choice((1, 1, 2, 2, 3))
    size = width, height = box(random, 12, least=1)
    shift = random.choice((1, -1, 2, 3)) if "shifted" in place else 0
    joins = "torus" if place == "torus" else "cylinder" if "cylinder" in place else ""
    around = f"{width}{shift:+d}" if shift else f"{width}"
    words = ["still-life"] if period == 1 else ["oscillator", str(period)]
    words += {
        "box": ["--box", f"{width}x{height}"],
        "torus": ["--box", f"{width}x{height}", "--torus"],
        "strip": ["--width", f"{width}", "--max-length", f"{height}"],
        "strip on a cylinder": ["--cylinder", around, "--max-length", f"{height}"],
        "strip on a shifted cylinder": ["--cylinder", around, "--max-length", f"{height}"],
    }.get(place, ["--box", f"{width}x{height}", "--cylinder", around])
    shape = (1, 2) if "strip" in place or joins == "cylinder" else size
    name = symmetry(random, shape, 0.4, rule)
    any_period, with_empty = period > 1 and random.random() < 0.3, random.random() < 0.3
    with_empty &= period == 1 or any_period
    raw, by_cells = random.random() < 0.5 or bool(shift), random.random() < 0.3
    words += ["--symmetry", name] * (name != "C1") + ["--any-period"] * any_period
    words += ["--with-empty"] * with_empty + ["--raw"] * raw + ["--by-population"] * by_cells
    reply = ask("count", *words, "--rule", rule.text, cwd=folder)
    if reply.refused:
        return None
    heights = range(1, height + 1) if "strip" in place else [height]
    expected = []
    for rows in heights:
        wanted = Wanted(Motion(period), name, any_period, with_empty)
        world = world_for(wanted, (width, rows), rule, joins, shift=shift)
        found = lives(world, wanted)
        every: Iterable[Any] = [life[0] for life in found]
        if not raw:
            every = {kind(world, life) for life in found}
        expected.append(Counter(map(len, every)))
    assert reply.status == (0 if any(cells.total() for cells in expected) else 1), reply
    if by_cells:
        some = [record for record in reply.records if "population" in record]
        listed = [
            Counter({r["population"]: r["count"] for r in some if r["height"] == rows})
            for rows in heights
        ]
        # Where there is none of any population, one line says so.
        none = [record["height"] for record in reply.records if record not in some]
        assert none == [rows for rows, each in zip(heights, expected, strict=True) if not each]
        assert listed == expected, reply
    else:
        numbers = [record["count"] for record in reply.records]
        assert numbers == [cells.total() for cells in expected], reply
    return expected[-1].total()


def test_a_few_numbers(tmp_path: Path) -> None:
    families = [name for name in FAMILIES if name != "B0 without S8"]
    found = [
        compare(place, families[i % len(families)], "three", tmp_path)
        for i, place in enumerate(PLACES)
    ]
    assert sum(map(bool, found)) >= 2


@seeds()
@pytest.mark.parametrize("place", PLACES)
def test_numbers_in_all_rules(place: str, tmp_path: Path, seed: int) -> None:
    for family in FAMILIES:
        compare(place, family, f"{seed}", tmp_path)
