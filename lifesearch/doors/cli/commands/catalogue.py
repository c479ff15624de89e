"""`lifesearch catalogue`: patterns that have names, built in or your own."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.streams import standard_output
from lifesearch.common.text import plural, visible_line
from lifesearch.doors.cli import register
from lifesearch.doors.cli.commands.identify import FILES, read_patterns
from lifesearch.doors.cli.parameters import argument, note
from lifesearch.doors.cli.plain_help import PlainGroup, plain_app
from lifesearch.running.option_table import Options

if TYPE_CHECKING:
    from lifesearch.catalogue.catalogue import Catalogue, Entry
    from lifesearch.catalogue.user import AddResult
    from lifesearch.core.report import PatternReport
    from lifesearch.formats.detect import PatternFile
    from lifesearch.life.velocity import Velocity

BATCH = 100
"""Patterns that are added in one transaction, a choice: if a later one fails, these stay."""


def _own_names() -> list[str]:
    from lifesearch.catalogue.user import user_entries

    with suppress(InputError):  # while a shell completes a word, no error is shown
        return [entry.name for entry in user_entries()]
    return []


def _names() -> list[str]:
    from lifesearch.catalogue.catalogue import builtin

    return [entry.name for entry in builtin()] + _own_names()


NAME = argument("NAME", "A name, other name, file name or apgcode.", _names)
WORDS = argument("WORD...", "Part of a name or kind.")


def list_(options: Options) -> None:
    """List all patterns of the catalogue, or those of a kind."""
    from lifesearch.catalogue.user import all_entries, user_entries

    entries = user_entries() if options.own else all_entries()
    if options.own and not entries:
        note("your own catalogue is empty: add patterns, or search with <remember>")
        raise typer.Exit(ExitStatus.NONE)
    _print(entries.where(*_filters(options)), options.form)


def search(words: Annotated[list[str], WORDS], options: Options) -> None:
    """Search names and kinds; if none matches, list similar names."""
    from lifesearch.catalogue.user import all_entries

    text, entries = " ".join(words), all_entries()
    found = entries.search(text)
    if not len(found) and len(found := entries.near(text)):
        typer.echo(f"no name or kind contains '{text[:30]}'; similar names:", err=True)
    _print(found, options.form)


def _print(found: Catalogue, form: str | None) -> None:
    from lifesearch.show.catalogue_table import listed, table

    if not len(found):
        _no_such_pattern()
    with standard_output() as out:
        out.write(table(found) if form is None else listed(found, form))


def show(name: Annotated[list[str] | None, NAME] = None, *, options: Options) -> None:
    """Draw a pattern, or print it for other programs."""
    from lifesearch.show.catalogue_table import draw, entry_report
    from lifesearch.show.report import write

    entry = _smallest(options) if name is None else _named(" ".join(name), options)
    if options.copy:
        from lifesearch.show.search.output import copy_patterns

        copy_patterns([entry_report(entry)])
    with standard_output() as out:
        if options.form is None:
            draw(entry)
        else:
            out.write(write(entry_report(entry), options.form))


def _named(words: str, options: Options) -> Entry:
    from lifesearch.catalogue.user import all_entries

    if not words.strip():
        raise InputError("the name is empty: give one such as pulsar")
    if any(_filters(options)):
        raise OptionError(
            "a name and <kind>, <period> or <velocity> exclude each other: "
            "give a name such as pulsar, or the options"
        )
    return all_entries().by_name(words)


def _smallest(options: Options) -> Entry:
    """The entry with the fewest cells of those that the options name."""
    from lifesearch.catalogue.user import all_entries

    if not any(_filters(options)):
        raise OptionError("which pattern? Give a name such as pulsar, or <period 19>")
    found = all_entries().where(*_filters(options))
    if not len(found):
        _no_such_pattern()
    if len(found) > 1:
        note(f"the smallest of {len(found):,}; 'lifesearch catalogue list' lists them all")
    return min(found, key=lambda entry: entry.cells)


def _filters(options: Options) -> tuple[str | None, int | None, Velocity | None]:
    return options.kind, options.period, options.velocity


def _no_such_pattern() -> NoReturn:
    typer.echo("the catalogue has no such pattern; 'lifesearch catalogue list' shows all", err=True)
    raise typer.Exit(ExitStatus.NONE)


def add(files: Annotated[list[str], FILES], options: Options) -> None:
    """Add still lifes, oscillators and spaceships to your own catalogue."""
    from lifesearch.catalogue.entry import clean_name
    from lifesearch.catalogue.user import add as record
    from lifesearch.catalogue.user import check_writable
    from lifesearch.core.report import PatternReport

    chosen = "" if options.name is None else clean_name(options.name)
    patterns = read_patterns(files, options.rule)
    if chosen and len(patterns) > 1:
        raise OptionError(
            f"<name> is for one pattern, and here are {len(patterns):,}: add them one by one"
        )
    for _, _, rule in patterns:
        if len(rule.steps) > 1:
            rule.require_plain("the catalogue is")
    place = check_writable()
    reports = (
        (PatternReport.of_file(file, source, rule, options.generations), file)
        for source, file, rule in patterns
    )
    new = refused = 0
    while batch := list(islice(reports, BATCH)):
        user_entries = [_entry(report, file, chosen) for report, file in batch]
        welcome = [entry for entry in user_entries if entry]
        done = record(welcome, insist=bool(chosen))
        new += sum(added.new for added in done)
        with standard_output() as out:
            out.writelines(f"{_outcome(added, bool(chosen))}\n" for added in done)
        refused += len(user_entries) - len(welcome)
    typer.echo(f"{plural(new, 'pattern')} added to {visible_line(str(place))}", err=True)
    raise typer.Exit(ExitStatus.NONE if refused else ExitStatus.FOUND)


def _entry(report: PatternReport, file: PatternFile, chosen: str) -> Entry | None:
    """The entry to add; if it cannot be added, say why."""
    from lifesearch.catalogue.entry import make_entry, name_from_file

    why = report.describe()
    if report.period and report.identity:
        name = chosen or name_from_file(file, report.identity)
        if entry := make_entry(report.pattern, report.rule, report.identity, name):
            return entry
        why = "too large for an apgcode"
    typer.echo(f"not added: {visible_line(report.source)} ({why})", err=True)
    return None


def _outcome(added: AddResult, insisted: bool) -> str:
    """A line about a pattern that was to be added; `insisted`: its name was given by <name>."""
    entry = added.entry
    if added.renamed:
        return f"named: {entry.apgcode} is '{entry.name}' now"
    if added.new:
        return f"added: '{entry.name}', {entry.apgcode}"
    kept = "; remove it first to give it another name" if entry.own and insisted else ""
    return f"already there: '{entry.name}'{kept if entry.own else ', built in'}"


OWN_NAME = argument("NAME", "A name or apgcode.", _own_names)


def remove(name: Annotated[list[str], OWN_NAME]) -> None:
    """Remove a pattern from your own catalogue."""
    from lifesearch.catalogue.user import remove as take_out

    words = " ".join(name)
    if not words.strip():
        raise InputError("the name is empty: give one such as 'my ship'")
    entry = take_out(words)
    with standard_output() as out:
        out.write(f"removed: '{entry.name}', {entry.apgcode}\n")


class _Commands(PlainGroup):
    """The commands about the catalogue; the name of a pattern in place of one is explained."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            from lifesearch.doors.cli.suggestions import instead_of_command

            if words := instead_of_command(" ".join(args)):
                raise InputError(words)
        return super().resolve_command(ctx, args)


catalogue = plain_app(
    name="catalogue",
    cls=_Commands,
    add_completion=False,
    no_args_is_help=True,
    help="Look up known patterns by name; keep your own.",
)
for run in (list_, search, show, add, remove):
    register(catalogue, run.__name__.strip("_"), run, "catalogue")
