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

So are its symmetries: the orientations of the plane that commute with the rule. Most
rules have all eight. On hexagons, drawn as squares, four are left:

    >>> [g.symbol for g in Orientation if g in Rule.parse("B2/S34H").symmetries]
    ['Id', 'R180', 'F\\\\', 'F/']

A rule may have more than two states: see `generations`. Its table says which dead cells are
born and which live ones survive.

    >>> str(Rule.parse("Brian's Brain")), Rule.parse("B2/S345/C4").states
    ('/2/3', 4)

With B0 the empty plane comes to life. If it dies again in the next generation, this is equivalent
to two rules without B0 that alternate: one gives the complement of the next generation, the other
takes it back. If it stays alive, exchanging live and dead makes one rule without B0.

    >>> [str(rule) for rule in Rule.parse("B03/S23").steps]
    ['B1245678/S0145678', 'B56/S58']
    >>> [str(rule) for rule in Rule.parse("AntiLife").steps]
    ['B3/S23']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from lifesearch.common.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.generations import MOST_STATES
from lifesearch.life.rules.neighbourhood import BLOCKS, turned
from lifesearch.life.rules.parse import counting_table, counts, read_rule, write_rule

LONGEST_NAME = 40
"""Letters of a rule's name in its representation: a MAP has 89."""


@dataclass(frozen=True)
class Rule:
    """A rule on the square grid: table[block] is 1 if its centre lives in the next generation.

    With more than two `states` a cell that does not survive is dying before it is dead.
    """

    table: bytes
    states: int = 2

    def __post_init__(self) -> None:
        if len(self.table) != BLOCKS or max(self.table) > 1:
            raise ValueError("a rule's table has 512 entries, each 0 or 1")
        if not 2 <= self.states <= MOST_STATES:
            raise ValueError(f"a rule has 2 to {MOST_STATES} states")

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read a rule: B3/S23, 23/3, B3-a/S23, B2/S34H, MAP..., 345/2/4 or a name: HighLife."""
        return cls(*read_rule(text))

    @classmethod
    def totalistic(cls, births: Iterable[int], survivals: Iterable[int]) -> Rule:
        """Return the rule by which only the number of live neighbours matters."""
        born, stay = frozenset(births), frozenset(survivals)
        if not born | stay <= set(range(9)):
            raise InputError("a cell has 0 to 8 neighbours: births and survivals are among these")
        return cls(counting_table(born, stay))

    @cached_property
    def births(self) -> frozenset[int] | None:
        """The numbers of neighbours, of all eight, for a birth; None if they do not decide."""
        return self._counts[0] if self._counts else None

    @cached_property
    def survivals(self) -> frozenset[int] | None:
        """The numbers of neighbours, of all eight, for survival; None if they do not decide."""
        return self._counts[1] if self._counts else None

    @cached_property
    def _counts(self) -> tuple[frozenset[int], frozenset[int]] | None:
        return counts(self.table)

    @cached_property
    def symmetries(self) -> frozenset[Orientation]:
        """The orientations that commute with a step of the rule."""
        return frozenset(
            g for g in Orientation if bytes(self.table[image] for image in turned(g)) == self.table
        )

    @property
    def isotropic(self) -> bool:
        return len(self.symmetries) == len(Orientation)

    def require(self, orientations: Iterable[Orientation], what: str) -> None:
        """Raise an InputError unless the rule has all symmetries that a feature needs."""
        missing = [g.symbol for g in Orientation if g in set(orientations) - self.symmetries]
        if missing:
            symbols = ", ".join(g.symbol for g in Orientation if g in self.symmetries)
            raise InputError(
                f"{what} needs a rule that is symmetric under {', '.join(missing)}, but {self} is "
                f"unchanged only by {symbols}"
            )

    @property
    def reversal(self) -> Rule:
        """The rule with live and dead exchanged.

        >>> str(LIFE.reversal)
        'B0123478/S01234678'
        """
        if self.states > 2:
            raise InputError(
                f"live and dead cells can be exchanged only in a two-state rule, not in {self}"
            )
        return Rule(bytes(1 - entry for entry in reversed(self.table)))

    @property
    def births_from_nothing(self) -> bool:
        """Whether a dead cell among dead cells comes to life (B0)."""
        return bool(self.table[0])

    @cached_property
    def steps(self) -> tuple[Rule, ...]:
        """The rules without B0 that alternate, from one generation of the plane to the next.

        Most rules have one. With B0 and without S8 there are two, and odd generations are
        complements.
        """
        if not self.births_from_nothing:
            return (self,)
        if self.states > 2:
            raise InputError(
                f"under {self} the empty plane comes to life (B0), which is not supported with "
                "more than two states: leave out B0"
            )
        if self.table[-1]:
            return (self.reversal,)
        complement = bytes(1 - entry for entry in self.table)
        return Rule(complement), Rule(bytes(reversed(self.table)))

    @property
    def plane_table(self) -> bytes:
        """The one table of a plain rule by which patterns evolve on the plane."""
        self.require_plain("one table is")
        return self.steps[0].table

    @property
    def plain(self) -> bool:
        """Whether it has two states, and one table for all generations of the plane."""
        return self.states == 2 and len(self.steps) == 1

    def require_plain(self, who: str) -> None:
        """Raise an InputError for a feature that supports plain rules only.

        >>> Rule.parse("B2/S345/C4").require_plain("soups are")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        lifesearch.common.errors.InputError: soups are for two-state rules only, and ...
        """
        if self.states > 2:
            raise InputError(f"{who} for two-state rules only, and {self} has {self.states} states")
        if not self.plain:
            raise InputError(
                f"{who} for rules under which the empty plane does not alternate: under {self} it "
                "comes to life (B0) and dies again (no S8)"
            )

    def __str__(self) -> str:
        """Return B3/S23 and the like, B2/S34H, Hensel's letters, Golly's MAP form, or 345/2/4."""
        return self._name

    def __repr__(self) -> str:
        """Return Rule('B3/S23'); of a long name, its beginning.

        >>> LIFE
        Rule('B3/S23')
        """
        name = self._name
        return f"Rule({name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + '...'!r})"

    @cached_property
    def _name(self) -> str:
        return write_rule(self.table, self.states)


LIFE = Rule.parse("B3/S23")
