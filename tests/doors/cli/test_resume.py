"""Sessions as a person meets them: what a resumed search says, and what is refused."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.running.session.file import Session
from tests.doors.cli.conftest import Run
from tests.sessions import opened, saved, sealed

LAST = "proved: no other oscillator of period 2 in a box of up to 16 cells"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "q.session"


def said(stderr: str) -> list[str]:
    return [
        line
        for line in stderr.splitlines()
        if not line.startswith(("resuming ", "already known: "))
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("oscillator", "2", "--max-area", "16", "--all"),
        pytest.param(("oscillator", "2", "--count", "3", "--jobs", "1"), marks=pytest.mark.long),
        ("still-life", "--max-area", "12", "--all"),
        ("oscillator", "3", "--max-area", "20"),
        ("spaceship", "c/3", "--box", "5x4"),
        ("spaceship", "c/4", "--width", "6"),
    ],
    ids=" ".join,
)
def test_a_resumed_search_says_what_it_said_before(
    lifesearch: Run, file: Path, words: tuple[str, ...]
) -> None:
    first = lifesearch(*words, "--session", str(file), "-f", "apgcode")
    again = lifesearch("resume", str(file), "-f", "apgcode")
    assert (again.returncode, again.stdout) == (first.returncode, first.stdout)
    assert said(again.stderr) == said(first.stderr)
    if "xp2_7\n" in again.stdout:
        assert "9 cells (3x3)" not in again.stderr


def test_nothing_is_said_that_an_answer_contradicts(lifesearch: Run, file: Path) -> None:
    words = ("oscillator", "2", "--max-area", "16", "--all", "--session", str(file))
    assert said(lifesearch(*words, "-f", "apgcode").stderr) == [f"4 found; {LAST}"]
    done = lifesearch("resume", str(file))
    assert said(done.stderr) == [f"4 found; {LAST}"]
    some = lifesearch("resume", str(file), "--count", "1")
    assert said(some.stderr) == []


def test_boxes_that_matter_to_nobody_are_not_named(lifesearch: Run) -> None:
    for words in (("oscillator", "2", "--jobs", "3"), ("still-life", "--jobs", "3")):
        done = lifesearch(*words, "-f", "apgcode")
        assert done.returncode == 0
        assert not re.search(r"\b[12]x|x[12]\b", done.stderr)


HINT = (
    "hint: c/2 means period 2 exactly; ships such as the lightweight spaceship are 2c/4: "
    "lifesearch spaceship 2c/4"
)


@pytest.mark.long
def test_the_period_is_named_and_another_one_suggested(lifesearch: Run) -> None:
    grown = lifesearch("spaceship", "c/2", "--max-area", "30", "-f", "json")
    assert (grown.returncode, grown.stdout) == (1, "")
    lines = grown.stderr.splitlines()
    assert lines.count(HINT) == 1
    verdict = "proved: no c/2 spaceship of period 2 in a box of up to "
    assert all(line.startswith(verdict) for line in lines if line != HINT)
    assert lines[-1].startswith(f"{verdict}30 cells")
    assert "hint" not in lifesearch("spaceship", "c/4", "diagonal", "-f", "rle").stderr


def test_a_limit_is_no_proof_and_gets_the_hint(lifesearch: Run) -> None:
    words = ("spaceship", "c/5", "--box", "16x16", "--time-limit", "0.1s", "--no-progress")
    done = lifesearch(*words)
    assert done.returncode == 3
    stopped, hint = done.stderr.splitlines()
    assert stopped.startswith("time limit reached after ")
    assert hint.startswith("hint: c/5 means period 5 exactly; ")


STOPPED = r"note: (about \d+ s|less than a second) of work will be repeated: a session saves "
NOT_CUT = "note: a session saves the answers of a box, but not how far it was searched"


def test_a_box_that_is_not_done_says_what_is_lost(lifesearch: Run, file: Path) -> None:
    words = ("oscillator", "7", "--box", "16x16", "--session", str(file))
    limit = ("--time-limit", "0.1s", "--no-progress")
    for again in (words, ("resume", str(file)), words):
        stopped, *rest = lifesearch(*again, *limit).stderr.splitlines()
        assert stopped.startswith("time limit reached after ")
        assert len(rest) == 1
        assert re.match(STOPPED, rest[0])


@pytest.mark.long
def test_a_box_that_begins_anew_says_so(lifesearch: Run, file: Path) -> None:
    words = ("still-life", "--box", "8x16", "--maximise", "population", "--engine", "tables")
    done = lifesearch(*words, "--session", str(file), "--time-limit", "0.1s", "--no-progress")
    assert [line.startswith(NOT_CUT) for line in done.stderr.splitlines()][1:] == [True]


@pytest.mark.parametrize(
    "words",
    [
        ("oscillator", "2", "--box", "4x4"),
        ("oscillator", "3", "--box", "4x4"),
        ("oscillator", "2", "--max-area", "12", "--all"),
        ("oscillator", "5", "--max-area", "400", "--time-limit", "0.1s"),
        ("spaceship", "c/7", "--width", "10", "--time-limit", "0.1s"),
        pytest.param(
            ("still-life", "--box", "7x9", "--all", "--time-limit", "0.1s"), marks=pytest.mark.long
        ),
    ],
    ids=" ".join,
)
def test_what_is_kept_says_nothing_of_it(
    lifesearch: Run, file: Path, words: tuple[str, ...]
) -> None:
    """A box that is done, boxes of which each is kept, and what has snapshots: strips, lists."""
    said_first = lifesearch(*words, "--session", str(file), "--no-progress").stderr
    limit = words[-2:] if words[-2] == "--time-limit" else ()
    assert "note: " not in said_first + lifesearch("resume", str(file), *limit).stderr


COMMANDS = ("resume", "plot", "gallery")


def refused(lifesearch: Run, command: str, file: Path) -> str:
    # A pipe without a writer, or an endless device, cannot be read here either.
    before = file.read_bytes() if file.is_file() else None
    done = lifesearch(command, str(file), *(["-o", "-"] if command == "gallery" else []))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert str(file) in done.stderr
    assert before is None or file.read_bytes() == before
    return done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_types_get_one_sentence(lifesearch: Run, file: Path, command: str) -> None:
    head, *rest = opened(saved("p2-growing.session"))
    head["question"] |= {"motion": ["4", "Id", 0, 0]}
    file.write_bytes(sealed([head, *rest]))
    assert "line 1: " in refused(lifesearch, command, file)


LARGE: list[tuple[str, dict[str, Any], str]] = [
    ("strip-none", {"width": 100_000_000}, "a strip must be 1 to 100 wide, not 100,000,000"),
    ("strip-none", {"width": 0}, "a strip must be 1 to 100 wide, not 0"),
    ("strip-none", {"look_ahead": 51}, "the look-ahead must be 1 to 50 layers, not 51"),
    ("strip-none", {"motion": [4, "Id", 0, 1]}, "must travel along it, upwards"),
    ("still-all", {"box": [1000, 201]}, "has 201,000 cells; lifesearch stops at 200,000"),
    ("still-all", {"motion": [2, "Id", 3, 0]}, "a shift of 3,0 in 2 generations is impossible"),
    ("p2-growing", {"max_area": None}, "without end"),
    (
        "predecessor",
        {"generations": 1001},
        "the number of generations must be at most 1,000, not 1,001",
    ),
    (
        "background",
        {"background": [10**9, 1, [0, 0, "o!"]]},
        "a tile's width must be at most 10,000",
    ),
]


@pytest.mark.parametrize(("name", "wrong", "sentence"), LARGE)
def test_a_session_asks_no_more_than_a_person_may(
    file: Path, name: str, wrong: dict[str, Any], sentence: str
) -> None:
    head, *rest = opened(saved(f"{name}.session"))
    head["question"] |= wrong
    file.write_bytes(sealed([head, *rest]))
    with (
        pytest.raises(InputError, match=f"^{file}, line 1: .*{sentence}"),
        Session.resume(str(file)),
    ):
        pass


def test_damage_is_told_with_its_line(lifesearch: Run, file: Path) -> None:
    lifesearch("still-life", "--box", "3x3", "--all", "--session", str(file), "-f", "apgcode")
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'"found"', b'"fount"', 1))
    for command in COMMANDS:
        assert f"{file}, line 2: the session is damaged" in refused(lifesearch, command, file)
    head, _, *rest = whole.splitlines(keepends=True)
    file.write_bytes(b"".join([head, *rest]))
    assert f"{file}, line 2: the session is damaged" in refused(lifesearch, "resume", file)
    file.write_bytes(whole.replace(b'"box": [3, 3]', b'"box": [2, 3]', 1))
    assert f"{file}, line 1: the session is damaged" in refused(lifesearch, "resume", file)
    file.write_bytes(head)
    assert lifesearch("resume", str(file), "-f", "apgcode").returncode == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
def test_what_is_no_plain_file_is_not_waited_for(lifesearch: Run, file: Path) -> None:
    os.mkfifo(file)
    for odd in (file, Path("/dev/zero"), Path("/dev/null")):
        assert refused(lifesearch, "resume", odd) == (
            f"lifesearch: cannot use {odd} as a session: it is not a plain file\n"
        )


OLDER = {
    "of a search": '{"session": "lifesearch 2", "question": {"kind": "longer cylinder"}}',
    "of a search without digests": '{"session": "lifesearch 1", "question": {"kind": "periodic"}}',
    "of a search with a title": '{"session": "lifesearch search 3", "question": {}}',
    "of a count of that version": '{"session": "lifesearch count 3", "question": {}}',
    "of a survey of that version": '{"session": "lifesearch survey 3", "question": {}}',
    "of a count": '{"session": "lifesearch count 1", "question": {"kind": "periodic"}}',
    "of a survey": '{"session": "lifesearch survey 1", "question": {"rule": "B3/S23"}}',
    "of a later version": '{"session": "lifesearch search 99", "question": {}}',
}


@pytest.mark.parametrize("line", OLDER.values(), ids=list(OLDER))
def test_a_session_of_another_version_is_refused_in_a_sentence(
    lifesearch: Run, file: Path, line: str
) -> None:
    file.write_text(f"{line}\n")
    for command in COMMANDS:
        assert refused(lifesearch, command, file) == (
            f"lifesearch: {file} is a session of another version of lifesearch: run its command "
            "again, with the name of a new session\n"
        )
    words = ("still-life", "--box", "3x3", "--session", str(file))
    assert "is a session of another version of lifesearch" in lifesearch(*words).stderr
    assert file.read_text() == f"{line}\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("populations.count", ("-o", "foo")),
        ("populations.count", ("--seed", "3")),
        ("populations.count", ("--solver", "glucose4")),
        ("populations.count", ("--copy",)),
        ("populations.count", ("--add-to-catalogue",)),
        ("populations.count", ("--animate",)),
        ("life.survey", ("--add-to-catalogue",)),
        ("life.survey", ("--copy",)),
        ("life.survey", ("--seed", "4")),  # the seed of its soups is part of the question
        ("minimise.session", ("--soups", "3")),
        ("unknown-rule.session", ("--soups", "3")),
        ("orphan.session", ("--partials",)),
        ("strip-found.session", ("--soups", "3")),
    ],
    ids=" ".join,
)
def test_what_a_session_has_no_use_for_is_refused(
    lifesearch: Run, file: Path, name: str, words: tuple[str, ...]
) -> None:
    file.write_bytes(saved(name))
    done = lifesearch("resume", str(file), *words)
    assert (done.returncode, done.stdout) == (2, "")
    named = {"-o": "--output"}.get(words[0], words[0])
    assert done.stderr.endswith(f", which is not resumed with {named}: leave it out\n")
    assert file.read_bytes() == saved(name)


def test_a_table_is_never_partial(lifesearch: Run, file: Path) -> None:
    words = ("rotors", "3x2", "--session", str(file))
    assert lifesearch(*words).returncode == 0
    for more in (("--count", "2"), ("--all",)):
        done = lifesearch("resume", str(file), *more)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"is a session of 'rotors', which is not resumed with {more[0]}" in done.stderr
    assert lifesearch("resume", str(file), "-j", "1").returncode == 0


def test_a_setting_for_all_commands_is_not_refused(
    lifesearch: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_bytes(saved("populations.count"))
    monkeypatch.setenv("LIFESEARCH_JOBS", "1")
    assert lifesearch("resume", str(file)).returncode == 0
