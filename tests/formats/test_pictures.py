"""Pictures as cells: files of all kinds, sizes, shades, and what is no picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.formats.pictures import (
    cells_of_array,
    cells_of_picture,
    dithered,
    read_picture_file,
    shades_of_image,
    usual_size,
)

image = pytest.importorskip("PIL.Image")

SHADES = np.array([[0, 255, 128], [64, 0, 255]], np.uint8)
BLACK_OR_WHITE = np.where(SHADES > 99, 255, 0)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("plain.pbm", b"P1 # a comment\n3 2\n1 0 0\n110\n"),
        ("binary.pbm", b"P4\n3 2\n" + bytes([0b10000000, 0b11000000])),
    ],
)
def test_bitmaps_are_read_without_pillow(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert (read_picture_file(str(tmp_path / name)) == BLACK_OR_WHITE).all()


@pytest.mark.parametrize(
    "data",
    [
        b"P2\n# c\n3 2 255\n0 255 128\n64 0 255\n",
        b"P5 3 2 255\n" + SHADES.tobytes(),
    ],
)
def test_greymaps_are_read_without_pillow(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.pgm").write_bytes(data)
    assert (read_picture_file(str(tmp_path / "a.pgm")) == SHADES).all()


def test_a_greymap_may_have_fewer_shades(tmp_path: Path) -> None:
    (tmp_path / "a.pgm").write_bytes(b"P2 2 1 3 0 3")
    assert read_picture_file(str(tmp_path / "a.pgm")).tolist() == [[0, 255]]


def test_a_number_with_thousands_of_digits_is_white(tmp_path: Path) -> None:
    (tmp_path / "a.pgm").write_bytes(b"P2 2 1 255 " + b"9" * 5000 + b" 0007")
    assert read_picture_file(str(tmp_path / "a.pgm")).tolist() == [[255, 7]]


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "P", "1"])
def test_png_has_the_shades_of_its_pixels(tmp_path: Path, mode: str) -> None:
    shades = BLACK_OR_WHITE if mode == "1" else SHADES
    image.fromarray(shades.astype(np.uint8)).convert(mode).save(tmp_path / "a.png")
    assert (read_picture_file(str(tmp_path / "a.png")) == shades).all()


def test_png_of_16_bits_has_shades(tmp_path: Path) -> None:
    """Pillow makes shades of more than 8 bits white."""
    image.fromarray(SHADES.astype(np.uint16) * 257).save(tmp_path / "deep.png")
    assert (read_picture_file(str(tmp_path / "deep.png")) == SHADES).all()


def test_what_is_transparent_is_white() -> None:
    assert shades_of_image(image.new("RGBA", (2, 1), (0, 0, 0, 0))).tolist() == [[255, 255]]


def test_jpeg_is_read(tmp_path: Path) -> None:
    image.new("L", (16, 8), 40).save(tmp_path / "a.jpg")
    shades = read_picture_file(str(tmp_path / "a.jpg"))
    assert shades.shape == (8, 16)
    assert abs(int(shades.mean()) - 40) < 3


def damaged(folder: Path, name: str) -> bytes:
    image.fromarray(np.arange(6400, dtype=np.uint8).reshape(80, 80)).save(folder / "good.png")
    good = (folder / "good.png").read_bytes()
    if name == "large.png":
        image.new("1", (20_000, 20_000)).save(folder / name)
        return (folder / name).read_bytes()
    return {
        "pdf.png": b"%PDF-1.4",
        "empty.png": b"",
        "cut.png": good[: len(good) // 2],
        "large.pbm": b"P4 20000 20000\n",
        "cut.pbm": b"P4 100 100\n1234",
        "cut.pgm": b"P2 3 3 255 1 2 3",
        "letters.pgm": b"P2 3 1 255 1 two 3",
        "none.pgm": b"P5 0 0 255\n",
        "words.pgm": b"P5 hello",
        "deep.pgm": b"P5 1 1 65535 ab",
    }[name]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pdf.png", "no picture that lifesearch reads"),
        ("empty.png", "is empty"),
        ("cut.png", "is damaged"),
        ("large.png", "too many pixels|pixels large"),
        ("large.pbm", "20,000 x 20,000 pixels large"),
        ("cut.pbm", "is cut off"),
        ("cut.pgm", "is cut off"),
        ("letters.pgm", "or damaged: it has fewer numbers"),
        ("none.pgm", "has no pixels"),
        ("words.pgm", "does not say its width"),
        ("deep.pgm", "65,535 as its white"),
    ],
)
def test_what_is_no_picture_is_named(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_bytes(damaged(tmp_path, name))
    with pytest.raises(InputError, match=words) as caught:
        read_picture_file(str(tmp_path / name))
    assert name in str(caught.value)


def test_a_cell_is_the_mean_of_its_pixels() -> None:
    half = np.repeat([[0, 255]], 6, axis=0).repeat(10, axis=1).astype(np.uint8)
    assert cells_of_picture(half, (2, 1), threshold=0.5).tolist() == [[1, 0]]
    assert cells_of_picture(half, (2, 1), threshold=0.5, invert=True).tolist() == [[0, 1]]
    assert cells_of_picture(half, (4, 3), threshold=0.5).tolist() == [[1, 1, 0, 0]] * 3


def test_a_small_picture_can_be_enlarged() -> None:
    corner = np.array([[0, 255], [255, 255]], np.uint8)
    assert cells_of_picture(corner, (4, 4), threshold=0.5).tolist() == [
        [1, 1, 0, 0],
        [1, 1, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
    ]


@pytest.mark.parametrize("shade", [0.1, 0.3, 0.5, 0.8])
def test_as_many_cells_live_as_the_picture_is_dark(shade: float) -> None:
    cells = dithered(np.full((40, 50), shade))
    assert cells.mean() == pytest.approx(shade, abs=0.02)


def test_large_pictures_have_a_usual_size() -> None:
    assert cells_of_picture(np.zeros((300, 600), np.uint8)).shape == (64, 128)
    assert usual_size(10, 20) == (10, 20)


@pytest.mark.parametrize("array", [[1, 0], [[2]], [["a"]], [[[1]]], object()])
def test_an_array_has_a_0_or_a_1_for_each_cell(array: Any) -> None:
    with pytest.raises(InputError, match="an array of cells"):
        cells_of_array(array)


def test_arrays_of_all_kinds_are_cells() -> None:
    for array in ([[0, 1]], np.array([[False, True]]), np.array([[0.0, 1.0]])):
        assert cells_of_array(array).tolist() == [[0, 1]]
