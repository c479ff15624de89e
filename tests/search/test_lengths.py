"""All ships up to a length: whole sets, against brute force and against boxes."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lifesearch.encode.lattice import Mirror
from lifesearch.encode.motion import Motion
from lifesearch.life.block import turned
from lifesearch.life.identity import class_key
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rule import LIFE, Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.search.answer import Answer
from lifesearch.search.effort import Effort
from lifesearch.search.events import Event, Finished, Found, Trail
from lifesearch.search.periodic import Periodic
from lifesearch.search.runner import run
from lifesearch.search.session import Session
from lifesearch.search.strip import Strip
from tests import brute
from tests.asking import every

FLIP = Orientation.FLIP_X
Keys = set[tuple[Cell, ...]]


def ships(strip: Strip, jobs: int = 1) -> list[Answer]:
    """All answers, in the order in which they come; the end is a proof."""
    return told(run(strip, Effort(None, jobs)))


def told(events: Iterator[Event]) -> list[Answer]:
    seen = list(events)
    end = seen[-1]
    assert isinstance(end, Finished)
    assert end.exhausted
    answers = [a for e in seen if isinstance(e, Found) for a in e.answers if isinstance(a, Answer)]
    assert end.found == len(answers)
    return answers


def keys(strip: Strip, answers: list[Answer]) -> Keys:
    found = [class_key(answer.history()[:-1], strip.rule) for answer in answers]
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
        life.append(brute.step_by(strip.rule.table, life[-1]))
    back = life[0][:, :, ::-1] if motion.orientation is FLIP else life[0]
    right = (np.roll(back, (motion.dy, motion.dx), (1, 2)) == life[-1]).all((1, 2))
    found = (lifetime(state, strip) for state in life[0][right])
    return {class_key(phases, strip.rule) for phases in found if is_one(phases, strip)}


def lifetime(state: brute.Universe, strip: Strip) -> list[Pattern]:
    """All generations of the full period, in their places."""
    room = strip.motion.full_period + 1
    grid = np.pad(state, room)[None]
    phases = []
    for _ in range(strip.motion.full_period):
        phases.append(Pattern.of((int(x), int(y)) for y, x in np.argwhere(grid[0])))
        grid = brute.step_by(strip.rule.table, grid)
    return phases


def is_one(phases: list[Pattern], strip: Strip) -> bool:
    """Whether the period is no shorter, and no band of two rows that moves along is empty."""
    if any(phase.normal() == phases[0].normal() for phase in phases[1:]):
        return False
    p, k = strip.motion.period, -strip.motion.dy
    for late in range(p):
        bands = {y + (k * t + late) // p for t, phase in enumerate(phases) for _, y in phase.cells}
        gaps = set(range(min(bands), max(bands))) - bands
        if any(gap + 1 in gaps for gap in gaps):
            return False
    return True


def in_boxes(strip: Strip) -> Keys:
    """The same by the search in a box."""
    name = "C1" if strip.mirror is Mirror.NONE else "D2|"
    box = (strip.width, strip.max_length or 0)
    answers = every(Periodic(strip.motion, box, Symmetry.parse(name), strip.rule))
    lives = [answer.history()[:-1] for answer in answers]
    return {class_key(life, strip.rule) for life in lives if is_one(life, strip)}


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
    blocks = brute.step_by(bytes(512), life)  # only for its shape
    blocks = sum(
        np.roll(life, (dy, dx), (1, 2)).astype(np.int16) << 3 * (dy + 1) + dx + 1
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
    )
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
