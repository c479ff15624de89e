"""What a query calls its parts, and what the command line calls them."""

from lifesearch.errors import InputError, OptionError

OPTIONS = {
    "box": "--box",
    "mask": "--mask",
    "rule": "--rule",
    "symmetry": "--symmetry",
    "transform": "--transform",
    "keep": "--keep",
    "rotor": "--max-rotor and --max-stator",
    "encoding": "--encoding",
    "memory": "--memory",
    "rows": "--engine rows",
    "force": "--force",
    "connected": "--connected",
    "excluded": "--exclude and --new",
}


def with_options(error: InputError) -> str:
    """The sentence of an error, with the options that it is about.

    >>> with_options(InputError("leave out the box", "box"))
    'leave out the box (--box)'
    """
    if isinstance(error, OptionError):
        return error.on_command_line()
    meant = [OPTIONS[part] for part in error.about if part in OPTIONS]
    return f"{error} ({', '.join(meant)})" if meant else str(error)
