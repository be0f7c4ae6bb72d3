/** The water around soft animals, moving as their live controls say. */
import type { Kernels } from '../../../../kernels/functions.ts';
import type { Precision } from '../../../../kernels/memory/layout.ts';
import type { ProjectiveTables } from '../../../bodies/projective/tables/tables.ts';
import { createWater, type Water } from '../../../forces/face-water.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import type { Current } from '../../../world/current.ts';
import type { SoftDesc } from '../fields/desc.ts';

/** What of an animal the water is made for. */
interface InWater {
  readonly body: Pick<SoftBody, 'surface' | 'plates'>;
  readonly desc: {
    readonly water: SoftDesc['water'];
    readonly solver: { readonly precision: Precision };
  };
  readonly controlIndex: Readonly<Record<string, number>>;
}

export interface SoftWater {
  readonly force: Water;
  readonly lanes: number;
  /** What the water was told, number axis · lanes + lane, m/s. */
  readonly flow: Float64Array;
}

/** undefined in empty space. */
export function createSoftWater(
  { body, desc }: InWater,
  { lanes, nodeCount, rowOf }: ProjectiveTables,
  kernels: Kernels,
): SoftWater | undefined {
  const { water } = desc;
  if (water.model === 'none') return undefined;
  const force = createWater({
    kernels,
    precision: desc.solver.precision,
    lanes,
    nodeCount,
    rowOf,
    surface: body.surface,
    plates: body.plates,
    law: water.model === 'paper' ? 'angle-of-attack' : 'coded',
    density: water.density,
  });
  return { force, lanes, flow: new Float64Array(3 * lanes) };
}

const flowNames = ['water.current.x', 'water.current.y', 'water.current.z'] as const;

/** Tells the water how it moves, where that has changed. */
export function setFlow(
  { desc, controlIndex }: InWater,
  { force, flow, lanes }: SoftWater,
  controls: Float64Array,
  lane: number,
): void {
  let isChanged = false;
  for (let k = 0; k < 3; k++) {
    const value = controls[controlIndex[flowNames[k]!]!]!;
    const at = k * lanes + lane;
    if (flow[at] !== value) isChanged = true;
    flow[at] = value;
  }
  if (!isChanged || desc.water.model === 'none') return;
  force.setCurrent(
    createCurrent(desc.water.current, [flow[lane]!, flow[lanes + lane]!, flow[2 * lanes + lane]!]),
    lane,
  );
}

type WaterCurrent = Exclude<SoftDesc['water'], { model: 'none' }>['current'];

function createCurrent(current: WaterCurrent, [x, y, z]: readonly [number, number, number]): Current | undefined {
  if (x === 0 && y === 0 && z === 0) return undefined;
  if (current.kind === 'uniform') return { stream: [x, y, z] };
  const speed = Math.sqrt(x * x + y * y + z * z);
  if (current.kind === 'shear')
    return { shear: { rate: speed, along: [x, y, z], across: [0, 0, 1], centre: [0, 0, 0] } };
  const { core } = current;
  // Fastest at r = core, where the speed is circulation / (4π core).
  return {
    vortices: [{ centre: [0, 0, 0], axis: [0, 0, 1], circulation: 4 * Math.PI * core * x, core }],
  };
}
