"""A table of states that others have entered: lines of words, each with a slot by its hash."""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import compiled, inlined
from lifesearch.compiled.lowlevel import pointers
from lifesearch.rows.kernel.layout import Array, Int, Pointer

SPREAD = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)


@inlined
def slot_of(slots: Pointer, mask: Int, lines: Pointer, keys: Pointer, at: Int, words: Int) -> Int:
    """Where the key keys[at], ... is, or belongs; a slot has the number of its line plus 1."""
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


@compiled
def enter(slots: Array, lines: Array, used: Int, keys: Array) -> Int:
    """Enter keys that are not there yet; return how many lines are used then."""
    places, mask, words = pointers(slots), len(slots) - 1, keys.shape[1]
    known, new = pointers(lines), pointers(keys)
    for at in range(0, len(keys) * words, words):
        slot = slot_of(places, mask, known, new, at, words)
        if places[slot] == 0:
            for word in range(words):
                known[used * words + word] = new[at + word]
            used += 1
            places[slot] = used
    return used


@compiled
def unknown(slots: Array, lines: Array, keys: Array, found: Array) -> None:
    """Find out which keys are not there."""
    places, mask, words = pointers(slots), len(slots) - 1, keys.shape[1]
    known, new = pointers(lines), pointers(keys)
    for k in range(len(keys)):
        found[k] = places[slot_of(places, mask, known, new, k * words, words)] == 0
