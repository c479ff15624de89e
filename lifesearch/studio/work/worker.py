"""The process of one search: it reads the question from a folder and sends messages.

    python -m lifesearch.studio.work.worker FOLDER          search, or continue the search
    python -m lifesearch.studio.work.worker FOLDER --proof  search once more, and write a proof
    python -m lifesearch.studio.work.worker FOLDER --board  print which cells are decided

Messages go to standard output, a line each. The search is a session in the folder, so that it may
be stopped at any moment. When standard input ends, the parent process wants it to stop,
or is gone: then the search stops, and so do its own processes.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

from lifesearch import signals
from lifesearch.errors import InputError, LifesearchError
from lifesearch.studio.asking.checking import in_plain_words
from lifesearch.studio.asking.query import asked_by, query_of
from lifesearch.studio.asking.question import Question

if TYPE_CHECKING:
    from lifesearch.options.table import Options
    from lifesearch.queries.base import PatternQuery
    from lifesearch.running.options import RunOptions
    from lifesearch.session.file import Session
    from lifesearch.studio.work.teller import Message

QUESTION = "question.json"
SESSION = "search.session"
DRAWING = "drawing.txt"
PROOF = "proof"
IN_USE = "is in use by another run"
TRIES = 40
PAUSE = 0.25
NICENESS = 5


def main() -> None:
    """Search until the end, or until the page is closed."""
    signals.heed_interrupt()
    if hasattr(os, "nice"):
        os.nice(NICENESS)  # the page stays smooth
    threading.Thread(target=_wait_for_end, daemon=True).start()
    folder, kinds = Path(sys.argv[1]), {"--proof": _proof, "--board": _board}
    run = kinds.get(sys.argv[2], _search) if len(sys.argv) > 2 else _search
    try:
        for message in run(folder):
            _write(message)
    except KeyboardInterrupt:
        pass
    except LifesearchError as error:
        _write({"type": "failed", "why": in_plain_words(error)})
    except BrokenPipeError:
        pass


def _wait_for_end() -> None:
    """Interrupt the search when standard input ends.

    It is read without a buffer: processes are forked meanwhile, and a lock of the buffer would
    never be opened in them.
    """
    while os.read(sys.stdin.fileno(), 1024):
        pass
    signals.interrupt_main()


def _write(message: Message) -> None:
    with signals.delay_interrupt():
        sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
        sys.stdout.flush()


def read_question(folder: Path) -> Question:
    try:
        return Question.of(json.loads((folder / QUESTION).read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"the question in {folder.name} cannot be read") from error


def _search(folder: Path) -> Iterator[Message]:
    from lifesearch.planning.run import search_events
    from lifesearch.studio.work.teller import Teller

    question = asked_by(read_question(folder)).but(session=str(folder / SESSION))
    plan, how = question.planned()
    with _session(plan.query, how, question.options) as session:
        teller = Teller(session.query, how.count)
        before = len(tuple(session.events))
        with closing(search_events(session.query, how, session)) as events:
            try:
                for number, event in enumerate(events):
                    if number == before:
                        yield {"type": "begin"}
                    yield from teller.tell(event)
            except KeyboardInterrupt:
                yield from teller.stopped()


@contextmanager
def _session(query: PatternQuery, how: RunOptions, options: Options) -> Iterator[Session]:
    """The session of the search; one who was killed a moment ago may still hold it."""
    from lifesearch.api.queries.asked import session_of

    for tries in range(TRIES):
        opening = session_of(query, how, options)
        try:
            session = opening.__enter__()
        except InputError as error:
            if IN_USE not in str(error) or tries == TRIES - 1:
                raise
            sleep(PAUSE)
            continue
        try:
            yield session
        finally:
            opening.__exit__(None, None, None)
        return


def _board(folder: Path) -> Iterator[Message]:
    """Which cells are decided by those that are given."""
    from lifesearch.studio.work.decided import decided

    return decided(query_of(read_question(folder)))


def _proof(folder: Path) -> Iterator[Message]:
    """Search once more for all, and write the proof that there is nothing else."""
    from lifesearch.planning.run import search_events
    from lifesearch.proofs.folder import with_proof
    from lifesearch.studio.work.teller import Teller

    plan, how = asked_by(read_question(folder)).planned()
    query = plan.query
    how = with_proof(query, how, str(folder / PROOF), force=True)
    teller = Teller(query, how.count)
    with closing(search_events(query, how)) as events:
        for event in events:
            yield from (m for m in teller.tell(event) if m["type"] in ("progress", "end"))
    assert how.proof is not None
    yield {"type": "say", "words": how.proof.outcome()}


if __name__ == "__main__":
    main()
