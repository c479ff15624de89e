"""The searches from the outside."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lifesearch.formats.detect import read
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import behaviour, step
from tests import cases
from tests.cli.conftest import GLIDER, Run
from tests.processes import PATIENCE, eventually


def test_bare_oscillator_finds_the_blinker(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "2")
    assert done.returncode == 0
    assert "oscillator of period 2; 3 cells, D4_+1" in done.stdout
    rle = done.stdout[done.stdout.index("#N") :]
    assert behaviour(read(rle).pattern).period == 2


def test_spaceship_draws_all_generations(lifesearch: Run) -> None:
    done = lifesearch("spaceship", "c/4", "diagonal", "--box", "4x4")
    assert done.returncode == 0
    assert [f"generation {t}" in done.stdout for t in range(6)] == [True] * 5 + [False]
    assert "spaceship of velocity c/4 diagonal; 5 cells" in done.stdout


def test_wording_of_a_proof(lifesearch: Run) -> None:
    done = lifesearch("spaceship", "c/3", "--box", "16x4")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("proved: no c/3 spaceship of period 3 in a 16x4 box")


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("still-life", "--box", "5x5", "--raw", "--with-empty"), cases.STILL_LIFES[4]),
        (("oscillator", "2", "--box", "5x5", "--raw"), 2 * cases.PERIOD_TWO_CYCLES[4]),
        (("spaceship", "(1,1)c/4", "--box", "4x4", "--raw"), 6),
        (("still-life", "--box", "4x4"), 13),
        (("spaceship", "(1,1)c/4", "--box", "4x4"), 1),
    ],
)
def test_all(lifesearch: Run, words: tuple[str, ...], count: int) -> None:
    done = lifesearch(*words, "--all", "--format", "json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert len(answers) == count
    assert f"{count:,} found; proved: no other" in done.stderr
    for answer in answers:
        pattern = read(answer["rle"]).pattern if answer["population"] else Pattern.of([])
        assert pattern.population == answer["population"]
        known = behaviour(pattern)
        if pattern:
            found = (known.period, known.dx, known.dy)
            assert found == (answer["period"], answer["dx"], answer["dy"])


def test_json_has_the_promised_keys(lifesearch: Run) -> None:
    [line] = lifesearch("still-life", "--box", "2x2", "-f", "json").stdout.splitlines()
    assert {"rle", "period", "dx", "dy", "population", "symmetry"} <= set(json.loads(line))
    assert json.loads(line)["symmetry"] == "D8_4"


@pytest.mark.parametrize("form", ["rle", "cells", "life106"])
def test_pattern_formats_are_read_back(lifesearch: Run, form: str) -> None:
    done = lifesearch("spaceship", "2c/4", "--box", "5x6", "--format", form)
    known = behaviour(read(done.stdout).pattern)
    assert (known.period, abs(known.dy)) == (4, 2)


def test_csv(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--box", "3x3", "--all", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert sorted(int(row["population"]) for row in rows) == [4, 4, 5, 6]


def test_count(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--box", "4x4", "--count", "3", "-f", "csv")
    assert len(done.stdout.splitlines()) == 4
    assert "no other" not in done.stderr


def test_output_file_and_folder(lifesearch: Run, tmp_path: Path) -> None:
    file, folder = tmp_path / "all.csv", tmp_path / "found"
    words = ("still-life", "--box", "3x3", "--all")
    done = lifesearch(*words, "--format", "csv", "-o", str(file))
    assert done.stdout == ""
    assert len(file.read_text().splitlines()) == 5
    for files in (4, 8):
        lifesearch(*words, "-o", f"{folder}/")
        assert len(list(folder.glob("*.rle"))) == files
    assert all(behaviour(read(f.read_text()).pattern).period == 1 for f in folder.iterdir())
    nothing = tmp_path / "none.rle"
    assert lifesearch("oscillator", "3", "--box", "4x4", "-o", str(nothing)).returncode == 1
    assert not nothing.exists()


def test_composites_are_called_so(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--box", "2x5", "--all", "-f", "rle")
    assert "#N bi-block\n#C composite of 2: 2 x block; 8 cells" in done.stdout


def test_predecessor(lifesearch: Run, glider: str) -> None:
    done = lifesearch("predecessor", glider, "--all", "--raw", "-f", "rle")
    assert done.stdout.count("rule = ") == cases.PREDECESSORS["glider"][2]
    assert "proved: no other predecessor in a 5x5 box" in done.stderr
    Path(glider).write_text(f"x = 3, y = 3, rule = B36/S23\n{GLIDER}")
    assert "rule = B36/S23" in lifesearch("predecessor", glider, "-f", "rle").stdout
    Path(glider).write_text(GLIDER)
    first = read(lifesearch("predecessor", glider, "-f", "rle").stdout).pattern
    assert step(first).normal() == read(GLIDER).pattern
    none = lifesearch("predecessor", glider, "--pad", "0", "--generations", "2")
    assert (none.returncode, none.stdout) == (1, "")
    assert "proved: no ancestor 2 generations back in a 3x3 box" in none.stderr


def test_predecessor_of_standard_input_with_unknown_cells(lifesearch: Run) -> None:
    sure = lifesearch("predecessor", "-", "--all", "--raw", "-f", "json", stdin="OO\nOO\n")
    unsure = lifesearch("predecessor", "-", "--all", "--raw", "-f", "json", stdin="OO\nO?\n")
    assert len(sure.stdout.splitlines()) == cases.PREDECESSORS["block"][2]
    assert len(unsure.stdout.splitlines()) > len(sure.stdout.splitlines())


def test_vanishing_patterns(lifesearch: Run) -> None:
    words = ("predecessor", "-", "--box", "3x3", "--all", "--raw", "-f", "json")
    done = lifesearch(*words, stdin="...\n")
    assert len(done.stdout.splitlines()) == cases.VANISHING[2]


def test_symmetry_transform_torus_mask_rule(lifesearch: Run, tmp_path: Path) -> None:
    done = lifesearch("oscillator", "3", "--box", "13x13", "--symmetry", "D8", "-f", "json")
    assert json.loads(done.stdout)["symmetry"].startswith("D8")
    done = lifesearch("oscillator", "1", "--transform", "R90", "--box", "3x3", "-f", "json")
    assert json.loads(done.stdout)["period"] == 2
    done = lifesearch("oscillator", "2", "--torus", "--box", "4x4", "-f", "json")
    assert json.loads(done.stdout)["torus"] == [4, 4]
    done = lifesearch("oscillator", "2", "--torus", "--box", "4x4", "-f", "rle")
    assert "rule = B3/S23:T4,4" in done.stdout
    mask = tmp_path / "mask"
    mask.write_text("***\n*.*\n***\n")
    done = lifesearch("still-life", "--mask", str(mask), "--all", "-f", "json")
    assert {json.loads(line)["population"] for line in done.stdout.splitlines()} == {4, 5, 6}
    done = lifesearch("oscillator", "2", "--rule", "B36/S125", "--box", "4x4", "-f", "rle")
    assert "rule = B36/S125" in done.stdout


NONSENSE = [
    (("oscillator", "0"), "the period must be at least 1, not 0"),
    (("oscillator", "1"), "still life"),
    (("oscillator", "--", "-3"), "the period must be at least 1, not -3"),
    (("oscillator", "-3"), "-3 is negative"),
    (("oscillator", "1000000000"), "the period must be at most 1,000"),
    (("oscillator", "\uff13"), "whole number"),
    (("oscillator", "2", "--banana"), "no such option: --banana"),
    (("banana",), "no such command 'banana'"),
    (("oscillator",), "missing argument 'PERIOD'"),
    (("oscillator", "2", "--box", "3x3", "--all", "--count", "3"), "give one of them"),
    (("oscillator", "2", "--box", "3x3", "--max-area", "4"), "leave out --box"),
    (("predecessor", "-", "--box", "3x3", "--pad", "4"), "give one of them"),
    (("spaceship", "c/4", "--torus", "--box", "5x5"), "on a torus whatever travels comes back"),
    (("still-life", "--box", "2x2", "-o", ""), "the name of the output file is empty"),
    (("oscillator", "9" * 5000), "the period must be at most 1,000"),
    (("oscillator", "banana"), "whole number, not 'banana'"),
    (("spaceship", "c/0"), "period 0"),
    (("spaceship", "banana"), "'banana' is no velocity: write c/3"),
    (("spaceship", "(0,0)c/4"), "does not move"),
    (("spaceship", "c/1000000000"), "too long"),
    (("spaceship", "2c/3"), "an (m,n)c/p ship needs p >= 2m + 2n"),
    (("spaceship", "(1,1)c/3"), "an (m,n)c/p ship needs p >= 2m + 2n"),
    (("spaceship", "2c/1", "--rule", "B2/S"), "at most one cell a generation"),
    (("oscillator", "2", "--box", "0x0"), "a 0x0 box has no cells"),
    (("oscillator", "2", "--box", "5"), "'5' is no box: write width x height"),
    (("oscillator", "2", "--box", "axb"), "'axb' is no box"),
    (("oscillator", "2", "--box", "-3x4"), "'-3x4' is no box"),
    (("oscillator", "2", "--box", "1000000x1000000"), "lifesearch stops at"),
    (("oscillator", "2", "--symmetry", "D9"), "there is no symmetry 'D9'; did you mean"),
    (("oscillator", "2", "--symmetry", "banana"), "the names are C1, C2_1"),
    (("oscillator", "2", "--symmetry", "C4", "--box", "5x6"), "needs a square box"),
    (("oscillator", "2", "--symmetry", "D2_+1", "--box", "4x4"), "needs an odd width"),
    (("spaceship", "c/3", "--symmetry", "C2"), "can only be C1 or D2|"),
    (("oscillator", "2", "--transform", "R45"), "'R45' is no orientation"),
    (("oscillator", "2", "--rule", "B9/S2"), "9"),
    (("oscillator", "3", "--rule", "B03/S23"), "ask for an even period"),
    (("spaceship", "c/3", "--rule", "B03/S23"), "ask for an even period"),
    (("still-life", "--rule", "B03/S23"), "ask for an even period"),
    (("spaceship", "c/4", "--width", "8", "--rule", "B03/S23"), "strips are for rules"),
    (("spaceship", "c", "--width", "8", "--rule", "345/2/4"), "strips are for rules of two states"),
    (("oscillator", "2", "--rule", "B36/S23", "--encoding", "knuth"), "B3/S23 only"),
    (("oscillator", "2", "--encoding", "magic"), "there is no encoding 'magic'"),
    (("oscillator", "2", "--solver", "magic"), "there is no solver 'magic'"),
    (("oscillator", "2", "--format", "gif"), "there is no format 'gif'"),
    (("oscillator", "2", "--count", "0"), "--count must be at least 1"),
    (("oscillator", "2", "--all"), "--all needs --box"),
    (("oscillator", "2", "--torus"), "a torus needs its size"),
    (("oscillator", "2", "--time-limit", "soon"), "'soon' is no time limit: write 60s"),
    (("oscillator", "2", "--max-area", "-1"), "--max-area must be at least 1"),
    (("oscillator", "2", "--mask", "/no/such/file"), "there is no file /no/such/file"),
    (("predecessor", "/no/such/file"), "there is no file /no/such/file"),
    (("predecessor", "/"), "is a directory"),
    (("predecessor", "-"), "standard input is empty"),
]


@pytest.mark.parametrize(("words", "sentence"), NONSENSE)
def test_nonsense_gets_one_sentence(lifesearch: Run, words: tuple[str, ...], sentence: str) -> None:
    done = lifesearch(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.startswith("lifesearch: ")
    assert done.stderr.count("\n") == 1


def test_bad_pattern_files(lifesearch: Run, tmp_path: Path, glider: str) -> None:
    large = tmp_path / "large"
    large.write_bytes(b"." * 50_000_000)
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    odd = tmp_path / "odd"
    odd.write_text("OO\nOx\n")
    blank = tmp_path / "blank"
    blank.write_text("..\n..\n")
    for words, sentence in [
        ((str(large),), "larger than 20 MB"),
        ((str(binary),), "is not a text file"),
        ((str(odd),), "odd, line 2: 'x'"),
        ((str(blank),), "has no live cell"),
        ((glider, "--box", "2x2"), "the target, 3x3 cells, is larger than the box of 2x2"),
        ((glider, "--pad", "-1"), "--pad must be at least 0"),
        ((glider, "--generations", "0"), "--generations must be at least 1"),
        ((glider, "--pad", "999"), "lifesearch stops at"),
    ]:
        done = lifesearch("predecessor", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1


def test_time_limit(lifesearch: Run) -> None:
    started = time.monotonic()
    done = lifesearch("oscillator", "7", "--box", "13x13", "--time-limit", "1s")
    assert time.monotonic() - started >= 1
    assert (done.returncode, done.stdout) == (3, "")
    assert re.fullmatch(r"time limit reached after \d+ s; undecided\n", done.stderr)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_keeps_what_was_found() -> None:
    words = ["still-life", "--box", "9x9", "--all", "-f", "json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "lifesearch", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    lines = [process.stdout.readline()]
    os.killpg(process.pid, signal.SIGINT)
    # Not communicate(): it passes over what the first line's buffer holds already.
    lines += process.stdout.readlines()
    messages = process.stderr.read()
    assert process.wait(PATIENCE) == 130
    assert all(json.loads(line)["period"] == 1 for line in lines)
    assert f"{len(lines):,} found" in messages
    assert "Traceback" not in messages
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_proofs_name_all_their_conditions(lifesearch: Run, tmp_path: Path) -> None:
    mask = tmp_path / "mask"
    mask.write_text("***\n**\n")
    for words, sentence in [
        (("oscillator", "3", "--box", "8x8", "--symmetry", "D8"), "with symmetry D8 in an 8x8 box"),
        (("still-life", "--rule", "B3", "--box", "4x4"), "no still life in B3/S in a 4x4 box"),
        (("oscillator", "3", "--torus", "--box", "3x3"), "period 3 on a 3x3 torus"),
        (("oscillator", "2", "--mask", str(mask)), "inside the mask, a 3x2 box"),
        (("oscillator", "1", "--transform", "F|", "--box", "3x3"), "with F| after 1 generation"),
    ]:
        done = lifesearch(*words)
        assert done.returncode == 1
        assert done.stderr.startswith("proved: no ")
        assert sentence in done.stderr


def test_growing_up_to_an_area_is_a_complete_search(lifesearch: Run) -> None:
    none = lifesearch("oscillator", "3", "--max-area", "20")
    assert (none.returncode, none.stdout) == (1, "")
    assert "proved: no oscillator of period 3 in a box of up to 20 cells" in none.stderr
    grown = lifesearch("still-life", "--max-area", "16", "--all", "-f", "json")
    boxed = lifesearch("still-life", "--box", "4x4", "--all", "-f", "json")
    found = [
        {json.loads(line)["rle"] for line in done.stdout.splitlines()} for done in (grown, boxed)
    ]
    assert len(found[0]) >= len(found[1]) == 13


@pytest.mark.long
def test_boxes_that_were_skipped_are_named(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "4", "--max-area", "60", "--jobs", "1")
    assert done.returncode == 0
    assert "proved: no oscillator of period 4 in a box of up to 25 cells (5x5)" in done.stderr
    verdict = done.stderr.splitlines()[-1]
    assert re.fullmatch(r"smaller boxes not decided: \d+x\d+(, \d+x\d+)*", verdict)
    assert not re.search(r"\b[12]x|x[12]\b", verdict)


def test_raw_answers_are_told_apart(lifesearch: Run) -> None:
    words = ("spaceship", "(1,1)c/4", "--box", "4x4", "--all", "--raw", "-f")
    for form in ("csv", "json"):
        lines = lifesearch(*words, form).stdout.splitlines()
        assert len(lines) == len(set(lines))
    assert "#CXRLE Pos=" in lifesearch(*words, "rle").stdout


def test_a_reader_that_goes_away_is_not_a_proof() -> None:
    for form in ("", "-f rle"):
        script = f"{sys.executable} -m lifesearch still-life --box 5x5 --all {form} | head -1"
        command = f"{script} >/dev/null; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == ("141\n", "")


@pytest.mark.parametrize("words", ["help", "--help", "--version", "oscillator --help"])
def test_a_reader_of_help_that_goes_away(words: str) -> None:
    command = f"{sys.executable} -m lifesearch {words} | true; echo ${{PIPESTATUS[0]}}"
    for _ in range(20):  # until the reader is gone before anything is written
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert done.stdout in ("0\n", "141\n")
        assert done.stderr == ""
        if done.stdout == "141\n":
            return
    raise AssertionError("the reader was never gone")


def test_closed_streams() -> None:
    for words in ("still-life --box 2x2 >&-", "predecessor - <&-", "knuth sat-life 0 <&-"):
        command = f"{sys.executable} -m lifesearch {words}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "closed" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_orphans(sign: signal.Signals) -> None:
    words = ["oscillator", "7", "--box", "14x14"]
    process = subprocess.Popen([sys.executable, "-m", "lifesearch", *words])
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while not (child := children.read_text().split()):
        time.sleep(0.05)
    process.send_signal(sign)
    process.wait(PATIENCE)
    assert eventually(lambda: not Path(f"/proc/{child[0]}").exists())
