/** The smallest task: say again what you see. Reward −Σ(action − observation)², so 0 is the best and any gradient bug shows. */
import { createRng, nextFloat, setRngState } from '../../../engine/math/rng.ts';
import type { Env, StepResult } from '../env.ts';
import { copyArrays, setArrays } from '../../named-arrays.ts';
import { createBox } from '../../spaces.ts';

const EPISODE_STEPS = 16;

export function createIdentityEnv(size = 2): Env {
  const names = Array.from({ length: size }, (_, i) => `number-${i}`);
  const space = createBox(names, -1, 1);
  const state = { observation: new Float64Array(size), rng: createRng(0, 'identity'), steps: new Uint32Array(1) };
  const result: { -readonly [Key in keyof StepResult]: StepResult[Key] } = {
    observation: state.observation,
    reward: 0,
    terminated: false,
    truncated: false,
    info: {},
  };
  function draw(): void {
    for (let i = 0; i < size; i++) state.observation[i] = 2 * nextFloat(state.rng) - 1;
  }
  return {
    observationSpace: space,
    actionSpace: space,
    infoNames: [],
    reset(request = {}) {
      if (request.seed !== undefined) setRngState(state.rng, request.seed, 'identity');
      state.steps[0] = 0;
      draw();
      return result;
    },
    step(action) {
      result.reward = 0;
      for (let i = 0; i < size; i++) {
        const miss = action[i]! - state.observation[i]!;
        result.reward -= miss * miss;
      }
      draw();
      state.steps[0]! += 1;
      result.truncated = state.steps[0] === EPISODE_STEPS;
      return result;
    },
    saveState: () => copyArrays(state),
    loadState: (saved) => setArrays(state, saved),
  };
}
