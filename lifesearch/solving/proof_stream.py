"""The file that a solver writes its proof to.

PySAT itself would write to a file without a name, in the folder for temporary files, and give it
as a list of lines at the end: proofs can be too large for both. So a solver is given a file of
ours, which it closes when it is deleted. The solvers do not look whether what they write arrives
on the disk; the C library knows, and is asked.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from typing import Any, BinaryIO


class ProofStream:
    """What a solver of PySAT writes a proof to."""

    def __init__(self, solver: Any, name: str, file: BinaryIO) -> None:
        import pysolvers

        glucose = name == "glucose4"
        handle = solver.glucose if glucose else solver.cadical
        begin = getattr(pysolvers, f"{'glucose41' if glucose else name}_tracepr")
        solver.prfile = file
        solver.prfp = self._stream = begin(handle, file)
        self._flush = pysolvers.flushpr

    def look(self) -> None:
        """Look whether what the solver wrote up to now has arrived."""
        if _failed(self._stream):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def flush(self) -> None:
        """Have all that the solver wrote in the file."""
        self._flush(self._stream)
        self.look()


def _failed(stream: Any) -> bool:
    """Whether the C library could not write to a stream; where it cannot be asked, False."""
    if sys.platform == "win32":
        return False
    api = ctypes.pythonapi
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    pointer = api.PyCapsule_GetPointer(stream, None)
    ferror = ctypes.CDLL(None).ferror
    ferror.argtypes = [ctypes.c_void_p]
    return bool(ferror(pointer))
