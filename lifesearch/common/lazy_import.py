"""Load a module when it is first used, not when it is first imported.

Loading numpy takes as long as everything else at the start of a search. Modules that may use it
import it as usual; a command that does not need it never loads it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from lifesearch.common import failure
from lifesearch.common.errors import LifesearchError
from lifesearch.common.memory import is_shortage
from lifesearch.common.signals import delay_interrupt


class _Unloaded(ModuleType):
    """Stands in for a module; when a name of it is first used, the module is loaded."""

    def __getattr__(self, name: str) -> Any:
        _load(self)
        return getattr(self, name)


def _load(module: ModuleType) -> None:
    """Load the module that an `_Unloaded` stands for, and make it that module."""
    name = module.__name__
    if sys.modules.get(name) is module:
        del sys.modules[name]
    vars(module).update(vars(_loaded(name)))
    module.__class__ = ModuleType


def imported(name: str) -> Any:
    """The object with this name in a module of lifesearch, such as `life.pattern.Pattern`."""
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(f"lifesearch.{module}"), attribute)


def _loaded(name: str) -> ModuleType:
    """Load a module; LifesearchError if it is there and cannot be loaded."""
    failure.loading(name)
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise
    except Exception as error:
        why = "out of memory" if is_shortage(error) else str(error).partition("\n")[0]
        raise LifesearchError(f"{name} cannot be loaded: {why}; undecided") from error
    finally:
        failure.loading("")


def load_whole(name: str) -> None:
    """Load a module without interruption: some, such as numpy, cannot be loaded again after Ctrl-C.

    Functions that import such a module call this first, if they may be the first to need it. In
    Python programs nothing stands in for a module: then errors of the import pass unchanged.
    """
    module = sys.modules.get(name)
    if module is None:
        with delay_interrupt():
            import_module(name)
    elif isinstance(module, _Unloaded):
        with delay_interrupt():
            _load(module)


def load_when_used(name: str) -> None:
    """Delay loading a module until it is used, unless it is loaded already."""
    if name not in sys.modules:
        sys.modules[name] = _Unloaded(name)
