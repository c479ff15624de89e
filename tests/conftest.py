"""What all tests need."""

import signal


def pytest_configure() -> None:
    """Hear Ctrl-C, and let children hear it, even if whoever started the tests does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
