"""The entry point: runs the command line and turns what went wrong into an exit status.

0 found, 1 proved that there is none, 2 bad input, 3 gave up, 130 interrupted.
"""

import os
import sys

from lifesearch.errors import InputError, LifesearchError

BAD_INPUT = 2
GAVE_UP = 3
INTERRUPTED = 130
BROKEN_PIPE = 141


def main() -> None:
    """Run lifesearch and exit."""
    status = _status()
    if status == BROKEN_PIPE:
        # Python would try once more to write what nobody reads.
        os._exit(status)
    sys.exit(status)


def _status() -> int:
    try:
        from lifesearch.cli import app  # Ctrl-C may come this early

        try:
            app(prog_name="lifesearch")
        except SystemExit as end:
            sys.stdout.flush()
            return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except LifesearchError as error:
        return _say(str(error), BAD_INPUT if isinstance(error, InputError) else GAVE_UP)
    except BrokenPipeError:
        return BROKEN_PIPE
    except OSError as error:
        return _say(f"cannot write the output: {error.strerror}", BAD_INPUT)
    return 0


def _say(sentence: str, status: int) -> int:
    print(f"lifesearch: {sentence}", file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
