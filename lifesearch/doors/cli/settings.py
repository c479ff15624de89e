"""The user's own defaults of options, from environment variables and from a file.

The file is `settings.toml` in the user's folder of configurations, and has lines such as
`jobs = 2`. The variable `LIFESEARCH_JOBS` goes before it, and an option before both. Folders that
the file names are passed on as environment variables, where other processes look for them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifesearch.common import folders
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.regular_file import read_regular
from lifesearch.common.require import shown
from lifesearch.core.options.option import Option
from lifesearch.running.option_table import on_command_line

FILE = "settings.toml"
OPTIONS = ("jobs", "rule")
"""The options that may have a default of the user's own, by their keys."""
FOLDERS = ("data",)
"""The folders of `common.folders` that may be elsewhere."""
NAMES = (*OPTIONS, *FOLDERS)
EXAMPLES = {"jobs": "jobs = 4", "rule": "rule = 'B36/S23'"}
"""Lines of the file, for messages."""
LARGEST_SETTINGS = 10_000
"""Bytes of the file: it has three lines, and Python reads a key of N dots in time N squared."""
PACKAGES = ("python-sat", "typer", "rich", "numpy", "llvmlite", "ray")


@dataclass(frozen=True)
class OwnDefault:
    """A value of a setting in NAMES, and the variable or file that it comes from."""

    name: str
    value: str
    source: str


def settings(environment: Mapping[str, str], file: Path | None) -> Iterator[OwnDefault]:
    """All settings that have a value; those of the environment hide those of the file."""
    in_file = _read(file) if file is not None else {}
    for name in NAMES:
        variable = folders.variable(name)
        if value := environment.get(variable):
            yield OwnDefault(name, value, variable)
        elif name in in_file:
            yield OwnDefault(name, in_file[name], str(file))


def own_file() -> Path | None:
    """The file of the user who runs the program, whether it exists or not."""
    folder = folders.own_folder("config")
    return folder and folder / FILE


def own_defaults(options: Iterable[Option]) -> dict[str, Any]:
    """The values of options for which there is a setting, by their keys; folders are passed on.

    InputError if a setting that is used, or the file, cannot be read. Commands that read a file of
    a pattern (their option `rule` has no default) do not use the setting of the rule: a file that
    names no rule is of Life.
    """
    takes = {o.key: o for o in options if o.key != "rule" or o.default is not None}
    values = {}
    for setting in settings(os.environ, own_file()):
        if setting.name in FOLDERS:
            os.environ[folders.variable(setting.name)] = setting.value
        elif setting.name in takes:
            values[setting.name] = _value(setting, takes[setting.name])
    return values


def _value(setting: OwnDefault, option: Option) -> Any:
    try:
        return option.read(setting.value)
    except InputError as error:
        why = error.spelt(on_command_line) if isinstance(error, OptionError) else str(error)
        raise InputError(f"{setting.source}: {why}") from None


def in_use() -> Iterator[str]:
    """Lines about this installation, and each setting with where it comes from."""
    from importlib.metadata import PackageNotFoundError, version
    from platform import platform, python_version

    yield f"Python {python_version()}, {platform()}, {os.cpu_count()} cores"
    for package in PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} is not installed"
    file = own_file()
    found = {setting.name: setting for setting in settings(os.environ, file)}
    usual = {"jobs": "all cores", "rule": "B3/S23"}
    for name in NAMES:
        where = folders.own_folder(name) if name in FOLDERS else usual[name]
        setting = found.get(name) or OwnDefault(
            name, str(where or "none: no home folder"), "default"
        )
        yield f"{name}: {setting.value} ({setting.source})"
    if file is not None:
        yield f"settings file: {file}{'' if file.exists() else ' (does not exist)'}"


def _read(file: Path) -> dict[str, str]:
    """The settings in a file; none if it does not exist."""
    try:
        text = read_regular(file, LARGEST_SETTINGS).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read {file}: {error}") from None
    from tomllib import loads

    try:
        found = loads(text)
        return {name: _checked(name, value) for name, value in found.items()}
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    except RecursionError:
        raise InputError(f"{file} is not TOML: brackets are nested too deeply") from None
    except ValueError as error:  # also that of Python for a number of thousands of digits
        raise InputError(f"{file} is not TOML: {str(error).split(';')[0]}") from None


def _checked(name: str, value: object) -> str:
    """A setting as it would be given on the command line."""
    if name not in NAMES:
        raise InputError(f"there is no setting {name[:40]}; there are {', '.join(NAMES)}")
    if name in FOLDERS:
        return _folder(name, value)
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise InputError(f"{name} must be a whole number or a text, such as {EXAMPLES[name]}")
    return str(value)


def _folder(name: str, value: object) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise InputError(f"{name} must be the name of a folder, such as {name} = '~/life'")
    try:
        return str(Path(value).expanduser())
    except RuntimeError:
        raise InputError(
            f"{name} is in the home of a user who is unknown: {shown(value)}"
        ) from None
