"""The options for resources and output, and those of other commands."""

from __future__ import annotations

from functools import partial

from lifesearch.common.limits import (
    LARGEST_SCALE,
    LONGEST_PERIOD,
    MOST_FOLLOWED_GENERATIONS,
    MOST_FRAMES,
    MOST_WANTED,
)
from lifesearch.core.options import names, readers
from lifesearch.core.options.of_questions import LAST, NEXT, PERIODIC, SEARCHES
from lifesearch.core.options.option import OUTPUT, RUNNING, WHAT, option

SOLVED = f"{SEARCHES} resume"
LONG = f"{SEARCHES} survey resume"
"""The commands that may run for a long time."""

_out = partial(option, heading=OUTPUT, door="cli")
_run = partial(option, heading=RUNNING, running=True)
_other = partial(option, door="cli")

# fmt: off
SPENT = (
    # Output
    _out("no_known", "", bool, "Do not say which patterns of this kind are in the catalogue, nor "
        "what the atlas says of this question.", "oscillator spaceship still-life", since=LAST),
    _out("form", "NAME", names.FORMAT, "Print only this format: {names}.",
        f"{SEARCHES} resume identify catalogue-show", name="--format", letter="-f",
        short=f"{SEARCHES} resume"),
    _out("form", "NAME", names.SURVEY_FORMAT, "Print text, or json for other programs.", "atlas",
        name="--format", letter="-f", default="text", door="cli", since=LAST),
    _out("form", "NAME", names.SURVEY_FORMAT, "Print text, or json for other programs.", "survey",
        name="--format", letter="-f", usual="text", short=True),
    _out("form", "NAME", names.LIST_FORMAT, "Print only this format: {names}.",
        "catalogue-list catalogue-search", name="--format", letter="-f"),
    _out("form", "NAME", names.PATTERN_FORMAT, "Print the patterns as {names} (the last one marks "
        "the unknown cells of a file for 'lifesearch complete').", "show", name="--format",
        letter="-f"),
    _out("output", "FILE|DIR", str, "Write the patterns to a new file, as RLE or in the given "
        "<form>, or each to a file in DIR/; a resumed session continues its file.",
        f"{SEARCHES} resume", letter="-o", short=True),
    _out("output", "FILE", str, "Write a web page with the table and all patterns, animated.",
        "survey", letter="-o", short=True),
    _out("output", "FILE", str, "Write a web page with the tables and all patterns, animated.",
        "atlas", letter="-o", door="cli", since=LAST),
    _out("output", "FILE", str, "The file for the page; - prints it.", "gallery", letter="-o",
        default="gallery.html"),
    _out("title", "TEXT", str, "The page's heading.", "gallery"),
    _out("animate", "", bool, "Play the patterns in the terminal at the end.",
        f"{SEARCHES} resume"),
    _out("animate", "", bool, "Play in the terminal; with <svg>, an animated picture.", "show"),
    _out("remember", "", bool, "Add the patterns to your own catalogue.",
        f"{SEARCHES} resume", name="--add-to-catalogue",
        since=LAST),
    _out("copy", "", bool, "Also copy the patterns to the clipboard, as RLE.",
        f"{SEARCHES} resume catalogue-show", since=LAST),
    _out("cells", "NAME", names.CELLS, "With <animate>, how to draw cells: half (half blocks), "
        "braille (smallest) or ascii.", "show"),
    _out("colour", "NAME", names.COLOUR, "What the colours of animations and pictures show: "
        "{names}.", "show", spellings=("--color",)),
    _out("svg", "FILE", str, "Draw the generations side by side, as SVG.", "show"),
    _out("svg", "FILE", str, "Draw an SVG picture instead; - prints it.", "plot"),
    _out("png", "FILE", str, "Draw them as PNG (needs Pillow).", "show"),
    _out("gif", "FILE", str, "Make an animated GIF (needs Pillow).", "show"),
    _out("gif", "FILE", str, "With <closest>: an animated GIF of the predecessor and the picture "
        "that it becomes (needs Pillow).", "predecessor", since=NEXT),
    _out("svg", "FILE", str, "With <closest>: the same, as an animated SVG.", "predecessor",
        since=NEXT),
    _out("png", "FILE", str, "With <closest>: the two side by side, as PNG (needs Pillow).",
        "predecessor", since=NEXT),
    _out("scale", "N", range(1, LARGEST_SCALE + 1), "Draw each cell N pixels wide.", "show",
        usual="depends on the size of the pattern"),
    _out("dimacs", "FILE", str, "Do not search: write the formula that the SAT solver would get, "
        "in DIMACS.", SEARCHES),
    _out("explain", "", bool, "Do not search: say what would be tried, and why.",
        f"{SEARCHES} survey", since=LAST, short=PERIODIC),
    option("proof", "DIR", readers.path, "Write a proof that there are no other answers, which "
        "others can check; see 'lifesearch check' and 'lifesearch help proofs'.", SEARCHES, OUTPUT,
        running=True, since=LAST),
    option("proof_compress", "", bool, "Compress the proof files with gzip.", SEARCHES, OUTPUT,
        running=True, since=LAST),
    _out("report", "FILE", str, "Do not search: show the results in a session, even while its "
        "survey is running.", "survey", since=LAST, short=True),
    _out("force", "", bool, "Overwrite existing files.",
        f"{SEARCHES} resume survey show gallery plot atlas"),
    # Running
    _run("time_limit", "TIME", readers.seconds, "Stop after this time, finished or not: 60s, 5m, "
        "2h.", SOLVED,
        short=f"{SEARCHES} resume",
        places="box drawn any strip film", in_python="a number of seconds, or a text",
        label="Time limit"),
    _run("time_limit", "TIME", readers.seconds, "Stop after this time: 60s, 10m, 8h.", "survey",
        usual="until Ctrl-C", short=True),
    _run("jobs", "N", readers.jobs, "Run N solvers in parallel, at most 2 for each core; a ! after "
        "N removes this limit (-j '64!').", SOLVED, letter="-j",
        usual="all cores; 1 with a given solver, encoding or seed, or without symmetry breaking",
        places="box drawn any strip film", short="resume", label="Cores"),
    _run("jobs", "N", readers.jobs, "Run N processes in parallel, at most 2 for each core; a ! "
        "after N removes this limit (-j '64!').", "survey", letter="-j",
        usual="all cores"),
    _run("solver", "NAME", readers.solver, "Use this SAT solver instead of the default ones: "
        "glucose4, cadical195, ...", SOLVED, completions=names.solvers),
    _run("encoding", "NAME", names.ENCODING, "How the rule is encoded in clauses: implicates (any "
        "rule) or knuth (Life).", f"{SEARCHES} resume"),
    _run("plain", "", bool, "No symmetry breaking: patterns may be found sooner, proofs that there "
        "are none take longer.", f"{SEARCHES} resume"),
    _run("seed", "N", range(MOST_WANTED + 1), "Change the order of the search, and its luck. With "
        "one job, the same seed repeats a search of a box or strip.", SOLVED),
    _run("memory", "SIZE", readers.memory, "Use at most this much memory for row tables and their "
        "states: 500M, 2G.", f"{PERIODIC} resume", usual="half of the free memory",
        in_python="a number of bytes, or a text"),
    _run("memory", "SIZE", readers.memory, "Use at most this much memory in all processes "
        "together: 500M, 2G.", "survey", usual="half of the free memory", since=LAST,
        in_python="a number of bytes, or a text"),
    _run("cluster", "ADDRESS", readers.cluster_address, "Run on a Ray cluster: ray://HOST:10001, "
        "or auto for the cluster of this machine; see 'lifesearch help cluster'.", LONG,
        since=LAST, places="box drawn any strip film", label="Ray cluster"),
    _run("session", "FILE", readers.path, "Save the search in FILE; the same command, or "
        "'lifesearch resume FILE', continues it.", SEARCHES, short=True),
    _run("session", "FILE", readers.path, "Save the survey in FILE; the same command, or "
        "'lifesearch resume FILE', continues it.", "survey", since=LAST, short=True),
    option("no_progress", "", bool, "Log a line from time to time instead of a display.",
        LONG, RUNNING, door="cli"),
    _out("quiet", "", bool, "Print answers only; the exit status is the verdict.",
        f"{LONG} check gallery show identify", letter="-q", since=LAST),
    _out("verbose", "", bool, "Show solvers, their conflicts and the cost of proofs.", LONG,
        letter="-v", since=LAST),
    _run("progress", "", readers.shown_or_not, "Show progress; by default on terminals and in "
        "notebooks.", f"{SEARCHES} survey", door="python"),
    option("tell", "", readers.function, "A function that is called with a sentence for each new "
        "result.", "survey", RUNNING, door="python"),
    # Other commands
    _other("generations", "N", range(1, MOST_FRAMES + 1), "Show generations 0 to N-1.", "show",
        WHAT, usual="one period, or a few"),
    _other("generations", "N", range(1, MOST_FOLLOWED_GENERATIONS + 1),
        "Run patterns for up to N generations.", "identify catalogue-add", WHAT, default=1000),
    _other("known", "FILE", readers.later, "Compare with this list of smallest patterns (.sss): "
        "fewer cells for a speed or period are a record.", "identify", WHAT, since=NEXT),
    _other("port", "N", range(65536), "The port of the page.", "studio", default=0,
        usual="a free one", since=LAST),
    _other("no_browser", "", bool, "Print the address; do not open a browser.", "studio",
        since=LAST),
    _other("kind", "KIND", names.catalogue_kind, "Only this kind: still-life, oscillator or "
        "spaceship.", "catalogue-list catalogue-show", WHAT, completions=names.catalogue_kinds),
    _other("period", "P", range(1, LONGEST_PERIOD + 1), "Only patterns of this period.",
        "catalogue-list catalogue-show", WHAT),
    _other("velocity", "VELOCITY", readers.velocity, "Only spaceships of this velocity: c/2, "
        "(1,1)c/4, ...", "catalogue-list catalogue-show", WHAT),
    _other("own", "", bool, "Only your own catalogue.", "catalogue-list", WHAT),
    _other("name", "NAME", str, "The pattern's name.", "catalogue-add", usual="that of the file"),
)
# fmt: on
