"""How the parts of the program stand to each other: what no linter looks at."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import lifesearch
from lifesearch.running.option_table import all_options

PACKAGE = Path(lifesearch.__file__).parent
MODULES = {
    ".".join(("lifesearch", *path.relative_to(PACKAGE).with_suffix("").parts)): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
NAMES = {option.on_command_line for option in all_options()}

# No message names an option as the command line writes it

DOORS = {"cli", "options", "kind.py", "option_table.py"}
"""They write command lines, and nobody else does."""

COMMAND_LINES = {
    "lifesearch.doors.studio.asking.question",
    "lifesearch.doors.studio.work.searches",
    "lifesearch.doors.studio.work.worker",
    "lifesearch.show.atlas",
    "lifesearch.show.search.soups",
    "lifesearch.show.terminal.frames",
    "lifesearch.core.words",
    "lifesearch.show.search.follow",
    "lifesearch.show.search.rotors",
    "lifesearch.show.search.soup_text",
    "lifesearch.surveys.report",
}
"""What is printed on a terminal only, or is a command line."""


@pytest.fixture(scope="module", autouse=True)
def _read_once() -> Iterator[None]:
    yield
    nodes.cache_clear()  # processes that later tests fork would have it all


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that a module consists of; to read it takes longer than to look at it."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def texts(path: Path) -> Iterator[str]:
    """The texts of a module that are no docstrings."""
    documents = {
        id(statement.value)
        for node in nodes(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in nodes(path):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in documents:
            yield text


@pytest.mark.long
def test_no_message_below_the_doors_names_an_option() -> None:
    found = {
        name
        for name, path in MODULES.items()
        if DOORS.isdisjoint(path.relative_to(PACKAGE).parts)
        for text in texts(path)
        if NAMES.intersection(OPTION.findall(text))
    }
    assert found == COMMAND_LINES


def test_options_in_messages_are_those_of_the_table() -> None:
    keys = {option.key for option in all_options()}
    unknown = [
        (path.name, key)
        for path in MODULES.values()
        for call in nodes(path)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "OptionError"
        for text in ast.walk(call.args[0])
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        for key in re.findall(r"<([a-z_]+)[ >]", text.value)
        if key not in keys
    ]
    assert unknown == []


# No module needs itself, not even for its types

ALL = {name.removesuffix(".__init__"): path for name, path in MODULES.items()}


def imported(path: Path) -> Iterator[str]:
    """The modules that a module imports, at once or later, or for its types."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            within = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (each if each in ALL else node.module for each in within)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of some circle; none if there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"b"}})) == {"b", "c"}
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []


def test_modules_do_not_import_each_other_in_circles() -> None:
    graph: dict[str, set[str]] = {}
    for name, path in ALL.items():  # the root has the version, and loads its names late
        graph[name] = ALL.keys() & set(imported(path)) - {name, "lifesearch"}
    del graph["lifesearch"]
    assert circle(graph) == []


# Plain words in everything that people see

UNPLAIN = re.compile(
    r"\b(told|tells|somebody|nobody|whoever|turned away|so wide|(is|comes|come) back)\b", re.I
)
QUOTED = re.compile(r'"[^"\n]*"|`[^`]*`')


def seen(path: Path) -> Iterator[str]:
    """The texts of a file that people see: of programs the strings, and Python's docstrings."""
    if path.suffix == ".js":
        lines = path.read_text(encoding="utf-8").splitlines()
        code = (line for line in lines if not line.lstrip().startswith("//"))
        yield from (found for line in code for found in QUOTED.findall(line))
    elif path.suffix == ".py":
        yield from texts(path)
        if path.parent == PACKAGE / "doors" / "python":
            for node in nodes(path):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                    yield ast.get_docstring(node) or ""
    else:
        yield path.read_text(encoding="utf-8")


def test_words_that_readers_stumble_over() -> None:
    kinds = {".js", ".py", ".md", ".html"}
    pages = [PACKAGE.parent / "README.md", *PACKAGE.rglob("*")]
    files = [path for path in pages if path.suffix in kinds]
    assert {path.suffix for path in files} == kinds
    found = [(p.name, t) for p in files for t in seen(p) if " " in t and UNPLAIN.search(t)]
    assert found == []


# The manual names what there is

OTHERS = {
    "--help", "--help-all", "--version", "--install-completion",
    "--address", "--block", "--head", "--num-cpus",  # ray
    "--cpus-per-task", "--job-name", "--nodelist", "--nodes", "--ntasks", "--ntasks-per-node",
    "--overlap", "--time",  # Slurm
    "--check", "--generate", "--max", "--reduce", "--save",
}  # fmt: skip
"""Options of other programs, and those that every command has."""


@pytest.mark.parametrize("page", sorted((PACKAGE / "manual").glob("*.md")), ids=lambda p: p.stem)
def test_options_in_the_manual_exist(page: Path) -> None:
    known = NAMES | OTHERS | {name for o in all_options() for name in o.spellings}
    assert set(OPTION.findall(page.read_text(encoding="utf-8"))) - known == set()


STEP = re.compile(r"(\*?)`([\w/]+\.py)`\*?(?: \(([^)]*)\))?")


def test_one_question_can_be_followed_from_the_command_line_to_the_grid() -> None:
    """At most 28 files, to three of which one returns; they define what the manual names there."""
    page = (PACKAGE / "manual" / "how-it-works.md").read_text(encoding="utf-8")
    path = page.split("## One question")[1].split("With a session")[0]
    steps = STEP.findall(path)
    assert len({file for _, file, _ in steps}) == len([s for s in steps if not s[0]]) <= 28
    assert sum(bool(returns) for returns, _, _ in steps) <= 3
    for _, file, named in steps:
        text = (PACKAGE / file).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", named):
            assert re.search(rf"^ *(def|class) {name}\b", text, re.MULTILINE), (file, name)


# A name means one thing

CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)
OFFERED = {"Answer", "Completion", "Pattern", "Predecessor"}
"""What Python offers by the name of what it wraps."""


def test_no_two_modules_have_a_public_class_of_one_name() -> None:
    homes: dict[str, list[str]] = {}
    for name, path in ALL.items():
        for public in CLASS.findall(path.read_text(encoding="utf-8")):
            homes.setdefault(public, []).append(name)
    several = {name: modules for name, modules in homes.items() if len(modules) > 1}
    assert several.keys() == OFFERED, several
    for modules in several.values():
        assert sum(each.startswith("lifesearch.doors.python.") for each in modules) == 1, modules
    assert all(len(modules) == 2 for modules in several.values()), several


# The docstring of a package lists its modules

LISTED = re.compile(r"^((?:\w+(?:, )?)+) {2,}\S", re.MULTILINE)
OF_ALL_QUESTIONS = {"answer", "asking", "coordinator", "engine", "events", "kind", "session"}
"""Modules that all folders of questions may have: see `lifesearch/questions/__init__.py`."""


def packages() -> Iterator[tuple[str, Path, str]]:
    """The packages whose docstring lists modules: the name, the folder, the docstring."""
    for path in PACKAGE.rglob("__init__.py"):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if LISTED.search(text):
            yield path.parent.name, path.parent, text


def test_packages_list_the_modules_that_they_have() -> None:
    wrong = {}
    for package, folder, text in packages():
        listed = {name for match in LISTED.finditer(text) for name in match[1].split(", ")}
        there = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        needed = there - (OF_ALL_QUESTIONS if folder.parent.name == "questions" else set())
        if package == "surveys":
            needed -= {name for name in needed if name.endswith("_tasks")}  # of single kinds
        missing = {name for name in needed if not re.search(rf"\b{name}\b", text)}
        extra = {name for name in listed - there if not (folder / name).is_dir()}
        if missing or extra:
            wrong[package] = (missing, extra)
    assert wrong == {}
    assert len([*packages()]) > 20


# What a kind of question is, is said in its own modules

KNOWN = {"rotors": 6, "catalysts": 6, "soups": 15}
"""The most modules that may know a kind, beside its own ones. The word in a comment counts."""


def knowing(kind: str) -> list[str]:
    """The modules outside a kind's own that have its name, in the singular or plural.

    Its own are its folders and modules named after it, such as its view, its Python function and
    its tasks in surveys. In `life` the name is a word of the field.
    """
    name = kind.removesuffix("s")
    own = re.compile(rf"lifesearch\.(life(\.|$)|.*\b{name}(s|_\w+)?(\.|$))")
    word = re.compile(rf"\b{name}s?\b", re.IGNORECASE)
    others = ((each, path) for each, path in ALL.items() if not own.match(each))
    return [each for each, path in others if word.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("kind", KNOWN)
def test_few_modules_know_a_kind_that_is_not_theirs(kind: str) -> None:
    assert len(knowing(kind)) <= KNOWN[kind], knowing(kind)


def test_few_modules_know_counts() -> None:
    """`counts` is also a verb: here the modules are listed that import or name the kind's own."""
    own = re.compile(r"lifesearch\.(questions\.counts|engines\.counting|show\.counts)\b")
    named = re.compile(r"\b(questions\.counts|engines\.counting)\b|\bCount(Question|Records)\b")
    texts = {name: path.read_text(encoding="utf-8") for name, path in ALL.items()}
    found = [name for name, text in texts.items() if not own.match(name) and named.search(text)]
    assert len(found) <= 6, found


def test_few_types_are_open_where_plans_are_run() -> None:
    paths = [path for name, path in ALL.items() if name.startswith("lifesearch.running.")]
    found = [each for path in paths for each in nodes(path) if getattr(each, "id", "") == "Any"]
    assert 0 < len(found) <= 30


QUESTIONS = re.compile(r"lifesearch\.questions\.\w+\.(question|answer)$")
OF_SEVERAL_KINDS = {"PatternQuery", "BoxQuery", "Divisible", "Solvable"}


def test_few_modules_ask_which_kind_of_question_they_have() -> None:
    """At most 5 outside the folder of the kind; other code asks the question itself."""
    homes = {
        name: module.rpartition(".")[0]
        for module, path in ALL.items()
        if QUESTIONS.match(module)
        for name in CLASS.findall(path.read_text(encoding="utf-8"))
    }
    found = [
        (module, named)
        for module, path in ALL.items()
        for call in nodes(path)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "isinstance"
        for named in re.findall(r"\w+", ast.unparse(call.args[1]))
        if named in OF_SEVERAL_KINDS or (named in homes and not module.startswith(homes[named]))
    ]
    assert 0 < len(found) <= 5, found


def test_slow_tests_have_a_reason() -> None:
    for path in Path(__file__).parent.rglob("*.py"):
        assert not re.search(r"mark\.slow\b(?!\(\s*\")", path.read_text()), path
