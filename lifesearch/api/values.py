"""Values of options, read: see `lifesearch.options.readers`."""

from lifesearch.life.pattern import Pattern as Cells
from lifesearch.options.readers import *  # noqa: F403

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lifesearch.api.pattern import Pattern


def cells_of(pattern: "Pattern") -> Cells:
    """The cells of a pattern, with their states."""
    return Cells(pattern.cells, pattern.dying)
