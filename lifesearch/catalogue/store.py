"""A database that several runs may use at the same time, in a person's data folder.

`user` and `names` read and write the user's catalogue by it.

It is one SQLite file. Each change is one short transaction, which takes the lock, reads and writes;
reading needs no lock between its queries. A run that finds the file locked tries again, and can be
interrupted between two attempts. A run that is killed in the middle has written all of a
transaction or nothing: SQLite keeps a journal, which the next run rolls back. There is no write-
ahead log, because that could not be read in a folder where one may not write.

Reading makes no file: without one the catalogue is empty, and also if another run has made the
file and not yet filled it. A file that is no catalogue, is damaged or comes from a later version is
left as it is, and the error says so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar

from lifesearch.common.errors import InputError
from lifesearch.common.folders import own_folder, variable

if TYPE_CHECKING:
    from sqlite3 import Connection

FOLDER_VARIABLE = variable("data")
FILE = "catalogue.sqlite"
APPLICATION_ID = int.from_bytes(b"Life", "big")
"""A number in the file's header, by which SQLite tells the databases of programs apart."""
VERSION = 1
"""The number of the format, in the file's header, too."""
LOCK_TIMEOUT = 30.0
"""Seconds for which a locked database is tried again, a choice.

Other runs have the lock for one access only.
"""
ATTEMPT_TIMEOUT = 0.3
"""Seconds of one attempt, during which SQLite waits and Ctrl-C is not noticed."""

# `plain` is the name as `catalogue.plain` writes it; the other columns are fields of `Entry`.
TABLE = """
CREATE TABLE pattern (
    id INTEGER PRIMARY KEY,
    rule TEXT NOT NULL,
    apgcode TEXT NOT NULL,
    name TEXT NOT NULL,
    plain TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    period INTEGER NOT NULL,
    velocity TEXT NOT NULL,
    cells INTEGER NOT NULL,
    most_cells INTEGER NOT NULL,
    rle TEXT NOT NULL,
    added TEXT NOT NULL,
    UNIQUE (rule, apgcode)
)"""

T = TypeVar("T")


def database_path() -> Path:
    """The file, whether it exists or not."""
    folder = own_folder("data")
    if folder is None:
        raise InputError(
            f"there is no home folder for your own catalogue: name a folder in {FOLDER_VARIABLE}"
        )
    return folder / FILE


def read(
    query: str, values: Sequence[str] = (), lock_timeout: float = LOCK_TIMEOUT
) -> list[tuple[Any, ...]]:
    """The rows that an SQL query returns; none if there is no catalogue.

    InputError if it cannot be read, or stays locked for `lock_timeout` seconds.
    """
    if own_folder("data") is None:
        return []
    path = database_path()
    with _wrap_os_error("read"):
        if not path.exists():
            if path.parent.exists() and not path.parent.is_dir():
                raise NotADirectoryError(path.parent)
            return []
        # The remains of a killed run can be cleaned up only with write permission.
        mode = "rw" if path.with_name(f"{FILE}-journal").exists() else "ro"

    def ask(connection: Connection) -> list[tuple[Any, ...]]:
        return connection.execute(query, values).fetchall() if _is_filled(connection) else []

    return _with_retry(path, mode, "read", ask, lock_timeout)


def write(work: Callable[[Connection], T]) -> T:
    """Call `work` in one transaction; create the catalogue if it does not exist.

    InputError if it cannot be written, or stays locked for LOCK_TIMEOUT seconds. After any error,
    the connection is closed before COMMIT: so SQLite undoes the transaction.
    """
    path = database_path()
    with _wrap_os_error("write"):
        path.parent.mkdir(parents=True, exist_ok=True)

    def transact(connection: Connection) -> T:
        connection.execute("BEGIN IMMEDIATE")
        if not _is_filled(connection):
            connection.execute(TABLE)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        done = work(connection)
        connection.execute("COMMIT")
        return done

    return _with_retry(path, "rwc", "write", transact, LOCK_TIMEOUT)


def _with_retry(
    path: Path, mode: str, what: str, work: Callable[[Connection], T], lock_timeout: float
) -> T:
    """Call `work` with an open database; retry while another run has locked it."""
    import sqlite3

    end = monotonic() + lock_timeout
    while True:
        try:
            with (
                _wrap_sqlite_error(what),
                closing(
                    sqlite3.connect(
                        f"{path.absolute().as_uri()}?mode={mode}",
                        uri=True,
                        timeout=ATTEMPT_TIMEOUT,
                        isolation_level=None,
                    )
                ) as connection,
            ):
                return work(connection)
        except _LockedError:
            if monotonic() > end:
                raise
        sleep(random.uniform(0, 0.05))  # at random, so that runs do not try again in step


def _is_filled(connection: Connection) -> bool:
    """Whether the database is a catalogue, or else still empty; InputError for any other."""
    [[application]] = connection.execute("PRAGMA application_id")
    [[version]] = connection.execute("PRAGMA user_version")
    if application == APPLICATION_ID and version == VERSION:
        return True
    if application == APPLICATION_ID and version > VERSION:
        raise InputError(
            f"your own catalogue {database_path()} was written by a later lifesearch (format "
            f"{version}; this one reads {VERSION}): update lifesearch"
        )
    [[tables]] = connection.execute("SELECT count(*) FROM sqlite_master")
    if application or version or tables:
        raise InputError(
            f"{database_path()} is the database of another program: move it elsewhere, "
            f"or name another folder in {FOLDER_VARIABLE}"
        )
    return False


class _LockedError(InputError):
    """Another run has the lock."""


def damaged(reason: object) -> InputError:
    """The error for a damaged catalogue."""
    return InputError(
        f"your own catalogue {database_path()} is damaged ({str(reason).splitlines()[0]}) "
        "and was left as it is: put a good copy in its place, or move it away to start a new one"
    )


@contextmanager
def _wrap_sqlite_error(what: str) -> Iterator[None]:
    """Say in a sentence why one's own catalogue cannot be read or written."""
    import sqlite3

    try:
        yield
    except UnicodeDecodeError as error:
        raise damaged("a text in it is not UTF-8") from error
    except sqlite3.Error as error:
        # Python's own module gives no code where a text in the file cannot be decoded.
        # The low byte is the kind of error; SQLITE_ERROR is a table or column that is missing.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise _LockedError(
                f"your own catalogue {database_path()} is in use by another run: try again later"
            ) from error
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            raise damaged(error) from error
        raise InputError(f"cannot {what} your own catalogue {database_path()}: {error}") from error


@contextmanager
def _wrap_os_error(what: str) -> Iterator[None]:
    """Turn errors of the catalogue's folder into InputError."""
    try:
        yield
    except (FileExistsError, NotADirectoryError) as error:
        raise InputError(
            f"cannot {what} your own catalogue {database_path()}: there is a file "
            "in place of its folder"
        ) from error
    except OSError as error:
        raise InputError(
            f"cannot {what} your own catalogue {database_path()}: {error.strerror or error}"
        ) from error
