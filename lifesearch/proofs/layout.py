"""The files of a proof, and its manifest.

A proof is a folder. Its manifest, `proof.json`, has the question, what is claimed about it, the
parts of the proof, and the SHA-256 of each other file:

    {"format": 2, "program": "lifesearch 0.3.0", "status": "finished",
     "words": "oscillator of period 5 in a 6x6 box", "question": {...},
     "claim": "proved: no oscillator of period 5 in a 6x6 box", "proved": {"kind": "none"},
     "parts": [{"kind": "drat", "name": "6x6", ...}],
     "files": {"README.txt": "9f86d0...", "6x6.cnf": "2c26b4...", "6x6.drat": "fcde2b..."}}

A part is of a kind: "drat" is a formula that cannot be satisfied, with a solver's proof, and
"states" a set of states of a strip that cannot be left. What else stands in a part depends on its
kind. While a search runs, the status is "unfinished". Only when everything is written and safe on
the disk, the manifest is replaced by one that is "finished", in one step: so what was left by a
search that was stopped, or by a full disk, is recognised, and never checks.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, get_origin, get_type_hints

from lifesearch import __version__
from lifesearch.common.errors import InputError, LifesearchError, OptionError

Json = dict[str, Any]

FORMAT = 2
"""Raised whenever a manifest, or a question in it, is written differently."""
MANIFEST = "proof.json"
README = "README.txt"
FINISHED, UNFINISHED = "finished", "unfinished"
DRAT, STATES = "drat", "states"
SUFFIXES = (".cnf", ".drat", ".json", ".jsonl", ".states", ".txt", ".gz", ".part")
"""The endings of file names that a manifest may list. No file with `.part` or `.json` is listed by
this version.
"""
# Files of a proof, and drafts of them, which may be removed: names are tested more strictly here.
_OURS = re.compile(
    r".+[.](cnf|drat|jsonl|states|tail)([.]gz)?([.]part)?|README[.]txt|proof[.]json([.]part)?"
)
LARGEST_MANIFEST = 1 << 30
"""Bytes; a larger manifest is refused before it is read, so that it cannot fill the memory."""
PIECE = 1 << 20
"""Bytes of a file that are read at a time for its digest."""
MOST_UNPACKED, SMALL = 50, 1 << 24
"""A compressed file may become this many times as large, or SMALL bytes: formulas become 8 to 20
times as large, and lists of states 12 times. A larger one is made to fill the memory.
"""
Say = Callable[[str], None]
"""Receives sentences about the progress of a check."""


class Refused(LifesearchError):  # noqa: N818 - it reads as what happened
    """A proof that does not check: the sentence says why."""


@dataclass(frozen=True)
class Manifest:
    """The manifest of a proof: question, claim, parts, and the digests of files by name.

    Each of the `parts` is an object with at least its "kind" and its "name". Where the best answer
    is wanted, `answers` are better and better ones, each an object with its "box" and "answer".
    `words` and `claim` are the question and the claim as sentences for people; `question` and
    `proved` are the same as data, which a check compares. The `status` is FINISHED or UNFINISHED;
    `program` and `format` are those of the version that wrote it.
    """

    words: str
    question: Json
    claim: str = ""
    proved: Json = field(default_factory=dict)
    parts: tuple[Json, ...] = ()
    answers: tuple[Json, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    status: str = UNFINISHED
    program: str = f"lifesearch {__version__}"
    format: int = FORMAT


def prepare(folder: Path, *, force: bool = False) -> None:
    """Make the folder of a new proof; with `force`, an older proof in it is removed, no other file.

    A folder with nothing but the draft of a manifest counts as empty: a run that was killed at its
    beginning leaves that.
    """
    manifest, draft = folder / MANIFEST, folder / f"{MANIFEST}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = sorted(folder.iterdir())
        if there and there != [draft] and not force:
            raise OptionError(
                "{} is not empty: give another folder, or <force> to replace the proof in it",
                folder,
            )
        if there and not (manifest.is_file() or draft.is_file()):
            raise InputError(f"{folder} contains files other than a proof: give another folder")
        mixed = not all(map(is_ours, there))
        if mixed:
            draft.touch()  # it stays, and marks the folder as that of a proof
        for path in sorted(there, key=lambda path: path in (manifest, draft)):
            # Files that mark a proof go last: after a kill the command can be run again.
            if is_ours(path) and not (mixed and path == draft):
                path.unlink()
    except OSError as error:
        raise cannot_write(folder, error) from error


def is_ours(path: Path) -> bool:
    """Whether a file in the folder of a proof belongs to it, by its name; drafts do, too."""
    return bool(_OURS.fullmatch(path.name)) and path.is_file()


def cannot_write(path: Path, error: OSError) -> InputError:
    return InputError(f"cannot write the proof, {path}: {error.strerror or error}")


@contextmanager
def written(path: Path, *, compress: bool = False) -> Iterator[IO[bytes]]:
    """Open a file of a proof for writing, synced to the disk at the end.

    Compressed files contain no time, so that equal content has equal digests. The level, 6, is a
    choice.
    """
    try:
        with path.open("wb") as file:
            if compress:
                with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
                    yield packed  # type: ignore[misc]
            else:
                yield file
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise cannot_write(path, error) from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, or replace it, wholly or not at all."""
    path, draft = folder / MANIFEST, folder / f"{MANIFEST}.part"
    with written(draft) as file:
        file.write(f"{json.dumps(asdict(manifest), indent=1)}\n".encode())
    try:
        draft.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error


def write_text(path: Path, pieces: Iterable[str]) -> str:
    """Write a file of a proof; return its digest."""
    with written(path) as file:
        file.writelines(piece.encode() for piece in pieces)
    return digest(path)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a finished proof.

    InputError if this is no folder of a proof; Refused if the proof is not finished or damaged.
    """
    path = folder / MANIFEST
    if not folder.is_dir():
        raise OptionError("there is no folder {}: name one that <proof DIR> has written", folder)
    if not path.is_file():
        raise InputError(f"{folder} is not a proof: it has no file {MANIFEST}")
    try:
        if path.stat().st_size > LARGEST_MANIFEST:
            raise Refused(f"{MANIFEST} is too large")
        values = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"{MANIFEST} is damaged: it is not JSON") from error
    return _manifest(values)


def _manifest(values: Any) -> Manifest:
    """The values of a manifest, each of its type."""
    # A file of unknown origin: each value must have its type before any is used.
    in_json: dict[Any, Any] = {tuple: list, Mapping: dict}
    kinds = {
        name: get_origin(declared) or declared
        for name, declared in get_type_hints(Manifest).items()
    }
    types = {name: in_json.get(declared, declared) for name, declared in kinds.items()}
    if isinstance(values, dict) and values.get("format", FORMAT) != FORMAT:
        raise Refused(
            f"the proof has format {str(values['format'])[:20]}, of another version of lifesearch, "
            f"and only {FORMAT} is known here"
        )
    if not isinstance(values, dict) or set(values) != set(types):
        raise Refused(f"{MANIFEST} is damaged: fields of a proof are missing")
    for name, json_type in types.items():
        if type(values[name]) is not json_type:
            raise Refused(f"{MANIFEST} is damaged: its {name} is no {json_type.__name__}")
    if values["status"] != FINISHED:
        raise Refused("the proof is unfinished: the search that wrote it did not finish")
    parts = tuple(values["parts"])
    for part in parts:
        known = isinstance(part, dict) and part.get("kind") in (DRAT, STATES)
        if not known or not isinstance(part.get("name"), str):
            raise Refused(f"{MANIFEST} is damaged: a part has no kind that is known, or no name")
    for name, digest in values["files"].items():
        plain = isinstance(digest, str) and name == Path(name).name and name.endswith(SUFFIXES)
        if not plain:
            raise Refused(f"{MANIFEST} is damaged: {name[:60]!r} is not a file of a proof")
    return Manifest(**{**values, "parts": parts, "answers": tuple(values["answers"])})


def digest(path: Path) -> str:
    sha = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            sha.update(piece)
    return sha.hexdigest()


def content(path: Path) -> bytes:
    """The bytes of a file, decompressed if its name ends with .gz."""
    if path.suffix != ".gz":
        return path.read_bytes()
    most = largest_content(path)
    try:
        with gzip.open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Refused(f"the file {path.name} cannot be decompressed") from error
    if len(data) > most:
        raise Refused(
            f"the file {path.name} would be more than {MOST_UNPACKED} times as large, decompressed"
        )
    return data


def largest_content(path: Path) -> int:
    """The greatest size of a file when decompressed: a larger one could fill the memory."""
    size = path.stat().st_size
    return max(MOST_UNPACKED * size, SMALL) if path.suffix == ".gz" else size


def check_files(folder: Path, manifest: Manifest) -> None:
    """Refuse a proof with a missing file, or one whose digest differs."""
    for name, expected in manifest.files.items():
        path = folder / name
        if not path.is_file():
            raise Refused(f"the file {name} is missing")
        try:
            found = digest(path)
        except OSError as error:
            raise Refused(f"the file {name} cannot be read: {error.strerror or error}") from error
        if found != expected:
            raise Refused(f"the file {name} is not the one that was written")


def listed(manifest: Manifest, folder: Path, name: Any) -> Path:
    """The path of a file that a part names; it must be one of those with a digest."""
    if not isinstance(name, str) or name not in manifest.files:
        raise Refused(f"{MANIFEST} is damaged: a part names a file that is not in its list")
    return folder / name
