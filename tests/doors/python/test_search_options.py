"""Options of searches from Python: what makes no sense is refused where it is made."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import lifesearch as ls

BLOCK = ls.Pattern.parse("OO\nOO")


@pytest.mark.parametrize(
    ("ask", "about"),
    [
        (lambda: ls.Oscillator(2.5), "whole number"),  # type: ignore[arg-type]
        (lambda: ls.Oscillator(True), "whole number"),
        (lambda: ls.Oscillator(2, box=7), "width and a height"),  # type: ignore[arg-type]
        (lambda: ls.Oscillator(2, box=(7,)), "width and a height"),
        (lambda: ls.Oscillator(2, box=(7, 0)), "at least 1"),
        (lambda: ls.Oscillator(2, population=(-1, 5)), "at least 0"),
        (lambda: ls.Oscillator(2, population=2.5), "not a bound"),  # type: ignore[arg-type]
        (lambda: ls.Oscillator(2, torus=1, box=(3, 3)), "torus"),  # type: ignore[arg-type]
        (lambda: ls.Oscillator(2, mask=3), "Pattern"),  # type: ignore[arg-type]
        (lambda: ls.Oscillator(2, exclude=ls.Pattern.parse("OOOO")), "does not recur"),
        (lambda: ls.Oscillator(5, only="rows", box=(8, 8)), "^only= works only with a period"),
        (
            lambda: ls.Oscillator(6, composite=True, symmetry="C2"),
            "^composite= works only with a period",
        ),
        (lambda: ls.StillLife(composite=True, box=(5, 5)), "attach"),
        (lambda: ls.Spaceship("c/4", symmetry="even", only="soups"), "even"),
        (lambda: ls.Predecessor(ls.Pattern()), "no live cell"),
        (lambda: ls.Completion(BLOCK, period=1), "text"),  # type: ignore[arg-type]
        (lambda: ls.Oscillator(2).run(count=0), "at least 1"),
        (lambda: ls.Oscillator(2).run(count=None), "^the search for all answers needs box=, "),
        (
            lambda: ls.find_oscillator(2, cylinder=(8,), box=(8, 4)),
            r"^a cylinder is W or \(W, SHIFT\), such as 8 or \(8, 2\), not \(8,\)",
        ),
        (lambda: ls.Oscillator(2).run(jobs=0), "at least 1"),
        (lambda: ls.Oscillator(2).run(time_limit=-1), "time limit"),
        (lambda: ls.Oscillator(2).run(time_limit=float("nan")), "time limit"),
        (lambda: ls.Oscillator(2).run(memory=5), "at least"),
        (lambda: ls.Spaceship("c/3", width=6, look_ahead=3).run(engine="tables"), "look_ahead"),
        (lambda: ls.Oscillator(2, box=(3, 3), raw=True).minimise(), "raw"),
        (lambda: ls.Spaceship("c/3", width=6).minimise(), "row by row"),
        (lambda: ls.Oscillator(3, rotor=(2, 2)).minimise(), "nothing can be minimised"),
        (lambda: ls.Search("soup", 9, {}).maximise(), "nothing can be minimised or maximised"),
        (lambda: ls.Oscillator(2).dimacs("x.cnf"), "box"),
        (lambda: ls.Predecessor(BLOCK, raw=True, project=BLOCK).count(), "leave out project="),
        (lambda: ls.Oscillator(3, rotor=(2, 2)).dimacs("x.cnf"), "no formula"),
        (lambda: ls.Search("soup", 9, {}).dimacs("x.cnf"), "no formula"),
        (lambda: ls.Search("soup", 9, {}).run(encoding="knuth"), "there is no option encoding"),
        (lambda: ls.Search("oscillator", 2, {}).run(box=(3, 3)), "there is no option box"),  # type: ignore[call-arg]
        (lambda: ls.Pattern([1]), "pairs"),  # type: ignore[list-item]
        (lambda: ls.Pattern([(0.5, 0)]), "whole numbers"),  # type: ignore[list-item]
        (lambda: ls.Pattern(["12"]), "whole numbers"),  # type: ignore[list-item]
        (lambda: ls.Pattern([(5, 5)], torus=(3, 3)), "outside the torus"),
        (lambda: ls.Pattern([(5, 5)], torus=(10**6, 10**6)), "too large to simulate"),
        (lambda: ls.Search("count", "still-life", {}), "there is no search 'count'"),
        (lambda: ls.Search("survey", "B3/S23", {}), "there is no search 'survey'"),
        (lambda: BLOCK.after(-1), "at least 0"),
        (lambda: ls.Pattern.named("no such thing"), "no such thing"),
        (lambda: ls.Pattern.parse(None), "a picture must be of type str"),  # type: ignore[arg-type]
        (lambda: ls.Pattern.from_rle(None), "RLE must be of type str"),  # type: ignore[arg-type]
        (lambda: ls.Pattern.from_text(3), "must be of type str"),  # type: ignore[arg-type]
        (lambda: ls.Pattern.from_file(None), "name of a file"),  # type: ignore[arg-type]
        (lambda: ls.Pattern.from_apgcode(b""), "must be of type str"),  # type: ignore[arg-type]
        (lambda: ls.Pattern.named(None), "must be of type str"),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_refused_where_it_is_made(ask: Callable[[], object], about: str) -> None:
    with pytest.raises(ls.InputError, match=about) as told:
        ask()
    assert "--" not in str(told.value)
    assert "\n" not in str(told.value)


def test_unknown_options_are_errors() -> None:
    with pytest.raises(TypeError) as told:
        ls.Oscillator(3, bx=5)  # type: ignore[call-arg]
    assert isinstance(told.value, ls.InputError)
    assert str(told.value) == "there is no option bx: did you mean box?"
    with pytest.raises(TypeError, match="there is no option torus: choose velocity, rule, "):
        ls.find_spaceship("c/4", torus=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="count: find_oscillator and the like find one answer"):
        ls.find_oscillator(2, count=2)  # type: ignore[call-arg]


@pytest.mark.parametrize("option", ["engine", "memory"])
@pytest.mark.parametrize("way", ["run", "find", "all", "minimise", "maximize"])
@pytest.mark.parametrize("search", [ls.Predecessor(BLOCK), ls.Completion("?o\n\no?")])
def test_options_of_rows_are_not_offered_for_given_cells(
    search: ls.Search, way: str, option: str
) -> None:
    method = getattr(search, way)
    assert option not in inspect.signature(method).parameters
    assert f"  {option}: " not in method.__doc__
    assert option in inspect.signature(getattr(ls.Spaceship, way)).parameters
    with pytest.raises(TypeError, match=f"there is no option {option}: "):
        method(**{option: None})


SEARCHING = [n for n in ls.__all__ if n.islower() and n[0] != "_" and n not in ("atlas", "check")]


@pytest.mark.parametrize("name", SEARCHING)
def test_signatures_tell_all_options(name: str) -> None:
    function = getattr(ls, name)
    parameters = inspect.signature(function).parameters
    own = {"soup_census": "density", "survey": "periods"}
    own |= {"rotors": "min_period", "catalyse": "catalyst", "closest_predecessor": "threshold"}
    own |= {"smallest": "cells"}
    asked, about = own.get(name, "population"), "rules" if name == "smallest" else "rule"
    assert {about, asked, "jobs", "time_limit", "session"} <= set(parameters)
    assert all(p.kind is not p.VAR_KEYWORD for p in parameters.values())
    assert function.__doc__


def test_every_public_name_is_there() -> None:
    assert set(ls.__all__) <= set(dir(ls))
    for name in ls.__all__:
        assert getattr(ls, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ls.nothing  # noqa: B018


@pytest.mark.parametrize("way", ["boxes", "rows", "soups"])
def test_one_way_to_an_answer(way: Any) -> None:
    answer = ls.Oscillator(2, only=way).find(jobs=1, seed=1)
    assert answer is not None
    assert answer.period == 2


def test_pieces_that_never_meet() -> None:
    answer = ls.Oscillator(6, composite=True, only="soups").find(jobs=1, seed=1)
    assert answer is not None
    assert answer.period == 6
    with pytest.raises(ls.InputError, match="composite"):
        ls.Oscillator(6, composite="yes")  # type: ignore[arg-type]
