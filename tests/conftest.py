"""What all tests need.

Property tests look at a few examples, the same each time; with `HYPOTHESIS_PROFILE=thorough` in
the environment at many, other ones each time.
"""

import gc
import os
import signal
import sys
import time
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

import lifesearch.__main__  # noqa: F401 - before its handlers of signals are replaced
from lifesearch.common.folders import variable
from lifesearch.doors.cli.settings import OPTIONS
from tests.prepare import compile_bytecode, compile_kernels, load_kernels, make_clauses
from tests.seeds import UNTIL

MANY = 500

settings.register_profile("default", max_examples=40, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure(config: pytest.Config) -> None:
    """Let children hear Ctrl-C and the like, even if whoever started the tests does not.

    The program, which the tests import, has handlers of its own for a start from the terminal.
    """
    sys.excepthook = sys.__excepthook__
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGHUP", "SIGQUIT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    if not hasattr(config, "workerinput"):
        compile_bytecode()
    sys.dont_write_bytecode = False  # pytest keeps the modules of tests
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what a soak has no time for."""
    if item.get_closest_marker("soak") and time.time() > UNTIL:
        pytest.skip("the time of the soak is up")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have kernels that were edited compiled once."""
    if not hasattr(session.config, "workerinput") and not session.config.option.collectonly:
        compile_kernels()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no examples in the modules of tests, which takes half a second."""
    found = yield
    return [each for each in found if type(each) is pytest.Module]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Make once what workers that are forked from here would make, each for itself.

    That takes a second or two: it is done for many tests only. And let the collector of garbage,
    here and in these workers, pass over all that is there now.
    """
    if len(session.items) >= MANY and not session.config.option.collectonly:
        load_kernels()
        make_clauses()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how long tests in a browser took, which are among the others."""
    stats = terminalreporter.stats.values()
    reports = [each for some in stats for each in some if isinstance(each, pytest.TestReport)]
    seconds = sum(report.duration for report in reports if "browser" in report.keywords)
    if seconds:
        terminalreporter.write_line(f"tests in a browser: {seconds:.0f} s of one worker")


@pytest.fixture(scope="session", autouse=True)
def _nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep away from the catalogue and the settings of whoever runs the tests.

    A test that writes to a catalogue has one of its own, or the next test would read it.
    """
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(variable("data"), str(folder))
        patch.setenv(variable("config"), str(folder / "no settings"))
        for name in OPTIONS:
            patch.delenv(variable(name), raising=False)
        yield
    assert not list(folder.iterdir())


@pytest.fixture(scope="session")
def kernels_loaded() -> None:
    """Load machine code once: workers that are forked from here need not load it, each for itself.

    That takes a worker a second. Processes of the program, which other tests start, do load it.
    """
    load_kernels()
