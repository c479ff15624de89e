"""Add the answers of a search to the user's catalogue.

`view` has one, unless the catalogue is not to be changed.

Each batch of answers is added before it is shown, in one transaction. Connected patterns that recur
are added; composites are not, since their pieces are listed, nor are patterns with a built-in name.
If the catalogue cannot be written any more, one note is printed, and the search goes on: what it
finds is still shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from lifesearch.catalogue import user
from lifesearch.catalogue.catalogue import Entry
from lifesearch.catalogue.entry import make_entry
from lifesearch.catalogue.names import own_names
from lifesearch.common.errors import InputError
from lifesearch.core.answer_report import AnswerReport


@dataclass
class CatalogueRecorder:
    """Adds answers and counts them: `new`, `known` in some catalogue, or `left_out` of it.

    `say` prints a sentence. `seen` are the apgcodes and the rules of answers of this run: if the
    search also finds the rule, each answer has its own. After the catalogue has `failed` to take an
    answer, none is added.
    """

    say: Callable[[str], None]
    new: int = 0
    known: int = 0
    left_out: int = 0
    failed: bool = False
    seen: set[tuple[str, str]] = field(default_factory=set)

    def record(self, records: Iterable[AnswerReport]) -> None:
        """Add those answers that belong in a catalogue."""
        newcomers = [entry for record in records if (entry := self._newcomer(record))]
        if not newcomers or self.failed:
            return
        try:
            added = user.add(newcomers)
        except InputError as error:
            self.failed = True
            self.say(f"note: nothing more is added to your catalogue: {error}")
            return
        fresh = sum(one.new for one in added)
        self.new += fresh
        self.known += len(added) - fresh

    def conclude(self) -> None:
        """Say how many answers were added."""
        facts = [f"{self.new:,} new in your own catalogue"]
        if self.known:
            facts.append(f"{self.known:,} known before")
        if self.left_out:
            facts.append(f"{self.left_out:,} not added: composites, on a torus, or not periodic")
        self.say(f"added: {', '.join(facts)}")

    def _newcomer(self, record: AnswerReport) -> Entry | None:
        """The entry of an answer, if it is new; else the answer is counted, once in a run."""
        identity = record.identity
        if identity is None or identity.composite or not record.apgcode:
            self.left_out += 1
            return None
        code = record.apgcode, str(record.rule)
        if code in self.seen:
            return None
        self.seen.add(code)
        own_names(record.rule)  # read once a run: what this run adds was not known before it
        if record.name:
            self.known += 1
            return None
        entry = make_entry(record.pattern, record.rule, identity)
        self.left_out += entry is None
        return entry
