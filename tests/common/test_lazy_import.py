"""Modules that are loaded when they are used."""

import sys

import pytest

from tests.processes import ended_code

CODE = """
import sys
from lifesearch.__main__ import load_when_used
load_when_used("numpy")
import numpy as np
print("numpy._core" in sys.modules)
{use}
print("numpy._core" in sys.modules)
load_when_used("numpy")
import numpy
print(numpy.zeros is np.zeros, numpy.random.default_rng is np.random.default_rng)
"""


def printed(use: str) -> list[str]:
    return ended_code(CODE.format(use=use)).stdout.split()


def test_numpy_is_loaded_when_it_is_used() -> None:
    assert printed("np.zeros(2)") == ["False", "True", "True", "True"]


def test_or_when_a_part_of_it_is_imported() -> None:
    assert printed("from numpy.typing import NDArray") == ["False", "True", "True", "True"]


def test_a_module_that_is_not_there_is_missed_when_it_is_used() -> None:
    code = (
        "from lifesearch.__main__ import load_when_used; load_when_used('no_such_module')\n"
        "import no_such_module\n"
        "try: no_such_module.name\n"
        "except ModuleNotFoundError as error: print(error.name)"
    )
    assert ended_code(code).stdout.split() == ["no_such_module"]


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux only")
def test_numpy_is_loaded_before_the_first_worker_is_forked() -> None:
    code = (
        "import sys; from lifesearch.__main__ import main\n"
        "import lifesearch.running.process as process\n"
        "process._work = lambda *_: print('numpy._core' in sys.modules, flush=True)\n"
        "sys.argv[1:] = ['oscillator', '2', '--box', '2x2', '-j', '1', '-q']\n"
        "main()"
    )
    assert set(ended_code(code).stdout.split()) == {"True"}


def test_help_needs_no_numpy() -> None:
    code = (
        "import sys; from lifesearch.__main__ import main\n"
        "sys.argv[1:] = ['oscillator', '--help']\n"
        "try: main()\n"
        "except SystemExit: print('numpy._core' in sys.modules)"
    )
    assert ended_code(code).stdout.split()[-1] == "False"
