"""Prints the reference of the Python package as Markdown, from its docstrings and type hints: python3 tools/python-reference.py.

Reads the sources without importing them, so that it needs neither numpy nor the program.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "python" / "bestiary"

SECTIONS = ("Args", "Returns", "Raises", "Attributes")


def read_exports(file: Path) -> dict[str, Path]:
    """Public names of a package, each with the file that defines it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names: list[str] = []
    places: dict[str, Path] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module:
            target = file.parent.joinpath(*node.module.split("."))
            for alias in node.names:
                places[alias.asname or alias.name] = target / "__init__.py" if target.is_dir() else target.with_suffix(".py")
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            names = [element.value for element in node.value.elts]
    return {name: places[name] for name in names}


def find_definition(name: str, file: Path) -> ast.AST:
    """The first class or function of this name; those of packages are looked up where they are imported from."""
    if file.name == "__init__.py":
        file = read_exports(file)[name]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
            return node
    raise LookupError(f"{name} is not defined in {file}")


def format_signature(node: ast.FunctionDef, name: str) -> str:
    """As it is written, one argument to a line where it would be long."""
    arguments = node.args
    if arguments.args and arguments.args[0].arg == "self":
        arguments.args = arguments.args[1:]
    returns = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    inside = ast.unparse(arguments).replace("'", '"')
    line = f"{name}({inside}){returns.replace(chr(39), '')}"
    if len(line) <= 100:
        return line
    parts = re.split(r", (?![^\[]*\])", inside)
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){returns.replace(chr(39), '')}"])


def format_docstring(text: str) -> list[str]:
    """Sections of arguments and the like become lists."""
    lines: list[str] = []
    section = ""
    for line in inspect.cleandoc(text).splitlines():
        heading = line.rstrip(":")
        if line.endswith(":") and heading in SECTIONS:
            section = heading
            lines += [f"**{'Arguments' if heading == 'Args' else heading}**", ""]
        elif section and re.match(r"^    \w", line) and section != "Returns":
            name, _, rest = line.strip().partition(":")
            lines.append(f"- `{name}`:{rest}")
        elif section and line.startswith("    "):
            lines.append(f"  {line.strip()}" if section != "Returns" else line.strip())
        else:
            section = section if line.strip() == "" else ""
            lines.append(line)
    # Names of this package stand in single quotes of Markdown already; literals of reStructuredText have two.
    return [line.replace("``", "`") for line in lines]


def describe(name: str, node: ast.AST, level: int) -> list[str]:
    lines = [f"{'#' * level} {name}", ""]
    if isinstance(node, ast.FunctionDef):
        lines += ["```python", format_signature(node, name), "```", ""]
    elif isinstance(node, ast.ClassDef):
        start = next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)
        if start is not None and ast.get_docstring(start):
            lines += ["```python", format_signature(start, name).split(" -> ")[0], "```", ""]
    lines += [*format_docstring(ast.get_docstring(node) or ""), ""]
    if isinstance(node, ast.ClassDef):
        if start is not None and ast.get_docstring(start):
            lines += [*format_docstring(ast.get_docstring(start) or ""), ""]
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and not part.name.startswith("_") and ast.get_docstring(part):
                lines += describe_member(name, part, level + 1)
    return lines


def describe_member(owner: str, node: ast.FunctionDef, level: int) -> list[str]:
    is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
    lines = [f"{'#' * level} {owner}.{node.name}", ""]
    if not is_property:
        lines += ["```python", format_signature(node, node.name), "```", ""]
    return [*lines, *format_docstring(ast.get_docstring(node) or ""), ""]


def create_reference() -> str:
    lines = ["# Python package", ""]
    shown: set[str] = set()
    for title, file in (("bestiary", PACKAGE / "__init__.py"), ("bestiary.envs", PACKAGE / "envs" / "__init__.py")):
        about = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        lines += [f"## {title}", "", *format_docstring(about), ""]
        for name, place in read_exports(file).items():
            if name in shown or (title == "bestiary" and name in ("Env", "VectorEnv")):
                continue
            shown.add(name)
            lines += describe(name, find_definition(name, place), 3)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(create_reference())
