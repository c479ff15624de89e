"""All doors make the same plan of the same question, or refuse it for the same reason."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

import lifesearch as ls
from lifesearch.common.errors import InputError
from lifesearch.doors.cli import app
from lifesearch.doors.cli.commands import search as commands
from lifesearch.doors.python.searches import Search
from lifesearch.doors.request import PlannableRequest
from lifesearch.doors.studio.asking.query import plan_of
from lifesearch.doors.studio.asking.question import PageQuestion

Sent = dict[str, Any]


def osc(period: int, where: str = "any", **more: Any) -> Sent:
    return {"kind": "oscillator", "period": str(period), "where": where, **more}


def ship(velocity: str, where: str = "any", **more: Any) -> Sent:
    return {"kind": "spaceship", "velocity": velocity, "where": where, **more}


def still(where: str = "box", **more: Any) -> Sent:
    return {"kind": "still-life", "where": where, **more}


PLANS: list[tuple[str, str, Sent | None]] = [
    ("oscillator 3", "Oscillator(3).run()", osc(3)),
    ("oscillator 3 --count 4", "Oscillator(3).run(4)", osc(3, count="4")),
    ("oscillator 5 --rule B36/S23", "Oscillator(5, rule='B36/S23').run()", osc(5, rule="B36/S23")),
    ("oscillator 7 --rotor 3x3", "Oscillator(7, rotor=(3, 3)).run()", osc(7, rotor="3x3")),
    (
        "oscillator 8 --rotor 6x4 --symmetry C2 --all",
        "Oscillator(8, rotor='6x4', symmetry='C2').run(None)",
        osc(8, rotor="6x4", symmetry="C2", count="all"),
    ),
    ("oscillator 7 --only rotors", "Oscillator(7, only='rotors').run()", None),
    ("oscillator 3 --only soups", "Oscillator(3, only='soups').run()", None),
    ("oscillator 6 --composite", "Oscillator(6, composite=True).run()", None),
    ("oscillator 3 --seed 4", "Oscillator(3).run(seed=4)", None),
    ("oscillator 3 --connected", "Oscillator(3, connected=True).run()", osc(3, connected=True)),
    ("oscillator 3 --solver cadical195", "Oscillator(3).run(solver='cadical195')", None),
    ("oscillator 3 --encoding knuth", "Oscillator(3).run(encoding='knuth')", None),
    ("oscillator 3 --plain", "Oscillator(3).run(plain=True)", None),
    ("oscillator 3 --engine box", "Oscillator(3).run(engine='box')", None),
    ("oscillator 3 --symmetry C2", "Oscillator(3, symmetry='C2').run()", osc(3, symmetry="C2")),
    (
        "oscillator 3 --symmetry even",
        "Oscillator(3, symmetry='even').run()",
        osc(3, symmetry="even"),
    ),
    (
        "oscillator 3 --population '<=20'",
        "Oscillator(3, population='<=20').run()",
        osc(3, population="<=20"),
    ),
    ("oscillator 3 --max-area 40", "Oscillator(3, max_area=40).run()", osc(3, max_area="40")),
    (
        "oscillator 3 --max-area 20 --all",
        "Oscillator(3, max_area=20).run(None)",
        osc(3, max_area="20", count="all"),
    ),
    (
        "oscillator 1 --transform R90",
        "Oscillator(1, transform='R90').run()",
        osc(1, transform="R90"),
    ),
    ("oscillator 3 --box 8x8", "Oscillator(3, box='8x8').run()", osc(3, "box", box=[8, 8])),
    (
        "oscillator 3 --box 6x6 --all",
        "Oscillator(3, box=(6, 6)).run(None)",
        osc(3, "box", box=[6, 6], count="all"),
    ),
    (
        "oscillator 2 --box 9x9 --all",
        "Oscillator(2, box=(9, 9)).run(None)",
        osc(2, "box", box=[9, 9], count="all"),
    ),
    (
        "oscillator 2 --box 6x6 --all --engine tables",
        "Oscillator(2, box='6x6').run(None, engine='tables')",
        None,
    ),
    (
        "oscillator 2 --box 6x6 --all --engine box",
        "Oscillator(2, box='6x6').run(None, engine='box')",
        None,
    ),
    (
        "oscillator 4 --box 12x12 --symmetry C4",
        "Oscillator(4, box='12x12', symmetry='C4').run()",
        osc(4, "box", box=[12, 12], symmetry="C4"),
    ),
    (
        "oscillator 5 --box 9x9 --symmetry 'D2|'",
        "Oscillator(5, box='9x9', symmetry='D2|').run()",
        osc(5, "box", box=[9, 9], symmetry="D2|"),
    ),
    (
        "oscillator 5 --box 30x9",
        "Oscillator(5, box='30x9').run()",
        osc(5, "box", box=[30, 9]),
    ),
    (
        "oscillator 2 --box 6x6 --torus",
        "Oscillator(2, box='6x6', torus=True).run()",
        osc(2, "box", box=[6, 6], torus=True),
    ),
    ("oscillator 5 --width 6", "Oscillator(5, width=6).run()", osc(5, "strip", width="6")),
    (
        "oscillator 5 --width 8 --symmetry even",
        "Oscillator(5, width=8, symmetry='even').run()",
        osc(5, "strip", width="8", symmetry="even"),
    ),
    (
        "oscillator 2 --width 5 --max-length 6 --all",
        "Oscillator(2, width=5, max_length=6).run(None)",
        osc(2, "strip", width="5", max_length="6", count="all"),
    ),
    (
        "oscillator 3 --minimise box",
        "Oscillator(3).minimise('box')",
        osc(3, best="smallest box"),
    ),
    (
        "oscillator 2 --box 6x6 --minimise population",
        "Oscillator(2, box='6x6').minimise()",
        osc(2, "box", box=[6, 6], best="least population"),
    ),
    (
        "spaceship c/4 --symmetry even --minimise box",
        "Spaceship('c/4', symmetry='even').minimise('box')",
        ship("c/4", symmetry="even", best="smallest box"),
    ),
    ("spaceship c/4 diagonal", "Spaceship('c/4 diagonal').run()", ship("c/4 diagonal")),
    ("spaceship c/3", "Spaceship('c/3').run()", ship("c/3")),
    ("spaceship c/3 --only rows", "Spaceship('c/3', only='rows').run()", None),
    (
        "spaceship c/4 --symmetry even",
        "Spaceship('c/4', symmetry='even').run()",
        ship("c/4", symmetry="even"),
    ),
    (
        "spaceship c/4 --symmetry gutter",
        "Spaceship('c/4', symmetry='gutter').run()",
        ship("c/4", symmetry="gutter"),
    ),
    (
        "spaceship c/4 --symmetry even --solver glucose4",
        "Spaceship('c/4', symmetry='even').run(solver='glucose4')",
        None,
    ),
    (
        "spaceship 2c/5 --box 13x16 --symmetry 'D2|'",
        "Spaceship('2c/5', box='13x16', symmetry='D2|').run()",
        ship("2c/5", "box", box=[13, 16], symmetry="D2|"),
    ),
    (
        "spaceship c/3 --box 13x13 --symmetry odd",
        "Spaceship('c/3', box='13x13', symmetry='odd').run()",
        None,
    ),
    (
        "spaceship 2c/4 --box 5x6",
        "Spaceship('2c/4', box='5x6').run()",
        ship("2c/4", "box", box=[5, 6]),
    ),
    (
        "spaceship 2c/4 --box 8x8 --all",
        "Spaceship('2c/4', box='8x8').run(None)",
        ship("2c/4", "box", box=[8, 8], count="all"),
    ),
    (
        "spaceship c/3 --transform 'F|' --box 7x9",
        "Spaceship('c/3', transform='F|', box='7x9').run()",
        ship("c/3", "box", box=[7, 9], transform="F|"),
    ),
    (
        "spaceship c/3 --box 10x14 --engine tables",
        "Spaceship('c/3', box='10x14').run(engine='tables')",
        None,
    ),
    (
        "spaceship c/3 --box 10x14 --engine rows",
        "Spaceship('c/3', box='10x14').run(engine='rows')",
        None,
    ),
    (
        "spaceship c/3 --box 10x14 --engine box",
        "Spaceship('c/3', box='10x14').run(engine='box')",
        None,
    ),
    (
        "spaceship c/3 --box 10x14 --seed 3",
        "Spaceship('c/3', box='10x14').run(seed=3)",
        None,
    ),
    ("spaceship c/3 --width 8", "Spaceship('c/3', width=8).run()", ship("c/3", "strip", width="8")),
    (
        "spaceship c/3 --width 16",
        "Spaceship('c/3', width=16).run()",
        ship("c/3", "strip", width="16"),
    ),
    (
        "spaceship c/3 --width 8 --solver minisat22",
        "Spaceship('c/3', width=8).run(solver='minisat22')",
        None,
    ),
    (
        "spaceship c/3 --width 8 --look-ahead 3",
        "Spaceship('c/3', width=8, look_ahead=3).run()",
        None,
    ),
    (
        "spaceship 2c/4 --width 7 --max-length 7 --all",
        "Spaceship('2c/4', width=7, max_length=7).run(None)",
        ship("2c/4", "strip", width="7", max_length="7", count="all"),
    ),
    ("spaceship c/2 --cylinder 8", "Spaceship('c/2', cylinder=8).run()", None),
    ("still-life --box 6x6", "StillLife(box='6x6').run()", still(box=[6, 6])),
    (
        "still-life --box 6x6 --all --raw",
        "StillLife(box='6x6', raw=True).run(None)",
        None,
    ),
    ("still-life", "StillLife().run()", still("any")),
    (
        "still-life --box 7x7 --maximise population",
        "StillLife(box='7x7').maximise()",
        still(box=[7, 7], best="largest population"),
    ),
    (
        "still-life --width 4 --max-length 9 --all",
        "StillLife(width=4, max_length=9).run(None)",
        still("strip", width="4", max_length="9", count="all"),
    ),
    (
        "still-life --max-area 9 --rule B36/S23 --all",
        "StillLife(max_area=9, rule='B36/S23').run(None)",
        None,
    ),
    (
        "oscillator 2 --box 5x5 --connected --all",
        "Oscillator(2, box=[5, 5], connected=True).run(None)",
        None,
    ),
    (
        "oscillator 2 --box 6x6 --symmetry C2 --all",
        "Oscillator('2', box=(6, 6), symmetry='C2').run(None)",
        None,
    ),
    (
        "oscillator 1 --box 5x5 --transform R90 --all",
        "Oscillator(1, box=(5, 5), transform='R90').run(None)",
        None,
    ),
    (
        "oscillator 2 --box 4x4 --any-period --all",
        "Oscillator(2, box=(4, 4), any_period=True).run(None)",
        None,
    ),
    (
        "oscillator 2 --box 5x5 --population-of max --population '<=6'",
        "Oscillator(2, box=(5, 5), population='<=6', population_of='max').run()",
        None,
    ),
    (
        "oscillator 2 --box 4x4 --max-rotor 4 --all",
        "Oscillator(2, box=(4, 4), max_rotor=4).run(None)",
        None,
    ),
    ("spaceship 2c/4 --box 5x6 --all", "Spaceship('2c/4', box=(5, 6)).run(None)", None),
    (
        "spaceship 2c/4 --width 6 --max-length 7 --engine rows --all",
        "Spaceship('2c/4', width=6, max_length=7).run(None, engine='rows')",
        None,
    ),
    (
        "spaceship 2c/4 --width 6 --max-length 7 --look-ahead 3 --all",
        "Spaceship('2c/4', width=6, max_length=7, look_ahead=3).run(None)",
        None,
    ),
    (
        "spaceship 2c/4 --width 5 --max-length 7 --symmetry glide --all",
        "Spaceship('2c/4', width=5, max_length='7', symmetry='glide').run(None)",
        None,
    ),
]

REFUSALS: list[tuple[str, str, Sent | None]] = [
    (
        "oscillator 3 --new --rule B36/S245",
        "Oscillator(3, new=True, rule='B36/S245').run()",
        osc(3, new=True, rule="B36/S245"),
    ),
    ("oscillator 3 --all", "Oscillator(3).all()", osc(3, count="all")),
    ("spaceship c/3 --all", "Spaceship('c/3').all()", ship("c/3", count="all")),
    ("still-life --all", "StillLife().all()", still("any", count="all")),
    (
        "oscillator 3 --width 5 --all",
        "Oscillator(3, width=5).all()",
        osc(3, "strip", width="5", count="all"),
    ),
    (
        "oscillator 3 --minimise population",
        "Oscillator(3).minimise()",
        osc(3, best="least population"),
    ),
    (
        "oscillator 3 --minimise box --only soups",
        "Oscillator(3, only='soups').minimise('box')",
        None,
    ),
    (
        "oscillator 3 --minimise box --engine rows",
        "Oscillator(3).minimise('box', engine='rows')",
        None,
    ),
    ("oscillator 3 --box 5x5 --only soups", "Oscillator(3, box='5x5', only='soups').run()", None),
    (
        "oscillator 3 --rotor 3x3 --max-area 30",
        "Oscillator(3, rotor='3x3', max_area=30).run()",
        osc(3, rotor="3x3", max_area="30"),
    ),
    ("oscillator 3 --rotor 17x3", "Oscillator(3, rotor='17x3').run()", osc(3, rotor="17x3")),
    ("oscillator 1 --rotor 3x3", "Oscillator(1, rotor='3x3').run()", osc(1, rotor="3x3")),
    (
        "oscillator 6 --composite --symmetry C2",
        "Oscillator(6, composite=True, symmetry='C2').run()",
        None,
    ),
    ("oscillator 3 --engine rows", "Oscillator(3).run(engine='rows')", None),
    ("oscillator 3 --engine tables", "Oscillator(3).run(engine='tables')", None),
    ("oscillator 3 --box 5x5 --engine rows", "Oscillator(3, box='5x5').run(engine='rows')", None),
    (
        "oscillator 3 --box 5x5 --torus --engine tables",
        "Oscillator(3, box='5x5', torus=True).run(engine='tables')",
        None,
    ),
    ("oscillator 3 --width 5 --box 5x5", "Oscillator(3, width=5, box='5x5').run()", None),
    ("oscillator 3 --width 5 --engine box", "Oscillator(3, width=5).run(engine='box')", None),
    ("oscillator 3 --width 14", "Oscillator(3, width=14).run()", osc(3, "strip", width="14")),
    ("oscillator 3 --max-length 5", "Oscillator(3, max_length=5).run()", None),
    (
        "spaceship c/3 --width 8 --look-ahead 3 --engine tables",
        "Spaceship('c/3', width=8, look_ahead=3).run(engine='tables')",
        None,
    ),
    (
        "oscillator 3 --width 5 --solver minisat22",
        "Oscillator(3, width=5).run(solver='minisat22')",
        None,
    ),
    (
        "spaceship c/4 --symmetry gutter --solver glucose4",
        "Spaceship('c/4', symmetry='gutter').run(solver='glucose4')",
        None,
    ),
]


COUNTS = [
    ("count still-life --box 6x6", "StillLife(box='6x6').count_plan"),
    ("count still-life --box 6x5 --raw", "StillLife(box=(6, 5), raw=True).count_plan"),
    ("count oscillator 2 --box 5x5", "Oscillator(2, box='5x5').count_plan"),
    (
        "count oscillator 3 --box 5x5 --symmetry C2 --rule HighLife",
        "Oscillator(3, box='5x5', symmetry='C2', rule='HighLife').count_plan",
    ),
]


class PlannedError(Exception):
    """What would have been done."""


@pytest.fixture(autouse=True)
def _only_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Command line and Python say what they would do, and do nothing."""

    def ask(question: Any) -> None:
        raise PlannedError(question.planned())

    monkeypatch.setattr(commands, "ask", ask)
    monkeypatch.setattr(Search, "_run", lambda _, question: ask(question))


def by_command(line: str) -> object:
    """The plan of a command, or the refusal, in words that each door spells in its own way."""
    try:
        app(shlex.split(line), standalone_mode=False)
    except PlannedError as done:
        return done.args[0]
    except InputError as error:
        return error.args
    raise AssertionError(line)


def in_python(call: str) -> object:
    """The same of a call in Python."""
    try:
        eval(f"ls.{call}", {"ls": ls})
    except PlannedError as done:
        return done.args[0]
    except InputError as error:
        return error.args
    raise AssertionError(call)


def in_studio(sent: Sent) -> object:
    """The same of a question of the studio."""
    try:
        return plan_of(PageQuestion.of(sent))
    except InputError as error:
        return error.args


@pytest.mark.parametrize(("line", "call", "sent"), PLANS, ids=[each[0] for each in PLANS])
def test_equal_plans(line: str, call: str, sent: Sent | None) -> None:
    plan = by_command(line)
    assert not isinstance(plan, tuple), plan
    assert in_python(call) == plan
    if sent is not None:
        assert in_studio(sent) == plan


@pytest.mark.parametrize(
    ("line", "call"),
    [
        (
            "catalyse glider --catalysts 1 --catalyst block",
            "catalyse('glider', catalysts=1, catalyst='block')",
        ),
        (
            "catalyse 'queen bee' --period 15 --transform 'F|' --area 20x10 --catalyst any "
            "--count 2",
            "catalyse('queen bee', 2, period=15, transform='F|', area=(20, 10), catalyst='any')",
        ),
        (
            "catalyse 'queen bee' --period 30 --engine sat --area 20x9 -g 30",
            "catalyse('queen bee', period=30, engine='sat', area='20x9', generations=30)",
        ),
        (
            "catalyse glider --engine sat --area 9x9 -g 5",
            "catalyse('glider', engine='sat', area=(9, 9), generations=5)",
        ),
        ("catalyse glider --area 60x60", "catalyse('glider', area=(60, 60))"),
    ],
)
def test_equal_plans_of_catalysts(line: str, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = PlannableRequest.planned

    def stop(question: PlannableRequest, *given: Any, **more: Any) -> None:
        raise PlannedError(planned(question, *given, **more))

    monkeypatch.setattr(PlannableRequest, "planned", stop)
    assert by_command(line) == in_python(call)


@pytest.mark.parametrize(("line", "call"), COUNTS)
def test_equal_plans_of_counts(line: str, call: str, capsys: pytest.CaptureFixture[str]) -> None:
    app(shlex.split(f"{line} --explain"), standalone_mode=False)
    told = " ".join(capsys.readouterr().out.split())
    plan = eval(f"ls.{call}", {"ls": ls})
    assert told == " ".join(str(plan).split())
    assert "Goal: count all of them exactly, without listing them." in told
    assert plan.engine.name == "counting tables"


@pytest.mark.parametrize(
    ("line", "call"),
    [
        (
            "count oscillator 2 --box 5x5 --by-population",
            "Oscillator(2, box='5x5').populations()",
        ),
        ("count oscillator 2 --box 5x5 --symmetry no", "Oscillator(2, box='5x5', symmetry='no')"),
    ],
)
def test_equal_refusals_of_counts(line: str, call: str) -> None:
    assert isinstance(by_command(f"{line} --explain"), tuple)
    assert by_command(line) == in_python(call)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("StillLife(width=5)", "give box= in place of width="),
        ("StillLife(box='5x5', population='<=9')", "no conditions"),
        ("StillLife(mask=ls.Pattern.parse('OO'))", "leave out the mask"),
        ("Oscillator(3)", "size of a box"),
        ("StillLife(box='5x5', rule='any')", "completely known rule"),
        ("Oscillator(2, box='5x5', torus=True)", "the shorter side times the period"),
    ],
)
def test_what_cannot_be_counted_has_no_plan(call: str, reason: str) -> None:
    search = eval(f"ls.{call}", {"ls": ls})
    for count in (search.count, lambda: search.count_plan):
        with pytest.raises(InputError, match=reason):
            count()


@pytest.mark.parametrize(("line", "call", "sent"), REFUSALS, ids=[each[0] for each in REFUSALS])
def test_equal_refusals(line: str, call: str, sent: Sent | None) -> None:
    refusal = by_command(line)
    assert isinstance(refusal, tuple), refusal
    assert in_python(call) == refusal
    if sent is not None:
        assert in_studio(sent) == refusal


def test_a_formula_is_about_the_question_in_boxes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="gutter is for searches row by row: give width="):
        ls.Spaceship("c/4", symmetry="gutter").dimacs(tmp_path / "gutter.cnf")


def test_there_are_many_questions() -> None:
    assert len(PLANS) >= 50
    assert len(PLANS) + len(REFUSALS) >= 60
    assert sum(each[2] is not None for each in (*PLANS, *REFUSALS)) >= 35
