"""The folder for the user's data, by the conventions of each system.

On Linux that is `$XDG_DATA_HOME` or `~/.local/share`, on macOS `~/Library/Application Support`,
on Windows `%LOCALAPPDATA%`; in it, a folder `lifesearch`. The environment variable
`LIFESEARCH_DATA` names another folder.

    >>> data_folder({"LIFESEARCH_DATA": "/elsewhere"}, "linux", Path("/home/jo")).as_posix()
    '/elsewhere'
    >>> data_folder({}, "linux", Path("/home/jo")).as_posix()
    '/home/jo/.local/share/lifesearch'
    >>> data_folder({}, "darwin", Path("/Users/jo")).as_posix()
    '/Users/jo/Library/Application Support/lifesearch'

A variable that is empty counts as not set, and so does `XDG_DATA_HOME` if it is no absolute
path, as its specification demands. A user without a home has no such folder.

platformdirs takes 15 ms to load, in every search, and has another folder on macOS if
`XDG_DATA_HOME` is set.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

FOLDER_VARIABLE = "LIFESEARCH_DATA"


def data_folder(environment: Mapping[str, str], system: str, home: Path | None) -> Path | None:
    """The folder, whether it exists or not; None if there is no place for it."""
    if chosen := environment.get(FOLDER_VARIABLE):
        return Path(chosen)
    customary: Path | None
    if system == "win32":
        local = environment.get("LOCALAPPDATA")
        customary = Path(local) if local else home and home / "AppData" / "Local"
    elif system == "darwin":
        customary = home and home / "Library" / "Application Support"
    else:
        shared = environment.get("XDG_DATA_HOME", "")
        told = Path(shared) if Path(shared).is_absolute() else None
        customary = told or (home and home / ".local" / "share")
    return customary and customary / "lifesearch"


def own_folder() -> Path | None:
    """The folder of the user who runs the program."""
    try:
        home: Path | None = Path.home()
    except RuntimeError:
        home = None
    return data_folder(os.environ, sys.platform, home)
