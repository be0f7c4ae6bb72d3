"""What the tests share: the package of this folder, and the program of the variable BESTIARY or else the one built in this clone."""

import importlib.util
import os
import pathlib
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parent
sys.path.insert(0, str(PACKAGE))
os.environ.setdefault("BESTIARY", str(ROOT / "dist" / "cli" / "main.js"))

import bestiary  # noqa: E402


def is_installed(name):
    return importlib.util.find_spec(name) is not None


class Case(unittest.TestCase):
    """With a folder of its own, and errors as data."""

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="bestiary-test-")
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def refuse(self, act, **expected):
        """Expects a BestiaryError with these attributes, and that its sentence says what to do."""
        with self.assertRaises(bestiary.BestiaryError) as caught:
            act()
        error = caught.exception
        for name, value in expected.items():
            self.assertEqual(getattr(error, name), value, f"{name} of: {error}")
        self.assertIn(error.hint, str(error))
        return error
