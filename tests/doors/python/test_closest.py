"""`ls.closest_predecessor`: patterns, arrays, images and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lifesearch as ls
from lifesearch.engines.compiled import available

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")

RING = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])


def after(best: ls.Best) -> ls.Pattern:
    assert best.answer is not None
    return best.answer.pattern.after(1)


@pytest.mark.parametrize("array", [RING, RING.astype(bool), RING.tolist()], ids=str)
def test_an_array_is_where_its_first_cell_is_the_origin(array: Any) -> None:
    best = ls.closest_predecessor(array, jobs=1)
    assert best.proved
    assert after(best).cells == {(x, y) for y, x in np.argwhere(RING).tolist()}


def test_a_pattern_stays_where_it_is() -> None:
    block = ls.Pattern.parse("OO\nOO").translate(7, 7)
    assert after(ls.closest_predecessor(block, jobs=1)) == block


def test_images_and_files_are_pictures(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    drawn = image.fromarray(np.where(RING, 0, 255).astype(np.uint8))
    drawn.save(tmp_path / "ring.png")
    for picture in (drawn, str(tmp_path / "ring.png"), tmp_path / "ring.png"):
        best = ls.closest_predecessor(picture, jobs=1)
        assert best.answer is not None
        assert best.answer.facts()["wrong"] == 0
    wide = ls.closest_predecessor(drawn, size=(6, 3), threshold=0.5, jobs=1)
    assert after(wide).population == 2 * RING.sum()
    dark = ls.closest_predecessor(drawn, invert=True, jobs=1)
    assert after(dark).cells == {(1, 1)}


def test_a_large_picture_needs_a_time_limit() -> None:
    with pytest.raises(ls.InputError, match="give time_limit="):
        ls.closest_predecessor(np.zeros((30, 30)), jobs=1)
    best = ls.closest_predecessor(np.zeros((30, 30)), jobs=1, time_limit=60)
    assert best.answer is not None
    assert best.proved  # nothing is wrong where nothing lives


@pytest.mark.parametrize(
    ("picture", "words"),
    [([[2]], "a 0 or a 1"), ([1, 0], "two dimensions"), (3, "give a Pattern"), ([[]], "no cells")],
)
def test_what_is_no_picture_is_named(picture: Any, words: str) -> None:
    with pytest.raises(ls.InputError, match=words):
        ls.closest_predecessor(picture, jobs=1)
