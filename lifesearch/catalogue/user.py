"""The user's own catalogue: patterns that they named, and those that their searches found.

The key of an entry is its rule and its apgcode. Names are unique as well, however they are
spelled (see `plain`), and differ from the built-in ones. The apgcode is the same for mirror
images, also in rules that distinguish them. The database is in `store`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lifesearch.catalogue.catalogue import Catalogue, Entry, builtin, plain
from lifesearch.catalogue.entry import is_generated_name
from lifesearch.catalogue.store import damaged, database_path, read, write
from lifesearch.common.errors import InputError
from lifesearch.common.text import suggestion
from lifesearch.life.rules.rule import LIFE, Rule

if TYPE_CHECKING:
    from sqlite3 import Connection

COLUMNS = "name, kind, period, velocity, cells, most_cells, apgcode, rule, rle, added"


@dataclass(frozen=True)
class AddResult:
    """An entry as it is in a catalogue now, and whether it is `new` there.

    What the built-in catalogue has is not added: the entry is then the built-in one. It is
    `renamed` if it was there with a generated name, and has the required one now.
    """

    entry: Entry
    new: bool
    renamed: bool = False


def user_entries(rule: Rule | None = None) -> Catalogue:
    """The user's catalogue, the oldest entries first; of one rule, if it is given."""
    query, values = f"SELECT {COLUMNS} FROM pattern", []
    if rule is not None:
        query, values = f"{query} WHERE rule = ?", [str(rule)]
    rows = read(f"{query} ORDER BY id", values)
    return Catalogue(map(_entry, rows))


def all_entries() -> Catalogue:
    """The built-in catalogue, followed by the user's."""
    return Catalogue((*builtin(), *user_entries()))


def check_writable() -> Path:
    """InputError if the catalogue cannot be written; else its file, which is made if missing."""

    def look(connection: Connection) -> None:
        [[verdict]] = connection.execute("PRAGMA quick_check(1)")
        if verdict != "ok":
            raise damaged(verdict)
        connection.execute(f"SELECT {COLUMNS} FROM pattern LIMIT 1")
        # Only an actual write shows whether the file can be written.
        [[version]] = connection.execute("PRAGMA user_version")
        connection.execute(f"PRAGMA user_version = {version}")

    write(look)
    return database_path()


def add(newcomers: Sequence[Entry], *, insist: bool = False) -> list[AddResult]:
    """Add what is not there yet, all or nothing; names that are taken get a number.

    With `insist`, the names are required: one that is taken is an InputError, and an entry that was
    there with a generated name gets the new one.
    """
    return write(lambda connection: [_add(connection, one, insist) for one in newcomers])


def remove(name: str) -> Entry:
    """Remove the entry with a name or code from the user's catalogue, and return it.

    InputError if there is none, or several rules have one.
    """
    own = user_entries()
    found = own.called(name)
    if len(found) > 1:
        others = " or ".join(f"'{entry.name}'" for entry in found[:3])
        raise InputError(f"several rules have '{name[:30]}': say which one, {others}")
    if not found:
        raise InputError(_missing(name, own))
    [entry] = found

    def take(connection: Connection) -> int:
        where = "DELETE FROM pattern WHERE rule = ? AND apgcode = ?"
        return connection.execute(where, (entry.rule, entry.apgcode)).rowcount

    if not write(take):
        raise InputError(f"'{entry.name}' was removed by another run just now")
    return entry


def _missing(name: str, own: Catalogue) -> str:
    if builtin().called(name):
        return f"'{name[:30]}' is built in: only patterns that you added can be removed"
    if not own:
        return f"your own catalogue is empty: there is no '{name[:30]}' to remove"
    names = [entry.name for entry in own]
    advice = suggestion(name, names, "'lifesearch catalogue list' shows all names")
    return f"your own catalogue has no '{name[:30]}'; {advice}"


def _add(connection: Connection, newcomer: Entry, insist: bool) -> AddResult:
    key = (newcomer.rule, newcomer.apgcode)
    if newcomer.rule == str(LIFE) and (named := builtin().by_code(newcomer.apgcode)):
        return AddResult(named, new=False)
    query = f"SELECT {COLUMNS} FROM pattern WHERE rule = ? AND apgcode = ?"
    if row := connection.execute(query, key).fetchone():
        entry = _entry(row)
        if not insist or not is_generated_name(entry):
            return AddResult(entry, new=False)
        name = _free(connection, newcomer.name, insist)
        connection.execute(
            "UPDATE pattern SET name = ?, plain = ? WHERE rule = ? AND apgcode = ?",
            (name, plain(name), *key),
        )
        return AddResult(replace(entry, name=name), new=False, renamed=True)
    entry = replace(
        newcomer,
        name=_free(connection, newcomer.name, insist),
        added=datetime.now(UTC).date().isoformat(),
    )
    values = {name: getattr(entry, name) for name in COLUMNS.split(", ")}
    values["plain"] = plain(entry.name)
    connection.execute(
        f"INSERT INTO pattern ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})",
        list(values.values()),
    )
    return AddResult(entry, new=True)


def _free(connection: Connection, name: str, insist: bool) -> str:
    """The name, or the first of name 2, name 3, ... that is free; with `insist`, InputError."""

    def owner(wanted: str) -> str | None:
        if found := builtin().called(wanted):
            return found[0].apgcode or found[0].name
        query = "SELECT apgcode FROM pattern WHERE plain = ?"
        row = connection.execute(query, [plain(wanted)]).fetchone()
        return row[0] if row else None

    wanted, number = name, 1
    while code := owner(wanted):
        if insist:
            raise InputError(f"the name '{name}' is taken by {code}: give another one")
        number += 1
        wanted = f"{name} {number}"
    return wanted


def _entry(row: Sequence[Any]) -> Entry:
    name, kind, period, speed, cells, most, code, rule, rle, added = row
    if not all(isinstance(each, str) for each in (name, kind, code, rule, rle, added)):
        raise damaged("a number or a binary value is in place of a text")
    try:
        numbers = (int(period), str(speed), int(cells), int(most))
    except (TypeError, ValueError) as error:
        raise damaged(error) from error
    return Entry(name, kind, *numbers, code, "", rule=rule, rle=rle, added=added)
