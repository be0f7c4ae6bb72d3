/**
 * Several animals of one kind in one body: copies of its nodes, elements and cords that do not hang together, the second to the
 * left of the first, the third to the right of it and so on, each pair a little farther behind. All are driven alike.
 */
import { repeatSlices } from '../../../mesh/soft/slices.ts';
import type { Cord, SoftBody } from '../../../mesh/soft/soft-body.ts';
import type { AnimalBody } from './body.ts';

/** In lengths of the animal: how far each pair is behind the one before. Chosen. */
const behindShare = 0.25;

/** `spacing` from side to side, m. What is told of the animal as a whole, like its frame, is that of the first. */
export function createSchool(animal: AnimalBody, count: number, spacing: number): AnimalBody {
  const { body, length, fixedNodes } = animal;
  const nodes = body.positions.length / 3;
  const members = Array.from({ length: count }, (_, member) => member);
  const repeat = (indices: Int32Array, by: number): Int32Array =>
    Int32Array.from(members.flatMap((member) => Array.from(indices, (index) => index + member * by)));
  const offsets = members.map((member) => {
    const rank = Math.ceil(member / 2);
    return [-behindShare * length * rank, (member % 2 === 1 ? 1 : -1) * spacing * rank, 0] as const;
  });
  return {
    ...animal,
    body: {
      ...repeatMarks(body, count),
      positions: Float64Array.from(
        offsets.flatMap((offset) => Array.from(body.positions, (x, i) => x + offset[i % 3]!)),
      ),
      tets: repeat(body.tets, nodes),
      surface: repeat(body.surface, nodes),
      plates: repeat(body.plates, nodes),
      hinges: repeat(body.hinges, nodes),
      ...(body.slices === undefined ? {} : { slices: repeatSlices(body.slices, count, nodes) }),
      cords: members.flatMap((member) => body.cords.map((cord) => copyCord(cord, body, member, offsets[member]!))),
    },
    members: count,
    fixedNodes: members.flatMap((member) => fixedNodes.map((node) => node + member * nodes)),
  };
}

/** What is painted on one is painted on all. */
function repeatMarks({ paint, grips }: SoftBody, count: number): Pick<SoftBody, 'paint' | 'grips'> {
  const repeat = (factors: Float64Array): Float64Array =>
    Float64Array.from(Array.from({ length: count }, () => Array.from(factors)).flat());
  return {
    ...(grips === undefined ? {} : { grips: repeat(grips) }),
    ...(paint === undefined
      ? {}
      : {
          paint: {
            tetStiffness: repeat(paint.tetStiffness),
            plateStiffness: repeat(paint.plateStiffness),
            plateThickness: repeat(paint.plateThickness),
            hingeStiffness: repeat(paint.hingeStiffness),
          },
        }),
  };
}

function copyCord(cord: Cord, body: SoftBody, member: number, offset: readonly [number, number, number]): Cord {
  const elements = cord.kind === 'bending' ? body.hinges.length / 4 : body.tets.length / 4;
  return {
    ...cord,
    name: member === 0 ? cord.name : `${member + 1}: ${cord.name}`,
    route: cord.route.map((x, i) => x + offset[i % 3]!),
    elements: cord.elements.map((element) => element + member * elements),
  };
}
