"""Render a page of the manual for a terminal, with a pager, or as plain text for a pipe.

`lifesearch help` calls `show_page`.

Links to other pages become the command that shows them, and comments, which are notes for the
tests, are left out. Where the stream is no terminal there are no colours and no control codes.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, TextIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.segment import Segment
from rich.text import Text

from lifesearch.common.streams import STAND_IN_ERRORS

if TYPE_CHECKING:
    from types import FrameType

WIDEST = 100
"""Columns of a page at most, since longer lines are hard to read."""
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_PICTURE = re.compile(r"!\[(.*?)\]\(.*?\)", re.DOTALL)
_PAGE = re.compile(r"\[([^\]]*)\]\(([\w-]+)\.md(?:#[\w-]*)?\)")
"""A link to a page of the manual: its words, and the name of the page."""
_OTHER = re.compile(r"\[([^\]]*)\]\(((?!http)[^)]*)\)")
"""Any other link that leads nowhere on a terminal, such as one within the page."""


class _LeftHeading(Heading):
    """A heading at the left margin, as in manual pages."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        if self.tag == "h2":
            yield Text("")
        yield self.text


class _IndentedCode(CodeBlock):
    """Code as it stands, indented; a line that is too long is not cut, so that it can be copied."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        style = console.get_style("markdown.code_block")
        for line in str(self.text).rstrip().splitlines():
            yield Segment(f"    {line}", style)
            yield Segment.line()
        yield Segment.line()


class _Page(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "fence": _IndentedCode,
        "code_block": _IndentedCode,
    }


def for_terminal(source: str) -> str:
    """The page's Markdown with links as they are written on a terminal: the command for that page.

    >>> for_terminal("<!-- slow -->\\nSee [rules](rules.md) and ![A glider](glider.svg)")
    'See rules (`lifesearch help rules`) and (Picture: A glider.)'
    >>> for_terminal("- [rules](rules.md): what they mean")
    '- `rules`: what they mean'
    """
    text = _COMMENT.sub("", source)
    text = _PICTURE.sub(lambda found: f"(Picture: {found[1]}.)", text)
    text = re.sub(r"(?m)^- \[([\w-]+)\]\(\1\.md\):", r"- `\1`:", text)
    text = _PAGE.sub(r"\1 (`lifesearch help \2`)", text)
    return _OTHER.sub(r"\1", text)


def rendered(source: str, width: int, *, styles: bool = False, encoding: str = "utf-8") -> str:
    """The page as text of this width; characters that the encoding lacks are replaced."""
    console = Console(
        width=min(width, WIDEST),
        force_terminal=styles,
        no_color=None if styles else True,
        color_system="auto" if styles else None,
        legacy_windows=False,
        emoji=False,
    )
    with console.capture() as capture:
        console.print(_Page(for_terminal(source), hyperlinks=False), crop=False)
    lines = (line.rstrip() for line in capture.get().splitlines())
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"
    text = text.replace("•", "-")  # items of lists as in the page's source, in any encoding
    return text.encode(encoding, STAND_IN_ERRORS).decode(encoding)


def show_page(source: str, out: TextIO) -> None:
    """Print the page; if it is longer than the terminal, in the pager that the person uses."""
    width, height = shutil.get_terminal_size()
    encoding = out.encoding or "utf-8"
    if not out.isatty():
        out.write(rendered(source, width, encoding=encoding))
        return
    text = rendered(source, width, styles=True, encoding=encoding)
    pager = pager_command(os.environ)
    if pager and text.count("\n") >= height and not _takes_colours(pager, os.environ):
        text = rendered(source, width, encoding=encoding)
    show_text(text, out)


def show_text(text: str, out: TextIO) -> None:
    """Print lines; if they are more than the terminal has, in the pager that the person uses."""
    encoding = out.encoding or "utf-8"
    text = text.encode(encoding, STAND_IN_ERRORS).decode(encoding)
    pager = pager_command(os.environ) if out.isatty() else None
    higher = text.count("\n") >= shutil.get_terminal_size().lines
    if pager is None or not higher or not _paged(text, pager, encoding):
        out.write(text)


def pager_command(environment: Mapping[str, str]) -> list[str] | None:
    """The words of the pager's command, or None if there is none or it is not wanted.

    >>> pager_command({"PAGER": "most -s"}), pager_command({"PAGER": "cat"})
    (['most', '-s'], None)
    """
    if (chosen := environment.get("PAGER")) is not None:
        try:
            # On Windows a path has backslashes, and the quotation marks around it stay.
            words = [word.strip('"') for word in shlex.split(chosen, posix=os.name != "nt")]
        except ValueError:
            return None
        return words if words and words != ["cat"] else None
    return next(([name] for name in ("less", "more") if shutil.which(name)), None)


def _takes_colours(pager: list[str], environment: Mapping[str, str]) -> bool:
    """Only less is known to show them, unless its own variable disables them."""
    name = os.path.splitext(os.path.basename(pager[0]))[0]  # noqa: PTH119, PTH122
    return name == "less" and "r" in environment.get("LESS", "R").lower()


def _paged(text: str, pager: list[str], encoding: str) -> bool:
    """Let the pager show the text; False if it cannot be started."""
    # For less: no pager if the text fits on the screen (F), show colours (R), leave the text there
    # at the end (X).
    environment = {"LESS": "FRX", **os.environ}
    try:
        process = subprocess.Popen(pager, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    # Ctrl-C is the pager's: without this, lifesearch would end before it.
    before = signal.signal(signal.SIGINT, _ignore)
    try:
        process.communicate(text.encode(encoding))
    finally:
        signal.signal(signal.SIGINT, before)
    return True


def _ignore(number: int, frame: FrameType | None) -> None:
    """Do nothing: the pager gets Ctrl-C as well, and decides what it does."""
