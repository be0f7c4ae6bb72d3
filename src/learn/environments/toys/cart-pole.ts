/**
 * The pole on a cart of Barto, Sutton and Anderson (1983) with the constants of Gymnasium's CartPole-v1: 500 steps at most,
 * reward 1 for every step, two actions (push left, push right). SI units, Euler's explicit step.
 */
import { cos, sin } from '../../../engine/math/portable.ts';
import { createRng, nextFloat, setRngState } from '../../../engine/math/rng.ts';
import type { Env, StepResult } from '../env.ts';
import { copyArrays, setArrays } from '../../named-arrays.ts';
import { createBox, createDiscrete } from '../../spaces.ts';
import { expectLength } from '../../learn-error.ts';
import { expectObject } from '../../../engine/model/problem.ts';

const GRAVITY = 9.8;
const POLE_MASS = 0.1;
const TOTAL_MASS = 1 + POLE_MASS;
/** Half of the pole's length. */
const HALF_LENGTH = 0.5;
const PUSH = 10;
const STEP = 0.02;
const ANGLE_LIMIT = (12 * 2 * Math.PI) / 360;
const PLACE_LIMIT = 2.4;
const EPISODE_STEPS = 500;

export function createCartPoleEnv(): Env {
  // Place, velocity, angle from the vertical, angular velocity.
  const state = { body: new Float64Array(4), rng: createRng(0, 'cart-pole'), steps: new Uint32Array(1) };
  const result: { -readonly [Key in keyof StepResult]: StepResult[Key] } = {
    observation: state.body,
    reward: 1,
    terminated: false,
    truncated: false,
    info: {},
  };
  const high = [2 * PLACE_LIMIT, Infinity, 2 * ANGLE_LIMIT, Infinity];
  return {
    observationSpace: createBox(
      ['place', 'velocity', 'angle', 'angular-velocity'],
      high.map((limit) => -limit),
      high,
    ),
    actionSpace: createDiscrete(2),
    infoNames: [],
    reset(request = {}) {
      expectObject(request, 'request', 'Give { seed: 1 }, or leave it out.');
      if (request.seed !== undefined) setRngState(state.rng, request.seed, 'cart-pole');
      for (let i = 0; i < 4; i++) state.body[i] = 0.1 * nextFloat(state.rng) - 0.05;
      state.steps[0] = 0;
      return result;
    },
    step(action) {
      expectLength(action, 1, 'action');
      setNextBody(state.body, action[0] === 1 ? PUSH : -PUSH);
      state.steps[0]! += 1;
      result.terminated = Math.abs(state.body[0]!) > PLACE_LIMIT || Math.abs(state.body[2]!) > ANGLE_LIMIT;
      result.truncated = state.steps[0] === EPISODE_STEPS;
      return result;
    },
    saveState: () => copyArrays(state),
    loadState: (saved) => setArrays(state, saved),
  };
}

/** One step under a force; exported so that a step can be compared with hand-worked numbers. */
export function setNextBody(body: Float64Array, force: number): void {
  const angle = body[2]!;
  const rate = body[3]!;
  const cosine = cos(angle);
  const sine = sin(angle);
  const push = (force + POLE_MASS * HALF_LENGTH * rate * rate * sine) / TOTAL_MASS;
  const angularAcceleration =
    (GRAVITY * sine - cosine * push) / (HALF_LENGTH * (4 / 3 - (POLE_MASS * cosine * cosine) / TOTAL_MASS));
  const acceleration = push - (POLE_MASS * HALF_LENGTH * angularAcceleration * cosine) / TOTAL_MASS;
  body[0]! += STEP * body[1]!;
  body[1]! += STEP * acceleration;
  body[2] = angle + STEP * rate;
  body[3] = rate + STEP * angularAcceleration;
}
