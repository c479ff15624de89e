"""Names that options choose from; the modules that know them are imported when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from lifesearch.formats import NAMES as FORMATS
from lifesearch.options.readers import Names

STRIP_SYMMETRIES = ("none", "even", "odd", "gutter", "glide")


def listed_in(module: str, name: str) -> Callable[[], Iterable[str]]:
    """The names that a module has in some constant; it is imported when they are needed."""
    return lambda: getattr(import_module(f"lifesearch.{module}"), name)


def _engines() -> Iterable[str]:
    from lifesearch.planning.engines import ENGINES

    wishes = dict.fromkeys(engine.wish for engine in ENGINES if engine.wish)
    return [wish for wish in wishes if wish not in CATALYST_ENGINES]


def symmetries() -> Iterable[str]:
    """The names of symmetries, those of strips among them."""
    from lifesearch.life.symmetry import SYMMETRIES

    return (*(symmetry.name for symmetry in SYMMETRIES), *STRIP_SYMMETRIES)


def transforms() -> Iterable[str]:
    from lifesearch.life.orientation import Orientation

    return [orientation.symbol for orientation in Orientation]


def catalogue_kinds() -> Iterable[str]:
    from lifesearch.catalogue.catalogue import KINDS

    return [kind.replace(" ", "-") for kind in KINDS]


def catalogue_kind(text: str) -> str:
    """A kind of patterns in the catalogue, in the singular or the plural."""
    name = text.strip().lower().replace(" ", "-").removesuffix("s")
    return Names("kind", catalogue_kinds)(name).replace("-", " ")


rules = listed_in("life.rules.names", "NAMES")
solvers = listed_in("solving.solver", "SOLVERS")

LIFE_HISTORY = "life-history"
FACTS = ("json", "csv", "apgcode")
FORMAT = Names("format", lambda: (*FORMATS, *FACTS, "forum"))
COUNT_FORMAT = Names("format", lambda: ("json", "csv"))
SURVEY_FORMAT = Names("format", lambda: ("text", "json"))
LIST_FORMAT = Names("format for a list", lambda: FACTS)
PATTERN_FORMAT = Names("format of patterns", lambda: (*FORMATS, "forum", LIFE_HISTORY))
SOLVER = Names("solver", solvers)
ENCODING = Names("encoding", listed_in("encoding.variable_grid", "ENCODINGS"))
ENGINE = Names("engine", _engines)
CATALYST_ENGINES = ("place", "sat")
CATALYST_ENGINE = Names("engine", lambda: CATALYST_ENGINES)
WAY = Names("strategy", listed_in("planning.race", "NAMES"))
FAMILY = Names("kind", lambda: ("still-lifes", "oscillators", "spaceships"))
GENERATION = Names("generation", lambda: ("first", "all", "min", "max"))
LEAST = Names("{} cannot be minimised", lambda: ("population", "box"))
FEWEST = Names("{} cannot be minimised here", lambda: ("population",))
LARGEST = Names("{} cannot be maximised", lambda: ("population",))
TARGET = Names("target", lambda: ("sat", "dimacs", "solve"))
CELLS = Names("form of cells", listed_in("ui.terminal.glyphs", "GLYPH_SETS"))
COLOUR = Names("colouring", listed_in("ui.colours", "COLOURINGS"))
