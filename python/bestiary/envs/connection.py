"""The exchange with ``bestiary env --stdio``: frames of a length (u32, little-endian), a kind (one letter), three zero bytes and a payload."""

from __future__ import annotations

import atexit
import json
import struct
import subprocess
import threading
import weakref
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ..errors import BestiaryError
from ..program import Command, find_program, start

HEADER = struct.Struct("<IB3x")
PROTOCOL = "bestiary-env"
VERSION = 1

#: Those that are open, to be closed while Python still runs threads.
_OPEN: "weakref.WeakSet[Connection]" = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for connection in list(_OPEN):
        connection.close()


class Connection:
    """A process that serves environments. ``hello`` is its greeting: spaces, lanes, names of infos."""

    def __init__(self, arguments: Sequence[str], command: Optional[Command] = None) -> None:
        words = [*find_program(command), "env", *arguments, "--stdio"]
        self._process: Optional["subprocess.Popen[bytes]"] = start(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        # Read all the time, because a full pipe would stop the program; kept, because a notebook does not show it.
        self._said: List[str] = []
        self._listener = threading.Thread(target=_listen, args=(self._process.stderr, self._said), daemon=True)
        self._listener.start()
        _OPEN.add(self)
        try:
            kind, payload = self._receive()
            if kind == "E":
                raise self._read_refusal(payload)
            self.hello: Dict[str, Any] = json.loads(payload) if kind == "H" else {}
            if self.hello.get("protocol") != PROTOCOL or self.hello.get("version") != VERSION:
                hint = "Install the same version of the program and of this package."
                raise BestiaryError(f"The program does not speak {PROTOCOL} {VERSION}. {hint}", code="unknown-version", hint=hint)
        except BaseException:
            self.close()
            raise

    def ask(self, kind: str, payload: bytes, expected: str) -> bytes:
        """Sends a request and gives the payload of its reply; an error of the program becomes a `BestiaryError`."""
        self.send(kind, payload)
        return self.receive(expected)

    def send(self, kind: str, payload: bytes) -> None:
        if self._process is None:
            raise BestiaryError("The environment is closed. Make another one.", code="closed", hint="Make another one.")
        try:
            stream = self._process.stdin
            stream.write(HEADER.pack(len(payload), ord(kind)) + payload)
            stream.flush()
        except (BrokenPipeError, OSError) as error:
            raise self._describe_end("The program is gone") from error

    def receive(self, expected: str) -> bytes:
        found, reply = self._receive()
        if found == "E":
            raise self._read_refusal(reply)
        if found != expected:
            raise BestiaryError(f"Expected a frame {expected}, got {found!r}.", code="damaged", got=repr(found))
        return reply

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._listener.join(timeout=5)
        process.stderr.close()

    @staticmethod
    def _read_refusal(payload: bytes) -> BestiaryError:
        problem = json.loads(payload)
        message = problem.pop("message", "The program refused.")
        return BestiaryError(message, **problem, problems=[problem])

    def _receive(self) -> Tuple[str, bytes]:
        length, kind = HEADER.unpack(self._read(HEADER.size))
        return chr(kind), self._read(length)

    def _read(self, count: int) -> bytes:
        if self._process is None:
            raise BestiaryError("The environment is closed. Make another one.", code="closed", hint="Make another one.")
        data = self._process.stdout.read(count)
        if len(data) < count:
            raise self._describe_end("The program ended in the middle of a reply")
        return data

    def _describe_end(self, what: str) -> BestiaryError:
        try:
            exit_code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return BestiaryError(f"{what}.", code="gone")
        self._listener.join(timeout=5)
        said = "\n".join(self._said[-12:])
        words = f"\n{said}" if said else " It said nothing."
        return BestiaryError(f"{what} (exit code {exit_code}).{words}", code="gone", got=f"exit code {exit_code}", exit_code=exit_code)


def _listen(stream: Any, said: List[str]) -> None:
    for line in iter(stream.readline, b""):
        said.append(line.decode("utf-8", "replace").rstrip())
        del said[:-50]
