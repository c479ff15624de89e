"""Machine code is checked before it is loaded, and arguments before it is called."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesearch.engines.compiled import available, load
from lifesearch.engines.compiled.declare import kernel
from lifesearch.engines.compiled.load import GROUPS, SYMBOLS, NoKernels
from lifesearch.engines.counting.kernel.transfer_matrix import move_over

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")
SOURCE, TARGET = np.zeros((4, 2), np.uint64), np.zeros((8, 2), np.uint64)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((SOURCE, TARGET.astype(np.int64), 3), "a 2-D array of int64"),
        ((SOURCE, TARGET[::2], 3), "with gaps"),
        ((SOURCE, TARGET.T, 3), "with gaps"),
        ((SOURCE.ravel(), TARGET, 3), "a 1-D array of uint64"),
        ((SOURCE, TARGET.tolist(), 3), "not \\[\\["),
        ((SOURCE, TARGET, 3.0), "float"),
        ((SOURCE, TARGET), "takes 3 arguments"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        move_over(*arguments)


def test_what_is_written_must_be_writeable() -> None:
    fixed = TARGET.copy()
    fixed.flags.writeable = False
    with pytest.raises(TypeError, match="read-only"):
        move_over(SOURCE, fixed, 3)
    move_over(fixed, TARGET.copy(), 3)  # it is only read


@pytest.mark.parametrize(("kind", "number"), [("i8", 1 << 63), ("u8", -1), ("i8", -(1 << 63) - 1)])
def test_numbers_that_do_not_fit_are_refused(kind: str, number: int) -> None:
    def taken(number: int) -> None: ...

    made = kernel(kind)(taken)
    with pytest.raises(OverflowError):
        made(number)


def test_a_tuple_has_all_its_parts() -> None:
    made = kernel(("i8", "i8"))(lambda pair: None)
    with pytest.raises(TypeError, match="a tuple of 2"):
        made((1, 2, 3))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the object files, of an installation in which nothing can be compiled."""
    copy = tmp_path / "objects"
    shutil.copytree(load.FOLDER, copy)
    monkeypatch.setattr(load, "FOLDER", copy)
    monkeypatch.setattr(load, "can_build", lambda: False)
    load.unavailable.cache_clear()
    yield copy
    load.unavailable.cache_clear()


def test_no_object_files(folder: Path) -> None:
    shutil.rmtree(folder)
    assert load.unavailable().startswith("lifesearch was installed without machine code")
    assert not load.available()


def test_object_files_of_other_sources(folder: Path) -> None:
    file = folder / "rows.kernels"
    line, _, rest = file.read_bytes().partition(b"\n")
    header = json.loads(line)
    header[2] = "0" * 64
    file.write_bytes(json.dumps(header).encode() + b"\n" + rest)
    assert "rows" in load.unavailable()
    with pytest.raises(NoKernels, match="machine code"):
        load._code("rows")


@pytest.mark.usefixtures("folder")
def test_object_files_of_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "machine", lambda: "linux-riscv64")
    assert load.unavailable()


def test_damaged_object_files(folder: Path) -> None:
    file = folder / "rows.kernels"
    content = bytearray(file.read_bytes())
    content[-100:] = bytes(100)
    file.write_bytes(content)
    *_, baseline = load.PROCESSORS[load.machine().partition("-")[2]]
    with pytest.raises(NoKernels, match="damaged"):
        choose(baseline, "rows")


def choose(processor: str, group: str) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "_can_run", lambda each: each == processor)
        return load._code(group)


def test_an_old_processor_gets_code_that_it_can_run(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite.binding as llvm

    codes = [choose(each, "counts") for each in load.PROCESSORS[load.machine().partition("-")[2]]]
    monkeypatch.setattr(llvm, "get_host_cpu_features", dict)
    assert load._code("counts") == codes[-1]


@pytest.mark.long
def test_old_and_new_processors_count_the_same() -> None:
    program = (
        "import sys\nfrom lifesearch.engines.compiled import load\n"
        "from lifesearch.engines.counting import pairs\n"
        "from lifesearch.engines.counting.region import Region\n"
        "load._can_run = lambda each: each == sys.argv[1]\n"
        "print([int(n[0]) for n in pairs.counts_by_height(Region(7, 7))])"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program, processor], capture_output=True, text=True, check=True
        ).stdout
        for processor in load.PROCESSORS[load.machine().partition("-")[2]]
    }
    assert len(found) == 1


def test_the_types_are_checked_where_a_kernel_is_declared() -> None:
    with pytest.raises(TypeError):
        kernel("x9[]")(lambda array: None)


def undefined(code: bytes) -> set[str]:
    """The symbols of an ELF file of 64 bits that are defined elsewhere."""
    (start,) = struct.unpack_from("<Q", code, 0x28)
    size, count, _ = struct.unpack_from("<HHH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, start + n * size) for n in range(count)]
    names: set[str] = set()
    for _, kind, _, _, offset, length, link, *_ in sections:
        if kind != 2:
            continue
        strings = sections[link][4]
        for place in range(offset + 24, offset + length, 24):
            name, _, _, section = struct.unpack_from("<IBBH", code, place)
            if section == 0:
                begin = strings + name
                names.add(code[begin : code.index(b"\0", begin)].decode())
    return names


@pytest.mark.skipif(sys.platform != "linux", reason="object files have another form there")
@pytest.mark.parametrize("group", GROUPS)
def test_machine_code_calls_nothing_but_what_the_loader_gives_it(group: str) -> None:
    for processor in load.PROCESSORS[load.machine().partition("-")[2]]:
        assert undefined(choose(processor, group)) <= set(SYMBOLS)
