"""What the exit status says."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """0 found, 1 proved that there is none, 2 bad input, 3 gave up, 130 interrupted."""

    FOUND = 0
    NONE = 1
    BAD_INPUT = 2
    GAVE_UP = 3
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    TERMINATED = 143
