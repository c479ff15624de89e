"""What is read of the memory, and what is assumed where the system reports nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from lifesearch.common.memory import (
    ASSUMED_FREE,
    LEAST_FREE,
    free_memory,
    is_shortage,
    used_memory,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MemTotal: 24000000 kB\nMemAvailable:    8000000 kB\n", 8_000_000 * 1024),
        ("MemAvailable: 5 kB\n", LEAST_FREE),
        ("MemTotal: 24000000 kB\n", ASSUMED_FREE),
        ("MemAvailable: unknown\n", ASSUMED_FREE),
        ("", ASSUMED_FREE),
    ],
)
def test_free_memory(text: str, expected: int, tmp_path: Path) -> None:
    (tmp_path / "meminfo").write_text(text)
    assert free_memory(tmp_path, tmp_path) == expected


@pytest.mark.parametrize(
    ("names", "folder", "limit", "used"),
    [
        ("0::/a/b", "a", "memory.max", "memory.current"),
        ("0::/../elsewhere", "", "memory.max", "memory.current"),
        ("3:cpu:/\n2:memory:/a/b", "memory/a/b", "memory.limit_in_bytes", "memory.usage_in_bytes"),
    ],
)
def test_limits_of_containers_and_jobs(
    names: str, folder: str, limit: str, used: str, tmp_path: Path
) -> None:
    """A group has used 3 GB of 5, half a GB of it for files that nobody reads now."""
    (tmp_path / "meminfo").write_text("MemAvailable: 8000000 kB\n")
    (tmp_path / "self").mkdir()
    (tmp_path / "self" / "cgroup").write_text(names)
    (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    (tmp_path / folder / used).write_text("3000000000\n")
    (tmp_path / folder / "memory.stat").write_text("active_file 7\ninactive_file 500000000\n")
    for words, expected in ("max\n", 8_192_000_000), ("5000000000\n", 2_500_000_000):
        (tmp_path / folder / limit).write_text(words)
        assert free_memory(tmp_path, tmp_path) == expected


@pytest.mark.skipif(not hasattr(os, "sysconf"), reason="Windows has no pages of a known size")
def test_used_memory(tmp_path: Path) -> None:
    """All pages that are in memory, but for those that are shared; a process may have ended."""
    for number, text in {1: "900 50 20 1 0 7 0\n", 2: "900 3 1\n", 3: ""}.items():
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "statm").write_text(text)
    assert used_memory([1, 2, 3, 4], tmp_path) == 32 * os.sysconf("SC_PAGE_SIZE")


def test_systems_that_report_nothing(tmp_path: Path) -> None:
    assert free_memory(tmp_path / "none", tmp_path) == ASSUMED_FREE
    assert used_memory([os.getpid()], tmp_path / "none") == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc/meminfo")
def test_this_machine() -> None:
    assert free_memory() >= LEAST_FREE
    assert 1 << 20 < used_memory([os.getpid()]) < 1 << 34


@pytest.mark.parametrize(
    "words",
    [
        "error return without exception set",
        "<function f> returned NULL without setting an exception",
    ],
)
def test_an_error_of_the_interpreter_without_a_reason_is_a_shortage(words: str) -> None:
    assert is_shortage(SystemError(words))
    assert not is_shortage(SystemError("bad argument to internal function"))
