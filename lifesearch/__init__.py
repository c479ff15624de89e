"""Find patterns in Conway's Game of Life and related rules.

    import lifesearch as ls

    ship = ls.find_spaceship("c/4 diagonal")
    print(ship, ship.name, ship.rle)
    for osc in ls.oscillators(2, box=(6, 6), symmetry="C2"):
        print(osc.name)

`lifesearch help python` shows the manual's page about this. Names are loaded when they are
first used, so that importing this package costs next to nothing.
"""

# Type checkers take it for true. To import it from typing takes ten times as long as all of this.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from lifesearch.atlas_data.lines import atlas
    from lifesearch.common.errors import InputError, LifesearchError, Undecided
    from lifesearch.doors.python.answer import Answer
    from lifesearch.doors.python.catalysts import catalyse
    from lifesearch.doors.python.closest import closest_predecessor
    from lifesearch.doors.python.functions import (
        check,
        complete,
        completions,
        find_oscillator,
        find_predecessor,
        find_spaceship,
        find_still_life,
        oscillators,
        predecessors,
        spaceships,
        still_lifes,
    )
    from lifesearch.doors.python.pattern import Identity, Pattern
    from lifesearch.doors.python.results import Best, Result, Status
    from lifesearch.doors.python.rotors import FoundRotor, RotorTable, rotors
    from lifesearch.doors.python.searches import (
        Completion,
        Oscillator,
        Predecessor,
        Search,
        Spaceship,
        StillLife,
    )
    from lifesearch.doors.python.smallest import SmallestTable, smallest
    from lifesearch.doors.python.soups import SoupCensus, soup_census
    from lifesearch.doors.python.survey import Survey, SurveyRow, survey
    from lifesearch.proofs.check import ProofReport

__version__ = "0.3.0"

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
    "SmallestTable",
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
    "closest_predecessor",
    "complete",
    "completions",
    "find_oscillator",
    "find_predecessor",
    "find_spaceship",
    "find_still_life",
    "oscillators",
    "predecessors",
    "rotors",
    "smallest",
    "soup_census",
    "spaceships",
    "still_lifes",
    "survey",
]

_HOMES = {
    "doors.python.answer": "Answer",
    "doors.python.pattern": "Identity Pattern",
    "doors.python.catalysts": "catalyse",
    "doors.python.closest": "closest_predecessor",
    "doors.python.results": "Best Result Status",
    "doors.python.soups": "SoupCensus soup_census",
    "doors.python.smallest": "SmallestTable smallest",
    "doors.python.rotors": "FoundRotor RotorTable rotors",
    "doors.python.survey": "Survey SurveyRow survey",
    "common.errors": "InputError LifesearchError Undecided",
    "proofs.check": "ProofReport",
    "atlas_data.lines": "atlas",
}
"""The modules of public names; `__getattr__` knows those of searches and functions."""


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module 'lifesearch' has no attribute '{name}'")
    from importlib import import_module

    usual = "doors.python.searches" if name[0].isupper() else "doors.python.functions"
    home = next((home for home, names in _HOMES.items() if name in names.split()), usual)
    from lifesearch.common.signals import delay_interrupt

    with delay_interrupt():  # if Ctrl-C stops the loading of numpy, it cannot be loaded again
        value: object = getattr(import_module(f"lifesearch.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
