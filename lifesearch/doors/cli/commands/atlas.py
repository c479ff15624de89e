"""`lifesearch atlas`: what is already proved or counted, with the commands that did it."""

from __future__ import annotations

from typing import Annotated

from lifesearch.common.streams import standard_output
from lifesearch.core.options.names import given_by
from lifesearch.doors.cli.parameters import argument
from lifesearch.running.option_table import Options
from lifesearch.show.files import require_free, writing

TOPIC = argument(
    "[TOPIC]", "A topic, such as strips or counts.", given_by("atlas_data.lines.all_topics")
)


def atlas(topic: Annotated[str | None, TOPIC] = None, *, options: Options) -> None:
    """Show what is already proved or counted, with the commands that did it."""
    from lifesearch.atlas_data.lines import atlas as lines_of
    from lifesearch.show import atlas as shown

    lines = lines_of(topic or "")
    if options.output is not None:
        require_free(options.output, force=options.force)
        with writing(options.output) as file:
            file.write(shown.page(lines))
        return
    with standard_output() as out:
        if options.form == "json":
            out.writelines(map(shown.as_json, lines))
        else:
            out.write(shown.tables(lines) if topic else shown.topics(lines))
