"""Searches in one call: one answer, or all of them."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Unpack

from lifesearch.api import searches
from lifesearch.api.answer import Answer
from lifesearch.api.options import (
    CatalystOptions,
    CompletionOptions,
    OscillatorOptions,
    PatternOrFile,
    PredecessorOptions,
    SoupOptions,
    SpaceshipOptions,
    StillLifeOptions,
    takes,
)
from lifesearch.api.queries.asked import asked
from lifesearch.api.results import Result, SoupCensus, run
from lifesearch.errors import InputError
from lifesearch.life.velocity import Velocity
from lifesearch.options.readers import Path, Whole, path
from lifesearch.options.table import read
from lifesearch.queries.soups import SoupQuery

if TYPE_CHECKING:
    from lifesearch.proofs.check import ProofReport

Answers = Generator[Answer, None, None]


@takes("oscillator")
def find_oscillator(period: Whole, **options: Unpack[OscillatorOptions]) -> Answer | None:
    """Find an oscillator with a given exact period: None if it is proved that there is none.

    If a time limit is reached first, `Undecided` is raised.

    >>> find_oscillator(2, box=(4, 4), population=8, jobs=1).name
    'beacon'
    """
    return searches.Oscillator(period, **options).find()


@takes("spaceship")
def find_spaceship(velocity: str | Velocity, **options: Unpack[SpaceshipOptions]) -> Answer | None:
    """Find a spaceship with a given velocity and exact period: None if proved that there is none.

    If a time limit is reached first, `Undecided` is raised.

    >>> print(find_spaceship("c/4 diagonal", box=(3, 4), jobs=1).name)
    glider
    >>> print(find_spaceship("c/4 diagonal", box=(3, 3), jobs=1))
    None
    """
    return searches.Spaceship(velocity, **options).find()


@takes("still-life")
def find_still_life(**options: Unpack[StillLifeOptions]) -> Answer | None:
    """Find a still life: None if it is proved that there is none.

    If a time limit is reached first, `Undecided` is raised.
    """
    return searches.StillLife(**options).find()


@takes("predecessor")
def find_predecessor(
    pattern: PatternOrFile, **options: Unpack[PredecessorOptions]
) -> Answer | None:
    """Find a predecessor of a pattern: None if it is proved that there is none.

    If a time limit is reached first, `Undecided` is raised.
    """
    return searches.Predecessor(pattern, **options).find()


@takes("oscillator")
def oscillators(period: Whole, **options: Unpack[OscillatorOptions]) -> Answers:
    """Iterate over all oscillators with a given exact period, each once, as they are found.

    >>> sorted(osc.name for osc in oscillators(2, box=(4, 4), jobs=1))
    ['beacon', 'blinker', 'clock', 'toad']
    """
    return searches.Oscillator(period, **options).all()


@takes("spaceship")
def spaceships(velocity: str | Velocity, **options: Unpack[SpaceshipOptions]) -> Answers:
    """Iterate over all spaceships with a given velocity and exact period, each once."""
    return searches.Spaceship(velocity, **options).all()


@takes("still-life")
def still_lifes(**options: Unpack[StillLifeOptions]) -> Answers:
    """Iterate over all still lifes, each once, as they are found.

    >>> sorted(still.name for still in still_lifes(box=(3, 3), jobs=1))
    ['block', 'boat', 'ship', 'tub']
    """
    return searches.StillLife(**options).all()


@takes("predecessor")
def predecessors(pattern: PatternOrFile, **options: Unpack[PredecessorOptions]) -> Answers:
    """Iterate over all predecessors of a pattern, some generations back, as they are found.

    Predecessors that are equivalent under the symmetry of the pattern are found once, unless
    `raw` is true.
    """
    return searches.Predecessor(pattern, **options).all()


@takes("complete")
def complete(grids: str, **options: Unpack[CompletionOptions]) -> Answer | None:
    """Complete partly known generations: None if it is proved that nothing fits.

    If a time limit is reached first, `Undecided` is raised.

    >>> print(complete("???\\nooo\\n???", period=2, jobs=1))
    OOO
    """
    return searches.Completion(grids, **options).find()


@takes("complete")
def completions(grids: str, **options: Unpack[CompletionOptions]) -> Answers:
    """Iterate over all completions of partly known generations, as they are found."""
    return searches.Completion(grids, **options).all()


@takes("catalyse")
def catalyse(
    pattern: PatternOrFile, count: Whole | None = None, **options: Unpack[CatalystOptions]
) -> Result:
    """Find still lifes that make an active part recur, vanish or move on: `count` answers, or all.

    The search starts when the result is first used.

    >>> [shuttle] = catalyse("queen bee", 1, period=30, of="block", area=(24, 12), jobs=1)
    >>> shuttle.period, shuttle.population
    (30, 20)
    """
    return searches.Search("catalyse", pattern, options).run(count)


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


@takes("soup")
def soup_census(soups: Whole | None = 10_000, **options: Unpack[SoupOptions]) -> SoupCensus:
    """Run this many random soups, and count the objects in their ash; None: until the time limit.

    >>> census = soup_census(200, symmetry="D8_1", seed=1, jobs=1)
    >>> census
    <SoupCensus: 200 soups, 803 objects of 16 kinds>
    >>> [row.name for row in census.rows][:2]
    ['blinker', 'block']
    """
    given = read("soup", {**options, "soups": soups})
    if soups is None and given.time_limit is None:
        raise InputError("soups never end: give their number or a time limit")
    query, events = run(asked("soup", None, given))
    assert isinstance(query, SoupQuery)
    census = SoupCensus(query)
    for event in events:
        census = census.with_event(event)
    return census
