"""A lock among processes: a file that one of them has claimed (`file_lock`).

Where files cannot be locked, everybody has it: then something may be compiled twice, and that is
all.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from lifesearch.file_lock import claimed


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
