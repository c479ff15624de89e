"""A hash table of states claimed by other searches.

keys, lines    a state as `words` words: new ones, and those in the table
slots          by hash: the number of a line plus 1, or 0
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.compiled.words import pointers
from lifesearch.engines.rows.kernel.layout import Array, Int, Pointer

SPREAD = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)


@inlined
def slot_of(slots: Pointer, mask: Int, lines: Pointer, keys: Pointer, at: Int, words: Int) -> Int:
    """The slot where the key keys[at], ... is or belongs."""
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
    """Enter keys that are not there yet; return the number of lines used then."""
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
def unclaimed(slots: Array, lines: Array, keys: Array, found: Array) -> None:
    """Set found[k] to whether key k is not in the table."""
    places, mask, words = pointers(slots), len(slots) - 1, keys.shape[1]
    claimed, new = pointers(lines), pointers(keys)
    for k in range(len(keys)):
        found[k] = places[slot_of(places, mask, claimed, new, k * words, words)] == 0
