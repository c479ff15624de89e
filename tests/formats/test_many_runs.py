"""Long RLE, which numpy reads, gives the same cells and complaints as when read run by run."""

from __future__ import annotations

import random
import re

import pytest

from lifesearch.common.errors import InputError
from lifesearch.common.limits import MOST_READ_CELLS
from lifesearch.formats import many_runs, rle
from lifesearch.formats.rle import read_rle
from tests.seeds import seeds

FEW, MANY = 300, 500
HEADS = (
    "",
    "x = 5, y = 5\n",
    "x = 3, y = 3, rule = B3/S23\n",
    "x=9,y=9,rule=345/2/4\n",
    "x = 3, y = 3, rule = LifeHistory\n",
    "#CXRLE Pos=-5,7 Gen=3\nx = 1, y = 1\n",
    "#CXRLE Pos=999999990,999999990\n",
    "x=1,y=1,rule=/2/255\n",
    "x = 5, y = 5, rule = B3/S23:T10,10\n",
)
LETTERS: tuple[list[str], ...] = (
    [*"bo$"],
    [*".A$"],
    [*".ABC$"],
    [".", "A", "B", "pA", "qB", "X", "yO", "yP", "$"],
    [*"boACEBDF.$"],
)
LARGE = (100, 3000, 999_999_999, 10**9, 10**9 + 1, 10**10, 7 * 10**8)
STRANGE = ("0", "00", "01", "0003", "9" * 30, "9" * 50)
DAMAGES = [*"?zP!0123456789 \t\n\x0b\x0c\x1c\x85\xa0\u2003éabopqy$.AXYZ#x\u0660"]


def text(chance: random.Random) -> str:
    letters = chance.choice(LETTERS)
    runs = []
    for _ in range(chance.randrange(1, 60)):
        kind = chance.random()
        count = "" if kind < 0.5 else str(chance.randrange(1, 12))
        if kind > 0.97:
            count = str(chance.choice(LARGE))
        if kind > 0.995:
            count = chance.choice(STRANGE)
        runs.append(count + chance.choice(letters))
        if chance.random() < 0.1:
            runs.append(chance.choice(["\n", "\r\n", " ", "\t", "\n\n", " \n", "\r"]))
    end = chance.choice(["!", "!", "", "!\nmore text", "!junk?", "!3o", "3!"])
    found = chance.choice(HEADS) + "".join(runs) + end
    for _ in range(chance.choice([0, 0, 1, 2, 3])):
        at = chance.randrange(len(found) + 1)
        more = chance.choice([chance.choice(DAMAGES), "", found[at : at + 5][::-1]])
        found = found[:at] + more + found[at + chance.randrange(2) :]
    return found


def outcome(found: str) -> object:
    try:
        return read_rle(found)
    except InputError as error:
        return type(error), str(error)


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut even short lines into pieces."""
    monkeypatch.setattr(many_runs, "PIECE", 12)
    stretch = r".{0,3}+[^bo.$A-X]*+[bo.$A-X]|.+"
    monkeypatch.setattr(many_runs, "_STRETCH", re.compile(stretch, re.DOTALL))


def compare(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in seeds:
        found = text(random.Random(seed))
        monkeypatch.setattr(rle, "LARGE", 10**9)
        one_by_one = outcome(found)
        monkeypatch.setattr(rle, "LARGE", 1)
        assert outcome(found) == one_by_one, (seed, found)


def test_short_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(range(FEW), monkeypatch)


@pytest.mark.usefixtures("pieces")
def test_short_texts_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(range(FEW, 2 * FEW), monkeypatch)


@seeds()
@pytest.mark.usefixtures("pieces")
def test_many_texts_in_pieces(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(range(MANY * seed, MANY * seed + MANY), monkeypatch)


def test_a_long_text_is_not_read_run_by_run(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(["bo" * 35] * 2000)
    expected = {(x, 0) for x in range(1, 2 * 70_000, 2)}
    monkeypatch.setattr(rle, "_RUN", None)
    assert read_rle(f"x = 1, y = 1\n{lines}!").pattern.cells == expected


def test_a_text_with_too_many_cells_makes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_runs.PlainRuns, "cells", None)
    half = f"{MOST_READ_CELLS // 2}o$"
    with pytest.raises(InputError, match="line 3: too many live cells: at most 2,000,000"):
        read_rle(f"x = 1, y = 1\n{half * 2}{'b$' * 30_000}\no!")
