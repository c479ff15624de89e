"""Searches in one call: one answer, or all of them.

`find_oscillator`, `oscillators` and the like are made from the classes in `searches`, and have
their parameters. Editors and type checkers know these, too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from inspect import cleandoc
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from lifesearch.core.options.readers import Path, path
from lifesearch.doors.python import searches
from lifesearch.doors.python.answer import Answer
from lifesearch.doors.python.options import describe

if TYPE_CHECKING:
    from lifesearch.proofs.check import ProofReport

Answers = Generator[Answer, None, None]

P = ParamSpec("P")
R = TypeVar("R")
Makes = Callable[P, searches.Search]
"""A class of searches; functions made from it have the same parameters."""


def _finder(name: str, search: Makes[P], words: str) -> Callable[P, Answer | None]:
    """A function that finds one answer of a search."""
    first, *examples = cleandoc(words).split("\n\n")
    undecided = "If a time limit is reached first, `Undecided` is raised."
    words = "\n\n".join([first, undecided, *examples])
    return _function(name, search, lambda made: made.find(), words, "Answer | None")


def _lister(name: str, search: Makes[P], words: str) -> Callable[P, Answers]:
    """A function that iterates over all answers of a search."""
    return _function(name, search, lambda made: made.all(), words, "Answers")


def _function(
    name: str, search: Makes[P], run: Callable[[searches.Search], R], words: str, returns: str
) -> Callable[P, R]:
    """A function with the signature of a search, whose docstring explains its options.

    `returns` is the type of its result, as `help` shows it.
    """

    def function(*args: P.args, **options: P.kwargs) -> R:
        return run(search(*args, **options))

    describe(function, name, search, words, returns)
    return function


find_oscillator = _finder("find_oscillator", searches.Oscillator, """
    Find an oscillator with a given exact period: None if it is proved that there is none.

    >>> find_oscillator(2, box=(4, 4), population=8, jobs=1).name
    'beacon'
    """)  # fmt: skip
find_spaceship = _finder("find_spaceship", searches.Spaceship, """
    Find a spaceship with a given velocity and exact period: None if proved that there is none.

    >>> print(find_spaceship("c/4 diagonal", box=(3, 4), jobs=1).name)
    glider
    >>> print(find_spaceship("c/4 diagonal", box=(3, 3), jobs=1))
    None
    """)  # fmt: skip
find_still_life = _finder("find_still_life", searches.StillLife, """
    Find a still life: None if it is proved that there is none.
    """)  # fmt: skip
find_predecessor = _finder("find_predecessor", searches.Predecessor, """
    Find a predecessor of a pattern: None if it is proved that there is none.
    """)  # fmt: skip
complete = _finder("complete", searches.Completion, """
    Complete partly known generations: None if it is proved that nothing fits.

    >>> print(complete("???\\nooo\\n???", period=2, jobs=1))
    OOO
    """)  # fmt: skip
oscillators = _lister("oscillators", searches.Oscillator, """
    Iterate over all oscillators with a given exact period, each once, as they are found.

    >>> sorted(osc.name for osc in oscillators(2, box=(4, 4), jobs=1))
    ['beacon', 'blinker', 'clock', 'toad']
    """)  # fmt: skip
spaceships = _lister("spaceships", searches.Spaceship, """
    Iterate over all spaceships with a given velocity and exact period, each once.
    """)  # fmt: skip
still_lifes = _lister("still_lifes", searches.StillLife, """
    Iterate over all still lifes, each once, as they are found.

    >>> sorted(still.name for still in still_lifes(box=(3, 3), jobs=1))
    ['block', 'boat', 'ship', 'tub']
    """)  # fmt: skip
predecessors = _lister("predecessors", searches.Predecessor, """
    Iterate over all predecessors of a pattern, some generations back, as they are found.

    Predecessors that are equivalent under the symmetry of the pattern are found once, unless
    `raw` is true.
    """)  # fmt: skip
completions = _lister("completions", searches.Completion, """
    Iterate over all completions of partly known generations, as they are found.
    """)  # fmt: skip


def check(folder: Path) -> ProofReport:
    """Check a proof that a search has written with its option `proof`.

    The report is true if the proof is valid, and otherwise gives the reason. InputError is raised
    if there is no proof in the folder.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     print(find_oscillator(3, box=(4, 4), jobs=1, proof=folder))
    ...     report = check(folder)
    None
    >>> report.valid, report.claim
    (True, 'proved: no oscillator of period 3 in a 4x4 box')
    """
    from lifesearch.proofs.check import check as check_proof

    return check_proof(FilePath(path(folder)))
