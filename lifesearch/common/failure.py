"""Failures that no command foresees: no memory, a library that ends the program, a bug.

Exit status 1 means "proved: there is none", but Python and C libraries also end with 1 after any
error. So an error that no command handles gets its status here, and a sentence:

3   a search gave up, or the system had no more memory, processes or open files: undecided
2   any other error of the system that has a number, such as a full disk
70  anything else: a bug

The traceback of a bug goes to a file, so that a search of hours need not be repeated to report it.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import suppress

from lifesearch.common.errors import LifesearchError
from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.memory import is_shortage, says_no_memory

_REFUSED = (errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE)
"""The system has no more memory, processes or open files for us."""

_DETAIL = 200
"""Letters of an error's message that are quoted."""


def sentence_and_status(error: BaseException) -> tuple[str, ExitStatus]:
    """The sentence and the exit status for an error that no command has handled."""
    if isinstance(error, LifesearchError):
        return str(error), ExitStatus.GAVE_UP
    if is_shortage(error):
        return f"out of memory{_while_loading(error)}; undecided", ExitStatus.GAVE_UP
    if isinstance(error, OSError) and error.errno in _REFUSED:
        return f"the system refuses to go on: {error.strerror}; undecided", ExitStatus.GAVE_UP
    if isinstance(error, OSError) and error.errno is not None:
        # Python names the file if opening it fails, not if writing to it does. The status is as
        # after `show.files.naming_file`: the user can give another place for the output.
        what = "write the output" if error.filename is None else f"use {error.filename}"
        return f"cannot {what}: {error.strerror}", ExitStatus.BAD_INPUT
    return bug(error), ExitStatus.FAILED


def _while_loading(error: BaseException) -> str:
    """The message of an import that failed for want of memory, in brackets; else empty."""
    lines = (_first_line(each) for each in causes(error) if isinstance(each, ImportError | OSError))
    return next((f" ({line})" for line in lines if says_no_memory(line)), "")


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, its cause, the cause of that, and so on."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _first_line(error: BaseException) -> str:
    """The first line of an error's message, or its type."""
    lines = str(error).strip().splitlines()
    return lines[0][:_DETAIL] if lines else type(error).__name__


def bug(error: BaseException) -> str:
    """A sentence: what happened and how to report it; the traceback is written to a file."""
    what = f"{type(error).__name__}: {_first_line(error)}" if str(error) else type(error).__name__
    return f"unexpected error: {what}; this is a bug: please report it{_address()}{_record(error)}"


def _address() -> str:
    """The address for bug reports, from the metadata of the package."""
    from importlib.metadata import PackageNotFoundError, metadata

    with suppress(PackageNotFoundError):
        addresses = metadata("lifesearch").get_all("Project-URL") or []
        for label, address in (each.split(", ", 1) for each in addresses):
            if label == "Issues":
                return f" at {address}"
    return ""


def _record(error: BaseException) -> str:
    """Write the traceback to a file and name it; print it if that cannot be done."""
    import tempfile
    from traceback import format_exception

    from lifesearch import __version__

    words = f"lifesearch {__version__}, Python {sys.version}, {sys.platform}\n{sys.argv}\n\n"
    text = words + "".join(format_exception(error))
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="lifesearch-", suffix=".txt", delete=False, encoding="utf-8",
            errors="backslashreplace",
        ) as file:  # fmt: skip
            file.write(text)
    except OSError:
        return f"\n{text}"
    return f", with the file {file.name}"


class _Exit:
    """The message and status to use if a C library ends this process by `exit`."""

    loading = ""  # the module that is being loaded
    expected = False  # whether Python itself is ending


def loading(name: str) -> None:
    """Record the name of the module that is being loaded, for the message of `guard_exit`.

    A C library that runs out of memory while it is loaded calls `exit`. The name is "" afterwards.
    """
    _Exit.loading = name


def guard_exit() -> None:
    """Replace the exit status of the process if a C library calls `exit`, as OpenBLAS does.

    `exit` calls `_exited`, which is registered with the C library for that. Python itself ends by
    `exit`, too, but when no Python function can be called any more: so Python's `atexit`, which
    runs before that, removes `_exited` again. Only the C libraries of Linux and macOS are known to
    allow that.
    """
    import atexit
    import ctypes

    library = ctypes.CDLL(None) if os.name == "posix" else None
    if not (sys.platform == "darwin" or hasattr(library, "gnu_get_libc_version")):
        return
    assert library is not None
    owner = ctypes.c_char(b"\0")  # its address identifies our function to the C library
    called = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_exited)

    def withdraw(_called: object) -> None:
        _Exit.expected = True
        library.__cxa_finalize(ctypes.byref(owner))

    library.__cxa_atexit(called, None, ctypes.byref(owner))
    atexit.register(withdraw, called)  # the reference also keeps `called` alive until then


def _exited(_: object) -> None:
    """Print a sentence and end the process with our status, unless Python itself is ending."""
    if _Exit.expected:
        return
    if _Exit.loading:
        sentence = f"{_Exit.loading} cannot be loaded: out of memory; undecided"
        status = ExitStatus.GAVE_UP
    else:
        sentence, status = "a library ended the program; undecided", ExitStatus.FAILED
    with suppress(OSError):
        os.write(2, f"lifesearch: {sentence}\n".encode())
    os._exit(status)
