"""The page for contributors names what there is: files, and names that those files define."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / ".github" / "CONTRIBUTING.md"
PLACES = tuple(
    ROOT / place
    for place in (
        "",
        "lifesearch",
        "lifesearch/doors/studio/assets/js",
        "tests/golden",
        "lifesearch/questions/periodic",
    )
)
"""Where paths begin: also the page's scripts, recorded output, and a folder of the usual shape."""

QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w./*-]*(?:/|\.(?:py|md|js|txt|toml))[\w./*-]*")
NAME = re.compile(r"@?([A-Za-z_][\w.]*)(?:\(\)|=\w+)?")
TO_BE_WRITTEN = re.compile(r"\b(NAME|TOPIC)\b")
ELSEWHERE = {
    "LIFESEARCH_SEED=2", "<max_area N>", "PATH", "cluster", "drat-trim", "dratify", "lint-imports",
    "long", "max_area", "resume", "site", "slow", "#", "pytest",
}  # fmt: skip
"""Other programs, marks of tests, extras of the package, and examples of spelling;
a variable of the environment."""
FOLDERS = {path.name for path in (ROOT / "lifesearch").iterdir() if path.is_dir()}


def found(path: str) -> list[Path]:
    """The files and folders that a path means, with or without `lifesearch/`."""
    return [each for place in PLACES for each in place.glob(path.rstrip("/"))]


def paths_in(line: str) -> list[str]:
    """The paths in a line of the page, those in commands too."""
    words = (word for quoted in QUOTED.findall(line) for word in quoted.split())
    return [
        word
        for word in words
        if FILE.fullmatch(word) and not word.startswith((".venv", "@", "/"))
        if not TO_BE_WRITTEN.search(word)
    ]


def modules_in(line: str) -> list[str]:
    """Dotted names of modules in commands: `python -m tests.bench`."""
    return re.findall(r"python -m ([\w.]+)", line.replace("-m venv", ""))


@cache
def source(path: Path) -> str:
    files = [path] if path.is_file() else [*path.rglob("*.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def is_defined(name: str, line: str) -> bool:
    """Whether a file that the line names, or the table of options, defines the name.

    In a line that names no file, a name may be from anywhere.
    """
    files = [file for path in paths_in(line) for file in found(path)] or [ROOT / "lifesearch"]
    files += (ROOT / "lifesearch").rglob("options/option.py")
    last = re.escape(name.rpartition(".")[2])
    definition = re.compile(
        rf"(?:def|class|const|import) {last}\b"
        rf"|^\s*(?:\w+, )*{last}(?:, \w+)*(?::.*)? ="
        rf"|^\s+{last}: ",
        re.M,
    )
    return any(definition.search(source(file)) for file in files)


LINES = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if "`" in line]


def test_a_name_that_is_not_there_is_noticed() -> None:
    assert is_defined("Measure", "`life/measures.py`")
    assert not is_defined("NOUNS", "`core/measures.py`")
    assert not is_defined("Portfolio", "`core/measures.py`")
    assert not found("queries/periodic/question.py")


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:40])
def test_what_contributors_are_sent_to_exists(line: str) -> None:
    assert [path for path in paths_in(line) if not found(path)] == []
    for module in modules_in(line):
        path = module.replace(".", "/")
        assert found(f"{path}.py") or found(f"{path}/__main__.py"), module
    names = [quoted for quoted in QUOTED.findall(line) if quoted not in ELSEWHERE | FOLDERS]
    matches = [
        match for quoted in names if not FILE.fullmatch(quoted) if (match := NAME.fullmatch(quoted))
    ]
    assert [match[1] for match in matches if not is_defined(match[1], line)] == []
