"""Every public function, class and method with values of wrong kinds: errors of our own only."""

from __future__ import annotations

import inspect
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice, repeat
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lifesearch as ls
from tests.processes import PATIENCE
from tests.seeds import seeds

WRONG: dict[str, object] = {
    "None": None,
    "True": True,
    "-1": -1,
    "0": 0,
    "1.5": 1.5,
    "huge": 10**5000,
    "-huge": -(10**5000),
    "nan": float("nan"),
    "inf": float("inf"),
    "empty": "",
    "NUL": "\0",
    "surrogate": "\ud800",
    "digits": "9" * 5000,
    "long": "x" * 100_000,
    "brackets": "[" * 50_000,
    "bytes": b"",
    "list": [],
    "dict": {},
    "set": {1, "a"},
    "None in a list": [None],
    "three": (1, 2, 3),
    "pair of texts": ("a", "b"),
    "pair of huge": (10**5000, 10**5000),
    "nested": [[[[]]]],
    "object": object(),
    "class": int,
    "function": len,
    "complex": 1j,
    "path": Path("x"),
    "path with NUL": Path("a\0b"),
    "folder": Path(),
    "array": np.array([[0, 1], [1, 1]]),
    "empty array": np.zeros((0, 0)),
}
"""Values by names; few parameters take any of them."""

SMALL: dict[str, Any] = {"box": (3, 3), "jobs": 1}
SOON: dict[str, Any] = {"time_limit": 0.3}
BLOCK = "OO\nOO"
SEARCHES: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = {
    "Oscillator": (ls.Oscillator, (2,), SMALL),
    "StillLife": (ls.StillLife, (), SMALL),
    "Spaceship": (ls.Spaceship, ("c/4 diagonal",), SMALL),
    "Predecessor": (ls.Predecessor, (ls.Pattern.parse(BLOCK),), {"jobs": 1}),
    "Completion": (ls.Completion, ("OO\nOO",), {"jobs": 1}),
}


def _methods() -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...], dict[str, Any]]]:
    """Everything that takes arguments and ends soon: a name, what is called, and good arguments."""
    pattern, still = ls.Pattern.parse(BLOCK), ls.StillLife(**SMALL)
    yield "Pattern", ls.Pattern, (), {"cells": [(0, 0)], "rule": "B3/S23", "torus": None}
    yield "Pattern.parse", ls.Pattern.parse, (), {"picture": "OO", "rule": "B3/S23"}
    yield "from_rle", ls.Pattern.from_rle, (), {"text": "2o!", "rule": None}
    yield "from_text", ls.Pattern.from_text, (), {"text": "2o!", "rule": None}
    yield "from_file", ls.Pattern.from_file, (), {"path": "x", "rule": None}
    yield "from_apgcode", ls.Pattern.from_apgcode, (), {"code": "xs4_33", "rule": "B3/S23"}
    yield "named", ls.Pattern.named, (), {"name": "block"}
    yield "translate", pattern.translate, (), {"dx": 1, "dy": 1}
    yield "transform", pattern.transform, (), {"name": "R90"}
    yield "after", pattern.after, (), {"generations": 1}
    yield "history", pattern.history, (), {"generations": 1}
    yield "identify", pattern.identify, (), {"generations": 1}
    yield "in", pattern.__contains__, (0,), {}
    yield "atlas", ls.atlas, (), {"topic": "oscillators"}
    yield "check", ls.check, (), {"folder": "x"}
    yield "run", still.run, (), {"count": 1, **SOON, "jobs": 1}
    yield "find", still.find, (), {**SOON, "jobs": 1, "seed": 1}
    best = {"what": "population", "population_of": "first", **SOON, "jobs": 1}
    yield "minimise", still.minimise, (), best
    yield "maximise", still.maximise, (), best
    yield "dimacs", still.dimacs, (), {"path": "clauses.cnf", "force": True}
    yield "count", still.count, (), {**SOON, "memory": None}
    yield "populations", still.populations, (), {**SOON, "memory": None}
    yield "Search", ls.Search, (), {"command": "oscillator", "what": 2, "given": {"box": (3, 3)}}
    closest = {"picture": [[0, 1]], **_options(ls.closest_predecessor)}
    yield "closest_predecessor", ls.closest_predecessor, (), closest
    yield "rotors", ls.rotors, (), {"window": (2, 2), **_options(ls.rotors)}
    few = {"rules": "outer-totalistic", **_options(ls.smallest), "cells": 2, "box": (2, 2)}
    yield "smallest", ls.smallest, (), few
    yield "soup_census", ls.soup_census, (), {"soups": 1, **_options(ls.soup_census)}
    yield "catalyse", ls.catalyse, (), {"pattern": pattern, "count": 1, **_options(ls.catalyse)}
    yield "survey", ls.survey, (), {"rule": "B3/S23", **_options(ls.survey)}


def _options(function: Callable[..., Any]) -> dict[str, Any]:
    """The options of a function, without values but for those that make it quick."""
    quick = {"jobs": 1, "soups": 1, "generations": 2, **SOON}
    return {
        name: quick.get(name, inspect.Parameter.empty)
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }


Call = tuple[str, Callable[[], None]]


def calls() -> Iterator[Call]:
    """All calls with one wrong value, each with a name."""
    for what, function, first, usual in _methods():
        good = {name: v for name, v in usual.items() if v is not inspect.Parameter.empty}
        for name, value in WRONG.items():
            if first:
                yield f"{what}, {name}", partial(_use, function, value, **good)
            for option in usual:
                yield f"{what}, {option}={name}", partial(_use, function, **good | {option: value})
    for what, (kind, first, usual) in SEARCHES.items():
        options = list(inspect.signature(kind).parameters)[len(first) :]
        for name, value in WRONG.items():
            if first:
                yield f"{what}, {name}", partial(_plan, kind, value, **usual)
            for option in options:
                yield (
                    f"{what}, {option}={name}",
                    partial(_plan, kind, *first, **usual | {option: value}),
                )


def _plan(kind: Callable[..., Any], *args: Any, **options: Any) -> None:
    """Make a search, up to where it would run."""
    search = kind(*args, **options)
    assert search.title
    assert search.plan is not None
    repr(search)


def _use(function: Callable[..., Any], *args: Any, **options: Any) -> None:
    """Call a function, and look at what it returns; of an iterator, at its beginning."""
    value = function(*args, **options)
    repr(value)
    if isinstance(value, Iterator):
        list(islice(value, 2))


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Interrupt what hangs, where there are alarms."""
    if sys.platform == "win32":
        yield
        return

    def over(*_: object) -> None:
        raise TimeoutError(f"after {seconds} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def trouble(call: Call, seconds: int = int(PATIENCE)) -> str:
    """What is wrong with what happens; empty if nothing is."""
    name, action = call
    try:
        with _limited(seconds):
            action()
    except ls.LifesearchError as error:
        return "" if 5 < len(str(error)) < 1000 else f"{name}: {len(str(error))} letters"
    except Exception as error:
        if isinstance(error, TypeError) and "argument" in str(error) and "()" in str(error):
            return ""  # there is no such parameter
        return f"{name}: {type(error).__name__}: {str(error)[:200]}"
    return ""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def without_end(value: object) -> Iterator[object]:
    """A value again and again, of which no more than a million are ever needed."""
    yield from repeat(value, 1_000_000)
    pytest.fail("an iterator without an end is read for ever")


def test_values_without_an_end_are_refused() -> None:
    calls: tuple[Callable[[], object], ...] = (
        lambda: ls.survey(periods=without_end(3), **SOON),  # type: ignore[arg-type]
        lambda: ls.survey(speeds=without_end("c/2"), **SOON),  # type: ignore[arg-type]
        lambda: ls.Oscillator(2, population=without_end("<=20")),  # type: ignore[arg-type]
        lambda: ls.Oscillator(2, exclude=without_end("block")),  # type: ignore[arg-type]
    )
    for call in calls:
        with pytest.raises(ls.InputError, match=r"more than 100,000 values are given for one opt"):
            call()


@pytest.mark.parametrize("step", [101, pytest.param(13, marks=pytest.mark.long)])
def test_some_wrong_values_get_errors_of_our_own(step: int) -> None:
    assert gcd(len(WRONG), step) == 1  # or a value would be tried with few parameters only
    chosen = list(islice(calls(), 0, None, step))
    assert len(chosen) > 3000 // step
    assert [wrong for call in chosen if (wrong := trouble(call))] == []


@seeds()
def test_other_wrong_values_get_errors_of_our_own(seed: int) -> None:
    """Of 20,000 calls, every thirteenth."""
    assert [
        wrong for call in islice(calls(), seed % 13, None, 13) if (wrong := trouble(call))
    ] == []


def test_a_search_refuses_what_it_does_not_know() -> None:
    for command, given, sentence in [
        ("oscilator", {}, "there is no search 'oscilator': did you mean 'oscillator'?"),
        (None, {}, "there is no search None: choose "),
        ("oscillator", [1], r"options are a dictionary, such as .*, and not \[1\]"),
        ("oscillator", {"bx": (3, 3)}, "there is no option bx: did you mean box?"),
        ("oscillator", {1: 1}, "there is no option 1: choose "),
    ]:
        with pytest.raises(ls.InputError, match=sentence):
            ls.Search(command, 2, given)  # type: ignore[arg-type]
    with pytest.raises(ls.InputError, match="progress is shown"):
        ls.Search("oscillator", 2, {"progress": 1})
