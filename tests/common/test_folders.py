"""Where the folders of a user are, on each system."""

from __future__ import annotations

from pathlib import Path

import pytest

from lifesearch.common.folders import folder

MAC = "/home/jo/Library/Application Support"


@pytest.mark.parametrize(
    ("environment", "system", "kind", "expected"),
    [
        ({}, "linux", "data", "/home/jo/.local/share/lifesearch"),
        ({}, "linux", "config", "/home/jo/.config/lifesearch"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "data", "/data/lifesearch"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "config", "/home/jo/.config/lifesearch"),
        ({"XDG_DATA_HOME": "data"}, "linux", "data", "/home/jo/.local/share/lifesearch"),
        ({"XDG_DATA_HOME": ""}, "freebsd14", "data", "/home/jo/.local/share/lifesearch"),
        ({"XDG_CONFIG_HOME": "/settings"}, "linux", "config", "/settings/lifesearch"),
        ({"XDG_CONFIG_HOME": "settings"}, "linux", "config", "/home/jo/.config/lifesearch"),
        (
            {"XDG_DATA_HOME": "/d"},
            "darwin",
            "data",
            f"{MAC}/lifesearch",
        ),
        ({}, "darwin", "config", f"{MAC}/lifesearch"),
        ({"LOCALAPPDATA": "/local"}, "win32", "data", "/local/lifesearch"),
        ({"LOCALAPPDATA": "/local"}, "win32", "config", "/local/lifesearch"),
        ({}, "win32", "config", "/home/jo/AppData/Local/lifesearch"),
        ({"LIFESEARCH_DATA": "/mine", "XDG_DATA_HOME": "/data"}, "linux", "data", "/mine"),
        ({"LIFESEARCH_DATA": "/mine"}, "win32", "config", "/home/jo/AppData/Local/lifesearch"),
        ({"LIFESEARCH_DATA": ""}, "linux", "data", "/home/jo/.local/share/lifesearch"),
    ],
)
def test_folders_are_where_the_system_has_such_folders(
    environment: dict[str, str], system: str, kind: str, expected: str
) -> None:
    assert folder(environment, system, Path("/home/jo"), kind) == Path(expected)


def test_somebody_without_a_home() -> None:
    assert folder({}, "linux", None, "data") is None
    assert folder({"XDG_DATA_HOME": "/data"}, "linux", None, "data") == Path("/data/lifesearch")
