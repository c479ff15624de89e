"""The bits of a word, for compiled functions: instructions that most processors have."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic


def _ones(context: Any, word: Any) -> Any:
    """How many bits of a word are one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(*arguments)

    return types.int64(types.uint64), generate


def _lowest(context: Any, word: Any) -> Any:
    """The place of the lowest bit that is one; 64 if there is none."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(*arguments, cgutils.false_bit)  # also of zero

    return types.int64(types.uint64), generate


ones: Any = intrinsic(_ones)
lowest: Any = intrinsic(_lowest)
