"""Load machine code that was made when lifesearch was installed; this needs llvmlite.

`declare.Kernel` calls `address_of` at its first call. Modules with kernels form groups, and each
group has one file: a line of JSON (see `Header`), and after it an object file for each kind of
processor, the best kind first.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from time import sleep
from typing import Any, NamedTuple

from lifesearch.common.errors import InputError
from lifesearch.common.file_lock import claimed
from lifesearch.common.signals import delay_interrupt

GROUPS = {
    "rows": (
        "engines.rows.kernel.deepen",
        "engines.rows.kernel.expand",
        "engines.rows.kernel.claimed",
        "engines.rows.kernel.states",
    ),
    "soups": ("engines.soups.layout", "engines.soups.settle"),
    "bulk": ("engines.soups.bulk.kernel",),
    "rotors": ("engines.rotors.kernel", "engines.rotors.row_kernel"),
    "catalysts": ("engines.catalysts.kernel",),
    "counts": (
        "engines.counting.kernel.cycles",
        "engines.counting.kernel.listing",
        "engines.counting.kernel.pairs",
        "engines.counting.kernel.transfer_matrix",
    ),
    "clauses": ("proofs.verifier.machine",),
    "on_demand": ("engines.on_demand.kernel",),
    "states": ("proofs.states.machine",),
    "windows": ("engines.windows.kernel",),
    "orphans": ("engines.orphans.kernel",),
}
"""The modules of each group, below `lifesearch`."""
PACKAGE = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "objects"
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Other names of processors."""
PROCESSORS: dict[str, dict[str, tuple[str, ...]]] = {
    "x86_64": {
        "x86-64-v3": ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt"),
        "x86-64": (),
    },
    "aarch64": {"generic": ()},
}
"""Kinds of processors, the best first, with the features that each must have."""
SYMBOLS = ("memcpy", "memmove", "memset")
"""All functions that machine code of kernels may call."""

PAUSE = 0.2  # seconds between two attempts to compile, while another process does

_LOCK = RLock()
_KEPT: list[Any] = []
"""Engines and code that must not be freed: kernels have addresses of them."""


class Code(NamedTuple):
    """An object file: its kind of processor, its length in bytes, and its SHA-256."""

    processor: str
    size: int
    digest: str


class Header(NamedTuple):
    """The first line of a group's file: made for a `machine`, from `sources` with this digest.

    Sources are names of files of the package.
    """

    machine: str
    sources: list[str]
    digest: str
    codes: list[Code]


class NoKernels(InputError):  # noqa: N818 - it reads as what happened
    """Machine code is missing, or does not belong to this version of lifesearch."""


def machine() -> str:
    """The system and the processor, for which object files are made."""
    processor = platform.machine().lower()
    return f"{sys.platform}-{MACHINES.get(processor, processor)}"


def file_of(group: str) -> Path:
    return FOLDER / f"{group}.kernels"


def digest_of(sources: Iterable[str]) -> str:
    """The SHA-256 of some files of the package."""
    total = hashlib.sha256()
    for name in sources:
        total.update(f"{name}\0".encode() + hashlib.sha256((PACKAGE / name).read_bytes()).digest())
    return total.hexdigest()


def read(group: str) -> tuple[Header, bytes]:
    """The header of a group's file, and the object files."""
    line, _, rest = file_of(group).read_bytes().partition(b"\n")
    made_for, sources, digest, codes = json.loads(line)
    return Header(made_for, sources, digest, [Code(*code) for code in codes]), rest


@cache
def unavailable() -> str:
    """Why no kernel can be run here; empty if all can."""
    if find_spec("llvmlite") is None:
        return "llvmlite, which loads machine code, is not installed"
    stale = [group for group in GROUPS if not is_fresh(group)]
    return _why_not(stale[0]) if stale and not can_build() else ""


def available() -> bool:
    """Whether kernels can be run here."""
    return not unavailable()


def is_fresh(group: str) -> bool:
    """Whether a group's file exists, for this machine, made from the sources as they are."""
    try:
        header, _ = read(group)
        return header.machine == machine() and digest_of(header.sources) == header.digest
    except (OSError, ValueError, TypeError):
        return False


def can_build() -> bool:
    """Whether this is a checkout in which kernels can be compiled again."""
    return (PACKAGE.parent / "pyproject.toml").is_file() and find_spec("numba") is not None


def _why_not(group: str) -> str:
    if not FOLDER.is_dir():
        return "lifesearch was installed without machine code (numba was not to be had then)"
    if (PACKAGE.parent / "pyproject.toml").is_file():
        return f"kernels of {group} were edited: run pip install -e . again, or install numba"
    return f"machine code of {group} is damaged, or of another version: install lifesearch again"


def address_of(name: str) -> int:
    """The address of a kernel's machine code."""
    module, _, _ = name.removeprefix("lifesearch.").rpartition(".")
    (group,) = (group for group, modules in GROUPS.items() if module in modules)
    # If Ctrl-C interrupted the import of llvmlite, it could not be imported again.
    with _LOCK, delay_interrupt():
        address: int = _engine(group).get_function_address(name)
    if not address:
        raise NoKernels(f"machine code of {name} is missing: install lifesearch again")
    return address


@cache
def _engine(group: str) -> Any:
    """Have LLVM load the object file of a group; return its execution engine."""
    import llvmlite.binding as llvm

    code = llvm.ObjectFileRef.from_data(_code(group))
    _prepare()
    target = llvm.Target.from_default_triple().create_target_machine()  # the engine owns it
    # llvmlite's manager of memory keeps all sections close to each other: on some processors,
    # relocations do not reach far.
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target, use_lmm=True)
    engine.add_object_file(code)
    engine.finalize_object()
    _KEPT.append(engine)
    return engine


def _code(group: str) -> bytes:
    """The object file of a group for this processor."""
    if reason := unavailable():
        raise NoKernels(f"this needs machine code: {reason}")
    if not is_fresh(group):
        _build_again(group)
    header, rest = read(group)
    first = 0
    for processor, size, digest in header.codes:
        code = rest[first : first + size]
        first += size
        if not _can_run(processor):
            continue
        if hashlib.sha256(code).hexdigest() != digest:
            raise NoKernels(f"{file_of(group)} is damaged: install lifesearch again")
        _KEPT.append(code)  # LLVM does not copy it
        return code
    raise NoKernels(f"there is no machine code of {group} for this processor")


def build(groups: Iterable[str] = tuple(GROUPS)) -> None:
    """Compile groups, several at a time, each in a process of its own."""
    FOLDER.mkdir(exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(_build_elsewhere, groups))


def build_stale() -> None:
    """Compile all groups whose files are not up to date."""
    build([group for group in GROUPS if not is_fresh(group)])


def _build_elsewhere(group: str) -> None:
    # pip's build environment, and with it numba, is found through the PYTHONPATH it has set.
    paths = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "lifesearch.engines.compiled.build", group]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"kernels of {group} cannot be compiled:\n{done.stderr}")


def _build_again(group: str) -> None:
    """Compile a group in a checkout; if another process is doing so, wait for it instead.

    RuntimeError if that fails: an edited kernel has a bug.
    """
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / f".{group}.lock").open("w") as file:
        while not claimed(file.fileno()):
            sleep(PAUSE)
        if not is_fresh(group):
            build([group])


def _can_run(processor: str) -> bool:
    import llvmlite.binding as llvm

    wanted = PROCESSORS[machine().partition("-")[2]][processor]
    if not wanted:
        return True
    there = llvm.get_host_cpu_features()
    return all(there.get(feature) for feature in wanted)


@cache
def _prepare() -> None:
    """Initialise LLVM, and give it the addresses of the C functions that kernels may call."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
    for name in SYMBOLS:
        llvm.add_symbol(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)
