/** A lamprey compiled: parameters in g, mm, ms, lesions, and the layouts of its outputs. */
import type { LinkParameters } from '../../bodies/links/chain.ts';
import type { FrameOffsets } from '../../contract/frame.ts';
import type { System } from '../../contract/types.ts';
import type { SpinalLesions, SpinalParameters } from '../../control/spinal/tables.ts';
import type { EmbeddedMethod } from '../../integrate/embedded.ts';
import type { MuscleParameters } from '../../forces/joint-muscle.ts';
import type { LampreyFields } from './arrays.ts';
import type { LampreyDesc } from './schema.ts';

export const lampreyControls = ['brainstem.left', 'brainstem.right', 'body.muscleGain'] as const;

export interface LampreySystem extends System {
  readonly desc: LampreyDesc;
  readonly parameters: SwimmerParameters;
  readonly lesions: SpinalLesions;
  readonly fields: LampreyFields;
  /** 1, or 0 for a paralysed muscle: pairs [left, right] per joint. */
  readonly muscleMasks: Float64Array;
  readonly frameOffsets: FrameOffsets;
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly controlIndex: Readonly<Record<(typeof lampreyControls)[number], number>>;
}

export type SwimmerIntegrator =
  | {
      kind: 'adaptive';
      pair: EmbeddedMethod;
      /** Largest error of a step, absolute and relative. */
      tolerance: number;
    }
  | {
      kind: 'fast';
      /** A step is this many blocks of two network steps each … */
      blocks: number;
      /** … and of this many body steps each. With steps of 5 ms, 1 and 2 give network and body steps of 2.5 ms. */
      bodySteps: number;
    };

export interface SwimmerParameters {
  network: SpinalParameters;
  links: readonly Readonly<LinkParameters>[];
  muscle: Readonly<MuscleParameters>;
  /** Simulated ms per step. */
  stepTime: number;
  integrator: SwimmerIntegrator;
}
