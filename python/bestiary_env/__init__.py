"""Bestiary's animals as environments: `Env` (one animal) and `VectorEnv` (many), in the shape of Gymnasium 1.x.

Needs nothing but Python 3.9. Where numpy is installed, observations and rewards are arrays of it; where Gymnasium is installed,
the environments and spaces are Gymnasium's own classes.
"""

from .connection import Connection, EnvError
from .env import Env
from .spaces import Box, Discrete
from .vector_env import VectorEnv

__all__ = ["Box", "Connection", "Discrete", "Env", "EnvError", "VectorEnv"]
__version__ = "0.2.0"
