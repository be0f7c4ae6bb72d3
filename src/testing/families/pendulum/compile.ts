/** A pendulum's description → what the solver needs. */
import { listSpecs } from '../../../engine/contract/arrays.ts';
import { listControls } from '../../../engine/contract/controls.ts';
import { computeFrameOffsets, type FrameOffsets } from '../../../engine/contract/frame.ts';
import { computeSignalOffsets, type System } from '../../../engine/contract/types.ts';
import { listPatternProblems } from '../../../engine/model/pattern.ts';
import { ModelError } from '../../../engine/model/problem.ts';
import { pendulumFields } from './arrays.ts';
import { createPendulumFrame } from './frame.ts';
import { createPendulumHandles, joints } from './handles.ts';
import { pendulumMetrics } from './metric-specs.ts';
import { type PendulumDesc, pendulumDescriptions } from './schema.ts';
import { pendulumSignals } from './signals.ts';

/** Damping of what it swings in, 1/s. */
const dampings = { air: 0.02, water: 1.5 } as const;

export interface PendulumSystem extends System {
  readonly desc: PendulumDesc;
  readonly damping: number;
  readonly isStuck: boolean;
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly frameOffsets: FrameOffsets;
}

export function compilePendulum(desc: PendulumDesc): PendulumSystem {
  const problems = listPatternProblems(desc.lesions.stuck, joints, 'lesions.stuck', 'joint');
  if (problems.length > 0) throw new ModelError(problems);
  const frame = createPendulumFrame(desc);
  return {
    desc,
    damping: dampings[desc.place],
    isStuck: desc.lesions.stuck.length > 0,
    dt: 0.005,
    bodyLength: desc.body.length,
    mass: desc.body.mass,
    stateSpecs: listSpecs(pendulumFields),
    controls: listControls(desc, pendulumDescriptions),
    signals: pendulumSignals,
    signalOffsets: computeSignalOffsets(pendulumSignals).offsets,
    frame,
    frameOffsets: computeFrameOffsets(frame),
    metrics: pendulumMetrics,
    validated: [],
    handles: createPendulumHandles(),
    shape: '',
  };
}
