"""Rules of all kinds, from the command line."""

import json
from pathlib import Path

from tests.doors.cli.conftest import Run


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
