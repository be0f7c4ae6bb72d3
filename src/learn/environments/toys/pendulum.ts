/**
 * Swing a pendulum up and hold it there: the constants of Gymnasium's Pendulum-v1. 200 steps of 0.05 s, torque within ±2 N m,
 * reward −(angle² + 0.1 rate² + 0.001 torque²) with the angle from the upright in −π … π. SI units.
 */
import { cos, sin } from '../../../engine/math/portable.ts';
import { createRng, nextFloat, setRngState } from '../../../engine/math/rng.ts';
import type { Env, StepResult } from '../env.ts';
import { copyArrays, setArrays } from '../../named-arrays.ts';
import { createBox } from '../../spaces.ts';
import { expectLength } from '../../learn-error.ts';
import { expectObject } from '../../../engine/model/problem.ts';

const GRAVITY = 10;
const STEP = 0.05;
const FASTEST = 8;
const STRONGEST = 2;
const EPISODE_STEPS = 200;

export function createPendulumEnv(): Env {
  // Angle from the upright (rad, not wrapped) and its rate (rad/s).
  const state = { body: new Float64Array(2), rng: createRng(0, 'pendulum'), steps: new Uint32Array(1) };
  const observation = new Float64Array(3);
  const info = { angle: 0 };
  const result: { -readonly [Key in keyof StepResult]: StepResult[Key] } = {
    observation,
    reward: 0,
    terminated: false,
    truncated: false,
    info,
  };
  function observe(): void {
    observation[0] = cos(state.body[0]!);
    observation[1] = sin(state.body[0]!);
    observation[2] = state.body[1]!;
    info.angle = wrapAngle(state.body[0]!);
  }
  return {
    observationSpace: createBox(['cosine', 'sine', 'rate'], [-1, -1, -FASTEST], [1, 1, FASTEST]),
    actionSpace: createBox(['torque'], -STRONGEST, STRONGEST),
    infoNames: ['angle'],
    reset(request = {}) {
      expectObject(request, 'request', 'Give { seed: 1 }, or leave it out.');
      if (request.seed !== undefined) setRngState(state.rng, request.seed, 'pendulum');
      state.body[0] = Math.PI * (2 * nextFloat(state.rng) - 1);
      state.body[1] = 2 * nextFloat(state.rng) - 1;
      state.steps[0] = 0;
      observe();
      return result;
    },
    step(action) {
      expectLength(action, 1, 'action');
      const torque = Math.min(STRONGEST, Math.max(-STRONGEST, action[0]!));
      const angle = wrapAngle(state.body[0]!);
      const rate = state.body[1]!;
      result.reward = -(angle * angle + 0.1 * rate * rate + 0.001 * torque * torque);
      const faster = rate + (1.5 * GRAVITY * sin(state.body[0]!) + 3 * torque) * STEP;
      state.body[1] = Math.min(FASTEST, Math.max(-FASTEST, faster));
      state.body[0]! += state.body[1] * STEP;
      observe();
      state.steps[0]! += 1;
      result.truncated = state.steps[0] === EPISODE_STEPS;
      return result;
    },
    saveState: () => copyArrays(state),
    loadState(saved) {
      setArrays(state, saved);
      observe();
    },
  };
}

function wrapAngle(angle: number): number {
  const turns = Math.floor((angle + Math.PI) / (2 * Math.PI));
  return angle - 2 * Math.PI * turns;
}
