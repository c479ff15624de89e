"""One process has a file; on Windows, which is simulated here, by a byte that nobody reads."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from lifesearch.common.file_lock import claimed
from tests.processes import ended_code

CLAIM = """
import os, sys
from lifesearch.common.file_lock import claimed
print(claimed(os.open(sys.argv[1], os.O_RDWR)))
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "log").write_bytes(b"one\ntwo\n")
    descriptor = os.open(tmp_path / "log", os.O_RDWR)
    yield descriptor
    os.close(descriptor)


def elsewhere(path: Path) -> bool:
    """Whether another process can claim a file."""
    return ended_code(CLAIM, str(path)).stdout == "True\n"


def test_another_process_can_read_a_file_but_not_claim_it(file: int, tmp_path: Path) -> None:
    assert elsewhere(tmp_path / "log")
    assert claimed(file)
    assert not elsewhere(tmp_path / "log")
    assert os.read(file, 99) == b"one\ntwo\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (0, True),
        (errno.EACCES, False),  # as Windows reports a byte that is locked
        (errno.EINVAL, True),  # no locks on this drive
    ],
)
def test_windows(file: int, monkeypatch: pytest.MonkeyPatch, code: int, *, expected: bool) -> None:
    places: list[int] = []

    def locking(descriptor: int, mode: int, size: int) -> None:
        assert (descriptor, mode, size) == (file, 2, 1)
        places.append(os.lseek(descriptor, 0, os.SEEK_CUR))
        if code:
            raise OSError(code, os.strerror(code))

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(sys, "platform", "win32")
    os.lseek(file, 4, os.SEEK_SET)
    assert claimed(file) == expected
    assert places == [2**31 - 2]  # a byte of the content could not be read by others
    assert os.read(file, 99) == b"two\n"
