"""Where the build hook compiles kernels, and where it leaves them out."""

from __future__ import annotations

import platform
import sys
from types import SimpleNamespace

import pytest

from lifesearch.engines.compiled import hook


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A system for which kernels are compiled."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(sys, "version_info", (3, 13, 0))
    monkeypatch.setattr(hook, "platform_tags", lambda: ["manylinux_2_28_x86_64", WHEEL])
    return monkeypatch


WHEEL = "manylinux_2_17_x86_64"


def test_a_wheel_is_for_old_systems_too(linux: pytest.MonkeyPatch) -> None:
    assert hook.tag() == WHEEL


def test_a_new_python_gets_no_kernels(linux: pytest.MonkeyPatch) -> None:
    linux.setattr(sys, "version_info", hook.FIRST_WITHOUT_NUMBA)
    assert hook.tag() == ""


def test_nor_does_another_interpreter(linux: pytest.MonkeyPatch) -> None:
    linux.setattr(sys, "implementation", SimpleNamespace(name="pypy"))
    assert hook.tag() == ""


@pytest.mark.parametrize("processor", ["riscv64", "i686", "ppc64le"])
def test_nor_does_another_processor(linux: pytest.MonkeyPatch, processor: str) -> None:
    linux.setattr(platform, "machine", lambda: processor)
    assert hook.tag() == ""


def required() -> list[str]:
    """The names of what a wheel that is built here requires."""
    table = {"dependencies": ["numpy>=1.26"], "for_kernels": "llvmlite>=0.44; marker"}
    metadata: dict[str, list[str]] = {}
    hook.CustomMetadataHook("", table).update(metadata)
    return [each.partition(">")[0] for each in metadata["dependencies"]]


def test_musl_gets_no_kernels_and_nothing_that_loads_them(linux: pytest.MonkeyPatch) -> None:
    assert required() == ["numpy", "llvmlite"]
    linux.setattr(hook, "platform_tags", lambda: ["musllinux_1_2_x86_64", "linux_x86_64"])
    assert hook.tag() == ""
    assert required() == ["numpy"]


def test_a_build_without_kernels_has_no_requirements(linux: pytest.MonkeyPatch) -> None:
    build = object.__new__(hook.CustomBuildHook)
    assert build.dependencies()[0].startswith("numba")
    linux.setattr(sys, "version_info", hook.FIRST_WITHOUT_NUMBA)
    assert build.dependencies() == []
