/**
 * What a policy sees, in the frame of the mean body and without units.
 *
 *   aim    where the target is, also in step with the stroke, how fast the axis turns, what is missing in speed: for linear policies
 *   small  the same target, axes, velocities, in the plane what is up, phase of the stroke: for networks, which learn fastest from it
 *   full   and nodes near the cords, their velocities and excitations, as in the paper  [softcon §4]
 *
 * `left` and `up` are parts of the unit vector to the target; for a target behind they are stretched to length 1, so that
 * they never fade where the turn has to be widest.
 */
import type { LearnHandle, MeanMotion, Target, Task, TaskBody, Term } from '../../../engine/contract/learning.ts';
import { posePlaces } from '../../../engine/contract/pose.ts';
import { cos, sin } from '../../../engine/math/portable.ts';
import { computePart } from '../../../engine/math/space/directions.ts';
import type { Simulation } from '../../../engine/sim/simulation.ts';

export const observationKinds = ['aim', 'small', 'full'] as const;
export type ObservationKind = (typeof observationKinds)[number];

export interface Observer {
  readonly terms: readonly Term[];
  /** Fills the numbers from `at` on and gives the place behind them. */
  write(out: Float64Array, at: number, simulation: Simulation, motion: MeanMotion, target: Target): number;
}

/** Numbers are clipped to ± this, so that the space has limits. */
export const observationLimit = 10;

/** `getReference`: the animal's own speed, m/s, not asked for before it is needed. */
export function createObserver(handle: LearnHandle, kind: ObservationKind, getReference: () => number): Observer {
  const hasPhase = handle.readStrokes !== undefined;
  const course = kind === 'aim' ? createAimWriter(hasPhase) : createSmallWriter(hasPhase, handle.space === 'plane');
  const body = kind === 'full' ? handle.senses : undefined;
  const bodySize = (body?.terms ?? []).reduce((sum, { parts }) => sum + parts.length, 0);
  const scratch: Course = { left: 0, up: 0, sin: 0, cos: 0, reference: 0 };
  return {
    terms: [...course.terms, ...(body?.terms ?? [])],
    write(out, at, simulation, motion, target) {
      if (scratch.reference === 0) scratch.reference = getReference();
      setCourse(scratch, handle, simulation, motion, target);
      let to = course.write(out, at, motion, target, scratch);
      body?.write(out, to, simulation, motion);
      to += bodySize;
      for (let i = at; i < to; i++) out[i] = Math.min(observationLimit, Math.max(-observationLimit, out[i]!));
      return to;
    },
  };
}

/** Where the target is from the mean body, the phase of the stroke, and the animal's own speed, m/s. */
interface Course {
  left: number;
  up: number;
  sin: number;
  cos: number;
  reference: number;
}

function setCourse(
  course: Course,
  handle: LearnHandle,
  { state }: Simulation,
  { frame }: MeanMotion,
  { direction }: Target,
): void {
  const [x, y, z] = [direction[0]!, direction[1]!, direction[2]!];
  course.left = computePart(frame, 1, x, y, z);
  course.up = computePart(frame, 2, x, y, z);
  if (computePart(frame, 0, x, y, z) < 0) {
    const length = Math.sqrt(course.left * course.left + course.up * course.up);
    // Straight behind, either side is as good.
    course.left = length > 1e-6 ? course.left / length : 1;
    course.up = length > 1e-6 ? course.up / length : 0;
  }
  if (handle.readStrokes === undefined) return;
  const strokes = handle.readStrokes(state);
  const angle = 2 * Math.PI * (strokes - Math.floor(strokes));
  course.sin = sin(angle);
  course.cos = cos(angle);
}

interface Writer {
  readonly terms: readonly Term[];
  write(out: Float64Array, at: number, motion: MeanMotion, target: Target, course: Course): number;
}

/** A term of one number. */
function createTerm(name: string, unit: string, about: string): Term {
  return { name, parts: [name], unit, about };
}

const targetTerms = [
  createTerm(
    'left',
    '1',
    'Part of the unit vector to the target that is to the left; stretched where the target is behind.',
  ),
  createTerm('up', '1', 'The part that is above; stretched where the target is behind.'),
];
const rateTerms = [
  createTerm('turn rate', 'rad/stroke', 'How the mean axis turns to the left.'),
  createTerm('climb rate', 'rad/stroke', 'How the mean axis turns upward.'),
];

function createAimWriter(hasPhase: boolean): Writer {
  const inStep: Term = {
    name: 'target in step',
    parts: ['left × sin', 'left × cos', 'up × sin', 'up × cos'],
    unit: '1',
    about: 'Left and up times sine and cosine of the phase of the stroke.',
  };
  return {
    terms: [
      ...targetTerms,
      ...rateTerms,
      createTerm('missing speed', 'own speed', 'Speed asked for, less that of the mean velocity.'),
      ...(hasPhase ? [inStep] : []),
    ],
    write(out, at, { velocity, rates }, target, course) {
      out[at++] = course.left;
      out[at++] = course.up;
      out[at++] = rates[0]!;
      out[at++] = rates[1]!;
      out[at++] = target.speed[0]! - computeLength(velocity) / course.reference;
      if (!hasPhase) return at;
      out[at++] = course.left * course.sin;
      out[at++] = course.left * course.cos;
      out[at++] = course.up * course.sin;
      out[at++] = course.up * course.cos;
      return at;
    },
  };
}

/** A term of three numbers: parts of a vector along the axes of the mean body. */
function createVectorTerm(name: string, unit: string, about: string): Term {
  return { name, parts: ['ahead', 'left', 'up'].map((side) => `${name} ${side}`), unit, about };
}

const upTerm = createVectorTerm('world up', '1', 'The vertical, seen from the mean body.');
const phaseTerm: Term = {
  name: 'phase',
  parts: ['sin of phase', 'cos of phase'],
  unit: '1',
  about: 'Sine and cosine of the phase of the stroke.',
};

/** `hasUp`: where all directions are alike, the vertical says nothing, and networks that see it react to it. */
function createSmallWriter(hasPhase: boolean, hasUp: boolean): Writer {
  return {
    terms: [
      ...targetTerms,
      createVectorTerm('target', '1', 'Unit vector to the target, seen from the mean body.'),
      createTerm('target speed', 'own speed', 'Speed asked for.'),
      createVectorTerm(
        'mean velocity',
        'own speed',
        'Velocity over the last second or stroke, seen from the mean body.',
      ),
      createVectorTerm('velocity', 'own speed', 'Velocity at this moment, seen from the mean body.'),
      createTerm('axis left', '1', 'How far the axis at this moment points to the left of the mean one.'),
      createTerm('axis up', '1', 'How far it points above the mean one.'),
      createTerm('roll', '1', 'How far the up of the body at this moment leans to the left.'),
      ...(hasUp ? [upTerm] : []),
      ...rateTerms,
      ...(hasPhase ? [phaseTerm] : []),
    ],
    write(out, at, motion, { direction, speed }, course) {
      const { frame, velocity, rates } = motion;
      const { reference } = course;
      out[at++] = course.left;
      out[at++] = course.up;
      for (let k = 0; k < 3; k++) out[at++] = computePart(frame, k, direction[0]!, direction[1]!, direction[2]!);
      out[at++] = speed[0]!;
      for (let k = 0; k < 3; k++)
        out[at++] = computePart(frame, k, velocity[0]!, velocity[1]!, velocity[2]!) / reference;
      for (let k = 0; k < 3; k++) out[at++] = partOfPose(motion, k, posePlaces.velocity) / reference;
      out[at++] = partOfPose(motion, 1, posePlaces.forward);
      out[at++] = partOfPose(motion, 2, posePlaces.forward);
      out[at++] = partOfPose(motion, 1, posePlaces.up);
      if (hasUp) for (let k = 0; k < 3; k++) out[at++] = computePart(frame, k, 0, 0, 1);
      out[at++] = rates[0]!;
      out[at++] = rates[1]!;
      if (!hasPhase) return at;
      out[at++] = course.sin;
      out[at++] = course.cos;
      return at;
    },
  };
}

function partOfPose({ frame, pose }: MeanMotion, axis: number, at: number): number {
  return computePart(frame, axis, pose[at]!, pose[at + 1]!, pose[at + 2]!);
}

export function computeLength(vector: Float64Array): number {
  return Math.sqrt(vector[0]! * vector[0]! + vector[1]! * vector[1]! + vector[2]! * vector[2]!);
}

/** What a task adds, behind the senses of the animal. */
export function writeTaskSenses({ senses }: Task, out: Float64Array, at: number, body: TaskBody): void {
  let to = at;
  for (const sense of senses) {
    sense.write(out, to, body);
    to += sense.parts.length;
  }
}
