"""One browser for all tests here that want one, and a gallery in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesearch.show.gallery import page as gallery
from lifesearch.show.gallery.sources import Collection
from tests.show.chromium import Browser, start
from tests.show.exhibits import EVIL, EXHIBITS


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    yield from start()


@pytest.fixture(scope="package")
def gallery_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of all kinds of patterns."""
    file = tmp_path_factory.mktemp("gallery") / "page.html"
    file.write_text(gallery.page(Collection(f"All {EVIL}", EXHIBITS)), encoding="utf-8")
    return file


@pytest.fixture
def page(browser: Browser, gallery_file: Path) -> Iterator[Browser]:
    """The gallery, as at the first visit, which says and loads nothing."""
    browser.pretend(1200, 900)
    browser.open(gallery_file)
    browser.run("localStorage.clear()")
    browser.until("cards[5].player")
    yield browser
    assert browser.complaints() == []
    assert browser.run("return performance.getEntriesByType('resource').length") == 0
