"""The entry point: runs the command line and turns what went wrong into an exit status."""

# ruff: noqa: I001 - Ctrl-C may come while modules are loaded, `signal` among them
import os
import _signal  # type: ignore[import-not-found]

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    # Nothing is begun yet; an exception would be shown by whatever it hits in the interpreter.
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))

import atexit
import gc
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from lifesearch import signals, streams
from lifesearch.errors import ClusterLost, InputError, LifesearchError, OptionError
from lifesearch.exit_status import ExitStatus
from lifesearch.late import load_when_used
from lifesearch.text import visible_line

MOST_OBJECTS = 50_000
"""So many are made before garbage is looked for: nothing that modules make is garbage."""

gc.set_threshold(MOST_OBJECTS)
atexit.register(gc.freeze)  # no garbage collection at exit: all memory is freed


def main() -> None:
    """Run lifesearch and exit."""
    signals.heed_termination()
    streams.make_visible()
    status = _status()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said; only the end is left
    if status == ExitStatus.BROKEN_PIPE:
        # Python would try once more to write to the closed pipe.
        os._exit(status)
    sys.exit(status)


def _status() -> int:
    if sys.stdout is None or sys.stderr is None:
        return _say("standard output or standard error is closed", ExitStatus.BAD_INPUT)
    try:
        status = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except ClusterLost as error:
        status = _say(str(error), ExitStatus.GAVE_UP)
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(status)  # Ray would wait for the cluster once more, and set a status of its own
    except LifesearchError as error:
        return _failure(error)
    except BrokenPipeError:
        return ExitStatus.BROKEN_PIPE
    except OSError as error:
        return _say(f"cannot write the output: {error.strerror}", ExitStatus.BAD_INPUT)
    return status


def _failure(error: LifesearchError) -> int:
    if isinstance(error, OptionError):
        from lifesearch.options.table import on_command_line

        return _say(error.spelt(on_command_line), ExitStatus.BAD_INPUT)
    if isinstance(error, InputError):
        return _say(str(error), ExitStatus.BAD_INPUT)
    return _say(str(error), ExitStatus.GAVE_UP)


def _run() -> int:
    from lifesearch.cli import app

    load_when_used("numpy")
    signals.heed_interrupt()
    try:
        return app(prog_name="lifesearch", standalone_mode=False) or 0
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer has an exit status of its own
            return ExitStatus.BROKEN_PIPE
        return end.code if isinstance(end.code, int) else 0
    except ImportError as error:
        if "numba" not in str(error).lower():
            raise
        raise InputError(f"this needs numba, which cannot be imported ({error})") from error
    except Exception as error:
        # Errors of usage: typer keeps their class to itself.
        format_message: Callable[[], str] | None = getattr(error, "format_message", None)
        if format_message is None:
            raise
        message = format_message()
        if message.startswith("Usage:"):
            print(message)
            return ExitStatus.FOUND
        message = message.rstrip(".")
        if negative := re.fullmatch(r"No such option: (-[0-9]\S*)", message.split(" Did")[0]):
            message = f"{negative[1]} is negative, which is not possible here"
        return _say(_usage_error(message), ExitStatus.BAD_INPUT)


def _usage_error(message: str) -> str:
    """Typer's sentences as one of ours.

    >>> _usage_error("No such command 'spacship'. Did you mean 'spaceship'?")
    "no such command 'spacship': did you mean 'spaceship'? Try --help"
    """
    message = message.replace(". Did you mean", ": did you mean").replace(" Did you", ": did you")
    end = " Try --help" if message.endswith("?") else "; try --help"
    return f"{message[0].lower()}{message[1:]}{end}"


def _say(sentence: str, status: int) -> int:
    if status == ExitStatus.BAD_INPUT:  # it quotes what was given, which may have line breaks
        sentence = visible_line(sentence)
    if sys.stderr is not None:
        print(streams.wrapped(f"lifesearch: {sentence}", sys.stderr), file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
