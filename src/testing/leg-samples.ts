/** A few legs under a body that hangs still, for tests of the rules by which legs change their states. Model units. */
import { createLegPlan, type GaitOptions, type LegArrays, createLegFields } from '../engine/control/legs/leg-plan.ts';
import { setWorldTip } from '../engine/control/legs/leg-places.ts';
import { createSwitcherScratch, type LegStep } from '../engine/control/legs/switcher.ts';
import type { SignedDistance } from '../engine/world/distance/signed-distance.ts';

const degree = Math.PI / 180;
const knee = 15 * degree;

const sampleGait: GaitOptions = {
  coordination: 'time',
  wave: 'retrograde',
  adjustTime: 0.02,
  lift: 'in-place',
  together: 'none',
  minStance: 0.1,
  waitShare: 0,
  dropShare: 0,
  lag: 0.1,
  duty: 0.7,
  timed: false,
  tokenDelay: 0.03,
  search: false,
  poses: Float64Array.of(
    ...[0, 15 * degree, knee],
    ...[30 * degree, 0, knee],
    ...[0, -30 * degree, knee],
    ...[-30 * degree, 0, knee],
    ...[0, 0, 0],
    ...[24 * degree, 3 * degree, knee],
  ),
};

/** Height of the segments' centres, and of their leg roots below them. */
const bodyHeight = 1.761;

export interface SampleLegs extends LegStep {
  readonly arrays: LegArrays;
}

/** Legs of `pairs` segments in a row, all in the pose of ADJUST's end, in SF1 and high above everything. */
export function createSampleLegs(
  changes: Partial<GaitOptions> = {},
  {
    pairs = 3,
    ground = null,
    lost = [],
  }: { readonly pairs?: number; readonly ground?: number | null; readonly lost?: readonly number[] } = {},
): SampleLegs {
  const list = Array.from({ length: pairs }, (_, pair) => pair);
  const plan = createLegPlan({
    gait: { ...sampleGait, ...changes },
    pairBodies: list,
    pairOffsets: list.map(() => 0),
    rootSide: 1.211,
    rootHeight: -0.695,
    pairLengths: list.map(() => ({ upper: 1.4376, lower: 1.6387 })),
    maxTheta: 31.5 * degree,
    stretch: 0.992,
    lost,
  });
  const arrays = Object.fromEntries(
    Object.entries(createLegFields(plan)).flatMap(([name, field]) =>
      field === undefined
        ? []
        : [[name, field.type === 'u8' ? new Uint8Array(field.length) : new Float64Array(field.length)]],
    ),
  ) as unknown as LegArrays;
  const frames = new Float64Array(12 * pairs);
  for (const body of list) frames.set([1, 0, 0, 0, 1, 0, 0, 0, 1, -0.9 * body, 0, bodyHeight], 12 * body);
  arrays.legSpeeds.fill(2);
  arrays.legTokens.fill(-1);
  arrays.legOnsets.fill(-1);
  const terrain = ground === null ? null : createLevel(ground);
  const legs = {
    plan,
    arrays,
    scratch: createSwitcherScratch(plan),
    frames,
    terrain,
    // Nothing is to rise.
    height: bodyHeight - (ground ?? 0),
  };
  for (let leg = 0; leg < plan.legCount; leg++) setSampleLeg(legs, leg, 0, [0, 0, knee]);
  return legs;
}

/** Ground at one height. */
function createLevel(height: number): SignedDistance {
  return {
    measure(out) {
      out[0] = out[2]! - height;
      out[1] = 0;
      out[2] = 0;
      out[3] = 1;
    },
  };
}

/** Puts a leg into a state with θ, α, β, its tip where these bring it. */
export function setSampleLeg(legs: LegStep, leg: number, state: number, angles: readonly number[]): void {
  const { plan, arrays, frames, scratch } = legs;
  arrays.legStates[leg] = state;
  arrays.legAngles.set(angles, 3 * leg);
  setWorldTip(scratch.tip, plan, frames, leg, arrays.legAngles, 3 * leg);
  arrays.legTips.set(scratch.tip, 3 * leg);
}

/** The pose at the end of a state. */
export function readPose(legs: LegStep, state: number): number[] {
  return Array.from(legs.plan.gait.poses.subarray(3 * state, 3 * state + 3));
}
