"""`lifesearch help`: topics, pages, a pager in terminals, plain text in pipes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lifesearch.doors.cli.commands.help import topics
from lifesearch.show import manual
from lifesearch.show.manual import for_terminal, pager_command, rendered
from tests.documents import MANUAL
from tests.processes import ended, ended_code
from tests.program import run


@pytest.fixture(scope="module", autouse=True)
def _rendered_once() -> Iterator[None]:
    """Render each page once, though the program would do it in each run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manual, "rendered", cache(rendered))
        yield


def test_without_a_topic_all_are_listed() -> None:
    listed = run("help").stdout
    for topic, summary in topics().items():
        assert f"{topic}: {summary.split()[0]}" in listed


def test_the_contents_list_every_page() -> None:
    assert {f"{topic}.md" for topic in topics()} | {"README.md"} == {
        page.name for page in MANUAL.glob("*.md")
    }


@pytest.mark.parametrize("topic", topics())
def test_a_page_is_plain_text_in_a_pipe(topic: str) -> None:
    text = run("help", topic).stdout
    title = (MANUAL / f"{topic}.md").read_text().splitlines()[0].removeprefix("# ")
    assert text.startswith(title.replace("`", ""))
    assert "\x1b" not in text
    assert "<!--" not in text
    assert ".md)" not in text
    assert not any(line != line.rstrip() for line in text.splitlines())


def test_code_is_not_cut() -> None:
    source = "# A\n\n```sh\n" + "x" * 200 + "\n```\n"
    assert "    " + "x" * 200 + "\n" in rendered(source, 40)


def test_words_are_one_topic() -> None:
    assert run("help", "First", "Steps").stdout == run("help", "first-steps").stdout


def test_a_command_shows_its_options() -> None:
    assert run("help", "oscillator").stdout == run("oscillator", "--help").stdout


@pytest.mark.parametrize(
    ("topic", "hint"),
    [("pyton", "'python'"), ("xyzzy", "'lifesearch help' lists")],
)
def test_unknown_topics(topic: str, hint: str) -> None:
    done = run("help", topic)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"no page '{topic}'; " in done.stderr
    assert hint in done.stderr


@pytest.mark.parametrize(
    ("word", "page", "line"),
    [
        ("gif", "pictures", "--gif"),
        ("gun", "glossary", "gun: an oscillator that emits spaceships"),
        ("garden of eden", "predecessors", "A Garden of Eden is a pattern"),
        ("eater", "partly-known", "Catalysts and eaters"),
        ("40 cores", "first-steps", "add --jobs 40"),
        ("continue tomorrow", "first-steps", "then resume FILE"),
    ],
)
def test_a_word_is_searched_for_in_all_pages(word: str, page: str, line: str) -> None:
    done = run("help", *word.split())
    assert done.returncode == 0
    assert f"lifesearch help {page} (" in done.stdout
    assert line in done.stdout
    assert all(len(each) <= 100 for each in done.stdout.splitlines())


def test_a_word_is_found_at_its_beginning_only() -> None:
    assert "significant" not in run("help", "gif").stdout


def test_nothing_heavy_is_loaded() -> None:
    script = (
        "import sys; from lifesearch.__main__ import main; sys.argv[1:] = ['help', 'rules']\n"
        "try: main()\n"
        "except SystemExit: print({'numpy._core', 'pysat', 'sqlite3'} & set(sys.modules))"
    )
    done = ended_code(script)
    assert done.stdout.endswith("set()\n"), done.stderr


def test_any_encoding_will_do() -> None:
    done = ended("help", "rules", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "Hensel" in done.stdout


def in_terminal(pager: str, topic: str = "glossary") -> str:
    """What a page of the manual writes to a terminal of 24 lines."""
    from tests.doors.cli.terminal import terminal  # not on Windows

    with terminal("help", topic, environment={"TERM": "xterm", "PAGER": pager}) as ours:
        assert ours.finish() == 0
    return ours.shown


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
class TestTerminal:
    def test_the_pager_gets_the_page(self, tmp_path: Path) -> None:
        shown = in_terminal(f"tee {tmp_path}/paged")
        assert (tmp_path / "paged").read_text() == run("help", "glossary").stdout
        assert "Glossary" in shown

    @pytest.mark.parametrize("topic", ["gif", "oscillator"])
    def test_the_pager_gets_found_lines_and_the_help_of_a_command(
        self, topic: str, tmp_path: Path
    ) -> None:
        in_terminal(f"tee {tmp_path}/paged", topic)
        assert (tmp_path / "paged").read_text() == run("help", topic).stdout

    def test_what_fits_needs_no_pager(self, tmp_path: Path) -> None:
        shown = in_terminal(f"tee {tmp_path}/paged", "heptomino")
        assert "lifesearch help" in shown
        assert not (tmp_path / "paged").exists()

    def test_less_gets_colours(self, tmp_path: Path) -> None:
        less = tmp_path / "less"
        less.write_text("#!/bin/sh\necho options $LESS\nexec cat\n")
        less.chmod(0o755)
        shown = in_terminal(str(less))
        assert "options FRX" in shown
        assert "\x1b[1" in shown

    def test_no_pager(self) -> None:
        for pager in ("", "cat"):
            assert "\x1b[1" in in_terminal(pager)

    def test_a_pager_that_is_missing(self) -> None:
        assert "Glossary" in in_terminal("/no/such/pager")

    def test_a_pager_that_is_left_early(self) -> None:
        in_terminal("true")


def test_which_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pager_command({"PAGER": "'unclosed"}) is None
    with monkeypatch.context() as windows:
        windows.setattr(os, "name", "nt")
        chosen = {"PAGER": r'"C:\Program Files\less.exe" -R'}
        assert pager_command(chosen) == [r"C:\Program Files\less.exe", "-R"]
    monkeypatch.setattr("shutil.which", lambda name: name if name == "more" else None)
    assert pager_command({}) == ["more"]
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert pager_command({}) is None


def test_links_within_a_page_and_out_of_the_manual() -> None:
    assert for_terminal("[a](rules.md#partly) [b](../x.txt) [c](https://d.e)") == (
        "a (`lifesearch help rules`) b [c](https://d.e)"
    )
