"""Queries and patterns as plain values for JSON, and back.

A query and its constraints are objects with a name for each field; any other dataclass is
the list of its fields. What people have a spelling for is text, and a pattern is its place
and its runs:

    >>> from lifesearch.life.motion import Motion
    >>> to_json(Motion(4, dx=-1, dy=-1)), to_json(Pattern.of([(2, 3)]))
    ([4, 'Id', -1, -1], [2, 3, 'o!'])
    >>> read(Motion, [4, "Id", -1, -1])
    Motion(period=4, orientation=<Orientation.IDENTITY: (1, 0, 0, 1)>, dx=-1, dy=-1)

Reading goes by the declared types of the fields, so that nothing of another type gets in. What
cannot have been written is a ValueError, or a TypeError where fields are missing:

    >>> read(Motion, ["4", "Id", -1, -1])
    Traceback (most recent call last):
    ...
    ValueError: '4' is no int
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType
from typing import Any, NewType, TypeVar, get_args, get_origin, get_type_hints

from lifesearch.errors import InputError, VerificationError
from lifesearch.formats.detect import read_runs, read_words, write_runs
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import Symmetry
from lifesearch.limits import LARGEST_VOLUME
from lifesearch.planning.engines import ENGINES
from lifesearch.planning.race import Race
from lifesearch.queries.answer import Answer, FilmInRule, PatternInRule
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.completion import Completion
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.predecessor import Predecessor
from lifesearch.solving.parts import Part

Json = dict[str, Any]
T = TypeVar("T")
LARGEST_NUMBER = 10**18
FARTHEST = 10**9
MOST_AT_ONCE = 10**6
LONGEST_TIME = 1e10

Natural = NewType("Natural", int)
"""A number from 0 on."""
Numerous = NewType("Numerous", int)
"""A number from 0 on, as large as it may be."""
Seconds = NewType("Seconds", float)
_KINDS: list[Any] = [Race, Periodic, Predecessor, Completion, *(each.kind for each in ENGINES)]
KINDS: dict[str, type[PatternQuery]] = {
    query.kind: query for query in _KINDS if query and issubclass(query, PatternQuery)
}
"""All kinds of queries for patterns, by the names that session files have for them."""
WRITTEN_NAMES = {"constraints": "also", "known": "film"}

SPELLED: dict[Any, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    Orientation: (lambda orientation: orientation.symbol, Orientation.parse),
    Symmetry: (lambda symmetry: symmetry.name, Symmetry.parse),
    KnownCells: (str, read_words),
}


def _spelling(kind: Any) -> tuple[Callable[[Any], str], Callable[[str], Any]] | None:
    """How a value is written and read, if people have a spelling for it."""
    if kind not in SPELLED and hasattr(kind, "parse") and kind is not Pattern:
        return str, kind.parse
    return SPELLED.get(kind)


def to_json(value: Any) -> Any:
    """The value in terms of objects, lists, strings and numbers."""
    if spelling := _spelling(type(value)):
        return spelling[0](value)
    if isinstance(value, Enum):
        return value.value
    if type(value) in WRITERS:
        return WRITERS[type(value)](value)
    if is_dataclass(value):
        return [*to_named(value).values()]
    return [*map(to_json, value)] if isinstance(value, tuple) else value


def to_named(value: Any) -> Json:
    return {_written_name(f.name): to_json(getattr(value, f.name)) for f in fields(value)}


def _written_name(field: str) -> str:
    """The name of a field in a file, which stays when the code finds a better one."""
    return WRITTEN_NAMES.get(field, field)


def read(kind: Any, value: Any) -> Any:
    """The value of this type that was made plain."""
    if NoneType in get_args(kind):
        (other,) = set(get_args(kind)) - {NoneType}
        return None if value is None else read(other, value)
    if spelling := _spelling(kind):
        return _parsed(spelling[1], _exactly(str, value))
    if kind in READERS:
        return READERS[kind](value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_exactly(str, value))
    if get_origin(kind) is tuple or is_dataclass(kind) or hasattr(kind, "_fields"):
        return _several(kind, value)
    return _exactly(kind, value)


def _parsed(parse: Callable[[str], T], text: str) -> T:
    """What a text says; no text that cannot be parsed was ever written."""
    try:
        return parse(text)
    except InputError as error:
        raise ValueError(str(error)) from error


def _several(kind: Any, value: Any) -> Any:
    """A tuple, or a value with its fields in their order; optional ones may be missing."""
    if get_origin(kind) is not tuple:
        hints = [*get_type_hints(kind).values()]
        needed = sum(NoneType not in get_args(hint) for hint in hints)
        return kind(*map(read, hints, _listed(value, needed, len(hints))))
    first, *others = get_args(kind)
    hints = [first, *others]
    if others == [...]:
        hints = [first] * len(_exactly(list, value))
    return tuple(map(read, hints, _listed(value, len(hints), len(hints))))


def read_named(kind: Any, value: Any) -> Any:
    hints = get_type_hints(kind)
    names = {_written_name(f.name): f.name for f in fields(kind)}
    if not set(_exactly(dict, value)) <= set(names):
        raise ValueError(f"a {kind.__name__} has no such field")
    given = {names[name]: each for name, each in value.items()}
    return kind(**{name: read(hints[name], each) for name, each in given.items()})


def _exactly(kind: Any, value: Any) -> Any:
    """The value, if it is of this type; a truth value is no number here."""
    if type(value) is not kind or (kind is int and abs(value) > LARGEST_NUMBER):
        raise ValueError(f"{value!r:.20} is no {kind.__name__}")
    return value


def _listed(value: Any, least: int, most: int) -> list[Any]:
    if not least <= len(_exactly(list, value)) <= most:
        raise ValueError(f"{len(value)} values instead of {most}")
    return list(value)


def query_to_json(query: PatternQuery) -> Json:
    return {"kind": query.kind} | to_named(query)


def query_from_json(values: Json) -> PatternQuery:
    given = {name: value for name, value in _exactly(dict, values).items() if name != "kind"}
    kind = values["kind"]
    if kind in ("cylinder", "longer cylinder"):  # once queries of their own
        kind, around = "periodic", read(Cylinder, given["cylinder"]).circumference
        high = given.pop("height", None)
        given |= {"width": around} if high is None else {"box": [around, high]}
    query: PatternQuery = read_named(KINDS[kind], given)
    return query


def pattern(value: Any) -> Pattern:
    x, y, runs = _listed(value, 3, 3)
    if max(abs(_exactly(int, x)), abs(_exactly(int, y))) > FARTHEST:
        raise ValueError("too far away")
    return _parsed(lambda text: read_runs(text, (x, y)), _exactly(str, runs))


def _pattern_in_rule(value: Any) -> PatternInRule:
    *cells, rule = _listed(value, 4, 4)
    return PatternInRule(pattern(cells), read(Rule, rule))


def _part(value: Any) -> Part:
    width, height, label = read(tuple[int, int, str], value)
    return Part.labelled((width, height), label)


def _natural(value: Any) -> int:
    return _numerous(_exactly(int, value))


def _numerous(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r:.20} is not a number from 0 on")
    return value


def _seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= LONGEST_TIME:
        raise ValueError(f"{value!r:.20} is no time")
    return float(value)


WRITERS: dict[Any, Callable[[Any], Any]] = {
    Pattern: lambda pattern: [*pattern.box[:2], write_runs(pattern)],
    Part: lambda part: [*part.box, part.label],
    Constraints: lambda also: {name: v for name, v in to_named(also).items() if v} or None,
    PatternInRule: lambda saved: [*to_json(saved.pattern), to_json(saved.rule)],
}
READERS: dict[Any, Callable[[Any], Any]] = {
    Pattern: pattern,
    Part: _part,
    Natural: _natural,
    Numerous: _numerous,
    Seconds: _seconds,
    Any: lambda value: value,  # it depends on others, and is read with them
    Constraints: lambda also: NO_CONSTRAINTS if also is None else read_named(Constraints, also),
    PatternInRule: _pattern_in_rule,
}


def answer_to_json(answer: Answer) -> Any:
    """An answer, so that it can be checked again: what determines it."""
    return to_json(answer.saved)


def answers_from_json(query: PatternQuery, values: Any, box: tuple[int, int]) -> list[Answer]:
    """Read and verify the answers of a record."""
    saved = [read(query.saved_type, value) for value in _listed(values, 1, MOST_AT_ONCE)]
    for each in saved:
        _require_inside(box, each)
    return query.answers(saved, *box)


def _require_inside(box: tuple[int, int], saved: Any) -> None:
    """Refuse a pattern outside of its box or strip: it could be too large to simulate."""
    width, height = box
    if isinstance(saved, FilmInRule):
        saved = saved.phases
    phases = [saved] if isinstance(saved, Pattern) else saved
    for cells in (phase for phase in phases if isinstance(phase, Pattern)):
        inside = cells.box.x >= 0 and cells.box.right < width
        inside &= (cells.box.y >= 0 and cells.box.bottom < height) if height else True
        if cells and (not inside or cells.box.area > LARGEST_VOLUME):
            raise VerificationError("the pattern does not lie in its box")
