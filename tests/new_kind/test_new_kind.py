"""The recipe for a new kind: with a folder and a line in the registry, all doors have it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import lifesearch.questions
from lifesearch.common.errors import InputError
from lifesearch.doors import cli
from lifesearch.doors.cli import MODULES
from lifesearch.doors.python.searches import Search
from lifesearch.doors.studio.asking import feedback, fields
from lifesearch.doors.studio.asking.question import PageQuestion, command_line
from lifesearch.running import option_table, registry
from tests.program import run

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One line in the registry; the folder is found beside those of the other kinds."""
    monkeypatch.setattr(
        lifesearch.questions, "__path__", [*lifesearch.questions.__path__, str(HERE)]
    )
    monkeypatch.setitem(registry.KINDS, "heat", registry.KindFolder("questions.heat", "heat"))
    monkeypatch.setitem(MODULES["Search"], "heat", "search")
    caches = (cli._built, option_table.all_options, registry.described, registry.engines_of)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()
    for name in [name for name in sys.modules if name.startswith("lifesearch.questions.heat")]:
        del sys.modules[name]


def test_its_command_finds_and_proves() -> None:
    found = run("heat", "3x3", "--least-heat", "1", "--all", "-j", "1", "-f", "apgcode")
    assert (found.returncode, found.stdout) == (0, "xp2_7\n")
    none = run("heat", "3x3", "--least-heat", "5", "-j", "1")
    assert none.returncode == 1
    what = "oscillator of period 2 with 5 or more changing cells in a 3x3 box"
    assert none.stderr == f"proved: no {what}\n"


def test_its_objective_is_named_in_its_own_words() -> None:
    best = run("heat", "4x3", "-j", "1", "-f", "apgcode")
    assert (best.returncode, best.stdout) == (0, "xp2_7\nxp2_7e\n")  # better and better ones
    proved = "proved: no oscillator of period 2 in a 4x3 box has more than 8 changing cells\n"
    assert best.stderr == proved
    goal = "Goal: find one with the most changing cells, and prove that none is better.\n"
    assert goal in run("heat", "4x3", "--explain").stdout
    every = run("heat", "4x3", "--all")
    assert every.returncode == 2
    assert every.stderr.endswith("that are as good, ask again with --least-heat N --all\n")


def test_its_command_has_help_and_says_what_is_wrong() -> None:
    words = run("heat", "--help").stdout
    assert "Find oscillators of period 2 in which many cells change, or the most." in words
    assert "  --least-heat N " in words
    assert "heat " in run("--help").stdout
    wrong = run("heat", "3x3", "--least-heat", "0")
    assert (wrong.returncode, wrong.stderr) == (
        2, "lifesearch: --least-heat must be at least 1, not 0\n",
    )  # fmt: skip
    elsewhere = run("oscillator", "2", "--least-heat", "3")
    assert elsewhere.returncode == 2
    assert "--least-heat is not an option of oscillator, but of heat" in elsewhere.stderr


def test_its_json_has_its_facts() -> None:
    found = json.loads(run("heat", "3x3", "-j", "1", "-f", "json").stdout)
    assert (found["name"], found["changes"]) == ("blinker", 4)


def test_its_sessions_are_resumed(tmp_path: Path) -> None:
    file = str(tmp_path / "heat.session")
    first = run("heat", "3x3", "--least-heat", "1", "-j", "1", "--session", file, "-f", "apgcode")
    assert (first.returncode, first.stdout) == (0, "xp2_7\n")
    again = run("resume", file, "--all", "-j", "1")
    assert again.returncode == 0
    assert f"resuming {file}: 1 found" in again.stderr
    assert "proved: no other oscillator of period 2" in again.stderr
    third = run("resume", file, "--all", "-j", "1")  # now all parts are searched
    assert third.returncode == 0
    assert third.stderr.endswith(again.stderr.splitlines()[-1] + "\n")


def test_a_session_of_the_best_is_resumed_and_in_the_gallery(tmp_path: Path) -> None:
    file, page = str(tmp_path / "heat.session"), tmp_path / "heat.html"
    first = run("heat", "3x3", "-j", "1", "--session", file, "-f", "apgcode")
    again = run("resume", file, "-j", "1", "-f", "apgcode")
    proved = "proved: no oscillator of period 2 in a 3x3 box has more than 4 changing cells"
    assert (first.returncode, first.stdout, first.stderr.strip()) == (0, "xp2_7\n", proved)
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert again.stderr.strip().endswith(proved)
    assert run("gallery", file, "-o", str(page)).returncode == 0
    assert '"changes":[4,"4"]' in page.read_text()


def test_python_asks_for_it() -> None:
    search = Search("heat", (3, 3), {"least_heat": 4, "jobs": 1})
    assert [answer.name for answer in search.all()] == ["blinker"]
    assert Search("heat", "3x3", {"least_heat": 5}).find(jobs=1) is None
    best = Search("heat", "4x3", {})
    toad = best.find(jobs=1)
    assert toad is not None
    assert (toad.name, toad.changes) == ("toad", 8)
    with pytest.raises(InputError, match="only one answer is best"):
        best.all()


def test_the_studio_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields, "FORMS", registry.forms())
    question = PageQuestion.of({"kind": "heat", "window": "3x3", "least_heat": "4", "count": "all"})
    assert command_line(question) == "lifesearch heat 3x3 --least-heat 4 --all"
    told = feedback.check(question)
    assert told["title"] == "oscillator of period 2 with 4 or more changing cells in a 3x3 box"
    assert (told["problem"], told["fields"][:2]) == ("", ("window", "least_heat"))


def test_the_table_of_options_has_it() -> None:
    options = {o.key: o for o in option_table.all_options() if "heat" in o.commands}
    assert options["least_heat"].commands == ("heat",)
    assert "predecessor" in options["everything"].commands
    assert "least_heat" in fields.words()
