"""All runs of a pattern in the rules of a class: a bit of the rule is decided when it is needed.

A run begins with generation 0 and goes on until the pattern dies, is larger than a square, equals
an earlier generation, or is too old. Where a cell needs a bit that is undecided, the bit gets its
first value, which is 0 if all rules are to be tried. When the run ends, the last bit with its first
value gets the other one, and all bits decided after it are undecided again: a depth-first walk
through all rules of the class that differ for this pattern. All generations of the run are kept, so
it continues from the one in which that bit was first needed.

A board of generation t has `planes` planes of ROWS rows: live cells, then the cells in each dying
state. Its first row is row FIRST, its first column is bit 1 of each word.

    bits       for each block of 3x3 cells, the number of its bit, in even and in odd generations
    values     of each bit: 0, 1 or UNDECIDED
    first      of each bit: the value that is tried first
    order      the bits decided on the way, in order
    needed     for each of them, the generation in which it was needed first
    rows       the boards of all generations
    scratch    planes of the present step: live cells of the next generation, cells that need an
               undecided bit, dying cells, and sums of live cells
    boxes      of each generation: height, width, x, y, hash
    keys       (dx, dy, period) that were found before, in a hash table, as one number each
    numbers    for each key, the least number that was reported: of a pattern, or of cells
    found      what is to be reported, RECORD numbers each and one board
    limits     `RunLimits`, and work the arrays: as they are passed, worked and limited
    old, new   where the boards of generations t and t + 1 begin in `rows`
    state      generation, depth (the number of bits in `order`), number of records, generations
               computed, runs, places of the hash table, keys in it

If rules have B0, odd generations are stored as complements, and only even ones may recur.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lifesearch.engines.compiled import compiled, inlined, kernel, typed
from lifesearch.engines.compiled.words import lowest, ones, pointers
from lifesearch.engines.on_demand.limits import LARGEST_SQUARE
from lifesearch.life.rules.neighbourhood import BLOCKS

UNDECIDED = 2
FIRST = 2
"""The first row of a board: the two above it are dead, and are read for the next generation."""
ROWS = LARGEST_SQUARE + 6
"""Rows of a plane: those of the square, two above it, and more than the two below that are read."""
HEIGHT, WIDTH, X, Y, HASH, BOX = range(6)
"""Entries of `boxes` for a generation, and their number."""
GENERATION, DEPTH, RECORDS, COMPUTED, RUNS, PLACES, NOTED, STATE = range(8)
"""Entries of `state`, and their number."""
RECORD = 6
"""Numbers of a record: dx, dy, period, number of the pattern, low and high bits of the rule."""
MOST_RECORDS = 256
"""Records in one call of the kernel, which returns when `found` is full."""
KEYS = 1 << 16
"""The least number of places of the hash table; it is a power of two."""
WORD = 60
"""Bits of the rule in one number; two numbers have room for the 102 bits of an isotropic rule."""
FAR = 1 << 12
"""More than any distance that a pattern moves, and than any period."""
KEEP = 0b110110110
"""The cells of a block that are still in it when it moves one column to the right."""
FACTOR, MASK = 1_000_003, (1 << 42) - 1
"""Of hashes: a prime, and the bits that are kept, so that their product fits in 63 bits."""
OPEN, ENDED = 0, 1
"""Whether a run, or a walk, goes on."""
LIVE, OPEN_CELLS, DYING, ONES, TWOS, FOURS, EIGHTS, ROW_ONES, ROW_TWOS, SCRATCH = range(
    0, 10 * ROWS, ROWS
)
"""Where the planes of `scratch` begin, and where the last one ends."""
DEAD_WITH = (0, 256, 384, 448, 480, 488, 492, 494, 495)
"""For each number of live neighbours, a block with a dead cell in its middle."""
LIVE_WITH = (0, 16, 272, 400, 464, 496, 504, 508, 510, 511)
"""For each number of live cells, a block with a live cell in its middle; the first is not used."""


class WalkArrays(NamedTuple):
    """The arrays of a walk: see the legend of this module."""

    bits: Any
    values: Any
    first: Any
    order: Any
    needed: Any
    rows: Any
    scratch: Any
    boxes: Any
    keys: Any
    numbers: Any
    found: Any
    state: Any


class RunLimits(NamedTuple):
    """What all runs have in common.

    planes    the number of states of a rule, less one
    counted   whether rules depend on the number of neighbours alone
    inverted  whether rules have B0
    side      the side of the square in which all generations must fit
    longest   the last generation
    cycles    whether later phases count: what is reported is the one with the fewest cells
    """

    planes: Any
    counted: Any
    inverted: Any
    side: Any
    longest: Any
    cycles: Any


WORK = typed(WalkArrays, "const i8[]", *["i8[]"] * 11)
LIMITS = typed(RunLimits, *["i8"] * 6)


@inlined
def decide(work: Any, bit: int, t: int) -> int:
    """Note that a bit is needed in generation t; return its first value."""
    state = work.state
    depth = state[DEPTH]
    work.values[bit] = work.first[bit]
    work.order[depth] = bit
    work.needed[depth] = t
    state[DEPTH] = depth + 1
    return int(work.first[bit])


@compiled
def by_blocks(work: Any, table: int, old: int, height: int, width: int, t: int) -> None:
    """Compute the live cells of all rows, and of one beyond on each side, from their blocks."""
    bits, values, rows, scratch = work.bits, work.values, work.rows, work.scratch
    for i in range(FIRST - 1, FIRST + height + 1):
        above, this, below = rows[old + i - 1], rows[old + i], rows[old + i + 1]
        line = block = 0
        for x in range(width + 2):
            above, this, below = above >> 1, this >> 1, below >> 1
            block = (block << 1 & KEEP) | (above & 1) << 6 | (this & 1) << 3 | below & 1
            if not scratch[DYING + i] >> x & 1:
                bit = bits[table + block]
                value = values[bit]
                if value == UNDECIDED:
                    value = decide(work, bit, t)
                line |= value << x
        scratch[LIVE + i] = line


@inlined
def mask_if(value: int, wanted: int) -> int:
    """A word of ones if a bit has the value, or of zeros."""
    return -1 if value == wanted else 0


@compiled
def sums(work: Any, old: int, height: int) -> None:
    """Count the live cells of all blocks: the number of each, in binary, in four planes."""
    rows, scratch = work.rows, work.scratch
    for i in range(height + 4):
        row = rows[old + i]
        left, right = row << 1, row >> 1
        scratch[ROW_ONES + i] = left ^ row ^ right
        scratch[ROW_TWOS + i] = left & row | right & (left ^ row)
    for i in range(1, height + 3):
        a, b, c = scratch[ROW_ONES + i - 1], scratch[ROW_ONES + i], scratch[ROW_ONES + i + 1]
        carry = a & b | c & (a ^ b)
        scratch[ONES + i] = a ^ b ^ c
        a, b, c = scratch[ROW_TWOS + i - 1], scratch[ROW_TWOS + i], scratch[ROW_TWOS + i + 1]
        twos, fours = a ^ b ^ c, a & b | c & (a ^ b)
        more = twos & carry
        scratch[TWOS + i] = twos ^ carry
        scratch[FOURS + i] = fours ^ more
        scratch[EIGHTS + i] = fours & more


@compiled
def by_counts(work: Any, table: int, old: int, height: int, t: int) -> None:
    """Compute the live cells of all rows at once, where only numbers of neighbours matter."""
    bits, values, rows, scratch = work.bits, work.values, work.rows, work.scratch
    sums(work, old, height)
    for i in range(1, height + 3):
        scratch[LIVE + i] = scratch[OPEN_CELLS + i] = 0
    for count in range(10):
        # A dead cell in the middle with `count` neighbours, or a live one with one fewer.
        dead = values[bits[table + DEAD_WITH[count]]] if count < 9 else 0
        live = values[bits[table + LIVE_WITH[count]]] if count else 0
        if not (dead or live):
            continue
        # Ones if cells in this case live next, or need a new bit; and what to invert for live ones.
        one, new = mask_if(dead, 1), mask_if(dead, UNDECIDED)
        one_if_live, new_if_live = one ^ mask_if(live, 1), new ^ mask_if(live, UNDECIDED)
        # Words that invert the digits that are 0 in `count`: a cell with this number has all four.
        f0, f1 = (count & 1) - 1, (count >> 1 & 1) - 1
        f2, f3 = (count >> 2 & 1) - 1, (count >> 3) - 1
        for i in range(1, height + 3):
            here = (scratch[ONES + i] ^ f0) & (scratch[TWOS + i] ^ f1)
            here &= (scratch[FOURS + i] ^ f2) & (scratch[EIGHTS + i] ^ f3)
            row = rows[old + i]
            scratch[LIVE + i] |= here & (one ^ row & one_if_live)
            scratch[OPEN_CELLS + i] |= here & (new ^ row & new_if_live)
    for i in range(1, height + 3):
        scratch[LIVE + i] &= ~scratch[DYING + i]
        # None of these is beyond the board: cells there need the bit for 0 neighbours, which is
        # fixed (see `classes`), as is the one for 8 in complements.
        cells = scratch[OPEN_CELLS + i] & ~scratch[DYING + i]
        while cells:
            x = lowest(cells)
            cells &= cells - 1
            bit = bits[table + block_at(rows[old + i - 1], rows[old + i], rows[old + i + 1], x)]
            value = values[bit]  # which an earlier cell may have decided
            if value == UNDECIDED:
                value = decide(work, bit, t)
            scratch[LIVE + i] |= value << x


@inlined
def block_at(above: int, this: int, below: int, x: int) -> int:
    """The number of the block whose centre is bit x of the row in the middle."""
    # The bits of a row are in the opposite order of the cells of a block.
    a, b, c = above << 1 >> x, this << 1 >> x, below << 1 >> x
    left = (a & 1) << 8 | (b & 1) << 5 | (c & 1) << 2
    middle = (a & 2) << 6 | (b & 2) << 3 | c & 2
    return left | middle | (a & 4) << 4 | (b & 4) << 1 | c >> 2 & 1


@inlined
def hashed(work: Any, limits: Any, t: int) -> int:
    """A number that is equal for equal boards, wherever they are."""
    rows, height = work.rows, work.boxes[t * BOX + HEIGHT]
    total = height << 6 | work.boxes[t * BOX + WIDTH]
    for plane in range(limits.planes):
        start = (t * limits.planes + plane) * ROWS + FIRST
        for i in range(height):
            total = (total * FACTOR + rows[start + i]) & MASK
    return int(total)


@inlined
def find_dying(work: Any, limits: Any, old: int, height: int) -> None:
    """Mark the dying cells of all rows."""
    for i in range(1, height + 3):
        dying = 0
        for plane in range(1, limits.planes):
            dying |= work.rows[old + plane * ROWS + i]
        work.scratch[DYING + i] = dying


@inlined
def write_rows(work: Any, limits: Any, t: int, flip: int, columns: int) -> tuple[int, int, int]:
    """Write the rows of generation t + 1, each one row further down than it is in generation t.

    The bits of `flip` are inverted: all of them if the board is to be a complement. Return the
    first and the last row with a cell, as in generation t, and the columns with cells.
    """
    rows, scratch, height = work.rows, work.scratch, work.boxes[t * BOX + HEIGHT]
    old, new = t * limits.planes * ROWS, (t + 1) * limits.planes * ROWS
    every, low, high = 0, -1, -1
    for i in range(FIRST - 1, FIRST + height + 1):
        line = scratch[LIVE + i] & columns ^ flip
        rows[new + i + 1] = line
        some = line
        gone = rows[old + i] & ~line
        for plane in range(1, limits.planes):
            rows[new + plane * ROWS + i + 1] = gone
            some |= gone
            gone = rows[old + plane * ROWS + i]
        if some:
            low = i if low < 0 else low
            high = i
            every |= some
    return low, high, every


@inlined
def align(work: Any, limits: Any, new: int, low: int, tall: int, left: int) -> None:
    """Move a board to the row FIRST and the column 1, with empty rows around it.

    Its first row is `low`, as in generation t, its first column `left`, and it has `tall` rows.
    Rows only move up, as `write_rows` left them a row further down: none is lost before it is read.
    """
    rows = work.rows
    for plane in range(limits.planes):
        start = new + plane * ROWS
        for i in range(tall):
            rows[start + FIRST + i] = rows[start + low + 1 + i] >> left << 1
        for i in range(FIRST):
            rows[start + i] = 0
            rows[start + FIRST + tall + i] = 0


@compiled
def advance(work: Any, limits: Any, t: int) -> bool:
    """Compute generation t + 1; return whether it is neither empty nor too large."""
    boxes = work.boxes
    size, width = limits.planes * ROWS, boxes[t * BOX + WIDTH]
    height, old, new = boxes[t * BOX + HEIGHT], t * size, (t + 1) * size
    complement = limits.inverted & t & 1
    table = BLOCKS if complement else 0
    find_dying(work, limits, old, height)
    if limits.counted:
        by_counts(work, table, old, height, t)
    else:
        by_blocks(work, table, old, height, width, t)
    columns = (1 << width + 2) - 1
    flip = columns if limits.inverted and not complement else 0
    low, high, every = write_rows(work, limits, t, flip, columns)
    if low < 0:
        return False
    left = lowest(every)
    right = left
    while every >> right > 1:
        right += 1
    tall, wide = high - low + 1, right - left + 1
    if tall > limits.side or wide > limits.side:
        return False
    align(work, limits, new, low, tall, left)
    box = (t + 1) * BOX
    boxes[box + HEIGHT], boxes[box + WIDTH] = tall, wide
    boxes[box + HASH] = hashed(work, limits, t + 1)
    boxes[box + X] = boxes[t * BOX + X] + left - 1
    boxes[box + Y] = boxes[t * BOX + Y] + low - FIRST
    return True


@inlined
def equal(work: Any, limits: Any, s: int, t: int) -> bool:
    """Whether two generations are equal, but for their place."""
    rows, boxes = work.rows, work.boxes
    if boxes[s * BOX + HASH] != boxes[t * BOX + HASH]:
        return False
    height, size = boxes[s * BOX + HEIGHT], limits.planes * ROWS
    if height != boxes[t * BOX + HEIGHT] or boxes[s * BOX + WIDTH] != boxes[t * BOX + WIDTH]:
        return False
    for plane in range(limits.planes):
        for i in range(FIRST, FIRST + height):
            if rows[s * size + plane * ROWS + i] != rows[t * size + plane * ROWS + i]:
                return False
    return True


@inlined
def earlier(work: Any, limits: Any, t: int) -> int:
    """The last earlier generation that equals this one; -1 if there is none."""
    step = 1 + limits.inverted
    s: int = t - step
    # Generation 1 is a complement if rules have B0, and so is every odd one.
    if limits.inverted and t & 1:
        return -1
    while s >= 0 and not equal(work, limits, s, t):
        s -= step
    return max(s, -1)


@inlined
def place_of(work: Any, key: int) -> int:
    """The place of a key in the hash table, or a free one for it."""
    last: int = work.state[PLACES] - 1
    place: int = (key * FACTOR >> 7) & last
    while work.keys[place] != key and work.keys[place]:
        place = (place + 1) & last
    return place


@inlined
def is_new(work: Any, dx: int, dy: int, period: int, number: int) -> bool:
    """Note a number for a period and motion; return whether it is lower than all before."""
    key = ((dx + FAR) * 2 * FAR + dy + FAR) * 2 * FAR + period
    place = place_of(work, key)
    if work.keys[place] == key and work.numbers[place] <= number:
        return False
    if not work.keys[place]:
        # A full table keeps no more: then the same may be reported again.
        if 2 * work.state[NOTED] >= work.state[PLACES]:
            return True
        work.state[NOTED] += 1
    work.keys[place], work.numbers[place] = key, number
    return True


@compiled
def report(work: Any, limits: Any, s: int, t: int, number: int, phase: int) -> None:
    """Record that generation t equals generation s, if the number is the lowest with this motion.

    The board that is recorded is that of generation `phase`. Still lifes are not recorded.
    """
    rows, boxes, found, state = work.rows, work.boxes, work.found, work.state
    dx, dy = boxes[t * BOX + X] - boxes[s * BOX + X], boxes[t * BOX + Y] - boxes[s * BOX + Y]
    period = t - s
    if period == 1 and not (dx or dy):
        return
    if not is_new(work, dx, dy, period, number):
        return
    size = limits.planes * ROWS
    at = state[RECORDS] * (RECORD + size)
    found[at], found[at + 1], found[at + 2], found[at + 3] = dx, dy, period, number
    for half in range(2):
        set_bits = 0
        for bit in range(WORD):
            if work.values[half * WORD + bit] == 1:
                set_bits |= 1 << bit
        found[at + 4 + half] = set_bits
    # Rows below the pattern may be left from other generations.
    end = FIRST + boxes[phase * BOX + HEIGHT]
    for plane in range(limits.planes):
        for i in range(ROWS):
            row = rows[phase * size + plane * ROWS + i] if i < end else 0
            found[at + RECORD + plane * ROWS + i] = row
    state[RECORDS] += 1


@inlined
def report_least(work: Any, limits: Any, s: int, t: int) -> None:
    """Record that generation t equals generation s, by the phase with the fewest cells."""
    least, phase = -1, s
    size = limits.planes * ROWS
    for u in range(s, t, 1 + limits.inverted):
        count = 0
        for plane in range(limits.planes):
            start = u * size + plane * ROWS + FIRST
            for i in range(work.boxes[u * BOX + HEIGHT]):
                count += ones(work.rows[start + i])
        if least < 0 or count < least:
            least, phase = count, u
    report(work, limits, s, t, least, phase)


@inlined
def run_on(work: Any, limits: Any, number: int) -> int:
    """Compute one generation more, and record if it recurs; ENDED if the run ends with it."""
    state = work.state
    t = state[GENERATION]
    state[COMPUTED] += 1
    if not advance(work, limits, t):
        return ENDED
    t += 1
    state[GENERATION] = t
    s = earlier(work, limits, t)
    if limits.cycles and s >= 0:
        report_least(work, limits, s, t)
    elif s == 0:
        report(work, limits, 0, t, number, 0)
    return ENDED if s >= 0 or t >= limits.longest else OPEN


@inlined
def turned_back(work: Any) -> bool:
    """Change the last bit that has its first value, and go back to where it was needed.

    False if there is none.
    """
    values, first, order, state = work.values, work.first, work.order, work.state
    depth = state[DEPTH]
    while depth and values[order[depth - 1]] != first[order[depth - 1]]:
        depth -= 1
        values[order[depth]] = UNDECIDED
    state[DEPTH] = depth
    if not depth:
        return False
    bit = order[depth - 1]
    values[bit] = 1 - first[bit]
    state[GENERATION] = work.needed[depth - 1]
    return True


@kernel(WORK, LIMITS, "i8", "i8", returns=1)
def walk(worked: Any, limited: Any, number: int, budget: int) -> int:
    """Continue the walk of a pattern for some generations; OPEN or, if it is over, ENDED."""
    work: Any = WalkArrays(*pointers(worked))
    limits: Any = RunLimits(*limited)
    state = work.state
    end = state[COMPUTED] + budget
    while state[COMPUTED] < end and state[RECORDS] < MOST_RECORDS:
        if run_on(work, limits, number) == ENDED:
            state[RUNS] += 1
            if not turned_back(work):
                return ENDED
    return OPEN


@kernel(WORK, LIMITS, returns=1)
def hash_of(worked: Any, limited: Any) -> int:
    """The hash of generation 0, whose rows and box are given."""
    work: Any = WalkArrays(*pointers(worked))
    limits: Any = RunLimits(*limited)
    return int(hashed(work, limits, 0))


@kernel(WORK, "const i8[,]")
def know(worked: Any, listed: Any) -> None:
    """Note numbers for periods and motions, so that only lower ones are reported.

    Each row has dx, dy, period and number.
    """
    work: Any = WalkArrays(*pointers(worked))
    for n in range(len(listed)):
        is_new(work, listed[n, 0], listed[n, 1], listed[n, 2], listed[n, 3])
