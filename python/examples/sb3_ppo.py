"""PPO of Stable-Baselines3 on an environment of Bestiary: python3 sb3_ppo.py [ID] [STEPS].

Needs ``pip install stable-baselines3``. Ids are listed by ``bestiary.envs.environment_ids()``.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import bestiary  # noqa: E402, F401, registers the environments
from stable_baselines3 import PPO  # noqa: E402
from stable_baselines3.common.env_util import make_vec_env  # noqa: E402
from stable_baselines3.common.evaluation import evaluate_policy  # noqa: E402


def main(name="Bestiary/ToyPendulum-v0", steps=60_000):
    """Gives the mean return of ten episodes before and after."""
    envs = make_vec_env(name, n_envs=8, seed=1)
    model = PPO("MlpPolicy", envs, learning_rate=1e-3, n_steps=256, gamma=0.9, seed=1)
    before, _ = evaluate_policy(model, envs, n_eval_episodes=10)
    model.learn(int(steps))
    after, _ = evaluate_policy(model, envs, n_eval_episodes=10)
    envs.close()
    print(f"mean return {before:.1f} → {after:.1f}")
    return before, after


if __name__ == "__main__":
    main(*sys.argv[1:])
