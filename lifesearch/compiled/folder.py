"""The folder where machine code is kept, its files, and their locks.

It is a folder in the user's cache folder: see `folders`.

Who reads such a file runs what it says. So a file is read only if no other user can have written
it: it and its folders belong to this user, or to root, and nobody else may write to them. A file
carries its key and a checksum, and gets its name when it is complete; whatever is damaged, or of
something else, is no file. Any error of the system means that nothing is kept.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from lifesearch import folders
from lifesearch.file_lock import claimed

VARIABLE = folders.variable("cache")
SUFFIX, UNFINISHED, LOCK = ".code", ".part", ".lock"
MAGIC = b"lifesearch kernel 1\n"
DAY = 86400.0
OLD = 60 * DAY
"""What was not used for so long is removed; of unfinished files and locks, what is a day old."""
MOST_BYTES = 400_000_000
ROOM = 1_000_000
"""More than the machine code of a function takes."""


class UnsafeFolderError(OSError):
    """Another user may write to the folder of machine code."""


def own_folder() -> Path | None:
    """The folder of the user who runs the program; None if there is no place for it."""
    cache = folders.own_folder("cache")
    return cache and cache / "kernels"


def require_safe(folder: Path) -> None:
    """Raise OSError unless the folder is there and its files may be read."""
    for each in (folder.parent, folder):
        _require_own(each, each.lstat())


def make_ready(folder: Path) -> None:
    """Make the folder, if need be; OSError if files cannot be kept there."""
    folder.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for each in (folder.parent, folder):
        each.mkdir(mode=0o700, exist_ok=True)
    require_safe(folder)


def _require_own(path: Path, status: os.stat_result) -> None:
    """Raise an error unless only this user, or root, decides what is there."""
    if sys.platform == "win32":
        return  # folders of users are theirs alone, by access lists that `stat` does not show
    if stat.S_ISLNK(status.st_mode):
        raise UnsafeFolderError(f"{path} is a link")
    foreign = status.st_uid not in (os.geteuid(), 0)
    if foreign or stat.S_IMODE(status.st_mode) & 0o022:
        raise UnsafeFolderError(f"other users may write to {path}")


def read(file: Path, key: str) -> bytes | None:
    """The content of a file; None if there is none, or if it is not what it should be."""
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | _BINARY)
        with os.fdopen(descriptor, "rb") as opened:
            status = os.fstat(descriptor)
            _require_own(file, status)
            data = opened.read()
    except OSError:
        return None
    if status.st_mtime < time.time() - DAY:
        with suppress(OSError):
            os.utime(file)  # it is in use, and not old
    head = _head(key)
    content = data[len(head) + sha256().digest_size :]
    if data[: -len(content) or None] != head + sha256(content).digest():
        return None
    return content


def write(file: Path, key: str, content: bytes) -> None:
    """Write a file, which others see when it is complete; OSError if that cannot be done."""
    with _unfinished(file, _head(key) + sha256(content).digest() + content) as written:
        written.replace(file)


def require_room(folder: Path) -> None:
    """Raise OSError if the disk is full: better before something is compiled than after it."""
    with _unfinished(folder / "room", bytes(ROOM)):
        pass


@contextmanager
def _unfinished(file: Path, data: bytes) -> Iterator[Path]:
    """Write a file under another name; it is removed if it has not got its own in the end."""
    unfinished = file.with_name(f"{file.stem}.{token_hex(8)}{UNFINISHED}")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
        with os.fdopen(os.open(unfinished, flags, 0o600), "wb") as opened:
            opened.write(data)
        yield unfinished
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


_BINARY = getattr(os, "O_BINARY", 0)


def _head(key: str) -> bytes:
    return MAGIC + sha256(key.encode()).digest()


def clean(folder: Path, now: float | None = None) -> None:
    """Remove what was not used for long, and the oldest files if there is too much."""
    now = time.time() if now is None else now
    kept: list[tuple[float, int, Path]] = []
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            path = Path(entry.path)
            if path.suffix not in (SUFFIX, UNFINISHED, LOCK):
                continue
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if status.st_mtime < now - (OLD if path.suffix == SUFFIX else DAY):
                    path.unlink()
                else:
                    kept.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in kept)
    for _, size, path in sorted(kept):
        if total <= MOST_BYTES:
            return
        with suppress(OSError):
            path.unlink()
            total -= size


class Lock:
    """A lock of a file among processes, which this one may have.

    It is another file that one of them has claimed (`file_lock`). Where files cannot be locked, all
    have it: then something may be compiled twice, and that is all.
    """

    def __init__(self, file: Path) -> None:
        self._file = file.with_suffix(LOCK)
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Whether it is ours now; False if another process has it. OSError without a folder."""
        if self._descriptor is not None:
            return True
        descriptor = os.open(
            self._file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600
        )
        if not claimed(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Release the lock. The file is removed when no process needs it."""
        if self._descriptor is not None:
            if sys.platform != "win32":  # which does not remove a file that is open
                with suppress(OSError):
                    self._file.unlink()
            os.close(self._descriptor)
            self._descriptor = None
