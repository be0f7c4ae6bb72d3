/**
 * A linter for environments: runs one with random actions and says what it does that `learn/environments/env.ts` does not allow.
 *
 * Works on any `VectorEnv`; a single `Env` is checked as `createVectorEnv(create, lanes)`. Nothing is thrown for what is
 * found: the problems are data, so that a test can expect none and a command can print them.
 */
import { createRng } from '../engine/math/rng.ts';
import { resetLanes, type VectorEnv } from '../learn/environments/env.ts';
import { LearnError, type LearnProblem } from '../learn/learn-error.ts';
import { countNumbers, findOutside, setRandomPoint } from '../learn/spaces.ts';

export interface CheckOptions {
  /** Steps of each run. */
  readonly steps?: number;
  readonly seed?: number;
  /** Whether an episode has to end within the steps; off for tasks that are longer than the check. */
  readonly expectEnd?: boolean;
}

/** `create` makes a new environment with so many lanes each time. Gives the problems found, none for a good environment. */
export function checkEnv(create: (lanes: number) => VectorEnv, options: CheckOptions = {}): LearnProblem[] {
  const { steps = 600, seed = 1, expectEnd = true } = options;
  const problems: LearnProblem[] = [];
  const report = (path: string, got: string, hint: string): void => {
    // One line for each kind is enough: the first is where to look.
    if (!problems.some((problem) => problem.path === path && problem.hint === hint))
      problems.push({ code: 'inconsistent', path, got, hint });
  };
  checkRun(create(2), steps, seed, expectEnd, report);
  checkTwins(create, steps, seed, report);
  checkSecondSeed(create, seed, report);
  checkState(create, steps, seed, report);
  checkLanes(create, steps, seed, report);
  checkBadActions(create(2), seed, report);
  return problems;
}

type Report = (path: string, got: string, hint: string) => void;

/** Spaces, finite rewards, flags, the end of episodes. */
function checkRun(env: VectorEnv, steps: number, seed: number, expectEnd: boolean, report: Report): void {
  const size = countNumbers(env.observationSpace);
  const checkRow = (values: Float64Array, name: string, lane: number, when: string): void => {
    const outside = findOutside(env.observationSpace, values, lane * size);
    if (outside !== undefined)
      report(
        `${name}, "${env.observationSpace.names[outside]!}"`,
        `${values[lane * size + outside]!} ${when}`,
        'It has to be finite and inside the observation space.',
      );
  };
  resetLanes(env, seed);
  for (let lane = 0; lane < env.lanes; lane++) checkRow(env.observations, 'observations', lane, 'after reset');
  let ends = 0;
  runRandomly(env, steps, seed, (step) => {
    for (let lane = 0; lane < env.lanes; lane++) {
      checkRow(env.observations, 'observations', lane, `in step ${step}`);
      if (!Number.isFinite(env.rewards[lane]!))
        report('rewards', `${env.rewards[lane]!} in step ${step}`, 'Rewards have to be finite.');
      if (env.terminated[lane]! > 1 || env.truncated[lane]! > 1)
        report('terminated, truncated', `a flag above 1 in step ${step}`, 'Flags are 0 or 1.');
      if (env.terminated[lane]! + env.truncated[lane]! === 0) continue;
      ends += 1;
      checkRow(env.finalObservations, 'finalObservations', lane, `in step ${step}`);
    }
    const info = env.infos.findIndex((value) => Number.isNaN(value));
    if (info >= 0)
      report(
        `infos, "${env.infoNames[info % env.infoNames.length]!}"`,
        `NaN in step ${step}`,
        'Every name needs a number.',
      );
  });
  if (expectEnd && ends === 0)
    report('truncated', `no end in ${steps} steps`, 'An episode has to end: give the task a time limit.');
}

/** Same seed, same actions: the same numbers, also in an environment that has been used before. */
function checkTwins(create: (lanes: number) => VectorEnv, steps: number, seed: number, report: Report): void {
  const first = record(create(2), steps, seed);
  const used = create(2);
  resetLanes(used, seed + 7);
  runRandomly(used, 5, seed + 7, () => undefined);
  const difference = findDifference(first, record(used, steps, seed));
  if (difference !== undefined)
    report(
      'reset',
      difference,
      'The same seed and actions have to give the same numbers: reset everything that changes.',
    );
}

/** A reset without a seed continues the random stream; it must not fail, and lanes of unlike seeds should differ. */
function checkSecondSeed(create: (lanes: number) => VectorEnv, seed: number, report: Report): void {
  const env = create(2);
  resetLanes(env, seed);
  const before = env.observations.slice();
  env.resetLane(0);
  const size = countNumbers(env.observationSpace);
  if (findDifference(before.subarray(size), env.observations.slice(size)) !== undefined)
    report('resetLane', 'another lane changed too', 'A reset is for one lane alone.');
}

/** Saved in the middle and loaded into a new environment, a run continues as it would have. */
function checkState(create: (lanes: number) => VectorEnv, steps: number, seed: number, report: Report): void {
  const half = Math.floor(steps / 2);
  const env = create(2);
  resetLanes(env, seed);
  runRandomly(env, half, seed, () => undefined);
  const state = env.saveState();
  const other = create(2);
  resetLanes(other, seed + 1);
  other.loadState(state);
  const goOn = (one: VectorEnv): Float64Array => recordRun(one, half, seed + 3);
  const difference = findDifference(goOn(env), goOn(other));
  if (difference !== undefined)
    report('saveState', difference, 'A run has to continue bit for bit after loadState: save everything that changes.');
}

/** Lane 0 does the same beside another neighbour, and alone. */
function checkLanes(create: (lanes: number) => VectorEnv, steps: number, seed: number, report: Report): void {
  const run = (lanes: number): Float64Array => {
    const env = create(lanes);
    resetLanes(env, seed);
    const size = countNumbers(env.observationSpace);
    const rows: number[] = [];
    runRandomly(env, Math.min(steps, 60), seed, () =>
      rows.push(...env.observations.subarray(0, size), env.rewards[0]!),
    );
    return Float64Array.from(rows);
  };
  const difference = findDifference(run(1), run(3));
  if (difference !== undefined) report('lanes', difference, 'A lane must not depend on how many run beside it.');
}

function checkBadActions(env: VectorEnv, seed: number, report: Report): void {
  resetLanes(env, seed);
  try {
    env.step(new Float64Array(env.lanes * countNumbers(env.actionSpace) + 1));
  } catch (error) {
    if (error instanceof LearnError) return;
  }
  report('step', 'actions of a wrong length taken', 'Refuse them with a LearnError.');
}

/** Each lane has a stream of random actions of its own, so that lane 0 gets the same ones beside any number of others. */
function runRandomly(env: VectorEnv, steps: number, seed: number, visit: (step: number) => void): void {
  const actionSize = countNumbers(env.actionSpace);
  const actions = new Float64Array(env.lanes * actionSize);
  const rngs = Array.from({ length: env.lanes }, (_, lane) => createRng(seed, `check-env ${lane}`));
  for (let step = 0; step < steps; step++) {
    for (const [lane, rng] of rngs.entries()) setRandomPoint(actions, env.actionSpace, rng, lane * actionSize);
    env.step(actions);
    visit(step);
  }
}

function record(env: VectorEnv, steps: number, seed: number): Float64Array {
  resetLanes(env, seed);
  return recordRun(env, steps, seed);
}

function recordRun(env: VectorEnv, steps: number, seed: number): Float64Array {
  const rows = [Float64Array.from(env.observations)];
  runRandomly(env, steps, seed, () => {
    rows.push(Float64Array.of(...env.observations, ...env.rewards, ...env.terminated, ...env.truncated));
  });
  const all = new Float64Array(rows.reduce((total, row) => total + row.length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}

function findDifference(one: Float64Array, other: Float64Array): string | undefined {
  const index = one.findIndex((value, i) => !Object.is(value, other[i]));
  return index < 0 ? undefined : `${other[index]!} instead of ${one[index]!} (number ${index} of the run)`;
}
