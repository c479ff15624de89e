"""Have hatchling compile all kernels when a wheel is built, and put the object files into it.

Numba compiles them, in the environment in which pip builds the wheel; it is needed nowhere else.
Where it cannot be installed, or fails, the wheel has no object files: everything by SAT works
without them.

hatchling also asks here for the requirements of lifesearch, which `pyproject.toml` lists.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.tags import platform_tags

FIRST_WITHOUT_NUMBA = (3, 15)
"""The first version of Python for which numba may be missing."""
MACHINES = {
    "linux": ("x86_64", "aarch64"),
    "darwin": ("arm64",),
    "win32": ("AMD64",),
}
"""The systems with wheels of numba and llvmlite; `pyproject.toml` names them, too."""
TAGS = ("manylinux_2_17_", "macosx_11_0_", "win_")
"""Beginnings of platform tags. Object files call only memcpy and its like, so old systems do."""
OBJECTS = Path(__file__).resolve().parent / "objects"


class CustomBuildHook(BuildHookInterface[Any]):
    """Compiles kernels, unless those of the checkout are up to date."""

    def dependencies(self) -> list[str]:
        """The requirements for compiling, where that is possible."""
        return ["numba>=0.63", "numpy>=1.26"] if tag() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the files included; an editable install finds them in their place."""
        if self.target_name != "wheel" or not tag():
            return
        # In a process of its own: whatever fails there, the wheel is built, without kernels.
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                "from lifesearch.engines.compiled.load import build_stale as f; f()",
            ],
            cwd=self.root,
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            self.app.display_warning(f"kernels are left out: {done.stderr.strip()[-2000:]}")
            return
        for file in sorted(OBJECTS.glob("*.kernels")):
            place = file.relative_to(Path(self.root).resolve()).as_posix()
            build_data["force_include"][str(file)] = place
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag()}"


class CustomMetadataHook(MetadataHookInterface):
    """Says what lifesearch requires: llvmlite, which loads kernels, only where it has wheels.

    There is no marker for musl, so that is tested here; `pyproject.toml` has markers for the rest.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the requirements: those of a wheel that is built here."""
        wanted = list(self.config["dependencies"])
        if not musl():
            wanted.append(self.config["for_kernels"])
        metadata["dependencies"] = wanted


def musl() -> bool:
    """Whether the C library is musl, as on Alpine Linux."""
    return any(each.startswith("musllinux") for each in platform_tags())


def tag() -> str:
    """The platform tag of wheels with object files made here; empty if none can be made."""
    if sys.version_info >= FIRST_WITHOUT_NUMBA or sys.implementation.name != "cpython":
        return ""
    if platform.machine() not in MACHINES.get(sys.platform, ()):
        return ""
    return next((each for each in platform_tags() if each.startswith(TAGS)), "")
