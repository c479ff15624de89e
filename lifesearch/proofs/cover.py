"""That the cubes of a box cover it, as a formula and a proof of its own.

`writer` writes both files, and `drat` compares and checks them. Each cube fixes some cells. A cell
that is fixed is a literal, and a solution is in a cube if it makes all its literals true. So a
clause for each cube, of the negations of its literals, says that a solution is in none of them.
That these clauses contradict each other is proved by resolving those that differ in their last
literal, then the results, and so on up to the empty clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from lifesearch.engines.sat.encoding.dimacs import LEGEND, cell_comments, cells_of
from lifesearch.proofs.formula import EMPTY, Formula, lines

FORMULA, PROOF = "cover.cnf", "cover.drat"


def outside(cubes: Iterable[Sequence[Sequence[int]]]) -> list[tuple[int, ...]]:
    """A clause for each cube that can have a solution: that the solution is not in it.

    A cube is given as clauses of one literal each; a cube with an empty clause has no solution.
    """
    clauses = []
    for cube in cubes:
        literals = {clause[0] for clause in cube if clause}
        if all(cube) and not any(-literal in literals for literal in literals):
            clauses.append(tuple(-clause[0] for clause in cube))
    return clauses


def formula_lines(example: Formula, clauses: Sequence[tuple[int, ...]]) -> Iterator[str]:
    """The clauses as a DIMACS file; all cubes have the cells of the `example`.

    Comments name the cells of its first generation that are fixed.
    """
    yield f"c The cubes of: {example.query.describe()}{example.query.where()}\n"
    yield "c Each clause says that a solution is not in one of them.\n"
    fixed = {abs(literal) for clause in clauses for literal in clause}
    first = [next(iter(cells_of(example.problem.layout)))]
    named = (
        comment
        for comment in cell_comments(first)
        if comment.startswith("cell ") and abs(int(comment.split()[-1])) in fixed
    )
    yield from (f"c {comment}\n" for comment in chain(LEGEND, named))
    # An empty clause is that of a cube that fixes no cells.
    clause_lines = lines(clauses if all(clauses) else EMPTY)
    yield f"p cnf {max(fixed, default=1)} {len(clause_lines)}\n"
    yield from clause_lines


def proof_lines(clauses: Sequence[tuple[int, ...]]) -> Iterator[str]:
    """The resolution proof as text: shorter and shorter clauses, down to the empty one.

    All cubes fix the same cells, so all clauses have the same length.
    """
    shorter = list(dict.fromkeys(clause[:-1] for clause in clauses if clause))
    while shorter and shorter[0]:
        yield from lines(shorter)
        shorter = list(dict.fromkeys(clause[:-1] for clause in shorter))
    yield "0\n"
