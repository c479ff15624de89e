"""How much memory the processes of a survey take."""

from __future__ import annotations

import multiprocessing
import os
from contextlib import suppress
from pathlib import Path


def workers_memory() -> int:
    """The bytes of all child processes together, where the system reports them."""
    page = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    total = 0
    for child in multiprocessing.active_children():
        with suppress(OSError, ValueError, IndexError):
            fields = Path(f"/proc/{child.pid}/statm").read_text(encoding="ascii").split()
            total += (int(fields[1]) - int(fields[2])) * page
    return total
