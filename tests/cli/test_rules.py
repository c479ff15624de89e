"""Rules of all kinds, from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

BAD = [
    ("B9/S2", "asks for 9 neighbours"),
    ("B3x/S2", "'x' after 3, but 3 has the letters a c e i j k n q r y"),
    ("MAPABC", "3 characters after MAP, but 86, 22 (hexagons) or 6"),
    ("MAP" + "A" * 85 + "?", "'?', which is not a character of base64"),
    ("B3/S23:T10,10", "bounded grid"),
    ("R5,C0,M1,S34..58,B34..45,NM", "Larger than Life"),
    ("B2/S/C300", "has 300 states, but a rule has 2 to 256"),
    ("B2/S/C100", "patterns of rules with up to 64 can be searched for"),
    ("B02/S/C3", "leave out B0"),
    ("higlife", "did you mean 'HighLife'"),
]


@pytest.mark.parametrize(("rule", "sentence"), BAD)
def test_bad_rules_get_one_sentence(lifesearch: Run, rule: str, sentence: str) -> None:
    done = lifesearch("oscillator", "2", "--box", "3x3", "--rule", rule)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.startswith("lifesearch: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("oscillator", "2", "--symmetry", "C4"),
        ("oscillator", "2", "--transform", "F-", "--box", "4x4"),
        ("spaceship", "c/3", "--width", "8", "--symmetry", "even"),
        ("spaceship", "2c/4", "--width", "8", "--symmetry", "glide"),
    ],
)
def test_symmetries_are_checked_against_the_rule(lifesearch: Run, words: tuple[str, ...]) -> None:
    done = lifesearch(*words, "--rule", "B2/S34H")
    assert (done.returncode, done.stdout) == (2, "")
    assert "but B2/S34H is unchanged only by Id, R180, F\\, F/" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_ship_of_snowflakes(lifesearch: Run) -> None:
    done = lifesearch("spaceship", "c/2", "--rule", "snowflakes", "--box", "4x4", "-f", "json")
    facts = json.loads(done.stdout)
    assert (facts["period"], facts["dx"], facts["dy"]) == (2, 0, -1)
    assert facts["rule"] == "B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e"


def test_a_map_rule_goes_from_file_to_file(lifesearch: Run, tmp_path: Path) -> None:
    """AllShips: everything moves down, so that its predecessor is one row higher."""
    file = tmp_path / "dot.cells"
    file.write_text("!Rule: MAPAAD//w\nOO\n.O\n")
    done = lifesearch("predecessor", str(file), "-f", "cells")
    assert done.returncode == 0
    assert "!Rule: MAPAAD//w\n" in done.stdout
    assert done.stdout.endswith("OO\n.O\n")
    done = lifesearch("spaceship", "c/1", "--rule", "MAPAAD//w", "--box", "2x2")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no c/1 spaceship of period 1 going up in MAPAAD//w" in done.stderr


STAR_WARS = "x = 2, y = 3, rule = 345/2/4\n2A$2B$2C!\n"


def test_several_states_from_the_command_line(lifesearch: Run, tmp_path: Path) -> None:
    found = lifesearch("spaceship", "c", "--rule", "Star Wars", "--box", "3x3", "-f", "rle")
    assert found.stdout.endswith(STAR_WARS)
    file = tmp_path / "photon.rle"
    file.write_text(STAR_WARS)
    shown = lifesearch("show", str(file))
    assert "spaceship of velocity c/1; 6 cells in 2x3, 345/2/4" in shown.stdout
    assert shown.stdout.endswith("AA\nBB\nCC\n")
    known = json.loads(lifesearch("identify", str(file), "-f", "json").stdout)
    assert (known["kind"], known["velocity"], known["rle"]) == ("spaceship", "c/1", "2A$2B$2C!")
    before = lifesearch("predecessor", str(file), "-f", "rle")
    assert before.stdout.endswith("rule = 345/2/4\n2A$2B!\n")
    picture = tmp_path / "photon.svg"
    assert lifesearch("show", str(file), "--svg", str(picture)).returncode == 0
    colours = set(picture.read_text().split('fill="')) - {""}
    assert (
        len([colour for colour in colours if colour.startswith("#")]) >= 5
    )  # paper, dead, A, B, C
    refused = lifesearch("show", str(file), "--rule", "B3/S23")
    assert refused.stderr == (
        "lifesearch: a cell of the pattern is in state 3, but B3/S23 has the states 0 to 1 only\n"
    )


def test_a_session_keeps_states(lifesearch: Run, tmp_path: Path) -> None:
    session = str(tmp_path / "brain.session")
    words = ("oscillator", "3", "--rule", "/2/3", "--box", "4x4", "--all", "--session", session)
    first = lifesearch(*words, "-f", "rle")
    assert "rule = /2/3" in first.stdout
    again = lifesearch("resume", session, "-f", "rle")
    assert again.stdout == first.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("soup", "--rule", "B02/S/C3"),
            "the empty plane comes to life (B0), which is not supported",
        ),
        (
            ("count", "still-life", "--box", "3x3", "--rule", "345/2/4"),
            "counts are for rules of two",
        ),
        (
            ("oscillator", "3", "--width", "4", "--rule", "/2/3"),
            "strips are for rules of two states",
        ),
        (("oscillator", "3", "--box", "4x4", "--rule", "/2/3", "--max-rotor", "3"), "populations"),
        (("still-life", "--box", "3x3", "--rule", "/2/3", "--engine", "tables"), "SAT can do it"),
    ],
)
def test_what_is_for_two_states(lifesearch: Run, words: tuple[str, ...], sentence: str) -> None:
    done = lifesearch(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
