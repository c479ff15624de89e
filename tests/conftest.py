"""What all tests need."""

import signal


def pytest_configure() -> None:
    """Let children hear Ctrl-C and the like, even if whoever started the tests does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGHUP", "SIGQUIT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
