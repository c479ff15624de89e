"""The table of options, and what is made of it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Unpack

import pytest

import lifesearch as ls
from lifesearch.common.errors import OptionError
from lifesearch.core.options.option import WHERE, Option
from lifesearch.core.options.shared import SHARED
from lifesearch.doors import cli
from lifesearch.doors.cli import MODULES
from lifesearch.doors.python import options as typed
from lifesearch.doors.python.options import takes
from lifesearch.doors.python.soups import SoupOptions
from lifesearch.doors.python.survey import SurveyOptions
from lifesearch.doors.studio.asking import fields as offers
from lifesearch.running import option_table as table
from lifesearch.running.option_table import all_options, in_studio, on_command_line, options_of
from tests.doors.options import reference
from tests.program import run

PACKAGE = Path(ls.__file__).parent
COMMANDS = [name for names in MODULES.values() for name in names]
SHORT = sorted({command for option in all_options() for command in option.short})
SCREEN = 24

TYPES = [
    ("oscillator", typed.OscillatorOptions, None),
    ("spaceship", typed.SpaceshipOptions, None),
    ("still-life", typed.StillLifeOptions, None),
    ("predecessor", typed.PredecessorOptions, None),
    ("complete", typed.CompletionOptions, None),
    ("spaceship", typed.RunningOptions, True),
    ("soup", SoupOptions, None),
    ("survey", SurveyOptions, None),
    ("count", typed.CountingOptions, True),
]


@pytest.mark.parametrize(("command", "kind", "running"), TYPES)
def test_types_for_checkers_are_those_of_the_table(
    command: str, kind: type, running: bool | None
) -> None:
    options = options_of(command, "python").values()
    keys = {o.key for o in options if running is None or o.running is running}
    assert set(kind.__annotations__) == keys


def test_an_option_is_in_a_command_once() -> None:
    every = [(command, option.key) for option in all_options() for command in option.commands]
    assert len(every) == len(set(every))
    named = [
        (command, option.on_command_line) for option in all_options() for command in option.commands
    ]
    assert len(named) == len(set(named))


def test_one_key_has_one_name() -> None:
    """A message has the key alone: it must be spelt the same whichever command it is about."""
    names: dict[str, set[str]] = {}
    for option in all_options():
        names.setdefault(option.key, set()).add(option.on_command_line)
    assert [key for key, spelt in names.items() if len(spelt) > 1] == []


def test_help_is_sentences_about_options_that_are_there() -> None:
    keys = {option.key for option in all_options()}
    for option in all_options():
        assert option.help[-1] == "."
        assert set(re.findall(r"<([a-z_]+)", f"{option.help} {option.usual}")) <= keys
        assert set(option.short) <= set(option.commands)
        assert "--" not in option.help


def test_the_manual_lists_all_options() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.reference()


DUMMY = Option("dummy", "N", range(1, 9), "Nothing at all, beside <box>.", ("oscillator",), WHERE,
               places="box", short=("oscillator",))  # fmt: skip


@pytest.fixture
def built_anew() -> Iterator[None]:
    """Commands are built from the table once a process."""
    cli._built.cache_clear()
    all_options.cache_clear()
    yield
    cli._built.cache_clear()
    all_options.cache_clear()


@pytest.mark.usefixtures("built_anew")
def test_a_new_option_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "SHARED", (*SHARED, DUMMY))
    for words in ("--help", "--help-all"):
        assert "  --dummy N " in run("oscillator", words).stdout
    assert "Nothing at all, beside --box." in run("oscillator", "--help-all").stdout
    wrong = run("oscillator", "3", "--dummy", "9", "--box", "3x3")
    assert wrong.stderr == "lifesearch: --dummy must be at most 8, not 9\n"
    assert run("oscillator", "3", "--dummy", "8", "--box", "3x3").returncode == 1
    assert "- `--dummy N`, `dummy=`: Nothing at all" in reference.reference()
    assert "dummy" in offers.fields("oscillator", "box", drawn=False)
    field = {
        "label": "dummy",
        "help": "Nothing at all, beside box.",
        "flag": False,
        "least": 1,
        "usual": True,
        "example": "",
    }
    assert offers.words()["dummy"] == field
    assert table.read("oscillator", {"dummy": "7"}).dummy == 7

    @takes("oscillator")
    def ask(period: int, **options: Unpack[typed.OscillatorOptions]) -> Mapping[str, Any]:
        """Ask."""
        return options

    assert "dummy" in inspect.signature(ask).parameters
    assert "  dummy: Nothing at all, beside box=." in (ask.__doc__ or "")
    assert ask(3, dummy=5) == {"dummy": 5}  # type: ignore[call-arg]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_short_help_is_two_screens(command: str) -> None:
    lines = run(command, "--help", env={"COLUMNS": "80"}).stdout.splitlines()
    allowed = 3 * SCREEN if command == "catalogue" else 2 * SCREEN
    assert len(lines) <= allowed
    if command in SHORT:
        shown = [line for line in lines if re.match(r"  (-\w, )?--", line)]
        assert 7 <= len(shown) <= 16
        assert lines[-1].startswith(f"    lifesearch {command} ")
        assert len(run(command, "--help-all").stdout.splitlines()) > len(lines)


def test_the_whole_help_has_every_option() -> None:
    for command in SHORT:
        text = run(command, "--help-all").stdout
        for option in options_of(command, "cli").values():
            assert option.on_command_line in text


def test_each_door_spells_names() -> None:
    error = OptionError("give <max_area N> or <everything>, not {}", "<form>")
    assert str(error) == "give max_area= or the search for all answers, not <form>"
    assert error.spelt(on_command_line) == "give --max-area N or --all, not <form>"
    fields = "give 'Cells in a box, at most' or 'How many: all', not <form>"
    assert error.spelt(in_studio) == fields
    with pytest.raises(ls.InputError, match=r"^a torus needs its size: give box= "):
        ls.StillLife(torus=True).find(jobs=1)
    done = run("still-life", "--torus")
    assert done.stderr == "lifesearch: a torus needs its size: give --box WxH (and no --mask)\n"


def test_only_public_names_are_listed() -> None:
    assert dir(ls) == sorted(ls.__all__)
