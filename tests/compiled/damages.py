"""Caches that are damaged at random, in one way or another, and processes that use them.

Run as a program of its own, `python -m tests.compiled.damages KIND TRIALS FOLDER`, with the package
`small` of `small_program` on the path: numba is loaded once, and the processes are forked from
there; they compile for themselves.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import numpy as np

from lifesearch.compiled.maker import IN_MAKER
from lifesearch.compiled.notices import Compiling, Notice, watching

FILE, FOLDER = 0o600, 0o700


def truncated(rng: Random, file: Path, other: bytes) -> None:
    file.write_bytes(file.read_bytes()[: rng.randrange(1, file.stat().st_size)])


def noise(rng: Random, file: Path, other: bytes) -> None:
    """As many bytes as before or not, at random, or some of them changed."""
    data = bytearray(file.read_bytes())
    if rng.random() < 0.5:
        for _ in range(rng.randrange(1, 20)):
            data[rng.randrange(len(data))] ^= rng.randrange(1, 256)
    else:
        data = bytearray(rng.randbytes(rng.choice((1, 100, len(data), 2 * len(data)))))
    file.write_bytes(data)


def empty(rng: Random, file: Path, other: bytes) -> None:
    file.write_bytes(b"")
    for _ in range(rng.randrange(3)):
        (file.parent / f"{rng.random()}.part").touch()


def foreign(rng: Random, file: Path, other: bytes) -> None:
    """Machine code of another function, or what is no file at all."""
    file.unlink()
    match rng.randrange(3):
        case 0:
            file.write_bytes(other)
        case 1:
            file.mkdir()
        case 2:
            file.symlink_to(rng.choice(("/dev/null", "/nowhere", str(file))))


def modes(rng: Random, file: Path, other: bytes) -> None:
    """A file or a folder that others may write, or that this user may not read or write."""
    if rng.random() < 0.5:
        file.chmod(rng.choice((0o000, 0o200, 0o620, 0o602, 0o666, 0o777)))
    else:
        file.parent.chmod(rng.choice((0o000, 0o500, 0o720, 0o702, 0o777)))


KINDS: dict[str, Callable[[Random, Path, bytes], None]] = {
    kind.__name__: kind for kind in (truncated, noise, empty, foreign, modes)
}


def call(teller: Connection) -> None:
    """Call the outer function; send the result, and whether anything was compiled."""
    heard: list[Notice] = []
    with watching(heard.append):
        result = import_module("small.outer").outer(np.arange(4))
    teller.send((int(result), any(isinstance(what, Compiling) for what in heard)))


def result() -> tuple[int, bool]:
    """What a process sends, which ends well."""
    fork = get_context("fork")
    listener, teller = fork.Pipe(duplex=False)
    process = fork.Process(target=call, args=(teller,))
    process.start()
    teller.close()
    sent: tuple[int, bool] = listener.recv()
    process.join()
    assert process.exitcode == 0
    return sent


def main(kind: str, trials: int, folder: Path) -> None:
    """Damage the cache again and again; print how often something was compiled anew."""
    IN_MAKER.set(frozenset())
    import_module("small.inner").inner(1)
    (inner,) = folder.rglob("*.code")
    other = inner.read_bytes()
    inner.unlink()
    import_module("small.outer")
    assert result() == (10, True)
    (file,) = folder.rglob("*.code")
    whole, again, rng = file.read_bytes(), 0, Random(kind)
    for _ in range(trials):
        KINDS[kind](rng, file, other)
        number, compiled = result()
        assert number == 10
        again += compiled
        file.parent.chmod(FOLDER)
        if file.is_file() and not file.is_symlink():
            file.chmod(FILE)
        assert result()[0] == 10
        if file.is_dir():
            shutil.rmtree(file)
        assert result()[0] == 10
        assert result() == (10, False), "the damage has stayed"
        assert len(file.read_bytes()) == len(whole)
    print(again)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
