"""Knuth's programs, as a kind of question."""

from __future__ import annotations

from lifesearch.core.kind import BY_SAT, Command, Kind
from lifesearch.core.options import names, readers
from lifesearch.core.options.of_questions import LAST
from lifesearch.core.options.option import COUNT, OUTPUT
from lifesearch.core.options.shared import options_for, own, taken

# fmt: off
OPTIONS = options_for(
    "knuth",
    *taken("count", of="oscillator"),
    own("everything", "", bool, "Find all solutions; they differ in generation 0.", COUNT,
        name="--all", door="cli"),
    own("to", "NAME", names.TARGET, "Write the clauses in Knuth's format (sat) or DIMACS "
        "(dimacs), or solve them (solve).", OUTPUT, default="solve", door="cli"),
    own("output", "FILE", str, "Write to a file.", OUTPUT, letter="-o", door="cli"),
    *taken("force quiet verbose time_limit jobs solver seed cluster no_progress", of="oscillator"),
    own("given", "T:FILE", readers.later, "Cells of generation T that are known, in a grid of "
        "'.', 'o' and '?' or a pattern; may be repeated.", "", many=True, since=LAST, door="cli"),
    own("catalogue", "", bool, "List the programs, each explained in one line.", "",
        name="--list", door="cli"),
)
# fmt: on

KIND = Kind(
    question="questions.knuth.question.KnuthQuestion",
    engines=BY_SAT,
    records="",
    commands=(Command("knuth", runs="doors.cli.commands.knuth.knuth"),),
    options=OPTIONS,
)
