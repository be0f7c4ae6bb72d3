"""Animals as environments in the shape of Gymnasium 1.x: `Env` (one animal) and `VectorEnv` (many).

Where Gymnasium is installed, environments and spaces are its own classes, and every animal and task is registered:
``gymnasium.make("Bestiary/Octopus-Steer-v0")``, ``gymnasium.make_vec("Bestiary/Stingray-Pace-v0", num_envs=8)``. Without it the same two
classes work with spaces of their own.
"""

from .connection import Connection
from .env import Env
from .registration import environment_ids, register_environments
from .spaces import Box, Discrete, gymnasium
from .vector_env import AutoresetMode, VectorEnv

__all__ = ["AutoresetMode", "Box", "Connection", "Discrete", "Env", "VectorEnv", "environment_ids", "register_environments"]

if gymnasium is not None:
    register_environments()
