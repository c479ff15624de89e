"""`--attach` with rules, symmetries and conditions: whole answer sets against brute force."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests.brute_worlds import (
    FAMILIES,
    TURNS,
    Cells,
    Life,
    Motion,
    PlainRule,
    Wanted,
    World,
    cells_of,
    kind,
    lives,
    picture,
    turned,
    world_for,
)
from tests.pairs.asking import (
    MOST_ANSWERS,
    ask,
    box,
    goal,
    moved_to,
    population,
    require_same,
    symmetry,
)
from tests.seeds import seeds

PLACES = ("box", "mask")
TRIES = 60


def lived(cells: Cells, rule: PlainRule, generations: int) -> list[Cells]:
    """The generations 0 to that of one pattern on the plane."""
    wide, high = (max((cell[i] for cell in cells), default=0) + 1 for i in (0, 1))
    world = World((wide, high), rule, generations + 1)
    first = world.agar(0)[0][None].copy()
    for cell in cells:
        first[0, world.index[cell]] = 1
    history = world.follow(first, generations)
    return [frozenset(world.cells[i] for i in phase[0].nonzero()[0]) for phase in history]


def holds(life: Life, given: list[Cells], motion: Motion, rule: PlainRule) -> bool:
    """Whether all cells of the given pattern live in every generation, and others do.

    It may be turned as the rule and the motion allow, delayed, and moved; `given` has the
    generations of two periods.
    """
    way, turns = (motion.dx * motion.order, motion.dy * motion.order), len(rule.drawn)
    for turn in rule.turns:
        if turned(turn, way) != way:
            continue
        for delay in range(0, motion.full, turns):
            phases = [
                frozenset(turned(turn, cell) for cell in cells)
                for cells in given[delay : delay + motion.full]
            ]
            x, y = min(phases[0])
            for u, v in life[0]:
                moved = [moved_to(cells, u - x, v - y) for cells in phases]
                if moved[0] != life[0] and all(a <= b for a, b in zip(moved, life, strict=True)):
                    return True
    return False


def in_one_piece(life: Life, rule: PlainRule) -> bool:
    """Whether no two parts live as if they were alone."""
    islands = _islands(life[0])
    whole = [*life, *lived(life[0], rule, len(life))[len(life) :]]
    for number in range(1, len(islands) // 2 + 1):
        for some in combinations(islands, number):
            one = frozenset().union(*some)
            if _apart(one, life[0] - one, whole, rule):
                return False
    return True


def _apart(one: Cells, other: Cells, whole: list[Cells], rule: PlainRule) -> bool:
    parts = [lived(part, rule, len(whole) - 1) for part in (one, other)]
    (left, top), (x, y) = min(whole[0]), min(whole[-1])
    back = all(life[-1] == moved_to(life[0], x - left, y - top) for life in parts)
    return back and all(not a & b and a | b == c for a, b, c in zip(*parts, whole, strict=True))


def _islands(cells: Cells) -> list[Cells]:
    left, found = set(cells), []
    while left:
        island, shore = set[tuple[int, int]](), [left.pop()]
        while shore:
            x, y = shore.pop()
            island.add((x, y))
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= near
            shore += near
        found.append(frozenset(island))
    return found


def compare(place: str, family: str, seed: str, folder: Path) -> int | None:
    """Ask for extensions of something that is there; how many there are, None if it is refused.

    Most rules have few patterns in a small box: so the question is drawn again until there is
    something to extend, and mostly until something extends it.
    """
    random = Random(f"attached {place} {family} {seed}")
    for tries in range(TRIES):
        if question := draw(random, place, family):
            found = lives(question.world, question.wanted)
            if len(found) <= MOST_ANSWERS and (found or tries > TRIES // 2):
                return _compare(question, found, folder, raw=random.random() < 0.5)
    return None


@dataclass(frozen=True)
class Question:
    """The words of a command, what they mean, and the files that they name."""

    words: list[str]
    world: World
    wanted: Wanted
    files: dict[str, str]


def draw(random: Random, place: str, family: str) -> Question | None:
    """A question about an extension of what is found in the same box."""
    rule, asked = FAMILIES[family](random), goal(random, travels=0.4, turns=0.2)
    size, words, files = box(random, 12), list(asked.words), dict[str, str]()
    name, any_period = symmetry(random, size, 0.3, rule), random.random() < 0.3
    more, also = population(random, 0.2, first_only=asked.motion.period == 1)
    if asked.words == ("still-life",):
        any_period = False
    words += ["--symmetry", name] * (name != "C1") + ["--any-period"] * any_period + more
    allowed = None
    if place == "mask":
        cells = {(x, y) for x in range(size[0]) for y in range(size[1])}
        allowed = frozenset({(0, 0), (size[0] - 1, size[1] - 1)})
        allowed |= {cell for cell in cells if random.random() < 0.8}
        files["mask.cells"] = picture(allowed)
        words += ["--mask", "mask.cells"]
    else:
        words += ["--box", f"{size[0]}x{size[1]}"]
    free = Wanted(asked.motion, any_period=any_period or random.random() < 0.3)
    world = world_for(free, size, rule)
    if asked.motion.full % len(rule.drawn):  # the plane is full then
        return None
    if not world.fits(TURNS[asked.motion.turn]) or TURNS[asked.motion.turn] not in rule.turns:
        return None
    some = sorted((life for life in lives(world, free) if all(life)), key=lambda x: len(x[0]))
    if not some:
        return None
    given = random.choice(some[: len(some) // 3 + 1])
    left, top = (min(cell[i] for cell in given[0]) for i in (0, 1))
    first = moved_to(given[0], -left, -top)
    files["given.cells"] = picture(first)
    phases = lived(first, rule, 2 * asked.motion.full)
    composite = random.random() < 0.5
    words += ["--attach", "given.cells"] + ["--composite"] * composite
    conditions = [*also, lambda life: holds(life, phases, asked.motion, rule)]
    if not composite:
        conditions.append(lambda life: in_one_piece(life, rule))
    wanted = Wanted(asked.motion, name, any_period, allowed=allowed, also=conditions)
    return Question([*words, "--rule", rule.text], world, wanted, files)


def _compare(question: Question, found: set[Life], folder: Path, *, raw: bool) -> int | None:
    for name, text in question.files.items():
        (folder / name).write_text(text)
    world, rule = question.world, question.world.rule
    reply = ask(*question.words, "--all", "-j", "1", *["--raw"] * raw, cwd=folder)
    if reply.refused:
        return None
    reply.require_verdict()
    answers = [cells_of(record["rle"], record["x"], record["y"]) for record in reply.records]
    told = [*reply.words, str(question.files)]
    if raw:
        require_same(answers, {life[0] for life in found}, told)
        return len(found)
    far = question.wanted.motion.full
    again = [tuple(lived(moved_to(cells, far, far), rule, far - 1)) for cells in answers]
    expected = {kind(world, life) for life in found}
    require_same([kind(world, life) for life in again], expected, told)
    return len(found)


@pytest.mark.parametrize("place", PLACES)
def test_a_few_extensions(place: str, tmp_path: Path) -> None:
    assert compare(place, "von Neumann", "few", tmp_path)


@seeds()
@pytest.mark.parametrize("place", PLACES)
def test_extensions_in_all_rules(place: str, tmp_path: Path, seed: int) -> None:
    for family in FAMILIES:
        compare(place, family, f"{seed}", tmp_path)
