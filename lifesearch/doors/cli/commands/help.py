"""`lifesearch help`: the pages of the manual in the terminal.

The pages are the Markdown files of `lifesearch/manual`; its README.md lists them, one a line with
its summary, and is shown when no topic is given. A word that is neither a page nor a command is
searched for in all pages. Everything that renders is imported late.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from textwrap import wrap
from typing import Annotated

import typer

from lifesearch.common.errors import InputError
from lifesearch.common.streams import behind
from lifesearch.common.text import close_matches
from lifesearch.doors.cli.parameters import argument
from lifesearch.doors.cli.plain_help import ALIASES, source_of

CONTENTS = "README"
LINES_A_PAGE = 3
"""Lines of a page that are shown for a word that it contains."""
WIDTH = 76
"""Columns of pages in which a word is searched for: with an indent of 4 they fill 80."""
_LISTED = re.compile(r"^- \[.*?\]\(([\w-]+)\.md\): (.*)$", re.MULTILINE)
"""A line of the contents: the name of a page and its summary."""


def topics() -> dict[str, str]:
    """All topics in the order of the manual, each with its summary."""
    return dict(_LISTED.findall(source_of(CONTENTS)))


TOPIC = argument(
    "TOPIC",
    "A page of the manual, a command, or a word to search for in all pages; without it, all "
    "topics are listed.",
    topics,
)


def help_(context: typer.Context, words: Annotated[list[str] | None, TOPIC] = None) -> None:
    """Read the manual."""
    topic = "-".join(words or []).strip().lower().replace(" ", "-").replace("_", "-")
    topic = ALIASES.get(topic, topic)
    parent = context.parent
    commands = getattr(parent.command, "commands", {}) if parent else {}
    if not topic:
        source = source_of(CONTENTS)
    elif topic in topics():
        source = source_of(topic)
    elif topic in commands:
        within = type(context)(commands[topic], info_name=topic, parent=parent)
        _show_lines(commands[topic].get_help(within))
        return
    elif found := _found(" ".join(words or [])):
        _show_lines(found)
        return
    else:
        raise InputError(_unknown(" ".join(words or []), commands))

    from lifesearch.show.manual import show_page

    show_page(source, behind(sys.stdout))


def _show_lines(text: str) -> None:
    if not sys.stdout.isatty():
        typer.echo(text)
        return
    from lifesearch.show.manual import show_text

    show_text(f"{text}\n", behind(sys.stdout))


def _found(words: str) -> str:
    """The lines of all pages that contain a phrase, below their page; empty if there are none.

    If no line contains the whole phrase, its rarest word, of those that have only letters, is
    searched for instead: "40 cores" finds the lines about cores. A word matches the beginning of a
    word, in upper or lower case: "gif" finds GIF, not "significant".
    """
    from lifesearch.show.manual import for_terminal, rendered

    wanted = _plain(words).split()
    pages = {
        page: rendered(source, WIDTH).splitlines()
        for page, source in zip(topics(), map(source_of, topics()), strict=True)
        if any(word in _plain(for_terminal(source)) for word in wanted)
    }
    phrase = _matching(words, pages)
    single = filter(None, (_matching(word, pages) for word in words.split() if word.isalpha()))
    found = phrase or min(single, key=lambda pages: sum(map(len, pages.values())), default={})
    sections = []
    for page, lines in found.items():
        shown = [f"    {line.strip()}" for line in lines[:LINES_A_PAGE]]
        more = [f"    ... and {len(lines) - LINES_A_PAGE} more"] * (len(lines) > LINES_A_PAGE)
        heading = wrap(f"lifesearch help {page} ({topics()[page]})", WIDTH)
        sections.append("\n".join([*heading, *shown, *more]))
    return "\n\n".join(sections)


def _plain(text: str) -> str:
    """Text in lower case without marks of Markdown, to test quickly what is worth rendering."""
    return re.sub(r"[\\*`]", "", text).lower()


def _matching(words: str, pages: dict[str, list[str]]) -> dict[str, list[str]]:
    """The matching lines of each page that has some."""
    wanted = re.compile(rf"(?<!\w){re.escape(words)}", re.IGNORECASE)
    found = {page: [line for line in lines if wanted.search(line)] for page, lines in pages.items()}
    return {page: lines for page, lines in found.items() if lines}


def _unknown(topic: str, commands: Iterable[str]) -> str:
    names = [*topics(), *commands]
    near = [name for name in names if topic.lower() in name] or close_matches(topic, names)
    suggested = " or ".join(f"'{name}'" for name in near)
    hint = f"did you mean {suggested}?" if near else "'lifesearch help' lists all topics"
    return f"the manual has no page '{topic[:60]}'; {hint}"
