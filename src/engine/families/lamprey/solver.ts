/**
 * The lamprey for the simulation contract: description → swimmer, state arrays, signals and frames.
 *
 * The solver works in g, mm, ms with the body lying on +x behind its head, as the paper's equations have it. Outside it
 * is SI and forward is +x: the world is turned by half a turn about the vertical, so that a link's angle φ (head to tail
 * there) is the direction its front faces here, and left stays left.
 */
import { createHistory, type NeuralHistory, restartHistory } from '../../control/spinal/advance.ts';
import { setLesions, setMotorMeans, setNeuralOutputs } from '../../control/spinal/network.ts';
import { neuronTypes } from '../../control/spinal/tables.ts';
import { setActivePowers } from '../../forces/joint-muscle.ts';
import type { IntegrationFailure } from '../../integrate/ode.ts';
import { cos, sin } from '../../math/portable.ts';
import { type LampreyDesc, lampreyDescriptions } from './schema.ts';
import { createFamily, type Family, type Scratch, type Solver } from '../../contract/types.ts';
import { computeHeading, computeWaterPower, setCentreOfMass, setLinkCentres } from '../../bodies/links/chain.ts';
import { compileLamprey, type LampreySystem } from './compile.ts';
import { createSwimmerMetrics } from './metrics.ts';
import { setSwimmerStart, stepSwimmer } from './step.ts';
import type { LampreyArrays } from './arrays.ts';
import { createSwimmer, type Swimmer } from './swimmer.ts';
import { viewArrays } from '../../contract/arrays.ts';

const mm = 1e-3;

interface LampreyScratch extends Scratch {
  readonly swimmer: Swimmer;
  readonly arrays: LampreyArrays;
  readonly history: NeuralHistory;
  readonly centres: Float64Array;
  readonly centreOfMass: Float64Array;
  readonly motors: Float64Array;
  readonly powers: Float64Array;
  readonly outputs: Float64Array;
}

type LampreySolver = Omit<Solver<LampreySystem, LampreyScratch>, 'compile'> & {
  compile(desc: LampreyDesc): LampreySystem;
};

const lampreySolver: LampreySolver = {
  compile: compileLamprey,

  createScratch(system, state, kernels) {
    const swimmer = createSwimmer(kernels, system.parameters);
    setLesions(swimmer.network, system.lesions);
    const arrays = viewArrays(system.fields, state);
    const links = system.desc.body.links.length;
    return {
      stage: 'start',
      swimmer,
      arrays,
      history: createHistory(arrays.previous, arrays.potentials, arrays.cursor),
      centres: new Float64Array(2 * links),
      centreOfMass: new Float64Array(4),
      motors: kernels.arena.allocF64(2 * (links - 1)),
      powers: new Float64Array(links - 1),
      outputs: kernels.arena.allocF64(2 * neuronTypes.length * system.desc.segments),
    };
  },

  init(system, _state, scratch) {
    const { start } = system.desc.controller;
    const inhibition = start === 'symmetric' ? 0 : 1;
    setSwimmerStart(scratch.arrays, scratch.swimmer, inhibition, start === 'mirrored' ? 0 : 1);
  },

  adopt(_system, _state, scratch) {
    restartHistory(scratch.history);
  },

  step(system, state, scratch) {
    const { controls } = state;
    const { left, right, gain } = system.controlIndex;
    const { gains } = scratch.swimmer;
    for (let i = 0; i < gains.length; i++) gains[i] = controls[gain]! * system.muscleMasks[i]!;
    scratch.stage = 'spinal network, muscles, water drag and joints';
    const failure = stepSwimmer(scratch.arrays, scratch.history, scratch.swimmer, controls[left]!, controls[right]!);
    if (failure !== null) throw new Error(describeFailure(failure));
  },

  writeSignals(out, system, _state, scratch) {
    const { swimmer, arrays, centreOfMass, motors, powers } = scratch;
    const { body } = swimmer;
    const at = system.signalOffsets;
    const states = arrays.body;
    setCentreOfMass(centreOfMass, body, states, swimmer.bodyScratch);
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
    setMotorMeans(motors, swimmer.network, arrays.neurons);
    for (let joint = 0; joint < joints; joint++) {
      out[at['muscle.left']! + joint] = swimmer.gains[2 * joint]! * motors[2 * joint]!;
      out[at['muscle.right']! + joint] = swimmer.gains[2 * joint + 1]! * motors[2 * joint + 1]!;
    }
    setActivePowers(powers, body.muscle, states, body.angleAt, body.rateAt, motors, swimmer.gains);
    let power = 0;
    for (let joint = 0; joint < joints; joint++) power += powers[joint]!;
    out[at['power.muscle']!] = power;
    out[at['power.water']!] = computeWaterPower(body, states, swimmer.bodyScratch);
  },

  writeDetails(out, offset, system, _state, scratch) {
    const { segments } = system.desc;
    setNeuralOutputs(scratch.outputs, scratch.swimmer.network, scratch.arrays.neurons);
    let to = offset;
    for (let type = 0; type < neuronTypes.length; type++) {
      for (let side = 0; side < 2; side++) {
        for (let segment = 0; segment < segments; segment++)
          out[to++] = scratch.outputs[2 * (type * segments + segment) + side]!;
      }
    }
  },

  writeFrame(out, system, _state, scratch) {
    const { swimmer, arrays, centres, outputs } = scratch;
    const { body } = swimmer;
    const { segments } = system.desc;
    setLinkCentres(centres, body, arrays.body);
    for (let link = 0; link < body.links; link++) {
      const at = system.frameOffsets.parts + 7 * link;
      const half = arrays.body[body.angleAt + link]! / 2;
      out[at] = -mm * centres[2 * link]!;
      out[at + 1] = -mm * centres[2 * link + 1]!;
      out[at + 2] = 0;
      out[at + 3] = 0;
      out[at + 4] = 0;
      out[at + 5] = sin(half);
      out[at + 6] = cos(half);
    }
    setNeuralOutputs(outputs, swimmer.network, arrays.neurons);
    const from = 2 * neuronTypes.indexOf('MN') * segments;
    const to = system.frameOffsets.channels['motoneuron']!;
    for (let i = 0; i < 2 * segments; i++) out[to + i] = outputs[from + i]!;
  },

  createMetrics(system, seconds) {
    return createSwimmerMetrics({
      seconds,
      mass: system.mass,
      links: system.desc.body.links.length,
      segments: system.desc.segments,
      jointAngleAt: system.signalOffsets['jointAngle']!,
      midlineXAt: system.signalOffsets['midline.x']!,
      midlineYAt: system.signalOffsets['midline.y']!,
      musclePowerAt: system.signalOffsets['power.muscle']!,
    });
  },
};

/** Snout, joints and tail tip, from the front of the head link along the chain. */
function writeMidline(out: Float64Array, atX: number, atY: number, scratch: LampreyScratch): void {
  const { body } = scratch.swimmer;
  const states = scratch.arrays.body;
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

function describeFailure(failure: IntegrationFailure): string {
  const what = {
    'not-finite': 'a derivative is not finite',
    'step-underflow': 'the step size fell to nothing',
    'too-many-steps': 'too many small steps were needed',
  }[failure.code];
  return `${what} (step size ${failure.stepSize.toExponential(2)} ms)`;
}

export const lampreyFamily: Family = createFamily(lampreyDescriptions, { solver: lampreySolver });
