"""The table of how soon bare commands have an answer."""

import json

import pytest

from tests.bench.first_answers import FirstAnswer, TimedCommand, commands
from tests.bench.table import show_first_answers

RESULTS = [
    FirstAnswer(TimedCommand(("oscillator", "2"), 2), (0.5, 0.25, 0.75)),
    FirstAnswer(TimedCommand(("oscillator", "30"), 30), (None, 12.0, None)),
]


def test_goals_stand_beside_medians(capsys: pytest.CaptureFixture[str]) -> None:
    show_first_answers(RESULTS, as_json=False)
    assert capsys.readouterr().out.splitlines() == [
        "| command | seconds | goal | answers |",
        "|---|---|---|---|",
        "| `oscillator 2` | 0.5 | 2 | 3 of 3 |",
        "| `oscillator 30` | - | 30 | 1 of 3 |",
    ]


def test_json_has_every_run(capsys: pytest.CaptureFixture[str]) -> None:
    show_first_answers(RESULTS, as_json=True)
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["median"], first["goal"], first["seconds"]) == (0.5, 2, [0.5, 0.25, 0.75])
    assert (second["command"], second["median"]) == ("oscillator 30", None)


def test_every_command_has_a_goal_and_is_asked_once() -> None:
    asked = commands()
    assert all(each.goal > 0 for each in asked)
    assert len({each.command for each in asked}) == len(asked) == 46
