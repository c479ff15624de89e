"""The user's folders, by the conventions of each system.

    >>> jo = Path("/home/jo")
    >>> [folder({}, "linux", jo, kind).as_posix() for kind in ("data", "config")]
    ['/home/jo/.local/share/lifesearch', '/home/jo/.config/lifesearch']
    >>> folder({}, "darwin", jo, "data").as_posix()
    '/home/jo/Library/Application Support/lifesearch'
    >>> folder({"LIFESEARCH_DATA": "/elsewhere"}, "linux", None, "data").as_posix()
    '/elsewhere'

On Windows all are in `%LOCALAPPDATA%`. The environment variables `LIFESEARCH_DATA` and
`LIFESEARCH_CONFIG` name other folders. A variable that is empty counts as not set, and so does one
of XDG that is no absolute path, as its specification demands. A user without a home has no such
folder.

The library platformdirs is not used: it takes 15 ms to load, in every search, and has another
folder on macOS if `XDG_DATA_HOME` is set.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_LINUX = {"data": ".local/share", "config": ".config"}


def variable(purpose: str) -> str:
    """The environment variable that names a folder.

    >>> variable("data")
    'LIFESEARCH_DATA'
    """
    return f"LIFESEARCH_{purpose.upper()}"


def folder(
    environment: Mapping[str, str], system: str, home: Path | None, purpose: str
) -> Path | None:
    """A folder, whether it exists or not; None if there is no place for it.

    `purpose` is "data" or "config", and `system` the value of `sys.platform`.
    """
    if chosen := environment.get(variable(purpose)):
        return Path(chosen)
    customary: Path | None
    if system == "win32":
        local = environment.get("LOCALAPPDATA")
        customary = Path(local) if local else home and home / "AppData" / "Local"
    elif system == "darwin":
        customary = home and home / "Library/Application Support"
    else:
        shared = Path(environment.get(f"XDG_{purpose.upper()}_HOME", ""))
        customary = shared if shared.is_absolute() else home and home / _LINUX[purpose]
    return customary and customary / "lifesearch"


def own_folder(purpose: str) -> Path | None:
    """A folder of the user who runs the program."""
    try:
        home: Path | None = Path.home()
    except RuntimeError:
        home = None
    return folder(os.environ, sys.platform, home, purpose)
