"""Claim a file for one process, by the means of each system.

Sessions and the build of kernels use it. The system ends a claim when the process ends, however it
ends. A forked process does not share it. On POSIX systems, closing any descriptor of the file ends
it, too.
"""

from __future__ import annotations

import os
import sys

FAR = 2**31 - 2
"""Offset of the byte to lock: on Windows no other process can read it.

It is beyond any file's end (`limits.LARGEST_SESSION`), and still a number of 32 bits.
"""


def claimed(descriptor: int) -> bool:
    """Claim an open file; False if another process has claimed it.

    Where files cannot be locked, as on some network drives, every claim succeeds.
    """
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):  # POSIX allows both, Windows has the second
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
