"""The first lines of the program, before any other module is loaded: imported by `__main__`.

Ctrl-C may come while modules are loaded, and any of them may fail to load.
"""

import _signal  # type: ignore[import-not-found]  # `signal` takes a while to load
import gc
import os
import sys

MOST_OBJECTS = 200_000
"""Objects made before garbage is collected: modules make many while they load, and no garbage.

A short command makes 70,000, and one collection of them takes as long as loading 20 modules.
"""

gc.set_threshold(MOST_OBJECTS)

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    # No work has begun; a KeyboardInterrupt could print the traceback of an import.
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))


def _end(error_type: type[BaseException], error: BaseException, _trace: object) -> None:
    """End after an error that nothing has caught."""
    status = 3 if error_type is MemoryError else 70  # of `exit_status`, which may not load now
    sentence = f"cannot start: {error_type.__name__}"
    try:
        from lifesearch.common.failure import sentence_and_status

        sentence, status = sentence_and_status(error)
    finally:  # even if that cannot be loaded either
        os.write(2, f"lifesearch: {sentence}\n".encode(errors="backslashreplace"))
        os._exit(status)


sys.excepthook = _end  # Python's own exits with status 1, which means "proved: none" here

# No search does linear algebra; each of OpenBLAS's threads takes 30 MB, and it fails without them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
