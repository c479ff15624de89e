"""The list of all engines, those first that are preferred where several can be used."""

from __future__ import annotations

from typing import Any

from lifesearch.planning.anywhere import EverythingAtOnce, SoupCounts
from lifesearch.planning.boxes import BoxesBySat, Listing
from lifesearch.planning.counts import CountsBySweep, DensityByCycles
from lifesearch.planning.engine import Engine
from lifesearch.planning.in_parts import InParts
from lifesearch.planning.strips import RowsBySat, RowTables
from lifesearch.queries.catalysts import Catalysts
from lifesearch.queries.rotors import Rotors

ENGINES: tuple[Engine[Any], ...] = (
    EverythingAtOnce(),
    SoupCounts(),
    CountsBySweep(),
    DensityByCycles(),
    InParts(Rotors),
    InParts(Catalysts),
    RowTables(),
    RowsBySat(),
    Listing(),
    BoxesBySat(),
)


def named(name: str) -> Engine[Any]:
    return next(engine for engine in ENGINES if engine.name == name)
