// Landing spot of a leg of coordination "phase": one that it reaches both at touchdown and at lift-off.
//
// The segment is carried forward to where it will be at landing and at lift-off, laid at its height above the ground there and
// tilted with it. A spot x₀ ahead of the root and well out to the side is laid on the ground, nearer and farther ones after it,
// until one strains the leg little in both places; where none does, foothold.ts looks around the root. Model units.
import { type SignedDistance, setDistance } from '../../world/distance/signed-distance.ts';
import { findFoothold } from './foothold.ts';
import type { LegShape } from './leg-kinematics.ts';
import { type SegmentFrames, setFromRoot, toWorld } from './leg-places.ts';
import type { LegPlan } from './leg-plan.ts';

/** Shares of the tilt to the ground at landing and at lift-off that the segment will have made. measured. */
const landTilt = 0.5;
const liftTilt = 0.8;
/** Distances to the side that are tried, as shares of the best on level ground. */
const widths = Float64Array.of(1, 0.88, 1.1, 0.76);
/** Strain at which the search ends, and the largest that is accepted. */
const acceptedStrain = 0.95;
const maxStrain = 0.99;
/** Room for turns and bumps: the stance is planned for that many times its length. measured: by length alone 0.92–0.96 L is worse. */
const stanceReserve = 1.5;
const groundRounds = 8;
const minUprightCosine = 0.3;

const landFrame = new Float64Array(12);
const liftFrame = new Float64Array(12);
const spot = new Float64Array(3);
const bestSpot = new Float64Array(3);
const local = new Float64Array(3);
const sample = new Float64Array(4);

export interface StepPlanInput {
  readonly plan: LegPlan;
  readonly frames: SegmentFrames;
  readonly terrain: SignedDistance | null;
  /** Of a carried segment above the ground. */
  readonly height: number;
}

/** Sets the world point `out[at]` to where the leg is to come down, having gone `way` until then and `stance` while it stands. */
export function planStep(
  out: Float64Array,
  at: number,
  input: StepPlanInput,
  leg: number,
  stride: number,
  way: number,
  stance: number,
): void {
  const { plan, height } = input;
  const shape = plan.pairShapes[leg >> 1]!;
  const side = leg & 1 ? -1 : 1;
  const below = height + plan.roots[3 * leg + 2]!;
  setPredicted(landFrame, input, leg, way, landTilt);
  setPredicted(liftFrame, input, leg, way + stance, liftTilt);
  // The farthest that reaches from x₀ ahead to x₀ behind with a reserve, or as far to the side as the angle allows.
  const level = shape.maxLength * shape.maxLength - below * below;
  const slope = shape.maxSlope;
  const reserved = stanceReserve * stride;
  let x = stride;
  let y = Math.sqrt(Math.max(0, level - reserved * reserved));
  if (reserved > slope * y) {
    y = Math.sqrt(Math.max(0, level) / (1 + slope * slope));
    x = (slope * y) / stanceReserve;
  }
  let least = Infinity;
  for (let k = 0; k < widths.length && least >= acceptedStrain; k++) {
    spot[0] = x;
    spot[1] = side * y * widths[k]!;
    spot[2] = -below;
    toWorld(spot, landFrame, 0, plan.roots, 3 * leg);
    layOnGround(spot, landFrame, input.terrain);
    const strain = Math.max(
      computeStrain(plan, shape, landFrame, leg, side),
      computeStrain(plan, shape, liftFrame, leg, side),
    );
    if (strain >= least) continue;
    least = strain;
    bestSpot.set(spot);
  }
  const isTaken = least < maxStrain || input.terrain === null;
  if (!isTaken && findFoothold(out, at, shape, side, input.terrain, landFrame, 0, plan.roots, 3 * leg, below)) return;
  for (let a = 0; a < 3; a++) out[at + a] = least < Infinity ? bestSpot[a]! : spot[a]!;
}

/** The leg's segment after `way` along its own x, laid at its height above the ground and tilted with it by a share. */
function setPredicted(
  out: Float64Array,
  { plan, frames, terrain, height }: StepPlanInput,
  leg: number,
  way: number,
  tilt: number,
): void {
  const f = 12 * plan.pairBodies[leg >> 1]!;
  for (let a = 0; a < 12; a++) out[a] = frames[f + a]!;
  for (let a = 0; a < 3; a++) out[9 + a] = out[9 + a]! + way * out[a]!;
  if (terrain === null) return;
  setDistance(sample, terrain, out[9]!, out[10]!, out[11]!);
  for (let a = 0; a < 3; a++) {
    out[9 + a] = out[9 + a]! + (height - sample[0]!) * sample[1 + a]!;
    out[6 + a] = (1 - tilt) * out[6 + a]! + tilt * sample[1 + a]!;
  }
  normalise(out, 6);
  const along = out[0]! * out[6]! + out[1]! * out[7]! + out[2]! * out[8]!;
  for (let a = 0; a < 3; a++) out[a] = out[a]! - along * out[6 + a]!;
  normalise(out, 0);
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    out[3 + a] = out[6 + b]! * out[c]! - out[6 + c]! * out[b]!;
  }
}

function normalise(v: Float64Array, at: number): void {
  const length = Math.sqrt(v[at]! * v[at]! + v[at + 1]! * v[at + 1]! + v[at + 2]! * v[at + 2]!);
  if (length > 0) for (let a = at; a < at + 3; a++) v[a] = v[a]! / length;
}

/** Moves a point along the up of a frame until it lies on the ground. */
function layOnGround(point: Float64Array, frame: Float64Array, terrain: SignedDistance | null): void {
  if (terrain === null) return;
  for (let round = 0; round < groundRounds; round++) {
    setDistance(sample, terrain, point[0]!, point[1]!, point[2]!);
    const upright = frame[6]! * sample[1]! + frame[7]! * sample[2]! + frame[8]! * sample[3]!;
    const down = sample[0]! / Math.max(minUprightCosine, upright);
    for (let a = 0; a < 3; a++) point[a] = point[a]! - down * frame[6 + a]!;
    if (Math.abs(down) < 1e-3) return;
  }
}

/** How near to its limits, 1, a leg is with its tip at `spot`; Infinity on the wrong side. */
function computeStrain(plan: LegPlan, shape: LegShape, frame: Float64Array, leg: number, side: number): number {
  setFromRoot(local, plan, frame, 0, leg, spot, 0);
  const outward = side * local[1]!;
  if (!(outward > 0)) return Infinity;
  const length = Math.sqrt(local[0]! * local[0]! + local[1]! * local[1]! + local[2]! * local[2]!);
  return Math.max(length / shape.maxLength, Math.abs(local[0]!) / (shape.maxSlope * outward));
}
