"""The record in which a kind of question describes itself: `KIND` in `kind.py` of its folder.

Doors, sessions and surveys find everything about a kind here, through `running.registry`. The
record has the names of modules, classes and functions, as texts: each is imported when it is used,
so the module `kind` itself loads fast.

A kind here is a kind of question. Elsewhere the word is also used of patterns: `Entry.kind` in the
catalogue and `MotionKind` in surveys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lifesearch.core.options.option import Option

USUAL_RECORDS = "running.session.pattern_records.PatternRecords"
USUAL_VIEW = "show.search.view"
BY_SAT = ("running.by_sat.BySat",)
"""The engines of questions that only SAT solvers answer."""


class Argument(NamedTuple):
    """The positional argument of a command, such as a period or a file.

    metavar: what stands for it in help
    help: what it is, in a sentence; `registry.with_names` replaces `{named}` in it by the words of
        `Kind.completes` of all kinds: the names that the text may be
    read: its value, from the text on the command line; without it, the function that the command
        names in `asks` reads the text
    several_words: whether it may consist of several words
    unless: the option with which it is left out, if there is one
    """

    metavar: str
    help: str
    read: Callable[[str], Any] | None = None
    several_words: bool = False
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
    """A long search that finds a pattern.

    options: the options of its command, in angle brackets
    seconds: its CPU seconds, as measured; None where the search was not waited for
    """

    options: str
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
    command: the command that asks it, if it has another name
    places: what it may be about: the box that is drawn (`box`), boxes of any size (`any`), a strip
        (`strip`); empty if there is no choice
    offers: the word in `Option.places` of the options that are its fields; without it, the place
        that is chosen
    needs: a field that must be filled in, and an example of it
    drawing: what the drawn cells are: known cells of the box, if any are drawn (`box`), known cells
        of one or more generations (`grids`), the pattern whose predecessors are sought (`target`),
        the active part (`active`); empty if the drawing is not used
    completed: options with values, which are added when drawn known cells make it a search of
        `complete`
    counts: numbers of answers to choose from, with their words; empty for the usual ones
    counted_by: the option that says how many; empty if it is never asked
    finds_all: whether all answers are wanted if no number is chosen
    endless: the error for those who ask for all answers, if there is no end of them
    any_symmetry: whether several symmetries are searched if none is chosen
    by_lot: a field that gets a random value if it is left empty
    empty: fields with the words that are shown in them while they are empty, such as 'none'
    explained: fields with their help on the page, where it is not that of their option
    explained_by: the option with the help for the field that must be filled in, if that field is
        not an option itself
    found: an answer in words, in two parts of which only the first gets a plural: 'kind' and
        ' of objects'; None if it is a pattern
    provable: whether the search can write a proof that others can check
    examples: drawings to begin with
    reads: the function that replaces names in options by their patterns: the page opens no files
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
        """What the script of the studio's page needs of the form, as JSON."""
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
    records: the class that reads and writes records of their sessions; empty if they have none
    commands: the commands that ask them
    options: the options of these commands that are not in the shared table (`options.shared`)
    refused: options of other commands that may be expected here, each with the error for it
    forms: the forms of the studio that ask them
    unbounded: the module that makes races (`questions.race`: strategies side by side, of which any
        may find a pattern) of its questions without bounds, if they become races
    strategies: its strategies in such races: a name for the option <only>, and a class
    surveyed: the `TaskSource` with its tasks in surveys, if it has any
    prints: options with which nothing is searched: a key, and the function from the question and
        the options to the text that is printed
    resumes: the function from a session's question, the options of `resume` and the number of
        answers in the session to the options of the continued search
    resumed_by: the function that resumes a session on the command line, if answers are no patterns
    does: how each `Step.engine` of its plans begins (see `running.outline`), with what that engine
        does, in words for --explain
    colourings: its colourings of cells: a name, and the tuple of colours on a screen, colours on
        paper, and the function from a subject to its inks (see `show.colours`)
    topics: topics of the atlas that its questions answer, each with what it is about
    advises: the function from a motion to the `LongSearch` of this kind that finds a pattern of
        Life with it, or None
    completes: if `complete` takes names of this kind in place of known cells: such a name in words,
        and the function from a text and the options to these cells and their rule, or to None if
        the text is no such name
    view: the module whose `View` shows a search on the terminal; if its answers are a table, it
        also has a `Collected`, which makes the table of the studio
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
