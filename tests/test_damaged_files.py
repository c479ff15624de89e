"""Files that were damaged: the answer is as before, or one sentence says what is wrong."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from lifesearch.catalogue.store import FILE as CATALOGUE
from lifesearch.doors.cli.settings import FILE as SETTINGS
from tests.doors.cli.conftest import GLIDER
from tests.program import run
from tests.seeds import seeds

FEW, MANY = 12, 20
VALUES = ("[]", "5", "null", '""', "{}", "-1", "true", "1e400", "[[[]]]", '"\\u0000"', '"x"')


@dataclass(frozen=True)
class Kind:
    """A kind of file: how it is made, the command that reads it, and how that refuses it.

    What is `sealed` cannot be damaged so that it says something else: settings and names can, and
    the end of a session may be missing.
    """

    make: Callable[[Path], Path]
    words: tuple[str, ...]
    refused: tuple[int, ...] = (2,)
    variable: str = ""
    sealed: bool = False


def settings(folder: Path) -> Path:
    file = folder / SETTINGS
    file.write_text("jobs = 1\nrule = 'B3/S23'\ndata = '~/lifesearch'\n")
    return file


def catalogue(folder: Path) -> Path:
    (folder / "glider.rle").write_text(GLIDER.replace("3o", "b2o"))
    env = {"LIFESEARCH_DATA": str(folder)}
    added = run("catalogue", "add", "-", "--name", "mine", stdin="2o$obo$bo!", env=env)
    assert added.returncode == 0, added.stderr
    with sqlite3.connect(folder / CATALOGUE) as database:
        # A pattern that is not built in, whatever was added: what counts is that there is a row.
        names = "name, plain, kind, period, velocity, cells, most_cells, rle, added, rule, apgcode"
        row = ("mine", "mine", "still life", 1, "", 6, 6, "2o$obo$bo!", "2026-01-01", "B3/S2", "x")
        database.execute(f"INSERT INTO pattern ({names}) VALUES ({', '.join('?' * 11)})", row)
    database.close()
    return folder / CATALOGUE


def proof(folder: Path) -> Path:
    run("oscillator", "3", "--box", "4x4", "--proof", str(folder / "proof"), "-q", "-j", "1")
    return folder / "proof" / "proof.json"


def session(folder: Path) -> Path:
    file = folder / "session"
    run("still-life", "--box", "3x3", "--all", "--session", str(file), "-q", "-j", "1")
    return file


KINDS = {
    "settings": Kind(settings, ("oscillator", "2", "--box", "3x3", "--explain"),
                     variable="LIFESEARCH_CONFIG"),
    "catalogue": Kind(catalogue, ("catalogue", "list", "--own"), variable="LIFESEARCH_DATA"),
    "proof": Kind(proof, ("check", "proof"), refused=(1, 2), sealed=True),
    "session": Kind(session, ("gallery", "session", "-o", "page.html", "--force")),
}  # fmt: skip


def damaged(data: bytes, chance: random.Random) -> bytes:  # noqa: PLR0911
    at = chance.randrange(len(data))
    length = chance.choice([1, 1, 2, 10, 100])
    match chance.randrange(7):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[at + length :]
        case 2:
            return data[:at] + chance.randbytes(length) + data[at + length :]
        case 3:
            return data[:at] + data[at : at + length] + data[at:]
        case 4:
            flipped = data[at] ^ 1 << chance.randrange(8)
            return data[:at] + bytes([flipped]) + data[at + 1 :]
        case 5:
            return data[:at] + bytes(length) + data[at + length :]
    return with_another_value(data, chance)


def with_another_value(data: bytes, chance: random.Random) -> bytes:
    """Replace a value of JSON or TOML by one of another type."""
    try:
        values = json.loads(data)
    except ValueError:
        start = chance.choice([i for i in range(len(data)) if data[i : i + 1] in b"=:,"] or [0])
        return data[: start + 1] + chance.choice(VALUES).encode() + data[start + 2 :]
    place = values
    while True:
        key = chance.choice([*place] if isinstance(place, dict) else range(len(place)))
        inner = place[key]
        if not (isinstance(inner, dict | list) and inner and chance.random() < 0.8):
            place[key] = json.loads(chance.choice(VALUES).replace("1e400", "1e300"))
            return json.dumps(values).encode()
        place = inner


def damage(kind: Kind, folder: Path, seeds: range) -> None:
    file = kind.make(folder)
    data = file.read_bytes()
    env = {kind.variable: str(folder)} if kind.variable else {}
    good = run(*kind.words, cwd=folder, env=env)
    assert good.returncode == 0, good.stderr
    for seed in seeds:
        file.write_bytes(damaged(data, random.Random(seed)))
        done = run(*kind.words, cwd=folder, env=env)
        for left in (folder / "proof").glob("*.part"):
            left.unlink()
        if done.returncode != good.returncode:
            assert done.returncode in kind.refused, (seed, done.stderr)
            sentence = done.stdout + done.stderr
            assert sentence.count("\n") == 1, (seed, sentence)
            assert len(sentence) < 2000, (seed, sentence)
        elif kind.sealed:
            assert done.stdout.splitlines()[0] == good.stdout.splitlines()[0], seed
    file.write_bytes(data)
    again = run(*kind.words, cwd=folder, env=env)
    assert (again.returncode, again.stdout) == (0, good.stdout)


@pytest.mark.parametrize("name", KINDS)
def test_a_few_damages(name: str, tmp_path: Path) -> None:
    damage(KINDS[name], tmp_path, range(FEW))


@seeds()
@pytest.mark.parametrize("name", KINDS)
def test_many_damages(name: str, tmp_path: Path, seed: int) -> None:
    damage(KINDS[name], tmp_path, range(MANY * seed, MANY * seed + MANY))


@pytest.mark.parametrize("cube", [[], 5, None, {}])
def test_a_cube_that_is_no_text(cube: object, tmp_path: Path) -> None:
    manifest = proof(tmp_path)
    values = json.loads(manifest.read_text())
    values["parts"][0]["cube"] = cube
    manifest.write_text(json.dumps(values))
    done = run("check", str(manifest.parent))
    assert done.returncode == 1
    assert "it is not a part of a question" in done.stdout + done.stderr


def test_text_of_a_catalogue_that_is_not_utf_8(tmp_path: Path) -> None:
    file = catalogue(tmp_path)
    for value in ("x'ff80'", "CAST(x'ff80' AS TEXT)", "5.5"):
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        shutil.copy(file, copy)
        with sqlite3.connect(copy / CATALOGUE) as database:
            database.execute(f"UPDATE pattern SET rle = {value}")
        database.close()
        done = run("catalogue", "list", "--own", env={"LIFESEARCH_DATA": os.fspath(copy)})
        assert "Traceback" not in done.stderr
        if value != "5.5":  # which a column of texts turns into one
            assert done.returncode == 2
            assert "is damaged" in done.stderr
