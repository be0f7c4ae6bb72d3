"""One animal, in the shape of `gymnasium.Env`."""

from .spaces import gymnasium
from .vector_env import VectorEnv

Base = object if gymnasium is None else gymnasium.Env


class Env(Base):
    """After an episode has ended, `reset` begins the next one."""

    metadata = {"render_modes": []}
    render_mode = None

    def __init__(self, animal, **options):
        """Arguments as of VectorEnv, without `num_envs`."""
        self.lanes = VectorEnv(animal, num_envs=1, **options)
        self.observation_space = self.lanes.single_observation_space
        self.action_space = self.lanes.single_action_space
        self.observation_names = self.lanes.observation_names
        self.action_names = self.lanes.action_names
        # The program begins the next episode in the step that ends one: its first observation waits here.
        self._next = None

    def reset(self, *, seed=None, options=None):
        """Gives (observation, info)."""
        if self._next is not None and seed is None and options is None:
            observation, self._next = self._next, None
            return observation, {}
        self._next = None
        observations, infos = self.lanes.reset(seed=seed, options=options)
        return observations[0], infos

    def step(self, action):
        """Gives (observation, reward, terminated, truncated, info)."""
        observations, rewards, terminated, truncated, infos = self.lanes.step([action])
        info = {name: float(infos[name][0]) for name in self.lanes.info_names}
        observation = observations[0]
        if terminated[0] or truncated[0]:
            self._next = observation
            observation = infos["final_obs"][0]
        return observation, float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def close(self):
        self.lanes.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
