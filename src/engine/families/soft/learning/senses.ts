/** What a soft animal senses of its body: nodes near the cords, their velocities and excitations. [softcon §4] */
import { viewArrays } from '../../../contract/arrays.ts';
import type { BodySenses, LearnAnimal, MeanMotion } from '../../../contract/learning.ts';
import { posePlaces } from '../../../contract/pose.ts';
import type { DrivePlan } from '../../../control/excitation/drive.ts';
import { computePart } from '../../../math/space/directions.ts';
import { findNearestPoint } from '../../../math/space/geometry.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import type { SoftArrays, SoftSystem } from '../system.ts';

/** The parts of a compiled soft animal that its senses and tasks are made of. */
export type SoftParts = Pick<SoftSystem, 'desc' | 'body' | 'plan' | 'scene' | 'fields' | 'bodyLength' | 'mass'>;

export function viewSoftArrays({ fields }: SoftParts, { state }: LearnAnimal): SoftArrays {
  return viewArrays(fields, state);
}

/** Whether walls or a ball push any node. */
export function isPushed(pushes: Float64Array): boolean {
  return pushes.some((push) => push !== 0);
}

const sides = ['ahead', 'left', 'up'] as const;

export function createSoftSenses(parts: SoftParts): BodySenses {
  const { body, plan, bodyLength } = parts;
  const nodes = chooseSampleNodes(body);
  const segments = listSampledSegments(plan);
  return {
    terms: [
      {
        name: 'nodes',
        parts: nodes.flatMap((node) => sides.map((side) => `node ${node} ${side}`)),
        unit: 'body lengths',
        about: 'Nodes near the cords, from the centre of mass, along the axes of the mean body.',
      },
      {
        name: 'node velocities',
        parts: nodes.flatMap((node) => sides.map((side) => `velocity of node ${node} ${side}`)),
        unit: 'body lengths/s',
        about: 'Their velocities, less that of the centre of mass.',
      },
      {
        name: 'excitations',
        parts: segments.map(({ cord, part }) => `excitation ${part} of ${body.cords[cord]!.name}`),
        unit: '1',
        about: 'Three segments of each cord: near its root, in its middle, near its tip.',
      },
    ],
    write(out, at, animal, motion) {
      const { positions, velocities, excitations } = viewSoftArrays(parts, animal);
      at = writeNodes(out, at, positions, nodes, motion, posePlaces.centre, bodyLength);
      at = writeNodes(out, at, velocities, nodes, motion, posePlaces.velocity, bodyLength);
      for (const { segment } of segments) out[at++] = excitations[segment]!;
    },
  };
}

function listSampledSegments({ cords }: DrivePlan) {
  return cords.flatMap(({ first, segments }, cord) =>
    [0, 1, 2].map((k) => ({ cord, part: k + 1, segment: first + Math.floor(((2 * k + 1) * segments) / 6) })),
  );
}

/** Vectors of nodes less that of the body, along the axes of its mean frame and in body lengths: free of where it is. */
function writeNodes(
  out: Float64Array,
  at: number,
  vectors: Float64Array,
  nodes: readonly number[],
  { frame, pose }: MeanMotion,
  own: number,
  length: number,
): number {
  for (const node of nodes) {
    const x = (vectors[3 * node]! - pose[own]!) / length;
    const y = (vectors[3 * node + 1]! - pose[own + 1]!) / length;
    const z = (vectors[3 * node + 2]! - pose[own + 2]!) / length;
    for (let k = 0; k < 3; k++) out[at++] = computePart(frame, k, x, y, z);
  }
  return at;
}

/** Nodes that stand for the whole body where a policy sees it: as in the paper a few of many. Chosen: about as many as tell a bent body from a straight one. */
const maxSampleNodes = 16;

/** The nodes nearest to evenly spaced points of the cords' routes, each once, in the order of the cords. */
function chooseSampleNodes({ positions, cords }: SoftBody): number[] {
  const perCord = Math.max(1, Math.floor(maxSampleNodes / Math.max(1, cords.length)));
  const chosen = new Set<number>();
  const step = Math.max(1, Math.ceil(cords.length / maxSampleNodes));
  for (let cord = 0; cord < cords.length; cord += step) {
    const { route } = cords[cord]!;
    const points = route.length / 3;
    for (let k = 0; k < perCord; k++) {
      const at = 3 * Math.min(points - 1, Math.floor(((2 * k + 1) * points) / (2 * perCord)));
      const point = [route[at]!, route[at + 1]!, route[at + 2]!] as const;
      chosen.add(findNearestPoint(positions, positions.length, point).at / 3);
    }
  }
  return [...chosen];
}
