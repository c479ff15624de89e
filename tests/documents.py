"""The examples of the README and the manual.

A block ```sh has one command a line; each must end with status 0, if no mark says more. A block
without a language whose first line begins with `$ ` shows commands with what they print, standard
output before standard error; they may also end with status 1, which says that there is none. A
block ```python is part of one script, that of its page. The commands in a page's tables count as
one more block. HTML comments before a block, which readers do not see, are marks:

    <!-- slow -->           takes long: run only with `pytest -m slow`
    <!-- needs pillow -->   needs this package
    <!-- status 1 3 -->     its commands may also end with these statuses
    <!-- first COMMAND -->  run this before, as readers have done in an earlier block
    <!-- install -->        is tested by `python -m tests.packaging`, or by whoever runs the tests

Commands run inside this process. What they print is wrapped between words at 76 columns, so that
it fits in a terminal of 80 when the page is shown indented. `python -m tests.documents` writes what
they print now into the pages: look at the difference before you believe it.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests import program

ROOT = Path(__file__).parents[1]
MANUAL = ROOT / "lifesearch" / "manual"
PAGES = (ROOT / "README.md", *sorted(MANUAL.glob("*.md")))
WIDEST = 76
BLOCK = re.compile(
    r"(?P<marks>(?:^<!-- [^\n]* -->\n)*)^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)


@dataclass(frozen=True)
class Block:
    """A block of code of a page, with the notes before it."""

    page: Path
    line: int
    language: str
    text: str
    marks: tuple[str, ...]

    @property
    def name(self) -> str:
        """Where it is, for messages."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def is_shown(self) -> bool:
        """Whether it shows what its commands print."""
        return not self.language and self.text.startswith("$ ")

    @property
    def needs(self) -> list[str]:
        """The packages that it needs beside the plain installation."""
        return [mark.removeprefix("needs ") for mark in self.marks if mark.startswith("needs ")]

    @property
    def statuses(self) -> set[int]:
        """The statuses with which its commands may end."""
        others = (mark.removeprefix("status ") for mark in self.marks if mark[:7] == "status ")
        return {0, *(int(status) for mark in others for status in mark.split())}

    @property
    def commands(self) -> list[str]:
        """Its commands: those after `$ `, or all lines; a line may go on behind a backslash."""
        lines = re.sub(r" \\\n *", " ", self.text).splitlines()
        if self.is_shown:
            return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        before = [mark.removeprefix("first ") for mark in self.marks if mark.startswith("first ")]
        return [*before, *(line for line in lines if line.strip())]


def blocks(page: Path) -> Iterator[Block]:
    """All blocks of code of a page."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        marks = tuple(re.findall(r"<!-- (.*?) -->", found["marks"]))
        line = text.count("\n", 0, found.start("language")) + 1
        yield Block(page, line, found["language"], found["text"], marks)


def commands_of_tables(page: Path) -> list[str]:
    """The commands in the page's tables, where a vertical bar is written with a backslash."""
    rows = re.findall(r"^\|.*\|$", page.read_text(encoding="utf-8"), re.M)
    commands = [found for row in rows for found in re.findall(r"`(lifesearch .*?)`", row)]
    return [command.replace("\\|", "|") for command in commands]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in a folder with the repository's patterns.

    Of the shell there is what the examples need: `|`, `> FILE` and printf.
    """
    if not (folder / "patterns").exists():
        (folder / "patterns").symlink_to(ROOT / "patterns")
    words = shlex.split(command, comments=True)
    target = folder / words[-1] if words[-2:-1] == [">"] else None
    words = words[:-2] if target else words
    stdin, messages = "", ""
    for part in _split(words, "|"):
        done = _run_one(part, stdin, folder)
        stdin, messages = done.stdout, messages + done.stderr
    if target:
        target.write_text(done.stdout, encoding="utf-8")
    output = "" if target else done.stdout
    return subprocess.CompletedProcess(command, done.returncode, output, messages)


def _split(words: list[str], separator: str) -> Iterator[list[str]]:
    while separator in words:
        place = words.index(separator)
        yield words[:place]
        words = words[place + 1 :]
    yield words


def _run_one(words: list[str], stdin: str, folder: Path) -> subprocess.CompletedProcess[str]:
    if words[0] == "printf":
        text = words[1].replace("\\n", "\n")
        return subprocess.CompletedProcess(words, 0, text, "")
    if words[0] != "lifesearch":
        raise ValueError(f"examples cannot run {words[0]}: teach tests/documents.py, or mark them")
    environment: Mapping[str, str] = {"LIFESEARCH_DATA": str(folder / "data")}
    return program.run(*words[1:], stdin=stdin, cwd=folder, env=environment)


def printed(block: Block, folder: Path) -> str:
    """What a block with output should look like: its commands, each with what it prints."""
    text = ""
    for command in block.commands:
        done = run(command, folder)
        if done.returncode not in (0, 1):
            raise ValueError(f"{block.name}: {command}: status {done.returncode}: {done.stderr}")
        lines = f"{done.stdout.rstrip()}\n{done.stderr.rstrip()}".strip("\n").splitlines()
        shown = (part for line in lines for part in _wrapped(line.rstrip()))
        text += "\n".join([*_wrapped(f"$ {command}", " \\"), *shown]) + "\n"
    return text


def _wrapped(line: str, mark: str = "") -> list[str]:
    """A line in pieces of at most `WIDEST` letters; all but the last end with the mark."""
    if len(line) <= WIDEST:
        return [line]
    place = line.rfind(" ", 0, WIDEST + 1 - len(mark))
    if place <= 0 or not line[:place].strip():
        return [line]
    start = "#C " if line.startswith("#C ") else "    "  # a comment in RLE can be copied
    return [line[:place] + mark, *_wrapped(f"{start}{line[place + 1 :]}", mark)]


def rewritten(page: Path) -> str:
    """The page with what its commands print now."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for block in blocks(page):
            if block.is_shown:
                new = printed(block, Path(folder))
                text = text.replace(f"```\n{block.text}```", f"```\n{new}```")
    return text


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(rewritten(page), encoding="utf-8")
