"""Options that say more about the pattern: populations, what is best, excluded objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from lifesearch import option_text
from lifesearch.cli.options import flag, value
from lifesearch.cli.parsing import Names, number
from lifesearch.cli.plain_help import WHAT
from lifesearch.limits import LARGEST_COUNT

if TYPE_CHECKING:
    pass

GENERATIONS = Names("generation", lambda: option_text.GENERATIONS)
LEAST = Names("number to minimise", lambda: option_text.LEAST)
LARGEST = Names("number to maximise", lambda: option_text.LARGEST)


def _most(measure: str, words: str) -> Any:
    name = f"--max-{measure}"
    return value(WHAT, "N", words, number(name, 0, LARGEST_COUNT), name)


@dataclass(frozen=True)
class PopulationOptions:
    """How many live cells there may be, and what should be least or largest."""

    population: Annotated[
        list[str] | None,
        value(WHAT, "BOUND", "How many live cells: '<=20', '>9', '=12'; may be repeated."),
    ] = None
    population_of: Annotated[
        str | None,
        value(
            WHAT,
            "WHICH",
            "The generation in which they are counted: first, all, or the one with min or max "
            "population (for the smallest or largest ship, its best).",
            GENERATIONS.parse,
            known=GENERATIONS.complete,
            default="first",
        ),
    ] = None
    minimise: Annotated[
        str | None,
        value(
            WHAT,
            "WHAT",
            "Find the pattern with the least population or the smallest bounding box, and prove "
            "it: population or box.",
            LEAST.parse,
            "--minimise",
            "--minimize",
            known=LEAST.complete,
        ),
    ] = None
    maximise: Annotated[
        str | None,
        value(
            WHAT,
            "WHAT",
            "Find the pattern with the largest population, and prove it: population.",
            LARGEST.parse,
            "--maximise",
            "--maximize",
            known=LARGEST.complete,
        ),
    ] = None
    max_change: Annotated[
        int | None,
        _most(
            "change",
            "In every generation until the pattern is back, unrotated, at most N cells differ "
            "from generation 0.",
        ),
    ] = None
    max_growth: Annotated[
        int | None, _most("growth", "... at most N cells are alive that were dead.")
    ] = None
    max_decay: Annotated[
        int | None, _most("decay", "... at most N cells are dead that were alive.")
    ] = None
    keep: Annotated[
        str | None,
        value(
            WHAT,
            "FILE",
            "Cells that are as in this pattern, both in generation 0 and when the pattern is "
            "back, unrotated; '?' is any state.",
        ),
    ] = None


@dataclass(frozen=True)
class PieceOptions:
    """What the objects that a pattern consists of may be."""

    max_rotor: Annotated[int | None, _most("rotor", "At most N cells change: the rotor.")] = None
    max_stator: Annotated[
        int | None, _most("stator", "At most N cells are always alive: the stator.")
    ] = None
    connected: Annotated[
        bool,
        flag(WHAT, "--connected", "Only connected patterns: no parts that never interact."),
    ] = False
    exclude: Annotated[
        list[str] | None,
        value(WHAT, "FILE", "No part is the object in this file; may be repeated."),
    ] = None
    attach: Annotated[
        str | None,
        value(
            WHAT,
            "FILE",
            "Something more at the pattern in this file, such as a tagalong behind or beside a "
            "ship; with --composite also what never influences it.",
        ),
    ] = None
    new: Annotated[
        bool,
        flag(WHAT, "--new", "No part is in the catalogue of known objects, nor in your own."),
    ] = False
