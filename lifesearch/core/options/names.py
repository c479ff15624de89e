"""Names that options choose from; the modules that know them are imported when they are needed.

Entries of the option table (`of_questions`, `of_runs`, `kind.py` of each kind) use them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from lifesearch.common.lazy_import import imported
from lifesearch.core.options.readers import Names
from lifesearch.formats import NAMES as FORMATS

STRIP_SYMMETRIES = ("none", "even", "odd", "gutter", "glide")


def listed_in(module: str, name: str) -> Callable[[], Iterable[str]]:
    """The names that a module has in some constant; it is imported when they are needed."""
    return lambda: getattr(import_module(f"lifesearch.{module}"), name)


def given_by(function: str) -> Callable[[], Iterable[str]]:
    """The names that a function gives; its module is imported when they are needed."""

    def names() -> Iterable[str]:
        found: Iterable[str] = imported(function)()
        return found

    return names


def _engines() -> Iterable[str]:
    found: Iterable[str] = imported("running.registry.wishes")(("strip", "periodic"))
    return found


def symmetries() -> Iterable[str]:
    from lifesearch.life.symmetry import SYMMETRIES

    return [symmetry.name for symmetry in SYMMETRIES]


def symmetries_and_those_of_strips() -> Iterable[str]:
    return (*symmetries(), *STRIP_SYMMETRIES)


def transforms() -> Iterable[str]:
    from lifesearch.life.orientation import Orientation

    return [orientation.symbol for orientation in Orientation]


def catalogue_kinds() -> Iterable[str]:
    from lifesearch.catalogue.names import OTHER_KINDS, RECURRING_KINDS

    return [kind.replace(" ", "-") for kind in (*RECURRING_KINDS, *OTHER_KINDS)]


def catalogue_kind(text: str) -> str:
    """A kind of patterns in the catalogue, in the singular or the plural."""
    name = text.strip().lower().replace(" ", "-").removesuffix("s")
    return Names("kind", catalogue_kinds)(name).replace("-", " ")


rules = listed_in("life.rules.names", "NAMES")
solvers = listed_in("engines.sat.solving.solver", "SOLVERS")

LIFE_HISTORY = "life-history"
FACT_FORMATS = ("json", "csv", "apgcode")
FORMAT = Names("format", lambda: (*FORMATS, *FACT_FORMATS, "forum"))
COUNT_FORMAT = Names("format", lambda: ("json", "csv"))
SURVEY_FORMAT = Names("format", lambda: ("text", "json"))
LIST_FORMAT = Names("format for a list", lambda: FACT_FORMATS)
PATTERN_FORMAT = Names("format of patterns", lambda: (*FORMATS, "forum", LIFE_HISTORY))
SOLVER = Names("solver", solvers)
ENCODING = Names("encoding", listed_in("engines.sat.encoding.variable_grid", "ENCODINGS"))
ENGINE = Names("engine", _engines)
STRATEGY = Names("strategy", given_by("questions.race.strategies.strategy_names"))
FAMILY = Names("kind", lambda: ("still-lifes", "oscillators", "spaceships"))
RECURRING = Names("kind", lambda: ("spaceships", "oscillators"))
GENERATION = Names("generation", lambda: ("first", "all", "min", "max"))
LEAST = Names("{} cannot be minimised", lambda: ("population", "box"))
FEWEST = Names("{} cannot be minimised here", lambda: ("population",))
LARGEST = Names("{} cannot be maximised", lambda: ("population",))
TARGET = Names("target", lambda: ("sat", "dimacs", "solve"))
CELLS = Names("form of cells", listed_in("show.terminal.glyphs", "GLYPH_SETS"))
COLOUR = Names("colouring", given_by("show.colours.colourings"))
