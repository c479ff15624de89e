"""What is said of catalysts, and of active parts that have names."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from lifesearch.common.errors import InputError
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Closed, Exhausted
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.identify import islands
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import generations, step
from lifesearch.questions.catalysts.answer import PlacedCatalysts
from lifesearch.questions.catalysts.course import Course, Ship, course, touched_in_order
from lifesearch.questions.catalysts.known import CONDUITS, active_named
from lifesearch.questions.catalysts.question import Catalysts
from lifesearch.questions.catalysts.words import conduit_name, outcome_in_words, ship_in_words
from lifesearch.running.session.codec import query_from_json, question_to_json, read, to_json

BLOCK = Pattern.parse("OO\nOO")
EATER = Pattern.parse("OO..\nO.O.\n..O.\n..OO")
GLIDER = Pattern.parse(".O.\n..O\nOOO")


@pytest.mark.parametrize(
    ("name", "settles"),
    [("pi-heptomino", 173), ("B-heptomino", 148), ("Herschel", 128), ("century", 103)],
)
def test_active_parts_settle_when_the_lexicon_says(name: str, settles: int) -> None:
    """The times are those of the Life Lexicon: https://conwaylife.com/ref/lexicon/lex.htm."""
    pattern = active_named(name)
    assert pattern is not None
    sizes = [len(each) for each in generations(pattern, settles + 20, LIFE)]
    same = [a == b for a, b in pairwise(sizes)]
    assert all(same[settles:])
    assert not all(same[settles - 4 :])


def test_the_herschel_comes_of_the_b_heptomino() -> None:
    """In generation 20, with a block or two beside it: the same source."""
    b, herschel = active_named("b heptomino"), active_named("herschel")
    assert b is not None
    assert herschel is not None
    after = step(b, LIFE, 20)
    assert any(
        herschel.transform(g).normal().translate(x, y).cells <= after.cells
        for g in Orientation
        for x in range(-20, 20)
        for y in range(-20, 20)
    )


def test_gliders_have_lanes_and_timings_that_do_not_change() -> None:
    """The same glider, later; and another one, a lane beside it, or a generation later."""
    first = Ship(GLIDER, (1, 1), 4, 0)
    assert ship_in_words(first, LIFE) == "glider SE, lane 0, timing 0"
    for t in range(1, 9):
        assert ship_in_words(Ship(step(GLIDER, LIFE, t), (1, 1), 4, t), LIFE) == (
            "glider SE, lane 0, timing 0"
        )
    beside = Ship(GLIDER.translate(3, 1), (1, 1), 4, 7)
    assert ship_in_words(beside, LIFE) == "glider SE, lane 2, timing -5"
    turned = Ship(GLIDER.transform(Orientation.R90), (1, -1), 4, 0)
    assert ship_in_words(turned, LIFE).startswith("glider NE, lane ")


def test_conduits_of_herschels_have_names() -> None:
    herschel = active_named("Herschel")
    assert herschel is not None
    query = Catalysts(herschel, (BLOCK,))
    names = [conduit_name(Course("again", 3, 80, 0, g), query.problem) for g in Orientation]
    assert names == ["F77", "L77", "B77", "R77", "Bx77", "Fx77", "Rx77", "Lx77"]
    turned = Catalysts(herschel.transform(Orientation.R90).normal(), (BLOCK,))
    assert conduit_name(Course("again", 0, 64, 0, Orientation.R270), turned.problem) == "R64"
    assert not conduit_name(Course("again", 0, 64, 0), Catalysts(GLIDER, (BLOCK,)).problem)


R64 = """
.........OO...........
.........OO.....OO....
................OO....
......................
......................
..............OO......
..............OO......
....................OO
....................OO"""
FX77 = """
O.................
OOO...............
...O..............
..OO...........OO.
...............OO.
..................
..................
..................
..................
..................
..................
..................
..................
..................
..................
..................
..................
..................
..................
................OO..
................O.O.
..................O.
..................OO"""


@pytest.mark.parametrize(
    ("name", "picture", "at", "turn"),
    [
        ("R64", R64, (0, 12), Orientation.R270),
        ("Fx77", FX77, (1, 10), Orientation.FLIP_Y),
    ],
)
def test_conduits_of_the_lexicon(name: str, picture: str, at: Cell, turn: Orientation) -> None:
    """Catalysts, places and delays are those of https://conwaylife.com/ref/lexicon/lex.htm."""
    herschel = active_named("Herschel")
    assert herschel is not None
    catalysts = islands(Pattern.parse(picture))
    shapes = tuple(dict.fromkeys(each.normal() for each in catalysts))
    asked = Catalysts(
        herschel.translate(*at),
        shapes,
        4,
        area=(56, 56),
        generations=80,
        recovery=40,
        transparent=True,
    )
    found = course(asked.problem, touched_in_order(asked.problem, catalysts)[0])
    assert found is not None
    moved, year = CONDUITS[name]
    assert (found.outcome, found.turn, found.moved) == ("again", turn, moved)
    named = f"conduit {name} (known since {year}): the same again,"
    assert outcome_in_words(found, asked.problem).startswith(named)
    assert f"{found.delay}" == name.strip("RFx")
    elsewhere = replace(found, moved=(1, 1))
    assert outcome_in_words(elsewhere, asked.problem).startswith(f"conduit {name}: ")


def test_sessions_keep_queries_and_answers() -> None:
    query = Catalysts(GLIDER, (BLOCK, EATER), periods=(3, 5), transform=Orientation.R180)
    assert query_from_json(question_to_json(query)) == query
    saved = PlacedCatalysts((BLOCK.translate(7, 9), EATER))
    assert read(query.saved_type, to_json(saved)) == saved


def test_what_is_not_an_answer_is_refused() -> None:
    """An eater where it eats the glider, and the same one, or another catalyst, elsewhere."""
    query = Catalysts(GLIDER, (EATER,), 1, area=(20, 20))
    right = Pattern.parse("OO..\nO...\n.OOO\n...O").translate(3, 4)
    [answer] = query.answers([PlacedCatalysts((right,))], 20, 20)
    assert answer.called.startswith("eater: ")
    wrong = [(right.translate(1, 0),), (BLOCK.translate(5, 5),), (right.translate(9, 9),), ()]
    wrong += [(right, right.translate(8, 0)), (right.translate(-3, -4),)]
    for catalysts in wrong:
        with pytest.raises(Exception, match="is not what catalysts were asked for"):
            query.answers([PlacedCatalysts(catalysts)], 20, 20)


class _Solving:
    """In place of a solver: three solutions, one before a cube is closed, and 200 conflicts."""

    def solved(self, encoding: str) -> _Solving:
        return self

    def enumeration(self, cube: str, answer: Callable[..., object], *, fewest: bool) -> _Solving:
        self.answer = answer
        return self

    def run(self, *_: object) -> Iterator[object]:
        yield 100
        self.answer((BLOCK.translate(5, 5),))
        yield Closed("0", 120)
        self.answer((BLOCK.translate(6, 5),))
        self.answer((BLOCK.translate(7, 5),))
        yield 150
        yield Exhausted(200)


def test_the_work_of_a_solver_is_counted_in_placements() -> None:
    """Also before its end: else the number on the screen jumps, and cubes count conflicts."""
    query = Catalysts(GLIDER, (BLOCK,), 1, area=(20, 20))
    vars(query)["still_cells"] = _Solving()
    reports = query.search(Part((20, 20)), Configuration("glucose4"), [])
    assert query.unit == "placement"
    assert list(reports) == [0, Closed("0", 1), 3, Exhausted(3)]


def test_orders_of_transforms() -> None:
    assert [g.order for g in Orientation] == [1, 4, 2, 4, 2, 2, 2, 2]


def test_an_empty_active_part_is_refused() -> None:
    with pytest.raises(InputError, match="the active part has no live cell"):
        Catalysts(Pattern.of(()), (BLOCK,))


def test_what_recurs_by_itself_does_so_the_same_way_in_all_processes() -> None:
    """Several turns fit a blinker, and the order of a set of turns differs between processes."""
    code = (
        "from lifesearch.life.pattern import Pattern\n"
        "from lifesearch.questions.catalysts.question import Catalysts\n"
        "print(Catalysts(Pattern.parse('OOO'), (Pattern.parse('OO\\nOO'),))._recurring)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(4)
    }
    assert len(outputs) == 1


def test_a_session_of_new_oscillators_keeps_what_was_known() -> None:
    asked = Catalysts(GLIDER, (BLOCK,))
    begun, now = (replace(asked, new=True, excluded=known) for known in ((BLOCK,), (BLOCK, EATER)))
    assert now.as_recorded(begun) == begun
    assert now.as_recorded(asked) == now != asked
    assert asked.as_recorded(begun) == asked
