"""The process of one search: it reads the question from a folder, and writes messages.

`searches` starts it; `messages` turns the events of the search into messages.

    python -m lifesearch.doors.studio.work.worker FOLDER          search, or continue the search
    python -m lifesearch.doors.studio.work.worker FOLDER --proof  search again, and write a proof
    python -m lifesearch.doors.studio.work.worker FOLDER --board  print which cells are decided

Messages go to standard output, a line each. The search is a session in the folder, so that it may
be stopped at any moment. If the parent process wants that, it closes this process's standard input,
which also ends when the parent process does: then the search stops, and so do its own processes.
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

from lifesearch.common import signals
from lifesearch.common.errors import InputError, LifesearchError, spelt
from lifesearch.doors.studio.asking.feedback import in_plain_words
from lifesearch.doors.studio.asking.query import asked_by, plan_of, query_of
from lifesearch.doors.studio.asking.question import PageQuestion

if TYPE_CHECKING:
    from lifesearch.core.question import PatternQuery
    from lifesearch.doors.studio.work.messages import Message
    from lifesearch.running.option_table import Options
    from lifesearch.running.plan import Plan
    from lifesearch.running.session.file import Session

QUESTION = "question.json"
SESSION = "search.session"
DRAWING = "drawing.txt"
PROOF = "proof"
"""Files of a search's folder, and the folder of its proof in it."""
IN_USE = "is in use by another run"
"""Words of the error for a locked session, by which it is recognised."""
TRIES = 40
PAUSE = 0.25
"""How often to try to open a locked session, and the seconds between: 10 seconds in all."""
NICENESS = 5
"""Added to the worker's nice value, so that the server goes first."""


def main() -> None:
    """Search until the end, or until the page is closed."""
    signals.heed_interrupt()
    if hasattr(os, "nice"):
        os.nice(NICENESS)  # the page stays smooth
    threading.Thread(target=_wait_for_end, daemon=True).start()
    folder, runs = Path(sys.argv[1]), {"--proof": _proof, "--board": _board}
    run = runs.get(sys.argv[2], _search) if len(sys.argv) > 2 else _search
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

    It is read without a buffer, which has a lock: a process that is forked meanwhile would have a
    copy of it that stays locked for ever.
    """
    while os.read(sys.stdin.fileno(), 1024):
        pass
    signals.interrupt_main()


def _write(message: Message) -> None:
    with signals.delay_interrupt_briefly():
        sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
        sys.stdout.flush()


def read_question(folder: Path) -> PageQuestion:
    try:
        return PageQuestion.of(json.loads((folder / QUESTION).read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"the question in {folder.name} cannot be read") from error


def _search(folder: Path) -> Iterator[Message]:
    from lifesearch.doors.known import known_before
    from lifesearch.doors.studio.work.messages import EventMessages
    from lifesearch.running.coordinator import search_events
    from lifesearch.running.option_table import in_studio

    request = asked_by(read_question(folder)).but(session=str(folder / SESSION))
    plan = request.planned()
    with _session(plan, request.options) as session:
        messages = EventMessages(session.query, plan.options.count)
        before = len(tuple(session.events))
        with closing(search_events(session.planned(plan.options), session)) as events:
            try:
                for number, event in enumerate(events):
                    if number == before:
                        yield {"type": "begin"}
                        for sentence in known_before(plan):
                            words = spelt(sentence.sentence, in_studio)
                            yield {"type": "say", "words": words}
                    yield from messages.of(event)
            except KeyboardInterrupt:
                yield from messages.stopped()


@contextmanager
def _session(plan: Plan[PatternQuery], options: Options) -> Iterator[Session[PatternQuery]]:
    """The session of the search; a worker that was just killed may still hold its lock."""
    from lifesearch.doors.request import session_of

    for tries in range(TRIES):
        opening = session_of(plan, options)
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
            opening.__exit__(None, None, None)  # an error, if any, is raised all the same
        return


def _board(folder: Path) -> Iterator[Message]:
    """Messages about the cells that are decided by those that are given."""
    from lifesearch.doors.studio.work.deduce import probed

    return probed(query_of(read_question(folder)))


def _proof(folder: Path) -> Iterator[Message]:
    """Search again, on this machine, and write the proof that there are no other answers."""
    from lifesearch.doors.studio.work.messages import EventMessages
    from lifesearch.proofs.folder import with_proof
    from lifesearch.running import choose
    from lifesearch.running.coordinator import search_events

    plan = plan_of(read_question(folder))
    options = with_proof(plan.query, plan.options, str(folder / PROOF), force=True)
    plan = choose.plan_of(plan.query, options)
    messages = EventMessages(plan.query, options.count)
    with closing(search_events(plan)) as events:
        for event in events:
            yield from (m for m in messages.of(event) if m["type"] in ("progress", "end"))
    assert options.proof is not None
    yield {"type": "say", "words": options.proof.outcome()}


if __name__ == "__main__":
    main()
