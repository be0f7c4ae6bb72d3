// Bodies and ground for tests of chains of rigid boxes and soft segments.
import type { Kernels } from '../kernels/functions.ts';
import { createKernels } from '../kernels/load.ts';
import { measureMemory } from '../kernels/twin.ts';
import { listSpecs, viewArrays } from '../engine/contract/arrays.ts';
import { createState } from '../engine/contract/state.ts';
import type { SignedDistance } from '../engine/world/distance/signed-distance.ts';
import {
  createHybridFields,
  createHybridBody,
  type HybridBody,
  type HybridParameters,
  type HybridState,
  integratorDefaults,
} from '../engine/bodies/rigid-soft/body.ts';
import { setStraightStart } from '../engine/bodies/rigid-soft/start.ts';
import { tissueContact } from '../engine/bodies/rigid-soft/step.ts';

/** The body of the paper's centipede: 18 boxes, 17 soft segments. */
export const centipedeBody = {
  rigidSize: [0.2, 2.422, 1.39],
  softSize: [0.7079, 2.422, 1.39],
  softCells: [3, 3, 3],
  rigidDensity: 1,
  material: { stiffness: 4000, poissonRatio: 0.4, density: 1, damping: 50 },
  segmentCount: 18,
} as const;

export interface Sample {
  readonly body: HybridBody;
  readonly state: HybridState;
}

/** A straight chain at rest with its head at (0, 0, height). */
export function createSample(
  boxes: number,
  integrator: 'paper' | 'fast',
  changes: Partial<HybridParameters> = {},
  height = 0,
): Sample {
  const parameters: HybridParameters = {
    ...centipedeBody,
    rigidSizes: Array.from({ length: boxes }, () => centipedeBody.rigidSize),
    ...integratorDefaults[integrator],
    ...changes,
  };
  const fields = createHybridFields(parameters);
  const specs = listSpecs(fields);
  const create = (kernels: Kernels): Sample => ({
    state: viewArrays(fields, createState(specs, [], kernels.arena)),
    body: createHybridBody(kernels, parameters),
  });
  const { state, body } = create(createKernels(measureMemory(create)));
  setStraightStart(state, body, 0, 0, height);
  return { body, state };
}

/** The plane z = 0, or one that falls towards +x by an angle with this sine and cosine. */
export function createPlane(sine = 0, cosine = 1): SignedDistance {
  return {
    measure(out) {
      out[0] = sine * out[0]! + cosine * out[2]!;
      out[1] = sine;
      out[2] = 0;
      out[3] = cosine;
    },
  };
}

export const weightless = { gravity: [0, 0, 0], terrain: null, friction: 0, forces: [tissueContact] };
export const falling = { gravity: [0, 0, -9.8], terrain: null, friction: 0, forces: [tissueContact] };
