"""The options of the public functions for type checkers, which cannot read the table of options.

Functions take them as keywords: `Unpack` names them for type checkers, and `takes` for
Python, so that `help` and the completion of a notebook show them. What each of them does is in the
table, `lifesearch.options`, which a test compares with this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from lifesearch.api.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.options.readers import Path, Population, Seconds, Size, Whole

PatternOrFile = Pattern | Path


class CountedOptions(TypedDict, total=False):
    """Bounds on the cells of generations."""

    population: Population | None
    population_of: Literal["first", "all", "min", "max"]
    max_change: Whole | None
    max_growth: Whole | None
    max_decay: Whole | None


class PeriodicOptions(TypedDict, total=False):
    """Conditions on a pattern that recurs."""

    population: Population | None
    restore: PatternOrFile | None
    connected: bool
    exclude: PatternOrFile | Sequence[PatternOrFile] | None
    new: bool
    attach: PatternOrFile | None
    composite: bool
    box: Size | None
    symmetry: str
    mask: PatternOrFile | None
    rule: str | Rule
    max_area: Whole | None
    background: Path | None
    raw: bool
    width: Whole | None
    cylinder: Whole | Size | None
    max_length: Whole | None
    look_ahead: Whole
    front: PatternOrFile | None


class StillLifeOptions(PeriodicOptions, total=False):
    """Conditions on a still life."""

    torus: bool
    with_empty: bool


class SpaceshipOptions(CountedOptions, PeriodicOptions, total=False):
    """Conditions on a spaceship."""

    transform: str
    any_period: bool
    only: Literal["boxes", "soups", "rows", "rotors"] | None


class OscillatorOptions(SpaceshipOptions, StillLifeOptions, total=False):
    """Conditions on an oscillator."""

    rotor: Size | None
    max_rotor: Whole | None
    max_stator: Whole | None


class PredecessorOptions(CountedOptions, total=False):
    """Conditions on a predecessor."""

    generations: Whole
    pad: Whole | None
    box: Size | None
    orphan: bool
    rule: str | Rule | None
    raw: bool
    restore: PatternOrFile | None


class CompletionOptions(CountedOptions, total=False):
    """Conditions on a completion."""

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


class SpentOptions(TypedDict, total=False):
    """Resources of any search: time, processes, a session."""

    jobs: Whole | None
    cluster: str | None
    time_limit: Seconds | None
    session: Path | None
    seed: Whole | None
    progress: bool | None


class SoupOptions(SpentOptions, total=False):
    """Which soups to run, and their resources."""

    symmetry: str | Sequence[str] | None
    rule: str | Rule
    size: Whole | Sequence[int]
    density: float


class RotorOptions(TypedDict, total=False):
    """Which rotors to list, and resources."""

    symmetry: str
    rule: str | Rule
    least: Whole
    jobs: Whole | None
    cluster: str | None
    time_limit: Seconds | None
    session: Path | None
    progress: bool | None


class SolvingOptions(SpentOptions, total=False):
    """Resources and settings of a search by SAT."""

    proof: Path | None
    proof_compress: bool
    solver: str | None
    encoding: Literal["implicates", "knuth"] | None
    plain: bool


class RunningOptions(SolvingOptions, total=False):
    """Resources and settings of any search."""

    memory: Whole | None
    engine: str | None
    seeds: Sequence[int] | str | None


class CountingOptions(TypedDict, total=False):
    """Resources of a count."""

    time_limit: Seconds | None
    memory: Whole | None
    cluster: str | None


class FindStillLife(StillLifeOptions, RunningOptions, total=False):
    """Conditions and resources."""


class FindOscillator(OscillatorOptions, RunningOptions, total=False):
    """Conditions and resources."""


class FindSpaceship(SpaceshipOptions, RunningOptions, total=False):
    """Conditions and resources."""


class FindPredecessor(PredecessorOptions, SolvingOptions, total=False):
    """Conditions and resources."""


class FindCompletion(CompletionOptions, SolvingOptions, total=False):
    """Conditions and resources."""


def split(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split options into conditions and resources."""
    running = RunningOptions.__annotations__
    asked = {name: value for name, value in options.items() if name not in running}
    return asked, {name: value for name, value in options.items() if name in running}
