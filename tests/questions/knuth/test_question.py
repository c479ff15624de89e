"""The solutions of Knuth's programs: all of them, against brute force on small boards."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesearch.formats.detect import read_known_cells
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.questions.knuth.formula import parse_mask
from lifesearch.questions.knuth.given import GivenCells
from lifesearch.questions.knuth.programs import PROGRAMS, knuth_formula
from lifesearch.questions.knuth.question import KnuthQuestion, read_history
from tests import brute
from tests.asking import every, first

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "knuth.jsonl").read_text().splitlines()
]


def board(m: int, n: int) -> NDArray[np.bool_]:
    return np.ones((m, n), np.bool_)


def solutions(program: str, *arguments: int, mask: str | None = None) -> list[Pattern]:
    """The first generations of all solutions, each of them verified by the engine."""
    query = KnuthQuestion(program, arguments, parse_mask(mask) if mask else None)
    return [history.pattern for history in every(query)]


def caged(m: int, n: int, r: int, until: int) -> list[brute.Universe]:
    """Generations 0..r of all states that stay inside the board in generations 0..until."""
    pad = 3
    first = brute.all_states(board(m, n), pad)
    history = [first]
    for t in range(1, r + 1):
        history.append(brute.step(history[-1]))
        if t <= until:
            stay = ~brute.outside(history[-1], pad)
            history = [states[stay] for states in history]
    return history


def differ(a: brute.Universe, b: brute.Universe) -> NDArray[np.bool_]:
    different: NDArray[np.bool_] = np.any(a != b, axis=(1, 2))
    return different


def cycles(history: list[brute.Universe]) -> NDArray[np.bool_]:
    """Which histories come back at the end, but not after a proper divisor of the time."""
    r = len(history) - 1
    again = ~differ(history[0], history[r])
    for k in range(1, r):
        if r % k == 0:
            again &= differ(history[0], history[k])
    return again


def turned(states: brute.Universe) -> NDArray[np.bool_]:
    return ~differ(states, np.rot90(states, axes=(1, 2)))


def mirrored(states: brute.Universe) -> NDArray[np.bool_]:
    return ~differ(states, states[:, ::-1]) & ~differ(states, states[:, :, ::-1])


@pytest.mark.parametrize("mask", ["***\n", "**.\n.**\n***\n", "*...*\n.***.\n..*\n*\n"])
def test_sat_life_allows_every_state_of_the_mask(mask: str) -> None:
    cells = parse_mask(mask).translate(1, 1).cells
    found = solutions("sat-life", 0, mask=mask)
    assert len(found) == 2 ** len(cells)
    assert all(pattern.cells <= cells for pattern in found)


@pytest.mark.parametrize("size", [(2, 2, 3), (3, 3, 1), (3, 3, 2), (3, 4, 3), (2, 5, 2)])
def test_grid(size: tuple[int, int, int]) -> None:
    m, n, r = size
    expected = caged(m, n, r, until=r - 1)[0]
    assert set(solutions("sat-life-grid", m, n, r)) == brute.patterns(expected, 3)


@pytest.mark.parametrize("size", [(2, 3, 1), (3, 3, 1), (3, 3, 2), (4, 4, 1), (4, 4, 2), (3, 5, 2)])
def test_grid_cycle(size: tuple[int, int, int]) -> None:
    m, n, r = size
    history = caged(m, n, r, until=r)
    expected = brute.patterns(history[0][cycles(history)], 3) - {Pattern.of([])}
    assert set(solutions("sat-life-grid-cycle", m, n, r)) == expected


@pytest.mark.parametrize("size", [(2, 2), (4, 1), (4, 2), (4, 3), (3, 1), (3, 2), (3, 3)])
def test_grid90_also_where_the_original_does_not_end(size: tuple[int, int]) -> None:
    n, r = size
    first = caged(n, n, r, until=r - 1)[0]
    expected = brute.patterns(first[turned(first)], 3)
    assert set(solutions("sat-life-grid90", n, n, r)) == expected


@pytest.mark.parametrize("size", [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2)])
def test_grid90_cycle(size: tuple[int, int]) -> None:
    n, r = size
    history = caged(n, n, r, until=r)
    expected = brute.patterns(history[0][cycles(history) & turned(history[0])], 3)
    assert set(solutions("sat-life-grid90-cycle", n, n, r)) == expected


@pytest.mark.parametrize("size", [(2, 2, 1), (3, 3, 2), (4, 4, 2), (3, 4, 3), (3, 5, 1)])
def test_gridquad(size: tuple[int, int, int]) -> None:
    m, n, r = size
    first = caged(m, n, r, until=r - 1)[0]
    expected = brute.patterns(first[mirrored(first)], 3)
    assert set(solutions("sat-life-gridquad", m, n, r)) == expected


@pytest.mark.parametrize("size", [(2, 2, 1), (3, 3, 2), (4, 4, 1), (3, 5, 2)])
def test_gridquad_cycle(size: tuple[int, int, int]) -> None:
    m, n, r = size
    history = caged(m, n, r, until=r)
    expected = brute.patterns(history[0][cycles(history) & mirrored(history[0])], 3)
    assert set(solutions("sat-life-gridquad-cycle", m, n, r)) == expected


TORI = [(3, 3, 1), (3, 3, 2), (2, 5, 1), (1, 5, 2), (5, 1, 1), (2, 2, 3)]


@pytest.mark.parametrize("size", TORI)
def test_torus_allows_every_state(size: tuple[int, int, int]) -> None:
    m, n, r = size
    assert len(solutions("sat-life-torus", m, n, r)) == 2 ** (m * n)


@pytest.mark.parametrize("size", [*TORI, (4, 3, 2), (3, 5, 2), (4, 4, 1), (4, 4, 2)])
def test_torus_cycle(size: tuple[int, int, int]) -> None:
    m, n, r = size
    history = [brute.all_states(board(m, n), 0)]
    for _ in range(r):
        history.append(brute.step(history[-1]))
    first = history[0]
    wanted = cycles(history) & first[:, 0, 0]
    for axis, length in ((1, m), (2, n)):
        for k in range(1, length):
            if length % k == 0:
                wanted &= differ(first, np.roll(first, k, axis))
    expected = brute.patterns(first[wanted], 0)
    assert set(solutions("sat-life-torus-cycle", m, n, r)) == expected


def test_spaceships_are_what_the_clauses_say() -> None:
    """Every condition of the program on 4 x 4, 2 steps, 1 row, checked one by one."""
    m, n, r, s, pad = 4, 4, 2, 1, 3
    history = caged(m, n, r, until=r - 1)
    boards = [states[:, pad:-pad, pad:-pad] for states in history]
    last = history[r]
    wanted = boards[r][:, 0].any(axis=1)
    for t in range(r):
        wanted &= ~boards[t][:, 0].any(axis=1)
    wanted &= (boards[0][:, s:] == boards[r][:, :-s]).all(axis=(1, 2))
    rows = slice(pad, pad + m + 1 - s)
    wanted &= ~last[:, rows, pad - 1].any(axis=1) & ~last[:, rows, pad + n].any(axis=1)
    wanted &= ~last[:, pad - 1, pad:-pad].any(axis=1) & ~boards[r][:, m - s :].any(axis=(1, 2))
    expected = brute.patterns(history[0][wanted], pad)
    assert set(solutions("sat-life-grid-spaceships", m, n, r, s)) == expected


FIRESHIP_WITHOUT_ITS_REAR = """\
.............................
......................oo.....
.....................oooo....
....oo..oo...................
....oo..oo..........oooooo...
...ooo..ooo..........oooo....
...ooo..ooo..................
....................oo..oo...
...o......o.......oo.o..o.oo.
...o..oo..o..........o..o....
....oooooo...................
.............................
......................oo.....
......oo..............oo.....
.....o..o....................
.....oooo....................
....oo..oo...................
.o..o....o..o................
....o....o...................
.....oooo....................
.o..........o................
..o........o.................
"""


def test_a_solution_for_spaceships_need_not_be_one() -> None:
    """As in the original: no clause forbids the cells that are born in row m + 1.

    The copperhead beside it enters row 1 at time 10.
    """
    known, _ = read_known_cells(FIRESHIP_WITHOUT_ITS_REAR)
    question = KnuthQuestion(
        "sat-life-grid-spaceships", (22, 29, 10, 1), given=(GivenCells(0, known),)
    )
    found = first(question)
    assert found is not None
    assert {(x, y) for x, y in found.phases[-1] if y == 23} == {(7, 23), (8, 23)}


def test_the_smallest_fast_ship_is_the_lightweight_spaceship() -> None:
    """LWSS needs 5 x 6 cells (as two other programs found), which leaves no room for others."""
    found = solutions("sat-life-grid-spaceships", 7, 6, 4, 2)
    lwss = Pattern.parse("O..O.\n....O\nO...O\n.OOOO")
    kin = {phase.canonical() for phase in generations(lwss, 3)}
    assert len(found) == 4
    assert all(behaviour(ship).dy == -2 and ship.canonical() in kin for ship in found)


def test_a_lone_row_is_reported_as_not_life() -> None:
    found = first(KnuthQuestion("sat-life-grid-cycle", (1, 1, 1)))
    assert found is not None
    assert found.free == ((1, 1, 1),)


def test_a_wrong_answer_is_never_believed() -> None:
    formula = knuth_formula(PROGRAMS["sat-life-grid"], (3, 3, 1))
    model = np.ones(len(formula.variables) + 1, np.bool_)
    with pytest.raises(Exception, match="breaks the rule"):
        read_history(formula, model, lambda pattern: Pattern.of([]))


SLOW = {
    ("sat-life-grid-cycle", (9, 9, 3)),
    ("sat-life-grid-cycle", (16, 16, 2)),
    ("sat-life-grid-eater", (9, 9, 7)),
    ("sat-life-grid-eater", (12, 12, 6)),
    ("sat-life-grid-spaceships", (12, 10, 4, 2)),
    ("sat-life-torus-cycle", (7, 7, 2)),
    ("sat-life-grid90-cycle", (9, 9, 5)),
    ("sat-life-grid90-cycle", (10, 10, 4)),
    ("sat-life-gridquad-cycle", (9, 11, 5)),
    ("sat-life-gridquad-cycle", (10, 10, 6)),
    ("sat-life-gridquad-cycle", (15, 16, 4)),
    ("sat-life-upper", (6, 6)),
    ("sat-life-upper", (7, 7)),
    ("sat-life-torus-cycle", (4, 5, 3)),
    ("sat-life-torus-cycle", (5, 6, 4)),
    ("sat-life-grid-spaceships", (10, 8, 4, 1)),
    ("sat-life-grid-spaceships-sym", (12, 11, 4, 1)),
    ("sat-life-grid-eater", (8, 8, 6)),
}

# Satisfiable, but six solvers did not find out within a minute.
TOO_HARD = {
    ("sat-life-grid90-cycle", (12, 12, 5)),
    ("sat-life-torus-cycle", (20, 20, 2)),
    ("sat-life-grid-spaceships-sym", (16, 19, 4, 2)),
}


def answered(records: list[dict[str, Any]]) -> list[Any]:
    """The records with a known status; two of three, and those that take long, marked as slow.

    Other tests compare the clauses themselves with those of the originals.
    """
    known = [
        record
        for record in records
        if "status" in record and (record["program"], tuple(record["args"])) not in TOO_HARD
    ]
    return [
        pytest.param(
            record,
            id=" ".join([record["program"], *map(str, record["args"])]),
            marks=pytest.mark.slow("two of three formulas, and large ones")
            if number % 3 or (record["program"], tuple(record["args"])) in SLOW
            else (),
        )
        for number, record in enumerate(known)
    ]


@pytest.mark.long
@pytest.mark.parametrize("record", answered(RECORDS))
def test_status_of_the_originals(record: dict[str, Any]) -> None:
    mask = parse_mask(record["stdin"]) if "stdin" in record else None
    query = KnuthQuestion(record["program"], tuple(record["args"]), mask)
    assert record["status"] == ("UNSAT" if first(query) is None else "SAT")
