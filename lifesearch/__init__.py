"""Find patterns in Conway's Game of Life and related rules.

    import lifesearch as ls

    ship = ls.find_spaceship("c/4 diagonal")
    print(ship, ship.name, ship.rle)
    for osc in ls.oscillators(2, box=(6, 6), symmetry="C2"):
        print(osc.name)

`lifesearch help python` shows the manual's page about this. Names are loaded when they are
first used, so that importing this package costs next to nothing.
"""

TYPE_CHECKING = False  # type checkers take it for true; to import typing takes ten times as long

if TYPE_CHECKING:
    from lifesearch.api.answer import Answer
    from lifesearch.api.functions import (
        catalyse,
        check,
        complete,
        completions,
        find_oscillator,
        find_predecessor,
        find_spaceship,
        find_still_life,
        oscillators,
        predecessors,
        soup_census,
        spaceships,
        still_lifes,
    )
    from lifesearch.api.pattern import Identity, Pattern
    from lifesearch.api.results import Best, Result, SoupCensus, Status
    from lifesearch.api.rotors import FoundRotor, RotorTable, rotors
    from lifesearch.api.searches import (
        Completion,
        Oscillator,
        Predecessor,
        Search,
        Spaceship,
        StillLife,
    )
    from lifesearch.api.survey import Survey, SurveyRow, survey
    from lifesearch.errors import InputError, LifesearchError, Undecided
    from lifesearch.proofs.check import ProofReport
    from lifesearch.settled.lines import atlas

__version__ = "0.2.0"

__all__ = [
    "Answer",
    "Best",
    "Completion",
    "FoundRotor",
    "Identity",
    "InputError",
    "LifesearchError",
    "Oscillator",
    "Pattern",
    "Predecessor",
    "ProofReport",
    "Result",
    "RotorTable",
    "Search",
    "SoupCensus",
    "Spaceship",
    "Status",
    "StillLife",
    "Survey",
    "SurveyRow",
    "Undecided",
    "__version__",
    "atlas",
    "catalyse",
    "check",
    "complete",
    "completions",
    "find_oscillator",
    "find_predecessor",
    "find_spaceship",
    "find_still_life",
    "oscillators",
    "predecessors",
    "rotors",
    "soup_census",
    "spaceships",
    "still_lifes",
    "survey",
]

_HOMES = {
    "api.answer": "Answer",
    "api.pattern": "Identity Pattern",
    "api.results": "Best Result SoupCensus Status",
    "api.rotors": "FoundRotor RotorTable rotors",
    "api.survey": "Survey SurveyRow survey",
    "errors": "InputError LifesearchError Undecided",
    "proofs.check": "ProofReport",
    "settled.lines": "atlas",
}
"""Where names are, except for searches and functions."""


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module 'lifesearch' has no attribute '{name}'")
    from importlib import import_module

    usual = "api.searches" if name[0].isupper() else "api.functions"
    home = next((home for home, names in _HOMES.items() if name in names.split()), usual)
    value: object = getattr(import_module(f"lifesearch.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
