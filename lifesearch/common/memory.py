"""Free and used memory, where the system reports it (Linux), and errors that mean a shortage.

`running.places` divides the free memory among workers; `failure` recognises the errors.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

ASSUMED_FREE = 2 << 30
"""Bytes that are taken to be free where the system does not report them; a choice."""
LEAST_FREE = 256 << 20
"""Bytes that are taken to be free, even if fewer are: a search begins all the same. A choice."""
PROCESSES, CONTROL_GROUPS = Path("/proc"), Path("/sys/fs/cgroup")
_NO_MEMORY = re.compile(
    "bad_alloc|out.?of.?memory|memory ?error|cannot allocate|memory allocation"
    "|failed to map segment|can't start new thread",
    re.IGNORECASE,
)


def says_no_memory(message: str) -> bool:
    """Whether a message of Python, of the system or of a library says that memory was short.

    >>> says_no_memory("a.so: failed to map segment from shared object")
    True
    """
    return bool(_NO_MEMORY.search(message))


def is_shortage(error: BaseException) -> bool:
    """Whether an error, or its cause, says that memory was short.

    Python's compiler and importer may then raise a SystemError that gives no reason.
    """
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, ImportError | OSError | RuntimeError) and says_no_memory(str(error)):
        return True
    if isinstance(error, SystemError) and re.search("without (exception )?set", str(error)):
        return True
    cause = error.__cause__ or error.__context__
    return cause is not None and is_shortage(cause)


def free_memory(processes: Path = PROCESSES, control_groups: Path = CONTROL_GROUPS) -> int:
    """Bytes that can be used without swapping; a guess where the system does not say.

    A container, or a job of a batch system, may be allowed less than the machine has.
    """
    free = ASSUMED_FREE
    with suppress(OSError, ValueError, StopIteration):
        lines = (processes / "meminfo").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        free = int(line.split()[1]) * 1024
    return max(LEAST_FREE, min([free, *_left_to_groups(processes, control_groups)]))


def _left_to_groups(processes: Path, control_groups: Path) -> Iterator[int]:
    """Bytes left to each control group of this process that has a limit, in either version.

    Groups are nested. Where a container has its own view of them, it sees only some of their names.
    """
    named: list[str] = []
    with suppress(OSError, ValueError):
        named = (processes / "self" / "cgroup").read_text(encoding="utf-8").splitlines()
    for line in named:
        _, _, rest = line.partition(":")
        controllers, _, own = rest.partition(":")
        if not controllers:
            folder, limit, used = control_groups, "memory.max", "memory.current"
        elif controllers == "memory":
            folder = control_groups / "memory"
            limit, used = "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        group = Path(own.lstrip("/"))
        for path in (folder / each for each in (group, *group.parents)):
            # ValueError: "max", where there is no limit
            with suppress(OSError, ValueError):
                allowed, taken = (int((path / each).read_text()) for each in (limit, used))
                yield allowed - taken + _cached(path)


def _cached(group: Path) -> int:
    """Bytes of files that are used by a control group, but given up when memory is short."""
    statistics = (group / "memory.stat").read_text()
    found = re.findall("^(?:total_)?inactive_file ([0-9]+)$", statistics, re.MULTILINE)
    return max(map(int, found), default=0)


def used_memory(process_ids: Iterable[int], processes: Path = PROCESSES) -> int:
    """Bytes that processes have for themselves, in total; 0 where the system does not say."""
    page = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    total = 0
    for process_id in process_ids:
        with suppress(OSError, ValueError, IndexError):
            fields = (processes / str(process_id) / "statm").read_text(encoding="ascii").split()
            # Resident pages less shared ones: forked workers share most of the program.
            total += (int(fields[1]) - int(fields[2])) * page
    return total
