"""Runs, recordings, studies, trainings and tables."""

import csv
import json
import math
import sys
from unittest import mock

import numpy
from support import Case, is_installed

import bestiary
from bestiary import tables


class RunTest(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = bestiary.run("worm", seconds=0.5, set={"medium.water": 1}, seed=3)

    def test_numbers_of_the_run(self):
        run = self.run_
        self.assertEqual((run.animal, run.seconds, run.seed, run.status), ("worm", 0.5, 3, "complete"))
        self.assertRegex(run.hash, "^[0-9a-f]{16}$")
        self.assertGreater(run.metrics["bodyLength"], 0.0009)
        self.assertTrue(math.isnan(run.metrics["frequency"]))
        self.assertEqual(run.warnings, [])
        self.assertIn("bodyLength", run._repr_html_())

    def test_signals_have_the_bits_of_the_table(self):
        file = self.run_.export("csv", self.folder / "signals.csv")
        with open(file, newline="", encoding="utf-8") as text:
            head, *rows = list(csv.reader(text))
        names = [column.split(" (")[0] for column in head]
        signals = self.run_.signals
        self.assertEqual(len(signals), 26)
        for i, name in enumerate(names):
            cells = [float(row[i]) if row[i] else math.nan for row in rows]
            numpy.testing.assert_array_equal(numpy.asarray(signals[name]), cells, name)
        numpy.testing.assert_array_equal(self.run_.records["curvature"][:, 3], numpy.asarray(signals["curvature[3]"]))
        self.assertEqual(self.run_.units["curvature"], "1/m")
        self.assertEqual(self.run_.units["contour"], "")

    def test_the_same_access_without_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            plain = tables.to_frame(self.run_.records)
            self.assertIsInstance(plain, numpy.ndarray)
            listed = bestiary.animals()
            self.assertIsInstance(listed, numpy.ndarray)
        numpy.testing.assert_array_equal(plain["speed"], numpy.asarray(self.run_.signals["speed"]))
        numpy.testing.assert_array_equal(plain["curvature[3]"], numpy.asarray(self.run_.signals["curvature[3]"]))
        self.assertIn("octopus", list(listed["name"]))

    def test_frames_are_what_is_drawn(self):
        frames = self.run_.frames
        self.assertEqual(len(frames), 26)
        moved = frames["body"][-1] - frames["body"][0]
        self.assertEqual(moved.shape[1], 3)
        self.assertGreater(abs(moved).max(), 0)
        self.assertLess(abs(frames["body"]).max(), 0.002)
        links = bestiary.run("lamprey", seconds=0.02, every=2).frames
        self.assertEqual(links["link 1"].shape, (3, 7))
        numpy.testing.assert_allclose(numpy.linalg.norm(links["link 1"][:, 3:], axis=1), 1, atol=1e-6)

    def test_a_recording_stays_and_opens_again(self):
        out = self.folder / "mine"
        run = bestiary.run("lamprey", seconds=0.05, out=out, set={"body.links[9].width": "8 mm"})
        again = bestiary.load(out)
        self.assertEqual((again.hash, again.metrics["bodyLength"]), (run.hash, run.metrics["bodyLength"]))
        numpy.testing.assert_array_equal(numpy.asarray(again.signals["speed"]), numpy.asarray(run.signals["speed"]))
        self.refuse(lambda: bestiary.run("lamprey", seconds=0.05, out=out), code="folder-not-empty")
        self.assertEqual(bestiary.run("lamprey", seconds=0.05, out=out, force=True).status, "complete")
        # A run that was killed has no summary.
        (out / "summary.json").unlink()
        killed = bestiary.load(out)
        self.assertEqual((killed.animal, killed.status, killed.metrics), ("lamprey", "unfinished", {}))
        self.assertEqual(len(killed.signals), 11)

    def test_a_temporary_recording_goes_with_its_run(self):
        run = bestiary.run("lamprey", seconds=0.02)
        folder = run.folder
        self.assertTrue(folder.is_dir())
        del run
        self.assertFalse(folder.exists())

    def test_a_policy_steers(self):
        run = bestiary.run("stingray", seconds=0.2, policy="proportional", set={"target.heading": 1})
        self.assertEqual(run.summary["policy"], "proportional")

    def test_errors_are_data(self):
        self.refuse(lambda: bestiary.run("wrm"), code="unknown-animal", got='"wrm"')
        self.refuse(lambda: bestiary.run("worm", set={"medium.watr": 1}), code="unknown-parameter", path="medium.watr")
        self.refuse(lambda: bestiary.run("lamprey", set={"brainstem.right": 4}), code="out-of-range", path="brainstem.right", got="4")
        self.refuse(lambda: bestiary.run("lamprey", seconds=-1), code="usage", exit_code=2)
        self.refuse(lambda: bestiary.load(self.folder / "nothing"), code="enoent")
        self.refuse(lambda: bestiary.load(self.folder), code="unsupported", got="nothing")
        self.refuse(lambda: self.run_.export("csv", self.folder / "x.csv", signals="spede"))

    def test_a_run_is_the_same_as_that_of_the_command_line(self):
        creature = self.folder / "my.creature.json"
        creature.write_text(json.dumps(bestiary.describe("worm", {"medium.water": 1})), encoding="utf-8")
        self.assertEqual(bestiary.run(creature, seconds=0.5, seed=3).hash, self.run_.hash)


class StudyTest(Case):
    spec = {
        "animal": "lamprey",
        "seconds": 0.25,
        "parameters": {"brainstem.left": {"list": numpy.array([0.2, 0.5])}},
        "metrics": ["speed", "frequency"],
        "record": {"signals": ["speed"], "every": 0.05},
    }

    def test_a_sweep(self):
        study = bestiary.sweep(self.spec, out=self.folder / "study", threads=1)
        self.assertEqual([study.summary[key] for key in ("jobs", "done", "failed")], [2, 2, 0])
        self.assertEqual(list(study.results["brainstem.left"]), [0.2, 0.5])
        self.assertEqual(study.results["speed"].dtype, float)
        self.assertEqual(study.results["job"].dtype, numpy.int64)
        self.assertEqual(study.units["speed"], "m/s")
        self.assertEqual(len(study.series["time"]), 12)
        self.assertIsNone(study.best)
        again = bestiary.load(self.folder / "study")
        self.assertEqual(list(again.results["hash"]), list(study.results["hash"]))
        self.assertEqual(bestiary.sweep(self.spec, out=self.folder / "study", threads=1).summary["reused"], 2)

    def test_a_fit(self):
        found = bestiary.fit(
            {
                "animal": "lamprey",
                "seconds": 0.25,
                "parameters": {"brainstem.left": {"from": 0.1, "to": 1}},
                "targets": [{"metric": "speed", "goal": "maximise"}],
                "search": {"method": "random", "evaluations": 3},
            },
            threads=1,
        )
        self.assertEqual(found.creature["animal"], "lamprey")
        self.assertAlmostEqual(found.best["metrics"]["speed"], max(found.results["speed"]))

    def test_errors_are_data(self):
        self.refuse(lambda: bestiary.sweep({**self.spec, "secnds": 2}))
        self.refuse(lambda: bestiary.sweep({**self.spec, "metrics": ["spede"]}))

    def test_a_creature_file_is_seen_from_here(self):
        creature = self.folder / "mine.creature.json"
        creature.write_text(json.dumps(bestiary.describe("lamprey")), encoding="utf-8")
        spec = {name: value for name, value in self.spec.items() if name != "animal"}
        study = bestiary.sweep({**spec, "creature": str(creature)}, threads=1)
        self.assertEqual(study.summary["done"], 2)


class TrainingTest(Case):
    def test_a_training_and_its_policy(self):
        out = self.folder / "training"
        training = bestiary.train("toy:identity", out, updates=2, config={"scaleRewards": True})
        self.assertEqual((training.status, len(training.log["step"])), ("done", 2))
        self.assertTrue(training.about["config"]["scaleRewards"])
        self.assertEqual(bestiary.load(out).policy, training.policy)
        found = bestiary.evaluate("toy:identity", training.folder, episodes=2)
        self.assertLess(found["return"], 0)


class CatalogueTest(Case):
    def test_tables_of_what_there_is(self):
        names = list(bestiary.animals()["name"])
        self.assertIn("lamprey", names)
        parameters = bestiary.parameters("lamprey")
        where = list(parameters["path"]).index("brainstem.right")
        self.assertEqual(parameters["unit"][where], "")
        self.assertIn("right half", parameters["about"][where])
        self.assertIn("curvature", list(bestiary.signals("worm")["name"]))
        self.assertIn("speed", list(bestiary.metrics("worm")["name"]))
        self.assertEqual(bestiary.describe("lamprey", {"brainstem.right": 0.4})["brainstem"]["right"], 0.4)

    def test_rows_of_the_papers(self):
        rows = bestiary.reproduce("worm/muscles", quick=True)
        self.assertEqual([rows["id"][0], rows["ours"][0], rows["verdict"][0]], ["worm/muscles", 95, "agrees"])
        self.refuse(lambda: bestiary.reproduce("wrm"))

    def test_columns_of_every_kind(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            table = tables.from_rows([{"a": 1, "b": 0.5, "c": "x", "d": [1], "e": True}, {"a": 2, "b": None, "c": "", "e": False}])
        self.assertEqual([table[name].dtype.kind for name in "abcde"], ["i", "f", "O", "O", "b"])
        self.assertTrue(math.isnan(table["b"][1]))
        self.assertIsNone(table["d"][1])

    if is_installed("pandas"):

        def test_tables_are_of_pandas_where_it_is(self):
            import pandas

            self.assertIsInstance(bestiary.animals(), pandas.DataFrame)
            frame = tables.to_frame(numpy.zeros(2, dtype=[("time", "f8"), ("x", "f8", (2,))]))
            self.assertEqual(list(frame.columns), ["time", "x[0]", "x[1]"])
