"""A real browser without a window, if there is one."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Browser:
    """Chromium, as the tests use it."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def open(self, page: Path) -> None:
        """Load a page and forget what was said about the one before."""
        self.complaints()
        self._driver.get(page.as_uri())

    def visit(self, address: str) -> None:
        """Load what a server serves."""
        self.complaints()
        self._driver.get(address)

    @property
    def driver(self) -> Any:
        """What selenium has, for what only it can do."""
        return self._driver

    def run(self, script: str, *arguments: object) -> Any:
        """What a function body returns in the page."""
        return self._driver.execute_script(script, *arguments)

    def wait(self, script: str, *arguments: object) -> Any:
        """What the body of an asynchronous function comes to, an expression or a block."""
        code = f"const done = arguments[arguments.length - 1]; (async () => {script})().then(done)"
        return self._driver.execute_async_script(code, *arguments)

    def until(self, expression: str) -> None:
        """Wait until something is true in the page, which is asked with each frame."""
        self.wait(f"{{ while (!({expression})) await new Promise(requestAnimationFrame); }}")

    def press(self, *keys: str) -> None:
        """Type, wherever the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self._driver).send_keys(*keys).perform()

    def click(self, selector: str) -> None:
        """Click on the first element of this kind."""
        self._driver.find_element("css selector", selector).click()

    def pretend(self, width: int, height: int, *, dark: bool = False) -> None:
        """Be a screen of this size, and of this taste."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        taste = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [taste]})

    def complaints(self) -> list[str]:
        """What the console has to say since it was asked last."""
        return [entry["message"] for entry in self._driver.get_log("browser")]


def start() -> Iterator[Browser]:
    """A browser, or the reason why there is none."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs pip install '.[browser]'")
    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("needs Chromium and chromedriver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(driver)
    chrome = webdriver.Chrome(options=options, service=service)
    chrome.set_script_timeout(120)
    try:
        permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
        chrome.execute_cdp_cmd("Browser.grantPermissions", permissions)
        yield Browser(chrome)
    finally:
        chrome.quit()


def axe_source(place: Path) -> str:
    """The checker of accessibility, which npm puts into this folder, or the reason why not."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs npm, for axe-core")
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(place)]
    try:
        subprocess.run([*command, "axe-core@4"], check=True, capture_output=True, timeout=120)
    except (subprocess.SubprocessError, OSError) as error:
        pytest.skip(f"axe-core cannot be had from npm: {error}")
    return (place / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(browser: Browser, axe: str) -> list[str]:
    """What the checker finds wrong with the page that is open."""
    browser.run(axe)
    found = browser.wait(
        "{ const r = await axe.run(); return r.violations.map((v) => "
        "`${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`); }"
    )
    return list(found)
