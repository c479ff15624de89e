"""The exit statuses of all commands."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """How a command ended; after a signal, 128 plus the number of the signal, as in shells."""

    FOUND = 0  # also: done, by a command that does not search
    NONE = 1  # a search: proved that there is no answer; other commands: nothing, or refused
    BAD_INPUT = 2
    GAVE_UP = 3  # undecided, such as at the time limit
    FAILED = 70  # a bug: EX_SOFTWARE of sysexits.h
    INTERRUPTED = 130  # SIGINT, by Ctrl-C
    BROKEN_PIPE = 141  # SIGPIPE: the reader of the output has gone
    TERMINATED = 143  # SIGTERM
