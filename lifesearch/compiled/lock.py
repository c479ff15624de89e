"""A lock among processes: a file that one of them has locked.

The system unlocks it when that process ends, however it ends. A process that is forked has no
part in it. Where files cannot be locked, as on some network drives, everybody has the lock: then
something may be compiled twice, and that is all.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path


class Lock:
    """A lock that this process may have."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Whether it is ours now; False if another process has it. OSError without a folder."""
        if self._descriptor is not None:
            return True
        descriptor = os.open(
            self._file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600
        )
        try:
            _lock(descriptor)
        except (BlockingIOError, PermissionError):
            os.close(descriptor)
            return False
        except OSError:
            pass
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


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
