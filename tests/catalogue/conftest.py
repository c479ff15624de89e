"""A catalogue of one's own for each test that wants one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesearch.catalogue.names import own_names
from lifesearch.catalogue.store import FOLDER_VARIABLE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for the catalogue that nobody has made yet."""
    place = tmp_path / "new" / "data"
    monkeypatch.setenv(FOLDER_VARIABLE, str(place))
    own_names.cache_clear()
    yield place
    own_names.cache_clear()
