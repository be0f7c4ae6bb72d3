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
import { setMediumAndGait, trackHeading } from './body.ts';
import type { WormSystem } from './system.ts';
import type { WormScratch } from './scratch.ts';
import {
  addMedium,
  balance,
  beginStep,
  beginSubstep,
  countSubsteps,
  drive,
  endStep,
  locate,
  moveStraight,
  moveTurned,
  prepare,
  setTissues,
  solve,
  solveFromPast,
  touch,
} from './stages.ts';

interface Stage {
  /** What is said of a step that fails here. */
  readonly name: string;
  readonly run: (system: WormSystem, worm: WormScratch) => void;
}

/** The paper's worm: friction alone holds it. */
const dry: readonly Stage[] = [
  { name: 'place', run: locate },
  { name: 'drive', run: drive },
  { name: 'tissues', run: setTissues },
  { name: 'contact and friction', run: touch },
  { name: 'linear solver', run: solve },
  { name: 'motion', run: moveStraight },
];

/** A worm in a medium. */
const wet: readonly Stage[] = [
  { name: 'place', run: locate },
  { name: 'drive', run: drive },
  { name: 'tissues', run: setTissues },
  { name: 'contact and friction', run: touch },
  { name: 'drag of the medium', run: addMedium },
  { name: 'linear solver', run: solveFromPast },
  { name: 'balance of momentum', run: balance },
  { name: 'motion', run: moveTurned },
];

/** Advances the state by `system.dt`. */
export function stepWorm(system: WormSystem, state: State, worm: WormScratch): void {
  const stages = system.parameters.drag === undefined ? dry : wet;
  const substeps = countSubsteps(system);
  setMediumAndGait(system, worm);
  beginStep(system, worm, substeps);
  worm.stage = 'factor of the body at rest';
  prepare(system, worm);
  for (let i = 0; i < substeps; i++) {
    beginSubstep(worm, state.clock[1]!, i);
    for (let k = 0; k < stages.length; k++) {
      worm.stage = stages[k]!.name;
      stages[k]!.run(system, worm);
    }
  }
  endStep(worm, substeps);
  trackHeading(worm);
}
