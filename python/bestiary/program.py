"""Finds the command line ``bestiary`` and runs it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable, Iterable, List, Mapping, Optional, Sequence, Union

from .errors import BestiaryError, read_error
from .progress import Progress

Command = Union[str, "os.PathLike[str]", Sequence[str]]

#: Where the command line may lie under a clone, or under ``node_modules/bestiary``.
PROGRAM_PLACES = (("tools", "bestiary.cjs"), ("dist", "cli", "main.js"))

NOT_FOUND = (
    "The program `bestiary` was not found. Install it with `npm install -g bestiary`, or build a clone (`npm run build`) and set the "
    "variable BESTIARY to it, or pass command=[...]."
)


def find_program(command: Optional[Command] = None) -> List[str]:
    """The words that start the command line.

    The first of these that there is: ``command``; the variable ``BESTIARY`` (a path, or a command line with quotes); a clone around
    this package; ``bestiary`` on the path; ``bestiary`` of the project in the current folder (``npx --no -- bestiary``, which
    never downloads anything). Needs Node.js 20.19 or newer.

    Args:
        command: a path, a command line, or a list of words.

    Raises:
        BestiaryError: with the code ``no-program``, and what to do.
    """
    if command is not None:
        if isinstance(command, (str, os.PathLike)):
            return _start_words(_split(os.fspath(command)))
        return _start_words([os.fspath(word) for word in command])
    given = os.environ.get("BESTIARY")
    if given:
        return _start_words(_split(given))
    clone = _find_clone(Path(__file__).resolve())
    if clone is not None:
        return _start_words([str(clone)])
    found = shutil.which("bestiary")
    if found is not None:
        # npm's shim on Windows is a batch file, which treats % and & in arguments as its own: what it starts is started directly.
        shimmed = _find_program(Path(found).parent / "node_modules" / "bestiary") if _is_windows() else None
        return _start_words([str(shimmed)]) if shimmed is not None else [found]
    npx = shutil.which("npx")
    # After --, or npx would take options such as --json and --version for its own.
    words = [npx or "", "--no", "--", "bestiary"]
    if npx is not None and _runs(words):
        return words
    raise BestiaryError(NOT_FOUND, code="no-program", got="nothing", hint=NOT_FOUND)


def _is_windows() -> bool:
    return sys.platform == "win32"


def _split(text: str) -> List[str]:
    """A command line → words. A path of a file that is there is one word, blanks and backslashes included."""
    if os.path.exists(text):
        return [text]
    if not _is_windows():
        return shlex.split(text)
    words = shlex.split(text, posix=False)
    return [word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word for word in words]


def _start_words(words: Sequence[str]) -> List[str]:
    """A script of Node gets the program that runs it."""
    words = list(words)
    if not words:
        raise BestiaryError("The command is empty. Set BESTIARY or pass command=[...].", code="no-program")
    if not words[0].lower().endswith((".js", ".cjs", ".mjs")):
        return words
    node = shutil.which("node")
    if node is None:
        hint = "Install Node.js 20.19 or newer from https://nodejs.org."
        raise BestiaryError(f"{words[0]} needs Node.js, and no `node` is on the path. {hint}", code="no-program", hint=hint)
    return [node, *words]


def _find_program(folder: Path) -> Optional[Path]:
    return next((path for path in (folder.joinpath(*place) for place in PROGRAM_PLACES) if path.is_file()), None)


def _find_clone(inside: Path) -> Optional[Path]:
    """The program of the clone, or of the npm package, that this file lies in."""
    for folder in inside.parents:
        manifest = folder / "package.json"
        if not manifest.is_file():
            continue
        try:
            if json.loads(manifest.read_text(encoding="utf-8")).get("name") == "bestiary":
                # The launcher of a clone that was never built says so; a program beside it is better.
                return _find_program(folder) if (folder / "dist" / "cli" / "main.js").is_file() else None
        except (OSError, ValueError):
            return None
    return None


def _runs(words: Sequence[str]) -> bool:
    try:
        return subprocess.run([*words, "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def start(words: Sequence[str], **options: Any) -> "subprocess.Popen[bytes]":
    """Starts a process of its own group, so that Ctrl-C reaches it once: from here."""
    if _is_windows():
        options["creationflags"] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    else:
        options["start_new_session"] = True
    try:
        return subprocess.Popen(list(words), **options)
    except OSError as error:
        hint = "Set BESTIARY or pass command=[...]."
        raise BestiaryError(f"Cannot start {words[0]}: {error}. {hint}", code="no-program", got=words[0], hint=hint) from error


def interrupt(process: "subprocess.Popen[bytes]") -> None:
    """Asks the program to end as at Ctrl-C, with everything written; one that does not listen is ended."""
    try:
        if _is_windows():
            process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM))
        else:
            process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    except OSError:
        process.wait()


def call(
    arguments: Iterable[str],
    command: Optional[Command] = None,
    progress: Optional[bool] = None,
    title: str = "",
    accept: Sequence[int] = (0,),
    cwd: Optional[str] = None,
) -> Any:
    """Runs a command with ``--json`` and gives its document.

    Raises:
        BestiaryError: what the program said.
        KeyboardInterrupt: after the program has ended; what it had written is whole.
    """
    words = [*find_program(command), *arguments, "--json"]
    environment = {**os.environ, "BESTIARY_PROGRESS": "percent"}
    process = start(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=cwd)
    assert process.stdout is not None and process.stderr is not None
    said: List[str] = []
    bar = Progress(title, progress)
    reader = threading.Thread(target=_listen, args=(process.stderr, said, bar.update), daemon=True)
    reader.start()
    try:
        text = process.stdout.read().decode("utf-8", "replace")
        exit_code = process.wait()
    except KeyboardInterrupt:
        interrupt(process)
        raise
    finally:
        reader.join(timeout=5)
        for stream in (process.stdout, process.stderr):
            stream.close()
        bar.close()
    document = _parse_document(text) if exit_code in accept else None
    if document is None or (exit_code != 0 and isinstance(document, dict) and "error" in document):
        raise read_error(text, "\n".join(said), exit_code)
    return document


def _parse_document(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _listen(stream: Any, said: List[str], update: Callable[[str], bool]) -> None:
    for line in iter(stream.readline, b""):
        text = line.decode("utf-8", "replace").rstrip()
        if not update(text):
            said.append(text)
            del said[:-50]


def list_settings(settings: Optional[Mapping[str, Any]]) -> List[str]:
    """``{"path": value}`` → ``--set path=value`` …; texts may have units (``"12 mm"``), lists and objects are written as JSON."""
    words: List[str] = []
    for path, value in (settings or {}).items():
        words += ["--set", f"{path}={format_value(value)}"]
    return words


def format_value(value: Any) -> str:
    """A value as the command line reads it."""
    if isinstance(value, str):
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    try:
        return json.dumps(value)
    except TypeError as error:
        kind = type(value).__name__
        raise BestiaryError(
            f"Wrong type: got {kind}. Give a number, a text, a truth value, a list or a dict.",
            code="wrong-type",
            got=kind,
            hint="Give a number, a text, a truth value, a list or a dict.",
        ) from error
