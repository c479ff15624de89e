"""Notes on the command line before a search: its answer in the atlas, or known patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesearch.doors.cli.parameters import note
from lifesearch.running.option_table import Options

if TYPE_CHECKING:
    from lifesearch.core.question import PatternQuery
    from lifesearch.running.plan import Plan

WORTH_SAYING = 2.0
"""A note is printed if the search in the atlas took this many CPU seconds, its start included.

A choice: a shorter search is done before the note is read.
"""
LARGEST_BOX = 49
"""Cells of the largest box with a note: the atlas is not read for larger ones. A test checks it."""


def print_known(plan: Plan[PatternQuery], options: Options) -> None:
    """Print a note if the atlas has the answer; before a race, notes on known patterns."""
    # What an engine without proofs searches is not in the atlas, and is no race.
    if options.no_known or not plan.engine.proves:
        return
    if not plan.races:
        _print_settled(plan)
        return
    from lifesearch.doors.known import known_before

    for sentence in known_before(plan):
        note("; ".join(filter(None, sentence)))


def _print_settled(plan: Plan[PatternQuery]) -> None:
    """Print a note if the atlas has the answer, unless the search takes less than WORTH_SAYING.

    For a strip, the answer for a narrower one is worth a note, too.
    """
    box = getattr(plan.query, "box", None)
    if box is not None and box[0] * box[1] > LARGEST_BOX:
        return
    from lifesearch.atlas_data.index import settled_before, widest_settled

    answer = settled_before(plan.query)
    line = answer or widest_settled(plan.query)
    if line is not None and line.cpu >= WORTH_SAYING:
        none = answer is not None and answer.kind == "none"
        what = "there is none" if none else line.statement
        note(f"settled before: {what}; see: lifesearch atlas {line.topic}")
