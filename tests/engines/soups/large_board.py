"""What comes out of soups, on a board without end: nothing is let go, and nothing is divided.

A soup is run as it is until all that is left are still lifes, oscillators and ships by themselves.
If the way of a ship may lead to something else, it is run for so long that they would have met;
if they do, it goes on.
`python -m tests.engines.soups.large_board SYMMETRY SEED SOUPS [RULE]` compares this with a census.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import lcm

from lifesearch.engines.soups.census import Tally
from lifesearch.engines.soups.search import Soups, take_census
from lifesearch.engines.soups.seeds import soup
from lifesearch.life.identify import pieces
from lifesearch.life.pattern import Cell, Pattern, groups
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.ash import ash_object, may_meet
from lifesearch.life.simulate.bitboard import step_function
from lifesearch.life.simulate.evolve import behaviour, phases
from lifesearch.life.state_code import object_code
from tests.engines.soups.life_words import life_after

LOOK = 128
"""After so many generations it is seen whether a soup has settled."""
WAIT = 1536
"""After so many more ships have met: they start on 256 x 256 cells, and near by c/4 or faster."""
LONGEST_PERIOD = 120
SELDOM = 8
APART = 6  # islands of live cells nearer to each other may be one object
ROOM = LOOK + 8

Planes = tuple[int, ...]
States = dict[Cell, int]


def census_on_large_board(start: Pattern, rule: Rule, limit: int) -> Counter[str] | None:
    """All objects that a soup becomes; None if it does not settle in time."""
    states, generation = start.states, 0
    while generation < limit:
        states, populations = after(states, rule, LOOK)
        generation += LOOK
        # Long periods are rare: whether there is one is seen now and then.
        if not recurring(populations) and generation // LOOK % SELDOM:
            continue
        counts = objects_of(states, rule)
        if counts is None or not any(code.startswith("xq") for code in counts):
            if counts is not None and _comes_back(states, counts, rule):
                return counts
            continue
        if not _may_meet(states, rule):
            return counts
        later = states
        for _ in range(WAIT // LOOK):
            later, _ = after(later, rule, LOOK)
        if objects_of(later, rule) == counts:
            return counts
        states, generation = later, generation + WAIT
    return None


def recurring(populations: Sequence[int]) -> bool:
    """Whether populations repeat, each at least once, as those of settled soups do."""
    periods = range(1, len(populations) // 2 + 1)
    return not populations or any(populations[p:] == populations[:-p] for p in periods)


def after(states: States, rule: Rule, generations: int) -> tuple[States, list[int]]:
    """All cells so many generations later, at most LOOK, and the populations until then."""
    if not states:
        return {}, []
    if rule == LIFE:
        cells, numbers = life_after(states.keys(), generations)
        return dict.fromkeys(cells, 1), numbers.tolist()
    populations = []
    left, top = (min(cell[axis] for cell in states) - ROOM for axis in (0, 1))
    stride = max(x for x, _ in states) - left + ROOM
    rows = max(y for _, y in states) - top + ROOM
    planes = [bytearray((stride * rows + 7) // 8) for _ in range(rule.states - 1)]
    for (x, y), state in states.items():
        place = (y - top) * stride + x - left
        planes[state - 1][place // 8] |= 1 << place % 8
    now = tuple(int.from_bytes(plane, "little") for plane in planes)
    following = step_function(Rule(rule.table))
    for _ in range(generations):
        live, *dying = now
        then = following(live, stride)
        for plane in dying:
            then &= ~plane
        now = (then, live & ~then, *dying[:-1]) if dying else (then,)
        populations.append(sum(plane.bit_count() for plane in now))
    cells_then = {
        (left + place % stride, top + place // stride): state
        for state, plane in enumerate(now, 1)
        for place in _places(plane)
    }
    return cells_then, populations


def _places(plane: int) -> Iterator[int]:
    data = plane.to_bytes((plane.bit_length() + 7) // 8, "little")
    for number, byte in enumerate(data):
        if byte:
            yield from (8 * number + bit for bit in range(8) if byte >> bit & 1)


def objects_of(states: States, rule: Rule) -> Counter[str] | None:
    """The objects that these cells are; None if some of them do not recur by themselves."""
    counts = Counter[str]()
    for group in groups(set(states), APART):
        codes = _codes(Pattern.of_states({cell: states[cell] for cell in group}).normal(), rule)
        if codes is None:
            return None
        counts.update(codes)
    return counts


@lru_cache(maxsize=100_000)
def _codes(part: Pattern, rule: Rule) -> tuple[str, ...] | None:
    period = behaviour(part, rule, LONGEST_PERIOD).period
    if period is None:
        return None
    codes = []
    for piece in pieces(part, rule, period):
        its = behaviour(piece, rule, period)
        moving = its.kind == "spaceship"
        codes.append(object_code(phases(piece, rule, its.period or 1), moving=moving))
    return tuple(codes)


def _may_meet(states: States, rule: Rule) -> bool:
    """Whether the ways of ships and other parts come near each other, or that is not known."""
    if rule.states > 2:
        return True
    parts = [ash_object(Pattern.of(group), rule) for group in groups(set(states), APART)]
    ships = [part for part in parts if not part.periodic or any(part.displacement)]
    return any(
        not (ship.periodic and other.periodic) or may_meet(ship, other)
        for ship in ships
        for other in parts
        if other is not ship
    )


def _comes_back(states: States, counts: Counter[str], rule: Rule) -> bool:
    period = lcm(1, *(int(code[2:].split("_")[0]) for code in counts if code.startswith("xp")))
    now = states
    while period:
        now, _ = after(now, rule, min(period, LOOK))
        period -= min(period, LOOK)
    return now == states


def compare(soups: Soups, numbers: range) -> Counter[str]:
    """Compare the census of each soup that settled; how the soups ended, and the differences.

    A soup that is said to have settled, and on the large board has not in time, is named `open`.
    """
    seen = Counter[str]()
    for number in numbers:
        census = take_census(soups, number, number + 1)
        how = _how(census.tally)
        if how in ("died", "settled"):
            start, limit = soup(soups.shapes, soups.seed, number), soups.generations + 2 * WAIT
            counts = census_on_large_board(start, soups.rule, limit)
            if counts is None:
                how = "open"
            elif counts != census.counts or (how == "died") is bool(counts):
                how = f"differs: {number}: {dict(census.counts)} and not {dict(counts)}"
        seen[how] += 1
    return seen


def _how(tally: Tally) -> str:
    if tally.unresolved:
        return "unresolved"
    return next(
        how for how in ("died", "settled", "growing", "running", "border") if getattr(tally, how)
    )


if __name__ == "__main__":
    symmetry, seed, count, *named = sys.argv[1:]
    asked = Soups.of(Rule.parse(named[0]) if named else LIFE, (symmetry,), int(seed))
    for how, times in sorted(compare(asked, range(int(count))).items()):
        print(f"{symmetry}: {times:6,} {how}")
