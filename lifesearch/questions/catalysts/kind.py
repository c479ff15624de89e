"""Catalysts for an active part, as a kind of question."""

from __future__ import annotations

from lifesearch.common.limits import MOST_WANTED
from lifesearch.core.kind import Argument, Command, DrawnExample, Form, Kind
from lifesearch.core.options import names, readers
from lifesearch.core.options.of_questions import LAST
from lifesearch.core.options.option import COUNT, RUNNING, WHAT, WHERE
from lifesearch.core.options.shared import options_for, own, taken

MOST_CATALYSTS = 8
"""The most catalysts of one search, a choice: with three it takes hours already."""

LONGEST_RUN = 500
"""Generations of an active part among catalysts: by then it has left the board."""

LARGEST_AREA_SIDE = 56
"""Cells a side of the area for catalysts: gliders leave over the edge of the board, 64
cells a side."""

APART = 3
"""The distance of live cells that have no neighbour in common: untouched still lifes stay so."""

LARGEST_CATALYST = 20
"""Cells a side of a catalyst: usual ones are smaller, and larger ones leave little room around."""

MOST_SOLVED = 60_000
"""Unknown cells around an active part, in all generations, for a SAT solver: they take 2 GB."""

ENGINE = readers.Names("engine", lambda: ("place", "sat"))

# fmt: off
OPTIONS = options_for(
    "catalyse",
    own("rule", "RULE", readers.rule, "The rule, such as B36/S23; it must count neighbours.",
        WHAT, usual="that of the file, or B3/S23", completions=names.rules, since=LAST,
        offered=True),
    *taken("transform*", of="oscillator"),
    *taken("minimise", of="predecessor"),
    own("period", "P,P-Q", readers.periods, "The whole recurs after one of these numbers of "
        "generations: an oscillator. Without it, whatever comes out is reported.", WHAT,
        spellings=("--periods",), short=True, since=LAST, in_python="a number or several",
        offered=True),
    own("catalysts", "N", range(1, MOST_CATALYSTS + 1), "Place at most N catalysts.", WHAT,
        default=2, short=True, since=LAST, offered=True, label="Catalysts",
        example="2"),
    own("catalyst", "FILE", readers.later, "A catalyst to try: a file, a name or an apgcode; may "
        "be repeated. any: still lifes of any form, in a small area.", WHAT, many=True,
        usual="common still lifes and eaters", short=True, since=LAST,
        in_python="a Pattern, a name or a file, or several", offered=True,
        label="Which still lifes"),
    own("recovery", "N", range(1, LONGEST_RUN + 1), "A catalyst may be changed for at most N "
        "generations in a row.", WHAT, default=20, short=True, since=LAST, offered=True,
        label="Restored within"),
    own("generations", "N", range(1, LONGEST_RUN + 1), "Run for N generations.", WHAT,
        letter="-g", usual="60; with <period>, 10 more than the full period", short=True,
        since=LAST, offered=True),
    own("transparent", "", bool, "Also accept catalysts that disappear and reappear.", WHAT,
        since=LAST, offered=True, label="They may disappear for a while"),
    own("debris", "", bool, "Also accept that something is left over beside what comes out.",
        WHAT, since=LAST, offered=True, label="Debris may be left"),
    own("keep_apart", "N", range(APART, LARGEST_AREA_SIDE + 1), "The distance of catalysts from "
        "each other, at least.", WHAT, default=APART, since=LAST, offered=True,
        label="Distance of catalysts"),
    own("symmetry", "NAME", readers.symmetry, "Each catalyst has images under this symmetry, "
        "which the active part must have, too.", WHAT, default="C1", completions=names.symmetries,
        since=LAST, offered=True),
    own("new", "", bool, "With <period>: reject oscillators that are in the built-in catalogue "
        "or in your own.", WHAT, since=LAST, offered=True),
    own("area", "WxH", readers.box, "The area in which catalysts may be; the active part is in "
        "its middle.", WHERE, default="40x40", short=True, since=LAST,
        in_python="(30, 30) or '30x30'", offered=True, label="Area"),
    own("engine", "NAME", ENGINE, "How to search: place listed still lifes "
        "(place), or find their cells by SAT (sat).", RUNNING, running=True,
        usual="place; sat for <catalyst any> and <minimise>", since=LAST),
    own("count", "N", range(1, MOST_WANTED + 1), "Stop after N answers.", COUNT,
        usual="all", short=True, door="cli", since=LAST, offered=True),
    *taken("form! output! animate remember copy", of="oscillator"),
    *taken("explain force quiet verbose time_limit!", of="oscillator"),
    *taken("jobs", of="survey"),
    *taken("cluster session! no_progress progress", of="oscillator"),
)
# fmt: on

QUEEN_BEE = ("oo..", "..o.", "...o", "...o", "...o", "..o.", "oo..")

KIND = Kind(
    strategies=(("hasslers", "questions.catalysts.strategy.Hasslers"),),
    advises="questions.catalysts.advice.long_search",
    question="questions.catalysts.question.Catalysts",
    engines=(
        "questions.catalysts.engine.Placements",
        "questions.catalysts.engine.StillCellsBySat",
    ),
    commands=(
        Command(
            "catalyse",
            spellings=("catalyze",),
            suggested_for=("conduit",),
            summary="Find still lifes that make an active part recur, vanish or move on.",
            asks="questions.catalysts.asking.request",
            argument=Argument("PATTERN", "The active part: a file, a name or an apgcode."),
        ),
    ),
    options=OPTIONS,
    does=(
        (
            "catalysts",
            "each still life is placed where it is touched, and the run goes on from there until "
            "one is destroyed",
        ),
    ),
    forms=(
        Form(
            "catalyse",
            "Catalysts",
            "Draw live cells: they are the active part. Still lifes are placed where it touches "
            "them, so that it recurs, vanishes, moves on or sends out gliders, and they survive.",
            places=("box",),
            offers="catalyse",
            drawing="active",
            counts=(
                ("", "all, with a proof"),
                ("1", "the first one"),
                ("10", "10"),
                ("100", "100"),
            ),
            finds_all=True,
            empty=(("period", "none"), ("generations", "enough")),
            explained=(
                (
                    "catalyst",
                    "Catalysts to try, with commas between them: names or apgcodes. any: still "
                    "lifes of any form, in a small area.  [default: common still lifes and eaters]",
                ),
            ),
            provable=False,
            examples=(
                DrawnExample(
                    "A shuttle",
                    "Which two blocks send the queen bee back, again and again?",
                    (("where", "box"), ("period", "30"), ("catalyst", "block"), ("area", "24x12")),
                    "\n".join(f"..{row}.." for row in QUEEN_BEE),
                ),
            ),
            reads="questions.catalysts.asking.with_names_read",
        ),
    ),
)
