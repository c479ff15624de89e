"""`lifesearch show`: look at patterns, still, in motion, or as pictures in files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.streams import standard_output
from lifesearch.common.text import plural
from lifesearch.core.options.names import LIFE_HISTORY
from lifesearch.doors.cli.parameters import argument
from lifesearch.running.option_table import Options
from lifesearch.show.files import checked_path, require_free, save

if TYPE_CHECKING:
    from lifesearch.life.rules.rule import Rule
    from lifesearch.show.animation import Subject
    from lifesearch.show.pictures.svg import Picture

MOST_MOVING, OTHERWISE_MOVING = 256, 60
"""Generations of a moving picture: at most, of a period or until the pattern dies; and otherwise.

A choice: it shows five of them a second.
"""
MOST_STILL = 24
"""The most generations of a picture without motion; of more it shows the first. A choice."""

FILES = argument("FILE...", "Files (RLE, plaintext, Life 1.06), or - for standard input.")


def show(files: Annotated[list[str], FILES], options: Options) -> None:
    """Show patterns: drawn, animated, or as pictures."""
    animate = options.animate
    wanted = {"svg": options.svg, "png": options.png, "gif": options.gif}
    named = {form: name for form, name in wanted.items() if name is not None}
    outputs = {form: _checked(name, form, options.force) for form, name in named.items()}
    _require_consistent(options, outputs)
    if options.form:
        _convert(files, options.form, options.rule)
        return
    _require_possible(outputs, animate=animate)
    subjects = [subject for name in files for subject in _subjects(name, options.rule)]
    if outputs:
        if len(subjects) > 1:
            raise InputError(f"a picture shows one pattern, but there are {len(subjects)}")
        _draw(subjects[0], outputs, options)
    elif animate:
        from lifesearch.show.terminal.glyphs import GLYPH_SETS
        from lifesearch.show.terminal.player import Look, play

        play(subjects, Look(GLYPH_SETS[options.cells or "half"], options.colour or "age"))
    else:
        from lifesearch.show.terminal.frames import print_stills

        for subject in subjects:
            print_stills(subject, options.generations)


def _require_consistent(options: Options, outputs: dict[str, str]) -> None:
    """Refuse options that contradict each other; `outputs` has the names of files by format."""
    animate = options.animate
    drawing = ("animate", "cells", "colour", "scale", "generations", "svg", "png", "gif")
    if options.form and (key := options.any_of(*drawing)):
        raise OptionError(f"<form> prints the patterns as they are: leave out <{key}>")
    if options.scale and not outputs:
        raise OptionError("<scale> is for pictures: give <svg>, <png> or <gif> a file as well")
    if options.cells and (outputs or not animate):
        raise OptionError(
            "<cells> is for animations in the terminal: give <animate>, and no picture"
        )
    if options.colour and not (outputs or animate):
        raise OptionError(
            "<colour> is for animations and pictures: give <animate>, <svg>, <png> or <gif>"
        )
    if options.generations and animate and not outputs:
        raise OptionError("<generations> is for still frames and pictures: an animation never ends")
    if animate and "png" in outputs:
        raise OptionError("a PNG picture cannot be animated: use <gif>, or <svg> with <animate>")


def _require_possible(outputs: dict[str, str], *, animate: bool) -> None:
    """Refuse an animation without a terminal, and pictures that need Pillow if it is missing."""
    if animate and not outputs:
        from lifesearch.show.terminal.player import require_terminal

        require_terminal()
    if {"png", "gif"} & outputs.keys():
        from lifesearch.show.pictures.pixels import require_pillow

        require_pillow()


def _subjects(path: str, rule: Rule | None) -> list[Subject]:
    from lifesearch.formats.multi import read_several
    from lifesearch.show.animation import Subject

    stem = "standard input" if path == "-" else Path(path).stem
    subjects = [Subject.of(file, file.name or stem, rule) for file in read_several(path)]
    if not all(subject.pattern for subject in subjects):
        raise InputError(f"{path} has no live cell: there is nothing to show")
    return subjects


def _convert(files: list[str], form: str, rule: Rule | None) -> None:
    from lifesearch.core.report import PatternReport
    from lifesearch.formats.detect import read_known_cells_path, write_known_cells
    from lifesearch.formats.multi import read_paths
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.show.report import write

    texts = []
    for name in files:
        if form == LIFE_HISTORY:
            known, own_rule = read_known_cells_path(name)
            texts.append(write_known_cells(known, rule or own_rule or LIFE))
        else:
            reports = (PatternReport.of_file(file, name, rule) for file in read_paths(name))
            texts += [write(report, form) for report in reports]
    with standard_output() as out:
        out.write("".join(texts))


def _checked(name: str, form: str, force: bool) -> str:
    """The name of a file for a picture; refused if it cannot be written."""
    if name == "-":
        if sys.stdout.isatty() and form != "svg":
            raise OptionError(f"<{form} -> is for pipes: a terminal shows no pictures")
        return name
    if checked_path(name).suffix.lower() != f".{form}":
        raise OptionError(f"<{form}> needs a file whose name ends in .{form}, not '{{}}'", name)
    require_free(name, force=force)
    return name


def _draw(subject: Subject, outputs: dict[str, str], options: Options) -> None:
    """Make all the pictures; only when all of them are made, write them."""
    from lifesearch.show.pictures import svg
    from lifesearch.show.terminal.console import Printer
    from lifesearch.show.terminal.frames import worth_showing

    cycle, colour, scale = subject.behaviour, options.colour or "age", options.scale or 0
    if len(set(outputs.values())) < len(outputs):
        raise InputError(
            "two pictures cannot be written to the same file: give them different names"
        )
    made: dict[str, tuple[bytes, Picture]] = {}
    for form, name in outputs.items():
        moving = form == "gif" or options.animate
        usual = (MOST_MOVING, OTHERWISE_MOVING) if moving else (MOST_STILL, 1)
        number = options.generations or worth_showing(cycle, *usual)
        drawing = svg.picture(subject, number, colour, moving=moving, scale=scale)
        made[name] = _writer(form)(drawing), drawing
    messages = Printer(stderr=True)
    for name, (data, drawing) in made.items():
        save(name, data)
        if name != "-":
            number, (width, height) = len(drawing.panels), drawing.pixels
            shown = plural(number, "generation")
            share = f" of a period of {cycle.period:,}" if number < (cycle.period or 0) else ""
            messages.print(f"{name}: {shown}{share}, {width} x {height}")


def checked_pictures(wanted: dict[str, str], *, force: bool) -> None:
    """Refuse files for pictures that cannot be written, of kinds that cannot be made."""
    for form, name in wanted.items():
        _checked(name, form, force)
    _require_possible(wanted, animate=False)


def _writer(form: str) -> Callable[[Picture], bytes]:
    if form == "svg":
        from lifesearch.show.pictures.svg import svg

        return lambda drawing: svg(drawing).encode()
    from lifesearch.show.pictures import pixels

    return pixels.png if form == "png" else pixels.gif
