"""What follows from a drawing holds in every pattern that has its cells, by brute force."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from functools import cache, partial
from itertools import compress
from typing import Any

import pytest

from lifesearch.doors.studio.work.deduce import Deduction, probed
from lifesearch.doors.studio.work.deduction_process import DeductionProcess
from lifesearch.life.motion import Motion
from lifesearch.questions.completion.asking import completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.option_table import read

WIDTH, HEIGHT = 4, 3
BOX = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
Cells = frozenset[tuple[int, int]]


def after(cells: Cells) -> Cells:
    """The next generation, counted cell by cell."""
    near = Counter((x + dx, y + dy) for x, y in cells for dx, dy in AROUND)
    return frozenset(cell for cell, n in near.items() if n == 3 or (n == 2 and cell in cells))


@cache
def histories(period: int) -> list[list[Cells]]:
    """Both generations of all patterns in the box that first recur after this period."""
    found = []
    for lives in itertools.product((False, True), repeat=len(BOX)):
        first = frozenset(itertools.compress(BOX, lives))
        second = after(first)
        recurs = second == first if period == 1 else second != first == after(second)
        if first and recurs and second <= set(BOX):
            found.append([first, second])
    return found


def drawn(chance: random.Random, grids: int) -> str:
    letters = chance.choices("o.?", weights=(2, 3, 4), k=grids * len(BOX))
    rows = ["".join(letters[i : i + WIDTH]) for i in range(0, len(letters), WIDTH)]
    return "\n\n".join("\n".join(rows[i : i + HEIGHT]) for i in range(0, len(rows), HEIGHT))


def cells_of(drawing: str) -> dict[tuple[int, int, int], str]:
    return {
        (t, x, y): letter
        for t, grid in enumerate(drawing.split("\n\n"))
        for y, row in enumerate(grid.split("\n"))
        for x, letter in enumerate(row)
        if letter != "?"
    }


def without(drawing: str, kept: set[tuple[int, ...]]) -> str:
    """The drawing with these cells only."""
    return "\n\n".join(
        "\n".join(
            "".join(letter if (t, x, y) in kept else "?" for x, letter in enumerate(row))
            for y, row in enumerate(grid.split("\n"))
        )
        for t, grid in enumerate(drawing.split("\n\n"))
    )


def fits(history: list[Cells], cells: dict[tuple[int, int, int], str]) -> bool:
    return all(((x, y) in history[t]) == (letter == "o") for (t, x, y), letter in cells.items())


@pytest.mark.parametrize(("period", "grids"), [(1, 1), (2, 1), (2, 2)])
def test_what_follows_is_true_and_what_contradicts_is_impossible(period: int, grids: int) -> None:
    chance = random.Random(period + grids)
    asked = {"kind": "oscillator", "period": str(period)}
    blank = "\n\n".join(["\n".join(["?" * WIDTH] * HEIGHT)] * grids)
    deduction = Deduction.of({**asked, "drawing": blank})
    deduced = contradicted = 0
    for _ in range(120):
        drawing = drawn(chance, grids)
        answer = deduction.answer(drawing)
        wrong = {tuple(cell) for cell in answer["wrong"]}
        given = cells_of(without(drawing, wrong)) if wrong else cells_of(drawing)
        fitting = [history for history in histories(period) if fits(history, given)]
        if wrong:
            contradicted += 1
            assert not fitting, drawing
            for cell in wrong:  # none of them can be left out
                assert deduction.answer(without(drawing, wrong - {cell}))["wrong"] == []
            continue
        follows = cells_of("\n\n".join(answer["grids"]))
        assert given.items() <= follows.items()
        assert all(fits(history, follows) for history in fitting), drawing
        deduced += len(follows) > len(given)
    assert min(deduced, contradicted) > 5


@pytest.mark.parametrize(("period", "grids"), [(1, 1), (2, 1)])
def test_what_is_decided_by_trying_is_true_and_more_than_what_follows(
    period: int, grids: int
) -> None:
    chance = random.Random(7 * period + grids)
    options = read("complete", {"period": period})
    more = 0
    for _ in range(40):
        drawing = drawn(chance, grids)
        given = cells_of(drawing)
        fitting = [history for history in histories(period) if fits(history, given)]
        if not fitting:
            continue
        *_, last = probed(completion(drawing, options))
        decided = cells_of("\n\n".join(last["grids"]))
        assert given.items() <= decided.items()
        assert all(fits(history, decided) for history in fitting), drawing
        assert (last["decided"], last["cells"]) == (len(decided), period * len(BOX))
        asked = {"kind": "oscillator", "period": str(period), "drawing": drawing}
        follows = cells_of("\n\n".join(Deduction.of(asked).answer(drawing)["grids"]))
        assert follows.items() <= decided.items()
        more += len(decided) > len(follows)
    assert more > 3


def test_a_live_cell_may_be_a_capital_letter() -> None:
    small, capital = "oo\no?", "OO\nO?"
    deduction = Deduction.of({"kind": "still-life", "drawing": capital})
    for drawing in (small, capital):
        assert deduction.answer(drawing) == {"grids": ["oo\noo"], "wrong": []}


def test_trying_ends_with_its_time_and_says_nothing_of_other_questions() -> None:
    drawing = "\n".join(["?" * 12] * 12)
    times = iter(range(100))
    boards = list(probed(completion(drawing, read("complete", {"period": 1})), 3, times.__next__))
    assert 2 <= len(boards) <= 4
    fading = read("complete", {"period": 1, "rule": "B2/S/3"})
    assert list(probed(completion("??", fading))) == []
    assert list(probed(Periodic(Motion(1), (3, 3)))) == []


FADING = {
    "B2/S/3": ({2}, set[int](), 3),
    "B3/S23/4": ({3}, {2, 3}, 4),
    "B3/S23/3": ({3}, {2, 3}, 3),
}
"""Neighbours for birth and for survival, and the number of states."""


def faded(cells: dict[tuple[int, int], int], rule: str) -> dict[tuple[int, int], int]:
    """The next generation in a rule of several states, counted cell by cell."""
    born, stays, states = FADING[rule]
    near = Counter((x + dx, y + dy) for (x, y), s in cells.items() if s == 1 for dx, dy in AROUND)
    then = {}
    for cell in cells.keys() | near.keys():
        state = cells.get(cell, 0)
        lives = near[cell] in (stays if state else born) if state < 2 else False
        then[cell] = 1 if lives else (state + 1) % states if state else 0
    return {cell: state for cell, state in then.items() if state}


@pytest.mark.parametrize(
    ("rule", "kind", "size"),
    [("B2/S/3", "film", (4, 2)), ("B3/S23/4", "film", (3, 2)), ("B3/S23/3", "still-life", (3, 3))],
)
def test_rules_of_several_states(rule: str, kind: str, size: tuple[int, int]) -> None:
    """Films of two generations, and still lifes."""
    chance = random.Random(4)
    width, height = size
    box = [(x, y) for y in range(height) for x in range(width)]
    states, films = FADING[rule][2], []
    for each in itertools.product(range(states), repeat=len(box)):
        first = {cell: state for cell, state in zip(box, each, strict=True) if state}
        second = faded(first, rule)
        if (second.keys() <= set(box)) if kind == "film" else first and first == second:
            films.append([first, second])
    grids = 2 if kind == "film" else 1
    blank = "\n\n".join(["\n".join(["?" * width] * height)] * grids)
    deduction = Deduction.of({"kind": kind, "rule": rule, "drawing": blank})
    deduced, contradicted = Counter[str](), 0
    for _ in range(120):
        fitting: list[Any] = films
        letters = chance.choices("???01" + "0123"[:states], k=grids * len(box))
        drawing = "\n\n".join(
            "\n".join(" ".join(letters[i : i + width]) for i in range(j, j + len(box), width))
            for j in range(0, len(letters), len(box))
        )
        answer = deduction.answer(drawing)
        wrong = [tuple(cell) for cell in answer["wrong"]]
        given = {
            (t, x, y): letters[t * len(box) + y * width + x]
            for t in range(grids)
            for x, y in box
            if not wrong or (t, x, y) in wrong
        }
        for (t, x, y), letter in given.items():
            fitting = [f for f in fitting if letter in ("?", str(f[t].get((x, y), 0)))]
        if wrong:
            contradicted += 1
            assert not fitting, drawing
            continue
        for t, grid in enumerate(answer["grids"]):
            for (x, y), state in zip(box, grid.split(), strict=True):
                assert given[t, x, y] in ("?", state)
                assert state == "?" or all(str(f[t].get((x, y), 0)) == state for f in fitting)
                deduced[state] += bool(fitting) and given[t, x, y] == "?"
    assert contradicted > 5
    assert kind != "film" or len(deduced) == states + 1


def test_more_states_than_digits() -> None:
    drawing = "{}\n\n?\n\n?\n\n?"
    asked = {"kind": "film", "rule": "B2/S/14", "drawing": drawing.format("?")}
    deduction = Deduction.of(asked)
    for first in (8, 10):
        grids = [str(state) for state in range(first, first + 4)]
        assert deduction.answer(drawing.format(first)) == {"grids": grids, "wrong": []}
    assert deduction.answer(drawing.format(14))["wrong"] == [[0, 0, 0]]


@pytest.mark.long
def test_exempt_cells_need_not_follow() -> None:
    chance = random.Random(3)
    subsets = itertools.product((False, True), repeat=len(BOX))
    pairs = [
        (cells, after(cells)) for cells in map(frozenset, map(partial(compress, BOX), subsets))
    ]
    deduced = contradicted = 0
    for _ in range(60):
        drawing = drawn(chance, 1)
        exempt = set(chance.sample(BOX, 2))
        marked = "\n".join(
            "".join(letter + "'" * ((x, y) in exempt) for x, letter in enumerate(row))
            for y, row in enumerate(drawing.split("\n"))
        )
        answer = Deduction.of({"kind": "still-life", "drawing": marked}).answer(marked)
        given = cells_of(drawing)
        fitting = [[a] for a, b in pairs if not (a ^ b) - exempt and fits([a], given)]
        if answer["wrong"]:
            contradicted += 1
            assert not fitting, marked
            continue
        follows = cells_of(answer["grids"][0])
        assert given.items() <= follows.items()
        assert all(fits(history, follows) for history in fitting), marked
        deduced += len(follows) > len(given) and len(fitting) > 0
    assert min(deduced, contradicted) > 3


def test_one_process_answers_and_another_one_takes_its_place() -> None:
    async def ask() -> None:
        deducer = DeductionProcess()
        block = {"kind": "still-life", "drawing": "oo\no?"}
        try:
            assert await deducer.answer(block) == {"grids": ["oo\noo"], "wrong": []}
            for odd in ("o?\n?", "", None, 5, "?\n\n??"):
                assert await deducer.answer({**block, "drawing": odd}) == {}
            assert await deducer.answer({**block, "kind": "magic"}) == {}
            assert await deducer.answer({**block, "drawing": "~?"}) == {
                "why": "where cells are stable"
            }
            wide = "\n".join(["o" + "?" * 109] * 110)
            told = await deducer.answer({**block, "drawing": wide})
            assert told == {"why": "in boxes with more than 12,000 cells in all generations"}
            told = await deducer.answer({**block, "drawing": "0 2 1"})
            assert told["wrong"] == [[0, 1, 0]]  # no such state in this rule
            told = await deducer.answer({**block, "drawing": "?o"})
            assert (told["wrong"], told["possible"]) == ([], False)
            told = await deducer.answer({**block, "drawing": "oa\na?"})
            assert told == {"grids": ["oo\noo"], "wrong": []}
            assert deducer._process is not None
            deducer._process.kill()
            await deducer._process.wait()
            assert await deducer.answer(block) == {}
            assert (await deducer.answer(block))["grids"] == ["oo\noo"]
        finally:
            await deducer.close()

    asyncio.run(ask())
