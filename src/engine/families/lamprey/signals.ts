/** What is measured of a lamprey while it swims: centre of mass, bends, muscles, power, and the firing of every neuron. SI. */
import { computeHeading, computeWaterPower, setCentreOfMass } from '../../bodies/links/chain.ts';
import { type SignalSpec, standardSignals, type State } from '../../contract/types.ts';
import { setMotorMeans, setNeuralOutputs } from '../../control/spinal/network.ts';
import { type NeuronType, neuronTypes } from '../../control/spinal/tables.ts';
import { setActivePowers } from '../../forces/joint-muscle.ts';
import { cos, sin } from '../../math/portable.ts';
import type { LampreySystem } from './system.ts';
import type { LampreyDesc } from './schema.ts';
import type { LampreyScratch, Swimmer } from './scratch.ts';

/** m in a mm */
const mm = 1e-3;

export function listLampreySignals(desc: LampreyDesc): SignalSpec[] {
  const { segments } = desc;
  const joints = desc.body.links.length - 1;
  const classes: Readonly<Record<NeuronType, string>> = {
    EIN: 'excitatory interneurons',
    CIN: 'contralateral inhibitory interneurons',
    LIN: 'lateral inhibitory interneurons',
    MN: 'motoneurons',
  };
  return [
    ...standardSignals,
    {
      name: 'jointAngle',
      unit: 'rad',
      size: joints,
      range: [-0.8, 0.8],
      about: 'Bend of each joint, head first; to the left is negative.',
      element: 'joint',
    },
    {
      name: 'midline.x',
      unit: 'm',
      size: joints + 2,
      range: [-1, 1],
      about: 'Snout, joints and tail tip, x.',
    },
    {
      name: 'midline.y',
      unit: 'm',
      size: joints + 2,
      range: [-1, 1],
      about: 'Snout, joints and tail tip, y.',
    },
    {
      name: 'muscle.left',
      unit: '1',
      size: joints,
      range: [0, 1],
      about: 'Activity that drives the left muscle of each joint.',
      element: 'joint',
    },
    {
      name: 'muscle.right',
      unit: '1',
      size: joints,
      range: [0, 1],
      about: 'Activity that drives the right muscle of each joint.',
      element: 'joint',
    },
    {
      name: 'power.muscle',
      unit: 'W',
      size: 1,
      range: [-0.2, 0.6],
      about: 'Power the active muscles give to the body.',
    },
    { name: 'power.water', unit: 'W', size: 1, range: [-0.6, 0], about: 'Power the water takes from the body.' },
    ...neuronTypes.flatMap((type) =>
      (['left', 'right'] as const).map((side) => ({
        name: `${type}.${side}`,
        unit: '1',
        size: segments,
        range: [0, 1] as const,
        about: `Firing of the ${side} ${classes[type]}, by segment.`,
        element: 'segment',
        detail: true as const,
      })),
    ),
  ];
}

/** Fills all signals but the firing of the neurons. */
export function writeLampreySignals(
  out: Float64Array,
  system: LampreySystem,
  _state: State,
  scratch: LampreyScratch,
): void {
  const { arrays, body, network, work, gains, centreOfMass, motors, powers } = scratch;
  const at = system.signalOffsets;
  const states = arrays.body;
  setCentreOfMass(centreOfMass, body, states, work);
  const heading = computeHeading(body, states);
  const [ahead, aside] = [cos(heading), sin(heading)];
  out[0] = -mm * centreOfMass[0]!;
  out[1] = -mm * centreOfMass[1]!;
  out[2] = 0;
  out[3] = heading;
  // mm/ms is m/s.
  out[4] = -(centreOfMass[2]! * ahead + centreOfMass[3]! * aside);
  const joints = body.links - 1;
  for (let joint = 0; joint < joints; joint++) {
    out[at['jointAngle']! + joint] = states[body.angleAt + joint + 1]! - states[body.angleAt + joint]!;
  }
  writeMidline(out, at['midline.x']!, at['midline.y']!, scratch);
  setMotorMeans(motors, network, arrays.neurons);
  for (let joint = 0; joint < joints; joint++) {
    out[at['muscle.left']! + joint] = gains[2 * joint]! * motors[2 * joint]!;
    out[at['muscle.right']! + joint] = gains[2 * joint + 1]! * motors[2 * joint + 1]!;
  }
  setActivePowers(powers, body.muscle, states, body.angleAt, body.rateAt, motors, gains);
  let power = 0;
  for (let joint = 0; joint < joints; joint++) power += powers[joint]!;
  out[at['power.muscle']!] = power;
  out[at['power.water']!] = computeWaterPower(body, states, work);
}

/** Fills the firing of the neurons, class by class, left then right. */
export function writeLampreyDetails(
  out: Float64Array,
  offset: number,
  system: LampreySystem,
  _state: State,
  { outputs, network, arrays }: LampreyScratch,
): void {
  const { segments } = system.desc;
  setNeuralOutputs(outputs, network, arrays.neurons);
  let to = offset;
  for (let type = 0; type < neuronTypes.length; type++) {
    for (let side = 0; side < 2; side++) {
      for (let segment = 0; segment < segments; segment++) out[to++] = outputs[2 * (type * segments + segment) + side]!;
    }
  }
}

/** Snout, joints and tail tip, from the front of the head link along the chain. */
function writeMidline(out: Float64Array, atX: number, atY: number, { body, arrays }: Swimmer): void {
  const states = arrays.body;
  let x = states[0]! - body.halfLengths[0]! * cos(states[body.angleAt]!);
  let y = states[1]! - body.halfLengths[0]! * sin(states[body.angleAt]!);
  for (let point = 0; point <= body.links; point++) {
    if (point > 0) {
      const angle = states[body.angleAt + point - 1]!;
      x += 2 * body.halfLengths[point - 1]! * cos(angle);
      y += 2 * body.halfLengths[point - 1]! * sin(angle);
    }
    out[atX + point] = -mm * x;
    out[atY + point] = -mm * y;
  }
}
