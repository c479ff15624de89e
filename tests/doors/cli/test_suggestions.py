"""Words that newcomers type, and what they are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doors.cli.conftest import Run

WORDS = (
    (("osc", "3"), "no such command 'osc': did you mean 'oscillator'? Try --help"),
    (("ship", "c/4"), "no such command 'ship': did you mean 'spaceship'? Try --help"),
    (("garden-of-eden",), "did you mean 'lifesearch predecessor --find-orphan 40x6'?"),
    (("gun",), "did you mean 'lifesearch catalogue list --kind gun'?"),
    (("gif", "glider.rle"), "did you mean 'lifesearch show FILE --gif new.gif'?"),
    (("show", "glider.rle", "-o", "new.gif"), "did you mean --gif, --svg or --png?"),
    (("period", "gun.rle"), "did you mean 'lifesearch identify FILE'?"),
    (("p3",), "did you mean 'lifesearch oscillator 3'?"),
    (("find", "p3"), "did you mean 'lifesearch oscillator 3'?"),
    (("prove", "still-life", "--box", "3x3"), "mean 'lifesearch still-life --box 3x3'?"),
    (("find", "banana"), "no such command 'find': did you mean 'lifesearch help'?"),
    (("2c/5",), "did you mean 'lifesearch spaceship 2c/5'?"),
    (("xq4_153",), "did you mean 'lifesearch identify xq4_153'?"),
    (("python",), "did you mean 'lifesearch help python'?"),
    (("golly",), "did you mean 'lifesearch help coming-from'?"),
    (("gosper", "glider", "gun"), "did you mean 'lifesearch catalogue show gosper-glider-gun'?"),
    (("catalogue", "glider"), "did you mean 'lifesearch catalogue show glider'?"),
    (("show", "glider"), "there is no file glider; the pattern of that name: lifesearch catalogue"),
    (("identify", "gosper", "glider", "gun"), "catalogue show gosper-glider-gun -f rle > gosper-"),
    (("show", "queen", "banana"), "there is no file queen\n"),
    (("identify", "bo$2bo$3o!"), "RLE itself is read from standard input: name the file -"),
    (("show", "patterns/pictures/cat.png"), "cat.png is a picture, and only the closest predec"),
    (
        ("predecessor", "patterns/pictures/cat.png", "--closest", "--size", "99999x99999"),
        "a picture of 99,999 x 99,999 cells is too large: at most 200,000 cells are searched",
    ),
    (("show", "banana"), "there is no file banana\n"),
    (("oscillator", "--period", "3"), "write it without --period: lifesearch oscillator PERIOD"),
    (("rotors", "3", "3"), "unexpected extra argument(s) (3): lifesearch rotors [OPTIONS] WxH;"),
    (("soup", "-n", "100"), "no such option -n: did you mean --soups?"),
    (("oscillator", "3", "-o", "x.gif"), "lifesearch show FILE.rle --gif x.gif"),
    (("pulsar",), "did you mean 'lifesearch catalogue show pulsar'?"),
    (("köks", "galaxy"), "no such command 'köks'"),
    (("banana",), "no such command 'banana'; try --help"),
    (("oscillator", "3", "--min", "population"), "no such option --min: did you mean --minimise?"),
    (("rotors", "3x3", "--min", "7"), "no such option --min: did you mean --min-period?"),
    (("still-life", "--cells", "8"), "no such option --cells: did you mean --population?"),
    (("soup", "--cores", "40"), "no such option --cores: did you mean --jobs?"),
    (("oscillator", "3", "--banana"), "no such option: --banana; try --help"),
    (
        ("oscillator", "3", "--box", "8x8", "--symmetry", "asymmetric"),
        "there is no symmetry 'asymmetric'; did you mean 'C1'?",
    ),
    (
        ("oscillator", "3", "--width", "8", "--symmetry", "asymmetric"),
        "there is no symmetry 'asymmetric' of a strip; did you mean 'none'?",
    ),
)


@pytest.mark.parametrize(("words", "said"), WORDS)
def test_the_hint_names_what_was_meant(lifesearch: Run, words: tuple[str, ...], said: str) -> None:
    done = lifesearch(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_session_is_no_pattern_and_the_message_says_what_prints_them(
    lifesearch: Run, tmp_path: Path
) -> None:
    session = tmp_path / "p2.session"
    lifesearch("oscillator", "2", "--box", "3x3", "--session", str(session))
    done = lifesearch("identify", str(session))
    said = "line 1: this is a session: 'lifesearch resume FILE -f rle' prints its patterns"
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "x = 1, y = 3" in lifesearch("resume", str(session), "-f", "rle").stdout


@pytest.mark.parametrize("command", ["oscillator", "resume", "predecessor", "rotors"])
def test_the_usage_line_has_no_braces(lifesearch: Run, command: str) -> None:
    usage = lifesearch(command, "--help").stdout.splitlines()[0]
    assert usage.startswith(f"Usage: lifesearch {command} [OPTIONS] ")
    assert "{" not in usage
