"""Patterns from texts, files, codes and names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from lifesearch.life.pattern import Cell
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.options import readers

if TYPE_CHECKING:
    from lifesearch.formats.common import PatternFile


class ReadablePattern(ABC):
    """All the ways to read a pattern; the pattern itself is of a class below this one."""

    @abstractmethod
    def __init__(
        self,
        cells: Iterable[Cell | tuple[int, int, int]] = (),
        rule: str | Rule = LIFE,
        torus: readers.Size | None = None,
    ) -> None: ...

    @classmethod
    def parse(cls, picture: str, rule: str | Rule = LIFE) -> Self:
        """Read a picture: `.` is dead, `O`, `o` or `*` alive; its corner is (0, 0).

        In rules of several states A is alive, too, and B and more are the states after it.

        >>> from lifesearch import Pattern
        >>> Pattern.parse("OO\\nOO").identify().name
        'block'
        """
        text, by = readers.text(picture, "a picture"), readers.rule(rule)
        if by.states > 2 and not set(text) & set("Oo*"):
            return cls(_with_states(Cells.parse_states(text)), by)
        return cls(Cells.parse(text).cells, rule)

    @classmethod
    def from_rle(cls, text: str, rule: str | Rule | None = None) -> Self:
        """Read RLE, with or without a header; a rule given here goes before that of the header."""
        from lifesearch.formats.rle import read_rle

        return cls._from(read_rle(readers.text(text, "RLE")), rule)

    @classmethod
    def from_text(cls, text: str, rule: str | Rule | None = None) -> Self:
        """Read the text of a file: RLE, a picture (.cells) or Life 1.06, told by what is in it."""
        from lifesearch.formats.detect import read

        return cls._from(read(readers.text(text, "the text of a file")), rule)

    @classmethod
    def from_file(cls, path: readers.Path, rule: str | Rule | None = None) -> Self:
        """Read a file: RLE, a picture (.cells) or Life 1.06, told by what is in it."""
        from lifesearch.formats.detect import read_path

        return cls._from(read_path(readers.path(path)), rule)

    @classmethod
    def from_apgcode(cls, code: str, rule: str | Rule = LIFE) -> Self:
        """Read an apgcode; the code does not tell the rule.

        >>> from lifesearch import Pattern
        >>> Pattern.from_apgcode("xq4_153").identify().name
        'glider'
        """
        from lifesearch.life.apgcode import decode

        return cls(decode(readers.text(code, "an apgcode")).cells, rule)

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the pattern that the catalogues have by this name.

        >>> from lifesearch import Pattern
        >>> Pattern.named("pulsar").population
        48
        """
        from lifesearch.catalogue.catalogue import pattern_of
        from lifesearch.catalogue.user import all_entries

        return cls._from(pattern_of(all_entries().by_name(readers.text(name, "a name"))), None)

    @classmethod
    def _from(cls, file: PatternFile, rule: str | Rule | None) -> Self:
        pattern = file.pattern.wrapped(*file.torus) if file.torus else file.pattern
        return cls(_with_states(pattern), rule or file.rule or LIFE, file.torus)


def _with_states(pattern: Cells) -> Iterable[tuple[int, int, int]]:
    return ((*cell, state) for cell, state in pattern.states.items())
