"""The entry point: runs the command line and turns errors into messages and an exit status."""

# ruff: noqa: I001 - the first import comes before others: it prepares for Ctrl-C during them
import lifesearch.common.startup  # noqa: F401
import atexit
import gc
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import takewhile

from lifesearch.common import signals, streams
from lifesearch.common.errors import ClusterLost, InputError, OptionError
from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.failure import causes, guard_exit, sentence_and_status
from lifesearch.common.lazy_import import load_when_used
from lifesearch.common.text import visible_line

atexit.register(gc.freeze)  # no garbage collection at exit: the system frees all memory


def main() -> None:
    """Run lifesearch and exit."""
    signals.heed_termination()
    streams.make_visible()
    status = _status()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all output is written
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
    except BrokenPipeError:
        return ExitStatus.BROKEN_PIPE
    # Python's own status after an error is 1, which would say "proved: none".
    except BaseException as error:
        return _failure(error)
    return status


def _failure(error: BaseException) -> int:
    # Python turns an exception into a RuntimeError if a signal raises it while a class is made.
    for cause in causes(error):
        if isinstance(cause, signals.Terminated):
            return ExitStatus.TERMINATED
        if isinstance(cause, KeyboardInterrupt):
            return ExitStatus.INTERRUPTED
    if isinstance(error, OptionError):
        from lifesearch.running.option_table import on_command_line

        return _say(error.spelt(on_command_line), ExitStatus.BAD_INPUT)
    if isinstance(error, InputError):
        return _say(f"{error}{_instead_of_file(error)}", ExitStatus.BAD_INPUT)
    return _say(*sentence_and_status(error))


def _instead_of_file(error: InputError) -> str:
    """What to do if the file that is missing has the name of a known pattern; empty for others."""
    missing = error.__context__
    if not isinstance(missing, FileNotFoundError) or "there is no file" not in str(error):
        return ""
    from lifesearch.doors.cli.suggestions import instead_of_file

    # Words after it may belong to the name, without quotation marks: see `instead_of_file`.
    name, words = str(missing.filename), sys.argv[1:]
    after = words[words.index(name) + 1 :] if name in words else []
    return instead_of_file(name, [*takewhile(lambda word: not word.startswith("-"), after)])


def _run() -> int:
    from lifesearch.doors.cli import app

    guard_exit()
    load_when_used("numpy")
    signals.heed_interrupt()  # before this, Ctrl-C ends the program at once: see `common.startup`
    try:
        # The status of the `typer.Exit` that a command raises; None if it raises none.
        return app(prog_name="lifesearch", standalone_mode=False) or 0
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer has an exit status of its own
            return ExitStatus.BROKEN_PIPE
        if isinstance(end, signals.Terminated):
            return ExitStatus.TERMINATED
        if not end.code:
            return ExitStatus.FOUND
        raise  # not the status of a search: that is returned above
    except Exception as error:
        # Typer does not export the class of its usage errors: they have this method.
        format_message: Callable[[], str] | None = getattr(error, "format_message", None)
        if format_message is None:
            raise
        message = format_message()
        if message.startswith("Usage:"):  # no arguments, where some are needed: it is the help
            print(message)
            return ExitStatus.FOUND
        message = message.rstrip(".")
        if negative := re.fullmatch(r"No such option: (-[0-9]\S*)", message.split(" Did")[0]):
            # typer names the first digit only
            number = next((word for word in sys.argv if word.startswith(negative[1])), negative[1])
            message = f"{number} is negative, which is not possible here"
        context = getattr(error, "ctx", None)
        if context is not None and message.startswith(("Got unexpected", "Missing argument")):
            usage = " ".join([context.command_path, *context.command.collect_usage_pieces(context)])
            message = f"{message}: {usage}"
        return _say(_usage_error(message), ExitStatus.BAD_INPUT)


def _usage_error(message: str) -> str:
    """Join typer's sentences into one in lower case, as our messages are.

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
