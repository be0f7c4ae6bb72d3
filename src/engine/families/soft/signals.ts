/** What a soft animal tells of itself: named numbers with units, from its state alone. The pose is set before they are written. */
import { signal, type SignalBlock, standardBlock } from '../../contract/define.ts';
import type { SignalSpec } from '../../contract/types.ts';
import { acos, atan2 } from '../../math/portable.ts';
import { setTetVolumes } from '../../math/space/geometry.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { trackPlaces } from './arrays.ts';
import { setPathTarget, setTarget } from './lane.ts';
import { setRows } from './output-space.ts';
import type { SoftScratch } from './step.ts';
import type { SoftSystem } from './system.ts';

type Block = SignalBlock<SoftSystem, SoftScratch>;

const one = (name: string, unit: string, range: SignalSpec['range'], about: string): SignalSpec => ({
  ...{ name, unit, range, about },
  size: 1,
});

export function listSoftSignals({ cords }: Pick<SoftBody, 'cords'>): readonly Block[] {
  const isBending = cords.some((cord) => cord.kind === 'bending');
  const excitation: SignalSpec = {
    name: 'excitation',
    unit: '1',
    size: cords.reduce((sum, cord) => sum + cord.segments, 0),
    range: isBending ? [-1, 1] : [0, 1],
    about: 'Excitation of every segment, cord by cord from root to tip.',
    element: 'segment',
    display: isBending ? 'diverging' : 'raster',
    bands: cords.map((cord) => ({ name: cord.name, size: cord.segments })),
    detail: true,
  };
  return [...ofBody, signal(excitation, (out, at, _system, _state, { arrays }) => out.set(arrays.excitations, at))];
}

/** Motion and energy are those of the first animal. */
const ofBody: readonly Block[] = [
  standardBlock((out, at, { tables, members }, _state, { arrays: { positions, velocities, track }, forward }) => {
    const { masses } = tables;
    const totalMass = tables.totalMass / members;
    const nodeCount = tables.nodeCount / members;
    let [px, py, pz, vx, vy, vz] = [0, 0, 0, 0, 0, 0];
    for (let node = 0; node < nodeCount; node++) {
      const m = masses[node]!;
      px += m * positions[3 * node]!;
      py += m * positions[3 * node + 1]!;
      pz += m * positions[3 * node + 2]!;
      vx += m * velocities[3 * node]!;
      vy += m * velocities[3 * node + 1]!;
      vz += m * velocities[3 * node + 2]!;
    }
    out[at] = px / totalMass;
    out[at + 1] = py / totalMass;
    out[at + 2] = pz / totalMass;
    out[at + 3] = track[trackPlaces.heading]!;
    out[at + 4] = (vx * forward[0]! + vy * forward[1]! + vz * forward[2]!) / totalMass;
  }),
  {
    specs: [
      one('pitch', 'rad', [-1.6, 1.6], 'Angle of the body’s axis above the horizontal.'),
      one('target.angle', 'rad', [0, 3.2], 'Angle between the body’s axis and the target direction.'),
    ],
    write(out, at, { controlIndex, scene, bodyLength }, { controls }, scratch) {
      const { forward, target } = scratch;
      setTarget(target, controls[controlIndex['target.heading']!]!, controls[controlIndex['target.elevation']!]!);
      if (scene.path !== undefined) setPathTarget(scratch, scene.path, bodyLength);
      const [x, y, z] = [forward[0]!, forward[1]!, forward[2]!];
      const ahead = x * target[0]! + y * target[1]! + z * target[2]!;
      out[at] = atan2(z, Math.sqrt(x * x + y * y));
      out[at + 1] = acos(Math.max(-1, Math.min(1, ahead)));
    },
  },
  {
    specs: [
      { ...one('volume', '1', [0.9, 1.1], 'Volume of the body over that at rest; 1 for plates.'), display: 'strip' },
      one('stretch.min', '1', [0, 1.2], 'Smallest det F of the elements: 1 at rest, below 0 turned inside out.'),
      one('inverted', '1', [0, 10], 'Elements turned inside out.'),
    ],
    write(out, at, { restVolumes, body }, _state, { arrays, outputs: { volumes } }) {
      setTetVolumes(volumes, body.tets, arrays.positions);
      let [sum, rest, least, inverted] = [0, 0, 1, 0];
      for (let t = 0; t < volumes.length; t++) {
        const ratio = volumes[t]! / restVolumes[t]!;
        sum += volumes[t]!;
        rest += restVolumes[t]!;
        if (ratio < least) least = ratio;
        if (ratio <= 0) inverted += 1;
      }
      out[at] = rest > 0 ? sum / rest : 1;
      out[at + 1] = least;
      out[at + 2] = inverted;
    },
  },
  signal(
    { ...one('energy.kinetic', 'J', [0, 10], 'Kinetic energy of the body.'), display: 'strip' },
    (out, at, { tables: { masses, nodeCount }, members }, _state, { arrays: { velocities } }) => {
      let energy = 0;
      for (let node = 0; node < nodeCount / members; node++) {
        const x = velocities[3 * node]!;
        const y = velocities[3 * node + 1]!;
        const z = velocities[3 * node + 2]!;
        energy += (masses[node]! * (x * x + y * y + z * z)) / 2;
      }
      out[at] = energy;
    },
  ),
  signal(
    one('power.water', 'W', [-50, 0], 'Power the water gives to the body; below 0 it takes.'),
    (out, at, system, _state, scratch) => void (out[at] = computeWaterPower(system, scratch)),
  ),
  signal(
    one('solver.iterations', '1', [0, 20], 'Iterations of the last step.'),
    (out, at, _system, _state, { arrays }) => void (out[at] = arrays.track[trackPlaces.iterations]!),
  ),
  signal(
    one('solver.residual', '1', [0, 0.1], 'What one more solve would move, as a share of the last step’s motion.'),
    (out, at, _system, _state, { arrays }) => void (out[at] = arrays.track[trackPlaces.residual]!),
  ),
  signal(
    one('touching', '1', [0, 100], 'Nodes held by obstacles or by the ball.'),
    (out, at, _system, _state, { arrays }) =>
      void (out[at] = countPushed(arrays.contactPushes) + countPushed(arrays.ballPushes)),
  ),
  {
    specs: ['x', 'y', 'z'].map((axis) =>
      one(`forward.${axis}`, '1', [-1, 1], `Direction of the body’s axis, ${axis}.`),
    ),
    write: (out, at, _system, _state, { forward }) => out.set(forward, at),
  },
];

/** Nodes that something pushes: a force of three numbers each. */
function countPushed(pushes: Float64Array): number {
  let count = 0;
  for (let at = 0; at < pushes.length; at += 3)
    if (pushes[at] !== 0 || pushes[at + 1] !== 0 || pushes[at + 2] !== 0) count += 1;
  return count;
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
