/** Fills a myriapod's signals and frames from its state. */
import { brainPlaces } from '../../control/brain/brain.ts';
import { setPoints } from '../../control/brain/antennae.ts';
import { updateHerd } from '../../world/herd.ts';
import { sampleObstacles } from '../../world/things.ts';
import { setLegKnee } from '../../control/legs/leg-kinematics.ts';
import { legStates } from '../../control/legs/leg-plan.ts';
import { setAnglesToTip, setWorldTip } from '../../control/legs/switcher.ts';
import { atan2, cos, sin } from '../../math/portable.ts';
import type { State } from '../../contract/types.ts';
import type { MyriapodSystem } from './compile.ts';
import type { HybridBody } from '../../bodies/rigid-soft/step.ts';
import { listSideNodes } from './layout.ts';
import { computeHerdGap } from './scene/contact.ts';
import { writeFoods, writeObstacles, writeWater } from './scene-outputs.ts';
import { computePondSwing, computePondVolume } from './scene/pond.ts';
import { computeTissueIndex } from '../../bodies/rigid-soft/tissue/segments.ts';
import { countStanding, type MyriapodScratch, setFrames, type Walker } from './step.ts';

const centimetre = 0.01;
const farAway = 10;
const angles = new Float64Array(3);
const tip = new Float64Array(3);
const knee = new Float64Array(3);

export function writeMyriapodSignals(
  out: Float64Array,
  system: MyriapodSystem,
  _state: State,
  scratch: MyriapodScratch,
): void {
  const { sample, sceneArrays, chosen } = scratch;
  const { arrays, frames } = chosen;
  const at = system.signalOffsets;
  setFrames(frames, chosen, 1);
  writeTrack(out, system, chosen);
  writeLegs(out, system, chosen);
  const count = system.parameters.rigidSizes.length;
  let [stretch, support] = [0, 0];
  for (let body = 0; body < count; body++) {
    out[at['midline.x']! + body] = centimetre * arrays.bodyPositions[3 * body]!;
    out[at['midline.y']! + body] = centimetre * arrays.bodyPositions[3 * body + 1]!;
    if (body === 0) continue;
    out[at['bodyBend']! + body - 1] = computeBend(frames, 12 * body);
    support += arrays.bodyKinematic[body]!;
    stretch += computeApart(arrays.bodyPositions, 3 * body - 3, arrays.bodyPositions, 3 * body);
  }
  out[at['support']!] = support;
  out[at['linkStretch']!] = stretch / ((count - 1) * system.targeter.linkLength);
  out[at['stanceFraction']!] = countStanding(system, arrays) / Math.max(1, chosen.inputs.legCount);
  out[at['brain.mode']!] = arrays.brain[brainPlaces.mode]!;
  writeHeights(out, system, scratch);
  let eaten = 0;
  for (let i = 0; i < sceneArrays.foodEaten.length; i++) eaten += sceneArrays.foodEaten[i]!;
  out[at['food.eaten']!] = eaten;
  const [x, y, z] = arrays.bodyPositions as unknown as [number, number, number];
  sampleObstacles(sample, system.scene, sceneArrays, x, y, z);
  out[at['obstacle.gap']!] = Math.min(farAway, centimetre * sample[0]!);
  writeScene(out, system, scratch);
}

/** Angle of the x axis of the segment in front of the one at `at`, about the latter's z axis. */
function computeBend(frames: Float64Array, at: number): number {
  const front = at - 12;
  const x = frames[front]! * frames[at]! + frames[front + 1]! * frames[at + 1]! + frames[front + 2]! * frames[at + 2]!;
  const y =
    frames[front]! * frames[at + 3]! + frames[front + 1]! * frames[at + 4]! + frames[front + 2]! * frames[at + 5]!;
  return atan2(y, x);
}

function writeScene(out: Float64Array, system: MyriapodSystem, { walkers, herd, pond }: MyriapodScratch): void {
  const at = system.signalOffsets;
  if (herd !== null) {
    walkers.forEach(({ arrays }, animal) => {
      out[at['heads.x']! + animal] = centimetre * arrays.bodyPositions[0]!;
      out[at['heads.y']! + animal] = centimetre * arrays.bodyPositions[1]!;
    });
    updateHerd(herd);
    out[at['animals.gap']!] = centimetre * computeHerdGap(herd, system.brain.halfWidth);
  }
  if (pond !== null) {
    out[at['water.volume']!] = centimetre * centimetre * centimetre * computePondVolume(pond);
    out[at['water.swing']!] = centimetre * computePondSwing(pond);
  }
}

function computeApart(a: Float64Array, aAt: number, b: Float64Array, bAt: number): number {
  const [x, y, z] = [a[aAt]! - b[bAt]!, a[aAt + 1]! - b[bAt + 1]!, a[aAt + 2]! - b[bAt + 2]!];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Centre of mass of the boxes with half of their soft neighbours each, and its velocity. */
function writeTrack(out: Float64Array, system: MyriapodSystem, { arrays }: Walker): void {
  const { shares } = system;
  let mass = 0;
  let [vx, vy] = [0, 0];
  out.fill(0, 0, 3);
  for (let body = 0; body < shares.length; body++) {
    const share = shares[body]!;
    mass += share;
    for (let a = 0; a < 3; a++) out[a] = out[a]! + share * arrays.bodyPositions[3 * body + a]!;
    vx += share * arrays.bodyVelocities[3 * body]!;
    vy += share * arrays.bodyVelocities[3 * body + 1]!;
  }
  for (let a = 0; a < 3; a++) out[a] = (centimetre * out[a]!) / mass;
  const heading = arrays.heading[0]!;
  out[3] = heading;
  out[4] = (centimetre * (vx * cos(heading) + vy * sin(heading))) / mass;
}

function writeLegs(out: Float64Array, system: MyriapodSystem, { arrays, frames }: Walker): void {
  const { plan, signalOffsets: at } = system;
  let slip = 0;
  for (let leg = 0; leg < plan.legCount; leg++) {
    const pair = leg >> 1;
    const missing = plan.missing[leg] === 1;
    const state = missing ? -1 : arrays.legStates[leg]!;
    out[at[leg & 1 ? 'legState.right' : 'legState.left']! + pair] = state;
    out[at['stanceOnset']! + leg] = missing ? -1 : arrays.legOnsets[leg]!;
    if (state === legStates.STANCE) {
      setAnglesToTip(angles, 0, plan, frames, arrays, leg);
      setWorldTip(tip, plan, frames, leg, angles, 0);
      slip = Math.max(slip, computeApart(tip, 0, arrays.legTips, 3 * leg));
    } else angles[0] = arrays.legAngles[3 * leg]!;
    if ((leg & 1) === 0) out[at['swingAngle']! + pair] = missing ? 0 : angles[0]!;
  }
  out[at['footSlip']!] = centimetre * slip;
}

function writeHeights(out: Float64Array, system: MyriapodSystem, scratch: MyriapodScratch): void {
  const { sample, surroundings } = scratch;
  const { arrays } = scratch.chosen;
  const at = system.signalOffsets;
  const count = system.parameters.rigidSizes.length;
  let [lowest, sum] = [Infinity, 0];
  for (let body = 0; body < count; body++) {
    const p = 3 * body;
    sample[0] = arrays.bodyPositions[p + 2]!;
    surroundings.terrain?.sample(sample, arrays.bodyPositions[p]!, arrays.bodyPositions[p + 1]!, sample[0]);
    lowest = Math.min(lowest, sample[0]);
    sum += sample[0];
  }
  out[at['bodyHeight']!] = centimetre * lowest;
  out[at['bodyHeight.mean']!] = (centimetre * sum) / count;
}

export function writeMyriapodFrame(
  out: Float32Array,
  system: MyriapodSystem,
  _state: State,
  scratch: MyriapodScratch,
): void {
  const { walkers } = scratch;
  const offsets = system.frameOffsets;
  const segments = system.parameters.rigidSizes.length - 1;
  let to = offsets.parts;
  walkers.forEach((walker, animal) => {
    setFrames(walker.frames, walker, 1);
    to = writeParts(out, to, system, walker);
    writeSoft(out, offsets.surfaces[animal]!, scratch.body, walker, segments);
    for (let side = 0; side < 2; side++) writeAntenna(out, offsets.lines[2 * animal + side]!, walker, side);
    writeStance(out, offsets.channels['stance']! + animal * segments, system, walker);
  });
  writeObstacles(out, to, system, scratch);
  writeWater(out, offsets.surfaces[walkers.length]!, scratch);
  writeFoods(out, offsets.markers, scratch);
}

/** Boxes, then legs. */
function writeParts(out: Float32Array, start: number, system: MyriapodSystem, walker: Walker): number {
  const { arrays } = walker;
  const count = system.parameters.rigidSizes.length;
  let to = start;
  for (let body = 0; body < count; body++) {
    for (let a = 0; a < 3; a++) out[to++] = centimetre * arrays.bodyPositions[3 * body + a]!;
    for (let k = 0; k < 4; k++) out[to++] = arrays.bodyQuaternions[4 * body + k]!;
  }
  return writeLegParts(out, to, system, walker);
}

function writeAntenna(out: Float32Array, start: number, { antennae, arrays, frames }: Walker, side: number): void {
  setPoints(antennae, arrays.antennae, frames, side);
  const points = 3 * (antennae.options.links + 1);
  for (let i = 0; i < points; i++) out[start + i] = centimetre * antennae.points[side * points + i]!;
}

/** A capsule from a to b lies along its own x. */
function writeLink(out: Float32Array, to: number, a: Float64Array, b: Float64Array): number {
  const length = computeApart(a, 0, b, 0);
  const [x, y, z] = [(b[0]! - a[0]!) / length, (b[1]! - a[1]!) / length, (b[2]! - a[2]!) / length];
  for (let k = 0; k < 3; k++) out[to + k] = (centimetre * (a[k]! + b[k]!)) / 2;
  const w = 1 + x;
  const norm = Math.sqrt(w * w + y * y + z * z);
  const back = norm < 1e-9;
  out[to + 3] = 0;
  out[to + 4] = back ? 0 : -z / norm;
  out[to + 5] = back ? 1 : y / norm;
  out[to + 6] = back ? 0 : w / norm;
  return to + 7;
}

const root = new Float64Array(3);

function writeLegParts(out: Float32Array, start: number, system: MyriapodSystem, walker: Walker): number {
  const { arrays, frames } = walker;
  const { plan } = system;
  let to = start;
  for (let leg = 0; leg < plan.legCount; leg++) {
    if (plan.missing[leg] === 1) continue;
    const body = plan.pairBodies[leg >> 1]!;
    if (arrays.legStates[leg] === legStates.STANCE) setAnglesToTip(angles, 0, plan, frames, arrays, leg);
    else for (let k = 0; k < 3; k++) angles[k] = arrays.legAngles[3 * leg + k]!;
    setLegKnee(knee, plan.pairShapes[leg >> 1]!, leg & 1 ? -1 : 1, angles, 0);
    root.fill(0);
    for (const point of [knee, root]) {
      const f = 12 * body;
      const [x, y, z] = [0, 1, 2].map((k) => point[k]! + plan.roots[3 * leg + k]!) as [number, number, number];
      for (let a = 0; a < 3; a++)
        point[a] = frames[f + 9 + a]! + frames[f + a]! * x + frames[f + 3 + a]! * y + frames[f + 6 + a]! * z;
    }
    setWorldTip(tip, plan, frames, leg, angles, 0);
    to = writeLink(out, to, root, knee);
    to = writeLink(out, to, knee, tip);
  }
  return to;
}

function writeSoft(out: Float32Array, start: number, body: HybridBody, { arrays }: Walker, segments: number): void {
  const { lattice } = body.soft;
  const nodes = getSideNodes(body);
  let to = start;
  for (let segment = 0; segment < segments; segment++) {
    const at = computeTissueIndex(lattice, segment);
    for (let v = 0; v < nodes.length; v++) {
      const from = at + 12 * nodes[v]!;
      for (let a = 0; a < 3; a++) out[to++] = centimetre * arrays.softPositions[from + 4 * a]!;
    }
  }
}

const sideNodes = new WeakMap<object, Int32Array>();

function getSideNodes({ soft: { lattice } }: HybridBody): Int32Array {
  let nodes = sideNodes.get(lattice);
  if (nodes === undefined) {
    nodes = Int32Array.from(listSideNodes(lattice));
    sideNodes.set(lattice, nodes);
  }
  return nodes;
}

/** Soft segment s lies between boxes s and s + 1; the head has no legs. */
function writeStance(out: Float32Array, start: number, system: MyriapodSystem, { arrays }: Walker): void {
  const { plan } = system;
  const segments = system.parameters.rigidSizes.length - 1;
  const perSegment = 2 * system.desc.controller.legs.pairsPerSegment;
  for (let segment = 0; segment < segments; segment++) {
    let [standing, there] = [0, 0];
    for (let leg = Math.max(0, segment - 1) * perSegment; leg < (segment + 1) * perSegment; leg++) {
      if (plan.missing[leg] === 1) continue;
      there += 1;
      if (arrays.legStates[leg] === legStates.STANCE) standing += 1;
    }
    out[start + segment] = standing / Math.max(1, there);
  }
}
