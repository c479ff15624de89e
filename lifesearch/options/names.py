"""Names that options choose from; the modules that know them are imported when they are needed."""

from __future__ import annotations

from collections.abc import Iterable

from lifesearch.formats import NAMES as FORMATS
from lifesearch.options.readers import Names

STRIP_SYMMETRIES = ("none", "even", "odd", "gutter", "glide")


def _engines() -> Iterable[str]:
    from lifesearch.planning.engines import ENGINES

    wishes = dict.fromkeys(engine.wish for engine in ENGINES if engine.wish)
    return [wish for wish in wishes if wish not in CATALYST_ENGINES]


def _ways() -> Iterable[str]:
    from lifesearch.planning.race import NAMES

    return NAMES


def _encodings() -> Iterable[str]:
    from lifesearch.encoding.variable_grid import ENCODINGS

    return ENCODINGS


def solvers() -> Iterable[str]:
    from lifesearch.solving.solver import SOLVERS

    return SOLVERS


def symmetries() -> Iterable[str]:
    """The names of symmetries, those of strips among them."""
    from lifesearch.life.symmetry import SYMMETRIES

    return (*(symmetry.name for symmetry in SYMMETRIES), *STRIP_SYMMETRIES)


def transforms() -> Iterable[str]:
    from lifesearch.life.orientation import Orientation

    return [orientation.symbol for orientation in Orientation]


def rules() -> Iterable[str]:
    from lifesearch.life.rules.names import NAMES

    return NAMES


def _cells() -> Iterable[str]:
    from lifesearch.ui.terminal.glyphs import GLYPH_SETS

    return GLYPH_SETS


def _colours() -> Iterable[str]:
    from lifesearch.ui.colours import COLOURINGS

    return COLOURINGS


def catalogue_kinds() -> Iterable[str]:
    from lifesearch.catalogue.catalogue import KINDS

    return [kind.replace(" ", "-") for kind in KINDS]


def catalogue_kind(text: str) -> str:
    """A kind of patterns in the catalogue, in the singular or the plural."""
    name = text.strip().lower().replace(" ", "-").removesuffix("s")
    return Names("kind", catalogue_kinds)(name).replace("-", " ")


LIFE_HISTORY = "life-history"
FACTS = ("json", "csv", "apgcode")
FORMAT = Names("format", lambda: (*FORMATS, *FACTS, "forum"))
COUNT_FORMAT = Names("format", lambda: ("json", "csv"))
SURVEY_FORMAT = Names("format", lambda: ("text", "json"))
LIST_FORMAT = Names("format for a list", lambda: FACTS)
PATTERN_FORMAT = Names("format of patterns", lambda: (*FORMATS, "forum", LIFE_HISTORY))
SOLVER = Names("solver", solvers)
ENCODING = Names("encoding", _encodings)
ENGINE = Names("engine", _engines)
CATALYST_ENGINES = ("place", "sat")
CATALYST_ENGINE = Names("engine", lambda: CATALYST_ENGINES)
WAY = Names("strategy", _ways)
FAMILY = Names("kind", lambda: ("still-lifes", "oscillators", "spaceships"))
GENERATION = Names("generation", lambda: ("first", "all", "min", "max"))
LEAST = Names("{} cannot be minimised", lambda: ("population", "box"))
FEWEST = Names("{} cannot be minimised here", lambda: ("population",))
LARGEST = Names("{} cannot be maximised", lambda: ("population",))
TARGET = Names("target", lambda: ("sat", "dimacs", "solve"))
CELLS = Names("form of cells", _cells)
COLOUR = Names("colouring", _colours)
