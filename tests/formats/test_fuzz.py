"""Damaged files of every format: read or refused in one sentence, and never too large.

What is read is written in every format, and read back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.common.limits import MOST_READ_CELLS
from lifesearch.formats.cells import CELLS
from lifesearch.formats.common import PatternFile
from lifesearch.formats.detect import read, read_known_cells
from lifesearch.formats.life10x import LIFE105, LIFE106
from lifesearch.formats.macrocell import MACROCELL
from lifesearch.formats.multi import read_all
from lifesearch.formats.registry import all_formats
from lifesearch.formats.rle import RLE
from lifesearch.life.apgcode import decode
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from tests.seeds import seeds

MANY, FEW = 500, 150
LARGEST_WRITTEN = 2_000
NUMBERS = ("0", "1", "7", "-3", "99999", "1000000", "123456789012345678901234567890")
TOKENS = {
    "rle": "bo$!23\n#CNOPRr xy=,rule B3/S23:T8,8+2 #CXRLE Pos=0,0 Gen=3",
    "history": ".ABCDEFG$!23\nx = 9, y = 9, rule = LifeHistory",
    "life105": "#Life 1.05\n#P #N #R 23/3 #D.*\n-",
    "life106": "#Life 1.06\n0 1 -1 9\n",
    "macrocell": "[M2] (golly)\n#R B3/S23\n$$..*$\n1 2 3 4 5 0\n",
    "cells": "!Name:\n.O*o?\n",
    "grids": ".o?aBz~'\n\n#,1 0*-",
    "apgcode": "xs4_33 xq4_153 xp2_7 wyz01_",
}


def pattern(random: Random) -> Pattern:
    side = random.choice((1, 3, 8, 20))
    cells = [(x, y) for x in range(side) for y in range(side) if random.random() < 0.4]
    return Pattern.of(cells).translate(random.choice((0, 0, -5, 3)), random.choice((0, 2)))


def sample(name: str, random: Random) -> str:
    """A whole file of a format."""
    shape = PatternFile(pattern(random))
    rule = Rule.parse(random.choice(("B3/S23", "B36/S23", "B2/S34H", "B2-a/S12")))
    before = ("", "#CXRLE Pos=-3,2 Gen=5\n", "#N a\n#C b\n#O c\n", "Hi\n[code]")
    torus = random.choice((None, None, (20, 30)))
    whole = replace(shape, rule=rule, torus=torus)
    marked = ["".join(random.choices(".ABCDEF", k=random.randint(1, 9))) for _ in range(4)]
    grid = "\n".join("".join(random.choices(".o?aA~", k=4)) for _ in range(3))
    files = {
        "rle": random.choice(before) + RLE.write(whole),
        "history": f"x = 9, y = 4, rule = LifeHistory\n{'$'.join(marked)}!\n",
        "life105": LIFE105.write(whole),
        "life106": LIFE106.write(whole),
        "macrocell": MACROCELL.write(whole),
        "cells": CELLS.write(shape),
        "grids": "\n\n".join([grid] * random.randint(1, 3)),
        "apgcode": random.choice(("xs4_33", "xq4_153", "xp15_4r4z4r4", "xs31_0ca178b96z69d1d96")),
    }
    return files[name]


def damaged(name: str, random: Random) -> str:
    """A file with a few places changed, cut off, doubled or blown up."""
    text = sample(name, random)
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        at, end = sorted(random.choices(range(len(text) + 1), k=2))
        end = min(end, at + random.choice((1, 3, 40)))
        put = random.choice(
            (
                "",
                random.choice(TOKENS[name]),
                random.choice(NUMBERS),
                text[at:end] * random.choice((2, 50)),
                "".join(random.choices(TOKENS[name], k=5)),
                random.choice(("\x00", "\ufeff", "\r\n", "\t", "é", "\U0001f600", "[code]", "²")),
            )
        )
        text = text[:at] + put + text[end:]
    return text


def examine(name: str, text: str) -> str:
    """What becomes of a text; only an InputError may be raised."""
    try:
        if name == "apgcode":
            assert decode(text).population <= MOST_READ_CELLS
            return "read"
        if name == "grids":
            read_known_cells(text)
            return "read"
        file = read(text)
        read_all(text)
    except InputError as error:
        return "refused" if _is_one_sentence(str(error)) else f"refused by {error!r}"
    assert file.pattern.population + file.marked.population <= 2 * MOST_READ_CELLS
    if file.pattern.population <= LARGEST_WRITTEN:
        _written_and_read_back(file.pattern, file.rule or LIFE)
    return "read"


def _is_one_sentence(message: str) -> bool:
    return message.isprintable() and len(message) < 400


def _written_and_read_back(shape: Pattern, rule: Rule) -> None:
    for form in all_formats():
        if form.periodic:
            continue
        if form is not CELLS or (shape and shape.box.area < 10_000):
            text = form.write(PatternFile(shape, rule))
            assert read(text).pattern.normal() == shape.normal()


def fuzz(name: str, numbers: range) -> Counter[str]:
    """How many of these files are read, and how many are refused."""
    outcomes: Counter[str] = Counter()
    for number in numbers:
        seed = f"{name} {number}"
        text = damaged(name, Random(seed))
        try:
            outcomes[examine(name, text)] += 1
        except Exception as error:
            error.add_note(f"the file of seed {seed!r} is {text[:500]!r}")
            raise
    return outcomes


@pytest.mark.parametrize("name", TOKENS)
def test_damaged_files(name: str) -> None:
    outcomes = fuzz(name, range(FEW))
    assert set(outcomes) == {"read", "refused"}


@seeds()
@pytest.mark.parametrize("name", TOKENS)
def test_many_damaged_files(name: str, seed: int) -> None:
    outcomes = fuzz(name, range(MANY * seed, MANY * seed + MANY))
    assert set(outcomes) == {"read", "refused"}
