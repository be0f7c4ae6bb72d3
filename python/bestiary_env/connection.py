"""The talk with `bestiary env --stdio`: frames of a length (u32, little-endian), a kind (one letter), three zero bytes and a payload."""

import json
import os
import shlex
import shutil
import struct
import subprocess
import sys
from array import array

HEADER = struct.Struct("<IB3x")
PROTOCOL = "bestiary-env"
VERSION = 1


class EnvError(RuntimeError):
    """What the program said is wrong, with its code, the place, what was found there and what to do."""

    def __init__(self, message, code="failed", path="", got="", hint=""):
        super().__init__(message)
        self.code = code
        self.path = path
        self.got = got
        self.hint = hint


def find_command():
    """The program: the variable BESTIARY (a command line), else `bestiary` on the path, else npx."""
    given = os.environ.get("BESTIARY")
    if given:
        return shlex.split(given)
    if shutil.which("bestiary"):
        return ["bestiary"]
    return ["npx", "bestiary"]


class Connection:
    """A process that serves one environment. `hello` is its greeting: spaces, lanes, names of infos."""

    def __init__(self, arguments, command=None):
        words = list(command) if command is not None else find_command()
        try:
            self._process = subprocess.Popen(
                words + ["env", *arguments, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise EnvError(f"Cannot start {words[0]}: {error}. Set BESTIARY or pass command=[...].") from error
        try:
            kind, payload = self._receive()
            self.hello = json.loads(payload) if kind == "H" else {}
            if self.hello.get("protocol") != PROTOCOL or self.hello.get("version") != VERSION:
                raise EnvError(f"The program does not speak {PROTOCOL} {VERSION}.", code="unknown-version")
        except BaseException:
            self.close()
            raise

    def ask(self, kind, payload, expected):
        """Sends a request and gives the payload of its reply; an error of the program becomes an EnvError."""
        if self._process is None:
            raise EnvError("The environment is closed.", code="closed")
        try:
            self._process.stdin.write(HEADER.pack(len(payload), ord(kind)))
            self._process.stdin.write(payload)
            self._process.stdin.flush()
        except (BrokenPipeError, OSError) as error:
            raise EnvError(f"The program is gone{self._describe_end()}.", code="gone") from error
        found, reply = self._receive()
        if found == "E":
            problem = json.loads(reply)
            message = problem.pop("message", "The program refused.")
            raise EnvError(message, **problem)
        if found != expected:
            raise EnvError(f"Expected a frame {expected}, got {found!r}.", code="damaged")
        return reply

    def close(self):
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

    def _receive(self):
        header = self._read(HEADER.size)
        length, kind = HEADER.unpack(header)
        return chr(kind), self._read(length)

    def _read(self, count):
        data = self._process.stdout.read(count)
        if len(data) < count:
            raise EnvError(f"The program ended in the middle of a reply{self._describe_end()}.", code="gone")
        return data

    def _describe_end(self):
        try:
            return f" (exit code {self._process.wait(timeout=5)}; its own words are on standard error)"
        except subprocess.TimeoutExpired:
            return ""


def to_doubles(data):
    """Bytes → numbers of this machine."""
    numbers = array("d")
    numbers.frombytes(bytes(data))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def from_doubles(numbers):
    """Numbers → bytes, little-endian."""
    packed = array("d", numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()
