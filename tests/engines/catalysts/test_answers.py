"""All uses of catalysts that a search lists, against every placement simulated cell by cell.

Of what the kernel and the solver find, a search lists what is different: that is counted here, in
random settings of every symmetry and of several rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

import lifesearch as ls
from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.formats.detect import read
from lifesearch.life.identify import islands
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from tests.engines.catalysts.naive import Cells, Dish, everything, step, turned
from tests.engines.catalysts.test_brute_force import BLOCK, STILL
from tests.matrix import CATALYST_RULES
from tests.program import run
from tests.seeds import seeds

TRIES = 60
DOMINO = Pattern.parse("OO")
CENTRED = [each.name for each in SYMMETRIES if "_" in each.name or each.name == "C1"]

Class = tuple[tuple[int, int], ...]


def alike(cells: Cells, asked: Dish) -> Class:
    """What a pattern has in common with those that are rotated, reflected or moved."""
    pattern = Pattern(cells)
    return min(pattern.transform(g).normal().key() for g in asked.rule.symmetries)


def cycle(cells: Cells, asked: Dish) -> list[Cells]:
    """All phases of an oscillator."""
    phases = [cells]
    while (after := step(phases[-1], asked)) != cells:
        phases.append(after)
    return phases


def expected(asked: Dish) -> dict[Class, int]:
    """All different answers by brute force, and how many cells their catalysts have."""
    answers: dict[Class, int] = {}
    for still, (kind, since, end) in everything(asked)[1].items():
        now = asked.active.cells | still
        if kind != "recurs":
            answers[alike(now, asked)] = len(still)
            continue
        for _ in range(since):
            now = step(now, asked)
        phases = cycle(now, asked)
        if len(phases) == end - since:
            key = min(alike(phase, asked) for phase in phases)
            answers[key] = min(len(still), answers.get(key, len(still)))
    return answers


def recurs_by_itself(asked: Dish) -> bool:
    """Whether the active part is there again, elsewhere or turned: then uses are left out."""
    start, now = alike(asked.active.cells, asked), asked.active.cells
    for _ in range(60):
        now = step(now, asked)
        if now and len(now) == len(asked.active.cells) and alike(now, asked) == start:
            return True
    return False


def drawn(random: Random, symmetry: str, rule: str) -> Dish:
    """An active part that has a symmetry, and two still lifes of the rule around it."""
    its, cells = Symmetry.parse(symmetry), Rule.parse(rule)
    empty = Dish(Pattern.of([]), (), cells)
    still = [each for each in (*STILL, DOMINO) if step(each.cells, empty) == each.cells]
    while True:
        square = "x" in symmetry or symmetry[:2] in ("C4", "D8")
        width = random.randrange(2, 6)
        height = width if square else random.randrange(2, 5)
        if its.lacks(width, height):
            continue
        live = [random.random() < 0.45 for _ in range(width * height)]
        orbits = list(its.orbits(width, height))
        active = Pattern.of(
            (place % width, place // width) for place, orbit in enumerate(orbits) if live[orbit]
        )
        if not active or active.box[2:] != (width, height):
            continue
        generations = random.randrange(10, 18)
        asked = Dish(
            active,
            tuple(random.sample(still, min(3, len(still)))),
            cells,
            symmetry=its,
            area=(width + 10, height + random.choice((9, 10))),
            generations=generations,
            recovery=random.choice((4, 8, 12)),
            transparent=random.choice((False, True)),
        )
        own = all(turned(active.cells, g, asked) == active.cells for g in its.group)
        if own and not recurs_by_itself(asked):
            return asked


def listed(asked: Dish) -> list[ls.Answer]:
    """What the program lists."""
    periods = f"{asked.periods[0]}-{asked.periods[1]}" if asked.periods else None
    return list(
        ls.catalyse(
            ls.Pattern(asked.active.cells, rule=str(asked.rule)),
            catalyst=[ls.Pattern(each.cells, rule=str(asked.rule)) for each in asked.catalysts],
            catalysts=asked.most,
            symmetry=asked.symmetry.name,
            area=asked.area,
            generations=asked.generations,
            recovery=asked.recovery,
            keep_apart=asked.apart,
            transparent=asked.transparent,
            period=periods,
            jobs=1,
        )
    )


def keys(answers: Iterable[ls.Answer], asked: Dish) -> list[Class]:
    return keys_of((frozenset(answer.pattern.cells) for answer in answers), asked)


def keys_of(answers: Iterable[Cells], asked: Dish) -> list[Class]:
    phases = (cycle(cells, asked) if asked.periods else [cells] for cells in answers)
    return sorted(min(alike(phase, asked) for phase in each) for each in phases)


def fewest(asked: Dish, folder: Path) -> Cells:
    """The answer with the fewest cells, by the command line."""
    of = list[str]()
    for name, pattern in (("active", asked.active), *map(_named, enumerate(asked.catalysts))):
        (folder / f"{name}.cells").write_text(f"{pattern.normal().picture()}\n")
        of += ["--catalyst", f"{name}.cells"] if name != "active" else []
    least, longest = asked.periods or (1, 1)
    words = f"--rule {asked.rule} --catalysts {asked.most} --symmetry {asked.symmetry.name}"
    words += f" --area {asked.area[0]}x{asked.area[1]} -g {asked.generations}"
    words += f" --recovery {asked.recovery} --keep-apart {asked.apart} --period {least}-{longest}"
    words += " --transparent" if asked.transparent else ""
    options = [*words.split(), *of, "--minimise", "population", "-f", "json", "-j", "1"]
    done = run("catalyse", "active.cells", *options, cwd=folder)
    assert done.returncode == 0, (asked, done.stderr)
    return read(json.loads(done.stdout.splitlines()[-1])["rle"]).pattern.cells


def _named(numbered: tuple[int, Pattern]) -> tuple[str, Pattern]:
    return f"catalyst{numbered[0]}", numbered[1]


def compare(asked: Dish, folder: Path | None = None) -> int:
    """The program lists each answer once, and no other; how many there are.

    With a folder for files it is also asked for the one with the fewest cells.
    """
    answers = expected(asked)
    assert keys(listed(asked), asked) == sorted(answers), asked
    if folder and answers:
        (key,) = keys_of([fewest(asked, folder)], asked)
        assert answers[key] == min(answers.values()), asked
    return len(answers)


def test_uses_that_become_alike_before_a_touch_are_all_listed(tmp_path: Path) -> None:
    """A block at either side of what becomes a more symmetric pattern."""
    active = tmp_path / "a.rle"
    active.write_text("x = 2, y = 3, rule = B3/S23\nbo$oo$ob!\n")
    words = ["--catalysts", "1", "--area", "11x11", "-g", "12", "--catalyst", "block"]
    words += ["-f", "apgcode"]
    assert run("catalyse", str(active), *words).stderr.startswith("2 found; proved: no other")
    part = Pattern.parse(".O\nOO\nO.")
    asked = Dish(part, (BLOCK,), area=(11, 11), generations=12, recovery=20)
    assert compare(asked) == 2


def drawn_with_answers(random: Random, symmetry: str, rule: str) -> Dish | None:
    """A dish without a period that has answers, if one is drawn: most have none."""
    settings = (drawn(random, symmetry, rule) for _ in range(TRIES))
    return next((asked for asked in settings if expected(asked)), None)


def has_symmetry(cells: Cells, dish: Dish) -> bool:
    """Whether cells are those of a dish's symmetry, about the middle of its active part."""
    box, group = dish.active.box, dish.symmetry.group
    fits = not dish.symmetry.lacks(box.width, box.height)
    return fits and all(turned(cells, g, dish) == cells for g in group)


def recurring(random: Random, name: str, phase: int, symmetry: str, rule: str) -> Dish | None:
    """A phase of a known oscillator without its still lifes, which make it recur.

    None if it is no oscillator in the rule.
    """
    dish = Dish(Pattern.of([]), (), Rule.parse(rule), symmetry=Symmetry.parse(symmetry))
    *_, first = generations(pattern_of(builtin().by_name(name)).pattern, phase)
    period = behaviour(first, dish.rule, 12).period
    if not period:
        return None
    whole = active = first
    still: list[Pattern] = []
    for whole in first.orientations():
        still = [each for each in islands(whole) if step(each.cells, dish) == each.cells]
        active = whole - Pattern.of(cell for each in still for cell in each.cells)
        dish = replace(dish, active=active)
        if has_symmetry(active.cells, dish) and has_symmetry(whole.cells, dish):
            break
    box, most = active.box, whole.box
    wide = 2 * max(box.x - most.x, most.right - box.right) + box.width
    high = 2 * max(box.y - most.y, most.bottom - box.bottom) + box.height
    others = [each for each in STILL if step(each.cells, dish) == each.cells]
    longest = random.randrange(period, period + 5)
    return replace(
        dish,
        catalysts=tuple(dict.fromkeys((still[0].normal(), random.choice(others)))),
        area=(wide + random.randrange(3), high + random.randrange(3)),
        generations=random.randrange(longest, longest + 10),
        recovery=random.randrange(period, 2 * period + 1),
        transparent=True,
        periods=(random.choice((2, period)), longest),
    )


CELLS = list(product(CENTRED, CATALYST_RULES))
"""Each symmetry in each rule."""

OSCILLATORS = {
    "jam": (0, "C1"),
    "candlefrobra": (0, "C1"),
    "$rats": (0, "C1"),
    "blocker": (1, "C1"),
    "Gray counter": (0, "C2_1 D2_+1 D4_+1"),
    "hustler": (0, "C2_2"),
    "pentoad": (1, "C2_2"),
    "figure-8": (0, "C2_4 D2_x D4_x4"),
    "pyrotechnecium": (0, "C2_4"),
    "Kok's galaxy": (1, "C4_1"),
    "octagon IV": (0, "C4_4 D4_x4 D8_4"),
    "R2D2": (0, "D2_+1"),
    "candelabra": (0, "D2_+2"),
    "worker bee": (0, "D4_+2"),
    "101": (1, "D4_+4"),
}
"""A phase of each in which still lifes stand by themselves, and the symmetries that all has."""

RECURRING = [
    (name, phase, symmetry, rule)
    for name, (phase, symmetries) in OSCILLATORS.items()
    for symmetry in symmetries.split()
    for rule in CATALYST_RULES
]


def compare_recurring(
    seed: int, cell: tuple[str, int, str, str], folder: Path | None = None
) -> int:
    """Compare answers with a period, and with `--minimise`; how many there are."""
    asked = recurring(Random(f"{seed} {cell}"), *cell)
    if asked is None:
        return 0
    assert not recurs_by_itself(asked)
    return compare(asked, folder)


@pytest.mark.long
@pytest.mark.parametrize(("symmetry", "rule"), [CELLS[6], CELLS[31]])
def test_a_few_uses_of_one_catalyst(symmetry: str, rule: str) -> None:
    dish = drawn_with_answers(Random(3), symmetry, rule)
    assert dish is not None
    assert compare(dish)


@pytest.mark.parametrize("cell", [RECURRING[0], RECURRING[44]], ids=str)
def test_a_few_uses_with_a_period(cell: tuple[str, int, str, str]) -> None:
    assert compare_recurring(3, cell)


@pytest.mark.long
def test_the_use_with_the_fewest_cells(tmp_path: Path) -> None:
    assert compare_recurring(3, RECURRING[0], tmp_path)


@seeds()
def test_uses_of_one_catalyst(seed: int) -> None:
    """Nine seeds in a row have every symmetry with every family of rules."""
    cells = CELLS[seed % 9 :: 9]
    drawn = [drawn_with_answers(Random(seed), symmetry, rule) for symmetry, rule in cells]
    assert all(compare(dish) for dish in drawn if dish)


@seeds(long=1)
def test_uses_with_a_period(seed: int, tmp_path: Path) -> None:
    """Most are oscillators in a rule and have answers; seven seeds in a row have all periods."""
    found = [compare_recurring(seed, cell, tmp_path) for cell in RECURRING[seed % 7 :: 7]]
    assert any(found)


@seeds()
def test_uses_of_which_most_come_to_nothing(seed: int) -> None:
    """With a period: none of those that are drawn at random need to have answers."""
    random = Random(seed)
    for symmetry, rule in random.sample(CELLS, 4):
        asked = drawn(random, symmetry, rule)
        compare(replace(asked, periods=random.choice((None, (2, asked.generations)))))
