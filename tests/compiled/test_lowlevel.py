"""Pointers, and functions that are compiled as parts of those that call them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import pytest
from numba.core import compiler

from lifesearch.benchmark.cold import GROUPS
from lifesearch.compiled import is_tried
from lifesearch.compiled.lowlevel import pointers
from lifesearch.compiled.quick import PartialCode, QuickCompiler, call_as_part
from lifesearch.folders import variable

Function = TypeVar("Function", bound=Callable[..., Any])

needs_quick_compiler = pytest.mark.skipif(
    not is_tried(), reason="it is not used with this version of numba"
)


def njit(function: Function) -> Function:
    """Compile a function as numba does."""
    made: Function = numba.njit(function)
    return made


def made(function: Any, **options: Any) -> Any:
    """A function that is a part of others."""
    result: Any = numba.njit(**options)(function)
    call_as_part(result, function, options)
    return result


def test_pointers_of_one_array_and_of_several() -> None:
    @njit
    def write(one: Any, several: Any) -> Any:
        first, (second, third) = pointers(one), pointers(several)
        first[4], second[1] = 7, 9
        return first[4] + second[1] + third[0]

    one, small = np.zeros((2, 3), np.int64), np.zeros(2, np.uint8)
    assert write(one, (small, np.ones(1, np.int32))) == 17
    assert one.tolist() == [[0, 0, 0], [0, 7, 0]]
    assert small.tolist() == [0, 9]


@pytest.mark.parametrize("array", [np.zeros(2, np.bool_), np.zeros((4, 4), np.int64)[:, ::2], 3])
def test_there_are_no_pointers_to_anything_else(array: Any) -> None:
    @njit
    def first(array: Any) -> Any:
        return pointers(array)[0]

    with pytest.raises(numba.TypingError):
        first(array)


@pytest.mark.parametrize("inline", [False, True])
def test_python_and_compiled_functions_call_a_part(inline: bool) -> None:
    def add(a: int, b: int) -> int:
        return a + b

    part = made(add, forceinline=inline)

    @njit
    def add_thrice(a: int) -> int:
        return int(part(part(part(a, a), 2), b=3))

    assert add_thrice(10) == 25
    assert not part.signatures  # it has no machine code of its own as yet
    assert part(1, 2) == 3
    assert len(part.signatures) == 1


def test_a_part_is_compiled_once_for_all_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    library: Any = PartialCode
    finish = library.finalize

    def finalize(self: Any) -> None:
        compiled.append(self.name)
        finish(self)

    monkeypatch.setattr(library, "finalize", finalize)

    def shifted(a: int, by: int) -> int:
        return a << by

    part = made(shifted)

    @njit
    def shift(a: int) -> int:
        return int(part(a, 1) + part(a, 2) + part(a, a) + part(np.int32(a), np.int8(1)))

    assert shift(3) == 6 + 12 + 24 + 6
    assert sum("shifted" in name for name in compiled) == 1


@needs_quick_compiler
def test_a_part_of_a_part_is_taken_once_and_parts_may_share_it() -> None:
    def low(a: int) -> int:
        return a + 1

    lowest = made(low)

    def left(a: int) -> int:
        return 2 * int(lowest(a))

    def right(a: int) -> int:
        return 3 * int(lowest(a))

    both = made(left), made(right)
    one, other = both

    def top(a: int) -> int:
        return int(one(a) + other(a))

    quick: Any = numba.njit(pipeline_class=QuickCompiler)(top)
    assert quick(4) == 25
    (code,) = quick.inspect_llvm().values()
    assert "low" not in [line.split("(")[0] for line in code.splitlines() if "declare" in line]


@needs_quick_compiler
def test_operations_on_numbers_are_those_of_numba() -> None:
    """Also if one is a constant."""
    terms = [
        pair.replace(",", f" {sign}")
        for pair in ("a, b", "a, d", "e, a", "a, 3", "c, c")
        for sign in ("+", "*", "//", "%", "^", "<", "==")
    ]
    lines = "; ".join(f"out[{place}] = {one}" for place, one in enumerate(terms))
    names: dict[str, Any] = {}
    exec(f"def f(a, b, c, d, e, out): {lines}", names)
    functions = [
        numba.njit(error_model="numpy", pipeline_class=each)(names["f"])
        for each in (compiler.Compiler, QuickCompiler)
    ]
    results = np.zeros((2, len(terms)), np.int64)
    for a, b in ((7, 3), (-7, 3), (7, -3), (-(2**62), -1)):
        values = np.int64(a), np.int64(b), np.array(a).astype(np.uint64), np.int32(b), a > 0
        for function, result in zip(functions, results, strict=True):
            function(*values, result)
        assert results[0].any()
        assert (results[0] == results[1]).all()


AS_USUAL = """
import lifesearch.compiled as compiled
compiled.is_tried = lambda: False
import sys
from lifesearch.benchmark import cold
for group in sys.argv[1:]:
    cold.GROUPS[group][0]()
assert "lifesearch.compiled.quick" not in sys.modules
print("works")
"""


@pytest.mark.parametrize(
    "groups",
    [
        pytest.param(["soups", "catalysts"], marks=pytest.mark.long),
        pytest.param(list(GROUPS), marks=pytest.mark.slow),
    ],
)
def test_other_versions_of_numba_compile_as_usual(tmp_path: Path, groups: list[str]) -> None:
    """What numba does not document is used only where it was tried."""
    done = subprocess.run(
        [sys.executable, "-c", AS_USUAL, *groups],
        env={**os.environ, variable("cache"): str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "works\n", done.stderr
