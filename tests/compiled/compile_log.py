"""Count what is compiled, in whatever process.

Each file of machine code is written once for each time that its function is compiled. Processes
that have this folder on their `PYTHONPATH` note each file that they rename, by an audit hook.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

HOOK = """
import os, sys

def note(event, arguments):
    if event == "os.rename" and str(arguments[1]).endswith(".code"):
        log = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(log, (os.path.basename(arguments[1]) + chr(10)).encode())
        os.close(log)

sys.addaudithook(note)
"""


class CompileLog:
    """A cache folder of its own for machine code, and what was compiled for it."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "compiled.log"
        self.cache = folder / "cache"
        self._hooks = folder / "hooks"
        self._hooks.mkdir()
        (self._hooks / "sitecustomize.py").write_text(HOOK.format(log=str(self._log)))

    @property
    def environment(self) -> Mapping[str, str]:
        """What a process needs to be noted."""
        paths = [str(self._hooks), os.environ.get("PYTHONPATH", "")]
        return {
            **os.environ,
            "LIFESEARCH_CACHE": str(self.cache),
            "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        }

    @property
    def kernels(self) -> Path:
        """The folder with the files."""
        return self.cache / "kernels"

    def count(self) -> Counter[str]:
        """How often each file was written."""
        return Counter(self._log.read_text().split() if self._log.exists() else ())
