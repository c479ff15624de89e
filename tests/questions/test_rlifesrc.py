"""What rlifesrc's own tests say there is or is not, by whatever search is nearest here.

The facts are those of `lib/tests/test.rs` of github.com/AlephAlpha/rlifesrc, commit 8a71050. There
a ship travels down by default, and the box is that of a whole period, too, so that sizes mean the
same. Where rlifesrc asks for the first few of many, it is asked here whether there is one.
"""

from __future__ import annotations

from typing import Any

import pytest

import lifesearch as ls
from lifesearch.common.errors import InputError
from lifesearch.formats.rle import read_rle
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import behaviour

MAP_RULE = (
    "MAPERYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA"
)
SHIP_OF_PERIOD_3 = """x = 16, y = 5, rule = B3/S23
........o.......$.oo.ooo.ooo.....$.oo....o..oo.oo.$o..o.oo...o..oo.$............o..o!
"""

Facts = dict[str, tuple[Any, Any, dict[str, Any]]]

FOUND: Facts = {
    "b0": (ls.Oscillator, 2, {"box": (3, 3), "rule": "B026/S1"}),
    "p3_2333": (ls.Oscillator, 3, {"box": (4, 4), "rule": "23/3/3"}),
    "snowflakes": (
        ls.Spaceship,
        "c/2",
        {"box": (4, 4), "rule": "B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e"},
    ),
    "map_rules": (ls.Oscillator, 2, {"box": (4, 6), "rule": MAP_RULE}),
    "lwss": (ls.Spaceship, "2c/4", {"box": (6, 6)}),
    "lwss_flip": (ls.Spaceship, "c/2", {"box": (5, 5), "transform": "F|"}),
    "diagonal": (ls.Spaceship, "c/4 diagonal", {"box": (8, 8)}),
    "p3_spaceship": (ls.Spaceship, "c/3", {"box": (16, 5)}),
    "turtle": (ls.Spaceship, "c/3", {"box": (12, 13), "symmetry": "D2|"}),
}
NONE: Facts = {"not_found": (ls.Oscillator, 3, {"box": (5, 5)})}


def _first(kind: Any, asked: Any, options: dict[str, Any]) -> Any:
    return kind(asked, **options).find(jobs=1)


@pytest.mark.long
@pytest.mark.parametrize("name", FOUND)
def test_found(name: str) -> None:
    assert _first(*FOUND[name]) is not None


@pytest.mark.long
@pytest.mark.parametrize("name", NONE)
def test_not_found(name: str) -> None:
    assert _first(*NONE[name]) is None


@pytest.mark.long
def test_still_lifes() -> None:
    """5x5: some of up to 5 cells, the least 4; none of up to 3. 3x3: none with a full first row."""
    box = {"box": (5, 5)}
    few = ls.StillLife(population="<=5", **box).find(jobs=1)  # type: ignore[arg-type]
    assert few is not None
    assert few.population <= 5
    assert ls.StillLife(population="<=3", **box).find(jobs=1) is None  # type: ignore[arg-type]
    known = ls.complete("ooo\n***\n***\n", period=1)
    assert known is None
    with pytest.raises(InputError):
        ls.StillLife(box=(10, 9), symmetry="D2\\")
    assert ls.StillLife(box=(10, 10), symmetry="D2\\").find(jobs=1) is not None


@pytest.mark.long
def test_back_flipped_in_seeds() -> None:
    """Six down in six generations: only what is back sooner, too, moves like that."""
    options: dict[str, Any] = {"box": (13, 13), "rule": "B2/S", "transform": "F|"}
    assert ls.Spaceship("6c/6", **options).find(jobs=1) is None
    assert ls.Spaceship("6c/6", any_period=True, **options).find(jobs=1) is not None


def test_the_ship_that_it_prints() -> None:
    ship = read_rle(SHIP_OF_PERIOD_3).pattern
    assert behaviour(ship, LIFE, 10).describe() == "spaceship of velocity c/3"
