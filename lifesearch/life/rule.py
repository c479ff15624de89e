"""A rule is a table: what becomes of the centre of each of the 512 blocks of 3x3 cells.

The nine cells of a block, in reading order, are the binary digits of its index:

    256 128  64        NW N NE
     32  16   8        W  .  E
      4   2   1        SW S SE

so that in Life a dead cell whose three upper neighbours live (256 + 128 + 64) is
born, and a live cell (16) alone dies:

    >>> LIFE.table[448], LIFE.table[16]
    (1, 0)

The table is all there is to a rule; however it was written, the same table is the
same rule. Its name is worked out from the table.

    >>> Rule.parse("23/3") == LIFE
    True
    >>> str(Rule.totalistic(births={3, 6}, survivals={2, 3}))
    'B36/S23'
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from lifesearch.errors import InputError
from lifesearch.life.rulestring import parse_totalistic

CENTRE = 16


@dataclass(frozen=True)
class Rule:
    """A two-state rule on the square grid: table[block] is the next state of its centre."""

    table: bytes

    def __post_init__(self) -> None:
        if len(self.table) != 512 or max(self.table) > 1:
            raise ValueError("a rule's table has 512 entries, each 0 or 1")

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read a rule such as B3/S23, b3s23 or 23/3."""
        return cls.totalistic(*parse_totalistic(text))

    @classmethod
    def totalistic(cls, births: Iterable[int], survivals: Iterable[int]) -> Rule:
        """Return the rule by which only the number of live neighbours matters."""
        counts = (frozenset(births), frozenset(survivals))
        if not counts[0] | counts[1] <= set(range(9)):
            raise InputError("a cell has 0 to 8 neighbours: births and survivals are among these")
        return cls(bytes(_neighbours(block) in counts[_alive(block)] for block in range(512)))

    @cached_property
    def births(self) -> frozenset[int] | None:
        """The numbers of neighbours that bring a cell to life; None if numbers do not decide."""
        return self._counts[0] if self._counts else None

    @cached_property
    def survivals(self) -> frozenset[int] | None:
        """The numbers of neighbours that keep a cell alive; None if numbers do not decide."""
        return self._counts[1] if self._counts else None

    @cached_property
    def _counts(self) -> tuple[frozenset[int], frozenset[int]] | None:
        ones = [block for block in range(512) if self.table[block]]
        births = frozenset(_neighbours(block) for block in ones if not _alive(block))
        survivals = frozenset(_neighbours(block) for block in ones if _alive(block))
        return (births, survivals) if Rule.totalistic(births, survivals) == self else None

    @property
    def births_from_nothing(self) -> bool:
        """Whether a dead cell among dead cells comes to life (B0)."""
        return bool(self.table[0])

    def require_no_b0(self) -> None:
        """Raise an InputError if the empty plane would not stay empty."""
        if self.births_from_nothing:
            raise InputError(
                f"under {self} the empty plane comes to life (B0), "
                "but patterns are sought on a background that stays dead: leave out the B0"
            )

    def __str__(self) -> str:
        """Return B3/S23 and the like or, where numbers do not decide, Golly's MAP form."""
        if self._counts:
            births, survivals = ("".join(map(str, sorted(part))) for part in self._counts)
            return f"B{births}/S{survivals}"
        bits = int("".join(map(str, self.table)), 2)
        return "MAP" + b64encode(bits.to_bytes(64, "big")).decode().rstrip("=")


def _alive(block: int) -> bool:
    return bool(block & CENTRE)


def _neighbours(block: int) -> int:
    return (block & ~CENTRE).bit_count()


LIFE = Rule.parse("B3/S23")
