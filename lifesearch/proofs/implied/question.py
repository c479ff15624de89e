"""The question in plain values: all that the reasons for clauses are drawn from.

`from_query` makes it; every other module of `implied` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.neighbourhood import BLOCKS, turned

Cell = tuple[int, int]
CellAt = tuple[int, int, int]
Group = frozenset[Orientation]
Generations = tuple[frozenset[Cell], ...]
"""The live cells of a pattern in each generation of its period."""
UNTURNED: Group = frozenset({Orientation.IDENTITY})
NO_BOUND = 10**9
"""An upper bound that no pattern exceeds."""


@dataclass(frozen=True)
class ClaimedBound:
    """A measure with a lower and an upper bound."""

    measure: str
    least: int = 0
    most: int = NO_BOUND


@dataclass(frozen=True)
class ClaimedQuestion:
    """A pattern in a box from (0, 0) on, followed for some generations.

    Generations 0 to `planes` - 1 lie in the box, and each of the `steps` from generation 0 on
    follows a table of the rule; several tables alternate. A pattern that `recurs` is in generation
    `planes` what it was in generation 0, turned about the centre of the box and moved.

    `goal` says in which states cells are in the last generation, where that is given; `wanted`
    which cells should live there and which not, where those that differ are counted; and `given`
    which cells are alive (1), dead (-1), in another state, or equal to all that have the same
    letter; None is a cell that does not matter. `background` has what is around the box, in all
    generations; if it is `open_around`, anything may be there. Cells that are `exempt` need not
    follow the rule; where something `arrives`, the rule would have left the cell as it was.

    `blind_spot` names the kind of clauses that cannot be justified, if there is one; only clauses
    that are there because of what was found may be of it.

    A question that is `movable` asks for patterns wherever they are, in any orientation; `tight` if
    smaller boxes are searched, too.
    """

    width: int
    height: int
    planes: int
    steps: int
    tables: tuple[bytes, ...]
    states: int = 2
    recurs: bool = True
    turn: Orientation = Orientation.IDENTITY
    dx: int = 0
    dy: int = 0
    group: Group = UNTURNED
    torus: bool = False
    seam: int | None = None
    mask: frozenset[Cell] | None = None
    goal: Mapping[Cell, int | None] | None = None
    wanted: Mapping[Cell, bool] = field(default_factory=dict)
    open_around: bool = False
    background: tuple[tuple[tuple[int, ...], ...], ...] = (((0,),),)
    given: Mapping[CellAt, int] = field(default_factory=dict)
    states_given: Mapping[CellAt, int] = field(default_factory=dict)
    exempt: frozenset[CellAt] = frozenset()
    arrives: frozenset[CellAt] = frozenset()
    not_empty: bool = True
    exact_period: bool = True
    bounds: tuple[ClaimedBound, ...] = ()
    kept: Mapping[Cell, bool] = field(default_factory=dict)
    attached: tuple[Generations, ...] = ()
    movable: bool = False
    tight: bool = False
    raw: bool = False
    smaller_boxes: frozenset[Cell] = frozenset()
    blind_spot: str = ""
    rule_parts: tuple[str, ...] = ()

    @property
    def travels(self) -> bool:
        return bool(self.dx or self.dy)

    @cached_property
    def order(self) -> int:
        """The number of periods after which the pattern recurs unturned."""
        order, turned_so_far = 1, self.turn
        while turned_so_far is not Orientation.IDENTITY:
            order, turned_so_far = order + 1, turned_so_far.then(self.turn)
        return order

    @property
    def full_period(self) -> int:
        """The number of generations after which it recurs unturned."""
        return self.planes * self.order

    @cached_property
    def whole_group(self) -> Group:
        """The symmetry of all generations: the rule keeps it, and the turn carries it on."""
        group = set(self.group) | UNTURNED
        while True:
            more = {a.then(b) for a, b in product(group, group)}
            if not self.exempt:
                more |= {self.turn.inverse.then(g).then(self.turn) for g in group}
            if more <= group:
                return frozenset(group)
            group |= more

    @cached_property
    def rule_symmetries(self) -> Group:
        """The orientations under which the rule is symmetric."""
        return frozenset(
            g
            for g in Orientation
            if all(table[turned(g)[block]] == table[block]
                   for table in self.tables for block in range(BLOCKS))
        )  # fmt: skip

    def turned(self, g: Orientation, x: int, y: int) -> Cell:
        """The image of a cell under an orientation about the centre of the box."""
        u, v = g.apply(2 * x - self.width + 1, 2 * y - self.height + 1)
        return (u + self.width - 1) // 2, (v + self.height - 1) // 2

    def in_box(self, x: int, y: int) -> bool:
        """Whether a cell lies in the box, and in the mask if there is one."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return inside and (self.mask is None or (x, y) in self.mask)

    def box_cells(self) -> list[Cell]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]
