"""Strips at random, and all their patterns by brute force and in boxes."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Finished
from lifesearch.life.identify import canonical_key
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.neighbourhood import turned
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.strips.question import Strip
from lifesearch.running.options import RunOptions
from tests import brute
from tests.asking import answers_of, every
from tests.brute_boards import plane_tables
from tests.searching import run

FLIP = Orientation.FLIP_X
MIRRORED, GUTTER = Mirror.MIRRORED, Mirror.GUTTER
Keys = set[tuple[Cell, ...]]


def ships(strip: Strip, jobs: int = 1) -> list[Answer]:
    """All answers, in the order in which they come, by both engines; the end is a proof."""
    rows = told(run(strip, RunOptions(None, jobs, engine="rows")))
    if not strip.no_tables():
        tables = told(run(strip, RunOptions(None, jobs, engine="tables")))
        lengths = [
            [strip.geometry.length(answer.pattern) for answer in each] for each in (rows, tables)
        ]
        assert lengths[0] == lengths[1] == sorted(lengths[0])
        assert keys(strip, tables) == keys(strip, rows)
    return rows


def told(events: Iterator[Event]) -> list[Answer]:
    seen = list(events)
    end = seen[-1]
    assert isinstance(end, Finished)
    assert end.exhausted
    answers = answers_of(seen)
    assert end.found == len(answers)
    return answers


def keys(strip: Strip, answers: list[Answer]) -> Keys:
    found = [canonical_key(answer.history()[:-1], strip.rule) for answer in answers]
    assert len(found) == len(set(found))
    return set(found)


def by_force(strip: Strip) -> Keys:
    """Try all patterns of a box, with a simulator and a definition of its own."""
    width, height, motion = strip.width, strip.max_length or 0, strip.motion
    pad = motion.period + 1
    mask = np.ones((height, width), np.bool_)
    if strip.mirror is not Mirror.NONE:
        mask[:, (width + (strip.mirror is Mirror.MIRRORED)) // 2 :] = False
    states = brute.all_states(mask, pad)
    if strip.mirror is not Mirror.NONE:
        states |= states[:, :, ::-1]
    life = [states[states.any((1, 2))]]
    for _ in range(motion.period):
        kept = ~brute.outside(life[-1], pad)
        if strip.mirror is Mirror.GUTTER:
            kept &= ~life[-1][:, :, pad + width // 2].any(1)
        life = [phase[kept] for phase in life]
        life.append(brute.step_by(plane_tables(strip.rule)[0], life[-1]))
    back = life[0][:, :, ::-1] if motion.orientation is FLIP else life[0]
    right = (np.roll(back, (motion.dy, motion.dx), (1, 2)) == life[-1]).all((1, 2))
    found = (lifetime(state, strip) for state in life[0][right])
    return {canonical_key(phases, strip.rule) for phases in found if is_one(phases, strip)}


def lifetime(state: brute.Universe, strip: Strip) -> list[Pattern]:
    """All generations of the full period, in their places."""
    room = strip.motion.full_period + 1
    grid = np.pad(state, room)[None]
    phases = []
    for _ in range(strip.motion.full_period):
        phases.append(Pattern.of((int(x), int(y)) for y, x in np.argwhere(grid[0])))
        grid = brute.step_by(plane_tables(strip.rule)[0], grid)
    return phases


def is_one(phases: list[Pattern], strip: Strip, *, rolls: bool = False) -> bool:
    """Whether the period is no shorter, and all rows that are alive hang together in time.

    Rows do if a row between them may have neighbours in both, or if one may come from the other.
    What `rolls` around a cylinder may look the same before its period is over.
    """
    if not rolls and any(phase.normal() == phases[0].normal() for phase in phases[1:]):
        return False
    full, up = len(phases), -strip.motion.dy * strip.motion.order
    alive = {(t, y) for t, phase in enumerate(phases) for _, y in phase.cells}
    reached: set[tuple[int, int]] = set()
    shore = [min(alive)]
    while shore:
        t, y = shore.pop()
        reached.add((t, y))
        near = {(t, y + d) for d in (-2, -1, 1, 2)}
        for d in (-1, 0, 1):
            near.add((t + 1, y + d) if t + 1 < full else (0, y + up + d))
            near.add((t - 1, y + d) if t else (full - 1, y - up + d))
        shore += (near & alive) - reached
    return reached == alive


def in_boxes(strip: Strip) -> Keys:
    """The same by the search in a box.

    What stays may be turned, and only then lie one behind another: so all solutions are looked at.
    """
    symmetry = Symmetry.parse("C1" if strip.mirror is Mirror.NONE else "D2|")
    box, asked = (strip.width, strip.max_length or 0), strip.constraints
    raw = not strip.motion.travels or bool(asked)
    query = Periodic(strip.motion, box, symmetry, strip.rule, raw=raw, constraints=asked)
    lives = [answer.history()[:-1] for answer in every(query)]
    return {canonical_key(life, strip.rule) for life in lives if is_one(life, strip)}


def planted(chance: random.Random, strip: Strip, group: set[Orientation]) -> Strip | None:
    """The same question about a rule in which some ship fits: drawn first, the rule made for it.

    What the ship does not tell of the rule is filled in at random, with few births.
    """
    width, height, motion = strip.width, strip.max_length or 0, strip.motion
    pad = motion.period + 2
    life = np.zeros((motion.period + 1, height + 2 * pad, width + 2 * pad), np.bool_)
    inner = life[:-1, pad:-pad, pad:-pad]
    inner |= np.random.default_rng(chance.randrange(2**32)).random(inner.shape) < 0.35
    if strip.mirror is not Mirror.NONE:
        life |= life[:, :, ::-1]
    if strip.mirror is Mirror.GUTTER:
        life[:, :, pad + width // 2] = False
    back = life[0][:, ::-1] if motion.orientation is FLIP else life[0]
    life[-1] = np.roll(back, (motion.dy, motion.dx), (0, 1))
    blocks = np.zeros(life.shape, np.int16)
    for dy in (1, 0, -1):
        for dx in (1, 0, -1):
            blocks = blocks << 1 | np.roll(life, (dy, dx), (1, 2))
    table: dict[int, bool] = {}
    for block, after in zip(blocks[:-1].ravel().tolist(), life[1:].ravel().tolist(), strict=True):
        for g in group:
            if table.setdefault(turned(g)[block], after) != after:
                return None
    if table[0] or not life[0].any():
        return None
    births, stays = chance.choice([(0.0, 0.0), (0.1, 0.1), (0.3, 0.3)])
    for block in range(512):
        after = chance.random() < (stays if block >> 4 & 1 else births)
        for g in group:
            table.setdefault(turned(g)[block], after)
    return replace(strip, rule=Rule(bytes(table[block] for block in range(512))))


STAYS = [(1, 0, 0), (2, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)]
MOVES = [(1, 0, 1), (2, 0, 1), (2, 0, 2), (3, 0, 1), (3, 0, 2), (4, 0, 1), (4, 0, 2)]
SLANTS = [(2, 1, 1), (3, 1, 1), (4, 1, 1), (3, 1, 2), (4, 2, 2), (4, 1, 2), (2, 1, 2)]
KINDS = {"none": Mirror.NONE, "glide": Mirror.NONE, "even": MIRRORED, "gutter": GUTTER}
MOST_CELLS = 14


def queries(
    seed: int,
    kinds: tuple[str, ...] = tuple(KINDS),
    moves: list[tuple[int, int, int]] = [*MOVES, *MOVES, *SLANTS],  # noqa: B006
) -> Iterator[Strip]:
    """Questions with answers, small enough for brute force."""
    chance = random.Random(seed)
    while True:
        period, left, up = chance.choice(moves)
        kind = chance.choice(kinds)
        if left and kind != "none":
            continue
        width, length = chance.randint(1, 9), chance.randint(1, 10)
        free = width if KINDS[kind] is Mirror.NONE else width // 2 + (kind == "even") * width % 2
        if not 4 <= free * length <= MOST_CELLS or (kind == "gutter" and width % 2 == 0):
            continue
        motion = Motion(period, FLIP if kind == "glide" else Orientation.IDENTITY, -left, -up)
        group = chance.choice([{Orientation.IDENTITY}, {Orientation.IDENTITY, FLIP}])
        if kind != "none":
            group = chance.choice([{Orientation.IDENTITY, FLIP}, set(Orientation)])
        narrow = min(width, chance.randint(1, 4)) if kind == "none" else width
        low = min(length, chance.randint(1, 4))
        small = Strip(narrow, motion, KINDS[kind], LIFE, chance.randint(1, 5), max_length=low)
        if query := planted(chance, small, group):
            yield replace(query, width=width, max_length=length)


def name(strip: Strip) -> str:
    return f"{strip.describe()}{strip.where()}"
