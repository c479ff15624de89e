"""The file of one's own catalogue: several runs at once, kills, damage, and where it lies."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from lifesearch.catalogue import names, user
from lifesearch.catalogue.store import APPLICATION_ID, FILE, VERSION
from lifesearch.common.errors import InputError
from lifesearch.life.rules.rule import LIFE
from tests.catalogue.entries import HIGH, entry, numbered

pytestmark = pytest.mark.usefixtures("folder")


ADDER = """
import sys
from dataclasses import replace
from tests.catalogue.entries import numbered
from lifesearch.catalogue import user
first, last, step = map(int, sys.argv[1:])
for number in range(first, last, step):
    user.add([numbered(number), replace(numbered(10_000 + number), name="the same")])
    print(number, flush=True)
"""


def adding(*numbers: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", ADDER, *map(str, numbers)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])


def test_several_runs_at_once_lose_nothing() -> None:
    """They make the file together, and want the same names, and partly the same patterns."""
    runs = [adding(0, 20, 1), adding(0, 40, 2), adding(10, 30, 1), adding(20, 40, 1)]
    assert [run.wait(60) for run in runs] == [0, 0, 0, 0]
    for run in runs:
        assert run.stdout
        run.stdout.close()
    codes = [e.apgcode for e in user.user_entries()]
    assert sorted(codes) == sorted(f"xp2_{10_000 * k + n}" for n in range(40) for k in (0, 1))
    same = [e.name for e in user.user_entries() if e.name.startswith("the same")]
    assert sorted(same) == sorted(["the same", *(f"the same {n}" for n in range(2, 41))])


def test_a_killed_run_loses_nothing_it_told_of() -> None:
    with adding(0, 100_000, 1) as run:
        assert run.stdout
        told = [int(run.stdout.readline()) for _ in range(20)]
        os.kill(run.pid, signal.SIGKILL)
        told += [int(line) for line in run.stdout.read().splitlines()]
    names = {e.name for e in user.user_entries()}
    assert names >= {f"number {number}" for number in told}
    assert len(names) in (2 * len(told), 2 * len(told) + 2)
    assert user.add([numbered(500_000)])[0].new


HALF_WAY = """
import os, signal, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE pattern SET name = name || ?", ["!" * 50_000])
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_run_killed_half_way_has_done_nothing(folder: Path) -> None:
    """Part of what it wrote is in the file; the journal has what was there before."""
    user.add([numbered(number) for number in range(100)])
    before = (folder / FILE).read_bytes()
    subprocess.run([sys.executable, "-c", HALF_WAY, str(folder / FILE)], check=False)
    assert (folder / FILE).read_bytes() != before
    assert (folder / f"{FILE}-journal").stat().st_size
    assert [e.name for e in user.user_entries()] == [f"number {n}" for n in range(100)]
    assert (folder / FILE).read_bytes() == before


def test_who_waits_for_another_run_gives_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user.add([entry("mine")])
    monkeypatch.setattr("lifesearch.catalogue.store.LOCK_TIMEOUT", 0.1)
    monkeypatch.setattr("lifesearch.catalogue.store.ATTEMPT_TIMEOUT", 0.1)
    other = sqlite3.connect(folder / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(InputError, match="is in use by another run"):
        user.add([numbered(1)])
    assert len(user.user_entries()) == 1
    other.execute("ROLLBACK")
    other.close()
    assert user.add([numbered(1)])[0].new


def broken(path: Path, how: str) -> None:
    """Make something that is no catalogue, or is one no more."""
    user.add([numbered(number) for number in range(100)])
    whole = path.read_bytes()
    match how:
        case "garbage":
            path.write_bytes(bytes(range(256)) * 40)
        case "a word":
            path.write_text("hello")
        case "cut":
            path.write_bytes(whole[: len(whole) // 2])
        case "scratched":
            path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
        case "of another program":
            path.unlink()
            sqlite3.connect(path).execute("CREATE TABLE bookmarks (url)").connection.close()
        case "later":
            connection = sqlite3.connect(path)
            connection.execute(f"PRAGMA user_version = {VERSION + 1}")
            connection.close()
        case "without its table":
            path.unlink()
            connection = sqlite3.connect(path)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.close()


BROKEN = {
    "garbage": "is damaged",
    "a word": "is damaged",
    "cut": "is damaged",
    "scratched": "is damaged",
    "of another program": "of another program",
    "later": "by a later lifesearch",
    "without its table": "is damaged",
}


@pytest.mark.parametrize(("how", "complaint"), BROKEN.items())
def test_what_is_no_catalogue_is_left_alone(folder: Path, how: str, complaint: str) -> None:
    path = folder / FILE
    broken(path, how)
    before = path.read_bytes()
    for work in (
        user.user_entries,
        user.check_writable,
        lambda: user.add([entry()]),
        lambda: user.remove("x"),
    ):
        with pytest.raises(InputError, match=complaint) as caught:
            work()
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert names.name_of("xp2_1", HIGH) is None
    assert names.name_of("xp2_7", LIFE) == "blinker"
    assert complaint in (names.why_unreadable() or "")
    assert path.read_bytes() == before
    assert sorted(p.name for p in folder.iterdir()) == [FILE]


def test_where_nobody_can_write(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.parent.mkdir()
    folder.write_text("a file, not a folder")
    with pytest.raises(
        InputError,
        match=r"cannot write your own catalogue .*/data/catalogue.sqlite: there is a file",
    ):
        user.check_writable()
    folder.unlink()
    (folder / FILE).mkdir(parents=True)
    with pytest.raises(InputError, match=r"cannot write your own catalogue .*: unable to open"):
        user.add([entry()])
    monkeypatch.setattr("lifesearch.catalogue.store.own_folder", lambda kind: None)
    with pytest.raises(InputError, match="name a folder in LIFESEARCH_DATA"):
        user.add([entry()])
    assert not user.user_entries()


def test_a_folder_that_is_read_only(folder: Path) -> None:
    user.add([entry("mine")])
    (folder / FILE).chmod(0o400)
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("who runs this may write anywhere")
    try:
        assert [e.name for e in user.user_entries()] == ["mine"]
        with pytest.raises(InputError, match="cannot write your own catalogue"):
            user.add([numbered(1)])
    finally:
        folder.chmod(0o700)
