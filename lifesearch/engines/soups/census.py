"""Census: how often each object came out of soups, and how many soups ended in which way.

`search` makes a census of a range, and the coordinator of soups adds them up.

Workers count ranges of soups; counts of disjoint ranges add up to those of all of them, in any
order:

    >>> one = Census(Tally(settled=1), Counter(xs4_33=3), {"xs4_33": 7})
    >>> two = Census(Tally(died=1), Counter(xs4_33=1, xp2_7=1), {"xs4_33": 2, "xp2_7": 2})
    >>> for row in (one + two).rows(LIFE):
    ...     print(row)
    CensusRow(apgcode='xs4_33', name='block', count=4, soup=2)
    CensusRow(apgcode='xp2_7', name='blinker', count=1, soup=2)
    >>> one + two == two + one, (one + two).tally.soups
    (True, 2)

No kernel is imported here: views and sessions read a census without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import astuple, dataclass, field

from lifesearch.catalogue.names import builtin_name
from lifesearch.life.rules.rule import LIFE, Rule  # noqa: F401 - for the example


@dataclass(frozen=True)
class Tally:
    """The numbers of soups by outcome, and of components whose objects are unknown.

    died        nothing is left, and nothing flew away
    settled     what is left is periodic
    growing     periodic, but for spaceships that are emitted for ever
    running     still running at the last generation
    border      outgrew the largest board
    unresolved  not soups but components, too large to be split into objects
    """

    died: int = 0
    settled: int = 0
    growing: int = 0
    running: int = 0
    border: int = 0
    unresolved: int = 0

    @property
    def soups(self) -> int:
        return self.died + self.settled + self.growing + self.running + self.border

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True)
class CensusRow:
    """A line of a census: `soup` is the first with this object; `name` is empty without one."""

    apgcode: str
    name: str
    count: int
    soup: int


@dataclass(frozen=True)
class Census:
    """How often each object came out, by apgcode, and the number of the first soup that had it.

    Ships that left the board are counted whatever became of the soup; other objects only if the
    soup settled, since in any other soup they may still change.
    """

    tally: Tally = Tally()
    counts: Counter[str] = field(default_factory=Counter)
    first: dict[str, int] = field(default_factory=dict)

    @property
    def objects(self) -> int:
        return self.counts.total()

    def __add__(self, other: Census) -> Census:
        first = dict(self.first)
        for code, soup in other.first.items():
            first[code] = min(soup, first.get(code, soup))
        return Census(self.tally + other.tally, self.counts + other.counts, first)

    def rows(
        self, rule: Rule, named: Callable[[str | None, Rule], str | None] = builtin_name
    ) -> list[CensusRow]:
        """The objects, the most frequent first and equally frequent ones by code.

        Unless `named` says otherwise, names are those of the built-in catalogue.
        """
        ordered = sorted(self.counts.items(), key=lambda item: (-item[1], item[0]))
        return [
            CensusRow(code, named(code, rule) or "", n, self.first[code]) for code, n in ordered
        ]
