"""The engine for heat."""

from __future__ import annotations

from typing import Any

from lifesearch.running.part_by_part import PartByPart


class AllBoards(PartByPart[Any]):
    """All boards, one after another."""

    name = "boards"
    continued_from = "the hottest so far"
    why = "there are few boards"
