"""Each kernel does what its plain function does, on tiny inputs."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

from lifesearch.engines.catalysts.problem import CatalystProblem
from lifesearch.engines.catalysts.search import found_in
from lifesearch.engines.compiled import available
from lifesearch.engines.compiled.words import View, at, lowest, ones, pointers
from lifesearch.engines.counting import by_height as heights
from lifesearch.engines.counting import cycles, extremal, listing, pairs
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.transfer_matrix import SweepOptions
from lifesearch.engines.rotors.cycles import WindowCycles
from lifesearch.engines.rotors.window import Window
from lifesearch.engines.rows import tree
from lifesearch.engines.rows.deepening import Deepener, warm_up_batch
from lifesearch.engines.rows.problem import StripProblem
from lifesearch.engines.rows.search import RowSearch
from lifesearch.engines.rows.shared.claims import StateClaims
from lifesearch.engines.soups.bulk import kernel as together
from lifesearch.engines.soups.bulk.kernel import symmetric_board
from lifesearch.engines.soups.search import Soups, take_census
from lifesearch.engines.soups.seeds import Shape, Shapes
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.proofs.layout import Refused
from lifesearch.proofs.states.certificate import TABLES_LOOK_AHEAD, rows_of
from lifesearch.proofs.states.certificate_check import Certificate, check_certificate
from lifesearch.proofs.states.explore import Explorer
from lifesearch.proofs.verifier import own_checker, reading
from tests.bench.tasks import strip
from tests.engines.compiled.both import both_ways

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")
LITTLE = 1 << 16


def test_row_tables() -> None:
    problem = StripProblem(3, 2, 1)
    with both_ways() as called:
        search = RowSearch(problem, memory=LITTLE, queue=4)
        while search.batch is None and not search.finished:
            search.advance()
        states = np.zeros((3, 2 * problem.period), np.uint16)
        states[1:, 0] = 1, 5
        search = RowSearch(problem, memory=LITTLE, queue=4, start=search.checkpoint())
        for _ in range(8):
            if not search.finished:
                search.advance()
        Deepener(problem, LITTLE).deepen(warm_up_batch(problem))
        nodes = tree.root(problem, every=False)
        tree.moved(nodes, tree.ancestors(nodes, np.zeros(1, np.int32)), 1, problem, every=False)
        claims = StateClaims(problem, 1 << 12)
        claims.enter(states, np.zeros(3, np.int64))
        claims.receive(tuple(claims.fresh))
        claims.enter(states, np.zeros(3, np.int64))
    names = "deepen.deepen expand.expand claimed.enter claimed.unclaimed states.carry_over"
    names += " states.keep_ancestors states.revisit"
    assert called == {f"engines.rows.kernel.{name}" for name in names.split()}


@pytest.mark.parametrize("rule", [LIFE, Rule.parse("B36/S23"), Rule.parse("B2-a/S12")])
def test_soups(rule: Rule) -> None:
    with both_ways() as called:
        shapes = Shapes((Shape(C1, 3, 3),))
        take_census(Soups(rule, shapes, seed=1, generations=12, board=64), 0, 2)
    assert called == {"engines.soups.settle.run_batch", "engines.soups.layout.fill"}


@pytest.mark.long
@pytest.mark.parametrize("life", [True, False])
def test_soups_together(life: bool) -> None:
    """Each kernel once: 2,048 soups take Python a while."""
    board = symmetric_board(Symmetry.parse("D8_1"), 9, 9)
    shapes = Shapes((Shape(Symmetry.parse("D8_1"), 3, 3),))
    cells, now, then = np.zeros((3, len(board.neighbours) + 1, together.WORDS), np.uint64)
    does = np.zeros(18, np.uint64)
    does[3] = does[9 + 2] = ~np.uint64(0)
    same, orbits = np.zeros((2, together.WORDS), np.uint64), np.zeros(64, np.uint64)
    with both_ways() as called:
        together.fill_all(cells, board, shapes.layout, np.uint64(1), np.uint64(0), orbits)
        together.advance_all(cells, then, board.neighbours, (life, does), 3)
        now[:] = cells
        times = np.array([1, 2], np.int64)
        together.same_after(cells, (now, then), board.neighbours, (life, does), times, same)
    assert called == {
        f"engines.soups.bulk.kernel.{n}" for n in ("fill_all", "advance_all", "same_after")
    }
    assert cells.any()


@pytest.mark.parametrize(
    ("symmetry", "name"), [("C1", "row_kernel.search_rows"), ("C2", "kernel.search")]
)
def test_rotors(symmetry: str, name: str) -> None:
    with both_ways() as called:
        cycles_of = WindowCycles(Window(1, 1, Symmetry.parse(symmetry)), 2)
        for _ in cycles_of.search(0, 1):
            pass
    assert called == {f"engines.rotors.{name}"}


def test_catalysts() -> None:
    row, block = Pattern.parse("OOO"), Pattern.parse("OO\nOO")
    problem = CatalystProblem(
        row, LIFE, (block,), most=1, symmetry=C1, area=(5, 5), generations=3, recovery=2, apart=3,
        transparent=False, periods=None, debris=False,
    )  # fmt: skip
    with both_ways() as called:
        list(found_in(problem, 0, 1))
    assert called == {"engines.catalysts.kernel.search_tree"}


def test_counts() -> None:
    with both_ways() as called:
        heights.counts_by_height(Region(2, 3), SweepOptions())
        pairs.counts_by_height(Region(3, 3))
        folded = Region(3, 3, 1, LIFE, frozenset(Region(3, 3).group))
        pairs.PairMatrix(folded).folded(np.arange(8), odd=True)
        cycles.counts_by_height(Region(2, 2, 2), SweepOptions())
        sum(len(found) for found in listing.by_cells(Region(2, 5), SweepOptions(), 8))
        extremal.extremal_pattern(Region(2, 3), SweepOptions(), fullest=True)
    names = "transfer_matrix.advance transfer_matrix.move_over transfer_matrix.join"
    names += " pairs.add_row pairs.fold cycles.advance cycles.join"
    names += " listing.costs listing.cost_of listing.common listing.collect"
    assert called == {f"engines.counting.kernel.{name}" for name in names.split()}


def test_checker_of_clauses() -> None:
    formula, proof = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", b"2 0\n0\n"
    with both_ways() as called:
        found = own_checker.check(
            reading.read_formula(formula), reading.read_proof(proof, binary=False)
        )
    assert found == ("", "lifesearch's own checker, compiled")
    assert called == {"proofs.verifier.machine.verify_arrays"}


def test_checker_of_states() -> None:
    rows, none = rows_of(strip(3, 1, 4)), np.zeros(1, np.int64)
    with both_ways() as called:
        with suppress(Refused):
            check_certificate(Certificate(rows, TABLES_LOOK_AHEAD, none, none.copy()))
        next(Explorer(rows, TABLES_LOOK_AHEAD, 1 << 24).run())
    assert called == {"proofs.states.machine.check_u2", "proofs.states.machine.explore_u2"}


def test_pointers_are_views() -> None:
    array = np.arange(6, dtype=np.uint16).reshape(2, 3)
    pointer = at(pointers(array), 2)
    pointer[1] = 70_000
    assert array[1, 0] == 70_000 % 2**16
    assert pointer[0] << 20 == 2 << 20  # it has 64 bits
    assert View(array)[1][2] == 5
    assert (ones(np.uint64(7)), lowest(np.uint64(8)), lowest(np.uint64(0))) == (3, 3, 64)
