"""How much memory there is."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

UNKNOWN = 2 << 30
LEAST = 256 << 20


def free_memory() -> int:
    """Bytes that can be used without pushing others out; a guess where the system does not say."""
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        return max(LEAST, int(line.split()[1]) * 1024)
    return UNKNOWN
