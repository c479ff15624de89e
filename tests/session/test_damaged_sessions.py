"""Sessions that were damaged, by chance or on purpose: refused in one sentence, or harmless.

To try other damage than usual, set LIFESEARCH_SEED to another number.
"""

import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lifesearch.errors import InputError
from lifesearch.session.history import read_history
from lifesearch.ui.pictures.plot import svg
from tests.sessions import FORMS, GOLDEN, Records, opened, outcome, sealed, unsealed

SEED = int(os.environ.get("LIFESEARCH_SEED", "20250712"))
NAMES = [
    "p2-growing",
    "still-raw",
    "keep",
    "exclude",
    "minimise",
    "unknown-rule",
    "ancestor",
    "completion-period",
    "strip-none",
    "strip-trails",
]
SAMPLE, MANY = 10, 200

Lines = list[bytes]


def base(name: str) -> bytes:
    """A session as it is written now."""
    head, *records = opened((GOLDEN / f"{name}.session").read_bytes())
    return sealed([head | {"session": "lifesearch 2"}, *records])


def lose(lines: Lines, chance: Random) -> None:
    del lines[chance.randrange(len(lines))]


def lose_some(lines: Lines, chance: Random) -> None:
    start = chance.randrange(len(lines))
    del lines[start : start + chance.randrange(1, 4)]


def double(lines: Lines, chance: Random) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))


def swap(lines: Lines, chance: Random) -> None:
    i, j = chance.sample(range(len(lines)), 2)
    lines[i], lines[j] = lines[j], lines[i]


def flip(lines: Lines, chance: Random) -> None:
    data = bytearray(b"".join(lines))
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    lines[:] = [bytes(data)]


def overwrite(lines: Lines, chance: Random) -> None:
    data = bytearray(b"".join(lines))
    data[chance.randrange(len(data))] = chance.choice(b'0123456789"[]{},:!bo$\n\0\xff ')
    lines[:] = [bytes(data)]


def cut_out(lines: Lines, chance: Random) -> None:
    data = b"".join(lines)
    start = chance.randrange(len(data))
    lines[:] = [data[:start] + data[start + chance.randrange(1, 99) :]]


def tear(lines: Lines, chance: Random) -> None:
    data = b"".join(lines)
    lines[:] = [data[: chance.randrange(len(data))]]


def add_zeros(lines: Lines, chance: Random) -> None:
    lines.append(bytes(chance.randrange(1, 5000)))


def mix(lines: Lines, chance: Random) -> None:
    other = base(chance.choice(NAMES)).splitlines(keepends=True)
    lines[chance.randrange(len(lines))] = chance.choice(other)


DAMAGES = [
    lose,
    lose_some,
    double,
    swap,
    flip,
    flip,
    flip,
    overwrite,
    cut_out,
    tear,
    add_zeros,
    mix,
]


@cache
def expected(name: str, folder: Path) -> tuple[object, ...]:
    file = folder / f"{name}.right"
    file.write_bytes(base(name))
    return outcome(file)


def attempted(file: Path, attempt: Callable[[], object]) -> object:
    """What comes of it; None if it is refused as it should be."""
    try:
        return attempt()
    except InputError as error:
        sentence = str(error)
    assert str(file) in sentence
    assert "\n" not in sentence
    return None


def looked_at(file: Path) -> str:
    diary = read_history(str(file))
    return svg(diary) if diary.length else ""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("times", [SAMPLE, pytest.param(MANY, marks=pytest.mark.slow)])
def test_damage_is_noticed_or_does_no_harm(tmp_path: Path, name: str, times: int) -> None:
    chance = Random(f"{SEED} {name}")
    for number in range(times):
        lines = base(name).splitlines(keepends=True)
        if chance.random() < 0.5:
            del lines[-1]  # the verdict, which tells how many answers there should be
        damage = chance.choice(DAMAGES)
        damage(lines, chance)
        file = tmp_path / f"{number}.session"
        file.write_bytes(b"".join(lines))
        attempted(file, lambda file=file: looked_at(file))  # type: ignore[misc]
        result = attempted(file, lambda file=file: outcome(file))  # type: ignore[misc]
        right = result in (None, expected(name, tmp_path))
        assert right, f"LIFESEARCH_SEED={SEED}: {damage.__name__} of {name}, variant {number}"


# Values that no field can have, and values that some may


NEVER: list[Any] = [
    1.5,
    float("inf"),
    float("nan"),
    10**30,
    -(10**9),
    "\x1b[31mbanana",
    [[]],
    {"a": []},
]
ODD: list[Any] = [None, True, False, "", 0, 1, -1, 10**5, 10**9, [], {}]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each list or object inside a value, with each of its indices or names."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def forged(name: str, chance: Random, values: list[Any]) -> Records:
    """A session in which one value is another."""
    records: Records = json.loads(json.dumps(opened(base(name))))
    place = chance.choice(records) if chance.random() < 0.6 else records[0]
    holder, key = chance.choice([*places(place)])
    holder[key] = chance.choice(values)
    return records


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("times", [SAMPLE, pytest.param(MANY, marks=pytest.mark.slow)])
def test_wrong_types_are_refused(tmp_path: Path, name: str, times: int) -> None:
    chance = Random(f"{SEED} {name} types")
    for number in range(times):
        records = forged(name, chance, NEVER)
        file = tmp_path / f"{number}.session"
        file.write_bytes(chance.choice(FORMS)(records))
        attempted(file, lambda file=file: looked_at(file))  # type: ignore[misc]
        result = attempted(file, lambda file=file: outcome(file))  # type: ignore[misc]
        right = result in (None, expected(name, tmp_path))
        assert right, f"LIFESEARCH_SEED={SEED}: types of {name}, variant {number}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("times", [SAMPLE, pytest.param(MANY // 2, marks=pytest.mark.slow)])
def test_another_question_is_no_crash(tmp_path: Path, name: str, times: int) -> None:
    """A forged value may make another question, which is then answered."""
    chance = Random(f"{SEED} {name} odd")
    for number in range(times):
        file = tmp_path / f"{number}.session"
        file.write_bytes(unsealed(forged(name, chance, ODD)))
        attempted(file, lambda file=file: looked_at(file))  # type: ignore[misc]
        attempted(file, lambda file=file: outcome(file, 2))  # type: ignore[misc]
