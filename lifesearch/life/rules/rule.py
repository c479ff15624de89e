"""A rule is a table: what becomes of the centre of each of the 512 blocks of 3x3 cells.

Blocks are numbered as in `neighbourhood`, so that in Life a dead cell whose three upper neighbours
live (256 + 128 + 64) is born, and a live cell (16) alone dies:

    >>> LIFE.table[448], LIFE.table[16]
    (1, 0)

The table is all there is to a rule; however it was written, the same table is the
same rule. Its name is worked out from the table.

    >>> Rule.parse("23/3") == LIFE
    True
    >>> str(Rule.totalistic(births={3, 6}, survivals={2, 3}))
    'B36/S23'

So are its symmetries: the orientations of the plane that the rule does not notice. Most
rules have all eight. On hexagons, drawn as squares, four are left:

    >>> [g.symbol for g in Orientation if g in Rule.parse("B2/S34H").symmetries]
    ['Id', 'R180', 'F\\\\', 'F/']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.neighbourhood import BLOCKS, turned
from lifesearch.life.rules.parse import counting_table, counts, read_rule, write_rule


@dataclass(frozen=True)
class Rule:
    """A two-state rule on the square grid: table[block] is the next state of its centre."""

    table: bytes

    def __post_init__(self) -> None:
        if len(self.table) != BLOCKS or max(self.table) > 1:
            raise ValueError("a rule's table has 512 entries, each 0 or 1")

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read a rule: B3/S23, 23/3, B3-a/S23, B2/S34H, MAP... or a name such as HighLife."""
        return cls(read_rule(text))

    @classmethod
    def totalistic(cls, births: Iterable[int], survivals: Iterable[int]) -> Rule:
        """Return the rule by which only the number of live neighbours matters."""
        born, stay = frozenset(births), frozenset(survivals)
        if not born | stay <= set(range(9)):
            raise InputError("a cell has 0 to 8 neighbours: births and survivals are among these")
        return cls(counting_table(born, stay))

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
        return counts(self.table)

    @cached_property
    def symmetries(self) -> frozenset[Orientation]:
        """The orientations g for which what becomes of a turned pattern is the turned successor."""
        return frozenset(
            g for g in Orientation if bytes(self.table[image] for image in turned(g)) == self.table
        )

    @property
    def isotropic(self) -> bool:
        """Whether no direction differs from another."""
        return len(self.symmetries) == len(Orientation)

    def require(self, orientations: Iterable[Orientation], what: str) -> None:
        """Raise an InputError unless the rule has the symmetries that something needs."""
        missing = [g.symbol for g in Orientation if g in set(orientations) - self.symmetries]
        if missing:
            own = ", ".join(g.symbol for g in Orientation if g in self.symmetries)
            raise InputError(
                f"{what} needs a rule that treats directions alike ({', '.join(missing)}), "
                f"but {self} is unchanged only by {own}"
            )

    @property
    def reversal(self) -> Rule:
        """The same rule with live and dead exchanged.

        >>> str(LIFE.reversal)
        'B0123478/S01234678'
        """
        return Rule(bytes(1 - entry for entry in reversed(self.table)))

    @property
    def births_from_nothing(self) -> bool:
        """Whether a dead cell among dead cells comes to life (B0)."""
        return bool(self.table[0])

    def require_no_b0(self) -> None:
        """Raise an InputError if the empty plane would not stay empty.

        If the full plane stays full, exchanging live and dead makes a rule that has what it takes.
        """
        if not self.births_from_nothing:
            return
        if self.table[-1]:
            raise InputError(
                f"under {self} the empty plane comes to life (B0) and stays alive (S8): search in "
                f"{self.reversal} instead, the same rule with live and dead exchanged"
            )
        raise InputError(
            f"under {self} the empty plane comes to life (B0) and dies again (no S8), "
            "but patterns are sought on a background that stays dead: leave out the B0"
        )

    def __str__(self) -> str:
        """Return B3/S23 and the like, B2/S34H, Hensel's letters or Golly's MAP form."""
        return self._name

    @cached_property
    def _name(self) -> str:
        return write_rule(self.table)


LIFE = Rule.parse("B3/S23")
