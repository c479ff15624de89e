"""Ways to damage a session, and values that nobody can have written."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from lifesearch.common.errors import InputError
from tests.sessions import Records, saved

NAMES = [
    "p2-growing",
    "still-raw",
    "keep",
    "exclude",
    "minimise",
    "unknown-rule",
    "ancestor",
    "forced",
    "closest",
    "completion-period",
    "strip-none",
    "strip-trails",
]

Lines = list[bytes]


def base(name: str) -> bytes:
    """A session of a search as it is written now."""
    return saved(f"{name}.session")


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


def attempted(file: Path, attempt: Callable[[], object]) -> object:
    """What comes of it; None if it is refused as it should be."""
    try:
        return attempt()
    except InputError as error:
        sentence = str(error)
    assert str(file) in sentence
    assert "\n" not in sentence
    return None


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


def forged(records: Records, chance: Random, values: list[Any]) -> Records:
    """A session in which one value is another."""
    copy: Records = json.loads(json.dumps(records))
    place = chance.choice(copy) if chance.random() < 0.6 else copy[0]
    holder, key = chance.choice([*places(place)])
    holder[key] = chance.choice(values)
    return copy
