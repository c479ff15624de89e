"""Objects with facts that can be read like a dictionary: data frames make columns of them.

>>> class Word(NamedFacts):
...     def facts(self):
...         return {"letters": 5}
>>> dict(Word()), Word()["letters"]
({'letters': 5}, 5)
"""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping
from functools import cached_property
from typing import Any


class NamedFacts:
    """An object with facts; `pandas.DataFrame` takes a list of them."""

    def facts(self) -> dict[str, Any]:
        """All facts by name, as `--format json` prints them."""
        raise NotImplementedError

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return self.facts()

    def keys(self) -> KeysView[str]:
        """The names of the facts."""
        return self._facts.keys()

    def __getitem__(self, name: str) -> Any:
        return self._facts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __bool__(self) -> bool:
        return True  # without computing the facts


# pandas makes columns of a Mapping only. If inherited, it would also compare objects by all facts.
Mapping.register(NamedFacts)  # pyright: ignore[reportAttributeAccessIssue] - it is an ABCMeta
