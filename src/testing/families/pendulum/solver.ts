/** The pendulum for the simulation contract. */
import { viewArrays } from '../../../engine/contract/arrays.ts';
import { createFamily, type Family, type Scratch, type Solver } from '../../../engine/contract/types.ts';
import { type PendulumArrays, pendulumFields } from './arrays.ts';
import { compilePendulum, type PendulumSystem } from './compile.ts';
import { writePendulumFrame } from './frame.ts';
import { createPendulumMetrics } from './metrics.ts';
import { type PendulumDesc, pendulumDescriptions, pendulumSchema } from './schema.ts';
import { writePendulumSignals } from './signals.ts';
import { setPendulumStart } from './start.ts';
import { stepPendulum } from './step.ts';

interface PendulumScratch extends Scratch {
  readonly arrays: PendulumArrays;
}

type PendulumSolver = Omit<Solver<PendulumSystem, PendulumScratch>, 'compile'> & {
  compile(desc: PendulumDesc): PendulumSystem;
};

const pendulumSolver: PendulumSolver = {
  compile: compilePendulum,
  createScratch: (_system, state) => ({ stage: 'pivot', arrays: viewArrays(pendulumFields, state) }),
  init(system, _state, { arrays }) {
    setPendulumStart(system, arrays);
  },
  adopt() {
    // Nothing is held over from another description.
  },
  step(system, state, { arrays }) {
    stepPendulum(system, arrays, state.controls[0]!);
  },
  writeSignals(out, system, _state, { arrays }) {
    writePendulumSignals(out, system.desc, arrays);
  },
  writeDetails() {
    // No signals are left out.
  },
  writeFrame(out, system, _state, { arrays }) {
    writePendulumFrame(out, system.frameOffsets.parts, system.desc, arrays);
  },
  createMetrics: createPendulumMetrics,
};

export const pendulumFamily: Family = createFamily(pendulumDescriptions, {
  solver: pendulumSolver,
  example: () =>
    pendulumSchema().parse({
      schemaVersion: 2,
      about: 'A bob on a rod, the first thing whose swing was computed. Push it, jam it, put it into water.',
      tryFirst: [{ label: 'Let it swing in water', set: ['place=water'] }, { label: 'Press on it to jam its pivot' }],
      body: { kind: 'rod' },
      controller: { kind: 'torque' },
    }),
});
