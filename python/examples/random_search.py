"""Random search for a linear policy, on any environment with a box of actions: python3 random_search.py [ANIMAL] [GENERATIONS].

Every generation tries one change of the weights in each lane, on the same episode, and keeps the best if it is better than before.
"""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from bestiary.envs import VectorEnv  # noqa: E402

LANES = 8


def act(weights, observation, low, high):
    sums = (sum(w * x for w, x in zip(row, observation)) for row in weights)
    return [max(a, min(b, s * (b - a) / 2)) for s, a, b in zip(sums, low, high)]


def run_episode(envs, candidates, seed):
    """The return of each lane's candidate on the episode of one seed."""
    observations, _ = envs.reset(seed=[seed] * LANES)
    space = envs.single_action_space
    returns, running = [0.0] * LANES, [True] * LANES
    while any(running):
        actions = [act(w, o, space.low, space.high) for w, o in zip(candidates, observations)]
        observations, rewards, terminated, truncated, _ = envs.step(actions)
        for lane in range(LANES):
            if running[lane]:
                returns[lane] += float(rewards[lane])
                running[lane] = not (terminated[lane] or truncated[lane])
    return returns


def main(animal="toy:identity", generations="30"):
    stream = random.Random(1)
    with VectorEnv(animal, num_envs=LANES) as envs:
        inputs = len(envs.observation_names)
        outputs = len(envs.action_names)
        best = [[0.0] * inputs for _ in range(outputs)]
        for generation in range(int(generations)):
            candidates = [best] + [
                [[w + stream.gauss(0, 0.3) for w in row] for row in best] for _ in range(LANES - 1)
            ]
            returns = run_episode(envs, candidates, seed=1000 + generation)
            best = candidates[returns.index(max(returns))]
            print(f"generation {generation}: {returns[0]:.2f} → {max(returns):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
