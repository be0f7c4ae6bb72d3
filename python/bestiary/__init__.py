"""Bestiary's physically simulated animals from Python.

    import bestiary

    run = bestiary.run("worm", seconds=2, set={"medium.water": 1})
    run.metrics["speed"], run.signals["position.x"]

Everything is computed by the command line ``bestiary`` (Node.js); `find_program` says how it is found. Environments for reinforcement
learning are in `bestiary.envs`; where Gymnasium is installed, ``gymnasium.make("Bestiary/Octopus-Steer-v0")`` works after this import.
"""

from .catalogue import animals, describe, load, metrics, parameters, reproduce, signals
from .envs import Env, VectorEnv
from .errors import BestiaryError
from .program import find_program
from .runs import Run, run
from .studies import Study, fit, sweep
from .trainings import Training, evaluate, train

__all__ = [
    "BestiaryError",
    "Env",
    "Run",
    "Study",
    "Training",
    "VectorEnv",
    "animals",
    "describe",
    "evaluate",
    "find_program",
    "fit",
    "load",
    "metrics",
    "parameters",
    "reproduce",
    "run",
    "signals",
    "sweep",
    "train",
]
__version__ = "0.3.0"
