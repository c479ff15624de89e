"""Try what is installed in a prefix, with nothing else: no home, no compiler, no network.

`python tests/bare.py PREFIX` is run by `tests.packaging`, in a network of its own where the system
lets it have one. It imports nothing but what Python itself has. Whoever installs lifesearch there
gets an answer, the man page, completion, a gallery, the studio's page and a checked proof.
"""

from __future__ import annotations

import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

TOOLS = (
    "sh", "bash", "env", "cat", "col", "sed", "locale", "man",
    "groff", "nroff", "troff", "grotty", "preconv", "tbl",
)  # fmt: skip
"""What `man` and completion need of the system. There is no compiler among them."""
COMPILERS = ("cc", "gcc", "clang", "c++", "ld", "as", "make")
PATIENCE = 120.0
COMPLETE = """
source "$1/share/bash-completion/completions/lifesearch"
COMP_WORDS=(lifesearch oscillator --rule High) COMP_CWORD=3
_lifesearch_completion lifesearch
printf '%s\\n' "${COMPREPLY[@]}"
"""


def main() -> None:
    """Try all of it; the exit status is 0 if everything works."""
    prefix = Path(sys.argv[1]).absolute()
    print(f"network: {'this machine only' if alone() else 'as it is'}", flush=True)
    with tempfile.TemporaryDirectory(prefix="lifesearch-") as folder:
        Bare(prefix, Path(folder)).try_all()


def alone() -> bool:
    """Whether this process has a network of its own; then its loopback is switched on."""
    if sys.platform != "linux" or [name for _, name in socket.if_nameindex()] != ["lo"]:
        return False
    import fcntl

    set_flags, up = 0x8914, 0x1  # SIOCSIFFLAGS and IFF_UP of Linux
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket, suppress(OSError):
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", up))
    return True


class Bare:
    """A prefix, and a folder in which commands are run."""

    def __init__(self, prefix: Path, place: Path) -> None:
        self.prefix, self.work = prefix, place / "work"
        tools = place / "tools"
        for each in (self.work, tools):
            each.mkdir()
        for name in TOOLS:
            if found := shutil.which(name):
                (tools / name).symlink_to(found)
        nobody = place / "home"
        nobody.touch()  # a home that is no folder: root, too, cannot write there
        path = f"{prefix / 'bin'}{os.pathsep}{tools}"
        self.environment = {"PATH": path, "HOME": str(nobody), "LANG": "C.UTF-8"}
        if compilers := [name for name in COMPILERS if shutil.which(name, path=path)]:
            raise SystemExit(f"there is a compiler: {', '.join(compilers)}")

    def try_all(self) -> None:
        """Print a line for each thing that works."""
        self.expect("an answer", "glider", "lifesearch", "spaceship", "c/4", "diagonal")
        if shutil.which("man"):
            man = ("man", "-M", str(self.prefix / "share/man"), "lifesearch")
            self.expect("man", "Game of Life", *man)
        else:
            print("man: there is none here")
        if shutil.which("bash"):
            bash = ("bash", "-c", COMPLETE, "bash", str(self.prefix))
            self.expect("completion", "HighLife", *bash)
        (self.work / "glider.rle").write_text("bo$2bo$3o!\n")
        self.expect("a gallery", "", "lifesearch", "gallery", "glider.rle", "-o", "page.html")
        require("a gallery", "<html", (self.work / "page.html").read_text("utf-8"))
        self.try_studio()
        proof = ("lifesearch", "oscillator", "3", "--box", "4x4", "--proof", "proof")
        self.expect("a proof", "proved", *proof, status=1)
        self.expect("a checked proof", "checked:", "lifesearch", "check", "proof")

    def expect(self, what: str, expected: str, *command: str, status: int = 0) -> None:
        """Run a command, and look for a word in what it prints."""
        done = subprocess.run(
            command, cwd=self.work, env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False,
        )  # fmt: skip
        if done.returncode != status:
            raise SystemExit(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
        require(what, expected, done.stdout + done.stderr)
        print(f"{what}: {' '.join(command[:1] if command[0] == 'bash' else command)}: ok")

    def try_studio(self) -> None:
        """Open the studio's page as a browser does."""
        command = ["lifesearch", "studio", "drawings", "--no-browser"]
        with subprocess.Popen(
            command,
            cwd=self.work,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        ) as studio:
            try:
                assert studio.stdout is not None
                address = studio.stdout.readline().split()[-1]
                with urlopen(address, timeout=PATIENCE) as page:
                    require("a studio page", "<html", page.read().decode())
            finally:
                studio.terminate()
        print(f"a studio page: {' '.join(command)}: ok")


def require(what: str, expected: str, text: str) -> None:
    """End with an error unless a word is in a text."""
    if expected not in text:
        raise SystemExit(f"{what}: '{expected}' is not in:\n{text}")


if __name__ == "__main__":
    main()
