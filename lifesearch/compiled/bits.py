"""The bits of a word, for compiled functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.compiled import inlined

ONE = np.uint64(1)


@inlined
def ones(word: Any) -> Any:
    """How many bits of a word are one."""
    word -= word >> ONE & np.uint64(0x5555555555555555)
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + (word >> np.uint64(2) & pairs)
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


@inlined
def lowest(word: Any) -> Any:
    """The place of the lowest bit that is one: there are as many places below it."""
    return ones((word & (~word + ONE)) - ONE)
