"""What a question about a strip asks of a certificate.

Nothing here is imported from queries: their values are read as they are.
"""

from __future__ import annotations

from typing import Any

from lifesearch.life.orientation import Orientation
from lifesearch.proofs.states.strip_rows import MOST_CELLS_OF_A_ROW, StripRows


def no_certificate(query: Any) -> str:
    """Why a question has no certificate of states; empty if it has one."""
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
        (
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
    """The rows of a strip that a question is about."""
    motion = query.motion
    return StripRows(
        query.width,
        motion.period,
        -motion.dy,
        bytes(query.rule.plane_table),
        motion.dx,
        motion.orientation is Orientation.FLIP_X,
        str(query.mirror.value),
        query.conditions.most_cells,
    )
