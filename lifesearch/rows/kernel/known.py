"""A table of states that others have entered: lines of words, each with a slot by its hash."""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.compiled import compiled, inlined

SPREAD = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)
WORD = 64


@inlined
def slot_of(slots: Any, lines: Any, key: Any) -> Any:
    """Where a key is, or where it belongs; a slot has the number of its line plus 1."""
    code = np.uint64(0)
    for word in range(len(key)):
        code = (code ^ key[word]) * SPREAD
        code ^= code >> HALF
    mask = np.uint64(len(slots) - 1)
    slot = code & mask
    while slots[slot] > 0:
        line, same = slots[slot] - 1, True
        for word in range(len(key)):
            same &= lines[line, word] == key[word]
        if same:
            break
        slot = (slot + np.uint64(1)) & mask
    return slot


@compiled
def pack(states: Any, marks: Any, bits: int, keys: Any) -> None:
    """Make a key of each state: its mark and its rows, so many bits each, in as few words."""
    for s in range(len(states)):
        keys[s, 0] = np.uint64(marks[s])
        word, used = 1, 0
        for i in range(states.shape[1]):
            if used + bits > WORD:
                word, used = word + 1, 0
            keys[s, word] |= np.uint64(states[s, i]) << np.uint64(used)
            used += bits


@compiled
def enter(slots: Any, lines: Any, used: int, keys: Any) -> int:
    """Enter keys that are not there yet; return how many lines are used then."""
    for k in range(len(keys)):
        slot = slot_of(slots, lines, keys[k])
        if slots[slot] == 0:
            for word in range(keys.shape[1]):
                lines[used, word] = keys[k, word]
            used += 1
            slots[slot] = used
    return used


@compiled
def unknown(slots: Any, lines: Any, keys: Any, found: Any) -> None:
    """Find out which keys are not there."""
    for k in range(len(keys)):
        found[k] = slots[slot_of(slots, lines, keys[k])] == 0
