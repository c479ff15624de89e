"""The options that describe the question: a pattern, soups, a survey or a count."""

from __future__ import annotations

from functools import partial

from lifesearch.limits import (
    APART,
    FARTHEST_LOOK,
    LARGEST_AREA,
    LARGEST_AREA_SIDE,
    LARGEST_COUNT,
    LONGEST_PERIOD,
    LONGEST_RUN,
    LONGEST_STRIP,
    MOST_CATALYSTS,
    MOST_WANTED,
    WIDEST_STRIP,
)
from lifesearch.options import names, readers
from lifesearch.options.option import (
    BOXES,
    COUNT,
    GROWING_BOXES,
    OUTPUT,
    ROWS,
    RUNNING,
    WHAT,
    WHERE,
    option,
)

BACK = "oscillator spaceship"
PERIODIC = "oscillator spaceship still-life"
SEARCHES = "oscillator spaceship still-life predecessor complete"
FOUND = "oscillator spaceship still-life predecessor"
NEXT = "0.2.0"
"""The version in which new options appear."""

_what = partial(option, heading=WHAT)
_where = partial(option, heading=WHERE)
_rows = partial(option, heading=ROWS)
_most = partial(_what, metavar="N", kind=range(LARGEST_COUNT + 1))

# fmt: off
ASKED = (
    # What
    _what("kinds", "KIND", names.FAMILY.several, "Only oscillators, spaceships or still-lifes; may "
        "be repeated.", "survey", short=True, name="--kind", many=True, old=("--only",),
        since=NEXT),
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
    _what("generations", "N", range(1, LONGEST_PERIOD + 1), "Predecessors: how many generations "
        "back.", "count", letter="-g", usual="1", door="cli", since=NEXT),
    _what("shift", "DX,DY", readers.shift, "After the period the pattern has moved this far to the "
        "right and down.", "complete", in_python="(DX, DY)"),
    _what("velocity", "V", readers.velocity, "The pattern is a ship of this velocity: c/3, c/4 "
        "diagonal; it moves up, or up and left.", "complete", short=True, label="Velocity"),
    _where("pad", "K", range(1001), "The box is larger than the pattern by K cells on every side.",
        "predecessor", usual="1", short=True, places="box", label="Cells around the drawing"),
    _where("orphan", "", bool, "Test whether the pattern is an orphan, which makes every pattern "
        "that contains it a Garden of Eden; its surroundings are unknown, not dead.", "predecessor",
        short=True, places="box", label="In any surroundings: is it an orphan?"),
    _where("find_orphan", "WxH", readers.orphan_search, "Not supported, because each pattern in "
        "the box would need a proof; <orphan> tests one pattern.", "predecessor", door="cli",
        since=NEXT),
    _what("rule", "RULE", readers.any_rule, "The rule: B36/S23, B3-a/S23, B2/S34H, MAP..., or a "
        "name such as HighLife. A ? or a leading p (B36?/S23, pB3/S23) leaves transitions for the "
        "search to determine; any, any-outer, any-hex: every rule of that class.", PERIODIC,
        default="B3/S23", known=names.rules, short=True, places="box drawn any strip",
        label="Rule"),
    _what("rule", "RULE", readers.rule, "The rule, such as B36/S23; it must count neighbours.",
        "catalyse", usual="that of the file, or B3/S23", known=names.rules, since=NEXT,
        places="catalyse"),
    _what("rule", "RULE", readers.any_rule, "The rule, such as B36/S23. The name 'any', a '?' or a "
        "leading 'p' (B36?/S23, pB3/S23) leaves it, or a part, for the search to determine.",
        "predecessor complete", usual="that of the file, or B3/S23", known=names.rules, short=True,
        places="box film drawn"),
    _what("rule", "RULE", readers.rule, "The rule, such as B36/S23 or HighLife.", "soup rotors",
        default="B3/S23", known=names.rules, short=True, places="soup rotors"),
    _what("rule", "RULE", readers.rule, "The rule, such as B36/S23 or HighLife.", "count",
        usual="B3/S23, or that of the file", known=names.rules, short=True, door="cli"),
    _what("rule", "RULE", readers.rule, "The rule, such as B36/S23 or HighLife.",
        "show identify catalogue-add", usual="that of the file, or B3/S23", known=names.rules,
        door="cli"),
    _rows("width", "W", range(1, WIDEST_STRIP + 1), "Patterns up to W cells wide and of any "
        "length, row by row. Their <symmetry> is none, even, odd, gutter or glide; for oscillators "
        "and still lifes also C2, D2- or D4+.", PERIODIC, short=True, places="strip",
        label="Width of the strip"),
    _where("width", "W", range(1, WIDEST_STRIP + 1), "Instead of a box: all boxes of W columns, "
        "one after another.", "count", short=True, door="cli"),
    _rows("max_length", "N", range(1, LONGEST_STRIP + 1), "Only patterns of up to N rows, shortest "
        "first.", PERIODIC, places="strip", label="Rows, at most"),
    _where("max_length", "N", range(1, LONGEST_STRIP + 1), "With <width>: boxes of 1 to N rows.",
        "count", short=True, door="cli"),
    _what("symmetry", "NAME", readers.given, "Symmetry in every generation, as on LifeWiki (D2_+1, "
        "C4_4, ...) or short (C2, C4, D2|, D8); also even, odd, gutter or glide.", PERIODIC,
        default="C1", known=names.symmetries, short=True, places="box drawn any strip",
        label="Symmetry"),
    _what("symmetry", "NAME", readers.given, "Symmetry in every generation, as on LifeWiki (D2_+1, "
        "C4_4, ...) or short (C2, C4, D2|, D8).", "count", default="C1", known=names.symmetries,
        short=True),
    _what("symmetry", "NAME", readers.symmetry, "Symmetry about the centre of the grid.",
        "complete", default="C1", known=names.symmetries, short=True, places="film drawn"),
    _what("symmetry", "NAME,...", readers.symmetries, "Symmetries of soups, as on LifeWiki (C1, "
        "D2_+1, C4_4, D8_1, ...); may be repeated.", "soup", many=True,
        usual="all symmetries of the rule", known=names.symmetries, short=True, places="soup",
        in_python="a name or several"),
    _what("symmetry", "NAME", readers.symmetry, "Symmetry of the window and the cells around it in "
        "every generation, as on LifeWiki or short (C2, C4, D2|, D8).", "rotors", default="C1",
        known=names.symmetries, short=True, since=NEXT, places="rotors"),
    _what("least", "P", range(2, LONGEST_PERIOD + 1), "Only rotors of period P or more.", "rotors",
        default=3, short=True, since=NEXT, places="rotors", label="Least period"),
    _what("transform", "NAME", readers.transform, "After the period the pattern recurs rotated or "
        "reflected: R90, R180, F|, F-, ...", f"{BACK} complete catalyse", default="Id",
        known=names.transforms, places="box drawn any catalyse", label="Recurs"),
    _what("any_period", "", bool, "Also accept patterns whose period is a divisor of the given "
        "one.", f"{BACK} complete", places="box drawn any", label="Also divisors of the period",
        only_in=BOXES),
    _what("any_period", "", bool, "Oscillators: also count those whose period is a divisor of the "
        "given one.", "count", door="cli"),
    _where("torus", "", bool, "The box is a torus: opposite edges meet.", "oscillator still-life",
        places="box", label="The box is a torus", only_in=BOXES),
    _where("torus", "", bool, "The box is a torus: opposite edges meet.", "count", door="cli",
        since=NEXT, short=True),
    _what("population", "BOUND", readers.bounds, "Bound the number of live cells: '<=20', '>9', "
        "'=12'; may be repeated.", SEARCHES, many=True, short=FOUND,
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
        "proof; WHAT is population.", "predecessor complete catalyse", door="cli",
        spellings=("--minimize",), short="predecessor"),
    _what("maximise", "WHAT", names.LARGEST, "Find the pattern with the largest population, with a "
        "proof; WHAT is population.", SEARCHES, door="cli", spellings=("--maximize",)),
    _most("max_change", help="In every generation searched, at most N cells differ from generation "
        "0.", commands="oscillator spaceship predecessor complete"),
    _most("max_growth", help="In every generation searched, at most N cells are alive that were "
        "dead in generation 0.", commands="oscillator spaceship predecessor complete"),
    _most("max_decay", help="In every generation searched, at most N cells are dead that were "
        "alive in generation 0.", commands="oscillator spaceship predecessor complete"),
    _what("period", "P,P-Q", readers.periods, "The whole recurs after one of these numbers of "
        "generations: an oscillator. Without it, whatever comes out is reported.", "catalyse",
        spellings=("--periods",), short=True, since=NEXT, in_python="a number or several",
        places="catalyse"),
    _what("catalysts", "N", range(1, MOST_CATALYSTS + 1), "Place at most N catalysts.", "catalyse",
        default=2, short=True, since=NEXT, places="catalyse", label="Catalysts"),
    _what("of", "FILE", readers.given, "A catalyst to try: a file, a name or an apgcode; may be "
        "repeated. any: still lifes of any form, in a small area.", "catalyse", many=True,
        usual="common still lifes and eaters", short=True, since=NEXT,
        in_python="a Pattern, a name or a file, or several", places="catalyse",
        label="Which still lifes"),
    _what("restore", "N", range(1, LONGEST_RUN + 1), "A catalyst may be changed for at most N "
        "generations in a row.", "catalyse", default=20, short=True, since=NEXT, places="catalyse",
        label="Restored within"),
    _what("generations", "N", range(1, LONGEST_RUN + 1), "Run for N generations.", "catalyse",
        letter="-g", usual="60; with <period>, 10 more than the full period", short=True,
        since=NEXT, places="catalyse"),
    _what("transparent", "", bool, "Also accept catalysts that disappear and reappear.", "catalyse",
        since=NEXT, places="catalyse", label="They may disappear for a while"),
    _what("debris", "", bool, "Also accept that something is left over beside what comes out.",
        "catalyse", since=NEXT, places="catalyse", label="Debris may be left"),
    _what("keep_apart", "N", range(APART, LARGEST_AREA_SIDE + 1), "The distance of catalysts from "
        "each other, at least.", "catalyse", default=APART, since=NEXT, places="catalyse",
        label="Distance of catalysts"),
    _what("symmetry", "NAME", readers.symmetry, "Each catalyst has images under this symmetry, "
        "which the active part must have, too.", "catalyse", default="C1", known=names.symmetries,
        since=NEXT, places="catalyse"),
    _what("restore", "FILE", readers.given, "Fix the cells drawn in FILE in generation 0 and after "
        "the full period; '?' matches any state.", PERIODIC, old=("--keep",), since=NEXT,
        in_python="a Pattern or a file"),
    _what("restore", "FILE", readers.given, "Fix the cells drawn in FILE both in the predecessor "
        "and in the pattern; '?' matches any state.", "predecessor", old=("--keep",), since=NEXT,
        in_python="a Pattern or a file"),
    _where("rotor", "WxH", readers.box, "Only oscillators whose changing cells fit in a window of "
        "this size, whatever the stator; <symmetry> is that of the window.", "oscillator",
        since=NEXT, in_python="(4, 4) or '4x4'", places="any", label="Window of the rotor"),
    _most("max_rotor", help="At most N cells in the rotor (cells that change).",
        commands="oscillator"),
    _most("max_stator", help="At most N cells in the stator (cells that are always alive).",
        commands="oscillator"),
    _what("connected", "", bool, "Only patterns in one piece, not several that never interact.",
        PERIODIC, places="box any strip", label="In one piece"),
    _what("exclude", "FILE", readers.given, "Reject patterns of which the one in FILE is a piece; "
        "may be repeated.", PERIODIC, many=True, in_python="a Pattern or a file, or several"),
    _what("attach", "FILE", readers.given, "Find extensions of the pattern in FILE, such as "
        "tagalongs of a ship; with <composite> also separate pieces.", PERIODIC, since=NEXT,
        in_python="a Pattern or a file"),
    _what("new", "", bool, "Reject patterns with a piece that is in the built-in catalogue or in "
        "your own.", PERIODIC, places="box any strip", label="Not in a catalogue"),
    _what("new", "", bool, "With <period>: reject oscillators that are in the built-in catalogue "
        "or in your own.", "catalyse", since=NEXT, places="catalyse"),
    _what("composite", "", bool, "Without a box, or with <attach>: also accept several pieces that "
        "never interact; with <rotor>, several rotors that never touch.", BACK, since=NEXT),
    _what("composite", "", bool, "With <attach>: also accept several pieces that never interact.",
        "still-life", since=NEXT),
    _what("with_empty", "", bool, "Also count the empty pattern as an answer.",
        "oscillator still-life complete", only_in=BOXES),
    _what("with_empty", "", bool, "Also count the empty pattern.", "count", door="cli", since=NEXT),
    _what("unknown", "N", range(501), "Add a margin of unknown cells, N cells wide, around the "
        "given pattern.", "complete", short=True, since=NEXT),
    _what("stable", "", bool, "The unknown cells form a catalyst or eater; the given pattern is "
        "added in generation 1.", "complete", short=True, since=NEXT),
    _what("size", "N|N-M", readers.sides, "Side of the soups in cells, or a range.", "soup",
        default="8-16", short=True, since=NEXT, in_python="a number or two"),
    _what("density", "X", readers.density, "The fraction of live cells.", "soup", default="0.5",
        short=True, since=NEXT),
    _what("seed", "N", range(MOST_WANTED + 1), "Run the soups of this seed, the same each time.",
        "soup", usual="a random one", short=True, places="soup", since=NEXT, label="Seed"),
    _what("seed", "N", range(MOST_WANTED + 1), "Run the soups of this seed.", "survey", default=0,
        since=NEXT),
    # Where
    _where("box", "WxH", readers.box, "The box that contains all generations, width x height. "
        "Without it boxes grow; with only a period or a velocity, soups and strips are searched as "
        "well.", PERIODIC, short=True, in_python="(8, 6) or '8x6'", only_in=BOXES),
    _where("box", "WxH", readers.box, "The box, width x height, instead of <pad>; the pattern is "
        "in its middle.", "predecessor", in_python="(8, 6) or '8x6'"),
    _where("box", "WxH", readers.box, "The box that contains all generations, width x height.",
        "count", short=True, door="cli"),
    _where("area", "WxH", readers.box, "The area in which catalysts may be; the active part is in "
        "its middle.", "catalyse", default="40x40", short=True, since=NEXT,
        in_python="(30, 30) or '30x30'", places="catalyse", label="Area"),
    _where("mask", "FILE", readers.given, "Cells may be alive only where FILE has live cells "
        "('*').", PERIODIC, in_python="a Pattern or a file", only_in=BOXES),
    _where("max_area", "N", range(1, LARGEST_AREA + 1), "Search boxes of up to N cells, smallest "
        "first.", PERIODIC, places="any", label="Cells in a box, at most", only_in=GROWING_BOXES),
    _where("background", "FILE", readers.given, "Surround the box with an agar; FILE is its tile, "
        "repeated from the upper left corner of the box.", f"{PERIODIC} complete", only_in=BOXES),
    option("check", "N|all", readers.lines_to_check, "Run the commands of the N cheapest lines "
        "again, or of all, and check their proofs.", "atlas", door="cli", since=NEXT),
    # Row by row
    _rows("cylinder", "W[+S]", readers.cylinder, "Waves and wicks: the sides of the strip or the "
        "<box> are joined, W cells around; with S, shifted by S rows.", PERIODIC, since=NEXT,
        in_python="8, (8, 2) or '8+2'"),
    _where("cylinder", "W[+S]", readers.cylinder, "The sides of the <box> are joined, W cells "
        "around; with S, shifted by S rows.", "count", door="cli", since=NEXT, short=True),
    _rows("engine", "NAME", names.ENGINE, "How to search: with <width> by row tables (tables) or "
        "by SAT (rows), in a <box> by SAT (box). In a <box>, tables list all oscillators or still "
        "lifes.", PERIODIC, running=True),
    option("engine", "NAME", names.CATALYST_ENGINE, "How to search: place listed still lifes "
        "(place), or find their cells by SAT (sat).", "catalyse", RUNNING, running=True,
        usual="place; sat for <of any> and <minimise>", since=NEXT),
    _rows("look_ahead", "N", range(1, FARTHEST_LOOK + 1), "Row by row with SAT: add a row only if "
        "N more rows can follow in all generations.", PERIODIC, usual="4"),
    _rows("front", "FILE", readers.given, "Extend a pattern: generation 0 begins with its rows.",
        PERIODIC, old=("--from",), since=NEXT, in_python="a Pattern or a file"),
    _rows("partials", "", bool, "At the end, show the longest partial result: its first rows.",
        f"{PERIODIC} resume", door="cli"),
    option("only", "NAME", names.WAY, "Without a box: use one strategy alone: {names}.", BACK,
        RUNNING, usual="all in parallel", since=NEXT),
    # How many
    option("count", "N", range(1, MOST_WANTED + 1), "Stop after N answers.", f"{SEARCHES} knuth",
        COUNT, usual="1", short=SEARCHES, door="cli", places="box drawn any strip film",
        label="How many"),
    option("count", "N", range(1, MOST_WANTED + 1), "Stop after N answers.", "catalyse", COUNT,
        usual="all", short=True, door="cli", since=NEXT, places="catalyse"),
    option("count", "N", range(1, MOST_WANTED + 1), "Stop after N answers.", "resume", COUNT,
        usual="as in the session", short=True, door="cli"),
    option("soups", "N", range(1, MOST_WANTED + 1), "Run N soups.", "soup", COUNT,
        usual="100000, or unlimited with <time_limit>", old=("--count",), since=NEXT, short=True,
        door="cli"),
    option("soups", "N", range(1, MOST_WANTED + 1), "In a session of soups: run N in total.",
        "resume", COUNT, since=NEXT, door="cli"),
    option("everything", "", bool, "Find all patterns; needs <box>, <max_area>, or <width> and "
        "<max_length>.", PERIODIC, COUNT, name="--all", short=True, door="cli",
        label="How many: all"),
    option("everything", "", bool, "Find all answers.", "predecessor complete resume", COUNT,
        name="--all", short=True, door="cli", label="How many: all"),
    option("everything", "", bool, "Find all solutions; they differ in generation 0.", "knuth",
        COUNT, name="--all", door="cli"),
    option("raw", "", bool, "Include solutions that differ only in position, rotation, reflection "
        "or phase.", f"{SEARCHES} count", COUNT, only_in=BOXES),
    option("by_population", "", bool, "Print the number for each population.", "count", COUNT,
        old=("--population",), since=NEXT, short=True, door="cli"),
    option("max_density", "", bool, "With <width>, for still lifes: the highest average number of "
        "live cells per row, as a fraction.", "count", COUNT, old=("--density",), since=NEXT,
        short=True, door="cli"),
    option("census", "", bool, "Print only the census, in full.", "soup", OUTPUT, door="cli",
        since=NEXT, short=True),
    option("all_new", "", bool, "Report every object that is in no catalogue, not only ships and "
        "long periods.", "soup", OUTPUT, door="cli", since=NEXT),
)
# fmt: on
