"""Machine code of one function, for all types of its arguments, as numba asks for it.

numba's own cache is as good, but it keeps code beside the sources, compiles whatever it cannot
load in each process at once, and stops at the first damaged file, or when a disk is full. Here a
function that nobody has compiled is compiled by one process, a `maker`, and the others wait for
the file. The maker ends its work even if whoever asked for it is gone.

Nothing that goes wrong with files is an error: then this process compiles for itself.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property
from hashlib import sha256
from importlib import import_module
from os import getpid
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from lifesearch.compiled import folder, key
from lifesearch.compiled.maker import IN_MAKER, Maker, Request, maker_of
from lifesearch.compiled.notices import Compiling, NotKept, notice

PAUSE = 0.02
LONGEST_WAIT = 120.0
"""After so many seconds nobody waits for another process: it may have been stopped."""
TOPICS = {
    "lifesearch.catalyst_search": "catalysts",
    "lifesearch.counting": "counts",
    "lifesearch.proofs": "the proof checker",
    "lifesearch.rotor_search": "rotors",
    "lifesearch.soups": "soups",
}


class KernelCache:
    """What a dispatcher of numba calls its cache."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        self._function = dispatcher.py_func
        self._locks: dict[Path, folder.Lock] = {}
        self._not_kept = False

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(_folder() or "")

    def enable(self) -> None:
        """Do nothing: it is always enabled."""

    disable = flush = enable

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Machine code for these types; None if the caller is to compile it."""
        target_context.refresh()
        where = _folder()
        if where is None:
            notice(Compiling(self._topic))
            return None
        file, secret = self.file(where, sig, target_context)
        if (found := self._load(file, secret, sig, target_context)) is not None:
            return found
        try:
            _make_ready(where, getpid())
            lock = self._locks.setdefault(file, folder.Lock(file))
            for _ in self._until_made(file, lock, sig):
                if (found := self._load(file, secret, sig, target_context)) is not None:
                    break
        except OSError as error:
            self._not_kept = True
            _give_up(error)
            notice(Compiling(self._topic))
            return None
        if found is not None:
            self._release(file)
        return found

    def ask(self, sig: Any) -> None:
        """Have it made for these types, if it is not there, without waiting for it."""
        where = _folder()
        if where is None or IN_MAKER.get() is not None or not self._can_be_asked_for:
            return
        file, _ = self.file(where, sig, self._dispatcher.targetctx)
        with suppress(OSError):
            _make_ready(where, getpid())
            lock = folder.Lock(file)
            if not file.exists() and lock.acquire():
                self._locks[file] = lock
                self._ask_maker(file, sig)

    def _ask_maker(self, file: Path, sig: Any) -> Maker | None:
        name = self._function.__module__, self._function.__name__
        maker = maker_of(getpid())
        return maker if maker.ask(Request(*name, sig, file)) else None

    def _until_made(self, file: Path, lock: folder.Lock, sig: Any) -> Iterator[None]:
        """Wait, with a step whenever there may be a file, until this process is to compile."""
        until, topic = monotonic() + LONGEST_WAIT, self._topic
        asked = IN_MAKER.get()
        while not lock.acquire():
            if asked and file in asked:
                return  # who has the lock waits for this process
            self._wait(topic)
            if monotonic() > until:
                return
            if file.exists():
                yield
        yield  # another process may have made it before we had the lock
        file.unlink(missing_ok=True)  # or a damaged one would be taken for the new one below
        if asked is not None or not self._can_be_asked_for:
            notice(Compiling(topic))
            return
        try:
            maker = self._ask_maker(file, sig)
            while maker and maker.works and monotonic() < until:
                self._wait(topic)
                if file.exists():
                    break
            yield
        except BaseException:
            self._release(file)
            raise

    @staticmethod
    def _wait(topic: str) -> None:
        notice(Compiling(topic))
        sleep(PAUSE)

    @property
    def _topic(self) -> str:
        name = self._function.__module__
        return next((TOPICS[each] for each in TOPICS if name.startswith(each)), "row tables")

    @property
    def _can_be_asked_for(self) -> bool:
        """Whether another process finds the same function under its name."""
        name = self._function.__module__
        named = getattr(sys.modules.get(name), self._function.__name__, None)
        return named is self._dispatcher and name != "__main__"

    def save_overload(self, sig: Any, made: Any) -> None:
        """Keep machine code, if that is possible."""
        where = _folder()
        if where is None or self._not_kept:
            return
        file, secret = self.file(where, sig, made.target_context)
        try:
            if not (made.lifted or made.library.has_dynamic_globals):
                serialize = _numba("serialize")
                folder.write(file, secret, serialize.dumps(made._reduce()))
                _clean(where, getpid())
        except OSError as error:
            _give_up(error)
        finally:
            self._release(file)

    def _release(self, file: Path) -> None:
        if file in self._locks:
            self._locks.pop(file).release()

    def _load(self, file: Path, secret: str, sig: Any, target_context: Any) -> Any:
        """What a file has; a file that cannot be used is removed."""
        content = folder.read(file, secret)
        if content is None:
            return None
        result = _numba("compiler").CompileResult
        try:
            found = result._rebuild(target_context, *pickle.loads(content))
        except Exception:
            found = None
        if found is None or tuple(found.signature.args) != _arguments(sig):
            with suppress(OSError):
                file.unlink()
            return None
        return found

    @cached_property
    def _digest(self) -> str:
        return key.digest(self._function, self._dispatcher.targetoptions)

    def file(self, where: Path, sig: Any, target_context: Any) -> tuple[Path, str]:
        """The file of this function for these types, and its key."""
        types = [str(each) for each in _arguments(sig)]
        parts = (*key.surroundings(target_context.codegen()), self._digest, *types)
        secret = "\n".join(parts)
        name = f"{self._function.__module__.rpartition('.')[2]}.{self._function.__name__}"
        return where / f"{name}-{sha256(secret.encode()).hexdigest()[:32]}{folder.SUFFIX}", secret


def _arguments(sig: Any) -> tuple[Any, ...]:
    return tuple(_numba("sigutils").normalize_signature(sig)[0])


def _numba(name: str) -> Any:
    """A module of numba's core, whose functions have no types."""
    return import_module(f"numba.core.{name}")


def _folder() -> Path | None:
    """The folder, if there is one that may be used."""
    found = folder.own_folder()
    if found is None:
        _not_kept("there is no home folder")
    return found if found and _usable(found, getpid()) else None


@cache
def _usable(found: Path, process: int) -> bool:
    """Whether a folder may be used, if it is there; each process looks at it once."""
    try:
        folder.require_safe(found)
    except FileNotFoundError:
        return True
    except OSError as error:
        _give_up(error)
        return False
    return True


@cache
def _make_ready(where: Path, process: int) -> None:
    """Make the folder; OSError if nothing can be kept there, which each process tries."""
    folder.make_ready(where)
    folder.require_room(where)


@cache
def _clean(where: Path, process: int) -> None:
    folder.clean(where)


def _give_up(error: OSError) -> None:
    """Nothing can be kept: say so once."""
    _not_kept(str(error.strerror or error))


@cache
def _not_kept(reason: str) -> None:
    notice(NotKept(f"{reason}; set {folder.VARIABLE} to a folder of yours that can be written"))
