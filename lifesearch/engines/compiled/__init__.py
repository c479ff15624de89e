"""Kernels: functions over arrays that become machine code when lifesearch is installed.

declare   a kernel: a function and the types of its arguments; calls check them
words     pointers, and bits of a word, for kernels
build     compiles all kernels by numba, in the environment in which pip builds lifesearch
hook      called by hatchling: builds, and puts the object files into the wheel
load      loads an object file by llvmlite when a kernel is first called

No command compiles anything, with one exception: in a checkout with numba, kernels that were edited
are compiled again.
"""

from __future__ import annotations

from lifesearch.engines.compiled.declare import compiled, inlined, kernel, typed
from lifesearch.engines.compiled.load import available, unavailable

__all__ = ["available", "compiled", "inlined", "kernel", "typed", "unavailable"]
