"""Read a file that may turn out to be anything: a pipe that never ends, a device, a huge file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from lifesearch.common.errors import InputError


def read_regular(path: Path, most: int) -> bytes:
    """The content of a regular file of at most `most` bytes.

    Anything else is refused with an InputError that says why; FileNotFoundError and
    NotADirectoryError pass, for callers to whom a missing file means something.
    """
    # A pipe without a writer would be waited for; Windows has no such flag, and no such pipes.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            data = file.read(most + 1) if regular else b""
    except (FileNotFoundError, NotADirectoryError):
        raise
    except IsADirectoryError:
        regular, data = False, b""
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {path}: {reason}") from error
    if not regular:
        raise InputError(f"cannot read {path}: it is not a plain file")
    if len(data) > most:
        raise InputError(f"cannot read {path}: it is larger than {most:,} bytes")
    return data
