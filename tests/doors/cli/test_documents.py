"""The examples of the README and the manual are run as they stand; links lead somewhere."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

import lifesearch as ls
from lifesearch.common.exit_status import ExitStatus
from lifesearch.doors.cli import app
from lifesearch.running.option_table import all_options
from lifesearch.show.manual import rendered
from tests.documents import (
    BLOCK,
    MANUAL,
    PAGES,
    ROOT,
    WIDEST,
    Block,
    blocks,
    commands_of_tables,
    printed,
    run,
)

pytestmark = pytest.mark.usefixtures("kernels_loaded")

EXAMPLES = MANUAL / "commands.md"
"""What `--help` shows: these take hours, or files that readers have."""
BLOCKS = [block for page in PAGES if page != EXAMPLES for block in blocks(page)]
README = ROOT / "README.md"
CONTRIBUTING = ROOT / ".github" / "CONTRIBUTING.md"
STUDIO = ROOT / "lifesearch" / "doors" / "studio" / "assets" / "index.html"


def _named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def parameters(chosen: list[Block]) -> list[object]:
    return [
        pytest.param(
            block,
            id=block.name,
            marks=pytest.mark.slow("marked so in the manual") if "slow" in block.marks else (),
        )
        for block in chosen
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    "block", parameters([b for b in BLOCKS if b.language == "sh" and "install" not in b.marks])
)
def test_every_command_works(block: Block, tmp_path: Path) -> None:
    """One folder for each block, since some commands go on with what others began."""
    for package in block.needs:
        pytest.importorskip({"pillow": "PIL"}.get(package, package))
    for command in block.commands:
        done = run(command, tmp_path)
        assert done.returncode in block.statuses, (command, done.stderr)


def test_examples_of_help_have_arguments_and_options_that_exist() -> None:
    examples = [c for b in blocks(EXAMPLES) if b.language == "sh" for c in b.commands]
    parts = [part for each in examples for part in re.split(" [|>] ", each)]
    lines = [shlex.split(part, comments=True) for part in parts if part.startswith("lifesearch ")]
    assert len(lines) > 140
    for line in lines:
        command: Any = typer.main.get_command(app)
        context: Any = None
        name, *rest = line
        while command is not None:
            context = command.make_context(name, rest, parent=context)
            is_group = hasattr(command, "resolve_command")
            rest = [*context._protected_args, *context.args] if is_group else []
            name, command, rest = command.resolve_command(context, rest) if rest else ("", None, [])


@pytest.mark.long
@pytest.mark.parametrize("page", [page for page in PAGES if commands_of_tables(page)], ids=_named)
def test_every_command_in_a_table_works(page: Path, tmp_path: Path) -> None:
    for command in commands_of_tables(page):
        done = run(command, tmp_path)
        proved = done.stderr.startswith("proved: this is")
        assert done.returncode == (ExitStatus.NONE if proved else 0), (command, done.stderr)


@pytest.mark.long
@pytest.mark.parametrize("block", parameters([b for b in BLOCKS if b.is_shown]))
def test_commands_print_what_is_shown(block: Block, tmp_path: Path) -> None:
    assert printed(block, tmp_path) == block.text


@pytest.mark.long
@pytest.mark.parametrize(
    "slow", [False, pytest.param(True, marks=pytest.mark.slow("marked so in the manual"))]
)
def test_the_python_page_runs(
    slow: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "patterns").symlink_to(ROOT / "patterns")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in BLOCKS:
        if block.language == "python" and ("slow" in block.marks) == slow:
            exec(compile(block.text, block.name, "exec"), names)


def test_every_block_is_tested_or_only_shows_something() -> None:
    assert {block.language for block in BLOCKS} == {"", "sh", "python"}
    marks = {mark.split()[0] for block in BLOCKS for mark in block.marks}
    assert marks == {"slow", "install", "needs", "status", "first"}
    assert {package for block in BLOCKS for package in block.needs} == {"pillow"}
    assert sum(len(block.commands) for block in BLOCKS if block.language == "sh") > 50
    for block in BLOCKS:
        if not block.language and not block.is_shown:
            assert "lifesearch " not in block.text, block.name


@pytest.mark.parametrize("page", [*PAGES, CONTRIBUTING], ids=_named)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]*)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [MANUAL / "how-it-works.md", CONTRIBUTING], ids=_named)
def test_files_that_are_named_are_there(page: Path) -> None:
    """But for those that somebody is to write: `formats/NAME.py`."""
    named = re.findall(r"`([a-z_/]+/[a-z_0-9]*(?:\.[a-z]+)?)`", page.read_text(encoding="utf-8"))
    assert len(named) > 5
    for path in named:
        assert any((folder / path).exists() for folder in (ROOT, ROOT / "lifesearch")), path


@pytest.mark.parametrize("page", PAGES, ids=_named)
def test_pages_are_readable_in_any_terminal(page: Path) -> None:
    text = page.read_text(encoding="ascii")
    assert text.startswith("# ")
    for line in BLOCK.sub("", text).splitlines():
        assert len(line) <= 100 or line.startswith("|"), line


@pytest.mark.parametrize("page", [p for p in PAGES if p != README], ids=_named)
def test_nothing_breaks_at_80_columns(page: Path) -> None:
    """Code is shown as it stands, indented by four: a line of more than 76 letters would break."""
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        assert all(len(line) <= WIDEST for line in block["text"].splitlines()), block["text"]
    assert all(len(line) <= 80 for line in rendered(text, 80).splitlines())


def test_the_readme_is_short() -> None:
    assert len(README.read_text().splitlines()) <= 150


RIDDLES = re.compile(
    r"\b(told|somebody|nobody|whoever|what stays|what travels|so wide|vouch\w*|in the end)\b", re.I
)
"""Words that readers stumbled over."""


@pytest.mark.parametrize(
    "path", [*PAGES, *sorted((ROOT / "tests" / "golden").glob("*.txt")), STUDIO], ids=_named
)
def test_plain_words(path: Path) -> None:
    assert not RIDDLES.findall(path.read_text(encoding="utf-8"))


def test_plain_words_in_the_public_interface() -> None:
    documented = (getattr(ls, name).__doc__ or "" for name in ls.__all__)
    texts = [*documented, *(option.help for option in all_options())]
    assert len(texts) > 100
    assert not [text for text in texts if RIDDLES.search(text)]


REFERENCE = ("changes", "commands", "file-formats", "glossary", "options", "python")


@pytest.mark.parametrize("page", [p for p in PAGES if p.stem not in REFERENCE], ids=_named)
def test_pages_that_explain_how_to_are_short(page: Path) -> None:
    assert page == README or len(page.read_text().splitlines()) <= 120


def test_the_test_line_is_what_ci_runs() -> None:
    text = CONTRIBUTING.read_text()
    line = next(line for line in text.splitlines() if line.endswith("bin/pytest"))
    script = (ROOT / ".ci" / "run").read_text().replace("pip install -q", "pip install")
    assert line in script
