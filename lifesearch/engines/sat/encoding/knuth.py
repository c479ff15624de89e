"""One step of Life in short clauses: Knuth's shared neighbour counters.

Whether a cell lives depends on how many of its eight neighbours do. Knuth counts
them in unary and shares the counters between neighbouring cells. A counter P of
some cells has variables P1, P2, ...; Pk means "at least k of them live".

          D, E, F, G   count two cells each      (pairs)
          B = D + E    the side columns          (shared by two cells)
          C = F + G    the other four neighbours
          A = B + C    all eight; only A2, A3, A4 matter

Rows are paired: row r-1 with row r, for each odd r. For the cell z = (x, y), let r be x
if x is odd, else x+1. The side columns y-1 and y+1 in rows r-1 and r hold two vertical
pairs, D and E; together they serve the cells of both rows, and each of them serves
columns on either side of it. Of the four neighbours that remain,
F is a horizontal pair, shared by two cells, and G is what is left. With z = (5, 6):

          . . . .            D = {(4,5), (5,5)}    named D(5,4)
      4   . D g E            E = {(4,7), (5,7)}    named E(5,8)
      5   . D z E            G = {(4,6), (6,7)}    named G(5,6)
      6   . F F g            F = {(6,5), (6,6)}    named F(7,5)
            5 6 7

That is 13 auxiliaries and, with the six clauses of the rule itself, 63 clauses a cell,
none longer than three literals. The rule needs a helper x to split its one clause
of four. Clauses are made from templates: a table of the local names above, which
numpy fills in for all cells of a generation at once.

`transitions` and `questions.knuth` call `transition`.

Source: D. E. Knuth, The Art of Computer Programming, 7.2.2.2, exercise 65, and his
program sat-life. As there, x is the row, growing downward, and y the column.

A name has the row, a time code and the column, and for an auxiliary its letter and index:
cell (10, 11) at time 0 is `10a11`, and its auxiliary C2 is `10a11C2`.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from lifesearch.common.errors import OptionError
from lifesearch.engines.sat.encoding.clauses import FALSE, Bools, Clauses, Ints, true_rows
from lifesearch.engines.sat.encoding.variables import Variables

TIME_CODES = string.ascii_letters + "".join(
    c for c in map(chr, range(ord("!"), ord("~") + 1)) if not c.isalnum()
)
"""The characters for times 0, 1, ...: letters, then all other printable ones but digits."""

Name = Callable[[int, int], str]
"""The name of a variable, by its row and column."""


def time_code(t: int) -> str:
    """The character that stands for time t.

    >>> "".join(map(time_code, (0, 25, 26, 51, 52, 83)))
    'azAZ!~'
    """
    if t >= len(TIME_CODES):
        raise OptionError(
            f"Knuth's .sat format has no name for generation {t}: its {len(TIME_CODES)} "
            f"time codes end at {len(TIME_CODES) - 1}; use <to dimacs> or <to solve>"
        )
    return TIME_CODES[t]


def cell_name(t: int, suffix: str = "") -> Name:
    """The name of a cell, or of an auxiliary of a cell, at time t."""
    return lambda x, y: f"{x}{time_code(t)}{y}{suffix}"


def period_difference(k: int) -> Name:
    """`3ab5`: cell (3, 5) differs between the times 0 and k."""
    return lambda x, y: f"{x}{time_code(0)}{time_code(k)}{y}"


def row_difference(k: int) -> Name:
    """`1,3:5`: on a torus, column 5 differs between the rows 1 and 3."""
    return lambda x, y: f"{x},{x + k}:{y}"


def column_difference(k: int) -> Name:
    """`5:1,3`: on a torus, row 5 differs between the columns 1 and 3."""
    return lambda x, y: f"{x}:{y},{y + k}"


Lookup = Callable[[Ints, Ints], Ints]
"""The literals of cells, by rows and columns."""
PositionMap = Callable[[Ints, Ints], tuple[Ints, Ints]]
"""From rows and columns to other rows and columns."""


def unmoved(x: Ints, y: Ints) -> tuple[Ints, Ints]:
    """Every position stands for itself."""
    return x, y


@dataclass(frozen=True, eq=False)
class KnuthBoard:
    """The board of one of Knuth's programs during one step.

    `x`, `y` are the cells that get a transition, in order. `alive` says which cells may live. The
    box, first and last row and first and last column, is where the programs look when they decide
    to leave out a clause or a counter (a torus has no box). Cells, and the helper x of each, are
    named after their `representative`, counters after where they are `wrapped` to; on a plain board
    both are unmoved.
    """

    x: Ints
    y: Ints
    alive: Callable[[Ints, Ints], Bools]
    box: tuple[int, int, int, int] | None
    representative: PositionMap = unmoved
    wrapped: PositionMap = unmoved


class KnuthTemplate(NamedTuple):
    """All clauses that a cell can have, three literals each, in groups that are written or not."""

    slots: tuple[str, ...]  # the local names
    slot: Ints  # for each clause and literal, the index of its name
    sign: Ints  # for each clause and literal: 1, -1, or 0 for no literal
    groups: tuple[str, ...]  # the names of the groups
    group: Ints  # for each clause, the index of its group


def _pair(p: str, u: str, v: str) -> list[str]:
    """The clauses of a counter p of two cells, u and v."""
    text = f"~{u} {p}1 | ~{v} {p}1 | ~{u} ~{v} {p}2 | {u} {v} ~{p}1 | {u} ~{p}2 | {v} ~{p}2"
    return text.split(" | ")


def _quad(r: str, p: str, q: str) -> list[str]:
    """The clauses of a counter r of four cells, from the counters p and q of two each.

    If i are in p and j in q, i + j are in r; if fewer than 3 - i are in p and fewer than 3 - j in
    q, fewer than 5 - i - j are in r.
    """
    clauses = []
    for i in range(3):
        for j in range(3):
            if i or j:
                clauses += [
                    f"~{p}{i} ~{q}{j} {r}{i + j}",
                    f"{p}{3 - i if i else 0} {q}{3 - j if j else 0} ~{r}{5 - i - j}",
                ]
    return clauses


def _total() -> list[str]:
    """The clauses of the counter A, as far as they matter, from B and C of four cells each."""
    sums = [(i, j) for i in range(5) for j in range(5)]
    return [f"~B{i} ~C{j} A{i + j}" for i, j in sums if 2 <= i + j <= 4] + [
        f"B{i} C{j} ~A{i + j - 1}" for i, j in sums if i and j and 3 <= i + j <= 5
    ]


@cache
def template() -> KnuthTemplate:
    """The clauses of one cell, in the order in which the programs print them."""
    d, e = _pair("D", "d", "dd"), _pair("E", "e", "ee")
    groups = {
        "D": d[:5],
        "D, last": d[5:],  # only if the column is in the box: see `transition`
        "E": e[:5],
        "E, last": e[5:],
        "B": _quad("B", "D", "E"),
        "G": _pair("G", "g", "gg"),
        "C = G": ["~G1 C1", "G1 ~C1", "~G2 C2", "G2 ~C2", "~C3", "~C4"],
        "F": _pair("F", "f", "ff"),
        "C": _quad("C", "F", "G"),
        "A": _total(),
        "rule": ["~A4 ~z'", "A2 ~z'", "A3 z ~z'", "~A3 A4 z'", "x ~A2 A4", "~x ~z z'"],
        "cage": ["~z'"],
    }
    texts = [(g, text) for g, texts in enumerate(groups.values()) for text in texts]
    # A counter's index 0 ("at least none") is no literal at all.
    parsed = [
        [(w.lstrip("~"), -1 if w[0] == "~" else 1) for w in text.split() if w[-1] != "0"]
        for _, text in texts
    ]
    slots = tuple(dict.fromkeys(name for clause in parsed for name, _ in clause))
    slot = np.zeros((len(parsed), 3), np.int32)
    sign = np.zeros((len(parsed), 3), np.int32)
    for i, clause in enumerate(parsed):
        slot[i, : len(clause)] = [slots.index(name) for name, _ in clause]
        sign[i, : len(clause)] = [s for _, s in clause]
    return KnuthTemplate(
        slots, slot, sign, tuple(groups), np.array([g for g, _ in texts], np.int32)
    )


def transition(
    board: KnuthBoard,
    variables: Variables,
    t: int,
    now: Lookup,
    then: Lookup,
    *,
    caged: bool,
    cage_indented: bool = False,
) -> Clauses:
    """The clauses for the step from t to t+1 of all cells of the board.

    `now` gives the literal of a cell at time t (FALSE where it must be dead), `then`
    that of a cell at time t+1. If `caged`, cells outside the box stay dead; `cage_indented`
    says whether the clauses for that are indented like all others.
    """
    x, y = board.x, board.y
    everyone = np.ones(len(x), np.bool_)
    local: dict[str, Ints] = {"z": now(x, y), "z'": then(x, y)}
    present: dict[str, Bools] = {"G": everyone, "A": everyone, "rule": everyone}
    x0, x1, y0, y1 = board.box or (-np.inf, np.inf, -np.inf, np.inf)

    def count(
        suffixes: Sequence[str], at: tuple[Ints, Ints], where: Bools, home: PositionMap
    ) -> Bools:
        """Number a counter named after the position `at`, where it is; return where it is new.

        `home` takes a position to the one by which it is named and told from others.
        """
        new, shared = _shared(*home(*at), where)
        for suffix in suffixes:
            numbers = variables.allocate(*home(at[0][new], at[1][new]), cell_name(t, suffix))
            local[suffix] = numbers[shared] if len(numbers) else shared
        return new

    def pair(letter: str, u: tuple[Ints, Ints], v: tuple[Ints, Ints]) -> None:
        local[letter.lower()], local[letter.lower() * 2] = now(*u), now(*v)

    # The side columns: D, E and their sum B. D named d is in column d + 1, between the cells of the
    # columns d and d + 2, which share it; E named e is in column e - 1.
    r = x + (x % 2 == 0)
    near = y % 4 <= 1
    d, e = np.where(near, y, y - 2), np.where(near, y, y + 2)
    present["B"] = count(("B1", "B2", "B3", "B4"), (r, y), everyone, board.wrapped)
    for letter, at, column in (("D", d, d + 1), ("E", e, e - 1)):
        suffixes = (f"{letter}1", f"{letter}2")
        present[letter] = count(suffixes, (r, at), present["B"], board.wrapped)
        present[f"{letter}, last"] = present[letter] & (y0 <= column) & (column <= y1)
        pair(letter, (r - 1, column), (r, column))

    # The other four: G, F and their sum C.
    odd = x % 2 == 1
    side = np.where(odd == (y % 2 == 1), -1, 1)
    count(("G1", "G2"), (x, y), everyone, board.wrapped)
    pair("G", (np.where(odd, x - 1, x + 1), y), (np.where(odd, x + 1, x - 1), y + side))
    row = np.where(odd, x + 1, x - 1)
    column = y - ((y % 2 == 1) != odd)
    present["C"] = (x0 <= row) & (row <= x1) & (y0 <= column + 1) & (column <= y1)
    present["C = G"] = ~present["C"]
    present["F"] = count(("F1", "F2"), (row + 1, column), present["C"], board.wrapped)
    pair("F", (row, column), (row, column + 1))
    count(("C1", "C2", "C3", "C4"), (x, y), everyone, board.wrapped)

    count(("A2", "A3", "A4"), (x, y), everyone, board.wrapped)
    count(("x",), (x, y), everyone, board.representative)
    outside = (x < x0) | (x > x1) | (y < y0) | (y > y1)
    present["cage"] = outside if caged else ~everyone
    return _fill(local, present, cage_indented)


def _shared(x: Ints, y: Ints, where: Bools) -> tuple[Bools, Ints]:
    """Give each distinct position among `where` an index.

    Return which positions are the first ones with their index, and the index of each position.
    """
    keys = (x.astype(np.int64) << 32) + y
    _, first, index = np.unique(keys[where], return_index=True, return_inverse=True)
    new = np.zeros(len(x), np.bool_)
    new[np.flatnonzero(where)[first]] = True
    # Number the distinct positions in the order in which they first appear.
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    shared = np.zeros(len(x), np.int32)
    shared[where] = rank[index]
    return new, shared


def _fill(local: dict[str, Ints], present: dict[str, Bools], cage_indented: bool) -> Clauses:
    """Write the template once for each cell, without clauses that are absent or already true.

    `local` has a literal of each local name for each cell, and `present` whether the cell has the
    clauses of a group.
    """
    clauses = template()
    table = np.stack([local[name] for name in clauses.slots], axis=1)
    here = np.stack([present[group] for group in clauses.groups], axis=1)
    rows = table[:, clauses.slot] * clauses.sign
    keep = here[:, clauses.group] & ~true_rows(rows)
    kept = rows[keep]
    kept[kept == FALSE] = 0
    if cage_indented:
        return Clauses(kept, indented=True)
    cage = clauses.groups.index("cage")
    return Clauses(kept, np.broadcast_to(clauses.group != cage, keep.shape)[keep])
