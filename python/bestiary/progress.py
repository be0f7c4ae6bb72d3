"""How far a command is: a bar in a notebook or a terminal, nothing elsewhere."""

from __future__ import annotations

import re
import sys
from typing import Any, Optional

#: "lamprey: 40 %  4.0 of 10 s, 6 s left", as the program prints where it has no terminal.
LINE = re.compile(r"^(?P<label>.*?): (?P<percent>\d+) %  (?P<words>.*)$")

BAR_WIDTH = 30


def _find_display() -> Optional[Any]:
    """The display function of a notebook, or None outside of one. IPython is never imported for it."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    if shell is None or type(shell).__name__ != "ZMQInteractiveShell":
        return None
    from IPython.display import display

    return display


class Progress:
    """Reads the program's lines about its progress and shows them. ``wanted=None`` shows them where somebody is looking."""

    def __init__(self, title: str, wanted: Optional[bool] = None) -> None:
        self.title = title
        self.percent = 0
        self._words = ""
        self._handle: Any = None
        self._drawn = False
        self._display = _find_display() if wanted is not False else None
        is_terminal = hasattr(sys.stderr, "isatty") and sys.stderr.isatty()
        self._plain = wanted is not False and self._display is None and (is_terminal or wanted is True)

    def update(self, line: str) -> bool:
        """Whether the line was about progress; if so it is shown."""
        match = LINE.match(line)
        if match is None:
            return False
        self.percent = int(match["percent"])
        self._words = match["words"]
        self.title = self.title or match["label"]
        self._show()
        return True

    def close(self) -> None:
        """Takes the bar away."""
        if self._handle is not None:
            self._handle.update(self)
        if self._drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._drawn = False

    def _show(self) -> None:
        if self._display is not None:
            if self._handle is None:
                self._handle = self._display(self, display_id=True)
            else:
                self._handle.update(self)
        elif self._plain:
            print(f"\r{self}\x1b[K", end="", file=sys.stderr, flush=True)
            self._drawn = True

    def __str__(self) -> str:
        filled = round(self.percent * BAR_WIDTH / 100)
        return f"{self.title} {'█' * filled}{'░' * (BAR_WIDTH - filled)} {self.percent} %  {self._words}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return (
            f'<label>{self.title} <progress max="100" value="{self.percent}" style="vertical-align: middle"></progress> '
            f"{self.percent} % <small>{self._words}</small></label>"
        )
