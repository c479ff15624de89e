"""Random rules of all families."""

from random import Random

from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.neighbourhood import HEXAGONAL, VON_NEUMANN, neighbours, turned
from lifesearch.life.rules.rule import LIFE, Rule


def random_rule(rng: Random) -> Rule:
    """A rule of a random family; some are close to Life, so that there is something to find."""
    family = rng.randrange(6)
    if family == 0:
        births = {2, 3} if rng.random() < 0.3 else {rng.choice((2, 3))}
        return Rule.totalistic(births | _some(range(4, 9), rng), _some(range(9), rng))
    if family == 1:
        hood = rng.choice((HEXAGONAL, VON_NEUMANN))
        births, survivals = _some(range(2, 7), rng), _some(range(7), rng)
        counts = [neighbours(block, hood) for block in range(512)]
        return Rule(bytes(n in (survivals if b & 16 else births) for b, n in enumerate(counts)))
    if family == 2:
        return _mutated(rng, list(range(512)), 0.05)
    if family == 3:
        flipped = turned(Orientation.FLIP_X)
        return _mutated(rng, [min(b, flipped[b]) for b in range(512)], 0.1)
    if family == 4:
        return _mutated(rng, [min(turned(g)[b] for g in Orientation) for b in range(512)], 0.2)
    bits = rng.getrandbits(512) & rng.getrandbits(512)
    return Rule(bytes(bits >> b & 1 if b else 0 for b in range(512)))


def _some(numbers: range, rng: Random) -> set[int]:
    return {n for n in numbers if rng.random() < 0.35}


def _mutated(rng: Random, groups: list[int], share: float) -> Rule:
    changed = {group for group in groups if group and rng.random() < share}
    table = [entry ^ (group in changed) for entry, group in zip(LIFE.table, groups, strict=True)]
    return Rule(bytes(table))
