"""Environments against the real program; what Gymnasium's own checker asks for is asked here too, with it or without it."""

import os
import pathlib
import signal
import subprocess
import sys
import time
import warnings
from unittest import mock

import numpy
from support import Case, is_installed

import bestiary
from bestiary.envs import AutoresetMode, Env, VectorEnv, environment_ids, spaces


class VectorEnvTest(Case):
    def test_same_seed_same_numbers_whatever_the_processes(self):
        def play(processes):
            with VectorEnv("toy:pendulum", num_envs=3, processes=processes) as env:
                seen = [env.reset(seed=5)[0]]
                for i in range(20):
                    observations, rewards, _, _, infos = env.step(numpy.full((3, 1), 0.1 * i))
                    seen += [observations, rewards, infos["angle"]]
                return seen

        first = play(1)
        for one, other in zip(first, play(2)):
            numpy.testing.assert_array_equal(one, other)
        self.assertNotEqual(list(first[0][0]), list(first[0][1]))

    def test_spaces(self):
        with VectorEnv("toy:pendulum", num_envs=2) as env:
            self.assertEqual(env.observation_names, ["cosine", "sine", "rate"])
            self.assertEqual((env.single_observation_space.shape, env.observation_space.shape), ((3,), (2, 3)))
            self.assertEqual(env.single_observation_space.dtype, numpy.float32)
            self.assertEqual(list(env.single_action_space.low), [-2.0])
            for _ in range(20):
                self.assertTrue(env.single_action_space.contains(env.single_action_space.sample()))
                self.assertTrue(env.action_space.contains(env.action_space.sample()))

    def test_seeds_as_a_list(self):
        with VectorEnv("toy:pendulum", num_envs=3, processes=2) as env:
            together, _ = env.reset(seed=7)
            listed, _ = env.reset(seed=[9, 7, 8])
            numpy.testing.assert_array_equal(listed, together[[2, 0, 1]])
            mixed, _ = env.reset(seed=[7, None, 9])
            numpy.testing.assert_array_equal(mixed[[0, 2]], together[[0, 2]])
            self.assertNotEqual(list(mixed[1]), list(together[1]))
            self.refuse(lambda: env.reset(seed=[1, 2]), path="seed", got="2 seeds")
            self.refuse(lambda: env.reset(seed="one"), path="seed")

    def test_without_a_seed_it_begins_somewhere(self):
        def begin():
            with VectorEnv("toy:pendulum") as env:
                return tuple(env.reset()[0][0])

        self.assertNotEqual(begin(), begin())

    def test_same_step(self):
        with VectorEnv("toy:pendulum", num_envs=2) as env:
            env.reset(seed=1)
            for step in range(200):
                observations, _, terminated, truncated, infos = env.step(numpy.zeros((2, 1)))
                self.assertEqual("final_obs" in infos, step == 199)
            self.assertEqual([list(terminated), list(truncated)], [[False, False], [True, True]])
            self.assertEqual([list(infos["_final_obs"]), list(infos["_final_info"])], [[True, True]] * 2)
            self.assertEqual(list(infos["final_info"]), ["angle", "_angle"])
            self.assertNotIn("angle", infos)
            self.assertNotEqual(list(observations[1]), list(infos["final_obs"][1]))

    def play(self, mode, steps=120):
        """Everything that lanes of the cart-pole give, with the same actions in every mode."""
        rows = []
        with VectorEnv("toy:cart-pole", num_envs=2, autoreset_mode=mode) as env:
            self.assertEqual(env.metadata["autoreset_mode"], AutoresetMode(mode))
            observations, _ = env.reset(seed=1)
            for _ in range(steps):
                actions = numpy.array([1, 1])
                before = observations
                observations, rewards, terminated, truncated, infos = env.step(actions)
                rows.append((before, observations, rewards, terminated | truncated, infos))
                if mode == "Disabled" and (terminated | truncated).any():
                    self.refuse(lambda: env.step(actions), path="step")
                    observations, _ = env.reset(options={"reset_mask": terminated | truncated})
        return rows

    def list_transitions(self, rows, lane, mode):
        """What a learner sees of a lane: (observation, next observation, end), without steps that only reset."""
        found, resting = [], False
        for before, after, _, ended, infos in rows:
            if not resting:
                last = infos["final_obs"][lane] if mode == "SameStep" and ended[lane] else after[lane]
                found.append((tuple(before[lane]), tuple(last), bool(ended[lane])))
            resting = mode == "NextStep" and not resting and bool(ended[lane])
        return found

    def test_all_modes_play_the_same_episodes(self):
        modes = [mode.value for mode in AutoresetMode]
        transitions = [self.list_transitions(self.play(mode), 0, mode) for mode in modes]
        shortest = min(len(found) for found in transitions)
        self.assertGreater(sum(end for _, _, end in transitions[0][:shortest]), 3)
        for found in transitions[1:]:
            self.assertEqual(found[:shortest], transitions[0][:shortest])

    def test_next_step(self):
        rows = self.play("NextStep")
        end = next(i for i, row in enumerate(rows) if row[3][0])
        self.assertGreater(abs(rows[end][1][0][2]), 0.2)
        _, observations, rewards, ended, infos = rows[end + 1]
        self.assertEqual((rewards[0], bool(ended[0]), list(infos)), (0.0, False, []))
        self.assertLess(abs(observations[0][2]), 0.06)

    def test_some_lanes_are_reset(self):
        with VectorEnv("toy:pendulum", num_envs=2) as env:
            env.reset(seed=1)
            before, *_ = env.step([[1.0], [1.0]])
            after, _ = env.reset(lanes=[1], seed=1)
            numpy.testing.assert_array_equal(after[0], before[0])
            self.assertNotEqual(list(after[1]), list(before[1]))
            masked, _ = env.reset(options={"reset_mask": numpy.array([True, False])})
            numpy.testing.assert_array_equal(masked[1], after[1])
            self.refuse(lambda: env.reset(options={"reset_mask": [1, 0]}), path="options.reset_mask")
            self.refuse(lambda: env.reset(lanes=[2]), path="lanes")

    def test_wrong_actions(self):
        with VectorEnv("toy:pendulum", num_envs=2) as env:
            self.refuse(lambda: env.step([[0.0], [0.0]]), code="missing", path="step")
            env.reset(seed=1)
            error = self.refuse(lambda: env.step([0.0]), path="actions", got="the shape (1,)")
            self.assertIn("(2, 1), lanes × actions: torque", str(error))
            self.refuse(lambda: env.step([[0.0], [float("nan")]]), code="not-finite", path="actions[1][0]")
            self.refuse(lambda: env.step("left"), code="wrong-type", path="actions")
            env.step([[0.0], [99.0]])
        self.refuse(lambda: env.step([[0.0], [0.0]]), code="closed")

    def test_wrong_arguments(self):
        self.refuse(lambda: VectorEnv("toy:pendulum", num_envs=0), path="num_envs")
        self.refuse(lambda: VectorEnv("toy:pendulum", autoreset_mode="later"), path="autoreset_mode")
        self.refuse(lambda: VectorEnv("toy:pendulum", command=["/no/such/program"]), code="no-program")
        with self.assertRaises(TypeError):
            VectorEnv("toy:pendulum", speed=3)
        with self.assertRaises(TypeError):
            Env("toy:pendulum", num_envs=3)

    def test_a_program_that_dies_is_an_error(self):
        env = VectorEnv("toy:pendulum")
        env.reset(seed=1)
        process = env._parts[0][0]._process
        process.kill()
        process.wait()
        self.refuse(lambda: env.step([[0.0]]), code="gone")
        env.close()
        env.close()

    def test_a_program_that_is_none_says_its_words(self):
        script = self.folder / "script.py"
        script.write_text("import sys\nprint('Cannot find module', file=sys.stderr)\nsys.exit(3)\n")
        error = self.refuse(lambda: VectorEnv("toy:pendulum", command=[sys.executable, str(script)]), code="gone", exit_code=3)
        self.assertIn("Cannot find module", str(error))

    def test_an_environment_left_open_ends_with_python(self):
        script = "from bestiary.envs import VectorEnv\nenv = VectorEnv('toy:pendulum')\nenv.reset(seed=1)\nprint(env._parts[0][0]._process.pid)"
        path = str(pathlib.Path(bestiary.__file__).parents[1])
        found = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, timeout=60
        )
        self.assertEqual((found.returncode, found.stderr), (0, ""))
        if sys.platform != "win32":
            with self.assertRaises(ProcessLookupError):
                os.kill(int(found.stdout), signal.SIGCONT)


class StartTest(Case):
    """What is wrong with an environment is said by the exception, not only on standard error."""

    def test_an_animal_that_is_not_there(self):
        error = self.refuse(lambda: Env("lampry"), code="unknown-animal", got='"lampry"')
        self.assertIn("Did you mean 'lamprey'?", error.hint)

    def test_a_task_that_is_not_there(self):
        error = self.refuse(lambda: Env("lamprey", task="fly"), code="unsupported", path="task", got='"fly"')
        self.assertIn("steer", error.hint)

    def test_a_value_out_of_range(self):
        self.refuse(lambda: Env("lamprey", set={"brainstem.right": 4}), code="out-of-range", path="brainstem.right", got="4")

    def test_what_is_no_environment(self):
        self.refuse(lambda: Env("toy:pendlum"), code="usage")
        self.refuse(lambda: Env("toy:pendulum", task="steer"), code="usage")
        self.refuse(lambda: Env("toy:pendulum", render_mode="rgb_array"), code="unsupported", path="render_mode")


class EnvTest(Case):
    def test_an_episode_and_the_next(self):
        with Env("toy:cart-pole") as env:
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
            self.refuse(lambda: env.step(1), code="missing", path="step")
            first, _ = env.reset()
            self.assertLess(abs(first[2]), 0.06)

    def test_an_animal(self):
        with Env("stingray", task="steer", training=True) as env:
            observation, _ = env.reset(seed=1, options={"direction": numpy.array([0, 1, 0])})
            self.assertEqual(len(observation), len(env.observation_names))
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            self.assertTrue(env.observation_space.contains(observation))
            self.assertFalse(terminated or truncated)
            self.assertGreater(info["angle"], 20)
            self.assertGreater(reward, 0)
            self.assertAlmostEqual(env.metadata["render_fps"], 7.5)
            before = env.step(env.action_space.sample())[0]
            self.refuse(lambda: env.reset(options={"direction": "left"}), path="options.direction")
            error = self.refuse(lambda: env.reset(options={"direktion": [1, 0, 0]}), path="options.direktion")
            self.assertIn("Did you mean 'direction'?", str(error))
            # A reset that was refused has changed nothing.
            numpy.testing.assert_array_equal(env.lanes._observations[0], before)
            error = self.refuse(lambda: env.step([0.0]), path="action", got="the shape (1,)")
            self.assertIn(env.action_names[0], str(error))
        with Env("toy:pendulum") as env:
            self.refuse(lambda: env.reset(seed=1, options={"direction": [1, 0, 0]}), path="options.direction")

    def test_observations_stay_within_their_limits(self):
        for animal in ("lamprey", "stingray"):
            with Env(animal, training=True) as env:
                env.action_space.seed(1)
                env.reset(seed=1)
                for _ in range(40):
                    observation, _, terminated, truncated, _ = env.step(env.action_space.sample())
                    self.assertIn(observation, env.observation_space)
                    if terminated or truncated:
                        env.reset()

    def test_the_former_names(self):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            sys.modules.pop("bestiary_env", None)
            import bestiary_env

            with bestiary_env.Env("lamprey", settings={"brainstem.right": 0.4}) as env:
                env.reset(seed=1)
        self.assertIs(bestiary_env.EnvError, bestiary.BestiaryError)
        self.assertEqual([str(warning.message).split(" is ")[0] for warning in said], ["bestiary_env", "settings="])


class RulesTest(Case):
    """The rules of ``gymnasium.utils.env_checker.check_env``, written down."""

    def test_rules(self):
        for animal in ("toy:pendulum", "toy:cart-pole", "toy:identity", "lamprey"):
            with self.subTest(animal), Env(animal) as env:
                self.check_resets(env)
                self.check_steps(env)

    def check_resets(self, env):
        first = env.reset(seed=123)
        self.assertIsInstance(first, tuple)
        self.assertEqual((first[0].dtype, first[1]), (env.observation_space.dtype, {}))
        state = env.np_random.bit_generator.state
        second = env.reset()[0]
        third = env.reset(seed=123)[0]
        self.assertEqual(env.np_random.bit_generator.state, state)
        fourth = env.reset()[0]
        numpy.testing.assert_array_equal(first[0], third)
        numpy.testing.assert_array_equal(second, fourth)
        env.reset(seed=456)
        self.assertNotEqual(env.np_random.bit_generator.state, state)
        for observation in (first[0], second, env.reset(options={})[0]):
            self.assertIn(observation, env.observation_space)

    def check_steps(self, env):
        env.action_space.seed(1)
        action = env.action_space.sample()
        env.reset(seed=1)
        one = env.step(action)
        env.reset(seed=1)
        other = env.step(action)
        numpy.testing.assert_array_equal(one[0], other[0])
        self.assertEqual(one[1:], other[1:])
        observation, reward, terminated, truncated, info = one
        self.assertIn(observation, env.observation_space)
        self.assertEqual([type(x) for x in (reward, terminated, truncated, info)], [float, bool, bool, dict])
        self.assertFalse(truncated)
        env.close()
        env.close()

    def test_ids_are_those_of_the_program(self):
        found = {}
        for animal in bestiary.animals()["name"]:
            error = self.refuse(lambda: Env(animal, task="none-such"), path="task")
            for task in error.hint.split(": ")[1].rstrip(".").split(", "):
                title = ["".join(word.capitalize() for word in name.split("-")) for name in (animal, task)]
                found[f"Bestiary/{title[0]}-{title[1]}-v0"] = {"animal": animal, "task": task}
        ids = environment_ids()
        toys = {name: arguments for name, arguments in ids.items() if arguments["animal"].startswith("toy:")}
        self.assertEqual({**found, **toys}, ids)
        self.assertEqual(ids["Bestiary/Octopus-Steer-v0"], {"animal": "octopus", "task": "steer"})
        self.assertEqual(len(toys), 3)


class PictureTest(Case):
    def test_a_picture_or_what_to_install(self):
        def draw():
            with Env("stingray", training=True, render_mode="rgb_array", width=160, height=120) as env:
                env.reset(seed=1)
                first = env.render()
                env.step(env.action_space.sample())
                return first, env.render()

        with mock.patch.dict(os.environ, {"CHROME_PATH": str(self.folder / "no-browser")}):
            error = self.refuse(draw, code="failed", path="picture")
        self.assertIn("CHROME_PATH", str(error))
        if os.environ.get("BESTIARY_PICTURES") == "1":
            first, second = draw()
            self.assertEqual((first.shape, first.dtype), ((120, 160, 3), numpy.uint8))
            self.assertGreater(first.std(), 5)
            self.assertGreater((first != second).mean(), 0.01)

    def test_nothing_is_drawn_that_was_not_asked_for(self):
        with Env("toy:pendulum") as env:
            env.reset(seed=1)
            self.assertIsNone(env.render())


class PlainSpacesTest(Case):
    def test_boxes_and_choices(self):
        box = spaces.PlainBox([-1.0, float("-inf"), 0.0], [1.0, float("inf"), float("inf")])
        box.seed(1)
        first = numpy.array([box.sample() for _ in range(50)])
        box.seed(1)
        numpy.testing.assert_array_equal(first, [box.sample() for _ in range(50)])
        self.assertTrue(all(point in box for point in first))
        self.assertNotIn([2.0, 0.0, 0.0], box)
        self.assertNotIn([0.0], box)
        self.assertIn(spaces.PlainDiscrete(3).sample(), spaces.PlainDiscrete(3))
        self.assertNotIn(3, spaces.PlainDiscrete(3))
        self.assertEqual(spaces.PlainBatch(box, 4).sample().shape, (4, 3))
        self.assertIn(spaces.PlainBatch(box, 4).sample(), spaces.PlainBatch(box, 4))


if is_installed("gymnasium"):
    import gymnasium
    from gymnasium.utils.env_checker import check_env, data_equivalence

    class GymnasiumTest(Case):
        def test_its_checker(self):
            for name in ("ToyPendulum", "ToyCartPole", "ToyIdentity", "Lamprey-Steer", "Stingray-Pace"):
                with self.subTest(name), warnings.catch_warnings():
                    # It advises limits that a pendulum does not have.
                    warnings.simplefilter("ignore")
                    env = gymnasium.make(f"Bestiary/{name}-v0")
                    check_env(env.unwrapped, skip_render_check=os.environ.get("BESTIARY_PICTURES") != "1")
                    env.close()

        def test_its_wrappers(self):
            from gymnasium.wrappers import RecordEpisodeStatistics, RescaleAction, TimeLimit

            env = RecordEpisodeStatistics(RescaleAction(TimeLimit(gymnasium.make("bestiary:Bestiary/ToyPendulum-v0"), 50), -1, 1))
            env.reset(seed=1)
            ended = False
            while not ended:
                *_, ended, info = env.step(env.action_space.sample())
            self.assertEqual(info["episode"]["l"], 50)
            env.close()

        def test_lanes_do_as_its_own_vector_environment(self):
            for mode in AutoresetMode:
                with self.subTest(mode):
                    ours = gymnasium.make_vec("Bestiary/ToyCartPole-v0", num_envs=3, processes=2, autoreset_mode=mode)
                    self.assertIsInstance(ours.unwrapped, VectorEnv)
                    make = [lambda: gymnasium.make("Bestiary/ToyCartPole-v0").unwrapped] * 3
                    theirs = gymnasium.vector.SyncVectorEnv(make, autoreset_mode=mode)
                    self.compare(ours, theirs, mode)

        def compare(self, ours, theirs, mode):
            stream = numpy.random.default_rng(1)
            self.assertTrue(data_equivalence(ours.reset(seed=[1, 5, 9]), theirs.reset(seed=[1, 5, 9]), True))
            ends = 0
            for _ in range(100):
                actions = stream.integers(2, size=3)
                one, other = ours.step(actions), theirs.step(actions)
                self.assertTrue(data_equivalence(one, other, True), f"{one} {other}")
                ended = one[2] | one[3]
                ends += ended.sum()
                if mode == AutoresetMode.DISABLED and ended.any():
                    both = [env.reset(options={"reset_mask": ended}) for env in (ours, theirs)]
                    self.assertTrue(data_equivalence(*both, True))
            self.assertGreater(ends, 5)
            ours.close()
            theirs.close()
