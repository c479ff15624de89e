"""Questions and patterns as plain values for JSON, and back.

`log` and `records` use it, and so do proofs and the atlas.

A question and its constraints are objects with a name for each field; any other dataclass is the
list of its fields. A value that people write as text, such as a rule, is that text. A pattern is
the upper left corner of its box, and its runs:

    >>> from lifesearch.life.motion import Motion
    >>> to_json(Motion(4, dx=-1, dy=-1)), to_json(Pattern.of([(2, 3)]))
    ([4, 'Id', -1, -1], [2, 3, 'o!'])
    >>> read(Motion, [4, "Id", -1, -1])
    Motion(period=4, orientation=<Orientation.IDENTITY: (1, 0, 0, 1)>, dx=-1, dy=-1)

Reading goes by the declared types of the fields, so that nothing of another type gets in. What
cannot have been written is a ValueError, a TypeError (fields are missing, or the kind of a question
is a list) or a KeyError (its kind is missing or unknown): whoever reads a file catches all three.
Values that their class rejects, such as a period of 0, are an InputError:

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

from lifesearch.common.errors import InputError, VerificationError
from lifesearch.common.limits import LARGEST_VOLUME
from lifesearch.core.answer import Answer, FilmInRule, PatternInRule
from lifesearch.core.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.core.question import AnyQuestion, PatternQuery, Question
from lifesearch.engines.sat.solving.part import Part
from lifesearch.formats.detect import read_runs, read_words, write_runs
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.running.registry import described, question_type

Json = dict[str, Any]
T = TypeVar("T")
# Larger values are refused as not written by this program: each is far above what a search reaches.
LARGEST_NUMBER = 10**18
FARTHEST = 10**9
"""The largest coordinate of a pattern."""
MOST_AT_ONCE = 10**6
"""The most answers in one record."""
LONGEST_TIME = 1e10
"""Seconds: three hundred years."""

Natural = NewType("Natural", int)
"""A number from 0 to LARGEST_NUMBER."""
Numerous = NewType("Numerous", int)
"""A number from 0 on without a limit, such as a count of patterns."""
Seconds = NewType("Seconds", float)

Spelling = tuple[Callable[[Any], str], Callable[[str], object]]
"""How values of a type are written and read, as people spell them."""
SPELLED: dict[object, Spelling] = {
    Orientation: (lambda orientation: orientation.symbol, Orientation.parse),
    Symmetry: (lambda symmetry: symmetry.name, Symmetry.parse),
    KnownCells: (str, read_words),
}


def _spelling(declared: object) -> Spelling | None:
    """How a value is written and read, if people have a spelling for it.

    `Pattern.parse` reads pictures; a file has runs.
    """
    parse = getattr(declared, "parse", None)
    if declared not in SPELLED and parse is not None and declared is not Pattern:
        return str, parse
    return SPELLED.get(declared)


def to_json(value: object) -> Any:
    """The value as JSON: objects, lists, strings and numbers."""
    if spelling := _spelling(type(value)):
        return spelling[0](value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Question):
        return question_to_json(value)
    if type(value) in WRITERS:
        return WRITERS[type(value)](value)
    if is_dataclass(value):
        return [*to_named(value).values()]
    return [*map(to_json, value)] if isinstance(value, tuple) else value


def to_named(value: Any) -> Json:
    """A dataclass value as an object with its fields by name."""
    return {f.name: to_json(getattr(value, f.name)) for f in fields(value)}


def read(declared: Any, value: object) -> Any:
    """The value of this type that `to_json` has written."""
    if NoneType in get_args(declared):
        (other,) = set(get_args(declared)) - {NoneType}
        return None if value is None else read(other, value)
    if spelling := _spelling(declared):
        return _parsed(spelling[1], _exactly(str, value))
    if declared in READERS:
        return READERS[declared](value)
    if isinstance(declared, type) and issubclass(declared, Enum):
        return declared(_exactly(str, value))
    if _is_question(declared):
        return _question(declared, value)
    return _several(declared, value) if _has_fields(declared) else _exactly(declared, value)


def _parsed(parse: Callable[[str], T], text: str) -> T:
    """The value of a text; ValueError if it cannot be parsed, so was not written by `to_json`."""
    try:
        return parse(text)
    except InputError as error:
        raise ValueError(str(error)) from error


def _is_question(declared: object) -> bool:
    """Whether this is a type of questions, or the union of several."""
    kinds = get_args(declared) or (declared,)
    return get_origin(declared) is not tuple and all(
        isinstance(each, type) and issubclass(each, Question) for each in kinds
    )


def _has_fields(declared: object) -> bool:
    """Whether this is a type of tuples, or of values with fields."""
    return get_origin(declared) is tuple or is_dataclass(declared) or hasattr(declared, "_fields")


def _question(declared: type, value: object) -> AnyQuestion:
    question = question_from_json(_exactly(dict, value))
    if not isinstance(question, declared):
        raise TypeError(f"this cannot be about {question.kind}")
    return question


def _several(declared: Any, value: object) -> object:
    """A tuple, or a value with its fields in their order; the last may be missing if optional."""
    if get_origin(declared) is not tuple:
        hints = [*get_type_hints(declared).values()]
        needed = sum(NoneType not in get_args(hint) for hint in hints)
        return declared(*map(read, hints, _listed(value, needed, len(hints))))
    first, *others = get_args(declared)
    hints = [first, *others]
    if others == [...]:
        hints = [first] * len(_exactly(list, value))
    return tuple(map(read, hints, _listed(value, len(hints), len(hints))))


def read_named(declared: type[T], value: object) -> T:
    """A dataclass value from an object with fields by name; missing fields have their defaults."""
    hints, named = get_type_hints(declared), _exactly(dict, value)
    if not set(named) <= {f.name for f in fields(declared)}:  # type: ignore[arg-type]  # a dataclass
        raise ValueError(f"a {declared.__name__} has no such field")
    return declared(**{name: read(hints[name], each) for name, each in named.items()})


def _exactly(declared: type[T], value: object) -> T:
    """The value, if its type is exactly this one (True is no int) and it is not too large."""
    if type(value) is not declared or (isinstance(value, int) and abs(value) > LARGEST_NUMBER):
        raise ValueError(f"{value!r:.20} is no {declared.__name__}")
    return value


def _listed(value: object, least: int, most: int) -> list[object]:
    values = _exactly(list, value)
    if not least <= len(values) <= most:
        raise ValueError(f"{len(values)} values instead of {most}")
    return values


def question_to_json(question: AnyQuestion) -> Json:
    return {"kind": question.kind} | to_named(question)


def question_from_json(values: Json) -> AnyQuestion:
    """The question of a kind that has sessions."""
    given = {name: value for name, value in _exactly(dict, values).items() if name != "kind"}
    kind = values["kind"]
    if not described(kind).records:
        raise ValueError(f"there are no sessions of {kind}")
    return read_named(question_type(kind), given)


def query_from_json(values: Json) -> PatternQuery:
    """A question for patterns."""
    query = question_from_json(values)
    if not isinstance(query, PatternQuery):
        raise TypeError(f"the answers to {query.kind} are no patterns")
    return query


def pattern(value: object) -> Pattern:
    """The pattern of a list: the corner x and y of its box, and its runs."""
    x, y, runs = _listed(value, 3, 3)
    corner = _exactly(int, x), _exactly(int, y)
    if max(map(abs, corner)) > FARTHEST:
        raise ValueError("too far away")
    return _parsed(lambda text: read_runs(text, corner), _exactly(str, runs))


def _pattern_in_rule(value: object) -> PatternInRule:
    *cells, rule = _listed(value, 4, 4)
    return PatternInRule(pattern(cells), read(Rule, rule))


def _part(value: object) -> Part:
    width, height, label = read(tuple[int, int, str], value)
    return Part.labelled((width, height), label)


def _natural(value: object) -> int:
    return _numerous(_exactly(int, value))


def _numerous(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r:.20} is not a number from 0 on")
    return value


def _seconds(value: object) -> float:
    if not isinstance(value, int | float) or type(value) is bool or not 0 <= value <= LONGEST_TIME:
        raise ValueError(f"{value!r:.20} is no time")
    return float(value)


WRITERS: dict[type, Callable[[Any], object]] = {
    Pattern: lambda cells: [*cells.box[:2], write_runs(cells)],
    Part: lambda part: [*part.box, part.label],
    Constraints: lambda given: (
        {
            name: value
            for name, value in to_named(given).items()
            if getattr(given, name) != getattr(NO_CONSTRAINTS, name)
        }
        or None
    ),
    PatternInRule: lambda saved: [*to_json(saved.pattern), to_json(saved.rule)],
}
READERS: dict[object, Callable[[object], object]] = {
    Pattern: pattern,
    Part: _part,
    Natural: _natural,
    Numerous: _numerous,
    Seconds: _seconds,
    object: lambda value: value,  # read later, with the values that decide its type
    Constraints: lambda given: NO_CONSTRAINTS if given is None else read_named(Constraints, given),
    PatternInRule: _pattern_in_rule,
}


def answer_to_json(answer: Answer) -> object:
    """The JSON of an answer: enough to make and verify it again."""
    return to_json(answer.saved)


def answers_from_json(query: PatternQuery, values: object, box: tuple[int, int]) -> list[Answer]:
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
        if height:
            inside &= cells.box.y >= 0 and cells.box.bottom < height
        else:  # a strip has any length
            inside &= cells.box.area <= LARGEST_VOLUME
        if cells and not inside:
            raise VerificationError("the pattern does not lie in its box")
