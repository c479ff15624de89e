"""The options of questions that several kinds, or a survey, have in common.

An option has several entries where its help, its values or its default differ by command. `<pad>`
in a text stands for another option, and `places` are parts of the studio: see `option.Option`.
"""

from __future__ import annotations

from functools import partial

from lifesearch.common.limits import (
    FARTHEST_LOOK_AHEAD,
    LARGEST_AREA,
    LARGEST_COUNT,
    LONGEST_PERIOD,
    LONGEST_STRIP,
    MOST_WANTED,
    USUAL_LOOK_AHEAD,
    WIDEST_STRIP,
)
from lifesearch.core.options import names, readers
from lifesearch.core.options.option import (
    BOXES,
    COUNT,
    GROWING_BOXES,
    ROWS,
    RUNNING,
    WHAT,
    WHERE,
    option,
)

WITH_PERIOD = "oscillator spaceship"
PERIODIC = "oscillator spaceship still-life"
SEARCHES = "oscillator spaceship still-life predecessor complete"
ALL_BUT_COMPLETE = "oscillator spaceship still-life predecessor"
LAST, NEXT = "0.2.0", "0.3.0"
"""Versions for `Option.since`, the second after the first; without one it is version 0.1.0."""

WIDEST_PAD, WIDEST_MARGIN = 1000, 500
"""Cells on each side of a pattern: a choice, since boxes with half of it exceed LARGEST_VOLUME."""

_what = partial(option, heading=WHAT)
_where = partial(option, heading=WHERE)
_rows = partial(option, heading=ROWS)
_most = partial(_what, metavar="N", value_type=range(LARGEST_COUNT + 1))

WINDOW_OR_NAME = readers.by("questions.rotors.window_option.window_or_name")

# fmt: off
ASKED = (
    # What
    _what("kinds", "KIND", names.FAMILY.several, "Only oscillators, spaceships or still-lifes; may "
        "be repeated.", "survey", short=True, name="--kind", many=True,
        since=LAST),
    _what("periods", "N,N-M", readers.periods, "Only oscillators of these periods, such as 2-12 or "
        "3,5,7.", "survey", short=True),
    _what("speeds", "V,...", readers.speeds, "Only spaceships of these speeds, such as 'c/2,c/4 "
        "diagonal'.", "survey", short=True),
    _what("period", "P", range(1, LONGEST_PERIOD + 1), "The pattern recurs after P generations.",
        "complete", short=True, label="Period"),
    _what("generations", "N", range(1, LONGEST_PERIOD + 1), "Search generations 0 to N; those "
        "without a grid are unknown.", "complete", letter="-g", usual="one for each grid",
        short=True, places="film", label="Generations"),
    _what("generations", "N", range(1, LONGEST_PERIOD + 1), "How many generations back.",
        "predecessor", letter="-g", default=1, short=True, places="box"),
    _what("shift", "DX,DY", readers.shift, "After the period the pattern has moved this far to the "
        "right and down.", "complete", in_python="(DX, DY)"),
    _what("velocity", "V", readers.velocity, "The pattern is a ship of this velocity: c/3, c/4 "
        "diagonal; it moves up, or up and left.", "complete", short=True, label="Velocity"),
    _where("pad", "K", range(WIDEST_PAD + 1), "The box is larger than the pattern by K cells on "
        "every side.", "predecessor", usual="1", short=True, places="box",
        label="Cells around the drawing"),
    _where("orphan", "", bool, "Test whether the pattern is an orphan, which makes every pattern "
        "that contains it a Garden of Eden; its surroundings are unknown, not dead.", "predecessor",
        short=True, places="box", label="In any surroundings: is it an orphan?"),
    _where("garden_of_eden", "", bool, "Decide whether any pattern becomes this one in dead "
        "surroundings, finite or infinite: in B3/S23 always, in other rules only if none does.",
        "predecessor", short=True, since=NEXT, places="box",
        label="In dead surroundings: is it a Garden of Eden?"),
    _what("closest", "", bool, "Find the predecessor by which the fewest cells of the pattern are "
        "wrong: with proof in small boxes, better and better ones in large ones.", "predecessor",
        short=True, door="cli", since=NEXT, places="box", label="The closest: few wrong cells",
        asks="questions.closest.asking.request"),
    _what("size", "WxH", readers.box, "With <closest> and a picture (PNG, JPEG, PBM, PGM): its "
        "size in cells.", "predecessor", usual="one cell for each pixel, up to 128", door="cli",
        since=NEXT),
    _what("threshold", "X", readers.darkness, "Of a picture, cells darker than X live (0: white, "
        "1: black), instead of dithering.", "predecessor", door="cli", since=NEXT),
    _what("invert", "", bool, "Of a picture, bright cells live, not dark ones.", "predecessor",
        door="cli", since=NEXT),
    _what("forced", "", bool, "Find the cells that are the same in all predecessors, with proof.",
        "predecessor", since=NEXT, asks="questions.forced.asking.request"),
    _what("project", "FILE", readers.later, "Find predecessors that differ in the cells marked by "
        "live cells in FILE, which is drawn over the pattern; one for each way to fill them.",
        "predecessor", since=NEXT, in_python="a Pattern or a file"),
    _where("find_orphan", "WxH", readers.box, "Find an orphan of H rows (up to 7) and at most W "
        "columns; no pattern is given. <count> N finds more.", "predecessor", since=LAST,
        in_python="(40, 6) or '40x6'", asks="questions.orphans.asking.request"),
    _what("rule", "RULE", readers.any_rule, "The rule: B36/S23, B3-a/S23, B2/S34H, MAP..., or a "
        "name such as HighLife. A ? or a leading p (B36?/S23, pB3/S23) leaves transitions for the "
        "search to determine; any, any-outer, any-hex, any-phoenix, any-b0, any-outer-b0 (any/3: "
        "with three states): every rule of that class.", PERIODIC,
        default="B3/S23", completions=names.rules, short=True, places="box drawn any strip",
        label="Rule"),
    _what("rule", "RULE", readers.any_rule, "The rule, such as B36/S23. The name 'any', a '?' or a "
        "leading 'p' (B36?/S23, pB3/S23) leaves it, or a part, for the search to determine.",
        "predecessor complete", usual="that of the file, or B3/S23", completions=names.rules,
        short=True, places="box film drawn"),
    _what("rule", "RULE", readers.rule, "The rule, such as B36/S23 or HighLife.",
        "show identify catalogue-add", usual="that of the file, or B3/S23", completions=names.rules,
        door="cli"),
    _rows("width", "W", range(1, WIDEST_STRIP + 1), "Patterns up to W cells wide and of any "
        "length, row by row. Their <symmetry> is none, even, odd, gutter or glide; for oscillators "
        "and still lifes also C2, D2- or D4+.", PERIODIC, short=True, places="strip",
        label="Width of the strip"),
    _rows("max_length", "N", range(1, LONGEST_STRIP + 1), "Only patterns of up to N rows, shortest "
        "first.", PERIODIC, places="strip", label="Rows, at most"),
    _what("symmetry", "NAME", readers.symmetry_name, "Symmetry in every generation, as on LifeWiki "
        "(D2_+1, C4_4, ...) or short (C2, C4, D2|, D8); also even, odd, gutter or glide.", PERIODIC,
        default="C1", completions=names.symmetries_and_those_of_strips, short=True,
        places="box drawn any strip", label="Symmetry"),
    _what("symmetry", "NAME", readers.symmetry, "Symmetry about the centre of the grid.",
        "complete", default="C1", completions=names.symmetries, short=True, places="film drawn"),
    _what("transform", "NAME", readers.transform, "After the period the pattern recurs rotated or "
        "reflected: R90, R180, F|, F-, ...", f"{WITH_PERIOD} complete", default="Id",
        completions=names.transforms, places="box drawn any", label="Recurs"),
    _what("any_period", "", bool, "Also accept patterns whose period is a divisor of the given "
        "one.", f"{WITH_PERIOD} complete", places="box drawn any",
        label="Also divisors of the period", only_in=BOXES),
    _where("torus", "", bool, "The box is a torus: opposite edges meet.", "oscillator still-life",
        places="box", label="The box is a torus", only_in=BOXES),
    _where("torus", "", bool, "On a torus, where opposite edges meet: as large as the drawing, or "
        "<box>. A file that says its torus needs no option.", "predecessor", since=NEXT,
        places="box", label="The box is a torus"),
    _where("cylinder", "W[+S]", readers.cylinder, "On a cylinder: the left and the right side of "
        "the box are joined, W cells around; with S, shifted by S rows.", "predecessor",
        since=NEXT, in_python="8, (8, 2) or '8+2'"),
    _what("population", "BOUND", readers.bounds, "Bound the number of live cells: '<=20', '>9', "
        "'=12'; may be repeated.", SEARCHES, many=True, short=ALL_BUT_COMPLETE,
        places="box drawn any strip film",
        in_python="a text, a number, or (least, most) with None where there is no bound",
        label="Live cells"),
    _what("population_of", "WHICH", names.GENERATION, "The generation in which live cells are "
        "counted: first, all, or the one with min or max population.",
        "oscillator spaceship predecessor complete",
        usual="first; for the smallest or largest ship, the best generation",
        places="box drawn any strip film", label="Counted in"),
    _what("minimise", "WHAT", names.LEAST, "Find the pattern with the least population or in the "
        "smallest box, with a proof; WHAT is population or box.", PERIODIC, door="cli",
        spellings=("--minimize",), short=True, label="Find the best"),
    _what("minimise", "WHAT", names.FEWEST, "Find the answer with the fewest live cells, with a "
        "proof; WHAT is population.", "predecessor complete", door="cli",
        spellings=("--minimize",)),
    _what("maximise", "WHAT", names.LARGEST, "Find the pattern with the largest population, with a "
        "proof; WHAT is population.", SEARCHES, door="cli", spellings=("--maximize",)),
    _most("max_change", help="In every generation searched, at most N cells differ from generation "
        "0.", commands="oscillator spaceship predecessor complete"),
    _most("max_growth", help="In every generation searched, at most N cells are alive that were "
        "dead in generation 0.", commands="oscillator spaceship predecessor complete"),
    _most("max_decay", help="In every generation searched, at most N cells are dead that were "
        "alive in generation 0.", commands="oscillator spaceship predecessor complete"),
    _what("restore", "FILE", readers.later, "Fix the cells drawn in FILE in generation 0 and after "
        "the full period; '?' matches any state.", PERIODIC, since=LAST,
        in_python="a Pattern or a file"),
    _what("restore", "FILE", readers.later, "Fix the cells drawn in FILE both in the predecessor "
        "and in the pattern; '?' matches any state.", "predecessor", since=LAST,
        in_python="a Pattern or a file"),
    _where("rotor", "WxH|NAME", WINDOW_OR_NAME, "Only oscillators whose changing cells "
        "fit in a window of this size, whatever the stator; <symmetry> is that of the window. Or "
        "those with the rotor of this name, as 'lifesearch identify' prints it.", "oscillator",
        since=LAST, in_python="(4, 4), '4x4' or a name", places="any",
        label="Window of the rotor", example="such as 4x3",
        asks="questions.rotors.asking.request_of_period"),
    _most("max_rotor", help="At most N cells in the rotor (cells that change).",
        commands="oscillator"),
    _most("max_stator", help="At most N cells in the stator (cells that are always alive).",
        commands="oscillator"),
    _what("connected", "", bool, "Only patterns in one piece, not several that never interact.",
        PERIODIC, places="box any strip", label="In one piece"),
    _what("exclude", "FILE", readers.later, "Reject patterns of which the one in FILE is a piece; "
        "may be repeated.", PERIODIC, many=True, in_python="a Pattern or a file, or several"),
    _what("attach", "FILE", readers.later, "Find extensions of the pattern in FILE, such as "
        "tagalongs of a ship; with <composite> also separate pieces.", PERIODIC, since=LAST,
        in_python="a Pattern or a file"),
    _what("new", "", bool, "Reject patterns with a piece that is in the built-in catalogue or in "
        "your own.", PERIODIC, places="box any strip", label="Not in a catalogue"),
    _what("composite", "", bool, "Without a box, or with <attach>: also accept several pieces that "
        "never interact; with <rotor>, several rotors that never touch.", WITH_PERIOD, since=LAST),
    _what("composite", "", bool, "With <attach>: also accept several pieces that never interact.",
        "still-life", since=LAST),
    _what("with_empty", "", bool, "Also count the empty pattern as an answer.",
        "oscillator still-life complete", only_in=BOXES),
    _what("margin", "N", range(WIDEST_MARGIN + 1), "Add a margin of unknown cells, N cells "
        "wide, around the given pattern.", "complete", short=True, since=LAST),
    _what("stable", "", bool, "The unknown cells form an eater, or another still life; the given "
        "pattern is added in generation 1.", "complete", short=True, since=LAST),
    _what("seed", "N", range(MOST_WANTED + 1), "Run the soups of this seed.", "survey", default=0,
        since=LAST),
    # Where
    _where("box", "WxH", readers.box, "The box that contains all generations, width x height. "
        "Without it boxes grow; with only a period or a velocity, several strategies search as "
        "well.", PERIODIC, short=True, in_python="(8, 6) or '8x6'", only_in=BOXES),
    _where("box", "WxH", readers.box, "The box, width x height, instead of <pad>; the pattern is "
        "in its middle.", "predecessor", in_python="(8, 6) or '8x6'"),
    _where("mask", "FILE", readers.later, "Cells may be alive only where FILE has live cells "
        "('*').", PERIODIC, in_python="a Pattern or a file", only_in=BOXES),
    _where("max_area", "N", range(1, LARGEST_AREA + 1), "Search boxes of up to N cells, smallest "
        "first.", PERIODIC, places="any", label="Cells in a box, at most", only_in=GROWING_BOXES),
    _where("background", "FILE", readers.later, "Surround the box with an agar; FILE is its tile, "
        "repeated from the upper left corner of the box.", f"{PERIODIC} complete", only_in=BOXES),
    # Row by row
    _rows("cylinder", "W[+S]", readers.cylinder, "Waves and wicks: the sides of the strip or the "
        "<box> are joined, W cells around; with S, shifted by S rows.", PERIODIC, since=LAST,
        in_python="8, (8, 2) or '8+2'"),
    _rows("engine", "NAME", names.ENGINE, "How to search: with <width> by row tables (tables) or "
        "by SAT (rows), in a <box> by SAT (box). In a <box>, tables list all oscillators or still "
        "lifes.", PERIODIC, running=True),
    _rows("look_ahead", "N", range(1, FARTHEST_LOOK_AHEAD + 1), "Row by row with SAT: add a row "
        "only if N more rows can follow in all generations.", PERIODIC,
        usual=str(USUAL_LOOK_AHEAD)),
    _rows("front", "FILE", readers.later, "Extend a pattern: generation 0 begins with its rows.",
        PERIODIC, since=LAST, in_python="a Pattern or a file"),
    _rows("partials", "", bool, "If nothing is found, print the longest partial result: rows.",
        f"{PERIODIC} resume", door="cli"),
    option("only", "NAME", names.STRATEGY, "Without a box: use one strategy alone: {names}.",
        WITH_PERIOD, RUNNING, usual="all in parallel", since=LAST),
    # How many
    option("count", "N", range(1, MOST_WANTED + 1), "Stop after N answers.", SEARCHES,
        COUNT, usual="1", short=SEARCHES, door="cli", places="box drawn any strip film",
        label="How many"),
    option("count", "N", range(1, MOST_WANTED + 1), "Stop after N answers.", "resume", COUNT,
        usual="as in the session", short=True, door="cli"),
    option("soups", "N", range(1, MOST_WANTED + 1), "In a session of soups: run N in total.",
        "resume", COUNT, since=LAST, door="cli"),
    option("everything", "", bool, "Find all patterns; needs <box>, <max_area>, or <width> and "
        "<max_length>.", PERIODIC, COUNT, name="--all", short=True, door="cli",
        label="How many: all"),
    option("everything", "", bool, "Find all answers.", "predecessor complete resume", COUNT,
        name="--all", short=True, door="cli", label="How many: all"),
    option("raw", "", bool, "Include solutions that differ only in position, rotation, reflection "
        "or phase.", SEARCHES, COUNT, only_in=BOXES),
)
# fmt: on
