/**
 * One step of a worm: where it is, what drives it, what it touches, then one linearised backward Euler step. [worm §4–8]
 *
 *   (M + Δt D + Δt² K) Δv = Δt (f + M g − (D + Δt K) v),   v ← v + Δv,   x ← x + Δt v
 *
 * In a medium, where a body may turn far in a step and hardly anything holds it, K is without its geometric part, so that
 * it is never indefinite, and x follows v as a turn of the sections (bodies/fem/turning-move.ts). Such steps may be long: swimming at
 * 1.8 Hz changes by less than 1 % between steps of 5 and of 20 ms.
 *
 * Units mm, g, s.
 */
import type { State } from '../../contract/types.ts';
import { setMediumAndGait } from './medium/medium.ts';
import {
  act,
  balance,
  countSubsteps,
  drive,
  locate,
  moveStraight,
  moveTurned,
  prepare,
  refineSlip,
  setTissues,
  solve,
  solveFromPast,
  trackHeading,
} from './stages.ts';
import { wormTrackPlaces, type WormScratch, type WormSystem } from './system.ts';

interface WormStage {
  /** What is said of a step that fails here. */
  readonly name: string;
  readonly run: (system: WormSystem, worm: WormScratch) => void;
}

const begin: readonly WormStage[] = [
  { name: 'place', run: locate },
  { name: 'drive', run: drive },
  { name: 'tissues', run: setTissues },
  { name: 'forces', run: act },
];

/** The paper's worm: friction alone holds it. */
const dry: readonly WormStage[] = [
  ...begin,
  { name: 'linear solver', run: solve },
  { name: 'motion', run: moveStraight },
];

/**
 * The same on whose length the motion hardly depends: sections turn instead of being stretched, and friction goes by the speeds at
 * the end of the step. Backward Euler damps as tissues do that relax in one step, so `prepare` counts a step as part of their damping.
 */
const consistent: readonly WormStage[] = [
  ...begin,
  { name: 'linear solver', run: solve },
  { name: 'slip', run: refineSlip },
  { name: 'motion', run: moveTurned },
];

/** A worm in a medium. */
const wet: readonly WormStage[] = [
  ...begin,
  { name: 'linear solver', run: solveFromPast },
  { name: 'balance of momentum', run: balance },
  { name: 'motion', run: moveTurned },
];

/** Advances the state by `system.dt`. */
export function stepWorm(system: WormSystem, state: State, worm: WormScratch): void {
  const { drag, isConsistent } = system.parameters;
  const stages = drag === undefined ? (isConsistent ? consistent : dry) : wet;
  const substeps = countSubsteps(system);
  const { settings, arrays } = worm;
  setMediumAndGait(system, worm);
  settings.timeStep = system.dt / substeps;
  arrays.track[wormTrackPlaces.iterations] = 0;
  worm.stage = 'factor of the body at rest';
  prepare(system, worm);
  for (let i = 0; i < substeps; i++) {
    worm.time = state.clock[1]! + i * settings.timeStep;
    worm.isFirst = i === 0;
    for (let k = 0; k < stages.length; k++) {
      worm.stage = stages[k]!.name;
      stages[k]!.run(system, worm);
    }
  }
  // The iterations have been summed over the substeps.
  arrays.track[wormTrackPlaces.iterations]! /= substeps;
  trackHeading(worm);
}
