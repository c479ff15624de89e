"""One's own catalogue from the outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lifesearch.catalogue import user
from lifesearch.catalogue.catalogue import builtin
from lifesearch.catalogue.store import FILE, FOLDER_VARIABLE
from lifesearch.life.apgcode import decode
from lifesearch.life.identify import identify
from lifesearch.life.rules.rule import Rule
from tests.doors.cli.conftest import Run
from tests.processes import PATIENCE, interrupt, started

KNOWN = "2obo$ob2o!\n#N two of them\nx = 3, y = 3\n2o$obo$bo!\n"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data" / FILE


def test_names_of_any_letters(lifesearch: Run, data: Path) -> None:
    lifesearch("catalogue", "list", "--own")
    assert not data.parent.exists()
    done = lifesearch(
        "catalogue", "add", "-", "--rule", "HighLife", "--name", "Łąka ☀", stdin="3o!"
    )
    assert (done.returncode, done.stdout) == (0, "added: 'Łąka ☀', xp2_7\n")
    assert done.stderr == f"1 pattern added to {data}\n"
    table = lifesearch("catalogue", "list").stdout.splitlines()
    assert table[0].split()[-2:] == ["catalogue", "rule"]
    assert len(table) == 2 + len(builtin())
    assert table[-1].split()[-2:] == ["own", "B36/S23"]
    [fact] = map(
        json.loads, lifesearch("catalogue", "search", "łąka", "-f", "json").stdout.split("\n")[:-1]
    )
    assert (fact["catalogue"], fact["rule"], fact["apgcode"]) == ("own", "B36/S23", "xp2_7")
    found = lifesearch("oscillator", "2", "--box", "3x3", "--rule", "B36/S23", "-f", "json")
    assert json.loads(found.stdout)["name"] == "Łąka ☀"
    done = lifesearch("catalogue", "remove", "łąka")
    assert (done.returncode, done.stdout) == (0, "removed: 'Łąka ☀', xp2_7\n")
    assert not user.user_entries()


def test_many_at_once(lifesearch: Run, tmp_path: Path) -> None:
    several = tmp_path / "several.rle"
    several.write_text(KNOWN + "#N Hi\nx = 3, y = 1, rule = B36/S23\n3o!\n4o!\n")
    done = lifesearch("catalogue", "add", str(several), "xq4_153")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "already there: 'snake', built in",
        "already there: 'boat', built in",
        "added: 'Hi', xp2_7",
        "already there: 'glider', built in",
    ]
    assert f"not added: {several}, pattern 4 (settles in generation 2)\n" in done.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("add", "xp2_7", "--rule", "B36/S23", "--name", "GLIDER"), "is taken by xq4_153"),
        (("remove", "glider"), "is built in: only patterns"),
        (("remove", ""), "the name is empty"),
    ],
)
def test_mistakes(lifesearch: Run, words: tuple[str, ...], complaint: str) -> None:
    done = lifesearch("catalogue", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert not user.user_entries()


def test_what_is_remembered_is_not_new(lifesearch: Run) -> None:
    """Again and again, until there are no others; then all are in the catalogue, each once."""
    words = ("oscillator", "2", "--box", "4x4", "--rule", "B36/S23", "-f", "apgcode", "-j1")
    none = lifesearch(*words, "--new")
    assert (none.returncode, none.stderr.count("none of B36/S23")) == (2, 1)
    first = lifesearch(*words, "--new", "--add-to-catalogue")
    assert first.stderr == "added: 1 new in your own catalogue\n"
    [entry] = user.user_entries()
    assert first.stdout.split() == [entry.apgcode]
    rest = lifesearch(*words, "--new", "--add-to-catalogue", "--all", "--connected")
    assert rest.returncode == 0
    assert entry.apgcode not in rest.stdout
    codes = [e.apgcode for e in user.user_entries()]
    assert sorted(codes) == sorted([entry.apgcode, *rest.stdout.split()])
    assert lifesearch(*words, "--new").returncode == 1
    every = lifesearch(*words, "--all", "--connected").stdout.split()
    assert sorted(every) == sorted(codes)


def test_composites_and_tori_are_not_remembered(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--box", "5x5", "--all", "--add-to-catalogue", "-f", "json")
    facts = list(map(json.loads, done.stdout.splitlines()))
    whole = {f["apgcode"] for f in facts if len(f["pieces"]) == 1 and f["name"] is None}
    assert any(len(f["pieces"]) > 1 for f in facts)
    assert {e.apgcode for e in user.user_entries()} == whole
    torus = lifesearch(
        "oscillator", "2", "--torus", "--box", "4x4", "--add-to-catalogue", "-f", "rle"
    )
    assert "added: 0 new in your own catalogue, 1 not added" in torus.stderr


def test_a_session_goes_on_although_more_is_known(lifesearch: Run, tmp_path: Path) -> None:
    """What --new excludes is what was known when the session began."""
    session = str(tmp_path / "p2.session")
    rule = ("--box", "4x4", "--rule", "B36/S23", "-j1")
    words = ("oscillator", "2", *rule, "--new", "--add-to-catalogue", "-f", "apgcode")
    first = lifesearch(*words, "--session", session)
    again = lifesearch(*words, "--session", session, "--time-limit", "60s")
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert len(user.user_entries()) == 1
    user.remove(first.stdout.strip())
    resumed = lifesearch("resume", session, "--add-to-catalogue", "-f", "apgcode")
    assert (resumed.returncode, resumed.stdout) == (0, first.stdout)
    assert [e.apgcode for e in user.user_entries()] == [first.stdout.strip()]
    other = lifesearch(*words, "--connected", "--session", session)
    assert other.returncode == 2


def test_a_session_of_known_patterns_is_not_about_new_ones(lifesearch: Run, tmp_path: Path) -> None:
    """Nor is one of new patterns about known ones; a given exclusion is part of the question."""
    known, new = (str(tmp_path / name) for name in ("known", "new"))
    words = ("oscillator", "2", "--box", "4x4", "-j1", "-f", "apgcode", "--session")
    blinker = tmp_path / "blinker.rle"
    blinker.write_text("3o!")
    for file, first, *others in (
        (known, (), ("--new",), ("--exclude", str(blinker), "--new")),
        (new, ("--new",), (), ("--new", "--exclude", str(blinker))),
    ):
        assert lifesearch(*words, file, *first).returncode in (0, 1)
        for other in others:
            done = lifesearch(*words, file, *other)
            assert (done.returncode, done.stdout) == (2, ""), other
            assert f"{file} is a session about another question" in done.stderr
            assert done.stderr.count("\n") == 1
            assert "2o$2o" not in done.stderr
        assert lifesearch(*words, file, *first).returncode in (0, 1)


@pytest.mark.parametrize("form", ["rle", "json", "csv"])
def test_a_file_goes_on_although_its_patterns_have_names_now(
    lifesearch: Run, tmp_path: Path, form: str
) -> None:
    """The first run wrote patterns without names, and then named them."""
    session, file = str(tmp_path / "p2.session"), tmp_path / "p2.txt"
    rule = ("--box", "4x4", "--rule", "B36/S245", "--connected", "-j1")
    into = ("--add-to-catalogue", "-f", form, "-o", str(file))
    lifesearch("oscillator", "2", *rule, "--session", session, *into)
    first = file.read_text()
    resumed = lifesearch("resume", session, "--all", *into)
    assert resumed.returncode == 0, resumed.stderr
    assert file.read_text().startswith(first)
    assert len(file.read_text().splitlines()) > len(first.splitlines())
    again = lifesearch("resume", session, "--all", *into)
    assert again.returncode == 0, again.stderr
    other = lifesearch("resume", session, "--all", "-f", form, "-o", str(file), "--force")
    assert other.returncode == 0, other.stderr


def test_each_pattern_is_remembered_in_its_own_rule(lifesearch: Run) -> None:
    """Where a part of the rule is unknown, answers have different rules."""
    words = ("oscillator", "2", "--rule", "B3?6/S2?3?", "--box", "4x4", "--all", "-j1")
    done = lifesearch(*words, "--add-to-catalogue", "-f", "rle")
    entries = user.user_entries()
    assert f"added: {len(entries)} new" in done.stderr
    assert len({entry.rule for entry in entries}) > 1
    for entry in entries:
        pattern = decode(entry.apgcode)
        assert identify(pattern, Rule.parse(entry.rule)).apgcode == entry.apgcode


@pytest.mark.long
def test_ctrl_c_loses_nothing_that_was_shown() -> None:
    words = ("still-life", "--box", "7x7", "--all", "--add-to-catalogue", "-f", "apgcode")
    with started(*words, "--no-progress") as process:
        assert process.stdout
        assert process.stderr
        shown = [process.stdout.readline().strip() for _ in range(300)]
        interrupt(process)
        shown += process.stdout.read().split()
        messages = process.stderr.read()
        assert process.wait(PATIENCE) == 130
    assert "interrupted after" in messages
    assert f"added: {len(user.user_entries()):,} new in your own catalogue" in messages
    whole = [c for c in shown if not identify(decode(c)).composite and not builtin().by_code(c)]
    assert {entry.apgcode for entry in user.user_entries()} == set(whole)
    assert whole


def test_a_damaged_catalogue(lifesearch: Run, data: Path) -> None:
    """It is never touched; searches do without it, unless they are to use it."""
    data.parent.mkdir()
    data.write_bytes(b"\x00\xff garbage" * 1000)
    search = ("oscillator", "2", "--box", "3x3", "-j1")
    for words in (
        ("catalogue", "list"),
        ("catalogue", "add", "xs4_33"),
        ("catalogue", "remove", "x"),
        (*search, "--add-to-catalogue"),
        (*search, "--new"),
    ):
        done = lifesearch(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"your own catalogue {data} is damaged" in done.stderr
        assert done.stderr.count("\n") == 1
    for unconcerned in (search, ("identify", "xp2_7")):
        done = lifesearch(*unconcerned)
        assert done.returncode == 0
        assert done.stdout.startswith("blinker: ")
        assert done.stderr.startswith(f"note: your own catalogue {data} is damaged")
    assert data.read_bytes() == b"\x00\xff garbage" * 1000


def test_a_folder_that_cannot_be_made(lifesearch: Run, data: Path) -> None:
    data.parent.write_text("in the way")
    for words in (("catalogue", "add", "xs4_33"), ("oscillator", "2", "--add-to-catalogue")):
        done = lifesearch(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"cannot write your own catalogue {data}: " in done.stderr
        assert done.stderr.count("\n") == 1
    assert lifesearch("oscillator", "2").returncode == 0


def test_a_limit_below_the_period_is_the_reason(lifesearch: Run) -> None:
    done = lifesearch("catalogue", "add", "-", "--generations", "2", stdin="bob$2bo$3o!")
    assert done.stderr.startswith(
        "not added: standard input (not periodic within 2 generations)\n0 patterns added to "
    )
