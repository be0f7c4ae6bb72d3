"""How the program is found, on every system, and what is said where it is not."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from unittest import mock

from support import PACKAGE, ROOT, Case

import bestiary
from bestiary import program


def find(command=None, platform="linux", variable=None, clone=None, path=(), npx_runs=True):
    """`find_program` on a machine with this platform, this variable, this clone and these programs on the path."""
    environment = {} if variable is None else {"BESTIARY": variable}
    with (
        mock.patch.dict(os.environ, environment, clear=True),
        mock.patch.object(program.sys, "platform", platform),
        mock.patch.object(program.shutil, "which", dict(path).get),
        mock.patch.object(program, "_find_clone", lambda _: clone),
        mock.patch.object(program, "_runs", lambda _: npx_runs),
    ):
        return bestiary.find_program(command)


NODE = {"node": "/usr/bin/node"}
WINDOWS = {
    "node": r"C:\Program Files\nodejs\node.exe",
    "npx": r"C:\Program Files\nodejs\npx.cmd",
    "bestiary": r"C:\Users\Ann B\AppData\Roaming\npm\bestiary.cmd",
}


class FindTest(Case):
    def test_the_order(self):
        everything = {"variable": "/opt/bestiary", "clone": "/clone/tools/bestiary.cjs", "path": {**NODE, "bestiary": "/bin/bestiary", "npx": "/bin/npx"}}
        self.assertEqual(find(["/my/bestiary", "-x"], **everything), ["/my/bestiary", "-x"])
        self.assertEqual(find(**everything), ["/opt/bestiary"])
        del everything["variable"]
        self.assertEqual(find(**everything), ["/usr/bin/node", "/clone/tools/bestiary.cjs"])
        del everything["clone"]
        self.assertEqual(find(**everything), ["/bin/bestiary"])
        del everything["path"]["bestiary"]
        self.assertEqual(find(**everything), ["/bin/npx", "--no", "--", "bestiary"])

    def test_nothing_is_said_to_be_nothing(self):
        for path, runs in (({}, True), ({"npx": "/bin/npx"}, False)):
            error = self.refuse(lambda: find(path=path, npx_runs=runs), code="no-program")
            self.assertIn("npm install -g bestiary", str(error))
            self.assertIn("BESTIARY", str(error))

    def test_a_script_needs_node(self):
        error = self.refuse(lambda: find("/my/main.js"), code="no-program")
        self.assertIn("Node.js 20.19", str(error))

    def test_words_in_quotes(self):
        self.assertEqual(find(variable="'/my node' '/my program.js'"), ["/my node", "/my program.js"])

    def test_paths_of_windows_stay_as_they_are(self):
        path = r"C:\Users\Ann\bestiary\dist\cli\main.js"
        self.assertEqual(find(variable=path, platform="win32", path=WINDOWS), [WINDOWS["node"], path])
        quoted = rf'"{WINDOWS["node"]}" "C:\my tools\main.js"'
        self.assertEqual(find(variable=quoted, platform="win32", path=WINDOWS), [WINDOWS["node"], r"C:\my tools\main.js"])

    def test_a_path_with_blanks_needs_no_quotes(self):
        script = self.folder / "my bestiary.cjs"
        script.write_text("")
        for platform in ("linux", "win32"):
            self.assertEqual(find(variable=str(script), platform=platform, path=NODE), ["/usr/bin/node", str(script)])

    def test_batch_files_of_windows_are_named_in_full(self):
        self.assertEqual(find(platform="win32", path=WINDOWS), [WINDOWS["bestiary"]])
        without = {name: path for name, path in WINDOWS.items() if name != "bestiary"}
        self.assertEqual(find(platform="win32", path=without), [WINDOWS["npx"], "--no", "--", "bestiary"])

    def test_what_npm_has_put_beside_its_batch_file_is_started_without_it(self):
        script = self.folder / "node_modules" / "bestiary" / "tools" / "bestiary.cjs"
        script.parent.mkdir(parents=True)
        script.write_text("")
        path = {**WINDOWS, "bestiary": str(self.folder / "bestiary.cmd")}
        self.assertEqual(find(platform="win32", path=path), [WINDOWS["node"], str(script)])

    def test_the_clone_around_the_package(self):
        self.assertEqual(program._find_clone(PACKAGE / "bestiary" / "program.py"), ROOT / "tools" / "bestiary.cjs")
        (self.folder / "package.json").write_text('{"name": "another"}')
        self.assertIsNone(program._find_clone(self.folder / "site-packages" / "bestiary" / "program.py"))

    def test_npx_never_downloads(self):
        # A stand-in that does as npx does for a package that is not installed; before -- it takes every option for its own.
        npx = self.folder / "npx"
        own = "sys.argv[1:sys.argv.index('--')] if '--' in sys.argv else sys.argv[1:]"
        npx.write_text(f"#!{sys.executable}\nimport sys\nown = {own}\nsys.exit(1 if '--no' in own and '--version' not in own else 0)\n")
        npx.chmod(0o755)
        with (
            mock.patch.dict(os.environ, clear=True),
            mock.patch.object(program.shutil, "which", {"npx": str(npx)}.get),
            mock.patch.object(program, "_find_clone", lambda _: None),
        ):
            self.refuse(bestiary.find_program, code="no-program")


class CallTest(Case):
    def test_a_program_that_is_not_there(self):
        self.refuse(lambda: bestiary.animals(command=["/no/such/program"]), code="no-program", got="/no/such/program")

    def test_a_program_that_says_something_else(self):
        script = self.folder / "script.py"
        script.write_text("import sys\nprint('no JSON')\nprint('Cannot find module', file=sys.stderr)\nsys.exit(3)\n")
        error = self.refuse(lambda: bestiary.animals(command=[sys.executable, str(script)]), code="gone", exit_code=3)
        self.assertIn("Cannot find module", str(error))

    def test_settings_as_the_command_line_reads_them(self):
        import numpy

        given = {"a": 0.1, "b": "12 mm", "c": True, "d": [1, 2], "e": numpy.float64(0.5), "f": numpy.array([1, 2])}
        words = program.list_settings(given)[1::2]
        self.assertEqual(words, ["a=0.1", "b=12 mm", "c=true", "d=[1, 2]", "e=0.5", "f=[1, 2]"])
        self.refuse(lambda: program.list_settings({"a": object()}), code="wrong-type", got="object")

    def test_errors_may_be_sent_to_other_processes(self):
        import pickle

        error = bestiary.BestiaryError("What. Do this.", "code", "path", "got", "Do this.", [{"code": "code"}], 2)
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(copy), vars(copy)), (str(error), vars(error)))


class ProgressTest(Case):
    def test_lines_of_the_program_become_a_bar(self):
        bar = bestiary.progress.Progress("", True)
        with mock.patch.object(sys, "stderr") as stream:
            self.assertTrue(bar.update("lamprey: 40 %  4.0 of 10 s, 6 s left"))
            self.assertFalse(bar.update("Warning: the residual is large"))
        self.assertEqual(bar.percent, 40)
        self.assertRegex(str(bar), "^lamprey █{12}░{18} 40 %  4.0 of 10 s, 6 s left$")
        self.assertIn('value="40"', bar._repr_html_())
        self.assertTrue(stream.write.called)

    def test_false_is_silent(self):
        with mock.patch.object(sys, "stderr") as stream:
            bestiary.progress.Progress("", False).update("lamprey: 40 %  4.0 of 10 s, 6 s left")
        self.assertFalse(stream.write.called)

    def test_a_run_reports_every_percent(self):
        seen = []
        with mock.patch.object(bestiary.progress.Progress, "_show", lambda bar: seen.append(bar.percent)):
            bestiary.run("worm", seconds=3, progress=True)
        self.assertGreater(len(seen), 1)
        self.assertEqual(seen, sorted(seen))


if sys.platform != "win32":

    class InterruptTest(Case):
        def test_what_was_simulated_stays(self):
            out = self.folder / "run"
            script = textwrap.dedent(
                f"""
                import sys
                sys.path.insert(0, {str(PACKAGE)!r})
                import bestiary
                try:
                    bestiary.run("lamprey", seconds=100000, out={str(out)!r}, progress=False)
                except KeyboardInterrupt:
                    print("interrupted")
                """
            )
            child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
            recording = out / "recording.bst"
            # Chunks are on the disk when the file has grown beyond its header.
            for _ in range(600):
                if recording.exists() and recording.stat().st_size > 200_000:
                    break
                time.sleep(0.1)
            child.send_signal(signal.SIGINT)
            said, _ = child.communicate(timeout=60)
            self.assertEqual(said, "interrupted\n")
            run = bestiary.load(out)
            self.assertEqual(run.status, "interrupted")
            self.assertGreater(run.seconds, 0)
            self.assertEqual(json.loads((out / "summary.json").read_text())["hash"], run.hash)
            self.assertAlmostEqual(float(run.records["time"][-1]), run.seconds, places=9)
