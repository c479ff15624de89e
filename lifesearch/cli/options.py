"""How options are declared, and single options that several commands have.

Options have parsers, so that a command gets values and never texts. Typer asks for the types of
options without parsers only: types that take long to import are not known while the program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option
from typer.models import OptionInfo

from lifesearch import option_text
from lifesearch.cli import parsing
from lifesearch.cli.parsing import Names, number
from lifesearch.cli.plain_help import COUNT, OUTPUT, ROWS, RUNNING, WHAT

if TYPE_CHECKING:
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import Rule

    AnyRule = Rule | PartialRule
else:
    Rule = AnyRule = Any

SHIP_SYMMETRIES = ("none", "even", "odd", "gutter", "glide")


def _formats() -> Iterable[str]:
    from lifesearch.ui.report import Format

    return [form.value for form in Format]


def _encodings() -> Iterable[str]:
    from lifesearch.encoding.variable_grid import ENCODINGS

    return ENCODINGS


def _solvers() -> Iterable[str]:
    from lifesearch.solving.solver import SOLVERS

    return SOLVERS


def symmetries() -> Iterable[str]:
    """The names of symmetries."""
    from lifesearch.life.symmetry import SYMMETRIES

    return (*(symmetry.name for symmetry in SYMMETRIES), *SHIP_SYMMETRIES)


def rules() -> Iterable[str]:
    """The names of rules."""
    from lifesearch.life.rules.names import NAMES

    return NAMES


FORMAT = Names("format", _formats)
ENCODING = Names("encoding", _encodings)
SOLVER = Names("solver", _solvers)


def value(
    heading: str | None,
    metavar: str,
    words: str,
    parser: Callable[[str], Any] | None = None,
    *names: str,
    known: Callable[[str], list[str]] | None = None,
    default: bool | str = False,
) -> OptionInfo:
    """An option with a value; `known` completes it, `default` is shown in the help."""
    option: OptionInfo = Option(
        *names,
        metavar=metavar,
        help=words,
        parser=parser,
        autocompletion=known,
        show_default=default,
        rich_help_panel=heading,
    )
    return option


def flag(heading: str | None, name: str, words: str) -> OptionInfo:
    """An option without a value."""
    option: OptionInfo = Option(name, help=words, rich_help_panel=heading)
    return option


def names_of(known: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Complete names that a parser of their own reads."""
    return Names("", known).complete


Force = Annotated[bool, flag(OUTPUT, "--force", "Overwrite a file that exists.")]
FormatOption = Annotated[
    str | None,
    value(
        OUTPUT,
        "NAME",
        "Print only this, for other programs: rle, cells, life105, life106, mc, json, csv or "
        "apgcode.",
        FORMAT.parse,
        "--format",
        "-f",
        known=FORMAT.complete,
    ),
]
Count = Annotated[
    int | None,
    value(COUNT, "N", "Stop after this many.", number("--count", 1), default="1"),
]
All = Annotated[bool, flag(COUNT, "--all", "Find all in the box, or up to a length.")]
Partials = Annotated[
    bool, flag(ROWS, "--partials", "At the end, show the longest partial result: its first rows.")
]
RuleOfFile = Annotated[
    Rule | None,
    value(
        WHAT,
        "RULE",
        "The rule, such as B36/S23 or HighLife.",
        parsing.rule,
        known=names_of(rules),
        default="that of the file, or B3/S23",
    ),
]
RulesOfFile = Annotated[
    AnyRule | None,
    value(
        WHAT,
        "RULE",
        "The rule, such as B36/S23 or HighLife; of B36?/S23, pB3/S23 and any a part is unknown, "
        "and found.",
        parsing.any_rule,
        known=names_of(rules),
        default="that of the file, or B3/S23",
    ),
]
SolverNames = Annotated[
    list[str] | None,
    value(
        None,
        "NAME",
        "Try this solver instead of the usual ones; may be repeated.",
        parsing.solver,
        known=SOLVER.complete,
    ),
]
EncodingNames = Annotated[
    list[str] | None,
    value(
        None,
        "NAME",
        "Try this encoding; may be repeated.",
        ENCODING.parse,
        known=ENCODING.complete,
    ),
]

SymmetryOption = Annotated[
    str,
    value(
        WHAT,
        "NAME",
        "Symmetry in every generation, as on LifeWiki (D2_+1, C4_4, ...) or short "
        "(C2, C4, D2|, D8).",
        known=names_of(symmetries),
        default=True,
    ),
]
TimeLimit = Annotated[
    float | None,
    value(RUNNING, "TIME", "Stop undecided after this long: 60s, 5m, 2h.", option_text.seconds),
]
Jobs = Annotated[
    str | None,
    value(
        RUNNING,
        "N",
        "How many solvers run in parallel, at most 2 for each core (64! insists on 64); "
        "1 if solver, encoding or seed are given.",
        None,
        "--jobs",
        "-j",
        default="all cores",
    ),
]
OnCluster = Annotated[
    str | None,
    value(
        RUNNING,
        "ADDRESS",
        "Run on a Ray cluster: ray://HOST:10001, or auto for the one of this machine; "
        "see 'lifesearch help cluster'.",
        option_text.cluster_address,
        "--cluster",
        default="this machine",
    ),
]
NoProgress = Annotated[
    bool, flag(RUNNING, "--no-progress", "No progress bar: print a line now and then.")
]
Remember = Annotated[bool, flag(OUTPUT, "--remember", "Add the patterns to your own catalogue.")]
SessionFile = Annotated[
    str | None,
    value(
        RUNNING,
        "FILE",
        "Save the search there; the same command, or 'lifesearch resume FILE', continues it.",
    ),
]


def generations(
    words: str, most: int, *names: str, default: bool | str = True, heading: str | None = WHAT
) -> OptionInfo:
    """`--generations`: how many, at most so many."""
    parser = number("--generations", 1, most)
    return value(heading, "N", words, parser, "--generations", *names, default=default)
