"""The former name of `bestiary.envs`. It goes with the next version."""

import warnings

from bestiary.envs import Box, Connection, Discrete, Env, VectorEnv
from bestiary.errors import BestiaryError as EnvError

warnings.warn("bestiary_env is now bestiary.envs: import bestiary.envs.", DeprecationWarning, stacklevel=2)

__all__ = ["Box", "Connection", "Discrete", "Env", "EnvError", "VectorEnv"]
