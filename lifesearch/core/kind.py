"""The record in which a kind of question describes itself: `KIND` in `kind.py` of its folder.

Doors, sessions and surveys find everything about a kind here, through `running.registry`. The
record has the names of modules, classes and functions, as texts: each is imported when it is used,
so the module `kind` itself loads fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lifesearch.core.options.option import Option

USUAL_RECORDS = "running.session.pattern_records.PatternRecords"
USUAL_VIEW = "show.search.view"
BY_SAT = ("running.by_sat.BySat",)


class Argument(NamedTuple):
    """The positional argument of a command, such as a period or a file.

    metavar: what stands for it in help
    help: what it is, in a sentence; `{named}` stands for names that `Kind.completes` has in words
    read: its value, from the text on the command line; without it, the maker reads the text
    words: whether it may consist of several words
    unless: the option with which it is left out, if there is one
    """

    metavar: str
    help: str
    read: Callable[[str], Any] | None = None
    words: bool = False
    unless: str = ""


class Command(NamedTuple):
    """A command that asks questions of a kind; in Python it is a search of the same name.

    name: the name of the command
    summary: what it does, in a sentence
    asks: the function, in the kind's folder, from the argument and the options to a `Request`
    argument: its positional argument, if any
    opens: the function that opens the file named by the argument, if `asks` takes its contents
    runs: the function to run instead of a search, for a command with parameters of its own; its
        docstring is the summary
    spellings: other spellings of the name
    suggested_for: words of the field and of other programs for which it is suggested
    """

    name: str
    summary: str = ""
    asks: str = ""
    argument: Argument | None = None
    opens: str = ""
    runs: str = ""
    spellings: tuple[str, ...] = ()
    suggested_for: tuple[str, ...] = ()


class LongSearch(NamedTuple):
    """A long search that finds a pattern: its options, in angle brackets, and its CPU seconds.

    The seconds were measured; they are None where the search was not waited for.
    """

    where: str
    seconds: float | None


class DrawnExample(NamedTuple):
    """An example of the studio: a drawing, and the question about it.

    name, words: its name, and the question in a sentence
    question: the fields that are filled in
    drawing: the cells, as the page draws them
    """

    name: str
    words: str
    question: tuple[tuple[str, str], ...]
    drawing: str


class Form(NamedTuple):
    """How the studio's page asks a question of a kind.

    name: the name of the form, which is that of its command unless another is given
    label: what it is called on the page
    words: what is found, in a sentence or two
    places: what it may be about, of `box`, `any` and `strip`; empty if there is no choice
    offers: the name in `places` of the options that are its fields, if it is not the place
    needs: a field that must be filled in, and an example of it
    drawing: what the drawn cells are: `box` if they may be known cells of the box, `grids`,
        `target` or `active`; empty if the drawing is not used
    completed: options that make a completion of it where cells are known
    counts: the choices of how many, with their words; empty for the usual ones
    counted_by: the option that says how many; empty if it is never asked
    finds_all: whether all answers are wanted if nothing is said
    endless: what is said to those who ask for all, if there is no end
    any_symmetry: whether several symmetries are wanted if none is chosen
    by_lot: a field that is chosen at random if it is left out
    empty: what stands in fields that are left empty, where that is special
    explained: what is said of fields that mean something else on the page than elsewhere
    explained_by: the option that explains the field that must be filled in, if it is none itself
    found: what is found, in the singular, and what is said behind it; empty if that is a pattern
    provable: whether a proof can be written of what the search proves
    examples: drawings to begin with
    reads: the function that turns names in options into patterns: the page opens no files
    """

    name: str
    label: str
    words: str
    command: str = ""
    places: tuple[str, ...] = ()
    offers: str = ""
    needs: tuple[str, str] | None = None
    drawing: str = ""
    completed: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[str, str], ...] = ()
    counted_by: str = "count"
    finds_all: bool = False
    endless: str = ""
    any_symmetry: bool = False
    by_lot: str = ""
    empty: tuple[tuple[str, str], ...] = ()
    explained: tuple[tuple[str, str], ...] = ()
    explained_by: str = ""
    found: tuple[str, str] | None = None
    provable: bool = True
    examples: tuple[DrawnExample, ...] = ()
    reads: str = ""

    def for_page(self) -> dict[str, Any]:
        """The form as JSON for the studio's page."""
        return {
            "name": self.name,
            "label": self.label,
            "words": self.words,
            "counts": self.counts,
            "empty": dict(self.empty),
            "any_symmetry": self.any_symmetry,
            "drawing": self.drawing,
            "endless": bool(self.endless),
            "found": self.found or [],
            "provable": self.provable,
            "examples": [
                {**each._asdict(), "question": {"kind": self.name, **dict(each.question)}}
                for each in self.examples
            ],
        }


class Kind(NamedTuple):
    """A kind of question: its commands and options, and where its parts are.

    question: the class of its questions
    engines: the engines that answer them, the preferred ones first
    records: the class that reads and writes records of their sessions; empty if there are none
    commands: the commands that ask them
    options: the options of these commands, beside those that list the commands themselves
    refused: options of other commands that may be expected here, each with the error for it
    forms: the forms of the studio that ask them
    unbounded: the module that makes a race of its questions without bounds, if several kinds race
    strategies: its strategies in races for one pattern: a name for the option <only>, and a class
    surveyed: the source of its tasks in a survey, if it has any
    prints: options with which nothing is searched: a key, and the function from the question and
        the options to the text that is printed
    resumes: the function from a session's question, options and count to the options to resume with
    resumed_by: the function that resumes a session on the command line, if answers are no patterns
    does: what its engines do, in words, by the names with which their steps begin
    colourings: ways to colour cells: a name, and the function from a subject to its inks
    topics: topics of the atlas that it answers, each with what it is about
    advises: the function from a motion to the `LongSearch` of this kind that finds a pattern of
        Life with it, or None
    completes: what has names of this kind that stand for known cells, in words, and the function
        from a name and the options to these cells and their rule, or None for other names
    view: the module whose `View` shows a search, if its answers are a table, and whose `Collected`
        makes the table of the studio
    """

    question: str
    engines: tuple[str, ...]
    records: str = USUAL_RECORDS
    commands: tuple[Command, ...] = ()
    options: tuple[Option, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    forms: tuple[Form, ...] = ()
    unbounded: str = ""
    strategies: tuple[tuple[str, str], ...] = ()
    surveyed: str = ""
    prints: tuple[tuple[str, str], ...] = ()
    resumes: str = ""
    resumed_by: str = ""
    does: tuple[tuple[str, str], ...] = ()
    colourings: tuple[tuple[str, str], ...] = ()
    topics: tuple[tuple[str, str], ...] = ()
    advises: str = ""
    completes: tuple[str, str] = ("", "")
    view: str = USUAL_VIEW
