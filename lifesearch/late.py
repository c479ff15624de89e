"""Load a module when it is first used, not when it is first imported.

To load numpy takes as long as everything else that the start of a search needs. Modules that may
use it import it as all modules do; what finds an answer without them never loads it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Unloaded(ModuleType):
    """Stands in for a module until one of its names is asked for, and then has all of them."""

    def __getattr__(self, name: str) -> Any:
        its = self.__name__
        self.__class__ = ModuleType  # type: ignore[assignment]
        if sys.modules.get(its) is self:
            del sys.modules[its]
        vars(self).update(vars(import_module(its)))
        return getattr(self, name)


def load_when_used(name: str) -> None:
    """Put off loading a module, unless it is loaded already."""
    if name not in sys.modules:
        sys.modules[name] = _Unloaded(name)
