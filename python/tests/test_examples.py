"""The examples, the notebook and the blocks of README.md, run as they stand; and the package as it is built."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

import numpy
from support import PACKAGE, ROOT, Case, is_installed

sys.path.insert(0, str(PACKAGE / "examples"))


class ExampleTest(Case):
    def test_ppo_improves(self):
        import ppo

        lines = []
        curve = ppo.train("toy:pendulum", steps=40_000, seed=1, anneal=False, report=lines.append)
        # Random actions have about -1200, holding it up from a fair start about -150.
        self.assertLess(curve[0], -900)
        self.assertGreater(numpy.mean(curve[-3:]), -700)
        self.assertRegex(lines[-1], r"^\d+ steps, \d+ s: mean return -\d+\.\d of 16 episodes$")

    def test_random_search_improves(self):
        import random_search

        lines = io.StringIO()
        with contextlib.redirect_stdout(lines):
            random_search.main("toy:identity", "12")
        first, *_, last = lines.getvalue().splitlines()
        self.assertLess(float(first.split()[2]), -3)
        self.assertGreater(float(last.split()[-1]), -2)

    if is_installed("stable_baselines3"):

        def test_stable_baselines_improves(self):
            import sb3_ppo

            before, after = sb3_ppo.main(steps=40_000)
            self.assertGreater(after, before + 300)


class NotebookTest(Case):
    notebook = PACKAGE / "examples" / "first-steps.ipynb"

    def test_it_is_saved_without_results(self):
        document = json.loads(self.notebook.read_text(encoding="utf-8"))
        for cell in document["cells"]:
            if cell["cell_type"] == "code":
                self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))

    def test_its_cells_run_in_order(self):
        document = json.loads(self.notebook.read_text(encoding="utf-8"))
        said = io.StringIO()
        space = {"__name__": "__main__"}
        with contextlib.redirect_stdout(said):
            for cell in document["cells"]:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), str(self.notebook), "exec"), space)
        text = said.getvalue()
        self.assertIn("101 moments, the last at 2.00 s", text)
        self.assertIn("(101, 59) 1/m", text)
        self.assertIn("unknown-parameter | medium.watr", text)
        self.assertEqual(len(re.findall(r"^drive 0\.\d: 0\.\d+ m/s", text, re.M)), 5)
        self.assertIn("degrees off", text)

    if is_installed("nbclient") and is_installed("ipykernel"):

        def test_jupyter_runs_it_with_a_bar(self):
            import nbformat
            from nbclient import NotebookClient

            document = nbformat.read(self.notebook, as_version=4)
            # Only what shows something of its own: all cells were run above.
            document.cells = [cell for cell in document.cells if "bestiary" in cell.source and cell.cell_type == "code"][:2]
            document.cells[1].source = 'bestiary.run("worm", seconds=4)'
            os.environ["PYTHONPATH"] = str(PACKAGE)
            self.addCleanup(os.environ.pop, "PYTHONPATH")
            NotebookClient(document, timeout=120, kernel_name="python3").execute()
            shown = json.dumps([output for cell in document.cells for output in cell.outputs])
            self.assertIn("octopus", shown)
            self.assertIn("<progress max", shown)
            self.assertIn("<th>metric</th>", shown)


class ReadmeTest(Case):
    def test_every_block_runs(self):
        text = (PACKAGE / "README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
        self.assertEqual(len(blocks), 4)
        said = io.StringIO()
        space = {}
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        with contextlib.redirect_stdout(said):
            for block in blocks:
                exec(compile(block, "README.md", "exec"), space)
        for expected in ("m/s [] ", "(101, 59)", "bestiary run lamprey", "unknown-parameter medium.watr", "degrees off"):
            self.assertIn(expected, said.getvalue())


class PackageTest(Case):
    def test_one_version_and_one_licence(self):
        version = re.search(r'^version = "(.*)"$', (PACKAGE / "pyproject.toml").read_text(), re.M)[1]
        import bestiary

        self.assertEqual(bestiary.__version__, version)
        self.assertEqual((PACKAGE / "LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())

    def test_every_public_name_is_in_the_reference(self):
        found = subprocess.run([sys.executable, str(ROOT / "tools" / "python-reference.py")], capture_output=True, check=True)
        text = found.stdout.decode("utf-8")
        import bestiary
        import bestiary.envs

        for name in {*bestiary.__all__, *bestiary.envs.__all__}:
            self.assertRegex(text, rf"(?m)^### {name}$\n\n(```python\n[^`]*```\n\n)?[A-Z]", name)
        self.assertIn("- `seconds`: simulated time; rounded up to whole steps.", text)
        self.assertNotIn("``", text.replace("```", ""))

    if all(map(is_installed, ("setuptools", "wheel", "pip"))):

        def test_a_wheel_is_built_and_works_elsewhere(self):
            source = self.folder / "source"
            shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__"))
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
            offline = ["--no-index", "--no-deps", "--quiet"]
            subprocess.run(
                [*pip, "wheel", ".", "--no-build-isolation", *offline, "-w", str(self.folder)], cwd=source, check=True, capture_output=True
            )
            (wheel,) = self.folder.glob("*.whl")
            names = zipfile.ZipFile(wheel).namelist()
            self.assertTrue({"bestiary/py.typed", "bestiary/envs/env.py", "bestiary_env/__init__.py"} <= {*names})
            self.assertTrue(any(name.endswith("LICENSE") for name in names))
            self.assertFalse([name for name in names if "test" in name])
            installed = self.folder / "installed"
            subprocess.run([*pip, "install", str(wheel), *offline, "--target", str(installed)], check=True, capture_output=True)
            script = (
                "import bestiary, importlib.metadata as m; d = m.distribution('bestiary');"
                "print(bestiary.__file__, d.version, [e.value for e in d.entry_points], bestiary.run('lamprey', seconds=0.02).status)"
            )
            environment = {**os.environ, "PYTHONPATH": str(installed)}
            found = subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True, env=environment, cwd=self.folder, check=True
            )
            self.assertIn(str(installed), found.stdout)
            self.assertIn("['bestiary.envs:register_environments'] complete", found.stdout)
