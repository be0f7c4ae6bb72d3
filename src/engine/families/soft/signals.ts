/** What a soft animal tells of itself: named numbers with units, from its state alone. */
import { type SignalSpec, standardSignals, type State } from '../../contract/types.ts';
import { acos, atan2 } from '../../math/portable.ts';
import { setTetVolumes } from '../../math/space/geometry.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { trackPlaces } from './arrays.ts';
import { setPathTarget, setPose, setTarget } from './lane.ts';
import { setRows } from './output-space.ts';
import type { SoftScratch } from './step.ts';
import type { SoftSystem } from './system.ts';

export function listSoftSignals({ cords }: Pick<SoftBody, 'cords'>): SignalSpec[] {
  const one = (name: string, unit: string, range: readonly [number, number], about: string): SignalSpec => ({
    ...{ name, unit, range, about },
    size: 1,
  });
  return [
    ...standardSignals,
    one('pitch', 'rad', [-1.6, 1.6], 'Angle of the body’s axis above the horizontal.'),
    one('target.angle', 'rad', [0, 3.2], 'Angle between the body’s axis and the target direction.'),
    { ...one('volume', '1', [0.9, 1.1], 'Volume of the body over that at rest; 1 for plates.'), display: 'strip' },
    one('stretch.min', '1', [0, 1.2], 'Smallest det F of the elements: 1 at rest, below 0 turned inside out.'),
    one('inverted', '1', [0, 10], 'Elements turned inside out.'),
    { ...one('energy.kinetic', 'J', [0, 10], 'Kinetic energy of the body.'), display: 'strip' },
    one('power.water', 'W', [-50, 0], 'Power the water gives to the body; below 0 it takes.'),
    one('solver.iterations', '1', [0, 20], 'Iterations of the last step.'),
    one('solver.residual', '1', [0, 0.1], 'What one more solve would move, as a share of the last step’s motion.'),
    one('touching', '1', [0, 100], 'Nodes held by obstacles or by the ball.'),
    one('forward.x', '1', [-1, 1], 'Direction of the body’s axis, x.'),
    one('forward.y', '1', [-1, 1], 'Direction of the body’s axis, y.'),
    one('forward.z', '1', [-1, 1], 'Direction of the body’s axis, z.'),
    {
      name: 'excitation',
      unit: '1',
      size: cords.reduce((sum, cord) => sum + cord.segments, 0),
      range: cords.some((cord) => cord.kind === 'bending') ? [-1, 1] : [0, 1],
      about: 'Excitation of every segment, cord by cord from root to tip.',
      element: 'segment',
      display: cords.some((cord) => cord.kind === 'bending') ? 'diverging' : 'raster',
      bands: cords.map((cord) => ({ name: cord.name, size: cord.segments })),
      detail: true,
    },
  ];
}

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
  out[at['touching']!] = countPushed(scratch.arrays.contactPushes) + countPushed(scratch.arrays.ballPushes);
  out.set(forward, at['forward.x']);
}

/** Nodes that something pushes: a force of three numbers each. */
function countPushed(pushes: Float64Array): number {
  let count = 0;
  for (let at = 0; at < pushes.length; at += 3)
    if (pushes[at] !== 0 || pushes[at + 1] !== 0 || pushes[at + 2] !== 0) count += 1;
  return count;
}

/** Centre of mass, heading, speed along the axis and kinetic energy of the first animal. */
function writeMotion(
  out: Float64Array,
  { tables, members, signalOffsets: at }: SoftSystem,
  { arrays, forward }: SoftScratch,
): void {
  const { masses } = tables;
  const totalMass = tables.totalMass / members;
  const nodeCount = tables.nodeCount / members;
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

function writeVolumes(out: Float64Array, system: SoftSystem, { arrays, outputs }: SoftScratch): void {
  const { volumes } = outputs;
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

function computeWaterPower(system: SoftSystem, scratch: SoftScratch): number {
  const { outputs, pose } = scratch;
  const { water, rowPositions, rowVelocities, rowForces } = outputs;
  if (water === undefined) return 0;
  setRows(system, outputs, scratch);
  rowForces.fill(0);
  water.force.add(rowForces, rowPositions, rowVelocities, pose.centre);
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
