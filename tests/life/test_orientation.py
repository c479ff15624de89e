from itertools import product

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.life.orientation import Orientation

PAIRS = list(product(Orientation, repeat=2))


def test_where_the_point_right_and_slightly_down_goes() -> None:
    images = {o.symbol: o.apply(3, 1) for o in Orientation}
    assert images == {
        "Id": (3, 1),
        "R90": (1, -3),
        "R180": (-3, -1),
        "R270": (-1, 3),
        "F|": (-3, 1),
        "F-": (3, -1),
        "F\\": (1, 3),
        "F/": (-1, -3),
    }


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_then_is_composition(a: Orientation, b: Orientation) -> None:
    assert a.then(b).apply(3, 1) == b.apply(*a.apply(3, 1))


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_group_laws(a: Orientation, b: Orientation) -> None:
    assert a.then(a.inverse) is Orientation.IDENTITY
    assert a.inverse.then(a) is Orientation.IDENTITY
    assert a.then(Orientation.IDENTITY) is a
    assert a.then(b).inverse is b.inverse.then(a.inverse)
    assert all(a.then(b).then(c) is a.then(b.then(c)) for c in Orientation)


def test_arrays_of_cells() -> None:
    x, y = Orientation.R90.apply(np.array([1, 0]), np.array([0, 2]))
    assert x.tolist() == [0, 2]
    assert y.tolist() == [-1, 0]


@pytest.mark.parametrize("orientation", Orientation)
def test_symbols_are_read_back(orientation: Orientation) -> None:
    assert Orientation.parse(orientation.symbol) is orientation
    assert Orientation.parse(f" {orientation.symbol.lower()} ") is orientation


@pytest.mark.parametrize("text", ["", "R45", "F", "identity", "F||", "R9"])
def test_other_symbols_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"Id, R90, R180, R270, F\|, F-, F\\ or F/"):
        Orientation.parse(text)
