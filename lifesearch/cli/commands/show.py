"""`lifesearch show`: look at patterns, still, in motion, or as pictures in files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.cli import parsing
from lifesearch.errors import InputError
from lifesearch.text import plural

if TYPE_CHECKING:
    from lifesearch.ui.animation import Subject
    from lifesearch.ui.pictures.svg import Picture

EPILOG = """\b
Examples:
  lifesearch show glider.rle                      its generations, side by side
  lifesearch show *.rle --animate                 in motion, one after another
  lifesearch show gun.rle --animate --cells braille
  lifesearch show glider.rle --gif glider.gif     a picture that moves
  lifesearch show p3.rle --svg p3.svg --colour rotor
  lifesearch oscillator 3 -f rle | lifesearch show -

\b
Keys of --animate: space pause, . and right step, , and left back, + and - speed,
r restart, n and p next and previous pattern, q quit."""

CELLS = ("half", "braille", "ascii")
COLOURINGS = ("age", "rotor", "none")
MOST_GENERATIONS = 10_000
LARGEST_SCALE = 200
MOST_MOVING, OTHERWISE_MOVING = 256, 60
MOST_STILL = 24


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("show", epilog=EPILOG)(show)


def _option(
    metavar: str, words: str, known: tuple[str, ...] = (), *names: str
) -> typer.models.OptionInfo:
    """An option with a value of its own."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in known if name.startswith(incomplete)]

    option: typer.models.OptionInfo = typer.Option(
        *names,
        metavar=metavar,
        show_default=False,
        help=words,
        autocompletion=complete if known else None,
    )
    return option


def show(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            show_default=False,
            help="RLE, plaintext, Life 1.06; - is standard input.",
        ),
    ],
    animate: Annotated[
        bool, typer.Option("--animate", help="Play in the terminal; with --svg, a moving picture.")
    ] = False,
    generations: Annotated[
        str | None, _option("N", "How many generations, from 0 on; else those that tell all.")
    ] = None,
    cells: Annotated[
        str | None, _option("NAME", "In motion: half (blocks), braille (small) or ascii.", CELLS)
    ] = None,
    colour: Annotated[
        str | None,
        _option(
            "NAME",
            "In motion and pictures: age, rotor (and stator) or none.",
            COLOURINGS,
            "--colour",
            "--color",
        ),
    ] = None,
    rule: Annotated[str | None, _option("RULE", "The rule, if not the file's.")] = None,
    svg: Annotated[str | None, _option("FILE", "Draw generations beside each other.")] = None,
    png: Annotated[str | None, _option("FILE", "The same in pixels (needs Pillow).")] = None,
    gif: Annotated[str | None, _option("FILE", "Draw a moving picture (needs Pillow).")] = None,
    scale: Annotated[
        str | None, _option("N", "Pictures: the pixels of a cell's side; else a good size.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
) -> None:
    """Show patterns: drawn, in motion, as pictures."""
    count = generations and parsing.whole(generations, "--generations", 1, MOST_GENERATIONS)
    pixels = parsing.whole(scale, "--scale", 1, LARGEST_SCALE) if scale else 0
    form = parsing.one_of(cells or "half", "form of cells", CELLS)
    inks = parsing.one_of(colour or "age", "colouring", COLOURINGS)
    wanted = {"svg": svg, "png": png, "gif": gif}
    outputs = {
        kind: _checked(name, kind, force) for kind, name in wanted.items() if name is not None
    }
    if scale and not outputs:
        raise InputError("--scale is for pictures: give --svg, --png or --gif a file as well")
    if cells and (outputs or not animate):
        raise InputError("--cells is for motion in the terminal: give --animate, and no picture")
    if colour and not (outputs or animate):
        raise InputError("--colour is for motion and pictures: give --animate, --svg or the like")
    if count and animate and not outputs:
        raise InputError("--generations is for still frames and pictures: an animation has no end")
    if animate and "png" in outputs:
        raise InputError("a PNG picture does not move: use --gif, or --svg with --animate")
    if animate and not outputs:
        from lifesearch.ui.terminal.screen import require_terminal

        require_terminal()
    if {"png", "gif"} & outputs.keys():
        from lifesearch.ui.pictures.pixels import require_pillow

        require_pillow()
    subjects = [subject for name in files for subject in _subjects(name, rule)]
    if outputs:
        if len(subjects) > 1:
            raise InputError(f"a picture shows one pattern, but there are {len(subjects)}")
        _draw(subjects[0], outputs, int(count or 0), inks, pixels, animate=animate)
    elif animate:
        from lifesearch.ui.terminal.player import look_of, play

        play(subjects, look_of(form, inks))
    else:
        from lifesearch.ui.terminal.frames import print_stills

        for subject in subjects:
            print_stills(subject, int(count) if count else None)


def _subjects(path: str, rule: str | None) -> list[Subject]:
    """All patterns of a file."""
    from lifesearch.formats.multi import read_several
    from lifesearch.life.rules.rule import Rule
    from lifesearch.ui.animation import Subject

    chosen = None if rule is None else Rule.parse(rule)
    stem = "standard input" if path == "-" else Path(path).stem
    subjects = [Subject.of(file, file.name or stem, chosen) for file in read_several(path)]
    if not all(subject.pattern for subject in subjects):
        raise InputError(f"{path} has no live cell: there is nothing to show")
    return subjects


def _checked(name: str, kind: str, force: bool) -> str:
    """The name of a file that may be written."""
    from lifesearch.ui.files import checked_path

    if name == "-":
        if sys.stdout.isatty() and kind != "svg":
            raise InputError(f"--{kind} - is for pipes: a terminal shows no pictures")
        return name
    path = checked_path(name)
    if path.suffix.lower() != f".{kind}":
        raise InputError(f"--{kind} needs a file whose name ends in .{kind}, not '{name}'")
    if not path.parent.is_dir():
        raise InputError(f"cannot write {name}: there is no folder {path.parent}")
    if path.exists() and not force:
        raise InputError(f"{name} exists: give another name, or --force to overwrite it")
    return name


def _draw(
    subject: Subject,
    outputs: dict[str, str],
    count: int,
    colour: str,
    scale: int,
    *,
    animate: bool,
) -> None:
    """Make all the pictures; only when all of them are made, write them."""
    from lifesearch.ui.files import save
    from lifesearch.ui.pictures import svg
    from lifesearch.ui.terminal.console import Printer
    from lifesearch.ui.terminal.frames import worth_showing

    known = subject.behaviour
    if len(set(outputs.values())) < len(outputs):
        raise InputError("two pictures cannot have the same place: give each another name")
    made: dict[str, tuple[bytes, Picture]] = {}
    for kind, name in outputs.items():
        moving = kind == "gif" or animate
        usual = (MOST_MOVING, OTHERWISE_MOVING) if moving else (MOST_STILL, 1)
        number = count or worth_showing(known, *usual)
        drawing = svg.picture(subject, number, colour, moving=moving, scale=scale)
        made[name] = _writer(kind)(drawing), drawing
    messages = Printer(stderr=True)
    for name, (data, drawing) in made.items():
        save(name, data)
        if name != "-":
            number, (width, height) = len(drawing.panels), drawing.pixels
            shown = plural(number, "generation")
            part = f" of a period of {known.period:,}" if number < (known.period or 0) else ""
            messages.print(f"{name}: {shown}{part}, {width} x {height}")


def _writer(kind: str) -> Callable[[Picture], bytes]:
    if kind == "svg":
        from lifesearch.ui.pictures.svg import svg

        return lambda drawing: svg(drawing).encode()
    from lifesearch.ui.pictures import pixels

    return pixels.png if kind == "png" else pixels.gif
