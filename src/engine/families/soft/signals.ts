/** What a soft animal tells of itself: named numbers with units, from its state alone. `prepareSoftSignals` comes before they are written. */
import { signal, type SignalBlock, standardBlock } from '../../contract/define.ts';
import { poseLength, posePlaces } from '../../contract/pose.ts';
import type { SignalSpec, State } from '../../contract/types.ts';
import { acos, atan2 } from '../../math/portable.ts';
import { setTetVolumes } from '../../math/space/geometry.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { setCurrentVelocity } from '../../world/current.ts';
import { setPathTarget, setBodyPose, setTarget } from './lane.ts';
import { setFlow } from './medium.ts';
import type { SoftDesc } from './schema.ts';
import { setRows, type SoftScratch } from './step.ts';
import { type SoftSystem, trackIndex } from './system.ts';

type Block = SignalBlock<SoftSystem, SoftScratch>;

const one = (name: string, unit: string, range: SignalSpec['range'], about: string): SignalSpec => ({
  ...{ name, unit, range, about },
  size: 1,
});

export function listSoftSignals(
  { cords }: Pick<SoftBody, 'cords'>,
  { water: { model } }: Pick<SoftDesc, 'water'>,
): readonly Block[] {
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
  return [
    ...ofBody,
    ...(model === 'reactive' ? [ofCarriedWater] : []),
    signal(excitation, (out, at, _system, _state, { arrays }) => out.set(arrays.excitations, at)),
  ];
}

/** Before any signal is written: pose, centre of mass of the first animal, and how the water moves there. */
export function prepareSoftSignals(system: SoftSystem, scratch: SoftScratch): void {
  const { arrays, outputs, state } = scratch;
  const { centre, velocity, stream, water } = outputs;
  const { masses, nodeCount } = system.tables;
  setBodyPose(system, scratch);
  centre.fill(0);
  velocity.fill(0);
  for (let node = 0; node < nodeCount / system.members; node++) {
    const m = masses[node]!;
    for (let k = 0; k < 3; k++) {
      centre[k] = centre[k]! + m * arrays.positions[3 * node + k]!;
      velocity[k] = velocity[k]! + m * arrays.velocities[3 * node + k]!;
    }
  }
  for (let k = 0; k < 3; k++) {
    centre[k] = centre[k]! / system.mass;
    velocity[k] = velocity[k]! / system.mass;
  }
  if (water !== undefined) setFlow(system, water, state.controls, 0);
  setCurrentVelocity(stream, water?.currents[0], centre);
}

/** Motion and energy are those of the first animal. */
const ofBody: readonly Block[] = [
  standardBlock((out, at, _system, _state, { arrays: { track }, forward, outputs: { centre, velocity, stream } }) => {
    out.set(centre, at);
    out[at + 3] = track[trackIndex.heading]!;
    let speed = 0;
    for (let k = 0; k < 3; k++) speed += (velocity[k]! - stream[k]!) * forward[k]!;
    out[at + 4] = speed;
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
      {
        ...one('volume', '1', [0.9, 1.1], 'Volume of the body over that at rest; 1 for plates.'),
        title: 'Volume, of rest',
        display: 'strip',
      },
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
    {
      ...one('energy.kinetic', 'J', [0, 10], 'Kinetic energy of the body.'),
      title: 'Kinetic energy',
      display: 'strip',
    },
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
    one(
      'power.water',
      'W',
      [-50, 0],
      'Power the water gives to the body, in the frame of the water; below 0 it takes. Reactive water: what is lost, without what moves with the body.',
    ),
    (out, at, system, _state, scratch) => void (out[at] = computeWaterPower(system, scratch)),
  ),
  signal(
    one('solver.iterations', '1', [0, 20], 'Iterations of the last step.'),
    (out, at, _system, _state, { arrays }) => void (out[at] = arrays.track[trackIndex.iterations]!),
  ),
  signal(
    one('solver.residual', '1', [0, 0.1], 'What one more solve would move, as a share of the last step’s motion.'),
    (out, at, _system, _state, { arrays }) => void (out[at] = arrays.track[trackIndex.residual]!),
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

const ofCarriedWater: Block = signal(
  {
    ...one(
      'energy.water',
      'J',
      [0, 10],
      'Kinetic energy of the water that moves with the body: borrowed from it, and not lost.',
    ),
    display: 'strip',
  },
  (out, at, system, _state, scratch) => {
    const { outputs, pose } = scratch;
    setRows(system, outputs, scratch);
    out[at] = outputs.water!.force.computeEnergy(outputs.rowPositions, outputs.rowVelocities, pose.centre);
  },
);

/** Nodes that something pushes: a force of three numbers each. */
function countPushed(pushes: Float64Array): number {
  let count = 0;
  for (let at = 0; at < pushes.length; at += 3)
    if (pushes[at] !== 0 || pushes[at + 1] !== 0 || pushes[at + 2] !== 0) count += 1;
  return count;
}

/** Of the first animal, W. */
function computeWaterPower(system: SoftSystem, scratch: SoftScratch): number {
  const { outputs, pose } = scratch;
  const { water, rowPositions, rowVelocities, rowForces, stream } = outputs;
  const { rowOf, rowNumbers, nodeCount } = system.tables;
  if (water === undefined) return 0;
  setRows(system, outputs, scratch);
  rowForces.fill(0);
  water.force.addLost(rowForces, rowPositions, rowVelocities, pose.centre);
  let power = 0;
  for (let node = 0; node < nodeCount / system.members; node++) {
    const row = rowOf[node]! * rowNumbers;
    for (let k = 0; k < 3; k++) power += rowForces[row + k]! * (rowVelocities[row + k]! - stream[k]!);
  }
  return power;
}

/** Where it is and how it moves, for environments and drivers: centre and velocity by mass; forward, left and up as the body that fits best is turned. */
export function writeSoftPose(out: Float64Array, system: SoftSystem, _state: State, scratch: SoftScratch): void {
  const { masses, totalMass, nodeCount } = system.tables;
  const { positions, velocities } = scratch.arrays;
  setBodyPose(system, scratch);
  out.fill(0, 0, poseLength);
  for (let node = 0; node < nodeCount; node++) {
    const share = masses[node]! / totalMass;
    for (let k = 0; k < 3; k++) {
      out[posePlaces.centre + k]! += share * positions[3 * node + k]!;
      out[posePlaces.velocity + k]! += share * velocities[3 * node + k]!;
    }
  }
  out.set(scratch.axes, posePlaces.forward);
}
