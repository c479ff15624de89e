"""The studio in a real browser: searches that run, stop and go on."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs pip install '.[studio]'")

from tests.doors.studio.serving import ENDED, Page, serving
from tests.show.chromium import Browser

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_reload_a_stop_and_more(page: Page) -> None:
    page.kind("oscillator", "box")
    page.paste("\n".join(["?" * 40] * 40))
    page.choose("period", "31")
    page.click("#begin")
    page.until("studio.shown()?.view?.progress.count !== undefined")
    here = page.value("location.hash")
    assert here.startswith("#search/")
    page.browser.driver.refresh()
    page.ready()
    assert page.value("location.hash") == here
    page.until("studio.shown()?.view?.state === 'running'")
    page.until("document.querySelector('.plot')")
    page.run("studio.shown().stop.click()")
    page.until("studio.shown().view.state === 'stopped'")
    before = page.value("studio.shown().view.seconds")
    page.run("studio.shown().start.click()")
    page.until(f"studio.shown().view.state === 'running' && studio.shown().view.seconds > {before}")
    page.visit()
    assert "running" in page.until("document.getElementById('badge').textContent")
    page.visit(here)
    page.until("studio.shown()?.view?.state === 'running'")
    page.run("studio.shown().redraw.click()")
    page.until("!document.getElementById('draw').hidden")
    assert page.value("document.getElementById('field-period').value") == "31"
    page.visit(here)
    page.until("studio.shown()?.view")
    page.run("studio.shown().removing.click()")
    page.click("#asking-ok")
    page.until("location.hash === '#searches'")


def ask_for_ships_in_a_strip(page: Page, velocity: str, width: int, symmetry: str) -> None:
    page.kind("spaceship", "strip")
    page.choose("velocity", velocity)
    page.choose("width", str(width))
    page.choose("symmetry", symmetry)


@pytest.mark.slow("a strip is searched in the browser")
def test_a_ship_in_a_strip_grows_and_is_found(page: Page) -> None:
    ask_for_ships_in_a_strip(page, "c/3", 12, "even")
    command = page.value("document.getElementById('command').textContent")
    assert command == "lifesearch spaceship c/3 --symmetry even --width 12"
    page.click("#begin")
    assert page.cards() == ["turtle"]
    page.visit()
    ask_for_ships_in_a_strip(page, "c/4", 9, "odd")
    page.click("#begin")
    page.until(ENDED)
    assert page.value("document.querySelector('.verdict .proved').textContent").startswith(
        "proved: no mirror-symmetric c/4 spaceship of period 4, of odd width up to 9, of any length"
    )
    page.visit()
    ask_for_ships_in_a_strip(page, "c/4", 16, "even")
    page.click("#begin")
    shown = "document.querySelector('.look-panel:not([hidden])')"
    rows = page.until(f"{shown} && studio.shown().view.partial?.rows")
    assert page.cards() == ["spaceship of velocity c/4"]
    assert page.value("studio.shown().view.partial.rows") >= rows


@pytest.mark.slow("a server is started twice")
@pytest.mark.skipif(os.name == "nt", reason="kills by a signal")
def test_a_server_that_is_killed_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as (address, process):
        page = Page(browser, address)
        page.visit()
        page.paste("\n".join(["?" * 40] * 40))
        page.choose("period", "31")
        page.click("#begin")
        page.until("studio.shown()?.view?.progress.count !== undefined")
        here = page.value("location.hash")
        process.send_signal(signal.SIGKILL)
        process.wait()
        page.until("!document.getElementById('lost').hidden")
    with serving(tmp_path) as (address, _):
        page = Page(browser, address)
        page.visit(here)
        page.until("studio.shown()?.view?.state === 'running' && studio.shown().view.seconds > 1")
    browser.complaints()


@pytest.mark.slow("twenty tabs")
def test_twenty_tabs_and_four_searches(page: Page) -> None:
    """Nothing is lost: each tab shows all answers of its search."""
    driver = page.browser.driver
    names = []
    for width in (4, 5):
        for kind in ("still-life", "oscillator"):
            page.visit()
            page.kind(kind, "box")
            page.paste("\n".join(["?" * width] * 4))
            if kind == "oscillator":
                page.choose("period", "2")
            page.choose("count", "all")
            page.click("#begin")
            names.append(page.until("location.hash.startsWith('#search/') && location.hash"))
    first, tabs = driver.current_window_handle, []
    for number in range(20):
        driver.switch_to.new_window("tab")
        page.visit(names[number % 4])
        tabs.append((driver.current_window_handle, names[number % 4]))
    counts: dict[str, set[int]] = {name: set() for name in names}
    for handle, name in tabs:
        driver.switch_to.window(handle)
        page.until(ENDED)
        page.until("studio.shown().gallery.cards.length === studio.shown().view.answers")
        assert page.value("studio.shown().view.proved")
        counts[name].add(page.value("studio.shown().gallery.cards.length"))
        driver.close()
    driver.switch_to.window(first)
    assert [len(found) for found in counts.values()] == [1] * 4
    assert counts[names[0]] == {13}  # still lifes in a 4x4 box
