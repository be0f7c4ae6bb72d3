/** What is measured of a lamprey while it swims: centre of mass, bends, muscles, power, and the firing of every neuron. SI. */
import { computeHeading, computeWaterPower, setCentreOfMass } from '../../bodies/links/chain.ts';
import { signal, type SignalBlock, standardBlock } from '../../contract/define.ts';
import type { SignalSpec } from '../../contract/types.ts';
import { setMotorMeans, setNeuralOutputs } from '../../control/spinal/network.ts';
import { type NeuronType, neuronTypes } from '../../control/spinal/tables.ts';
import { setActivePowers } from '../../forces/joint-muscle.ts';
import { cos, setCosSinPairs, sin } from '../../math/portable.ts';
import type { LampreyDesc } from './schema.ts';
import type { LampreyScratch } from './scratch.ts';
import type { LampreySystem } from './system.ts';

type LampreyBlock = SignalBlock<LampreySystem, LampreyScratch>;

/** m in a mm */
const mm = 1e-3;
const sides = ['left', 'right'] as const;

export function listLampreySignals({ body, segments }: LampreyDesc): readonly LampreyBlock[] {
  const joints = body.links.length - 1;
  const bends: SignalSpec = {
    name: 'jointAngle',
    unit: 'rad',
    size: joints,
    range: [-0.8, 0.8],
    about: 'Bend of each joint, head first; to the left is negative.',
    element: 'joint',
  };
  const water: SignalSpec = {
    name: 'power.water',
    unit: 'W',
    size: 1,
    range: [-0.6, 0],
    about: 'Power the water takes from the body.',
  };
  return [
    place,
    signal(bends, (out, at, _system, _state, { body: { angleAt }, arrays: { body: states } }) => {
      for (let i = 0; i < joints; i++) out[at + i] = states[angleAt + i + 1]! - states[angleAt + i]!;
    }),
    createMidline(joints + 2),
    createMuscles(joints),
    signal(water, (out, at, _system, _state, { body: chain, arrays, work }) => {
      out[at] = computeWaterPower(chain, arrays.body, work);
    }),
    createFiring(segments),
  ];
}

const place: LampreyBlock = standardBlock((out, at, _system, _state, { body, arrays, work, centreOfMass }) => {
  setCentreOfMass(centreOfMass, body, arrays.body, work);
  const heading = computeHeading(body, arrays.body);
  const [ahead, aside] = [cos(heading), sin(heading)];
  out[at] = -mm * centreOfMass[0]!;
  out[at + 1] = -mm * centreOfMass[1]!;
  out[at + 2] = 0;
  out[at + 3] = heading;
  // mm/ms is m/s.
  out[at + 4] = -(centreOfMass[2]! * ahead + centreOfMass[3]! * aside);
});

/** Snout, joints and tail tip, from the front of the head link along the chain. */
function createMidline(points: number): LampreyBlock {
  return {
    specs: (['x', 'y'] as const).map((axis) => ({
      name: `midline.${axis}`,
      unit: 'm',
      size: points,
      range: [-1, 1],
      about: `Snout, joints and tail tip, ${axis}.`,
    })),
    write(out, at, _system, _state, { body, arrays: { body: states }, work: { axes } }) {
      setCosSinPairs(axes, states, body.angleAt, body.links);
      let x = states[0]! - body.halfLengths[0]! * axes[0]!;
      let y = states[1]! - body.halfLengths[0]! * axes[1]!;
      for (let point = 0; point < points; point++) {
        if (point > 0) {
          x += 2 * body.halfLengths[point - 1]! * axes[2 * point - 2]!;
          y += 2 * body.halfLengths[point - 1]! * axes[2 * point - 1]!;
        }
        out[at + point] = -mm * x;
        out[at + points + point] = -mm * y;
      }
    },
  };
}

/** Activity of the muscles, left then right, and their power. */
function createMuscles(joints: number): LampreyBlock {
  const activities = sides.map(
    (side): SignalSpec => ({
      name: `muscle.${side}`,
      unit: '1',
      size: joints,
      range: [0, 1],
      about: `Activity that drives the ${side} muscle of each joint.`,
      element: 'joint',
    }),
  );
  const about = 'Power the active muscles give to the body.';
  return {
    specs: [...activities, { name: 'power.muscle', unit: 'W', size: 1, range: [-0.2, 0.6], about }],
    write(out, at, _system, _state, { network, body, arrays, gains, motors, powers }) {
      setMotorMeans(motors, network, arrays.neurons);
      setActivePowers(powers, body.muscle, arrays.body, body.angleAt, body.rateAt, motors, gains);
      let power = 0;
      for (let joint = 0; joint < joints; joint++) {
        out[at + joint] = gains[2 * joint]! * motors[2 * joint]!;
        out[at + joints + joint] = gains[2 * joint + 1]! * motors[2 * joint + 1]!;
        power += powers[joint]!;
      }
      out[at + 2 * joints] = power;
    },
  };
}

const classes: Readonly<Record<NeuronType, string>> = {
  EIN: 'excitatory interneurons',
  CIN: 'contralateral inhibitory interneurons',
  LIN: 'lateral inhibitory interneurons',
  MN: 'motoneurons',
};

/** The firing of the neurons, class by class, left then right. */
function createFiring(segments: number): LampreyBlock {
  return {
    specs: neuronTypes.flatMap((type) =>
      sides.map((side) => ({
        name: `${type}.${side}`,
        unit: '1',
        size: segments,
        range: [0, 1] as const,
        about: `Firing of the ${side} ${classes[type]}, by segment.`,
        title: `${classes[type].charAt(0).toUpperCase()}${classes[type].slice(1)} (${type})`,
        element: 'segment',
        detail: true as const,
      })),
    ),
    write(out, at, _system, _state, { outputs, network, arrays }) {
      setNeuralOutputs(outputs, network, arrays.neurons);
      let to = at;
      for (let type = 0; type < neuronTypes.length; type++) {
        for (let side = 0; side < 2; side++)
          for (let i = 0; i < segments; i++) out[to++] = outputs[2 * (type * segments + i) + side]!;
      }
    },
  };
}
