"""A browser, and for each file of tests a studio of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doors.studio.serving import Page, serving
from tests.show.chromium import Browser, axe_source, start


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    yield from start()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as (address, _):
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    browser.pretend(1280, 820)
    page = Page(browser, address)
    page.fresh()
    yield page
    assert browser.complaints() == []
    elsewhere = "performance.getEntriesByType('resource').filter((e) => !e.name.startsWith(origin))"
    assert page.value(f"{elsewhere}.length") == 0


@pytest.fixture(scope="package")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The checker of accessibility, from npm."""
    return axe_source(tmp_path_factory.mktemp("axe"))
