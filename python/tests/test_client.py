"""The client against the real program: that of the variable BESTIARY, or else the one built in this clone."""

import contextlib
import io
import os
import signal
import sys
import time
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "python"))
os.environ.setdefault("BESTIARY", f"node '{ROOT}/dist/cli/main.js'")

import bestiary_env  # noqa: E402
from bestiary_env import spaces  # noqa: E402
from bestiary_env.connection import find_command, from_doubles, to_doubles  # noqa: E402


def to_lists(rows):
    return [list(map(float, row)) for row in rows]


class VectorEnvTest(unittest.TestCase):
    def test_same_seed_same_numbers(self):
        def run():
            with bestiary_env.VectorEnv("toy:pendulum", num_envs=3) as env:
                seen = [to_lists(env.reset(seed=5)[0])]
                for i in range(20):
                    observations, rewards, _, _, infos = env.step([[0.1 * i]] * 3)
                    seen.append((to_lists(observations), list(rewards), list(infos["angle"])))
                return seen

        first = run()
        self.assertEqual(first, run())
        self.assertEqual(len(first[0]), 3)
        self.assertNotEqual(first[0][0], first[0][1])

    def test_spaces(self):
        with bestiary_env.VectorEnv("toy:pendulum", num_envs=2) as env:
            self.assertEqual(env.observation_names, ["cosine", "sine", "rate"])
            self.assertEqual(env.single_observation_space.shape, (3,))
            self.assertEqual(list(env.single_action_space.low), [-2.0])
            for _ in range(20):
                self.assertTrue(env.single_action_space.contains(env.single_action_space.sample()))

    def test_autoreset_in_the_same_step(self):
        with bestiary_env.VectorEnv("toy:pendulum", num_envs=2) as env:
            env.reset(seed=1)
            for step in range(200):
                observations, _, terminated, truncated, infos = env.step([[0.0], [0.0]])
                self.assertEqual("final_obs" in infos, step == 199)
            self.assertEqual([list(terminated), list(truncated)], [[False, False], [True, True]])
            self.assertEqual(list(infos["_final_obs"]), [True, True])
            self.assertEqual(len(infos["final_obs"][1]), 3)
            self.assertNotEqual(to_lists(observations)[1], list(infos["final_obs"][1]))

    def test_one_lane_alone_is_reset(self):
        with bestiary_env.VectorEnv("toy:pendulum", num_envs=2) as env:
            env.reset(seed=1)
            before, *_ = env.step([[1.0], [1.0]])
            after, _ = env.reset(lanes=[1], seed=1)
            self.assertEqual(to_lists(after)[0], to_lists(before)[0])
            self.assertNotEqual(to_lists(after)[1], to_lists(before)[1])

    def test_errors_are_data(self):
        with bestiary_env.VectorEnv("toy:pendulum", num_envs=1) as env:
            with self.assertRaises(bestiary_env.EnvError) as caught:
                env.step([[0.0]])
            self.assertEqual(caught.exception.path, "step")
            env.reset(seed=1)
            with self.assertRaises(bestiary_env.EnvError) as caught:
                env.step([[float("nan")]])
            self.assertEqual((caught.exception.code, caught.exception.path), ("not-finite", "actions[0][0]"))
            env.step([[0.0]])
        with self.assertRaises(bestiary_env.EnvError):
            env.step([[0.0]])

    def test_a_program_that_dies_is_an_error(self):
        env = bestiary_env.VectorEnv("toy:pendulum")
        env.reset(seed=1)
        os.kill(env.connection._process.pid, signal.SIGKILL)
        time.sleep(0.1)
        with self.assertRaises(bestiary_env.EnvError) as caught:
            env.step([[0.0]])
        self.assertEqual(caught.exception.code, "gone")
        env.close()
        env.close()

    def test_a_program_that_is_not_there_is_an_error(self):
        with self.assertRaises(bestiary_env.EnvError):
            bestiary_env.VectorEnv("toy:pendulum", command=["/no/such/program"])
        with self.assertRaises(TypeError):
            bestiary_env.VectorEnv("toy:pendulum", speed=3)


class EnvTest(unittest.TestCase):
    def test_an_episode_and_the_next(self):
        with bestiary_env.Env("toy:cart-pole") as env:
            observation, info = env.reset(seed=3)
            self.assertEqual((len(observation), info), (4, {}))
            total = 0.0
            for step in range(500):
                observation, reward, terminated, truncated, _ = env.step(1)
                total += reward
                if terminated or truncated:
                    break
            self.assertTrue(terminated)
            self.assertEqual(total, step + 1)
            # The last observation of the old episode is outside the limits, the first of the next is not.
            self.assertGreater(abs(observation[2]), 0.2)
            first, _ = env.reset()
            self.assertLess(abs(first[2]), 0.06)

    def test_an_animal(self):
        with bestiary_env.Env("stingray", task="steer", training=True) as env:
            observation, _ = env.reset(seed=1, options={"direction": [0, 1, 0]})
            self.assertEqual(len(observation), len(env.observation_names))
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            self.assertTrue(env.observation_space.contains(observation))
            self.assertFalse(terminated or truncated)
            self.assertGreater(info["angle"], 20)
            self.assertGreater(reward, 0)
            with self.assertRaises(bestiary_env.EnvError) as caught:
                env.reset(options={"direction": "left"})
            self.assertEqual(caught.exception.path, "options.direction")

    def test_what_the_animal_has_not_is_said_before_it_starts(self):
        with self.assertRaises(bestiary_env.EnvError):
            bestiary_env.Env("stingray", task="fly")


class ExampleTest(unittest.TestCase):
    def test_it_learns(self):
        import example

        lines = io.StringIO()
        with contextlib.redirect_stdout(lines):
            example.main("toy:identity", "12")
        first, *_, last = lines.getvalue().splitlines()
        self.assertLess(float(first.split()[2]), -3)
        self.assertGreater(float(last.split()[-1]), -2)


class PartsTest(unittest.TestCase):
    def test_numbers_travel_as_little_endian_doubles(self):
        self.assertEqual(from_doubles([1.0])[:8], b"\x00\x00\x00\x00\x00\x00\xf0\x3f")
        self.assertEqual(list(to_doubles(from_doubles([0.1, -2.5]))), [0.1, -2.5])

    def test_the_program_is_found_by_the_variable(self):
        kept = os.environ.get("BESTIARY")
        try:
            os.environ["BESTIARY"] = "node 'my program.js'"
            self.assertEqual(find_command(), ["node", "my program.js"])
        finally:
            os.environ["BESTIARY"] = kept

    def test_plain_spaces(self):
        box = spaces.PlainBox([-1.0, float("-inf"), 0.0], [1.0, float("inf"), float("inf")])
        box.seed(1)
        first = [list(box.sample()) for _ in range(50)]
        box.seed(1)
        self.assertEqual(first, [list(box.sample()) for _ in range(50)])
        self.assertTrue(all(point in box for point in first))
        self.assertNotIn([2.0, 0.0, 0.0], box)
        self.assertNotIn([0.0], box)
        self.assertIn(spaces.PlainDiscrete(3).sample(), spaces.PlainDiscrete(3))
        self.assertNotIn(3, spaces.PlainDiscrete(3))


if __name__ == "__main__":
    unittest.main()
