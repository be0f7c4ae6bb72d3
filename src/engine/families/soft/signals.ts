/** Signals and frames of a soft animal, from its state alone. */
import { acos, atan2 } from '../../math/portable.ts';
import type { State } from '../../contract/types.ts';
import { setTetVolumes, type SoftSystem, trackPlaces } from './compile.ts';
import { cordPoints } from './skin/cord-lines.ts';
import { writeSceneParts } from './places/scene.ts';
import { addSheetOffsets, setSheetNormals, writeMixedNumbers, writeMixedPoints } from './skin/skin.ts';
import type { SoftScratch } from './step.ts';
import { setMasked, setPathTarget, setPose, setTarget } from './step-lane.ts';

export function writeSoftSignals(out: Float64Array, system: SoftSystem, state: State, scratch: SoftScratch): void {
  const { signalOffsets: at, controlIndex } = system;
  const { forward, target } = scratch;
  const { track } = scratch.arrays;
  setPose(system, scratch);
  writeMotion(out, system, scratch);
  const { controls } = state;
  setTarget(target, controls[controlIndex['target.heading']!]!, controls[controlIndex['target.elevation']!]!);
  if (system.scene.path !== undefined) setPathTarget(scratch, system.scene.path, system.bodyLength);
  const [x, y, z] = [forward[0]!, forward[1]!, forward[2]!];
  const ahead = x * target[0]! + y * target[1]! + z * target[2]!;
  out[at['pitch']!] = atan2(z, Math.sqrt(x * x + y * y));
  out[at['target.angle']!] = acos(Math.max(-1, Math.min(1, ahead)));
  writeVolumes(out, system, scratch);
  out[at['power.water']!] = computeWaterPower(system, scratch);
  out[at['solver.iterations']!] = track[trackPlaces.iterations]!;
  out[at['solver.residual']!] = track[trackPlaces.residual]!;
  const { contact, ball } = scratch.surroundings;
  out[at['touching']!] = (contact?.touching[0] ?? 0) + (ball?.touching[0] ?? 0);
  out.set(forward, at['forward.x']);
}

/** Centre of mass, heading, speed along the axis and kinetic energy. */
function writeMotion(
  out: Float64Array,
  { tables, signalOffsets: at }: SoftSystem,
  { arrays, forward }: SoftScratch,
): void {
  const { masses, totalMass, nodeCount } = tables;
  const { positions, velocities } = arrays;
  let [px, py, pz, vx, vy, vz, energy] = [0, 0, 0, 0, 0, 0, 0];
  for (let node = 0; node < nodeCount; node++) {
    const m = masses[node]!;
    const x = velocities[3 * node]!;
    const y = velocities[3 * node + 1]!;
    const z = velocities[3 * node + 2]!;
    px += m * positions[3 * node]!;
    py += m * positions[3 * node + 1]!;
    pz += m * positions[3 * node + 2]!;
    vx += m * x;
    vy += m * y;
    vz += m * z;
    energy += (m * (x * x + y * y + z * z)) / 2;
  }
  out[0] = px / totalMass;
  out[1] = py / totalMass;
  out[2] = pz / totalMass;
  out[3] = arrays.track[trackPlaces.heading]!;
  out[4] = (vx * forward[0]! + vy * forward[1]! + vz * forward[2]!) / totalMass;
  out[at['energy.kinetic']!] = energy;
}

function writeVolumes(out: Float64Array, system: SoftSystem, { arrays, volumes }: SoftScratch): void {
  const { signalOffsets: at, restVolumes, body } = system;
  setTetVolumes(volumes, body.tets, arrays.positions);
  let [sum, rest, least, inverted] = [0, 0, 1, 0];
  for (let t = 0; t < volumes.length; t++) {
    const ratio = volumes[t]! / restVolumes[t]!;
    sum += volumes[t]!;
    rest += restVolumes[t]!;
    if (ratio < least) least = ratio;
    if (ratio <= 0) inverted += 1;
  }
  out[at['volume']!] = rest > 0 ? sum / rest : 1;
  out[at['stretch.min']!] = least;
  out[at['inverted']!] = inverted;
}

/** Positions relative to the centre of the body and velocities, in the rows that the water takes. */
function setRows({ tables }: SoftSystem, { rowPositions, rowVelocities, pose, arrays }: SoftScratch): void {
  const { rowOf, rowNumbers, nodeCount } = tables;
  for (let node = 0; node < nodeCount; node++) {
    const to = rowOf[node]! * rowNumbers;
    for (let k = 0; k < 3; k++) {
      rowPositions[to + k] = arrays.positions[3 * node + k]! - pose.centre[k]!;
      rowVelocities[to + k] = arrays.velocities[3 * node + k]!;
    }
  }
}

function computeWaterPower(system: SoftSystem, scratch: SoftScratch): number {
  const { water, rowPositions, rowVelocities, rowForces, pose } = scratch;
  if (water === undefined) return 0;
  setRows(system, scratch);
  rowForces.fill(0);
  water.add(rowForces, undefined, rowPositions, rowVelocities, pose.centre);
  let power = 0;
  for (let i = 0; i < rowForces.length; i++) power += rowForces[i]! * rowVelocities[i]!;
  return power;
}

export function writeSoftDetails(
  out: Float64Array,
  offset: number,
  _system: SoftSystem,
  _state: State,
  { arrays }: SoftScratch,
): void {
  out.set(arrays.excitations, offset);
}

export function writeSoftFrame(out: Float32Array, system: SoftSystem, state: State, scratch: SoftScratch): void {
  const { frameOffsets, skins, body, cordMixtures, controlIndex } = system;
  const { positions } = scratch.arrays;
  writeSceneParts(
    out,
    frameOffsets.parts,
    system.scene,
    scratch.arrays.ball.length > 0 ? scratch.arrays.ball : undefined,
  );
  setMasked(system, scratch, computeTickShare(system, state));
  if (body.plates.length > 0) setSheetNormals(scratch.nodeNormals, body.plates, positions);
  skins.forEach((skin, s) => {
    writeMixedPoints(out, frameOffsets.surfaces[s]!, skin.mixtures, positions);
    addSheetOffsets(out, frameOffsets.surfaces[s]!, skin, scratch.nodeNormals);
  });
  writeMixedPoints(out, frameOffsets.lines[0] ?? 0, cordMixtures, positions);
  writeCordChannel(out, system, scratch);
  setNodeExcitations(system, scratch);
  writeSkinChannel(out, system, scratch, frameOffsets.channels['excitation']!);
  setNodeAngles(system, scratch);
  writeSkinChannel(out, system, scratch, frameOffsets.channels['angle of attack']!);
  const last = body.positions.length / 3 - 1;
  const node = Math.min(last, Math.floor(state.controls[controlIndex['poke.node']!]!));
  for (let k = 0; k < 3; k++) out[frameOffsets.markers + k] = positions[3 * node + k]!;
}

/** How far the last step went toward the next control step. */
function computeTickShare({ stepsPerTick }: SoftSystem, { clock }: State): number {
  return clock[0] === 0 ? 1 : (((clock[0]! - 1) % stepsPerTick) + 1) / stepsPerTick;
}

function writeCordChannel(out: Float32Array, { plan, frameOffsets }: SoftSystem, { masked }: SoftScratch): void {
  const from = frameOffsets.channels['cords']!;
  plan.cords.forEach(({ first, segments }, c) => {
    for (let p = 0; p < cordPoints; p++) {
      const segment = Math.min(segments - 1, Math.floor((p * segments) / (cordPoints - 1)));
      out[from + c * cordPoints + p] = masked[first + segment]!;
    }
  });
}

function setNodeExcitations({ nodeExcitations }: SoftSystem, { nodeValues, masked }: SoftScratch): void {
  const { starts, nodes, weights } = nodeExcitations;
  for (let node = 0; node < nodeValues.length; node++) {
    let sum = 0;
    for (let k = starts[node]!; k < starts[node + 1]!; k++) sum += weights[k]! * masked[nodes[k]!]!;
    nodeValues[node] = sum;
  }
}

/** Mean angle of attack of the faces around each node. */
function setNodeAngles(system: SoftSystem, scratch: SoftScratch): void {
  const { body } = system;
  const { water, rowPositions, rowVelocities, faceAngles, nodeValues, pose } = scratch;
  nodeValues.fill(0);
  if (water === undefined) return;
  setPose(system, scratch);
  setRows(system, scratch);
  water.setFaces(faceAngles, undefined, rowPositions, rowVelocities, pose.centre);
  const counts = scratch.nodeNormals;
  counts.fill(0);
  const faces = body.surface.length / 3;
  for (let face = 0; face < faceAngles.length; face++) {
    const [list, first] = face < faces ? [body.surface, 3 * face] : [body.plates, 3 * (face - faces)];
    for (let k = 0; k < 3; k++) {
      const node = list[first + k]!;
      nodeValues[node] = nodeValues[node]! + faceAngles[face]!;
      counts[node] = counts[node]! + 1;
    }
  }
  for (let node = 0; node < nodeValues.length; node++)
    if (counts[node]! > 0) nodeValues[node] = nodeValues[node]! / counts[node]!;
}

function writeSkinChannel(out: Float32Array, { skins }: SoftSystem, { nodeValues }: SoftScratch, from: number): void {
  let at = from;
  for (const skin of skins) {
    writeMixedNumbers(out, at, skin.mixtures, nodeValues);
    at += skin.vertexCount;
  }
}
