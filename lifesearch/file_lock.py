"""Claim a file for one process, by the means of each system.

The system ends a claim when the process ends, however it ends. A process that is forked has no
part in it. On POSIX systems, to close any descriptor of the file ends it, too.
"""

from __future__ import annotations

import os
import sys

FAR = 2**31 - 2
"""On Windows nobody else can read or write a byte that is locked: so it is one that no file has."""


def claimed(descriptor: int) -> bool:
    """Whether an open file is ours now; False if another process has claimed it.

    Where files cannot be locked, as on some network drives, everybody has it.
    """
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass
    return True


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        before = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, before, os.SEEK_SET)
    else:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
