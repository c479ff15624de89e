"""Exit status 1 is a proof: nothing that fails ends with it."""

from __future__ import annotations

import ctypes
import errno
import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lifesearch.common import streams
from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.failure import sentence_and_status
from lifesearch.doors.cli import MODULES
from tests.doors.cli.conftest import GLIDER
from tests.processes import ended, ended_code, ended_script
from tests.program import run
from tests.seeds import seeds

ARGUMENTS = {
    "oscillator": "2 --box 3x3",
    "spaceship": "c/4 --box 3x3",
    "still-life": "--box 3x2",
    "count": "still-life --box 3x3",
    "rotors": "2x2",
    "catalyse": "glider.rle",
    "predecessor": "glider.rle --box 4x4",
    "complete": "glider.rle",
    "soup": "--soups 1",
    "smallest": "outer-totalistic",
    "knuth": "sat-life 2 2 2",
    "resume": "nothing",
    "plot": "nothing",
    "check": "nothing",
    "show": "glider.rle",
    "identify": "glider.rle",
    "catalogue": "list",
    "gallery": "nothing",
    "help": "soups",
}
COMMANDS = [name for names in MODULES.values() for name in names]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "glider.rle").write_text(GLIDER)
    return tmp_path


@pytest.fixture(autouse=True)
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tracebacks are written."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return place


def words(command: str) -> list[str]:
    return [command, *ARGUMENTS.get(command, "").split()]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ZeroDivisionError("by zero"), ExitStatus.FAILED),
        (AttributeError("none"), ExitStatus.FAILED),
        (SystemExit(1), ExitStatus.FAILED),
        (MemoryError(), ExitStatus.GAVE_UP),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), ExitStatus.GAVE_UP),
        (PermissionError(errno.EACCES, "Permission denied", "a file"), ExitStatus.BAD_INPUT),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_inside_a_command_is_no_proof(
    command: str,
    error: BaseException,
    status: ExitStatus,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(streams, "speaking", fail)
    done = run(*words(command), cwd=folder)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("lifesearch: ")


def test_a_bug_is_reported_with_its_traceback_in_a_file(
    monkeypatch: pytest.MonkeyPatch, records: Path
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError("of something")

    monkeypatch.setattr(streams, "speaking", fail)
    done = run("oscillator", "2")
    [file] = records.iterdir()
    assert "unexpected error: ZeroDivisionError: of something; this is a bug" in done.stderr
    assert str(file) in done.stderr
    text = file.read_text()
    assert "'oscillator', '2'" in text
    assert re.search(r"Traceback.*ZeroDivisionError: of something", text, re.DOTALL)


def test_shortage_of_memory_is_recognised_behind_other_errors() -> None:
    error = ValueError("a is missing")
    error.__cause__ = OSError("liba.so: failed to map segment from shared object")
    sentence, status = sentence_and_status(error)
    assert status == ExitStatus.GAVE_UP
    assert sentence == (
        "out of memory (liba.so: failed to map segment from shared object); undecided"
    )


# Errors at any place


DOOR = {"__main__", *(f"common/{name}" for name in ("failure", "signals", "streams", "memory"))}
"""Modules that deal with errors themselves: what fails there is not tried here."""


@contextmanager
def failing(at: int, make: Callable[[], BaseException]) -> Iterator[None]:
    """Raise an error in the call of a function of lifesearch, the one with this number."""
    package = str(Path(streams.__file__).parents[1]) + os.sep
    left = at

    def watch(frame: Any, event: str, _: object) -> None:
        nonlocal left
        if event == "call" and frame.f_code.co_filename.startswith(package):
            name = frame.f_code.co_filename.removeprefix(package)
            if name.removesuffix(".py") in DOOR or frame.f_code.co_name == "<genexpr>":
                return  # Python itself reports what fails when it closes an expression half used
            left -= 1
            if left == 0:
                sys.setprofile(None)
                raise make()

    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(None)


HARMLESS = ["still-life", "count", "show", "identify", "catalogue", "atlas", "help", "knuth"]
"""Commands that end soon and open nothing; undisturbed, all of them have exit status 0."""


def raise_anywhere(folder: Path, command: str, seed: int) -> None:
    chance = random.Random(f"{command} {seed}")
    kind = chance.choice([MemoryError, RuntimeError, RecursionError, KeyError, OSError])
    at = int(10 ** chance.uniform(0, 4.5))
    with failing(at, kind):
        done = run(*words(command), cwd=folder)
    assert done.returncode in (0, 2, 3, 70), (command, at, kind, done.stderr)
    assert "Traceback" not in done.stderr, (command, at, kind, done.stderr)


@pytest.mark.parametrize("command", HARMLESS)
def test_an_error_anywhere_is_no_proof(command: str, folder: Path) -> None:
    for seed in range(3):
        raise_anywhere(folder, command, seed)


@seeds()
@pytest.mark.parametrize("command", HARMLESS)
def test_an_error_at_many_places_is_no_proof(command: str, folder: Path, seed: int) -> None:
    for number in range(10):
        raise_anywhere(folder, command, 10 * seed + number)


# Processes of their own


def test_an_error_before_the_program_begins_is_no_proof() -> None:
    for missing, error, status, sentence in [
        ("streams", "MemoryError", 3, "out of memory; undecided"),
        ("streams", "ZeroDivisionError", 70, "unexpected error: ZeroDivisionError; this is a bug"),
        ("errors", "MemoryError", 3, "cannot start: MemoryError"),
        ("errors", "ZeroDivisionError", 70, "cannot start: ZeroDivisionError"),
    ]:
        code = f"""
import sys
from importlib.abc import MetaPathFinder

class Fail(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "lifesearch.common.{missing}":
            raise {error}

sys.meta_path.insert(0, Fail())
import lifesearch.__main__
"""
        done = ended_code(code)
        assert (done.returncode, done.stdout) == (status, "")
        assert done.stderr.startswith(f"lifesearch: {sentence}")
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of Linux")
def test_a_library_that_ends_the_program_is_no_proof() -> None:
    end = "import ctypes; ctypes.CDLL(None).exit(1)"
    for before, sentence, status in [
        ("", "a library ended the program; undecided", 70),
        ("failure.loading('numpy'); ", "numpy cannot be loaded: out of memory; undecided", 3),
    ]:
        code = f"from lifesearch.common import failure; failure.guard_exit(); {before}{end}"
        done = ended_code(code)
        assert (done.returncode, done.stderr) == (status, f"lifesearch: {sentence}\n")
    for code in ("pass", "raise SystemExit(0)", "import os; os._exit(0)"):
        done = ended_code(f"from lifesearch.common import failure; failure.guard_exit(); {code}")
        assert (done.returncode, done.stderr) == (0, "")
    assert hasattr(ctypes.CDLL(None), "__cxa_finalize")


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory")
@pytest.mark.parametrize("kilobytes", [25_000, 60_000, 100_000, 130_000])
def test_little_memory_is_no_proof(kilobytes: int) -> None:
    limit = f"ulimit -v {kilobytes}"
    done = ended_script(f"{limit}; lifesearch oscillator 2 --box 3x3 -q -j 1")
    assert done.returncode in (0, 3), done.stderr
    assert "Traceback" not in done.stderr
    if done.returncode:
        assert done.stderr.splitlines()[-1].startswith("lifesearch: ")
        assert "memory" in done.stderr
    else:
        assert "3 cells" in done.stdout


def test_the_manual_names_every_status() -> None:
    page = Path(streams.__file__).parents[1] / "manual" / "first-steps.md"
    listed = {int(found) for found in re.findall(r"^\| (\d+) \|", page.read_text(), re.MULTILINE)}
    assert {0, 1, 2, 3, 70, 130} <= listed


def test_the_usual_end_is_undisturbed(folder: Path) -> None:
    done = ended("still-life", "--box", "2x2", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    done = ended("still-life", "--box", "1x2", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
