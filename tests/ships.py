"""Known spaceships, turned so that they travel up, or up and left."""

import json
from pathlib import Path

from lifesearch.formats.detect import read
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations

DATA = Path(__file__).parent / "data" / "known-patterns.jsonl"
RECORDS = {
    record["name"]: record
    for record in map(json.loads, DATA.read_text().splitlines())
    if record["kind"] == "spaceship"
}


def ship(name: str) -> tuple[Pattern, Motion, int]:
    """A ship with all of generations 0..p-1 in columns 0..width-1, how it moves, and the width."""
    record = RECORDS[name]
    pattern = read(record["rle"]).pattern
    for g in Orientation:
        dx, dy = g.apply(record["dx"], record["dy"])
        if dy < 0 and dy <= dx <= 0:
            phases = list(generations(pattern.transform(g), record["period"] - 1))
            left = min(phase.box.x for phase in phases)
            right = max(phase.box.right for phase in phases)
            motion = Motion(record["period"], Orientation.IDENTITY, dx, dy)
            return phases[0].translate(-left, 0), motion, right - left + 1
    raise AssertionError(name)
