"""Machine code is used again if, and only if, nothing has changed that it depends on."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from lifesearch import compiled
from lifesearch.compiled import key

SOURCE = """
import numpy as np
FACTOR = 3
TABLE = np.array([1, 2, 3])
OTHER = 5

@inlined
def inner(number, by=1):
    return number + by

@compiled
def outer(number):
    return inner(number) * FACTOR + TABLE[number] + np.uint8(7)
"""

CHOICE = """
def one(number):
    return 1

def two(number):
    return 2

def chosen_one(number):
    raise NotImplementedError

@chosen(chosen_one)
def choose(number):
    return one if number == "int64" else two

@compiled
def outer(number):
    return chosen_one(number)
"""


def digest(source: str, function: str = "outer") -> str:
    names: dict[str, Any] = {
        "chosen": compiled.chosen,
        "compiled": compiled.compiled,
        "compiled_small": compiled.compiled_small,
        "inlined": compiled.inlined,
        "__name__": "source",
    }
    exec(source, names)
    made = names[function]
    return key.digest(made.py_func, made.targetoptions)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("number + by", "number - by"),
        ("by=1", "by=2"),
        ("FACTOR = 3", "FACTOR = 4"),
        ("FACTOR = 3", "FACTOR = 3.0"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("[1, 2, 3]", "[1, 2, 3], np.uint8"),
        ("uint8(7)", "uint8(8)"),
        ("uint8(7)", "uint16(7)"),
        ("@inlined", "@compiled"),
        ("@compiled", "@compiled_small"),
        ("number + by", "(lambda x: x + 1)(number)"),
    ],
)
def test_whatever_matters_changes_the_key(old: str, new: str) -> None:
    assert old in SOURCE
    assert digest(SOURCE.replace(old, new)) != digest(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [("OTHER = 5", "OTHER = 6\n\n# a remark\n"), ("FACTOR = 3", "FACTOR = 1 + 2")],
)
def test_whatever_does_not_matter_leaves_the_key_as_it_is(old: str, new: str) -> None:
    assert digest(SOURCE.replace(old, new)) == digest(SOURCE)
    assert digest(SOURCE.replace("FACTOR = 3", "FACTOR = 4"), "inner") == digest(SOURCE, "inner")


def test_of_a_module_only_what_is_named_matters() -> None:
    layout = ModuleType("lifesearch.layout")
    vars(layout).update(NEXT=1, OTHER=2)
    names: dict[str, Any] = {"k": layout, "__name__": "source"}
    exec("def f(plan):\n    return plan[k.NEXT]", names)
    before = key.digest(names["f"], {})
    vars(layout)["OTHER"] = 3
    assert key.digest(names["f"], {}) == before
    vars(layout)["NEXT"] = 3
    assert key.digest(names["f"], {}) != before


def test_functions_that_call_each_other_have_keys() -> None:
    source = (
        "@compiled\ndef one(n):\n    return two(n)\n@compiled\ndef two(n):\n    return one(n){}\n"
    )
    assert digest(source.format(""), "one") != digest(source.format(" + 1"), "one")


def test_what_is_not_known_is_refused() -> None:
    class Strange:
        pass

    names: dict[str, Any] = {"strange": Strange(), "__name__": "source"}
    exec("def f():\n    return strange", names)
    with pytest.raises(TypeError, match="not known"):
        key.digest(names["f"], {})


def test_all_functions_of_the_program_have_keys() -> None:
    from lifesearch.proofs.states import explore
    from lifesearch.proofs.verifier import machine
    from lifesearch.rows import kernel
    from lifesearch.soups import settle
    from lifesearch.soups.together import periods

    roots: list[ModuleType] = [explore, machine, kernel, settle, periods]
    assert roots
    prefixes = ("lifesearch.soups", "lifesearch.rows", "lifesearch.proofs")
    functions = [
        value
        for name, module in list(sys.modules.items())
        if name.startswith(prefixes)
        for value in vars(module).values()
        if hasattr(value, "py_func")
    ]
    assert len(functions) > 50
    for function in [*functions, machine.verify_arrays, machine._verify]:
        assert key.digest(function.py_func, function.targetoptions)


def test_arrays_differ_by_type_and_shape() -> None:
    def of(value: Any) -> list[bytes]:
        return list(key._value(value, set()))

    values = [np.zeros(4, np.int8), np.zeros((2, 2), np.int8), np.zeros(1, np.int32), np.int8(0)]
    assert len({str(of(each)) for each in values}) == len(values)


@pytest.mark.parametrize(
    ("old", "new"), [("one if", "two if"), ("else two", "else one"), ("return 2", "return 3")]
)
def test_what_is_chosen_by_types_changes_the_key(old: str, new: str) -> None:
    assert digest(CHOICE) == digest(CHOICE)
    assert digest(CHOICE) != digest(CHOICE.replace(old, new))
