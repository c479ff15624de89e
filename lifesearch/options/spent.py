"""The options that say what may be spent, and where answers go; and those of other commands."""

from __future__ import annotations

from functools import partial

from lifesearch.limits import LARGEST_SCALE, LONGEST_PERIOD, MOST_FOLLOWED, MOST_FRAMES, MOST_WANTED
from lifesearch.options import names, readers
from lifesearch.options.asked import NEXT, PERIODIC, SEARCHES
from lifesearch.options.option import OUTPUT, RUNNING, WHAT, Option, commands

SOLVED = (*SEARCHES, "knuth", "resume")
CENSUS = commands("soup survey")
LONG = (*SEARCHES, "soup", "survey", "count", "resume")
"""The commands that search for long."""

_out = partial(Option, heading=OUTPUT, door="cli")
_run = partial(Option, heading=RUNNING, running=True)
_other = partial(Option, door="cli")

# fmt: off
SPENT = (
    # Output
    _out("no_known", "", bool, "Do not list the known patterns of this kind in the catalogue.",
        commands("oscillator spaceship"), since=NEXT),
    _out("to", "NAME", names.TARGET, "Write the clauses in Knuth's format (sat) or DIMACS "
        "(dimacs), or solve them (solve).", commands("knuth"), default="solve"),
    _out("form", "NAME", names.FORMAT, "Print only this, for other programs: rle, cells, life105, "
        "life106, mc, json, csv or apgcode.",
        (*SEARCHES, "resume", "soup", "identify", "catalogue-show"), name="--format", letter="-f",
        short=(*SEARCHES, "soup", "resume")),
    _out("form", "NAME", names.COUNT_FORMAT, "json or csv: the numbers, each with its question.",
        commands("count"), name="--format", letter="-f", short=commands("count")),
    _out("form", "NAME", names.SURVEY_FORMAT, "text, or json for other programs.",
        commands("survey"), name="--format", letter="-f", usual="text",
        short=commands("survey")),
    _out("form", "NAME", names.LIST_FORMAT, "Print only this, for other programs: json, csv or "
        "apgcode.", commands("catalogue-list catalogue-search"), name="--format", letter="-f"),
    _out("form", "NAME", names.PATTERN_FORMAT, "Print the patterns as rle, cells, life105, "
        "life106, mc, or life-history, in which unknown cells of a file for complete are marked.",
        commands("show"), name="--format", letter="-f"),
    _out("output", "FILE|DIR", str, "Write the patterns, as RLE or in the <form>, to a new file, "
        "or each to a file in DIR/; a resumed session continues its file.",
        (*SEARCHES, "resume"), letter="-o", short=(*SEARCHES, "resume")),
    _out("output", "FILE|DIR", str, "Write the reported objects, as RLE or in the <form>, to a new "
        "file, or each to a file in DIR/.", commands("soup"), letter="-o",
        short=commands("soup")),
    _out("output", "FILE", str, "Write to a file.", commands("knuth"), letter="-o"),
    _out("output", "FILE", str, "Write a web page: the table, and all patterns in motion.",
        commands("survey"), letter="-o", short=commands("survey")),
    _out("output", "FILE", str, "The page; - prints it.", commands("gallery"), letter="-o",
        default="gallery.html"),
    _out("title", "TEXT", str, "The page's heading.", commands("gallery")),
    _out("animate", "", bool, "At the end, play the patterns in the terminal.",
        (*SEARCHES, "resume")),
    _out("animate", "", bool, "Play in the terminal; with <svg>, an animated picture.",
        commands("show")),
    _out("remember", "", bool, "Add the patterns to your own catalogue.",
        (*SEARCHES, "resume", "soup"), name="--add-to-catalogue", old=("--remember",),
        since=NEXT),
    _out("cells", "NAME", names.CELLS, "With <animate>: half (blocks), braille (small) or ascii.",
        commands("show")),
    _out("colour", "NAME", names.COLOUR, "In animations and pictures: age, rotor (and stator) or "
        "none.", commands("show"), spellings=("--color",)),
    _out("svg", "FILE", str, "Draw the generations side by side.", commands("show")),
    _out("svg", "FILE", str, "Draw an SVG picture instead; - prints it.", commands("plot")),
    _out("png", "FILE", str, "The same as a PNG picture (needs Pillow).", commands("show")),
    _out("gif", "FILE", str, "Make an animated GIF (needs Pillow).", commands("show")),
    _out("scale", "N", range(1, LARGEST_SCALE + 1), "Pictures: pixels for the side of a cell.",
        commands("show"), usual="a good size"),
    _out("dimacs", "FILE", str, "Do not search: write the formula that the SAT solver would get, "
        "in DIMACS.", SEARCHES),
    _out("explain", "", bool, "Do not search: say what would be tried, and why.", SEARCHES,
        since=NEXT, short=PERIODIC),
    Option("proof", "DIR", readers.path, "Write a proof that there is nothing else, which others "
        "can check; see 'lifesearch check' and 'lifesearch help proofs'.", SEARCHES, OUTPUT,
        running=True, since=NEXT),
    Option("proof_compress", "", bool, "Compress the files of the proof by gzip.", SEARCHES,
        OUTPUT, running=True, since=NEXT),
    _out("report", "FILE", str, "Do not search: show what a session has found, even that of a "
        "survey that is running.", commands("survey"), since=NEXT, short=commands("survey")),
    _out("force", "", bool, "Overwrite a file that exists.",
        (*SEARCHES, "resume", "soup", "survey", "knuth", "show", "gallery", "plot")),
    # Running
    _run("time_limit", "TIME", readers.seconds, "Stop undecided after this time: 60s, 5m, 2h.",
        (*SOLVED, "soup", "count"), short=(*SEARCHES, "soup", "count", "resume"),
        places="box drawn any strip film soup", in_python="a number of seconds, or a text",
        label="Time limit"),
    _run("time_limit", "TIME", readers.seconds, "Stop after this time: 60s, 10m, 8h.",
        commands("survey"), usual="until Ctrl-C", short=commands("survey")),
    _run("jobs", "N", readers.jobs, "How many solvers run in parallel, at most 2 for each core "
        "(64! insists on 64); 1 if a solver, an encoding or a seed is given.", SOLVED,
        letter="-j", usual="all cores", places="box drawn any strip film",
        short=commands("resume"), label="Cores"),
    _run("jobs", "N", readers.jobs, "How many processes run, at most 2 for each core (64! insists "
        "on 64).", CENSUS, letter="-j", usual="all cores", places="soup"),
    _run("solver", "NAME", readers.solver, "The SAT solver, instead of the best ones: glucose4, "
        "cadical195, ...", SOLVED, known=names.solvers),
    _run("encoding", "NAME", names.ENCODING, "How the rule becomes clauses: implicates (any rule) "
        "or knuth (Life).", (*SEARCHES, "resume")),
    _run("plain", "", bool, "No symmetry breaking: patterns are found sooner, proofs that there "
        "are none take longer.", (*SEARCHES, "resume")),
    _run("seed", "N", range(MOST_WANTED + 1), "Shuffle the variables, or a strip's rows; the same "
        "seed gives the same run again.", SOLVED),
    _run("seeds", "A-B", readers.seeds, "Search a strip with each of these seeds in parallel: how "
        "soon a ship is found depends on chance.", (*PERIODIC, "resume"), since=NEXT,
        in_python="numbers, or a text"),
    _run("memory", "SIZE", readers.memory, "Row tables and their states take at most this much: "
        "500M, 2G.", (*PERIODIC, "resume"), usual="half of what is free",
        in_python="a number of bytes, or a text"),
    _run("memory", "SIZE", readers.memory, "Take at most this much: 500M, 2G. A count that would "
        "take more is rejected.", commands("count"), usual="half of what is free", since=NEXT,
        in_python="a number of bytes, or a text"),
    _run("memory", "SIZE", readers.memory, "All processes together take at most this much: 500M, "
        "2G.", commands("survey"), usual="half of what is free", since=NEXT,
        in_python="a number of bytes, or a text"),
    _run("cluster", "ADDRESS", readers.cluster_address, "Run on a Ray cluster: ray://HOST:10001, "
        "or auto for the one of this machine; see 'lifesearch help cluster'.",
        (*LONG, "knuth"), usual="this machine", since=NEXT,
        places="box drawn any strip film soup", label="Ray cluster"),
    _run("session", "FILE", readers.path, "Save the search there; the same command, or 'lifesearch "
        "resume FILE', continues it.", (*SEARCHES, "soup"), short=(*SEARCHES, "soup")),
    _run("session", "FILE", readers.path, "Save the count there; the same command, or 'lifesearch "
        "resume FILE', continues it.", commands("count"), door="cli", since=NEXT,
        short=commands("count")),
    _run("session", "FILE", readers.path, "Save the survey there; run again with it, the survey "
        "continues.", commands("survey"), since=NEXT, short=commands("survey")),
    Option("no_progress", "", bool, "No progress bar: print a line now and then.",
        (*SOLVED, "soup", "survey"), RUNNING, door="cli"),
    Option("no_progress", "", bool, "Show no progress.", commands("count"), RUNNING, door="cli"),
    _run("progress", "", readers.given, "Show progress; by default on terminals and in notebooks.",
        (*SEARCHES, "soup", "survey"), door="python"),
    Option("tell", "", readers.given, "A function that is called with a sentence for each new "
        "result.", commands("survey"), RUNNING, door="python"),
    # Other commands
    _other("given", "T:FILE", readers.given, "Cells of generation T that are known, in a grid of "
        "'.', 'o' and '?' or a pattern; may be repeated.", commands("knuth"), many=True,
        since=NEXT),
    _other("catalogue", "", bool, "Explain each program in a line.", commands("knuth"),
        name="--list"),
    _other("generations", "N", range(1, MOST_FRAMES + 1), "How many generations, from 0 on.",
        commands("show"), WHAT, usual="one period, or a few"),
    _other("generations", "N", range(1, MOST_FOLLOWED + 1), "Run patterns for up to N "
        "generations.", commands("identify catalogue-add"), WHAT, default=1000),
    _other("quick", "", bool, "Only tasks of a few seconds, each once.", commands("bench")),
    _other("cold", "", bool, "How long it takes to compile what searches need, at the first run.",
        commands("bench"), since=NEXT),
    _other("first", "", bool, "How soon bare commands have an answer, by the clock.",
        commands("bench"), since=NEXT),
    _other("runs", "N", range(1, 1001), "Run each task N times, with a new seed each time, and "
        "report the medians.", commands("bench"), usual="3", old=("--seeds",), since=NEXT),
    _other("solver", "NAME", names.SOLVER.several, "Try this solver instead of the usual ones; may "
        "be repeated.", commands("bench"), many=True),
    _other("encoding", "NAME", names.ENCODING.several, "Try this encoding; may be repeated.",
        commands("bench"), many=True),
    _other("plain", "", bool, "Try it without symmetry breaking.", commands("bench")),
    _other("time_limit", "TIME", readers.seconds, "For each run: 60s, 5m, 2h.", commands("bench"),
        usual="60s"),
    _other("as_json", "", bool, "One JSON object a line, as soon as a task is done.",
        commands("bench"), name="--json"),
    _other("port", "N", range(65536), "The port of the page.", commands("studio"), default=0,
        usual="a free one", since=NEXT),
    _other("no_browser", "", bool, "Print the address, and open no browser.", commands("studio"),
        since=NEXT),
    _other("kind", "KIND", names.catalogue_kind, "still-life, oscillator or spaceship.",
        commands("catalogue-list"), WHAT, known=names.catalogue_kinds),
    _other("period", "P", range(1, LONGEST_PERIOD + 1), "Of this period.",
        commands("catalogue-list"), WHAT),
    _other("velocity", "VELOCITY", readers.velocity, "Spaceships of this speed: c/2, (1,1)c/4, "
        "...", commands("catalogue-list"), WHAT),
    _other("own", "", bool, "Only those of your own catalogue.", commands("catalogue-list"), WHAT),
    _other("name", "NAME", str, "The pattern's name.", commands("catalogue-add"),
        usual="that of the file"),
)
# fmt: on
