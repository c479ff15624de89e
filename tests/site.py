"""The manual as a web site: `python -m tests.site FOLDER`, with the extra `site` installed.

The pages are those of lifesearch/manual, with the README as the first one, and a reference of the
Python interface from its docstrings, and two pages that lifesearch makes itself: the catalogue and
the atlas. Sphinx makes the search and checks every link between pages: a warning is an error, and
so is a link of any page to a file that is not there.
"""

from __future__ import annotations

import inspect
import json
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import lifesearch
from tests import notebooks

ROOT = Path(__file__).parents[1]
MANUAL = ROOT / "lifesearch" / "manual"
REFERENCE = "python-reference"
GROUPS = {
    "Begin": ("first-steps", "installing", "tutorial", "coming-from"),
    "Reference": (
        "commands", "options", "file-formats", "python", REFERENCE, "performance", "glossary",
        "changes"
    ),
    "Behind the scenes": ("how-it-works", "proof-check", "knuth"),
}  # fmt: skip
PATTERN_PAGES = {
    "gallery.html": ("gallery", "patterns", "--title", "The catalogue"),
    "atlas-tables.html": ("atlas",),
}
"""Pages that lifesearch makes itself: their names, and the commands."""
BESIDE = """
## On this site

- <a href="gallery.html">The catalogue</a>: all named patterns, moving.
- <a href="atlas-tables.html">The atlas</a>: what is proved and counted, with the patterns.
"""
LINK = re.compile(r'(?:href|src)="(?![a-z]+:|[#{/])([^"#?]+)')
"""The address of another file of the site, in a page."""
CONFIGURATION = f"""
project, author, release = "lifesearch", "The lifesearch authors", "{lifesearch.__version__}"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "lifesearch {lifesearch.__version__}"
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
html_copy_source = False
"""


def build(output: Path) -> int:
    """Build the site; the number says what went wrong, and is 0 if nothing did."""
    from sphinx.cmd.build import build_main

    with tempfile.TemporaryDirectory(prefix="lifesearch-site-") as folder:
        source = Path(folder)
        write_pages(source)
        (source / "conf.py").write_text(CONFIGURATION, encoding="utf-8")
        failed = build_main(["-q", "-W", "--keep-going", "-b", "html", folder, str(output)])
    for page, command in PATTERN_PAGES.items():
        words = [sys.executable, "-m", "lifesearch", *command, "-o", str(output / page), "--force"]
        failed = subprocess.run(words, cwd=ROOT, check=False).returncode or failed
    for page, address in broken_links(output):
        print(f"{page}: there is no {address}", file=sys.stderr)
        failed = 1
    return int(failed)


def broken_links(site: Path) -> Iterator[tuple[str, str]]:
    """Links to files of the site that are not there, each with the page that has it."""
    for page in sorted(site.glob("*.html")):
        for address in set(LINK.findall(page.read_text("utf-8"))):
            if not (page.parent / unquote(address)).exists():
                yield page.name, address


def write_pages(folder: Path) -> None:
    """Write all pages, with their links as the site has them."""
    pages = {page.stem: page.read_text("utf-8") for page in MANUAL.glob("*.md")}
    del pages["README"]
    for name, text in pages.items():
        page = text.replace("../../patterns/", "patterns/")
        page = re.sub(r"\]\(notebooks/([\w-]+)\.ipynb\)", r"](notebook-\1.md)", page)
        (folder / f"{name}.md").write_text(page, encoding="utf-8")
    (folder / f"{REFERENCE}.md").write_text(_python(), encoding="utf-8")
    (folder / "pictures").mkdir()
    for name in notebooks.NAMES:
        (folder / f"notebook-{name}.md").write_text(_notebook(name, folder), encoding="utf-8")
    readme = (ROOT / "README.md").read_text("utf-8").replace("lifesearch/manual/", "")
    readme = re.sub(
        r"\[([^]]*)\]\((?:LICENSE|CITATION\.cff|README\.md|\.github/[^)]*)\)", r"\1", readme
    )
    (folder / "index.md").write_text(f"{readme}{BESIDE}\n{_contents(pages)}", encoding="utf-8")
    shutil.copytree(ROOT / "patterns" / "pictures", folder / "patterns" / "pictures")
    shutil.copy(MANUAL / "output.schema.json", folder)


def _contents(pages: dict[str, str]) -> str:
    """The lists of pages, in the order of the manual."""
    order = re.findall(r"^- \[.*?\]\(([\w-]+)\.md\)", (MANUAL / "README.md").read_text(), re.M)
    grouped = {name for names in GROUPS.values() for name in names}
    others = [name for name in order if name not in grouped]
    assert {*order, REFERENCE} == {*pages, REFERENCE}
    begin, *rest = GROUPS.items()
    groups = [
        begin,
        ("How to", tuple(others)),
        ("Notebooks", tuple(f"notebook-{name}" for name in notebooks.NAMES)),
        *rest,
    ]
    return "\n".join(
        f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n"
        for title, names in groups
    )


def _notebook(name: str, folder: Path) -> str:
    """A notebook as a page; what its cells draw becomes files beside the page."""
    text = (notebooks.FOLDER / f"{name}.ipynb").read_text("utf-8")
    blocks = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        blocks.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            data = output.get("data", {"text/plain": output.get("text", "")})
            if drawn := data.get("image/svg+xml"):
                picture = folder / "pictures" / f"{name}-{len(blocks)}.svg"
                picture.write_text("".join(drawn), encoding="utf-8")
                blocks.append(f"![{name}](pictures/{picture.name})")
            else:
                blocks.append("```text\n" + "".join(data["text/plain"]).rstrip() + "\n```")
    return "\n\n".join(blocks) + "\n"


def _python() -> str:
    """The reference of the public names."""
    lines = ["# Python reference", "", "Everything that `import lifesearch as ls` offers.", ""]
    for name in lifesearch.__all__:
        if name != "__version__":
            lines += _described(f"## {name}", name, getattr(lifesearch, name))
    return "\n".join(lines)


def _described(heading: str, name: str, thing: Any) -> Iterator[str]:
    """A name with how it is called, what it is, and its methods and properties."""
    yield from (heading, "")
    if callable(thing) and not _is_error(thing):
        yield from ("```python", f"{name}({_parameters(thing)})", "```", "")
    yield from _markdown(inspect.getdoc(thing) or "")
    yield ""
    if inspect.isclass(thing) and not _is_error(thing):
        for key, member in inspect.getmembers(thing):
            ours = getattr(inspect.unwrap(_function(member)), "__module__", "") or ""
            if not key.startswith("_") and ours.startswith("lifesearch"):
                yield from _described(f"### {name}.{key}", key, member)


def _is_error(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, BaseException)


def _function(member: Any) -> Any:
    return member.fget if isinstance(member, property) else getattr(member, "func", member)


def _parameters(thing: Any) -> str:
    """The parameters that have no explanation below: those that are not options."""
    try:
        own = inspect.signature(thing).parameters.values()
    except ValueError:
        return "..."
    words = [p.name for p in own if p.kind is p.POSITIONAL_OR_KEYWORD and p.name != "self"]
    options = any(p.kind in (p.KEYWORD_ONLY, p.VAR_KEYWORD) for p in own)
    return ", ".join([*words, *(["**options"] if options else [])])


def _markdown(text: str) -> Iterator[str]:
    """A docstring: examples become code, and explained options a list."""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.splitlines()
        if lines and lines[0].lstrip().startswith(">>>"):
            yield from ("```python", *(textwrap.dedent(paragraph).splitlines()), "```", "")
        elif len(lines) > 1 and re.fullmatch(r"[A-Z][\w ]*:", lines[0]):
            yield from (f"**{lines[0].rstrip(':')}**", "")
            entries = re.split(r"\n  (?=\w+: )", "\n" + "\n".join(lines[1:]))
            for entry in filter(str.strip, entries):
                key, _, words = " ".join(entry.split()).partition(": ")
                yield f"- `{key}`: {words}"
            yield ""
        else:
            yield from (*lines, "")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m tests.site FOLDER")
    raise SystemExit(build(Path(sys.argv[1])))
