"""The list of all engines, those first that are preferred where several can be used.

Those that have ways of their own take part in races, in this order.
"""

from __future__ import annotations

from typing import Any

from lifesearch.planning.boxes import BoxesBySat, CatalystsBySat, Listing
from lifesearch.planning.counts import CountsBySweep, DensityByCycles
from lifesearch.planning.engine import Engine
from lifesearch.planning.in_parts import InParts
from lifesearch.planning.soups import SoupCounts
from lifesearch.planning.strips import RowsBySat, RowTables
from lifesearch.queries.catalysts import Catalysts
from lifesearch.queries.rotors import Rotors
from lifesearch.queries.rotors.way import SmallRotors

ENGINES: tuple[Engine[Any], ...] = (
    CountsBySweep(),
    DensityByCycles(),
    RowTables(),
    RowsBySat(),
    InParts(Rotors, SmallRotors),
    InParts(Catalysts),
    CatalystsBySat(),
    SoupCounts(),
    Listing(),
    BoxesBySat(),
)
