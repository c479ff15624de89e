"""A question as the page asks it, before its values are read.

The page sends texts and flags by name. Only the fields count that `fields` offers for the kind and
the place. They become options of a command: `query` makes the query from them, and `command_line`
the words of the command.

    >>> q = PageQuestion.of({"kind": "oscillator", "period": 3, "box": [7, 7], "symmetry": "D8_1"})
    >>> q.texts, q.options.box
    ({'symmetry': 'D8_1', 'box': '7x7'}, (7, 7))

The command line that does the same as a question.

>>> ask = {"kind": "oscillator", "period": 4, "box": [12, 12], "symmetry": "C4", "count": "all"}
>>> print(command_line(PageQuestion.of(ask)))
lifesearch oscillator 4 --symmetry C4 --box 12x12 --all
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_FIELD
from lifesearch.core.kind import Form
from lifesearch.core.options import readers
from lifesearch.doors.studio.asking import fields as offers
from lifesearch.doors.studio.asking.drawing import Drawing
from lifesearch.running.option_table import Options, all_options, on_command_line, options_of, read

FLAGS = tuple({option.key for option in all_options() if option.is_flag and option.places})
"""The fields that are true or false."""
BEST = {
    "": {},
    "least population": {"minimise": "population"},
    "smallest box": {"minimise": "box"},
    "largest population": {"maximise": "population"},
}
"""The options for each value of the field `best`, which asks for the best answer."""
ALL = "all"
"""The value of the field `count` if all answers are wanted."""


@dataclass(frozen=True)
class PageQuestion:
    """What is asked: `kind` is the name of a form, and `where` one of `fields.WHERE`.

    `given` has the texts and flags of fields that do not have their default.
    """

    kind: str
    where: str
    drawing: Drawing
    given: Mapping[str, str | bool] = field(default_factory=dict)

    @classmethod
    def of(cls, sent: object) -> PageQuestion:
        """Read what the page sent, or the file that keeps it."""
        if not isinstance(sent, Mapping):
            raise InputError("a question is an object of names and values")
        kind = readers.one_of(sent.get("kind", "oscillator"), "kind of search", tuple(offers.FORMS))
        possible = offers.places(kind) or ("any",)
        where = readers.one_of(sent.get("where", possible[0]), "place", offers.WHERE)
        where = where if where in possible else possible[0]
        drawing = _drawing(sent)
        given: dict[str, str | bool] = {}
        for name in offers.fields(kind, where, drawn=not drawing.is_blank):
            value = sent.get(name)
            if name in FLAGS:
                if value is not None and not isinstance(value, bool):
                    raise InputError(f"{name} is true or false")
                given |= {name: True} if value else {}
            elif text := _text(name, value):
                given |= {} if _is_usual(kind, name, text) else {name: text}
        if given.get("best"):
            given.pop("count", None)  # only one is best
        return cls(kind, where, drawing, given)

    @property
    def sent(self) -> dict[str, Any]:
        """The question as the page sends it: `of` reads it again."""
        box = [self.drawing.width, self.drawing.height]
        place = {"kind": self.kind, "where": self.where, "drawing": self.drawing.text, "box": box}
        return {**place, **self.given}

    @property
    def form(self) -> Form:
        return offers.FORMS[self.kind]

    @property
    def completes(self) -> bool:
        """Whether known cells make this a completion (`lifesearch complete FILE`)."""
        known = self.where == "box" and not self.drawing.is_blank
        return self.form.drawing == "grids" or (self.form.drawing == "box" and known)

    @property
    def has_file(self) -> bool:
        """Whether the drawing is the argument of the command, as a file."""
        return self.completes or self.form.drawing in ("target", "active")

    @property
    def drawn(self) -> str:
        """The drawing as the command reads it from a file."""
        if self.form.drawing == "active":
            return self.drawing.active
        return self.drawing.picture if self.form.drawing == "target" else self.drawing.text

    @property
    def command(self) -> str:
        return "complete" if self.completes else offers.command(self.kind)

    @property
    def options(self) -> Options:
        return read(self.command, self.texts)

    @property
    def texts(self) -> dict[str, Any]:
        """All options, with resources, as the command line takes them."""
        needs = self.form.needs
        others = (*(needs[:1] if needs else ()), "best", *offers.RUNNING)
        options: dict[str, Any] = {k: v for k, v in self.given.items() if k not in others}
        options |= BEST[readers.one_of(self.given.get("best", ""), "aim", tuple(BEST))]
        if self.completes:
            needed = {needs[0]: self._needed} if needs else {}
            options = {**dict(self.form.completed), **needed, **options}
        for key, option in options_of(self.command).items():
            # Names of patterns, with commas; symmetries are split by their reader.
            if option.many and option.value_type is readers.later and key in options:
                options[key] = _several(options[key])
        if self.where == "box" and not self.has_file:
            options["box"] = f"{self.drawing.width}x{self.drawing.height}"
        if isinstance(options.get("population"), str):
            options["population"] = options["population"].replace(",", " ").split()
        running = {key: str(each) for key, each in self.given.items() if key in offers.SPENT}
        return {**options, **self._wanted, **running}

    @property
    def _needed(self) -> str:
        """The value of the field that must be filled in."""
        assert self.form.needs is not None
        name, example = self.form.needs
        if not self.given.get(name):
            raise InputError(f"give the {name.replace('_', ' ')}, such as {example}")
        return str(self.given[name])

    @property
    def positional(self) -> str:
        """The argument of the command, such as a period; empty if it has none, or a file."""
        return self._needed if self.form.needs and not self.completes else ""

    @property
    def wants_all(self) -> bool:
        return self.given.get("count", ALL if self.form.finds_all else "") == ALL

    @property
    def _wanted(self) -> dict[str, Any]:
        """How many answers, as the command line takes it."""
        if not self.wants_all:
            count = self.given.get("count")
            return {self.form.counted_by: count} if count else {}
        if self.form.endless:
            raise InputError(self.form.endless)
        return {} if self.form.finds_all else {"everything": True}

    def wanting(self, count: int) -> PageQuestion:
        return replace(self, given={**self.given, "count": str(count)})


def as_typed(sent: object) -> dict[str, str | bool]:
    """The fields of a question as they are on the page, not checked.

    >>> as_typed({"kind": "film", "period": "3x", "drawing": "?", "seed": 5})
    {'kind': 'film', 'period': '3x'}
    """
    names = ("kind", "where", *offers.words())
    values = {name: sent.get(name) for name in names} if isinstance(sent, Mapping) else {}
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, bool) or (isinstance(value, str) and len(value) <= LONGEST_FIELD)
    }


def _drawing(sent: Mapping[Any, Any]) -> Drawing:
    text = sent.get("drawing")
    if text is None or text == "":
        # 8x8 is a choice: the page sends its box.
        return Drawing.blank(*(readers.box(sent.get("box", (8, 8))) or (8, 8)))
    if not isinstance(text, str):
        raise InputError("the drawing is a text: a grid for each generation")
    return Drawing.parse(text)


def _text(name: str, value: object) -> str:
    """A text, or a number as one; nothing if it is left empty."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"{name} is a text or a number, not {require.shown(value)}")
    text = " ".join(str(value).split())
    if len(text) > LONGEST_FIELD:
        raise InputError(f"{name} is too long: at most {LONGEST_FIELD:,} letters")
    return text


def _several(text: str | bool | None) -> list[str]:
    """The names in a list with commas."""
    return [name for each in str(text or "").split(",") if (name := each.strip())]


def _is_usual(kind: str, name: str, text: str) -> bool:
    """Whether a text is the default of its field.

    That of the rule is Life in all commands: files of drawings do not name a rule.
    """
    if name == "rule":
        return text == "B3/S23"
    if name == "symmetry":
        return not offers.FORMS[kind].any_symmetry and text in ("C1", "none")
    if name == "population_of":
        return text == "first"
    option = options_of(offers.command(kind)).get(name)
    return option is not None and text == option.default


FILE = "drawing.txt"
"""The name of the drawing in commands, before a search has saved it."""


def words(question: PageQuestion, file: str = FILE) -> list[str]:
    """The words of the command, without the name of the program."""
    command = [question.command]
    if question.has_file:
        command.append(file)
    elif question.positional:
        command.append(question.positional)
    for key, value in question.texts.items():
        if value is True:
            command.append(on_command_line(key))
            continue
        for text in value if isinstance(value, list) else [value]:
            command += [on_command_line(key), str(text)]
    return command


def command_line(question: PageQuestion, file: str = FILE, session: str = "") -> str:
    """The whole command, quoted for a shell."""
    saved = ["--session", session] if session else []
    return shlex.join(["lifesearch", *words(question, file), *saved])
