"""Memory of the machine and of processes, where the system reports it (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

UNKNOWN = 2 << 30
LEAST = 256 << 20
PROCESSES = Path("/proc")


def free_memory(processes: Path = PROCESSES) -> int:
    """Bytes that can be used without pushing others out; a guess where the system does not say."""
    with suppress(OSError, ValueError, StopIteration):
        lines = (processes / "meminfo").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        return max(LEAST, int(line.split()[1]) * 1024)
    return UNKNOWN


def used_memory(numbers: Iterable[int], processes: Path = PROCESSES) -> int:
    """Bytes that processes have for themselves, all together; 0 where the system does not say."""
    page = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    total = 0
    for number in numbers:
        with suppress(OSError, ValueError, IndexError):
            fields = (processes / str(number) / "statm").read_text(encoding="ascii").split()
            total += (int(fields[1]) - int(fields[2])) * page
    return total
