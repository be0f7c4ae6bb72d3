"""Proximal policy optimisation in one file, with numpy alone: python3 ppo.py [--env toy:pendulum] [--steps 80000] [--seed 1].

In the order of CleanRL's ppo_continuous_action.py (Schulman et al. 2017): collect steps of all lanes, generalised advantage estimation, then
several epochs of clipped updates with Adam. It swings the pendulum up in under a minute; on an animal (``--env stingray --training``) it is
slower than ``bestiary train``, and easier to change.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from bestiary.envs import VectorEnv  # noqa: E402


class Network:
    """Two hidden layers of tanh. ``forward`` keeps what ``backward`` needs."""

    def __init__(self, rng: np.random.Generator, inputs: int, outputs: int, last_gain: float, hidden: int = 64) -> None:
        self.parameters = []
        for rows, columns, gain in ((inputs, hidden, 2**0.5), (hidden, hidden, 2**0.5), (hidden, outputs, last_gain)):
            # Orthogonal weights.
            q, r = np.linalg.qr(rng.normal(size=(max(rows, columns), min(rows, columns))))
            q = q * np.sign(np.diag(r))
            self.parameters += [gain * (q if rows >= columns else q.T), np.zeros(columns)]

    def forward(self, x: np.ndarray) -> np.ndarray:
        w1, b1, w2, b2, w3, b3 = self.parameters
        self.x, self.h1 = x, np.tanh(x @ w1 + b1)
        self.h2 = np.tanh(self.h1 @ w2 + b2)
        return self.h2 @ w3 + b3

    def backward(self, slope: np.ndarray) -> list[np.ndarray]:
        """Derivatives of a loss whose derivative by the outputs is ``slope``."""
        _, _, w2, _, w3, _ = self.parameters
        d2 = (slope @ w3.T) * (1 - self.h2**2)
        d1 = (d2 @ w2.T) * (1 - self.h1**2)
        return [self.x.T @ d1, d1.sum(0), self.h1.T @ d2, d2.sum(0), self.h2.T @ slope, slope.sum(0)]


class Adam:
    def __init__(self, parameters: list[np.ndarray], rate: float) -> None:
        self.parameters, self.rate, self.count = parameters, rate, 0
        self.means = [np.zeros_like(p) for p in parameters]
        self.squares = [np.zeros_like(p) for p in parameters]

    def step(self, gradients: list[np.ndarray], limit: float = 0.5) -> None:
        length = sum(float((g**2).sum()) for g in gradients) ** 0.5
        scale = min(1.0, limit / (length + 1e-8))
        self.count += 1
        for p, g, m, s in zip(self.parameters, gradients, self.means, self.squares):
            g = g * scale
            m += 0.1 * (g - m)
            s += 0.001 * (g**2 - s)
            p -= self.rate * (m / (1 - 0.9**self.count)) / (np.sqrt(s / (1 - 0.999**self.count)) + 1e-5)


class Normaliser:
    """Running mean and variance."""

    def __init__(self, size: int) -> None:
        self.count, self.mean, self.variance = 1e-4, np.zeros(size), np.ones(size)

    def update(self, rows: np.ndarray) -> None:
        total = self.count + len(rows)
        change = rows.mean(0) - self.mean
        spread = self.variance * self.count + rows.var(0) * len(rows) + change**2 * self.count * len(rows) / total
        self.mean, self.variance, self.count = self.mean + change * len(rows) / total, spread / total, total

    def apply(self, rows: np.ndarray) -> np.ndarray:
        return np.clip((rows - self.mean) / np.sqrt(self.variance + 1e-8), -10, 10)


class Agent:
    """A normal distribution of actions about what the actor says, in units of half the range; and a critic."""

    def __init__(self, rng: np.random.Generator, observations: int, actions: int, rate: float) -> None:
        self.rng = rng
        self.actor, self.critic = Network(rng, observations, actions, 0.01), Network(rng, observations, 1, 1.0)
        self.log_std = np.full(actions, -0.5)
        self.optimiser = Adam([*self.actor.parameters, self.log_std, *self.critic.parameters], rate)
        self.seen = Normaliser(observations)

    def act(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Actions, their log-probability (up to a constant) and values."""
        mean = self.actor.forward(x)
        action = mean + np.exp(self.log_std) * self.rng.normal(size=mean.shape)
        return action, self.log_probability(mean, action), self.critic.forward(x)[:, 0]

    def log_probability(self, mean: np.ndarray, action: np.ndarray) -> np.ndarray:
        return -(0.5 * ((action - mean) / np.exp(self.log_std)) ** 2 + self.log_std).sum(1)

    def update(self, x, action, old, advantage, target, clip: float, value_weight: float = 0.5) -> None:
        """One minibatch: the derivatives of the clipped objective and of the squared error of the values, by hand."""
        count = len(x)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        mean = self.actor.forward(x)
        ratio = np.exp(self.log_probability(mean, action) - old)
        # Where clipping is what counts, the derivative is zero.
        counts = ~(((advantage > 0) & (ratio > 1 + clip)) | ((advantage < 0) & (ratio < 1 - clip)))
        slope = -(advantage * ratio * counts)[:, None] / count
        z = (action - mean) / np.exp(self.log_std)
        actor = self.actor.backward(slope * z / np.exp(self.log_std))
        log_std = (slope * (z**2 - 1)).sum(0)
        error = self.critic.forward(x)[:, 0] - target
        critic = self.critic.backward(value_weight * error[:, None] / count)
        self.optimiser.step([*actor, log_std, *critic])


def train(
    env: str = "toy:pendulum",
    steps: int = 80_000,
    seed: int = 1,
    lanes: int = 16,
    length: int = 128,
    epochs: int = 10,
    minibatch: int = 128,
    rate: float = 1e-3,
    gamma: float = 0.9,
    trace: float = 0.95,
    clip: float = 0.2,
    anneal: bool = True,
    report=print,
    **options,
) -> list[float]:
    """Gives the mean return of the episodes that ended in each round."""
    rng = np.random.default_rng(seed)
    curve: list[float] = []
    with VectorEnv(env, num_envs=lanes, **options) as envs:
        space = envs.single_action_space
        middle, half = (space.high + space.low) / 2, (space.high - space.low) / 2
        agent = Agent(rng, len(envs.observation_names), len(middle), rate)
        observation, _ = envs.reset(seed=seed)
        running, reward_scale, discounted = np.zeros(lanes), Normaliser(1), np.zeros(lanes)
        rounds = max(1, steps // (lanes * length))
        began = time.time()
        for number in range(rounds):
            if anneal:
                agent.optimiser.rate = rate * (1 - number / rounds)
            rows: dict[str, list] = {name: [] for name in ("x", "action", "old", "value", "reward", "ended", "next")}
            returns = []
            for _ in range(length):
                agent.seen.update(observation)
                x = agent.seen.apply(observation)
                action, old, value = agent.act(x)
                observation, reward, terminated, truncated, infos = envs.step(middle + half * action)
                ended = terminated | truncated
                running += reward
                returns += list(running[ended])
                running[ended] = 0
                discounted = discounted * gamma + reward
                reward_scale.update(discounted[:, None])
                discounted[ended] = 0
                # What follows a cut still has a value: that of the last observation of the old episode.
                following = observation.copy()
                for lane in np.flatnonzero(ended):
                    following[lane] = infos["final_obs"][lane]
                after = agent.critic.forward(agent.seen.apply(following))[:, 0] * ~terminated
                scaled = reward / np.sqrt(reward_scale.variance + 1e-8)
                for name, item in zip(rows, (x, action, old, value, scaled, ended, after)):
                    rows[name].append(item)
            data = {name: np.array(items) for name, items in rows.items()}
            advantage = np.zeros((length, lanes))
            later = np.zeros(lanes)
            for t in reversed(range(length)):
                surprise = data["reward"][t] + gamma * data["next"][t] - data["value"][t]
                later = surprise + gamma * trace * later * ~data["ended"][t]
                advantage[t] = later
            flat = {name: data[name].reshape(length * lanes, -1) for name in ("x", "action")}
            old, advantage, target = data["old"].ravel(), advantage.ravel(), (advantage + data["value"]).ravel()
            for _ in range(epochs):
                order = rng.permutation(length * lanes)
                for start in range(0, len(order), minibatch):
                    some = order[start : start + minibatch]
                    agent.update(flat["x"][some], flat["action"][some], old[some], advantage[some], target[some], clip)
            if returns:
                curve.append(float(np.mean(returns)))
                done = (number + 1) * lanes * length
                report(f"{done} steps, {time.time() - began:.0f} s: mean return {curve[-1]:.1f} of {len(returns)} episodes")
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="toy:pendulum", help="an animal or a toy")
    parser.add_argument("--task", help="of an animal")
    parser.add_argument("--training", action="store_true", help="the mesh and the episodes of training")
    parser.add_argument("--steps", type=int, default=80_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    extra = {} if given.env.startswith("toy:") else {"task": given.task, "training": given.training}
    train(given.env, given.steps, given.seed, **extra)
