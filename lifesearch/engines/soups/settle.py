"""Run soups until they settle; record the components left and the ships that have left.

`search` calls `run_batch`. A soup starts on a small board. Every few generations the outermost
cells are examined. A component that reaches them and is a spaceship going outwards, which nothing
can meet, is recorded and removed. Anything else needs a board twice as large, or ends the soup if
there is none. Ships that have left the smaller board and are on the larger one are put back.

A soup has settled when a generation recurs. Whether one does after 1 or 2 generations is known from
the kernel. For longer periods each generation is compared with two earlier ones: one that is
renewed every 64 generations, and one after ever longer times. If ships have left since then, the
soup will emit them for ever: it is growing, if nothing meets the first of them.

The components of a settled board are taken apart by the cells that are not dead in any of its
generations. Each is then run alone for its own period.

    space          the workspace (`boards.Workspace`): scratch boards, the rule, ships that left
    soup, words    the boards of the soup now, and their width in words; see `kernel`
    now, then, active, changed    as in `kernel`
    count          the boards (planes) of a soup: one, or more if the rule has several states
    ships          the number of ships that have left
    batch_place    the place of the soup in its batch
    records        where components are written; first: the end of the records before this soup
    until          the generation from which on all ships that left are far from the board
    away, met      whether that is reached; whether one of those ships would be met before
    sure           the generation in which a soup that recurs is known to grow for ever; 0: unknown
    facts          numbers about an earlier generation, kept as a copy: see _MADE, _SHIPS, ...
    fresh          generations that must be computed in full
    trail          the cells that are not dead in some generation of a period
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from lifesearch.engines.compiled import compiled, kernel, typed
from lifesearch.engines.compiled.words import at, pointers
from lifesearch.engines.soups.boards import (
    CELLS,
    COMPONENT,
    EARLY,
    FACTS,
    FLAGS,
    MASK,
    NOW,
    RUN,
    RUN_FLAGS,
    RUN_THEN,
    THEN,
    WORKSPACE,
    Workspace,
    add_all,
    advance,
    are_equal,
    clear,
    copy,
    first_difference,
    remove,
)
from lifesearch.engines.soups.border import release_ships, touches_border
from lifesearch.engines.soups.components import INFLUENCE, box_of, cut_out, move
from lifesearch.engines.soups.departed import RING, all_off_board, bring_back, met_on_board
from lifesearch.engines.soups.kernel import WORD, Bytes, Int, Words, by_pointers, set_all, size_of
from lifesearch.engines.soups.limits import GENERATIONS
from lifesearch.engines.soups.records import FIRST_COMPONENT, Records, record

LARGEST_WORDS = 4
"""The words in a row of the largest board: 256 cells."""


class Outcome(IntEnum):
    """The outcome of a soup."""

    DIED = 0  # nothing is left, and nothing flew away
    SETTLED = 1  # periodic, if something is left at all
    GROWING = 2  # periodic but for the ships that it emits for ever
    RUNNING = 3  # still running at the limit
    BORDER = 4  # something other than a ship that nothing meets reached the largest board's border


_DIED, _SETTLED, _GROWING, _RUNNING, _BORDER = (int(outcome) for outcome in Outcome)

# Numbers about each of the two copies, EARLY and LATE, in the place FACTS.
_MADE, _SHIPS, _RENEW, _DIFFERS, _OF_COPY = range(5)
"""The generation of the copy, the ships that had left by then, the generation in which it is
renewed, and the word that differed when it was last compared with the soup; how many these are.
"""
_SHORT = 64
"""Generations after which the first copy is renewed: longer than nearly all periods."""


class Limits(NamedTuple):
    """Limits of a run: generations, and the words of the first and the last board."""

    generations: int = GENERATIONS
    first_words: int = 1
    last_words: int = LARGEST_WORDS


LIMITS = typed(Limits, "i8", "i8", "i8")
"""The types of limits, for the kernel."""


@kernel("u8[]", WORKSPACE, LIMITS, "u8[]", "u1[]", returns=1)
def run_batch(
    boards: Words, space: Workspace, limits: Limits, records: Records, outcomes: Bytes
) -> int:
    """Run as many soups as `outcomes` has room for; stop before one whose components find no room.

    Return the number of soups run. A soup whose components do not fit even into empty records
    counts as one that reached the border: otherwise it would be tried for ever.
    """
    places, ships = pointers(space.places), pointers(space.ships)
    here = Workspace(places, space.room, space.planes, by_pointers(space.by), ships)
    soup, written = at(space.places, NOW * space.room), pointers(records)
    length = space.planes * size_of(limits.first_words)
    written[0] = FIRST_COMPONENT
    for batch_place in range(len(outcomes)):
        before = written[0]
        copy(at(boards, batch_place * length), soup, length)
        outcome = _run(limits, batch_place, written, here)
        if outcome < 0:
            written[0] = before
            if batch_place:
                return batch_place
            outcome = _BORDER
        outcomes[batch_place] = outcome
    return len(outcomes)


@compiled
def _run(limits: Limits, batch_place: int, records: Records, space: Workspace) -> int:  # noqa: PLR0915
    """Follow one soup and record its components; -1 if there is no room for them."""
    count, words = space.planes, limits.first_words
    now, then = at(space.places, NOW * space.room), at(space.places, THEN * space.room)
    active = at(space.places, FLAGS * space.room)
    changed = at(active, space.room // 2)
    clear(active, space.room)
    clear(then, space.room)
    fresh = 2  # `advance` skips blocks that were equal two generations ago: not known yet
    # A plain 0 would be another type, and all would be compiled twice.
    ships = generation = until = sure = np.int64(0)
    first = np.int64(records[0])
    _remember(now, words, generation, ships, space)
    while generation < limits.generations:
        generation += 1
        if fresh:
            set_all(active, words)
            if count == 1:  # of several states, nothing is skipped
                fresh -= 1
        moving = advance(now, then, active, changed, words, count, space.by)
        now, then, active, changed = then, now, changed, active
        # While a ship is near the board, the soup has not settled, even if the board has.
        away = generation >= until
        if not moving and not fresh and away:
            length = count * size_of(words)
            period = 1 if are_equal(now, then, length) else 2
            return _finish(now, words, period, ships, batch_place, records, space)
        met = not away and met_on_board(now, words, generation, ships, records, space)
        # If a ship would be met, it should not have left: the larger board gets it back.
        if met or (generation % RING == 0 and touches_border(now, count, words)):
            fresh = 2
            left = np.int64(0)
            if not met:
                left = release_ships(now, words, generation, ships, batch_place, records, space)
            if left < 0:
                return -1
            if left:
                ships += left
                until = all_off_board(words, ships, space)
                continue
            if words >= limits.last_words:
                return _BORDER
            # A larger board, with the soup in its middle.
            clear(then, space.room)
            box, middle = box_of(now, count, words), WORD * words // 2
            move(now, words, box, then, 2 * words, box[0] + middle, box[1] + middle, count)
            words *= 2
            now, then = then, now
            clear(then, space.room)
            clear(at(space.places, FLAGS * space.room), space.room)
            ships = bring_back(now, words, generation, ships, records, first, space)
            until, sure = all_off_board(words, ships, space), np.int64(0)
            _remember(now, words, generation, ships, space)
            continue
        period = _recurrence(now, words, generation, ships, space)
        # The soup recurs, but has emitted ships meanwhile. It grows for ever only if the ships of
        # one period leave without meeting anything: that is known when they are far from the board.
        # (Ships of periods far apart might still meet far away: this is an outcome, and no proof.)
        if period < 0 and not sure:
            sure = max(until, np.int64(1))
        if period < 0 and generation >= sure:
            return _GROWING
        if period and away:
            return _finish(now, words, period, ships, batch_place, records, space)
    return _RUNNING


@compiled
def _remember(soup: Words, words: int, generation: Int, ships: Int, space: Workspace) -> None:
    """Keep two copies of a soup: one renewed at short and one at ever longer intervals."""
    for which in range(2):
        facts = at(space.places, FACTS * space.room + _OF_COPY * which)
        facts[_MADE], facts[_SHIPS] = generation, ships
        facts[_RENEW], facts[_DIFFERS] = generation + (which + 1) * _SHORT, 0
        copy(soup, at(space.places, (EARLY + which) * space.room), space.planes * size_of(words))


@compiled
def _recurrence(soup: Words, words: int, generation: Int, ships: Int, space: Workspace) -> Int:
    """The time since the copy that the soup equals, negative if ships have left since; else 0."""
    length, rim = space.planes * size_of(words), WORD * words + 2
    for which in range(2):
        facts = at(space.places, FACTS * space.room + _OF_COPY * which)
        earlier = at(space.places, (EARLY + which) * space.room)
        place = int(facts[_DIFFERS])
        # Mostly a soup differs from its copy where it did before: one word is compared, not all.
        if soup[place] == earlier[place]:
            place = first_difference(soup, earlier, length, rim)
            if place == length:
                period = generation - np.int64(facts[_MADE])
                return period if np.int64(facts[_SHIPS]) == ships else -period
            facts[_DIFFERS] = place
        if generation >= np.int64(facts[_RENEW]):
            facts[_MADE], facts[_SHIPS] = generation, ships
            # The intervals of the second copy grow, so that any period fits into one at last: half
            # of the generation, once that is longer than the first interval.
            wait = generation // 2 if which and generation > 4 * _SHORT else (which + 1) * _SHORT
            facts[_RENEW] = generation + wait
            copy(soup, earlier, length)
    return np.int64(0)


@compiled
def _finish(
    soup: Words,
    words: int,
    period: Int,
    ships: Int,
    batch_place: int,
    records: Records,
    space: Workspace,
) -> int:
    """Record the components of a settled soup; -1 if there is no room for them."""
    size, height = size_of(words), WORD * words + 2
    trail, mask = at(space.places, CELLS * space.room), at(space.places, MASK * space.room)
    clear(trail, size)
    # Cells of all generations: components that are apart in these never influence each other.
    _orbit(soup, words, period, trail, space)
    some = False
    for y in range(1, height - 1):
        for w in range(1, words + 1):
            place = w * height + y
            while trail[place]:
                some = True
                box = cut_out(soup, trail, trail[place], place, INFLUENCE, words, space)
                remove(mask, size, trail)
                # A component may have a shorter period than the whole. (What `_orbit` adds to the
                # mask does no harm: the next component makes its own.)
                own = period
                if period > 1:
                    own = _orbit(
                        at(space.places, COMPONENT * space.room), words, period, mask, space
                    )
                if not record(records, batch_place, 0, own, words, box, space):
                    return -1
    return _SETTLED if some or ships else _DIED


@compiled
def _orbit(soup: Words, words: int, most: Int, trail: Words, space: Workspace) -> Int:
    """The period of a soup; 0 if it is greater than `most`.

    All cells that are not dead in any of the generations are added to `trail`.
    """
    size, count = size_of(words), space.planes
    now, then = at(space.places, RUN * space.room), at(space.places, RUN_THEN * space.room)
    active = at(space.places, RUN_FLAGS * space.room)
    changed = at(active, space.room // 2)
    copy(soup, now, count * size)
    clear(then, count * size)
    clear(active, space.room)
    for generation in range(1, most + 1):
        # Nothing is known of earlier generations; and flags say nothing of dying cells.
        if generation <= 2 or count > 1:
            set_all(active, words)
        advance(now, then, active, changed, words, count, space.by)
        now, then, active, changed = then, now, changed, active
        add_all(now, count, size, trail)
        if are_equal(now, soup, count * size):
            return generation
    return np.int64(0)
