"""All kinds of queries for patterns, by the names that session files have for them."""

from __future__ import annotations

from lifesearch.queries.base import PatternQuery
from lifesearch.queries.completion.query import Completion
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.predecessor import Predecessor
from lifesearch.queries.race import Race
from lifesearch.queries.rotors import Rotors
from lifesearch.queries.soups import SoupQuery
from lifesearch.queries.strips.query import Strip

KINDS: dict[str, type[PatternQuery]] = {
    query.kind: query
    for query in (
        Periodic,
        Predecessor,
        Strip,
        Completion,
        Race,
        Rotors,
        SoupQuery,
    )
}
