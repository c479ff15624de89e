"""The question in plain values: all that the reasons for clauses are drawn from.

`from_query` makes it; every other module of `implied` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from lifesearch.life.orientation import Orientation
from lifesearch.life.rules import neighbourhood

Cell = tuple[int, int]
"""A column and a row; also the width and height of a box."""
CellAt = tuple[int, int, int]
"""A generation, a column and a row."""
Group = frozenset[Orientation]
Generations = tuple[frozenset[Cell], ...]
"""The live cells of a pattern in each generation of its period."""
UNTURNED: Group = frozenset({Orientation.IDENTITY})
NO_BOUND = 10**9
"""An upper bound that no pattern exceeds."""


@dataclass(frozen=True)
class ClaimedBound:
    """A measure with a lower and an upper bound, both included.

    The measure is the name of a `life.measures.Measure`, or `counting.WRONG`.
    """

    measure: str
    least: int = 0
    most: int = NO_BOUND


@dataclass(frozen=True)
class ClaimedQuestion:
    """A pattern in a box from (0, 0) on, followed for some generations.

    Generations 0 to `planes` - 1 lie in the box, and each of the `steps` from generation 0 on
    follows a table of the rule (see `neighbourhoods.FIRST_PART`); several tables alternate. A
    pattern that `recurs` is in generation `planes` what it was in generation 0, turned by `turn`
    about the centre of the box and moved by `dx` to the right and `dy` down. All generations have
    the symmetry `group`. If the pattern must have an `exact_period`, no shorter period will do; if
    `not_empty`, something lives, in generation 0 if anything `arrives`. If there is a `mask`, only
    cells in it may live.

    On a `torus` the sides of the box are joined. On a cylinder only the left and the right side
    are, shifted by `seam` rows; elsewhere that is None.

    `goal` says in which states cells are in the last generation; None is a cell that does not
    matter. `wanted` says which cells should live in the last generation, and those that differ are
    counted. `given` has known cells of any generation, which are alive (1), not alive (-1), or
    equal to all with the same letter: n for a letter, -n for its complement. `states_given` has the
    states of those that are dying. Cells that are `kept` are as given in generation 0, and again
    after the full period. `background` has what is around the box: a tile for each generation of
    its period, as rows of cells, that fills the plane from (0, 0) on. If the question is
    `open_around`, anything may be there, and cells outside the goal are `kept` in generation 0
    only. A cell that is `exempt` need not follow the rule. One that `arrives` is exempt, too; but
    the rule, applied to the generation before, leaves it unchanged.

    A pattern contains one of those `attached`, if there are any, in some phase. Where parts of the
    rule are unknown, `rule_parts` names them.

    `blind_spot` names a kind of clauses that exclude what was found: without a reason for them they
    are not refused but trusted, and counted. It is empty if all clauses need a reason.

    A question that is `movable` asks for patterns wherever they are, in any orientation. With
    `raw`, copies that are moved, turned or delayed are answers of their own. If it is `tight`,
    boxes are searched by area, so a pattern that fits into one of the `smaller_boxes` need not be
    found here.
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
        """The number of generations after which the pattern recurs unturned."""
        return self.planes * self.order

    @cached_property
    def whole_group(self) -> Group:
        """The symmetries of every generation: those of `group`, and their images under the turn.

        The rule keeps a symmetry from one generation to the next, and generation p is generation 0
        turned: so it has the turned symmetry, too.
        """
        group = set(self.group) | UNTURNED
        while True:
            more = {a.then(b) for a, b in product(group, group)}
            if not self.exempt:  # else the rule need not keep it until the pattern recurs
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
            if all(table[neighbourhood.turned(g)[block]] == table[block]
                   for table in self.tables for block in range(neighbourhood.BLOCKS))
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
