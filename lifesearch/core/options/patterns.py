"""Patterns that options take: objects with cells and a rule, or files.

`asking.py` in the folders of questions calls them.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import NamedTuple, Protocol, runtime_checkable

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.core.options.readers import Path, path
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Cell
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.any_rule import require_states


@runtime_checkable
class GivenPattern(Protocol):
    """A pattern with its rule, as Python users have it.

    `cells` are the live ones, as (x, y). `dying` has (x, y, state) for cells in a state above 1, in
    rules of several states. `torus` is its width and height, or None on the plane.
    """

    @property
    def cells(self) -> frozenset[Cell]: ...

    @property
    def dying(self) -> frozenset[tuple[int, int, int]]: ...

    @property
    def rule(self) -> str: ...

    @property
    def torus(self) -> tuple[int, int] | None: ...


PatternOrFile = GivenPattern | Path


def cells_of(pattern: GivenPattern) -> Cells:
    """The cells of a pattern, with their states."""
    return Cells(pattern.cells, pattern.dying)


def with_rule(value: PatternOrFile) -> tuple[Cells, Rule]:
    """The cells of a pattern on the plane, or of the one in a file, and its rule.

    The rule is Life if none is given.
    """
    pattern, rule, torus = _given(value)
    _require_plane(value, torus)
    return pattern, rule


def cells(value: PatternOrFile, name: str) -> Cells:
    """The cells of the pattern on the plane that an option takes."""
    _require_pattern(value, name)
    return with_rule(value)[0]


def marks(value: PatternOrFile, name: str) -> Cells:
    """The places that the live cells of a pattern mark, which may be drawn on a torus."""
    _require_pattern(value, name)
    return _given(value)[0]


def _given(value: PatternOrFile) -> tuple[Cells, Rule, tuple[int, int] | None]:
    """The cells, the rule and the torus of a pattern or a file.

    Patterns of Python are checked when they are made; those of files are checked here.
    """
    if isinstance(value, GivenPattern):
        return cells_of(value), Rule.parse(value.rule), value.torus
    from lifesearch.formats.detect import read_path

    file = read_path(path(value))
    pattern, rule = file.pattern.wrapped(*file.torus) if file.torus else file.pattern, file.rule
    require_states(pattern, rule or LIFE)
    return pattern, rule or LIFE, file.torus


def _require_pattern(value: object, name: str) -> None:
    if not isinstance(value, str | PathLike | GivenPattern):
        given = require.shown(value)
        raise OptionError(f"<{name}> is a Pattern or the name of a file, not {{}}", given)


def _require_plane(value: PatternOrFile | Target, torus: tuple[int, int] | None) -> None:
    if torus:
        raise InputError(f"{called(value)} is a pattern on a torus: give one on the plane")


class GivenTarget(NamedTuple):
    """A target of predecessors: its cells, and the rule and torus given with them."""

    target: Target
    rule: Rule | None = None
    torus: tuple[int, int] | None = None


def target_anywhere(value: PatternOrFile | Target) -> GivenTarget:
    """A target from a pattern or a file; cells drawn as `?` may have any state."""
    if isinstance(value, Target):
        return GivenTarget(value)
    if isinstance(value, GivenPattern):
        return GivenTarget(Target(cells_of(value)), Rule.parse(value.rule), value.torus)
    if isinstance(value, str | PathLike):
        from lifesearch.formats.detect import read_target

        file, dont_care = read_target(path(value))
        return GivenTarget(Target(file.pattern, dont_care, file.drawn), file.rule, file.torus)
    raise InputError(f"give a Pattern or the name of a file, not {require.shown(value)}")


def target(value: PatternOrFile | Target) -> tuple[Target, Rule | None]:
    """A target on the plane, from a pattern or a file, and its rule."""
    found = target_anywhere(value)
    _require_plane(value, found.torus)
    return found.target, found.rule


def called(value: object, otherwise: str = "this") -> str:
    """The name of a file, or some other word for a pattern that has none."""
    return fspath(value) if isinstance(value, str | PathLike) else otherwise
