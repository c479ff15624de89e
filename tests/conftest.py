"""What all tests need."""

import signal
from collections.abc import Iterator

import pytest

from lifesearch.life.datafolder import CHOSEN


def pytest_configure() -> None:
    """Let children hear Ctrl-C and the like, even if whoever started the tests does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGHUP", "SIGQUIT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


@pytest.fixture(scope="session", autouse=True)
def _nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep away from the catalogue of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CHOSEN, str(tmp_path_factory.mktemp("data")))
        yield
