"""Write a certificate of states: all that can be reached in a strip.

`folder` calls `write_tree` with the states of a search, or of `explore`; `certificate_check` reads
the file. It begins with two lines, what it is and what it is about:

    lifesearch states 1
    {"width": 12, "period": 4, "up": 1, ..., "look_ahead": 3, "states": 8300, "bytes": 1}

Then there are the states, as a tree: for each its last row, and then for each how many states
follow it in the tree. Both are numbers of the given number of `bytes`, the lowest byte first. State
0 is the empty one; the states that follow state 0 have the numbers 1, 2, ..., those that follow
state 1 the next numbers, and so on. A state that follows another has its rows without the first
one, and one more row. See `states.strip_rows` for what rows and states are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from lifesearch.life.orientation import Orientation
from lifesearch.proofs.layout import STATES, Json, digest, written
from lifesearch.proofs.states.strip_rows import MOST_CELLS_OF_A_ROW, StripRows


def no_certificate(query: Any) -> str:
    """Why a question has no certificate of states; empty if it has one.

    Other conditions, on pieces and populations, are no reason: a closed set proves that there is
    nothing even without them. The greatest population of generation 0 is in the certificate.
    """
    if getattr(query, "kind", "") != "strip":
        return "a set of states can prove a claim about a strip only"
    motion = query.motion
    reasons = [
        (
            query.max_length is not None,
            "a set of states proves that there is nothing of any length: leave out the maximum "
            "length",
        ),
        (
            query.front is not None,
            "a set of states proves nothing about a given front: leave out the front",
        ),
        (query.wraps, "a set of states proves nothing about cylinders: give a strip"),
        (
            bool(query.folds),
            "a set of states proves nothing about patterns with top-to-bottom symmetry: choose "
            "the symmetry none, even, odd, gutter or glide",
        ),
        (  # rows are numbered for k < p only, see `strip_rows`
            -motion.dy >= motion.period,
            "a set of states proves nothing about ships as fast as light",
        ),
    ]
    if reason := next((reason for true, reason in reasons if true), ""):
        return reason
    if not 1 <= rows_of(query).bits <= MOST_CELLS_OF_A_ROW:
        return (
            f"a proof of a strip needs 1 to {MOST_CELLS_OF_A_ROW} free cells in a row, not "
            f"{rows_of(query).bits}"
        )
    return ""


def rows_of(query: Any) -> StripRows:
    motion = query.motion
    return StripRows(
        query.width,
        motion.period,
        -motion.dy,
        bytes(query.rule.plane_table),
        motion.dx,
        motion.orientation is Orientation.FLIP_X,
        str(query.mirror.value),
        query.most_cells,
    )


MAGIC = b"lifesearch states 1\n"
TABLES_LOOK_AHEAD = 3
"""The look-ahead of row tables: the states that they keep are closed under its conditions."""
AT_ONCE = 1 << 20  # states written at a time, so that no copy of all of them is made


def header(rows: StripRows, look_ahead: int, states: int) -> Json:
    """The second line of a certificate; the rule's table is in it as 512 bits, entry 0 first."""
    return {
        "width": rows.width,
        "period": rows.period,
        "up": rows.up,
        "right": rows.dx,
        "flipped": rows.flipped,
        "mirror": rows.mirror,
        "rule": f"{int(''.join(map(str, rows.table)), 2):0128x}",
        "most_cells": rows.most,
        "look_ahead": look_ahead,
        "states": states,
        "bytes": entry_bytes(rows.bits),
    }


def entry_bytes(bits: int) -> int:
    """The bytes of a number up to 2^bits: a row, or how many rows can follow.

    >>> [entry_bytes(bits) for bits in (1, 7, 8, 15, 16, 32)]
    [1, 1, 2, 2, 4, 8]
    """
    return next(size for size in (1, 2, 4, 8) if 8 * size > bits)


def write_tree(
    folder: Path, query: Any, last: Any, parent: Any, look_ahead: int, *, compress: bool
) -> Json:
    """Write the states of a search; return the part's entry for the manifest, with its files.

    Each has its `last` row and the state before it, its `parent`; states are in the order of
    their parents, and the empty state is the first.
    """
    rows = rows_of(query)
    name = f"strip.states{'.gz' if compress else ''}"
    path, size = folder / name, len(last)
    children = np.bincount(parent[1:], minlength=size)
    dtype = np.dtype(f"<u{entry_bytes(rows.bits)}")
    with written(path, compress=compress) as file:
        file.write(MAGIC)
        file.write(json.dumps(header(rows, look_ahead, size)).encode() + b"\n")
        for numbers in (last, children):
            for at in range(0, size, AT_ONCE):
                file.write(numbers[at : at + AT_ONCE].astype(dtype).tobytes())
    files = {name: digest(path)}
    return {"kind": STATES, "name": str(query.part), "states": size, "file": name, "files": files}
