"""The layers of rows of a ship, against ships that everybody knows."""

import numpy as np
import pytest

from lifesearch.engines.sat.encoding.ship_rows import Layer, RowLayers
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.strip_symmetry import Mirror
from tests.ships import RECORDS, ship


def mirrored(pattern: Pattern, width: int) -> bool:
    return pattern.transform(Orientation.FLIP_X).translate(width - 1, 0) == pattern


def fitting_layers(name: str) -> list[tuple[RowLayers, Pattern]]:
    """All strips of layers that a ship fits in."""
    pattern, motion, width = ship(name)
    fitting = [RowLayers(width, motion), RowLayers(width + 3, motion)]
    if mirrored(pattern, width):
        fitting.append(RowLayers(width, motion, Mirror.MIRRORED))
    if mirrored(pattern, width) and width % 2 and all(2 * x + 1 != width for x, _ in pattern):
        fitting.append(RowLayers(width, motion, Mirror.GUTTER))
    return [(row_layers, pattern) for row_layers in fitting]


def satisfied(row_layers: RowLayers, layers: list[Layer]) -> bool:
    variables = Variables()
    grid = row_layers.assign_variables(len(layers), variables)
    values = np.zeros(len(variables) + 1, np.bool_)
    values[grid.ravel()] = np.array(layers).ravel()
    return all(
        bool((((values[np.abs(batch.rows)] == (batch.rows > 0)) & (batch.rows != 0)).any(1)).all())
        for batch in row_layers.clauses(grid)
    )


LARGE = ("ecologist", "295P5H1V1")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=pytest.mark.slow("a large ship, row by row")
            if number % 6 or name in LARGE
            else pytest.mark.long,
        )
        for number, name in enumerate(RECORDS)
    ],
)
def test_known_ships_satisfy_the_clauses(name: str) -> None:
    for row_layers, pattern in fitting_layers(name):
        layers = row_layers.layers(pattern)
        assert satisfied(row_layers, layers)
        assert row_layers.pattern(layers).normal() == pattern.normal()


LARGE_SHIPS = [
    pytest.param(name, marks=pytest.mark.slow("a large ship, row by row"))
    for name in ("30P5H2V0", "loafer", "Sir Robin")
]


@pytest.mark.long
@pytest.mark.parametrize("name", ["glider", "LWSS", "turtle", *LARGE_SHIPS])
def test_spoilt_ships_do_not(name: str) -> None:
    pattern, motion, width = ship(name)
    row_layers = RowLayers(width, motion)
    random = np.random.default_rng(1)
    for _ in range(20):
        layers = row_layers.layers(pattern)
        a, t = int(random.integers(2, len(layers) - 2)), int(random.integers(motion.period))
        layers[a][t, int(random.integers(width))] ^= True
        assert not satisfied(row_layers, layers)


def test_glide_symmetry_is_half_a_period() -> None:
    pattern, motion, width = ship("LWSS")
    half = RowLayers(width, Motion(2, Orientation.FLIP_X, 0, -1))
    assert motion == Motion(4, Orientation.IDENTITY, 0, -2)
    assert satisfied(half, half.layers(pattern))
