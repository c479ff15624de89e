"""A hash table of the states that other searches have claimed: see `shared.claims`, which owns it.

A state is a key of a number of `words`, of 64 bits each: see `shared.claims.state_keys`.

keys     the keys that are asked for or entered, one in each row
lines    the keys in the table, in the order in which they were entered
slots    by hash: the number of a line plus 1, or 0 if the slot is free

The number of slots is a power of 2, and there are at least twice as many as lines, so that a free
slot is always met. The caller makes a larger table before the lines are used up.
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.compiled.words import pointers
from lifesearch.engines.rows.kernel.layout import Array, Int, Pointer

SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio, made odd: a factor that spreads similar words over all bits."""
HALF = np.uint64(32)


@inlined
def slot_of(slots: Pointer, mask: Int, lines: Pointer, keys: Pointer, at: Int, words: Int) -> Int:
    """The slot of the key that begins at the word keys[at]; a free one if it is not in the table.

    `mask` is the number of slots, less 1.
    """
    code = np.uint64(0)
    for word in range(at, at + words):
        code = (code ^ keys[word]) * SPREAD
        code ^= code >> HALF
    slot = np.int64(code & np.uint64(mask))
    while slots[slot] > 0:
        line, word = (np.int64(slots[slot]) - 1) * words, 0
        while word < words and lines[line + word] == keys[at + word]:
            word += 1
        if word == words:
            break
        slot = (slot + 1) & mask
    return slot


@kernel("i4[]", "u8[,]", "i8", "u8[,]", returns=1)
def enter(slots: Array, lines: Array, used: Int, keys: Array) -> Int:
    """Enter the keys that are not in the table.

    The first `used` lines are used before; return how many are used afterwards.
    """
    places, mask, words = pointers(slots), len(slots) - 1, keys.shape[1]
    claimed, new = pointers(lines), pointers(keys)
    for at in range(0, len(keys) * words, words):
        slot = slot_of(places, mask, claimed, new, at, words)
        if places[slot] == 0:
            for word in range(words):
                claimed[used * words + word] = new[at + word]
            used += 1
            places[slot] = used
    return used


@kernel("i4[]", "u8[,]", "u8[,]", "?[]")
def unclaimed(slots: Array, lines: Array, keys: Array, missing: Array) -> None:
    """Set missing[k] to whether key k is not in the table: no other search has claimed it."""
    places, mask, words = pointers(slots), len(slots) - 1, keys.shape[1]
    claimed, new = pointers(lines), pointers(keys)
    for k in range(len(keys)):
        missing[k] = places[slot_of(places, mask, claimed, new, k * words, words)] == 0
