"""Facts: named properties of a pattern, or of a line of a table, each described once.

A fact is a method with a description. On an instance it reads like a property; JSON, CSV, the
schema of both, tables, pages and `lifesearch identify` go through the descriptions, so that a new
fact needs no other line of code:

    >>> class Stick:
    ...     def __init__(self, cells: int) -> None:
    ...         self.cells = cells
    ...
    ...     @fact("length", POSITIVE, words=lambda stick: f"{stick.length} cells long")
    ...     def length(self) -> int:
    ...         "The number of cells in a row."
    ...         return self.cells
    >>> Stick(3).length, record(Stick(3)), details(Stick(3))[0].words
    (3, {'length': 3}, '3 cells long')
    >>> schema(Stick)["properties"]["length"]["description"]
    'The number of cells in a row.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Flag, auto
from functools import cache
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar, overload

T = TypeVar("T")
Schema = dict[str, Any]
Words = Callable[[Any], str | None]
"""From an object with facts to words about it; None if there is nothing to say."""

INTEGER: Schema = {"type": "integer"}
NATURAL: Schema = {"type": "integer", "minimum": 0}
POSITIVE: Schema = {"type": "integer", "minimum": 1}
NUMBER: Schema = {"type": "number", "minimum": 0}
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}


def maybe(schema: Schema) -> Schema:
    """The type of values that may be unknown.

    >>> maybe(TEXT), maybe(one_of("own"))
    ({'type': ['string', 'null']}, {'enum': ['own', None]})
    """
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    return {**schema, "type": [schema["type"], "null"]}


def several(schema: Schema, **more: int) -> Schema:
    """The type of lists of values."""
    return {"type": "array", "items": schema, **more}


def one_of(*values: str) -> Schema:
    """The type of a word that is one of a few."""
    return {"enum": [*values]}


class Output(Flag):
    """The outputs in which a fact is given."""

    RECORD = auto()
    """JSON and CSV, and data frames."""
    IDENTIFIED = auto()
    """JSON and CSV of `lifesearch identify`."""
    LISTED = auto()
    """For people: lines of `lifesearch identify`, columns of a table."""
    CARD = auto()
    """The details of a pattern on a page: gallery, studio, notebook."""
    CHOICE = auto()
    """The filters of a gallery."""
    ORDER = auto()
    """The sort keys of a gallery."""
    RANGE = auto()
    """A number for which a gallery can be given a least and a largest value."""


RECORD, IDENTIFIED, LISTED, CARD = Output.RECORD, Output.IDENTIFIED, Output.LISTED, Output.CARD
CHOICE, ORDER, RANGE = Output.CHOICE, Output.ORDER, Output.RANGE
DATA = RECORD | IDENTIFIED
PEOPLE = LISTED | CARD
EVERYWHERE = DATA | PEOPLE
Align = Literal["left", "right"]


@dataclass(frozen=True, eq=False)
class Fact(Generic[T]):
    """A fact: its `name` in JSON and CSV, its `label` for people, and how its value is read.

    `values` is the JSON Schema of its values; without a label, it is not shown to people. `words`
    gives the value for people (without it: `value_in_words`), `brief` the value in a line of a few
    words. An `optional` fact is left out of JSON where it is unknown. A `local` fact may depend on
    the place and orientation of the pattern, so copies of a pattern do not share it.

    In tables: `align` is the side of the column to which texts are moved. With `below`, long texts
    go to lines of their own, each after these words; a `whole` text, such as a command, is not
    broken into several. `spare` columns are left out if there is no room. A table whose rows are
    sentences inserts the text in `sentence`.
    """

    name: str
    label: str | Callable[[Any], str]
    values: Schema
    outputs: Output
    read: Callable[[Any], T]
    words: Words | None = None
    brief: Words | None = None
    optional: bool = False
    local: bool = True
    align: Align = "left"
    below: str | None = None
    whole: bool = False
    spare: bool = False
    sentence: str = "{}"
    description: str = ""

    @property
    def about(self) -> str:
        """The meaning of the fact: its description or, without one, the docstring of the method."""
        return self.description or " ".join((self.read.__doc__ or "").split())

    @overload
    def __get__(self, one: None, owner: type) -> Self: ...

    @overload
    def __get__(self, one: object, owner: type) -> T: ...

    def __get__(self, one: object, owner: type) -> Self | T:
        return self if one is None else self.read(one)

    def __set__(self, one: object, value: object) -> None:
        raise AttributeError(f"the fact {self.name!r} cannot be set")

    def label_for(self, one: object) -> str:
        """The label, which may depend on the object."""
        return self.label if isinstance(self.label, str) else self.label(one)

    def words_for(self, one: object) -> str | None:
        """The value for people; None if there is none."""
        return value_in_words(self.read(one)) if self.words is None else self.words(one)

    def detail(self, one: object) -> Detail | None:
        """The fact as it is shown; None if it has no value."""
        words = self.words_for(one)
        if not words:
            return None
        return Detail(self.name, self.label_for(one), plain(self.read(one)), words)


class Detail(NamedTuple):
    """A fact with its value, as it is sent to a page: as JSON, and in words for people."""

    name: str
    label: str
    value: Any
    words: str


def fact(
    label: str | Callable[[Any], str] = "",
    values: Schema = TEXT,
    outputs: Output = EVERYWHERE,
    *,
    name: str = "",
    words: Words | None = None,
    brief: Words | None = None,
    optional: bool = False,
    local: bool = True,
    align: Align = "left",
    below: str | None = None,
    spare: bool = False,
) -> Callable[[Callable[[Any], T]], Fact[T]]:
    """Make a fact of a method, whose docstring describes it; `name` is by default the method's."""

    def described(read: Callable[[Any], T]) -> Fact[T]:
        called = name or read.__name__
        made = Fact(
            called,
            label,
            values,
            outputs,
            read,
            words,
            brief,
            optional,
            local,
            align,
            below,
            spare=spare,
        )
        object.__setattr__(made, "__doc__", read.__doc__)
        return made

    return described


def facts_of(owner: type, outputs: Output | None = None) -> tuple[Fact[Any], ...]:
    """The facts that a class describes, in their order; only those in some of the `outputs`."""
    hashable: Any = owner
    return _facts_of(hashable, outputs)


@cache
def _facts_of(owner: Any, outputs: Output | None) -> tuple[Fact[Any], ...]:
    found: dict[str, Fact[Any]] = {}
    for base in reversed(owner.__mro__):
        found |= {each.name: each for each in vars(base).values() if isinstance(each, Fact)}
    return tuple(f for f in found.values() if outputs is None or f.outputs & outputs)


def record(one: object, outputs: Output = RECORD, names: Iterable[str] = ()) -> dict[str, Any]:
    """Facts by their names, as JSON has them; if names are given, these facts."""
    return dict(_read(one, outputs, frozenset(names)))


def _read(one: object, outputs: Output, names: frozenset[str]) -> Iterator[tuple[str, Any]]:
    for each in facts_of(type(one), None if names else outputs):
        if names and each.name not in names:
            continue
        value = plain(each.read(one))
        if value is not None or not each.optional:
            yield each.name, value


def details(one: object, outputs: Output = LISTED) -> list[Detail]:
    """The facts for people, with their labels; those without a value are left out."""
    found = (each.detail(one) for each in facts_of(type(one), outputs) if each.label)
    return [each for each in found if each is not None]


def in_brief(one: object) -> list[str]:
    """The facts of a line of a few words."""
    said = (each.brief(one) for each in facts_of(type(one)) if each.brief is not None)
    return [words for words in said if words]


def schema(owner: type, outputs: Output = RECORD) -> Schema:
    """The JSON Schema of a record."""
    return schema_of(facts_of(owner, outputs))


def schema_of(facts: Iterable[Fact[Any]]) -> Schema:
    """The JSON Schema of records of these facts."""
    facts = tuple(facts)
    return {
        "properties": {each.name: {**each.values, "description": each.about} for each in facts},
        "required": [each.name for each in facts if not each.optional],
    }


def plain(value: object) -> Any:
    """A value as JSON has it."""
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def value_in_words(value: object) -> str | None:
    """A value for people; None for one that is empty or unknown.

    >>> [value_in_words(value) for value in (1234, (1, 2), True, 0.5, "")]
    ['1,234', '1, 2', 'yes', '0.5', None]
    """
    match value:
        case None | "" | () | []:
            return None
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.4g}"
        case tuple() | list():
            return ", ".join(filter(None, map(value_in_words, value)))
    return str(value)
