"""The versions of Python, lifesearch and PySAT on a machine, and how two machines differ.

`connection` sends this module to the machines of a cluster, which may not have lifesearch at all:
so nothing of lifesearch is imported at the top.
"""

from __future__ import annotations

ABSENT = "none"
"""Stands for the version of a package that is not installed."""


def versions() -> dict[str, str]:
    """The versions on this machine that must be equal on all machines of a cluster, by name.

    Of Python the first two numbers count: 3.12.1 and 3.12.4 are equal.
    """
    import platform
    from importlib.metadata import PackageNotFoundError, version

    found = {"Python": ".".join(platform.python_version_tuple()[:2])}
    try:
        from lifesearch import __version__

        found["lifesearch"] = __version__
    except ImportError:
        found["lifesearch"] = ABSENT
    try:
        found["python-sat"] = version("python-sat")
    except PackageNotFoundError:
        found["python-sat"] = ABSENT
    return found


def difference(there: dict[str, str], here: dict[str, str]) -> str:
    """Which versions differ between two machines, in words; empty if none does.

    >>> difference({"Python": "3.12", "lifesearch": "none"}, {"Python": "3.13", "lifesearch": "1"})
    'Python 3.12 instead of 3.13, no lifesearch'
    """
    words = []
    for name, version in here.items():
        if there.get(name) != version:
            other = there.get(name, ABSENT)
            words.append(
                f"no {name}" if other == ABSENT else f"{name} {other} instead of {version}"
            )
    return ", ".join(words)
