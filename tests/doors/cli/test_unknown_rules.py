"""Partly unknown rules, from the command line."""

import json
from pathlib import Path

from tests.doors.cli.conftest import Run

GLIDERS = "B1?2?34?5?6?7?8?/S0?1?234?5?6?7?8?"


def test_the_glider_in_all_rules_that_have_it(lifesearch: Run) -> None:
    """The range is that of Eppstein's database."""
    words = ("spaceship", "c/4", "diagonal", "--rule", GLIDERS, "--box", "3x4")
    done = lifesearch(*words, "--all", "--population", "=5", "-f", "json")
    assert done.returncode == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert ("xq4_153", "B3/S23", "B3678/S0235678") in [
        (facts["apgcode"], facts["rule"], facts["rule_max"]) for facts in found
    ]


def test_a_range_is_told_and_the_file_has_the_least_rule(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "2", "--rule", "B3?6?/S23", "--box", "3x3")
    assert done.returncode == 0
    assert done.stdout.startswith("blinker: ")
    assert "works in B3/S23 to B36/S23" in done.stdout.splitlines()[0]
    assert "rule = B3/S23\n" in done.stdout


def test_what_lives_in_life_too_has_its_name(lifesearch: Run) -> None:
    words = ("still-life", "--rule", "B3?6?/S2?3", "--box", "2x2", "--population", "=4")
    done = lifesearch(*words, "-f", "json")
    facts = json.loads(done.stdout)
    assert (facts["name"], facts["rule"], facts["rule_max"]) == ("block", "B/S3", "B36/S23")


def test_nothing_in_any_rule(lifesearch: Run) -> None:
    done = lifesearch("spaceship", "c/2", "--rule", "B3?6?/S23", "--box", "3x3", "--jobs", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "proved: no c/2 spaceship of period 2 in B3?6?/S23 in a 3x3 box" in done.stderr


def test_a_session_goes_on(lifesearch: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "a.session")
    words = ("still-life", "--rule", "B3?/S2?3?", "--box", "3x3", "--session", file, "-f", "json")
    one = lifesearch(*words)
    everything = lifesearch("resume", file, "--all", "-f", "json")
    assert everything.stdout.startswith(one.stdout)
    assert everything.stdout.count("rule_max") > one.stdout.count("rule_max") == 1
    other = lifesearch(*words[:2], "B3?/S2?3", *words[3:])
    assert other.returncode == 2
    assert "session about another question" in other.stderr
