"""Catalysts that are known: still lifes that are there again after something has arrived."""

from lifesearch.formats.known_cells import read_grids
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from lifesearch.queries.completion.query import Completion
from lifesearch.queries.constraints import Bound, Constraints
from lifesearch.queries.measures import Measure
from tests.asking import every

BLOCK, SNAKE = Pattern.parse("OO\nOO"), Pattern.parse("O.OO\nOO.O")
CARRIER = Pattern.parse("..OO\nO..O\nOO..")
EATER_1 = Pattern.parse("...O\n.OOO\nO...\nOO..")

T_TETROMINO = """
.......
~~~.o..
~~~ooo.
~~~....
.......
.......
"""
GLIDER_AT_SNAKE = """
~~~~.....
~~~~.....
~~~~..ooo
......o..
.......o.
"""
BOAT = """
~~~~.oo..
~~~~.o.o.
~~~~..o..
.........
.........
"""
GLIDER_AT_BOAT_BIT = """
~~~~.oo....
~~~~.o.o...
......o....
...........
........ooo
........o..
.........o.
"""
GLIDER = """
...~~~~~
...~~~~~
...~~~~~
...~~~~~
...~~~~~
ooo.....
..o.....
.o......
"""


def cells(picture: str, letter: str) -> Pattern:
    rows = picture.strip().splitlines()
    return Pattern.of(
        (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == letter
    )


def catalysts(picture: str, generation: int, population: int) -> set[Pattern]:
    """Still lifes of so many cells that are alone again when something has arrived."""
    told = read_grids(picture.strip())
    bound = Bound(Measure.FIRST, least=population, most=population)
    query = Completion(
        told, Motion(generation + 1), raw=True, any_period=True, constraints=Constraints((bound,))
    )
    return {answer.pattern for answer in every(query)}


def after(picture: str, still: Pattern, count: int) -> Pattern:
    """What the still life and what arrives have become."""
    *_, last = generations(still | cells(picture, "o"), count)
    return last


def test_a_block_eats_a_t_tetromino() -> None:
    block = BLOCK.translate(0, 2)
    assert after(T_TETROMINO, block, 3) != block == after(T_TETROMINO, block, 4)
    *_, traffic_light = generations(cells(T_TETROMINO, "o"), 20)
    assert traffic_light.population == 12  # without the block it is a traffic light
    assert catalysts(T_TETROMINO, 4, population=4) == {block}


def test_a_glider_makes_the_boat_of_a_boat_bit() -> None:
    boat = cells(BOAT, "o")
    assert after(GLIDER_AT_SNAKE, SNAKE, 6) == SNAKE | boat
    unknown = "\n".join(["?" * 9] * 5)
    film = [GLIDER_AT_SNAKE.strip(), *[unknown] * 5, BOAT.strip()]
    query = Completion(read_grids("\n\n".join(film)), Motion(7), returns=False, raw=True)
    assert {answer.pattern for answer in every(query)} == {SNAKE, CARRIER}


def test_another_glider_on_the_same_path_takes_the_boat_away() -> None:
    first, second = GLIDER_AT_SNAKE, GLIDER_AT_BOAT_BIT
    boat = cells(BOAT, "o")
    assert cells(second, "o") == boat | cells(first, "o").translate(2, 2)
    assert after(second, SNAKE, 10) == SNAKE
    assert SNAKE in catalysts(second, 10, population=6)


def test_eater_1_is_the_only_one_of_7_cells_that_eats_a_glider_here() -> None:
    eater = EATER_1.translate(3, 0)
    assert after(GLIDER, eater, 3) != eater == after(GLIDER, eater, 4)
    assert catalysts(GLIDER, 5, population=7) == {eater}
