"""What is installed on a machine. This is sent to machines that may not have lifesearch at all.

So nothing is imported here but what Python itself has.
"""

from __future__ import annotations

ABSENT = "none"


def versions() -> dict[str, str]:
    """The versions that must be equal everywhere, by name."""
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
    """What is not the same there as here, in words; empty if all is.

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
