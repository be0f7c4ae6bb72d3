"""Many animals side by side, in the shape of `gymnasium.vector.VectorEnv` with the autoreset mode SAME_STEP."""

import json

from .connection import Connection, from_doubles, to_doubles
from .spaces import gymnasium, numpy, parse_space, to_array, to_rows

Base = object if gymnasium is None else gymnasium.vector.VectorEnv


class VectorEnv(Base):
    """`num_envs` lanes of one animal and task.

    In the step in which a lane's episode ends, `observations` hold the first observation of its next episode, and
    `infos["final_obs"]` the last one of the old, for the lanes whose `infos["_final_obs"]` is true. Rewards, flags and the
    other infos belong to the old episode.
    """

    metadata = {"autoreset_mode": "SameStep" if gymnasium is None else gymnasium.vector.AutoresetMode.SAME_STEP}
    render_mode = None

    def __init__(self, animal, num_envs=1, task=None, model=None, observation=None, actions=None, settings=None, **options):
        """`settings` are parameters of the animal, {"path": value}; `training=True` the mesh of training; `command` the program."""
        command = options.pop("command", None)
        training = options.pop("training", False)
        if options:
            raise TypeError(f"unexpected arguments: {', '.join(sorted(options))}")
        arguments = [animal, "--lanes", str(num_envs)]
        choices = {"task": task, "model": model, "observation": observation, "actions": actions}
        for name, value in choices.items():
            if value is not None:
                arguments += [f"--{name}", value]
        for path, value in (settings or {}).items():
            arguments += ["--set", f"{path}={value}"]
        if training:
            arguments.append("--training")
        self.connection = Connection(arguments, command)
        hello = self.connection.hello
        self.hello = hello
        self.num_envs = hello["lanes"]
        self.observation_names = hello["observationSpace"]["names"]
        self.action_names = hello["actionSpace"].get("names")
        self.info_names = hello["infoNames"]
        self.single_observation_space = parse_space(hello["observationSpace"])
        self.single_action_space = parse_space(hello["actionSpace"])
        self._size = len(self.observation_names)
        self._discrete = hello["actionSpace"]["kind"] == "discrete"
        if gymnasium is not None:
            batch_space = gymnasium.vector.utils.batch_space
            self.observation_space = batch_space(self.single_observation_space, self.num_envs)
            self.action_space = batch_space(self.single_action_space, self.num_envs)
        else:
            self.observation_space = self.single_observation_space
            self.action_space = self.single_action_space

    def reset(self, *, seed=None, options=None, lanes=None):
        """All lanes, or those of the list `lanes`; lane i gets `seed + i`. Gives (observations, infos)."""
        request = {}
        if seed is not None:
            request["seed"] = seed
        if options is not None:
            request["options"] = options
        if lanes is not None:
            request["lanes"] = list(lanes)
        numbers = to_doubles(self.connection.ask("R", json.dumps(request).encode(), "O"))
        return to_rows(numbers, self.num_envs, self._size), {}

    def step(self, actions):
        """Gives (observations, rewards, terminations, truncations, infos)."""
        reply = self.connection.ask("S", from_doubles(self._flatten(actions)), "T")
        lanes, size, infos = self.num_envs, self._size, len(self.info_names)
        flags = reply[len(reply) - 2 * lanes :]
        numbers = to_doubles(reply[: len(reply) - 2 * lanes])
        terminated, truncated = to_flags(flags[:lanes]), to_flags(flags[lanes:])
        rewards_at = lanes * size
        infos_at = rewards_at + lanes
        finals_at = infos_at + lanes * infos
        columns = {
            name: to_array([numbers[infos_at + lane * infos + i] for lane in range(lanes)])
            for i, name in enumerate(self.info_names)
        }
        ended = [lane for lane in range(lanes) if terminated[lane] or truncated[lane]]
        if ended:
            columns.update(self._collect_finals(numbers[finals_at:], ended))
        return (
            to_rows(numbers[:rewards_at], lanes, size),
            to_array(numbers[rewards_at:infos_at]),
            terminated,
            truncated,
            columns,
        )

    def close(self, **_):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _flatten(self, actions):
        if numpy is not None:
            return numpy.asarray(actions, dtype=numpy.float64).ravel()
        return [float(actions[lane]) for lane in range(self.num_envs)] if self._discrete else [float(x) for row in actions for x in row]

    def _collect_finals(self, numbers, ended):
        rows = to_rows(numbers, len(ended), self._size)
        finals = [None] * self.num_envs
        for row, lane in zip(rows, ended):
            finals[lane] = row
        mask = to_flags([1 if lane in ended else 0 for lane in range(self.num_envs)])
        if numpy is not None:
            held = numpy.empty(self.num_envs, dtype=object)
            held[:] = finals
            finals = held
        return {"final_obs": finals, "_final_obs": mask}


def to_flags(flags):
    return [bool(flag) for flag in flags] if numpy is None else numpy.array(list(flags), dtype=bool)
