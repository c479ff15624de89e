"""The options for resources and output, and those of other commands."""

from __future__ import annotations

from functools import partial

from lifesearch.limits import LARGEST_SCALE, LONGEST_PERIOD, MOST_FOLLOWED, MOST_FRAMES, MOST_WANTED
from lifesearch.options import names, readers
from lifesearch.options.asked import NEXT, PERIODIC, SEARCHES
from lifesearch.options.option import OUTPUT, RUNNING, WHAT, option

SOLVED = f"{SEARCHES} knuth resume"
CENSUS = "soup survey rotors catalyse"
LONG = f"{SEARCHES} soup survey count rotors catalyse resume"
"""The commands that may run for a long time."""

ROTOR_PROOF = (
    "to prove that a rotor has no stator, give 'lifesearch complete' its film from "
    "'lifesearch rotors -f json', and <proof>"
)

_out = partial(option, heading=OUTPUT, door="cli")
_run = partial(option, heading=RUNNING, running=True)
_other = partial(option, door="cli")

# fmt: off
SPENT = (
    # Output
    _out("no_known", "", bool, "Do not say which patterns of this kind are in the catalogue, nor "
        "what the atlas says of this question.", "oscillator spaceship still-life", since=NEXT),
    _out("to", "NAME", names.TARGET, "Write the clauses in Knuth's format (sat) or DIMACS "
        "(dimacs), or solve them (solve).", "knuth", default="solve"),
    _out("form", "NAME", names.FORMAT, "Print only this format: {names}.",
        f"{SEARCHES} catalyse resume soup identify catalogue-show", name="--format", letter="-f",
        short=f"{SEARCHES} catalyse soup resume"),
    _out("form", "NAME", names.COUNT_FORMAT, "Print json or csv for other programs.", "count",
        name="--format", letter="-f", short=True),
    _out("form", "NAME", names.SURVEY_FORMAT, "Print text, or json for other programs.", "atlas",
        name="--format", letter="-f", default="text", door="cli", since=NEXT),
    _out("form", "NAME", names.SURVEY_FORMAT, "Print text, or json for other programs.", "survey",
        name="--format", letter="-f", usual="text", short=True),
    _out("form", "NAME", names.FORMAT, "Print only this format: {names}. Patterns are those of "
        "rotors that have a stator.", "rotors", name="--format", letter="-f", short=True),
    _out("form", "NAME", names.LIST_FORMAT, "Print only this format: {names}.",
        "catalogue-list catalogue-search", name="--format", letter="-f"),
    _out("form", "NAME", names.PATTERN_FORMAT, "Print the patterns as {names} (the last one marks "
        "the unknown cells of a file for 'lifesearch complete').", "show", name="--format",
        letter="-f"),
    _out("output", "FILE|DIR", str, "Write the patterns to a new file, as RLE or in the given "
        "<form>, or each to a file in DIR/; a resumed session continues its file.",
        f"{SEARCHES} catalyse resume", letter="-o", short=True),
    _out("output", "FILE|DIR", str, "Write the spaceships, and the oscillators of periods other "
        "than 2, to a new file, as RLE or in the given <form>, or each to a file in DIR/.", "soup",
        letter="-o", short=True),
    _out("output", "FILE|DIR", str, "Write the oscillators to a new file, as RLE or in the given "
        "<form>, or each to a file in DIR/.", "rotors", letter="-o", short=True),
    _out("output", "FILE", str, "Write to a file.", "knuth", letter="-o"),
    _out("output", "FILE", str, "Write a web page with the table and all patterns, animated.",
        "survey", letter="-o", short=True),
    _out("output", "FILE", str, "Write a web page with the tables and all patterns, animated.",
        "atlas", letter="-o", door="cli", since=NEXT),
    _out("output", "FILE", str, "The file for the page; - prints it.", "gallery", letter="-o",
        default="gallery.html"),
    _out("title", "TEXT", str, "The page's heading.", "gallery"),
    _out("animate", "", bool, "Play the patterns in the terminal at the end.",
        f"{SEARCHES} catalyse resume"),
    _out("animate", "", bool, "Play in the terminal; with <svg>, an animated picture.", "show"),
    _out("remember", "", bool, "Add the patterns to your own catalogue.",
        f"{SEARCHES} catalyse resume soup", name="--add-to-catalogue", old=("--remember",),
        since=NEXT),
    _out("copy", "", bool, "Also copy the patterns to the clipboard, as RLE.",
        f"{SEARCHES} catalyse resume catalogue-show", since=NEXT),
    _out("cells", "NAME", names.CELLS, "With <animate>, how to draw cells: half (half blocks), "
        "braille (smallest) or ascii.", "show"),
    _out("colour", "NAME", names.COLOUR, "Colours of animations and pictures: age, rotor (rotor "
        "and stator in different colours) or none.", "show", spellings=("--color",)),
    _out("svg", "FILE", str, "Draw the generations side by side, as SVG.", "show"),
    _out("svg", "FILE", str, "Draw an SVG picture instead; - prints it.", "plot"),
    _out("png", "FILE", str, "Draw them as PNG (needs Pillow).", "show"),
    _out("gif", "FILE", str, "Make an animated GIF (needs Pillow).", "show"),
    _out("scale", "N", range(1, LARGEST_SCALE + 1), "Draw each cell N pixels wide.", "show",
        usual="depends on the size of the pattern"),
    _out("dimacs", "FILE", str, "Do not search: write the formula that the SAT solver would get, "
        "in DIMACS.", SEARCHES),
    _out("explain", "", bool, "Do not search: say what would be tried, and why.",
        f"{SEARCHES} soup survey count rotors catalyse", since=NEXT, short=PERIODIC),
    option("proof", "DIR", readers.path, "Write a proof that there are no other answers, which "
        "others can check; see 'lifesearch check' and 'lifesearch help proofs'.", SEARCHES, OUTPUT,
        running=True, since=NEXT,
        refused=(("rotors", f"rotors does not write a proof of its table; {ROTOR_PROOF}"),)),
    option("proof_compress", "", bool, "Compress the proof files with gzip.", SEARCHES, OUTPUT,
        running=True, since=NEXT),
    _out("report", "FILE", str, "Do not search: show the results in a session, even while its "
        "survey is running.", "survey", since=NEXT, short=True),
    _out("force", "", bool, "Overwrite existing files.",
        f"{SEARCHES} catalyse resume rotors soup survey knuth show gallery plot atlas"),
    # Running
    _run("time_limit", "TIME", readers.seconds, "Stop after this time, finished or not: 60s, 5m, "
        "2h.", f"{SOLVED} soup count rotors catalyse",
        short=f"{SEARCHES} soup count rotors catalyse resume",
        places="box drawn any strip film soup", in_python="a number of seconds, or a text",
        label="Time limit"),
    _run("time_limit", "TIME", readers.seconds, "Stop after this time: 60s, 10m, 8h.", "survey",
        usual="until Ctrl-C", short=True),
    _run("jobs", "N", readers.jobs, "Run N solvers in parallel, at most 2 for each core; a ! after "
        "N removes this limit (-j '64!').", SOLVED, letter="-j",
        usual="all cores; 1 with a given solver, encoding or seed, or without symmetry breaking",
        places="box drawn any strip film", short="resume", label="Cores"),
    _run("jobs", "N", readers.jobs, "Run N processes in parallel, at most 2 for each core; a ! "
        "after N removes this limit (-j '64!').", f"{CENSUS} atlas", letter="-j",
        usual="all cores", places="soup"),
    _run("solver", "NAME", readers.solver, "Use this SAT solver instead of the default ones: "
        "glucose4, cadical195, ...", SOLVED, known=names.solvers),
    _run("encoding", "NAME", names.ENCODING, "How the rule is encoded in clauses: implicates (any "
        "rule) or knuth (Life).", f"{SEARCHES} resume"),
    _run("plain", "", bool, "No symmetry breaking: patterns may be found sooner, proofs that there "
        "are none take longer.", f"{SEARCHES} resume"),
    _run("seed", "N", range(MOST_WANTED + 1), "Change the order of the search, and its soups. With "
        "one job, the same seed repeats a search of a box or strip.", SOLVED),
    _run("seeds", "A-B", readers.seeds, "Search a strip with each of these seeds in parallel: how "
        "soon a ship is found depends on chance.", f"{PERIODIC} resume", since=NEXT,
        in_python="numbers, or a text"),
    _run("memory", "SIZE", readers.memory, "Use at most this much memory for row tables and their "
        "states: 500M, 2G.", f"{PERIODIC} resume", usual="half of the free memory",
        in_python="a number of bytes, or a text"),
    _run("memory", "SIZE", readers.memory, "Use at most this much memory: 500M, 2G. A count that "
        "needs more is rejected.", "count", usual="half of the free memory", since=NEXT,
        in_python="a number of bytes, or a text"),
    _run("memory", "SIZE", readers.memory, "Use at most this much memory in all processes "
        "together: 500M, 2G.", "survey", usual="half of the free memory", since=NEXT,
        in_python="a number of bytes, or a text"),
    _run("cluster", "ADDRESS", readers.cluster_address, "Run on a Ray cluster: ray://HOST:10001, "
        "or auto for the cluster of this machine; see 'lifesearch help cluster'.", f"{LONG} knuth",
        since=NEXT, places="box drawn any strip film soup", label="Ray cluster"),
    _run("session", "FILE", readers.path, "Save the search in FILE; the same command, or "
        "'lifesearch resume FILE', continues it.", f"{SEARCHES} soup rotors catalyse", short=True),
    _run("session", "FILE", readers.path, "Save the count in FILE; the same command, or "
        "'lifesearch resume FILE', continues it.", "count", door="cli", since=NEXT, short=True),
    _run("session", "FILE", readers.path, "Save the survey in FILE; the same command, or "
        "'lifesearch resume FILE', continues it.", "survey", since=NEXT, short=True),
    option("no_progress", "", bool, "Log a line from time to time instead of a display.",
        f"{LONG} knuth", RUNNING, door="cli"),
    _out("quiet", "", bool, "Print answers only; the exit status is the verdict.",
        f"{LONG} knuth check gallery show identify bench", letter="-q", since=NEXT),
    _out("verbose", "", bool, "Show solvers and their conflicts.", f"{LONG} knuth", letter="-v",
        since=NEXT),
    _run("progress", "", readers.given, "Show progress; by default on terminals and in notebooks.",
        f"{SEARCHES} soup survey rotors catalyse", door="python"),
    option("tell", "", readers.given, "A function that is called with a sentence for each new "
        "result.", "survey", RUNNING, door="python"),
    # Other commands
    _other("given", "T:FILE", readers.given, "Cells of generation T that are known, in a grid of "
        "'.', 'o' and '?' or a pattern; may be repeated.", "knuth", many=True, since=NEXT),
    _other("catalogue", "", bool, "List the programs, each explained in one line.", "knuth",
        name="--list"),
    _other("generations", "N", range(1, MOST_FRAMES + 1), "Show generations 0 to N-1.", "show",
        WHAT, usual="one period, or a few"),
    _other("generations", "N", range(1, MOST_FOLLOWED + 1), "Run patterns for up to N generations.",
        "identify catalogue-add", WHAT, default=1000),
    _other("quick", "", bool, "Run only tasks that take a few seconds, each once.", "bench"),
    _other("cold", "", bool, "Measure how long the first run takes to compile functions.", "bench",
        since=NEXT),
    _other("first", "", bool, "Measure the time to the first answer of simple commands.", "bench",
        since=NEXT),
    _other("runs", "N", range(1, 1001), "Run each task N times, with a new seed each time, and "
        "report the medians.", "bench", usual="3", old=("--seeds",), since=NEXT),
    _other("solver", "NAME", names.SOLVER.several, "Try this solver instead of the usual ones; may "
        "be repeated.", "bench", many=True),
    _other("encoding", "NAME", names.ENCODING.several, "Try this encoding; may be repeated.",
        "bench", many=True),
    _other("plain", "", bool, "Search without symmetry breaking.", "bench"),
    _other("time_limit", "TIME", readers.seconds, "Stop each run after this time: 60s, 5m, 2h.",
        "bench", usual="60s"),
    _other("as_json", "", bool, "Print one JSON object per line when a task is done.", "bench",
        name="--json"),
    _other("port", "N", range(65536), "The port of the page.", "studio", default=0,
        usual="a free one", since=NEXT),
    _other("no_browser", "", bool, "Print the address; do not open a browser.", "studio",
        since=NEXT),
    _other("kind", "KIND", names.catalogue_kind, "Only this kind: still-life, oscillator or "
        "spaceship.", "catalogue-list", WHAT, known=names.catalogue_kinds),
    _other("period", "P", range(1, LONGEST_PERIOD + 1), "Only patterns of this period.",
        "catalogue-list", WHAT),
    _other("velocity", "VELOCITY", readers.velocity, "Only spaceships of this velocity: c/2, "
        "(1,1)c/4, ...", "catalogue-list", WHAT),
    _other("own", "", bool, "Only your own catalogue.", "catalogue-list", WHAT),
    _other("name", "NAME", str, "The pattern's name.", "catalogue-add", usual="that of the file"),
)
# fmt: on
