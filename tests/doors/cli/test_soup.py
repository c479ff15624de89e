"""`lifesearch soup` as a person meets it."""

import csv
import io
import json
import os
import re
import shlex
from pathlib import Path

import pytest

from lifesearch.catalogue.store import FOLDER_VARIABLE
from lifesearch.engines.soups.census import Tally
from lifesearch.engines.soups.search import Soups, take_census
from lifesearch.formats.detect import read
from lifesearch.formats.multi import read_several
from lifesearch.life.identify import identify_known
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.long_run import long_run
from lifesearch.show.gallery.sources import gallery_items
from lifesearch.show.search.soups import ended
from tests.doors.cli.conftest import Run
from tests.processes import end_of, eventually, interrupt, started

pytestmark = pytest.mark.usefixtures("kernels_loaded")

SMALL = ("soup", "--seed", "3", "--soups", "200", "--symmetry", "D8_1,C4_4", "--jobs", "2")


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    """Load the machine code once, for all workers that are forked from this process."""
    take_census(Soups.of(), 0, 1)


def test_what_is_rare_is_told_and_all_is_counted(lifesearch: Run) -> None:
    done = lifesearch(*SMALL)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    told = [line for line in lines if line.startswith("soup ")]
    assert told
    assert all("period" in line or "velocity" in line for line in told)
    assert not any("period 2;" in line for line in told)
    assert lines[len(told)].startswith("200 soups: ")
    assert re.fullmatch("how often +object +apgcode +first in soup", lines[len(told) + 1])
    question, hint = done.stderr.splitlines()
    assert question == (
        "objects in soups, symmetry D8_1, C4_4, 8 to 16 cells wide, density 0.5, seed 3"
    )
    assert hint.startswith("hint: soup ")
    alone = lifesearch(*SMALL, "--census")
    assert alone.stdout.splitlines() == lines[len(told) :]


@pytest.mark.parametrize(
    "words",
    [
        ("--symmetry", "D8_1,C4_4"),
        ("--rule", "B36/S23", "--symmetry", "D2_x", "--size", "4-6", "--density", "0.3"),
    ],
)
def test_a_soup_of_the_census_is_printed_and_leaves_what_it_says(
    lifesearch: Run, words: tuple[str, ...]
) -> None:
    done = lifesearch("soup", "--seed", "3", "--soups", "200", *words, "-f", "csv")
    rarest = list(csv.DictReader(io.StringIO(done.stdout)))[-1]
    hint = done.stderr.splitlines()[-1].partition(": lifesearch ")[2]
    assert hint.endswith(f" --seed 3 --show {rarest['soup']}")
    soup = lifesearch(*shlex.split(hint))
    assert soup.returncode == 0
    assert f"#N soup {rarest['soup']} of seed 3, symmetry " in soup.stdout
    file = read(soup.stdout)
    left = long_run(file.pattern, file.rule or LIFE, 10_000).ash.objects
    known = [identify_known(each.pattern, file.rule or LIFE, each.behaviour) for each in left]
    codes = {part.apgcode for whole in known for part in whole.parts or (whole,)}
    assert rarest["apgcode"] in codes


def test_what_does_not_go_with_a_soup_to_print(lifesearch: Run) -> None:
    for words, message in {
        ("--show", "4"): "--show prints a soup of a seed: give --seed N, too",
        ("--show", "4", "--seed", "1", "--soups", "9"): "--show prints a soup and runs none: "
        "leave out --soups",
    }.items():
        done = lifesearch("soup", *words)
        assert (done.returncode, done.stderr) == (2, f"lifesearch: {message}\n")


def test_formats_agree(lifesearch: Run) -> None:
    table = list(csv.DictReader(io.StringIO(lifesearch(*SMALL, "-f", "csv").stdout)))
    objects = [json.loads(line) for line in lifesearch(*SMALL, "-f", "json").stdout.splitlines()]
    codes = lifesearch(*SMALL, "-f", "apgcode").stdout.split()
    assert [row["apgcode"] for row in table] == [each["apgcode"] for each in objects] == codes
    assert [int(row["count"]) for row in table] == [each["count"] for each in objects]
    for each in objects:
        assert (
            each["kind"]
            == {"s": "still life", "p": "oscillator", "q": "spaceship"}[each["apgcode"][1]]
        )
        assert 0 <= each["soup"] < 200
    patterns = lifesearch(*SMALL, "-f", "rle").stdout
    assert patterns.count("found by lifesearch in soup ") == len(codes)


def test_what_no_catalogue_knows_is_kept(
    lifesearch: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    words = (*SMALL, "--rule", "B36/S23", "--all-new", "--add-to-catalogue")
    file = tmp_path / "new.rle"
    done = lifesearch(*words, "-o", str(file))
    lines = [line for line in done.stdout.splitlines() if line.startswith("soup ")]
    assert len(list(read_several(str(file)))) == len(lines) > 3
    assert f"added: {len(lines)} new in your own catalogue" in done.stderr
    again = lifesearch(*words)
    assert not [line for line in again.stdout.splitlines() if line.startswith("soup ")]


def test_a_session_goes_on(lifesearch: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "s")
    words = ("soup", "--symmetry", "D8_1", "--session", file, "--census")
    assert lifesearch(*words, "--soups", "50").returncode == 0  # of any seed
    longer = lifesearch(*words, "--soups", "120")
    assert "resuming" in longer.stderr
    assert longer.stdout.startswith("120 soups: ")
    assert lifesearch("resume", file, "--soups", "120").stdout.endswith(longer.stdout)
    assert lifesearch("plot", file).returncode == 0
    assert lifesearch("gallery", file, "-o", str(tmp_path / "g.html")).returncode == 0
    times = [item.times for item in gallery_items([file]).items]
    assert times == sorted(times, reverse=True)
    counted = [line.split()[0] for line in longer.stdout.splitlines()[2:]]
    assert [f"{each:,}" for each in times] == counted
    for option in ("--all", "--animate", "--solver=glucose4", "--count=3", "--seed=3"):
        refused = lifesearch("resume", file, option)
        assert refused.returncode == 2
    other = lifesearch(*words, "--rule", "B36/S23")
    assert other.returncode == 2
    assert "another question" in other.stderr


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_ends_with_a_census_and_the_session_goes_on(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "s"
    words = ("soup", "--seed", "8", "--symmetry", "D8_4", "--session", str(file))
    with started(*words, "--soups", "1000000000") as process:
        assert eventually(lambda: file.exists() and file.read_bytes().count(b'"soups"') > 1)
        interrupt(process)
        end = end_of(process)
    assert end.status == 130
    assert "to continue: lifesearch resume" in end.messages
    done = _soups(end.output)
    assert done > 0
    more = lifesearch("resume", str(file), "--soups", str(done + 1000))
    assert _soups(more.stdout) >= done + 1000
    whole = lifesearch(*words[:5], "--soups", str(_soups(more.stdout)), "--census")
    assert more.stdout.endswith(whole.stdout)


def _soups(output: str) -> int:
    """How many soups a census is of."""
    (line,) = [line for line in output.splitlines() if " soups: " in line]
    return int(line.split()[0].replace(",", ""))


def test_a_time_limit_is_an_end(lifesearch: Run) -> None:
    done = lifesearch("soup", "--time-limit", "1s", "--seed", "1", "--census")
    assert done.returncode == 0
    assert "time limit reached" in done.stderr
    assert " soups" in done.stdout
    early = lifesearch("soup", "--time-limit", "0.001s", "--soups", "10")
    assert early.returncode == 3
    assert "0 soups of 10" in early.stderr


def test_ends_are_told() -> None:
    assert ended(Tally()) == "0 soups"
    assert ended(Tally(1, 2, 3, 4, 5, 6)) == (
        "15 soups: 1 died, 2 settled, 3 emit spaceships forever, "
        "4 were still running at the last generation, 5 outgrew the board of 256x256 cells; "
        "6 parts too large to be split into objects"
    )


def test_a_file_that_exists_is_refused_in_one_sentence(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "there.rle"
    file.write_text("3o!\n")
    for words in (["soup", "--soups", "1"], ["rotors", "2x2"]):
        done = lifesearch(*words, "-o", str(file), "-j", "1")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.replace("\n", " ").startswith("lifesearch: ")
        assert "there.rle already exists" in done.stderr.replace("\n", "")
        assert file.read_text() == "3o!\n"
