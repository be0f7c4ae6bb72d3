"""Ids of environments for ``gymnasium.make``. The table is checked against the program by a test."""

from __future__ import annotations

from typing import Dict, Tuple

_OPEN = ("steer", "pace", "sprint", "path", "forage")
_SWIMS = (*_OPEN, "current", "recover", "bottle", "valley")

_WALKS = (*_OPEN, "rough")
_GRASPS = (*_SWIMS, "grasp")

#: The tasks of each animal.
TASKS: Dict[str, Tuple[str, ...]] = {
    "lamprey": _OPEN,
    "worm": _OPEN,
    "centipede": _WALKS,
    "millipede": _WALKS,
    "house-centipede": _WALKS,
    "letters": _WALKS,
    "soft-lamprey": _SWIMS,
    "octopus": _GRASPS,
    "stingray": _SWIMS,
    "cuttlefish": _GRASPS,
    "starfish": _GRASPS,
    "ribbon-eel": _SWIMS,
    "manta": _SWIMS,
    "butterfly": _SWIMS,
    "comet": _SWIMS,
}

TOYS = ("pendulum", "cart-pole", "identity")


def _title(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


def environment_ids() -> Dict[str, Dict[str, str]]:
    """Every id, such as ``Bestiary/HouseCentipede-Steer-v0``, with the arguments of `Env` that it stands for."""
    ids = {
        f"Bestiary/{_title(animal)}-{_title(task)}-v0": {"animal": animal, "task": task}
        for animal, tasks in TASKS.items()
        for task in tasks
    }
    ids.update({f"Bestiary/Toy{_title(toy)}-v0": {"animal": f"toy:{toy}"} for toy in TOYS})
    return ids


def register_environments() -> None:
    """Registers all of them with Gymnasium; those that are there already stay. Gymnasium calls it by the entry point ``gymnasium.envs``."""
    import gymnasium

    for name, arguments in environment_ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="bestiary.envs.env:Env",
                vector_entry_point="bestiary.envs.vector_env:VectorEnv",
                kwargs=arguments,
            )
