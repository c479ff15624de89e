"""The options of the public functions, each said once, with its type.

Functions take them as keywords: `Unpack` tells type checkers which ones, and `takes` tells
Python, so that `help` and the completion of a notebook show them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from lifesearch.api.pattern import Pattern
from lifesearch.api.values import Path, Population, Seconds, Size, Whole
from lifesearch.life.rules.rule import Rule

PatternOrFile = Pattern | Path


class CountedOptions(TypedDict, total=False):
    """Bounds on cells.

    population: (least, most), None where there is no bound; a number; or '<=20' and the like
    population_of: in which generation: 'first' (the default), 'all', 'min' or 'max'
    max_change, max_growth, max_decay: at most so many cells differ from generation 0, were
        born since, or died since, in any generation
    keep: cells that are as drawn in generation 0 and at the end
    """

    population: Population | None
    population_of: Literal["first", "all", "min", "max"]
    max_change: Whole | None
    max_growth: Whole | None
    max_decay: Whole | None
    keep: PatternOrFile | None


class PieceOptions(TypedDict, total=False):
    """What the parts of a pattern may be.

    max_rotor, max_stator: so many cells change, or live all the time, at most
    connected: only patterns without parts that never interact
    exclude: no part is one of these patterns
    new: no part is in the built-in catalogue, or in yours
    attach: something more at this pattern, which comes back in the same way: a tagalong of a ship
    composite: with attach, also what never influences it; with nothing but a period or a velocity,
        also pieces that never meet
    """

    max_rotor: Whole | None
    max_stator: Whole | None
    connected: bool
    exclude: PatternOrFile | Sequence[PatternOrFile] | None
    new: bool
    attach: PatternOrFile | None
    composite: bool


class StripOptions(TypedDict, total=False):
    """A strip instead of a box.

    width: patterns so wide and of any length, row by row
    cylinder: how far it is around a strip, or box, whose sides are joined; (8, 2) or '8+2' if they
        are shifted by so many rows
    max_length: in a strip, only patterns of up to so many rows
    look_ahead: in a strip, how many rows of all generations must be possible next (by SAT)
    front: in a strip, generation 0 begins with the rows of this pattern
    """

    width: Whole | None
    cylinder: Whole | Size | None
    max_length: Whole | None
    look_ahead: Whole
    front: PatternOrFile | None


class StillLifeOptions(CountedOptions, PieceOptions, StripOptions, total=False):
    """What is asked of a still life.

    box: width and height; without it boxes grow, up to max_area cells; if nothing else is asked
        of an oscillator or a spaceship, one is found as soon as possible, by soups and strips, too
    symmetry: static symmetry, as on LifeWiki (D2_+1, C4_4, ...) or short (C2, C4, D2|, D8); in
        a strip none, even, odd, gutter or glide
    torus: the box wraps around at its edges
    mask: life may be only where this pattern has live cells
    rule: the rule, such as B36/S23; B36?/S23 and pB3/S23 are partly unknown
    background: a tile, the name of a file, repeated everywhere outside the box
    raw: find every solution, also those that differ only by place, turn, flip or phase
    with_empty: the empty pattern is a still life, too
    """

    box: Size | None
    symmetry: str
    torus: bool
    mask: PatternOrFile | None
    rule: str | Rule
    max_area: Whole | None
    background: Path | None
    raw: bool
    with_empty: bool


class OscillatorOptions(StillLifeOptions, total=False):
    """What is asked of an oscillator: all that is asked of a still life, and more.

    transform: after the period the pattern is back turned or flipped: R90, R180, F|, F-, ...
    any_period: allow shorter periods, too
    only: with nothing but a period: 'boxes', 'soups' or 'rows' instead of all ways at once
    """

    transform: str
    any_period: bool
    only: Literal["boxes", "soups", "rows"] | None


class SpaceshipOptions(CountedOptions, PieceOptions, StripOptions, total=False):
    """What is asked of a spaceship: all that is asked of an oscillator, on the plane.

    background: a tile, the name of a file, repeated everywhere outside the box
    only: with nothing but a velocity: 'boxes', 'soups' or 'rows' instead of all ways at once
    """

    box: Size | None
    symmetry: str
    mask: PatternOrFile | None
    rule: str | Rule
    max_area: Whole | None
    background: Path | None
    raw: bool
    transform: str
    any_period: bool
    only: Literal["boxes", "soups", "rows"] | None


class PredecessorOptions(CountedOptions, total=False):
    """What is asked of a predecessor.

    generations: how many generations back
    pad: how far the box reaches beyond the pattern, on every side; 1 if there is no box
    box: the box instead, the pattern in its middle
    orphan: with any surroundings instead of a box: if there is none, it is an orphan
    rule: the rule, if not the pattern's
    raw: also those that the symmetry of the pattern makes one another
    """

    generations: Whole
    pad: Whole | None
    box: Size | None
    orphan: bool
    rule: str | Rule | None
    raw: bool


class CompletionOptions(CountedOptions, total=False):
    """What is asked of a completion.

    period: generation 0 is back after so many generations
    velocity: a period and a shift up: 'c/3', 'c/4 diagonal'
    shift: after the period the pattern is back so far to the right and down
    generations: from generation 0 to this one, if it is not back
    unknown: so many cells on each side of what is told are unknown, too
    stable: the unknown cells of the first grid are a still life, at which the others arrive
    rule: the rule, if not the one that comes with what is told
    transform, any_period, symmetry, background, raw: as for oscillators
    with_empty: nothing but the background is an answer, too
    """

    period: Whole | None
    velocity: str | None
    shift: Size | None
    generations: Whole | None
    unknown: Whole | None
    stable: bool
    transform: str
    any_period: bool
    symmetry: str
    rule: str | Rule | None
    background: Path | None
    raw: bool
    with_empty: bool


class SoupOptions(TypedDict, total=False):
    """Which soups, and what may be spent on them.

    symmetry: a symmetry or several, as on LifeWiki (C1, D2_+1, C4_4, ...); by default all
    rule: the rule, such as B36/S23
    seed: the same seed gives the same soups; by default it is another one each time
    size: cells a side, or the least and the most of them
    density: the part of cells that live, between 0 and 1
    jobs, cluster, time_limit, session, progress: as for searches
    """

    symmetry: str | Sequence[str] | None
    rule: str | Rule
    seed: Whole | None
    size: Whole | Sequence[int]
    density: float
    jobs: Whole | None
    cluster: str | None
    time_limit: Seconds | None
    session: Path | None
    progress: bool | None


class RunningOptions(TypedDict, total=False):
    """What may be spent on a search, and how.

    jobs: how many solvers run at once; one for each core, or 1 if a solver is chosen
    cluster: run on a Ray cluster, by its address, 'ray://HOST:10001' or 'auto'
    time_limit: give up after so many seconds, or '5m', '2h'
    session: a file that remembers all; the same search goes on with it later
    memory: in a strip, what row tables may take, in bytes, or '500M', '2G'
    engine: for spaceships 'tables' or 'rows' (by SAT), instead of what fits best; both search a
        strip, as wide as the box, for ships of any length
    solver, encoding, plain, seed: how the query is put to a solver, instead of the best ways
    seeds: in a strip, several seeds that are tried side by side, as numbers or '1-20'
    proof: a new folder for a proof that there are no other answers, which `check` and others can
        check; with proof_compress, its files are compressed
    progress: show how it is getting on; by default on terminals and in notebooks
    """

    jobs: Whole | None
    cluster: str | None
    time_limit: Seconds | None
    session: Path | None
    proof: Path | None
    proof_compress: bool
    memory: Whole | None
    engine: Literal["tables", "rows", "box"] | None
    solver: str | None
    encoding: Literal["implicates", "knuth"] | None
    plain: bool
    seed: Whole | None
    seeds: Sequence[int] | str | None
    progress: bool | None


class CountingOptions(TypedDict, total=False):
    """What may be spent on a count.

    time_limit: give up after so many seconds, or '5m', '2h'
    memory: what it may take, in bytes, or '500M', '2G'; what would take more is refused
    cluster: count on a Ray cluster, by its address, 'ray://HOST:10001' or 'auto'
    """

    time_limit: Seconds | None
    memory: Whole | None
    cluster: str | None


class FindStillLife(StillLifeOptions, RunningOptions, total=False):
    """What is asked, and what may be spent."""


class FindOscillator(OscillatorOptions, RunningOptions, total=False):
    """What is asked, and what may be spent."""


class FindSpaceship(SpaceshipOptions, RunningOptions, total=False):
    """What is asked, and what may be spent."""


class FindPredecessor(PredecessorOptions, RunningOptions, total=False):
    """What is asked, and what may be spent."""


class FindCompletion(CompletionOptions, RunningOptions, total=False):
    """What is asked, and what may be spent."""


DEFAULTS: Mapping[str, Any] = {
    "any_period": False,
    "composite": False,
    "connected": False,
    "look_ahead": 4,
    "new": False,
    "orphan": False,
    "plain": False,
    "population_of": "first",
    "proof_compress": False,
    "raw": False,
    "rule": "B3/S23",
    "stable": False,
    "symmetry": "C1",
    "torus": False,
    "transform": "Id",
    "with_empty": False,
}
"""The options that are not None if they are left out."""


def split(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is asked, and what may be spent."""
    running = RunningOptions.__annotations__
    asked = {name: value for name, value in options.items() if name not in running}
    return asked, {name: value for name, value in options.items() if name in running}
