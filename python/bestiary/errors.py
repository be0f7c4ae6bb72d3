"""The one exception of this package."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional


class BestiaryError(RuntimeError):
    """What is wrong, as a sentence and as data.

    Attributes:
        code: short name for programs, such as ``unknown-parameter``.
        path: where: a parameter, an option, an array.
        got: what was found there, printed.
        hint: what to do.
        problems: all problems, where a file has several; each a dict of the four above.
        exit_code: that of the program: 1 it failed, 2 bad input; ``None`` where the program was not started or never answered.
    """

    def __init__(
        self,
        message: str,
        code: str = "failed",
        path: str = "",
        got: str = "",
        hint: str = "",
        problems: Optional[List[Dict[str, str]]] = None,
        exit_code: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.path = path
        self.got = got
        self.hint = hint
        self.problems = problems if problems is not None else []
        self.exit_code = exit_code

    def __reduce__(self) -> Any:
        state = (str(self), self.code, self.path, self.got, self.hint, self.problems, self.exit_code)
        return (type(self), state)


def read_error(text: str, said: str, exit_code: int) -> BestiaryError:
    """The error of a program that printed ``text`` with --json, and ``said`` on standard error."""
    try:
        report = json.loads(text)["error"]
    except (ValueError, KeyError, TypeError):
        words = [line for line in said.strip().splitlines() if line.strip()]
        message = "\n".join(words[-12:]) or f"The program ended with exit code {exit_code} and said nothing."
        return BestiaryError(message, code="gone", got=f"exit code {exit_code}", exit_code=exit_code)
    problems = report.get("problems") or []
    first = problems[0] if problems else {}
    return BestiaryError(
        report.get("message", "The program refused."),
        code=report.get("code", "failed"),
        path=first.get("path", ""),
        got=first.get("got", ""),
        hint=first.get("hint", ""),
        problems=problems,
        exit_code=exit_code,
    )
