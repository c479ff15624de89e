"""The number of answers, as a kind of question."""

from __future__ import annotations

from lifesearch.common.limits import LONGEST_PERIOD, LONGEST_STRIP, WIDEST_STRIP
from lifesearch.core.kind import Command, Kind
from lifesearch.core.options import names, readers
from lifesearch.core.options.of_questions import LAST
from lifesearch.core.options.option import COUNT, OUTPUT, RUNNING, WHAT, WHERE
from lifesearch.core.options.shared import options_for, own, taken

# fmt: off
OPTIONS = options_for(
    "count",
    own("generations", "N", range(1, LONGEST_PERIOD + 1), "Predecessors: how many generations "
        "back.", WHAT, letter="-g", usual="1", door="cli", since=LAST),
    own("rule", "RULE", readers.rule, "The rule, such as B36/S23 or HighLife.", WHAT,
        usual="B3/S23, or that of the file", completions=names.rules, short=True, door="cli"),
    own("width", "W", range(1, WIDEST_STRIP + 1), "Instead of a box: all boxes of W columns, "
        "one after another.", WHERE, short=True, door="cli"),
    own("max_length", "N", range(1, LONGEST_STRIP + 1), "With <width>: boxes of 1 to N rows.",
        WHERE, short=True, door="cli"),
    own("symmetry", "NAME", readers.symmetry_name, "Symmetry in every generation, as on LifeWiki "
        "(D2_+1, C4_4, ...) or short (C2, C4, D2|, D8).", WHAT, default="C1",
        completions=names.symmetries, short=True),
    own("any_period", "", bool, "Oscillators: also count those whose period is a divisor of the "
        "given one.", WHAT, door="cli"),
    own("torus", "", bool, "The box is a torus: opposite edges meet.", WHERE, door="cli",
        since=LAST, short=True),
    own("with_empty", "", bool, "Also count the empty pattern.", WHAT, door="cli", since=LAST),
    own("box", "WxH", readers.box, "The box that contains all generations, width x height.",
        WHERE, short=True, door="cli"),
    own("cylinder", "W[+S]", readers.cylinder, "The sides of the <box> are joined, W cells "
        "around; with S, shifted by S rows.", WHERE, door="cli", since=LAST, short=True),
    *taken("raw", of="oscillator"),
    own("by_population", "", bool, "Print the number for each population.", COUNT,
        since=LAST, short=True, door="cli"),
    own("form", "NAME", names.COUNT_FORMAT, "Print json or csv for other programs.", OUTPUT,
        name="--format", letter="-f", short=True, door="cli"),
    *taken("explain quiet verbose time_limit!", of="oscillator"),
    own("memory", "SIZE", readers.memory, "Use at most this much memory: 500M, 2G. A count that "
        "needs more is rejected.", RUNNING, usual="half of the free memory", since=LAST,
        in_python="a number of bytes, or a text", running=True),
    *taken("cluster", of="oscillator"),
    own("session", "FILE", readers.path, "Save the count in FILE; the same command, or "
        "'lifesearch resume FILE', continues it.", RUNNING, door="cli", since=LAST,
        short=True, running=True),
    *taken("no_progress", of="oscillator"),
)
# fmt: on

KIND = Kind(
    question="questions.counts.question.CountQuestion",
    engines=("questions.counts.engine.CountsBySweep",),
    records="questions.counts.session.CountRecords",
    commands=(Command("count", runs="doors.cli.commands.count.count"),),
    options=OPTIONS,
    topics=(
        ("counts", "still lifes and oscillators in boxes"),
        ("populations", "still lifes in squares, by population"),
        ("tori", "still lifes on tori and cylinders"),
        ("vanishing", "patterns that vanish in one step"),
    ),
    resumed_by="doors.cli.commands.count.resume_count",
)
